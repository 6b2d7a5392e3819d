//! Trials with exact and repeated covers.

use super::misled::{MisledEnd, misled};
use super::{CheckedCase, Flavour, Trial, counted, line, numbers, one_line, same, sized};
use crate::broken::Mistake;
use crate::count::plural;
use crate::judging::judged;
use fastrand::Rng;
use quadrille_puzzle::{Answer, Solution, encode};

pub(super) const POJ3740: Trial = Trial {
    judge: "poj3740",
    together: 30,
    most: u64::MAX,
    tiny: || {
        let sizes = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)];
        let cells = |&(m, n): &(usize, usize)| (0..1usize << (m * n)).map(move |bits| (m, n, bits));
        sizes.iter().flat_map(cells).map(|(m, n, bits)| matrix(m, n, |r, c| bits >> (r * n + c) & 1 == 1)).collect()
    },
    make: |rng, flavour, size| {
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
        matrix(m, n, |r, c| rows[r][c])
    },
    parts: |case| {
        let head = numbers(case);
        head[0] + head[1] + head[2..].iter().sum::<usize>()
    },
    without: |case, _, from, to| {
        let all = numbers(case);
        let (m, n, bits) = (all[0], all[1], &all[2..]);
        let gone = |at: usize| (from..to).contains(&at);
        let rows: Vec<usize> = (0..m).filter(|&r| !gone(r)).collect();
        let columns: Vec<usize> = (0..n).filter(|&c| !gone(m + c)).collect();
        let ones: Vec<usize> = (0..m * n).filter(|&at| bits[at] == 1).collect();
        let is_one = |at: usize| ones.binary_search(&at).is_ok_and(|k| !gone(m + n + k));
        let fits = !rows.is_empty() && !columns.is_empty();
        fits.then(|| matrix(rows.len(), columns.len(), |r, c| is_one(rows[r] * n + columns[c])))
    },
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| {
        let said = lines.first().copied().unwrap_or("nothing");
        let right = wanted.lines.first().map_or("", String::as_str);
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
    },
};

fn matrix(m: usize, n: usize, is_one: impl Fn(usize, usize) -> bool) -> String {
    let row = |r: usize| line((0..n).map(|c| u8::from(is_one(r, c))));
    format!("{m} {n}\n{}", (0..m).map(row).collect::<String>())
}

pub(super) const NQUEEN: Trial = Trial {
    judge: "nqueen",
    together: 20,
    most: u64::MAX,
    tiny: || {
        let empty = |n: usize| format!("{n}\n{}", line(vec![0; n]));
        [1, 4, 5, 6].into_iter().map(empty).collect()
    },
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
        format!("{n}\n{}", line(files))
    },
    parts: |case| numbers(case)[1..].iter().filter(|&&file| file == 0).count(),
    without: |case, answer, from, to| {
        let Answer::Solved(_) = answer else { return None };
        let mut all = numbers(case);
        let n = all[0];
        let placed = numbers(&NQUEEN.output(1, &NQUEEN.shape(case)?, answer));
        let open: Vec<usize> = (0..n).filter(|&rank| all[1 + rank] == 0).collect();
        open[from..to.min(open.len())].iter().for_each(|&rank| all[1 + rank] = placed[rank]);
        Some(format!("{n}\n{}", line(&all[1..])))
    },
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| {
        let Answer::Solved(_) = wanted.answer else { return same(wanted, lines) };
        let said = lines.first().unwrap_or(&"");
        let n = wanted.lines.first().map_or(0, |right| numbers(right).len());
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
    },
};

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

pub(super) const MATCH_GIRL: Trial = Trial {
    judge: "match-girl",
    together: 1,
    most: u64::MAX,
    tiny: || {
        let meals = |n: usize| (1..1usize << n).map(move |bits| (0..n).filter(move |k| bits >> k & 1 == 1).collect());
        let mut cases = Vec::new();
        for n in 1..=2 {
            let meals: Vec<Vec<usize>> = meals(n).collect();
            for one in &meals {
                cases.push(menu(n, std::slice::from_ref(one)));
                cases.extend(meals.iter().map(|other| menu(n, &[one.clone(), other.clone()])));
            }
        }
        cases.sort_by_key(String::len);
        cases
    },
    make: |rng, flavour, size| {
        let (n, m) = match flavour {
            Flavour::Largest => (40, 60),
            Flavour::Edge => (sized(rng, size, 1, 20), 1),
            _ => (sized(rng, size, 2, 20), sized(rng, size, 2, 25)),
        };
        // Two covers are hidden, one of them with more meals.
        let mut meals = Vec::new();
        for parts in [1 + rng.usize(..3), 2 + rng.usize(..5)] {
            let owner: Vec<usize> = (0..n).map(|_| rng.usize(..parts)).collect();
            meals.extend((0..parts).map(|of| (0..n).filter(|&food| owner[food] == of).collect::<Vec<_>>()));
        }
        meals.retain(|meal| !meal.is_empty());
        while meals.len() < m {
            let meal: Vec<usize> = (0..n).filter(|_| rng.usize(..n) < 3).collect();
            meals.extend(Some(meal).filter(|meal| !meal.is_empty()));
            if meals.len() < m && rng.usize(..20) == 0 {
                break;
            }
        }
        rng.shuffle(&mut meals);
        if flavour == Flavour::Edge {
            meals.truncate(1);
        }
        menu(n, &meals)
    },
    parts: |case| {
        let head = numbers(case);
        head[0] + head[1]
    },
    without: |case, _, from, to| {
        let all = numbers(case);
        let (n, m) = (all[0], all[1]);
        let gone = |at: usize| (from..to).contains(&at);
        let foods: Vec<usize> = (0..n).filter(|&food| !gone(m + food)).collect();
        let (mut meals, mut at) = (Vec::new(), 2);
        for meal in 0..m {
            let count = all[at];
            let kept = all[at + 1..at + 1 + count].iter().filter_map(|&food| foods.binary_search(&(food - 1)).ok());
            let kept: Vec<usize> = kept.collect();
            at += 1 + count;
            if !gone(meal) && !kept.is_empty() {
                meals.push(kept);
            }
        }
        (!foods.is_empty()).then(|| menu(foods.len(), &meals))
    },
    input: |cases| cases.concat(),
    lines: |first, _| if first.starts_with("Yes") { 2 } else { 1 },
    wrong: |wanted, lines| {
        let Answer::Solved(Solution::Options(right)) = wanted.answer else {
            let said = lines.first().copied().unwrap_or("nothing");
            return (said != "No").then(|| format!("no set of meals has each food once; it says `{said}`"));
        };
        let listing = wanted.shape.listing()?;
        if lines.first() != Some(&"Yes") {
            return Some("there is a set of meals with each food once; it says that there is none".to_string());
        }
        let meals = numbers(lines.get(1).unwrap_or(&""));
        let mut times = vec![0; listing.items.len()];
        for &meal in &meals {
            let Some(option) = meal.checked_sub(1).and_then(|at| listing.options.get(at)) else {
                return Some(format!("there is no meal {meal}"));
            };
            option.items.iter().for_each(|&food| times[food as usize] += 1);
        }
        if let Some(food) = times.iter().position(|&times| times != 1) {
            return Some(format!("food {} is in {} of its meals", food + 1, times[food]));
        }
        (meals.len() > right.len()).then(|| format!("{} meals are enough; it takes {}", right.len(), meals.len()))
    },
};

fn menu(foods: usize, meals: &[Vec<usize>]) -> String {
    let meal = |meal: &Vec<usize>| line([meal.len()].into_iter().chain(meal.iter().map(|food| food + 1)));
    format!("{foods} {}\n{}", meals.len(), meals.iter().map(meal).collect::<String>())
}

pub(super) const ZOJ3209: Trial = Trial {
    judge: "zoj3209",
    together: 20,
    most: u64::MAX,
    tiny: || {
        let pieces = [[0, 0, 1, 1], [1, 0, 2, 1], [0, 0, 2, 1]];
        let set = |bits: usize| (0..3).filter(|k| bits >> k & 1 == 1).map(|k| pieces[k]).collect::<Vec<_>>();
        (1..8).map(|bits| map(2, 1, &set(bits))).collect()
    },
    make: |rng, flavour, size| {
        let (width, height) = match flavour {
            Flavour::Largest => (30, 30),
            _ => (sized(rng, size, 1, 12), sized(rng, size, 1, 12)),
        };
        // The map is cut at random, twice, so there may be a cover with fewer pieces.
        let mut pieces = Vec::new();
        for _ in 0..2 {
            cut(rng, [0, 0, width, height], 1 + (size * 5.0) as u32, &mut pieces);
        }
        let extra = if flavour == Flavour::Largest { 60 } else { sized(rng, size, 0, 20) };
        for _ in 0..extra {
            let (x, y) = (rng.usize(..width), rng.usize(..height));
            pieces.push([x, y, rng.usize(x + 1..=width), rng.usize(y + 1..=height)]);
        }
        rng.shuffle(&mut pieces);
        match flavour {
            Flavour::Edge => pieces.truncate(1),
            Flavour::Random if rng.usize(..4) == 0 => drop(pieces.pop()),
            // Pieces of one cell come first, so that a search in the order of the cells is long.
            Flavour::Adversarial => pieces.sort_by_key(|[a, b, c, d]| (c - a) * (d - b)),
            _ => {}
        }
        map(width, height, &pieces)
    },
    parts: |case| numbers(case)[2] + numbers(case)[0] + numbers(case)[1],
    without: |case, _, from, to| {
        let all = numbers(case);
        let (width, height, count) = (all[0], all[1], all[2]);
        let gone = |at: usize| (from..to).contains(&at);
        // A column or a row of cells is taken out of the map.
        let x: Vec<usize> = (0..=width).map(|x| (0..x).filter(|&k| !gone(count + k)).count()).collect();
        let y: Vec<usize> = (0..=height).map(|y| (0..y).filter(|&k| !gone(count + width + k)).count()).collect();
        let piece = |k: usize| {
            let at = 3 + 4 * k;
            [x[all[at]], y[all[at + 1]], x[all[at + 2]], y[all[at + 3]]]
        };
        let pieces: Vec<[usize; 4]> =
            (0..count).filter(|&k| !gone(k)).map(piece).filter(|[a, b, c, d]| a < c && b < d).collect();
        (x[width] > 0 && y[height] > 0).then(|| map(x[width], y[height], &pieces))
    },
    input: counted,
    lines: one_line,
    wrong: |wanted, lines| number_is_wrong(wanted, lines, "the map cannot be covered", "pieces"),
};

fn map(width: usize, height: usize, pieces: &[[usize; 4]]) -> String {
    format!("{width} {height} {}\n{}", pieces.len(), pieces.iter().map(line).collect::<String>())
}

/// Cuts a rectangle at random.
fn cut(rng: &mut Rng, [a, b, c, d]: [usize; 4], depth: u32, pieces: &mut Vec<[usize; 4]>) {
    let (wide, high) = (c - a > 1, d - b > 1);
    if depth == 0 || !wide && !high || rng.usize(..4) == 0 {
        return pieces.push([a, b, c, d]);
    }
    if wide && (!high || rng.bool()) {
        let x = rng.usize(a + 1..c);
        cut(rng, [a, b, x, d], depth - 1, pieces);
        cut(rng, [x, b, c, d], depth - 1, pieces);
    } else {
        let y = rng.usize(b + 1..d);
        cut(rng, [a, b, c, y], depth - 1, pieces);
        cut(rng, [a, y, c, d], depth - 1, pieces);
    }
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
        matrix(m, n, |r, c| rows[r][c])
    };
    let is_misled = |case: &String| {
        let Some(shape) = POJ3740.shape(case) else { return false };
        let said = misled(&encode(&shape).problem, mistake, STEPS);
        let right = judged(POJ3740.of(), &shape, &mut ());
        said.zip(right)
            .is_some_and(|(said, right)| matches!(said, MisledEnd::Found(_)) == matches!(right, Answer::None))
    };
    (1..DRAWN).map(|_| draw()).find(is_misled).unwrap_or_else(draw)
}

/// The rule that a number breaks; `none` says in words what -1 means.
fn number_is_wrong(wanted: &CheckedCase, lines: &[&str], none: &str, what: &str) -> Option<String> {
    let said = lines.first().copied().unwrap_or("nothing");
    let right = wanted.lines.first().map_or("", String::as_str);
    if said == right {
        return None;
    }
    Some(match wanted.answer {
        Answer::Solved(_) => format!("the fewest {what}: {right}; it says `{said}`"),
        _ => format!("{none}; it says `{said}`"),
    })
}

pub(super) const DOMINOES: Trial = Trial {
    judge: "dominoes",
    together: 4,
    // There are twelve boards, and a count takes long.
    most: 12,
    tiny: || {
        let boards =
            [[1, 60], [60, 1], [2, 30], [30, 2], [3, 20], [20, 3], [4, 15], [15, 4], [5, 12], [12, 5], [6, 10]];
        boards.map(line).into()
    },
    make: |_, _, _| line([10, 6]),
    parts: |_| 0,
    without: |_, _, _, _| None,
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| {
        let said = lines.first().copied().unwrap_or("nothing");
        let right = wanted.lines.first().map_or("", String::as_str);
        (said != right)
            .then(|| format!("there are {right} ways, turned and mirrored ones counted once; it says `{said}`"))
    },
};

pub(super) const LOTTERY: Trial = Trial {
    judge: "lottery",
    together: 1,
    most: u64::MAX,
    tiny: || {
        let all = (1..=6).flat_map(|m| (1..=m).flat_map(move |n| (1..=n).map(move |w| (m, n, w))));
        all.map(|(m, n, w)| line([m, n, w])).collect()
    },
    make: |rng, flavour, size| {
        let m = if flavour == Flavour::Largest { 8 } else { sized(rng, size, 1, 8) };
        let n = rng.usize(1..=m);
        line([m, n, rng.usize(1..=n.min(3))])
    },
    parts: |_| 3,
    without: |case, _, from, to| {
        let mut all = numbers(case);
        all[from..to.min(3)].iter_mut().for_each(|number| *number = number.saturating_sub(1));
        (all[0] >= all[1] && all[1] >= all[2] && all[2] > 0).then(|| line(all))
    },
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| number_is_wrong(wanted, lines, "10 tickets or more are needed", "tickets"),
};

pub(super) const POJ1084: Trial = Trial {
    judge: "poj1084",
    together: 10,
    most: u64::MAX,
    tiny: || (0..16usize).map(|bits| lattice(1, (0..4).filter(|k| bits >> k & 1 == 1).map(|k| k + 1))).collect(),
    make: |rng, flavour, size| {
        let side = match flavour {
            Flavour::Largest => 4,
            Flavour::Edge => 1,
            _ => sized(rng, size, 1, 3),
        };
        let all = 2 * side * (side + 1);
        let share = if flavour == Flavour::Largest { 3 } else { 2 + rng.usize(..6) };
        lattice(side, (1..=all).filter(|_| rng.usize(..share) == 0))
    },
    parts: |case| {
        let side = numbers(case)[0];
        2 * side * (side + 1) + 1
    },
    without: |case, _, from, to| {
        let all = numbers(case);
        let side = all[0];
        let matches = 2 * side * (side + 1);
        if from == matches {
            return (side > 1).then(|| lattice(side - 1, []));
        }
        // More missing matches leave fewer squares.
        let missing = (1..=matches).filter(|number| all[2..].contains(number) || (from + 1..=to).contains(number));
        Some(lattice(side, missing))
    },
    input: counted,
    lines: one_line,
    wrong: |wanted, lines| number_is_wrong(wanted, lines, "no match is to be taken away", "matches"),
};

fn lattice(side: usize, missing: impl IntoIterator<Item = usize>) -> String {
    let missing: Vec<usize> = missing.into_iter().collect();
    format!("{side}\n{}", line([missing.len()].into_iter().chain(missing)))
}
