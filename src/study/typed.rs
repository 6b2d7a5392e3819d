//! Parses what is typed in the debugger: breakpoints and places to go to, in the puzzle's words.

use crate::dlx::{ItemId, OptionId};
use crate::puzzle::{Encoded, is_near};
use crate::solve::{Break, ParseAddressError, Site};

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

/// Parses a place: `1/2,3/3` · `op 1200` · `level 4` · `solution 2` · `root` · `end`.
pub fn destination(text: &str) -> Result<Destination, String> {
    let text = text.trim();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let number = |what: &str| {
        rest.trim().replace(',', "").parse::<u64>().map_err(|_| format!("`{word}` needs the number of {what}"))
    };
    match word {
        "" => Err("an address such as 1/2,3/3, or op N, level N, solution N, root, end".to_string()),
        "op" | "operation" => number("an operation").map(Destination::Operation),
        "level" => number("a level").map(|level| Destination::Level(level as usize)),
        "solution" => number("a solution").map(|number| Destination::Solution(number.max(1))),
        _ => text.parse().map(Destination::Address).map_err(|error: ParseAddressError| error.to_string()),
    }
}

/// The forms of a breakpoint, for help and errors.
pub const BREAKS: &str =
    "hide OPTION, try OPTION, choose ITEM, zero ITEM, one ITEM, level N, solution [N], op N, dead end, best, cut";

/// Parses a breakpoint: `hide r8c7=3` · `zero r3c5` · `level 12` · ... The inverse of
/// [`breakpoint_words`].
pub fn breakpoint(text: &str, names: &Encoded) -> Result<Break, String> {
    let text = text.trim();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let number = || rest.replace(',', "").parse::<u64>().map_err(|_| format!("`{word}` needs a number"));
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
        _ => Err(format!("a breakpoint is one of: {BREAKS}")),
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

/// Finds an item by its short name, or by its name in a sentence.
pub fn item_named(text: &str, names: &Encoded) -> Result<ItemId, String> {
    let all = || (0..names.problem.n_items() as u32).map(ItemId);
    let exact = all().find(|&item| names.item_short(item) == text);
    let found = exact.or_else(|| all().find(|&item| names.item_noun(item).eq_ignore_ascii_case(text)));
    found.ok_or_else(|| unknown("item", text, all().map(|item| names.item_short(item))))
}

/// Finds an option by its name, or by its number after a `#`.
pub fn option_named(text: &str, names: &Encoded) -> Result<OptionId, String> {
    let all = || names.problem.options();
    let number = text.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
    if let Some(option) = number.and_then(|number| all().nth(number.checked_sub(1)?)) {
        return Ok(option);
    }
    let exact = all().find(|&option| names.option_name(option) == text);
    exact.ok_or_else(|| unknown("option", text, all().map(|option| names.option_name(option))))
}

fn unknown(what: &str, text: &str, mut names: impl Iterator<Item = String>) -> String {
    match names.find(|name| is_near(name, text)) {
        _ if text.is_empty() => format!("the name of an {what} is missing"),
        Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{text}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{encode, load};

    #[test]
    fn breakpoints_are_read_as_they_are_written() {
        let puzzle = load("a b c\na b\nb c\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
        let names = encode(&puzzle.shape);
        for text in [
            "hide a b",
            "try c",
            "choose a",
            "zero b",
            "one c",
            "level 2",
            "solution",
            "solution 3",
            "op 17",
            "dead end",
            "best",
            "cut",
        ] {
            assert_eq!(breakpoint_words(breakpoint(text, &names).unwrap(), &names), text);
        }
        assert_eq!(breakpoint("hide #2", &names), Ok(Break::Hidden(OptionId(1))));
        assert!(breakpoint("hide a c", &names).unwrap_err().contains("did you mean"));
        assert!(breakpoint("jump", &names).unwrap_err().contains("hide OPTION"));
        assert_eq!(destination("op 1,200"), Ok(Destination::Operation(1200)));
        assert!(matches!(destination("1/2,3/3"), Ok(Destination::Address(_))));
        assert!(destination("1/2,x").unwrap_err().contains("character 5"));
    }
}
