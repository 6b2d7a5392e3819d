//! A search on sets in place of links: each item has the set of its options, and each option has
//! the list of its items. To choose an option is to take its items out, and the options that share
//! one with it out of the sets of the others.

use dancing::{ItemId, OptionId};
use quadrille_puzzle::{Encoded, ListedOption, Listing, Shape, encode};
use quadrille_study::Operation;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A variable that maps keys to sets or lists of other keys.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SetVariable {
    /// The way to it.
    pub path: String,
    /// `sets` or `lists`.
    pub kind: String,
    /// The keys, as the program writes them.
    pub keys: Vec<String>,
    /// By key: what it maps to.
    pub rows: Vec<Vec<String>>,
}

/// The sets of a search: by item, its options, or `None` for an item that is out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetState {
    lists: Vec<Option<BTreeSet<u32>>>,
}

/// The items and options that a program has built.
#[derive(Clone, Debug)]
pub struct SetMatrix {
    /// The way to the sets of the items.
    pub items_path: String,
    /// The way to the lists of the options.
    pub options_path: String,
    items: Vec<String>,
    options: Vec<String>,
    /// By option: its items, in their order.
    rows: Vec<Vec<u32>>,
    item_of: FxHashMap<String, u32>,
    option_of: FxHashMap<String, u32>,
    /// The sets at the beginning.
    pub start: SetState,
}

/// A set that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetFault {
    /// The sentence.
    pub what: String,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// The sets as they should be.
    pub expected: SetState,
}

/// The meaning of a change of the sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetChange {
    /// Options were chosen or taken back.
    Operations(Vec<Operation>),
    /// The first set that is wrong.
    Fault(Box<SetFault>),
}

impl SetMatrix {
    /// Finds the two variables whose values are inverse: an option is in the set of an item if the
    /// item is in the list of the option.
    pub fn find(variables: &[SetVariable]) -> Option<SetMatrix> {
        let mut best: Option<(usize, SetMatrix)> = None;
        for sets in variables.iter().filter(|one| one.kind == "sets") {
            for lists in variables.iter().filter(|one| one.path != sets.path) {
                let Some((score, matrix)) = SetMatrix::of(sets, lists) else { continue };
                if best.as_ref().is_none_or(|(known, _)| score > *known) {
                    best = Some((score, matrix));
                }
            }
        }
        best.map(|(_, matrix)| matrix)
    }

    fn of(sets: &SetVariable, lists: &SetVariable) -> Option<(usize, SetMatrix)> {
        let named = |keys: &[String]| -> FxHashMap<String, u32> { keys.iter().cloned().zip(0..).collect() };
        let item_of = named(&sets.keys);
        // An option without items is none.
        let full = lists.keys.iter().zip(&lists.rows).filter(|(_, row)| !row.is_empty());
        let (options, own): (Vec<String>, Vec<&Vec<String>>) = full.map(|(key, row)| (key.clone(), row)).unzip();
        let option_of = named(&options);
        let rows: Option<Vec<Vec<u32>>> =
            own.iter().map(|row| row.iter().map(|item| item_of.get(item).copied()).collect()).collect();
        let rows = rows?;
        let matrix = SetMatrix {
            items_path: sets.path.clone(),
            options_path: lists.path.clone(),
            items: sets.keys.clone(),
            options,
            rows,
            start: SetState { lists: Vec::new() },
            item_of,
            option_of,
        };
        let keys = sets.keys.iter().cloned().zip(sets.rows.iter().cloned().map(Some)).collect();
        let mut start = SetState { lists: vec![None; matrix.items.len()] };
        matrix.refresh(&mut start, &SetParts { is_whole: true, keys }).then_some(())?;
        let held = |row: &Vec<u32>, option: u32| {
            let holds = |item: &&u32| start.lists[**item as usize].as_ref().is_some_and(|list| list.contains(&option));
            row.iter().filter(holds).count()
        };
        let all: usize = matrix.rows.iter().map(Vec::len).sum();
        let good: usize = matrix.rows.iter().zip(0..).map(|(row, option)| held(row, option)).sum();
        (all > 0 && good * 3 >= all).then_some((good, SetMatrix { start, ..matrix }))
    }

    /// Brings sets up to date. Returns false if the variable has another key.
    pub fn refresh(&self, now: &mut SetState, parts: &SetParts) -> bool {
        if parts.is_whole {
            now.lists.iter_mut().for_each(|list| *list = None);
        }
        for (key, row) in &parts.keys {
            let Some(&item) = self.item_of.get(key) else { return false };
            // What is no option is dropped.
            let of = |row: &Vec<String>| row.iter().filter_map(|option| self.option_of.get(option).copied()).collect();
            now.lists[item as usize] = row.as_ref().map(of);
        }
        true
    }

    /// The number of items.
    pub fn items(&self) -> usize {
        self.items.len()
    }

    /// The name of an item.
    pub fn item(&self, item: u32) -> &str {
        &self.items[item as usize]
    }

    /// The number of options.
    pub fn options(&self) -> usize {
        self.options.len()
    }

    /// The number of items of all options.
    pub fn nodes(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The matrix as a list of items and options.
    pub fn listing(&self) -> Listing {
        let option = |(row, name): (&Vec<u32>, &String)| {
            let mut items = row.clone();
            items.sort_unstable();
            items.dedup();
            ListedOption { name: Some(format!("row {name}").as_str().into()), items }
        };
        let options = self.rows.iter().zip(&self.options).map(option).collect();
        let items = self.items.iter().map(|item| item.as_str().into()).collect();
        Listing { items, primary: self.items.len(), options, ..Listing::default() }
    }

    /// The matrix as a problem with names.
    pub fn encoded(&self) -> Encoded {
        encode(&Shape::from(self.listing()))
    }

    /// The first set that is not as the lists say, before anything is chosen.
    pub fn fault(&self) -> Option<SetFault> {
        let mut lists = vec![Some(BTreeSet::new()); self.items.len()];
        for (row, option) in self.rows.iter().zip(0..) {
            for &item in row {
                if let Some(list) = &mut lists[item as usize] {
                    list.insert(option);
                }
            }
        }
        let expected = SetState { lists };
        let what = self.difference(&self.start, &expected)?;
        let rule = "an option is in the set of each of its items, and in no other";
        Some(SetFault { what, rule, expected })
    }

    /// The first difference of two states, in words.
    fn difference(&self, now: &SetState, expected: &SetState) -> Option<String> {
        let (items, options) = (&self.items_path, &self.options);
        for (item, (now, expected)) in now.lists.iter().zip(&expected.lists).enumerate() {
            let name = &self.items[item];
            match (now, expected) {
                (Some(_), None) => return Some(format!("{items}[{name}] is there; it should be taken out")),
                (None, Some(_)) => return Some(format!("{items}[{name}] is not there; it should be")),
                (Some(now), Some(expected)) => {
                    if let Some(&more) = now.difference(expected).next() {
                        let more = &options[more as usize];
                        return Some(format!("{items}[{name}] holds {more}, which should not be in it"));
                    }
                    if let Some(&less) = expected.difference(now).next() {
                        return Some(format!("{items}[{name}] lacks {}", options[less as usize]));
                    }
                }
                (None, None) => {}
            }
        }
        None
    }

    /// The sets after an option is chosen. What is wrong already stays so.
    fn choose(&self, state: &SetState, option: u32) -> SetState {
        let mut lists = state.lists.clone();
        for &item in &self.rows[option as usize] {
            let Some(own) = lists[item as usize].take() else { continue };
            for other in own {
                for &beside in &self.rows[other as usize] {
                    if let Some(list) = &mut lists[beside as usize] {
                        list.remove(&other);
                    }
                }
            }
        }
        SetState { lists }
    }
}

/// The parts of sets that have changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct SetParts {
    /// True if these are all keys that there are.
    pub is_whole: bool,
    /// The keys, each with what it maps to; `None` for one that is gone.
    pub keys: Vec<(String, Option<Vec<String>>)>,
}

/// The options that are chosen, and the sets before each.
#[derive(Clone, Debug)]
pub struct SetTracker {
    state: Rc<SetState>,
    chosen: Vec<(u32, Rc<SetState>)>,
    /// By the number of options that were chosen: those that were tried next.
    tried: Vec<Vec<u32>>,
    /// True if a call has returned since the sets changed.
    has_returned: bool,
}

impl SetTracker {
    /// A tracker at the beginning.
    pub fn new(matrix: &SetMatrix) -> SetTracker {
        SetTracker { state: Rc::new(matrix.start.clone()), chosen: Vec::new(), tried: Vec::new(), has_returned: false }
    }

    /// The items that may have been chosen before the last option was tried, each with its options:
    /// the one with the fewest first, and one of those with the same.
    pub fn choices(&self, option: OptionId, matrix: &SetMatrix) -> Vec<(ItemId, BTreeSet<u32>)> {
        let Some((_, before)) = self.chosen.last() else { return Vec::new() };
        let list = |item: &u32| before.lists[*item as usize].as_ref();
        let mut items: Vec<u32> =
            matrix.rows[option.0 as usize].iter().copied().filter(|item| list(item).is_some()).collect();
        items.sort_by_key(|item| (list(item).map(BTreeSet::len), list(item).cloned()));
        items.dedup_by(|one, other| list(one) == list(other));
        items.into_iter().map(|item| (ItemId(item), list(&item).cloned().unwrap_or_default())).collect()
    }

    /// Returns whether an item is not out.
    pub(crate) fn has_open(&self) -> bool {
        self.state.lists.iter().any(Option::is_some)
    }

    /// Returns whether an item that is not out has no options.
    pub(crate) fn has_dead(&self) -> bool {
        self.state.lists.iter().flatten().any(BTreeSet::is_empty)
    }

    /// Returns whether the search is called in the sets of the stop before, although the last option
    /// has as many calls above it as this one: another option was tried that leaves the same sets.
    pub fn is_again(&self, now: &SetState, calls: usize) -> bool {
        *now == *self.state && calls > 0 && self.chosen.len() == calls && self.tried.len() >= calls && self.has_returned
    }

    /// The search has returned to the call that tried the last option.
    pub fn returns(&mut self) {
        self.has_returned = true;
    }

    /// Takes the last option back, and another one that leaves the same sets.
    pub(crate) fn take_again(&mut self, matrix: &SetMatrix) -> SetChange {
        let Some((option, before)) = self.chosen.pop() else { return SetChange::Operations(Vec::new()) };
        let Some(next) = self.option_to(&before, &self.state, self.chosen.len(), matrix).filter(|&next| next != option)
        else {
            self.chosen.push((option, before));
            return SetChange::Operations(Vec::new());
        };
        let items = |option: u32| items_of(&before, option, matrix).map(ItemId).collect::<Vec<_>>();
        let mut operations: Vec<Operation> = items(option).into_iter().rev().map(Operation::Uncover).collect();
        operations.extend([Operation::Untry(OptionId(option)), Operation::Try(OptionId(next))]);
        operations.extend(items(next).into_iter().map(Operation::Cover));
        self.tried.resize(self.chosen.len() + 1, Vec::new());
        self.tried.last_mut().expect("it has a place for each choice").push(next);
        self.chosen.push((next, before));
        self.has_returned = false;
        SetChange::Operations(operations)
    }

    /// Takes the sets of the next stop.
    pub fn take(&mut self, now: &SetState, matrix: &SetMatrix) -> SetChange {
        if *now == *self.state {
            return SetChange::Operations(Vec::new());
        }
        let mut operations = Vec::new();
        let mut base = Rc::clone(&self.state);
        let mut chosen = self.chosen.clone();
        loop {
            if *base == *now && !operations.is_empty() {
                break;
            }
            if let Some(option) = self.option_to(&base, now, chosen.len(), matrix) {
                operations.push(Operation::Try(OptionId(option)));
                operations.extend(items_of(&base, option, matrix).map(|item| Operation::Cover(ItemId(item))));
                chosen.push((option, base));
                break;
            }
            let Some((option, before)) = chosen.pop() else {
                return SetChange::Fault(Box::new(self.judge(now, matrix)));
            };
            let items: Vec<u32> = items_of(&before, option, matrix).collect();
            operations.extend(items.into_iter().rev().map(|item| Operation::Uncover(ItemId(item))));
            operations.push(Operation::Untry(OptionId(option)));
            base = before;
        }
        // What was tried below another option counts no more.
        if let (Some(&(option, _)), Some(Operation::Cover(_))) = (chosen.last(), operations.last()) {
            self.tried.resize(chosen.len(), Vec::new());
            self.tried.last_mut().expect("an option was chosen").push(option);
        } else {
            self.tried.truncate(chosen.len() + 1);
        }
        self.chosen = chosen;
        self.has_returned = false;
        self.state = Rc::new(now.clone());
        SetChange::Operations(operations)
    }

    /// The option that leads from one state to another: one that was not tried yet, of those that
    /// are alike.
    fn option_to(&self, from: &SetState, to: &SetState, depth: usize, matrix: &SetMatrix) -> Option<u32> {
        let gone: Vec<usize> =
            (0..from.lists.len()).filter(|&at| from.lists[at].is_some() && to.lists[at].is_none()).collect();
        let list = from.lists[*gone.first()?].as_ref()?;
        let first = list.iter().copied().find(|&option| matrix.choose(from, option) == *to)?;
        let tried = self.tried.get(depth).map_or(&[][..], Vec::as_slice);
        let is_new =
            |option: &u32| !tried.contains(option) && matrix.rows[*option as usize] == matrix.rows[first as usize];
        Some(list.iter().copied().find(is_new).unwrap_or(first))
    }

    /// The fault of a state that no option explains: beside the option that is most like it, or
    /// beside the state before the last choice.
    fn judge(&self, now: &SetState, matrix: &SetMatrix) -> SetFault {
        let distance = |state: &SetState| {
            let unlike = |(one, other): (&Option<BTreeSet<u32>>, &Option<BTreeSet<u32>>)| match (one, other) {
                (Some(one), Some(other)) => one.symmetric_difference(other).count(),
                (None, None) => 0,
                _ => 4,
            };
            state.lists.iter().zip(&now.lists).map(unlike).sum::<usize>()
        };
        let mut candidates: Vec<(SetState, &'static str)> = Vec::new();
        if let Some((_, before)) = self.chosen.last() {
            candidates
                .push(((**before).clone(), "an option that is taken back leaves the sets as they were before it"));
        }
        let rule = "a chosen option takes its items out, and every option that shares one out of the other sets";
        let open = (0..matrix.rows.len() as u32).filter(|&option| {
            matrix.rows[option as usize].iter().all(|&item| self.state.lists[item as usize].is_some())
        });
        candidates.extend(open.map(|option| (matrix.choose(&self.state, option), rule)));
        let (expected, rule) = candidates
            .into_iter()
            .min_by_key(|(state, _)| distance(state))
            .unwrap_or(((*self.state).clone(), "only a choice changes the sets"));
        let what = matrix.difference(now, &expected).unwrap_or_default();
        SetFault { what, rule, expected }
    }
}

/// The items that an option takes out, in their order.
fn items_of<'a>(state: &'a SetState, option: u32, matrix: &'a SetMatrix) -> impl Iterator<Item = u32> + 'a {
    let row = matrix.rows[option as usize].iter().copied();
    row.filter(|&item| state.lists[item as usize].is_some())
}

impl SetState {
    /// Returns whether every change between two states is one that leads to an expected state.
    pub fn leads_to(&self, before: &SetState, expected: &SetState) -> bool {
        let fits = |at: usize| {
            let now = &self.lists[at];
            let (before, expected) = (&before.lists[at], &expected.lists[at]);
            match (now, before, expected) {
                _ if now == before => true,
                (None, _, None) | (_, _, None) => true,
                (None, None, Some(_)) => true,
                (None, Some(_), Some(_)) => false,
                (Some(now), before, Some(expected)) => {
                    let nothing = BTreeSet::new();
                    let before = before.as_ref().unwrap_or(&nothing);
                    let is_due = |option: &u32| expected.contains(option);
                    now.difference(before).all(is_due) && !before.difference(now).any(is_due)
                }
            }
        };
        (0..self.lists.len()).all(fits)
    }
}
