//! The variables of a problem, and its constraints as groups of variables.
//!
//! **Idea.** There is a variable for each option, and one for each colour that an item can have.
//! The options and the colours of an item are a group, of which a number in a range is taken: one
//! of a primary item, one at most of a secondary one. The options that give a colour are a group
//! too: if the colour is taken, so is one of them, and if one of them is taken, so is the colour.
//! So the colours follow from the options, and each solution has one assignment.
//!
//! A colour may have several such groups. If all options of a primary item colour another item, as
//! all transitions of an automaton colour a cell, then those that give it one colour are a group by
//! themselves: the first item needs one of its options, and with this colour only these are left.
//! A colour that no transition can have is ruled out then, whatever else could give it.

use crate::diary::Variable;
use dancing::{ItemId, OptionId, Problem};
use std::collections::HashMap;

/// A variable: first the options, by their numbers, then the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VariableId(pub u32);

/// A group: first the items, by their numbers, then the sources of colours, colour by colour.
pub(super) type GroupId = ItemId;

impl VariableId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The groups of each variable, and the numbers of variables and groups.
pub(super) struct Groups<'a> {
    problem: &'a Problem,
    items: u32,
    primary: u32,
    options: u32,
    /// By variable: `groups[starts[v]..starts[v + 1]]` are the groups that it is a member of.
    starts: Vec<u32>,
    groups: Vec<GroupId>,
    /// By colour: the item, and its number there.
    colors: Vec<(ItemId, u32)>,
    /// The sources, in ascending order. The groups `first_sources[c]..first_sources[c + 1]` are
    /// those of colour c.
    sources: Vec<Source>,
    first_sources: Vec<u32>,
}

/// A colour, and the primary item whose options with the colour are the group. `None` if the group
/// is all options with the colour.
type Source = (u32, Option<ItemId>);

impl<'a> Groups<'a> {
    pub(super) fn new(problem: &'a Problem) -> Groups<'a> {
        let (items, primary) = (problem.n_items() as u32, problem.n_primary() as u32);
        let options = problem.n_options() as u32;
        let all = Groups {
            problem,
            items,
            primary,
            options,
            starts: Vec::new(),
            groups: Vec::new(),
            colors: Vec::new(),
            sources: Vec::new(),
            first_sources: Vec::new(),
        };
        if problem.is_colored() {
            return all.with_colors();
        }
        let (starts, items) = problem.packed();
        Groups { starts: starts.to_vec(), groups: items.to_vec(), ..all }
    }

    /// Finds the colours and their sources, and the groups of all variables.
    fn with_colors(self) -> Groups<'a> {
        let problem = self.problem;
        let (mut colors, mut numbers) = (Vec::new(), HashMap::new());
        for cell in problem.options().flat_map(|option| problem.colored_items_of(option)).filter(|cell| cell.1 > 0) {
            numbers.entry(cell).or_insert_with(|| {
                colors.push(cell);
                colors.len() as u32 - 1
            });
        }
        let colored = Colored::of(problem);
        let mut sources: Vec<Source> = Vec::new();
        for option in problem.options() {
            for cell in problem.colored_items_of(option).filter(|cell| cell.1 > 0) {
                let (color, before) = (numbers[&cell], sources.len());
                sources.extend(colored.by(option, cell.0).map(|item| (color, Some(item))));
                if sources.len() == before {
                    sources.push((color, None));
                }
            }
        }
        sources.sort_unstable();
        sources.dedup();

        let number = |source| sources.binary_search(&source).ok().map(|number| ItemId(self.items + number as u32));
        let (mut starts, mut groups) = (vec![0], Vec::with_capacity(problem.n_cells()));
        for option in problem.options() {
            for cell in problem.colored_items_of(option) {
                match numbers.get(&cell) {
                    None => groups.push(cell.0),
                    Some(&color) => {
                        let by = colored.by(option, cell.0).map(Some).chain([None]);
                        groups.extend(by.filter_map(|item| number((color, item))));
                    }
                }
            }
            starts.push(groups.len() as u32);
        }
        for (item, _) in &colors {
            groups.push(*item);
            starts.push(groups.len() as u32);
        }
        let first = |color: u32| self.items + sources.partition_point(|source| source.0 < color) as u32;
        let first_sources = (0..=colors.len() as u32).map(first).collect();
        Groups { starts, groups, colors, sources, first_sources, ..self }
    }

    pub(super) fn n_variables(&self) -> usize {
        self.options as usize + self.colors.len()
    }

    pub(super) fn n_groups(&self) -> usize {
        self.items as usize + self.sources.len()
    }

    /// The groups of a variable. The sources of a colour are not among the groups of the colour.
    pub(super) fn of(&self, variable: VariableId) -> &[GroupId] {
        &self.groups[self.starts[variable.index()] as usize..self.starts[variable.index() + 1] as usize]
    }

    /// The option that a variable is for. `None` for a colour.
    pub(super) fn option(&self, variable: VariableId) -> Option<OptionId> {
        (variable.0 < self.options).then_some(OptionId(variable.0))
    }

    /// The colour that a group is a source of. `None` for an item.
    pub(super) fn color(&self, group: GroupId) -> Option<VariableId> {
        let source = group.0.checked_sub(self.items)?;
        Some(VariableId(self.options + self.sources[source as usize].0))
    }

    /// The sources of a colour. An option has none.
    pub(super) fn sources_of(&self, variable: VariableId) -> impl Iterator<Item = GroupId> + use<> {
        let sources = match variable.0.checked_sub(self.options) {
            None => 0..0,
            Some(color) => self.first_sources[color as usize]..self.first_sources[color as usize + 1],
        };
        sources.map(ItemId)
    }

    /// The sources that are the options of one item, with their colours. Unit propagation on the
    /// problem does not derive that such a colour needs one of them, although it refutes the
    /// contrary.
    pub(super) fn derived(&self) -> impl Iterator<Item = (GroupId, VariableId)> + '_ {
        let derived = (self.items..).zip(&self.sources).filter(|(_, source)| source.1.is_some());
        derived.map(|(group, source)| (ItemId(group), VariableId(self.options + source.0)))
    }

    /// A variable in terms of the problem.
    pub(super) fn in_problem(&self, variable: VariableId) -> Variable {
        match self.option(variable) {
            Some(option) => Variable::Option(option),
            None => {
                let (item, color) = self.colors[(variable.0 - self.options) as usize];
                Variable::Colour(item, color)
            }
        }
    }

    /// Returns true if the group is a primary item.
    pub(super) fn is_primary(&self, group: GroupId) -> bool {
        group.0 < self.primary
    }

    /// Returns true if the group may need members: a primary item, or a colour.
    #[inline(always)]
    pub(super) fn has_least(&self, group: GroupId) -> bool {
        group.0 < self.primary || group.0 >= self.items
    }

    /// The fewest and the most members that are taken. The options of a colour need one of them
    /// only if the colour is taken.
    pub(super) fn range(&self, group: GroupId) -> (u32, u32) {
        match self.color(group) {
            Some(_) => (1, u32::MAX),
            None => self.problem.multiplicity(group),
        }
    }

    /// The members of all groups, group by group, and the index at which those of each group start.
    pub(super) fn members(&self) -> (Vec<u32>, Vec<VariableId>) {
        if self.colors.is_empty() {
            let (starts, options) = self.problem.columns().into_parts();
            return (starts, options.into_iter().map(|option| VariableId(option.0)).collect());
        }
        let mut ends = vec![0u32; self.n_groups() + 1];
        for group in &self.groups {
            let count = &mut ends[group.index() + 1];
            *count = count.wrapping_add(1);
        }
        (0..self.n_groups()).for_each(|group| ends[group + 1] = ends[group + 1].wrapping_add(ends[group]));
        let starts = ends.clone();
        let mut members = vec![VariableId(0); self.groups.len()];
        for variable in (0..self.n_variables() as u32).map(VariableId) {
            for group in self.of(variable) {
                let end = &mut ends[group.index()];
                members[*end as usize] = variable;
                *end = end.wrapping_add(1);
            }
        }
        (starts, members)
    }
}

/// The items that all options of a primary item colour.
struct Colored<'a> {
    problem: &'a Problem,
    /// By primary item that needs an option: those items.
    by: Vec<Vec<ItemId>>,
}

impl<'a> Colored<'a> {
    fn of(problem: &'a Problem) -> Colored<'a> {
        let colored = |option| problem.colored_items_of(option).filter(|cell| cell.1 > 0).map(|cell| cell.0);
        let mut by: Vec<Option<Vec<ItemId>>> = vec![None; problem.n_primary()];
        for option in problem.options() {
            for item in problem.items_of(option).iter().filter(|item| problem.is_primary(**item)) {
                match &mut by[item.index()] {
                    None => by[item.index()] = Some(colored(option).collect()),
                    Some(items) => items.retain(|&item| colored(option).any(|other| other == item)),
                }
            }
        }
        let needs = |item: usize| problem.multiplicity(ItemId(item as u32)).0 > 0;
        let by = by.into_iter().enumerate();
        let by = by.map(|(item, items)| items.filter(|_| needs(item)).unwrap_or_default()).collect();
        Colored { problem, by }
    }

    /// The primary items of an option all of whose options colour an item.
    fn by(&self, option: OptionId, item: ItemId) -> impl Iterator<Item = ItemId> + '_ {
        let primary = self.problem.items_of(option).iter().filter(|item| self.problem.is_primary(**item));
        primary.filter(move |primary| self.by[primary.index()].contains(&item)).copied()
    }
}
