//! The trail: the value of each option, in assignment order, and unit propagation.
//!
//! Two propagation rules need no clauses: an option that is taken rules out all others that share
//! an item with it, and a primary item with one option left takes that option. A third rule reads
//! the clause database.

use super::store::{ClauseId, Store};
use crate::dlx::{ItemId, OptionId, Problem};

/// A literal: an option is taken, or it is not. Twice the option's number, plus 1 if it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn taken(option: OptionId) -> Literal {
        Literal(option.0 << 1)
    }

    pub(super) fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    pub(super) fn option(self) -> OptionId {
        OptionId(self.0 >> 1)
    }

    pub(super) fn is_taken(self) -> bool {
        self.0 & 1 == 0
    }

    /// The value of the option if the literal is true.
    fn fate(self) -> u8 {
        self.0 as u8 & 1
    }

    /// The inverse is [`Literal::numbered`].
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal of an index: see [`Literal::index`].
    pub(super) fn numbered(index: usize) -> Literal {
        Literal(index as u32)
    }
}

/// The value of an unassigned option.
const OPEN: u8 = 2;

/// A flag above every possible number of options.
const COVERED: u32 = 1 << 31;

/// The reason why a literal was assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A decision, or true at level 0 without a reason.
    None,
    /// It shares an item with this option, which is taken.
    Option(OptionId),
    /// It is the last option left for this item.
    Item(ItemId),
    /// All other literals of this clause are false.
    Clause(ClauseId),
}

/// An item, in the state of the literals propagated so far.
struct ItemState {
    /// `options_of[start..end]` are its options, without those ruled out at level 0.
    start: u32,
    end: u32,
    /// The first option taken that covers it.
    covered_by: Option<OptionId>,
}

/// The level and the reason of an assignment.
#[derive(Clone, Copy)]
struct Decided {
    level: u32,
    reason: Reason,
}

/// A conflict: a primary item without an option, two options taken that share an item, or a clause
/// whose literals are all false.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    Item(ItemId),
    Options(OptionId, OptionId),
    Clause(ClauseId),
}

pub(super) struct Trail<'a> {
    problem: &'a Problem,
    items: Vec<ItemState>,
    options_of: Vec<OptionId>,
    /// By item: the number of its options not ruled out, plus [`COVERED`] while it is covered. An
    /// uncovered primary item with 1 forces its option.
    left: Vec<u32>,
    /// By option: 0 if it is taken, 1 if it is ruled out, or [`OPEN`]. Bytes, because this is read
    /// most often.
    fates: Vec<u8>,
    decided: Vec<Decided>,
    literals: Vec<Literal>,
    /// The number of literals that have been propagated.
    propagated: usize,
    /// The number of literals that were ever propagated.
    propagations: u64,
    /// The number of literals at the last [`Trail::simplify`].
    simplified: usize,
    /// By level: the index of its first literal.
    marks: Vec<usize>,
    /// The primary items, the `open` uncovered ones first; and the place of each in that order.
    order: Vec<u32>,
    places: Vec<u32>,
    open: usize,
}

impl<'a> Trail<'a> {
    pub(super) fn new(problem: &'a Problem) -> Trail<'a> {
        let m = problem.n_options();
        let (starts, options_of) = problem.columns().into_parts();
        let item = |pair: &[u32]| ItemState { start: pair[0], end: pair[1], covered_by: None };
        let items: Vec<ItemState> = starts.windows(2).map(item).collect();
        let left = items.iter().map(|item| item.end - item.start).collect();
        Trail {
            problem,
            items,
            options_of,
            left,
            fates: vec![OPEN; m],
            decided: vec![Decided { level: 0, reason: Reason::None }; m],
            literals: Vec::with_capacity(m),
            propagated: 0,
            propagations: 0,
            simplified: 0,
            marks: Vec::new(),
            order: (0..problem.n_primary() as u32).collect(),
            places: (0..problem.n_primary() as u32).collect(),
            open: problem.n_primary(),
        }
    }

    /// Assigns the literals implied at level 0. Returns `None` on a conflict.
    pub(super) fn root(&mut self, store: &mut Store) -> Option<()> {
        for item in (0..self.problem.n_primary() as u32).map(ItemId) {
            match *self.options(item) {
                [] => return None,
                [only] if self.is_open(only) => self.enqueue(Literal::taken(only), Reason::Item(item)),
                _ => {}
            }
        }
        // Algorithm X never chooses an option without a primary item, so this engine does not
        // either.
        for option in self.problem.options() {
            let useless = !self.problem.items_of(option).iter().any(|&item| self.problem.is_primary(item));
            if useless && self.is_open(option) {
                self.enqueue(Literal::taken(option).not(), Reason::None);
            }
        }
        self.propagate(store).is_none().then_some(())
    }

    /// Removes the options ruled out at level 0 from the lists of their items, so that they are not
    /// read again. Must be called at level 0.
    pub(super) fn simplify(&mut self) {
        debug_assert!(self.marks.is_empty());
        let certain = self.literals.len();
        if std::mem::replace(&mut self.simplified, certain) == certain {
            return;
        }
        let options = std::mem::take(&mut self.options_of);
        for item in &mut self.items {
            let start = self.options_of.len() as u32;
            let all = options[item.start as usize..item.end as usize].iter().copied();
            self.options_of
                .extend(all.filter(|&option| self.fates[option.index()] != Literal::taken(option).not().fate()));
            (item.start, item.end) = (start, self.options_of.len() as u32);
        }
    }

    /// The options of an item, without those ruled out by the last [`Trail::simplify`].
    pub(super) fn options(&self, item: ItemId) -> &[OptionId] {
        let ItemState { start, end, .. } = self.items[item.index()];
        &self.options_of[start as usize..end as usize]
    }

    pub(super) fn is_open(&self, option: OptionId) -> bool {
        self.fates[option.index()] == OPEN
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.fates[literal.option().index()] == literal.fate()
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.fates[literal.option().index()] == literal.not().fate()
    }

    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.decided[literal.option().index()].level
    }

    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.decided[literal.option().index()].reason
    }

    /// The current decision level.
    pub(super) fn level(&self) -> u32 {
        self.marks.len() as u32
    }

    /// The number of literals that were ever propagated.
    pub(super) fn propagations(&self) -> u64 {
        self.propagations
    }

    /// The assigned literals, oldest first.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The literals assigned before the current level.
    pub(super) fn before_level(&self) -> &[Literal] {
        &self.literals[..self.marks.last().copied().unwrap_or(0)]
    }

    /// The decisions, level by level.
    pub(super) fn tried(&self) -> impl Iterator<Item = Literal> + '_ {
        self.marks.iter().filter_map(|&mark| self.literals.get(mark).copied())
    }

    /// The options taken, oldest first.
    pub(super) fn taken(&self) -> Vec<OptionId> {
        self.literals.iter().filter(|literal| literal.is_taken()).map(|literal| literal.option()).collect()
    }

    /// The uncovered primary items, in no order, each with its number of options not ruled out.
    pub(super) fn open_items(&self) -> impl Iterator<Item = (ItemId, u32)> + '_ {
        self.order[..self.open].iter().map(|&item| (ItemId(item), self.left[item as usize]))
    }

    /// Begins a level with a decision.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.marks.push(self.literals.len());
        self.enqueue(literal, Reason::None);
    }

    pub(super) fn enqueue(&mut self, literal: Literal, reason: Reason) {
        debug_assert!(self.is_open(literal.option()));
        self.fates[literal.option().index()] = literal.fate();
        self.decided[literal.option().index()] = Decided { level: self.marks.len() as u32, reason };
        self.literals.push(literal);
    }

    /// Unit propagation, until nothing follows or a conflict is found.
    pub(super) fn propagate(&mut self, store: &mut Store) -> Option<Conflict> {
        while let Some(&literal) = self.literals.get(self.propagated) {
            self.propagated += 1;
            self.propagations += 1;
            let conflict =
                if literal.is_taken() { self.take(literal.option()) } else { self.rule_out(literal.option()) };
            // A literal is propagated completely even on a conflict, so that backtracking can undo
            // it.
            if let Some(conflict) = conflict.or_else(|| store.propagate(literal, self)) {
                return Some(conflict);
            }
        }
        None
    }

    fn take(&mut self, option: OptionId) -> Option<Conflict> {
        let (problem, mut conflict) = (self.problem, None);
        for &item in problem.items_of(option) {
            let state = &mut self.items[item.index()];
            let (start, end) = (state.start as usize, state.end as usize);
            if state.covered_by.is_none() {
                state.covered_by = Some(option);
                self.left[item.index()] += COVERED;
                self.close(item);
            }
            for at in start..end {
                let other = self.options_of[at];
                let taken = Literal::taken(other);
                if self.is_true(taken) {
                    // Each is the last option of some item, and both were enqueued before either
                    // was propagated.
                    conflict = conflict.or((other != option).then_some(Conflict::Options(option, other)));
                } else if !self.is_false(taken) {
                    self.enqueue(taken.not(), Reason::Option(option));
                }
            }
        }
        conflict
    }

    /// Moves a primary item behind the open ones. [`Trail::backtrack_to`] undoes it in the opposite
    /// order.
    fn close(&mut self, item: ItemId) {
        if self.problem.is_primary(item) {
            self.open -= 1;
            let (place, last) = (self.places[item.index()], self.order[self.open]);
            self.order.swap(place as usize, self.open);
            self.places[last as usize] = place;
            self.places[item.index()] = self.open as u32;
        }
    }

    fn rule_out(&mut self, option: OptionId) -> Option<Conflict> {
        let (problem, mut conflict) = (self.problem, None);
        for &item in problem.items_of(option).iter().filter(|&&item| problem.is_primary(item)) {
            let left = &mut self.left[item.index()];
            *left -= 1;
            if *left > 1 {
                continue;
            }
            let left = *left;
            match self.options(item).iter().find(|&&other| !self.is_false(Literal::taken(other))) {
                None => conflict = Some(Conflict::Item(item)),
                Some(&last) if self.is_open(last) && left == 1 => {
                    self.enqueue(Literal::taken(last), Reason::Item(item))
                }
                Some(_) => {}
            }
        }
        conflict
    }

    /// Unassigns everything above a level. Calls `freed` with each literal.
    pub(super) fn backtrack_to(&mut self, level: u32, mut freed: impl FnMut(Literal)) {
        let Some(&mark) = self.marks.get(level as usize) else { return };
        while self.literals.len() > mark {
            let literal = self.literals.pop().expect("there are more than the mark");
            let option = literal.option();
            if self.literals.len() < self.propagated {
                let problem = self.problem;
                for &item in problem.items_of(option) {
                    let (primary, left) = (problem.is_primary(item), &mut self.left[item.index()]);
                    if !literal.is_taken() {
                        *left += u32::from(primary);
                    } else if self.items[item.index()].covered_by == Some(option) {
                        self.items[item.index()].covered_by = None;
                        *left -= COVERED;
                        self.open += usize::from(primary);
                    }
                }
            }
            self.fates[option.index()] = OPEN;
            freed(literal);
        }
        self.propagated = self.propagated.min(mark);
        self.marks.truncate(level as usize);
    }
}
