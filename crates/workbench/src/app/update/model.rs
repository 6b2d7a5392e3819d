//! The actions of the screen Model.

use crate::app::action::{Screen, on};
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::App;
use crate::app::model::forecasting::Forecasting;
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::overlay::Overlay;

pub fn act(app: &mut App, action: on::Model) -> Vec<Ask> {
    let Some(model) = &mut app.modelling else {
        app.screen = Screen::Play;
        return Vec::new();
    };
    match action {
        on::Model::RowDown => model.move_to(model.cursor + 1),
        on::Model::RowUp => model.move_to(model.cursor.saturating_sub(1)),
        on::Model::RowFirst => model.move_to(0),
        on::Model::RowLast => model.move_to(usize::MAX),
        on::Model::NextList => model.turn(true),
        on::Model::PriorList => model.turn(false),
        on::Model::EnterRow => model.enter(),
        on::Model::FilterRows => {
            let text = model.filter.clone();
            app.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::FilterRows, text, true)));
        }
        on::Model::Forecast => {
            let problem = model.encoded.problem.clone();
            let run = app.next_run();
            if let Some(model) = &mut app.modelling {
                model.forecast = Forecasting::Running(run);
            }
            return vec![Effect::Forecast { run, problem }.into()];
        }
    }
    Vec::new()
}

/// Shows the rows that match the words of a prompt.
pub fn filter(app: &mut App, words: &str) -> Vec<Ask> {
    if let Some(model) = &mut app.modelling {
        model.filter(words.to_string());
    }
    Vec::new()
}
