//! The decision heuristics.
//!
//! Two heuristics take turns, because each is sometimes many times faster than the other. The first
//! decides on items: the item with the fewest options, ties to the highest activity; of its options
//! the one of highest activity. The second decides on options: the option of highest activity,
//! whichever items it covers. It is set to its target phase, the value that it had when the most
//! literals were assigned without a conflict.

use super::trail::{Literal, Trail};
use crate::dlx::{ItemId, OptionId};

/// The activity bump grows by this factor with each conflict, so older bumps decay. For items 0.99
/// was the fastest of 0.9, 0.95, 0.99, 0.995 and 0.998, on hard 16x16 and on 25x25 grids; for
/// options 0.97 was no faster than 0.95.
const DECAY_OF_ITEMS: f64 = 1.0 / 0.99;
const DECAY_OF_OPTIONS: f64 = 1.0 / 0.95;

/// Activities above this are scaled down.
const LARGE: f64 = 1e100;

pub(super) struct Decisions {
    /// The activities of items and options, and the amount of the next bump.
    items: Vec<f64>,
    options: Vec<f64>,
    worth: f64,
    /// The options by activity, while options are decided. Assigned options may be missing.
    heap: Heap,
    /// By option: its saved phase, the value that it had last.
    was_taken: Vec<bool>,
    /// By option: its target phase, the value that it had when the most literals were assigned
    /// without a conflict; `None` if it was not assigned then. And the number of those literals.
    went_well: Vec<Option<bool>>,
    most: usize,
    by_option: bool,
}

impl Decisions {
    pub(super) fn new(items: usize, options: usize) -> Decisions {
        Decisions {
            items: vec![0.0; items],
            options: vec![0.0; options],
            worth: 1.0,
            heap: Heap::default(),
            was_taken: vec![true; options],
            went_well: vec![None; options],
            most: 0,
            by_option: false,
        }
    }

    /// The next decision. `None` if all primary items are covered.
    pub(super) fn next(&mut self, trail: &Trail) -> Option<Literal> {
        if !self.by_option {
            let item = self.next_item(trail)?;
            return Some(Literal::taken(self.best_option(item, trail)));
        }
        trail.open_items().next()?;
        let option = loop {
            let option =
                OptionId(self.heap.pop(&self.options).expect("an item that is not covered has an open option"));
            if trail.is_open(option) {
                break option;
            }
        };
        let taken = Literal::taken(option);
        let is_taken = self.went_well[option.index()].unwrap_or(self.was_taken[option.index()]);
        Some(if is_taken { taken } else { taken.not() })
    }

    fn next_item(&self, trail: &Trail) -> Option<ItemId> {
        let worth = |item: ItemId| self.items[item.index()];
        let before = |(one, left): (ItemId, u32), (other, fewest): (ItemId, u32)| {
            left < fewest || left == fewest && (worth(one) > worth(other) || worth(one) == worth(other) && one < other)
        };
        let open = trail.open_items();
        open.reduce(|best, next| if before(next, best) { next } else { best }).map(|(item, _)| item)
    }

    fn best_option(&self, item: ItemId, trail: &Trail) -> OptionId {
        let open = trail.options(item).iter().filter(|&&option| trail.is_open(option));
        let worth = |option: &OptionId| self.options[option.index()];
        // Ties go to the first.
        let best = open.copied().reduce(|best, option| if worth(&option) > worth(&best) { option } else { best });
        best.expect("an item that is not covered has options, or there was a conflict")
    }

    pub(super) fn by_option(&self) -> bool {
        self.by_option
    }

    /// Switches to the other heuristic.
    pub(super) fn turn(&mut self) {
        self.by_option = !self.by_option;
        self.most = 0;
        self.heap = if self.by_option { Heap::of(&self.options) } else { Heap::default() };
    }

    /// Bumps an item that took part in a conflict.
    pub(super) fn bump_item(&mut self, item: ItemId) {
        self.items[item.index()] += self.worth;
    }

    /// Bumps an option that took part in a conflict.
    pub(super) fn bump_option(&mut self, option: OptionId) {
        self.options[option.index()] += self.worth;
        if self.by_option {
            self.heap.raised(option.0, &self.options);
        }
    }

    /// Decays all activities, by growing the next bump.
    pub(super) fn decay(&mut self) {
        self.worth *= if self.by_option { DECAY_OF_OPTIONS } else { DECAY_OF_ITEMS };
        if self.worth > LARGE {
            self.items.iter_mut().chain(&mut self.options).for_each(|worth| *worth /= LARGE);
            self.worth /= LARGE;
        }
    }

    /// Saves the target phases at a conflict, if more literals were assigned before its level than
    /// at any earlier conflict.
    pub(super) fn conflict(&mut self, before: &[Literal]) {
        if self.by_option && before.len() > self.most {
            self.most = before.len();
            before.iter().for_each(|literal| self.went_well[literal.option().index()] = Some(literal.is_taken()));
        }
    }

    /// Saves the phase of a literal that is unassigned.
    pub(super) fn freed(&mut self, literal: Literal) {
        if self.by_option {
            self.heap.push(literal.option().0, &self.options);
        }
        self.was_taken[literal.option().index()] = literal.is_taken();
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
