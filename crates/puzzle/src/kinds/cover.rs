//! `cover`: a plain exact cover problem, in Knuth's text form or as a 0/1 matrix.

use super::{Data, Kind, ListingKind};
use crate::form::{ANY, Form, Text, Yields};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::letters::with_board;
use crate::listing::{Colors, Declared, Listing, MAX_CELLS};
use crate::note::Note;
use crate::options::{ListedOption, Options};
use crate::scan::{self, Line, ParseError, TextWord, counted, number, unexpected};
use dancing::{Class, Feature, Goal};
use memchr::memchr2;
use smol_str::{ToSmolStr, format_smolstr};
use std::collections::HashMap;

pub mod lamps;
pub mod sets;

/// Exact covers with the user's items and options.
pub static KIND: Kind = Kind {
    id: "cover",
    title: "Exact cover",
    help: "exact cover: your own items and options",
    forms: &[&KNUTH, &MATRIX, &sets::SUBSETS, &sets::COLUMNS, &lamps::LAMPS],
    goal: Goal::Count { limit: None },
    sample: "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
    data: Data::Listing(ListingKind { table: "The items and options of an exact cover.", says_taken: |_| false }),
};

/// Knuth's format for named items and options.
pub static KNUTH: Form = Form {
    id: "knuth",
    help: "items, `|` before secondary ones; then an option a line: `a b p:A |5` gives p the colour A and costs 5; `2:3|c` is covered 2 or 3 times; `| ...` is a comment",
    guise: Guise::Names,
    holds: Holds::EXACT,
    text: Text::Listings { read: |text| read_knuth(text).map(|listing| vec![listing]), write: write_knuth },
    yields: &[
        Yields::to(ANY, |seen| seen.is_nested),
        // Items with the names 0 and 1 alone are no problem.
        Yields::to("matrix", |seen| seen.is_bits()),
    ],
};

/// A matrix of 0 and 1: a column is an item, a row is an option.
pub static MATRIX: Form = Form {
    id: "matrix",
    help: "rows of 0 and 1 (or X and points), glued or separated by blanks, with a line `m n` before or not; names before the rows and above the columns; matrices follow each other",
    guise: Guise::Numbers,
    holds: Holds::MATRIX,
    text: Text::Listings { read: read_matrices, write: write_matrix },
    yields: &[
        Yields::to(ANY, |seen| seen.has_grids() && !seen.text.contains(['1', 'X'])),
        Yields::noted(
            ANY,
            |seen| seen.has_grids() && seen.text.contains('.'),
            |_| Note::choice("points are read as empty cells", MATRIX.id.to_string(), "reads them as zeros"),
        ),
    ],
};

pub(crate) fn read_knuth(text: &str) -> Result<Listing, ParseError> {
    read_items(text, Class::Exact).map(with_board)
}

/// Returns an error if problems of a class do not have a feature.
fn allows(class: Class, feature: Feature, word: &TextWord) -> Result<(), ParseError> {
    if class.allows(feature) {
        return Ok(());
    }
    let help = match feature {
        Feature::Secondary => "an item that need not be covered can be left out, and any item may be covered often",
        Feature::Colours => "remove the `:` and the colour",
        Feature::Weights => "remove the cost",
        Feature::Multiplicities => "every item is covered at least once; remove the number and its `|`",
    };
    Err(ParseError::at(word, format!("{} has no {}", class.name(), feature.name())).help(help))
}

/// Reads the items and options of a problem of a class.
pub(crate) fn read_items(text: &str, class: Class) -> Result<Listing, ParseError> {
    let lines = scan::each_line(text);
    let body = |line: &Line| line.body().is_some_and(|word| !word.text.starts_with("| ") && word.text != "|");
    let mut rows = lines.filter(body);
    let Some(first) = rows.next() else {
        return Err(ParseError::new(1, 1, "the items are missing").help("the first line declares the items"));
    };
    let words = first.words();
    if words[0].text == "setcover" {
        return Err(
            ParseError::at(&words[0], "`setcover` starts a repeated cover").help("it must be alone on its line")
        );
    }
    if let Some((what, help)) = numbered(first.text) {
        return Err(ParseError::at(&words[0], what).help(help));
    }
    let bars: Vec<usize> = (0..words.len()).filter(|&at| words[at].text == "|").collect();
    if let [_, second, ..] = bars[..] {
        return Err(ParseError::at(&words[second], "a second `|` in the line of items")
            .help("one `|` separates primary from secondary items"));
    }
    if let Some(&bar) = bars.first() {
        allows(class, Feature::Secondary, &words[bar])?;
    }
    let primary = bars.first().copied().unwrap_or(words.len());
    let names: Vec<TextWord> = words.iter().filter(|word| word.text != "|").copied().collect();
    let mut ranges = Vec::with_capacity(primary);
    let mut names = names;
    for (item, word) in names.iter_mut().enumerate() {
        let (range, name) = range_of(*word)?;
        if range.is_some() {
            allows(class, Feature::Multiplicities, word)?;
        }
        if range.is_some() && item >= primary {
            return Err(ParseError::at(
                word,
                format!("item `{}` is secondary: options hold it at most once", name.text),
            )
            .help("how often (2:3|p) is said of primary items, before the `|`"));
        }
        *word = name;
        plain(word)?;
        ranges.push(range.unwrap_or((1, 1)));
    }
    ranges.truncate(primary);
    if ranges.iter().all(|range| *range == (1, 1)) {
        ranges.clear();
    }
    let declared = Declared::new(names.iter())?;
    let (mut options, mut painted, mut costs) = (Options::default(), Painted::default(), Vec::new());
    let mut free = None;
    let mut cells = 0;
    // Filled anew by each line.
    let (mut words, mut bare, mut items) = (Vec::new(), Vec::new(), Vec::new());
    for line in rows {
        line.words_into(&mut words);
        cells += words.len();
        if cells > MAX_CELLS {
            return Err(ParseError::new(line.number, 1, format!("more than {MAX_CELLS} ones")));
        }
        let mut cost = None;
        // Most lines have neither costs nor colours.
        if memchr2(b'|', b':', line.text.as_bytes()).is_none() {
            declared.option(&words, &mut items)?;
        } else {
            if let Some(word) = words.iter().find(|word| word.text.starts_with('|')) {
                allows(class, Feature::Weights, word)?;
            }
            if let Some(word) = words.iter().find(|word| word.text.contains(':')) {
                allows(class, Feature::Colours, word)?;
            }
            cost = cost_of(&mut words)?;
            bare.clear();
            bare.extend(words.iter().map(|word| uncoloured(*word)));
            if words.is_empty() {
                return Err(ParseError::new(line.number, 1, "this option has a cost and no item"));
            }
            declared.option(&bare, &mut items)?;
            painted.add(options.n_cells(), &words, &items, primary)?;
        }
        options.add(None, &items);
        if cost.unwrap_or(0) == 0 {
            free.get_or_insert(words[0]);
        }
        if let Some(cost) = cost {
            // The options before it cost nothing.
            costs.resize(options.len() - 1, 0);
            costs.push(cost);
        }
    }
    if !costs.is_empty() {
        costs.resize(options.len(), 0);
        if let Some(word) = free.filter(|_| class.facts().fewest) {
            return Err(ParseError::at(&word, "this option costs nothing")
                .help("with costs, each option of a repeated cover costs at least 1: write `|1` at its end"));
        }
    }
    options.shrink();
    let items = names.iter().map(|word| word.text.to_smolstr()).collect();
    let goal = (!costs.is_empty()).then_some(Goal::Best);
    let colors = painted.colors(&options);
    Ok(Listing { items, primary, options, colors, costs, ranges, goal, ..Listing::default() })
}

/// The form of numbers that a first line `p FORM NUMBERS` begins, if it is one that is not read, and
/// the help. Knuth's form would take its words as names of items.
pub(crate) fn numbered(first: &str) -> Option<(&'static str, &'static str)> {
    let mut words = first.split_whitespace();
    let (p, form) = (words.next()?, words.next()?);
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    if p != "p" || words.clone().next().is_none() || !words.all(is_number) {
        return None;
    }
    let what = match form {
        "xc" | "xcc" | "mcc" => "this is an exact cover in miniexact's numbers, which is not read",
        "cnf" | "wcnf" => "this is a formula in the form of DIMACS, not an exact cover",
        "edge" | "col" => "this is a graph in the form of DIMACS, not an exact cover",
        _ => return None,
    };
    Some((what, "write the names of the items on the first line, and an option a line without the last 0"))
}

/// An item's multiplicity, if there is one, and its name: `2:3|p`, `2|p`.
fn range_of<'a>(word: TextWord<'a>) -> Result<(Option<(u32, u32)>, TextWord<'a>), ParseError> {
    let Some((often, name)) = word.text.split_once('|') else { return Ok((None, word)) };
    let skipped = often.chars().count() + 1;
    if often.is_empty() || name.is_empty() || !often.chars().all(|c| c.is_ascii_digit() || c == ':') {
        return Err(unexpected(&word, skipped - 1, '|')
            .help("write `|` with blanks on both sides; 2:3|p is an item that 2 or 3 options cover"));
    }
    let (least, most) = often.split_once(':').unwrap_or((often, often));
    let part = |text: &'a str, column| match text {
        "" => Err(ParseError::new(word.line, column, "a number is expected here")
            .help("2:3|p is an item that 2 or 3 options cover, 2|p one that 2 do")),
        _ => number(&TextWord { text, column, ..word }, 0, MAX_TIMES),
    };
    let most_at = word.column + often.chars().count() - most.chars().count();
    let (least, most) = (part(least, word.column)?, part(most, most_at)?);
    if most == 0 {
        return Err(ParseError::new(word.line, most_at, "an item that no option may cover")
            .help("leave it out, with the options that hold it"));
    }
    if least > most {
        return Err(ParseError::at(&word, format!("at least {least} and at most {most}"))
            .help("write the smaller number first"));
    }
    Ok((Some((least, most)), TextWord { text: name, column: word.column + skipped, ..word }))
}

/// Larger than any possible number of options.
const MAX_TIMES: u32 = 1_000_000_000;

/// Takes the costs out of the words of an option, and returns their sum if there are any.
fn cost_of(words: &mut Vec<TextWord>) -> Result<Option<u64>, ParseError> {
    let mut cost = None;
    for word in words.iter() {
        let Some(text) = word.text.strip_prefix('|') else { continue };
        if text.is_empty() {
            return Err(unexpected(word, 0, '|').help("`|` separates items in the first line only; a cost is |5"));
        }
        let digits = TextWord { text, column: word.column + 1, ..*word };
        cost = Some(cost.unwrap_or(0) + u64::from(number(&digits, 0, MAX_COST)?));
    }
    if cost.is_some() {
        words.retain(|word| !word.text.starts_with('|'));
    }
    Ok(cost)
}

/// The largest cost allowed.
const MAX_COST: u32 = 1_000_000_000;

/// An item's name without its colour.
fn uncoloured(word: TextWord) -> TextWord {
    TextWord { text: word.text.split_once(':').map_or(word.text, |(item, _)| item), ..word }
}

/// Collects the colours of options as they are read.
#[derive(Default)]
struct Painted {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    /// One colour for each item of the options, up to the last option that gives one.
    of: Vec<u32>,
}

impl Painted {
    /// Adds the colours of an option. The options before it hold `before` items.
    fn add(&mut self, before: usize, words: &[TextWord], items: &[u32], primary: usize) -> Result<(), ParseError> {
        if words.iter().all(|word| !word.text.contains(':')) {
            return Ok(());
        }
        self.of.resize(before + items.len(), 0);
        for ((k, word), &item) in words.iter().enumerate().zip(items) {
            let Some((name, color)) = word.text.split_once(':') else { continue };
            let at = TextWord { text: color, column: word.column + name.chars().count() + 1, ..*word };
            if (item as usize) < primary {
                return Err(ParseError::at(word, format!("item `{name}` is primary and has no colour"))
                    .help("colours are of secondary items, behind the `|` of the first line"));
            }
            if color.is_empty() || color.contains(':') {
                return Err(ParseError::at(word, "a colour is expected behind `:`").help("write p:A"));
            }
            plain(&at)?;
            let next = self.names.len() as u32 + 1;
            let number = *self.numbers.entry(color.to_string()).or_insert(next);
            if number == next {
                self.names.push(color.to_string());
            }
            self.of[before + k] = number;
        }
        Ok(())
    }

    fn colors(mut self, options: &Options) -> Option<Colors> {
        if self.names.is_empty() {
            return None;
        }
        self.of.resize(options.n_cells(), 0);
        Some(Colors { names: self.names, of: self.of })
    }
}

/// Checks an item's name: visible characters without `|`, `:`, `<` or `>`.
fn plain(word: &TextWord) -> Result<(), ParseError> {
    let odd = word.text.chars().enumerate().find(|(_, c)| matches!(c, '|' | ':' | '<' | '>') || c.is_control());
    match odd {
        Some((k, '|')) => Err(unexpected(word, k, '|').help("write `|` with blanks on both sides")),
        Some((k, c)) => Err(unexpected(word, k, c).help("an item's name has none of | : < >")),
        None => Ok(()),
    }
}

pub(crate) fn write_knuth(listing: &Listing) -> String {
    let (primary, secondary) = listing.items.split_at(listing.primary);
    let primary: Vec<String> = primary.iter().enumerate().map(|(item, name)| listing.ranged(item, name)).collect();
    let mut text = primary.join(" ");
    if !secondary.is_empty() {
        text += &format!(" | {}", secondary.join(" "));
    }
    text.push('\n');
    // A cost of 0 is left out, but one cost must be written: a listing with costs has another goal.
    let is_free = listing.costs.iter().all(|&cost| cost == 0);
    for option in 0..listing.options.len() {
        text += &listing.option_items(option);
        if let Some(cost) = listing.costs.get(option).filter(|cost| **cost > 0 || is_free && option == 0) {
            text += &format!(" |{cost}");
        }
        text.push('\n');
    }
    text
}

/// Several matrices, each with a line `m n` before it, or a single one, perhaps with its number of
/// columns, or with its numbers of rows, columns and secondary columns. A single matrix may have
/// names before its rows and above its columns.
fn read_matrices(text: &str) -> Result<Vec<Listing>, ParseError> {
    // A size, names of columns, or a row.
    let begins = |first: &Line| {
        let bare = uncommented(first);
        bare.each_word().nth(3).is_none()
            || is_comment(first)
            || is_heading(&bare)
            || named(&bare).1.iter().all(is_picture)
    };
    let filled = || scan::each_line(text).filter(|line| line.body().is_some());
    if filled().next().is_some_and(|first| !begins(&first)) {
        return Ok(Vec::new());
    }
    let lines = || filled().filter(|line| !is_comment(line)).map(|line| uncommented(&line));
    let few: Vec<Line> = lines().take(PICTURED).collect();
    // Without any cell it is refused at its first row, however many follow.
    let has_cells = few.iter().flat_map(Line::each_word).any(|word| is_picture(&word));
    if has_cells && !few.iter().all(|line| named(line).1.iter().all(is_bits)) && !is_drawn(&few) {
        return Ok(Vec::new());
    }
    let lines: Vec<Line> = if has_cells { lines().collect() } else { few };
    let Some(first) = lines.first().map(Line::words) else { return Ok(Vec::new()) };
    let is_sized = matches!(&first[..], [m, n] if !(is_bits(m) && is_bits(n)) || lines.len() > 1 && fits(&lines, m, n));
    if is_sized && !is_turned(&lines, &first) && !is_heading(&lines[0]) {
        let (mut listings, mut at) = (Vec::new(), 0);
        while at < lines.len() {
            let (listing, after) = sized_matrix(&lines, at)?;
            listings.push(listing);
            at = after;
        }
        return Ok(listings);
    }
    Ok(vec![one_matrix(&lines, &first)?])
}

/// Reads a single matrix, with what may be before it.
fn one_matrix(lines: &[Line], first: &[TextWord]) -> Result<Listing, ParseError> {
    let rest = &lines[1..];
    let width = |line: &Line| cells_of(&unnamed(line)).count();
    let second = rest.first().map(width);
    let are_named = rest.iter().all(|line| named(line).0.is_some());
    let count = |word: &TextWord| word.text.parse::<usize>().ok().filter(|_| word.text.len() < 8);
    let numbers: Option<Vec<usize>> = first.iter().map(count).collect();
    let are_bits = |line: &Line| cells_of(line).all(|cell| is_bits(&cell));
    let ones = || rest.iter().flat_map(cells_of).filter(|cell| cell.text == "1").count();
    let mut secondary = 0;
    let mut heading: Option<Vec<TextWord>> = None;
    let rows = match numbers.as_deref() {
        // The number of columns, or the two numbers the other way round.
        Some(&[columns]) if Some(columns) == second && columns > 1 => rest,
        Some(&[_, _]) if is_turned(lines, first) => rest,
        Some(&[m, columns, others]) if m == rest.len() && Some(columns) == second && others < columns && m > 1 => {
            if others == ones() {
                let message = "this number may be that of the secondary columns, or of the ones";
                return Err(ParseError::at(&first[2], message)
                    .help("remove it, or name the columns and write `|` before the secondary ones"));
            }
            secondary = others;
            rest
        }
        // The size and the number of ones.
        Some(&[one, other, number])
            if [(one, other), (other, one)].contains(&(rest.len(), second.unwrap_or(0)))
                && rest.iter().all(are_bits)
                && number == ones() =>
        {
            rest
        }
        Some(&[_, _, _])
            if rest.len() > 1
                && second != Some(3)
                && rest.iter().all(|line| Some(width(line)) == second && are_bits(line)) =>
        {
            let (rows, columns) = (counted(rest.len(), "row"), counted(second.unwrap_or(0), "column"));
            let message = format!("these numbers are not the size of the matrix below: it has {rows} and {columns}");
            return Err(ParseError::at(&first[0], message).help("write `rows columns`, or `rows columns secondary`"));
        }
        _ if is_heading(&lines[0])
            && second.is_some_and(|width| first.len() == width || first.len() == width + 1 && are_named) =>
        {
            let skipped = first.len() - second.unwrap_or(0);
            heading = Some(first[skipped..].to_vec());
            rest
        }
        _ => lines,
    };
    let mut found = Rows::new(rows.first().map_or(0, width));
    rows.iter().try_for_each(|line| found.read(line))?;
    let mut listing = found.listing();
    listing.primary -= secondary;
    if let Some(heading) = heading {
        heading.iter().try_for_each(plain)?;
        Declared::new(heading.iter())?;
        listing.items = heading.iter().map(|word| word.text.to_smolstr()).collect();
    }
    Ok(listing)
}

/// Returns whether the two numbers of the first line are columns and rows.
fn is_turned(lines: &[Line], first: &[TextWord]) -> bool {
    let [columns, rows] = first else { return false };
    let (Ok(columns), Ok(rows)) = (columns.text.parse::<usize>(), rows.text.parse::<usize>()) else { return false };
    let is_wide = |line: &Line| cells_of(&unnamed(line)).count() == columns;
    columns != rows && rows > 0 && lines.len() - 1 == rows && lines[1..].iter().all(is_wide)
}

/// The lines among which marks of a drawn matrix are looked for.
const PICTURED: usize = 1000;

/// Returns whether the lines may be a matrix that is drawn with `X` or 1 and points, or has numbers
/// or names beside its cells: points are zeros only beside marks, and not beside 0.
fn is_drawn(lines: &[Line]) -> bool {
    // The name of a row is no picture.
    let cells = || lines.iter().flat_map(Line::each_word).filter(is_picture);
    let has = |of: &[u8]| cells().any(|word| word.text.bytes().any(|byte| of.contains(&byte)));
    // A matrix has digits or crosses, never both.
    !(has(b"Xx") && has(b"01")) && (!has(b".-_") || has(b"Xx1") && !has(b"0"))
}

/// A line without the comment after its cells.
pub(super) fn uncommented<'a>(line: &Line<'a>) -> Line<'a> {
    line.text.split_once(" #").map_or(*line, |(cells, _)| Line::new(line.number, cells))
}

fn is_comment(line: &Line) -> bool {
    let text = line.text.trim_start();
    text.strip_prefix('#').is_some_and(|rest| rest.starts_with(|c: char| c == ' ' || c.is_alphabetic()))
}

/// Returns whether a line holds names of columns: words that cannot be cells, or numbers that count
/// from 1.
fn is_heading(line: &Line) -> bool {
    let has = |count: usize| line.each_word().nth(count - 1).is_some();
    let counts = |from: usize| line.each_word().skip(from).zip(1..).all(|(word, k)| word.text == k.to_string());
    let is_name = |word: TextWord| !word.text.bytes().all(|byte| byte.is_ascii_digit()) && !is_picture(&word);
    has(2) && (line.each_word().skip(1).all(is_name) || has(3) && (counts(0) || counts(1)))
}

/// Returns whether a word is cells drawn with `X` and points.
fn is_picture(word: &TextWord) -> bool {
    word.text.bytes().all(|byte| b"Xx.-_01".contains(&byte))
}

/// The name before the cells of a row, if there is one, and the cells.
fn named<'a>(line: &Line<'a>) -> (Option<TextWord<'a>>, Vec<TextWord<'a>>) {
    let mut words = line.words();
    let is_named = words.len() > 1 && !is_picture(&words[0]) && words[1..].iter().all(is_picture);
    let name = is_named.then(|| words.remove(0));
    (name.map(|name| TextWord { text: name.text.trim_end_matches(':'), ..name }), words)
}

/// The line without the name before its cells. Blanks keep the places of the others.
fn unnamed<'a>(line: &Line<'a>) -> Line<'a> {
    match named(line).0 {
        Some(_) => Line::new(line.number, line.text.trim_start().split_once([' ', '\t']).map_or("", |(_, rest)| rest)),
        None => *line,
    }
}

fn is_bits(word: &TextWord) -> bool {
    word.text.bytes().all(|b| matches!(b, b'0' | b'1'))
}

/// Returns whether two numbers are the size of the matrix that follows them.
fn fits(lines: &[Line], m: &TextWord, n: &TextWord) -> bool {
    let (Ok(m), Ok(n)) = (m.text.parse::<usize>(), n.text.parse::<usize>()) else { return false };
    lines.len() > m && lines.get(1).is_some_and(|line| line.words().len() == n)
}

/// Reads a matrix of digits with its size before it, from line index `at`. Also returns the index
/// of the line after it.
pub fn digit_matrix(lines: &[Line], at: usize) -> Result<(Listing, usize), ParseError> {
    matrix_of(lines, at, |width| Rows { are_digits: true, ..Rows::new(width) })
}

/// Reads a matrix with its size before it, from line index `at`. Also returns the index of the line
/// after it.
fn sized_matrix(lines: &[Line], at: usize) -> Result<(Listing, usize), ParseError> {
    matrix_of(lines, at, Rows::new)
}

fn matrix_of(lines: &[Line], at: usize, rows: fn(usize) -> Rows) -> Result<(Listing, usize), ParseError> {
    let words = lines[at].words();
    number(&words[0], 0, 1_000_000)?;
    let [m, n] = words[..] else {
        let word = words.get(2).or(words.first()).expect("blank lines were left out");
        return Err(ParseError::at(word, format!("this line has {}, `m n` expected", counted(words.len(), "word")))
            .help("a matrix starts with its numbers of rows and columns"));
    };
    let (m, n) = (number(&m, 0, 1_000_000)? as usize, number(&n, 1, 1_000_000)? as usize);
    if m.saturating_mul(n) > MAX_CELLS {
        return Err(ParseError::at(&words[0], format!("{m} rows of {n} are more than {MAX_CELLS} cells")));
    }
    let mut rows = rows(n);
    for k in 0..m {
        let Some(line) = lines.get(at + 1 + k) else {
            let last = lines[lines.len() - 1].number;
            return Err(ParseError::new(
                last + 1,
                1,
                format!("the matrix of line {} has {} of {m}", lines[at].number, counted(k, "row")),
            ));
        };
        rows.read(line)?;
    }
    Ok((rows.listing(), at + 1 + m))
}

/// The cells of a line with their places: words, or the characters of a single word. An iterator,
/// because a line may have millions of cells.
fn cells_of<'a>(line: &Line<'a>) -> Box<dyn Iterator<Item = TextWord<'a>> + 'a> {
    let words = line.words();
    match words[..] {
        [word] if word.text.len() > 1 => Box::new(word.text.char_indices().enumerate().map(move |(k, (at, c))| {
            TextWord { column: word.column + k, text: &word.text[at..at + c.len_utf8()], ..word }
        })),
        _ => Box::new(words.into_iter()),
    }
}

/// The rows of a matrix, as they are read: columns are items, rows are options. Rows without a one
/// are left out, because they cover nothing. Names keep the original numbers.
struct Rows {
    width: usize,
    /// The cells are 0 and 1, without names before them.
    are_digits: bool,
    options: Options,
    /// By option: its row.
    rows: Vec<u32>,
    /// The rows without ones.
    left_out: Vec<u32>,
    /// The rows read, with and without ones.
    count: u32,
    /// The columns of the ones of the row that is read.
    ones: Vec<u32>,
}

impl Rows {
    fn new(width: usize) -> Rows {
        Rows {
            width,
            are_digits: false,
            options: Options::default(),
            rows: Vec::new(),
            left_out: Vec::new(),
            count: 0,
            ones: Vec::new(),
        }
    }

    /// Adds the row of a line.
    fn read(&mut self, line: &Line) -> Result<(), ParseError> {
        let (mut count, mut past) = (0, None);
        self.ones.clear();
        // Most rows have no name, and none has to be looked for in a long one.
        let bare =
            self.are_digits || line.text.as_bytes().iter().all(|byte| matches!(byte, b'0' | b'1' | b' ' | b'\t'));
        let name = if bare { None } else { named(line).0 };
        let line = &if bare { *line } else { unnamed(line) };
        for cell in cells_of(line) {
            let is_one = match cell.text {
                "X" | "x" if !self.are_digits => true,
                "." | "-" | "_" if !self.are_digits => false,
                _ => number(&cell, 0, 1)? == 1,
            };
            if is_one {
                self.ones.push(count as u32);
            }
            past = past.or((count == self.width).then_some(cell.column));
            count += 1;
        }
        if count != self.width {
            let message = format!("this row has {count} cells, {} expected", self.width);
            return Err(ParseError::new(line.number, past.unwrap_or(line.end() + 1), message));
        }
        self.count += 1;
        if self.ones.is_empty() {
            self.left_out.push(self.count);
        } else {
            self.options.add(name.map(|name| name.text), &self.ones);
            self.rows.push(self.count);
        }
        Ok(())
    }

    fn listing(mut self) -> Listing {
        self.options.shrink();
        let items = (1..=self.width).map(|column| format_smolstr!("{column}")).collect();
        let Rows { width: primary, options, rows, left_out, .. } = self;
        Listing { items, primary, options, rows, left_out, ..Listing::default() }
    }
}

fn write_matrix(listing: &Listing) -> String {
    let secondary = match listing.items.len() - listing.primary {
        0 => String::new(),
        count => format!(" {count}"),
    };
    let mut text = format!("{} {}{secondary}\n", listing.options.len(), listing.items.len());
    for option in listing.options.iter() {
        let mut cells = vec!["0"; listing.items.len()];
        option.items.iter().for_each(|&item| cells[item as usize] = "1");
        text += &(cells.join(" ") + "\n");
    }
    text
}
