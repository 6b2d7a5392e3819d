//! JSON objects that contain their own SHA-256, so that damage is detected. A seal is not a
//! signature: a deliberate change can be sealed again.

use crate::solve::pieces::hex;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The field of the seal.
pub const FIELD: &str = "sha256";

/// The reason why a sealed object is refused.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// The text is not the JSON of such an object.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The object has no seal.
    #[error("the field `sha256` is missing")]
    Unsealed,
    /// The seal is that of another content.
    #[error("damaged: its SHA-256 is not the one that it carries")]
    Changed,
}

/// The seal of an object: the SHA-256 of its compact JSON text with sorted keys, without the seal.
pub fn seal(object: &impl Serialize) -> String {
    match serde_json::to_value(object) {
        Ok(Value::Object(mut fields)) => {
            fields.remove(FIELD);
            of(&fields)
        }
        _ => unreachable!("only structs of plain data are sealed"),
    }
}

fn of(fields: &Map<String, Value>) -> String {
    let text = serde_json::to_string(fields).expect("a map of JSON values is JSON");
    hex(&Sha256::digest(text.as_bytes()))
}

/// Reads a sealed object.
///
/// # Errors
///
/// If the text is not JSON of this type, or its seal is missing or wrong.
///
/// # Examples
///
/// ```
/// use quadrille::seal::{opened, seal};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Line {
///     count: String,
///     sha256: String,
/// }
///
/// let mut line = Line { count: "92".into(), sha256: String::new() };
/// line.sha256 = seal(&line);
/// let text = serde_json::to_string(&line).unwrap();
/// assert!(opened::<Line>(&text).is_ok());
/// assert!(opened::<Line>(&text.replace("92", "93")).is_err());
/// ```
pub fn opened<T: DeserializeOwned>(text: &str) -> Result<T, SealError> {
    let value: Value = serde_json::from_str(text)?;
    let mut fields = match value {
        Value::Object(fields) => fields,
        // The error says which type was expected.
        other => return Ok(serde_json::from_value(other)?),
    };
    let carried = fields.remove(FIELD);
    let is_whole = carried.as_ref().and_then(Value::as_str) == Some(&of(&fields));
    fields.extend(carried.map(|seal| (FIELD.to_string(), seal)));
    let is_sealed = fields.contains_key(FIELD);
    let object = serde_json::from_value(Value::Object(fields))?;
    match (is_whole, is_sealed) {
        (true, _) => Ok(object),
        (false, true) => Err(SealError::Changed),
        (false, false) => Err(SealError::Unsealed),
    }
}
