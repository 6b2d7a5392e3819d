//! SumoCue's lines: `SumoCueV1`, then an entry for each of the 81 cells after `=` or `+`, and
//! perhaps `J` with the number of its region.
//!
//! In a killer, `=14` begins a cage with that sum and `+0` joins the cage of cell 0. In a jigsaw,
//! `=4` is a given. Nothing says which it is: a `+`, or a number above 9, is a killer's.

use super::address::each_line;
use super::boxed;
use crate::areas::{Areas, Walls};
use crate::cell::{Cell, Entry, Symbol};
use crate::form::{Form, MarkedGrid, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::note::Note;
use crate::scan::{ParseError, TextWord};
use crate::size::Size;

pub(crate) static SUMOCUE: Form = Form {
    id: "sumocue",
    help: "SumoCue's lines `SumoCueV1=...`: a 9x9 killer or a jigsaw, one a line",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read },
    yields: &[],
};

/// The word before the entries, and the sign of both diagonals after it.
const HEAD: &str = "SumoCueV1";
const DIAGONALS: char = 'D';

/// The number of cells.
const CELLS: usize = 81;

/// An entry: the sign before it, its number, and its region.
struct Cue {
    joins: bool,
    number: usize,
    region: Option<usize>,
}

fn read(text: &str) -> Result<Vec<MarkedGrid>, ParseError> {
    each_line(text, |line| line.starts_with(HEAD), line)
}

fn line(word: &TextWord) -> Result<MarkedGrid, ParseError> {
    let fault = |message: String| ParseError::at(word, message).help("each of the 81 cells is `=` or `+` and a number");
    let rest = word.text.strip_prefix(HEAD).ok_or_else(|| fault(format!("a line begins with {HEAD}")))?;
    let (has_diagonals, rest) = rest.strip_prefix(DIAGONALS).map_or((false, rest), |rest| (true, rest));
    let cues = cues(rest).ok_or_else(|| fault("an entry of this line is not a number".to_string()))?;
    if cues.len() != CELLS {
        return Err(fault(format!("this line has {} entries, {CELLS} expected", cues.len())));
    }
    let regions: Option<Vec<usize>> = cues.iter().map(|cue| cue.region).collect();
    if regions.is_none() && cues.iter().any(|cue| cue.region.is_some()) {
        return Err(fault("some cells of this line have a region, and others have none".to_string()));
    }
    let areas = match regions {
        None => None,
        Some(regions) => {
            let walls = Walls::between(Size::square(9), &regions);
            let boxes = Areas::usual_boxes(9).filter(|areas| areas.numbers(Size::square(9)) == regions);
            match (boxes, walls.unfit(9)) {
                (Some(_), _) => None,
                (None, None) => Some(Areas::Walls(walls)),
                (None, Some(message)) => return Err(fault(message)),
            }
        }
    };
    let mut grid = match areas {
        Some(areas) => Grid::new(9, areas),
        None => boxed(9, (3, 3)),
    };
    grid.diagonals = has_diagonals;
    let is_killer = cues.iter().any(|cue| cue.joins || cue.number > 9);
    if !is_killer {
        let note = Note::new("the numbers are read as givens: none joins another, and none is above 9");
        for (at, cue) in cues.iter().enumerate().filter(|(_, cue)| cue.number > 0) {
            grid.cells[at] = Entry::Given(Symbol(cue.number as u8 - 1));
        }
        return Ok(MarkedGrid { notes: vec![note], ..grid.into() });
    }
    let head = |at: usize| {
        let mut at = at;
        // A cage is joined by the cell that opens it, perhaps over others.
        for _ in 0..CELLS {
            match &cues[at] {
                Cue { joins: true, number, .. } if *number < CELLS => at = *number,
                Cue { joins: true, .. } => return None,
                _ => return Some(at),
            }
        }
        None
    };
    let heads: Option<Vec<usize>> = (0..CELLS).map(head).collect();
    let heads = heads.ok_or_else(|| fault("a cell joins a cage that no cell opens".to_string()))?;
    for (at, cue) in cues.iter().enumerate().filter(|(_, cue)| !cue.joins) {
        let cells: Vec<Cell> = (0..CELLS).filter(|&k| heads[k] == at).map(|k| Cell(k as u16)).collect();
        // A cage without a sum still has different digits.
        let rule = match u32::try_from(cue.number).unwrap_or(u32::MAX) {
            0 if cells.len() < 2 => continue,
            0 => GridRule::new("cage", cells),
            sum => GridRule { numbers: vec![sum], ..GridRule::new("killer", cells) },
        };
        if let Some(message) = rule.fault(&grid) {
            return Err(fault(message));
        }
        grid.rules.push(rule);
    }
    Ok(MarkedGrid { notes: vec![Note::new("the numbers are read as sums of cages")], ..grid.into() })
}

fn cues(text: &str) -> Option<Vec<Cue>> {
    let starts: Vec<usize> = text.match_indices(['=', '+']).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let is_whole = starts.first() == Some(&0);
    let cue = |(from, to): (&usize, usize)| {
        let entry = &text[from + 1..to];
        let (number, region) = entry.split_once('J').map_or((entry, None), |(number, region)| (number, Some(region)));
        let region = match region {
            Some(region) => Some(region.parse().ok().filter(|region| *region < 9)?),
            None => None,
        };
        Some(Cue { joins: text[*from..].starts_with('+'), number: number.parse().ok()?, region })
    };
    starts.iter().zip(ends).map(cue).collect::<Option<Vec<_>>>().filter(|_| is_whole)
}
