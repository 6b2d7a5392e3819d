//! Compares two item rules on one problem, node by node.

use super::count::{plural, thousands};
use crate::dlx::{Event, ItemId, Policy, Rule, Search, Tally};
use crate::puzzle::Encoded;
use std::sync::Arc;

/// One of the two searches.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The rule by which it chooses items.
    pub rule: Rule,
    /// The search at its current node.
    pub search: Search,
    /// The counters so far.
    pub tally: Tally,
    /// True if the search is exhausted.
    pub over: bool,
    /// The choices made, recorded until the two searches differ: the item and its number of
    /// options.
    choices: Vec<(ItemId, usize)>,
}

/// Two searches that advance node by node, together.
#[derive(Clone, Debug)]
pub struct Compare {
    /// The problem of both searches.
    pub encoded: Arc<Encoded>,
    /// The two searches, in the order of the rules.
    pub runners: [Runner; 2],
    policy: Policy,
    /// The first choice at which the two differ, counted from 1, and the choice of each: the item
    /// and its number of options.
    pub differ: Option<(usize, [(ItemId, usize); 2])>,
    /// True if both advance by themselves until they end.
    pub running: bool,
}

/// The number of nodes that each search takes before keys are read again.
const SLICE: usize = 5_000;

/// The most nodes on the way to the first difference: some milliseconds.
const NEAR: usize = 2_000;

impl Compare {
    /// Both searches at the root. They differ only in the rule.
    pub fn new(encoded: Arc<Encoded>, policy: Policy, rules: [Rule; 2]) -> Compare {
        let runner = |rule| Runner {
            rule,
            search: Search::new(&encoded.problem, Policy { rule, ..policy }),
            tally: Tally::default(),
            over: false,
            choices: Vec::new(),
        };
        let mut compare =
            Compare { runners: rules.map(runner), encoded: encoded.clone(), policy, differ: None, running: false };
        compare.find_difference();
        compare
    }

    /// Advances both searches to the first choice at which they differ, if it is near.
    fn find_difference(&mut self) {
        for _ in 0..NEAR {
            if self.differ.is_some() || self.runners.iter().all(|runner| runner.over) {
                return;
            }
            self.step();
        }
    }

    /// Says which rule has visited fewer nodes, and how many fewer.
    pub fn saving(&self) -> String {
        let [one, other] = &self.runners;
        if !(one.over && other.over) {
            let ended = |runner: &Runner| if runner.over { " in its whole tree" } else { " so far" };
            let nodes = |runner: &Runner| {
                format!("{} {}{}", runner.rule.name(), plural(runner.tally.nodes() as usize, "node"), ended(runner))
            };
            return format!("{}, {}.", nodes(one), nodes(other));
        }
        let (less, more) = if one.tally.nodes() <= other.tally.nodes() { (one, other) } else { (other, one) };
        let (few, many) = (less.tally.nodes(), more.tally.nodes());
        if few == many {
            return format!(
                "Both rules visit {}: here the rule makes no difference. A larger tree shows one: try sudoku-9x9-thicket.",
                plural(few as usize, "node")
            );
        }
        let saved = 100.0 * (many - few) as f64 / many as f64;
        // 100 % would be wrong as long as some nodes are left.
        let saved = (saved * 100.0).floor() / 100.0;
        format!(
            "{} visits {}, {} visits {}: {} saves {saved:.2} % of them.",
            less.rule.name(),
            plural(few as usize, "node"),
            more.rule.name(),
            thousands(many.into()),
            less.rule.name()
        )
    }

    /// Restarts both searches, with the next rule on one side (0 is left, 1 is right).
    pub fn turn(&mut self, side: usize) {
        let next = |rule: Rule| Rule::ALL[(rule as usize + 1) % Rule::ALL.len()];
        let mut rules = [self.runners[0].rule, self.runners[1].rule];
        rules[side] = next(rules[side]);
        *self = Compare::new(self.encoded.clone(), self.policy, rules);
    }

    /// Advances each search to the next node of its tree.
    pub fn step(&mut self) {
        for runner in &mut self.runners {
            runner.step(self.differ.is_none());
        }
        if self.differ.is_none() {
            let [one, other] = &self.runners;
            let first = one.choices.iter().zip(&other.choices).position(|(a, b)| a != b);
            self.differ = first.map(|at| (at + 1, [one.choices[at], other.choices[at]]));
        }
    }

    /// Advances both searches by up to `SLICE` nodes. Returns `false` once both have ended.
    pub fn run(&mut self) -> bool {
        for _ in 0..SLICE {
            if self.runners.iter().all(|runner| runner.over) {
                self.running = false;
                break;
            }
            self.step();
        }
        self.running
    }
}

impl Runner {
    fn step(&mut self, keeps: bool) {
        while !self.over {
            match self.search.step_into(&mut self.tally) {
                None => self.over = true,
                Some(Event::Choose { item }) if keeps => self.choices.push((item, self.search.links().len(item))),
                Some(Event::Try { .. }) => return,
                Some(_) => {}
            }
        }
    }
}
