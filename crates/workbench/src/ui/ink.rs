//! INKS: the kinds of symbols and marks in a cell. Each differs from the others in every palette,
//! without colours and in ASCII.

use super::theme::{Role, Theme};
use quadrille_puzzle::{Alphabet, Entry, Symbol};
use ratatui::style::{Modifier, Style};

/// The kind of a symbol or mark in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A given of the puzzle.
    Given,
    /// A symbol that the player placed.
    Own,
    /// A placed symbol that clashes with others.
    Wrong,
    /// A mark in its own place in the cell.
    Corner,
    /// A mark beside the others in the middle of the cell.
    Centre,
    /// A symbol that the cell can hold.
    Candidate,
    /// A symbol that the player ruled out.
    Eliminated,
    /// A mark of a symbol that placed symbols and rules exclude.
    Stale,
}

impl Ink {
    /// All inks, in the order of the legend.
    pub const ALL: [Ink; 8] =
        [Ink::Given, Ink::Own, Ink::Wrong, Ink::Corner, Ink::Centre, Ink::Candidate, Ink::Eliminated, Ink::Stale];

    /// The meaning, in the words of the legend.
    pub fn words(self) -> &'static str {
        match self {
            Ink::Given => "given",
            Ink::Own => "yours",
            Ink::Wrong => "clashes",
            Ink::Corner => "corner mark",
            Ink::Centre => "centre mark",
            Ink::Candidate => "possible",
            Ink::Eliminated => "ruled out",
            Ink::Stale => "excluded mark",
        }
    }

    /// The meaning in one short word.
    pub fn short(self) -> &'static str {
        match self {
            Ink::Corner => "corner",
            Ink::Centre => "centre",
            Ink::Wrong => "clash",
            Ink::Stale => "cannot",
            other => other.words(),
        }
    }

    /// The role that gives the ink its colour.
    pub fn role(self) -> Role {
        match self {
            Ink::Given => Role::Given,
            Ink::Own | Ink::Corner | Ink::Centre => Role::Own,
            Ink::Wrong | Ink::Eliminated | Ink::Stale => Role::Bad,
            Ink::Candidate => Role::Live,
        }
    }

    /// The style of the ink. An excluded mark is underlined.
    pub fn style(self, theme: Theme) -> Style {
        let style = theme.style(self.role());
        if self == Ink::Stale { style.add_modifier(Modifier::UNDERLINED) } else { style }
    }

    /// The character of a symbol. Marks are small.
    pub fn char(self, symbol: char, theme: Theme) -> char {
        let small = |digits: &str| match symbol.to_digit(10) {
            Some(digit) => digits.chars().nth(digit as usize).unwrap_or(symbol),
            None => symbol.to_ascii_lowercase(),
        };
        match self {
            Ink::Eliminated if theme.ascii() => 'x',
            Ink::Eliminated => '×',
            Ink::Corner | Ink::Centre | Ink::Stale if theme.ascii() => symbol.to_ascii_lowercase(),
            Ink::Corner | Ink::Stale => small("⁰¹²³⁴⁵⁶⁷⁸⁹"),
            Ink::Centre => small("₀₁₂₃₄₅₆₇₈₉"),
            Ink::Given | Ink::Own | Ink::Wrong | Ink::Candidate => symbol,
        }
    }

    /// The signs beside a placed symbol, if it has some.
    pub fn around(self, theme: Theme) -> Option<(char, char)> {
        match self {
            Ink::Own if !theme.color || theme.ascii() => Some(('(', ')')),
            Ink::Wrong => Some((' ', '!')),
            _ => None,
        }
    }

    /// The signs around marks side by side.
    pub(crate) const AROUND_ROW: (char, char) = ('{', '}');

    /// The sign in the place of a symbol that a cell with marks of this ink does not have.
    pub fn absent(self, theme: Theme) -> char {
        match (self, theme.ascii()) {
            (Ink::Candidate, true) => '.',
            (Ink::Candidate, false) => '·',
            (_, true) => '\'',
            (Ink::Eliminated, false) => '·',
            (_, false) => ' ',
        }
    }

    /// The ink and the symbol of a filled cell.
    pub(crate) fn of_entry(entry: Entry) -> Option<(Symbol, Ink)> {
        match entry {
            Entry::Empty | Entry::Hole => None,
            Entry::Given(symbol) => Some((symbol, Ink::Given)),
            Entry::Own(symbol) => Some((symbol, Ink::Own)),
        }
    }

    /// An example for the legend, one to three characters wide.
    pub fn example(self, alphabet: &Alphabet, theme: Theme) -> String {
        let symbol = alphabet.char(Symbol(1.min(alphabet.len() as u8 - 1)));
        let c = self.char(symbol, theme);
        match (self, self.around(theme)) {
            (_, Some((open, close))) => format!("{open}{c}{close}").trim_start().to_string(),
            (Ink::Centre, _) => {
                let (open, close) = Ink::AROUND_ROW;
                format!("{open}{c}{close}")
            }
            (Ink::Corner | Ink::Candidate, _) => {
                let absent = self.absent(theme);
                format!("{absent}{c}{absent}").trim().to_string()
            }
            _ => c.to_string(),
        }
    }
}
