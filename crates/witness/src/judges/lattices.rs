//! POJ 1084: a lattice of matches, the fewest to take away until no square is left.

use super::answers::fewest;
use super::outcome::number_is_wrong;
use super::{Flavour, Judge, JudgeMethod, counted, line, numbers, one_line, shapes, sized};
use dancing::Goal;
use quadrille_puzzle::scan::{self, Line, number};
use quadrille_puzzle::{Listing, ParseError, setcover};

pub(super) const POJ1084: Judge = Judge {
    name: "poj1084",
    page: Some("http://poj.org/problem?id=1084"),
    help: "POJ 1084 Square Destroyer: T; n; `k` and the k missing matches; the fewest matches to take away",
    kind: &setcover::KIND,
    form: &setcover::SQUARES,
    goal: Goal::Best,
    method: JudgeMethod::Search,
    read: |text| shapes(lattices(text)),
    input: counted,
    write: |_, _, answer| fewest(answer),
    lines: one_line,
    wrong: |wanted, lines| number_is_wrong(wanted, lines, "no match is to be taken away", "matches"),
    together: 10,
    most: u64::MAX,
    tiny: || (0..16usize).map(|bits| write(1, (0..4).filter(|k| bits >> k & 1 == 1).map(|k| k + 1))).collect(),
    make: |rng, flavour, size| {
        let side = match flavour {
            Flavour::Largest => 4,
            Flavour::Edge => 1,
            _ => sized(rng, size, 1, 3),
        };
        let all = 2 * side * (side + 1);
        let share = if flavour == Flavour::Largest { 3 } else { 2 + rng.usize(..6) };
        write(side, (1..=all).filter(|_| rng.usize(..share) == 0))
    },
    parts: |case| {
        let side = numbers(case)[0];
        2 * side * (side + 1) + 1
    },
    without: |case, _, gone| {
        let all = numbers(case);
        let side = all[0];
        let matches = 2 * side * (side + 1);
        if gone.start == matches {
            return (side > 1).then(|| write(side - 1, []));
        }
        // More missing matches leave fewer squares.
        let missing = (1..=matches).filter(|number| all[2..].contains(number) || gone.contains(&(number - 1)));
        Some(write(side, missing))
    },
};

fn write(side: usize, missing: impl IntoIterator<Item = usize>) -> String {
    let missing: Vec<usize> = missing.into_iter().collect();
    line([side]) + &line([missing.len()].into_iter().chain(missing))
}

/// Reads T, then for each case n and a line with k and the numbers of the k missing matches.
/// Returns one lattice after the other.
fn lattices(text: &str) -> impl Iterator<Item = Result<Listing, ParseError>> {
    let lines = scan::filled_lines(text);
    let head = if lines.is_empty() { Ok(0) } else { alone(&lines[0], 0, 100_000) };
    let (mut at, mut case) = (1, 0);
    scan::each(move || {
        let cases = head.clone()?;
        if case == cases {
            return scan::nothing_after(&lines, at, "the last case").map(|()| None);
        }
        let ends = |at: usize, message: String| ParseError::new(lines[at - 1].number + 1, 1, message);
        if at == lines.len() {
            return Err(ends(at, format!("{cases} cases are announced, {case} found")));
        }
        let side = alone(&lines[at], 1, 5)?;
        let Some(line) = lines.get(at + 1) else {
            return Err(ends(at + 1, "the line with the missing matches is expected".to_string()));
        };
        let words = line.words();
        let matches = 2 * side * (side + 1);
        let count = number(&words[0], 0, matches)? as usize;
        let missing: Vec<u32> =
            words[1..].iter().take(count).map(|word| number(word, 1, matches)).collect::<Result<_, _>>()?;
        if words.len() != count + 1 {
            let column = words.get(count + 1).map_or(line.end() + 1, |word| word.column);
            let matches = if count == 1 { "1 match".to_string() } else { format!("{count} matches") };
            let message = format!("{matches} announced, {} found", words.len() - 1);
            return Err(ParseError::new(line.number, column, message));
        }
        (at, case) = (at + 2, case + 1);
        Ok(Some(setcover::squares(side, missing)))
    })
}

/// A number alone on its line.
fn alone(line: &Line, low: u32, high: u32) -> Result<u32, ParseError> {
    let words = line.words();
    let value = number(&words[0], low, high)?;
    match words.get(1) {
        Some(extra) => Err(ParseError::at(extra, "this number must be alone on its line")),
        None => Ok(value),
    }
}
