//! The actions of the screen Model.

use crate::app::action::on;
use crate::app::ask::Ask;
use crate::app::message::Effect;
use crate::app::model::app::Desk;
use crate::app::model::forecasting::Forecasting;
use crate::app::model::modelling::Modelling;
use crate::app::model::prompt::{Prompt, Purpose};
use crate::app::overlay::Overlay;

pub fn act(model: &mut Modelling, desk: &mut Desk, action: on::Model) -> Vec<Ask> {
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
            desk.overlay = Some(Overlay::Prompt(Prompt::new(Purpose::FilterRows, text, true)));
        }
        on::Model::Forecast => {
            let run = desk.next_run();
            model.forecast = Forecasting::Running(run);
            return vec![Effect::Forecast { run, problem: model.encoded.problem.clone() }.into()];
        }
    }
    Vec::new()
}
