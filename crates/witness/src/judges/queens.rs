//! SPOJ NQUEEN: queens on a board, some of them placed, as the form `nqueen` reads them.

use super::answers::options_or;
use super::{Answer, CheckedCase, Flavour, Judge, JudgeMethod};
use super::{line, numbers, one_line, same, shapes, sized};
use dancing::Goal;
use quadrille_puzzle::queens;
use quadrille_study::plural;

pub(super) const NQUEEN: Judge = Judge {
    name: "nqueen",
    page: Some("https://www.spoj.com/problems/NQUEEN/"),
    help: "SPOJ NQUEEN: n, then n files, 0 free, until end of file or a line 0",
    kind: &queens::KIND,
    form: &queens::NQUEEN,
    goal: Goal::First,
    method: JudgeMethod::Search,
    read: |text| shapes(queens::boards(text)),
    input: |cases| cases.concat(),
    write: |_, shape, answer| options_or(shape, answer, queens::files, "No solution") + "\n",
    lines: one_line,
    wrong: files_are_wrong,
    together: 20,
    most: u64::MAX,
    tiny: || [1, 4, 5, 6].map(|n| write(&vec![0; n])).into(),
    make: |rng, flavour, size| {
        let n = match flavour {
            Flavour::Largest => 30,
            Flavour::Edge => [1, 4, 5][rng.usize(..3)],
            Flavour::Adversarial => 20,
            _ => sized(rng, size, 4, 16),
        };
        // A solution: the known knight's pattern, mirrored at random.
        let mut files: Vec<usize> = known_queens(n);
        if rng.bool() {
            files.reverse();
        }
        if rng.bool() {
            files.iter_mut().for_each(|file| *file = n + 1 - *file);
        }
        let kept = match flavour {
            Flavour::Edge => [0, n][rng.usize(..2)],
            Flavour::Adversarial | Flavour::Largest => 2,
            _ => rng.usize(..=n / 2),
        };
        let mut ranks: Vec<usize> = (0..n).collect();
        rng.shuffle(&mut ranks);
        ranks.iter().skip(kept).for_each(|&rank| files[rank] = 0);
        write(&files)
    },
    parts: |case| numbers(case)[1..].iter().filter(|&&file| file == 0).count(),
    without: |case, answer, gone| {
        let Answer::Solved(_) = answer else { return None };
        let mut files = numbers(case).split_off(1);
        let placed = numbers(&NQUEEN.write(1, &NQUEEN.shape(case)?, answer));
        let open: Vec<usize> = (0..files.len()).filter(|&rank| files[rank] == 0).collect();
        open[gone.start..gone.end.min(open.len())].iter().for_each(|&rank| files[rank] = placed[rank]);
        Some(write(&files))
    },
};

fn write(files: &[usize]) -> String {
    line([files.len()]) + &line(files)
}

fn files_are_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let Answer::Solved(_) = wanted.answer else { return same(wanted, lines) };
    let said = lines.first().unwrap_or(&"");
    let n = numbers(wanted.right()).len();
    if let Some(word) = said.split_ascii_whitespace().find(|word| word.parse::<usize>().is_err()) {
        return Some(format!("`{word}` is not a number from 1 to {n}"));
    }
    let files = numbers(said);
    if files.len() != n {
        return Some(format!("it prints {}, {n} expected", plural(files.len(), "number")));
    }
    for (rank, &file) in files.iter().enumerate() {
        if file < 1 || file > n {
            return Some(format!("file {file} of rank {} is not on the board", rank + 1));
        }
        for (other, &before) in files[..rank].iter().enumerate() {
            if file == before {
                return Some(format!("the queens of ranks {} and {} are both on file {file}", other + 1, rank + 1));
            }
            if file.abs_diff(before) == rank - other {
                return Some(format!("the queens of ranks {} and {} attack each other", other + 1, rank + 1));
            }
        }
    }
    let listing = wanted.shape.listing()?;
    let moved = listing.taken().iter().map(|&option| (option as usize / n, option as usize % n + 1));
    let (rank, file) = moved.into_iter().find(|&(rank, file)| files[rank] != file)?;
    Some(format!("the queen of rank {} is on file {file} in the input; it says {}", rank + 1, files[rank]))
}

/// A solution of n queens, n other than 2 and 3: even files, then odd ones, with the usual
/// exceptions (Pauls 1874).
fn known_queens(n: usize) -> Vec<usize> {
    let mut even: Vec<usize> = (2..=n).step_by(2).collect();
    let mut odd: Vec<usize> = (1..=n).step_by(2).collect();
    match n % 6 {
        2 => {
            // 1 and 3 change places, and 5 goes to the end.
            let five = odd.iter().position(|&file| file == 5);
            odd.swap(0, 1);
            if let Some(five) = five {
                odd.remove(five);
                odd.push(5);
            }
        }
        3 => {
            even.remove(0);
            even.push(2);
            odd.drain(..2);
            odd.extend([1, 3]);
        }
        _ => {}
    }
    even.extend(odd);
    even
}
