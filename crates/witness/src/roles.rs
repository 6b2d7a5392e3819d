//! The roles of arrays and fields, by what holds of their values: L and R are inverse on the ring
//! of headers, U and D on the rings of nodes, and each of those has one header.
//!
//! Only what the rings reach is read: arrays have room for more. A program with a slip in its
//! building has pointers that are not inverse, so most must be, not all. Names decide ties, and the
//! direction.

use super::memory::ProgramMemory;
use super::names::{is_column, is_row, is_size, speaks_for};
use super::state::LinkRole;
use super::variables::{NodeField, StructField, StructType, Variables};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The way along an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Across {
    /// By L and R, as the headers.
    Ring,
    /// By two fields of its own: left, then right.
    Own(Box<(NodeField, NodeField)>),
    /// The nodes of an option follow each other, between spacers: nodes whose column is not
    /// positive.
    Spacers(Box<NodeField>),
}

/// The roles that were found.
// Many fields: one for each role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    /// L of headers, and mostly of nodes.
    pub left: NodeField,
    /// R of headers, and mostly of nodes.
    pub right: NodeField,
    /// U of headers and nodes.
    pub up: NodeField,
    /// D of headers and nodes.
    pub down: NodeField,
    /// The node at which a header's vertical ring begins, if headers are of another class than
    /// nodes.
    pub head: Option<NodeField>,
    /// The way along an option.
    pub across: Across,
    /// The column of a node.
    pub column: Option<NodeField>,
    /// The row of a node.
    pub row: Option<NodeField>,
    /// A field with the name of a row, if the rings are too wrong to show one.
    pub row_by_name: Option<NodeField>,
    /// The number of nodes of a column, at its header.
    pub size: Option<NodeField>,
    /// The root.
    pub root: i64,
    /// The way to the root, if it is an object with a name.
    pub root_path: Option<String>,
    /// True if nodes are numbered by their addresses.
    pub by_address: bool,
    /// True if the user has named the size.
    pub is_size_asked: bool,
    /// By the number of a node: its key, if nodes are keys of dictionaries.
    pub keys: Rc<[String]>,
}

impl Roles {
    /// Returns whether each link has a name that speaks for its role.
    pub(super) fn are_named(&self) -> bool {
        LinkRole::ALL.iter().all(|&role| speaks_for(self.link(role).name(), role))
    }

    /// Returns whether the size has the name of one.
    pub(super) fn is_size_named(&self) -> bool {
        self.size.as_ref().is_some_and(|size| is_size(size.name()))
    }

    /// The field of a role.
    pub fn link(&self, role: LinkRole) -> &NodeField {
        match role {
            LinkRole::Left => &self.left,
            LinkRole::Right => &self.right,
            LinkRole::Up => &self.up,
            LinkRole::Down => &self.down,
        }
    }

    /// The node at which the vertical ring of a header begins: mostly the header itself.
    pub(super) fn start(&self, header: i64, memory: &mut dyn ProgramMemory) -> Option<i64> {
        self.head.as_ref().map_or(Some(header), |head| head.get(header, memory))
    }

    /// The same roles where the variables are now: an array may have moved since an earlier case.
    #[must_use]
    pub fn moved(&self, variables: &Variables) -> Roles {
        let moved = |field: &NodeField| {
            let mut arrays = variables.arrays.iter().filter(|array| array.path == field.path);
            arrays.next().map_or_else(|| field.clone(), NodeField::of_array)
        };
        let across = match &self.across {
            Across::Ring => Across::Ring,
            Across::Own(pair) => Across::Own(Box::new((moved(&pair.0), moved(&pair.1)))),
            Across::Spacers(top) => Across::Spacers(Box::new(moved(top))),
        };
        let named = |path: &String| variables.places.iter().find(|place| place.path == *path);
        let root = self.root_path.as_ref().and_then(named).map(|place| place.address.cast_signed());
        Roles {
            root: root.unwrap_or(self.root),
            left: moved(&self.left),
            right: moved(&self.right),
            up: moved(&self.up),
            down: moved(&self.down),
            across,
            column: self.column.as_ref().map(moved),
            row: self.row.as_ref().map(moved),
            row_by_name: self.row_by_name.as_ref().map(moved),
            size: self.size.as_ref().map(moved),
            keys: variables.keys.clone().into(),
            ..self.clone()
        }
    }

    /// A node, as the program knows it: its number, its address or its key.
    pub fn node_name(&self, node: i64) -> String {
        let key = usize::try_from(node).ok().and_then(|node| self.keys.get(node));
        match key {
            Some(key) => key.clone(),
            None if self.by_address => format!("{node:#x}"),
            None => node.to_string(),
        }
    }

    /// All fields, in one order.
    pub(super) fn fields(&self) -> Vec<&NodeField> {
        let mut fields: Vec<&NodeField> = LinkRole::ALL.iter().map(|role| self.link(*role)).collect();
        match &self.across {
            Across::Ring => {}
            Across::Own(pair) => fields.extend([&pair.0, &pair.1]),
            Across::Spacers(top) => fields.push(top),
        }
        fields.extend([&self.column, &self.row, &self.size].into_iter().flatten());
        fields
    }

    /// Returns whether the nodes of an option are in a ring of L and R.
    pub(crate) fn has_rings_of_rows(&self) -> bool {
        self.across == Across::Ring
    }

    /// Returns whether the links are the same fields.
    pub(crate) fn has_arrays_of(&self, other: &Roles) -> bool {
        LinkRole::ALL.iter().all(|role| self.link(*role) == other.link(*role))
    }

    /// The roles in one line: `links: L R U D of dlx; S of dlx; column col; row row; root 0`.
    pub fn words(&self) -> String {
        let of = |field: &NodeField| match plain_owner(field.owner().trim_end_matches('.')) {
            "" => String::new(),
            owner => format!(" of {owner}"),
        };
        let names = LinkRole::ALL.map(|role| self.link(role).name()).join(" ");
        let mut words = format!("links: {names}{}", of(&self.left));
        if let Across::Own(pair) = &self.across {
            words += &format!("; along options {} {}{}", pair.0.name(), pair.1.name(), of(&pair.0));
        }
        if matches!(self.across, Across::Spacers(_)) {
            words += "; spacers between options";
        }
        let more = [("", &self.size), ("column ", &self.column), ("row ", &self.row)];
        for (what, field) in more.into_iter().filter_map(|(what, field)| Some((what, field.as_ref()?))) {
            let owner = if field.owner() == self.left.owner() && !what.is_empty() { String::new() } else { of(field) };
            words += &format!("; {what}{}{owner}", field.name());
        }
        format!("{words}; root {}", self.node_name(self.root))
    }
}

/// The innermost type of one that only counts or wraps another: `Node` of `RcInner<RefCell<Node>>`.
fn plain_owner(owner: &str) -> &str {
    let Some((_, inner)) = owner.rsplit_once('<').filter(|_| owner.contains("::")) else { return owner };
    let inner = inner.split(['>', ',']).next().unwrap_or(inner);
    inner.rsplit("::").next().unwrap_or(inner)
}

/// The names that roles must have, where the user says so: in the form of [`Roles::words`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleNames {
    /// L, R, U and D.
    links: Option<[String; 4]>,
    column: Option<String>,
    row: Option<String>,
    size: Option<String>,
    root: Option<RootName>,
}

/// The root that the user says.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RootName {
    /// Its number or its address.
    Number(i64),
    /// The variable that is the root, or that leads to it.
    Variable(String),
}

impl RootName {
    /// The number or the address of the root.
    fn find(&self, variables: &Variables) -> Option<i64> {
        match self {
            RootName::Number(number) => Some(*number),
            RootName::Variable(name) => {
                // Where a pointer leads is its first element.
                let is_named = |path: &str| path.strip_suffix("[0]").unwrap_or(path) == name;
                let place = variables.places.iter().find(|place| is_named(&place.path));
                let scalar = || variables.scalars.iter().find(|scalar| scalar.path == *name).map(|one| one.value);
                place.map(|place| place.address.cast_signed()).or_else(scalar)
            }
        }
    }
}

impl RoleNames {
    /// Reads `L R U D; S; column col; row row; root 0`. Parts may be left out, and `of` with its
    /// owner is passed over. The root is a number, an address or the name of a variable.
    ///
    /// # Errors
    ///
    /// The part that is none of these, in words.
    pub fn parse(text: &str) -> Result<RoleNames, String> {
        let mut names = RoleNames::default();
        for part in text.trim_start_matches("links:").split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let names_of = part.split(" of ").next().unwrap_or(part);
            let words: Vec<String> = names_of.split_whitespace().map(str::to_string).collect();
            match &words[..] {
                [left, right, up, down] => {
                    names.links = Some([left, right, up, down].map(String::clone));
                }
                [what, name] if what == "column" => names.column = Some(name.clone()),
                [what, name] if what == "row" => names.row = Some(name.clone()),
                [what, root] if what == "root" => {
                    let hex = root.strip_prefix("0x").map(|digits| i64::from_str_radix(digits, 16));
                    let number = hex.unwrap_or_else(|| root.parse());
                    names.root = Some(number.map_or_else(|_| RootName::Variable(root.clone()), RootName::Number));
                }
                [size] => names.size = Some(size.clone()),
                _ => {
                    return Err(format!("`{part}` is none of: L R U D; S; column C; row R; root 0"));
                }
            }
        }
        Ok(names)
    }

    /// The names of links, where those of one struct or one owner alone say which is which.
    pub(super) fn of_variables(variables: &Variables) -> Option<RoleNames> {
        let structs = variables.types.values();
        let structs = structs.map(|kind| kind.fields.iter().filter(|field| field.to.is_some()).map(|one| &*one.name));
        let mut owners: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for array in &variables.arrays {
            let begin = array.path.rfind(['.', ']']).map_or(0, |at| at + 1);
            owners.entry(&array.path[..begin]).or_default().push(&array.path[begin..]);
        }
        let sets = structs.map(Iterator::collect::<Vec<&str>>).chain(owners.into_values());
        let mut named = sets.filter_map(|names| {
            let only = |role| {
                let mut speak = names.iter().filter(|name| speaks_for(name, role));
                speak.next().filter(|_| speak.next().is_none()).map(|name| (*name).to_string())
            };
            let [left, right, up, down] = LinkRole::ALL.map(only);
            Some([left?, right?, up?, down?])
        });
        let links = named.next().filter(|first| named.all(|other| other == *first))?;
        Some(RoleNames { links: Some(links), ..RoleNames::default() })
    }

    /// Returns whether the links may have any names.
    pub(super) fn are_open(&self) -> bool {
        self.links.is_none()
    }

    /// The same with the names of links that another one has.
    pub(super) fn with_links_of(&self, other: RoleNames) -> RoleNames {
        RoleNames { links: other.links, ..self.clone() }
    }

    fn allows(&self, role: LinkRole, field: &NodeField) -> bool {
        self.links.as_ref().is_none_or(|links| links[role as usize] == field.name())
    }
}

/// Returns whether a field has a name, if one is asked for.
fn is_named(name: Option<&String>, field: &NodeField) -> bool {
    name.is_none_or(|name| *name == field.name())
}

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

/// The most nodes of an option.
const LONGEST_OPTION: usize = 5_000;

/// The nodes that are tried along their options: enough, and the same in each run.
const TRIED: usize = 2_000;

/// The nodes whose rows are compared.
const SAMPLE: usize = 300;

/// The share of pointers that must have their inverse. One slip in the building of a small matrix
/// breaks a third of them.
const MOST: f64 = 0.5;

/// The share of vertical pointers that must have their inverse where their names do not say what they
/// are: arrays that hold other numbers than links come to half.
const VERTICAL: f64 = 0.85;

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

/// The worth of signs in a score, where several roles fit: a node is worth ten headers, and a fit of
/// pointers two nodes. Names decide ties.
const OF_NODE: f64 = 10.0;
const OF_FIT: f64 = 20.0;
const OF_VERTICAL: f64 = 2.0;
const OF_SIZE: f64 = 0.5;
const OF_NAME: f64 = 0.2;
const OF_NAMED_COLUMN: f64 = 0.3;

/// Fields of the same nodes.
struct Group {
    links: Vec<NodeField>,
    /// See [`Roles::head`].
    head: Option<NodeField>,
    others: Vec<NodeField>,
    roots: Vec<i64>,
    by_address: bool,
}

impl Group {
    fn start(&self, header: i64, memory: &mut dyn ProgramMemory) -> Option<i64> {
        self.head.as_ref().map_or(Some(header), |head| head.get(header, memory))
    }
}

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

fn groups(variables: &Variables) -> Vec<Group> {
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
    let index =
        sets.map(|links| Group { links, head: None, others: all.clone(), roots: roots.clone(), by_address: false });
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
        groups.push(Group { links, head: None, others: others.collect(), roots, by_address: true });
    }
    groups.extend(classes(variables));
    groups.extend(index);
    groups
}

/// Headers of one class, linked left and right, over nodes of another: each header leads to the
/// node at which its vertical ring begins.
fn classes(variables: &Variables) -> Vec<Group> {
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
                groups.push(Group { links, head: Some(head), others, roots: roots.clone(), by_address: true });
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
fn inverse(
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

fn examine(
    group: &Group,
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
            let ring_fit = inverse(right, left, headers.iter().copied().chain([root]), memory);
            if ring_fit < MOST {
                continue;
            }
            let pairs = group.links.iter().flat_map(|down| group.links.iter().map(move |up| (down, up)));
            let is_free = |field: &NodeField| field != left && field != right;
            let is_asked = |down, up| names_asked.allows(LinkRole::Down, down) && names_asked.allows(LinkRole::Up, up);
            let pairs = pairs.filter(|(down, up)| is_asked(down, up));
            for (down, up) in pairs.filter(|(down, up)| down != up && is_free(down) && is_free(up)) {
                // The root is in no vertical ring: else it is a node, and the rings are crossed.
                let Some(start) = group.start(root, memory) else { continue };
                let is_crossed = ring(down, start, LONGEST, memory)
                    .is_some_and(|ring| !ring.is_empty() && inverse(down, up, ring.into_iter(), &mut *memory) > MOST);
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
                if let Some((score, found_here)) = complete(group, roles, names_asked, &headers, columns, memory) {
                    reached.extend(all);
                    found.push((score + ring_fit, found_here));
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

/// The nodes of each header, and the share of pointers that have their inverse.
struct Columns {
    lists: Vec<Vec<i64>>,
    fit: f64,
}

fn columns(
    group: &Group,
    (down, up): (&NodeField, &NodeField),
    headers: &[i64],
    distinct: &FxHashSet<i64>,
    root: i64,
    memory: &mut dyn ProgramMemory,
) -> Option<Columns> {
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
        let share = inverse(down, up, list.iter().copied().chain([start]), memory);
        fit += share * (list.len() + 1) as f64;
        nodes += list.len();
        lists.push(list);
    }
    let fit = fit / (nodes + headers.len()) as f64;
    (nodes > 0).then_some(Columns { lists, fit })
}

/// Finds the other roles, and returns a score.
fn complete(
    group: &Group,
    mut roles: Roles,
    names_asked: &RoleNames,
    headers: &[i64],
    columns: Columns,
    memory: &mut dyn ProgramMemory,
) -> Option<(f64, Found)> {
    let nodes: Vec<i64> = columns.lists.iter().flatten().copied().collect();
    let mut header_of: FxHashMap<i64, i64> = FxHashMap::default();
    for (&header, list) in headers.iter().zip(&columns.lists) {
        header_of.extend(list.iter().map(|&node| (node, header)));
    }
    let used = |roles: &Roles, field: &NodeField| LinkRole::ALL.iter().any(|role| roles.link(*role) == field);
    let is_header: FxHashSet<i64> = headers.iter().copied().chain([roles.root]).collect();
    // The column: the same on a vertical ring, another on others.
    let fits_column = |field: &NodeField, memory: &mut dyn ProgramMemory| {
        let (mut good, mut direct) = (0usize, 0usize);
        let mut values = FxHashSet::default();
        for (list, header) in columns.lists.iter().zip(headers) {
            let Some(first) = list.first().and_then(|&node| field.get(node, memory)) else { continue };
            values.insert(first);
            for &node in list {
                let value = field.get(node, memory);
                good += usize::from(value == Some(first));
                direct += usize::from(value == Some(*header));
            }
        }
        let lists = columns.lists.iter().filter(|list| !list.is_empty()).count();
        let is_fit = good * 10 >= nodes.len() * AGREE && values.len() == lists;
        is_fit.then_some(good + 2 * direct)
    };
    let candidates: Vec<&NodeField> = group.others.iter().filter(|field| !used(&roles, field)).collect();
    let mut column: Option<(usize, NodeField)> = None;
    for field in candidates.iter().filter(|field| is_named(names_asked.column.as_ref(), field)) {
        if let Some(fit) = fits_column(field, memory) {
            let is_beside = field.owner() == roles.down.owner();
            let fit = fit * 4 + 2 * usize::from(is_column(field.name())) + usize::from(is_beside);
            if column.as_ref().is_none_or(|(known, _)| fit > *known) {
                column = Some((fit, (*field).clone()));
            }
        }
    }
    let mut column_fit = if column.is_some() { 1.0 } else { 0.0 };
    let named = |is: fn(&str) -> bool| candidates.iter().find(|field| is(field.name())).map(|field| (*field).clone());
    roles.column = column.map(|(_, field)| field).or_else(|| {
        column_fit = OF_NAMED_COLUMN;
        let has_all = |field: &NodeField, memory: &mut dyn ProgramMemory| {
            nodes.iter().all(|&node| field.get(node, &mut *memory).is_some())
        };
        named(|name| is_column(name) && !matches!(name, "y" | "item" | "ch")).filter(|field| has_all(field, memory))
    });
    // Along an option.
    let closes = |field: &NodeField, memory: &mut dyn ProgramMemory| {
        let good = |node: &&i64| {
            let ring = ring(field, **node, LONGEST_OPTION, &mut *memory);
            ring.is_some_and(|ring| !ring.iter().any(|node| is_header.contains(node)))
        };
        nodes.iter().take(TRIED).filter(good).count() as f64 / nodes.len().min(TRIED) as f64
    };
    let mut across_fit = closes(&roles.right, memory).max(closes(&roles.left, memory) * LEFT_ALONE);
    let is_alone = |field: &NodeField, memory: &mut dyn ProgramMemory| {
        nodes.iter().all(|&node| field.get(node, &mut *memory) == Some(node))
    };
    // What headers of another class have, nodes have not.
    let is_of_headers = roles.head.is_some() && roles.right.owner() != roles.down.owner();
    if across_fit < ACROSS || is_of_headers {
        let spacers = roles.column.clone().filter(|top| has_spacers(top, &nodes, &header_of, memory));
        let free: Vec<NodeField> = group.links.iter().filter(|field| !used(&roles, field)).cloned().collect();
        let found = |memory: &mut dyn ProgramMemory| {
            let pairs = free.iter().flat_map(|right| free.iter().map(move |left| (left, right)));
            let mut pairs = pairs.filter(|(left, right)| left != right);
            pairs.find(|(left, right)| {
                closes(right, memory) > OTHER_WAY
                    && inverse(right, left, nodes.iter().copied(), memory) > MOST
                    && !is_alone(right, memory)
            })
        };
        if let Some((left, right)) = found(memory) {
            roles.across = Across::Own(Box::new((left.clone(), right.clone())));
        } else {
            roles.across = Across::Spacers(Box::new(spacers?));
        }
        across_fit = 1.0;
    }
    // The row: the same along an option.
    let along = |node: i64, memory: &mut dyn ProgramMemory| match &roles.across {
        Across::Ring => {
            ring(&roles.right, node, LONGEST_OPTION, memory).or_else(|| ring(&roles.left, node, LONGEST_OPTION, memory))
        }
        Across::Own(pair) => ring(&pair.1, node, LONGEST_OPTION, memory),
        Across::Spacers(top) => Some(between_spacers(top, node, memory)),
    };
    let sample: Vec<(i64, Vec<i64>)> = {
        let some = nodes.iter().step_by(nodes.len() / SAMPLE + 1);
        some.filter_map(|&node| Some((node, along(node, memory)?))).collect()
    };
    let fits_row = |field: &NodeField, memory: &mut dyn ProgramMemory| {
        let (mut good, mut all) = (0usize, 0usize);
        let (mut values, mut rings) = (FxHashSet::default(), FxHashSet::default());
        for (node, others) in &sample {
            let Some(own) = field.get(*node, memory) else { return false };
            values.insert(own);
            rings.insert(others.iter().fold(*node, |least, &other| least.min(other)));
            all += others.len();
            good += others.iter().filter(|&&other| field.get(other, &mut *memory) == Some(own)).count();
        }
        // Other rows have other numbers.
        let are_apart = values.len() > 1 && values.len() * 10 >= rings.len() * APART;
        all > 0 && good * 10 >= all * AGREE && (are_apart || is_row(field.name()))
    };
    let mut rows: Vec<NodeField> = Vec::new();
    let is_row_asked = |field: &&&NodeField| is_named(names_asked.row.as_ref(), field);
    for field in candidates.iter().filter(|field| Some(**field) != roles.column.as_ref()).filter(is_row_asked) {
        if fits_row(field, memory) {
            rows.push((*field).clone());
        }
    }
    rows.sort_by_key(|field| !is_row(field.name()));
    roles.row = rows.into_iter().next();
    if roles.row.is_none() {
        let is_named = |field: &&&NodeField| field.owner() == roles.left.owner() && is_row(field.name());
        roles.row_by_name = candidates.iter().find(is_named).map(|field| (*field).clone());
    }
    // The size: the length of the list, at its header.
    let fits_size = |field: &NodeField, memory: &mut dyn ProgramMemory| {
        let good = columns
            .lists
            .iter()
            .zip(headers)
            .filter(|(list, header)| field.get(**header, &mut *memory) == Some(list.len() as i64));
        good.count() as f64 / headers.len() as f64
    };
    let mut size: Option<(f64, NodeField)> = None;
    let is_size_asked = |field: &&NodeField| is_named(names_asked.size.as_ref(), field);
    for field in candidates.iter().copied().chain(roles.column.as_ref()).filter(is_size_asked) {
        let share = fits_size(field, memory);
        let is_named = is_size(field.name());
        let fit = share + if is_named { SIZE - NAMED_SIZE } else { 0.0 };
        if (share > SIZE || is_named && share > NAMED_SIZE) && size.as_ref().is_none_or(|(known, _)| fit > *known) {
            size = Some((fit, field.clone()));
        }
    }
    let size_fit = if size.is_some() { OF_SIZE } else { 0.0 };
    roles.size = size.map(|(_, field)| field);
    let names = LinkRole::ALL.iter().filter(|role| speaks_for(roles.link(**role).name(), **role)).count();
    let fit = columns.fit * OF_VERTICAL + across_fit + column_fit + size_fit + names as f64 * OF_NAME;
    let score = nodes.len() as f64 * OF_NODE + headers.len() as f64 + fit * OF_FIT;
    Some((score, Found { roles, nodes: nodes.len(), headers: headers.len() }))
}

/// Returns whether the nodes of options follow each other, with a spacer at both ends.
fn has_spacers(
    top: &NodeField,
    nodes: &[i64],
    header_of: &FxHashMap<i64, i64>,
    memory: &mut dyn ProgramMemory,
) -> bool {
    let is_end = |node: i64, memory: &mut dyn ProgramMemory| top.get(node, memory).is_some_and(|value| value <= 0);
    let fits = |node: &&i64| {
        let node = **node;
        let is_beside =
            |other: i64, memory: &mut dyn ProgramMemory| header_of.contains_key(&other) || is_end(other, memory);
        is_beside(node - 1, &mut *memory) && is_beside(node + 1, &mut *memory)
    };
    nodes.iter().filter(fits).count() * 10 >= nodes.len() * APART
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
