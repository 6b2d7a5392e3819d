//! The roles of arrays and fields: L, R, U and D, column, row, size and root, as found or as named.

use super::memory::ProgramMemory;
use super::names::{is_size, speaks_for};
use super::state::LinkRole;
use super::variables::{NodeField, Variables};
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
    pub(super) links: Option<[String; 4]>,
    pub(super) column: Option<String>,
    pub(super) row: Option<String>,
    pub(super) size: Option<String>,
    pub(super) root: Option<RootName>,
}

/// The root that the user says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootName {
    /// Its number or its address.
    Number(i64),
    /// The variable that is the root, or that leads to it.
    Variable(String),
}

impl RootName {
    /// The number or the address of the root.
    pub(super) fn find(&self, variables: &Variables) -> Option<i64> {
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

    pub(super) fn allows(&self, role: LinkRole, field: &NodeField) -> bool {
        self.links.as_ref().is_none_or(|links| links[role as usize] == field.name())
    }
}

/// Returns whether a field has a name, if one is asked for.
pub(super) fn is_named(name: Option<&String>, field: &NodeField) -> bool {
    name.is_none_or(|name| *name == field.name())
}
