//! Proposals: what the drawings of a puzzle and its words probably mean together. Many setters draw
//! a line and say its rule in a sentence beside it.
//!
//! A proposal is never taken silently. It is sure only if the look and the words agree, each
//! drawing has a rule, and no sentence is left over.

mod hue;
mod look;
mod looks;
mod sayings;
mod table;
mod vocabulary;

use super::grid::{Grid, GridRule};
use super::note::Note;
use super::rules::{FALLING, RISING};
pub(crate) use hue::Hue;
use looks::Group;
pub(crate) use looks::{DrawnPlace, DrawnShape, SeenDrawing};
use sayings::{Meaning, SaidSentence};
use table::{About, rows_of};

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

    /// Replaces the rules of a grid that are only drawn by those that are proposed. Returns the
    /// note that says so.
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

/// The rule that all dots are given, of both kinds.
const ALL_DOTS: &str = "alldots";

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
    for group in &groups {
        match of_group(group, &groups, &sentences, grid) {
            Some(proposal) => found.taken.push(proposal),
            None => found.left.push(group.name.clone()),
        }
    }
    let is_all_drawn = found.left.is_empty();
    // Of all dots, words speak in two ways if there are only white or only black ones.
    let has_both_dots = groups.iter().filter(|group| group.are_dots()).count() > 1;
    let is_clear = |meaning: &Meaning| is_whole(meaning.id) && (meaning.id != ALL_DOTS || has_both_dots);
    for sentence in sentences.iter().filter(|sentence| !sentence.is_odd) {
        let whole = sentence.meanings.iter().filter(|meaning| is_clear(meaning));
        for meaning in whole.filter(|meaning| !grid.rules.iter().any(|rule| rule.id == meaning.id)) {
            let rule = GridRule::new(meaning.id, Vec::new());
            let (drawings, words) = (String::new(), sentence.text.clone());
            found.taken.push(Proposal { drawings, rule: rule.spec().name, words, rules: vec![rule] });
        }
    }
    for sentence in sentences.iter().filter(|sentence| !sentence.is_idle) {
        // Nothing is drawn that a sentence could be about, if every drawing has its rule. A diagonal
        // need not be drawn.
        let is_known = |meaning: &Meaning| {
            is_all_drawn && meaning.id != FALLING && meaning.id != ALL_DOTS
                || is_clear(meaning)
                || meaning.id == "cage" && has(&grid.rules, "killer")
                || meaning.id == FALLING && grid.diagonals
                || has(&grid.rules, meaning.id)
                || found.taken.iter().any(|one| has(&one.rules, meaning.id))
        };
        if sentence.is_odd || sentence.meanings.is_empty() || !sentence.meanings.iter().all(is_known) {
            found.left.push(format!("\"{}\"", sentence.text));
        }
    }
    (!groups.is_empty() || !sentences.is_empty()).then_some(found)
}

/// Returns whether a rule is about the whole grid, so that nothing is drawn for it.
fn is_whole(id: &str) -> bool {
    rows_of(id).any(|row| matches!(row.about, About::Whole | About::All))
}

/// Returns whether there is a rule of this row. Sentences speak of either diagonal as the falling
/// one.
fn has(rules: &[GridRule], id: &str) -> bool {
    rules.iter().any(|rule| rule.id == id || id == FALLING && rule.id == RISING)
}

/// The proposal for drawings that look alike, if the sentences about them mean one rule that fits
/// them.
fn of_group(group: &Group, groups: &[Group], sentences: &[SaidSentence], grid: &Grid) -> Option<Proposal> {
    let lines = groups.iter().filter(|group| group.is_line()).count();
    let signs = groups.iter().filter(|group| group.is_sign()).count();
    if group.is_sign() && signs > 1 {
        return None;
    }
    let is_meant = |sentence: &&SaidSentence| {
        let (named, says_none) = (sentence.hues.contains(&group.hue), sentence.hues.is_empty());
        // Without a colour, the words mean the only lines.
        !sentence.is_odd && (!group.needs_hue() || named || says_none && (!group.is_line() || lines == 1))
    };
    let said = sentences.iter().filter(is_meant).flat_map(|sentence| {
        let meant = sentence.meanings.iter().filter(|meaning| group.may_be(meaning.id));
        meant.map(move |meaning| (sentence, *meaning))
    });
    let said: Vec<(&SaidSentence, Meaning)> = said.collect();
    let &(sentence, meaning) = said.first()?;
    // Cells of a cage whose data do not say so are different only by the words.
    let says_different = |one: &SaidSentence| !one.is_odd && one.meanings.iter().any(|meaning| meaning.id == "cage");
    let is_clear = !group.is_labelled() || sentences.iter().any(says_different);
    let is_one = said.iter().all(|(_, other)| *other == meaning);
    let rules = group.rules(meaning, grid).filter(|_| is_one && is_clear)?;
    let rule = GridRule::new(meaning.id, Vec::new()).spec().name;
    Some(Proposal { drawings: group.name.clone(), rule, words: sentence.text.clone(), rules })
}
