//! A 9x9 grid as bits: for each digit and band, in which of the band's 27 cells the digit can still stand.
//!
//! A digit takes each row and each box of a band once, and so the nine threes of cells in which it can stand there, rows
//! by boxes, must contain a permutation; what no permutation uses is struck out. The same holds for the columns of a
//! stack and its three boxes. When neither strikes out anything more, every place where a digit is the only one of its
//! row, column or box is the only one of its row, and is placed. Both are look-ups in tables of 512 entries.
//!
//! Sources: the layout is that of the JCZ family of solvers; to guess at the cell of two digits that sees most others
//! of two is FastBandSolver's rule. Measured beside each other: digits taken in turn rather than the first one first
//! (5 % on the hardest), tables rather than shifts for the threes (25 % of the instructions), columns looked at again
//! only where the bands changed (4 %).

/// All 27 cells of a band.
const ALL: u32 = (1 << 27) - 1;
/// The first cell of each of its rows.
const FIRST: u32 = 1 | 1 << 9 | 1 << 18;

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

/// Of a row of nine cells, which of its threes hold anything: three bits, by the row's place in its band.
static THREES: [[u16; 512]; 3] = {
    let mut table = [[0; 512]; 3];
    let mut row = 0;
    while row < 512 {
        let threes = (row & 7 != 0) as u16 | ((row >> 3 & 7 != 0) as u16) << 1 | ((row >> 6 != 0) as u16) << 2;
        table[0][row] = threes;
        table[1][row] = threes << 3;
        table[2][row] = threes << 6;
        row += 1;
    }
    table
};

/// By the threes of a band that hold anything: the cells that may be kept.
static KEPT: [u32; 512] = {
    let mut table = [0; 512];
    let mut places = 0;
    while places < 512 {
        let (used, mut k) = (permuted(places), 0);
        while k < 9 {
            if used >> k & 1 == 1 {
                table[places] |= 7 << (3 * k);
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

/// By cell: the twenty others in its row, column and box. The fourth word of each makes it a power of two.
static PEERS: [[u32; 4]; 81] = {
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

/// What is left of a digit in a band.
#[inline(always)]
fn band(word: u32) -> u32 {
    let row = |k: usize| THREES[k][(word >> (9 * k) & 511) as usize];
    word & KEPT[((row(0) | row(1) | row(2)) & 511) as usize]
}

/// The cells of a digit that are the only ones of their rows; each row must hold some.
#[inline(always)]
fn singles(word: u32) -> u32 {
    let more = word & word.wrapping_sub(FIRST);
    let several = (((more & (FIRST * 255)) + FIRST * 255) | more) >> 8 & FIRST;
    word & !(several * 511)
}

/// What is known of a grid.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// By digit and band, 27 bits; the fourth word stays 0.
    words: [[u32; 4]; 9],
    /// By band: the cells that hold no digit yet.
    open: [u32; 3],
    /// The digits whose words changed since they were looked at.
    changed: u32,
}

/// A digit for a cell, to be tried.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    digit: usize,
    cell: usize,
}

impl Board {
    /// A board with these digits given, 0 for an empty cell.
    #[inline(always)]
    pub(super) fn new(givens: &[u8; 81]) -> Board {
        // The rows beyond 9 are never used: 16 of them need no check of bounds. Row 0 gathers the empty cells.
        let (mut own, mut out) = ([[0u32; 4]; 16], [[0u32; 4]; 16]);
        for b in 0..3 {
            for k in 0..27 {
                let digit = givens[b * 27 + k] as usize & 15;
                own[digit][b] |= 1 << k;
                for (out, peers) in out[digit].iter_mut().zip(&PEERS[b * 27 + k]) {
                    *out |= peers;
                }
            }
        }
        let open = [own[0][0], own[0][1], own[0][2]];
        let mut words = [[0; 4]; 9];
        for (digit, words) in words.iter_mut().enumerate() {
            for b in 0..3 {
                words[b] = (open[b] | own[digit + 1][b]) & !out[digit + 1][b];
            }
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
        Board { words, open: [ALL; 3], changed: 511 }
    }

    /// Places whatever can stand in one place only, until nothing more follows. `false` if nothing can come of it.
    #[inline(always)]
    pub(super) fn settle(&mut self) -> bool {
        loop {
            let mut next = 0;
            while self.changed != 0 {
                let ahead = self.changed & (511 << next);
                let digit = if ahead != 0 { ahead } else { self.changed }.trailing_zeros() as usize;
                next = digit + 1;
                self.changed &= !(1 << digit);
                if !self.digit(digit) {
                    return false;
                }
            }
            if self.open == [0; 3] {
                return true;
            }
            match self.cells() {
                None => return false,
                Some(false) => return true,
                Some(true) => {}
            }
        }
    }

    /// Strikes out what a digit's places rule out among themselves, and places it where only one is left.
    #[inline(always)]
    fn digit(&mut self, digit: usize) -> bool {
        let [a, b, c, _] = self.words[digit];
        let (mut a, mut b, mut c) = (band(a), band(b), band(c));
        loop {
            let columns = |word: u32| (word | word >> 9 | word >> 18) & 511;
            let (of_a, of_b, of_c) = (columns(a), columns(b), columns(c));
            let stacks = STACKS[of_a as usize] | STACKS[of_b as usize] << 3 | STACKS[of_c as usize] << 6;
            let kept = |k: usize| COLUMNS[(stacks >> (9 * k) & 511) as usize] << (3 * k);
            let kept = kept(0) | kept(1) | kept(2);
            if kept == of_a | of_b << 9 | of_c << 18 {
                break;
            }
            let over_rows = |k: usize| (kept >> (9 * k) & 511) * FIRST;
            let before = (a & over_rows(0), b & over_rows(1), c & over_rows(2));
            (a, b, c) = (band(before.0), band(before.1), band(before.2));
            // Columns that were just kept are still the ones that may be, unless a band lost something more.
            if (a, b, c) == before {
                break;
            }
        }
        if a == 0 || b == 0 || c == 0 {
            return false;
        }
        self.words[digit] = [a, b, c, 0];
        let placed = [singles(a) & self.open[0], singles(b) & self.open[1], singles(c) & self.open[2]];
        if placed != [0; 3] {
            let mut hit = 0;
            for (b, placed) in placed.into_iter().enumerate().filter(|&(_, placed)| placed != 0) {
                self.open[b] &= !placed;
                for (other, words) in self.words.iter_mut().enumerate() {
                    hit |= u32::from(words[b] & placed != 0) << other;
                    words[b] &= !placed;
                }
            }
            self.changed |= hit & !(1 << digit);
            self.words[digit] = [a, b, c, 0];
        }
        true
    }

    /// Places the only digit of each cell that has one only. Whether there was any; `None` if a cell has no digit.
    #[inline(always)]
    fn cells(&mut self) -> Option<bool> {
        let [once, twice, _] = self.how_many();
        if once != [ALL, ALL, ALL, 0] {
            return None;
        }
        let mut any = false;
        for b in 0..3 {
            let mut naked = self.open[b] & !twice[b];
            any |= naked != 0;
            self.open[b] &= !naked;
            while naked != 0 {
                let at = naked.trailing_zeros() as usize;
                naked &= naked - 1;
                // A cell seen by one that was placed just now may have lost its digit.
                let digit = self.words.iter().position(|words| words[b] >> at & 1 == 1)?;
                for (word, peers) in self.words[digit].iter_mut().zip(&PEERS[b * 27 + at]) {
                    *word &= !peers;
                }
                self.changed |= 1 << digit;
            }
        }
        Some(any)
    }

    /// The cells that can hold a digit, two at least, and three at least; by band.
    #[inline(always)]
    fn how_many(&self) -> [[u32; 4]; 3] {
        let (mut once, mut twice, mut thrice) = ([0; 4], [0; 4], [0; 4]);
        for words in &self.words {
            for b in 0..4 {
                thrice[b] |= twice[b] & words[b];
                twice[b] |= once[b] & words[b];
                once[b] |= words[b];
            }
        }
        [once, twice, thrice]
    }

    /// What to try on a settled board: a digit of the cell of two digits that sees the most others of two; without any,
    /// one of the fewest places of a digit in a row. `None` when every cell holds its digit.
    #[inline(always)]
    pub(super) fn guess(&self) -> Option<Guess> {
        if self.open == [0; 3] {
            return None;
        }
        let [_, twice, thrice] = self.how_many();
        let pairs = [twice[0] & !thrice[0], twice[1] & !thrice[1], twice[2] & !thrice[2]];
        let (mut most, mut best) = (0, None);
        for (b, &pairs_of_band) in pairs.iter().enumerate() {
            let mut rest = pairs_of_band;
            while rest != 0 {
                let cell = b * 27 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let seen: u32 = (0..3).map(|b| (PEERS[cell][b] & pairs[b]).count_ones()).sum();
                if seen + 1 > most {
                    (most, best) = (seen + 1, Some(cell));
                }
            }
        }
        match best {
            Some(cell) => {
                let holds = |words: &[u32; 4]| words[cell / 27] >> (cell % 27) & 1 == 1;
                self.words.iter().position(holds).map(|digit| Guess { digit, cell })
            }
            None => self.fewest_places(),
        }
    }

    #[cold]
    fn fewest_places(&self) -> Option<Guess> {
        let rows = (0..9).flat_map(|digit| (0..9).map(move |row| (digit, row)));
        let places = |(digit, row): (usize, usize)| self.words[digit][row / 3] >> (9 * (row % 3)) & 511;
        let (digit, row) = rows.filter(|&at| places(at).count_ones() > 1).min_by_key(|&at| places(at).count_ones())?;
        Some(Guess { digit, cell: 9 * row + places((digit, row)).trailing_zeros() as usize })
    }

    /// Puts the digit of a guess into its cell.
    #[inline(always)]
    pub(super) fn place(&mut self, Guess { digit, cell }: Guess) {
        let (b, bit) = (cell / 27, 1 << (cell % 27));
        self.open[b] &= !bit;
        for (other, words) in self.words.iter_mut().enumerate() {
            self.changed |= u32::from(words[b] & bit != 0) << other;
            words[b] &= !bit;
        }
        for (word, peers) in self.words[digit].iter_mut().zip(&PEERS[cell]) {
            *word &= !peers;
        }
        self.words[digit][b] |= bit;
    }

    /// Strikes the digit of a guess out of its cell.
    #[inline(always)]
    pub(super) fn forbid(&mut self, Guess { digit, cell }: Guess) {
        self.words[digit][cell / 27] &= !(1 << (cell % 27));
        self.changed |= 1 << digit;
    }

    /// The digits that stand: 1 to 9 by cell, 0 where none does.
    #[inline(always)]
    pub(super) fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (digit, words) in self.words.iter().enumerate() {
            for b in 0..3 {
                let mut rest = words[b] & !self.open[b];
                while rest != 0 {
                    digits[b * 27 + rest.trailing_zeros() as usize] = digit as u8 + 1;
                    rest &= rest - 1;
                }
            }
        }
        digits
    }
}
