//! `explain`: everything that the Step screen can show about a state, as text or as one JSON
//! object. The output is deterministic.

use super::trace::{about, kind};
use super::{Example, Run};
use crate::cli::args::{Json, SearchState};
use crate::cli::code;
use crate::cli::printout::Printout;
use crate::dlx::{ItemId, NodeId, OptionId, Search, Step};
use crate::puzzle::{Encoded, printable};
use crate::solve::{Blame, Fate, ItemFate, Standing, Stepper};
use crate::study::{compared, operation, plural, rule_words};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

/// Print everything about one state of the search
///
/// Prints the last and the next operation with every pointer and count that they change, the
/// choice of the item, the path, and the state of each item and option with its cause.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    state: SearchState,
    /// Print only the state of this item or option, and its cause
    #[arg(long, value_name = "NAME")]
    of: Option<String>,
    #[command(flatten)]
    json: Json,
}

/// A state of a search.
#[derive(Serialize, JsonSchema)]
pub struct State {
    /// The address of the state, as `--at` takes it and Step shows it.
    address: String,
    level: usize,
    /// The step that leads here; null at the root.
    last: Option<Told>,
    /// The step that comes next; null at the end.
    next: Option<Told>,
    /// The choice of the active item, or the choice that comes next. While an option is being
    /// taken, the choice of its item.
    choice: Option<Choice>,
    path: Vec<PathLevel>,
    items: Vec<Item>,
    options: Vec<Opt>,
    bound: Option<Bounds>,
    /// True if the state is left out of the text, because the user asked about one item or option.
    #[serde(skip)]
    part: bool,
}

/// A step, and all that it changes. Lists are in the order in which the changes happen.
#[derive(Serialize, JsonSchema)]
struct Told {
    event: &'static str,
    /// The event in a few words.
    what: String,
    item: Option<String>,
    option: Option<String>,
    /// True if the step undoes the event.
    back: bool,
    pointers: Vec<Pointer>,
    /// The numbers of options left in the lists of items.
    counts: Vec<Count>,
    /// The number of chosen options that hold the item, if covers are counted; one more for the
    /// active item.
    held: Option<Count>,
    /// Options that are hidden or, by an uncover, unhidden.
    hidden: Vec<Hidden>,
}

/// A pointer that changes. Nodes are numbered: headers as their items, then the options' nodes in
/// order; null is the root of the list of items.
#[derive(Serialize, JsonSchema)]
struct Pointer {
    of: Option<u32>,
    item: Option<String>,
    option: Option<String>,
    /// U, D, L or R.
    field: char,
    from: Option<u32>,
    to: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct Count {
    item: String,
    before: usize,
    after: usize,
}

#[derive(Serialize, JsonSchema)]
struct Hidden {
    option: String,
    through: String,
}

#[derive(Serialize, JsonSchema)]
struct Choice {
    item: String,
    /// The number of branches of the item: its options left, unless several options may hold it.
    left: usize,
    rule: String,
    /// All items that were open, the best first.
    ranking: Vec<Ranked>,
}

#[derive(Serialize, JsonSchema)]
struct Ranked {
    item: String,
    left: usize,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Level")]
struct PathLevel {
    level: usize,
    item: String,
    /// The chosen option; null if the item stopped, so that it takes no further option.
    option: Option<String>,
    k: usize,
    of: usize,
}

#[derive(Serialize, JsonSchema)]
struct Item {
    item: String,
    /// The number of options in its list.
    left: usize,
    /// `open`, `free` (secondary, and nothing covers it), `current` (the search chooses among its
    /// options), `covered`, `purified` or `stopped`.
    state: &'static str,
    by: Option<Culprit>,
}

#[derive(Serialize, JsonSchema)]
struct Opt {
    option: String,
    /// `open`, `idle` (none of its items needs it), `chosen`, `tried`, `next`, `waiting` or
    /// `hidden`.
    state: &'static str,
    by: Option<Culprit>,
}

/// The operation that caused the state of an item or option, and the state just before it.
#[derive(Clone, Serialize, JsonSchema)]
struct Culprit {
    level: usize,
    event: &'static str,
    item: Option<String>,
    option: Option<String>,
    address: String,
}

/// The bound that cuts branches: for a repeated cover a limit on the options, otherwise the best
/// score found.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Bounds {
    Limit {
        /// The address of the state that the figures are about. Inside a level it is the state
        /// before its choice, because the bound of half a choice would be wrong.
        at: String,
        used: u32,
        lower: u32,
        limit: u32,
    },
    Score {
        /// The address of the state that the figures are about, as for a limit.
        at: String,
        score: i64,
        upper: i64,
        best: Option<i64>,
        /// True if weights are costs of options.
        #[serde(skip)]
        costs: bool,
    },
}

impl Run for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        ("quadrille explain puzzles/cover-knuth.toml --at 1/2+1", "Print the state at an address."),
        ("quadrille explain puzzles/cover-knuth.toml --at 2/2 --of e", "Print what happened to item e."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let (stepper, names) = match self.state.open() {
            Ok(found) => found,
            Err(code) => return Ok(code),
        };
        let mut state = explain(&stepper, &names);
        if let Some(of) = &self.of {
            state.items.retain(|row| row.item == *of);
            state.options.retain(|row| row.option == *of);
            if state.items.is_empty() && state.options.is_empty() {
                say!(
                    "error: --of {of}: no item and no option has this name \
                     (`quadrille lint --json` and Model list them)"
                );
                return Ok(code::UNUSABLE);
            }
        }
        state.part = self.of.is_some();
        state.print(self.json.on, out)?;
        Ok(code::YES)
    }
}

/// The full explanation of a stepper's current state.
pub fn explain(stepper: &Stepper, names: &Encoded) -> State {
    Teller { search: stepper.search(), stepper, names }.state()
}

struct Teller<'a> {
    stepper: &'a Stepper,
    search: &'a Search,
    names: &'a Encoded,
}

impl Teller<'_> {
    fn item(&self, item: ItemId) -> String {
        self.names.item_short(item)
    }

    fn option(&self, option: OptionId) -> String {
        self.names.option_name(option)
    }

    fn option_of(&self, node: NodeId) -> Option<String> {
        Some(self.option(self.search.links().option(node)?))
    }

    fn state(&self) -> State {
        let (search, names) = (self.search, self.names);
        let standing = Standing::of(search);
        let problem = &names.problem;
        let items = (0..problem.n_items() as u32).map(ItemId);
        State {
            address: search.address().to_string(),
            level: search.chosen().len(),
            last: self.stepper.last_step().map(|step| self.step(&step)),
            next: self.stepper.next_step().map(|step| self.step(&step)),
            choice: self.choice(),
            path: self.path(),
            items: items.map(|item| self.item_state(item, &standing)).collect(),
            options: problem.options().map(|option| self.option_state(option, &standing)).collect(),
            bound: self.bound(),
            part: false,
        }
    }

    fn step(&self, step: &Step) -> Told {
        let links = self.search.links();
        let (item, node) = about(step.event, self.search);
        let count = |change: &crate::dlx::Count| Count {
            item: self.item(change.item),
            before: change.before,
            after: change.after,
        };
        let number = |node: Option<NodeId>| node.map(|node| node.0);
        let pointer = |pointer: &crate::dlx::Pointer| Pointer {
            of: number(pointer.of),
            item: pointer.of.map(|node| self.item(links.item(node))),
            option: pointer.of.and_then(|node| self.option_of(node)),
            field: pointer.field.letter(),
            from: number(pointer.from),
            to: number(pointer.to),
        };
        let hidden = |hidden: &crate::dlx::Hidden| Hidden {
            option: self.option(hidden.option),
            through: self.item(hidden.through),
        };
        Told {
            event: kind(step.event),
            what: operation(step.event, self.search, self.names),
            item: item.map(|item| self.item(item)),
            option: node.and_then(|node| self.option_of(node)),
            back: step.back,
            pointers: step.pointers.iter().map(pointer).collect(),
            counts: step.counts.iter().map(count).collect(),
            held: step.held.as_ref().map(count),
            hidden: step.hidden.iter().map(hidden).collect(),
        }
    }

    fn choice(&self) -> Option<Choice> {
        let before = self.stepper.before_choice();
        let item = before.next_item()?;
        let mut ranked: Vec<(usize, ItemId)> =
            before.links().open_items().map(|candidate| (before.degree(candidate), candidate)).collect();
        ranked.sort_by_key(|(left, _)| *left);
        let ranking = ranked.into_iter().map(|(left, candidate)| Ranked { item: self.item(candidate), left }).collect();
        Some(Choice { item: self.item(item), left: before.degree(item), rule: rule_words(before).to_string(), ranking })
    }

    fn path(&self) -> Vec<PathLevel> {
        let branches = self.search.address().branches;
        let levels = self.search.chosen().iter().zip(branches).zip(1..);
        levels
            .map(|((&node, branch), level)| PathLevel {
                level,
                item: self.item(self.search.links().item(node)),
                option: self.option_of(node),
                k: branch.k,
                of: branch.d,
            })
            .collect()
    }

    fn item_state(&self, item: ItemId, standing: &Standing) -> Item {
        let (state, by) = match standing.item(item) {
            ItemFate::Open => ("open", None),
            ItemFate::Free => ("free", None),
            ItemFate::Current(by) => ("current", Some(by)),
            ItemFate::Covered(by) => ("covered", Some(by)),
            ItemFate::Purified(by) => ("purified", Some(by)),
            ItemFate::Stopped(by) => ("stopped", Some(by)),
        };
        let by = by.map(|by| self.culprit(standing, by));
        Item { item: self.item(item), left: self.search.links().len(item), state, by }
    }

    fn option_state(&self, option: OptionId, standing: &Standing) -> Opt {
        let (state, by) = match standing.option(option) {
            Fate::Open => ("open", None),
            Fate::Idle => ("idle", None),
            Fate::Chosen(_) => ("chosen", None),
            Fate::Tried => ("tried", None),
            Fate::Next => ("next", None),
            Fate::Waiting => ("waiting", None),
            Fate::Hidden(by) => ("hidden", Some(by)),
        };
        Opt { option: self.option(option), state, by: by.map(|by| self.culprit(standing, by)) }
    }

    fn culprit(&self, standing: &Standing, by: Blame) -> Culprit {
        let (item, node) = about(by.event, self.search);
        Culprit {
            level: by.level,
            event: kind(by.event),
            item: item.map(|item| self.item(item)),
            option: by.by.map(|option| self.option(option)).or(node.and_then(|node| self.option_of(node))),
            address: standing.before(&by).to_string(),
        }
    }

    fn bound(&self) -> Option<Bounds> {
        let search = compared(self.stepper);
        let at = search.address().to_string();
        if let Some(test) = search.limit_test() {
            return Some(Bounds::Limit { at, used: test.used, lower: test.lower_bound, limit: test.limit });
        }
        let bounds = search.score()?;
        let best = self.search.best();
        Some(Bounds::Score {
            at,
            score: bounds.score,
            upper: bounds.score + bounds.upper_bound,
            best,
            costs: bounds.costs,
        })
    }
}

impl Printout for State {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}   level {}", self.address, self.level)?;
        if !self.part {
            self.write_figures(out)?;
        }
        let items = self.items.iter().map(|row| (row.state, format!("{} {}", printable(&row.item), row.left), &row.by));
        grouped("items", items, out)?;
        let options = self.options.iter().map(|row| (row.state, printable(&row.option).to_string(), &row.by));
        grouped("options", options, out)
    }
}

impl State {
    /// Writes the steps, the choice, the path and the bound.
    fn write_figures(&self, out: &mut dyn Write) -> std::io::Result<()> {
        for (title, step) in [("last", &self.last), ("next", &self.next)] {
            match step {
                Some(step) => told(title, step, out)?,
                None if title == "last" => writeln!(out, "{title}     nothing: this is the root")?,
                None => writeln!(out, "{title}     nothing: the search is at its end")?,
            }
        }
        if let Some(choice) = &self.choice {
            let ranking: Vec<String> =
                choice.ranking.iter().map(|row| format!("{} {}", printable(&row.item), row.left)).collect();
            writeln!(out, "choice   {} with {}, by the rule: {}", printable(&choice.item), choice.left, choice.rule)?;
            writeln!(out, "  ranking   {}", ranking.join(", "))?;
        }
        for level in &self.path {
            let option = level.option.as_deref().unwrap_or("stop");
            writeln!(
                out,
                "path     {}  {} for {}, {} of {}",
                level.level,
                printable(option),
                printable(&level.item),
                level.k,
                level.of
            )?;
        }
        let before =
            |at: &String| if *at == self.address { String::new() } else { format!("before the choice, at {at}: ") };
        match &self.bound {
            Some(Bounds::Limit { at, used, lower, limit }) => {
                let at = before(at);
                writeln!(
                    out,
                    "bound    {at}{} used and at least {lower} more needed, limit {limit}",
                    plural(*used as usize, "option")
                )?;
            }
            Some(Bounds::Score { at, score, upper, best, costs }) => {
                let at = before(at);
                let best = best.map_or("none yet".to_string(), |best| best.to_string());
                if *costs {
                    let best = best.trim_start_matches('-');
                    writeln!(out, "bound    {at}cost {}, at least {}; the best so far: {best}", -score, -upper)?;
                } else {
                    writeln!(out, "bound    {at}score {score}, at most {upper}; the best so far: {best}")?;
                }
            }
            None => {}
        }
        Ok(())
    }
}

fn told(title: &str, step: &Told, out: &mut dyn Write) -> std::io::Result<()> {
    let undone = if step.back { ", undone" } else { "" };
    writeln!(out, "{title}     {}{undone}", printable(&step.what))?;
    let list = |names: Vec<String>| names.join(", ");
    if !step.hidden.is_empty() {
        let hidden = step
            .hidden
            .iter()
            .map(|hidden| format!("{} through {}", printable(&hidden.option), printable(&hidden.through)));
        writeln!(out, "  options   {}", list(hidden.collect()))?;
    }
    let count = |change: &Count| format!("{} {}→{}", printable(&change.item), change.before, change.after);
    if !step.counts.is_empty() {
        writeln!(out, "  left      {}", list(step.counts.iter().map(count).collect()))?;
    }
    if let Some(held) = &step.held {
        writeln!(out, "  held      {}", count(held))?;
    }
    if !step.pointers.is_empty() {
        let number = |node: Option<u32>| node.map_or("root".to_string(), |node| node.to_string());
        let pointer = |pointer: &Pointer| {
            format!("{}[{}] {}→{}", pointer.field, number(pointer.of), number(pointer.from), number(pointer.to))
        };
        writeln!(out, "  pointers  {}", list(step.pointers.iter().map(pointer).collect()))?;
    }
    Ok(())
}

/// Writes items or options, grouped by their state and by the operation that caused it.
fn grouped<'a>(
    title: &str,
    things: impl Iterator<Item = (&'static str, String, &'a Option<Culprit>)>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    // Groups are ordered by their first elements, in the puzzle's order.
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for (state, name, by) in things {
        let key = match by {
            None => state.to_string(),
            Some(by) => {
                let what = [by.item.as_deref(), by.option.as_deref()];
                let what: Vec<String> = what.into_iter().flatten().map(|name| printable(name).to_string()).collect();
                format!("{state} at level {} by {} {}, from {}", by.level, by.event, what.join(" for "), by.address)
            }
        };
        let at = *known.entry(key.clone()).or_insert(groups.len());
        if at == groups.len() {
            groups.push((key, Vec::new()));
        }
        groups[at].1.push(name);
    }
    for (key, names) in groups {
        writeln!(out, "{title:<8} {} {key}: {}", names.len(), names.join(", "))?;
    }
    Ok(())
}
