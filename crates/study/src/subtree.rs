//! The contents of a subtree, by a short walk through it.

use super::count::plural;
use dancing::{Event, ItemId, Search, Tally};
use quadrille_puzzle::Encoded;

/// The contents of a subtree.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Subtree {
    pub nodes: u64,
    pub solutions: u64,
    /// The branches that a bound cut.
    pub cuts: u64,
    /// The items for which no option was left, each with the number of its dead ends, in the order
    /// of the search.
    pub dead_ends: Vec<(ItemId, u64)>,
}

impl Subtree {
    /// The contents in a phrase: `no solution in 5 nodes`.
    pub fn words(&self) -> String {
        let nodes = plural(self.nodes.max(1) as usize, "node");
        match self.solutions {
            0 => format!("no solution in {nodes}"),
            n => format!("{} in {nodes}", plural(n as usize, "solution")),
        }
    }

    /// Says why the subtree has no solution: `below it, nothing could cover file 6 or file 7, at 5 dead
    /// ends`.
    /// `None` if it has one.
    pub fn failure(&self, names: &Encoded) -> Option<String> {
        if self.solutions > 0 {
            return None;
        }
        let dead: u64 = self.dead_ends.iter().map(|(_, times)| times).sum();
        let items: Vec<String> = self.dead_ends.iter().map(|(item, _)| names.item_noun(*item)).collect();
        let whose = match &items[..] {
            [] => {
                return Some(match self.cuts {
                    0 => "no solution is below it".to_string(),
                    cuts => format!("{} below it", plural(cuts as usize, "cut")),
                });
            }
            [one] => one.clone(),
            [one, two] => format!("{one} or {two}"),
            many => format!("one of {} items", many.len()),
        };
        let times = if dead > 1 { format!(", at {}", plural(dead as usize, "dead end")) } else { String::new() };
        let cuts =
            if self.cuts > 0 { format!("; {} besides", plural(self.cuts as usize, "cut")) } else { String::new() };
        Some(format!("below it, nothing could cover {whose}{times}{cuts}"))
    }
}

/// Walks the subtree below a search that has taken an option and covered all that it holds.
/// Returns its contents, or `None` if it has more than `most` nodes or the budget is used up.
pub(super) fn walk_inside(at: &mut Search, most: u64, budget: &mut u64) -> Option<Subtree> {
    let mut inside = Subtree::default();
    let event = at.step_into(&mut Tally::default())?;
    match event {
        Event::Choose { .. } => {
            note(at, event, &mut inside);
            let tally = walk_below(at, most, budget, &mut inside)?;
            inside.nodes = tally.nodes() - 1;
            inside.solutions = tally.solutions;
        }
        Event::Visit => inside.solutions = 1,
        _ => inside.cuts = 1,
    }
    Some(inside)
}

/// Counts the dead end or cut to which an event led.
fn note(at: &Search, event: Event, inside: &mut Subtree) {
    match event {
        Event::Choose { item } if at.current_branch().is_some_and(|branch| branch.d == 0) => {
            match inside.dead_ends.iter_mut().find(|(other, _)| *other == item) {
                Some((_, times)) => *times += 1,
                None => inside.dead_ends.push((item, 1)),
            }
        }
        Event::Cut { .. } => inside.cuts += 1,
        _ => {}
    }
}

/// Walks the subtree of the item just chosen. `None` if it is not small.
pub(super) fn walk_below(at: &mut Search, most: u64, budget: &mut u64, inside: &mut Subtree) -> Option<Tally> {
    let (memory, mut tally) = (at.memory(), Tally::default());
    let depth = at.chosen().len();
    let mut is_over = false;
    while tally.nodes() < most && tally.updates < *budget && !is_over {
        let Some(event) = at.step_into(&mut tally) else { break };
        note(at, event, inside);
        is_over = at.chosen().len() < depth || at.chosen().len() == depth && at.current_item().is_none();
    }
    // Scores found on this walk are not those of the search.
    at.set_memory(&memory);
    *budget = budget.saturating_sub(tally.updates + most);
    is_over.then_some(tally)
}
