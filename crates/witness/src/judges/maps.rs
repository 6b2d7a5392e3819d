//! ZOJ 3209: treasure maps, covered by the fewest pieces, as the form `map` reads them.

use super::answers::fewest;
use super::outcome::number_is_wrong;
use super::{Flavour, Judge, JudgeMethod, counted, line, numbers, one_line, shapes, sized};
use dancing::Goal;
use fastrand::Rng;
use quadrille_puzzle::tiling::{self, map};

pub(super) const ZOJ3209: Judge = Judge {
    name: "zoj3209",
    page: None,
    help: "ZOJ 3209 Treasure Map: T; `n m p`; p rectangles; the fewest pieces, or -1",
    kind: &tiling::KIND,
    form: &map::MAP,
    goal: Goal::Best,
    method: JudgeMethod::Search,
    read: |text| shapes(map::maps(text)),
    input: counted,
    write: |_, _, answer| fewest(answer),
    lines: one_line,
    wrong: |wanted, lines| number_is_wrong(wanted, lines, "the map cannot be covered", "pieces"),
    together: 20,
    most: u64::MAX,
    tiny: || {
        let pieces = [[0, 0, 1, 1], [1, 0, 2, 1], [0, 0, 2, 1]];
        let set = |bits: usize| (0..3).filter(|k| bits >> k & 1 == 1).map(|k| pieces[k]).collect::<Vec<_>>();
        (1..8).map(|bits| write(2, 1, &set(bits))).collect()
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
        write(width, height, &pieces)
    },
    parts: |case| numbers(case)[..3].iter().sum(),
    without: |case, _, gone| {
        let all = numbers(case);
        let (width, height, count) = (all[0], all[1], all[2]);
        // A column or a row of cells is taken out of the map.
        let x: Vec<usize> = (0..=width).map(|x| (0..x).filter(|&k| !gone.contains(&(count + k))).count()).collect();
        let y: Vec<usize> =
            (0..=height).map(|y| (0..y).filter(|&k| !gone.contains(&(count + width + k))).count()).collect();
        let pieces = (0..count).zip(all[3..].chunks_exact(4)).filter(|(k, _)| !gone.contains(k));
        let pieces = pieces.map(|(_, piece)| [x[piece[0]], y[piece[1]], x[piece[2]], y[piece[3]]]);
        let pieces: Vec<[usize; 4]> = pieces.filter(|[a, b, c, d]| a < c && b < d).collect();
        (x[width] > 0 && y[height] > 0).then(|| write(x[width], y[height], &pieces))
    },
};

fn write(width: usize, height: usize, pieces: &[[usize; 4]]) -> String {
    line([width, height, pieces.len()]) + &pieces.iter().map(line).collect::<String>()
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
