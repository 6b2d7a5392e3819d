//! The variables of a problem, and its constraints as groups of variables.
//!
//! **Idea.** There is a variable for each option, and one for each colour that an item can have.
//! The options and the colours of an item are a group, of which a number in a range is taken: one
//! of a primary item, one at most of a secondary one. The options that give a colour are a group
//! too: if the colour is taken, so is one of them, and if one of them is taken, so is the colour.
//! So the colours follow from the options, and each solution has one assignment.

use crate::dlx::{ItemId, OptionId, Problem};
use crate::solve::diary::Variable;
use std::collections::HashMap;

/// A variable: first the options, by their numbers, then the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VariableId(pub u32);

/// A group: first the items, by their numbers, then the colours.
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
}

impl<'a> Groups<'a> {
    pub(super) fn new(problem: &'a Problem) -> Groups<'a> {
        let (items, primary) = (problem.n_items() as u32, problem.n_primary() as u32);
        let plain = || {
            let (starts, items) = problem.packed();
            (starts.to_vec(), items.to_vec(), Vec::new())
        };
        let (starts, groups, colors) = if problem.is_colored() { colored(problem) } else { plain() };
        Groups { problem, items, primary, options: problem.n_options() as u32, starts, groups, colors }
    }

    pub(super) fn n_variables(&self) -> usize {
        self.options as usize + self.colors.len()
    }

    pub(super) fn n_groups(&self) -> usize {
        self.items as usize + self.colors.len()
    }

    /// The groups of a variable. The group of a colour's options is not among those of the colour.
    pub(super) fn of(&self, variable: VariableId) -> &[GroupId] {
        &self.groups[self.starts[variable.index()] as usize..self.starts[variable.index() + 1] as usize]
    }

    /// The option that a variable is for. `None` for a colour.
    pub(super) fn option(&self, variable: VariableId) -> Option<OptionId> {
        (variable.0 < self.options).then_some(OptionId(variable.0))
    }

    /// The colour that a group is the options of. `None` for an item.
    pub(super) fn color(&self, group: GroupId) -> Option<VariableId> {
        Some(VariableId(self.options + group.0.checked_sub(self.items)?))
    }

    /// The options of a colour. `None` if the variable is an option.
    pub(super) fn options_of(&self, variable: VariableId) -> Option<GroupId> {
        Some(ItemId(self.items + variable.0.checked_sub(self.options)?))
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

/// The groups of a variable start at an index of the second list. The third has the item of each
/// colour, and its number there.
type Colored = (Vec<u32>, Vec<GroupId>, Vec<(ItemId, u32)>);

/// The groups of all variables of a problem with colours.
fn colored(problem: &Problem) -> Colored {
    let (mut starts, mut groups) = (vec![0], Vec::with_capacity(problem.n_cells()));
    let (mut colors, mut number) = (Vec::new(), HashMap::new());
    for option in problem.options() {
        groups.extend(problem.colored_items_of(option).map(|cell| match cell {
            (item, 0) => item,
            cell => *number.entry(cell).or_insert_with(|| {
                colors.push(cell);
                ItemId((problem.n_items() + colors.len() - 1) as u32)
            }),
        }));
        starts.push(groups.len() as u32);
    }
    for (item, _) in &colors {
        groups.push(*item);
        starts.push(groups.len() as u32);
    }
    (starts, groups, colors)
}
