//! A key, independent of any terminal crate, and its name in `config.toml`, in help and in tests.

use std::fmt;

/// A key with its modifiers. A shifted letter is the capital letter; `shift` is set only for keys
/// that have no capital.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The key without its modifiers.
    pub code: Code,
    pub ctrl: bool,
    pub alt: bool,
    pub shift: bool,
}

/// A key without its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    Char(char),
    Enter,
    Esc,
    Tab,
    Backspace,
    Delete,
    Insert,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    F(u8),
}

/// Names of the keys that are not written as one character.
const NAMES: [(&str, Code); 16] = [
    ("space", Code::Char(' ')),
    ("enter", Code::Enter),
    ("esc", Code::Esc),
    ("tab", Code::Tab),
    ("backspace", Code::Backspace),
    ("delete", Code::Delete),
    ("insert", Code::Insert),
    ("up", Code::Up),
    ("down", Code::Down),
    ("left", Code::Left),
    ("right", Code::Right),
    ("home", Code::Home),
    ("end", Code::End),
    ("page-up", Code::PageUp),
    ("page-down", Code::PageDown),
    ("plus", Code::Char('+')),
];

impl Key {
    /// A key without modifiers.
    pub fn plain(code: Code) -> Key {
        Key { code, ctrl: false, alt: false, shift: false }
    }

    /// The key that types a character.
    pub fn char(c: char) -> Key {
        Key::plain(Code::Char(c))
    }

    /// The character that the key types, if any.
    pub fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    /// A regular expression for the names that [`Key::parse`] accepts.
    pub fn pattern() -> String {
        let names = NAMES.map(|(name, _)| name).join("|");
        format!(r"^(ctrl-|alt-|shift-)*([\s\S]|{names}|f([1-9]|1[0-2]))$")
    }

    /// Parses the name of a key: `s`, `S`, `ctrl-r`, `shift-left`, `space`, `f1`. `None` if there
    /// is no such key.
    pub fn parse(name: &str) -> Option<Key> {
        let mut key = Key::char('\0');
        let mut rest = name;
        loop {
            let (modifier, after) = match rest.split_once('-') {
                Some((modifier, after)) if !after.is_empty() => (modifier, after),
                _ => break,
            };
            match modifier {
                "ctrl" => key.ctrl = true,
                "alt" => key.alt = true,
                "shift" => key.shift = true,
                _ => break,
            }
            rest = after;
        }
        let mut chars = rest.chars();
        key.code = match (chars.next(), chars.next()) {
            (Some(c), None) => Code::Char(c),
            _ => match NAMES.iter().find(|(known, _)| *known == rest) {
                Some((_, code)) => *code,
                None => Code::F(rest.strip_prefix('f')?.parse().ok().filter(|n| (1..=12).contains(n))?),
            },
        };
        Some(key)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (held, name) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if held {
                f.write_str(name)?;
            }
        }
        match self.code {
            Code::F(n) => write!(f, "f{n}"),
            Code::Char(c) if c != ' ' => write!(f, "{c}"),
            code => {
                let name = NAMES.iter().find(|(_, known)| *known == code);
                f.write_str(name.expect("every other key has a name").0)
            }
        }
    }
}
