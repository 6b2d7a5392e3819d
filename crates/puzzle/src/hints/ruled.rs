//! Steps of further rules: the symbols that the cells of one rule leave each other.

use super::{Hint, Reasoning, Technique};
use crate::cell::{Cell, Symbol};
use crate::constraint::{Constraint, Lowered};
use crate::grid::GridRule;
use crate::symbol_set::SymbolSet;

impl Reasoning {
    /// The rule that removes candidates of its cells. A rule that names its cells is taken as a
    /// whole, one of the whole grid pair by pair.
    pub(super) fn by_rule(&self) -> Option<Hint> {
        let named = self.grid.rules.iter().zip(self.grid.tightened()).filter(|(rule, _)| !rule.cells.is_empty());
        let wholes = named.map(|(rule, mut constraints)| {
            constraints.retain(|one| !matches!(one, Constraint::AllDifferent(_)));
            (rule.mention(&self.grid), self.only_ways(rule), constraints)
        });
        let general = self.grid.rules.iter().filter(|rule| rule.cells.is_empty()).map(|rule| rule.spec().name);
        let general: Vec<&str> = general.collect();
        let is_general = |lowered: &&Lowered| lowered.words.rule().is_some_and(|rule| general.contains(&rule.as_str()));
        let pairs = self.others.iter().filter(is_general).map(|lowered| {
            let cells: Vec<String> = lowered.constraint.cells().iter().map(|&cell| self.grid.name(cell)).collect();
            let name = lowered.words.rule().map_or("", |rule| rule.as_str());
            (format!("{name} {}", cells.join(" ")), None, vec![lowered.constraint.clone()])
        });
        wholes.chain(pairs).find_map(|(name, ways, constraints)| self.of_rule(name, ways, &constraints))
    }

    /// The few combinations of symbols that the cells of a rule can hold, in words: `6 8 9`, `1 9,
    /// 2 8 or 3 7`.
    fn only_ways(&self, rule: &GridRule) -> Option<String> {
        const FEW: usize = 4;
        let left: Vec<SymbolSet> = self.grid.all_cells().map(|cell| self.left(cell)).collect();
        let ways = self.grid.combinations(rule, &left, FEW)?;
        let words =
            |way: &Vec<Symbol>| way.iter().map(|&symbol| self.char(symbol).to_string()).collect::<Vec<_>>().join(" ");
        let words: Vec<String> = ways.iter().map(words).collect();
        let (last, others) = words.split_last()?;
        Some(if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) })
    }

    fn of_rule(&self, name: String, ways: Option<String>, constraints: &[Constraint]) -> Option<Hint> {
        let mut left = self.left.clone();
        self.grid.settle(constraints.iter(), &mut left);
        let mut cells: Vec<Cell> = Vec::new();
        for cell in constraints.iter().flat_map(Constraint::cells) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let gone: Vec<(Cell, Symbol)> = cells
            .iter()
            .flat_map(|&cell| (self.left(cell) - left[cell.index()]).symbols().map(move |symbol| (cell, symbol)))
            .collect();
        let changed = cells.iter().filter(|&&cell| self.left(cell) != left[cell.index()]);
        let leaves: Vec<String> = changed
            .map(|&cell| match left[cell.index()] {
                SymbolSet::EMPTY => format!("{} can be nothing", self.grid.name(cell)),
                set => format!("{} can be {}", self.grid.name(cell), self.any_of(set)),
            })
            .collect();
        let why = match ways {
            Some(ways) => format!("The {name} can only hold {ways}. So {}.", leaves.join(", ")),
            None => format!("By the {name}, {}.", leaves.join(", ")),
        };
        self.removing(Technique::Rule, format!("the {name}"), why, cells, gone)
    }
}
