//! HDU 3529: the fewest bombs that destroy every soft wall, on maps as the form `bombs` reads them.

use super::answers::fewest;
use super::outcome::fewest_is_wrong;
use super::{Flavour, Judge, JudgeMethod, line, one_line, shapes, sized};
use dancing::Goal;
use quadrille_puzzle::feed::Feed;
use quadrille_puzzle::setcover::{self, bombs};

pub(super) const HDU3529: Judge = Judge {
    name: "hdu3529",
    page: Some("https://acm.hdu.edu.cn/showproblem.php?pid=3529"),
    help: "HDU 3529 Bomberman: `N M`, rows of `*`, `#` and `.`; the fewest bombs that destroy every #",
    kind: &setcover::KIND,
    form: &bombs::BOMBS,
    goal: Goal::Best,
    method: JudgeMethod::Search,
    read: |text| shapes(Feed::new(text).cases(|feed| bombs::map(feed, 15))),
    input: |cases| cases.concat(),
    write: |_, _, answer| fewest(answer),
    lines: one_line,
    wrong: |wanted, lines| fewest_is_wrong(wanted, lines, "bombs"),
    together: 10,
    most: u64::MAX,
    tiny: || {
        let maps = ["*****\n*.#.*\n*****\n", "*****\n*#.#*\n*****\n", "*****\n*#..*\n*.#.*\n*****\n"];
        maps.map(sized_map).into()
    },
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
    without: |case, _, gone| {
        let mut at = 0;
        let take = |c: char| {
            at += usize::from(c == '#');
            if c == '#' && gone.contains(&(at - 1)) { '.' } else { c }
        };
        Some(case.chars().map(take).collect())
    },
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
