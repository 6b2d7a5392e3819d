//! The trail: the value of each variable, in assignment order, and unit propagation.
//!
//! The groups of variables need no clauses ([`Groups`]). If the most members of a group are taken,
//! the others are ruled out; if only the fewest are left, they are taken. A colour and its options
//! imply each other. Another rule reads the clause database.

use super::groups::{GroupId, Groups, VariableId};
use super::store::{ClauseId, Store};
use crate::diary::{Diary, Variable};
use dancing::{ItemId, OptionId, Problem};
use std::rc::Rc;

/// A literal: a variable is taken, or it is not. Twice the variable's number, plus 1 if it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn taken(variable: VariableId) -> Literal {
        Literal(variable.0 << 1)
    }

    pub(super) fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }

    pub(super) fn variable(self) -> VariableId {
        VariableId(self.0 >> 1)
    }

    pub(super) fn is_taken(self) -> bool {
        self.0 & 1 == 0
    }

    /// The value of the variable if the literal is true.
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

/// The values of a variable: see [`Literal::fate`]. The other one is 1.
const TAKEN: u8 = 0;
const OPEN: u8 = 2;

/// A flag above every possible number of members.
const COVERED: u32 = 1 << 31;

/// The reason why a literal was assigned, or the constraint that a conflict violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A decision, or true at level 0 without a reason.
    None,
    /// This literal implies it: they share a group, or one is a colour of the other.
    Literal(Literal),
    /// The members of this group that are not ruled out are needed.
    Least(GroupId),
    /// As many members of this group are taken as may be.
    Most(GroupId),
    /// All other literals of this clause are false.
    Clause(ClauseId),
}

/// The state of a group under the current assignment.
#[derive(Clone, Copy)]
struct GroupState {
    /// `members[start..end]` are its members, without those ruled out at level 0.
    start: u32,
    end: u32,
    /// The members taken.
    taken: u32,
    /// The fewest and the most that may be taken.
    least: u32,
    most: u32,
}

impl GroupState {
    /// The members that it needs besides one.
    fn extra(&self) -> u32 {
        self.least.saturating_sub(1)
    }
}

/// An assignment.
#[derive(Clone, Copy)]
struct Decided {
    level: u32,
    /// The index in the trail.
    at: u32,
    reason: Reason,
}

/// A conflict: true literals that cannot all be true, as one of them and a reason why it must be
/// false; or a group or clause that is violated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conflict {
    pub(super) reason: Reason,
    pub(super) and: Option<Literal>,
}

impl Conflict {
    fn of(reason: Reason) -> Conflict {
        Conflict { reason, and: None }
    }

    fn between(one: Literal, other: Literal) -> Conflict {
        Conflict { reason: Reason::Literal(one), and: Some(other) }
    }

    pub(super) fn of_clause(clause: ClauseId) -> Conflict {
        Conflict::of(Reason::Clause(clause))
    }
}

// Many fields: parallel arrays by variable, group and level.
pub(super) struct Trail<'a> {
    problem: &'a Problem,
    /// Shared, so that a walk over the groups of a variable can change the trail.
    groups: Rc<Groups<'a>>,
    states: Vec<GroupState>,
    members: Vec<VariableId>,
    /// By group: the number of its members not ruled out, less those that it needs besides one,
    /// plus [`COVERED`] while it needs no more. An uncovered primary item with 1 takes its members.
    left: Vec<u32>,
    /// By variable: 0 if it is taken, 1 if it is ruled out, or [`OPEN`]. Bytes, because this is
    /// read most often.
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
        let groups = Groups::new(problem);
        let (starts, members) = groups.members();
        let state = |group: u32| {
            let (least, most) = groups.range(ItemId(group));
            GroupState { start: starts[group as usize], end: starts[group as usize + 1], taken: 0, least, most }
        };
        let states: Vec<GroupState> = (0..groups.n_groups() as u32).map(state).collect();
        let variables = groups.n_variables();
        let mut trail = Trail {
            problem,
            left: states.iter().map(|state| (state.end - state.start).saturating_sub(state.extra())).collect(),
            states,
            members,
            groups: Rc::new(groups),
            fates: vec![OPEN; variables],
            decided: vec![Decided { level: 0, at: 0, reason: Reason::None }; variables],
            literals: Vec::with_capacity(variables),
            propagated: 0,
            propagations: 0,
            simplified: 0,
            marks: Vec::new(),
            order: (0..problem.n_primary() as u32).collect(),
            places: (0..problem.n_primary() as u32).collect(),
            open: problem.n_primary(),
        };
        for item in (0..problem.n_primary() as u32).map(ItemId) {
            if trail.states[item.index()].least == 0 {
                trail.close(item);
            }
        }
        trail
    }

    pub(super) fn n_variables(&self) -> usize {
        self.groups.n_variables()
    }

    pub(super) fn n_groups(&self) -> usize {
        self.groups.n_groups()
    }

    /// Assigns the literals implied at level 0. Returns `None` on a conflict.
    pub(super) fn root(&mut self, store: &mut Store) -> Option<()> {
        for item in (0..self.problem.n_primary() as u32).map(ItemId) {
            let GroupState { start, end, least, .. } = self.states[item.index()];
            if end - start < least {
                return None;
            }
            if end - start == least {
                self.take_open(item);
            }
        }
        // Algorithm X never chooses an option without a primary item, so this engine does not
        // either.
        for option in self.problem.options() {
            let variable = VariableId(option.0);
            if !self.problem.is_useful(option) && self.is_open(variable) {
                self.enqueue(Literal::taken(variable).not(), Reason::None);
            }
        }
        self.propagate(store).is_none().then_some(())
    }

    /// Takes all open members of a group, which needs them.
    fn take_open(&mut self, group: GroupId) {
        for at in self.states[group.index()].start..self.states[group.index()].end {
            let member = self.members[at as usize];
            if self.is_open(member) {
                self.enqueue(Literal::taken(member), Reason::Least(group));
            }
        }
    }

    /// Removes the variables ruled out at level 0 from their groups, so that they are not read
    /// again. Must be called at level 0.
    pub(super) fn simplify(&mut self) {
        debug_assert!(self.marks.is_empty());
        let certain = self.literals.len();
        if std::mem::replace(&mut self.simplified, certain) == certain {
            return;
        }
        let members = std::mem::take(&mut self.members);
        for state in &mut self.states {
            let start = self.members.len() as u32;
            let all = members[state.start as usize..state.end as usize].iter().copied();
            self.members
                .extend(all.filter(|&member| self.fates[member.index()] != Literal::taken(member).not().fate()));
            (state.start, state.end) = (start, self.members.len() as u32);
        }
    }

    /// The members of a group, without those ruled out by the last [`Trail::simplify`].
    pub(super) fn members(&self, group: GroupId) -> &[VariableId] {
        let GroupState { start, end, .. } = self.states[group.index()];
        &self.members[start as usize..end as usize]
    }

    pub(super) fn is_open(&self, variable: VariableId) -> bool {
        self.fates[variable.index()] == OPEN
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.fates[literal.variable().index()] == literal.fate()
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.fates[literal.variable().index()] == literal.not().fate()
    }

    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.decided[literal.variable().index()].level
    }

    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.decided[literal.variable().index()].reason
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
        let taken = self.literals.iter().filter(|literal| literal.is_taken());
        taken.filter_map(|literal| self.groups.option(literal.variable())).collect()
    }

    /// A clause that excludes one solution, given by its options in ascending order, and no other.
    pub(super) fn other_than(&self, options: &[OptionId]) -> Vec<Literal> {
        let taken = |option: &OptionId| Literal::taken(VariableId(option.0));
        let mut clause: Vec<Literal> = options.iter().map(|option| taken(option).not()).collect();
        if self.problem.class().facts().ranges {
            // Another solution may hold these options and some more.
            let others = self.problem.options().filter(|option| options.binary_search(option).is_err());
            clause.extend(others.map(|option| taken(&option)));
        }
        clause
    }

    /// A variable in terms of the problem.
    pub(super) fn in_problem(&self, variable: VariableId) -> Variable {
        self.groups.in_problem(variable)
    }

    /// Reports the clauses that propagation uses but does not derive itself: a colour needs one of
    /// the options that give it for the sake of one item.
    pub(super) fn report_sources(&self, diary: &mut dyn Diary) {
        for (source, color) in self.groups.derived() {
            let options = self.members(source).iter().map(|&option| (self.in_problem(option), true));
            let mut clause = std::iter::once((self.in_problem(color), false)).chain(options);
            _ = diary.learned(&mut clause);
        }
    }

    /// The primary items that need more options, in no order. Each with the number of its options
    /// not ruled out, less those that it needs besides one.
    pub(super) fn open_items(&self) -> impl Iterator<Item = (GroupId, u32)> + '_ {
        self.order[..self.open].iter().map(|&item| (ItemId(item), self.left[item as usize]))
    }

    /// An option that is open though no primary item needs more: if items have ranges, it may be in
    /// a solution.
    pub(super) fn spare(&self) -> Option<VariableId> {
        let ranges = self.problem.class().facts().ranges;
        let open = || self.fates[..self.problem.n_options()].iter().position(|&fate| fate == OPEN);
        ranges.then(open)?.map(|variable| VariableId(variable as u32))
    }

    /// Begins a level with a decision.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.marks.push(self.literals.len());
        self.enqueue(literal, Reason::None);
    }

    pub(super) fn enqueue(&mut self, literal: Literal, reason: Reason) {
        debug_assert!(self.is_open(literal.variable()));
        self.fates[literal.variable().index()] = literal.fate();
        let (level, at) = (self.marks.len() as u32, self.literals.len() as u32);
        self.decided[literal.variable().index()] = Decided { level, at, reason };
        self.literals.push(literal);
    }

    /// Calls `on` with the true literals that imply a literal by a reason or, without a literal,
    /// that violate it. Stops if `on` returns false, and returns false then.
    pub(super) fn because(
        &self,
        store: &Store,
        reason: Reason,
        of: Option<Literal>,
        mut on: impl FnMut(Literal) -> bool,
    ) -> bool {
        match reason {
            Reason::None => true,
            Reason::Literal(literal) => on(literal),
            Reason::Clause(clause) => {
                store.literals(clause).iter().filter(|&&literal| of != Some(literal)).all(|literal| on(literal.not()))
            }
            Reason::Least(group) => {
                let state = &self.states[group.index()];
                let color = self.groups.color(group).map(Literal::taken);
                if state.least == 1 {
                    // All others are ruled out.
                    let but = of.map(Literal::variable);
                    let mut others = self.members(group).iter().filter(|&&member| but != Some(member));
                    let color = color.filter(|&color| of != Some(color.not()));
                    return others.all(|&member| on(Literal::taken(member).not())) && color.is_none_or(on);
                }
                let needed = (state.end - state.start - state.least) + u32::from(of.is_none());
                self.before(group, of).filter(|literal| !literal.is_taken()).take(needed as usize).all(on)
            }
            Reason::Most(group) => {
                let most = self.states[group.index()].most + u32::from(of.is_none());
                self.before(group, of).filter(|literal| literal.is_taken()).take(most as usize).all(on)
            }
        }
    }

    /// The members of a group that were assigned before a literal, as true literals.
    fn before(&self, group: GroupId, of: Option<Literal>) -> impl Iterator<Item = Literal> + '_ {
        let until = of.map_or(u32::MAX, |of| self.decided[of.variable().index()].at);
        let assigned = move |&&member: &&VariableId| !self.is_open(member) && self.decided[member.index()].at < until;
        self.members(group).iter().filter(assigned).map(|&member| {
            let taken = Literal::taken(member);
            if self.is_true(taken) { taken } else { taken.not() }
        })
    }

    /// Unit propagation, until nothing follows or a conflict is found.
    pub(super) fn propagate(&mut self, store: &mut Store) -> Option<Conflict> {
        while let Some(&literal) = self.literals.get(self.propagated) {
            self.propagated += 1;
            self.propagations += 1;
            let conflict =
                if literal.is_taken() { self.take(literal.variable()) } else { self.rule_out(literal.variable()) };
            // A literal is propagated completely even on a conflict, so that backtracking can undo
            // it.
            if let Some(conflict) = conflict.or_else(|| store.propagate(literal, self)) {
                return Some(conflict);
            }
        }
        None
    }

    fn take(&mut self, variable: VariableId) -> Option<Conflict> {
        let (groups, taken) = (Rc::clone(&self.groups), Literal::taken(variable));
        let mut conflict = None;
        for &group in groups.of(variable) {
            let state = &mut self.states[group.index()];
            state.taken += 1;
            let (start, end, most) = (state.start as usize, state.end as usize, state.most);
            if state.taken == state.least {
                self.close(group);
            }
            if most > 1 {
                conflict = conflict.or(self.fill(group, taken));
                continue;
            }
            // Nothing below reads the members.
            let members = std::mem::take(&mut self.members);
            for &other in &members[start..end] {
                match self.fates[other.index()] {
                    OPEN => self.enqueue(Literal::taken(other).not(), Reason::Literal(taken)),
                    // Each is the last member of some group, and both were enqueued before either
                    // was propagated.
                    TAKEN if other != variable => {
                        conflict = conflict.or(Some(Conflict::between(taken, Literal::taken(other))));
                    }
                    _ => {}
                }
            }
            self.members = members;
        }
        for source in groups.sources_of(variable) {
            if self.left[source.index()] == 1 {
                self.take_open(source);
            }
        }
        conflict
    }

    /// Propagates that one more member is taken of a group of which several may be: it implies its
    /// colour, or may be the last one that an item allows.
    fn fill(&mut self, group: GroupId, taken: Literal) -> Option<Conflict> {
        let GroupState { start, end, taken: number, most, .. } = self.states[group.index()];
        if let Some(color) = self.groups.color(group) {
            return self.imply(taken, Literal::taken(color));
        }
        if number > most {
            return Some(Conflict::of(Reason::Most(group)));
        }
        if number == most {
            for at in start as usize..end as usize {
                let other = self.members[at];
                if self.is_open(other) {
                    self.enqueue(Literal::taken(other).not(), Reason::Most(group));
                }
            }
        }
        None
    }

    /// Makes a literal true that another one implies.
    fn imply(&mut self, holds: Literal, implied: Literal) -> Option<Conflict> {
        if self.is_open(implied.variable()) {
            self.enqueue(implied, Reason::Literal(holds));
        }
        self.is_false(implied).then_some(Conflict::between(holds, implied.not()))
    }

    /// Marks a group as covered, and moves a primary item behind the open ones. `reopen` undoes it,
    /// in the opposite order.
    fn close(&mut self, group: GroupId) {
        self.left[group.index()] += COVERED;
        if self.groups.is_primary(group) {
            self.open -= 1;
            let (place, last) = (self.places[group.index()], self.order[self.open]);
            self.order.swap(place as usize, self.open);
            self.places[last as usize] = place;
            self.places[group.index()] = self.open as u32;
        }
    }

    fn reopen(&mut self, group: GroupId) {
        self.left[group.index()] -= COVERED;
        self.open += usize::from(self.groups.is_primary(group));
    }

    fn rule_out(&mut self, variable: VariableId) -> Option<Conflict> {
        let (groups, mut conflict) = (Rc::clone(&self.groups), None);
        for &group in groups.of(variable) {
            if !groups.has_least(group) {
                continue;
            }
            // Each member is counted once, so this cannot fall below 0.
            let left = self.left[group.index()].wrapping_sub(1);
            self.left[group.index()] = left;
            if left <= 1
                && let Some(starved) = self.starve(group, left)
            {
                conflict = Some(starved);
            }
        }
        for source in groups.sources_of(variable) {
            let ruled_out = Literal::taken(variable).not();
            for at in self.states[source.index()].start..self.states[source.index()].end {
                let option = self.members[at as usize];
                conflict = conflict.or(self.imply(ruled_out, Literal::taken(option).not()));
            }
        }
        conflict
    }

    /// Propagates that a group needs all its members that are left, or finds that it has too few.
    #[cold]
    fn starve(&mut self, group: GroupId, left: u32) -> Option<Conflict> {
        if let Some(color) = self.groups.color(group).map(Literal::taken) {
            if left == 0 && self.is_open(color.variable()) {
                self.enqueue(color.not(), Reason::Least(group));
            }
            if !self.is_true(color) {
                return None;
            }
        }
        if self.states[group.index()].least > 1 {
            if left == 0 {
                return Some(Conflict::of(Reason::Least(group)));
            }
            self.take_open(group);
            return None;
        }
        // Only one can be left, and it is found before the others are read.
        match self.members(group).iter().find(|&&member| !self.is_false(Literal::taken(member))) {
            None => return Some(Conflict::of(Reason::Least(group))),
            Some(&last) if left == 1 && self.is_open(last) => {
                self.enqueue(Literal::taken(last), Reason::Least(group));
            }
            Some(_) => {}
        }
        None
    }

    /// Unassigns everything above a level. Calls `freed` with each literal.
    pub(super) fn backtrack_to(&mut self, level: u32, mut freed: impl FnMut(Literal)) {
        let Some(&mark) = self.marks.get(level as usize) else { return };
        let groups = Rc::clone(&self.groups);
        while self.literals.len() > mark {
            let literal = self.literals.pop().expect("there are more than the mark");
            let variable = literal.variable();
            if self.literals.len() < self.propagated {
                for &group in groups.of(variable) {
                    if !literal.is_taken() {
                        self.left[group.index()] += u32::from(groups.has_least(group));
                        continue;
                    }
                    let state = &mut self.states[group.index()];
                    state.taken -= 1;
                    if state.taken + 1 == state.least {
                        self.reopen(group);
                    }
                }
            }
            self.fates[variable.index()] = OPEN;
            freed(literal);
        }
        self.propagated = self.propagated.min(mark);
        self.marks.truncate(level as usize);
    }
}
