//! The JSON schemas of the files that a user writes, for editors: `config.toml` and the puzzle
//! TOML.
//!
//! They are written for taplo and tombi. Both know draft 7, in which a `$ref` hides the description
//! beside it, and taplo completes no key of a schema with an `allOf`. So types are inlined.

use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, RestrictFormats};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// The schema of a TOML file that is read as `T`.
pub fn of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    let settings = settings.with_transform(RecursiveTransform(without_null)).with_transform(RecursiveTransform(flat));
    settings.with_transform(RestrictFormats::default()).into_generator().into_root_schema_for::<T>()
}

/// Removes `null`, which TOML does not have, and the defaults of tables, which their settings
/// repeat.
fn without_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [one] = &types[..] {
            let one = one.clone();
            schema.insert("type".to_string(), one);
        }
    }
    if let Some(Value::Array(of)) = schema.get_mut("anyOf") {
        of.retain(|one| one["type"] != "null");
        if let [Value::Object(one)] = &mut of[..] {
            let one = std::mem::take(one);
            schema.remove("anyOf");
            one.into_iter().for_each(|(key, value)| _ = schema.ensure_object().entry(key).or_insert(value));
        }
    }
    if schema.get("default").is_some_and(|default| default.is_null() || default.is_object()) {
        schema.remove("default");
    }
}

/// Turns a choice between described names into an `enum`: editors complete it best.
fn flat(schema: &mut Schema) {
    let Some(Value::Array(of)) = schema.get("oneOf") else { return };
    let mut choices: Vec<(Value, Value)> = Vec::new();
    for one in of {
        match (one.get("const"), one.get("enum")) {
            (Some(name), _) => choices.push((name.clone(), one["description"].clone())),
            (None, Some(Value::Array(names))) => choices.extend(names.iter().map(|name| (name.clone(), Value::Null))),
            _ => return,
        }
    }
    let (names, words): (Vec<Value>, Vec<Value>) = choices.into_iter().unzip();
    schema.remove("oneOf");
    schema.insert("type".to_string(), "string".into());
    schema.insert("enum".to_string(), names.into());
    schema.insert("x-taplo".to_string(), json!({ "docs": { "enumValues": words } }));
}
