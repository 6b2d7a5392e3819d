//! The matrix that a program has built: its headers, its nodes and their options, as the rings show
//! them, and what is wrong with the rings before the first operation.

use super::memory::ProgramMemory;
use super::names::is_column;
use super::pages::Pages;
use super::ranges::Ranges;
use super::rings::{between_spacers, ring};
use super::roles::{Across, Roles};
use super::state::{FOREIGN, LinkRole, LinkState, LinkWord};
use super::target::{Target, TargetError};
use super::variables::{NodeField, Variables};
use quadrille_puzzle::{Encoded, ListedOption, Listing, Shape, encode};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// A number that is wrong before the first operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildFault {
    /// The number in the words of the program: `U of node 12`.
    pub name: String,
    /// The value.
    pub said: String,
    /// The right value.
    pub is: String,
    /// The rule that it breaks, in a sentence.
    pub rule: &'static str,
    /// The place of the number in memory, and its size in bytes.
    pub place: (u64, u8),
    /// The place of the number with which it should agree.
    pub mate: Option<(u64, u8)>,
    /// For a size, how much it is too large.
    pub surplus: Option<i64>,
}

/// The matrix of a program. Node 0 is the root; the headers follow, those in the ring of the root
/// first, and then the nodes.
// Many fields: a matrix as it was read, with what was found wrong in it.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The roles of the fields.
    pub roles: Roles,
    /// By node: its index or its address in the program.
    ids: Vec<i64>,
    /// By header, if headers are of another class: the node at which its vertical ring begins.
    begins: Vec<i64>,
    index: Index,
    /// All numbers with their addresses, in the order of these.
    words: Vec<(u64, LinkWord)>,
    /// True if L of the root is taken from R.
    derives_root: Cell<bool>,
    /// The number of headers in the ring of the root.
    primary: usize,
    /// The number of all headers.
    headers: usize,
    /// By node: its header.
    header_of: Vec<u32>,
    /// By option: its nodes, in the order along it.
    rows: Vec<Vec<u32>>,
    /// By node: its option, and its place in it.
    row_of: Vec<(u32, u32)>,
    /// By header: its options.
    rows_of: Vec<Vec<u32>>,
    items: Vec<String>,
    options: Vec<String>,
    /// By node: its row, as the program states it.
    stated_rows: Vec<Option<i64>>,
    /// The links at the beginning.
    pub start: LinkState,
    /// The first number that is wrong at the beginning.
    pub fault: Option<BuildFault>,
    /// The first header whose size is not the length of its list. Whether the field is a size at
    /// all, the operations show.
    pub size_fault: Option<BuildFault>,
}

/// From an index or an address to a node.
#[derive(Clone, Debug)]
enum Index {
    Near(Vec<u32>),
    Far(FxHashMap<i64, u32>),
}

impl Index {
    fn new(ids: &[i64], begins: &[i64]) -> Index {
        let most = ids.iter().copied().max().unwrap_or(0);
        if begins.is_empty() && ids.iter().all(|&id| id >= 0) && most < 4_000_000 {
            let mut near = vec![FOREIGN; most as usize + 1];
            (0..).zip(ids).for_each(|(node, &id)| near[id as usize] = node);
            return Index::Near(near);
        }
        Index::Far(begins.iter().copied().zip(0..).chain(ids.iter().copied().zip(0..)).collect())
    }

    fn get(&self, id: i64) -> u32 {
        match self {
            Index::Near(near) => usize::try_from(id).ok().and_then(|id| near.get(id).copied()).unwrap_or(FOREIGN),
            Index::Far(far) => far.get(&id).copied().unwrap_or(FOREIGN),
        }
    }
}

/// The most nodes of a matrix.
const MOST: usize = 400_000;

/// A ring along a field or, if it does not close, backwards along its inverse.
fn either(field: &NodeField, back: &NodeField, start: i64, memory: &mut dyn ProgramMemory) -> Option<Vec<i64>> {
    ring(field, start, MOST, memory).or_else(|| {
        let mut nodes = ring(back, start, MOST, memory)?;
        nodes.reverse();
        Some(nodes)
    })
}

/// The headers of a ring that has taken in a node: of two in one vertical ring, the one with the
/// higher number is a node.
fn without_nodes(ring_of_root: Vec<i64>, roles: &Roles, memory: &mut dyn ProgramMemory) -> Vec<i64> {
    let all: FxHashSet<i64> = ring_of_root.iter().copied().collect();
    let mut is_header = |&header: &i64| {
        let start = roles.start(header, &mut *memory).unwrap_or(header);
        let list = either(&roles.down, &roles.up, start, &mut *memory).unwrap_or_default();
        !list.iter().any(|other| *other < header && all.contains(other))
    };
    ring_of_root.into_iter().filter(|header| is_header(header)).collect()
}

impl Matrix {
    /// Reads the matrix that the rings hold.
    ///
    /// # Errors
    ///
    /// The ring that does not close, in words.
    pub fn read(roles: &Roles, memory: &mut dyn ProgramMemory) -> Result<Matrix, String> {
        let headers = either(&roles.right, &roles.left, roles.root, memory)
            .ok_or("the ring of headers does not come back to the root")?;
        let headers = without_nodes(headers, roles, memory);
        let mut seen: FxHashSet<i64> = headers.iter().copied().collect();
        if seen.len() < headers.len() || headers.is_empty() || headers.len() > MOST {
            return Err("the ring of headers does not come back to the root".to_string());
        }
        seen.insert(roles.root);
        let mut column_of: FxHashMap<i64, i64> = FxHashMap::default();
        let mut nodes: Vec<i64> = Vec::new();
        let mut all = headers.clone();
        for (k, &header) in headers.iter().enumerate() {
            let start = roles.start(header, memory).unwrap_or(header);
            let list = either(&roles.down, &roles.up, start, memory)
                .ok_or_else(|| format!("the ring of column {} does not come back to its header", k + 1))?;
            for node in list {
                if !seen.insert(node) || nodes.len() > MOST {
                    return Err(format!("the ring of column {} runs into another one", k + 1));
                }
                column_of.insert(node, header);
                nodes.push(node);
            }
        }
        // Nodes of columns that are not in the ring of the root are reached along the options.
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            at += 1;
            for other in along(roles, node, memory).unwrap_or_default() {
                if seen.contains(&other) || nodes.len() > MOST {
                    continue;
                }
                let mut list = ring(&roles.down, other, MOST, memory).unwrap_or_default();
                let stated = roles.column.as_ref().and_then(|column| column.get(other, memory));
                // The header stands in the place of the node at which its ring begins.
                if let (Some(stated), Some(head)) = (stated, &roles.head) {
                    let start = head.get(stated, memory);
                    list.iter_mut().filter(|node| start == Some(**node)).for_each(|node| *node = stated);
                }
                let alone = |node: &&i64| along(roles, **node, &mut *memory).is_some_and(|ring| ring.is_empty());
                let header = stated
                    .filter(|stated| list.contains(stated))
                    .or_else(|| list.iter().filter(alone).min().copied())
                    .or_else(|| list.iter().min().copied());
                let Some(header) = header else { continue };
                all.push(header);
                seen.insert(header);
                for node in list.into_iter().chain([other]).filter(|&node| node != header) {
                    if seen.insert(node) {
                        column_of.insert(node, header);
                        nodes.push(node);
                    }
                }
            }
        }
        let primary = headers.len();
        all[primary..].sort_unstable();
        nodes.sort_unstable();
        let ids: Vec<i64> = [roles.root].into_iter().chain(all.iter().copied()).chain(nodes).collect();
        let headers = all.len();
        let begins: Vec<i64> = match &roles.head {
            Some(head) => ids[..=headers].iter().map(|&id| head.get(id, memory).unwrap_or(id)).collect(),
            None => Vec::new(),
        };
        let index = Index::new(&ids, &begins);
        let header_of = ids.iter().map(|id| column_of.get(id).map_or(index.get(*id), |header| index.get(*header)));
        let header_of: Vec<u32> = header_of.collect();
        if header_of[1..].iter().any(|&header| header == 0 || header as usize > headers) {
            return Err("a node is in no column".to_string());
        }
        let mut matrix = Matrix {
            header_of,
            roles: roles.clone(),
            primary,
            headers,
            rows: Vec::new(),
            row_of: vec![(FOREIGN, 0); ids.len()],
            rows_of: vec![Vec::new(); headers + 1],
            items: Vec::new(),
            options: Vec::new(),
            stated_rows: Vec::new(),
            start: LinkState { links: Default::default(), sizes: Vec::new() },
            fault: None,
            size_fault: None,
            ids,
            index,
            begins,
            words: Vec::new(),
            derives_root: Cell::new(false),
        };
        let last = matrix.ids[primary];
        if matrix.roles.left.get(matrix.roles.root, memory) != Some(last) {
            matrix.derive_root();
        }
        matrix.start = matrix.state(memory);
        matrix.words = matrix.placed();
        matrix.read_rows(memory);
        matrix.fault = matrix.check(memory);
        matrix.size_fault = matrix.check_sizes(memory);
        Ok(matrix)
    }

    /// Groups the nodes into options, in the order of their rows.
    fn read_rows(&mut self, memory: &mut dyn ProgramMemory) {
        let first = self.headers + 1;
        let row = self.roles.row.as_ref().or(self.roles.row_by_name.as_ref());
        let stated = |id: &i64| row.and_then(|row| row.get(*id, &mut *memory));
        self.stated_rows = self.ids.iter().map(stated).collect();
        let mut rows: Vec<(i64, Vec<u32>)> = Vec::new();
        let mut seen = vec![false; self.ids.len()];
        for node in first..self.ids.len() {
            if seen[node] {
                continue;
            }
            let ring = along(&self.roles, self.ids[node], memory).unwrap_or_default();
            let others = ring.iter().map(|&other| self.index.get(other));
            let mut row = vec![node as u32];
            row.extend(others.filter(|&other| other != FOREIGN && other as usize >= first));
            row.retain(|&node| !std::mem::replace(&mut seen[node as usize], true));
            let number = self.roles.row.as_ref().and_then(|row| row.get(self.ids[node], memory));
            rows.push((number.unwrap_or(0), row));
        }
        rows.sort_by_key(|(number, row)| (*number, row[0]));
        let numbers: FxHashSet<i64> = rows.iter().map(|(number, _)| *number).collect();
        let are_numbers = numbers.len() == rows.len() && rows.iter().all(|(number, _)| (0..1 << 32).contains(number));
        for (at, (number, row)) in rows.into_iter().enumerate() {
            let name = if are_numbers { number } else { at as i64 + 1 };
            for (place, &node) in (0..).zip(&row) {
                self.row_of[node as usize] = (at as u32, place);
                let header = self.header_of[node as usize] as usize;
                if header <= self.headers && self.rows_of[header].last() != Some(&(at as u32)) {
                    self.rows_of[header].push(at as u32);
                }
            }
            self.options.push(format!("row {name}"));
            self.rows.push(row);
        }
        let name = |k: usize| match self.roles.by_address {
            true => (k + 1).to_string(),
            false => self.roles.node_name(self.ids[k + 1]),
        };
        self.items = (0..self.headers).map(name).collect();
    }

    /// The links now.
    pub fn state(&self, memory: &mut dyn ProgramMemory) -> LinkState {
        let mut links: [Vec<u32>; 4] = Default::default();
        for role in LinkRole::ALL {
            let field = self.roles.link(role);
            let of = |at: usize| field.get(self.id_of(role, at), &mut *memory).map_or(FOREIGN, |to| self.index.get(to));
            links[role as usize] = (0..self.reach(role)).map(of).collect();
        }
        let size = |&id: &i64| self.roles.size.as_ref().and_then(|size| size.get(id, &mut *memory)).unwrap_or(0);
        let sizes = self.ids[..=self.headers].iter().map(size).collect();
        let mut state = LinkState { links, sizes };
        if self.derives_root.get() {
            self.close_root(&mut state);
        }
        state
    }

    /// Takes L of the root from R from now on: this program does not keep it.
    pub(super) fn derive_root(&self) {
        self.derives_root.set(true);
    }

    /// Sets L of the root to the last header of its ring, as R has it: a program that walks to the
    /// right alone may never set it, and never reads it.
    fn close_root(&self, state: &mut LinkState) {
        let mut last = 0;
        for _ in 0..=self.headers {
            let next = state.link(LinkRole::Right, last);
            if next == 0 {
                state.set(LinkRole::Left, 0, last);
                return;
            }
            if next as usize > self.headers {
                return;
            }
            last = next;
        }
    }

    /// Brings links up to date with what has changed of the memory. Returns the numbers that
    /// differ.
    pub fn refresh(&self, now: &mut LinkState, memory: &mut Ranges) -> Vec<LinkWord> {
        let parts = memory.changed();
        let mut differ = Vec::new();
        let (root_before, mut has_moved) = (now.link(LinkRole::Left, 0), false);
        for (address, size) in parts {
            // A number may begin before the part.
            let first = self.words.partition_point(|(at, _)| at + 8 <= address);
            let moved = self.words[first..].iter().take_while(|(at, _)| *at < address + size as u64);
            for &(at, word) in moved {
                match word {
                    LinkWord::Link(LinkRole::Left, 0) if self.derives_root.get() => {}
                    LinkWord::Link(role, node) => {
                        has_moved |= role == LinkRole::Right && node as usize <= self.headers;
                        let field = self.roles.link(role);
                        let to = memory.word(at, field.width, field.signed).map_or(FOREIGN, |to| self.index.get(to));
                        if now.link(role, node) != to {
                            now.set(role, node, to);
                            differ.push(word);
                        }
                    }
                    LinkWord::Size(node) => {
                        let Some(field) = &self.roles.size else { continue };
                        let size = memory.word(at, field.width, field.signed).unwrap_or(0);
                        if now.sizes[node as usize] != size {
                            now.sizes[node as usize] = size;
                            differ.push(word);
                        }
                    }
                }
            }
        }
        if self.derives_root.get() {
            if has_moved || now.link(LinkRole::Left, 0) == FOREIGN {
                self.close_root(now);
            }
            if now.link(LinkRole::Left, 0) != root_before {
                differ.push(LinkWord::Link(LinkRole::Left, 0));
            }
        }
        differ
    }

    /// All numbers with their addresses, in the order of these.
    fn placed(&self) -> Vec<(u64, LinkWord)> {
        let mut words: Vec<(u64, LinkWord)> = Vec::new();
        for role in LinkRole::ALL {
            let field = self.roles.link(role);
            let of = |at: usize| (field.address(self.id_of(role, at)), LinkWord::Link(role, at as u32));
            words.extend((0..self.reach(role)).map(of));
        }
        if let Some(size) = &self.roles.size {
            words.extend((0..=self.headers).map(|at| (size.address(self.ids[at]), LinkWord::Size(at as u32))));
        }
        words.sort_unstable();
        words
    }

    /// The number at which a link of a node is read: that of the node at which a header's vertical
    /// ring begins, for U and D.
    fn id_of(&self, role: LinkRole, node: usize) -> i64 {
        let begin = self.begins.get(node).filter(|_| matches!(role, LinkRole::Up | LinkRole::Down));
        begin.copied().unwrap_or(self.ids[node])
    }

    /// The number of nodes that have a link: L and R may be those of headers only.
    fn reach(&self, role: LinkRole) -> usize {
        match (role, &self.roles.across) {
            (LinkRole::Left | LinkRole::Right, Across::Own(_) | Across::Spacers(_)) => self.headers + 1,
            _ => self.ids.len(),
        }
    }

    /// The number of headers in the ring of the root, and of all headers.
    pub fn headers(&self) -> (usize, usize) {
        (self.primary, self.headers)
    }

    /// The number of nodes, without the root and the headers.
    pub fn nodes(&self) -> usize {
        self.ids.len() - self.headers - 1
    }

    /// The number of options.
    pub fn options(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether a header has links of its own. Some programs leave those of secondary
    /// headers at the root, and pass over them.
    pub(super) fn is_in_ring(&self, header: u32) -> bool {
        let to_root = |role: LinkRole| self.start.link(role, header) == 0;
        header as usize <= self.primary || !(to_root(LinkRole::Left) && to_root(LinkRole::Right))
    }

    /// Returns whether the ring of an option goes on from a node by one that is in no column, as
    /// some programs have at the beginning of a row.
    fn has_row_head(&self, node: i64, next: i64, memory: &mut dyn ProgramMemory) -> bool {
        let (forth, back) = (&self.roles.right, &self.roles.left);
        let (up, down) = (self.roles.up.get(next, memory), self.roles.down.get(next, memory));
        let is_alone = up.is_none_or(|up| self.index.get(up) == FOREIGN) || up == down;
        let after = forth.get(next, memory);
        is_alone
            && back.get(next, memory) == Some(node)
            && after.is_some_and(|after| self.index.get(after) != FOREIGN && back.get(after, memory) == Some(next))
    }

    /// The nodes of an option.
    pub(super) fn row(&self, option: u32) -> &[u32] {
        self.rows.get(option as usize).map_or(&[], Vec::as_slice)
    }

    /// The option of a node.
    pub(super) fn row_of(&self, node: u32) -> u32 {
        self.row_of[node as usize].0
    }

    /// The name of an option.
    pub(super) fn row_name(&self, option: u32) -> &str {
        self.options.get(option as usize).map_or("a row", String::as_str)
    }

    /// The options of a column, in their order.
    pub(super) fn rows_of(&self, header: u32) -> &[u32] {
        &self.rows_of[header as usize]
    }

    /// The most nodes of an option.
    pub(super) fn widest(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The header of a node.
    pub fn header_of(&self, node: u32) -> u32 {
        self.header_of[node as usize]
    }

    /// The nodes of the option of a node, from the one after it to the one before it.
    pub(super) fn others(&self, node: u32) -> impl DoubleEndedIterator<Item = u32> + '_ {
        let (row, place) = self.row_of[node as usize];
        let row = self.rows.get(row as usize).map_or(&[][..], Vec::as_slice);
        let place = (place as usize).min(row.len());
        let (before, from) = row.split_at(place);
        from.iter().skip(1).chain(before).copied()
    }

    /// Returns true for a header.
    pub fn is_header(&self, node: u32) -> bool {
        (1..=self.headers).contains(&(node as usize))
    }

    /// The node with an index or an address.
    pub fn node(&self, id: i64) -> Option<u32> {
        Some(self.index.get(id)).filter(|&node| node != FOREIGN)
    }

    /// The row that the program states for a node.
    pub(crate) fn stated_row(&self, id: i64) -> Option<i64> {
        let node = self.node(id).filter(|&node| node != 0 && !self.is_header(node))?;
        self.stated_rows.get(node as usize).copied().flatten()
    }

    /// The place of a number in arrays that are somewhere else, as before a container grew.
    pub(crate) fn moved_place(&self, place: (u64, u8), variables: &Variables) -> (u64, u8) {
        let moved = self.roles.moved(variables);
        let pairs = self.roles.fields().into_iter().zip(moved.fields());
        let node = |field: &NodeField| {
            let away = place.0.checked_sub(field.base)?;
            let node = (away / field.stride).cast_signed();
            (field.address(node) == place.0 && field.count.is_none_or(|count| (away / field.stride) < count))
                .then_some(node)
        };
        let mut places = pairs.filter_map(|(field, moved)| Some(moved.address(node(field)?)));
        (places.next().unwrap_or(place.0), place.1)
    }

    /// The place of R of the root.
    pub(crate) fn root_place(&self) -> (u64, u8) {
        (self.roles.right.address(self.roles.root), self.roles.right.width)
    }

    /// The number by which the program knows a node.
    pub fn id(&self, node: u32) -> i64 {
        self.ids[node as usize]
    }

    /// The places of memory that hold the links: their addresses and sizes in bytes.
    pub fn ranges(&self) -> Vec<(u64, u64)> {
        let width = |word| match word {
            LinkWord::Link(role, _) => self.roles.link(role).width,
            LinkWord::Size(_) => self.roles.size.as_ref().map_or(0, |size| size.width),
        };
        let words = self.words.iter().map(|&(address, word)| (address, u64::from(width(word))));
        // Words that are near are read together.
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for (address, width) in words {
            match ranges.last_mut() {
                Some((start, size)) if address <= *start + *size + 64 => *size = (*size).max(address + width - *start),
                _ => ranges.push((address, width)),
            }
        }
        ranges
    }

    /// The place of a number in memory, and its size in bytes.
    pub fn place(&self, word: LinkWord) -> Option<(u64, u8)> {
        let (field, id) = match word {
            LinkWord::Link(role, node) => (self.roles.link(role), self.id_of(role, node as usize)),
            LinkWord::Size(node) => (self.roles.size.as_ref()?, self.ids[node as usize]),
        };
        Some((field.address(id), field.width))
    }

    /// The value of a number from its bytes: a node or a size.
    pub fn value(&self, word: LinkWord, bytes: &[u8]) -> i64 {
        let field = match word {
            LinkWord::Link(role, _) => Some(self.roles.link(role)),
            LinkWord::Size(_) => self.roles.size.as_ref(),
        };
        let value = super::memory::number(bytes, field.is_some_and(|field| field.signed));
        match word {
            LinkWord::Link(..) => i64::from(self.index.get(value)),
            LinkWord::Size(_) => value,
        }
    }

    /// A number in the words of the program: `R[5]`, `node 12's up`.
    pub(crate) fn word_name(&self, word: LinkWord) -> String {
        let (field, node) = match word {
            LinkWord::Link(role, node) => (Some(self.roles.link(role)), node),
            LinkWord::Size(node) => (self.roles.size.as_ref(), node),
        };
        let name = field.map_or("S", NodeField::name);
        match self.roles.by_address {
            true => format!("{name} of {}", self.node_name(node)),
            false => format!("{name}[{}]", self.roles.node_name(self.ids[node as usize])),
        }
    }

    /// A node in words: `the root`, `the header of column 3`, `the node of row 2 in column 3`.
    pub fn node_name(&self, node: u32) -> String {
        match node {
            0 => "the root".to_string(),
            FOREIGN => "something that is not a node".to_string(),
            _ if self.is_header(node) => format!("the header of column {}", self.items[node as usize - 1]),
            _ => {
                // What is in no column that was found has none.
                let column =
                    self.items.get((self.header_of(node) as usize).wrapping_sub(1)).map_or("?", String::as_str);
                let row = self.options.get(self.row_of[node as usize].0 as usize).map_or("a row", String::as_str);
                format!("the node of {row} in column {column}")
            }
        }
    }

    /// A node as the program writes it: its index, or the node in words.
    pub(crate) fn node_written(&self, node: u32) -> String {
        match node {
            FOREIGN => "something that is not a node".to_string(),
            _ if self.roles.by_address => self.node_name(node),
            _ => self.roles.node_name(self.ids[node as usize]),
        }
    }

    /// The value of a number as the program writes it: a node or a size.
    pub(crate) fn value_written(&self, word: LinkWord, value: i64) -> String {
        match word {
            LinkWord::Link(..) => self.node_written(value as u32),
            LinkWord::Size(_) => value.to_string(),
        }
    }

    /// The name of the item of a header.
    pub fn item(&self, header: u32) -> &str {
        &self.items[header as usize - 1]
    }

    /// The arrays of the headers, and the fields of theirs, whose numbers are not negative, and
    /// some of them more than 1: each with its name and its numbers.
    ///
    /// # Errors
    ///
    /// Those of the target.
    pub(crate) fn several(
        &self,
        target: &mut dyn Target,
        variables: &Variables,
    ) -> Result<Vec<(String, Vec<i64>)>, TargetError> {
        let arrays = variables.arrays.iter().filter(|_| !self.roles.by_address).map(NodeField::of_array);
        let fields = variables.types.iter().filter(|_| self.roles.by_address);
        let fields = fields.flat_map(|(name, kind)| kind.fields.iter().map(|field| NodeField::of_struct(name, field)));
        let links = LinkRole::ALL.map(|role| self.roles.link(role));
        // A union gives several names to one place.
        let is_at = |one: &NodeField, other: &NodeField| (one.base, one.stride) == (other.base, other.stride);
        let is_other = |field: &NodeField| {
            !links.iter().any(|link| is_at(link, field))
                && !self.roles.size.as_ref().is_some_and(|size| is_at(size, field))
        };
        let others: Vec<NodeField> = arrays.chain(fields).filter(is_other).collect();
        let mut pages = Pages::of(target);
        let mut found = Vec::new();
        for field in others {
            let of = |id: &i64| field.get(*id, &mut pages).filter(|value| (0..1 << 20).contains(value));
            let values: Option<Vec<i64>> = self.ids[1..=self.primary].iter().map(of).collect();
            found.extend(values.map(|values| (field.name().to_string(), values)));
        }
        pages.error.map_or(Ok(found), Err)
    }

    /// The matrix as a problem with names.
    pub fn encoded(&self) -> Encoded {
        encode(&Shape::from(self.listing()))
    }

    /// The matrix as a list of items and options.
    pub fn listing(&self) -> Listing {
        let option = |(row, name): (&Vec<u32>, &String)| {
            let mut items: Vec<u32> = row.iter().map(|&node| self.header_of(node) - 1).collect();
            items.sort_unstable();
            items.dedup();
            ListedOption { name: Some(name.as_str().into()), items }
        };
        let options = self.rows.iter().zip(&self.options).map(option).collect();
        let items = self.items.iter().map(|item| item.as_str().into()).collect();
        Listing { items, primary: self.primary, options, ..Listing::default() }
    }

    // --- The check ---------------------------------------------------------------------------

    fn fault(&self, field: &NodeField, node: i64, said: Option<i64>, is: i64, rule: &'static str) -> BuildFault {
        let written = |id: i64| match self.index.get(id) {
            FOREIGN if self.roles.by_address => "something that is not a node".to_string(),
            FOREIGN => id.to_string(),
            node => self.node_written(node),
        };
        let name = match self.roles.by_address {
            true => format!("{} of {}", field.name(), self.node_name(self.index.get(node))),
            false => format!("{}[{node}]", field.name()),
        };
        let said = said.map_or_else(|| "outside the memory".to_string(), written);
        BuildFault {
            name,
            said,
            is: written(is),
            rule,
            place: (field.address(node), field.width),
            mate: None,
            surplus: None,
        }
    }

    /// The number that is wrong before the first operation, at the first such node.
    fn check(&self, memory: &mut dyn ProgramMemory) -> Option<BuildFault> {
        let mut faults: Vec<(i64, BuildFault)> = Vec::new();
        let mut add = |node: i64, fault: BuildFault| faults.push((node, fault));
        self.check_headers(&mut add, memory);
        self.check_inverses(LinkRole::Right, &mut add, memory);
        self.check_inverses(LinkRole::Down, &mut add, memory);
        self.check_secondary(&mut add, memory);
        self.check_columns(&mut add, memory);
        self.check_rows(&mut add, memory);
        faults.into_iter().min_by_key(|(node, _)| *node).map(|(_, fault)| fault)
    }

    /// The headers follow each other in the order of their ring, without the nodes that are in it.
    fn check_headers(&self, add: &mut dyn FnMut(i64, BuildFault), memory: &mut dyn ProgramMemory) {
        let roles = &self.roles;
        let next_header = |at: usize| self.ids[if at == self.primary { 0 } else { at + 1 }];
        for at in 0..=self.primary {
            let (here, next) = (self.ids[at], next_header(at));
            for (field, from, is) in [(&roles.right, here, next), (&roles.left, next, here)] {
                let said = field.get(from, memory);
                let place = said.map_or(FOREIGN, |said| self.index.get(said));
                // L of the root: see `close_root`.
                let is_unread = field == &roles.left && from == roles.root;
                if place != FOREIGN && place as usize > self.headers && !is_unread {
                    add(from, self.fault(field, from, said, is, "the ring of the root has headers only"));
                }
            }
        }
    }

    /// Each pointer to the right, or down, has its inverse.
    fn check_inverses(&self, role: LinkRole, add: &mut dyn FnMut(i64, BuildFault), memory: &mut dyn ProgramMemory) {
        let is_across = role == LinkRole::Right;
        let (forth, back) = match is_across {
            true => (&self.roles.right, &self.roles.left),
            false => (&self.roles.down, &self.roles.up),
        };
        // By node, the first one whose `back` leads to it: made when it is asked for.
        let mut origins: Option<FxHashMap<i64, i64>> = None;
        let mut origin = |node: i64, memory: &mut dyn ProgramMemory| {
            let origins = origins.get_or_insert_with(|| self.origins(back, memory));
            origins.get(&node).copied().unwrap_or(node)
        };
        for at in 0..self.reach(role) {
            let node = self.id_of(role, at);
            // The root is in no vertical ring, and a secondary header in no horizontal one.
            let is_out = match is_across {
                true => (self.primary + 1..=self.headers).contains(&at),
                false => at == 0,
            };
            let next = forth.get(node, memory);
            let is_row = is_across && at > self.headers;
            let is_head = |next| self.index.get(next) == FOREIGN && self.has_row_head(node, next, memory);
            if is_row && next.is_some_and(is_head) {
                continue;
            }
            let Some(next) = next.filter(|&next| !is_out && self.index.get(next) != FOREIGN) else {
                if !is_out {
                    let is = origin(node, memory);
                    add(node, self.fault(forth, node, next, is, "a ring has nodes only"));
                }
                continue;
            };
            let said = back.get(next, memory);
            // An option that runs into another one is wrong where it does so.
            let is_left = is_row && self.leaves_row(at as u32, self.index.get(next));
            // See `close_root`.
            if is_across && next == self.roles.root && at > 0 {
                continue;
            }
            if said != Some(node) && is_left {
                let rule = "the ring of an option has nodes of one row";
                let is = origin(node, memory);
                add(node, self.fault(forth, node, Some(next), is, rule));
            } else if said != Some(node) {
                let rule = match is_across {
                    true => "L and R are inverse: L[R[x]] = x",
                    false => "U and D are inverse: U[D[x]] = x",
                };
                let mate = Some((forth.address(node), forth.width));
                add(next, BuildFault { mate, ..self.fault(back, next, said, node, rule) });
            }
        }
    }

    /// The headers of secondary items are in no ring of headers.
    fn check_secondary(&self, add: &mut dyn FnMut(i64, BuildFault), memory: &mut dyn ProgramMemory) {
        let roles = &self.roles;
        let is_primary = |to: i64| (1..=self.primary as u32).contains(&self.index.get(to));
        for header in self.primary + 1..=self.headers {
            let id = self.ids[header];
            for field in [&roles.left, &roles.right] {
                let said = field.get(id, memory);
                let is_foreign = said.is_some_and(|to| to == roles.root || is_primary(to));
                let Some(to) = said.filter(|_| is_foreign && self.is_in_ring(header as u32)) else { continue };
                // Its neighbour passes over it: it was left out of the ring.
                let mate = if field == &roles.left { &roles.right } else { &roles.left };
                let passes = mate.get(to, memory);
                if passes != Some(id) {
                    let rule = "a header is in the ring if its neighbours are: L and R are inverse";
                    add(id, self.fault(mate, to, passes, id, rule));
                } else {
                    add(id, self.fault(field, id, said, id, "a secondary header is in no ring of headers"));
                }
            }
        }
    }

    /// Each node names its header as its column, where most of them do.
    fn check_columns(&self, add: &mut dyn FnMut(i64, BuildFault), memory: &mut dyn ProgramMemory) {
        let Some(column) = self.roles.column.as_ref() else { return };
        let header = |node: usize| self.ids[self.header_of(node as u32) as usize];
        let fits = |node: &usize| column.get(self.ids[*node], &mut *memory) == Some(header(*node));
        let nodes = self.headers + 1..self.ids.len();
        let is_direct = nodes.clone().filter(fits).count() * 10 >= self.nodes() * 6;
        let is_by_name = is_column(column.name()) && !self.roles.by_address;
        if !is_direct && (!is_by_name || self.is_column_shifted(column, memory)) {
            return;
        }
        for node in nodes {
            let said = column.get(self.ids[node], memory);
            if said != Some(header(node)) {
                let rule = "the column of a node is the header of its ring";
                add(self.ids[node], self.fault(column, self.ids[node], said, header(node), rule));
            }
        }
    }

    /// The first header whose size is not the length of its list.
    fn check_sizes(&self, memory: &mut dyn ProgramMemory) -> Option<BuildFault> {
        let size = self.roles.size.as_ref()?;
        let mut lengths = vec![0i64; self.headers + 1];
        (self.headers + 1..self.ids.len()).for_each(|node| lengths[self.header_of(node as u32) as usize] += 1);
        for (&id, &length) in self.ids.iter().zip(&lengths).take(self.primary + 1).skip(1) {
            let said = size.get(id, memory);
            if said != Some(length) {
                let fault = self.fault(size, id, Some(0), 0, "the size at a header is the length of its list");
                let surplus = said.map(|said| said - length);
                let said = said.map_or_else(|| "outside the memory".to_string(), |said| said.to_string());
                let mate = Some((self.roles.up.address(id), self.roles.up.width));
                return Some(BuildFault { said, is: length.to_string(), mate, surplus, ..fault });
            }
        }
        None
    }

    /// By node that a field leads to: the first node from which it does.
    fn origins(&self, field: &NodeField, memory: &mut dyn ProgramMemory) -> FxHashMap<i64, i64> {
        let ids = self.ids.iter().chain(&self.begins).rev();
        ids.filter_map(|&id| Some((field.get(id, &mut *memory)?, id))).collect()
    }

    /// Returns whether the column is a number of its own, the same on each vertical ring.
    fn is_column_shifted(&self, column: &NodeField, memory: &mut dyn ProgramMemory) -> bool {
        let mut value_of: FxHashMap<u32, Option<i64>> = FxHashMap::default();
        (self.headers + 1..self.ids.len()).all(|node| {
            let said = column.get(self.ids[node], memory);
            *value_of.entry(self.header_of(node as u32)).or_insert(said) == said
        })
    }

    /// Checks that an option has the nodes of one row, each of its columns once.
    fn check_rows(&self, add: &mut dyn FnMut(i64, BuildFault), memory: &mut dyn ProgramMemory) {
        for row in &self.rows {
            let mut columns = FxHashSet::default();
            let is_certain = self.roles.row.is_some() || !row.iter().all(|&node| columns.insert(self.header_of(node)));
            if let Some(fault) = self.row_fault(row, memory).filter(|_| is_certain) {
                add(self.ids[row[0] as usize], fault);
                continue;
            }
            columns.clear();
            for &node in row {
                if !columns.insert(self.header_of(node)) {
                    let id = self.ids[node as usize];
                    let field = &self.roles.right;
                    let said = field.get(id, memory);
                    add(id, self.fault(field, id, said, id, "an option has one node in each of its columns"));
                }
            }
        }
    }

    /// Returns whether two nodes are of different rows, as the program states them.
    fn leaves_row(&self, node: u32, next: u32) -> bool {
        let stated = |node: u32| self.stated_rows.get(node as usize).copied().flatten();
        self.roles.row.is_some() && stated(node).is_some() && stated(node) != stated(next)
    }

    /// The first link of an option that leads to a node of another row.
    fn row_fault(&self, row: &[u32], memory: &mut dyn ProgramMemory) -> Option<BuildFault> {
        let stated = |place: usize| self.stated_rows[row[place % row.len()] as usize];
        let at = (0..row.len()).find(|&at| stated(at) != stated(at + 1))?;
        // From there the ring goes back to the first node of its own row.
        let is = (at + 1..=at + row.len()).find(|&next| stated(next) == stated(at))?;
        let (id, is) = (self.ids[row[at] as usize], self.ids[row[is % row.len()] as usize]);
        let field = &self.roles.right;
        let said = field.get(id, memory);
        Some(self.fault(field, id, said, is, "the ring of an option has nodes of one row"))
    }
}

/// The other nodes of an option.
fn along(roles: &Roles, node: i64, memory: &mut dyn ProgramMemory) -> Option<Vec<i64>> {
    match &roles.across {
        Across::Ring => either(&roles.right, &roles.left, node, memory),
        Across::Own(pair) => either(&pair.1, &pair.0, node, memory),
        Across::Spacers(top) => Some(between_spacers(top, node, memory)),
    }
}
