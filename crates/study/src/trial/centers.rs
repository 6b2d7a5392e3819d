//! Trials of judges that ask for a least radius.

use super::{CheckedCase, Flavour, Trial, counted, line, numbers, one_line, sized};
use fastrand::Rng;

/// Points and places; a case has places of its own, or its points are the places.
struct Case {
    most: usize,
    points: Vec<[i64; 2]>,
    places: Vec<[i64; 2]>,
}

fn random(rng: &mut Rng, count: usize, low: i64, high: i64, crowded: bool) -> Vec<[i64; 2]> {
    // Few coordinates make many distances equal, and some points the same.
    let high = if crowded { low + 4.min(high - low) } else { high };
    (0..count).map(|_| [rng.i64(low..=high), rng.i64(low..=high)]).collect()
}

fn made(rng: &mut Rng, flavour: Flavour, size: f64, (most, low, high): (usize, i64, i64), apart: bool) -> Case {
    let count = match flavour {
        Flavour::Largest => 30,
        Flavour::Edge => 1,
        _ => sized(rng, size, 1, 20.min(most)),
    };
    let crowded = rng.bool();
    let points = random(rng, count, low, high, crowded);
    let places = if apart { sized(rng, size, 1, 20) } else { 0 };
    let places = random(rng, places, low, high, crowded);
    let all = if apart { places.len() } else { points.len() };
    Case { most: rng.usize(1..=all), points, places }
}

fn rows(points: &[[i64; 2]]) -> String {
    points.iter().map(line).collect()
}

/// The numbers of a case, which may be negative.
fn signed(case: &str) -> Vec<i64> {
    case.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// The points of some numbers, without those that are gone; `first` is the number of the first one.
fn left(all: &[i64], first: usize, gone: &dyn Fn(usize) -> bool) -> Vec<[i64; 2]> {
    let points = all.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
    (first..).zip(points).filter(|(at, _)| !gone(*at)).map(|(_, point)| point).collect()
}

fn radius_is_wrong(wanted: &CheckedCase, lines: &[&str]) -> Option<String> {
    let said = lines.first().copied().unwrap_or("nothing");
    let right = wanted.lines.first().map_or("", String::as_str);
    (said != right).then(|| format!("the least radius is `{right}`; it says `{said}`"))
}

fn apart(case: &Case) -> String {
    line([case.points.len(), case.places.len(), case.most]) + &rows(&case.points) + &rows(&case.places)
}

fn together(case: &Case) -> String {
    line([case.points.len(), case.most]) + &rows(&case.points)
}

/// A case whose points are its places, with fewer of them.
fn fewer(case: &str, from: usize, to: usize) -> Option<String> {
    let all = signed(case);
    let points = left(&all[2..], 0, &|at| (from..to).contains(&at));
    (!points.is_empty())
        .then(|| together(&Case { most: (all[1] as usize).min(points.len()), points, places: Vec::new() }))
}

pub(super) const HDU2295: Trial = Trial {
    judge: "hdu2295",
    together: 10,
    most: u64::MAX,
    tiny: || {
        let places = [[0, 0], [1, 0], [0, 1]];
        let cases = places.iter().flat_map(|&point| places.iter().map(move |&place| (vec![point], vec![place])));
        cases.map(|(points, places)| apart(&Case { most: 1, points, places })).collect()
    },
    make: |rng, flavour, size| apart(&made(rng, flavour, size, (50, 0, 1000), true)),
    parts: |case| {
        let all = numbers(case);
        all[0] + all[1]
    },
    without: |case, _, from, to| {
        let all = signed(case);
        let (cities, most) = (all[0] as usize, all[2] as usize);
        let gone = |at: usize| (from..to).contains(&at);
        let points = left(&all[3..3 + 2 * cities], 0, &gone);
        let places = left(&all[3 + 2 * cities..], cities, &gone);
        let most = most.min(places.len());
        (!points.is_empty() && !places.is_empty()).then(|| apart(&Case { most, points, places }))
    },
    input: counted,
    lines: one_line,
    wrong: radius_is_wrong,
};

/// Cases of two points, one of them the origin.
fn pairs_with(others: [[i64; 2]; 3]) -> Vec<String> {
    others.map(|other| together(&Case { most: 1, points: vec![[0, 0], other], places: Vec::new() })).into()
}

pub(super) const HDU3656: Trial = Trial {
    judge: "hdu3656",
    together: 10,
    most: u64::MAX,
    tiny: || pairs_with([[0, 0], [1, 0], [3, 4]]),
    make: |rng, flavour, size| together(&made(rng, flavour, size, (50, 0, 10_000), false)),
    parts: |case| numbers(case)[0],
    without: |case, _, from, to| fewer(case, from, to),
    input: counted,
    lines: one_line,
    wrong: radius_is_wrong,
};

pub(super) const HDU5046: Trial = Trial {
    judge: "hdu5046",
    tiny: || pairs_with([[0, 0], [-1, 0], [3, 4]]),
    make: |rng, flavour, size| together(&made(rng, flavour, size, (60, -1_000_000_000, 1_000_000_000), false)),
    ..HDU3656
};
