//! The fields beside the four links: the way along an option, and column, row and size.
//!
//! Each is known by what holds of its values on the rings that the links make; where several fit,
//! or none does, names decide.

use super::memory::ProgramMemory;
use super::names::{is_column, is_row, is_size, speaks_for};
use super::rings::{LEAST_INVERSE, LONGEST_OPTION, between_spacers, inverse_share, ring};
use super::roles::{Across, RoleNames, Roles, is_named};
use super::state::LinkRole;
use super::variables::NodeField;
use rustc_hash::{FxHashMap, FxHashSet};

/// The nodes that are tried along their options: enough, and the same in each run.
const TRIED: usize = 2_000;

/// The nodes whose rows are compared.
const SAMPLE: usize = 300;

/// The share of nodes from which L and R come back along the option. With fewer, the way along
/// options is another one.
const ACROSS: f64 = 0.6;

/// The same for fields that have no other sign of being this way.
const OTHER_WAY: f64 = 0.9;

/// The worth of a way along options that closes to the left alone, beside one to the right.
const LEFT_ALONE: f64 = 0.9;

/// The nodes of ten that must agree with a column, or with a row: one slip in ten is allowed.
const AGREE: usize = 9;

/// The nodes of ten that must lie between two spacers, and the rows of ten that must differ.
const APART: usize = 8;

/// The share of headers with the length of their list, for a size without the name of one, and with
/// it: a name is worth the slips of a program that counts wrongly.
const SIZE: f64 = 0.95;
const NAMED_SIZE: f64 = 0.75;

/// The worth of signs in a score, where several roles fit: a node is worth ten headers, and a fit
/// of pointers two nodes. Names decide ties.
const OF_NODE: f64 = 10.0;
const OF_FIT: f64 = 20.0;
const OF_VERTICAL: f64 = 2.0;
const OF_SIZE: f64 = 0.5;
const OF_NAME: f64 = 0.2;
const OF_NAMED_COLUMN: f64 = 0.3;

/// The nodes of each header, and the share of pointers that have their inverse.
pub(super) struct VerticalRings {
    pub lists: Vec<Vec<i64>>,
    pub fit: f64,
}

/// The fields beside the four links, on rings that are known.
// Many fields: the rings, and the memory in which fields are tried on them.
pub(super) struct FieldsBeside<'a> {
    names: &'a RoleNames,
    headers: &'a [i64],
    columns: &'a VerticalRings,
    /// The nodes of all columns.
    nodes: Vec<i64>,
    header_of: FxHashMap<i64, i64>,
    /// The fields that lead from node to node and are not one of the four.
    free: Vec<&'a NodeField>,
    /// The fields that may be a column, a row or a size.
    others: Vec<&'a NodeField>,
    memory: &'a mut dyn ProgramMemory,
}

/// Finds the other roles, and returns a score: the worth of the nodes, the headers and the fit.
pub(super) fn complete(
    (links, others): (&[NodeField], &[NodeField]),
    mut roles: Roles,
    names: &RoleNames,
    headers: &[i64],
    columns: &VerticalRings,
    memory: &mut dyn ProgramMemory,
) -> Option<(f64, Roles)> {
    let is_free = |field: &&NodeField| !LinkRole::ALL.iter().any(|role| roles.link(*role) == *field);
    let mut header_of = FxHashMap::default();
    for (&header, list) in headers.iter().zip(&columns.lists) {
        header_of.extend(list.iter().map(|&node| (node, header)));
    }
    let mut fields = FieldsBeside {
        names,
        headers,
        columns,
        nodes: columns.lists.iter().flatten().copied().collect(),
        header_of,
        free: links.iter().filter(is_free).collect(),
        others: others.iter().filter(is_free).collect(),
        memory,
    };
    let (column, column_fit) = fields.column(&roles);
    roles.column = column;
    let (across, across_fit) = fields.across(&roles)?;
    roles.across = across;
    roles.row = fields.row(&roles);
    if roles.row.is_none() {
        let is_row = |field: &&&NodeField| field.owner() == roles.left.owner() && is_row(field.name());
        roles.row_by_name = fields.others.iter().find(is_row).map(|&field| field.clone());
    }
    roles.size = fields.size(&roles);
    let size_fit = if roles.size.is_some() { OF_SIZE } else { 0.0 };
    let names = LinkRole::ALL.iter().filter(|role| speaks_for(roles.link(**role).name(), **role)).count();
    let fit = columns.fit * OF_VERTICAL + across_fit + column_fit + size_fit + names as f64 * OF_NAME;
    let score = fields.nodes.len() as f64 * OF_NODE + headers.len() as f64 + fit * OF_FIT;
    Some((score, roles))
}

impl FieldsBeside<'_> {
    /// The column of a node: the same on a vertical ring, another one on others. Its worth is less
    /// where its name alone speaks for it.
    fn column(&mut self, roles: &Roles) -> (Option<NodeField>, f64) {
        let mut column: Option<(usize, &NodeField)> = None;
        for field in self.others.clone() {
            if !is_named(self.names.column.as_ref(), field) {
                continue;
            }
            let Some(fit) = self.fit_of_column(field) else { continue };
            let is_beside = field.owner() == roles.down.owner();
            let fit = fit * 4 + 2 * usize::from(is_column(field.name())) + usize::from(is_beside);
            if column.is_none_or(|(known, _)| fit > known) {
                column = Some((fit, field));
            }
        }
        if let Some((_, field)) = column {
            return (Some(field.clone()), 1.0);
        }
        let is_column = |name: &str| is_column(name) && !matches!(name, "y" | "item" | "ch");
        let named = self.others.iter().find(|field| is_column(field.name())).copied();
        let has_all = |field: &&NodeField| self.nodes.iter().all(|&node| field.get(node, &mut *self.memory).is_some());
        (named.filter(has_all).cloned(), OF_NAMED_COLUMN)
    }

    /// The nodes whose column a field could be; those that name their header by its number count
    /// more.
    fn fit_of_column(&mut self, field: &NodeField) -> Option<usize> {
        let (mut good, mut direct) = (0usize, 0usize);
        let mut values = FxHashSet::default();
        for (list, header) in self.columns.lists.iter().zip(self.headers) {
            let Some(first) = list.first().and_then(|&node| field.get(node, self.memory)) else { continue };
            values.insert(first);
            for &node in list {
                let value = field.get(node, self.memory);
                good += usize::from(value == Some(first));
                direct += usize::from(value == Some(*header));
            }
        }
        let lists = self.columns.lists.iter().filter(|list| !list.is_empty()).count();
        let is_fit = good * 10 >= self.nodes.len() * AGREE && values.len() == lists;
        is_fit.then_some(good + 2 * direct)
    }

    /// The way along an option: L and R, two other fields, or spacers; with its fit.
    fn across(&mut self, roles: &Roles) -> Option<(Across, f64)> {
        let fit = self.closes(&roles.right, roles.root).max(self.closes(&roles.left, roles.root) * LEFT_ALONE);
        // What headers of another class have, nodes have not.
        let is_of_headers = roles.head.is_some() && roles.right.owner() != roles.down.owner();
        if fit >= ACROSS && !is_of_headers {
            return Some((Across::Ring, fit));
        }
        let spacers = roles.column.clone().filter(|top| self.has_spacers(top));
        for right in self.free.clone() {
            for left in self.free.clone() {
                if left != right
                    && self.closes(right, roles.root) > OTHER_WAY
                    && inverse_share(right, left, self.nodes.iter().copied(), self.memory) > LEAST_INVERSE
                    && !self.is_alone(right)
                {
                    return Some((Across::Own(Box::new((left.clone(), right.clone()))), 1.0));
                }
            }
        }
        Some((Across::Spacers(Box::new(spacers?)), 1.0))
    }

    /// The share of nodes from which a field leads back without a header.
    fn closes(&mut self, field: &NodeField, root: i64) -> f64 {
        let is_header: FxHashSet<i64> = self.headers.iter().copied().chain([root]).collect();
        let good = |node: &&i64| {
            let ring = ring(field, **node, LONGEST_OPTION, &mut *self.memory);
            ring.is_some_and(|ring| !ring.iter().any(|node| is_header.contains(node)))
        };
        self.nodes.iter().take(TRIED).filter(good).count() as f64 / self.nodes.len().min(TRIED) as f64
    }

    /// Returns whether a field leads from each node to itself.
    fn is_alone(&mut self, field: &NodeField) -> bool {
        self.nodes.iter().all(|&node| field.get(node, &mut *self.memory) == Some(node))
    }

    /// Returns whether the nodes of options follow each other, with a spacer at both ends.
    fn has_spacers(&mut self, top: &NodeField) -> bool {
        let mut is_beside = |other: i64| {
            self.header_of.contains_key(&other) || top.get(other, &mut *self.memory).is_some_and(|value| value <= 0)
        };
        let fits = |node: &&i64| is_beside(**node - 1) && is_beside(**node + 1);
        self.nodes.iter().filter(fits).count() * 10 >= self.nodes.len() * APART
    }

    /// The row of a node: the same along an option. One with the name of a row comes first.
    fn row(&mut self, roles: &Roles) -> Option<NodeField> {
        let step = self.nodes.len() / SAMPLE + 1;
        let sample: Vec<(i64, Vec<i64>)> = {
            let some = self.nodes.iter().step_by(step);
            some.filter_map(|&node| Some((node, along(roles, node, self.memory)?))).collect()
        };
        let mut rows = self.others.clone();
        rows.retain(|field| Some(*field) != roles.column.as_ref() && is_named(self.names.row.as_ref(), field));
        rows.retain(|field| self.fits_row(field, &sample));
        rows.sort_by_key(|field| !is_row(field.name()));
        rows.first().map(|&field| field.clone())
    }

    /// Returns whether the nodes of an option agree in a field, and other options have other
    /// numbers.
    fn fits_row(&mut self, field: &NodeField, sample: &[(i64, Vec<i64>)]) -> bool {
        let (mut good, mut all) = (0usize, 0usize);
        let (mut values, mut rings) = (FxHashSet::default(), FxHashSet::default());
        for (node, others) in sample {
            let Some(row) = field.get(*node, self.memory) else { return false };
            values.insert(row);
            rings.insert(others.iter().fold(*node, |least, &other| least.min(other)));
            all += others.len();
            good += others.iter().filter(|&&other| field.get(other, &mut *self.memory) == Some(row)).count();
        }
        let are_apart = values.len() > 1 && values.len() * 10 >= rings.len() * APART;
        all > 0 && good * 10 >= all * AGREE && (are_apart || is_row(field.name()))
    }

    /// The size of a column: the length of its list, at its header.
    fn size(&mut self, roles: &Roles) -> Option<NodeField> {
        let mut size: Option<(f64, &NodeField)> = None;
        let mut fields = self.others.clone();
        fields.extend(roles.column.as_ref());
        fields.retain(|field| is_named(self.names.size.as_ref(), field));
        for field in fields {
            let share = self.fit_of_size(field);
            let has_name = is_size(field.name());
            let fit = share + if has_name { SIZE - NAMED_SIZE } else { 0.0 };
            let is_fit = share > SIZE || has_name && share > NAMED_SIZE;
            if is_fit && size.is_none_or(|(known, _)| fit > known) {
                size = Some((fit, field));
            }
        }
        size.map(|(_, field)| field.clone())
    }

    /// The share of headers that hold the length of their list.
    fn fit_of_size(&mut self, field: &NodeField) -> f64 {
        let lists = self.columns.lists.iter().zip(self.headers);
        let good = lists.filter(|(list, header)| field.get(**header, &mut *self.memory) == Some(list.len() as i64));
        good.count() as f64 / self.headers.len() as f64
    }
}

/// The other nodes of a node's option.
fn along(roles: &Roles, node: i64, memory: &mut dyn ProgramMemory) -> Option<Vec<i64>> {
    match &roles.across {
        Across::Ring => {
            ring(&roles.right, node, LONGEST_OPTION, memory).or_else(|| ring(&roles.left, node, LONGEST_OPTION, memory))
        }
        Across::Own(pair) => ring(&pair.1, node, LONGEST_OPTION, memory),
        Across::Spacers(top) => Some(between_spacers(top, node, memory)),
    }
}
