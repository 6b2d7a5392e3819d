//! The operations between two stops of a program, by what changed.
//!
//! The links before are known. If the links after are those that a cover or an uncover makes, or
//! several of them in a row, these are the operations. If they are not, the first number that the
//! nearest operation would have written otherwise is the fault.

use super::matrix::Matrix;
use super::reference::{LinkOperation, ListWay, Write, list};
use super::state::{LinkRole, LinkState, LinkWord};
use rustc_hash::FxHashSet;

/// A number that an operation left wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkFault {
    /// The operation that it should have been. `None` if the change is like none.
    pub operation: Option<LinkOperation>,
    /// The number.
    pub word: LinkWord,
    /// The value before, after, and the right one: nodes or sizes.
    pub values: (i64, i64, i64),
    /// All numbers that are wrong, this one first.
    pub wrong: Vec<LinkWord>,
    /// All numbers that the operation should write, with their values, in order.
    pub writes: Vec<Write>,
    /// The operations before it, if it is known later than it happened.
    pub back: u64,
}

/// The operations between two stops, or a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tracked {
    /// These operations, in their order; perhaps none.
    Operations(Vec<LinkOperation>),
    /// A ring or a size broke.
    Fault(Box<LinkFault>),
}

/// The way in which a program keeps its sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sizes {
    /// It has none, or none are found.
    Unknown,
    /// Every operation so far changed them as it should, and some did.
    Kept,
    /// No operation has changed one yet.
    Untouched,
    /// An operation did not change them: this is wrong, unless they are counted when they are
    /// needed.
    Doubtful { fault: Box<LinkFault>, at: u64 },
}

/// The operations that prove that a field is the size. One may change a counter of another kind by
/// chance; at every header of two columns, none does.
const PROOF: u64 = 2;

/// Operations, the links and the covered columns after them, and the way of walking through lists
/// if they show it.
type Decoded = (Vec<LinkOperation>, LinkState, Vec<u32>, Option<ListWay>);

/// The links of a program, followed from stop to stop.
// Many fields: the state of one run, operation by operation.
#[derive(Clone, Debug)]
pub struct Tracker {
    state: LinkState,
    way: Option<ListWay>,
    covered: Vec<u32>,
    sizes: Sizes,
    /// The sizes as the operations should have them.
    lengths: Vec<i64>,
    /// By header: the difference of the size from the length of its list, at the beginning. The
    /// operations show whether the field is a size at all.
    surplus: Vec<i64>,
    /// The operations that changed the sizes as they should.
    kept: u64,
    /// True if the field is a size for certain: it was named, or each header had the length of its
    /// list, and they are not all alike.
    is_size: bool,
    operations: u64,
    /// By call of the search: the columns that were covered when it was called.
    calls: Vec<usize>,
    /// True if a call has returned since the last stop.
    has_returned: bool,
    is_coarse: bool,
    /// True for a search of repeated covers.
    is_repeated: bool,
    /// The node with which the operation was called, if it is known: among operations that change
    /// the same links, it is this one's.
    meant: Option<u32>,
}

impl Tracker {
    /// Follows a program from a state in which nothing is covered. `is_coarse` says that it stops
    /// at calls of the search only, so that several operations come together.
    pub fn new(matrix: &Matrix, state: LinkState, is_coarse: bool) -> Tracker {
        let sizes = if matrix.roles.size.is_some() { Sizes::Untouched } else { Sizes::Unknown };
        let mut lengths = state.sizes.clone();
        if matrix.roles.size.is_some() {
            for (header, length) in (0u32..).zip(&mut lengths).skip(1) {
                *length = list_length(header, &state, matrix);
            }
        }
        let surplus: Vec<i64> = state.sizes.iter().zip(&lengths).map(|(size, length)| size - length).collect();
        let primary = 1..=matrix.headers().0;
        let fits = primary.clone().all(|header| surplus[header] == 0);
        let is_size = fits && (matrix.roles.is_size_named() || primary.clone().any(|at| lengths[at] != lengths[1]));
        Tracker {
            surplus,
            kept: 0,
            is_size: is_size || matrix.roles.is_size_asked,
            state,
            way: None,
            covered: Vec::new(),
            sizes,
            lengths,
            operations: 0,
            calls: Vec::new(),
            has_returned: false,
            is_coarse,
            is_repeated: false,
            meant: None,
        }
    }

    /// A tracker for repeated covers. The sizes are not judged: some programs change them, some do
    /// not.
    pub fn repeated(matrix: &Matrix, state: LinkState) -> Tracker {
        Tracker { is_repeated: true, sizes: Sizes::Unknown, ..Tracker::new(matrix, state, false) }
    }

    /// The next operation is called with this node.
    pub fn mean(&mut self, node: Option<u32>) {
        self.meant = node;
    }

    /// The search was called.
    pub fn enter(&mut self) {
        self.calls.push(self.covered.len());
        self.has_returned = false;
    }

    /// The search has returned.
    pub fn leave(&mut self) {
        self.calls.pop();
        self.has_returned = true;
    }

    /// The headers of the columns that are covered, the last one last.
    pub fn covered(&self) -> &[u32] {
        &self.covered
    }

    /// The way in which it walks through a list while it covers.
    pub fn way(&self) -> ListWay {
        self.way.unwrap_or_default()
    }

    /// The links at the last stop.
    pub fn state(&self) -> &LinkState {
        &self.state
    }

    /// Returns whether operations have shown that a field is the size: several of them changed it, at
    /// each header as it should be.
    pub(crate) fn has_proved_sizes(&self) -> bool {
        self.sizes == Sizes::Kept && self.kept >= PROOF
    }

    /// Returns true if the sizes of a program do not follow its operations, and it may count them
    /// when it needs them.
    pub(crate) fn counts_late(&self) -> bool {
        matches!(self.sizes, Sizes::Doubtful { .. })
    }

    /// Returns whether operations lead to some links.
    pub fn explains(&self, now: &LinkState, matrix: &Matrix) -> bool {
        self.decode(now, matrix).is_some()
    }

    /// Takes the links at the next stop.
    pub fn take(&mut self, now: &LinkState, matrix: &Matrix) -> Tracked {
        let changed: Vec<LinkWord> = now.unlike(&self.state).map(|(role, node)| LinkWord::Link(role, node)).collect();
        self.take_changed(now, &changed, matrix)
    }

    /// Takes the links at the next stop, in which these numbers are not those of the last one.
    pub(crate) fn take_changed(&mut self, now: &LinkState, changed: &[LinkWord], matrix: &Matrix) -> Tracked {
        if !changed.iter().any(|word| matches!(word, LinkWord::Link(..))) {
            let changed = self.take_sizes(now, &[], matrix);
            return changed.unwrap_or(Tracked::Operations(Vec::new()));
        }
        if let Some(tracked) = self.take_single(now, changed, false, matrix) {
            return tracked;
        }
        let decoded = self.decode(now, matrix);
        match decoded.filter(|(operations, state, ..)| operations.len() < 2 || self.agrees(now, state, matrix)) {
            Some((operations, state, covered, way)) => {
                let before = self.lengths.clone();
                self.lengths = state.sizes;
                self.way = self.way.or(way);
                let fault = self.take_sizes_of(now, &operations, &before, matrix);
                self.covered = covered;
                self.operations += operations.len() as u64;
                self.state = now.clone();
                fault.unwrap_or(Tracked::Operations(operations))
            }
            None => self
                .take_single(now, changed, true, matrix)
                .unwrap_or_else(|| Tracked::Fault(Box::new(self.judge(now, None, matrix)))),
        }
    }

    /// Returns whether several operations leave the sizes that the program has, if it keeps them: a
    /// broken link looks like an operation that was undone, and the sizes do not.
    fn agrees(&self, now: &LinkState, state: &LinkState, matrix: &Matrix) -> bool {
        let agrees = |header: usize| now.sizes[header] == state.sizes[header] + self.surplus[header];
        self.is_coarse || self.sizes != Sizes::Kept || (1..=matrix.headers().0).all(agrees)
    }

    /// Takes the links after one operation, if one leads to them: the usual case. It is made in place,
    /// and only what it writes and what has changed is compared.
    /// With `leaves_root`, L of the root may be another one.
    fn take_single(
        &mut self,
        now: &LinkState,
        changed: &[LinkWord],
        leaves_root: bool,
        matrix: &Matrix,
    ) -> Option<Tracked> {
        if self.is_repeated || self.is_coarse && self.has_returned {
            return None;
        }
        let before = self.lengths.clone();
        for operation in self.near(now, changed, matrix) {
            for way in self.ways() {
                std::mem::swap(&mut self.state.sizes, &mut self.lengths);
                let writes = operation.make_logged(way, matrix, &mut self.state);
                std::mem::swap(&mut self.state.sizes, &mut self.lengths);
                let agrees = |word: LinkWord| match word {
                    LinkWord::Link(role, node) => self.state.link(role, node) == now.link(role, node),
                    LinkWord::Size(_) => true,
                };
                let mut all = writes.iter().map(|(write, _)| write.word).chain(changed.iter().copied());
                // L of the root is read by nobody who walks to the right: some do not keep it.
                let root = LinkWord::Link(LinkRole::Left, 0);
                if all.all(|word| leaves_root && word == root || agrees(word)) {
                    if !agrees(root) {
                        matrix.derive_root();
                    }
                    // A list of one node or none is walked in both ways alike.
                    if self.way.is_none() && self.shows_way(operation, &writes, matrix) {
                        self.way = Some(way);
                    }
                    let fault = self.take_sizes_of(now, &[operation], &before, matrix);
                    note(operation, &mut self.covered);
                    self.operations += 1;
                    self.state.sizes.clone_from(&now.sizes);
                    return Some(fault.unwrap_or(Tracked::Operations(vec![operation])));
                }
                std::mem::swap(&mut self.state.sizes, &mut self.lengths);
                undo(&writes, &mut self.state);
                std::mem::swap(&mut self.state.sizes, &mut self.lengths);
            }
        }
        None
    }

    /// Returns whether an operation that was just made would have left other links if it had walked
    /// through its list the other way.
    fn shows_way(&self, operation: LinkOperation, writes: &[(Write, i64)], matrix: &Matrix) -> bool {
        let made = self.state.links.clone();
        let mut state = LinkState { links: made.clone(), sizes: self.lengths.clone() };
        undo(writes, &mut state);
        let ways = [ListWay::Down, ListWay::Up];
        ways.into_iter().any(|way| {
            let mut other = state.clone();
            operation.make(way, matrix, &mut other);
            other.links != made
        })
    }

    /// The single operations that may have changed some links: those of the headers that have left
    /// their ring or come back, and of all secondary ones, whose links to each other do not change.
    fn near(&self, now: &LinkState, changed: &[LinkWord], matrix: &Matrix) -> Vec<LinkOperation> {
        let mut near: Vec<LinkOperation> =
            self.covered.last().map(|&last| LinkOperation::Uncover(last)).into_iter().collect();
        for &word in changed {
            let LinkWord::Link(role @ (LinkRole::Left | LinkRole::Right), at) = word else { continue };
            for header in [self.state.link(role, at), now.link(role, at)] {
                if header == 0 || !matrix.is_header(header) {
                    continue;
                }
                match (self.state.is_linked(header), now.is_linked(header)) {
                    (true, false) => near.push(LinkOperation::Cover(header)),
                    (false, true) => near.push(LinkOperation::Uncover(header)),
                    _ => {}
                }
            }
        }
        let (primary, all) = matrix.headers();
        for header in primary as u32 + 1..=all as u32 {
            near.extend([LinkOperation::Cover(header), LinkOperation::Uncover(header)]);
        }
        let mut seen = FxHashSet::default();
        near.retain(|operation| seen.insert(*operation));
        near
    }

    /// The state with the right sizes, from which operations are made.
    fn model(&self) -> LinkState {
        LinkState { links: self.state.links.clone(), sizes: self.lengths.clone() }
    }

    fn ways(&self) -> Vec<ListWay> {
        self.way.map_or(vec![ListWay::Down, ListWay::Up], |way| vec![way])
    }

    /// The operations that lead from the last state to this one.
    fn decode(&self, now: &LinkState, matrix: &Matrix) -> Option<Decoded> {
        for way in self.ways() {
            let known = |is_clear: bool| is_clear.then_some(way);
            // One operation is the usual case.
            let takes_back = self.is_coarse && self.has_returned;
            let single = if takes_back { Vec::new() } else { self.likely(now, matrix) };
            for operation in single {
                let mut state = self.model();
                operation.make(way, matrix, &mut state);
                if state.has_same_links(now) {
                    let mut covered = self.covered.clone();
                    note(operation, &mut covered);
                    // A list of one node or none is walked in both ways alike.
                    let mut other = self.model();
                    let opposite = if way == ListWay::Down { ListWay::Up } else { ListWay::Down };
                    operation.make(opposite, matrix, &mut other);
                    let is_clear = other.links != state.links;
                    return Some((vec![operation], state, covered, known(is_clear)));
                }
            }
            if self.is_repeated {
                continue;
            }
            let mut several = self.decode_several(now, takes_back, way, matrix);
            if several.is_none() && takes_back {
                several = self.decode_several(now, false, way, matrix);
            }
            if let Some((operations, state, covered)) = several {
                return Some((operations, state, covered, None));
            }
        }
        None
    }

    /// The single operations that may have led to a state, the likely ones first.
    fn likely(&self, now: &LinkState, matrix: &Matrix) -> Vec<LinkOperation> {
        if self.is_repeated {
            return self.likely_repeated(now, matrix);
        }
        let (_, all) = matrix.headers();
        let mut likely: Vec<LinkOperation> =
            self.covered.last().map(|&last| LinkOperation::Uncover(last)).into_iter().collect();
        for header in 1..=all as u32 {
            match (self.state.is_linked(header), now.is_linked(header)) {
                (true, false) => likely.push(LinkOperation::Cover(header)),
                (false, true) => likely.push(LinkOperation::Uncover(header)),
                _ => {}
            }
        }
        // Secondary headers are always linked to themselves.
        let (primary, _) = matrix.headers();
        for header in primary as u32 + 1..=all as u32 {
            likely.extend([LinkOperation::Cover(header), LinkOperation::Uncover(header)]);
        }
        likely.extend(self.covered.iter().rev().take(40).map(|&header| LinkOperation::Uncover(header)));
        let mut seen = std::collections::HashSet::new();
        likely.retain(|operation| seen.insert(*operation));
        likely
    }

    /// The same for repeated covers: a column is taken by one of its nodes that stays in its row.
    fn likely_repeated(&self, now: &LinkState, matrix: &Matrix) -> Vec<LinkOperation> {
        let mut likely: Vec<LinkOperation> = match self.meant {
            Some(meant) if self.covered.contains(&meant) => vec![LinkOperation::Release(meant)],
            Some(meant) => vec![LinkOperation::Take(meant)],
            None => Vec::new(),
        };
        likely.extend(self.covered.last().map(|&last| LinkOperation::Release(last)));
        let taken: Vec<u32> = self.covered.iter().map(|&node| matrix.header_of(node)).collect();
        let changed = |node: &u32| !now.is_linked(*node) && self.state.is_linked(*node);
        let first = matrix.headers().1 as u32 + 1;
        let nodes = first..first + matrix.nodes() as u32;
        let gone: Vec<u32> = (1..first).filter(changed).collect();
        let of_gone = |node: &u32| gone.contains(&matrix.header_of(*node)) && !taken.contains(&matrix.header_of(*node));
        let mut stays: Vec<u32> = nodes.filter(of_gone).collect();
        stays.sort_by_key(|node| !now.is_linked(*node));
        likely.extend(stays.into_iter().map(LinkOperation::Take));
        likely.extend(self.covered.iter().rev().skip(1).take(40).map(|&node| LinkOperation::Release(node)));
        likely
    }

    /// Several operations: some of the last covers are undone, and then others are made. With
    /// `takes_back`, the last option is taken back as a whole first.
    fn decode_several(
        &self,
        now: &LinkState,
        takes_back: bool,
        way: ListWay,
        matrix: &Matrix,
    ) -> Option<(Vec<LinkOperation>, LinkState, Vec<u32>)> {
        let mut state = self.model();
        let mut covered = self.covered.clone();
        let mut operations = Vec::new();
        if let Some(&base) = self.calls.last().filter(|_| takes_back) {
            while covered.len() > base + 1 {
                let last = covered.pop()?;
                operations.push(LinkOperation::Uncover(last));
                LinkOperation::Uncover(last).make(way, matrix, &mut state);
            }
        }
        loop {
            // What is not covered yet is covered now, the chosen column first.
            let base = self.calls.last().and_then(|&base| covered.get(base)).copied();
            let covers = self.decode_covers(now, &state, covered.last().copied(), way, matrix);
            let covers = covers.or_else(|| self.decode_covers(now, &state, base, way, matrix));
            if let Some((more, end)) = covers {
                operations.extend(more.iter().map(|&header| LinkOperation::Cover(header)));
                covered.extend(more);
                return Some((operations, end, covered));
            }
            let last = covered.pop()?;
            operations.push(LinkOperation::Uncover(last));
            LinkOperation::Uncover(last).make(way, matrix, &mut state);
        }
    }

    /// The columns that are covered between two states, in an order that explains them.
    fn decode_covers(
        &self,
        now: &LinkState,
        state: &LinkState,
        last: Option<u32>,
        way: ListWay,
        matrix: &Matrix,
    ) -> Option<(Vec<u32>, LinkState)> {
        if state.has_same_links(now) {
            return Some((Vec::new(), state.clone()));
        }
        let open = |state: &LinkState| {
            let ring = state.ring(0, LinkRole::Right, matrix.headers().0 + 1);
            ring.take_while(|&at| matrix.is_header(at)).collect::<Vec<u32>>()
        };
        let (before, after) = (open(state), open(now));
        let gone: Vec<u32> = before.iter().copied().filter(|header| !after.contains(header)).collect();
        if gone.len() + after.len() != before.len() || gone.len() > 200 {
            return None;
        }
        // The chosen column is any of those that are gone, or the one that was covered last; its
        // options say which others there are.
        for (chosen, is_new) in gone.iter().map(|&chosen| (chosen, true)).chain(last.map(|last| (last, false))) {
            let mut first = state.clone();
            if is_new {
                LinkOperation::Cover(chosen).make(way, matrix, &mut first);
            }
            if is_new && gone.len() == 1 && first.has_same_links(now) {
                return Some((vec![chosen], first));
            }
            for at in list(chosen, LinkRole::Down, matrix, state) {
                let others: Vec<u32> = matrix.others(at).map(|node| matrix.header_of(node)).collect();
                let is_whole = gone.iter().all(|header| *header == chosen || others.contains(header));
                if is_whole {
                    for reversed in [false, true] {
                        let mut end = first.clone();
                        let order: Vec<u32> =
                            if reversed { others.iter().rev().copied().collect() } else { others.clone() };
                        order.iter().for_each(|&header| {
                            LinkOperation::Cover(header).make(way, matrix, &mut end);
                        });
                        if end.has_same_links(now) {
                            let chosen = Some(chosen).filter(|_| is_new);
                            return Some((chosen.into_iter().chain(order).collect(), end));
                        }
                    }
                }
            }
        }
        None
    }

    // --- Sizes -------------------------------------------------------------------------------

    fn take_sizes(&mut self, now: &LinkState, operations: &[LinkOperation], matrix: &Matrix) -> Option<Tracked> {
        let before = self.lengths.clone();
        let fault = self.take_sizes_of(now, operations, &before, matrix);
        self.state.sizes.clone_from(&now.sizes);
        fault
    }

    /// Compares the sizes after some operations. `before` are the right ones before them.
    fn take_sizes_of(
        &mut self,
        now: &LinkState,
        operations: &[LinkOperation],
        before: &[i64],
        matrix: &Matrix,
    ) -> Option<Tracked> {
        // A program may keep the sizes of secondary columns in its own way: it does not choose
        // them.
        let headers = 1..=matrix.headers().0;
        let wrong: Vec<usize> =
            headers.clone().filter(|&at| now.sizes[at] != self.lengths[at] + self.surplus[at]).collect();
        let is_due = self.lengths != before;
        match (&self.sizes, wrong.first()) {
            (Sizes::Unknown, _) => None,
            (Sizes::Untouched | Sizes::Kept, None) => {
                if is_due {
                    self.sizes = Sizes::Kept;
                    self.kept += 1;
                }
                None
            }
            // It was taken for a size, and is none.
            (Sizes::Untouched | Sizes::Kept, Some(_)) if !self.is_size && self.kept < PROOF => {
                self.sizes = Sizes::Unknown;
                None
            }
            (Sizes::Kept, Some(_)) => Some(Tracked::Fault(Box::new(self.size_fault(now, &wrong, operations, matrix)))),
            (Sizes::Untouched, Some(_)) => {
                let fault = Box::new(self.size_fault(now, &wrong, operations, matrix));
                if self.are_counted(now, before, matrix.headers().0) {
                    self.sizes = Sizes::Doubtful { fault, at: self.operations };
                    return None;
                }
                Some(Tracked::Fault(fault))
            }
            (Sizes::Doubtful { .. }, _) if self.are_counted(now, before, matrix.headers().0) => None,
            (Sizes::Doubtful { fault, at }, _) => {
                let back = self.operations - at;
                Some(Tracked::Fault(Box::new(LinkFault { back, ..(**fault).clone() })))
            }
        }
    }

    /// Returns whether every size that has changed is the length of its list, before or after the
    /// operations: it was counted.
    fn are_counted(&self, now: &LinkState, before: &[i64], primary: usize) -> bool {
        let sizes = now.sizes.iter().zip(&self.state.sizes).zip(self.lengths.iter().zip(before));
        let mut sizes = sizes.take(primary + 1);
        sizes.all(|((now, old), (length, before))| now == old || now == length || now == before)
    }

    fn size_fault(&self, now: &LinkState, wrong: &[usize], operations: &[LinkOperation], matrix: &Matrix) -> LinkFault {
        let at = wrong[0];
        let mut state = LinkState { links: self.state.links.clone(), sizes: self.state.sizes.clone() };
        let way = self.way();
        let writes = operations.iter().flat_map(|operation| operation.make(way, matrix, &mut state)).collect();
        LinkFault {
            operation: operations.last().copied(),
            word: LinkWord::Size(at as u32),
            values: (self.state.sizes[at], now.sizes[at], self.lengths[at] + self.surplus[at]),
            wrong: wrong.iter().map(|&at| LinkWord::Size(at as u32)).collect(),
            writes,
            back: 0,
        }
    }

    // --- Faults ------------------------------------------------------------------------------

    /// The first number that is not as the nearest operation would have it. `hint` is the operation
    /// that the program meant, if its arguments show it.
    pub fn judge(&self, now: &LinkState, hint: Option<LinkOperation>, matrix: &Matrix) -> LinkFault {
        let (_, all) = matrix.headers();
        let mut candidates: Vec<LinkOperation> = match hint {
            Some(hint) => vec![hint],
            None => {
                let mut likely = self.likely(now, matrix);
                if !self.is_repeated {
                    likely.extend((1..=all as u32).map(LinkOperation::Cover));
                } else if likely.len() <= 1 {
                    likely.extend((all as u32 + 1..=(all + matrix.nodes()) as u32).map(LinkOperation::Take));
                }
                likely
            }
        };
        // An open column is covered, and a covered one uncovered, if that is like it.
        let is_fit = |operation: &LinkOperation| match operation {
            LinkOperation::Cover(header) => !self.covered.contains(header),
            LinkOperation::Uncover(header) => self.covered.contains(header),
            LinkOperation::Take(node) => {
                self.covered.iter().all(|&other| matrix.header_of(other) != matrix.header_of(*node))
            }
            LinkOperation::Release(node) => self.covered.contains(node),
        };
        if candidates.iter().any(is_fit) {
            candidates.retain(is_fit);
        }
        candidates.dedup();
        let changed = now.unlike(&self.state).count();
        let mut best: Option<(usize, LinkOperation, ListWay)> = None;
        for way in self.ways() {
            for &operation in &candidates {
                let mut state = self.model();
                operation.make(way, matrix, &mut state);
                let distance = now.unlike(&state).count();
                let moves = state.unlike(&self.state).count();
                let is_near = hint.is_some() || distance < changed + moves;
                if is_near && best.is_none_or(|(known, ..)| distance < known) {
                    best = Some((distance, operation, way));
                }
            }
        }
        let (operation, state, writes) = match best {
            Some((_, operation, way)) => {
                let mut state = self.model();
                let writes = operation.make(way, matrix, &mut state);
                (Some(operation), state, writes)
            }
            None => (None, self.model(), Vec::new()),
        };
        let is_wrong = |word: &LinkWord| match *word {
            LinkWord::Link(role, node) => now.link(role, node) != state.link(role, node),
            LinkWord::Size(_) => false,
        };
        // In the order of writing, and then what should not have been written.
        let mut wrong: Vec<LinkWord> = Vec::new();
        let ordered = writes.iter().map(|write| write.word);
        for word in ordered.chain(now.unlike(&state).map(|(role, node)| LinkWord::Link(role, node))) {
            if is_wrong(&word) && !wrong.contains(&word) && wrong.len() < 60 {
                wrong.push(word);
            }
        }
        let word = wrong.first().copied().unwrap_or(LinkWord::Link(LinkRole::Right, 0));
        let values = (self.state.value(word), now.value(word), state.value(word));
        LinkFault { operation, word, values, wrong, writes, back: 0 }
    }
}

/// Keeps a column that an operation covers, or forgets one that it uncovers.
fn note(operation: LinkOperation, covered: &mut Vec<u32>) {
    match operation {
        LinkOperation::Cover(node) | LinkOperation::Take(node) => covered.push(node),
        LinkOperation::Uncover(node) | LinkOperation::Release(node) => {
            if let Some(at) = covered.iter().rposition(|&other| other == node) {
                covered.remove(at);
            }
        }
    }
}

/// Takes writes back, the last one first.
fn undo(writes: &[(Write, i64)], state: &mut LinkState) {
    writes.iter().rev().for_each(|(write, old)| state.put(write.word, *old));
}

/// The number of nodes in a list.
fn list_length(header: u32, state: &LinkState, matrix: &Matrix) -> i64 {
    state.ring(header, LinkRole::Down, matrix.nodes() + 1).count() as i64
}
