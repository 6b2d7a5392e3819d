//! Fields that may be the links of the same nodes: arrays of one owner, pointers of one class.

use super::memory::ProgramMemory;
use super::names::speaks_for;
use super::state::LinkRole;
use super::variables::{NodeField, StructField, StructType, Variables};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Fields of the same nodes.
pub(super) struct LinkFields {
    pub links: Vec<NodeField>,
    /// The node at which a header's vertical ring begins, if headers are of another class.
    pub head: Option<NodeField>,
    pub others: Vec<NodeField>,
    pub roots: Vec<i64>,
    pub by_address: bool,
}

impl LinkFields {
    /// The node at which the vertical ring of a header begins.
    pub fn start(&self, header: i64, memory: &mut dyn ProgramMemory) -> Option<i64> {
        self.head.as_ref().map_or(Some(header), |head| head.get(header, memory))
    }
}

/// The groups of a program's variables: classes before arrays.
pub(super) fn groups(variables: &Variables) -> Vec<LinkFields> {
    let mut groups = Vec::new();
    let mut owners: BTreeMap<&str, Vec<NodeField>> = BTreeMap::new();
    let all: Vec<NodeField> = variables.arrays.iter().map(NodeField::of_array).collect();
    let named: Vec<(String, NodeField)> = all.iter().map(|field| (field.owner().to_string(), field.clone())).collect();
    for (owner, field) in &named {
        owners.entry(owner.as_str()).or_default().push(field.clone());
    }
    let mut roots = vec![0];
    let values = variables.scalars.iter().flat_map(|scalar| [scalar.value, scalar.value.saturating_add(1)]);
    roots.extend(values.filter(|value| (1..100_000).contains(value)));
    let mut seen = FxHashSet::default();
    roots.retain(|&root| seen.insert(root));
    roots.truncate(60);
    let mut by_owner: Vec<Vec<NodeField>> = owners.into_values().filter(|fields| fields.len() >= 4).collect();
    by_owner.sort_by_key(|fields| std::cmp::Reverse(name_count(fields)));
    let whole: Vec<NodeField> = all.iter().take(40).cloned().collect();
    let sets = by_owner.into_iter().chain((whole.len() >= 4).then_some(whole));
    let index = sets.map(|links| LinkFields {
        links,
        head: None,
        others: all.clone(),
        roots: roots.clone(),
        by_address: false,
    });
    for (name, kind) in &variables.types {
        let pointers: Vec<&StructField> = kind.fields.iter().filter(|field| field.to.is_some()).collect();
        let links: Vec<NodeField> = kind
            .fields
            .iter()
            .filter(|field| field.to.is_some())
            .map(|field| NodeField::of_struct(name, field))
            .collect();
        // Nodes that lie in the headers of another class are half of the links only.
        let is_part = |other: &StructType| {
            let has =
                |field: &&StructField| other.fields.iter().any(|own| own.name.ends_with(&format!(".{}", field.name)));
            pointers.iter().all(has)
        };
        let is_inside = variables.types.iter().any(|(own, other)| own != name && is_part(other));
        if links.len() < 4 || is_inside {
            continue;
        }
        // A class of headers has the fields of its nodes at the same places, and more.
        let is_same = |other: &StructType| {
            let has = |field: &&StructField| {
                other.fields.iter().any(|own| (&own.name, own.offset) == (&field.name, field.offset))
            };
            pointers.iter().all(has)
        };
        let others = variables.types.iter().filter(|(_, other)| is_same(other));
        let others =
            others.flat_map(|(name, kind)| kind.fields.iter().map(move |field| NodeField::of_struct(name, field)));
        let roots = variables.places.iter().map(|place| place.address.cast_signed()).take(80).collect();
        groups.push(LinkFields { links, head: None, others: others.collect(), roots, by_address: true });
    }
    groups.extend(classes(variables));
    groups.extend(index);
    groups
}

/// Headers of one class, linked left and right, over nodes of another: each header leads to the
/// node at which its vertical ring begins.
fn classes(variables: &Variables) -> Vec<LinkFields> {
    let mut groups = Vec::new();
    let to = |field: &&StructField, name: &str| field.to.as_deref() == Some(name);
    for (of_headers, headers) in &variables.types {
        let beside: Vec<&StructField> = headers.fields.iter().filter(|field| to(field, of_headers)).collect();
        let roots = variables.places.iter().filter(|place| place.kind == *of_headers);
        let roots: Vec<i64> = roots.map(|place| place.address.cast_signed()).take(80).collect();
        for (of_nodes, nodes) in variables.types.iter().filter(|(name, _)| *name != of_headers) {
            let around: Vec<&StructField> = nodes.fields.iter().filter(|field| to(field, of_nodes)).collect();
            let pointers = headers.fields.iter().filter(|field| to(field, of_nodes));
            let pointers = pointers.map(|head| NodeField::of_struct(of_headers, head));
            let heads: Vec<NodeField> = inside((of_headers, headers), nodes).into_iter().chain(pointers).collect();
            if beside.len() < 2 || around.len() < 4 {
                continue;
            }
            for head in heads {
                let of = |name: &str, fields: &[&StructField]| -> Vec<NodeField> {
                    fields.iter().map(|field| NodeField::of_struct(name, field)).collect()
                };
                let all = |name: &str, kind: &StructType| of(name, &kind.fields.iter().collect::<Vec<_>>());
                let links = of(of_headers, &beside).into_iter().chain(of(of_nodes, &around)).collect();
                let others = all(of_headers, headers).into_iter().chain(all(of_nodes, nodes)).collect();
                groups.push(LinkFields { links, head: Some(head), others, roots: roots.clone(), by_address: true });
            }
        }
    }
    groups
}

/// The node that lies in each header of another class, as the head of its list.
fn inside((of_headers, headers): (&str, &StructType), nodes: &StructType) -> Option<NodeField> {
    let first = nodes.fields.iter().find(|field| field.to.is_some())?;
    let field = headers.fields.iter().find(|field| field.name.ends_with(&format!(".{}", first.name)))?;
    let base = field.offset.checked_sub(first.offset)?;
    let prefix = field.name.strip_suffix(first.name.as_str())?;
    let has = |field: &StructField| {
        let name = format!("{prefix}{}", field.name);
        headers.fields.iter().any(|other| other.name == name && other.offset == base + field.offset)
    };
    let path = format!("{of_headers}.{}", prefix.trim_end_matches('.'));
    nodes.fields.iter().all(has).then_some(NodeField { path, base, stride: 1, width: 0, signed: false, count: None })
}

/// The number of fields whose names are those of links.
fn name_count(fields: &[NodeField]) -> usize {
    let speaks = |role: &LinkRole| fields.iter().any(|field| speaks_for(field.name(), *role));
    LinkRole::ALL.iter().filter(|role| speaks(role)).count()
}
