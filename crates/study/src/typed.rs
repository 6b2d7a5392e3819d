//! Parses what is typed in the debugger: breakpoints and places to go to, in the puzzle's words.

use dancing::ParseAddressError;
use dancing::{ItemId, OptionId};
use quadrille_puzzle::{Encoded, is_near};
use quadrille_solve::{Break, Site};

/// A place to go to.
#[derive(Clone, Debug, PartialEq)]
pub enum Destination {
    /// The state with this address.
    Address(Site),
    /// The state after this number of operations since the root.
    Operation(u64),
    /// The state in which the option of this level, counted from 1, is next to be tried.
    Level(usize),
    /// The solution with this number, counted from 1.
    Solution(u64),
}

/// The reason why what was typed in the debugger is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypedError {
    /// The text after the word is not the number that it needs.
    #[error("`{word}` needs {number}")]
    Number { word: String, number: &'static str },
    /// Nothing was typed for a place.
    #[error("an address such as 1/2,3/3, or op N, level N, solution N, root, end")]
    Place,
    /// The place is not an address.
    #[error(transparent)]
    Address(#[from] ParseAddressError),
    /// The first word is not that of a breakpoint.
    #[error("a breakpoint is one of: {BREAKS}")]
    Break,
    /// The words are not those of a question.
    #[error("a question is one of: {}", super::ask::QUESTIONS)]
    Query,
    /// The question has an answer only in exact covers.
    #[error("in this class of cover no single option is to blame for a dead end")]
    NotExact,
    /// The name after the word is missing. `what` is *item* or *option*.
    #[error("the name of an {what} is missing")]
    NoName { what: &'static str },
    /// No item or option has the name. `near` is one that is written almost like it.
    #[error("there is no {what} `{name}`{}", did_you_mean(near))]
    Unknown { what: &'static str, name: String, near: Option<String> },
}

/// Parses a place: `1/2,3/3` · `op 1200` · `level 4` · `solution 2` · `root` · `end`.
pub fn destination(text: &str) -> Result<Destination, TypedError> {
    let text = text.trim();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let number = |number| parse_number(word, rest, number);
    match word {
        "" => Err(TypedError::Place),
        "op" | "operation" => number("the number of an operation").map(Destination::Operation),
        "level" => number("the number of a level").map(|level| Destination::Level(level as usize)),
        "solution" => number("the number of a solution").map(|number| Destination::Solution(number.max(1))),
        _ => Ok(Destination::Address(text.parse()?)),
    }
}

/// The forms of a breakpoint, for help and errors.
pub const BREAKS: &str =
    "hide OPTION, try OPTION, choose ITEM, zero ITEM, one ITEM, level N, solution [N], op N, dead end, best, cut";

/// Parses a breakpoint: `hide r8c7=3` · `zero r3c5` · `level 12` · ... The inverse of
/// [`breakpoint_words`].
pub fn breakpoint(text: &str, names: &Encoded) -> Result<Break, TypedError> {
    let text = text.trim();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let number = || parse_number(word, rest, "a number");
    match (word, rest) {
        ("hide", _) => option_named(rest, names).map(Break::Hidden),
        ("try", _) => option_named(rest, names).map(Break::Tried),
        ("choose", _) => item_named(rest, names).map(Break::Chosen),
        ("zero", _) => item_named(rest, names).map(|item| Break::Falls { item, to: 0 }),
        ("one", _) => item_named(rest, names).map(|item| Break::Falls { item, to: 1 }),
        ("level", _) => number().map(|level| Break::Level(level as usize)),
        ("solution", "") => Ok(Break::Solution(None)),
        ("solution", _) => number().map(|number| Break::Solution(Some(number))),
        ("op" | "operation", _) => number().map(Break::Operation),
        ("dead", "end") => Ok(Break::DeadEnd),
        ("best", "") => Ok(Break::Improved),
        ("cut", "") => Ok(Break::Cut),
        _ => Err(TypedError::Break),
    }
}

/// Writes a breakpoint as it is typed. The inverse of [`breakpoint`].
pub fn breakpoint_words(breakpoint: Break, names: &Encoded) -> String {
    match breakpoint {
        Break::Falls { item, to: 0 } => format!("zero {}", names.item_short(item)),
        Break::Falls { item, .. } => format!("one {}", names.item_short(item)),
        Break::Chosen(item) => format!("choose {}", names.item_short(item)),
        Break::Tried(option) => format!("try {}", names.option_name(option)),
        Break::Hidden(option) => format!("hide {}", names.option_name(option)),
        Break::Level(level) => format!("level {level}"),
        Break::Solution(None) => "solution".to_string(),
        Break::Solution(Some(number)) => format!("solution {number}"),
        Break::DeadEnd => "dead end".to_string(),
        Break::Operation(number) => format!("op {number}"),
        Break::Improved => "best".to_string(),
        Break::Cut => "cut".to_string(),
    }
}

/// Says what has to happen for a breakpoint to be hit: `option c e is hidden`.
pub fn goal_words(goal: Break, names: &Encoded) -> String {
    match goal {
        Break::Falls { item, to: 0 } => format!("{} has no option left", names.item_noun(item)),
        Break::Falls { item, .. } => format!("{} has one option left", names.item_noun(item)),
        Break::Chosen(item) => format!("{} is chosen", names.item_noun(item)),
        Break::Tried(option) => format!("option {} is tried", names.option_name(option)),
        Break::Hidden(option) => format!("option {} is hidden", names.option_name(option)),
        Break::Level(level) => format!("level {level} is reached"),
        Break::Solution(None) => "a solution is found".to_string(),
        Break::Solution(Some(number)) => format!("solution {number} is found"),
        Break::DeadEnd => "a dead end is reached".to_string(),
        Break::Operation(number) => format!("operation {number} is done"),
        Break::Improved => "a better score is found".to_string(),
        Break::Cut => "a branch is cut".to_string(),
    }
}

/// Finds an item by its short name, or by its name in a sentence.
pub fn item_named(text: &str, names: &Encoded) -> Result<ItemId, TypedError> {
    let all = || (0..names.problem.n_items() as u32).map(ItemId);
    let exact = all().find(|&item| names.item_short(item) == text);
    let found = exact.or_else(|| all().find(|&item| names.item_noun(item).eq_ignore_ascii_case(text)));
    found.ok_or_else(|| unknown("item", text, all().map(|item| names.item_short(item))))
}

/// Finds an option by its name, by its number after a `#`, or by the words of the screen: `4 in
/// r5c6`, `put 4 into r5c6`, `F at r1c1` if the piece lies there in one way.
pub fn option_named(text: &str, names: &Encoded) -> Result<OptionId, TypedError> {
    let all = || names.problem.options();
    let number = text.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
    if let Some(option) = number.and_then(|number| all().nth(number.checked_sub(1)?)) {
        return Ok(option);
    }
    let exact = all().find(|&option| names.option_name(option) == text);
    // The name of an option may be typed without its blanks: `adg`.
    let joined = |name: &str| name.split_whitespace().collect::<String>();
    let found = exact.or_else(|| all().find(|&option| joined(&names.option_name(option)) == joined(text)));
    let found = found.or_else(|| placed(text, names));
    // The end of one name alone: `r1c2` for `bomb r1c2`.
    let is_end = |&option: &OptionId| names.option_name(option).split_whitespace().last() == Some(text);
    let found = found.or_else(|| only(all().filter(is_end)));
    let found = found.or_else(|| all().find(|&option| names.option_long(option) == text));
    found.ok_or_else(|| unknown("option", text, all().map(|option| names.option_name(option))))
}

/// The option that puts a symbol into a cell, or a piece to a place if it lies there in one way.
fn placed(text: &str, names: &Encoded) -> Option<OptionId> {
    if let (Some(grid), Some((symbol, cell))) = (names.grid(), text.split_once(" in ")) {
        let wanted = format!("{}={}", grid.name(grid.cell_named(cell.trim())?), symbol.trim());
        return names.problem.options().find(|&option| names.option_name(option) == wanted);
    }
    let (piece, place) = text.split_once(" at ")?;
    let lies = |name: &str| {
        let shape = name.strip_suffix(place.trim()).and_then(|rest| rest.strip_suffix('@'));
        shape.is_some_and(|shape| shape.split('.').next() == Some(piece.trim()))
    };
    only(names.problem.options().filter(|&option| lies(&names.option_name(option))))
}

/// The option, if it is the only one.
fn only(mut found: impl Iterator<Item = OptionId>) -> Option<OptionId> {
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The names of items and options that have a text in them, those that begin with it first. In a
/// large problem, only its first names are looked at.
pub fn names_like(text: &str, names: &Encoded, most: usize) -> Vec<String> {
    const LOOKED_AT: usize = 20_000;
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Vec::new();
    }
    let items = (0..names.problem.n_items() as u32).take(LOOKED_AT).map(|item| names.item_short(ItemId(item)));
    let options = names.problem.options().take(LOOKED_AT).map(|option| names.option_name(option));
    let fits = |name: &String| name.to_lowercase().contains(&text);
    let (mut found, inside): (Vec<String>, Vec<String>) =
        items.chain(options).filter(fits).partition(|name| name.to_lowercase().starts_with(&text));
    found.extend(inside);
    found.truncate(most);
    found
}

fn did_you_mean(near: &Option<String>) -> String {
    near.as_ref().map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

fn parse_number(word: &str, text: &str, number: &'static str) -> Result<u64, TypedError> {
    let digits = text.trim().replace(',', "");
    digits.parse().map_err(|_| TypedError::Number { word: word.to_string(), number })
}

fn unknown(what: &'static str, name: &str, mut names: impl Iterator<Item = String>) -> TypedError {
    if name.is_empty() {
        return TypedError::NoName { what };
    }
    TypedError::Unknown { what, name: name.to_string(), near: names.find(|near| is_near(near, name)) }
}
