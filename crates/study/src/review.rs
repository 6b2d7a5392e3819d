//! Coming back: questions on what was learnt, on fresh states, mixed, and sooner where an answer was
//! wrong. Each lesson has a card for each kind of question. A card is in a box, and each box has an
//! interval in days: a right answer moves the card on by one box, a wrong one puts it into the
//! first.

use super::lesson::{Exercise, Lesson, LessonFacts, Posed};
use super::predict::{Predict, Quiz};
use quadrille_puzzle::{Encoded, encode};
use quadrille_solve::{Grain, Site, Stepper};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A box: its name, and the days until its cards are asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewBox {
    pub name: &'static str,
    pub days: u32,
}

/// The boxes, from the first to the last.
pub static BOXES: &[ReviewBox] = &[
    ReviewBox { name: "tomorrow", days: 1 },
    ReviewBox { name: "in three days", days: 3 },
    ReviewBox { name: "in a week", days: 7 },
    ReviewBox { name: "in a fortnight", days: 14 },
    ReviewBox { name: "in a month", days: 30 },
    ReviewBox { name: "in two months", days: 60 },
];

/// The first box whose cards are known.
const KNOWN: usize = 3;

/// The questions of one day: about five minutes. The most of them that were never asked before.
pub const A_DAY: usize = 10;
const FRESH: usize = 6;

/// A kind of question. `predict` is `None` for a question of the lesson itself: why something is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewKind {
    /// The name in the file of the progress.
    pub id: &'static str,
    /// The kind in words.
    pub words: &'static str,
    pub predict: Option<Predict>,
}

/// The kinds, a row each.
pub static REVIEW_KINDS: &[ReviewKind] = &[
    ReviewKind { id: "choice", words: "which item", predict: Some(Predict::Choice) },
    ReviewKind { id: "hidden", words: "what is hidden", predict: Some(Predict::Hidden) },
    ReviewKind { id: "counts", words: "which counts", predict: Some(Predict::Counts) },
    ReviewKind { id: "pointer", words: "pointers", predict: Some(Predict::Pointer) },
    ReviewKind { id: "next", words: "what is next", predict: Some(Predict::Next) },
    ReviewKind { id: "why", words: "why", predict: None },
];

/// The name of a card: the lesson and the kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CardName {
    pub lesson: String,
    /// The index of the kind in [`REVIEW_KINDS`].
    pub kind: usize,
}

impl From<CardName> for String {
    fn from(name: CardName) -> String {
        format!("{}/{}", name.lesson, REVIEW_KINDS[name.kind].id)
    }
}

impl TryFrom<String> for CardName {
    type Error = String;

    fn try_from(text: String) -> Result<CardName, String> {
        let (lesson, id) = text.rsplit_once('/').ok_or_else(|| format!("`{text}` is not the name of a card"))?;
        let kind = REVIEW_KINDS.iter().position(|kind| kind.id == id);
        let kind = kind.ok_or_else(|| format!("there is no kind of question `{id}`"))?;
        Ok(CardName { lesson: lesson.to_string(), kind })
    }
}

/// Returns true if something is to be asked on a day.
pub fn is_due(cards: &ReviewCards, learnt: &[String], today: u32) -> bool {
    !due_cards(cards, learnt, today, &mut |_| true).is_empty()
}

/// The state of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewCard {
    /// The index of its box in [`BOXES`].
    #[serde(rename = "box")]
    pub at: usize,
    /// The day on which it is asked again, counted from 1970-01-01.
    pub due: u32,
    /// The answers that were right, and all.
    pub right: u32,
    pub asked: u32,
}

/// The cards that were asked, by their names.
pub type ReviewCards = BTreeMap<CardName, ReviewCard>;

impl ReviewCard {
    /// Returns true if the answers so far show that it is known.
    pub fn is_known(&self) -> bool {
        self.at >= KNOWN
    }
}

/// Takes an answer given on a day.
pub fn take_answer(cards: &mut ReviewCards, name: &CardName, right: bool, today: u32) -> ReviewCard {
    let before = cards.get(name).copied();
    let at = match (before, right) {
        (_, false) => 0,
        // What is right at once begins in the second box.
        (None, true) => 1,
        (Some(card), true) => (card.at.min(BOXES.len() - 1) + 1).min(BOXES.len() - 1),
    };
    let (correct, asked) = before.map_or((0, 0), |card| (card.right, card.asked));
    let card = ReviewCard { at, due: today + BOXES[at].days, right: correct + u32::from(right), asked: asked + 1 };
    cards.insert(name.clone(), card);
    card
}

/// The cards that are asked on a day, in order. `learnt` are the names of the lessons that were
/// begun, in their order; `has` says whether a lesson has questions of a kind. Lower boxes come
/// first; then cards that were never asked. Neighbours are of different kinds where that is
/// possible.
pub fn due_cards(
    cards: &ReviewCards,
    learnt: &[String],
    today: u32,
    has: &mut dyn FnMut(&CardName) -> bool,
) -> Vec<CardName> {
    let is_learnt = |name: &CardName| learnt.contains(&name.lesson);
    let mut due: Vec<(&CardName, &ReviewCard)> =
        cards.iter().filter(|(name, card)| is_learnt(name) && card.due <= today).collect();
    due.sort_by_key(|(name, card)| (card.at, card.due, (*name).clone()));
    let mut chosen: Vec<CardName> =
        due.into_iter().filter(|(name, _)| has(name)).take(A_DAY).map(|(name, _)| name.clone()).collect();
    // Fresh cards: one of each lesson in turn, the newest lesson first, of a kind each.
    let kinds = REVIEW_KINDS.len();
    let all = (0..kinds).flat_map(|round| {
        let lessons = learnt.iter().rev().enumerate();
        lessons.map(move |(at, lesson)| CardName { lesson: lesson.clone(), kind: (round + at) % kinds })
    });
    let room = (A_DAY - chosen.len()).min(FRESH);
    chosen.extend(all.filter(|name| !cards.contains_key(name) && has(name)).take(room));
    mixed(chosen)
}

/// The day on which something is asked next. `None` if there is no card.
pub fn next_due(cards: &ReviewCards, learnt: &[String]) -> Option<u32> {
    cards.iter().filter(|(name, _)| learnt.contains(&name.lesson)).map(|(_, card)| card.due).min()
}

/// Puts cards into an order in which neighbours differ in kind, if they can: next comes the kind of
/// which most cards are left, and of those the first one.
fn mixed(mut cards: Vec<CardName>) -> Vec<CardName> {
    let mut order: Vec<CardName> = Vec::new();
    while !cards.is_empty() {
        let last = order.last().map(|card| card.kind);
        let left = |kind: usize| cards.iter().filter(|card| card.kind == kind).count();
        let others = (0..cards.len()).rev().filter(|&at| Some(cards[at].kind) != last);
        let at = others.max_by_key(|&at| (left(cards[at].kind), std::cmp::Reverse(at))).unwrap_or(0);
        order.push(cards.remove(at));
    }
    order
}

/// A question of a card at a state.
#[derive(Clone, Debug)]
pub struct ReviewQuestion {
    pub site: Site,
    pub quiz: Quiz,
    /// The kind of a question about the next step.
    pub kind: Option<Predict>,
    /// The sentences of the stop, for a question of the lesson itself.
    pub said: String,
}

/// The most steps from the root to a fresh state, and the most states that are tried.
const DEEP: u64 = 60;
const TRIED: usize = 40;

/// The most items of a matrix whose nodes are seen one by one.
const LARGE: usize = 40;

/// The question of a card: about a fresh state of the lesson's puzzle, which follows from a seed.
/// `None` if the puzzle has no question of this kind.
pub fn review_question(
    lesson: &Lesson,
    kind: &ReviewKind,
    seed: u64,
    key: &dyn Fn(&str) -> Option<String>,
) -> Option<ReviewQuestion> {
    let names = encode(&lesson.puzzle.shape);
    let mut random = fastrand::Rng::with_seed(seed);
    let Some(predict) = kind.predict else { return asked_again(lesson, &names, &mut random, key) };
    // In a large matrix the cursor cannot find what a step hides: only the choice can be asked for.
    let is_large = names.problem.n_items() > LARGE;
    if is_large && matches!(predict, Predict::Hidden | Predict::Counts | Predict::Pointer) {
        return None;
    }
    for _ in 0..TRIED {
        let mut stepper = lesson.stepper(&names);
        for _ in 0..random.u64(1..=DEEP) {
            if !stepper.step(Grain::Item, true) {
                break;
            }
        }
        if let Some(quiz) = Quiz::about(predict, &stepper, &names) {
            return Some(ReviewQuestion { site: stepper.site(), quiz, kind: Some(predict), said: String::new() });
        }
    }
    None
}

/// A question with sentences of the lesson, at its stop.
fn asked_again(
    lesson: &Lesson,
    names: &Encoded,
    random: &mut fastrand::Rng,
    key: &dyn Fn(&str) -> Option<String>,
) -> Option<ReviewQuestion> {
    let is_asked = |at: &usize| matches!(lesson.stops[*at].exercise, Some(Exercise::Ask { .. }));
    let mut stops: Vec<usize> = (0..lesson.stops.len()).filter(is_asked).collect();
    random.shuffle(&mut stops);
    let stop = &lesson.stops[*stops.first()?];
    let mut stepper: Stepper = lesson.stepper(names);
    stepper.go_to(&stop.at).ok()?;
    let facts = LessonFacts { stepper: &stepper, names, key };
    let said = facts.expand(&stop.say.text).ok()?;
    match stop.exercise.as_ref()?.pose(&facts) {
        Ok(Posed::Quiz(quiz)) => Some(ReviewQuestion { site: stepper.site(), quiz, kind: None, said }),
        _ => None,
    }
}
