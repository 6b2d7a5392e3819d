//! Finds the roles of arrays and fields, by what holds of their values.
//!
//! Only what the rings reach is read: arrays have room for more. A program with a slip in its
//! building has pointers that are not inverse, so most must be, not all. Names decide ties, and the
//! direction.

use super::beside::{VerticalRings, complete};
use super::groups::{LinkFields, groups};
use super::memory::ProgramMemory;
use super::names::speaks_for;
use super::rings::{LEAST_INVERSE, inverse_share, ring};
use super::roles::{Across, RoleNames, Roles, RootName};
use super::state::LinkRole;
use super::variables::{NodeField, Variables};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The roles, and how well they fit.
#[derive(Clone, Debug)]
pub struct Found {
    /// The roles.
    pub roles: Roles,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of headers in the ring of the root.
    pub headers: usize,
}

/// The most nodes of a ring.
const LONGEST: usize = 200_000;

/// The most headers. A problem of the judges has some thousands.
const MOST_HEADERS: usize = 20_000;

/// The share of vertical pointers that must have their inverse where their names do not say what
/// they are: arrays that hold other numbers than links come to half.
const VERTICAL: f64 = 0.85;

/// Finds the roles in the memory of a program that has built its links and covered nothing. Where
/// `names` says a name, it is the one.
pub fn find(variables: &Variables, names: &RoleNames, memory: &mut dyn ProgramMemory) -> Option<Found> {
    let groups = groups(variables);
    let mut best: Option<(f64, Found)> = None;
    for group in &groups {
        // The nodes that a root has reached are no other roots.
        let mut reached: FxHashSet<i64> = FxHashSet::default();
        let named = names.root.as_ref().map(|root| root.find(variables));
        // An address is another one in another run: the variable says which.
        let is_address = group.by_address && matches!(names.root, Some(RootName::Number(_)));
        let is_root = |root: &i64| is_address || named.is_none_or(|named| named == Some(*root));
        let named = named.flatten().filter(|named| !group.by_address && !group.roots.contains(named));
        for root in group.roots.iter().copied().chain(named).filter(is_root) {
            if reached.contains(&root) {
                continue;
            }
            for (score, found) in examine(group, root, names, &mut reached, memory) {
                if best.as_ref().is_none_or(|(known, _)| score > *known) {
                    best = Some((score, found));
                }
            }
        }
        // Arrays of one owner come before all arrays together.
        if best.is_some() && !group.by_address {
            break;
        }
    }
    best.map(|(_, mut found)| {
        let roles = &mut found.roles;
        let root = variables.places.iter().find(|place| place.address.cast_signed() == roles.root);
        roles.root_path = root.filter(|_| roles.by_address).map(|place| place.path.clone());
        roles.keys = variables.keys.clone().into();
        found
    })
}

fn examine(
    group: &LinkFields,
    root: i64,
    names_asked: &RoleNames,
    reached: &mut FxHashSet<i64>,
    memory: &mut dyn ProgramMemory,
) -> Vec<(f64, Found)> {
    let mut found = Vec::new();
    let allows = |role, field: &&NodeField| names_asked.allows(role, field);
    for right in group.links.iter().filter(|field| allows(LinkRole::Right, field)) {
        let Some(headers) = ring(right, root, MOST_HEADERS, memory).filter(|headers| !headers.is_empty()) else {
            continue;
        };
        let distinct: FxHashSet<i64> = headers.iter().copied().collect();
        if distinct.len() < headers.len() {
            continue;
        }
        for left in group.links.iter().filter(|left| *left != right && allows(LinkRole::Left, left)) {
            let ring_fit = inverse_share(right, left, headers.iter().copied().chain([root]), memory);
            if ring_fit < LEAST_INVERSE {
                continue;
            }
            let pairs = group.links.iter().flat_map(|down| group.links.iter().map(move |up| (down, up)));
            let is_free = |field: &NodeField| field != left && field != right;
            let is_asked = |down, up| names_asked.allows(LinkRole::Down, down) && names_asked.allows(LinkRole::Up, up);
            let pairs = pairs.filter(|(down, up)| is_asked(down, up));
            for (down, up) in pairs.filter(|(down, up)| down != up && is_free(down) && is_free(up)) {
                // The root is in no vertical ring: else it is a node, and the rings are crossed.
                let Some(start) = group.start(root, memory) else { continue };
                let is_crossed = ring(down, start, LONGEST, memory).is_some_and(|ring| {
                    !ring.is_empty() && inverse_share(down, up, ring.into_iter(), &mut *memory) > LEAST_INVERSE
                });
                if is_crossed {
                    continue;
                }
                // A struct inside another one is of another class.
                let is_mixed = [left, up, down].iter().any(|field| field.owner() != right.owner());
                if group.by_address && group.head.is_none() && is_mixed {
                    continue;
                }
                if is_turned([left, right, up, down]) && names_asked.links.is_none() {
                    continue;
                }
                let Some(columns) = columns(group, (down, up), &headers, &distinct, root, memory) else { continue };
                let names = [(LinkRole::Down, LinkRole::Up), (LinkRole::Up, LinkRole::Down)];
                let mut names = names.into_iter();
                let are_named = names.any(|(one, other)| speaks_for(down.name(), one) && speaks_for(up.name(), other));
                if columns.fit < if are_named { 0.0 } else { VERTICAL } {
                    continue;
                }
                let roles = Roles {
                    left: left.clone(),
                    right: right.clone(),
                    up: up.clone(),
                    down: down.clone(),
                    head: group.head.clone(),
                    across: Across::Ring,
                    column: None,
                    row: None,
                    row_by_name: None,
                    size: None,
                    root,
                    root_path: None,
                    by_address: group.by_address,
                    is_size_asked: names_asked.size.is_some(),
                    keys: Rc::default(),
                };
                let nodes = columns.lists.iter().flatten().copied();
                let all: Vec<i64> = nodes.chain(headers.iter().copied()).chain([root]).collect();
                let fields = (group.links.as_slice(), group.others.as_slice());
                if let Some((score, roles)) = complete(fields, roles, names_asked, &headers, &columns, memory) {
                    let nodes = columns.lists.iter().map(Vec::len).sum();
                    found.push((score + ring_fit, Found { roles, nodes, headers: headers.len() }));
                    reached.extend(all);
                }
            }
        }
    }
    found
}

/// Returns whether the names of four links say that the vertical ones are the horizontal ones.
fn is_turned([left, right, up, down]: [&NodeField; 4]) -> bool {
    let speaks = |field: &NodeField, one, other| speaks_for(field.name(), one) || speaks_for(field.name(), other);
    let is_vertical = |field: &NodeField| speaks(field, LinkRole::Up, LinkRole::Down);
    let is_horizontal = |field: &NodeField| speaks(field, LinkRole::Left, LinkRole::Right);
    is_vertical(left) && is_vertical(right) && is_horizontal(up) && is_horizontal(down)
}

/// The columns, where no node is in two of them.
fn columns(
    group: &LinkFields,
    (down, up): (&NodeField, &NodeField),
    headers: &[i64],
    distinct: &FxHashSet<i64>,
    root: i64,
    memory: &mut dyn ProgramMemory,
) -> Option<VerticalRings> {
    let mut seen = FxHashSet::default();
    let mut lists = Vec::with_capacity(headers.len());
    let (mut fit, mut nodes) = (0.0, 0usize);
    for &header in headers {
        let start = group.start(header, memory)?;
        let list = ring(down, start, LONGEST, memory)?;
        let is_own = |node: &i64| *node != root && !distinct.contains(node) && seen.insert(*node);
        if !list.iter().all(is_own) {
            return None;
        }
        let share = inverse_share(down, up, list.iter().copied().chain([start]), memory);
        fit += share * (list.len() + 1) as f64;
        nodes += list.len();
        lists.push(list);
    }
    let fit = fit / (nodes + headers.len()) as f64;
    (nodes > 0).then_some(VerticalRings { lists, fit })
}
