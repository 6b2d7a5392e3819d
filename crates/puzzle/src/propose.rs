//! Proposals: what the drawings of a puzzle and its words probably mean together. Many setters draw
//! a line and say its rule in a sentence beside it.
//!
//! A proposal is never taken silently. It is sure only if the look and the words agree, each
//! drawing has a rule, and no sentence is left over.

mod hue;
mod look;
mod looks;
mod sayings;
mod sentence;
mod table;
mod vocabulary;
mod wording;

use super::cell::Cell;
use super::grid::{Grid, GridRule};
use super::note::Note;
use super::rules::{Drawn, FALLING, RISING, Stroke};
use super::words;
pub(crate) use hue::Hue;
use looks::Group;
pub(crate) use looks::{DrawnPlace, DrawnShape, SeenDrawing};
use sentence::{Meaning, SaidSentence};
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
    /// The looks and sentences that may be taken as rules.
    pub offers: Vec<Offer>,
    /// The sentences that neither a sure offer nor the data explains.
    pub words: Vec<String>,
}

impl Proposals {
    /// The offers whose meaning is sure, each with it.
    fn sure(&self) -> impl Iterator<Item = (&Offer, &Proposal)> {
        self.offers.iter().filter(|offer| offer.is_sure).filter_map(|offer| Some((offer, offer.ways.first()?)))
    }

    /// The rest: the drawings without a sure meaning, and the sentences.
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

    /// Adds the picked meaning of each offer to a grid. Its drawings go; all that is only drawn
    /// goes if each look has a meaning. Returns the note that says so.
    pub(crate) fn accept(&self, picks: &[Option<usize>], grid: &mut Grid) -> Note {
        let is_picked = |(offer, pick): (&Offer, &Option<usize>)| pick.is_some() || offer.drawings.is_empty();
        if self.offers.iter().zip(picks).all(is_picked) {
            grid.rules.retain(|rule| !rule.is_only_drawn());
        }
        let picked = self.offers.iter().zip(picks).filter_map(|(offer, pick)| Some((offer, offer.ways.get((*pick)?)?)));
        let picked: Vec<(&Offer, &Proposal)> = picked.collect();
        picked.iter().flat_map(|(_, way)| &way.rules).for_each(|rule| remove_drawings(rule, grid));
        if self.words.is_empty() {
            let words = GridRule::only_drawn(words::IN_WORDS, Vec::new());
            grid.rules.retain(|rule| *rule != words);
        }
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

/// Takes the drawings of a rule out of those that are only drawn: one with the same cells, and the
/// discs at its ends.
fn remove_drawings(rule: &GridRule, grid: &mut Grid) {
    let ends = |cells: &[Cell]| -> Vec<Vec<Cell>> { cells.iter().map(|&cell| vec![cell]).collect() };
    let marks = match (rule.drawn(), &rule.cells[..]) {
        (Drawn::Line(Stroke::Bulb | Stroke::Arrow), [first, ..]) => ends(&[*first]),
        (Drawn::Line(Stroke::Ends), [first, .., last]) => ends(&[*first, *last]),
        (Drawn::Round | Drawn::Square, cells) => ends(cells),
        _ => Vec::new(),
    };
    for mut cells in marks.into_iter().chain([rule.cells.clone()]) {
        cells.sort_unstable();
        cells.dedup();
        let is_of_cells = |drawn: &GridRule| {
            let mut all: Vec<Cell> = drawn.cells.iter().chain(drawn.lines.iter().flatten()).copied().collect();
            all.sort_unstable();
            all.dedup();
            drawn.is_only_drawn() && !all.is_empty() && all == cells
        };
        if let Some(at) = grid.rules.iter().position(is_of_cells) {
            grid.rules.remove(at);
        }
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
    let (groups, sentences) = (looks::groups(grid, drawings), sayings::sentences(text, grid));
    let seen = Seen { grid, drawings, groups, sentences };
    let mut offers: Vec<Offer> = seen.groups.iter().map(|group| seen.of_group(group)).collect();
    let is_all_drawn = offers.iter().all(|offer| offer.is_sure);
    seen.add_whole(&mut offers);
    let is_said = |sentence: &&SaidSentence| {
        let mut meanings = sentence.meanings.iter();
        sentence.is_clear() && meanings.all(|meaning| seen.is_known(sentence, meaning, &offers, is_all_drawn))
    };
    let left = seen.sentences.iter().filter(|sentence| !sentence.is_idle && !is_said(sentence));
    let words: Vec<String> = left.map(SaidSentence::quoted).collect();
    (!offers.is_empty() || !seen.sentences.is_empty()).then_some(Proposals { offers, words })
}

/// The drawings of a puzzle by their looks, and its sentences.
struct Seen<'a> {
    grid: &'a Grid,
    drawings: &'a [SeenDrawing],
    groups: Vec<Group>,
    sentences: Vec<SaidSentence>,
}

impl Seen<'_> {
    /// The offer for drawings that look alike. It is sure if the sentences about them mean one rule
    /// that fits them.
    fn of_group(&self, group: &Group) -> Offer {
        let said = self.sentences.iter().filter(|sentence| self.is_about(sentence, group)).flat_map(|sentence| {
            let meant = sentence.meanings.iter().filter(|meaning| !meaning.is_more && group.may_be(meaning.id));
            meant.map(move |meaning| (sentence, *meaning))
        });
        let (clear, doubtful): (Vec<_>, Vec<_>) = said.partition(|(sentence, _)| sentence.doubt.is_none());
        let mut ways: Vec<Proposal> = Vec::new();
        let mut add = |sentence: Option<&SaidSentence>, meaning: Meaning| {
            let rules = group.rules(meaning, self.grid).filter(|rules| ways.iter().all(|way| way.rules != *rules));
            ways.extend(rules.map(|rules| Proposal::of(meaning.id, sentence, rules)));
            !ways.is_empty()
        };
        let is_said = clear.first().is_some_and(|(sentence, meaning)| add(Some(*sentence), *meaning));
        clear.iter().skip(1).chain(&doubtful).for_each(|(sentence, meaning)| _ = add(Some(*sentence), *meaning));
        // What the look may mean without words.
        group.meanings().for_each(|meaning| _ = add(None, meaning));
        let is_sure = is_said
            && ways[0].doubt.is_none()
            && clear.iter().all(|(_, meaning)| *meaning == clear[0].1)
            && self.is_wholly_said(group, clear[0].0, clear[0].1, &ways[0]);
        Offer { drawings: group.name.clone(), ways, is_sure }
    }

    /// Returns whether a sentence may be about a group, by the colours that it names.
    fn is_about(&self, sentence: &SaidSentence, group: &Group) -> bool {
        let (named, says_none) = (sentence.hues.contains(&group.hue), sentence.hues.is_empty());
        // Without a colour, the words mean the only lines.
        let is_of_lines = group.is_line() || group.has_discs();
        let is_bound = group.needs_hue() || group.has_discs() && sentence.names_line_hue();
        !is_bound || named || says_none && (!is_of_lines || self.is_alone(group))
    }

    /// Returns whether there are no other lines, or no other signs.
    fn is_alone(&self, group: &Group) -> bool {
        let is_alike = |other: &&Group| group.is_line() && other.is_line() || group.is_sign() && other.is_sign();
        self.groups.iter().filter(is_alike).count() < 2
    }

    /// Returns whether the words say all of a group's first meaning, and of no other drawing.
    fn is_wholly_said(&self, group: &Group, sentence: &SaidSentence, meaning: Meaning, way: &Proposal) -> bool {
        let any = |is: &dyn Fn(&SaidSentence) -> bool| self.sentences.iter().any(|one| one.doubt.is_none() && is(one));
        let is_clear = match meaning.id {
            // Circles that belong to lines may be meant too.
            "odd" | "counting" => !group.is_part_of(self.drawings),
            // The sum of a line with a middle cell is in that cell.
            "zipper" => !group.has_middle_cell() || any(&|one| one.is_of_middle),
            FALLING => !sentence.is_of_both || way.rules.len() == 2,
            _ => true,
        };
        // Cells of a cage whose data do not say so are different only by the words.
        let is_different = !group.is_labelled() || any(&|one| one.meanings.iter().any(|meaning| meaning.id == "cage"));
        is_clear && is_different && (!group.is_sign() || self.is_alone(group))
    }

    /// Adds offers of rules that nothing is drawn for.
    fn add_whole(&self, offers: &mut Vec<Offer>) {
        // Of all dots, words speak in two ways if there are only white or only black ones.
        let has_both_dots = self.groups.iter().filter(|group| group.are_dots()).count() > 1;
        for sentence in &self.sentences {
            for meaning in &sentence.meanings {
                let ids = match meaning.id {
                    FALLING if sentence.is_of_both => [FALLING, RISING].as_slice(),
                    ALL_DOTS if !has_both_dots => continue,
                    id if rows_of(id).any(|row| matches!(row.about, About::Whole | About::All)) => &[id],
                    _ => continue,
                };
                if !ids.iter().any(|id| has(&self.grid.rules, id) || offers.iter().any(|offer| offer.has(id))) {
                    let rules = ids.iter().map(|id| GridRule::new(id, Vec::new())).collect();
                    let way = Proposal::of(meaning.id, Some(sentence), rules);
                    offers.push(Offer { drawings: String::new(), is_sure: way.doubt.is_none(), ways: vec![way] });
                }
            }
        }
    }

    /// Returns whether a meaning of a sentence is one of the rules that the data name or that are
    /// offered for sure, or about nothing that is drawn, if all that is drawn has its meaning.
    fn is_known(&self, sentence: &SaidSentence, meaning: &Meaning, offers: &[Offer], is_all_drawn: bool) -> bool {
        let rules = &self.grid.rules;
        let sure = || offers.iter().filter(|offer| offer.is_sure).flat_map(|offer| &offer.ways[0].rules);
        let is_offered = |id: &str| sure().any(|rule| rule.id == id);
        let has_one = |id: &str| is_offered(id) || rules.iter().any(|rule| rule.id == id);
        // The words would have to name such a number.
        let names_number =
            |rule: &GridRule| matches!(&rule.id[..], "white" | "black" | "x") && !rule.numbers.is_empty();
        match meaning.id {
            FALLING if sentence.is_of_both => self.grid.diagonals || has_one(FALLING) && has_one(RISING),
            FALLING => self.grid.diagonals || has_one(FALLING) || has_one(RISING),
            "cage" if has_one("killer") => true,
            id if is_offered(id) => true,
            id if has(rules, id) => !rules.iter().any(|rule| rule.id == id && names_number(rule)),
            id => is_all_drawn && looks::is_absent(id, self.drawings, self.grid),
        }
    }
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

impl Proposal {
    /// The rules of a row, which a sentence says.
    fn of(id: &str, sentence: Option<&SaidSentence>, rules: Vec<GridRule>) -> Proposal {
        let words = sentence.map_or(String::new(), |sentence| sentence.text.clone());
        let asks = rows_of(id).any(|row| row.asks) && sentence.is_some();
        let doubt = sentence.and_then(|sentence| sentence.doubt.clone());
        let doubt = doubt.or(asks.then(|| "few ways to say this rule are known".to_string()));
        Proposal { rule: GridRule::new(id, Vec::new()).spec().name, words, doubt, rules }
    }
}
