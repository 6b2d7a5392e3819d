//! A state of a search in one line of text: the puzzle, the item rule and the address. It can be
//! pasted into a chat, and `quadrille open` or a paste into the workbench opens it.
//!
//! `q1:` and a packed text: a checksum, the rule with the address, and the puzzle as TOML, a line
//! each but the last.

use super::lesson::rule_named;
use dancing::ItemRule;
use quadrille_puzzle::{Puzzle, TOML, load, pack, unpack, write_toml};
use quadrille_solve::Site;
use sha2::{Digest, Sha256};

#[derive(Clone, Debug)]
pub struct SharedState {
    pub puzzle: Puzzle,
    /// The item rule of the search.
    pub rule: ItemRule,
    /// The state.
    pub site: Site,
}

/// The beginning of a line of this version.
const HEAD: &str = "q1:";

/// The most characters of a line: what chats and shells take.
pub const LONGEST: usize = 4000;

/// The most nodes of a listing that may fit a line.
const MOST: usize = 20_000;

/// The reason why a state cannot be written as a line, or a line cannot be read as a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SharedError {
    /// The line would be too long.
    #[error("the puzzle is too large for a line of {LONGEST} characters: share its file and the address")]
    TooLarge,
    /// The text is longer than any line.
    #[error("this has {length} characters; a shared state has at most {LONGEST}")]
    TooLong { length: usize },
    /// The text does not begin like a line.
    #[error("this is not a shared state: it begins with `q1:`")]
    NotOne,
    /// The line is of another version.
    #[error("this state is of version {version}; this program reads version 1")]
    Version { version: String },
    /// Characters are missing or changed.
    #[error("this state is damaged: characters are missing or changed; copy the whole line")]
    Damaged,
    /// The puzzle or the address in it is not what this program writes.
    #[error("this state cannot be used: {why}")]
    Unusable { why: String },
}

fn checksum(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

impl SharedState {
    /// The state as one line.
    ///
    /// # Errors
    ///
    /// If the puzzle is too large for a line.
    ///
    /// # Examples
    ///
    /// ```
    /// use dancing::ItemRule;
    /// use quadrille_puzzle::load;
    /// use quadrille_study::SharedState;
    ///
    /// let puzzle = load("a b\na\nb\n", Some("knuth")).unwrap().puzzles.remove(0);
    /// let shared = SharedState { puzzle, rule: ItemRule::Fewest, site: "1/1".parse().unwrap() };
    /// let line = shared.write().unwrap();
    /// assert!(line.starts_with("q1:") && SharedState::read(&line).unwrap().site == shared.site);
    /// ```
    pub fn write(&self) -> Result<String, SharedError> {
        // A large puzzle is not written at all: that alone could take seconds.
        if self.puzzle.shape.listing().map_or(0, |listing| listing.options.n_cells()) > MOST {
            return Err(SharedError::TooLarge);
        }
        let body = format!("{} {}\n{}", self.rule.name(), self.site, write_toml(&self.puzzle));
        let line = format!("{HEAD}{}", pack(&format!("{}\n{body}", checksum(&body))));
        if line.len() > LONGEST { Err(SharedError::TooLarge) } else { Ok(line) }
    }

    /// Returns true if a text looks like a shared state, of any version.
    pub fn is_one(text: &str) -> bool {
        let text = text.trim().trim_matches(['\'', '"']);
        let digits = text.strip_prefix('q').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
        digits.is_some_and(|rest| rest.starts_with(':') && !text.starts_with("q:")) && !text.contains('\n')
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// See [`SharedError`].
    pub fn read(line: &str) -> Result<SharedState, SharedError> {
        let line = line.trim().trim_matches(['\'', '"']);
        if line.len() > LONGEST {
            return Err(SharedError::TooLong { length: line.len() });
        }
        if !SharedState::is_one(line) {
            return Err(SharedError::NotOne);
        }
        let (version, packed) = line[1..].split_once(':').ok_or(SharedError::NotOne)?;
        if version != "1" {
            return Err(SharedError::Version { version: version.to_string() });
        }
        let text = unpack(packed).ok_or(SharedError::Damaged)?;
        let (sum, body) = text.split_once('\n').ok_or(SharedError::Damaged)?;
        if checksum(body) != sum {
            return Err(SharedError::Damaged);
        }
        let unusable = |why: String| SharedError::Unusable { why };
        let (place, toml) = body.split_once('\n').ok_or(SharedError::Damaged)?;
        let (rule, site) = place.split_once(' ').ok_or(SharedError::Damaged)?;
        let rule = rule_named(rule).ok_or_else(|| unusable("its item rule is not known".to_string()))?;
        let site = site.parse().map_err(|why| unusable(format!("{why}")))?;
        let loaded = load(toml, Some(TOML.id)).map_err(|why| unusable(why.to_string()))?;
        let puzzle = loaded.puzzles.into_iter().next().ok_or(SharedError::Damaged)?;
        Ok(SharedState { puzzle, rule, site })
    }
}
