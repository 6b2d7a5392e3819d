//! Trials with boards: attacks on monsters, bombs, pieces in a square, lamps and their switches.

use super::graphs::fewest_is_wrong;
use super::{Flavour, Trial, counted, line, numbers, one_line, sized};
use fastrand::Rng;
use quadrille_puzzle::{Answer, OptionView};

pub(super) const FZU1686: Trial = Trial {
    judge: "fzu1686",
    together: 10,
    most: u64::MAX,
    tiny: || {
        let boards =
            (0..16usize).map(|bits| (0..2).map(|r| (0..2).map(|c| bits >> (2 * r + c) & 1).collect()).collect());
        boards
            .flat_map(|board: Vec<Vec<usize>>| [[1, 1], [1, 2], [2, 1], [2, 2]].map(|size| monsters(&board, size)))
            .collect()
    },
    make: |rng, flavour, size| {
        let (rows, columns) = match flavour {
            Flavour::Largest => (15, 15),
            _ => (sized(rng, size, 1, 10), sized(rng, size, 1, 10)),
        };
        let density = rng.usize(1..5);
        let mut board: Vec<Vec<usize>> =
            (0..rows).map(|_| (0..columns).map(|_| usize::from(rng.usize(..6) < density)).collect()).collect();
        if flavour == Flavour::Edge {
            let fill = rng.usize(..2);
            board.iter_mut().for_each(|row| row.fill(fill));
        }
        let attack = [rng.usize(1..=rows.min(4)), rng.usize(1..=columns.min(4))];
        monsters(&board, attack)
    },
    parts: |case| {
        let all = numbers(case);
        let (rows, columns) = (all[0], all[1]);
        rows + columns + all[2..2 + rows * columns].iter().sum::<usize>()
    },
    without: |case, _, from, to| {
        let all = numbers(case);
        let (rows, columns) = (all[0], all[1]);
        let gone = |at: usize| (from..to).contains(&at);
        let cells = &all[2..2 + rows * columns];
        let attack = [all[2 + rows * columns], all[3 + rows * columns]];
        let ones: Vec<usize> = (0..rows * columns).filter(|&at| cells[at] == 1).collect();
        let is_one = |at: usize| ones.binary_search(&at).is_ok_and(|k| !gone(rows + columns + k));
        let left: Vec<usize> = (0..columns).filter(|&c| !gone(rows + c)).collect();
        let board: Vec<Vec<usize>> = (0..rows)
            .filter(|&r| !gone(r))
            .map(|r| left.iter().map(|&c| usize::from(is_one(r * columns + c))).collect())
            .collect();
        let fits = attack[0] <= board.len() && attack[1] <= left.len();
        fits.then(|| monsters(&board, attack))
    },
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "attacks"),
};

fn monsters(board: &[Vec<usize>], attack: [usize; 2]) -> String {
    line([board.len(), board[0].len()]) + &board.iter().map(line).collect::<String>() + &line(attack)
}

pub(super) const HDU3529: Trial = Trial {
    judge: "hdu3529",
    together: 10,
    most: u64::MAX,
    tiny: || ["*****\n*.#.*\n*****\n", "*****\n*#.#*\n*****\n", "*****\n*#..*\n*.#.*\n*****\n"].map(sized_map).into(),
    make: |rng, flavour, size| {
        let (rows, columns) = match flavour {
            Flavour::Largest => (15, 15),
            _ => (sized(rng, size, 3, 12), sized(rng, size, 3, 12)),
        };
        let pillars = flavour != Flavour::Edge && rng.bool();
        let mut board = vec![vec!['.'; columns]; rows];
        let inner: Vec<(usize, usize)> = (1..rows - 1).flat_map(|r| (1..columns - 1).map(move |c| (r, c))).collect();
        for (r, row) in board.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                let is_edge = r == 0 || c == 0 || r + 1 == rows || c + 1 == columns;
                if is_edge || pillars && r % 2 == 0 && c % 2 == 0 {
                    *cell = '*';
                }
            }
        }
        let most = if flavour == Flavour::Largest { 30 } else { sized(rng, size, 1, 14) };
        for _ in 0..most {
            let (r, c) = inner[rng.usize(..inner.len())];
            // Every soft wall has a free cell beside it, where a bomb may lie.
            if board[r][c] == '.' && is_destroyed_with(&mut board, r, c) {
                board[r][c] = '#';
            }
        }
        sized_map(&board.iter().map(|row| row.iter().collect::<String>() + "\n").collect::<String>())
    },
    parts: |case| case.chars().filter(|&c| c == '#').count(),
    without: |case, _, from, to| {
        let mut at = 0;
        let take = |c: char| {
            at += usize::from(c == '#');
            if c == '#' && (from..to).contains(&(at - 1)) { '.' } else { c }
        };
        Some(case.chars().map(take).collect())
    },
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "bombs"),
};

/// Returns whether every soft wall still has a free cell beside it with one more wall.
fn is_destroyed_with(board: &mut [Vec<char>], row: usize, column: usize) -> bool {
    board[row][column] = '#';
    let beside = |r: usize, c: usize| [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)];
    let is_free = |r: usize, c: usize| beside(r, c).iter().any(|&(r, c)| board[r][c] == '.');
    let walls = (1..board.len() - 1).flat_map(|r| (1..board[0].len() - 1).map(move |c| (r, c)));
    let all = walls.filter(|&(r, c)| board[r][c] == '#').all(|(r, c)| is_free(r, c));
    board[row][column] = '.';
    all
}

fn sized_map(rows: &str) -> String {
    let lines: Vec<&str> = rows.lines().collect();
    line([lines.len(), lines[0].len()]) + rows
}

pub(super) const UVA387: Trial = Trial {
    judge: "uva387",
    together: 10,
    most: u64::MAX,
    tiny: || vec![pieces(&[vec!["1111"; 4]]), pieces(&[vec!["11"; 2]]), pieces(&[vec!["1111"; 2], vec!["1111"; 2]])],
    make: |rng, flavour, _| {
        // The square is cut into connected pieces, each in its box.
        let count = if flavour == Flavour::Edge { 1 } else { rng.usize(2..=5) };
        let mut square = [0usize; 16];
        for piece in 1..=count {
            square[rng.usize(..16)] = piece;
        }
        while let Some(free) =
            Some((0..16).filter(|&at| square[at] == 0).collect::<Vec<_>>()).filter(|it| !it.is_empty())
        {
            let at = free[rng.usize(..free.len())];
            let (r, c) = (at / 4, at % 4);
            let beside = [(r > 0, at.wrapping_sub(4)), (r < 3, at + 4), (c > 0, at.wrapping_sub(1)), (c < 3, at + 1)];
            let next = beside[rng.usize(..4)];
            if next.0 {
                square[at] = square[next.1];
            }
        }
        let mut all: Vec<Vec<String>> = (1..=count).filter_map(|piece| boxed(&square, piece)).collect();
        // A cell may be missing, so that nothing fits.
        if rng.usize(..4) == 0 && all[0].len() > 1 {
            all[0].pop();
        }
        rng.shuffle(&mut all);
        pieces(&all)
    },
    parts: |case| case.split_whitespace().next().and_then(|count| count.parse().ok()).unwrap_or(0),
    without: |case, _, from, to| {
        let mut lines = case.lines().skip(1);
        let mut all = Vec::new();
        while let Some(size) = lines.next() {
            all.push(lines.by_ref().take(numbers(size)[0]).collect::<Vec<_>>());
        }
        let kept: Vec<_> = (0..).zip(all).filter(|(at, _)| !(from..to).contains(at)).map(|(_, piece)| piece).collect();
        (!kept.is_empty()).then(|| pieces(&kept))
    },
    input: |cases| cases.concat() + "0\n",
    lines: |first, _| if first.starts_with("No") { 1 } else { 4 },
    wrong: |wanted, lines| {
        let listing = wanted.shape.listing()?;
        let said = lines.first().copied().unwrap_or("nothing");
        match wanted.answer {
            Answer::Solved(_) if said.starts_with("No") => {
                return Some("the pieces fill the square; it says that they do not".to_string());
            }
            Answer::Solved(_) => {}
            _ => return (said != "No solution possible").then(|| format!("the pieces do not fit; it says `{said}`")),
        }
        let cells: Vec<char> = lines.iter().flat_map(|line| line.chars()).collect();
        if cells.len() != 16 {
            return Some(format!("the square has {} cells, 16 expected", cells.len()));
        }
        (16..listing.items.len() as u32).find_map(|piece| {
            let letter = char::from_digit(piece - 15, 10)?;
            let own: Vec<u32> = (0..16).filter(|&cell| cells[cell as usize] == letter).chain([piece]).collect();
            let fits = listing.options.iter().any(|option| option.items == own);
            (!fits).then(|| format!("the cells with {letter} are not piece {letter}, unturned"))
        })
    },
};

/// The rows of a piece in its box. `None` if it has no cell.
fn boxed(square: &[usize; 16], piece: usize) -> Option<Vec<String>> {
    let own: Vec<(usize, usize)> = (0..16).filter(|&at| square[at] == piece).map(|at| (at / 4, at % 4)).collect();
    let (top, bottom) = (own.iter().map(|cell| cell.0).min()?, own.iter().map(|cell| cell.0).max()?);
    let (left, right) = (own.iter().map(|cell| cell.1).min()?, own.iter().map(|cell| cell.1).max()?);
    let row = |r: usize| (left..=right).map(|c| if own.contains(&(r, c)) { '1' } else { '0' }).collect();
    Some((top..=bottom).map(row).collect())
}

fn pieces<S: AsRef<str>>(all: &[Vec<S>]) -> String {
    let piece = |rows: &Vec<S>| {
        let lines: String = rows.iter().map(|row| row.as_ref().to_string() + "\n").collect();
        line([rows.len(), rows[0].as_ref().len()]) + &lines
    };
    line([all.len()]) + &all.iter().map(piece).collect::<String>()
}

pub(super) const HDU2828: Trial = Trial {
    judge: "hdu2828",
    together: 10,
    most: u64::MAX,
    tiny: || {
        let lamps: [&[(usize, bool)]; 5] =
            [&[(1, true)], &[(1, false)], &[(1, true), (2, true)], &[(1, false), (2, false)], &[(2, false)]];
        let two = lamps.iter().flat_map(|one| lamps.iter().map(move |other| [one.to_vec(), other.to_vec()]));
        two.map(|two| lamp_text(2, &two)).collect()
    },
    make: |rng, flavour, size| {
        let switches = match flavour {
            Flavour::Largest => 60,
            Flavour::Edge => 1,
            _ => sized(rng, size, 1, 30),
        };
        let lamps = match flavour {
            Flavour::Largest => 50,
            _ => sized(rng, size, 1, switches + 2),
        };
        // A switch is connected to at most two lamps.
        let mut all = vec![Vec::new(); lamps];
        for switch in 1..=switches {
            for _ in 0..rng.usize(1..3) {
                let lamp = rng.usize(..lamps);
                let own: &mut Vec<(usize, bool)> = &mut all[lamp];
                if !own.iter().any(|pair| pair.0 == switch) {
                    own.push((switch, rng.bool()));
                }
            }
        }
        lamp_text(switches, &all)
    },
    parts: |case| {
        let (_, lamps) = lamps_of(case);
        lamps.len() + lamps.iter().map(Vec::len).sum::<usize>()
    },
    without: |case, _, from, to| {
        let (switches, lamps) = lamps_of(case);
        let gone = |at: usize| (from..to).contains(&at);
        let mut pair = lamps.len();
        let mut kept = Vec::new();
        for (at, own) in lamps.iter().enumerate() {
            let first = pair;
            pair += own.len();
            let left: Vec<_> = (first..).zip(own).filter(|(at, _)| !gone(*at)).map(|(_, pair)| *pair).collect();
            if !gone(at) {
                kept.push(left);
            }
        }
        (!kept.is_empty()).then(|| lamp_text(switches, &kept))
    },
    input: |cases| cases.concat(),
    lines: one_line,
    wrong: |wanted, lines| {
        let listing = wanted.shape.listing()?;
        let said = lines.first().copied().unwrap_or("nothing");
        match wanted.answer {
            Answer::Solved(_) if said == "-1" => {
                return Some("all lamps can burn; it says that they cannot".to_string());
            }
            Answer::Solved(_) => {}
            _ => return (said != "-1").then(|| format!("the lamps cannot all burn; it says `{said}`")),
        }
        let states: Vec<&str> = said.split(' ').collect();
        let switches = listing.items.len() - listing.primary;
        if states.len() != switches || states.iter().any(|state| !["ON", "OFF"].contains(state)) {
            return Some(format!("one line with {switches} words ON or OFF is expected; it says `{said}`"));
        }
        let holds = |option: OptionView| {
            let name = option.name.unwrap_or("");
            name.split_once(' ').and_then(|(switch, state)| Some(states[switch.parse::<usize>().ok()? - 1] == state))
        };
        let burns = |lamp: u32| {
            listing.options.iter().any(|option| option.items.contains(&lamp) && holds(option) == Some(true))
        };
        let dark = (0..listing.primary as u32).find(|&lamp| !burns(lamp))?;
        Some(format!("lamp {} does not burn", dark + 1))
    },
};

fn lamp_text(switches: usize, lamps: &[Vec<(usize, bool)>]) -> String {
    let word = |on: bool| if on { "ON" } else { "OFF" };
    let lamp = |own: &Vec<(usize, bool)>| {
        let pairs: String = own.iter().map(|&(switch, on)| format!(" {switch} {}", word(on))).collect();
        format!("{}{pairs}\n", own.len())
    };
    line([lamps.len(), switches]) + &lamps.iter().map(lamp).collect::<String>()
}

/// The number of switches, and the lamps, of a case.
fn lamps_of(case: &str) -> (usize, Vec<Vec<(usize, bool)>>) {
    let mut lines = case.lines();
    let head = numbers(lines.next().unwrap_or("0 0"));
    let lamp = |line: &str| {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        words.chunks(2).map(|pair| (pair[0].parse().unwrap_or(1), pair[1] == "ON")).collect()
    };
    (head[1], lines.map(lamp).collect())
}

pub(super) const HDU4979: Trial = Trial {
    judge: "hdu4979",
    together: 20,
    most: u64::MAX,
    tiny: || {
        let all = (1..=6).flat_map(|n| (1..=n).flat_map(move |m| (1..=m).map(move |r| [n, m, r])));
        all.map(line).collect()
    },
    make: |rng: &mut Rng, flavour, size| {
        let n = if flavour == Flavour::Largest { 8 } else { sized(rng, size, 1, 7) };
        let m = rng.usize(1..=n);
        line([n, m, rng.usize(1..=m)])
    },
    parts: |_| 3,
    without: |case, _, from, to| {
        let mut all = numbers(case);
        all[from..to.min(3)].iter_mut().for_each(|number| *number = number.saturating_sub(1));
        (all[0] >= all[1] && all[1] >= all[2] && all[2] > 0).then(|| line(all))
    },
    input: counted,
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "sets"),
};
