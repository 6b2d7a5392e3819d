//! Walks along a field: around a ring, there and back, and between two spacers.

use super::memory::ProgramMemory;
use super::variables::NodeField;

/// The most nodes of an option.
pub(super) const LONGEST_OPTION: usize = 5_000;

/// The share of pointers that must have their inverse. One slip in the building of a small matrix
/// breaks a third of them.
pub(super) const LEAST_INVERSE: f64 = 0.5;

/// The nodes after one, along a field, until it comes back.
pub(super) fn ring(field: &NodeField, start: i64, most: usize, memory: &mut dyn ProgramMemory) -> Option<Vec<i64>> {
    let mut nodes = Vec::new();
    let mut at = field.get(start, memory)?;
    // A ring that runs into another one comes by this node again.
    let (mut mark, mut next_mark) = (start, 1);
    while at != start {
        nodes.push(at);
        if nodes.len() > most || at == mark {
            return None;
        }
        if nodes.len() == next_mark {
            (mark, next_mark) = (at, 2 * next_mark);
        }
        at = field.get(at, memory)?;
    }
    Some(nodes)
}

/// The share of nodes that `back` leads back to from where `field` leads.
pub(super) fn inverse_share(
    field: &NodeField,
    back: &NodeField,
    nodes: impl Iterator<Item = i64>,
    memory: &mut dyn ProgramMemory,
) -> f64 {
    let (mut good, mut all) = (0u32, 0u32);
    for node in nodes {
        all += 1;
        let next = field.get(node, memory);
        good += u32::from(next.and_then(|next| back.get(next, memory)) == Some(node));
    }
    f64::from(good) / f64::from(all.max(1))
}

/// The other nodes of an option between two spacers: those to the right, and then those to the
/// left.
pub(super) fn between_spacers(top: &NodeField, node: i64, memory: &mut dyn ProgramMemory) -> Vec<i64> {
    let mut is_node = |at: i64| top.get(at, &mut *memory).is_some_and(|value| value > 0);
    let right: Vec<i64> = (node + 1..node + LONGEST_OPTION as i64).take_while(|&at| is_node(at)).collect();
    let mut left: Vec<i64> = (1..LONGEST_OPTION as i64).map(|k| node - k).take_while(|&at| is_node(at)).collect();
    left.reverse();
    right.into_iter().chain(left).collect()
}
