//! The protocol in which a program tells its operations: ten words, one operation a line.
//!
//! A line that does not begin with a word of the protocol is not an operation and is ignored: a
//! program may print its answers between them. So is a word without its arguments, or without
//! numbers where only numbers are due, and `solution` with more words.

use super::fault::Fault;
use super::operation::{Operation, Vocabulary};
use dancing::{Event, ItemId, LinksView, NodeId, OptionId, Search, Step};
use quadrille_puzzle::Encoded;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// The words of the protocol with their arguments and meanings, for help and manual.
pub static WORDS: &[(&str, &str)] = &[
    ("case N", "the search of case N of the input begins; left out if there is one case"),
    ("choose I [LEFT]", "item I was chosen; LEFT is its number of options, if you count them"),
    ("cover I", "item I is covered now"),
    ("uncover I", "item I is uncovered now"),
    ("try O", "option O was chosen"),
    ("untry O", "option O is taken back"),
    ("hide O", "option O leaves the lists of its other items, inside a cover"),
    ("unhide O", "option O comes back to them, inside an uncover"),
    ("solution", "all primary items are covered"),
    ("links N U D L R", "the pointers of node N, after the last operation"),
];

/// An operation as it was printed. Its arguments are not looked up yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationLine<'a> {
    Case(u64),
    Choose { item: &'a str, left: Option<i64> },
    Cover(&'a str),
    Uncover(&'a str),
    Try(&'a str),
    Untry(&'a str),
    Hide(&'a str),
    Unhide(&'a str),
    Solution,
    Links { node: i64, up: i64, down: i64, left: i64, right: i64 },
}

impl OperationLine<'_> {
    /// Reads a line. `None` if it is not an operation.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadrille_study::ProtocolLine;
    ///
    /// assert_eq!(ProtocolLine::read("  cover r1c2\r"), Some(ProtocolLine::Cover("r1c2")));
    /// assert_eq!(ProtocolLine::read("try a d g"), Some(ProtocolLine::Try("a d g")));
    /// assert_eq!(ProtocolLine::read("Case 1:"), None);
    /// ```
    pub fn read(line: &str) -> Option<OperationLine<'_>> {
        let line = line.trim();
        let (word, rest) = match line.split_once([' ', '\t']) {
            Some((word, rest)) => (word, rest.trim_start()),
            None => (line, ""),
        };
        let name = Some(rest).filter(|rest| !rest.is_empty());
        match word {
            "case" => rest.parse().ok().map(OperationLine::Case),
            "choose" => {
                let counted = rest.rsplit_once([' ', '\t']);
                match counted.and_then(|(item, left)| Some((item.trim_end(), count(left)?))) {
                    Some((item, left)) => Some(OperationLine::Choose { item, left: Some(left) }),
                    None => name.map(|item| OperationLine::Choose { item, left: None }),
                }
            }
            "cover" => name.map(OperationLine::Cover),
            "uncover" => name.map(OperationLine::Uncover),
            "try" => name.map(OperationLine::Try),
            "untry" => name.map(OperationLine::Untry),
            "hide" => name.map(OperationLine::Hide),
            "unhide" => name.map(OperationLine::Unhide),
            "solution" => rest.is_empty().then_some(OperationLine::Solution),
            "links" => {
                let mut numbers = rest.split_ascii_whitespace().map(str::parse);
                let mut next = || numbers.next()?.ok();
                let (node, up, down, left, right) = (next()?, next()?, next()?, next()?, next()?);
                numbers.next().is_none().then_some(OperationLine::Links { node, up, down, left, right })
            }
            _ => None,
        }
    }

    /// The operation, with the items and options that its numbers or names stand for. `None` for
    /// `case`, which belongs to no search.
    ///
    /// # Errors
    ///
    /// If the problem has no such item or option.
    pub(super) fn resolve(&self, names: &Names, numbering: (Numbering, Numbering)) -> Result<Option<Operation>, Fault> {
        let unknown = |what, text: &str| Fault::Unknown { what, text: text.to_string() };
        let item = |text| names.item(text, numbering.0).ok_or_else(|| unknown("item", text));
        let option = |text| names.option(text, numbering.1).ok_or_else(|| unknown("option", text));
        Ok(Some(match *self {
            OperationLine::Case(_) => return Ok(None),
            OperationLine::Choose { item: name, left } => Operation::Choose { item: item(name)?, left },
            OperationLine::Cover(name) => Operation::Cover(item(name)?),
            OperationLine::Uncover(name) => Operation::Uncover(item(name)?),
            OperationLine::Try(name) => Operation::Try(option(name)?),
            OperationLine::Untry(name) => Operation::Untry(option(name)?),
            OperationLine::Hide(name) => Operation::Hide(option(name)?),
            OperationLine::Unhide(name) => Operation::Unhide(option(name)?),
            OperationLine::Solution => Operation::Solution,
            OperationLine::Links { node, up, down, left, right } => Operation::Links { node, up, down, left, right },
        }))
    }

    /// Adds the word to those that a trace has.
    pub(super) fn add_to(&self, uses: &mut Vocabulary) {
        match self {
            OperationLine::Choose { .. } => uses.choose = true,
            OperationLine::Cover(_) => uses.cover = true,
            OperationLine::Uncover(_) => (uses.cover, uses.uncover) = (true, true),
            OperationLine::Try(_) => uses.tries = true,
            OperationLine::Untry(_) => uses.untry = true,
            OperationLine::Hide(_) => uses.hide = true,
            OperationLine::Unhide(_) => uses.unhide = true,
            OperationLine::Solution => uses.solution = true,
            OperationLine::Case(_) | OperationLine::Links { .. } => {}
        }
    }
}

/// A count as programs print it. One that is not signed and fell below 0 is large.
fn count(text: &str) -> Option<i64> {
    let signed = || text.parse::<u64>().ok().map(u64::cast_signed);
    text.parse().ok().or_else(signed)
}

/// The way in which a trace writes items, or options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    Names,
    /// By number; the first has this number.
    From(u8),
    /// Options of a grid by number; the first has this number: every symbol in every cell, also
    /// those that the givens exclude.
    Cells(u8),
}

impl fmt::Display for Numbering {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Numbering::Names => f.write_str("by name"),
            Numbering::From(base) => write!(f, "numbered from {base}"),
            Numbering::Cells(base) => write!(f, "numbered from {base}, every symbol in every cell"),
        }
    }
}

/// The items and options of a problem by their names.
#[derive(Debug)]
pub struct Names {
    items: FxHashMap<String, ItemId>,
    options: FxHashMap<String, OptionId>,
    /// By number counted from 0; an option of a 0/1 matrix has the number of its row.
    numbered: Vec<Option<OptionId>>,
    /// By number counted from 0, with all symbols in all cells.
    cells: FxHashMap<usize, OptionId>,
    /// By option: the next one with the same name.
    same: FxHashMap<OptionId, OptionId>,
}

impl Names {
    /// The names of a problem.
    pub fn new(names: &Encoded) -> Names {
        let problem = &names.problem;
        let items = (0..problem.n_items() as u32).map(|item| (names.item_short(ItemId(item)), ItemId(item)));
        let (mut by_name, mut same) = (FxHashMap::default(), FxHashMap::default());
        let mut numbered = Vec::with_capacity(problem.n_options());
        // Of options with the same name, the first one is found, and it leads to the others.
        for option in (0..problem.n_options() as u32).rev().map(OptionId) {
            if let Some(later) = by_name.insert(joined(&names.option_name(option)), option) {
                same.insert(option, later);
            }
            let number = names.option_number(option);
            if numbered.len() < number {
                numbered.resize(number, None);
            }
            numbered[number - 1] = Some(option);
        }
        let n = names.grid().map_or(0, |grid| grid.n_symbols());
        let placed = problem.options().filter_map(|option| {
            let placed = names.placement(option)?;
            Some((placed.cell.index() * n + placed.symbol.0 as usize, option))
        });
        let cells = placed.collect();
        Names { items: items.collect(), options: by_name, numbered, cells, same }
    }

    /// An option and those after it that have the same name.
    pub fn same(&self, option: OptionId) -> impl Iterator<Item = OptionId> + '_ {
        std::iter::successors(Some(option), |option| self.same.get(option).copied())
    }

    /// The item of a word.
    pub fn item(&self, word: &str, numbering: Numbering) -> Option<ItemId> {
        match numbering {
            Numbering::Names => self.items.get(word).copied(),
            Numbering::From(base) | Numbering::Cells(base) => {
                let number = word.parse::<u32>().ok()?.checked_sub(base.into())?;
                (number < self.items.len() as u32).then_some(ItemId(number))
            }
        }
    }

    /// The option of the rest of a line.
    pub fn option(&self, text: &str, numbering: Numbering) -> Option<OptionId> {
        match numbering {
            Numbering::Names => self.options.get(text).or_else(|| self.options.get(&joined(text))).copied(),
            Numbering::From(base) => {
                let number = text.parse::<usize>().ok()?.checked_sub(base.into())?;
                self.numbered.get(number).copied().flatten()
            }
            Numbering::Cells(base) => self.cells.get(&text.parse::<usize>().ok()?.checked_sub(base.into())?).copied(),
        }
    }

    /// Returns whether options can be numbered by cells and symbols.
    pub fn has_cells(&self) -> bool {
        !self.cells.is_empty()
    }

    /// The number of an option by its cell and symbol, counted from 0.
    pub(crate) fn cell_number(&self, option: OptionId) -> Option<usize> {
        self.cells.iter().find(|(_, own)| **own == option).map(|(number, _)| *number)
    }
}

/// A name with single blanks.
fn joined(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines of the protocol for a step of the kernel, before it is made: what a program would
/// print there. A choice and a backtrack also cover and uncover the item. If `inside` is true, the
/// options are listed that the step hides or unhides.
pub fn brief_lines(step: &Step, search: &Search, names: &Encoded, inside: bool) -> Vec<String> {
    let mut lines = event_lines(step.event, search.links(), names, |item| search.links().len(item) as i64);
    if inside && !lines.is_empty() {
        let word = if step.removes { "hide" } else { "unhide" };
        lines.extend(step.hidden.iter().map(|hidden| format!("{word} {}", names.option_name(hidden.option))));
    }
    lines
}

/// The lines of the protocol for an operation. `left` is the number of options in the list of an
/// item, as the program counts them.
pub fn event_lines(event: Event, links: &dyn LinksView, names: &Encoded, left: impl Fn(ItemId) -> i64) -> Vec<String> {
    let item = |item: ItemId| names.item_short(item);
    let option = |node: NodeId| links.option(node).map_or(String::new(), |option| names.option_name(option));
    match event {
        Event::Choose { item: chosen } => {
            vec![format!("choose {} {}", item(chosen), left(chosen)), format!("cover {}", item(chosen))]
        }
        Event::Try { node } => vec![format!("try {}", option(node))],
        Event::Cover { item: covered } => vec![format!("cover {}", item(covered))],
        Event::Purify { node } => vec![format!("cover {}", item(links.item(node)))],
        Event::Uncover { item: covered } | Event::Backtrack { item: covered } => {
            vec![format!("uncover {}", item(covered))]
        }
        Event::Unpurify { node } => vec![format!("uncover {}", item(links.item(node)))],
        Event::Next { node } => vec![format!("untry {}", option(node))],
        Event::Visit => vec!["solution".to_string()],
        Event::Stop { .. } | Event::Cut { .. } | Event::RaiseLimit { .. } => Vec::new(),
    }
}

/// The `links` lines of the nodes that a step has changed. The root is 0, and the other nodes have
/// the numbers of the kernel plus 1.
pub fn link_lines(step: &Step, links: &dyn LinksView) -> Vec<String> {
    let mut seen = FxHashSet::default();
    let nodes = step.pointers.iter().map(|pointer| pointer.of).filter(|&node| seen.insert(node));
    let number = |node: Option<NodeId>| node.map_or(0, |node| node.0 + 1);
    let line = |node: Option<NodeId>| {
        let is_header = node.is_none_or(|node| (node.0 as usize) < links.n_items());
        let (up, down) = node.map_or((0, 0), |node| (links.up(node).0 + 1, links.down(node).0 + 1));
        let item = node.map(|node| ItemId(node.0));
        let header = |item: Option<ItemId>| number(item.map(|item| NodeId(item.0)));
        let (left, right) = if is_header { (header(links.left(item)), header(links.right(item))) } else { (0, 0) };
        format!("links {} {up} {down} {left} {right}", number(node))
    };
    nodes.map(line).collect()
}
