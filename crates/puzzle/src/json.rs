//! JSON in which every field is accounted for. The fields of an object can be had only by reading
//! the whole object, and a field that is neither taken nor harmless is an error.

use serde_json::{Map, Value};

pub(crate) struct JsonText(Value);

/// A value of a JSON text. Its parts can be had by its methods only.
#[derive(Clone, Copy)]
pub(crate) struct JsonValue<'v>(&'v Value);

/// A field that does not change the puzzle, and the reason.
pub(crate) struct Harmless {
    pub(crate) key: &'static str,
    pub(crate) why: &'static str,
}

/// The fields of an object, while they are read.
pub(crate) struct Fields<'v> {
    all: &'v Map<String, Value>,
    taken: Vec<&'v str>,
}

/// The fields of an object of which only the looks are wanted, so that none need be accounted for.
pub(crate) struct AllFields<'v>(Vec<(&'v str, JsonValue<'v>)>);

impl<'v> AllFields<'v> {
    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<JsonValue<'v>> {
        self.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Each key with its value.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'v str, JsonValue<'v>)> {
        self.0.iter().copied()
    }
}

impl JsonText {
    pub(crate) fn new(value: Value) -> JsonText {
        JsonText(value)
    }

    pub(crate) fn root(&self) -> JsonValue<'_> {
        JsonValue(&self.0)
    }
}

impl<'v> JsonValue<'v> {
    pub(crate) fn str(self) -> Option<&'v str> {
        self.0.as_str()
    }

    pub(crate) fn bool(self) -> Option<bool> {
        self.0.as_bool()
    }

    /// A number, also one that is written as a text.
    pub(crate) fn number(self) -> Option<u32> {
        match self.0 {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_u64().and_then(|number| u32::try_from(number).ok()),
        }
    }

    /// A number that is written as one.
    pub(crate) fn plain_number(self) -> Option<u32> {
        self.0.as_u64().and_then(|number| u32::try_from(number).ok())
    }

    /// A coordinate.
    pub(crate) fn decimal(self) -> Option<f64> {
        self.0.as_f64()
    }

    /// The values of a list; `None` if it is not one.
    pub(crate) fn list(self) -> Option<Vec<JsonValue<'v>>> {
        self.0.as_array().map(|list| list.iter().map(JsonValue).collect())
    }

    pub(crate) fn is_list(self) -> bool {
        self.0.is_array()
    }

    /// A list with this value alone.
    pub(crate) fn alone(self) -> JsonText {
        JsonText(Value::Array(vec![self.0.clone()]))
    }

    pub(crate) fn is_object(self) -> bool {
        self.0.is_object()
    }

    pub(crate) fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Returns whether the value is null, false, a blank text or empty, so that it says nothing.
    pub(crate) fn is_empty(self) -> bool {
        match self.0 {
            Value::Null | Value::Bool(false) => true,
            Value::Array(list) => list.is_empty(),
            Value::Object(map) => map.is_empty(),
            Value::String(text) => text.trim().is_empty(),
            Value::Bool(true) | Value::Number(_) => false,
        }
    }

    /// The value as a text: itself if it is one, `""` for null, else as JSON.
    pub(crate) fn text(self) -> String {
        match self.0 {
            Value::Null => String::new(),
            Value::String(text) => text.trim().to_string(),
            other => other.to_string(),
        }
    }

    /// All fields of an object; no fields if the value is not one.
    pub(crate) fn all_fields(self) -> AllFields<'v> {
        AllFields(self.read(&[], |fields| Ok(fields.take_all()), |_| ()).and_then(Result::ok).unwrap_or_default())
    }

    /// The value as JSON.
    pub(crate) fn spelled(self) -> String {
        self.0.to_string()
    }

    /// Reads an object: `read` takes its fields. A field that says something, is not taken and is
    /// not in the lists of harmless ones is an error, which `unknown` makes of its key. `None` if
    /// the value is not an object.
    pub(crate) fn read<T, E>(
        self,
        harmless: &[&[Harmless]],
        read: impl FnOnce(&mut Fields<'v>) -> Result<T, E>,
        unknown: impl FnOnce(&'v str) -> E,
    ) -> Option<Result<T, E>> {
        let all = self.0.as_object()?;
        let mut fields = Fields { all, taken: Vec::new() };
        let found = read(&mut fields);
        let is_harmless = |key: &str| harmless.iter().copied().flatten().any(|field| field.key == key);
        let left = all.iter().find(|(key, value)| {
            !fields.taken.contains(&key.as_str()) && !is_harmless(key) && !JsonValue(value).is_empty()
        });
        Some(match (found, left) {
            (Ok(_), Some((key, _))) => Err(unknown(key)),
            (found, _) => found,
        })
    }
}

impl<'v> Fields<'v> {
    /// The value of a key, which is accounted for from now on. Null is as good as none.
    pub(crate) fn take(&mut self, key: &str) -> Option<JsonValue<'v>> {
        let (key, value) = self.all.get_key_value(key)?;
        self.taken.push(key);
        Some(JsonValue(value)).filter(|value| !value.is_null())
    }

    /// All fields, each with its value. They are accounted for from now on.
    pub(crate) fn take_all(&mut self) -> Vec<(&'v str, JsonValue<'v>)> {
        self.taken.extend(self.all.keys().map(String::as_str));
        self.all.iter().map(|(key, value)| (key.as_str(), JsonValue(value))).collect()
    }

    /// The fields that were not taken yet. They are accounted for from now on.
    pub(crate) fn take_rest(&mut self) -> Vec<(&'v str, JsonValue<'v>)> {
        let taken = std::mem::take(&mut self.taken);
        self.take_all().into_iter().filter(|(key, _)| !taken.contains(key)).collect()
    }

    /// Returns whether there is a field with this key, also with the value null.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.all.contains_key(key)
    }
}
