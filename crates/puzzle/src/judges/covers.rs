//! The cases of judges with exact covers and set covers, as items and options.

use crate::feed::Feed;
use crate::kinds::setcover::{self, cell_name};
use crate::listing::{Board, Footprint, Listing, Picture};
use crate::options::{ListedOption, Options};
use crate::scan::{ParseError, TextWord, number};
use dancing::{Goal, OptionId};
use smol_str::{SmolStr, format_smolstr};

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
    let mut options = Options::default();
    for (town, near) in (0..).zip(&near) {
        let ([from, to], words) = feed.numbers("the days `s e` of a station", [(1, days), (1, days)])?;
        if from > to {
            return Err(ParseError::at(&words[1], format!("day {to} is before day {from}")));
        }
        for first in from..=to {
            for last in first..=to {
                let powers = near.iter().flat_map(|town| (first..=last).map(move |day| town * days + day - 1));
                let items = powers.chain([primary as u32 + town]).collect();
                options.push(ListedOption::named(format!("station {}, days {first}-{last}", town + 1), items));
            }
        }
    }
    Ok(Listing::with(items, primary, options))
}

/// The days of each station, 0 0 for one that never runs.
pub(super) fn write_stations(listing: &Listing, chosen: &[OptionId]) -> String {
    let towns = listing.items.len() - listing.primary;
    let days = (listing.primary / towns) as u32;
    let mut runs = vec![(0, 0); towns];
    for &chosen in chosen {
        let items = &listing.options[chosen.index()];
        let station = *items.last().expect("an option holds its station") as usize - listing.primary;
        let on = || items[..items.len() - 1].iter().map(|item| item % days + 1);
        runs[station] = (on().min().unwrap_or(0), on().max().unwrap_or(0));
    }
    runs.iter().map(|(from, to)| format!("{from} {to}\n")).collect()
}

/// FZU 1686. Each monster is an item, and each place of an attack an option.
pub(super) fn monsters(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([rows, columns], _) = feed.numbers("a line `n m`", [(1, 15), (1, 15)])?;
    let board = feed.rows(rows, columns, "01")?;
    let ([high, wide], _) = feed.numbers("the size of an attack `n1 m1`", [(1, rows), (1, columns)])?;
    let (items, numbers) = setcover::marked(&board, '1');
    let (mut options, mut marks) = (Options::default(), Vec::new());
    for r in 0..=rows - high {
        for c in 0..=columns - wide {
            let cells = (r..r + high).flat_map(|r| (c..c + wide).map(move |c| (r, c)));
            let hit = |(r, c): (u32, u32)| numbers[r as usize][c as usize];
            let monsters: Vec<u32> = cells.clone().filter_map(hit).collect();
            if monsters.is_empty() {
                continue;
            }
            let cells = cells.map(|(r, c)| r * columns + c).collect();
            marks.push(Footprint::piece(cells, '*'));
            options.push(ListedOption::named(format!("from {}", cell_name(r as usize, c as usize)), monsters));
        }
    }
    let ground = board.concat().into_iter().map(|cell| if cell == '1' { '1' } else { ' ' }).collect();
    let board = Board { rows: rows as usize, columns: columns as usize, marks, ground, ..Board::default() };
    Ok(Listing { picture: Some(Picture::Board(board)), ..setcover::sets(items, options) })
}

/// HDU 3498. Each enemy is an item, and hitting one an option.
pub(super) fn enemies(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([units, pairs], _) = feed.numbers("a line `N M`", [(1, 1000), (0, 1_000_000)])?;
    let near = neighbours(feed, units, pairs, "a pair `u v`")?;
    let items = (1..=units).map(|unit| format_smolstr!("{unit}")).collect();
    let hits = (1..).zip(near).map(|(unit, near)| ListedOption::named(format!("hit {unit}"), near));
    Ok(setcover::sets(items, hits.collect()))
}

/// HDU 4979. Tickets of M numbers out of N, so that any R are together on one of them.
pub(super) fn subsets(feed: &mut Feed) -> Result<Listing, ParseError> {
    let (_, words) = feed.numbers("a line `N M R`", [(1, 8), (1, 8), (1, 8)])?;
    setcover::covering(&words)
}

/// HDU 3957. Each model of each role is an item that is covered at least once, and each role an
/// item that is covered at most once. An option is a role in one model: it covers all of its own
/// models and those that it beats.
pub(super) fn fighters(feed: &mut Feed) -> Result<Listing, ParseError> {
    let ([roles], _) = feed.numbers("the number of roles", [(1, 25)])?;
    // By role and model, the roles and models that it beats, with their words.
    let mut beats: Vec<Vec<Vec<(u32, u32, TextWord)>>> = Vec::new();
    for _ in 0..roles {
        let ([models], _) = feed.numbers("the number of models, 1 or 2", [(1, 2)])?;
        let mut own = Vec::new();
        for _ in 0..models {
            let line = feed.line("the roles and models that a model beats")?;
            let words = line.words();
            let count = number(&words[0], 0, 50)? as usize;
            let mut pairs = Vec::new();
            for pair in Feed::pairs(line, &words, count)? {
                pairs.push((number(&pair[0], 0, roles - 1)?, number(&pair[1], 0, 1)?, pair[1]));
            }
            own.push(pairs);
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
    let mut options = Options::default();
    for (role, own) in (0..).zip(&beats) {
        for (model, beaten) in own.iter().enumerate() {
            let mut covers: Vec<u32> = (0..own.len() as u32).map(|model| first[role as usize] + model).collect();
            for &(other, of, word) in beaten {
                if of as usize >= beats[other as usize].len() {
                    return Err(ParseError::at(&word, format!("role {other} has only model 0")));
                }
                covers.push(first[other as usize] + of);
            }
            options.push(ListedOption::named(
                format!("role {role}, model {model}"),
                covers.into_iter().chain([primary + role]).collect(),
            ));
        }
    }
    Ok(Listing { goal: Some(Goal::Best), ..Listing::with(items, primary as usize, options).at_least_once() })
}

/// UVa 387: `None` at the end. Each of the 16 cells and each piece is an item.
pub(super) fn square(feed: &mut Feed) -> Result<Option<Listing>, ParseError> {
    let ([pieces], _) = feed.numbers("the number of pieces, or 0 at the end", [(0, 5)])?;
    if pieces == 0 {
        return Ok(None);
    }
    let mut items: Vec<SmolStr> = (0..16).map(|cell| cell_name(cell / 4, cell % 4)).collect();
    items.extend((1..=pieces).map(|piece| format_smolstr!("piece{piece}")));
    let (mut options, mut marks) = (Options::default(), Vec::new());
    for piece in 0..pieces {
        let ([rows, columns], _) = feed.numbers("the size of a piece", [(1, 4), (1, 4)])?;
        let shape = feed.rows(rows, columns, "01")?;
        for down in 0..=4 - rows {
            for right in 0..=4 - columns {
                let ones = shape.iter().zip(down..).flat_map(|(row, r)| {
                    row.iter().zip(right..).filter(|(cell, _)| **cell == '1').map(move |(_, c)| r * 4 + c)
                });
                let cells: Vec<u32> = ones.collect();
                let name = format!("piece {} at {}", piece + 1, cell_name(down as usize, right as usize));
                options.push(ListedOption::named(name, cells.iter().copied().chain([16 + piece]).collect()));
                marks.push(Footprint::piece(cells, number_of(piece)));
            }
        }
    }
    let board = Board { rows: 4, columns: 4, marks, outlined: true, ..Board::default() };
    let picture = Some(Picture::Board(board));
    Ok(Some(Listing { picture, ..Listing::with(items, 16 + pieces as usize, options) }))
}

/// The digit of a piece, counted from 0.
fn number_of(piece: u32) -> char {
    char::from_digit(piece + 1, 10).unwrap_or('?')
}

/// The square with the numbers of its pieces.
pub(super) fn write_square(listing: &Listing, chosen: &[OptionId]) -> String {
    let mut square = [['.'; 4]; 4];
    for &chosen in chosen {
        let (piece, cells) = listing.options[chosen.index()].split_last().expect("an option holds its piece");
        cells.iter().for_each(|&cell| square[cell as usize / 4][cell as usize % 4] = number_of(piece - 16));
    }
    square.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}
