//! Remainders: weights modulo a prime with which every option weighs a multiple of it, and the
//! items together do not.
//!
//! **Idea.** Options are vectors over the integers modulo the prime, with an entry for each item
//! that is covered a fixed number of times. A cover is a sum of options that equals the vector of
//! those numbers. If no combination of options is that vector, linear algebra gives weights that
//! are 0 on every option and not on the vector.
//!
//! Options have few items, and most of them never meet: a vector is a list of its entries, and
//! becomes an array where it has filled up. A vector is reduced up to the first column where no
//! other begins, which is all that its place in the echelon form takes.

use crate::obstruction::Obstruction;
use dancing::{ItemId, Meter, Problem, Short};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Entries of an array that one operation of a processor subtracts.
const AT_ONCE: usize = 16;

/// A vector with more than one entry in this many columns is an array.
const SPARSE: usize = 8;

/// A vector of the basis, which begins with a 1.
enum Row {
    /// The columns and their entries, in order.
    List(Vec<(u32, u8)>),
    /// The entries from the first column on.
    Array(Vec<u8>),
}

/// The echelon form of some vectors.
struct Basis {
    prime: u8,
    /// By column: the vector that begins there.
    rows: Vec<Option<Row>>,
    rank: usize,
    vector: Vector,
}

/// The vector that is being reduced.
struct Vector {
    entries: Vec<u8>,
    /// Columns that may have an entry, and true by column if it is or was among them. Empty once
    /// an array was subtracted: then every column may.
    waiting: BinaryHeap<Reverse<u32>>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    is_array: bool,
    /// Columns before this one are 0.
    from: usize,
}

/// Looks for weights modulo a prime.
pub(super) fn remainder(problem: &Problem, prime: u32, meter: &mut Meter) -> Result<Option<Obstruction>, Short> {
    let fixed = |item: &ItemId| {
        let (least, most) = problem.multiplicity(*item);
        least == most
    };
    let items: Vec<ItemId> = (0..problem.n_primary() as u32).map(ItemId).filter(fixed).collect();
    meter.spend(problem.n_cells())?;
    meter.take(64 * problem.n_items())?;
    let mut column = vec![None; problem.n_items()];
    items.iter().zip(0..).for_each(|(item, at)| column[item.index()] = Some(at));
    let mut basis = Basis::new(prime as u8, items.len());
    for option in problem.options().filter(|&option| problem.is_useful(option)) {
        problem.items_of(option).iter().filter_map(|item| column[item.index()]).for_each(|at| basis.vector.set(at, 1));
        basis.add(meter)?;
        if basis.rank == items.len() {
            return Ok(None);
        }
    }
    for (at, &item) in (0..).zip(&items) {
        basis.vector.set(at, (problem.multiplicity(item).0 % prime) as u8);
    }
    let Some(free) = basis.reduce(meter)? else { return Ok(None) };
    let weights = basis.kernel(free, meter)?;
    // A weight above half of the prime is written as a negative one.
    let signed =
        |weight: u8| if u32::from(weight) * 2 > prime { i64::from(weight) - i64::from(prime) } else { weight.into() };
    let weights = items.into_iter().zip(weights.into_iter().map(signed)).filter(|weight| weight.1 != 0).collect();
    Ok(Some(Obstruction { weights, modulus: Some(prime) }))
}

impl Basis {
    fn new(prime: u8, columns: usize) -> Basis {
        let vector = Vector {
            entries: vec![0; columns],
            waiting: BinaryHeap::new(),
            touched: Vec::new(),
            is_touched: vec![false; columns],
            is_array: false,
            from: 0,
        };
        Basis { prime, rows: (0..columns).map(|_| None).collect(), rank: 0, vector }
    }

    /// Subtracts basis vectors from the vector up to the first column with an entry where none
    /// begins, and returns it. `None` if the vector is a combination of them.
    fn reduce(&mut self, meter: &mut Meter) -> Result<Option<usize>, Short> {
        let Basis { prime, rows, vector, .. } = self;
        loop {
            let before = vector.from;
            let Some(at) = vector.first() else { return Ok(None) };
            let Some(row) = &rows[at] else { return Ok(Some(at)) };
            meter.spend(row.cost() + (at - before) / AT_ONCE)?;
            vector.add(row, at, *prime - vector.entries[at], *prime);
        }
    }

    /// Adds the vector to the basis unless it is a combination of the others, and clears it.
    fn add(&mut self, meter: &mut Meter) -> Result<(), Short> {
        let Some(first) = self.reduce(meter)? else {
            self.vector.clear();
            return Ok(());
        };
        let prime = self.prime;
        let leading = self.vector.entries[first];
        let inverse = (1..prime).find(|times| times * leading % prime == 1).unwrap_or(1);
        let row = self.vector.take(first, |entry| entry * inverse % prime);
        meter.take(row.bytes())?;
        self.rows[first] = Some(row);
        self.rank += 1;
        Ok(())
    }

    /// Weights that are 0 on every basis vector, 1 in the column `free` where none begins, and 0 in
    /// the other such columns.
    fn kernel(&self, free: usize, meter: &mut Meter) -> Result<Vec<u8>, Short> {
        let mut weights = vec![0u8; self.rows.len()];
        weights[free] = 1;
        // A vector that begins in a column fixes the weight there by those of later columns.
        for at in (0..self.rows.len()).rev() {
            let Some(row) = &self.rows[at] else { continue };
            meter.spend(row.cost())?;
            let sum: u32 = match row {
                Row::List(entries) => {
                    entries[1..].iter().map(|&(column, own)| u32::from(own * weights[column as usize])).sum()
                }
                Row::Array(entries) => {
                    let pairs = entries[1..].iter().zip(&weights[at + 1..]);
                    pairs.map(|(&own, &weight)| u32::from(own * weight)).sum()
                }
            };
            weights[at] = ((u32::from(self.prime) - sum % u32::from(self.prime)) % u32::from(self.prime)) as u8;
        }
        Ok(weights)
    }
}

impl Row {
    fn bytes(&self) -> usize {
        match self {
            Row::List(entries) => entries.capacity() * size_of::<(u32, u8)>(),
            Row::Array(entries) => entries.len(),
        }
    }

    /// The cells that are read to subtract it.
    fn cost(&self) -> usize {
        match self {
            Row::List(entries) => entries.len(),
            Row::Array(entries) => entries.len().div_ceil(AT_ONCE),
        }
    }
}

impl Vector {
    fn set(&mut self, column: u32, entry: u8) {
        self.entries[column as usize] = entry;
        self.touch(column);
    }

    fn touch(&mut self, column: u32) {
        if !std::mem::replace(&mut self.is_touched[column as usize], true) {
            self.waiting.push(Reverse(column));
            self.touched.push(column);
        }
    }

    /// The first column with an entry.
    fn first(&mut self) -> Option<usize> {
        if self.is_array {
            let rest = &self.entries[self.from..];
            self.from += rest.iter().position(|&entry| entry > 0).unwrap_or(rest.len());
            return (self.from < self.entries.len()).then_some(self.from);
        }
        while let Some(&Reverse(column)) = self.waiting.peek() {
            if self.entries[column as usize] > 0 {
                self.from = column as usize;
                return Some(self.from);
            }
            self.waiting.pop();
        }
        None
    }

    /// Adds a basis vector that begins at a column some times.
    fn add(&mut self, row: &Row, at: usize, times: u8, prime: u8) {
        match row {
            Row::List(entries) => {
                for &(column, own) in entries {
                    let entry = &mut self.entries[column as usize];
                    *entry = (*entry + times * own) % prime;
                    if !self.is_array {
                        self.touch(column);
                    }
                }
            }
            Row::Array(entries) => {
                self.is_array = true;
                for (entry, &own) in self.entries[at..].iter_mut().zip(entries) {
                    *entry = (*entry + times * own) % prime;
                }
            }
        }
    }

    /// Takes the vector, which begins at a column, with its entries changed, and clears it.
    fn take(&mut self, first: usize, scaled: impl Fn(u8) -> u8) -> Row {
        let columns = self.entries.len() - first;
        let mut list: Vec<(u32, u8)> = Vec::new();
        if !self.is_array {
            let entry = |column: u32| (column, scaled(self.entries[column as usize]));
            let waiting = std::mem::take(&mut self.waiting).into_vec();
            list.extend(waiting.into_iter().map(|Reverse(column)| entry(column)).filter(|weight| weight.1 > 0));
            list.sort_unstable();
        }
        let row = match self.is_array || list.len() * SPARSE > columns {
            true => Row::Array(self.entries[first..].iter().map(|&entry| scaled(entry)).collect()),
            false => Row::List(list),
        };
        self.clear();
        row
    }

    fn clear(&mut self) {
        if self.is_array {
            self.entries.fill(0);
        }
        for column in self.touched.drain(..) {
            self.entries[column as usize] = 0;
            self.is_touched[column as usize] = false;
        }
        self.waiting.clear();
        (self.is_array, self.from) = (false, 0);
    }
}
