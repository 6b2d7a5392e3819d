//! JUDGES: online judges whose input and output formats are supported byte for byte. A new judge is
//! one row.
//!
//! The readers are strict, as a contest program needs. An input that the judge would not send is
//! refused with its place.

mod answers;
mod cases;
mod centers;
mod covers;
mod nines;

use super::Kind;
use super::feed::Feed;
use super::form::Form;
use super::grid::Grid;
use super::kinds::{cover, jigsaw, queens, setcover, sudoku, target, tiling};
use super::listing::Listing;
use super::model::Puzzle;
use super::scan::{ParseError, each, text_lines};
use super::shape::{Shape, Solution};
use super::symbols::lines_of;
use answers::{between, fewest, grid_or, options_or, solved_or, spaced};
use cases::{p1074, pentominoes, poj3740, zoj3122};
pub use centers::Distances;
use dancing::Goal;
pub use nines::NineLines;

/// A judge's problem.
pub struct Judge {
    /// The name after `quadrille judge`.
    pub name: &'static str,
    /// The address of the problem, where it is known.
    pub page: Option<&'static str>,
    /// One line for `--help` and the manual.
    pub help: &'static str,
    /// The kind of the judge's puzzles.
    pub kind: &'static Kind,
    /// The form of the judge's puzzles.
    pub form: &'static Form,
    /// The question that the judge asks.
    pub goal: Goal,
    /// For a repeated cover: the largest number of options that the judge reports exactly.
    pub ceiling: Option<u32>,
    /// The input and output formats.
    pub exchange: JudgeFormat,
}

impl Judge {
    /// The output for a case. Case numbers start at 1.
    pub fn write(&self, number: usize, shape: &Shape, answer: &Answer) -> String {
        match (&self.exchange, answer) {
            (JudgeFormat::Cases { write, .. } | JudgeFormat::Nearest { write, .. }, _) => write(number, shape, answer),
            (JudgeFormat::Nines { .. }, Answer::Solved(Solution::Grid(grid))) => {
                lines_of(grid).replace('\n', "") + "\n"
            }
            (JudgeFormat::Nines { none }, _) => (*none).to_string(),
        }
    }

    /// The cases of an input, one after the other. The first error is the last item.
    pub fn cases<'a>(&self, text: &'a str) -> Cases<'a> {
        match self.exchange {
            JudgeFormat::Cases { read, .. } | JudgeFormat::Nearest { read, .. } => {
                Box::new(read(text).map(move |case| case.map_err(|error| error.on_line_of(text))))
            }
            JudgeFormat::Nines { .. } => {
                let mut reader = NineLines::default();
                let mut lines = text_lines(text).into_iter();
                Box::new(each(move || {
                    loop {
                        let Some(line) = lines.next() else { return Ok(None) };
                        if let Some(nine) = reader.next(line.as_bytes())? {
                            return Ok(Some(Shape::Grid(nine.grid())));
                        }
                    }
                }))
            }
        }
    }

    /// The puzzles of an input.
    ///
    /// # Errors
    ///
    /// The first error in the text.
    pub fn puzzles(&self, text: &str) -> Result<Vec<Puzzle>, ParseError> {
        self.cases(text).map(|case| Ok(Puzzle::new(self.kind, self.form, case?))).collect()
    }
}

/// The input and output formats of a judge.
pub enum JudgeFormat {
    /// Cases of any shape.
    Cases {
        /// Reads the cases of an input lazily. The first error is the last item.
        read: for<'a> fn(&'a str) -> Cases<'a>,
        /// Writes the output for a case. Case numbers start at 1.
        write: fn(usize, &Shape, &Answer) -> String,
    },
    /// Points, and places of which some are taken. The answer is the cover whose farthest point is
    /// nearest.
    Nearest {
        /// Reads the cases of an input lazily. The first error is the last item.
        read: for<'a> fn(&'a str) -> Cases<'a>,
        /// The distances of a case, and the most places that may be taken.
        distances: fn(&Listing) -> Distances,
        /// Writes the output for a case. Case numbers start at 1.
        write: fn(usize, &Shape, &Answer) -> String,
    },
    /// One 9x9 sudoku per line, read by [`NineLines`] from an input of any length. The output is
    /// the solution as such a line, or `none`.
    #[allow(missing_docs, reason = "fields say what they are by their names")]
    Nines { none: &'static str },
}

/// The cases of an input, one after the other.
pub type Cases<'a> = Box<dyn Iterator<Item = Result<Shape, ParseError>> + 'a>;

/// The answer to a case.
#[derive(Clone)]
pub enum Answer {
    /// There is no solution.
    None,
    /// A solution: the only one, the first one or the best one, as the judge asks.
    Solved(Solution),
    /// There are several solutions, and the judge asks for the only one.
    Several,
    /// The number of solutions. Solutions that are symmetric to each other count once.
    Counted {
        /// The number of solutions, up to symmetry.
        ways: u128,
    },
    /// More options are needed than the judge reports.
    TooMany,
}

/// All judges, in the order of the manual.
pub static JUDGES: &[Judge] = &[
    Judge {
        name: "poj3074",
        page: Some("http://poj.org/problem?id=3074"),
        help: "POJ 3074 Sudoku: lines of 81 characters, `.` empty, until `end`",
        kind: &sudoku::KIND,
        form: &sudoku::LINE,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Nines { none: "No solution\n" },
    },
    Judge {
        name: "zoj3122",
        page: Some("http://poj.org/problem?id=3076"),
        help: "ZOJ 3122 Sudoku, POJ 3076: 16 lines of A-P, `-` empty, cases until end of file",
        kind: &sudoku::KIND,
        form: &sudoku::ROWS,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| Box::new(zoj3122(text)),
            write: |case, _, answer| {
                let blank = if case > 1 { "\n" } else { "" };
                format!("{blank}{}", grid_or(answer, lines_of, "No solution\n"))
            },
        },
    },
    Judge {
        name: "p1074",
        page: Some("https://www.luogu.com.cn/problem/P1074"),
        help: "Luogu P1074, NOIP 2009 target sudoku: 9 lines of 9 numbers, 0 empty; the best score, or -1",
        kind: &target::KIND,
        form: &target::P1074,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| once(p1074(text).map(Shape::Grid)),
            write: |_, _, answer| grid_or(answer, |grid| format!("{}\n", grid.score()), "-1\n"),
        },
    },
    Judge {
        name: "hdu4069",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=4069"),
        help: "HDU 4069 Squiggly Sudoku: T, then 9x9 sums of digit + 16 up + 32 right + 64 down + 128 left",
        kind: &jigsaw::KIND,
        form: &jigsaw::HDU4069,
        goal: Goal::Unique,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| Box::new(jigsaw::sums(text, Some(9)).map(|grid| grid.map(Shape::Grid))),
            write: |case, _, answer| format!("Case {case}:\n{}", grid_or(answer, lines_of, "No solution\n")),
        },
    },
    Judge {
        name: "poj3740",
        page: Some("http://poj.org/problem?id=3740"),
        help: "POJ 3740 Easy Finding: `m n` and the 0/1 matrix, cases until end of file",
        kind: &cover::KIND,
        form: &cover::MATRIX,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(poj3740(text)),
            write: |_, _, answer| match answer {
                Answer::None => "It is impossible\n".to_string(),
                _ => "Yes, I found it\n".to_string(),
            },
        },
    },
    Judge {
        name: "nqueen",
        page: Some("https://www.spoj.com/problems/NQUEEN/"),
        help: "SPOJ NQUEEN: n, then n files, 0 free, until end of file or a line 0",
        kind: &queens::KIND,
        form: &queens::NQUEEN,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(queens::boards(text)),
            write: |_, shape, answer| match (shape, answer) {
                (Shape::Listing(board), Answer::Solved(Solution::Options(options))) => {
                    queens::files(board, options) + "\n"
                }
                _ => "No solution\n".to_string(),
            },
        },
    },
    Judge {
        name: "match-girl",
        page: None,
        help: "exact cover with the fewest options: `n m`, then m lines of a count and that many foods",
        kind: &cover::KIND,
        form: &cover::KNUTH,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| once(cover::read_meals(text).map(Shape::from)),
            write: |_, _, answer| match answer {
                Answer::Solved(Solution::Options(meals)) => {
                    let numbers: Vec<String> = meals.iter().map(|meal| (meal.0 + 1).to_string()).collect();
                    format!("Yes\n{}\n", numbers.join(" "))
                }
                _ => "No\n".to_string(),
            },
        },
    },
    Judge {
        name: "zoj3209",
        page: None,
        help: "ZOJ 3209 Treasure Map: T; `n m p`; p rectangles; the fewest pieces, or -1",
        kind: &tiling::KIND,
        form: &tiling::map::MAP,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(tiling::map::maps(text)),
            write: |_, _, answer| match answer {
                Answer::Solved(Solution::Options(pieces)) => format!("{}\n", pieces.len()),
                _ => "-1\n".to_string(),
            },
        },
    },
    Judge {
        name: "dominoes",
        page: None,
        help: "pentominoes on n x m = 60 squares: `n m` until end of file; ways, turned and mirrored ones counted once",
        kind: &tiling::KIND,
        form: &tiling::pieces::PIECES,
        goal: Goal::Count { limit: None },
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(pentominoes(text)),
            write: |_, _, answer| match answer {
                Answer::Counted { ways } => format!("{ways}\n"),
                _ => "0\n".to_string(),
            },
        },
    },
    Judge {
        name: "lottery",
        page: None,
        help: "covering design: `m n w`, numbers, numbers on a ticket, numbers to match; the fewest tickets",
        kind: &setcover::KIND,
        form: &setcover::COVERING,
        goal: Goal::Best,
        ceiling: Some(10),
        exchange: JudgeFormat::Cases {
            read: |text| once(setcover::read_lottery(text).map(Shape::from)),
            write: |_, _, answer| match answer {
                Answer::Solved(Solution::Options(tickets)) if tickets.len() <= 10 => format!("{}\n", tickets.len()),
                _ => "10 or more\n".to_string(),
            },
        },
    },
    Judge {
        name: "poj1084",
        page: Some("http://poj.org/problem?id=1084"),
        help: "POJ 1084 Square Destroyer: T; n; `k` and the k missing matches; the fewest matches to take away",
        kind: &setcover::KIND,
        form: &setcover::SQUARES,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(setcover::lattices(text)),
            write: |_, _, answer| match answer {
                Answer::Solved(Solution::Options(matches)) => format!("{}\n", matches.len()),
                _ => unreachable!("every square has a match"),
            },
        },
    },
    Judge {
        name: "hdu1426",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=1426"),
        help: "HDU 1426 Sudoku Killer: 9 lines of 9 cells with blanks between, `?` empty, cases until end of file",
        kind: &sudoku::KIND,
        form: &sudoku::ROWS,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| grids(Feed::new(text).cases(|feed| feed.spaced_grid('?'))),
            write: |case, shape, answer| between(case) + &solved_or(shape, answer, spaced, "?"),
        },
    },
    Judge {
        name: "poj2676",
        page: Some("http://poj.org/problem?id=2676"),
        help: "POJ 2676 Sudoku: T; 9 lines of 9 digits, 0 empty; any solution",
        kind: &sudoku::KIND,
        form: &sudoku::ROWS,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| grids(Feed::new(text).counted_cases(|feed| feed.packed_grid('0'))),
            write: |_, shape, answer| solved_or(shape, answer, lines_of, "0"),
        },
    },
    Judge {
        name: "poj2918",
        page: Some("http://poj.org/problem?id=2918"),
        help: "POJ 2918 Tudoku: T; 9 lines of 9 digits, 0 empty, a blank line after each",
        kind: &sudoku::KIND,
        form: &sudoku::ROWS,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| grids(Feed::new(text).counted_cases(|feed| feed.packed_grid('0'))),
            write: |case, shape, answer| format!("Scenario #{case}:\n{}\n", solved_or(shape, answer, lines_of, "0")),
        },
    },
    Judge {
        name: "hdu2780",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=2780"),
        help: "HDU 2780 Su-Su-Sudoku: T; 9 lines of 9 digits, 0 empty; the grid, or that it cannot be completed",
        kind: &sudoku::KIND,
        form: &sudoku::ROWS,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| grids(Feed::new(text).counted_cases(|feed| feed.packed_grid('0'))),
            write: |case, _, answer| between(case) + &grid_or(answer, lines_of, "Could not complete this grid.\n"),
        },
    },
    Judge {
        name: "hdu3663",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3663"),
        help: "HDU 3663 Power Stations: `N M D`, M cables, the days of N stations; each town and day exactly once",
        kind: &cover::KIND,
        form: &cover::KNUTH,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(Feed::new(text).cases(covers::stations)),
            write: |_, shape, answer| options_or(shape, answer, covers::write_stations, "No solution\n") + "\n",
        },
    },
    Judge {
        name: "hdu2828",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=2828"),
        help: "HDU 2828 Lamp: `N M`, then each lamp's switches as `K` and K pairs `x ON`; the switches, or -1",
        kind: &cover::KIND,
        form: &cover::lamps::LAMPS,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(Feed::new(text).cases(cover::lamps::lamps)),
            write: |_, shape, answer| options_or(shape, answer, cover::lamps::states, "-1\n"),
        },
    },
    Judge {
        name: "uva387",
        page: Some("https://onlinejudge.org/external/3/387.pdf"),
        help: "UVa 387 A Puzzling Problem: pieces, none turned, that fill 4 x 4; until a line 0",
        kind: &cover::KIND,
        form: &cover::KNUTH,
        goal: Goal::First,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| {
                let mut feed = Feed::new(text);
                listings(each(move || if feed.is_over() { Ok(None) } else { covers::square(&mut feed) }))
            },
            write: |case, shape, answer| {
                between(case) + &options_or(shape, answer, covers::write_square, "No solution possible\n")
            },
        },
    },
    Judge {
        name: "fzu1686",
        page: Some("http://acm.fzu.edu.cn/problem.php?pid=1686"),
        help: "FZU 1686: `n m`, the 0/1 board, `n1 m1`; the fewest attacks of n1 x m1 cells that hit every 1",
        kind: &setcover::KIND,
        form: &setcover::SETS,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(Feed::new(text).cases(covers::monsters)),
            write: |_, _, answer| fewest(answer),
        },
    },
    Judge {
        name: "hdu3498",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3498"),
        help: "HDU 3498 whosyourdaddy: `N M`, M pairs; the fewest units that are or neighbour every unit",
        kind: &setcover::KIND,
        form: &setcover::SETS,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(Feed::new(text).cases(covers::enemies)),
            write: |_, _, answer| fewest(answer),
        },
    },
    Judge {
        name: "hdu4979",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=4979"),
        help: "HDU 4979 A simple math problem: T; `N M R` up to 8; the fewest sets of M with every set of R in one",
        kind: &setcover::KIND,
        form: &setcover::COVERING,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(Feed::new(text).counted_cases(covers::subsets)),
            write: |case, _, answer| format!("Case #{case}: {}", fewest(answer)),
        },
    },
    Judge {
        name: "hdu3529",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3529"),
        help: "HDU 3529 Bomberman: `N M`, rows of `*`, `#` and `.`; the fewest bombs that destroy every #",
        kind: &setcover::KIND,
        form: &setcover::bombs::BOMBS,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(Feed::new(text).cases(|feed| setcover::bombs::map(feed, 15))),
            write: |_, _, answer| fewest(answer),
        },
    },
    Judge {
        name: "hdu3957",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3957"),
        help: "HDU 3957 Street Fighter: T; N roles with 1 or 2 models and what each beats; the fewest roles",
        kind: &cover::KIND,
        form: &cover::KNUTH,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Cases {
            read: |text| listings(Feed::new(text).counted_cases(covers::fighters)),
            write: |case, _, answer| format!("Case {case}: {}", fewest(answer)),
        },
    },
    Judge {
        name: "hdu2295",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=2295"),
        help: "HDU 2295 Radar: T; `N M K`, N cities, M stations; the least radius with which K stations reach all",
        kind: &setcover::KIND,
        form: &setcover::SETS,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Nearest {
            read: |text| listings(Feed::new(text).counted_cases(centers::radars)),
            distances: centers::distances,
            write: |_, shape, answer| centers::write_plane(shape, answer),
        },
    },
    Judge {
        name: "hdu3656",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3656"),
        help: "HDU 3656 Fire station: T; `N M`, N houses; the least distance of all houses to M of them",
        kind: &setcover::KIND,
        form: &setcover::SETS,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Nearest {
            read: |text| listings(Feed::new(text).counted_cases(centers::houses)),
            distances: centers::distances,
            write: |_, shape, answer| centers::write_plane(shape, answer),
        },
    },
    Judge {
        name: "hdu5046",
        page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=5046"),
        help: "HDU 5046 Airport: T; `N K`, N cities; the least sum |x - u| + |y - v| of all cities to K of them",
        kind: &setcover::KIND,
        form: &setcover::SETS,
        goal: Goal::Best,
        ceiling: None,
        exchange: JudgeFormat::Nearest {
            read: |text| listings(Feed::new(text).counted_cases(centers::airports)),
            distances: centers::distances,
            write: |case, shape, answer| format!("Case #{case}: {}", centers::write_taxi(shape, answer)),
        },
    },
];

fn grids<'a>(cases: impl Iterator<Item = Result<Grid, ParseError>> + 'a) -> Cases<'a> {
    Box::new(cases.map(|case| case.map(Shape::Grid)))
}

fn once<'a>(case: Result<Shape, ParseError>) -> Cases<'a> {
    Box::new(std::iter::once(case))
}

fn listings<'a>(cases: impl Iterator<Item = Result<Listing, ParseError>> + 'a) -> Cases<'a> {
    Box::new(cases.map(|case| case.map(Shape::from)))
}
