//! The keymap: the action of each key on each screen. The user's keys override the defaults of the
//! action table.

use crate::app::action::{ACTIONS, Action, Scope, Screen, Spec, spec};
use crate::app::key::Key;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The keys of every action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    keys: BTreeMap<Action, Vec<Key>>,
    /// True in the plain workbench, where a command is typed by its name.
    named: bool,
}

/// The user's keys as a configuration file gives them: scope, action, keys.
pub type UserKeys = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// The JSON schema of [`UserKeys`]: the actions of each scope with their help and their default
/// keys.
pub fn keys_schema(generator: &mut SchemaGenerator) -> Schema {
    let key = json!({ "description": "The name of a key.", "type": "string", "pattern": Key::pattern() });
    generator.definitions_mut().insert("key".to_string(), key);
    let of = |scope: Scope| {
        let rows = ACTIONS.iter().filter(|spec| spec.scope == scope);
        let actions = rows.map(|spec| {
            let keys = json!({
                "description": spec.help,
                "type": "array",
                "items": { "$ref": "#/definitions/key" },
                "default": spec.keys,
            });
            (spec.id.to_string(), keys)
        });
        let table = json!({
            "description": format!("{}.", scope.title()),
            "type": "object",
            "properties": actions.collect::<Map<String, Value>>(),
            "additionalProperties": false,
        });
        (scope.id().to_string(), table)
    };
    let scopes: Map<String, Value> = Scope::all().map(of).collect();
    json_schema!({ "type": "object", "properties": scopes, "additionalProperties": false })
}

/// The reason why the user's keys are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeymapError {
    /// A table of the file does not name a scope.
    #[error("`keys.{0}` is an unknown section; expected one of {known}", known = scopes())]
    Scope(String),
    /// A name in a table is not an action of that scope.
    #[error("`{action}` is not an action in `keys.{scope}`; `quadrille keys` lists them")]
    Action { scope: String, action: String },
    /// A text does not name a key.
    #[error("`{key}` is not a key; write `s`, `S`, `ctrl-r`, `shift-left`, `space`, `f1`")]
    Key { action: String, key: String },
    /// A key has two actions in one scope.
    #[error("the key `{key}` would do two things in {scope}: `{first}` and `{second}`")]
    Clash { key: Key, scope: &'static str, first: &'static str, second: &'static str },
}

impl KeymapError {
    /// The names in the file that may be wrong.
    pub fn names(&self) -> Vec<&str> {
        match self {
            KeymapError::Scope(scope) => vec![scope],
            KeymapError::Action { action, .. } | KeymapError::Key { action, .. } => vec![action],
            KeymapError::Clash { first, second, .. } => vec![first, second],
        }
    }
}

fn scopes() -> String {
    Scope::all().map(Scope::id).collect::<Vec<_>>().join(", ")
}

impl Default for Keymap {
    fn default() -> Keymap {
        let keys = |spec: &Spec| spec.keys.iter().map(|name| Key::parse(name).expect("the table names keys")).collect();
        Keymap { keys: ACTIONS.iter().map(|spec| (spec.action, keys(spec))).collect(), named: false }
    }
}

impl Keymap {
    /// The defaults overridden by the user's keys. An action with user keys loses its default keys.
    pub fn with(user_keys: &UserKeys) -> Result<Keymap, KeymapError> {
        let mut keymap = Keymap::default();
        for (scope, actions) in user_keys {
            let known = Scope::all().find(|known| known.id() == scope);
            let known = known.ok_or_else(|| KeymapError::Scope(scope.clone()))?;
            for (id, names) in actions {
                let spec = ACTIONS.iter().find(|spec| spec.scope == known && spec.id == id);
                let spec = spec.ok_or_else(|| KeymapError::Action { scope: scope.clone(), action: id.clone() })?;
                let parse = |name: &String| {
                    Key::parse(name).ok_or_else(|| KeymapError::Key { action: id.clone(), key: name.clone() })
                };
                keymap.keys.insert(spec.action, names.iter().map(parse).collect::<Result<_, _>>()?);
            }
        }
        keymap.clash().map_or(Ok(()), Err)?;
        Ok(keymap)
    }

    /// Finds a key that is bound twice: in one scope, or in a scope and everywhere.
    fn clash(&self) -> Option<KeymapError> {
        for (at, first) in ACTIONS.iter().enumerate() {
            for second in &ACTIONS[at + 1..] {
                let meet = first.scope == second.scope || first.scope == Scope::ANYWHERE;
                if let Some(&key) =
                    self.keys[&first.action].iter().find(|key| meet && self.keys[&second.action].contains(key))
                {
                    let (first, scope) = (first.id, second.scope.id());
                    return Some(KeymapError::Clash { key, scope, first, second: second.id });
                }
            }
        }
        None
    }

    /// The action of a key on a screen, if it has one.
    pub fn action(&self, screen: Screen, key: Key) -> Option<Action> {
        let holds = |spec: &&Spec| spec.scope.holds_on(screen) && self.keys[&spec.action].contains(&key);
        ACTIONS.iter().find(holds).map(|spec| spec.action)
    }

    /// The keys of an action. Empty if it has none.
    pub fn keys(&self, action: impl Into<Action>) -> &[Key] {
        &self.keys[&action.into()]
    }

    /// Returns the keymap of the plain workbench: its hints name commands, not keys.
    pub fn by_name(self) -> Keymap {
        Keymap { named: true, ..self }
    }

    /// Returns true in the plain workbench.
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// The first key of an action, as a hint shows it; in the plain workbench its name.
    pub fn hint(&self, action: impl Into<Action>) -> String {
        let action = action.into();
        if self.named {
            return format!("`{}`", spec(action).id);
        }
        self.keys(action).first().map_or("(no key)".to_string(), Key::to_string)
    }

    /// All keys of an action: `s right l`. An action without a key can be run by its name only.
    pub fn list(&self, action: impl Into<Action>) -> String {
        match self.keys(action) {
            [] => "(by name)".to_string(),
            keys => keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

/// The key of an action of Step, by the action's name. `None` if there is no such action.
pub fn step_key(keymap: &Keymap, name: &str) -> Option<String> {
    let spec = ACTIONS.iter().find(|spec| spec.id == name && spec.scope.holds_on(Screen::Step))?;
    Some(keymap.hint(spec.action).to_string())
}

/// A key of the bar with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarKey {
    /// The key, or the two keys of a pair: `s/S`.
    pub keys: String,
    pub meaning: &'static str,
    /// The action of the first key. `None` for what is typed, such as symbols.
    pub action: Option<Action>,
}
