//! The questions of today in the debugger: the one at hand is asked, and its first answer is kept.

use crate::app::keymap::step_key;
use crate::app::message::Effect;
use crate::app::model::app::Desk;
use crate::app::model::course::Asker;
use crate::app::model::library::Library;
use crate::app::model::stepping::Stepping;
use quadrille_study::{CardName, REVIEW_KINDS, ReviewQuestion, review_question, take_answer};

/// The question of a card.
fn question(library: &mut Library, desk: &Desk, name: &CardName, seed: u64) -> Option<ReviewQuestion> {
    let lesson = library.lesson(&name.lesson)?;
    let key = |action: &str| step_key(&desk.settings.keymap, action);
    review_question(&lesson, &REVIEW_KINDS[name.kind], seed, &key)
}

/// Asks the question of the card at hand, if the open lesson is its lesson. Returns false if it is
/// not.
pub fn pose(stepping: &mut Stepping, library: &mut Library, desk: &mut Desk) -> bool {
    let Some(session) = desk.today.clone() else { return false };
    let open = library.open.map(|open| library.entries[open].lesson_name());
    let Some(card) = session.card().filter(|card| Some(&*card.lesson) == open) else { return false };
    let found = question(library, desk, card, session.seed.wrapping_add(session.at as u64));
    let by = Asker::Today(session.at + 1, session.queue.len());
    match found.map(|question| stepping.review(question, by)) {
        Some(Ok(())) => {}
        Some(Err(why)) => desk.complain(why),
        None => desk.complain("this puzzle has no such question any more"),
    }
    true
}

/// Takes the first answer to the card at hand.
pub fn answered(desk: &mut Desk, right: bool) {
    let Some(session) = desk.today.as_mut().filter(|session| !session.is_answered) else { return };
    let Some(card) = session.card().cloned() else { return };
    session.is_answered = true;
    session.answered += 1;
    session.right += usize::from(right);
    take_answer(&mut desk.cards, &card, right, desk.day);
    desk.unkept.push(card);
}

/// The effects that keep the answers.
pub fn keep(desk: &mut Desk) -> Vec<Effect> {
    let unkept = std::mem::take(&mut desk.unkept);
    if !unkept.is_empty() {
        desk.due = None;
    }
    let kept = unkept.into_iter().filter_map(|name| Some(Effect::Review { card: *desk.cards.get(&name)?, name }));
    kept.collect()
}
