//! Proposals: what the drawings of a puzzle and its words probably mean together. Many setters draw
//! a line and say its rule in a sentence beside it.
//!
//! A proposal is never taken silently. It is sure only if the look and the words agree, each
//! drawing has a rule, and no sentence is left over.

mod hue;
mod looks;
mod sayings;
mod vocabulary;

use super::grid::{Grid, GridRule};
use super::note::Note;
use super::rules::{FALLING, RISING};
pub(crate) use hue::Hue;
pub(crate) use looks::{DrawnPlace, DrawnShape, SeenDrawing};
use sayings::Meaning;

/// A group of drawings that look alike, and the rule that it probably means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The drawings: `11 purple lines`. Empty for a rule that the words alone say.
    pub drawings: String,
    /// The name of the rule.
    pub rule: &'static str,
    /// The sentence that says it.
    pub words: String,
    /// The rules, one for each drawing.
    pub rules: Vec<GridRule>,
}

impl Proposal {
    /// The proposal as a line: `11 purple lines: renban (words: "a purple line is ...")`.
    pub fn line(&self) -> String {
        let what = if self.drawings.is_empty() { "the whole grid" } else { &self.drawings };
        format!("{what}: {} (words: \"{}\")", self.rule, self.words)
    }
}

/// The proposals for a puzzle, and what they leave over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposals {
    /// The proposals.
    pub taken: Vec<Proposal>,
    /// The drawings without a rule, and the sentences that no proposal follows, in words.
    pub left: Vec<String>,
}

impl Proposals {
    /// Returns whether the proposals say all of the puzzle.
    pub fn is_sure(&self) -> bool {
        self.left.is_empty()
    }

    /// The proposals and what is left over, a line each.
    pub fn lines(&self) -> Vec<String> {
        let left = self.left.iter().map(|what| format!("left over: {what}"));
        self.taken.iter().map(|one| format!("proposed: {}", one.line())).chain(left).collect()
    }

    /// Replaces the rules of a grid that are only drawn by those that are proposed. Returns the note
    /// that says so.
    pub(crate) fn accept(&self, grid: &mut Grid) -> Note {
        if self.taken.is_empty() {
            grid.rules.retain(|rule| !rule.is_only_drawn());
            return Note::new("the words say no more than the rules that the data name");
        }
        grid.rules.retain(|rule| !rule.is_only_drawn());
        grid.rules.extend(self.taken.iter().flat_map(|one| one.rules.clone()));
        let said = self.taken.iter().map(|one| match one.drawings.is_empty() {
            true => one.rule.to_string(),
            false => format!("{} as {}", one.drawings, one.rule),
        });
        Note::new(format!("taken as rules, by the drawings and the words: {}", said.collect::<Vec<_>>().join("; ")))
    }
}

/// The rule of a diagonal, which need not be drawn.
const DIAGONAL: &str = FALLING;

/// The most drawings, and the most bytes of words, for which there are proposals.
const MOST: (usize, usize) = (500, 10_000);

/// The proposals for a grid with these drawings and words. `None` if it has neither, or too many.
pub(crate) fn proposals(grid: &Grid, drawings: &[SeenDrawing], text: &str) -> Option<Proposals> {
    if drawings.len() > MOST.0 || text.len() > MOST.1 {
        return None;
    }
    let groups = looks::groups(grid, drawings);
    let sentences = sayings::sentences(text, grid);
    let mut found = Proposals::default();
    let mut used = vec![false; sentences.len()];
    let lines = groups.iter().filter(|group| group.is_line()).count();
    for group in &groups {
        let mut said: Vec<(usize, Meaning)> = Vec::new();
        for (at, sentence) in sentences.iter().enumerate().filter(|(_, sentence)| !sentence.is_odd) {
            let named = sentence.hues.contains(&group.hue);
            // Without a colour, the words mean the only lines.
            let is_meant = !group.is_line() || named || sentence.hues.is_empty() && lines == 1;
            let apart = group.is_line() || group.needs_hue && !sentence.hues.is_empty() && !named;
            if apart && !is_meant || group.needs_hue && !sentence.hues.is_empty() && !named {
                continue;
            }
            said.extend(sentence.meanings.iter().filter(|meaning| group.may_be(meaning.id)).map(|one| (at, *one)));
        }
        said.sort_by_key(|(_, meaning)| (meaning.id, meaning.number));
        let is_one = said.iter().all(|(_, meaning)| (meaning.id, meaning.number) == (said[0].1.id, said[0].1.number));
        // Cells of a cage whose data do not say so are different only by the words.
        let says_different = |sentence: &&sayings::SaidSentence| {
            !sentence.is_odd && sentence.meanings.iter().any(|meaning| meaning.id == "cage")
        };
        let is_one = is_one && (!group.is_labelled() || sentences.iter().any(|one| says_different(&one)));
        let rules = said.first().filter(|_| is_one).and_then(|(_, meaning)| group.rules(*meaning, grid));
        match rules {
            Some(rules) => {
                said.iter().for_each(|(at, _)| used[*at] = true);
                let rule = GridRule::new(said[0].1.id, Vec::new()).spec().name;
                let words = sentences[said[0].0].text.clone();
                found.taken.push(Proposal { drawings: group.name.clone(), rule, words, rules });
            }
            None => found.left.push(group.name.clone()),
        }
    }
    let is_all_drawn = found.left.is_empty();
    for (at, sentence) in sentences.iter().enumerate() {
        let whole =
            sentence.meanings.iter().filter(|meaning| sayings::is_whole(meaning.id)).filter(|_| !sentence.is_odd);
        for meaning in whole {
            used[at] = true;
            if !grid.rules.iter().any(|rule| rule.id == meaning.id) {
                let rule = GridRule::new(meaning.id, Vec::new());
                let name = rule.spec().name;
                found.taken.push(Proposal {
                    drawings: String::new(),
                    rule: name,
                    words: sentence.text.clone(),
                    rules: vec![rule],
                });
            }
        }
        // Every meaning of a sentence is that of a drawing, or of a rule that the data name.
        let is_of = |rule: &GridRule, id: &str| rule.id == id || id == DIAGONAL && rule.id == RISING;
        let has = |id: &str| grid.rules.iter().any(|rule| is_of(rule, id)) || id == DIAGONAL && grid.diagonals;
        // Nothing is drawn that the sentence could be about, if every drawing has its rule.
        let is_known = |meaning: &Meaning| {
            is_all_drawn && meaning.id != DIAGONAL
                || has(meaning.id)
                || meaning.id == "cage" && has("killer")
                || sayings::is_whole(meaning.id)
                || found.taken.iter().flat_map(|one| &one.rules).any(|rule| is_of(rule, meaning.id))
        };
        let is_followed = !sentence.is_odd && !sentence.meanings.is_empty() && sentence.meanings.iter().all(is_known);
        if !is_followed && !sentence.is_idle {
            found.left.push(format!("\"{}\"", sentence.text));
        }
    }
    (!groups.is_empty() || !sentences.is_empty()).then_some(found)
}
