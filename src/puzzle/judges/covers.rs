//! The cases of judges with exact covers and set covers, as items and options.

use super::feed::Feed;
use crate::dlx::{Goal, OptionId};
use crate::puzzle::kinds::setcover;
use crate::puzzle::listing::{ListedOption, Listing};
use crate::puzzle::scan::{ParseError, Word, counted, number};
use smol_str::{SmolStr, format_smolstr};

/// A named option, with its items in ascending order.
fn option(name: String, mut items: Vec<u32>) -> ListedOption {
    items.sort_unstable();
    items.dedup();
    ListedOption { name: Some(name.into()), items }
}

fn listing(items: Vec<SmolStr>, primary: usize, options: Vec<ListedOption>) -> Listing {
    let options = options.into_iter().filter(|option| !option.items.is_empty()).collect();
    Listing { items, primary, options, ..Listing::default() }
}

/// By node of a graph, the node and its neighbours.
fn neighbours(feed: &mut Feed, nodes: u32, edges: u32, what: &str) -> Result<Vec<Vec<u32>>, ParseError> {
    let mut near: Vec<Vec<u32>> = (0..nodes).map(|node| vec![node]).collect();
    for _ in 0..edges {
        let ([a, b], _) = feed.numbers(what, [(1, nodes), (1, nodes)])?;
        near[a as usize - 1].push(b - 1);
        near[b as usize - 1].push(a - 1);
    }
    near.iter_mut().for_each(|near| {
        near.sort_unstable();
        near.dedup();
    });
    Ok(near)
}

/// HDU 3663. Each town on each day is an item, and each station an item that is covered at most
/// once. An option is a station with the days on which it runs.
pub(super) fn stations(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([towns, cables, days], _) = feed.numbers("a line `N M D`", [(1, 60), (1, 150), (1, 5)])?;
    let near = neighbours(feed, towns, cables, "a cable `a b`")?;
    let mut items: Vec<SmolStr> =
        (1..=towns).flat_map(|town| (1..=days).map(move |day| format_smolstr!("town{town}.day{day}"))).collect();
    let primary = items.len();
    items.extend((1..=towns).map(|town| format_smolstr!("station{town}")));
    let mut options = Vec::new();
    for (town, near) in (0..).zip(&near) {
        let ([from, to], words) = feed.numbers("the days `s e` of a station", [(1, days), (1, days)])?;
        if from > to {
            return Err(ParseError::at(&words[1], format!("day {to} is before day {from}")));
        }
        for first in from..=to {
            for last in first..=to {
                let powers = near.iter().flat_map(|town| (first..=last).map(move |day| town * days + day - 1));
                let items = powers.chain([primary as u32 + town]).collect();
                options.push(option(format!("station {}, days {first}-{last}", town + 1), items));
            }
        }
    }
    Ok(listing(items, primary, options))
}

/// The days of each station, 0 0 for one that never runs.
pub(super) fn write_stations(listing: &Listing, chosen: &[OptionId]) -> String {
    let towns = listing.items.len() - listing.primary;
    let days = (listing.primary / towns) as u32;
    let mut runs = vec![(0, 0); towns];
    for &chosen in chosen {
        let items = &listing.options[chosen.index()].items;
        let station = *items.last().expect("an option holds its station") as usize - listing.primary;
        let on = || items[..items.len() - 1].iter().map(|item| item % days + 1);
        runs[station] = (on().min().unwrap_or(0), on().max().unwrap_or(0));
    }
    runs.iter().map(|(from, to)| format!("{from} {to}\n")).collect()
}

/// HDU 2828. Each lamp is an item that is covered at least once, and each switch an item that is
/// covered at most once. An option is a switch with a state.
pub(super) fn lamps(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([lamps, switches], _) = feed.numbers("a line `N M`", [(1, 500), (1, 500)])?;
    // By switch, the lamps that burn if it is off and if it is on.
    let mut burning = vec![[Vec::new(), Vec::new()]; switches as usize];
    for lamp in 0..lamps {
        let line = feed.line("the switches of a lamp")?;
        let words = line.words();
        let count = number(&words[0], 0, 2 * switches)? as usize;
        let pairs = words[1..].chunks(2).take(count);
        for pair in pairs {
            let switch = number(&pair[0], 1, switches)? as usize - 1;
            let state = match pair.get(1).map(|word| word.text) {
                Some("ON") => 1,
                Some("OFF") => 0,
                Some(_) => return Err(ParseError::at(&pair[1], "ON or OFF is expected here")),
                None => return Err(ParseError::new(line.number, line.end() + 1, "ON or OFF is expected here")),
            };
            burning[switch][state].push(lamp);
        }
        if words.len() != 2 * count + 1 {
            let column = words.get(2 * count + 1).map_or(line.end() + 1, |word| word.column);
            let message = format!("{} announced, {} found", counted(count, "pair"), (words.len() - 1) / 2);
            return Err(ParseError::new(line.number, column, message));
        }
    }
    let mut items: Vec<SmolStr> = (1..=lamps).map(|lamp| format_smolstr!("lamp{lamp}")).collect();
    items.extend((1..=switches).map(|switch| format_smolstr!("switch{switch}")));
    let mut options = Vec::new();
    for (switch, states) in (0..).zip(burning) {
        for (state, own) in ["OFF", "ON"].into_iter().zip(states) {
            if !own.is_empty() {
                options
                    .push(option(format!("{} {state}", switch + 1), own.into_iter().chain([lamps + switch]).collect()));
            }
        }
    }
    let holders = |lamp: u32| options.iter().filter(|option| option.items.contains(&lamp)).count() as u32;
    let ranges = (0..lamps).map(|lamp| (1, holders(lamp).max(1))).collect();
    Ok(Listing { ranges, ..listing(items, lamps as usize, options) })
}

/// The state of each switch. One that no lamp needs is off.
pub(super) fn write_lamps(listing: &Listing, chosen: &[OptionId]) -> String {
    let mut states = vec!["OFF"; listing.items.len() - listing.primary];
    for &chosen in chosen {
        let option = &listing.options[chosen.index()];
        let switch = *option.items.last().expect("an option holds its switch") as usize - listing.primary;
        if option.name.as_deref().is_some_and(|name| name.ends_with("ON")) {
            states[switch] = "ON";
        }
    }
    states.join(" ") + "\n"
}

/// Rows of 0 and 1, or of other characters, each a word or with blanks between them.
fn cells(feed: &mut Feed, rows: u32, columns: u32, allowed: &str) -> Result<Vec<Vec<char>>, ParseError> {
    let mut board = Vec::new();
    for _ in 0..rows {
        let what = format!("a row of {columns} cells");
        let line = feed.line(&what)?;
        let words = line.words();
        let cells: Vec<(char, &Word, usize)> =
            words.iter().flat_map(|word| word.text.chars().enumerate().map(move |(k, c)| (c, word, k))).collect();
        if let Some((c, word, k)) = cells.iter().find(|(c, ..)| !allowed.contains(*c)) {
            return Err(crate::puzzle::scan::unexpected(word, *k, *c)
                .help(format!("allowed are {}", allowed.chars().map(String::from).collect::<Vec<_>>().join(" "))));
        }
        if cells.len() != columns as usize {
            let column = cells.get(columns as usize).map_or(line.end() + 1, |(_, word, k)| word.column + k);
            let message = format!("this row has {}, {columns} expected", counted(cells.len(), "cell"));
            return Err(ParseError::new(line.number, column, message));
        }
        board.push(cells.into_iter().map(|(c, ..)| c).collect());
    }
    Ok(board)
}

fn cell_name(row: usize, column: usize) -> SmolStr {
    format_smolstr!("r{}c{}", row + 1, column + 1)
}

/// The cells of a board with a character, and their numbers by cell.
fn marked(board: &[Vec<char>], mark: char) -> (Vec<SmolStr>, Vec<Vec<Option<u32>>>) {
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

/// A set cover.
fn sets(items: Vec<SmolStr>, options: Vec<ListedOption>) -> Listing {
    let primary = items.len();
    Listing { repeated: true, voice: setcover::VOICE, ..listing(items, primary, options) }
}

/// FZU 1686. Each monster is an item, and each place of an attack an option.
pub(super) fn monsters(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([rows, columns], _) = feed.numbers("a line `n m`", [(1, 15), (1, 15)])?;
    let board = cells(feed, rows, columns, "01")?;
    let ([high, wide], _) = feed.numbers("the size of an attack `n1 m1`", [(1, rows), (1, columns)])?;
    let (items, numbers) = marked(&board, '1');
    let mut options = Vec::new();
    for r in 0..=(rows - high) as usize {
        for c in 0..=(columns - wide) as usize {
            let inside = numbers[r..r + high as usize].iter().flat_map(|row| &row[c..c + wide as usize]);
            options.push(option(format!("from {}", cell_name(r, c)), inside.copied().flatten().collect()));
        }
    }
    Ok(sets(items, options))
}

/// HDU 3498. Each enemy is an item, and hitting one an option.
pub(super) fn enemies(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([units, pairs], _) = feed.numbers("a line `N M`", [(1, 1000), (0, 1_000_000)])?;
    let near = neighbours(feed, units, pairs, "a pair `u v`")?;
    let items = (1..=units).map(|unit| format_smolstr!("{unit}")).collect();
    let hits = (1..).zip(near).map(|(unit, near)| option(format!("hit {unit}"), near));
    Ok(sets(items, hits.collect()))
}

/// HDU 4979. Tickets of M numbers out of N, so that any R are together on one of them.
pub(super) fn subsets(feed: &mut Feed) -> Result<Listing, ParseError> {
    let (_, words) = feed.numbers("a line `N M R`", [(1, 8), (1, 8), (1, 8)])?;
    setcover::covering(&words)
}

/// HDU 3529. Each soft wall is an item, and each place of a bomb an option.
pub(super) fn bombs(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([rows, columns], _) = feed.numbers("a line `N M`", [(1, 15), (1, 15)])?;
    let board = cells(feed, rows, columns, "*#.")?;
    let (items, numbers) = marked(&board, '#');
    let mut options = Vec::new();
    for (r, row) in board.iter().enumerate() {
        for (c, _) in row.iter().enumerate().filter(|(_, cell)| **cell == '.') {
            let mut walls = Vec::new();
            for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let mut at = (r, c);
                // A blast ends at the first wall, and at the edge.
                while let (Some(r), Some(c)) = (at.0.checked_add_signed(down), at.1.checked_add_signed(right)) {
                    at = (r, c);
                    match board.get(r).and_then(|row| row.get(c)) {
                        Some('.') => {}
                        Some('#') => {
                            walls.extend(numbers[r][c]);
                            break;
                        }
                        _ => break,
                    }
                }
            }
            options.push(option(format!("bomb {}", cell_name(r, c)), walls));
        }
    }
    Ok(sets(items, options))
}

/// HDU 3957. Each model of each role is an item that is covered at least once, and each role an item
/// that is covered at most once. An option is a role in one model: it covers all of its own models
/// and those that it beats.
pub(super) fn fighters(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([roles], _) = feed.numbers("the number of roles", [(1, 25)])?;
    // By role and model, the roles and models that it beats, with their words.
    let mut beats: Vec<Vec<Vec<(u32, u32, Word)>>> = Vec::new();
    for _ in 0..roles {
        let ([models], _) = feed.numbers("the number of models, 1 or 2", [(1, 2)])?;
        let mut own = Vec::new();
        for _ in 0..models {
            let line = feed.line("the roles and models that a model beats")?;
            let words = line.words();
            let count = number(&words[0], 0, 50)? as usize;
            if words.len() != 2 * count + 1 {
                let column = words.get(2 * count + 1).map_or(line.end() + 1, |word| word.column);
                let message = format!("{} announced, {} found", counted(count, "pair"), (words.len() - 1) / 2);
                return Err(ParseError::new(line.number, column, message));
            }
            let pair = |pair: &[Word<'_>]| Ok((number(&pair[0], 0, roles - 1)?, number(&pair[1], 0, 1)?));
            let pairs: Vec<(u32, u32)> = words[1..].chunks(2).map(pair).collect::<Result<_, ParseError>>()?;
            own.push(
                pairs
                    .into_iter()
                    .zip(words[1..].chunks(2))
                    .map(|((role, model), pair)| (role, model, pair[1]))
                    .collect(),
            );
        }
        beats.push(own);
    }
    let first: Vec<u32> =
        beats.iter().scan(0, |next, own| Some(std::mem::replace(next, *next + own.len() as u32))).collect();
    let mut items: Vec<SmolStr> = Vec::new();
    for (role, own) in beats.iter().enumerate() {
        items.extend((0..own.len()).map(|model| format_smolstr!("role{role}.model{model}")));
    }
    let primary = items.len() as u32;
    items.extend((0..roles).map(|role| format_smolstr!("role{role}")));
    let mut options = Vec::new();
    for (role, own) in (0..).zip(&beats) {
        for (model, beaten) in own.iter().enumerate() {
            let mut covers: Vec<u32> = (0..own.len() as u32).map(|model| first[role as usize] + model).collect();
            for &(other, of, word) in beaten {
                if of as usize >= beats[other as usize].len() {
                    return Err(ParseError::at(&word, format!("role {other} has only model 0")));
                }
                covers.push(first[other as usize] + of);
            }
            options.push(option(
                format!("role {role}, model {model}"),
                covers.into_iter().chain([primary + role]).collect(),
            ));
        }
    }
    let holders = |item: u32| options.iter().filter(|option| option.items.contains(&item)).count() as u32;
    let ranges = (0..primary).map(|item| (1, holders(item))).collect();
    Ok(Listing { ranges, goal: Some(Goal::Best), ..listing(items, primary as usize, options) })
}

/// UVa 387: `None` at the end. Each of the 16 cells and each piece is an item.
pub(super) fn square(feed: &mut Feed) -> Result<Option<Listing>, ParseError> {
    let ([pieces], _) = feed.numbers("the number of pieces, or 0 at the end", [(0, 5)])?;
    if pieces == 0 {
        return Ok(None);
    }
    let mut items: Vec<SmolStr> = (0..16).map(|cell| cell_name(cell / 4, cell % 4)).collect();
    items.extend((1..=pieces).map(|piece| format_smolstr!("piece{piece}")));
    let mut options = Vec::new();
    for piece in 0..pieces {
        let ([rows, columns], _) = feed.numbers("the size of a piece", [(1, 4), (1, 4)])?;
        let shape = cells(feed, rows, columns, "01")?;
        for down in 0..=4 - rows {
            for right in 0..=4 - columns {
                let ones = shape.iter().zip(down..).flat_map(|(row, r)| {
                    row.iter().zip(right..).filter(|(cell, _)| **cell == '1').map(move |(_, c)| r * 4 + c)
                });
                let items = ones.chain([16 + piece]).collect();
                options.push(option(
                    format!("piece {} at {}", piece + 1, cell_name(down as usize, right as usize)),
                    items,
                ));
            }
        }
    }
    Ok(Some(listing(items, 16 + pieces as usize, options)))
}

/// The square with the numbers of its pieces.
pub(super) fn write_square(listing: &Listing, chosen: &[OptionId]) -> String {
    let mut square = [['.'; 4]; 4];
    for &chosen in chosen {
        let (piece, cells) = listing.options[chosen.index()].items.split_last().expect("an option holds its piece");
        let letter = char::from_digit(piece - 15, 10).unwrap_or('?');
        cells.iter().for_each(|&cell| square[cell as usize / 4][cell as usize % 4] = letter);
    }
    square.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}
