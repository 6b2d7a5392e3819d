//! The options of the current item: looked at one by one, taken by hand, and the return from that.

use super::{Motion, Stepping, go};
use crate::app::action::on;
use crate::app::ask::Ask;
use crate::app::model::app::Desk;
use crate::app::model::stepping::{Aside, StepLayout};
use dancing::{Address, At, OptionId, Phase};
use quadrille_solve::{Fate, Grain, Standing};
use quadrille_study::Destination;

/// Shows the next option of the current item on the picture, or the one before.
pub(crate) fn preview(stepping: &mut Stepping, desk: &mut Desk, forward: bool) {
    stepping.halt();
    if stepping.cursor.item.or(stepping.focus()).is_none() {
        return desk.say("the search is at its end: no item is left whose options could be tried");
    }
    stepping.turn_choice(forward);
    stepping.layout = StepLayout::Watch(Aside::Try);
}

/// Handles Enter. In Watch it first serves the panel that is open. A selected option of the item
/// being branched on is tried next; a chosen option leads to its level.
pub fn take(stepping: &mut Stepping, desk: &mut Desk) -> Vec<Ask> {
    if let Aside::Why(at) = stepping.aside() {
        let Some(address) = stepping.reasons().get(at).and_then(|reason| reason.go.clone()) else {
            desk.say("this reason has no state of its own to go to");
            return Vec::new();
        };
        return vec![Ask::Go(Destination::Address(address.into()))];
    }
    if stepping.aside() == Aside::Tree {
        stepping.follow();
        return Vec::new();
    }
    let Some(option) = stepping.cursor.option else {
        let key = desk.settings.keymap.hint(on::Step::NextOption);
        desk.say(format!("select an option first: {key} goes through those of the current item"));
        return Vec::new();
    };
    if stepping.aside() == Aside::Try && stepping.level_selected().is_some() {
        let key = desk.settings.keymap.hint(on::Step::NextOption);
        desk.say(format!("this option is taken already; {key} shows another one"));
        return Vec::new();
    }
    if let Some(level) = stepping.level_selected() {
        _ = go(stepping, desk, &Destination::Level(level + 1));
        return Vec::new();
    }
    let from = stepping.clone();
    let (position, jumps) = (stepping.position(), stepping.jumps.clone());
    if !come_to_branch(stepping, option) {
        *stepping = from;
        refuse(stepping, desk, option);
        return Vec::new();
    }
    let k = stepping.stepper.search().branch_of(option);
    if k.is_some_and(|k| stepping.begin_trial(k, from)) {
        stepping.follow();
        // This is one jump, even if the way there was by a level above.
        stepping.jumps = jumps;
        stepping.jumps.leave(position);
        let key = desk.settings.keymap.hint(on::Step::Return);
        let name = stepping.encoded.option_short(option);
        desk.say(format!("your branch: {name}; {key} returns to exactly where you were"));
    }
    Vec::new()
}

/// Goes to the state in which an option is one of the branches: here, after the next item is
/// chosen, or at the level above whose item the option holds. Returns `false` if there is none.
fn come_to_branch(stepping: &mut Stepping, option: OptionId) -> bool {
    stepping.motion = Motion::Still;
    if stepping.stepper.search().branch_of(option).is_some() {
        return true;
    }
    if stepping.stepper.search().phase() == Phase::Choose {
        let mut ahead = stepping.stepper.search().clone();
        ahead.step_into(&mut Default::default());
        if ahead.branch_of(option).is_some() {
            return stepping.stepper.step(Grain::Item, true);
        }
    }
    let search = stepping.stepper.search();
    let items = stepping.encoded.problem.items_of(option);
    let chosen = search.chosen();
    let above = (0..chosen.len()).rev().find(|&level| items.contains(&search.links().item(chosen[level])));
    let Some(level) = above else { return false };
    let address = search.address();
    let branches = address.branches[..=level].to_vec();
    let there = Address { branches, at: At::Try, ..address };
    stepping.stepper.go(&there).is_ok() && stepping.stepper.search().branch_of(option).is_some()
}

/// Says why an option cannot be tried here.
fn refuse(stepping: &Stepping, desk: &mut Desk, option: OptionId) {
    let name = stepping.encoded.option_short(option);
    let why = match Standing::of(stepping.stepper.search()).option(option) {
        Fate::Hidden(blame) => {
            let key = desk.settings.keymap.hint(on::Step::Why);
            format!("it was hidden at level {}; {key} says by what", blame.level)
        }
        Fate::Idle => "no open item needs it".to_string(),
        _ => "it is not an option of the current item".to_string(),
    };
    desk.say(format!("{name} cannot be tried: {why}"));
}

/// Returns from the branch that was taken by hand.
pub(crate) fn come_back(stepping: &mut Stepping, desk: &mut Desk) {
    let Some(option) = stepping.trial.as_ref().map(|trial| trial.option) else {
        let (next, take) = (desk.settings.keymap.hint(on::Step::NextOption), desk.settings.keymap.hint(on::Step::Take));
        return desk.say(format!("you are in no branch of your own; {next} shows an option, {take} tries it"));
    };
    stepping.end_trial();
    desk.say(format!("back from {}, to exactly where you were", stepping.encoded.option_short(option)));
}
