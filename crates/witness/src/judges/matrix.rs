//! POJ 3740: matrices of 0 and 1, and whether some rows have a single 1 in each column.

use super::misled::{MisledEnd, misled};
use super::{Answer, CheckedCase, Flavour, Judge, JudgeMethod};
use super::{line, numbers, one_line, shapes, sized};
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::scan::{self, each};
use quadrille_puzzle::{Listing, ParseError, Solution, cover, encode};
use quadrille_study::Mistake;

pub(super) const POJ3740: Judge = Judge {
    name: "poj3740",
    page: Some("http://poj.org/problem?id=3740"),
    help: "POJ 3740 Easy Finding: `m n` and the 0/1 matrix, cases until end of file",
    kind: &cover::KIND,
    form: &cover::MATRIX,
    goal: Goal::First,
    method: JudgeMethod::Search,
    read: |text| shapes(matrices(text)),
    input: |cases| cases.concat(),
    write: |_, _, answer| match answer {
        Answer::None => "It is impossible\n".to_string(),
        _ => "Yes, I found it\n".to_string(),
    },
    lines: one_line,
    wrong: sentence_is_wrong,
    together: 30,
    most: u64::MAX,
    tiny: || {
        let sizes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)];
        let cells = |&(m, n): &(usize, usize)| (0..1usize << (m * n)).map(move |bits| (m, n, bits));
        sizes.iter().flat_map(cells).map(|(m, n, bits)| write(m, n, |r, c| bits >> (r * n + c) & 1 == 1)).collect()
    },
    make: random,
    parts: |case| {
        let head = numbers(case);
        head[0] + head[1] + head[2..].iter().sum::<usize>()
    },
    without: |case, _, gone| {
        let all = numbers(case);
        let (m, n, bits) = (all[0], all[1], &all[2..]);
        let rows: Vec<usize> = (0..m).filter(|r| !gone.contains(r)).collect();
        let columns: Vec<usize> = (0..n).filter(|c| !gone.contains(&(m + c))).collect();
        let ones: Vec<usize> = (0..m * n).filter(|&at| bits[at] == 1).collect();
        let is_one = |at: usize| ones.binary_search(&at).is_ok_and(|k| !gone.contains(&(m + n + k)));
        let fits = !rows.is_empty() && !columns.is_empty();
        fits.then(|| write(rows.len(), columns.len(), |r, c| is_one(rows[r] * n + columns[c])))
    },
};

/// Matrices, each after its size.
fn matrices(text: &str) -> impl Iterator<Item = Result<Listing, ParseError>> {
    let lines = scan::filled_lines(text);
    let mut at = 0;
    each(move || {
        if at == lines.len() {
            return Ok(None);
        }
        let (listing, after) = cover::digit_matrix(&lines, at)?;
        at = after;
        Ok(Some(listing))
    })
}

fn write(m: usize, n: usize, is_one: impl Fn(usize, usize) -> bool) -> String {
    let row = |r: usize| line((0..n).map(|c| u8::from(is_one(r, c))));
    line([m, n]) + &(0..m).map(row).collect::<String>()
}

fn sentence_is_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let said = lines.first().copied().unwrap_or("nothing");
    let right = wanted.right();
    if said == right {
        return None;
    }
    if said.trim().eq_ignore_ascii_case(right) {
        return Some(format!("the answer is right, but must be exactly `{right}`; it says `{said}`"));
    }
    Some(match wanted.answer {
        Answer::Solved(Solution::Options(rows)) => {
            let rows: Vec<String> = rows.iter().map(|row| (row.0 + 1).to_string()).collect();
            format!(
                "there is an exact cover: {} of the rows with a 1, in their order; it says `{said}`",
                rows.join(", ")
            )
        }
        _ => format!("there is no exact cover; it says `{said}`"),
    })
}

fn random(rng: &mut Rng, flavour: Flavour, size: f64) -> String {
    if flavour == Flavour::Adversarial && rng.usize(..4) > 0 {
        return misleading(rng);
    }
    let (m, n) = match flavour {
        Flavour::Largest => (16, 300),
        Flavour::Edge => [(1, sized(rng, size, 1, 300)), (16, 1), (16, 2)][rng.usize(..3)],
        _ => (sized(rng, size, 2, 16), sized(rng, size, 2, 60)),
    };
    // Often a cover is hidden in it: each column belongs to one of a few rows.
    let parts = 1 + rng.usize(..m.min(6));
    let hidden = rng.usize(..3) > 0;
    let owner: Vec<usize> = (0..n).map(|_| rng.usize(..parts)).collect();
    let density = 1 + rng.usize(..4);
    let mut rows: Vec<Vec<bool>> = (0..m)
        .map(|r| match hidden && r < parts {
            true => owner.iter().map(|&of| of == r).collect(),
            false => (0..n).map(|_| rng.usize(..8) < density).collect(),
        })
        .collect();
    rng.shuffle(&mut rows);
    if flavour == Flavour::Adversarial {
        // The first columns are full, and the last ones decide.
        rows.iter_mut().for_each(|row| row[..n / 3].fill(true));
    }
    write(m, n, |r, c| rows[r][c])
}

/// The random matrices of which one that misleads is taken.
const DRAWN: usize = 500;
/// The steps that a search of such a matrix may take, which is more than a right one needs.
const STEPS: u32 = 20_000;

/// A matrix with few ones on which a program with a usual mistake gives a wrong answer, if one is
/// drawn.
fn misleading(rng: &mut Rng) -> String {
    let mistake = Mistake::ALL[rng.usize(..Mistake::ALL.len())];
    let mut draw = || {
        let (m, n) = (rng.usize(6..=16), rng.usize(4..=12));
        let mut rows = vec![vec![false; n]; m];
        rows.iter_mut().for_each(|row| (0..rng.usize(1..=4)).for_each(|_| row[rng.usize(..n)] = true));
        write(m, n, |r, c| rows[r][c])
    };
    let is_misled = |case: &String| {
        let Some(shape) = POJ3740.shape(case) else { return false };
        let said = misled(&encode(&shape).problem, mistake, STEPS);
        said.zip(POJ3740.answer(&shape, &mut ()))
            .is_some_and(|(said, right)| matches!(said, MisledEnd::Found(_)) == matches!(right, Answer::None))
    };
    (1..DRAWN).map(|_| draw()).find(is_misled).unwrap_or_else(draw)
}
