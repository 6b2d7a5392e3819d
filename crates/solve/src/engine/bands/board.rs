//! A 9x9 grid as bits: for each digit and band, the cells of the band that can still hold the
//! digit.
//!
//! A *three* is three adjacent cells: the part of a row or a column that lies in one box. In a
//! band, a digit occurs once in each row and each box. So the threes that can hold it, a 3x3 table
//! of rows by boxes, must contain a permutation, and threes in no permutation are struck out. The
//! same holds for the columns and boxes of a stack. When neither rule strikes out anything more,
//! each digit that is alone in a row, column or box is also alone in its row, and is placed. Both
//! rules are lookups in tables of 512 entries; the rest is done for all three bands at once, in a
//! register.
//!
//! When no more digits can be placed, the threes are counted: a three that must hold three digits
//! holds no other, and no three can hold four.
//!
//! Source: the layout of the JCZ family of solvers. Measured alternatives: three bands in one
//! register instead of one by one (a third of the instructions), digits in turn instead of always
//! the first one (2 % on the hardest), three digits at a time instead of one, so that their lookups
//! wait together (8 %), cells inspected after each sweep of the digits instead of when nothing else
//! is left (1 %), full threes (a quarter of the guesses; without them the threes of a grid with few
//! givens are split without end).

use std::array::from_fn;
use wide::bytemuck::cast;
use wide::{u8x16, u16x8, u32x4};

/// Cells by band, 27 bits each; the fourth word stays 0.
pub(super) type BandCells = u32x4;

/// All 27 cells of a band.
const ALL: u32 = (1 << 27) - 1;
/// The first cell of each of its rows.
pub(super) const FIRST: u32 = 1 | 1 << 9 | 1 << 18;

/// Takes places in a 3x3 table, as bits. Returns those that some permutation within these places
/// uses.
const fn permuted(places: usize) -> usize {
    let permutations = [0o124, 0o142, 0o214, 0o241, 0o412, 0o421];
    let (mut used, mut k) = (0, 0);
    while k < permutations.len() {
        if places & permutations[k] == permutations[k] {
            used |= permutations[k];
        }
        k += 1;
    }
    used
}

/// By the nonempty threes of a band (for each box, a bit for each row): the cells that may be kept.
static KEPT: [u32; 512] = {
    let mut table = [0; 512];
    let mut places = 0;
    while places < 512 {
        let (used, mut k) = (permuted(places), 0);
        while k < 9 {
            if used >> k & 1 == 1 {
                table[places] |= 7 << (9 * (k % 3) + 3 * (k / 3));
            }
            k += 1;
        }
        places += 1;
    }
    table
};

/// Nine columns split into stacks: three bits each, nine apart.
static STACKS: [u32; 512] = {
    let mut table = [0; 512];
    let mut columns = 0;
    while columns < 512 {
        let bits = columns as u32;
        table[columns] = bits & 7 | (bits >> 3 & 7) << 9 | (bits >> 6) << 18;
        columns += 1;
    }
    table
};

/// By the nonempty columns of a stack, band by band: the columns that may be kept, nine bits apart.
static COLUMNS: [u32; 512] = {
    let mut table = [0; 512];
    let mut places = 0;
    while places < 512 {
        let used = permuted(places) as u32;
        table[places] = used & 7 | (used >> 3 & 7) << 9 | (used >> 6) << 18;
        places += 1;
    }
    table
};

/// Spreads eight bits over eight bytes.
static EIGHTS: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[bits] |= (bits as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// By cell: the twenty others in its row, column and box. The fourth word pads each entry to a
/// power of two.
pub(super) static PEERS: [[u32; 4]; 81] = {
    let mut table = [[0; 4]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let mut other = 0;
        while other < 81 {
            let (r, c) = (other / 9, other % 9);
            let same_box = r / 3 == row / 3 && c / 3 == column / 3;
            if other != cell && (r == row || c == column || same_box) {
                table[cell][r / 3] |= 1 << (other % 27);
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

/// The nonempty threes of each band: a bit at the first cell of each.
#[inline(always)]
fn threes_in_place(words: BandCells) -> BandCells {
    (words | words >> 1 | words >> 2) & BandCells::splat(0o111_111_111)
}

/// The nonempty threes of each band: nine bits; for each box, a bit for each row.
#[inline(always)]
pub(super) fn threes(words: BandCells) -> BandCells {
    let threes = threes_in_place(words);
    (threes | threes >> 8 | threes >> 16) & BandCells::splat(511)
}

/// The cells of some threes, given as for [`threes`].
#[inline(always)]
fn cells_of_threes(threes: BandCells) -> BandCells {
    let of_box = |k: u32| -> BandCells {
        let rows: BandCells = (threes >> (3 * k)) & BandCells::splat(0b111);
        let apart: BandCells = (rows | rows << 8 | rows << 16) & BandCells::splat(FIRST);
        let wide: BandCells = (apart << 3) - apart;
        wide << (3 * k)
    };
    of_box(0) | of_box(1) | of_box(2)
}

/// The nonempty columns of each band: nine bits.
#[inline(always)]
pub(super) fn columns(words: BandCells) -> BandCells {
    (words | words >> 9 | words >> 18) & BandCells::splat(511)
}

/// All cells of the rows, columns and boxes that hold any of the given cells.
#[inline(always)]
fn lines_of(words: BandCells) -> BandCells {
    let (threes, columns) = (threes_in_place(words), columns(words));
    let rows: BandCells = (threes | threes >> 3 | threes >> 6) & BandCells::splat(FIRST);
    let of_rows: BandCells = (rows << 9) - rows;
    let [a, b, c, _] = columns.to_array();
    let column = (a | b | c) * FIRST;
    let boxes: BandCells = (columns | columns >> 1 | columns >> 2) & BandCells::splat(0o111);
    let first: BandCells = (boxes << 3) - boxes;
    of_rows | BandCells::new([column, column, column, 0]) | first | first << 9 | first << 18
}

/// In each group of three bits, of which some are set: all set bits but the lowest.
#[inline(always)]
pub(super) fn more(nines: BandCells) -> BandCells {
    nines & (nines - BandCells::splat(0o111))
}

/// In each group of three bits, of which some are set: the bit that is set alone, if there is one.
#[inline(always)]
fn only(nines: BandCells) -> BandCells {
    let more = more(nines);
    let several: BandCells = (more | more >> 1 | more >> 2) & BandCells::splat(0o111);
    let after: BandCells = several << 3;
    nines & !(after - several)
}

/// A digit's places after the permutation rule on each band.
#[inline(always)]
fn permuted_by_rows(words: BandCells) -> BandCells {
    let [a, b, c, _] = threes(words).to_array().map(|places| KEPT[(places & 511) as usize]);
    words & BandCells::new([a, b, c, 0])
}

/// The columns of each band that the permutation rule on each stack keeps: nine bits for each band.
#[inline(always)]
fn permuted_by_columns([a, b, c]: [u32; 3]) -> u32 {
    let stacks = STACKS[a as usize] | STACKS[b as usize] << 3 | STACKS[c as usize] << 6;
    let kept = |stack: usize| COLUMNS[(stacks >> (9 * stack) & 511) as usize] << (3 * stack);
    kept(0) | kept(1) | kept(2)
}

/// The cells of some columns of each band, given as by [`permuted_by_columns`].
#[inline(always)]
fn cells_of_columns(columns: u32) -> BandCells {
    let of_band = |band: usize| (columns >> (9 * band) & 511) * FIRST;
    BandCells::new([of_band(0), of_band(1), of_band(2), 0])
}

/// The cells of a digit that are alone in their row. In a nonempty band no row may be empty.
#[inline(always)]
fn singles(words: BandCells) -> BandCells {
    let low = BandCells::splat(FIRST * 255);
    let more: BandCells = words & (words - BandCells::splat(FIRST));
    let several: BandCells = ((((more & low) + low) | more) >> 8) & BandCells::splat(FIRST);
    let after: BandCells = several << 9;
    words & !(after - several)
}

/// The state of a grid.
#[derive(Clone, Copy)]
pub(super) struct BandBoard {
    /// By digit: the cells that can hold it.
    pub(super) words: [BandCells; 9],
    /// The cells without a placed digit.
    pub(super) open: BandCells,
    /// The digits whose words have changed since they were last processed, as bits.
    changed: u32,
}

impl BandBoard {
    /// A board with these digits given, 0 for an empty cell.
    #[inline(always)]
    pub(super) fn new(givens: &[u8; 81]) -> BandBoard {
        // 16 rows, of which 10 are used, need no bounds checks. Row 0 collects the empty cells.
        let mut given = [[0; 4]; 16];
        for (band, givens) in givens.as_chunks::<27>().0.iter().enumerate() {
            for (at, digit) in givens.iter().enumerate() {
                given[(digit & 15) as usize][band] |= 1 << at;
            }
        }
        let open = BandCells::new(given[0]);
        let mut words = [BandCells::ZERO; 9];
        for (words, given) in words.iter_mut().zip(&given[1..]) {
            // Two equal givens in a row, column or box strike out its other cells, and leave no
            // permutation.
            let given = BandCells::new(*given);
            *words = given | open & !lines_of(given);
        }
        BandBoard { words, open, changed: 511 }
    }

    /// A board whose cells can hold only these digits: bit d of `candidates[cell]` is the digit d,
    /// 0-based. If as many cells as `placed` hold one digit, these are struck out of the others in
    /// their rows, columns and boxes.
    #[inline(always)]
    pub(super) fn of(candidates: &[u16; 81], placed: u32) -> BandBoard {
        let mut words = [[0; 4]; 9];
        for (band, candidates) in candidates.as_chunks::<27>().0.iter().enumerate() {
            // The first eight digits of each cell, and the ninth; 27 bytes of 32.
            let mut bytes = [[0; 32]; 2];
            for (at, digits) in candidates.iter().enumerate() {
                [bytes[0][at], bytes[1][at]] = digits.to_le_bytes();
            }
            for (digit, words) in words.iter_mut().enumerate() {
                let [low, high]: [u16x8; 2] = cast(bytes[digit / 8]);
                // The bit becomes the highest of its byte, which is then read off.
                let up = 7 - digit as u32 % 8;
                let [low, high] = [low << up, high << up].map(|cells| cast::<u16x8, u8x16>(cells).to_bitmask());
                words[band] = low | high << 16;
            }
        }
        let board =
            BandBoard { words: words.map(BandCells::new), open: BandCells::new([ALL, ALL, ALL, 0]), changed: 511 };
        let [_, several, _] = board.how_many();
        let [a, b, c, _] = several.to_array().map(u32::count_ones);
        let is_struck = 81 - (a + b + c) == placed;
        BandBoard { open: if is_struck { several } else { board.open }, ..board }
    }

    /// Strikes a digit, 0-based, out of one cell.
    pub(super) fn rule_out(&mut self, digit: usize, cell: usize) {
        let mut cells = [0; 4];
        cells[cell / 27] = 1 << (cell % 27);
        self.strike(digit, BandCells::new(cells));
    }

    /// Places all digits with a single place, until nothing more follows. Full threes are looked
    /// for if `in_full`. Returns `false` if there is no solution.
    #[inline(always)]
    pub(super) fn settle(&mut self, in_full: bool) -> bool {
        loop {
            let mut from = 0;
            while let Some(first) = self.next_changed(&mut from) {
                let sound = match self.next_changed(&mut from) {
                    None => self.place([first]),
                    Some(second) => match self.next_changed(&mut from) {
                        None => self.place([first, second]),
                        Some(third) => self.place([first, second, third]),
                    },
                };
                if !sound {
                    return false;
                }
            }
            let Some(any) = self.cells() else { return false };
            if !any && self.changed == 0 {
                match in_full.then(|| self.threes_are_full()) {
                    Some(None) => return false,
                    Some(Some(true)) => {}
                    Some(Some(false)) | None => return true,
                }
            }
        }
    }

    /// Takes the first changed digit that is not below `from`, and moves `from` behind it.
    #[inline(always)]
    fn next_changed(&mut self, from: &mut u32) -> Option<usize> {
        let rest = self.changed >> *from;
        (rest != 0).then(|| {
            let digit = *from + rest.trailing_zeros();
            *from = digit + 1;
            self.changed &= !(1 << digit);
            digit as usize
        })
    }

    /// Applies the permutation rules to some digits, and places each where it is alone. Returns
    /// `false` if a band is left without one of them.
    #[inline(always)]
    fn place<const N: usize>(&mut self, digits: [usize; N]) -> bool {
        let mut kept = digits.map(|digit| permuted_by_rows(self.words[digit]));
        loop {
            let columns = kept.map(|cells| {
                let [a, b, c, _] = columns(cells).to_array().map(|columns| columns & 511);
                [a, b, c]
            });
            let stacked = columns.map(permuted_by_columns);
            if stacked == columns.map(|[a, b, c]| a | b << 9 | c << 18) {
                break;
            }
            let before: [BandCells; N] = from_fn(|k| kept[k] & cells_of_columns(stacked[k]));
            kept = before.map(permuted_by_rows);
            // If the rule on bands strikes out nothing, the columns still satisfy the rule on
            // stacks.
            if kept == before {
                break;
            }
        }
        if kept.iter().any(|cells| cells.simd_eq(BandCells::ZERO).to_bitmask() & 0b111 != 0) {
            return false;
        }
        let placed = kept.map(|cells| singles(cells) & self.open);
        let all = placed.iter().fold(BandCells::ZERO, |all, &cells| all | cells);
        if all != BandCells::ZERO {
            self.open &= !all;
            let mut hit = BandCells::ZERO;
            for (other, words) in self.words.iter_mut().enumerate() {
                hit |= !(*words & all).simd_eq(BandCells::ZERO) & BandCells::splat(1 << other);
                *words &= !all;
            }
            let [a, b, c, _] = hit.to_array();
            self.changed |= (a | b | c) & digits.iter().fold(u32::MAX, |others, digit| others & !(1 << digit));
        }
        for (k, &digit) in digits.iter().enumerate() {
            // Each of the digits may have been placed where another one could be.
            let others = placed.iter().enumerate().filter(|(other, _)| *other != k);
            let others = others.fold(BandCells::ZERO, |all, (_, &cells)| all | cells);
            if N > 1 && kept[k] & others != BandCells::ZERO {
                self.changed |= 1 << digit;
            }
            self.words[digit] = kept[k] & !others;
        }
        true
    }

    /// Places the only digit of each cell that has just one. Returns true if there was such a cell,
    /// and `None` if a cell has no digit.
    #[inline(always)]
    fn cells(&mut self) -> Option<bool> {
        let [once, twice, _] = self.how_many();
        if once != BandCells::new([ALL, ALL, ALL, 0]) {
            return None;
        }
        let naked = self.open & !twice;
        if naked == BandCells::ZERO {
            return Some(false);
        }
        self.open &= twice;
        for (band, mut naked) in naked.to_array().into_iter().enumerate().take(3) {
            while naked != 0 {
                let at = naked.trailing_zeros() as usize;
                naked &= naked - 1;
                // Placing another digit just now may have struck this cell's last digit out.
                let digit = self.words.iter().position(|words| words.to_array()[band] >> at & 1 == 1)?;
                self.strike(digit, BandCells::new(PEERS[27 * band + at]));
            }
        }
        Some(true)
    }

    /// The cells that can hold at least one digit, at least two, and at least three.
    #[inline(always)]
    pub(super) fn how_many(&self) -> [BandCells; 3] {
        let (mut once, mut twice, mut thrice) = (BandCells::ZERO, BandCells::ZERO, BandCells::ZERO);
        for &words in &self.words {
            thrice |= twice & words;
            twice |= once & words;
            once |= words;
        }
        [once, twice, thrice]
    }

    /// Applies the rule of full threes: a three that must hold three digits keeps no others.
    /// Returns true if that struck out anything, and `None` if a three must hold more than three.
    #[inline(always)]
    fn threes_are_full(&mut self) -> Option<bool> {
        let by_row = self.wanted_by_others(threes)?;
        let by_column = self.wanted_by_others(columns)?;
        if by_row == BandCells::ZERO && by_column == BandCells::ZERO {
            return Some(false);
        }
        for digit in 0..9 {
            let (rows, columns) = (threes(self.words[digit]), columns(self.words[digit]));
            let (rows, columns) = (rows & !only(rows) & by_row, columns & !only(columns) & by_column);
            if rows | columns != BandCells::ZERO {
                self.strike(digit, cells_of_threes(rows) | columns | columns << 9 | columns << 18);
            }
        }
        Some(true)
    }

    /// The threes that must hold three digits and can still hold others; `None` if one must hold
    /// more.
    #[inline(always)]
    fn wanted_by_others(&self, threes_of: impl Fn(BandCells) -> BandCells) -> Option<BandCells> {
        let (mut once, mut twice, mut thrice) = (BandCells::ZERO, BandCells::ZERO, BandCells::ZERO);
        let (mut more, mut may) = (BandCells::ZERO, BandCells::ZERO);
        for &words in &self.words {
            let can = threes_of(words);
            let must = only(can);
            more |= thrice & must;
            thrice |= twice & must;
            twice |= once & must;
            once |= must;
            may |= can & !must;
        }
        (more == BandCells::ZERO).then_some(thrice & may)
    }

    /// Strikes a digit out of cells.
    #[inline(always)]
    pub(super) fn strike(&mut self, digit: usize, cells: BandCells) {
        self.words[digit] &= !cells;
        self.changed |= 1 << digit;
    }

    /// The placed digits: 1 to 9 by cell, 0 where none is placed.
    #[inline(always)]
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut eights = [0; 11];
        for bit in 0..4 {
            let of_bit = (1..10).filter(|digit| digit >> bit & 1 == 1).map(|digit| self.words[digit - 1]);
            let placed = of_bit.fold(BandCells::ZERO, |all, words| all | words) & !self.open;
            let [a, b, c, _] = placed.to_array().map(u128::from);
            let placed = a | b << 27 | c << 54;
            for (k, eight) in eights.iter_mut().enumerate() {
                *eight |= EIGHTS[(placed >> (8 * k) & 255) as usize] << bit;
            }
        }
        let bytes = eights.map(u64::to_le_bytes);
        *bytes.as_flattened().first_chunk().expect("eleven times eight are more than 81")
    }
}
