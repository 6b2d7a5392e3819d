//! Themes of the user: colours by what they are for, or those of a base16 scheme.

use crate::app::OwnColors;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A theme of the user: colours by what they are for, or a scheme with exceptions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OwnTheme {
    /// The file of a base16 scheme, for the colours that are not named here. Its path begins at the
    /// folder of the configuration.
    pub base16: Option<PathBuf>,
    /// The colours of that file, once it is read.
    #[serde(skip)]
    pub(super) scheme: Option<OwnColors>,
    /// The background.
    pub background: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Lines, and what is covered, hidden or tried.
    pub faint: Option<String>,
    /// The chosen item, the option being tried, and changes.
    pub now: Option<String>,
    /// Symbols that you place.
    pub own: Option<String>,
    /// Symbols that a search places, and solutions.
    pub good: Option<String>,
    /// Conflicts and dead ends.
    pub bad: Option<String>,
    /// Signs of further rules.
    pub drawn: Option<String>,
}

/// The colours of a theme that names none.
const USUAL: OwnColors = OwnColors {
    paper: [40, 44, 52],
    ink: [214, 218, 226],
    faint: [146, 153, 166],
    now: [229, 192, 123],
    own: [97, 175, 239],
    good: [152, 195, 121],
    bad: [224, 108, 117],
    drawn: [198, 120, 221],
};

impl OwnTheme {
    /// The colours. `Err` has the key at fault and the reason.
    pub(super) fn colors(&self) -> Result<OwnColors, (String, String)> {
        let base = self.scheme.unwrap_or(USUAL);
        let colour = |key: &str, own: &Option<String>, base: [u8; 3]| match own {
            None => Ok(base),
            Some(text) => {
                hex(text).ok_or_else(|| (key.to_string(), format!("`{text}` is not a colour; write \"#a0c4ff\"")))
            }
        };
        let colors = OwnColors {
            paper: colour("background", &self.background, base.paper)?,
            ink: colour("text", &self.text, base.ink)?,
            faint: colour("faint", &self.faint, base.faint)?,
            now: colour("now", &self.now, base.now)?,
            own: colour("own", &self.own, base.own)?,
            good: colour("good", &self.good, base.good)?,
            bad: colour("bad", &self.bad, base.bad)?,
            drawn: colour("drawn", &self.drawn, base.drawn)?,
        };
        let OwnColors { paper, ink, faint, .. } = colors;
        for (key, color) in [("text", ink), ("faint", faint)] {
            let found = contrast(color, paper);
            if found < 2.0 {
                let why =
                    format!("{key} cannot be read on the background: the contrast is {found:.1} to 1, at least 2");
                return Err((key.to_string(), why));
            }
        }
        Ok(colors)
    }
}

/// A colour as it is written: `#a0c4ff`, also without the sign.
fn hex(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6 && digits.is_ascii())?;
    let [_, r, g, b] = number.to_be_bytes();
    Some([r, g, b])
}

/// The contrast of two colours as WCAG 2 defines it, from 1 to 21.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let part = |value: u8| match f64::from(value) / 255.0 {
        value if value <= 0.04045 => value / 12.92,
        value => ((value + 0.055) / 1.055).powf(2.4),
    };
    let luminance = |[r, g, b]: [u8; 3]| 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Reads the text of a base16 scheme: lines such as `base00: "181818"`.
// The error is text because it is only shown.
pub(super) fn base16(text: &str) -> Result<OwnColors, String> {
    let color = |name: &str| {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(name)?.trim_start().strip_prefix(':'));
        let word = line.and_then(|rest| Some(rest.split_whitespace().next()?.trim_matches(['"', '\''])));
        word.and_then(hex).ok_or_else(|| format!("there is no colour {name} in this scheme"))
    };
    Ok(OwnColors {
        paper: color("base00")?,
        ink: color("base05")?,
        faint: color("base03")?,
        bad: color("base08")?,
        now: color("base0A")?,
        good: color("base0B")?,
        own: color("base0D")?,
        drawn: color("base0E")?,
    })
}
