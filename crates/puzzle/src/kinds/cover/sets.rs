//! Exact covers as sets: a line for each option that names its items, or the numbers of its
//! columns.

use crate::form::{ANY, Form, Text, Yields};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::listing::{Listing, repeated};
use crate::note::Note;
use crate::options::Options;
use crate::scan::{self, Line, ParseError, TextWord, number};
use smol_str::{SmolStr, ToSmolStr, format_smolstr};
use std::collections::{HashMap, HashSet};

/// Named sets. The items are those that occur.
pub(crate) static SUBSETS: Form = Form {
    id: "subsets",
    help: "a line for each option, `A: 1 4 7` or `A = {1, 4, 7}`; the items are those that occur",
    guise: Guise::Names,
    holds: Holds::OWN,
    text: Text::Listings { read: |text| Ok(read_subsets(text)?.into_iter().collect()), write: write_subsets },
    yields: &[],
};

/// Rows as lists of the numbers of their columns.
pub(crate) static COLUMNS: Form = Form {
    id: "columns",
    help: "a line for each row of a matrix with the numbers of its columns, perhaps after their count; a line `rows columns` before or not; with `columns rows` or `primary secondary` they may count from 0",
    guise: Guise::Numbers,
    holds: Holds::MATRIX,
    text: Text::Listings { read: |text| Ok(read_columns(text)?.into_iter().collect()), write: write_columns },
    yields: &[
        Yields::to(ANY, |seen| seen.is_nested),
        Yields::noted(
            "or-library",
            |_| true,
            |_| {
                let said = "read as a set cover of the OR-Library, with costs";
                Note::choice(said, COLUMNS.id.to_string(), "reads each line as the columns of a row")
            },
        ),
    ],
};

/// The name of a set and its items: `A: 1 4`, `A = {1, 4}`. `None` for other lines.
fn set<'a>(line: &Line<'a>) -> Option<(TextWord<'a>, Vec<TextWord<'a>>)> {
    let line = super::uncommented(line);
    let body = line.body()?;
    let at = body.text.find([':', '='])?;
    let (name, rest) = (body.text[..at].trim(), &body.text[at + 1..]);
    let name = name.trim_matches(['"', '\'']);
    if name.is_empty() || name.contains(char::is_whitespace) || rest.contains([':', '=']) {
        return None;
    }
    let bare = rest.trim().trim_end_matches([',', ';']).trim_end();
    let inner = BRACKETS.iter().find_map(|&(open, close)| bare.strip_prefix(open)?.strip_suffix(close));
    let inner = inner.unwrap_or(bare);
    // The place of a part of the body.
    let column = |part: &str| {
        let before = part.as_ptr().addr() - body.text.as_ptr().addr();
        body.column + body.text[..before].chars().count()
    };
    let mut items = Vec::new();
    for part in inner.split(|c: char| c.is_whitespace() || ",;".contains(c)).filter(|part| !part.is_empty()) {
        let text = QUOTES.iter().find_map(|&quote| part.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(part);
        items.push(TextWord { line: line.number, column: column(text), text });
    }
    Some((TextWord { text: name, ..body }, items))
}

/// The brackets around the items of a set.
const BRACKETS: [(char, char); 3] = [('{', '}'), ('[', ']'), ('(', ')')];

const QUOTES: [char; 2] = ['"', '\''];

fn read_subsets(text: &str) -> Result<Option<Listing>, ParseError> {
    let first = scan::each_line(text).find(|line| line.body().is_some_and(|word| !word.text.starts_with('#')));
    if first.as_ref().and_then(set).is_none_or(|(_, items)| items.is_empty()) {
        return Ok(None);
    }
    let lines = scan::each_line(text).filter(|line| line.body().is_some_and(|word| !word.text.starts_with('#')));
    let mut sets = Vec::new();
    for line in lines {
        let Some(found) = set(&line) else { return Ok(None) };
        sets.push(found);
    }
    if sets.len() < 2 || is_square(&sets) {
        return Ok(None);
    }
    let universe = universe(&sets);
    if universe.is_some() {
        sets.remove(0);
    }
    let (mut names, mut places): (Vec<&str>, HashMap<&str, u32>) = (Vec::new(), HashMap::new());
    for word in universe.iter().flatten().chain(sets.iter().flat_map(|(_, items)| items)) {
        super::plain(word)?;
        if word.text.contains(|c: char| "{}[]()\"'".contains(c)) || word.text.bytes().all(|byte| byte == b'.') {
            let message = format!("`{}` is not the name of an item", scan::short(word.text));
            return Err(
                ParseError::at(word, message).help("a set is names in at most one pair of brackets: A = {1, 4, 7}")
            );
        }
        places.entry(word.text).or_insert_with(|| {
            names.push(word.text);
            names.len() as u32 - 1
        });
    }
    // Numbers are sorted by value; other names keep the order of the text.
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    let numbers: Option<Vec<u64>> = names.iter().map(|name| name.parse().ok()).collect();
    if let Some(numbers) = numbers {
        order.sort_by_key(|&at| numbers[at as usize]);
    }
    let mut place = vec![0; names.len()];
    order.iter().enumerate().for_each(|(at, &name)| place[name as usize] = at as u32);
    let (mut options, mut left_out, mut rows) = (Options::default(), Vec::new(), Vec::new());
    let mut seen: HashSet<&str> = HashSet::new();
    for (row, (name, items)) in (1..).zip(&sets) {
        if !seen.insert(name.text) {
            return Err(ParseError::at(name, format!("the set `{}` is twice", name.text)));
        }
        let found: Vec<u32> = items.iter().map(|word| place[places[word.text] as usize]).collect();
        if let Some(k) = repeated(&found) {
            return Err(ParseError::at(&items[k], format!("item `{}` is twice in this set", items[k].text)));
        }
        match found.is_empty() {
            true => left_out.push(row),
            false => {
                options.add(Some(name.text), &found);
                rows.push(row);
            }
        }
    }
    let items: Vec<SmolStr> = order.iter().map(|&at| names[at as usize].to_smolstr()).collect();
    Ok(Some(Listing { primary: items.len(), items, options, rows, left_out, ..Listing::default() }))
}

/// Returns whether the sets are rows of cells after labels: as many as each row has characters.
fn is_square(sets: &[(TextWord, Vec<TextWord>)]) -> bool {
    let is_row = |items: &[TextWord]| matches!(items, [row] if row.text.chars().count() == sets.len());
    sets.len() > 3 && sets.iter().all(|(_, items)| is_row(items))
}

/// The items of a first set that is named as the set of all items, and is.
fn universe<'a>(sets: &[(TextWord<'a>, Vec<TextWord<'a>>)]) -> Option<Vec<TextWord<'a>>> {
    let (name, all) = sets.first()?;
    let is_named = ["x", "u", "s", "universe", "items", "elements"].contains(&name.text.to_lowercase().as_str());
    let held: HashSet<&str> = all.iter().map(|word| word.text).collect();
    // After a first set S, a set T is the next one of a row of names.
    let follows = |other: &str| other.len() == 1 && other.bytes().next() == name.text.bytes().next().map(|c| c + 1);
    let is_named = is_named && !(name.text.len() == 1 && follows(sets.get(1)?.0.text));
    let is_whole = sets[1..].iter().flat_map(|(_, items)| items).all(|word| held.contains(word.text));
    (is_named && is_whole && sets.len() > 2).then(|| all.clone())
}

fn write_subsets(listing: &Listing) -> String {
    let line = |option: usize| {
        let name = listing.options.name(option).map_or_else(|| (option + 1).to_string(), str::to_string);
        format!("{name}: {}\n", listing.option_items(option))
    };
    (0..listing.options.len()).map(line).collect()
}

fn read_columns(text: &str) -> Result<Option<Listing>, ParseError> {
    let lines: Vec<Line> = scan::lines_if(text, |first| first.each_word().all(|word| is_number(&word)));
    let rows: Option<Vec<Vec<u32>>> = lines.iter().map(numbers_of).collect();
    let Some(all) = rows.filter(|rows| rows.len() > 1) else { return Ok(None) };
    let ascends = |row: &[u32]| row.windows(2).all(|pair| pair[0] < pair[1]);
    let rises = |row: &[u32]| ascends(row) && row.first().is_none_or(|&first| first > 0);
    let counts = |rows: &[Vec<u32>]| rows.iter().all(|row| row[0] as usize == row.len() - 1 && rises(&row[1..]));
    let largest = |rows: &[Vec<u32>], from: usize| rows.iter().flat_map(|row| &row[from..]).copied().max().unwrap_or(0);
    // With or without the two sizes, and with or without the counts.
    let sizes = match all[0][..] {
        [one, other] => Some((one, other)),
        _ => None,
    };
    let body = &all[1..];
    let zero_counts = |rows: &[Vec<u32>]| rows.iter().all(|row| row[0] as usize == row.len() - 1 && ascends(&row[1..]));
    let has_zero = |from: usize| body.iter().any(|row| row[from..].first() == Some(&0));
    // A row 0 is a row without columns, or the first column alone.
    if let Some((one, other)) = sizes
        && let Some(at) = body.iter().position(|row| row[..] == [0])
        && zero_counts(body)
        && body.iter().all(|row| ascends(row))
        && [(one, other), (other, one)].contains(&(body.len() as u32, largest(body, 0) + 1))
    {
        let error = ParseError::at(&lines[1 + at].words()[0], "this 0 may be a count of columns, or a column");
        return Err(error.help("count the columns from 1, or write the number of columns before each row"));
    }
    let sized = sizes.and_then(|(one, other)| {
        let from = usize::from(zero_counts(body));
        if from == 0 && !body.iter().all(|row| ascends(row)) {
            return None;
        }
        // The number of the first column: 0 if some row has it.
        let base = u32::from(!has_zero(from));
        let fits = |rows: u32, columns: u32| rows as usize == body.len() && largest(body, from) + 1 - base <= columns;
        let all = largest(body, from) + 1 - base;
        match (fits(one, other), fits(other, one)) {
            (true, _) => Some((other, 0, from, base)),
            (false, true) => Some((one, 0, from, base)),
            // Not the number of rows, but all columns: primary and secondary ones. In ascending
            // order they may be a row too.
            (false, false) => {
                let is_sum = one > other && other > 0 && one.checked_add(other) == Some(all);
                is_sum.then_some((all, other, from, base))
            }
        }
    });
    let (mut base, mut secondary) = (1, 0);
    let (rows, columns, from) = match sized {
        Some((columns, others, from, first)) => {
            (base, secondary) = (first, others);
            (body, columns, from)
        }
        None if counts(&all) && all.iter().all(|row| rises(row)) => {
            let error = ParseError::at(&lines[0].words()[0], "this number may be a count of columns, or a column");
            return Err(error.help("write a line `rows columns` before the first row"));
        }
        None if counts(&all) => (&all[..], largest(&all, 1), 1),
        // A first line that names every column declares the items of Knuth's form.
        None if all.iter().all(|row| rises(row)) && !names_all(&all) => (&all[..], largest(&all, 0), 0),
        None => return Ok(None),
    };
    if columns > MOST {
        let words = lines.iter().flat_map(Line::words);
        let large = words.filter_map(|word| number(&word, 0, MOST).err()).next();
        return Err(large.unwrap_or_else(|| ParseError::new(1, 1, format!("more than {MOST} columns"))));
    }
    let (mut options, mut numbers, mut left_out) = (Options::default(), Vec::new(), Vec::new());
    for (row, columns) in (1..).zip(rows) {
        let items: Vec<u32> = columns[from..].iter().map(|column| column - base).collect();
        match items.is_empty() {
            true => left_out.push(row),
            false => {
                options.add(None, &items);
                numbers.push(row);
            }
        }
    }
    let items = (base..base + columns).map(|column| format_smolstr!("{column}")).collect();
    let primary = (columns - secondary) as usize;
    Ok(Some(Listing { items, primary, options, rows: numbers, left_out, ..Listing::default() }))
}

/// Returns whether the first row has every number of the others.
fn names_all(rows: &[Vec<u32>]) -> bool {
    let named: HashSet<u32> = rows[0].iter().copied().collect();
    rows[1..].iter().flatten().all(|number| named.contains(number))
}

/// The most columns.
pub(crate) const MOST: u32 = 1_000_000;

fn is_number(word: &TextWord) -> bool {
    !word.text.is_empty() && word.text.len() < 8 && word.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The numbers of a line; `None` if it holds anything else.
fn numbers_of(line: &Line) -> Option<Vec<u32>> {
    let words = line.words();
    words.iter().all(is_number).then(|| words.iter().filter_map(|word| word.text.parse().ok()).collect())
}

fn write_columns(listing: &Listing) -> String {
    let mut text = format!("{} {}\n", listing.options.len(), listing.items.len());
    for option in listing.options.iter() {
        let mut columns: Vec<u32> = option.items.iter().map(|item| item + 1).collect();
        columns.sort_unstable();
        // With the count before them, no row can be read in two ways.
        columns.insert(0, columns.len() as u32);
        text += &(columns.iter().map(u32::to_string).collect::<Vec<_>>().join(" ") + "\n");
    }
    text
}
