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

/// The questions of one day, about five minutes, and how many of them may be asked for the first
/// time.
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

/// The reason why a text is not the name of a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCard {
    /// It has no lesson and kind.
    #[error("`{0}` is not the name of a card")]
    Name(String),
    /// The kind is not in [`REVIEW_KINDS`].
    #[error("there is no kind of question `{0}`")]
    Kind(String),
}

impl TryFrom<String> for CardName {
    type Error = NoCard;

    fn try_from(text: String) -> Result<CardName, NoCard> {
        let (lesson, id) = text.rsplit_once('/').ok_or_else(|| NoCard::Name(text.clone()))?;
        let kind = REVIEW_KINDS.iter().position(|kind| kind.id == id);
        let kind = kind.ok_or_else(|| NoCard::Kind(id.to_string()))?;
        Ok(CardName { lesson: lesson.to_string(), kind })
    }
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

    /// The day of the last answer.
    fn last(&self) -> u32 {
        self.due.saturating_sub(BOXES[self.at.min(BOXES.len() - 1)].days)
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
/// first; then cards that were never asked. What was answered on the same day counts as part of the
/// day's questions. Neighbours are of different kinds where that is possible.
pub fn due_cards(
    cards: &ReviewCards,
    learnt: &[String],
    today: u32,
    has: &mut dyn FnMut(&CardName) -> bool,
) -> Vec<CardName> {
    let is_learnt = |name: &CardName| learnt.contains(&name.lesson);
    let answered: Vec<&ReviewCard> =
        cards.values().filter(|card| card.asked > 0 && card.last() == today && card.due > today).collect();
    let wanted = A_DAY.saturating_sub(answered.len());
    let fresh = FRESH.saturating_sub(answered.iter().filter(|card| card.asked == 1).count());
    let mut due: Vec<(&CardName, &ReviewCard)> =
        cards.iter().filter(|(name, card)| is_learnt(name) && card.due <= today).collect();
    due.sort_by_key(|(name, card)| (card.at, card.due, (*name).clone()));
    let mut chosen: Vec<CardName> =
        due.into_iter().filter(|(name, _)| has(name)).take(wanted).map(|(name, _)| name.clone()).collect();
    // Fresh cards: one of each lesson in turn, the newest lesson first, of a kind each.
    let kinds = REVIEW_KINDS.len();
    let all = (0..kinds).flat_map(|round| {
        let lessons = learnt.iter().rev().enumerate();
        lessons.map(move |(at, lesson)| CardName { lesson: lesson.clone(), kind: (round + at) % kinds })
    });
    let room = (wanted - chosen.len()).min(fresh);
    chosen.extend(all.filter(|name| !cards.contains_key(name) && has(name)).take(room));
    mixed(chosen)
}

/// The days from a day until something is asked again. `None` if nothing is.
pub fn days_until_due(
    cards: &ReviewCards,
    learnt: &[String],
    today: u32,
    has: &mut dyn FnMut(&CardName) -> bool,
) -> Option<u32> {
    let last = BOXES.last().map_or(1, |last| last.days);
    (1..=last).find(|days| !due_cards(cards, learnt, today + days, has).is_empty())
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

/// The most steps from the root to a fresh state.
const DEEP: usize = 60;

/// The most items of a matrix whose nodes are seen one by one.
const LARGE: usize = 40;

/// Returns true if a lesson has questions of a kind: [`review_question`] finds one with any seed.
pub fn has_review(lesson: &Lesson, kind: &ReviewKind) -> bool {
    match kind.predict {
        None => lesson.stops.iter().any(|stop| matches!(stop.exercise, Some(Exercise::Ask { .. }))),
        Some(predict) => {
            let names = encode(&lesson.puzzle.shape);
            is_asked_of(predict, &names)
                && walk(lesson, &names).any(|stepper| Quiz::about(predict, &stepper, &names).is_some())
        }
    }
}

/// In a large matrix the cursor cannot find what a step hides: only the choice can be asked for.
fn is_asked_of(predict: Predict, names: &Encoded) -> bool {
    let is_small = names.problem.n_items() <= LARGE;
    is_small || !matches!(predict, Predict::Hidden | Predict::Counts | Predict::Pointer)
}

/// The first states of the search of a lesson's puzzle, without the root.
fn walk(lesson: &Lesson, names: &Encoded) -> impl Iterator<Item = Stepper> {
    let mut stepper = lesson.stepper(names);
    (0..DEEP).map_while(move |_| stepper.step(Grain::Item, true).then(|| stepper.clone()))
}

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
    if !is_asked_of(predict, &names) {
        return None;
    }
    let mut states: Vec<Stepper> = walk(lesson, &names).collect();
    random.shuffle(&mut states);
    states.iter().find_map(|stepper| {
        let quiz = Quiz::about(predict, stepper, &names)?;
        Some(ReviewQuestion { site: stepper.site(), quiz, kind: Some(predict), said: String::new() })
    })
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
    stops.into_iter().find_map(|at| {
        let stop = &lesson.stops[at];
        let mut stepper: Stepper = lesson.stepper(names);
        stepper.go_to(&stop.at).ok()?;
        let facts = LessonFacts { stepper: &stepper, names, key };
        let said = facts.expand(&stop.say.text).ok()?;
        match stop.exercise.as_ref()?.pose(&facts) {
            Ok(Posed::Quiz(quiz)) => Some(ReviewQuestion { site: stepper.site(), quiz, kind: None, said }),
            _ => None,
        }
    })
}
