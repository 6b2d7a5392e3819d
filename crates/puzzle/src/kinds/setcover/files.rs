//! Set covers with costs in the forms of two collections: Beasley's OR-Library, and the course on
//! discrete optimization at Coursera. Both are numbers alone.

use super::{VOICE, sets};
use crate::form::{Form, Text};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::listing::Listing;
use crate::options::Options;
use crate::scan::{self, Line, ParseError};
use dancing::Goal;
use smol_str::{SmolStr, format_smolstr};

/// `rows columns`, the cost of each column, then for each row how many columns cover it and which.
pub(crate) static OR_LIBRARY: Form = Form {
    id: "or-library",
    help: "set covers of the OR-Library: `rows columns`, the costs of the columns, and for each row the number of its columns and the columns",
    guise: Guise::Numbers,
    holds: Holds::OWN,
    text: Text::Listings { read: |text| read(text, or_library), write: Listing::as_read },
    yields: &[],
};

/// `items sets`, then a line for each set with its cost and its items from 0.
pub(crate) static COURSERA: Form = Form {
    id: "coursera",
    help: "a line `items sets`, then for each set a line with its cost and its items, counted from 0",
    guise: Guise::Numbers,
    holds: Holds::OWN,
    text: Text::Listings { read: |text| read(text, coursera), write: Listing::as_read },
    yields: &[],
};

/// The most items.
const MOST_ITEMS: u32 = 1_000_000;

/// The most numbers of a text.
const MOST: usize = 10_000_000;

/// The sets with their costs and the number of items.
struct Costed {
    n_items: u32,
    sets: Vec<(u32, Vec<u32>)>,
}

/// Reads a text of numbers alone; empty if it is another text.
fn read(text: &str, of_numbers: fn(&[Vec<u32>]) -> Option<Costed>) -> Result<Vec<Listing>, ParseError> {
    let is_number = |word: &str| !word.is_empty() && word.len() < 10 && word.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = |line: &Line| -> Option<Vec<u32>> {
        line.text.split_ascii_whitespace().map(|word| word.parse().ok().filter(|_| is_number(word))).collect()
    };
    let lines = scan::lines_if(text, |first| {
        first.each_word().nth(2).is_none() && numbers(first).is_some_and(|two| two.len() == 2)
    });
    let Some(rows) = lines.iter().map(numbers).collect::<Option<Vec<_>>>() else { return Ok(Vec::new()) };
    if rows.len() < 2 || rows.iter().map(Vec::len).sum::<usize>() > MOST {
        return Ok(Vec::new());
    }
    let costed = of_numbers(&rows).filter(|costed| costed.n_items <= MOST_ITEMS);
    if let Some(free) = costed.as_ref().and_then(|costed| costed.sets.iter().position(|(cost, _)| *cost == 0)) {
        return Err(ParseError::at(&lines[0].words()[0], format!("set {} costs nothing", free + 1))
            .help("take it, leave out its items, and give the others as the problem"));
    }
    Ok(costed.map(|costed| listing(costed, text)).into_iter().collect())
}

fn or_library(rows: &[Vec<u32>]) -> Option<Costed> {
    let &[n_items, n_sets] = &rows[0][..] else { return None };
    let mut numbers = rows[1..].iter().flatten().copied();
    let mut sets = Vec::new();
    for _ in 0..n_sets {
        sets.push((numbers.next()?, Vec::new()));
    }
    for item in 0..n_items {
        for _ in 0..numbers.next()? {
            let set = numbers.next()?.checked_sub(1)?;
            let items: &mut Vec<u32> = &mut sets.get_mut(set as usize)?.1;
            if items.last() == Some(&item) {
                return None;
            }
            items.push(item);
        }
    }
    (numbers.next().is_none() && n_items > 0).then_some(Costed { n_items, sets })
}

fn coursera(rows: &[Vec<u32>]) -> Option<Costed> {
    let &[n_items, n_sets] = &rows[0][..] else { return None };
    if rows.len() != n_sets as usize + 1 {
        return None;
    }
    let set = |row: &Vec<u32>| {
        let (&cost, items) = row.split_first()?;
        let mut sorted = items.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let fits = sorted.len() == items.len() && sorted.last().is_some_and(|&last| last < n_items);
        fits.then(|| (cost, items.to_vec()))
    };
    let sets: Vec<(u32, Vec<u32>)> = rows[1..].iter().map(set).collect::<Option<_>>()?;
    // The items count from 0: without one, the numbers are columns from 1.
    sets.iter().any(|(_, items)| items.contains(&0)).then_some(Costed { n_items, sets })
}

fn listing(Costed { n_items, sets: costed }: Costed, text: &str) -> Listing {
    let items: Vec<SmolStr> = (1..=n_items).map(|item| format_smolstr!("{item}")).collect();
    let (mut options, mut costs) = (Options::default(), Vec::new());
    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for (number, (cost, items)) in (1..).zip(costed) {
        match items.is_empty() {
            true => left_out.push(number),
            false => {
                options.add(Some(&format!("set {number}")), &items);
                costs.push(u64::from(cost));
                rows.push(number);
            }
        }
    }
    let mut text = text.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let (goal, source) = (Some(Goal::Best), Some(text));
    Listing { costs, rows, left_out, goal, source, voice: VOICE, ..sets(items, options) }
}
