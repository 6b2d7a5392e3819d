//! Game IDs of Keen, in Simon Tatham's Portable Puzzle Collection: a Latin square whose cells lie
//! in blocks, each with a sum, a product, a difference or a quotient: `4:a_7a__a_aaba,s2s1m4...`.
//!
//! The walls of the blocks are written as those of a jigsaw of Solo are, but a character that is
//! repeated may have its number behind it. After a comma follows a clue for each block, in the
//! order of their first cells: `a` add, `m` multiply, `s` subtract, `d` divide.

use super::address::each_line;
use super::latin::parts;
use super::tatham::read_walls;
use crate::areas::Areas;
use crate::cell::Cell;
use crate::form::{Form, Text};
use crate::grid::{Grid, GridRule};
use crate::guise::Guise;
use crate::holds::Holds;
use crate::scan::{self, ParseError, TextWord, counted, unexpected};

pub(crate) static KEEN: Form = Form {
    id: "tatham-keen",
    help: "game IDs of Simon Tatham's Keen; one a line",
    guise: Guise::Signed,
    holds: Holds::PLAIN,
    text: Text::OnlyRead { read: |text| Ok(read(text)?.into_iter().map(Into::into).collect()) },
    yields: &[],
};

/// The rules that the letters of clues mean.
const CLUES: [(char, &str); 4] = [('a', "sum"), ('m', "product"), ('s', "difference"), ('d', "quotient")];

/// A game ID in its parts.
struct Game<'t> {
    n: usize,
    blocks: &'t str,
    clues: &'t str,
}

fn read(text: &str) -> Result<Vec<Grid>, ParseError> {
    each_line(
        text,
        |line| game(line).is_some(),
        |word| match game(word.text) {
            Some(parts) => parts.grid(word),
            None => Err(ParseError::at(word, "this is not a game ID of Keen")),
        },
    )
}

/// The parts of a line; `None` if it is not of this game. The parameters may have the difficulty
/// and `m`, for products alone: `5dhm:`.
fn game(line: &str) -> Option<Game<'_>> {
    let (n, _, body) = parts(line)?;
    let (blocks, clues) = body.split_once(',')?;
    let is_clue = |c: char| c.is_ascii_digit() || CLUES.iter().any(|(letter, _)| *letter == c);
    let is_wall = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_keen = blocks.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && clues.starts_with(|c: char| c.is_ascii_lowercase())
        && blocks.chars().all(is_wall)
        && clues.chars().all(is_clue);
    is_keen.then_some(Game { n, blocks, clues })
}

impl Game<'_> {
    fn grid(&self, line: &TextWord) -> Result<Grid, ParseError> {
        let mut grid = Grid::new(self.n, Areas::None);
        let walls = self.walls(line)?;
        let regions = read_walls(&TextWord { text: &walls, ..*line }, self.n)?.regions();
        let mut blocks: Vec<Vec<Cell>> = vec![Vec::new(); regions.iter().max().map_or(0, |last| last + 1)];
        regions.iter().zip(0..).for_each(|(&region, cell)| blocks[region].push(Cell(cell)));
        let starts: Vec<usize> =
            self.clues.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(at, _)| at).collect();
        if starts.len() != blocks.len() {
            let message = format!("{}, and {}", counted(blocks.len(), "block"), counted(starts.len(), "clue"));
            return Err(ParseError::at(line, message).help("each block has one clue; copy the game ID again"));
        }
        let ends = starts.iter().skip(1).copied().chain([self.clues.len()]);
        for ((&start, end), cells) in starts.iter().zip(ends).zip(blocks) {
            let (letter, number) = self.clues[start..end].split_at(1);
            let (_, id) = CLUES.iter().find(|(known, _)| letter.starts_with(*known)).expect("letters were looked at");
            if number.is_empty() {
                let message = format!("a clue is a letter and a number: found `{letter}` alone");
                return Err(ParseError::at(line, message).help("copy the game ID again"));
            }
            let number = scan::number(&TextWord { text: number, ..*line }, 0, u32::MAX)?;
            let rule = GridRule { numbers: vec![number], ..GridRule::new(id, cells) };
            if let Some(fault) = rule.fault(&grid) {
                return Err(ParseError::at(line, fault));
            }
            grid.rules.push(rule);
        }
        Ok(grid)
    }

    /// The walls with each character written as often as it is meant.
    fn walls(&self, line: &TextWord) -> Result<String, ParseError> {
        let most = 2 * self.n * self.n;
        let mut written = String::new();
        let mut rest = self.blocks;
        while let Some(c) = rest.chars().next() {
            let end = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |at| at + 1);
            let times = match &rest[1..end] {
                "" => 1,
                digits => digits.parse::<usize>().unwrap_or(usize::MAX),
            };
            if times > most.saturating_sub(written.len()) {
                let before = line.text.find(self.blocks).unwrap_or(0);
                let at = before + self.blocks.len() - rest.len();
                return Err(unexpected(line, at, c).help(format!("there are at most {most} walls")));
            }
            written.extend(std::iter::repeat_n(c, times));
            rest = &rest[end..];
        }
        Ok(written)
    }
}
