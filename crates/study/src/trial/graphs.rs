//! Trials with graphs: power stations, and units that are hit with their neighbours.

use super::{CheckedCase, Flavour, Trial, line, numbers, one_line, sized};
use crate::count::plural;
use fastrand::Rng;
use quadrille_puzzle::{Answer, Solution};

/// Edges of a graph; nodes are counted from 1.
type Edges = Vec<[usize; 2]>;

/// Some random edges, all different, and none from a node to itself.
fn edges(rng: &mut Rng, nodes: usize, count: usize) -> Edges {
    let mut all: Edges = (1..=nodes).flat_map(|a| (a + 1..=nodes).map(move |b| [a, b])).collect();
    rng.shuffle(&mut all);
    all.truncate(count);
    all
}

/// The edges without some of them, counted from `first`, and without some nodes.
fn kept(nodes: usize, edges: &[usize], gone: impl Fn(usize) -> bool) -> (Vec<usize>, Edges) {
    let left: Vec<usize> = (1..=nodes).filter(|node| !gone(node - 1)).collect();
    let number = |node: usize| left.binary_search(&node).ok().map(|at| at + 1);
    let pairs = edges.chunks_exact(2).enumerate().filter(|(at, _)| !gone(nodes + at));
    let kept = pairs.filter_map(|(_, pair)| Some([number(pair[0])?, number(pair[1])?])).collect();
    (left, kept)
}

pub(super) const HDU3663: Trial = Trial {
    judge: "hdu3663",
    together: 10,
    most: u64::MAX,
    tiny: || {
        let ranges = [[1, 1], [1, 2], [2, 2]];
        let two = ranges.iter().flat_map(|one| ranges.iter().map(|other| [*one, *other]));
        two.map(|ranges| stations(2, &[[1, 2]], &ranges)).collect()
    },
    make: |rng, flavour, size| {
        let most = if flavour == Flavour::Largest { 12 } else { sized(rng, size, 2, 10) };
        let days = if flavour == Flavour::Edge { 1 } else { rng.usize(1..=5) };
        // Stars, so that each centre alone powers its towns; then a few cables more.
        let centres = 1 + rng.usize(..most.div_ceil(3));
        let mut cables: Edges = (centres + 1..=most).map(|town| [1 + rng.usize(..centres), town]).collect();
        if rng.bool() {
            cables.extend(edges(rng, most, 1 + most / 4));
        }
        if cables.is_empty() {
            cables.push([1, most]);
        }
        rng.shuffle(&mut cables);
        cables.truncate(150);
        let ranges: Vec<[usize; 2]> = (0..most)
            .map(|town| match town < centres && rng.usize(..4) > 0 {
                true => [1, days],
                false => {
                    let first = rng.usize(1..=days);
                    [first, rng.usize(first..=days)]
                }
            })
            .collect();
        stations(days, &cables, &ranges)
    },
    parts: |case| {
        let all = numbers(case);
        all[0] + all[1]
    },
    without: |case, _, from, to| {
        let all = numbers(case);
        let (towns, count, days) = (all[0], all[1], all[2]);
        let (edges, ranges) = all[3..].split_at(2 * count);
        let (left, mut cables) = kept(towns, edges, |at| (from..to).contains(&at));
        // There is at least one cable.
        if cables.is_empty() && !left.is_empty() {
            cables.push([1, 1]);
        }
        let ranges: Vec<[usize; 2]> =
            left.iter().map(|town| [ranges[2 * (town - 1)], ranges[2 * (town - 1) + 1]]).collect();
        (!left.is_empty()).then(|| stations(days, &cables, &ranges))
    },
    input: |cases| cases.concat(),
    lines: |first, shape| {
        let towns = shape.listing().map_or(1, |listing| listing.items.len() - listing.primary);
        if first.starts_with("No") { 1 } else { towns }
    },
    wrong: |wanted, lines| {
        let listing = wanted.shape.listing()?;
        let towns = listing.items.len() - listing.primary;
        let days = listing.primary / towns;
        let said = lines.first().copied().unwrap_or("nothing");
        match wanted.answer {
            Answer::Solved(_) if said.starts_with("No") => {
                return Some("there is a schedule; it says that there is none".to_string());
            }
            Answer::Solved(_) => {}
            _ => return (said != "No solution").then(|| format!("there is no schedule; it says `{said}`")),
        }
        if lines.len() != towns {
            return Some(format!("it prints {}, {towns} expected", plural(lines.len(), "line")));
        }
        let mut powered = vec![0; listing.primary];
        for (station, line) in lines.iter().enumerate() {
            let own = numbers(line);
            let [from, to] = own[..] else { return Some(format!("line {} is not two days", station + 1)) };
            if (from, to) == (0, 0) {
                continue;
            }
            let name = format!("station {}, days {from}-{to}", station + 1);
            let option = listing.options.iter().find(|option| option.name == Some(&name));
            let Some(option) = option else {
                return Some(format!("station {} may not run on days {from} to {to}", station + 1));
            };
            option
                .items
                .iter()
                .filter(|item| (**item as usize) < listing.primary)
                .for_each(|&at| powered[at as usize] += 1);
        }
        let at = powered.iter().position(|&times| times != 1)?;
        let (town, day) = (at / days + 1, at % days + 1);
        Some(format!("town {town} is powered by {} on day {day}", plural(powered[at], "station")))
    },
};

fn stations(days: usize, cables: &[[usize; 2]], ranges: &[[usize; 2]]) -> String {
    let head = line([ranges.len(), cables.len(), days]);
    head + &cables.iter().map(line).collect::<String>() + &ranges.iter().map(line).collect::<String>()
}

pub(super) const HDU3498: Trial = Trial {
    judge: "hdu3498",
    together: 10,
    most: u64::MAX,
    tiny: || {
        let pairs = [[1, 2], [1, 3], [2, 3]];
        let some = |bits: usize| (0..3).filter(|k| bits >> k & 1 == 1).map(|k| pairs[k]).collect::<Edges>();
        (0..8).map(|bits| units(3, &some(bits))).collect()
    },
    make: |rng, flavour, size| {
        let nodes = match flavour {
            Flavour::Largest => 55,
            Flavour::Edge => 1,
            _ => sized(rng, size, 2, 40),
        };
        // A unit has few neighbours.
        let mut degrees = vec![0; nodes + 1];
        let mut pairs = edges(rng, nodes, nodes * nodes);
        pairs.retain(|&[a, b]| {
            let fits = degrees[a] < 4 && degrees[b] < 4;
            degrees[a] += usize::from(fits);
            degrees[b] += usize::from(fits);
            fits
        });
        let share = rng.usize(1..=8);
        pairs.truncate(pairs.len() * share / 8);
        units(nodes, &pairs)
    },
    parts: |case| {
        let all = numbers(case);
        all[0] + all[1]
    },
    without: |case, _, from, to| {
        let all = numbers(case);
        let (left, pairs) = kept(all[0], &all[2..], |at| (from..to).contains(&at));
        (!left.is_empty()).then(|| units(left.len(), &pairs))
    },
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "hits"),
};

fn units(nodes: usize, pairs: &[[usize; 2]]) -> String {
    line([nodes, pairs.len()]) + &pairs.iter().map(line).collect::<String>()
}

/// By role and model, the roles and models that it beats.
type Roles = Vec<Vec<Vec<[usize; 2]>>>;

pub(super) const HDU3957: Trial = Trial {
    judge: "hdu3957",
    together: 5,
    most: u64::MAX,
    tiny: || {
        let beats: [Vec<[usize; 2]>; 2] = [vec![[1, 0]], vec![[0, 0]]];
        (0..4).map(|bits: usize| roles(&vec![vec![beats[bits & 1].clone()], vec![beats[bits >> 1].clone()]])).collect()
    },
    make: |rng, flavour, size| {
        let count = match flavour {
            Flavour::Largest => 14,
            Flavour::Edge => 1,
            _ => sized(rng, size, 2, 10),
        };
        let models: Vec<usize> = (0..count).map(|_| rng.usize(1..=2)).collect();
        let beaten = |rng: &mut Rng| {
            let mut beaten: Vec<[usize; 2]> = (0..rng.usize(1..=5))
                .map(|_| {
                    let role = rng.usize(..count);
                    [role, rng.usize(..models[role])]
                })
                .collect();
            beaten.sort_unstable();
            beaten.dedup();
            beaten
        };
        roles(&models.iter().map(|&models| (0..models).map(|_| beaten(rng)).collect()).collect())
    },
    parts: |case| roles_of(case).iter().flatten().map(Vec::len).sum(),
    without: |case, _, from, to| {
        let mut all = roles_of(case);
        let mut at = 0;
        for beaten in all.iter_mut().flatten() {
            let own = beaten.len();
            let left = (at..).zip(std::mem::take(beaten)).filter(|(at, _)| !(from..to).contains(at));
            *beaten = left.map(|(_, pair)| pair).collect();
            at += own;
        }
        Some(roles(&all))
    },
    input: super::counted,
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "roles"),
};

fn roles(all: &Roles) -> String {
    let model = |beaten: &Vec<[usize; 2]>| line([beaten.len()].into_iter().chain(beaten.iter().flatten().copied()));
    let role = |own: &Vec<Vec<[usize; 2]>>| line([own.len()]) + &own.iter().map(model).collect::<String>();
    line([all.len()]) + &all.iter().map(role).collect::<String>()
}

fn roles_of(case: &str) -> Roles {
    let mut all = numbers(case).into_iter().skip(1);
    let mut roles = Vec::new();
    while let Some(models) = all.next() {
        let model = |_| {
            let count = all.next().unwrap_or(0);
            let pairs: Vec<usize> = all.by_ref().take(2 * count).collect();
            pairs.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
        };
        roles.push((0..models).map(model).collect());
    }
    roles
}

/// The rule that a least number breaks.
pub(super) fn fewest_is_wrong(wanted: &CheckedCase, lines: &[&str], what: &str) -> Option<String> {
    let Answer::Solved(Solution::Options(options)) = wanted.answer else { return super::same(wanted, lines) };
    let said = lines.first().copied().unwrap_or("nothing");
    let number = said.rsplit(' ').next().and_then(|word| word.parse::<usize>().ok());
    match number {
        Some(number) if number == options.len() => super::same(wanted, lines),
        _ => Some(format!("the fewest {what}: {}; it says `{said}`", options.len())),
    }
}
