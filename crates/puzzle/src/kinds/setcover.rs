//! `setcover`: every item at least once, with the fewest options or at the lowest cost. Read from
//! items and options, covering designs (the lottery), or squares made of matches.

use super::{Data, Kind, ListingKind, cover};
use crate::form::{Form, Text};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::listing::{Listing, Matches, Picture, Tickets, Voice};
use crate::options::{ListedOption, Options};
use crate::scan::{self, Line, ParseError, TextWord, counted, number};
use dancing::{Class, Goal};
use smol_str::{SmolStr, format_smolstr};

pub mod bombs;
pub mod files;

/// Repeated covers by the fewest options, or at the lowest cost.
pub static KIND: Kind = Kind {
    id: "setcover",
    title: "Set cover",
    help: "repeated cover: every item at least once, by the fewest options or at the lowest cost",
    forms: &[&SETS, &COVERING, &SQUARES, &bombs::BOMBS, &files::OR_LIBRARY, &files::COURSERA],
    goal: Goal::Best,
    sample: "setcover\na b c d e\na b\nb c d\na e\nd e\n",
    data: Data::Listing(ListingKind { table: "The elements and sets of a set cover.", says_taken: |_| false }),
};

/// Knuth's format after a line `setcover`.
pub static SETS: Form = Form {
    id: "sets",
    help: "a line `setcover`, then items and options as in Knuth's form; an option may have a cost (`|5`)",
    guise: Guise::Opens("setcover"),
    holds: Holds::REPEATED,
    text: Text::Listings { read: |text| read_sets(text).map(|listing| vec![listing]), write: write_sets },
    yields: &[],
};

/// The parameters of a covering design. The options are derived from them.
pub static COVERING: Form = Form {
    id: "covering",
    help: "`covering v k t`: tickets of k numbers out of v, so that any t numbers are together on one of them",
    guise: Guise::Opens("covering"),
    holds: Holds::OWN,
    text: Text::Listings { read: |text| read_covering(text).map(|listing| vec![listing]), write: Listing::as_read },
    yields: &[],
};

/// The size of a lattice of matches, as in POJ 1084. The options are derived from it.
pub static SQUARES: Form = Form {
    id: "squares",
    help: "`squares n`, and `missing` with the numbers of missing matches: take away matches until no square is left",
    guise: Guise::Opens("squares"),
    holds: Holds::OWN,
    text: Text::Listings { read: |text| read_squares(text).map(|listing| vec![listing]), write: Listing::as_read },
    yields: &[],
};

/// The largest lattice of squares allowed.
const MAX_SIDE: u32 = 12;

/// The maximum number of nodes of a covering design. Every estimate of the search visits them all.
const MAX_ONES: u64 = 4_000_000;

fn read_sets(text: &str) -> Result<Listing, ParseError> {
    let comment = |word: &TextWord| word.text == "|" || word.text.starts_with("| ");
    let is_head = |line: &Line| line.body().is_some_and(|word| !comment(&word));
    let line = scan::each_line(text).find(is_head);
    let (body, words) = (line.and_then(|line| line.body()), line.map_or(Vec::new(), |line| line.words()));
    let Some(head) = words.first().copied().filter(|word| word.text == "setcover") else {
        let (line, column) = body.map_or((1, 1), |word| (word.line, word.column));
        return Err(ParseError::new(line, column, "a line `setcover` is expected first")
            .help("it says that items may be covered more than once; items and options follow"));
    };
    if let Some(extra) = words.get(1) {
        return Err(ParseError::at(extra, "`setcover` must be alone on its line").help("the items go on the next line"));
    }
    // Replacing the first lines by blank ones keeps the places of errors.
    let mut rest = String::with_capacity(text.len());
    for line in scan::each_line(text) {
        rest += if line.number <= head.line { "" } else { line.text };
        rest.push('\n');
    }
    let listing = cover::read_items(&rest, Class::Repeated)?;
    Ok(Listing { repeated: true, voice: VOICE, ..listing })
}

fn write_sets(listing: &Listing) -> String {
    format!("setcover\n{}", cover::write_knuth(listing))
}

/// The words of set covers.
pub(crate) static VOICE: Voice = Voice {
    noun: |listing, item| format!("item {}", listing.items[item]),
    wants: |_| "must be covered",
    allows: "",
    choose: "",
    solution: |listing, options| options.iter().map(|option| listing.option_name(option.index()) + "\n").collect(),
};

/// A set cover.
pub fn sets(items: Vec<SmolStr>, options: Options) -> Listing {
    let primary = items.len();
    Listing { repeated: true, voice: VOICE, ..Listing::with(items, primary, options) }
}

/// The cells of a board with a character, by name, and their numbers by row and column.
pub fn marked(board: &[Vec<char>], mark: char) -> (Vec<SmolStr>, Vec<Vec<Option<u32>>>) {
    let mut names = Vec::new();
    let mut numbers = vec![vec![None; board[0].len()]; board.len()];
    for (r, row) in board.iter().enumerate() {
        for (c, _) in row.iter().enumerate().filter(|(_, cell)| **cell == mark) {
            numbers[r][c] = Some(names.len() as u32);
            names.push(cell_name(r, c));
        }
    }
    (names, numbers)
}

/// The name of a cell of a board: `r1c1` in a corner.
pub fn cell_name(row: usize, column: usize) -> SmolStr {
    format_smolstr!("r{}c{}", row + 1, column + 1)
}

/// The words after a line's keyword: exactly `N` numbers.
fn keyed<'a, const N: usize>(
    line: Option<&Line<'a>>,
    key: &str,
    numbers: &str,
) -> Result<[TextWord<'a>; N], ParseError> {
    let words = line.map(Line::words).unwrap_or_default();
    match words.first() {
        Some(word) if word.text == key => {}
        Some(word) => return Err(ParseError::at(word, format!("`{key} {numbers}` is expected"))),
        None => return Err(ParseError::new(1, 1, format!("`{key} {numbers}` is expected"))),
    }
    exactly(line.expect("it has words"), &words[1..], numbers)
}

/// Exactly `N` numbers of a line.
pub fn exactly<'a, const N: usize>(
    line: &Line,
    words: &[TextWord<'a>],
    numbers: &str,
) -> Result<[TextWord<'a>; N], ParseError> {
    for word in words {
        number(word, 0, 1_000_000)?;
    }
    <[TextWord; N]>::try_from(words).map_err(|_| {
        let column = words.get(N).map_or(line.end() + 1, |word| word.column);
        ParseError::new(line.number, column, format!("{} found, `{numbers}` expected", counted(words.len(), "number")))
    })
}

// --- Covering designs --------------------------------------------------------------------------

fn read_covering(text: &str) -> Result<Listing, ParseError> {
    let lines = scan::lines_if(text, |first| first.opens("covering"));
    let words: [TextWord; 3] = keyed(lines.first(), "covering", "v k t")?;
    scan::nothing_after(&lines, 1, "the covering design")?;
    covering(&words)
}

/// The covering design `v k t`.
pub fn covering(words: &[TextWord; 3]) -> Result<Listing, ParseError> {
    let v = number(&words[0], 1, 1_000_000)?;
    let k = number(&words[1], 1, v)?;
    let t = number(&words[2], 1, k)?;
    let ones = u64::from(choose(v, k)).saturating_mul(u64::from(choose(k, t)));
    if ones > MAX_ONES || choose(v, t) == u32::MAX {
        let size = |n: u32| if n == u32::MAX { "more than 4,000,000,000".to_string() } else { n.to_string() };
        let message =
            format!("too large: {} tickets, each with {} sets of {t} numbers", size(choose(v, k)), size(choose(k, t)));
        return Err(ParseError::at(&words[0], message)
            .help(format!("tickets times sets may come to {MAX_ONES}; take fewer numbers")));
    }
    let sets = subsets(v, t);
    let name = |set: &Vec<u32>, between: &str| set.iter().map(u32::to_string).collect::<Vec<_>>().join(between);
    let number_of: std::collections::HashMap<&[u32], u32> = sets.iter().map(Vec::as_slice).zip(0..).collect();
    let inside = subsets(k, t);
    let tickets = subsets(v, k);
    let options = tickets.iter().map(|ticket| {
        let of = |places: &Vec<u32>| places.iter().map(|&place| ticket[place as usize - 1]).collect::<Vec<u32>>();
        let items = inside.iter().map(|places| number_of[&of(places)[..]]).collect();
        ListedOption { name: Some(name(ticket, " ").into()), items }
    });
    Ok(Listing {
        items: sets.iter().map(|set| name(set, "-").into()).collect(),
        primary: sets.len(),
        options: options.collect(),
        repeated: true,
        voice: Voice {
            noun: |listing, item| listing.items[item].to_string(),
            wants: |_| "must be on a ticket",
            choose: "take the ticket {}",
            ..VOICE
        },
        source: Some(format!("covering {v} {k} {t}\n")),
        picture: Some(Picture::Tickets(Tickets { numbers: v as usize, tickets })),
        ..Listing::default()
    })
}

/// The binomial coefficient, or the largest `u32` if it is larger.
fn choose(n: u32, k: u32) -> u32 {
    let mut result: u64 = 1;
    for i in 0..u64::from(k.min(n - k)) {
        result = result * (u64::from(n) - i) / (i + 1);
        if result >= u64::from(u32::MAX) {
            return u32::MAX;
        }
    }
    result as u32
}

/// All sets of `size` numbers from 1 to `of`, in lexicographic order.
fn subsets(of: u32, size: u32) -> Vec<Vec<u32>> {
    let mut sets = Vec::new();
    let mut set: Vec<u32> = (1..=size).collect();
    loop {
        sets.push(set.clone());
        let Some(at) = (0..set.len()).rev().find(|&at| set[at] < of - (size - 1 - at as u32)) else { return sets };
        set[at] += 1;
        for later in at + 1..set.len() {
            set[later] = set[later - 1] + 1;
        }
    }
}

// --- Squares of matches ------------------------------------------------------------------------

fn read_squares(text: &str) -> Result<Listing, ParseError> {
    let lines = scan::lines_if(text, |first| first.opens("squares"));
    let [word] = keyed(lines.first(), "squares", "n")?;
    let side = number(&word, 1, MAX_SIDE)?;
    let mut missing = Vec::new();
    if let Some(line) = lines.get(1) {
        let words = line.words();
        if words[0].text != "missing" {
            return Err(ParseError::at(
                &words[0],
                "`missing` and the numbers of matches are expected here, or nothing",
            ));
        }
        for word in &words[1..] {
            missing.push(number(word, 1, 2 * side * (side + 1))?);
        }
    }
    scan::nothing_after(&lines, 2, "the squares")?;
    Ok(squares(side, missing))
}

/// Each complete square is an item. Each match of such a square is an option.
pub fn squares(side: u32, mut missing: Vec<u32>) -> Listing {
    missing.sort_unstable();
    missing.dedup();
    let n = side;
    // The numbers of horizontal and vertical matches, by row and column.
    let across = |row: u32, column: u32| row * (2 * n + 1) + column + 1;
    let down = |row: u32, column: u32| row * (2 * n + 1) + n + column + 1;
    let (mut items, mut edges) = (Vec::new(), Vec::new());
    for size in 1..=n {
        for row in 0..=n - size {
            for column in 0..=n - size {
                let horizontal = (0..size).flat_map(|i| [across(row, column + i), across(row + size, column + i)]);
                let vertical = (0..size).flat_map(|i| [down(row + i, column), down(row + i, column + size)]);
                let sticks: Vec<u32> = horizontal.chain(vertical).collect();
                if !sticks.iter().any(|stick| missing.contains(stick)) {
                    items.push(format_smolstr!("{size}@r{}c{}", row + 1, column + 1));
                    edges.push(sticks);
                }
            }
        }
    }
    let (mut options, mut matches) = (Options::default(), Vec::new());
    for stick in 1..=2 * n * (n + 1) {
        let holds: Vec<u32> = (0..items.len() as u32).filter(|&item| edges[item as usize].contains(&stick)).collect();
        if !holds.is_empty() {
            options.add(Some(&format!("match {stick}")), &holds);
            matches.push(stick - 1);
        }
    }
    let listed: Vec<String> = missing.iter().map(u32::to_string).collect();
    let also = if listed.is_empty() { String::new() } else { format!("missing {}\n", listed.join(" ")) };
    let missing = missing.iter().map(|stick| stick - 1).collect();
    Listing {
        primary: items.len(),
        items,
        options,
        repeated: true,
        voice: Voice {
            noun: |listing, item| {
                let (size, at) = listing.items[item].split_once('@').expect("the name of a square");
                format!("the {size}x{size} square at {at}")
            },
            wants: |_| "must be broken",
            choose: "take away {}",
            ..VOICE
        },
        source: Some(format!("squares {n}\n{also}")),
        picture: Some(Picture::Matches(Matches { side: n as usize, matches, missing })),
        ..Listing::default()
    }
}
