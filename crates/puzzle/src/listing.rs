//! A listing: an exact cover problem given by named items and by options that say which items they
//! cover.

use super::note::Note;
use super::options::{OptionView, Options};
use super::scan::{ParseError, TextWord, short};
use super::taken::Taken;
use dancing::{Goal, OptionId};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

/// Named items, primary ones first, and options.
// Many fields: what a file of a matrix can say, each part on its own.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Listing {
    /// The items' names, all different. The first `primary` of them are primary.
    pub items: Vec<SmolStr>,
    /// The number of primary items.
    pub primary: usize,
    /// The options, in the order of the text.
    pub options: Options,
    /// By option of a 0/1 matrix: its row, counted from 1. Empty for other listings.
    pub rows: Vec<u32>,
    /// The numbers of the options that the text holds and that are left out, because they have no
    /// items. Counted from 1, in the order of the text.
    pub left_out: Vec<u32>,
    /// The reason why there is no solution, as the reader sees it from the sizes of the parts.
    pub misfit: Option<String>,
    /// The colours that options give to secondary items, if any do.
    pub colors: Option<Colors>,
    /// The cost of each option; empty if no option has a cost.
    pub costs: Vec<u64>,
    /// By primary item: the fewest and the most options that may hold it. Empty if exactly one
    /// option must hold each item.
    pub ranges: Vec<(u32, u32)>,
    /// True if items must be covered at least once, instead of exactly once.
    pub repeated: bool,
    /// The usual goal, if it differs from the kind's.
    pub goal: Option<Goal>,
    /// The words for its items and options.
    pub voice: Voice,
    /// The text in a form of its kind that it was generated from; `None` if its items and options
    /// were given.
    pub source: Option<String>,
    /// Options that the puzzle has already placed.
    pub placed: Vec<u32>,
    /// The options taken by hand, if any; see [`Listing::taking`].
    pub by_hand: Option<Taken>,
    /// The drawing of its options, if there is one.
    pub picture: Option<Picture>,
    /// The symmetries of the puzzle except the identity: by option, the option that it maps to.
    pub symmetries: Vec<Vec<u32>>,
    /// By option, the first option that means the same (copies of a piece on the same cells). Empty
    /// if all options differ.
    pub alike: Vec<u32>,
}

/// Colours of secondary items. Options may share an item if they give it the same colour.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Colors {
    /// The colours' names; colour k is `names[k - 1]`.
    pub names: Vec<String>,
    /// One colour for each item of the first option, of the second, and so on; 0 for none.
    pub of: Vec<u32>,
}

/// The words that a kind of listing uses for its items and options. `{}` is replaced by the name.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// An item as a noun phrase: `item {}`.
    pub noun: fn(&Listing, usize) -> String,
    /// The requirement of a primary item, by its name: `must be covered`.
    pub wants: fn(&str) -> &'static str,
    /// The requirement of a secondary item: `may be covered once`.
    pub allows: &'static str,
    /// The words for choosing a named option: `lay piece {}`.
    pub choose: &'static str,
    /// A solution as text.
    pub solution: fn(&Listing, &[OptionId]) -> String,
}

impl PartialEq for Voice {
    /// Voices are compared by their words. The functions follow from the kind.
    fn eq(&self, other: &Voice) -> bool {
        (self.allows, self.choose) == (other.allows, other.choose)
    }
}

impl Eq for Voice {}

impl Default for Voice {
    fn default() -> Voice {
        Voice {
            noun: |listing, item| format!("item {}", listing.items[item]),
            wants: |_| "must be covered",
            allows: "may be covered once",
            choose: "",
            solution: |listing, options| {
                options.iter().map(|option| listing.option_name(option.index()) + "\n").collect()
            },
        }
    }
}

/// The drawing of options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// They occupy cells of a board.
    Board(Board),
    /// They remove matches from a square lattice.
    Matches(Matches),
    /// They are sets of numbers.
    Tickets(Tickets),
}

/// A board on which options take cells.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Board {
    pub rows: usize,
    pub columns: usize,
    /// Cells that are not part of the board, row-major; empty if all cells are.
    pub holes: Vec<bool>,
    /// The character that each cell shows without an option, row-major; a blank for none. Empty if
    /// no cell shows any.
    pub ground: Vec<char>,
    /// By option.
    pub marks: Vec<Footprint>,
    /// True if options may be larger than one cell, so that their outlines are drawn.
    pub outlined: bool,
}

/// The place of an option on a board: its cells and the letters shown in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// The cells, as row-major indices.
    pub cells: Vec<u32>,
    /// The letters in the cells.
    pub letters: Letters,
    /// Other cells that the option reaches, as row-major indices. Their characters are crossed out
    /// on the screen.
    pub reaches: Vec<u32>,
}

/// The letters that an option shows on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letters {
    /// One mark for all cells of the piece.
    Same(char),
    /// One for each cell.
    Each(SmolStr),
}

impl Footprint {
    /// A piece that shows one letter in all of its cells.
    pub fn piece(cells: Vec<u32>, letter: char) -> Footprint {
        Footprint { cells, letters: Letters::Same(letter), reaches: Vec::new() }
    }

    /// The letter of a piece, or of the first cell.
    pub fn letter(&self) -> char {
        match &self.letters {
            Letters::Same(letter) => *letter,
            Letters::Each(letters) => letters.chars().next().unwrap_or(' '),
        }
    }

    /// The letter shown in a cell of the board.
    pub fn letter_in(&self, cell: usize) -> char {
        let at = || self.cells.iter().position(|&own| own as usize == cell);
        match &self.letters {
            Letters::Same(letter) => *letter,
            Letters::Each(letters) => at().and_then(|at| letters.chars().nth(at)).unwrap_or(' '),
        }
    }
}

/// A lattice of n x n squares made of matches, numbered as in POJ 1084: a row of horizontal
/// matches, then the row of vertical ones below it, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matches {
    /// The side n of the lattice, in squares.
    pub side: usize,
    /// By option: the match that it removes, counted from 0.
    pub matches: Vec<u32>,
    /// Matches that are missing from the start.
    pub missing: Vec<u32>,
}

/// Tickets of numbers from 1 to `numbers`, by option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tickets {
    /// The largest number. The smallest is 1.
    pub numbers: usize,
    /// By option: the numbers of the ticket.
    pub tickets: Vec<Vec<u32>>,
}

/// The most nodes of a listing. More than a terminal can show, and small enough for 32-bit links.
pub const MAX_CELLS: usize = 50_000_000;

impl Listing {
    /// A listing of items, the first `primary` of them primary. Options without items are left out.
    pub fn with(items: Vec<SmolStr>, primary: usize, options: Options) -> Listing {
        let options = options.kept(|option| !options[option].is_empty());
        Listing { items, primary, options, ..Listing::default() }
    }

    /// The text that it was read from. Kinds that are written so keep it.
    pub(crate) fn as_read(&self) -> String {
        self.source.clone().expect("a generated listing keeps its text")
    }

    /// The same problem with some primary items at the front of its list of items, in this order.
    /// The listing must be a plain exact cover.
    pub fn with_items_first(&self, first: &[u32]) -> Listing {
        let rest = (0..self.items.len() as u32).filter(|item| !first.contains(item));
        let order: Vec<u32> = first.iter().copied().chain(rest).collect();
        let mut place = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&item, at)| place[item as usize] = at);
        Listing {
            items: order.iter().map(|&item| self.items[item as usize].clone()).collect(),
            options: self.options.mapped(&place),
            source: None,
            ..self.clone()
        }
    }

    /// A note about the options that were left out; `None` if there are none.
    pub(super) fn empty_note(&self) -> Option<Note> {
        const FEW: usize = 5;
        let numbers: Vec<String> = self.left_out.iter().take(FEW).map(u32::to_string).collect();
        let more = self.left_out.len().saturating_sub(FEW);
        let also = if more > 0 { format!(" and {more} more") } else { String::new() };
        match self.left_out.len() {
            0 => self.misfit.as_deref().map(Note::new),
            1 => Some(Note::new(format!("row {} has no items and is left out", numbers[0]))),
            _ => Some(Note::new(format!("rows {}{also} have no items and are left out", numbers.join(", ")))),
        }
    }

    /// The name of an option, or its items if it has no name.
    pub fn option_name(&self, option: usize) -> String {
        match (self.options.name(option), self.rows.get(option)) {
            (Some(name), _) => name.to_string(),
            (None, Some(row)) => format!("row {row}"),
            (None, None) => self.option_items(option),
        }
    }

    /// An option's items, separated by blanks, each with the colour that it gets: `a p:A`.
    pub fn option_items(&self, option: usize) -> String {
        // Appends to one string, because an option may hold millions of items.
        let mut text = String::new();
        for (k, &item) in self.options[option].iter().enumerate() {
            if k > 0 {
                text.push(' ');
            }
            text += &self.items[item as usize];
            if let Some(color) = self.color_name(option, k) {
                text.push(':');
                text += color;
            }
        }
        text
    }

    /// Returns whether some option gives an item a colour.
    pub fn has_color(&self, item: usize) -> bool {
        let gives = |(&other, &color): (&u32, &u32)| other as usize == item && color > 0;
        self.colors.as_ref().is_some_and(|colors| self.options.cells().iter().zip(&colors.of).any(gives))
    }

    /// The colours that an option gives to its items, by number, 0 for none. `None` if no option of
    /// the listing gives any.
    pub fn colors_of(&self, option: usize) -> Option<&[u32]> {
        Some(&self.colors.as_ref()?.of[self.options.span(option)])
    }

    /// The name of the colour that an option gives to the k-th of its items.
    pub fn color_name(&self, option: usize, k: usize) -> Option<&str> {
        let colors = self.colors.as_ref()?;
        let color = *self.colors_of(option)?.get(k)? as usize;
        Some(colors.names.get(color.checked_sub(1)?)?.as_str())
    }

    /// An item in words: `item a must be covered`, `rank 3 needs a queen`.
    pub fn item_long(&self, item: usize) -> String {
        let wanted;
        let wants = match self.range(item) {
            _ if item >= self.primary => self.voice.allows,
            Some(range) => {
                wanted = format!("must be covered {}", times(range));
                &wanted
            }
            None => (self.voice.wants)(&self.items[item]),
        };
        let also = if self.has_color(item) { ", or by options that give it one colour" } else { "" };
        format!("{} {wants}{also}", self.item_noun(item))
    }

    /// An item's name with its multiplicity in Knuth's notation: `2:3|p`, `2|p`, `p`.
    pub fn ranged(&self, item: usize, name: &str) -> String {
        match self.range(item) {
            None => name.to_string(),
            Some((least, most)) if least == most => format!("{most}|{name}"),
            Some((least, most)) => format!("{least}:{most}|{name}"),
        }
    }

    /// The fewest and the most options that may hold an item; `None` if exactly one must.
    pub fn range(&self, item: usize) -> Option<(u32, u32)> {
        self.ranges.get(item).copied().filter(|range| *range != (1, 1))
    }

    /// An item as a noun phrase: `item a`, `rank 3`.
    pub fn item_noun(&self, item: usize) -> String {
        (self.voice.noun)(self, item)
    }

    /// An option in words: `the option a d g`, `put a queen on r3c5`.
    pub fn option_long(&self, option: usize) -> String {
        match self.options.name(option) {
            Some(name) if !self.voice.choose.is_empty() => self.voice.choose.replace("{}", name),
            Some(name) => format!("{name}: {}", self.option_items(option)),
            None => format!("the option {}", self.option_items(option)),
        }
    }

    /// By item: the number of options that hold it.
    fn holders(&self) -> Vec<u32> {
        let mut holders = vec![0; self.items.len()];
        self.options.cells().iter().for_each(|&item| holders[item as usize] += 1);
        holders
    }

    /// The same items and options, each primary item to be covered at least once.
    pub fn at_least_once(self) -> Listing {
        let ranges = self.holders()[..self.primary].iter().map(|&most| (1, most.max(1))).collect();
        Listing { ranges, ..self }
    }

    /// The first primary item with too few options; `None` if there is none. If there is one, there
    /// is no cover.
    pub fn unmet(&self) -> Option<usize> {
        let met = self.holders();
        (0..self.primary).find(|&item| met[item] < self.range(item).map_or(1, |(least, _)| least))
    }

    /// The number of options that hold no primary item. Algorithm X never chooses one.
    pub fn idle_options(&self) -> usize {
        let idle = |option: &OptionView| option.items.iter().all(|&item| item as usize >= self.primary);
        self.options.iter().filter(idle).count()
    }
}

/// A multiplicity in words: `2 to 3 times`.
fn times((least, most): (u32, u32)) -> String {
    match (least, most) {
        (0, 1) => "at most once".to_string(),
        (0, most) => format!("at most {most} times"),
        (1, 1) => "exactly once".to_string(),
        (least, most) if least == most => format!("{most} times"),
        (1, most) => format!("once to {most} times"),
        (least, most) => format!("{least} to {most} times"),
    }
}

/// Reads options over declared items. Every name must be declared, and none may occur twice in an
/// option.
pub(crate) struct Declared {
    numbers: FxHashMap<String, u32>,
}

impl Declared {
    /// Numbers the declared items. `Err` if a name is declared twice.
    pub fn new<'a>(words: impl Iterator<Item = &'a TextWord<'a>>) -> Result<Declared, ParseError> {
        let mut numbers = FxHashMap::default();
        for (number, word) in words.enumerate() {
            if numbers.insert(word.text.to_string(), number as u32).is_some() {
                return Err(ParseError::at(word, format!("item `{}` is declared twice", short(word.text))));
            }
        }
        Ok(Declared { numbers })
    }

    /// Reads the items of an option from its words, into `items`.
    pub fn option(&self, words: &[TextWord], items: &mut Vec<u32>) -> Result<(), ParseError> {
        items.clear();
        for word in words {
            let Some(&item) = self.numbers.get(word.text) else {
                return Err(self.unknown(word));
            };
            items.push(item);
        }
        if let Some(k) = repeated(items) {
            let word = &words[k];
            return Err(ParseError::at(word, format!("item `{}` is twice in this option", short(word.text)))
                .help("an option covers each of its items once"));
        }
        Ok(())
    }

    fn unknown(&self, word: &TextWord) -> ParseError {
        let error = ParseError::at(word, format!("item `{}` is not declared", short(word.text)));
        let near = self.numbers.keys().filter(|known| is_near(known, word.text)).min();
        match near {
            Some(near) => error.help(format!("did you mean `{}`?", short(near))),
            None => error.help("the first line declares every item"),
        }
    }
}

/// The index of the first number that occurred before; `None` if all differ.
pub fn repeated(numbers: &[u32]) -> Option<usize> {
    // Comparing a few numbers with each other is faster than hashing them.
    if numbers.len() <= 32 {
        return (1..numbers.len()).find(|&k| numbers[..k].contains(&numbers[k]));
    }
    let mut seen = FxHashSet::default();
    numbers.iter().position(|&number| !seen.insert(number))
}

/// The length in bytes up to which names are compared: the time grows with the product of two.
const LONGEST_NEAR: usize = 100;

/// Returns whether two names differ only in letter case or in one character.
pub fn is_near(a: &str, b: &str) -> bool {
    // The lengths of most pairs decide; a character has at most four bytes.
    let may_be = a.len().abs_diff(b.len()) <= 4 && a.len().max(b.len()) <= LONGEST_NEAR;
    let is_letter = a.chars().nth(1).is_none() && b.chars().nth(1).is_none();
    a.eq_ignore_ascii_case(b) || may_be && !is_letter && strsim::levenshtein(a, b) <= 1
}
