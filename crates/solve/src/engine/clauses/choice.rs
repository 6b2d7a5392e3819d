//! The decision heuristics.
//!
//! Two heuristics take turns, because each is sometimes many times faster than the other. The first
//! decides on items: the item with the fewest options, ties to the highest activity; of its options
//! the one of highest activity. The second decides on variables: the option or colour of highest
//! activity, whichever items it covers. It is set to its target phase, the value that it had when
//! the most literals were assigned without a conflict.

use super::groups::{GroupId, VariableId};
use super::trail::{Literal, Trail};
use fastrand::Rng;

/// The activity bump grows by this factor with each conflict, so older bumps decay. For items 0.99
/// was the fastest of 0.9, 0.95, 0.99, 0.995 and 0.998, on hard 16x16 and on 25x25 grids; for
/// variables 0.97 was no faster than 0.95.
const DECAY_OF_ITEMS: f64 = 1.0 / 0.99;
const DECAY_OF_VARIABLES: f64 = 1.0 / 0.95;

/// Activities above this are scaled down.
const LARGE: f64 = 1e100;

pub(super) struct Decisions {
    /// The activities of groups and variables, and the amount of the next bump.
    groups: Vec<f64>,
    variables: Vec<f64>,
    worth: f64,
    /// The variables by activity, while variables are decided. Assigned ones may be missing.
    heap: Heap,
    /// By variable: its saved phase, the value that it had last.
    was_taken: Vec<bool>,
    /// By variable: its target phase, the value that it had when the most literals were assigned
    /// without a conflict; `None` if it was not assigned then. And the number of those literals.
    went_well: Vec<Option<bool>>,
    most: usize,
    by_variable: bool,
}

impl Decisions {
    pub(super) fn new(groups: usize, variables: usize) -> Decisions {
        Decisions {
            groups: vec![0.0; groups],
            variables: vec![0.0; variables],
            worth: 1.0,
            heap: Heap::default(),
            was_taken: vec![true; variables],
            went_well: vec![None; variables],
            most: 0,
            by_variable: false,
        }
    }

    /// Makes searches of different numbers decide differently. Number 0 stays as it is. The others
    /// begin with random activities; odd ones also begin with the other heuristic, and every fourth
    /// one with the other phases.
    pub(super) fn vary(&mut self, number: usize) {
        if number == 0 {
            return;
        }
        let mut rng = Rng::with_seed(number as u64);
        self.groups.iter_mut().chain(&mut self.variables).for_each(|worth| *worth = rng.f64());
        if number % 2 == 1 {
            self.turn();
        }
        if number % 4 == 2 {
            self.was_taken.fill(false);
        }
    }

    /// The next decision. `None` if the options taken are a solution.
    pub(super) fn next(&mut self, trail: &Trail) -> Option<Literal> {
        if trail.open_items().next().is_none() {
            return trail.spare().map(|variable| Literal::taken(variable).not());
        }
        if !self.by_variable {
            let item = self.next_item(trail)?;
            return Some(Literal::taken(self.best_option(item, trail)));
        }
        let variable = loop {
            let best = self.heap.pop(&self.variables).expect("an item that is not covered has an open option");
            if trail.is_open(VariableId(best)) {
                break VariableId(best);
            }
        };
        let taken = Literal::taken(variable);
        let is_taken = self.went_well[variable.index()].unwrap_or(self.was_taken[variable.index()]);
        Some(if is_taken { taken } else { taken.not() })
    }

    fn next_item(&self, trail: &Trail) -> Option<GroupId> {
        let worth = |item: GroupId| self.groups[item.index()];
        let before = |(one, left): (GroupId, u32), (other, fewest): (GroupId, u32)| {
            left < fewest || left == fewest && (worth(one) > worth(other) || worth(one) == worth(other) && one < other)
        };
        let open = trail.open_items();
        open.reduce(|best, next| if before(next, best) { next } else { best }).map(|(item, _)| item)
    }

    fn best_option(&self, item: GroupId, trail: &Trail) -> VariableId {
        let open = trail.members(item).iter().filter(|&&option| trail.is_open(option));
        let worth = |option: &VariableId| self.variables[option.index()];
        // Ties go to the first.
        let best = open.copied().reduce(|best, option| if worth(&option) > worth(&best) { option } else { best });
        best.expect("an item that is not covered has options, or there was a conflict")
    }

    pub(super) fn by_variable(&self) -> bool {
        self.by_variable
    }

    /// Switches to the other heuristic.
    pub(super) fn turn(&mut self) {
        self.by_variable = !self.by_variable;
        self.most = 0;
        self.heap = if self.by_variable { Heap::of(&self.variables) } else { Heap::default() };
    }

    /// Bumps a group that took part in a conflict.
    pub(super) fn bump_group(&mut self, group: GroupId) {
        self.groups[group.index()] += self.worth;
    }

    /// Bumps a variable that took part in a conflict.
    pub(super) fn bump_variable(&mut self, variable: VariableId) {
        self.variables[variable.index()] += self.worth;
        if self.by_variable {
            self.heap.raised(variable.0, &self.variables);
        }
    }

    /// Decays all activities, by growing the next bump.
    pub(super) fn decay(&mut self) {
        self.worth *= if self.by_variable { DECAY_OF_VARIABLES } else { DECAY_OF_ITEMS };
        if self.worth > LARGE {
            self.groups.iter_mut().chain(&mut self.variables).for_each(|worth| *worth /= LARGE);
            self.worth /= LARGE;
        }
    }

    /// Saves the target phases at a conflict, if more literals were assigned before its level than
    /// at any earlier conflict.
    pub(super) fn conflict(&mut self, before: &[Literal]) {
        if self.by_variable && before.len() > self.most {
            self.most = before.len();
            before.iter().for_each(|literal| self.went_well[literal.variable().index()] = Some(literal.is_taken()));
        }
    }

    /// Saves the phase of a literal that is unassigned.
    pub(super) fn freed(&mut self, literal: Literal) {
        if self.by_variable {
            self.heap.push(literal.variable().0, &self.variables);
        }
        self.was_taken[literal.variable().index()] = literal.is_taken();
    }
}

/// The place of a number that is not in the heap.
const NOWHERE: u32 = u32::MAX;

/// A binary max-heap of numbers. Their activities may grow while they are in it.
#[derive(Default)]
struct Heap {
    numbers: Vec<u32>,
    places: Vec<u32>,
}

impl Heap {
    fn of(worths: &[f64]) -> Heap {
        let mut heap = Heap { numbers: Vec::with_capacity(worths.len()), places: vec![NOWHERE; worths.len()] };
        (0..worths.len() as u32).for_each(|number| heap.push(number, worths));
        heap
    }

    fn pop(&mut self, worths: &[f64]) -> Option<u32> {
        let last = self.numbers.pop()?;
        let Some(&top) = self.numbers.first() else {
            self.places[last as usize] = NOWHERE;
            return Some(last);
        };
        self.places[top as usize] = NOWHERE;
        self.sink(last, worths);
        Some(top)
    }

    fn push(&mut self, number: u32, worths: &[f64]) {
        if self.places[number as usize] == NOWHERE {
            self.numbers.push(number);
            self.rise(self.numbers.len() - 1, worths);
        }
    }

    fn raised(&mut self, number: u32, worths: &[f64]) {
        let at = self.places[number as usize];
        if at != NOWHERE {
            self.rise(at as usize, worths);
        }
    }

    fn rise(&mut self, mut at: usize, worths: &[f64]) {
        let number = self.numbers[at];
        while at > 0 && worths[self.numbers[(at - 1) / 2] as usize] < worths[number as usize] {
            self.put(self.numbers[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        self.put(number, at);
    }

    /// Puts a number at the top and sifts it down.
    fn sink(&mut self, number: u32, worths: &[f64]) {
        let worth = |heap: &Heap, at: usize| heap.numbers.get(at).map(|&number| worths[number as usize]);
        let mut at = 0;
        loop {
            let below = 2 * at + 1 + usize::from(worth(self, 2 * at + 2) > worth(self, 2 * at + 1));
            // `None`, a missing child, is less than any activity.
            if worth(self, below) <= Some(worths[number as usize]) {
                break;
            }
            self.put(self.numbers[below], at);
            at = below;
        }
        self.put(number, at);
    }

    fn put(&mut self, number: u32, at: usize) {
        self.numbers[at] = number;
        self.places[number as usize] = at as u32;
    }
}
