//! The problems: made from a seed, or read from a folder.

use super::peers::{Peer, Ran, Reads, timed};
use crate::files::{regular, replace};
use crate::puzzle::{Export, encode, load};
use anyhow::Context;
use fastrand::Rng;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A problem, and the question about it.
pub(crate) struct Workload {
    pub name: String,
    question: Question,
    /// The words of this program that name its engine; empty for the usual one.
    engine: &'static [&'static str],
    cover: Cover,
    /// The text of a cover that other programs do not read: with colours, costs or multiplicities.
    own: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Count,
    First,
}

/// A cover by the numbers of its items, the primary ones first.
struct Cover {
    primary: usize,
    items: usize,
    /// The number of options that hold each primary item.
    times: u32,
    options: Vec<Vec<usize>>,
}

/// The files of a problem.
pub(crate) struct ProblemFiles {
    pub knuth: PathBuf,
    /// The text of that file.
    pub text: Arc<Vec<u8>>,
    pub clauses: PathBuf,
}

impl Workload {
    /// Returns whether another program answers the same question.
    pub fn suits(&self, peer: &Peer) -> bool {
        match peer.reads {
            _ if self.own.is_some() => false,
            Reads::Knuth => self.question == Question::Count && self.cover.times == 1,
            Reads::Multiple => self.question == Question::Count && self.cover.times > 1,
            Reads::Clauses => self.question == Question::First && self.cover.times == 1,
        }
    }

    pub fn counts(&self) -> bool {
        self.question == Question::Count
    }

    /// Writes the problem into a folder. `clauses` says whether a program reads them.
    pub fn write(&self, folder: &Path, clauses: bool) -> anyhow::Result<ProblemFiles> {
        let text = self.own.clone().unwrap_or_else(|| self.cover.knuth());
        if clauses {
            replace(&folder.join("problem.cnf"), self.cover.clauses().as_bytes())?;
        }
        let (knuth, clauses) = (folder.join("problem.dlx"), folder.join("problem.cnf"));
        replace(&knuth, text.as_bytes())?;
        Ok(ProblemFiles { knuth, text: Arc::new(text.into_bytes()), clauses })
    }

    /// Runs this program on the problem.
    pub fn run(&self, files: &ProblemFiles) -> anyhow::Result<Ran> {
        let program = std::env::current_exe().context("this program's file")?;
        let word = if self.counts() { "count" } else { "solve" };
        let words = [word, "--threads", "1", "--as", "knuth"].into_iter().chain(self.engine.iter().copied());
        let mut command = vec![program.into_os_string()];
        command.extend(words.map(OsString::from));
        command.push(files.knuth.clone().into());
        let ended = timed(&command, Arc::default())?;
        let answer = match (self.question, ended.code) {
            (Question::Count, _) => ended.said.lines().next().unwrap_or_default().to_string(),
            (Question::First, Some(0)) => "solved".to_string(),
            (Question::First, Some(1)) => "none".to_string(),
            (Question::First, _) => "no answer".to_string(),
        };
        Ok(Ran { seconds: ended.seconds, answer: (!ended.is_stopped).then_some(answer) })
    }
}

impl Cover {
    fn new(primary: usize, items: usize, mut options: Vec<Vec<usize>>, random: &mut Rng) -> Cover {
        random.shuffle(&mut options);
        Cover { primary, items, times: 1, options }
    }

    /// Knuth's form. Names are short: his programs keep eight characters.
    fn knuth(&self) -> String {
        let bound = if self.times > 1 { format!("{}|", self.times) } else { String::new() };
        let mut text = String::new();
        for item in 0..self.items {
            let bar = if item == self.primary { "| " } else { "" };
            let bound = if item < self.primary { &bound[..] } else { "" };
            _ = write!(text, "{bar}{bound}i{item} ");
        }
        text.push('\n');
        for option in &self.options {
            let names: Vec<String> = option.iter().map(|item| format!("i{item}")).collect();
            _ = writeln!(text, "{}", names.join(" "));
        }
        text
    }

    /// The clauses of the DIMACS format: an option of each primary item, and no two of any item.
    fn clauses(&self) -> String {
        let mut holders = vec![Vec::new(); self.items];
        for (option, items) in self.options.iter().enumerate() {
            items.iter().for_each(|&item| holders[item].push(option + 1));
        }
        let (mut text, mut count) = (String::new(), 0);
        for (item, options) in holders.iter().enumerate() {
            if item < self.primary {
                options.iter().for_each(|option| _ = write!(text, "{option} "));
                text.push_str("0\n");
                count += 1;
            }
            for (k, one) in options.iter().enumerate() {
                options[..k].iter().for_each(|other| _ = writeln!(text, "-{one} -{other} 0"));
                count += k;
            }
        }
        format!("p cnf {} {count}\n{text}", self.options.len())
    }
}

/// The problems of a seed. It decides the order of the options, and which cells are holes.
pub fn seeded(seed: u64) -> Vec<Workload> {
    let count = |name: &str, engine, make: fn(&mut Rng) -> Cover| {
        let cover = make(&mut Rng::with_seed(seed));
        Workload { name: name.to_string(), question: Question::Count, engine, cover, own: None }
    };
    let first = |name: &str, make: fn(&mut Rng) -> Cover| {
        let cover = make(&mut Rng::with_seed(seed));
        Workload { name: name.to_string(), question: Question::First, engine: &[], cover, own: None }
    };
    let links = &["--engine", "links"][..];
    vec![
        count("12 queens, by links", links, |random| queens(12, random)),
        count("12 queens", &[], |random| queens(12, random)),
        count("Langford pairs of 11, by links", links, |random| langford(11, random)),
        count("Langford pairs of 11", &[], |random| langford(11, random)),
        count("dominoes on 6x7", &[], |random| dominoes(6, 7, random)),
        count("triples of 9, pairs twice", &[], |random| triples(9, 2, random)),
        first("sudoku 16x16, 55 % holes", |random| sudoku(4, 55, random)),
        first("sudoku 25x25, 50 % holes", |random| sudoku(5, 50, random)),
        first("sudoku 25x25, 55 % holes", |random| sudoku(5, 55, random)),
    ]
}

/// Queens: ranks and files are primary, diagonals secondary.
fn queens(n: usize, random: &mut Rng) -> Cover {
    let squares = (0..n * n).map(|at| (at / n, at % n));
    let options = squares.map(|(row, column)| vec![row, n + column, 2 * n + row + column, 5 * n - 2 + row - column]);
    Cover::new(2 * n, 6 * n - 2, options.collect(), random)
}

/// Langford pairs: the two places of each number are that many others apart.
fn langford(n: usize, random: &mut Rng) -> Cover {
    let pairs = (1..=n).flat_map(|number| (0..2 * n - number - 1).map(move |at| (number, at)));
    let options = pairs.map(|(number, at)| vec![number - 1, n + at, n + at + number + 1]);
    Cover::new(3 * n, 3 * n, options.collect(), random)
}

fn dominoes(rows: usize, columns: usize, random: &mut Rng) -> Cover {
    let cells = (0..rows * columns).map(|at| (at / columns, at % columns));
    let options = cells.flat_map(|(row, column)| {
        let at = row * columns + column;
        let right = (column + 1 < columns).then(|| vec![at, at + 1]);
        right.into_iter().chain((row + 1 < rows).then(|| vec![at, at + columns]))
    });
    Cover::new(rows * columns, rows * columns, options.collect(), random)
}

/// Triples of some points that hold each pair of points a number of times.
fn triples(points: usize, times: u32, random: &mut Rng) -> Cover {
    let pair = |a: usize, b: usize| b * (b - 1) / 2 + a;
    let mut options = Vec::new();
    for c in 0..points {
        for b in 0..c {
            options.extend((0..b).map(|a| vec![pair(a, b), pair(a, c), pair(b, c)]));
        }
    }
    let pairs = points * (points - 1) / 2;
    Cover { times, ..Cover::new(pairs, pairs, options, random) }
}

/// A sudoku of boxes of n by n: a full grid whose rows, columns and symbols are shuffled, with
/// holes.
fn sudoku(n: usize, percent: usize, random: &mut Rng) -> Cover {
    let side = n * n;
    let mut shuffled = || {
        let mut bands: Vec<usize> = (0..n).collect();
        random.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut of_band: Vec<usize> = (0..n).map(|line| n * band + line).collect();
            random.shuffle(&mut of_band);
            lines.extend(of_band);
        }
        lines
    };
    let (rows, columns, symbols) = (shuffled(), shuffled(), shuffled());
    let symbol = |row: usize, column: usize| symbols[(n * (rows[row] % n) + rows[row] / n + columns[column]) % side];
    let mut cells: Vec<usize> = (0..side * side).collect();
    random.shuffle(&mut cells);
    let holes = &cells[..side * side * percent / 100];
    let mut is_hole = vec![false; side * side];
    holes.iter().for_each(|&cell| is_hole[cell] = true);
    let area = side * side;
    let items = |row: usize, column: usize, symbol: usize| {
        let square = row / n * n + column / n;
        [
            side * row + column,
            area + side * row + symbol,
            2 * area + side * column + symbol,
            3 * area + side * square + symbol,
        ]
    };
    // Items that a given covers are left out, and so are the options that hold them.
    let mut covered = vec![false; 4 * area];
    for cell in (0..area).filter(|&cell| !is_hole[cell]) {
        let (row, column) = (cell / side, cell % side);
        items(row, column, symbol(row, column)).into_iter().for_each(|item| covered[item] = true);
    }
    let mut numbers = vec![0; 4 * area];
    let mut open = 0;
    for item in (0..4 * area).filter(|&item| !covered[item]) {
        numbers[item] = open;
        open += 1;
    }
    let placements = (0..area * side).map(|at| (at / side / side, at / side % side, at % side));
    let options = placements.map(|(row, column, symbol)| items(row, column, symbol));
    let options = options.filter(|items| items.iter().all(|&item| !covered[item]));
    let options = options.map(|items| items.iter().map(|&item| numbers[item]).collect()).collect();
    Cover::new(open, open, options, random)
}

/// The covers of a folder, by their names: each is to be solved.
pub(crate) fn of_folder(folder: &Path) -> anyhow::Result<Vec<Workload>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dlx"));
    paths.sort();
    anyhow::ensure!(!paths.is_empty(), "{} has no file *.dlx; covers in Knuth's form are wanted", folder.display());
    paths.iter().map(|path| of_file(path)).collect()
}

/// The largest file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// A cover of a file.
fn of_file(path: &Path) -> anyhow::Result<Workload> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = regular(path, MOST_BYTES).with_context(|| path.display().to_string())?;
    let text = String::from_utf8(bytes).with_context(|| path.display().to_string())?;
    let form = Export::named("knuth").map(Export::id);
    let puzzle = load(&text, form).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
    let puzzle = puzzle.puzzles.into_iter().next().with_context(|| format!("{}: no puzzle", path.display()))?;
    let problem = encode(&puzzle.shape).problem;
    let own = (!problem.is_plain()).then_some(text);
    let options = problem.options().map(|option| problem.items_of(option).iter().map(|item| item.index()).collect());
    let cover = Cover { primary: problem.n_primary(), items: problem.n_items(), times: 1, options: options.collect() };
    Ok(Workload { name, question: Question::First, engine: &[], cover, own })
}
