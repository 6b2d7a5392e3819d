//! The first difference between a program's search and Algorithm X, in words and with a picture of
//! the list or the counts that it is about.

use super::diagnosis::Bug;
use super::fault::Fault;
use super::follow::{Follower, Point};
use super::protocol::Numbering;
use crate::broken::{BrokenDance, Mistake};
use crate::count::{plural, thousands};
use crate::terms::item_rule_words;
use dancing::{Address, At, Branch, Event, ItemId, ItemRule, OptionId, Policy, Problem, Search, Tally};
use quadrille_puzzle::{Encoded, Listing, Shape, encode};

/// The first operation of a program that Algorithm X does not make.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The case, counted from 1.
    pub case: u64,
    /// The number of the operation in its case, and of its line in the trace, both counted from 1.
    pub op: u64,
    /// See `op`.
    pub line: u64,
    /// The operation of the program; `None` if its trace ended.
    pub yours: Option<String>,
    /// The operation before it.
    pub last: Option<String>,
    /// The operations that Algorithm X may make.
    pub expected: Vec<String>,
    /// The likely bug, if one explains the difference.
    pub bug: Option<Bug>,
    /// The error, in a sentence.
    pub what: String,
    /// The invariant that does not hold, in a sentence.
    pub invariant: String,
    /// The right list or counts and, if it is known, the program's, each with a label.
    pub picture: Vec<(&'static str, String)>,
    /// The chosen options.
    pub path: Vec<String>,
    /// The state in Step. `None` if it has no address.
    pub spot: Option<StepPlace>,
}

/// A state in Step, and how to come there.
#[derive(Clone, Debug)]
pub struct StepPlace {
    /// The item rule.
    pub rule: ItemRule,
    pub address: Address,
    /// The problem with the chosen items first, if no item rule chooses them in the file's order.
    pub reordered: Option<Listing>,
}

/// The most names in a list.
const SHOWN: usize = 12;

fn list(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.take(SHOWN + 1).collect();
    if names.len() > SHOWN {
        names[SHOWN] = "...".to_string();
    }
    names.join(", ")
}

/// A chosen item and, except for one that is not tried, its option.
type Choice = (ItemId, Option<OptionId>);

/// The words for a problem, with a state of it.
pub(super) struct ProblemWords<'a> {
    pub(super) names: &'a Encoded,
    pub(super) follower: &'a Follower,
}

impl ProblemWords<'_> {
    /// An item as the program writes it.
    pub(super) fn name(&self, item: ItemId) -> String {
        match self.follower.numbering.0 {
            Numbering::Names => self.item(item),
            Numbering::From(base) | Numbering::Cells(base) => (item.0 + u32::from(base)).to_string(),
        }
    }

    fn item(&self, item: ItemId) -> String {
        self.names.item_short(item)
    }

    fn option(&self, option: OptionId) -> String {
        let name = self.names.option_name(option);
        match self.follower.numbering.1 {
            Numbering::Names => name,
            Numbering::Cells(base) => {
                let number = self.follower.names.cell_number(option);
                number.map_or(name.clone(), |number| format!("{} ({name})", number + usize::from(base)))
            }
            Numbering::From(base) => {
                format!("{} ({name})", self.names.option_number(option) - 1 + usize::from(base))
            }
        }
    }

    /// An item as the program calls it, with its name.
    fn called(&self, item: ItemId) -> String {
        match self.follower.numbering.0 {
            Numbering::Names => self.item(item),
            Numbering::From(base) | Numbering::Cells(base) => {
                format!("{} ({})", item.0 + u32::from(base), self.item(item))
            }
        }
    }

    /// The operations that may come in place of a fault.
    pub(super) fn expected(&self, fault: &Fault) -> Vec<String> {
        let follower = self.follower;
        let sets = &follower.sets;
        match fault {
            Fault::NotHidden(option) => return vec![format!("hide or unhide {}", self.option(*option))],
            Fault::UnhideOrder { last, .. } => return vec![format!("unhide {}", self.option(*last))],
            Fault::HidesForeign(_) | Fault::Pointer(_) => return Vec::new(),
            Fault::NeedleHidden(..) | Fault::NeedleLeft(_) => return Vec::new(),
            Fault::BranchesAgain { .. } if follower.path().is_empty() => {
                return vec!["nothing more: the search is over".to_string()];
            }
            _ => {}
        }
        let current = || follower.current().expect("an item is chosen");
        match follower.point() {
            Point::End => vec!["nothing more: the search is over".to_string()],
            Point::Level => match sets.open().min_by_key(|&item| sets.len(item)) {
                None => vec!["solution".to_string()],
                Some(fewest) => {
                    let left = sets.len(fewest);
                    let others = sets.open().count() - 1;
                    let mut expected = vec![format!("choose {} {left}", self.called(fewest))];
                    if others > 0 {
                        expected.push(format!("choose one of {} other open items", thousands(others as u128)));
                    }
                    expected
                }
            },
            Point::Covering(_) => {
                let path = follower.path();
                let option = path.last().expect("an option is chosen").1;
                let items = sets.problem().items_of(option).iter().filter(|&&item| !sets.is_covered(item));
                items.map(|&item| format!("cover {}", self.called(item))).collect()
            }
            Point::Back => match sets.stack().last().filter(|_| follower.covered_here() > 0) {
                Some(&item) => vec![format!("uncover {}", self.called(item))],
                None => {
                    follower.path().last().map(|path| format!("untry {}", self.option(path.1))).into_iter().collect()
                }
            },
            Point::Trying => {
                let (item, _) = current();
                let tried = follower.tried_here();
                let left: Vec<String> = sets
                    .list(item)
                    .filter(|option| !tried.contains(option))
                    .take(4)
                    .map(|option| format!("try {}", self.option(option)))
                    .collect();
                if left.is_empty() { vec![format!("uncover {}", self.called(item))] } else { left }
            }
        }
    }

    /// The error, and the invariant that does not hold.
    pub(super) fn fault(&self, fault: &Fault) -> (String, String) {
        let (item, option) = (|item| self.called(item), |option| self.option(option));
        let level = |item: ItemId| format!("item {}", self.called(item));
        let current = self.follower.current().map(|current| item(current.0)).unwrap_or_default();
        match fault {
            Fault::Unknown { what, text } => (
                format!("the problem has no {what} `{text}`"),
                format!("every {what} is one of the problem; the root is not an item"),
            ),
            Fault::ChoosesCovered(chosen) => (
                format!("it chooses {}, which is covered", level(*chosen)),
                "the header of a covered item is not in the list of items".to_string(),
            ),
            Fault::ChoosesSecondary(chosen) => (
                format!("it chooses {}, which is secondary", level(*chosen)),
                "only primary items are in the list of items".to_string(),
            ),
            Fault::Count { item: counted, said, is } => (
                format!("its count of {} is {said}; {} in the list", level(*counted), plural(*is as usize, "option")),
                "the count of an item is the length of its list".to_string(),
            ),
            Fault::Miscount { how, violation } => (
                format!(
                    "it chooses {} with {} while {} has {}; {}: this explains all of its {}",
                    level(violation.chosen.0),
                    plural(violation.chosen.1 as usize, "option"),
                    item(violation.fewest.0),
                    violation.fewest.1,
                    how.words(),
                    plural(self.follower.choices.made as usize, "choice"),
                ),
                "the count of an item is the length of its list".to_string(),
            ),
            Fault::PassesOver(violation) => (
                format!(
                    "it chooses {} with {} and passes over {} with {}, which is not in its list of items",
                    level(violation.chosen.0),
                    plural(violation.chosen.1 as usize, "option"),
                    item(violation.fewest.0),
                    violation.fewest.1,
                ),
                "the header of an open primary item is in the list of items".to_string(),
            ),
            Fault::MissesSolution => (
                "all primary items are covered, and it goes on".to_string(),
                "if the list of items is empty, the chosen options are a solution".to_string(),
            ),
            Fault::EarlySolution(open) => (
                format!("it reports a solution, and {} is not covered", level(*open)),
                "the header of an open primary item is in the list of items".to_string(),
            ),
            Fault::NotCovered(missing) => match self.follower.path().last() {
                Some(&(_, chosen)) => (
                    format!("it goes on before {} of option {} is covered", level(*missing), option(chosen)),
                    "all items of a chosen option are covered".to_string(),
                ),
                None => (
                    format!("it goes on before {} is covered", level(*missing)),
                    "a chosen item is covered before its options are tried".to_string(),
                ),
            },
            Fault::CoversForeign(covered) => match self.follower.path().last() {
                Some(&(_, chosen)) => (
                    format!("it covers {}, which option {} does not hold", level(*covered), option(chosen)),
                    "only the items of the chosen option are covered".to_string(),
                ),
                None => (
                    format!("it covers {}, which was not chosen", level(*covered)),
                    "only the chosen item is covered".to_string(),
                ),
            },
            Fault::CoversOutside(covered) => (
                format!("it covers {}, and no option of item {current} that is left holds it", level(*covered)),
                "only the items of an option are covered with the chosen item".to_string(),
            ),
            Fault::BranchesAgain { done, again } => (
                format!("it chooses {} after all options of item {}", level(*again), item(*done)),
                "one item is chosen on a level: every solution has exactly one of its options".to_string(),
            ),
            Fault::CoversTwice(covered) => (
                format!("it covers {}, which is covered", level(*covered)),
                "an item is covered once, and then uncovered".to_string(),
            ),
            Fault::TriesForeign(tried) => (
                format!("option {} does not hold item {current}, which is chosen", option(*tried)),
                "the list of an item has only options that hold the item".to_string(),
            ),
            Fault::TriesHidden(tried, by) => (
                format!("option {} is hidden since {} was covered", option(*tried), level(*by)),
                format!("cover {} takes its options out of the lists of their other items", item(*by)),
            ),
            Fault::TriesTwice(tried) => (
                format!("option {} was tried before for this choice", option(*tried)),
                "each option of the list is tried once".to_string(),
            ),
            Fault::LeavesOptions(left) => (
                format!(
                    "it leaves item {current} and did not try {}: {}",
                    plural(left.len(), "option"),
                    list(left.iter().map(|&left| option(left)))
                ),
                "each option of the list is tried before the item is uncovered".to_string(),
            ),
            Fault::Order { uncovered, last } => (
                format!("it uncovers {} before {}, which was covered later", level(*uncovered), item(*last)),
                "items are uncovered in the reverse of the order in which they were covered".to_string(),
            ),
            Fault::NotCoveredBefore(uncovered) => (
                format!("it uncovers {}, which is not covered", level(*uncovered)),
                "an item is uncovered once for each time that it was covered".to_string(),
            ),
            Fault::NotUncovered(missing) => (
                format!("it goes on before {} is uncovered", level(*missing)),
                "every item that an option covered is uncovered when the option is taken back".to_string(),
            ),
            Fault::NotDead => (
                "it goes back, and every open item has an option left".to_string(),
                "a branch is dead only if an item has no option left".to_string(),
            ),
            Fault::TakesBackOther(other) => (
                format!("it takes back option {}, which was not chosen last", option(*other)),
                "the option that was chosen last is taken back first".to_string(),
            ),
            Fault::HidesForeign(other) => (
                format!("option {} does not move here", option(*other)),
                "a cover hides the options in the list of its item, and an uncover unhides the same ones".to_string(),
            ),
            Fault::NotHidden(missing) => (
                format!("option {} was left out", option(*missing)),
                "a cover hides every option in the list of its item, and an uncover unhides the same ones".to_string(),
            ),
            Fault::UnhideOrder { unhidden, last } => (
                format!("it unhides option {} before {}, which was hidden later", option(*unhidden), option(*last)),
                "options are unhidden in the reverse of the order in which they were hidden".to_string(),
            ),
            Fault::Pointer(fault) => {
                let node = match (fault.option, fault.item) {
                    (Some(of), Some(item)) => format!("node {} (option {} in {})", fault.node, option(of), level(item)),
                    (None, Some(item)) => format!("node {}, the header of {},", fault.node, level(item)),
                    _ => format!("node {}", fault.node),
                };
                (
                    format!("{} of {node} is {}; it should be {}", fault.field.letter(), fault.said, fault.is),
                    match fault.field.letter() {
                        'L' | 'R' => "the list of items has the open primary items, in both directions".to_string(),
                        _ => "a list has the options that can still be chosen, in both directions".to_string(),
                    },
                )
            }
            Fault::NeedleHidden(removed, by) => (
                format!(
                    "it removes option {} of the answer, though all chosen options are of the answer: {} is covered",
                    option(*removed),
                    level(*by)
                ),
                format!("two options of an answer never hold the same item: both hold {}", item(*by)),
            ),
            Fault::NeedleLeft(left) => (
                format!("it takes back option {} of the answer, and did not come to the answer", option(*left)),
                "a branch with the answer in it is not left without its solution".to_string(),
            ),
            Fault::OutOfPlace => (
                "this operation does not belong here".to_string(),
                "choose, cover, try, the covers of the option; then back: the uncovers, untry, uncover".to_string(),
            ),
            Fault::AfterEnd => (
                "the search is over, and it goes on".to_string(),
                "the search ends when the first item is uncovered after all of its options".to_string(),
            ),
            Fault::EndsEarly => (
                "it ends in the middle of the search".to_string(),
                "the search ends at its root, or at a solution".to_string(),
            ),
        }
    }

    /// The list or the counts that a bug is about.
    pub(super) fn picture(&self, fault: &Fault, bug: Option<Bug>) -> Vec<(&'static str, String)> {
        let sets = &self.follower.sets;
        let items = || {
            let open: Vec<String> = sets.open().map(|item| self.item(item)).collect();
            ring(&open, "root")
        };
        match (fault, bug) {
            (Fault::Order { uncovered, last }, _) => self.torn(*uncovered, *last),
            (Fault::ChoosesCovered(item) | Fault::ChoosesSecondary(item), _) => {
                vec![("items right", items()), ("items yours", format!("... > {} > ...", self.item(*item)))]
            }
            (Fault::PassesOver(_), _) => vec![("items right", items())],
            (Fault::EarlySolution(_), _) => {
                vec![("items right", items()), ("items yours", "root > root".to_string())]
            }
            (Fault::MissesSolution, _) => vec![("items right", "root > root".to_string())],
            (Fault::NotCovered(_) | Fault::CoversForeign(_) | Fault::NotUncovered(_), _) => {
                let Some(&(chosen, option)) = self.follower.path().last() else { return Vec::new() };
                let mark = |&item: &ItemId| {
                    let covered = if sets.is_covered(item) { "covered" } else { "open" };
                    format!("{} {covered}", self.item(item))
                };
                let text = list(sets.problem().items_of(option).iter().map(mark));
                vec![("option", format!("{}, tried for {}: {text}", self.names.option_name(option), self.item(chosen)))]
            }
            (Fault::LeavesOptions(_) | Fault::TriesForeign(_) | Fault::TriesHidden(..) | Fault::TriesTwice(_), _) => {
                let Some((item, _)) = self.follower.current() else { return Vec::new() };
                let tried = self.follower.tried_here();
                let mark = |option: OptionId| {
                    let mark = if tried.contains(&option) { " tried" } else { "" };
                    format!("{}{mark}", self.names.option_name(option))
                };
                vec![("list right", format!("{}: {}", self.item(item), list(sets.list(item).map(mark))))]
            }
            (_, Some(Bug::Count | Bug::Reset)) => {
                let mut open: Vec<ItemId> = sets.open().collect();
                // The counts that matter come first.
                open.sort_by_key(|&item| sets.len(item));
                let count = |&item: &ItemId| format!("{} {}", self.item(item), sets.len(item));
                vec![("counts right", list(open.iter().map(count)))]
            }
            _ => Vec::new(),
        }
    }

    /// The first list that is damaged if the items of the option are uncovered in the order in
    /// which they were covered.
    fn torn(&self, uncovered: ItemId, last: ItemId) -> Vec<(&'static str, String)> {
        let sets = &self.follower.sets;
        let Ok(mut right) = BrokenDance::new(sets.problem(), ItemRule::First, Mistake::SameOrder) else {
            return Vec::new();
        };
        sets.stack().iter().for_each(|item| right.cover(item.index()));
        let mut torn = right.clone();
        let here = &sets.stack()[sets.stack().len() - self.follower.covered_here()..];
        here.iter().rev().for_each(|item| right.uncover(item.index()));
        torn.uncover(uncovered.index());
        here.iter().filter(|&&item| item != uncovered).for_each(|item| torn.uncover(item.index()));
        match torn.differs(&right, &|item| self.item(item)) {
            Some((right, yours)) => {
                let then = format!("{right}   when all items of the option are uncovered");
                vec![("list right", then), ("list yours", yours)]
            }
            None => vec![(
                "lists",
                format!(
                    "the lists come back right here, because no open option holds both {} and {}; elsewhere one does",
                    self.item(uncovered),
                    self.item(last)
                ),
            )],
        }
    }

    /// The state in Step.
    pub(super) fn spot(&self) -> Option<StepPlace> {
        let choices = self.follower.choices_made();
        for rule in self.follower.rule().into_iter().chain(ItemRule::ALL) {
            if let Some(address) = walk(&self.names.problem, rule, &choices, self.follower) {
                return Some(StepPlace { rule, address, reordered: None });
            }
        }
        // If the chosen items are the first ones of the list, the rule `first` chooses them.
        let first: Vec<u32> = choices.iter().map(|choice| choice.0.0).collect();
        let listing = self.names.listing().with_items_first(&first);
        let names = encode(&Shape::from(listing.clone()));
        let moved: Vec<Choice> = (0..).zip(&choices).map(|(at, &(_, option))| (ItemId(at), option)).collect();
        let address = walk(&names.problem, ItemRule::First, &moved, self.follower)?;
        Some(StepPlace { rule: ItemRule::First, address, reordered: Some(listing) })
    }
}

/// The address of a state, if a rule chooses the items of its path.
fn walk(problem: &Problem, rule: ItemRule, choices: &[Choice], follower: &Follower) -> Option<Address> {
    let mut search = Search::new(problem, Policy { rule, ..Policy::default() });
    let mut address = Address::default();
    for &(item, option) in choices {
        if search.next_event() != Some(Event::Choose { item }) {
            return None;
        }
        search.step_into(&mut Tally::default());
        let links = search.links();
        let d = links.len(item);
        match option {
            Some(option) => {
                let column: Vec<_> = links.column(item).map(|node| links.option(node)).collect();
                let k = column.iter().position(|&other| other == Some(option))? + 1;
                address.branches.push(Branch { k, d });
                search.go(&address).ok()?;
            }
            None => {
                let tried = follower.tried_here().len();
                address.branches.push(Branch { k: tried + 1, d });
                address.at = At::Try;
            }
        }
    }
    let last = choices.last().and_then(|choice| choice.1);
    match follower.point() {
        Point::Level | Point::End | Point::Trying => {}
        Point::Covering(_) => {
            let others = last.map_or(0, |option| problem.items_of(option).len() - 1);
            address.at = At::Cover(follower.covered_here().min(others));
        }
        Point::Back => address.at = At::Uncover(follower.covered_here()),
    }
    search.go(&address).is_ok().then_some(address)
}

/// A list between its ends.
fn ring(names: &[String], end: &str) -> String {
    let mut shown = vec![end];
    shown.extend(names.iter().take(SHOWN).map(String::as_str));
    shown.push(if names.len() > SHOWN { "..." } else { end });
    shown.join(" > ")
}

/// The habits of a program in the search of a case.
pub(super) fn notes(words: &ProblemWords) -> Vec<String> {
    let follower = words.follower;
    let mut notes = Vec::new();
    if follower.choices.made > 0 {
        match (follower.rule(), &follower.choices.violation) {
            (Some(rule), _) => notes.push(format!("item rule: {}", item_rule_words(rule))),
            (None, None) => notes.push("item rule: fewest options, with ties of its own".to_string()),
            (None, Some(violation)) => {
                let sign = if follower.choices.wanted_fewest() { ": look at its counts" } else { "" };
                notes.push(format!(
                    "item rule: its own; operation {} takes {} with {} while {} has {}{sign}",
                    thousands(violation.op.into()),
                    words.item(violation.chosen.0),
                    plural(violation.chosen.1 as usize, "option"),
                    words.item(violation.fewest.0),
                    violation.fewest.1,
                ));
            }
        }
    }
    let manners = follower.manners;
    if let Some(op) = manners.options_reordered {
        notes.push(format!("options are tried in an order of its own, first in operation {}", thousands(op.into())));
    }
    if manners.dead_early.is_some() {
        notes.push("it goes back before a choice if an item has no option".to_string());
    }
    if manners.covers_in_loop.is_some() {
        notes.push("it covers the chosen item again for each option".to_string());
    }
    if manners.covers_silently.is_some() {
        notes.push("it does not print the cover of the chosen item".to_string());
    }
    if manners.cut.is_some() {
        notes.push("it goes back if no solution with fewer options can follow".to_string());
    }
    if let (Some(_), Some(op)) = (&follower.needle, follower.found) {
        notes.push(format!("it comes to the answer in operation {}", thousands(op.into())));
    } else if follower.needle.is_some() {
        notes.push("it does not come to the answer".to_string());
    }
    if manners.stopped {
        notes.push("it stops at a solution".to_string());
    }
    notes
}
