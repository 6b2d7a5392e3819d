//! `trace`: the operations of a search, one per line, as text or as JSON. The output is
//! deterministic.

use super::{Example, Run};
use crate::cli::args::{Json, SearchState, named};
use crate::cli::code;
use crate::cli::interrupt::is_interrupted;
use crate::cli::printout::Printout;
use crate::dlx::{Event, ItemId, Link, LinksView, NodeId, Search};
use crate::puzzle::Encoded;
use crate::solve::{Grain, Moved, Stepper};
use crate::study::{
    BrokenDance, Mistake, NeedleEnd, brief_lines, broken_report, event_lines, link_lines, narrate, operation,
};
use clap::ValueHint;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Print the operations of the search, one a line
///
/// The same puzzle and options always give the same lines, so they can be compared with the
/// operations of your own program.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    state: SearchState,
    /// Size of a step
    #[arg(long, value_name = "GRAIN", default_value = "item", value_parser = named(Grain::ALL, Grain::name, |_| ""))]
    grain: Grain,
    /// Print at most N lines
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Print the words of `quadrille shim`, as your own program does; with --grain link, also the
    /// options and pointers inside a cover
    #[arg(long, conflicts_with_all = ["json"])]
    brief: bool,
    /// Follow this answer, which is right, to where the search loses it
    #[arg(long, value_name = "ANSWER", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["at", "best", "grain", "limit", "brief", "broken"])]
    needle: Option<PathBuf>,
    /// Print the operations of a program with this mistake, and where it goes wrong
    #[arg(long, value_name = "MISTAKE", conflicts_with_all = ["at", "best", "grain"],
          value_parser = named(Mistake::ALL, Mistake::id, Mistake::words))]
    broken: Option<Mistake>,
    #[command(flatten)]
    json: Json,
}

/// The object that `trace --json` prints for a move.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Traced<'a> {
    /// The number of operations of the machine since the root, or since the address of `--at`.
    op: i64,
    /// The number of options that are chosen after the move.
    level: usize,
    /// The state after the last whole operation. Within an operation, the state before it.
    address: String,
    /// `choose`, `try`, `cover`, `purify`, `unpurify`, `solution`, `uncover`, `take back`, `leave`,
    /// `stop`, `cut` or `limit`.
    event: &'static str,
    /// The event in a few words.
    what: String,
    /// The event in a sentence.
    say: &'a str,
    /// The item of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<String>,
    /// The number of options left in the list of this item, after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    /// The option of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<String>,
    /// The link that changed, at the grain `link`. At the grain `option`, the last one of the move.
    /// Left out if the event changes no link.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<Linked>,
    /// The names of the options, at a solution and the grain `branch` or `solution`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
    /// The numbers of these options, counted from 1 in the order of the puzzle's file. Those of a
    /// grid are the placements in the order of `quadrille explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<usize>>,
}

/// The object that `trace --broken --json` prints for an operation of the broken program.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BrokenOp {
    /// The number of operations since the root.
    op: u64,
    /// The number of options that are chosen after the operation.
    level: usize,
    /// As for `trace --json`.
    event: &'static str,
    /// The event in a few words.
    what: String,
}

impl Printout for BrokenOp {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{:>8} {:>4}  {}", self.op, self.level, self.what)
    }
}

/// A link that changed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Linked {
    /// The header of an item, in the list of items.
    Header {
        /// The item.
        header: String,
        /// True if the header leaves the list, false if it comes back.
        removes: bool,
    },
    /// A node of an option, in the list of its item.
    Node {
        /// The number of the node, as in `quadrille explain`.
        node: u32,
        option: String,
        item: String,
        /// The number of options left in the list of this item, after the change.
        left: usize,
        /// True if the node leaves the list, false if it comes back.
        removes: bool,
    },
}

impl Run for Args {
    const ON_FIRST_PAGE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        ("quadrille trace --limit 20 puzzles/cover-knuth.toml", "Print the first 20 operations."),
        ("quadrille trace --grain link --json puzzles/cover-knuth.toml", "Print every pointer that changes."),
        ("quadrille trace --brief --limit 9 puzzles/cover-knuth.toml", "Print what your own program should print."),
        ("quadrille trace --broken same-order puzzles/cover-knuth.toml", "Print what a common mistake looks like."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let (mut stepper, names) = match self.state.open() {
            Ok(found) => found,
            Err(code) => return Ok(code),
        };
        if let Some(mistake) = self.broken {
            return broken(&stepper, &names, mistake, &self, out);
        }
        if let Some(answer) = &self.needle {
            return needle(&stepper, &names, answer, &self, out);
        }
        if self.brief {
            return brief(stepper, &names, &self, out);
        }
        let mut printed = 0;
        while printed < self.limit.unwrap_or(u64::MAX) {
            if !stepper.step(self.grain, true) {
                return Ok(code::YES);
            }
            if let Some(did) = stepper.did() {
                let (event, link) = match did.what {
                    Moved::Step(event) => (event, None),
                    Moved::Link(link, event) => (event, Some(link)),
                };
                let say = narrate(&stepper, &names).swap_remove(0).text;
                let lists = matches!(self.grain, Grain::Branch | Grain::Solution);
                MoveLine { stepper: &stepper, names: &names, event, link, say, lists }.print(self.json.on, out)?;
            }
            printed += 1;
        }
        Ok(code::YES)
    }
}

/// Prints the operations as a program of the user's prints them.
fn brief(mut stepper: Stepper, names: &Encoded, words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let inside = words.grain == Grain::Link;
    let mut left = words.limit.unwrap_or(u64::MAX);
    while let Some(step) = stepper.next_step() {
        let mut lines = brief_lines(&step, stepper.search(), names, inside);
        stepper.step(Grain::Item, true);
        if inside {
            lines.extend(link_lines(&step, stepper.links()));
        }
        for line in lines {
            if left == 0 || is_interrupted() {
                return Ok(code::YES);
            }
            writeln!(out, "{line}")?;
            left -= 1;
        }
    }
    Ok(code::YES)
}

/// The object that `trace --needle --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Needled {
    /// `found`, `removed`, `uncovered` or `early`.
    status: &'static str,
    /// The state in which the answer is found or lost.
    address: String,
    /// The operation that removes an option.
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<String>,
    /// The option of the answer that is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<String>,
    /// The option that was chosen last.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The item that both hold, or that no option of the answer is left for.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<String>,
    say: String,
    #[serde(skip)]
    lines: Vec<String>,
}

impl Printout for Needled {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        self.lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }
}

/// The most operations that are printed before an answer is lost.
const LAST: usize = 12;

/// Prints the way of an answer through the search, and where it is lost.
fn needle(stepper: &Stepper, names: &Encoded, answer: &Path, words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let needle = crate::cli::input::needle(answer, names)?;
    let mut search = stepper.search().clone();
    let mut lines = Vec::new();
    let end = needle.follow(&mut search, |search| {
        if let Some(event) = search.next_event() {
            lines.push(format!("{:>4}  {}", search.chosen().len(), operation(event, search, names)));
        }
    });
    let say = end.words(names);
    let event = |event| operation(event, &search, names);
    let (status, what, option, by, item) = match &end {
        NeedleEnd::Found(_) => ("found", None, None, None, None),
        NeedleEnd::Removed { event: what, option, by, through, .. } => {
            ("removed", Some(event(*what)), Some(*option), *by, Some(*through))
        }
        NeedleEnd::Uncovered { item, .. } => ("uncovered", None, None, None, Some(*item)),
        NeedleEnd::Early { option, .. } => ("early", None, Some(*option), None, None),
    };
    let is_found = matches!(end, NeedleEnd::Found(_));
    // The way to the answer is long, and nothing is wrong on it.
    let shown = if is_found { 0 } else { lines.len().min(LAST) };
    let mut lines = lines.split_off(lines.len() - shown);
    lines.extend(say.iter().cloned());
    if !is_found {
        lines.push(format!("in Step: quadrille step --at {} FILE", end.address()));
    }
    let needled = Needled {
        status,
        address: end.address().to_string(),
        operation: what,
        option: option.map(|option| names.option_name(option)),
        by: by.map(|option| names.option_name(option)),
        item: item.map(|item| names.item_short(item)),
        say: say.join("; "),
        lines,
    };
    needled.print(words.json.on, out)?;
    Ok(if is_found { code::YES } else { code::NO })
}

/// Prints the operations of a program with a mistake and, on standard error, where it goes wrong.
fn broken(
    stepper: &Stepper,
    names: &Encoded,
    mistake: Mistake,
    words: &Args,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    let rule = words.state.rule;
    let (mut dance, report) =
        match (BrokenDance::new(&names.problem, rule, mistake), broken_report(names, rule, mistake)) {
            (Ok(dance), Ok(report)) => (dance, report),
            (Err(why), _) | (_, Err(why)) => {
                say!("error: {why}");
                return Ok(code::UNUSABLE);
            }
        };
    let search = stepper.search();
    let operations = words.limit.unwrap_or(report.operations.max(1));
    if words.brief {
        let lines = (0..operations).map_while(|_| {
            let event = dance.step()?;
            Some(event_lines(event, search.links(), names, |item| dance.count(item)))
        });
        let most = words.limit.map_or(usize::MAX, |limit| limit as usize);
        lines.flatten().take(most).try_for_each(|line| writeln!(out, "{line}"))?;
    } else {
        for op in 1..=operations {
            let Some(event) = dance.step() else { break };
            let (level, what) = (dance.level(), operation(event, search, names));
            BrokenOp { op, level, event: kind(event), what }.print(words.json.on, out)?;
        }
    }
    out.flush()?;
    report.lines(search, names).iter().for_each(|line| say!("{line}"));
    Ok(code::YES)
}

/// A move of the stepper. Its object is made for JSON only: a trace has many lines.
struct MoveLine<'a> {
    stepper: &'a Stepper,
    names: &'a Encoded,
    event: Event,
    link: Option<Link>,
    say: String,
    /// True if a solution is listed at this grain.
    lists: bool,
}

impl Printout for MoveLine<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let level = self.stepper.search().chosen().len();
        writeln!(out, "{:>8} {level:>4}  {}", self.stepper.operations(), self.say)
    }
}

impl Serialize for MoveLine<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let &MoveLine { stepper, names, event, link, lists, .. } = self;
        let search = stepper.search();
        let (item, node) = about(event, search);
        let path = (lists && search.at_solution()).then(|| search.path());
        let traced = Traced {
            op: stepper.operations(),
            level: search.chosen().len(),
            address: search.address().to_string(),
            event: kind(event),
            what: operation(event, search, names),
            say: &self.say,
            item: item.map(|item| names.item_short(item)),
            left: item.map(|item| stepper.links().len(item)),
            option: node.and_then(|node| search.links().option(node)).map(|option| names.option_name(option)),
            link: link.and_then(|link| linked(link, names, stepper)),
            solution: path.as_ref().map(|path| path.iter().map(|&option| names.option_name(option)).collect()),
            options: path.map(|path| path.into_iter().map(|option| names.option_number(option)).collect()),
        };
        traced.serialize(to)
    }
}

/// The link that the last move changed.
fn linked(link: Link, names: &Encoded, stepper: &Stepper) -> Option<Linked> {
    let links: &dyn LinksView = stepper.links();
    let removes = match stepper.slow() {
        Some(slow) => slow.removes(),
        None => stepper.last_step()?.removes,
    };
    Some(match link {
        Link::Header(item) => Linked::Header { header: names.item_short(item), removes },
        Link::Node(node) => Linked::Node {
            node: node.0,
            option: names.option_name(links.option(node)?),
            item: names.item_short(links.item(node)),
            left: links.len(links.item(node)),
            removes,
        },
    })
}

/// The item that an event is about, or the node of its option.
pub fn about(event: Event, search: &Search) -> (Option<ItemId>, Option<NodeId>) {
    match event {
        Event::Choose { item }
        | Event::Cover { item }
        | Event::Stop { item }
        | Event::Uncover { item }
        | Event::Backtrack { item } => (Some(item), None),
        Event::Purify { node } | Event::Unpurify { node } => (Some(search.links().item(node)), None),
        Event::Try { node } | Event::Next { node } => (None, Some(node)),
        Event::Visit | Event::Cut { .. } | Event::RaiseLimit { .. } => (None, None),
    }
}

/// An event's name in JSON.
pub fn kind(event: Event) -> &'static str {
    match event {
        Event::Choose { .. } => "choose",
        Event::Try { .. } => "try",
        Event::Cover { .. } => "cover",
        Event::Purify { .. } => "purify",
        Event::Unpurify { .. } => "unpurify",
        Event::Visit => "solution",
        Event::Uncover { .. } => "uncover",
        Event::Next { .. } => "take back",
        Event::Backtrack { .. } => "leave",
        Event::Stop { .. } => "stop",
        Event::Cut { .. } => "cut",
        Event::RaiseLimit { .. } => "limit",
    }
}
