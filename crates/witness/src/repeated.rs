//! A search for a cover in which a column may be covered several times, as small as it can be: the
//! order of what it takes and gives back, the columns that it leaves out, its lower bound, and the
//! covers that it cuts.

use super::matrix::Matrix;
use quadrille_study::plural;
use rustc_hash::FxHashSet;

/// A step of such a search that is wrong, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedFault {
    /// The error.
    pub what: String,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// The likely bug, if there is one.
    pub likely: Option<&'static str>,
    /// The call of the search at which it happened, counted from 0, if that is known later.
    pub call: Option<usize>,
    /// True if it is known at the end only.
    pub is_at_end: bool,
    /// True if it is a fault only where the smallest cover is wanted, and not any.
    pub is_stop: bool,
}

/// A call of the search.
#[derive(Clone, Debug, Default)]
struct Call {
    number: usize,
    /// The columns that it may have chosen: each of its rows so far has them.
    chosen: Option<Vec<u32>>,
    tried: Vec<u32>,
    /// The current row, and the nodes whose columns it has taken, in their order.
    row: Option<(u32, Vec<u32>)>,
    /// True once a cover was found in it.
    has_found: bool,
}

/// A call that went back with open columns, and tried no row.
#[derive(Clone, Debug)]
struct Cut {
    call: usize,
    depth: usize,
    open: Vec<u32>,
}

/// The covers of one matrix, as a program searches them. A search that is called again with the
/// same matrix goes deeper.
#[derive(Clone, Debug, Default)]
pub struct RepeatedSearch {
    calls: Vec<Call>,
    number: usize,
    taken: FxHashSet<u32>,
    cuts: Vec<Cut>,
    /// True if the first call went back from a cover with rows that it had not tried.
    has_left: bool,
    best: Option<usize>,
    is_at_best: bool,
    /// The most rows that were chosen at a time.
    deepest: usize,
    /// The times that the search began again.
    rounds: u64,
    found: u64,
}

/// The most cuts that are kept.
const CUTS: usize = 5_000;

/// The most calls of a search for a small cover.
const EFFORT: u32 = 200_000;

const ONE_COLUMN: &str = "one column is chosen in a call, and each of its rows is tried";
const WHOLE_ROW: &str = "a chosen row takes each of its open columns, and gives them back in the reverse order";
const BREAK: &str = "a `break` or a `return` in the loop over the rows: both belong to a search for one cover only";
const LEAST: &str = "a lower bound is at most the number of rows that are enough";

impl RepeatedSearch {
    /// The number of rows of the smallest cover that was found.
    pub fn best(&self) -> Option<usize> {
        self.best
    }

    /// The number of covers that were found.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Returns whether the present call is the first one with so small a cover.
    pub(crate) fn is_at_best(&self) -> bool {
        self.is_at_best && self.best == self.calls.len().checked_sub(1)
    }

    /// The fault of a cover that is reached, and that leaves no trace in the program's variables.
    pub(crate) fn unrecorded(&self) -> RepeatedFault {
        let rows = plural(self.best.unwrap_or(0), "row");
        let what = format!("it reaches a cover of {rows}, its smallest, and goes back without keeping it");
        let likely = Some("`>=` in place of `>`, or a cut that comes before the cover is seen");
        RepeatedFault {
            likely,
            ..RepeatedSearch::fault(what, "a cover that is smaller than the best one takes its place")
        }
    }

    /// The columns that are not covered.
    fn open(&self, matrix: &Matrix) -> Vec<u32> {
        (1..=matrix.headers().0 as u32).filter(|header| !self.taken.contains(header)).collect()
    }

    fn fault(what: String, rule: &'static str) -> RepeatedFault {
        RepeatedFault { what, rule, likely: None, call: None, is_at_end: false, is_stop: false }
    }

    /// An open column of the current row.
    fn missing(&self, matrix: &Matrix) -> Option<u32> {
        let (row, _) = self.calls.last()?.row.as_ref()?;
        let columns = matrix.row(*row).iter().map(|&node| matrix.header_of(node));
        columns.into_iter().find(|column| !self.taken.contains(column) && *column as usize <= matrix.headers().0)
    }

    /// The search was called.
    ///
    /// # Errors
    ///
    /// The current row has an open column.
    pub fn enter(&mut self, matrix: &Matrix) -> Result<(), RepeatedFault> {
        if let Some(column) = self.missing(matrix) {
            let what = format!("it goes on before column {} of the chosen row is taken", matrix.item(column));
            return Err(RepeatedSearch::fault(what, WHOLE_ROW));
        }
        self.calls.push(Call { number: self.number, ..Call::default() });
        self.number += 1;
        self.is_at_best = false;
        if self.open(matrix).is_empty() {
            let depth = self.calls.len() - 1;
            self.found += 1;
            self.is_at_best = self.best.is_none_or(|best| depth < best);
            self.best = Some(self.best.map_or(depth, |best| best.min(depth)));
            self.calls.iter_mut().for_each(|call| call.has_found = true);
        }
        Ok(())
    }

    /// The column of a node was taken out, by this node.
    ///
    /// # Errors
    ///
    /// It does not belong to the current row, or the row is not of the chosen column.
    pub fn take(&mut self, node: u32, matrix: &Matrix) -> Result<(), RepeatedFault> {
        let (row, column) = (matrix.row_of(node), matrix.header_of(node));
        let (row_name, name) = (matrix.row_name(row).to_string(), matrix.item(column).to_string());
        self.deepest = self.deepest.max(self.calls.len());
        let Some(call) = self.calls.last_mut() else { return Ok(()) };
        if self.taken.contains(&column) {
            return Err(RepeatedSearch::fault(format!("it takes column {name}, which is taken"), WHOLE_ROW));
        }
        match &mut call.row {
            Some((other, nodes)) if *other == row => nodes.push(node),
            Some((other, _)) => {
                let other = matrix.row_name(*other);
                return Err(RepeatedSearch::fault(
                    format!("it takes column {name} by {row_name}, beside {other}"),
                    WHOLE_ROW,
                ));
            }
            None => {
                let columns = matrix.row(row).iter().map(|&node| matrix.header_of(node));
                let open: Vec<u32> = columns.filter(|column| !self.taken.contains(column)).collect();
                let has_twin = |other: &u32| {
                    let columns = |row: u32| matrix.row(row).iter().map(|&node| matrix.header_of(node));
                    *other != row && columns(*other).eq(columns(row))
                };
                if call.tried.contains(&row) && !(0..matrix.options() as u32).any(|other| has_twin(&other)) {
                    return Err(RepeatedSearch::fault(
                        format!("it tries {row_name} again in the same call"),
                        ONE_COLUMN,
                    ));
                }
                let chosen = match &call.chosen {
                    None => open,
                    Some(chosen) => chosen.iter().copied().filter(|column| open.contains(column)).collect(),
                };
                if chosen.is_empty() {
                    let what = format!("it tries {row_name}, which has no column with the rows before it in common");
                    let likely = Some("a loop over all columns, where one is chosen");
                    return Err(RepeatedFault { likely, ..RepeatedSearch::fault(what, ONE_COLUMN) });
                }
                call.chosen = Some(chosen);
                call.tried.push(row);
                call.row = Some((row, vec![node]));
            }
        }
        self.taken.insert(column);
        Ok(())
    }

    /// The column of a node was put back.
    ///
    /// # Errors
    ///
    /// Another one was taken last.
    pub fn release(&mut self, node: u32, matrix: &Matrix) -> Result<(), RepeatedFault> {
        let Some(call) = self.calls.last_mut() else { return Ok(()) };
        let name = matrix.item(matrix.header_of(node)).to_string();
        let last = call.row.as_mut().and_then(|(_, nodes)| nodes.pop());
        if last != Some(node) {
            let what = match last {
                Some(last) => {
                    format!("it gives column {name} back before {}", matrix.item(matrix.header_of(last)))
                }
                None => format!("it gives column {name} back, which this call has not taken"),
            };
            return Err(RepeatedSearch::fault(what, WHOLE_ROW));
        }
        if call.row.as_ref().is_some_and(|(_, nodes)| nodes.is_empty()) {
            call.row = None;
        }
        self.taken.remove(&matrix.header_of(node));
        Ok(())
    }

    /// The search has returned.
    ///
    /// # Errors
    ///
    /// A column is still taken, or a row was not tried.
    pub fn leave(&mut self, matrix: &Matrix) -> Result<(), RepeatedFault> {
        let Some(call) = self.calls.pop() else { return Ok(()) };
        let depth = self.calls.len();
        let rows = untried(&call, matrix);
        if call.has_found {
            self.has_left |= rows.is_some() && depth == 0;
            // What a search that stops at a cover leaves is not put back.
            if let Some((_, nodes)) = &call.row {
                for &node in nodes {
                    self.taken.remove(&matrix.header_of(node));
                }
            }
            return Ok(());
        }
        if let Some((_, nodes)) = &call.row {
            let columns: Vec<&str> = nodes.iter().map(|&node| matrix.item(matrix.header_of(node))).collect();
            let what = format!("it returns before column {} is given back", columns.join(", "));
            return Err(RepeatedSearch::fault(what, WHOLE_ROW));
        }
        if call.tried.is_empty() {
            let open = self.open(matrix);
            if !open.is_empty() && self.cuts.len() < CUTS {
                self.cuts.push(Cut { call: call.number, depth, open });
            }
            return Ok(());
        }
        if self.best.is_some_and(|best| depth + 1 >= best) {
            return Ok(());
        }
        match rows {
            Some(rows) => {
                let what = format!("it returns without a cover, and has not tried {rows}");
                Err(RepeatedFault { likely: Some(BREAK), ..RepeatedSearch::fault(what, ONE_COLUMN) })
            }
            None => Ok(()),
        }
    }

    /// The program estimates that it needs this many more rows.
    ///
    /// # Errors
    ///
    /// Fewer are enough.
    pub fn bound(&self, value: i64, matrix: &Matrix) -> Result<(), RepeatedFault> {
        let open = self.open(matrix);
        if value < 1 || value > open.len() as i64 {
            return Ok(());
        }
        match smallest(&open, value as usize - 1, matrix) {
            Some(enough) => {
                let what = format!(
                    "it estimates {value} for {} open columns, where {enough} rows are enough: a cover is cut",
                    open.len()
                );
                let likely = Some("marks that are not those of the columns of each row of a counted column");
                Err(RepeatedFault { likely, ..RepeatedSearch::fault(what, LEAST) })
            }
            _ => Ok(()),
        }
    }

    /// The search begins again with the same matrix, as one that goes deeper does.
    pub(crate) fn begin_again(&mut self) {
        self.rounds += 1;
    }

    /// The search is over. `any` says that any cover is wanted, not the smallest one.
    ///
    /// # Errors
    ///
    /// There is a smaller cover than the best one that was found. It is said where it was cut.
    pub fn finish(&self, any: bool, matrix: &Matrix) -> Result<(), RepeatedFault> {
        let all: Vec<u32> = (1..=matrix.headers().0 as u32).collect();
        // Without a cover, the limit of the program is known by the rows that it has tried.
        let most = self.best.map_or(self.deepest, |best| best.saturating_sub(1));
        let Some(least) = smallest(&all, most, matrix) else { return Ok(()) };
        let found = match self.best {
            Some(best) => format!("its best cover has {best} rows"),
            None => "it finds no cover".to_string(),
        };
        let on_the_way = |cut: &Cut| smallest(&cut.open, least.checked_sub(cut.depth)?, matrix);
        if let Some((cut, rest)) = self.cuts.iter().find_map(|cut| Some((cut, on_the_way(cut)?))) {
            let what = format!(
                "{found}; it goes back at depth {} with {} open columns, where {rest} more rows are enough",
                cut.depth,
                cut.open.len()
            );
            let likely = Some("`>=` in place of `>` where the bound is compared, or a bound that is too large");
            return Err(RepeatedFault { likely, call: Some(cut.call), ..RepeatedSearch::fault(what, LEAST) });
        }
        // A search that was called once and stops at a cover may want any.
        let is_stop = self.rounds == 0 && self.best.is_some() && self.has_left;
        if is_stop && any {
            return Ok(());
        }
        let what = match (is_stop, self.best) {
            (true, Some(best)) => format!(
                "it stops at a cover of {best} rows, and {least} are enough: is any cover wanted? `--first` says so"
            ),
            _ => format!("{found}, and {least} are enough"),
        };
        Err(RepeatedFault { is_at_end: true, is_stop, ..RepeatedSearch::fault(what, "the smallest cover is found") })
    }
}

/// The rows of the chosen column that a call has not tried, whichever column that is.
fn untried(call: &Call, matrix: &Matrix) -> Option<String> {
    let left = call.chosen.as_ref()?.iter().map(|&column| {
        let rows = matrix.rows_of(column).iter().copied();
        rows.filter(|row| !call.tried.contains(row)).collect::<Vec<u32>>()
    });
    let fewest = left.min_by_key(Vec::len).filter(|fewest| !fewest.is_empty())?;
    Some(fewest.iter().take(4).map(|&row| matrix.row_name(row)).collect::<Vec<&str>>().join(", "))
}

/// The size of the smallest cover of some columns that has at most `most` rows. `None` if there is
/// none, or if that is too much work.
fn smallest(open: &[u32], most: usize, matrix: &Matrix) -> Option<usize> {
    let mut effort = EFFORT;
    for size in 0..=most {
        if covers(open, size, matrix, &mut effort)? {
            return Some(size);
        }
    }
    None
}

/// Returns whether some columns have a cover with at most this many rows. `None` if the effort is
/// spent.
fn covers(open: &[u32], size: usize, matrix: &Matrix, effort: &mut u32) -> Option<bool> {
    if open.is_empty() {
        return Some(true);
    }
    *effort = effort.checked_sub(1)?;
    if size == 0 {
        return Some(false);
    }
    // A column with the fewest rows, and the columns that one row covers at most.
    let widest = matrix.widest();
    if open.len() > size * widest {
        return Some(false);
    }
    let rows = open.iter().map(|&column| matrix.rows_of(column)).min_by_key(|rows| rows.len())?;
    for &row in rows {
        let has = |column: &u32| matrix.row(row).iter().any(|&node| matrix.header_of(node) == *column);
        let rest: Vec<u32> = open.iter().copied().filter(|column| !has(column)).collect();
        if covers(&rest, size - 1, matrix, effort)? {
            return Some(true);
        }
    }
    Some(false)
}
