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

/// A rule that drawings of one look, or a sentence, may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The name of the rule.
    pub rule: &'static str,
    /// The sentence that says it; empty if none does.
    pub words: String,
    /// The reason why the sentence may mean something else.
    pub doubt: Option<String>,
    /// The rules, one for each drawing.
    pub rules: Vec<GridRule>,
}

impl Proposal {
    /// The rule and its reason: `renban line (words: "a purple line is ...")`.
    pub fn reason(&self) -> String {
        match (&self.words[..], &self.doubt) {
            ("", _) => format!("{} (no words say so)", self.rule),
            (words, None) => format!("{} (words: \"{words}\")", self.rule),
            (words, Some(why)) => format!("{} (words: \"{words}\", but {why})", self.rule),
        }
    }
}

/// Drawings that look alike, or a sentence about the whole grid, and what they may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The drawings: `11 purple lines`. Empty for a rule that the words alone say.
    pub drawings: String,
    /// The meanings, the most likely one first. None if no rule has such a look.
    pub ways: Vec<Proposal>,
    /// True if the drawings and the words agree on the first meaning.
    pub is_sure: bool,
}

impl Offer {
    /// The drawings, or *the whole grid*.
    pub fn what(&self) -> &str {
        if self.drawings.is_empty() { "the whole grid" } else { &self.drawings }
    }
}

/// The proposals for a puzzle, and what they leave over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposals {
    /// What may be taken.
    pub offers: Vec<Offer>,
    /// The sentences that no sure offer follows, in words.
    pub words: Vec<String>,
}

impl Proposals {
    /// The offers whose meaning is sure, each with it.
    fn sure(&self) -> impl Iterator<Item = (&Offer, &Proposal)> {
        self.offers.iter().filter(|offer| offer.is_sure).filter_map(|offer| Some((offer, offer.ways.first()?)))
    }

    /// What is left over: the drawings without a sure meaning, and the sentences.
    pub fn left(&self) -> Vec<String> {
        let drawings = self.offers.iter().filter(|offer| !offer.is_sure && !offer.drawings.is_empty());
        drawings.map(|offer| offer.drawings.clone()).chain(self.words.iter().cloned()).collect()
    }

    /// Returns whether the proposals say all of the puzzle.
    pub fn is_sure(&self) -> bool {
        self.left().is_empty()
    }

    /// The proposals and what is left over, a line each.
    pub fn lines(&self) -> Vec<String> {
        let sure = self.sure().map(|(offer, way)| format!("proposed: {}: {}", offer.what(), way.reason()));
        let unsure = self.offers.iter().filter(|offer| !offer.is_sure);
        let said =
            unsure.filter_map(|offer| offer.ways.first().filter(|way| way.doubt.is_some()).map(|way| (offer, way)));
        let perhaps = said.map(|(offer, way)| format!("perhaps: {}: {}", offer.what(), way.reason()));
        let left = self.left().into_iter().map(|what| format!("left over: {what}"));
        sure.chain(perhaps).chain(left).collect()
    }

    /// The first picks: the meanings that are sure.
    pub fn picks(&self) -> Vec<Option<usize>> {
        self.offers.iter().map(|offer| offer.is_sure.then_some(0)).collect()
    }

    /// Adds the picked meaning of each offer to a grid. What is only drawn goes if all drawings have
    /// a meaning. Returns the note that says so.
    pub(crate) fn accept(&self, picks: &[Option<usize>], grid: &mut Grid) -> Note {
        let is_picked = |(offer, pick): (&Offer, &Option<usize>)| pick.is_some() || offer.drawings.is_empty();
        if self.offers.iter().zip(picks).all(is_picked) {
            grid.rules.retain(|rule| !rule.is_only_drawn());
        }
        let picked = self.offers.iter().zip(picks).filter_map(|(offer, pick)| Some((offer, offer.ways.get((*pick)?)?)));
        let picked: Vec<(&Offer, &Proposal)> = picked.collect();
        grid.rules.extend(picked.iter().flat_map(|(_, way)| way.rules.clone()));
        if picked.is_empty() {
            return Note::new("the words say no more than the rules that the data name");
        }
        let said = picked.iter().map(|(offer, way)| match offer.drawings.is_empty() {
            true => way.rule.to_string(),
            false => format!("{} as {}", offer.drawings, way.rule),
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
    let mut offers: Vec<Offer> =
        groups.iter().map(|group| of_group(group, &groups, drawings, &sentences, grid)).collect();
    let is_all_drawn = offers.iter().all(|offer| offer.is_sure);
    // Of all dots, words speak in two ways if there are only white or only black ones.
    let has_both_dots = groups.iter().filter(|group| group.are_dots()).count() > 1;
    let is_clear = |meaning: &Meaning| is_whole(meaning.id) && (meaning.id != ALL_DOTS || has_both_dots);
    for sentence in &sentences {
        for meaning in &sentence.meanings {
            let rules = match meaning.id {
                FALLING if sentence.is_of_both && !offers.iter().any(|offer| offer.has(FALLING)) => {
                    [FALLING, RISING].as_slice()
                }
                id if is_clear(meaning) => &[id],
                _ => continue,
            };
            if !rules.iter().any(|id| has(&grid.rules, id) || offers.iter().any(|offer| offer.has(id))) {
                let rules = rules.iter().map(|id| GridRule::new(id, Vec::new())).collect();
                let mut way = proposal(meaning.id, Some(sentence), rules);
                if rows_of(meaning.id).any(|row| row.asks) {
                    way.doubt.get_or_insert_with(|| "few ways to say this rule are known".to_string());
                }
                offers.push(Offer { drawings: String::new(), is_sure: way.doubt.is_none(), ways: vec![way] });
            }
        }
    }
    let mut words = Vec::new();
    for sentence in sentences.iter().filter(|sentence| !sentence.is_idle) {
        let is_offered = |id: &str| offers.iter().any(|offer| offer.is_sure && offer.has(id));
        let is_known = |meaning: &Meaning| match meaning.id {
            FALLING if sentence.is_of_both => {
                grid.diagonals
                    || [FALLING, RISING].iter().all(|id| {
                        has_one(&grid.rules, id)
                            || offers
                                .iter()
                                .any(|offer| offer.is_sure && offer.ways[0].rules.iter().any(|rule| rule.id == *id))
                    })
            }
            FALLING => grid.diagonals || has(&grid.rules, FALLING) || is_offered(FALLING),
            "cage" if has(&grid.rules, "killer") || is_offered("killer") => true,
            id => {
                has_usual(&grid.rules, id)
                    || is_offered(id)
                    // Nothing of the kind that it is about is drawn.
                    || is_all_drawn && looks::is_absent(id, drawings, grid)
            }
        };
        if !sentence.is_clear() || !sentence.meanings.iter().all(is_known) {
            let why = sentence.doubt.as_ref().filter(|_| !sentence.meanings.is_empty());
            let why = why.map_or(String::new(), |why| format!(" ({why})"));
            words.push(format!("\"{}\"{why}", sentence.text));
        }
    }
    (!offers.is_empty() || !sentences.is_empty()).then_some(Proposals { offers, words })
}

/// Returns whether a rule is about the whole grid, so that nothing is drawn for it.
fn is_whole(id: &str) -> bool {
    rows_of(id).any(|row| matches!(row.about, About::Whole | About::All))
}

/// Returns whether there is a rule of this row, without a number that words would have to name.
fn has_usual(rules: &[GridRule], id: &str) -> bool {
    let names_number = |rule: &GridRule| matches!(id, "white" | "black" | "x") && !rule.numbers.is_empty();
    has(rules, id) && !rules.iter().any(|rule| rule.id == id && names_number(rule))
}

/// Returns whether there is a rule of just this row.
fn has_one(rules: &[GridRule], id: &str) -> bool {
    rules.iter().any(|rule| rule.id == id)
}

/// Returns whether there is a rule of this row. Sentences speak of either diagonal as the falling
/// one.
fn has(rules: &[GridRule], id: &str) -> bool {
    rules.iter().any(|rule| rule.id == id || id == FALLING && rule.id == RISING)
}

impl Offer {
    /// Returns whether its first meaning is a rule.
    fn has(&self, id: &str) -> bool {
        self.ways.first().is_some_and(|way| has(&way.rules, id))
    }
}

fn proposal(id: &str, sentence: Option<&SaidSentence>, rules: Vec<GridRule>) -> Proposal {
    let words = sentence.map_or(String::new(), |sentence| sentence.text.clone());
    let doubt = sentence.and_then(|sentence| sentence.doubt.clone());
    Proposal { rule: GridRule::new(id, Vec::new()).spec().name, words, doubt, rules }
}

/// What drawings that look alike may mean. It is sure if the sentences about them mean one rule that
/// fits them.
fn of_group(
    group: &Group,
    groups: &[Group],
    drawings: &[SeenDrawing],
    sentences: &[SaidSentence],
    grid: &Grid,
) -> Offer {
    let alike = groups.iter().filter(|other| group.is_line() && other.is_line() || group.is_sign() && other.is_sign());
    let is_alone = alike.count() < 2;
    let is_meant = |sentence: &&SaidSentence| {
        let (named, says_none) = (sentence.hues.contains(&group.hue), sentence.hues.is_empty());
        // Without a colour, the words mean the only lines.
        let is_of_lines = group.is_line() || group.has_discs();
        let is_bound = group.needs_hue() || group.has_discs() && sentence.names_line_hue();
        !is_bound || named || says_none && (!is_of_lines || is_alone)
    };
    let said = sentences.iter().filter(is_meant).flat_map(|sentence| {
        let meant = sentence.meanings.iter().filter(|meaning| !meaning.is_more && group.may_be(meaning.id));
        meant.map(move |meaning| (sentence, *meaning))
    });
    let (clear, doubtful): (Vec<_>, Vec<_>) = said.partition(|(sentence, _)| sentence.doubt.is_none());
    // Cells of a cage whose data do not say so are different only by the words.
    let says_different =
        |one: &SaidSentence| one.doubt.is_none() && one.meanings.iter().any(|meaning| meaning.id == "cage");
    let is_whole_said = !group.is_labelled() || sentences.iter().any(says_different);
    let is_one = clear.iter().all(|(_, meaning)| *meaning == clear[0].1);
    let mut ways: Vec<Proposal> = Vec::new();
    let mut add = |sentence: Option<&SaidSentence>, meaning: Meaning| {
        let rules = group.rules(meaning, grid).filter(|rules| ways.iter().all(|way| way.rules != *rules));
        ways.extend(rules.map(|rules| proposal(meaning.id, sentence, rules)));
        !ways.is_empty()
    };
    let has_clear = clear.first().is_some_and(|(sentence, meaning)| add(Some(*sentence), *meaning));
    clear.iter().skip(1).chain(&doubtful).for_each(|(sentence, meaning)| _ = add(Some(*sentence), *meaning));
    // What the look may mean without words.
    group.meanings().for_each(|meaning| _ = add(None, meaning));
    let says_middle = |one: &SaidSentence| one.doubt.is_none() && one.is_of_middle;
    // The sum of a line with a middle cell is in that cell: the words must say so.
    let is_whole_said = is_whole_said
        && clear.first().is_none_or(|(sentence, meaning)| match meaning.id {
            // Circles that belong to lines may be meant too.
            "odd" | "counting" => !group.is_part_of(drawings),
            "zipper" => !group.has_middle_cell() || sentences.iter().any(says_middle),
            FALLING => !sentence.is_of_both || ways.first().is_some_and(|way| way.rules.len() == 2),
            _ => true,
        });
    if has_clear && rows_of(clear[0].1.id).any(|row| row.asks) {
        ways[0].doubt = Some("few ways to say this rule are known".to_string());
        return Offer { drawings: group.name.clone(), ways, is_sure: false };
    }
    let is_sure = has_clear && is_one && is_whole_said && (is_alone || !group.is_sign());
    Offer { drawings: group.name.clone(), ways, is_sure }
}
