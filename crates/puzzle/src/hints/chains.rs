//! Chains: candidates with strong and weak links in turn. If the first one is wrong, the last one
//! is right.

use super::links::CandidateLinks;
use super::{Hint, Reasoning, Technique};
use crate::cell::{Cell, Symbol};
use std::collections::VecDeque;

impl Reasoning {
    /// Two units with two places each for a symbol. A place of one sees a place of the other, so
    /// one of the two other places holds the symbol. In a skyscraper both units are rows, or both
    /// columns; in a two-string kite one is a row and the other a column.
    pub(super) fn two_pairs(&self, technique: Technique) -> Option<Hint> {
        let is_row = |unit: usize| self.units[unit].name.is_row();
        let is_line = |unit: usize| self.units[unit].name.is_line();
        for symbol in self.grid.alphabet.symbols() {
            let units = (0..self.units.len()).filter(|&unit| is_line(unit) && self.needs(unit, symbol));
            let pairs = units.filter_map(|unit| match self.places(unit, symbol)[..] {
                [one, other] => Some((unit, [one, other])),
                _ => None,
            });
            let pairs: Vec<(usize, [Cell; 2])> = pairs.collect();
            for (at, (first, ends)) in pairs.iter().enumerate() {
                for (second, others) in &pairs[at + 1..] {
                    let same = is_row(*first) == is_row(*second);
                    if same != (technique == Technique::Skyscraper) {
                        continue;
                    }
                    for (k, l) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        let (near, far) = ([ends[k], others[l]], [ends[1 - k], others[1 - l]]);
                        let [one, other] = far;
                        if !self.sees(near[0], near[1]) || one == other || near[0] == near[1] {
                            continue;
                        }
                        let sees_both = |cell: &Cell| self.sees(*cell, one) && self.sees(*cell, other);
                        let gone = self.grid.all_cells().filter(sees_both);
                        let gone = gone.filter(|&cell| self.left(cell).contains(symbol));
                        let gone: Vec<_> = gone.map(|cell| (cell, symbol)).collect();
                        let units = format!("{} and {}", self.unit_name(*first), self.unit_name(*second));
                        let why = format!(
                            "{units} have two places each for {0}. {1} see each other and cannot both hold it, so {0} is in {2}.",
                            self.char(symbol),
                            self.cell_words(&near),
                            self.cell_words(&far).replace(" and ", " or ")
                        );
                        let chain = [one, near[0], near[1], other];
                        let hint = self.removing(technique, units, why, chain.to_vec(), gone);
                        if let Some(hint) = hint {
                            return Some(Hint { chain: chain.map(|cell| (cell, symbol)).to_vec(), ..hint });
                        }
                    }
                }
            }
        }
        None
    }

    /// The places of a symbol that strong links join, in two colours: all places of one colour hold
    /// the symbol. A colour that sees itself is wrong. A place that sees both colours is wrong too.
    pub(super) fn coloring(&self) -> Option<Hint> {
        for symbol in self.grid.alphabet.symbols() {
            let links = CandidateLinks::of(self, Some(symbol));
            let mut side: Vec<Option<bool>> = vec![None; links.strong.len()];
            for start in (0..side.len()).filter(|&node| !links.strong[node].is_empty()) {
                if side[start].is_some() {
                    continue;
                }
                side[start] = Some(true);
                let mut joined = vec![start];
                let mut at = 0;
                while let Some(&node) = joined.get(at) {
                    for &next in &links.strong[node] {
                        if side[next].is_none() {
                            side[next] = side[node].map(|side| !side);
                            joined.push(next);
                        }
                    }
                    at += 1;
                }
                let cells = |of: bool| -> Vec<Cell> {
                    let nodes = joined.iter().filter(|&&node| side[node] == Some(of));
                    nodes.map(|&node| links.candidate(node).0).collect()
                };
                let colors = [cells(true), cells(false)];
                if let Some(hint) = self.of_colors(symbol, &colors) {
                    return Some(hint);
                }
            }
        }
        None
    }

    fn of_colors(&self, symbol: Symbol, colors: &[Vec<Cell>; 2]) -> Option<Hint> {
        let all: Vec<Cell> = colors.iter().flatten().copied().collect();
        let place = format!("the places of {}", self.char(symbol));
        let lists = [self.cell_words(&colors[0]), self.cell_words(&colors[1])];
        for (color, list) in colors.iter().zip(&lists) {
            let sees = |cell: &&Cell| color.iter().any(|&other| self.sees(**cell, other));
            let Some(&one) = color.iter().find(sees) else { continue };
            let other = color.iter().copied().find(|&other| self.sees(one, other))?;
            let why = format!(
                "{0} is in all of {1} or in all of {2}. {3} see each other, so it is not in {list}.",
                self.char(symbol),
                lists[0],
                lists[1],
                self.cell_words(&[one, other]),
            );
            let gone = color.iter().map(|&cell| (cell, symbol)).collect();
            return self.removing(Technique::Coloring, place, why, all, gone);
        }
        let sees = |cell: Cell, color: &[Cell]| color.iter().any(|&other| self.sees(cell, other));
        let sees_both = |cell: &Cell| !all.contains(cell) && sees(*cell, &colors[0]) && sees(*cell, &colors[1]);
        let gone = self.grid.all_cells().filter(sees_both).filter(|&cell| self.left(cell).contains(symbol));
        let gone = gone.map(|cell| (cell, symbol)).collect();
        let why = format!(
            "{} is in all of {} or in all of {}, so it is in no cell that sees one of each.",
            self.char(symbol),
            lists[0],
            lists[1]
        );
        self.removing(Technique::Coloring, place, why, all.clone(), gone)
    }

    /// The shortest chain of candidates of one symbol that removes something.
    pub(super) fn x_chain(&self) -> Option<Hint> {
        let chains = self.grid.alphabet.symbols().filter_map(|symbol| {
            let links = CandidateLinks::of(self, Some(symbol));
            shortest(&links).map(|chain| (chain, links))
        });
        let (chain, links) = chains.min_by_key(|(chain, _)| chain.len())?;
        self.chained(Technique::XChain, &links, &chain)
    }

    /// The shortest chain of candidates of any symbols that removes something.
    pub(super) fn aic(&self) -> Option<Hint> {
        let links = CandidateLinks::of(self, None);
        let chain = shortest(&links)?;
        self.chained(Technique::Aic, &links, &chain)
    }

    fn chained(&self, technique: Technique, links: &CandidateLinks, nodes: &[usize]) -> Option<Hint> {
        let chain: Vec<(Cell, Symbol)> = nodes.iter().map(|&node| links.candidate(node)).collect();
        let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
        let name = |(cell, symbol): (Cell, Symbol)| format!("{}={}", self.grid.name(cell), self.char(symbol));
        let cell_name = |at: usize| self.grid.name(chain[at].0);
        let symbol_name = |at: usize| self.char(chain[at].1);
        // Every second candidate is right, and then the next one is wrong.
        let steps = (1..chain.len()).step_by(2).map(|at| {
            let right = format!("then {} is {}", cell_name(at), symbol_name(at));
            match chain.get(at + 1) {
                None => right,
                Some(next) if next.0 == chain[at].0 => format!("{right}, so it is not {}", symbol_name(at + 1)),
                Some(_) => format!("{right}, so {} is not {}", cell_name(at + 1), symbol_name(at + 1)),
            }
        });
        let why = format!(
            "If {} is not {}, {}. So {} or {} holds.",
            cell_name(0),
            symbol_name(0),
            steps.collect::<Vec<_>>().join("; "),
            name(chain[0]),
            name(chain[chain.len() - 1]),
        );
        let mut cells: Vec<Cell> = chain.iter().map(|(cell, _)| *cell).collect();
        cells.dedup();
        let place =
            format!("the chain from {} to {}", self.grid.name(cells[0]), self.grid.name(cells[cells.len() - 1]));
        let hint = self.removing(technique, place, why, cells, links.between(first, last))?;
        Some(Hint { chain, ..hint })
    }
}

/// The candidates that a search for a chain visits at most. Large grids need more than a hint has
/// time for.
const MOST_STEPS: usize = 3_000_000;

/// The shortest chain that begins and ends with a strong link, and of which some candidate sees
/// both ends. `None` if there is none.
fn shortest(links: &CandidateLinks) -> Option<Vec<usize>> {
    let mut best: Option<Vec<usize>> = None;
    let mut steps = 0;
    let nodes = links.strong.len();
    for start in (0..nodes).filter(|&node| !links.strong[node].is_empty()) {
        // By candidate, wrong and right: the state from which it follows, if it does.
        let mut from: [Vec<Option<usize>>; 2] = [vec![None; nodes], vec![None; nodes]];
        from[0][start] = Some(usize::MAX);
        let mut queue = VecDeque::from([(start, false, 1)]);
        while let Some((node, right, length)) = queue.pop_front() {
            if best.as_ref().is_some_and(|best| length >= best.len()) || steps > MOST_STEPS {
                break;
            }
            steps += 1;
            let next = if right { &links.weak[node] } else { &links.strong[node] };
            for &other in next {
                if from[usize::from(!right)][other].is_some() {
                    continue;
                }
                from[usize::from(!right)][other] = Some(node);
                queue.push_back((other, !right, length + 1));
                if right || length < 3 || other == start || links.between(start, other).is_empty() {
                    continue;
                }
                if best.as_ref().is_none_or(|best| length + 1 < best.len()) {
                    let (mut path, mut state) = (vec![other], true);
                    let mut at = node;
                    while at != usize::MAX {
                        state = !state;
                        path.push(at);
                        at = from[usize::from(state)][at].unwrap_or(usize::MAX);
                    }
                    path.reverse();
                    best = Some(path);
                }
            }
        }
    }
    best
}
