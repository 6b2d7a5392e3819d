//! A 9x9 grid as bits: for each digit and band, in which of the band's 27 cells the digit can still stand.
//!
//! A digit takes each row and each box of a band once, and so the nine threes of cells in which it can stand there, rows
//! by boxes, must contain a permutation; what no permutation uses is struck out. The same holds for the columns of a
//! stack and its three boxes. When neither strikes out anything more, every place where a digit is the only one of its
//! row, column or box is the only one of its row, and is placed. Both are look-ups in tables of 512 entries; all else is
//! done for the three bands at once, in a register.
//!
//! When no digit is placed any more, threes of cells are counted: one that must hold three digits holds no other, and none
//! can hold four.
//!
//! Source: the layout is that of the JCZ family of solvers. Measured beside each other: the three bands in a register
//! rather than one by one (a third of the instructions), digits taken in turn rather than the first one first (2 % on
//! the hardest), cells looked at after each sweep of the digits rather than when nothing else is left (1 %), full threes (a
//! quarter of the guesses; without them a grid of few givens is split by threes for ever).

use wide::u32x4;

/// Cells by band, 27 bits each; the fourth word stays 0.
pub(super) type Cells = u32x4;

/// All 27 cells of a band.
const ALL: u32 = (1 << 27) - 1;
/// The first cell of each of its rows.
pub(super) const FIRST: u32 = 1 | 1 << 9 | 1 << 18;

/// What of nine places, three by three, some permutation uses that lies in them all.
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

/// By the threes of a band that hold anything, three rows for each box: the cells that may be kept.
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

/// Nine columns parted into stacks: three bits each, nine apart.
static STACKS: [u32; 512] = {
    let mut table = [0; 512];
    let mut columns = 0;
    while columns < 512 {
        let own = columns as u32;
        table[columns] = own & 7 | (own >> 3 & 7) << 9 | (own >> 6) << 18;
        columns += 1;
    }
    table
};

/// By the columns of one stack, band by band, that hold anything: those that may be kept, nine bits for each band.
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

/// Eight bits as eight bytes.
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

/// By cell: the twenty others in its row, column and box. The fourth word of each makes it a power of two.
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

/// Which threes of the bands hold anything: a bit at the first cell of each.
#[inline(always)]
fn threes_in_place(words: Cells) -> Cells {
    (words | words >> 1 | words >> 2) & Cells::splat(0o111_111_111)
}

/// Which threes of the bands hold anything: nine bits, three rows for each box.
#[inline(always)]
pub(super) fn threes(words: Cells) -> Cells {
    let threes = threes_in_place(words);
    (threes | threes >> 8 | threes >> 16) & Cells::splat(511)
}

/// The cells of some threes, which are three bits for each box.
#[inline(always)]
fn cells_of_threes(threes: Cells) -> Cells {
    let of_box = |k: u32| -> Cells {
        let rows: Cells = (threes >> (3 * k)) & Cells::splat(0b111);
        let apart: Cells = (rows | rows << 8 | rows << 16) & Cells::splat(FIRST);
        let wide: Cells = (apart << 3) - apart;
        wide << (3 * k)
    };
    of_box(0) | of_box(1) | of_box(2)
}

/// Which columns of the bands hold anything: nine bits.
#[inline(always)]
pub(super) fn columns(words: Cells) -> Cells {
    (words | words >> 9 | words >> 18) & Cells::splat(511)
}

/// All cells of the rows, columns and boxes that hold anything.
#[inline(always)]
fn lines_of(words: Cells) -> Cells {
    let (threes, columns) = (threes_in_place(words), columns(words));
    let rows: Cells = (threes | threes >> 3 | threes >> 6) & Cells::splat(FIRST);
    let of_rows: Cells = (rows << 9) - rows;
    let [a, b, c, _] = columns.to_array();
    let column = (a | b | c) * FIRST;
    let boxes: Cells = (columns | columns >> 1 | columns >> 2) & Cells::splat(0o111);
    let first: Cells = (boxes << 3) - boxes;
    of_rows | Cells::new([column, column, column, 0]) | first | first << 9 | first << 18
}

/// Of three bits, some set, all but the first, if there are several.
#[inline(always)]
pub(super) fn more(nines: Cells) -> Cells {
    nines & (nines - Cells::splat(0o111))
}

/// Of three bits, some set, those that are the only ones.
#[inline(always)]
fn only(nines: Cells) -> Cells {
    let more = more(nines);
    let several: Cells = (more | more >> 1 | more >> 2) & Cells::splat(0o111);
    let after: Cells = several << 3;
    nines & !(after - several)
}

/// What is left of a digit when each band is looked at alone.
#[inline(always)]
fn permuted_by_rows(words: Cells) -> Cells {
    let [a, b, c, _] = threes(words).to_array().map(|places| KEPT[(places & 511) as usize]);
    words & Cells::new([a, b, c, 0])
}

/// What may be kept of the columns of three bands when each stack is looked at alone: nine bits for each band.
#[inline(always)]
fn permuted_by_columns([a, b, c]: [u32; 3]) -> u32 {
    let stacks = STACKS[a as usize] | STACKS[b as usize] << 3 | STACKS[c as usize] << 6;
    let kept = |stack: usize| COLUMNS[(stacks >> (9 * stack) & 511) as usize] << (3 * stack);
    kept(0) | kept(1) | kept(2)
}

/// The cells of a digit that are the only ones of their rows. In a band that holds any, each row must.
#[inline(always)]
fn singles(words: Cells) -> Cells {
    let low = Cells::splat(FIRST * 255);
    let more: Cells = words & (words - Cells::splat(FIRST));
    let several: Cells = ((((more & low) + low) | more) >> 8) & Cells::splat(FIRST);
    let after: Cells = several << 9;
    words & !(after - several)
}

/// What is known of a grid.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// Where each digit can stand.
    pub(super) words: [Cells; 9],
    /// The cells that hold no digit yet.
    pub(super) open: Cells,
    /// The digits whose words changed since they were looked at.
    changed: u32,
}

impl Board {
    /// A board with these digits given, 0 for an empty cell.
    #[inline(always)]
    pub(super) fn new(givens: &[u8; 81]) -> Board {
        // The rows beyond 9 are never used: 16 of them need no check of bounds. Row 0 gathers the empty cells.
        let mut given = [[0; 4]; 16];
        for (band, givens) in givens.as_chunks::<27>().0.iter().enumerate() {
            for (at, digit) in givens.iter().enumerate() {
                given[(digit & 15) as usize][band] |= 1 << at;
            }
        }
        let open = Cells::new(given[0]);
        let mut words = [Cells::ZERO; 9];
        for (words, given) in words.iter_mut().zip(&given[1..]) {
            // Two givens of a row, column or box rule out all else there, and leave no permutation.
            let given = Cells::new(*given);
            *words = given | open & !lines_of(given);
        }
        Board { words, open, changed: 511 }
    }

    /// A board on which each cell can hold only these digits: bit d of `candidates[cell]` is the digit d, 0-based.
    pub(super) fn of(candidates: &[u16; 81]) -> Board {
        let mut words = [[0; 4]; 9];
        for (cell, &candidates) in candidates.iter().enumerate() {
            for (digit, words) in words.iter_mut().enumerate() {
                words[cell / 27] |= u32::from(candidates >> digit & 1) << (cell % 27);
            }
        }
        Board { words: words.map(Cells::new), open: Cells::new([ALL, ALL, ALL, 0]), changed: 511 }
    }

    /// Places whatever can stand in one place only, until nothing more follows. `false` if nothing can come of it.
    #[inline(always)]
    pub(super) fn settle(&mut self) -> bool {
        loop {
            let mut from = 0;
            while self.changed >> from != 0 {
                let digit = from + (self.changed >> from).trailing_zeros();
                from = digit + 1;
                self.changed &= !(1 << digit);
                if !self.digit(digit as usize) {
                    return false;
                }
            }
            let Some(any) = self.cells() else { return false };
            if !any && self.changed == 0 {
                match self.threes_are_full() {
                    None => return false,
                    Some(false) => return true,
                    Some(true) => {}
                }
            }
        }
    }

    /// Strikes out what a digit's places rule out among themselves, and places it where only one is left.
    #[inline(always)]
    fn digit(&mut self, digit: usize) -> bool {
        let mut own = permuted_by_rows(self.words[digit]);
        loop {
            let [a, b, c, _] = columns(own).to_array().map(|columns| columns & 511);
            let kept = permuted_by_columns([a, b, c]);
            if kept == a | b << 9 | c << 18 {
                break;
            }
            let of_band = |band: usize| (kept >> (9 * band) & 511) * FIRST;
            let before = own & Cells::new([of_band(0), of_band(1), of_band(2), 0]);
            own = permuted_by_rows(before);
            // Columns that were just kept are still the ones that may be, unless a band lost something more.
            if own == before {
                break;
            }
        }
        if own.simd_eq(Cells::ZERO).to_bitmask() & 0b111 != 0 {
            return false;
        }
        let placed = singles(own) & self.open;
        if placed != Cells::ZERO {
            self.open &= !placed;
            let mut hit = Cells::ZERO;
            for (other, words) in self.words.iter_mut().enumerate() {
                hit |= !(*words & placed).simd_eq(Cells::ZERO) & Cells::splat(1 << other);
                *words &= !placed;
            }
            let [a, b, c, _] = hit.to_array();
            self.changed |= (a | b | c) & !(1 << digit);
        }
        self.words[digit] = own;
        true
    }

    /// Places the only digit of each cell that has one only. Whether there was any; `None` if a cell has no digit.
    #[inline(always)]
    fn cells(&mut self) -> Option<bool> {
        let [once, twice, _] = self.how_many();
        if once != Cells::new([ALL, ALL, ALL, 0]) {
            return None;
        }
        let naked = self.open & !twice;
        if naked == Cells::ZERO {
            return Some(false);
        }
        self.open &= twice;
        for (band, mut naked) in naked.to_array().into_iter().enumerate().take(3) {
            while naked != 0 {
                let at = naked.trailing_zeros() as usize;
                naked &= naked - 1;
                // A cell seen by one that was placed just now may have lost its digit.
                let digit = self.words.iter().position(|words| words.to_array()[band] >> at & 1 == 1)?;
                self.strike(digit, Cells::new(PEERS[27 * band + at]));
            }
        }
        Some(true)
    }

    /// The cells that can hold a digit, two at least, and three at least.
    #[inline(always)]
    pub(super) fn how_many(&self) -> [Cells; 3] {
        let (mut once, mut twice, mut thrice) = (Cells::ZERO, Cells::ZERO, Cells::ZERO);
        for &words in &self.words {
            thrice |= twice & words;
            twice |= once & words;
            once |= words;
        }
        [once, twice, thrice]
    }

    /// Keeps to three digits any three cells, in a row or a column of a box, that must hold those three. Whether that struck
    /// out anything; `None` if some must hold more.
    #[inline(always)]
    fn threes_are_full(&mut self) -> Option<bool> {
        let by_row = self.wanted_by_others(threes)?;
        let by_column = self.wanted_by_others(columns)?;
        if by_row == Cells::ZERO && by_column == Cells::ZERO {
            return Some(false);
        }
        for digit in 0..9 {
            let (rows, columns) = (threes(self.words[digit]), columns(self.words[digit]));
            let (rows, columns) = (rows & !only(rows) & by_row, columns & !only(columns) & by_column);
            if rows | columns != Cells::ZERO {
                self.strike(digit, cells_of_threes(rows) | columns | columns << 9 | columns << 18);
            }
        }
        Some(true)
    }

    /// The threes that must hold three digits each and may still hold others; `None` if one must hold more than three.
    #[inline(always)]
    fn wanted_by_others(&self, threes_of: impl Fn(Cells) -> Cells) -> Option<Cells> {
        let (mut once, mut twice, mut thrice) = (Cells::ZERO, Cells::ZERO, Cells::ZERO);
        let (mut more, mut may) = (Cells::ZERO, Cells::ZERO);
        for &words in &self.words {
            let can = threes_of(words);
            let must = only(can);
            more |= thrice & must;
            thrice |= twice & must;
            twice |= once & must;
            once |= must;
            may |= can & !must;
        }
        (more == Cells::ZERO).then_some(thrice & may)
    }

    /// Strikes a digit out of cells.
    #[inline(always)]
    pub(super) fn strike(&mut self, digit: usize, cells: Cells) {
        self.words[digit] &= !cells;
        self.changed |= 1 << digit;
    }

    /// The digits that stand: 1 to 9 by cell, 0 where none does.
    #[inline(always)]
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut eights = [0; 11];
        for bit in 0..4 {
            let of_bit = (1..10).filter(|digit| digit >> bit & 1 == 1).map(|digit| self.words[digit - 1]);
            let placed = of_bit.fold(Cells::ZERO, |all, words| all | words) & !self.open;
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
