//! A broken dance beside the right one: the first damage to its lists, the first operation that
//! differs, and the first wrong answer.

use super::{BrokenDance, Mistake, Unbroken};
use crate::count::{plural, thousands};
use crate::narrate::operation;
use dancing::{Event, ItemId, ItemRule, LinksView, NodeId, OptionId, Policy, Problem, Search, Tally};
use quadrille_puzzle::Encoded;
use std::collections::BTreeSet;

/// The first damage to the lists, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The number of operations done.
    pub op: u64,
    /// The item whose list is damaged. `None` for the list of items.
    pub list: Option<ItemId>,
    /// The invariant that does not hold.
    pub invariant: String,
    /// The list as it should be.
    pub right: String,
    /// The list as it is.
    pub torn: String,
}

/// A broken dance beside the right one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenReport {
    pub mistake: Mistake,
    /// The first damage to the lists.
    pub damage: Option<Damage>,
    /// The number of the first operation that differs, the right one, and the broken one. `None` at
    /// the end of a search.
    pub differs: Option<(u64, Option<Event>, Option<Event>)>,
    /// The number of operations before the first wrong answer, and the answer in words.
    pub wrong: Option<(u64, String)>,
    /// The operations of the broken search that were made.
    pub operations: u64,
    /// True if the broken search came to its end, or is stuck.
    pub ended: bool,
}

impl BrokenReport {
    /// Returns true if the broken search came to its end with the right answers.
    pub fn is_harmless(&self) -> bool {
        self.ended && self.wrong.is_none()
    }

    /// The report in lines. `search` gives the options of nodes.
    pub fn lines(&self, search: &Search, names: &Encoded) -> Vec<String> {
        let mut lines = vec![format!("mistake: {}", self.mistake.words())];
        if let Some(Damage { op, invariant, right, torn, .. }) = &self.damage {
            lines.push(format!("after operation {op} the lists are wrong: {invariant}"));
            lines.push(format!("  right   {right}"));
            lines.push(format!("  broken  {torn}"));
        } else {
            lines.push(format!("the lists are right in all {} operations", thousands(self.operations.into())));
        }
        let name =
            |event: Option<Event>| event.map_or("nothing more".to_string(), |event| operation(event, search, names));
        match &self.differs {
            None => lines.push("every operation is the right one".to_string()),
            Some((op, right, broken)) => {
                lines.push(format!(
                    "operation {op} is the first that differs: {}, not {}",
                    name(*broken),
                    name(*right)
                ));
            }
        }
        match &self.wrong {
            None => {
                lines.push(format!("no wrong answer in {} operations", thousands(self.operations.into())));
            }
            Some((op, wrong)) => lines.push(format!("first wrong answer, after operation {op}: {wrong}")),
        }
        if self.is_harmless() {
            lines.push("the mistake never gives a wrong answer here".to_string());
        } else {
            lines.push(format!("to do: {}", self.mistake.remedy()));
        }
        lines
    }
}

/// The most nodes that are compared, over all operations.
const COMPARED: u64 = 20_000_000;

/// The most operations of a broken search.
const MOST: u64 = 100_000;

/// Runs a broken dance beside the right one.
///
/// # Errors
///
/// See [`BrokenDance::new`].
pub fn broken_report(names: &Encoded, rule: ItemRule, mistake: Mistake) -> Result<BrokenReport, Unbroken> {
    let problem = &names.problem;
    let mut dance = BrokenDance::new(problem, rule, mistake)?;
    let policy = Policy { rule, ..Policy::default() };
    let (mut search, mut tally) = (Search::new(problem, policy), Tally::default());
    let mut report = BrokenReport { mistake, damage: None, differs: None, wrong: None, operations: 0, ended: false };
    report.damage = damage(&dance, search.links(), names, 0);
    let most = MOST.min(COMPARED / (problem.n_cells() as u64 + 1)).max(200);
    // Side by side, until an operation differs.
    let mut found = BTreeSet::new();
    while report.differs.is_none() && report.operations < most {
        let (right, broken) = (search.step_into(&mut tally), dance.step());
        if broken.is_some() {
            report.operations += 1;
        }
        if right != broken {
            report.differs = Some((report.operations + u64::from(broken.is_none()), right, broken));
        } else if right.is_none() {
            break;
        }
        if report.damage.is_none() && report.differs.is_none() {
            report.damage = damage(&dance, search.links(), names, report.operations);
        }
        take_answer(&mut report, &mut found, &dance, broken, names);
    }
    if report.damage.is_none() && report.differs.is_some() {
        report.damage = damage(&dance, search.links(), names, report.operations);
    }
    // The broken one alone, until its first wrong answer.
    while report.wrong.is_none() && report.operations < most {
        let Some(event) = dance.step() else {
            report.ended = true;
            break;
        };
        report.operations += 1;
        take_answer(&mut report, &mut found, &dance, Some(event), names);
    }
    if report.ended && report.wrong.is_none() {
        report.wrong =
            at_the_end(&dance, problem, policy, most, found.len() as u64).map(|text| (report.operations, text));
    }
    Ok(report)
}

/// Notes a solution that is not one, or that was found before.
fn take_answer(
    report: &mut BrokenReport,
    found: &mut BTreeSet<Vec<OptionId>>,
    dance: &BrokenDance,
    event: Option<Event>,
    names: &Encoded,
) {
    if event != Some(Event::Visit) || report.wrong.is_some() {
        return;
    }
    let mut path = dance.path();
    path.sort_unstable();
    let list = |path: &[OptionId]| path.iter().map(|&option| names.option_name(option)).collect::<Vec<_>>().join(", ");
    let problem = &names.problem;
    let mut times = vec![0usize; problem.n_items()];
    path.iter().flat_map(|&option| problem.items_of(option)).for_each(|item| times[item.index()] += 1);
    let wrong = (0..problem.n_items()).find(|&item| times[item] > 1 || times[item] == 0 && item < problem.n_primary());
    let said = match wrong {
        Some(item) => {
            let (item, times) = (names.item_noun(ItemId(item as u32)), times[item]);
            Some(format!("it reports {}; this covers {item} {times} times", list(&path)))
        }
        None if found.contains(&path) => Some(format!("it reports {} a second time", list(&path))),
        None => None,
    };
    found.insert(path);
    report.wrong = said.map(|said| (report.operations, said));
}

/// The wrong answer at the end of a broken search, if the number of its solutions is not right.
fn at_the_end(dance: &BrokenDance, problem: &Problem, policy: Policy, most: u64, found: u64) -> Option<String> {
    let (mut search, mut tally) = (Search::new(problem, policy), Tally::default());
    let mut steps = 0;
    while search.step_into(&mut tally).is_some() {
        steps += 1;
        if steps > 10 * most {
            return dance.stuck.map(|why| format!("{why}, and never ends"));
        }
    }
    let right = tally.solutions;
    match (dance.stuck, right == found) {
        (Some(why), _) => Some(format!("{why}; before it, it found {found} of {}", plural(right as usize, "solution"))),
        (None, false) => Some(format!("it ends with {}; there are {right}", plural(found as usize, "solution"))),
        (None, true) => None,
    }
}

/// The first difference between the lists of a broken dance and those of the kernel.
fn damage(dance: &BrokenDance, links: &dyn LinksView, names: &Encoded, op: u64) -> Option<Damage> {
    let short = |item: usize| names.item_short(ItemId(item as u32));
    // The list of items.
    let ring = |next: &dyn Fn(usize) -> usize| -> Vec<usize> {
        let items = std::iter::successors(Some(next(dance.root)), |&item| Some(next(item)));
        items.take_while(|&item| item != dance.root).take(dance.primary + 1).collect()
    };
    let next = |item: usize| {
        let from = (item != dance.root).then_some(ItemId(item as u32));
        links.right(from).map_or(dance.root, ItemId::index)
    };
    let (right, torn) = (ring(&next), ring(&|item| dance.links.right[item]));
    if let Some(at) = (0..right.len().max(torn.len())).find(|&at| right.get(at) != torn.get(at)) {
        let extra = torn.get(at).filter(|item| !right.contains(item));
        let invariant = match (extra, right.get(at)) {
            (Some(&item), _) => format!("{} is covered, so its header is not in the list of items", short(item)),
            (None, Some(&item)) => format!("{} is open, so its header is in the list of items", short(item)),
            (None, None) => "the list of items ends at the root".to_string(),
        };
        let show = |items: &[usize]| excerpt(&items.iter().map(|&item| short(item)).collect::<Vec<_>>(), at, "root");
        return Some(Damage { op, list: None, invariant, right: show(&right), torn: show(&torn) });
    }
    for item in 0..dance.links.len.len() {
        let id = ItemId(item as u32);
        // Usually nothing differs, so nothing is collected before it does.
        let is_same = column(dance, item).eq(links.column(id).map(NodeId::index));
        let is_counted = dance.links.len[item] == links.len(id) as i64;
        let is_linked = || links.column(id).all(|node| dance.links.up[node.index()] == links.up(node).index());
        if is_same && is_counted && is_linked() {
            continue;
        }
        let (mine, kernel): (Vec<usize>, Vec<usize>) =
            (column(dance, item).collect(), links.column(id).map(NodeId::index).collect());
        let at = (0..mine.len().max(kernel.len())).find(|&at| mine.get(at) != kernel.get(at)).unwrap_or(0);
        let show = |nodes: &[usize], len: i64| {
            let nodes: Vec<String> = nodes.iter().map(usize::to_string).collect();
            format!("{} ({len}): {}", short(item), excerpt(&nodes, at, &item.to_string()))
        };
        let invariant = match (is_same, is_counted) {
            (false, _) => format!("the list of {} holds the options that can still be chosen", short(item)),
            (true, false) => format!("the count of {} is the length of its list", short(item)),
            (true, true) => format!("in the list of {}, U is the inverse of D", short(item)),
        };
        let (right, torn) = (show(&kernel, links.len(id) as i64), show(&mine, dance.links.len[item]));
        return Some(Damage { op, list: Some(id), invariant, right, torn });
    }
    None
}

impl BrokenDance {
    /// The first list that is not that of another dance of the same problem: the other one, and
    /// this one.
    pub(crate) fn differs(&self, right: &BrokenDance, name: &dyn Fn(ItemId) -> String) -> Option<(String, String)> {
        let item = (0..self.links.len.len()).find(|&item| !column(self, item).eq(column(right, item)))?;
        let (mine, other): (Vec<usize>, Vec<usize>) = (column(self, item).collect(), column(right, item).collect());
        let at = (0..mine.len().max(other.len())).find(|&at| mine.get(at) != other.get(at)).unwrap_or(0);
        let list = name(ItemId(item as u32));
        let show = |nodes: &[usize]| {
            // In the layout of most programs, the root is node 0.
            let nodes: Vec<String> = nodes.iter().map(|node| (node + 1).to_string()).collect();
            format!("{list}: {}", excerpt(&nodes, at, &(item + 1).to_string()))
        };
        Some((show(&other), show(&mine)))
    }
}

/// A list between its ends, cut around a place.
fn excerpt(list: &[String], at: usize, end: &str) -> String {
    let (from, to) = (at.saturating_sub(4), (at + 5).min(list.len()));
    let mut shown = vec![if from > 0 { "..." } else { end }];
    shown.extend(list[from.min(to)..to].iter().map(String::as_str));
    shown.push(if to < list.len() { "..." } else { end });
    shown.join(" > ")
}

/// The nodes of a list downwards, cut if it has no end.
fn column(dance: &BrokenDance, item: usize) -> impl Iterator<Item = usize> + '_ {
    let nodes = std::iter::successors(Some(dance.links.down[item]), |&at| Some(dance.links.down[at]));
    nodes.take_while(move |&at| at != item).take(dance.links.item.len())
}
