//! The variables of a stopped program that may hold links.

use super::memory::ProgramMemory;
use super::sets::SetVariable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The variables in scope.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Variables {
    /// Integers in arrays, or one field of the structs in an array.
    pub arrays: Vec<ArrayVariable>,
    /// Structs with pointers.
    pub places: Vec<PlaceVariable>,
    /// Single integers.
    pub scalars: Vec<ScalarVariable>,
    /// The types of the structs, by name.
    pub types: BTreeMap<String, StructType>,
    /// Sets and lists by key, in a script.
    #[serde(default)]
    pub sets: Vec<SetVariable>,
    /// By the number of a node: the key that it is in a script, if nodes are keys of dictionaries.
    #[serde(default)]
    pub keys: Vec<String>,
}

impl Variables {
    /// The single integers, by their paths.
    pub fn numbers(&self) -> BTreeMap<String, i64> {
        self.scalars.iter().map(|scalar| (scalar.path.clone(), scalar.value)).collect()
    }
}

/// Integers at equal distances.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ArrayVariable {
    /// The way to it, as a program writes it: `dlx.L`, `p[].l`.
    pub path: String,
    /// The address of the first one.
    pub address: u64,
    /// The distance of two, in bytes.
    pub stride: u64,
    /// The size of one, in bytes.
    pub width: u8,
    /// True for integers that may be negative.
    pub signed: bool,
    /// The number of them. `None` behind a pointer.
    pub count: Option<u64>,
}

/// A struct in memory.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct PlaceVariable {
    /// The way to it.
    pub path: String,
    /// Its address.
    pub address: u64,
    /// The name of its type.
    #[serde(rename = "type")]
    pub kind: String,
}

/// A single integer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ScalarVariable {
    /// The way to it.
    pub path: String,
    /// Its value.
    pub value: i64,
}

/// A type of structs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct StructType {
    /// The size in bytes.
    pub size: u64,
    /// The integers and the pointers to structs in it.
    pub fields: Vec<StructField>,
}

/// An integer or a pointer in a struct.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct StructField {
    /// The name, with those of the structs around it.
    pub name: String,
    /// The distance from the beginning of the struct, in bytes.
    pub offset: u64,
    /// The size in bytes.
    pub width: u8,
    /// True for integers that may be negative.
    pub signed: bool,
    /// The type that a pointer points to. `None` for an integer.
    #[serde(default)]
    pub to: Option<String>,
}

/// A number of each node: an array that is read at the node's index, or a field that is read at the
/// node's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeField {
    /// The way to it, as a program writes it.
    pub path: String,
    /// The address for node 0.
    pub base: u64,
    /// The distance of two nodes whose numbers differ by 1.
    pub stride: u64,
    /// The size in bytes. 0 for a struct inside the node, whose number is its own address.
    pub width: u8,
    /// True for integers that may be negative.
    pub signed: bool,
    /// The number of nodes that have one. `None` if it is not known.
    pub count: Option<u64>,
}

impl NodeField {
    pub(super) fn of_array(array: &ArrayVariable) -> NodeField {
        let ArrayVariable { path, address, stride, width, signed, count } = array.clone();
        NodeField { path, base: address, stride, width, signed, count }
    }

    pub(super) fn of_struct(kind: &str, field: &StructField) -> NodeField {
        let (path, base) = (format!("{kind}.{}", field.name), field.offset);
        NodeField { path, base, stride: 1, width: field.width, signed: field.signed, count: None }
    }

    /// The address of a node's number.
    pub fn address(&self, node: i64) -> u64 {
        self.base.wrapping_add(node.cast_unsigned().wrapping_mul(self.stride))
    }

    /// The number of a node. `None` if there is none.
    pub fn get(&self, node: i64, memory: &mut dyn ProgramMemory) -> Option<i64> {
        if self.width == 0 {
            return Some(self.address(node).cast_signed());
        }
        if self.count.is_some_and(|count| node < 0 || node.cast_unsigned() >= count) {
            return None;
        }
        memory.word(self.address(node), self.width, self.signed)
    }

    /// The last name of the way to it, with the parts of what only wraps a value: `l.0`.
    pub(super) fn name(&self) -> &str {
        let mut whole = self.path.as_str();
        while let Some((before, _)) = whole.rsplit_once('.').filter(|(_, last)| is_wrapper(last)) {
            whole = before;
        }
        let begin = whole.rfind(['.', ']']).map_or(0, |at| at + 1);
        &self.path[begin..]
    }

    /// The way to it without its last name: the struct or the object that it is in.
    pub(super) fn owner(&self) -> &str {
        &self.path[..self.path.len() - self.name().len()]
    }
}

/// Returns whether a field is the only one of a type that wraps it, as in `struct Id(u32)`.
fn is_wrapper(name: &str) -> bool {
    name == "pointer" || name.bytes().all(|byte| byte.is_ascii_digit())
}
