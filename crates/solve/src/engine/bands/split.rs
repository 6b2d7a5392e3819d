//! Branching: splits a settled board in two. A digit is in some cells, or elsewhere.
//!
//! There are two rules. The first takes a cell of two digits, the one whose digits would change
//! most around it. The second takes a three of a band or stack (see [`super::board`]), in the band
//! or stack with the fewest digits whose threes are not fixed. A grid with hardly any cell of two
//! digits is one of the hardest, and is split by threes only. A grid with very many open cells is
//! split by cells only. Any other is split by cells first, and later by threes if the search is
//! long.
//!
//! A grid with several solutions has them a few guesses away, and no guess is wrong. So a grid that
//! is not among the hardest is split in haste until a guess fails: on the first cell of two digits,
//! without a look at full threes. That saves a fifth of the time for grids with many solutions, and
//! costs nothing for the others.
//!
//! Sources: taking the band that is nearest to completion is tdoku's rule. Guesses per puzzle,
//! measured on magictour and the forum's hardest of 1905 and 1106: by the cell that sees most cells
//! of two digits 11.6, 107, 229; by threes only 10.0, 62, 90; with both rules 7.4, 62, 90. Choosing
//! a cell takes twice as long as choosing a three.

use super::board::{BandBoard, BandCells, FIRST, PEERS, columns, more, threes};

/// Splits by cells before the rule changes to threes.
const CELLS_FIRST: u32 = 16;
/// With more open cells than this, splits by threes lead to contradictions that show late.
const SPARSE: u32 = 64;
/// A grid that starts with at most this many cells of two digits is one of the hardest.
const HARDLY_ANY: u32 = 2;
/// A cell with this effect is taken without a look at the others.
const ENOUGH: u32 = 36;
/// A grid that starts with at most this many open cells may be split in haste.
const NEAR: u32 = 48;

/// A split: a digit is in the cells `here`, or elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Split {
    digit: usize,
    here: BandCells,
    /// The cells that lose the digit if it is `here`.
    seen: BandCells,
}

impl Split {
    #[inline(always)]
    pub(super) fn here(&self, board: &mut BandBoard) {
        board.strike(self.digit, self.seen);
    }

    #[inline(always)]
    pub(super) fn elsewhere(&self, board: &mut BandBoard) {
        board.strike(self.digit, self.here);
    }

    #[inline(always)]
    fn at(digit: usize, cell: usize) -> Split {
        let mut here = [0; 4];
        here[cell / 27] = 1 << (cell % 27);
        Split { digit, here: BandCells::new(here), seen: BandCells::new(PEERS[cell]) }
    }
}

/// Chooses the splits of a grid.
#[derive(Default)]
pub(super) struct Splitter {
    rule: Option<Rule>,
    /// True if the grid has few open cells at its first split.
    is_near: bool,
}

/// The rule by which a grid is split.
#[derive(Clone, Copy)]
enum Rule {
    /// By cells only.
    Cells,
    /// By cells this many more times, then by threes.
    Threes { after: u32 },
}

impl Splitter {
    /// Returns true if the grid may be split in haste.
    #[inline(always)]
    pub(super) fn may_haste(&self) -> bool {
        self.is_near && matches!(self.rule, Some(Rule::Threes { after: 1.. }))
    }

    /// The next split of a settled board; `None` if every cell holds its digit.
    #[inline(always)]
    pub(super) fn split(&mut self, board: &BandBoard, in_haste: bool) -> Option<Split> {
        if board.open == BandCells::ZERO {
            return None;
        }
        if self.rule.is_none() {
            self.is_near = sum(in_bytes(board.open)) <= NEAR;
        }
        if let Some(first) = in_haste.then(|| by_first_cell(board)).flatten() {
            return Some(first);
        }
        match self.rule.get_or_insert_with(|| Rule::of(board)) {
            Rule::Threes { after: 0 } => by_three(board).or_else(|| by_cell(board)),
            Rule::Threes { after } => {
                *after -= 1;
                by_cell(board).or_else(|| by_three(board))
            }
            Rule::Cells => by_cell(board),
        }
        .or_else(|| by_fewest_places(board))
    }
}

impl Rule {
    /// The rule for a grid, judged before its first split.
    #[inline(always)]
    fn of(board: &BandBoard) -> Rule {
        if sum(in_bytes(board.open)) > SPARSE {
            Rule::Cells
        } else {
            Rule::Threes { after: if sum(in_bytes(pairs(board))) > HARDLY_ANY { CELLS_FIRST } else { 0 } }
        }
    }
}

/// The cells of two digits.
#[inline(always)]
fn pairs(board: &BandBoard) -> BandCells {
    let [_, twice, thrice] = board.how_many();
    twice & !thrice
}

/// The digits that a cell of a band can hold, as bits.
#[inline(always)]
fn digits_of(board: &BandBoard, band: usize, at: usize) -> u32 {
    let holds = |digit: usize| (board.words[digit].to_array()[band] >> at & 1) << digit;
    (0..9).fold(0, |digits, digit| digits | holds(digit))
}

/// Splits on the first cell of two digits.
#[inline(always)]
fn by_first_cell(board: &BandBoard) -> Option<Split> {
    let pairs = pairs(board).to_array();
    let band = pairs.iter().position(|&pairs| pairs != 0)?;
    let at = pairs[band].trailing_zeros() as usize;
    Some(Split::at(digits_of(board, band, at).trailing_zeros() as usize, 27 * band + at))
}

/// Splits on the cell of two digits with the greatest effect on the cells that it sees. Each place
/// of one of its digits counts 1, and each cell of two digits that shares a digit with it counts 8.
/// The first cell whose effect is [`ENOUGH`] is taken.
#[inline(always)]
fn by_cell(board: &BandBoard) -> Option<Split> {
    let pairs = pairs(board);
    let (mut most, mut best) = (0, None);
    for (band, mut rest) in pairs.to_array().into_iter().enumerate() {
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let digits = digits_of(board, band, at);
            let (one, other) = (digits.trailing_zeros() as usize, digits.ilog2() as usize);
            let seen = BandCells::new(PEERS[27 * band + at]);
            let (places, others) = (seen & board.words[one], seen & board.words[other]);
            let sharing = (places | others) & pairs;
            // A cell sees twenty others, so the sum fits into a byte.
            let change = sum(in_bytes(places) + in_bytes(others) + (in_bytes(sharing) << 3));
            if change > most {
                let split = Split::at(one, 27 * band + at);
                if change >= ENOUGH {
                    return Some(split);
                }
                (most, best) = (change, Some(split));
            }
        }
    }
    best
}

/// The number of set bits in each byte.
#[inline(always)]
fn in_bytes(words: BandCells) -> BandCells {
    let every_other: BandCells = (words >> 1) & BandCells::splat(0x5555_5555);
    let twos = words - every_other;
    let fours = (twos & BandCells::splat(0x3333_3333)) + ((twos >> 2) & BandCells::splat(0x3333_3333));
    (fours + (fours >> 4)) & BandCells::splat(0x0f0f_0f0f)
}

/// The sum of all bytes. It must fit into a byte.
#[inline(always)]
fn sum(bytes: BandCells) -> u32 {
    let [a, b, c, _] = bytes.to_array();
    (a + b + c).wrapping_mul(0x0101_0101) >> 24
}

/// Some cells, and the cells that they see.
type Three = ([u32; 4], [u32; 4]);

/// By line (the three bands, then the three stacks): its nine threes, three for each box.
static THREES: [[Three; 9]; 6] = {
    let mut table = [[([0; 4], [0; 4]); 9]; 6];
    let mut k = 0;
    while k < 27 {
        // A box has three rows as part of a band, and three columns as part of a stack.
        let (line, square, three) = (k / 9, k / 3 % 3, k % 3);
        let (row, column) = (511 << (9 * three), FIRST << (3 * line + three));
        let (in_band, in_stack) = ((7 * FIRST) << (3 * square), (7 * FIRST) << (3 * line));
        let (here, seen) = &mut table[line][3 * square + three];
        here[line] = row & in_band;
        seen[line] = (row | in_band) & !here[line];
        let (here, seen) = &mut table[3 + line][3 * square + three];
        here[square] = column;
        *seen = [column, column, column, 0];
        seen[square] = in_stack & !column;
        k += 1;
    }
    table
};

/// Splits in the band or stack with the fewest digits whose threes are not fixed, on the one of
/// those digits with the fewest places. `None` if the threes of all digits are fixed.
#[inline(always)]
fn by_three(board: &BandBoard) -> Option<Split> {
    let digits = seeking(board);
    let line = (0..6).filter(|&line| digits[line] != 0).min_by_key(|&line| digits[line].count_ones())?;
    let mut rest = digits[line];
    let (mut fewest, mut digit) = (u32::MAX, 0);
    while rest != 0 {
        let other = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let places = places(board.words[other], line);
        if places < fewest {
            (fewest, digit) = (places, other);
        }
    }
    let threes = held(board.words[digit], line);
    // Looks up the number of set bits among three bits.
    let count = |square: u32| 0b11_10_10_01_10_01_01_00 >> (2 * (threes >> (3 * square) & 7)) & 3;
    let square = (0..3).filter(|&square| count(square) > 1).min_by_key(|&square| count(square))?;
    let three = 3 * square + (threes >> (3 * square)).trailing_zeros();
    let (here, seen) = THREES[line][three as usize];
    Some(Split { digit, here: BandCells::new(here), seen: BandCells::new(seen) })
}

/// By line: the digits whose threes are not fixed, as bits.
#[inline(always)]
fn seeking(board: &BandBoard) -> [u32; 6] {
    let (mut bands, mut stacks) = (BandCells::ZERO, BandCells::ZERO);
    for (digit, &words) in board.words.iter().enumerate() {
        let bit = BandCells::splat(1 << digit);
        bands |= bit & !more(threes(words)).simd_eq(BandCells::ZERO);
        let [a, b, c, _] = more(columns(words)).to_array();
        let by_stack = BandCells::splat(a | b | c) & BandCells::new([0o007, 0o070, 0o700, 0]);
        stacks |= bit & !by_stack.simd_eq(BandCells::ZERO);
    }
    let ([a, b, c, _], [d, e, f, _]) = (bands.to_array(), stacks.to_array());
    [a, b, c, d, e, f]
}

/// The nonempty threes of a line for a digit's places.
#[inline(always)]
fn held(words: BandCells, line: usize) -> u32 {
    if line < 3 {
        return threes(words).to_array()[line];
    }
    let [a, b, c, _] = columns(words).to_array().map(|columns| columns >> (3 * (line - 3)) & 7);
    a | b << 3 | c << 6
}

/// The number of a digit's places in a line.
#[inline(always)]
fn places(words: BandCells, line: usize) -> u32 {
    if line < 3 {
        return words.to_array()[line].count_ones();
    }
    sum(in_bytes(words & BandCells::splat((7 * FIRST) << (3 * (line - 3)))))
}

/// Splits on a place of the digit and row with the fewest places.
#[cold]
fn by_fewest_places(board: &BandBoard) -> Option<Split> {
    let rows = (0..9).flat_map(|digit| (0..9).map(move |row| (digit, row)));
    let places = |(digit, row): (usize, usize)| board.words[digit].to_array()[row / 3] >> (9 * (row % 3)) & 511;
    let (digit, row) = rows.filter(|&at| places(at).count_ones() > 1).min_by_key(|&at| places(at).count_ones())?;
    Some(Split::at(digit, 9 * row + places((digit, row)).trailing_zeros() as usize))
}
