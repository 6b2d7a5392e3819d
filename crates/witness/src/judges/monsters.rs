//! FZU 1686: the fewest attacks, each of a rectangle of a board, that hit every monster.

use super::answers::fewest;
use super::outcome::fewest_is_wrong;
use super::{Flavour, Judge, JudgeMethod, line, one_line, reread, shapes, sized, whole};
use dancing::Goal;
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::setcover::{self, cell_name};
use quadrille_puzzle::{Board, Footprint, ListedOption, Listing, Options, ParseError, Picture, Shape};

/// A board with `1` for each monster, and the height and width of an attack.
struct Monsters {
    board: Vec<Vec<char>>,
    attack: [usize; 2],
}

pub(super) const FZU1686: Judge = Judge {
    name: "fzu1686",
    page: Some("http://acm.fzu.edu.cn/problem.php?pid=1686"),
    help: "FZU 1686: `n m`, the 0/1 board, `n1 m1`; the fewest attacks of n1 x m1 cells that hit every 1",
    kind: &setcover::KIND,
    form: &setcover::SETS,
    goal: Goal::Best,
    method: JudgeMethod::Search,
    read: |text| shapes(Feed::new(text).cases(Monsters::read)),
    input: |cases| cases.concat(),
    write: |_, _, answer| fewest(answer),
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "attacks"),
    together: 10,
    most: u64::MAX,
    tiny: || {
        let cell = |bits: usize, at: usize| bit(bits >> at & 1 == 1);
        let board = |bits: usize| vec![vec![cell(bits, 0), cell(bits, 1)], vec![cell(bits, 2), cell(bits, 3)]];
        let sizes = [[1, 1], [1, 2], [2, 1], [2, 2]];
        let cases = (0..16).flat_map(|bits| sizes.map(|attack| Monsters { board: board(bits), attack }));
        cases.map(|case| case.text()).collect()
    },
    make: |rng, flavour, size| {
        let (rows, columns) = match flavour {
            Flavour::Largest => (15, 15),
            _ => (sized(rng, size, 1, 10), sized(rng, size, 1, 10)),
        };
        let density = rng.usize(1..5);
        let mut board: Vec<Vec<char>> =
            (0..rows).map(|_| (0..columns).map(|_| bit(rng.usize(..6) < density)).collect()).collect();
        if flavour == Flavour::Edge {
            let fill = bit(rng.usize(..2) == 1);
            board.iter_mut().for_each(|row| row.fill(fill));
        }
        let attack = [rng.usize(1..=rows.min(4)), rng.usize(1..=columns.min(4))];
        Monsters { board, attack }.text()
    },
    parts: |case| {
        let board = reread(case, Monsters::read).board;
        board.len() + board[0].len() + board.iter().flatten().filter(|cell| **cell == '1').count()
    },
    without: |case, _, gone| {
        let Monsters { mut board, attack } = reread(case, Monsters::read);
        let (rows, columns) = (board.len(), board[0].len());
        let ones = board.iter_mut().flatten().filter(|cell| **cell == '1');
        (rows + columns..).zip(ones).filter(|(at, _)| gone.contains(at)).for_each(|(_, cell)| *cell = '0');
        let left = |row: Vec<char>| -> Vec<char> {
            (rows..).zip(row).filter(|(at, _)| !gone.contains(at)).map(|(_, cell)| cell).collect()
        };
        let board: Vec<_> = (0..).zip(board).filter(|(at, _)| !gone.contains(at)).map(|(_, row)| left(row)).collect();
        let fits = attack[0] <= board.len() && board.first().is_some_and(|row| attack[1] <= row.len());
        fits.then(|| Monsters { board, attack }.text())
    },
};

fn bit(is_set: bool) -> char {
    if is_set { '1' } else { '0' }
}

impl Monsters {
    fn read(feed: &mut Feed) -> Result<Monsters, ParseError> {
        let ([rows, columns], _) = feed.numbers("a line `n m`", [(1, 15), (1, 15)])?;
        let board = feed.rows(rows, columns, "01")?;
        Ok(Monsters { board, attack: whole(feed, "the size of an attack `n1 m1`", [(1, rows), (1, columns)])? })
    }

    fn text(&self) -> String {
        let rows: String = self.board.iter().map(line).collect();
        line([self.board.len(), self.board[0].len()]) + &rows + &line(self.attack)
    }
}

/// Each monster is an item, and each place of an attack an option.
impl From<Monsters> for Shape {
    fn from(Monsters { board, attack: [high, wide] }: Monsters) -> Shape {
        let (rows, columns) = (board.len(), board[0].len());
        let (items, numbers) = setcover::marked(&board, '1');
        let (mut options, mut marks) = (Options::default(), Vec::new());
        for r in 0..=rows - high {
            for c in 0..=columns - wide {
                let cells = (r..r + high).flat_map(|r| (c..c + wide).map(move |c| (r, c)));
                let monsters: Vec<u32> = cells.clone().filter_map(|(r, c)| numbers[r][c]).collect();
                if monsters.is_empty() {
                    continue;
                }
                let cells = cells.map(|(r, c)| (r * columns + c) as u32).collect();
                marks.push(Footprint::piece(cells, '*'));
                options.push(ListedOption::named(format!("from {}", cell_name(r, c)), monsters));
            }
        }
        let ground = board.concat().into_iter().map(|cell| if cell == '1' { '1' } else { ' ' }).collect();
        let board = Board { rows, columns, marks, ground, ..Board::default() };
        Listing { picture: Some(Picture::Board(board)), ..setcover::sets(items, options) }.into()
    }
}
