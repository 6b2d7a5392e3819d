//! The judges of sudokus, schedules, lamps, boards and graphs: every answer against brute force
//! that shares no code with the encodings, inputs that a judge would not send, and the trials of
//! all judges.

use crate::damaged::{damaged, editor_lines, is_in};
use crate::support::rounds;
use quadrille_witness::{Flavour, JUDGES, Judge, NineLines};

fn judge(name: &str) -> &'static Judge {
    JUDGES.iter().find(|judge| judge.name == name).unwrap_or_else(|| panic!("no judge {name}"))
}

fn numbers(text: &str) -> Vec<usize> {
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// The output of a judge for one case.
fn output(judge: &Judge, case: &str) -> String {
    let shape = judge.shape(case).unwrap_or_else(|| panic!("{}:\n{case}", judge.name));
    let answer = judge.answer(&shape, &mut ()).unwrap();
    judge.write(1, &shape, &answer)
}

// --- Sudokus ------------------------------------------------------------------------------------

fn allowed(grid: &[u8], at: usize, digit: u8) -> bool {
    (0..81).all(|other| {
        let (r, c, s, d) = (at / 9, at % 9, other / 9, other % 9);
        let sees = r == s || c == d || (r / 3, c / 3) == (s / 3, d / 3);
        other == at || !sees || grid[other] != digit
    })
}

/// Counts solutions, up to two.
fn solutions(grid: &mut [u8], most: usize) -> usize {
    if (0..81).any(|at| grid[at] > 0 && !allowed(grid, at, grid[at])) {
        return 0;
    }
    let open = (0..81).filter(|&at| grid[at] == 0);
    let next = open.map(|at| ((1..=9).filter(|&digit| allowed(grid, at, digit)).count(), at)).min();
    let Some((_, at)) = next else { return 1 };
    let mut found = 0;
    for digit in 1..=9 {
        if found < most && allowed(grid, at, digit) {
            grid[at] = digit;
            found += solutions(grid, most - found);
        }
    }
    grid[at] = 0;
    found
}

fn sudoku(case: &str, output: &str, none: Option<&str>) {
    let cells = |text: &str| -> Vec<u8> {
        let cells = text.chars().filter(|c| !c.is_whitespace());
        cells.map(|c| c.to_digit(10).unwrap_or(0) as u8).collect()
    };
    let given = cells(case);
    let count = solutions(&mut given.clone(), 2);
    if count == 0 {
        assert_eq!(output, none.unwrap(), "{case}");
        return;
    }
    let solved = cells(output);
    assert_eq!(solved.len(), 81, "{output}");
    assert!((0..81).all(|at| solved[at] > 0 && (given[at] == 0 || given[at] == solved[at])), "{case}\n{output}");
    assert_eq!(solutions(&mut solved.clone(), 2), 1, "{case}\n{output}");
}

// --- Schedules, lamps, squares ------------------------------------------------------------------

/// Whether stations can run so that each town is powered exactly once on each day.
fn schedule(
    near: &[Vec<usize>],
    ranges: &[(usize, usize)],
    days: usize,
    station: usize,
    powered: &mut Vec<usize>,
) -> bool {
    if station == ranges.len() {
        return powered.iter().all(|&times| times == 1);
    }
    if schedule(near, ranges, days, station + 1, powered) {
        return true;
    }
    let (from, to) = ranges[station];
    for first in from..=to {
        for last in first..=to {
            let cells: Vec<usize> =
                near[station].iter().flat_map(|town| (first..=last).map(move |day| town * days + day - 1)).collect();
            if cells.iter().all(|&cell| powered[cell] == 0) {
                cells.iter().for_each(|&cell| powered[cell] += 1);
                let found = schedule(near, ranges, days, station + 1, powered);
                cells.iter().for_each(|&cell| powered[cell] -= 1);
                if found {
                    return true;
                }
            }
        }
    }
    false
}

fn stations(case: &str, output: &str) {
    let all = numbers(case);
    let (towns, cables, days) = (all[0], all[1], all[2]);
    let mut near: Vec<Vec<usize>> = (0..towns).map(|town| vec![town]).collect();
    for pair in all[3..3 + 2 * cables].chunks(2) {
        for (a, b) in [(pair[0] - 1, pair[1] - 1), (pair[1] - 1, pair[0] - 1)] {
            if !near[a].contains(&b) {
                near[a].push(b);
            }
        }
    }
    let ranges: Vec<(usize, usize)> = all[3 + 2 * cables..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let exists = schedule(&near, &ranges, days, 0, &mut vec![0; towns * days]);
    if !exists {
        assert_eq!(output, "No solution\n\n", "{case}");
        return;
    }
    assert!(output.ends_with("\n\n"), "{output:?}");
    let runs = numbers(output);
    assert_eq!(runs.len(), 2 * towns, "{case}\n{output}");
    let mut powered = vec![0; towns * days];
    for (station, run) in runs.chunks(2).enumerate().filter(|(_, run)| run[0] > 0) {
        assert!(ranges[station].0 <= run[0] && run[0] <= run[1] && run[1] <= ranges[station].1);
        near[station].iter().for_each(|town| (run[0]..=run[1]).for_each(|day| powered[town * days + day - 1] += 1));
    }
    assert!(powered.iter().all(|&times| times == 1), "{case}\n{output}");
}

fn lamps(case: &str, output: &str) {
    let switches = numbers(case.lines().next().unwrap())[1];
    let lamps: Vec<Vec<(usize, bool)>> = case
        .lines()
        .skip(1)
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().skip(1).collect();
            words.chunks(2).map(|pair| (pair[0].parse::<usize>().unwrap() - 1, pair[1] == "ON")).collect()
        })
        .collect();
    let burn =
        |states: usize| lamps.iter().all(|lamp| lamp.iter().any(|&(switch, on)| (states >> switch & 1 == 1) == on));
    if (0..1 << switches).any(burn) {
        let words: Vec<&str> = output.trim_end_matches('\n').split(' ').collect();
        assert_eq!(words.len(), switches, "{case}\n{output}");
        let states = (0..switches).filter(|&switch| words[switch] == "ON").map(|switch| 1 << switch).sum();
        assert!(burn(states), "{case}\n{output}");
    } else {
        assert_eq!(output, "-1\n", "{case}");
    }
}

/// Whether the pieces from one on fill the square.
fn fills(pieces: &[Vec<Vec<bool>>], square: u16) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return square == u16::MAX };
    let (high, wide) = (piece.len(), piece[0].len());
    (0..=4 - high).any(|down| {
        (0..=4 - wide).any(|right| {
            let mut cells = 0u16;
            for (r, row) in piece.iter().enumerate() {
                for (c, _) in row.iter().enumerate().filter(|(_, cell)| **cell) {
                    cells |= 1 << ((down + r) * 4 + right + c);
                }
            }
            square & cells == 0 && fills(rest, square | cells)
        })
    })
}

fn square(case: &str, output: &str) {
    let mut lines = case.lines().skip(1);
    let mut pieces: Vec<Vec<Vec<bool>>> = Vec::new();
    while let Some(size) = lines.next() {
        pieces.push(lines.by_ref().take(numbers(size)[0]).map(|row| row.chars().map(|c| c == '1').collect()).collect());
    }
    if !fills(&pieces, 0) {
        assert_eq!(output, "No solution possible\n", "{case}");
        return;
    }
    let rows: Vec<Vec<char>> = output.lines().map(|line| line.chars().collect()).collect();
    assert!(rows.len() == 4 && rows.iter().all(|row| row.len() == 4), "{output}");
    for (number, piece) in ('1'..).zip(&pieces) {
        let ones = |cells: &[Vec<bool>]| -> Vec<(usize, usize)> {
            let all =
                cells.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, on)| (r, c, *on)));
            all.filter(|cell| cell.2).map(|(r, c, _)| (r, c)).collect()
        };
        let place: Vec<Vec<bool>> = rows.iter().map(|row| row.iter().map(|&c| c == number).collect()).collect();
        let (here, there) = (ones(piece), ones(&place));
        assert_eq!(here.len(), there.len(), "{case}\n{output}");
        let (down, right) = (there[0].0 as i32 - here[0].0 as i32, there[0].1 as i32 - here[0].1 as i32);
        let moved = |&(r, c): &(usize, usize)| ((r as i32 + down) as usize, (c as i32 + right) as usize);
        assert_eq!(here.iter().map(moved).collect::<Vec<_>>(), there, "{case}\n{output}");
    }
}

// --- The fewest sets ----------------------------------------------------------------------------

/// The fewest sets that cover all of some elements: for the first one open, every set that has it.
fn fewest(sets: &[u128], open: u128, most: usize) -> Option<usize> {
    if open == 0 {
        return Some(0);
    }
    if most == 0 {
        return None;
    }
    let first = open & open.wrapping_neg();
    let mut best = None;
    let mut most = most;
    for set in sets.iter().filter(|set| *set & first != 0) {
        if let Some(rest) = fewest(sets, open & !set, most - 1) {
            best = Some(rest + 1);
            most = rest;
            if most == 0 {
                break;
            }
        }
    }
    best
}

fn least(sets: &[u128], elements: usize) -> usize {
    let all = if elements == 0 { 0 } else { u128::MAX >> (128 - elements) };
    (0..=elements).find_map(|most| fewest(sets, all, most)).unwrap()
}

fn monsters(case: &str) -> usize {
    let all = numbers(case);
    let (rows, columns) = (all[0], all[1]);
    let (high, wide) = (all[2 + rows * columns], all[3 + rows * columns]);
    let ones: Vec<usize> = (0..rows * columns).filter(|&at| all[2 + at] == 1).collect();
    let mut sets = Vec::new();
    for r in 0..=rows - high {
        for c in 0..=columns - wide {
            let hit = |at: usize| (r..r + high).contains(&(at / columns)) && (c..c + wide).contains(&(at % columns));
            sets.push((0..).zip(&ones).filter(|(_, at)| hit(**at)).map(|(bit, _)| 1u128 << bit).sum());
        }
    }
    least(&sets, ones.len())
}

fn units(case: &str) -> usize {
    let all = numbers(case);
    let mut sets: Vec<u128> = (0..all[0]).map(|unit| 1 << unit).collect();
    for pair in all[2..].chunks(2) {
        sets[pair[0] - 1] |= 1 << (pair[1] - 1);
        sets[pair[1] - 1] |= 1 << (pair[0] - 1);
    }
    least(&sets, all[0])
}

fn subsets(case: &str) -> usize {
    let all = numbers(case);
    let (n, m, r) = (all[0], all[1], all[2]);
    let of_size = |size: usize| (0u32..1 << n).filter(|bits| bits.count_ones() as usize == size).collect::<Vec<u32>>();
    let small = of_size(r);
    let within = |ticket: &u32| {
        (0..).zip(&small).filter(|(_, set)| *set & ticket == **set).map(|(bit, _)| 1u128 << bit).sum::<u128>()
    };
    least(&of_size(m).iter().map(within).collect::<Vec<_>>(), small.len())
}

fn bombs(case: &str) -> usize {
    let board: Vec<Vec<u8>> = case.lines().skip(1).map(|line| line.bytes().collect()).collect();
    let at = |r: i32, c: i32| board.get(r as usize).and_then(|row| row.get(c as usize)).copied();
    let walls: Vec<(i32, i32)> = (0..board.len() as i32)
        .flat_map(|r| (0..board[0].len() as i32).map(move |c| (r, c)))
        .filter(|&(r, c)| at(r, c) == Some(b'#'))
        .collect();
    let mut sets = Vec::new();
    for r in 0..board.len() as i32 {
        for c in (0..board[0].len() as i32).filter(|&c| at(r, c) == Some(b'.')) {
            let mut set = 0u128;
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let end = (1..).find(|k| at(r + down * k, c + right * k) != Some(b'.')).unwrap();
                let end = (r + down * end, c + right * end);
                if let Some(bit) = walls.iter().position(|&wall| wall == end) {
                    set |= 1 << bit;
                }
            }
            sets.push(set);
        }
    }
    least(&sets, walls.len())
}

// --- The least radius ---------------------------------------------------------------------------

/// The least radius over all sets of places: squared, or by the sum of differences.
fn radius(points: &[[i64; 2]], places: &[[i64; 2]], most: usize, squared: bool) -> i64 {
    let apart = |one: [i64; 2], two: [i64; 2]| {
        let (x, y) = ((one[0] - two[0]).abs(), (one[1] - two[1]).abs());
        if squared { x * x + y * y } else { x + y }
    };
    (1u32..1 << places.len())
        .filter(|taken| taken.count_ones() as usize <= most)
        .map(|taken| {
            let near = |&point: &[i64; 2]| {
                (0..places.len()).filter(|at| taken >> at & 1 == 1).map(|at| apart(point, places[at])).min().unwrap()
            };
            points.iter().map(near).max().unwrap()
        })
        .min()
        .unwrap()
}

fn center(name: &str, case: &str) -> String {
    let all: Vec<i64> = case.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let pairs = |all: &[i64]| all.chunks(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>();
    let plane = |square: i64| format!("{:.6}\n", (square as f64).sqrt());
    if name == "hdu2295" {
        let cities = all[0] as usize;
        let (points, places) = (pairs(&all[3..3 + 2 * cities]), pairs(&all[3 + 2 * cities..]));
        return plane(radius(&points, &places, all[2] as usize, true));
    }
    let points = pairs(&all[2..]);
    match name {
        "hdu3656" => plane(radius(&points, &points, all[1] as usize, true)),
        _ => format!("Case #1: {}\n", radius(&points, &points, all[1] as usize, false)),
    }
}

/// The fewest roles, over all choices of a model or none for each.
fn fighters(case: &str) -> usize {
    let mut all = numbers(case).into_iter();
    let roles = all.next().unwrap();
    let mut beats: Vec<Vec<Vec<(usize, usize)>>> = Vec::new();
    for _ in 0..roles {
        let models = all.next().unwrap();
        let mut models_beat = Vec::new();
        for _ in 0..models {
            let count = all.next().unwrap();
            models_beat.push((0..count).map(|_| (all.next().unwrap(), all.next().unwrap())).collect());
        }
        beats.push(models_beat);
    }
    let is_right = |choice: &[usize]| {
        (0..roles).filter(|&role| choice[role] == 0).all(|role| {
            (0..beats[role].len()).all(|model| {
                (0..roles).any(|other| choice[other] > 0 && beats[other][choice[other] - 1].contains(&(role, model)))
            })
        })
    };
    let mut best = roles;
    let mut choice = vec![0; roles];
    loop {
        if is_right(&choice) {
            best = best.min(choice.iter().filter(|&&model| model > 0).count());
        }
        let Some(at) = (0..roles).find(|&role| choice[role] < beats[role].len()) else { return best };
        choice[at] += 1;
        choice[..at].fill(0);
    }
}

#[test]
fn answers_are_those_of_brute_force() {
    for (name, most) in [
        ("hdu1426", 900),
        ("poj2676", 900),
        ("poj2918", 900),
        ("hdu2780", 900),
        ("hdu3663", 300),
        ("hdu2828", 700),
        ("uva387", 900),
        ("fzu1686", 400),
        ("hdu3498", 500),
        ("hdu4979", 300),
        ("hdu3529", 500),
        ("hdu3957", 300),
        ("hdu2295", 400),
        ("hdu3656", 400),
        ("hdu5046", 400),
    ] {
        let judge = judge(name);
        let tiny = judge.tiny();
        let count = u64::from(rounds(200, 1000));
        let mut seen = 0;
        for number in 0.. {
            // The largest cases are too large for brute force.
            let (flavour, case) = judge.case(&tiny, 9, number, most * count / 200);
            if matches!(flavour, Flavour::Largest | Flavour::Adversarial) {
                continue;
            }
            let output = output(judge, &case);
            let said = || output.trim_end().rsplit(' ').next().unwrap().parse::<usize>().unwrap();
            match name {
                "hdu1426" | "poj2676" => sudoku(&case, &output, None),
                "poj2918" => sudoku(&case, output.strip_prefix("Scenario #1:\n").unwrap(), None),
                "hdu2780" => sudoku(&case, &output, Some("Could not complete this grid.\n")),
                "hdu3663" => stations(&case, &output),
                "hdu2828" => lamps(&case, &output),
                "uva387" => square(&case, &output),
                "fzu1686" => assert_eq!(said(), monsters(&case), "{case}"),
                "hdu3498" => assert_eq!(said(), units(&case), "{case}"),
                "hdu4979" => assert_eq!(said(), subsets(&case), "{case}"),
                "hdu3957" => assert_eq!(said(), fighters(&case), "{case}"),
                "hdu2295" | "hdu3656" | "hdu5046" => assert_eq!(output, center(name, &case), "{case}"),
                _ => assert_eq!(said(), bombs(&case), "{case}"),
            }
            seen += 1;
            if seen == count {
                break;
            }
        }
    }
}

#[test]
fn samples_are_answered_as_the_statements_do() {
    for (name, case, right) in [
        ("hdu3663", "4 4 5\n1 2\n2 3\n3 4\n4 1\n1 5\n1 5\n1 5\n1 5\n", "No solution\n\n"),
        ("hdu2828", "2 2\n2 1 ON 2 ON\n1 1 OFF\n", "OFF ON\n"),
        ("hdu2828", "2 1\n1 1 ON\n1 1 OFF\n", "-1\n"),
        ("fzu1686", "4 4\n1 0 0 1\n0 1 1 0\n0 1 1 0\n1 0 0 1\n2 2\n", "4\n"),
        ("fzu1686", "4 4\n0 0 0 0\n0 1 1 0\n0 1 1 0\n0 0 0 0\n2 2\n", "1\n"),
        ("fzu1686", "1 1\n0\n1 1\n", "0\n"),
        ("hdu3529", "3 13\n*************\n*..##...##..*\n*************\n", "3\n"),
        ("hdu4979", "7 3 2\n", "Case #1: 7\n"),
        ("hdu3957", "2\n2\n1 1 0\n1 1 1\n2\n1 0 0\n1 0 1\n", "Case 1: 2\n"),
        (
            "hdu3957",
            "4\n2\n2 1 0 1 1\n1 2 0\n2\n2 3 0 0 1\n1 2 0\n2\n2 0 0 0 1\n1 1 0\n2\n2 2 0 2 1\n1 1 0\n",
            "Case 1: 2\n",
        ),
        ("hdu2295", "3 3 2\n3 4\n3 1\n5 4\n1 1\n2 2\n3 3\n", "2.236068\n"),
        ("hdu3656", "4 2\n1 1\n1 2\n2 3\n2 4\n", "1.000000\n"),
        ("hdu3656", "4 1\n1 1\n1 2\n2 3\n2 4\n", "2.236068\n"),
        ("hdu5046", "3 2\n0 0\n4 0\n5 1\n", "Case #1: 2\n"),
        ("hdu5046", "4 2\n0 3\n1 0\n3 0\n8 9\n", "Case #1: 4\n"),
        ("hdu5046", "2 1\n-1000000000 -1000000000\n1000000000 1000000000\n", "Case #1: 4000000000\n"),
        ("hdu4979", "8 5 4\n", "Case #1: 20\n"),
    ] {
        assert_eq!(output(judge(name), case), right, "{name}\n{case}");
    }
    // Blank lines between cases, and after them.
    let rows = "7 1 2 ? 6 ? 3 5 8\n? 6 5 2 ? 7 1 ? 4\n? ? 8 5 1 3 6 7 2\n9 2 4 ? 5 6 ? 3 7\n5 ? 6 ? ? ? 2 4 1\n\
                1 ? 3 7 2 ? 9 ? 5\n? ? 1 9 7 5 4 8 6\n6 ? 7 8 3 ? 5 1 9\n8 5 9 ? 4 ? ? 2 3\n";
    let judge = judge("hdu1426");
    let first = output(judge, rows);
    assert!(first.starts_with("7 1 2 4 6 9 3 5 8\n3 6 5 2 8 7 1 9 4\n"));
    let shape = judge.shape(rows).unwrap();
    let answer = judge.answer(&shape, &mut ()).unwrap();
    assert_eq!(judge.write(2, &shape, &answer), format!("\n{first}"));
}

#[test]
fn inputs_that_a_judge_would_not_send_are_refused_with_their_places() {
    let rows = "123456789\n".repeat(8);
    for (name, input, line, column, part) in [
        ("hdu1426", "7 1 2 ? 6 ? 3 5 x\n".to_string(), 1, 17, "`x` is not a cell"),
        ("hdu1426", "7 1 2 ? 6 ? 3 5\n".to_string(), 1, 17, "8 cells, 9 expected"),
        ("hdu1426", "7 1 2 ? 6 ? 3 5 8\n".to_string(), 2, 1, "ends in the middle"),
        ("poj2676", format!("1\n{rows}12345678\n"), 10, 9, "8 characters, 9 expected"),
        ("poj2676", format!("2\n{rows}123456789\n"), 11, 1, "2 cases are announced, 1 found"),
        ("poj2676", format!("1\n{rows}12345678.\n"), 10, 9, "`.`"),
        ("poj2918", format!("1\n{rows}123456789\n5\n"), 11, 1, "text after the end"),
        ("hdu2780", "x\n".to_string(), 1, 1, "`x` is not a whole number"),
        ("hdu3663", "2 1 3\n1 3\n1 1\n1 1\n".to_string(), 2, 3, "out of range"),
        ("hdu3663", "2 1 3\n1 2\n3 1\n1 1\n".to_string(), 3, 3, "day 1 is before day 3"),
        ("hdu3663", "2 1\n".to_string(), 1, 5, "2 numbers on this line, 3 expected"),
        ("hdu2828", "1 1\n1 1 MAYBE\n".to_string(), 2, 5, "ON or OFF"),
        ("hdu2828", "1 1\n2 1 ON\n".to_string(), 2, 8, "2 pairs announced, 1 found"),
        ("hdu2828", "1 1\n1 2 ON\n".to_string(), 2, 3, "out of range"),
        ("uva387", "1\n5 1\n".to_string(), 2, 1, "out of range"),
        ("uva387", "1\n1 2\n12\n0\n".to_string(), 3, 2, "`2`"),
        ("fzu1686", "1 2\n0 1\n2 1\n".to_string(), 3, 1, "out of range"),
        ("fzu1686", "1 2\n0 1 1\n1 1\n".to_string(), 2, 5, "3 cells, 2 expected"),
        ("hdu3498", "2 1\n1 x\n".to_string(), 2, 3, "not a whole number"),
        ("hdu4979", "1\n3 4 1\n".to_string(), 2, 3, "out of range"),
        ("hdu3529", "1 3\n*x*\n".to_string(), 2, 2, "`x`"),
        ("hdu3957", "1\n2\n1\n1 1 1\n1\n1 0 0\n".to_string(), 4, 5, "role 1 has only model 0"),
        ("hdu3957", "1\n1\n3\n".to_string(), 3, 1, "out of range"),
        ("hdu2295", "1\n1 1 1\n0 x\n0 0\n".to_string(), 3, 3, "`x` is not a whole number"),
        ("hdu3656", "1\n1 1\n3 4 5\n".to_string(), 3, 5, "3 numbers on this line"),
        ("hdu5046", "1\n1 1\n0 -1000000001\n".to_string(), 3, 3, "is not a whole number from"),
        ("hdu5046", "1\n2 1\n0 0\n".to_string(), 4, 1, "ends in the middle"),
        ("lottery", "1000 500 250\n".to_string(), 1, 1, "too large"),
        ("lottery", "4 5 3\n".to_string(), 1, 3, "out of range"),
        ("poj1084", "1\n2\n2 1 13\n".to_string(), 3, 5, "out of range"),
    ] {
        let error = judge(name).puzzles(&input).unwrap_err();
        assert_eq!((error.place.line, error.place.column), (line, column), "{name}: {error}\n{input}");
        assert!(error.to_string().contains(part), "{name}: {error}");
    }
}

#[test]
fn the_place_of_a_bad_case_lies_in_the_input() {
    let hex = "ABCDEFGHIJKLMNOP\n".repeat(16);
    let mut refused = 0;
    for (name, text) in [
        ("zoj3122", hex.as_str()),
        ("p1074", &"0 0 0 0 0 0 0 0 0\n".repeat(9)),
        ("hdu4069", "1\n144 16\n"),
        ("poj3740", "2 3\n1 0 1\n0 1 0\n1 1\n1\n"),
        ("nqueen", "6\n0 0 0 6 0 2\n1\n0\n"),
        ("match-girl", "3 2\n2 1 2\n1 3\n"),
        ("zoj3209", "2\n5 5 1\n0 0 5 5\n1 2 2\n0 0 1 1\n0 1 1 2\n"),
        ("dominoes", "3 20\n6 10\n"),
        ("lottery", "5 3 2\n"),
        ("poj1084", "2\n2\n0\n2\n2 1 12\n"),
    ] {
        let judge = judge(name);
        for text in damaged(text) {
            for error in judge.cases(&text).filter_map(Result::err) {
                // A missing word belongs behind a blank after the end of its line.
                let width = editor_lines(&text)[error.place.line - 1].chars().count();
                assert!(error.place.column <= width + 2, "{name}: {error}");
                is_in(&error.within(&text), &text, name);
                refused += 1;
            }
        }
    }
    assert!(refused > 500, "{refused}");
}

/// The puzzles of some lines, and the place and the message of the error.
fn read_nines(lines: &[&str]) -> (usize, Option<(usize, usize, String)>, bool) {
    let mut reader = NineLines::default();
    let mut puzzles = 0;
    for line in lines {
        match reader.next(line.as_bytes()) {
            Ok(nine) => puzzles += usize::from(nine.is_some()),
            Err(error) => return (puzzles, Some((error.place.line, error.place.column, error.message)), false),
        }
    }
    (puzzles, None, reader.warning().is_none())
}

#[test]
fn lines_are_puzzles_until_the_closing_word() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let spaced = format!(" \t{puzzle} \x0c");
    assert_eq!(read_nines(&[puzzle, &spaced, " end ", "", " "]), (2, None, true));
    assert_eq!(read_nines(&[puzzle, "", ""]), (1, None, false));
    for (lines, line, column, message) in [
        (vec![puzzle, "", puzzle], 2, 1, "this line is blank, 81 characters expected"),
        (vec![puzzle, "", "end"], 2, 1, "this line is blank, 81 characters expected"),
        (vec![puzzle, "end", "", " x"], 4, 2, "text after the end of the input, which is the line `end`"),
        (vec![puzzle, "5\u{e9}"], 2, 2, "unexpected `\u{e9}` (U+00E9)"),
        (vec![puzzle, &puzzle[1..]], 2, 81, "this line has 80 characters, 81 expected"),
        (vec![puzzle, "0"], 2, 1, "unexpected `0`"),
        (vec![puzzle, "5\0"], 2, 2, "a NUL byte (0x00) in the text"),
    ] {
        assert_eq!(read_nines(&lines), (1, Some((line, column, message.to_string())), false), "{lines:?}");
    }
    assert_eq!(NineLines::default().next(b"12\xff").unwrap_err().place.column, 3);
}

// --- Trials -------------------------------------------------------------------------------------

#[test]
fn a_case_is_cut_out_of_an_input() {
    for judge in JUDGES {
        let tiny = judge.tiny();
        let case = |number| judge.case(&tiny, 3, number, 60).1;
        let cases: Vec<String> = (0..judge.together.min(5) as u64).map(|k| case(k * 5)).collect();
        let input = judge.input(&cases.iter().map(String::as_str).collect::<Vec<_>>());
        for (at, case) in cases.iter().enumerate() {
            let cut = judge.cut(&input, at).unwrap_or_else(|| panic!("{} {at}:\n{input}", judge.name));
            assert_eq!(cut, judge.input(&[case]), "{}", judge.name);
        }
        assert_eq!(judge.cut(&input, cases.len()), None);
    }
}

#[test]
fn every_case_is_a_case_and_its_answer_is_right() {
    for judge in JUDGES.iter().filter(|judge| judge.name != "dominoes") {
        let tiny = judge.tiny();
        assert!(tiny.iter().all(|case| judge.shape(case).is_some()), "{}", judge.name);
        for number in tiny.len() as u64..tiny.len() as u64 + 48 {
            let (flavour, case) = judge.case(&tiny, 5, number, 200);
            let shape = judge.shape(&case).unwrap_or_else(|| panic!("{} {flavour:?}:\n{case}", judge.name));
            let answer = judge.answer(&shape, &mut ()).expect("nothing stops the search");
            let output = judge.write(1, &shape, &answer);
            assert_eq!(judge.fault(&[(&shape, &answer)], &output), None, "{}\n{case}\n{output}", judge.name);
            assert!(judge.fault(&[(&shape, &answer)], "").is_some());
            // What is taken out leaves a case.
            let parts = judge.parts(&case);
            for (from, to) in [(0, 1), (0, parts / 2), (parts.saturating_sub(1), parts)] {
                if let Some(smaller) = judge.without(&case, &answer, &(from..to)) {
                    assert!(judge.shape(&smaller).is_some(), "{}\n{case}\n{smaller}", judge.name);
                }
            }
        }
    }
}
