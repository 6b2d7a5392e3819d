//! Compares two item rules on one problem, node by node.

use super::count::{plural, thousands};
use dancing::{Event, ItemId, ItemRule, OptionId, Policy, Search, Tally};
use quadrille_puzzle::Encoded;
use std::collections::VecDeque;
use std::sync::Arc;

/// One of the two searches.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The rule by which it chooses items.
    pub rule: ItemRule,
    /// The search at its current node.
    pub search: Search,
    /// The counters so far.
    pub tally: Tally,
    /// True if the search is exhausted.
    pub over: bool,
    /// The options of the last solution or, before the first, of the deepest path.
    pub last: Reached,
    /// The links that it has visited: the measure of its time.
    spent: u64,
    /// The choices that the other search has not made yet, recorded until the two differ: the item
    /// and its number of options.
    choices: VecDeque<(ItemId, usize)>,
}

/// The most that a search has reached so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// The deepest path, the first of its length.
    Deepest(Vec<OptionId>),
    /// The last solution.
    Solution(Vec<OptionId>),
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
    /// The choices that both have made.
    alike: usize,
    /// True if both advance by themselves until they end.
    pub running: bool,
}

/// The number of nodes that each search takes before keys are read again, and of links that they
/// visit: some milliseconds.
const SLICE: usize = 5_000;
const MOST: u64 = 1 << 21;

/// The most nodes on the way to the first difference: some milliseconds.
const NEAR: usize = 2_000;

impl Compare {
    /// Both searches at the root. They differ only in the rule.
    pub fn new(encoded: Arc<Encoded>, policy: Policy, rules: [ItemRule; 2]) -> Compare {
        let runner = |rule| Runner {
            rule,
            search: Search::new(&encoded.problem, Policy { rule, ..policy }),
            tally: Tally::default(),
            over: false,
            last: Reached::Deepest(Vec::new()),
            spent: 0,
            choices: VecDeque::new(),
        };
        let mut compare = Compare {
            runners: rules.map(runner),
            encoded: encoded.clone(),
            policy,
            differ: None,
            alike: 0,
            running: false,
        };
        compare.find_difference();
        compare
    }

    /// Advances both searches to the first choice at which they differ, if it is near.
    fn find_difference(&mut self) {
        for _ in 0..NEAR {
            if self.differ.is_some() || self.is_over() || self.spent() > MOST {
                return;
            }
            self.step();
        }
    }

    fn is_over(&self) -> bool {
        self.runners.iter().all(|runner| runner.over)
    }

    /// The links that both have visited.
    fn spent(&self) -> u64 {
        self.runners.iter().map(|runner| runner.spent).sum()
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
        let next = |rule: ItemRule| ItemRule::ALL[(rule as usize + 1) % ItemRule::ALL.len()];
        let mut rules = [self.runners[0].rule, self.runners[1].rule];
        rules[side] = next(rules[side]);
        *self = Compare::new(self.encoded.clone(), self.policy, rules);
    }

    /// Advances each search to the next node of its tree.
    pub fn step(&mut self) {
        for runner in &mut self.runners {
            runner.step(self.differ.is_none());
        }
        let [one, other] = &mut self.runners;
        while self.differ.is_none()
            && let (Some(&a), Some(&b)) = (one.choices.front(), other.choices.front())
        {
            one.choices.pop_front();
            other.choices.pop_front();
            self.alike += usize::from(a == b);
            self.differ = (a != b).then_some((self.alike + 1, [a, b]));
        }
    }

    /// Advances both searches by up to `SLICE` nodes. Returns `false` once both have ended.
    pub fn run(&mut self) -> bool {
        let end = self.spent() + MOST;
        for _ in 0..SLICE {
            if self.is_over() {
                self.running = false;
            }
            if !self.running || self.spent() > end {
                break;
            }
            self.step();
        }
        self.running
    }
}

impl Runner {
    /// The options to look at: those on the path or, at its end, those that it reached.
    pub fn options(&self) -> Vec<OptionId> {
        match &self.last {
            _ if !self.over => self.search.path(),
            Reached::Deepest(options) | Reached::Solution(options) => options.clone(),
        }
    }

    fn step(&mut self, keeps: bool) {
        while !self.over {
            match self.search.step_spending(&mut self.tally, &mut self.spent) {
                None => self.over = true,
                Some(Event::Choose { item }) if keeps => self.choices.push_back((item, self.search.links().len(item))),
                Some(Event::Try { .. }) => {
                    let depth = self.search.chosen().len();
                    if matches!(&self.last, Reached::Deepest(path) if path.len() < depth) {
                        self.last = Reached::Deepest(self.search.path());
                    }
                    return;
                }
                Some(Event::Visit) => self.last = Reached::Solution(self.search.path()),
                Some(_) => {}
            }
        }
    }
}
