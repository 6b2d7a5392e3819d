//! The state of a forecast by random dives.

use quadrille_solve::{Forecast, NoForecast, RunId};

/// The state of the forecast.
#[derive(Clone, Debug, PartialEq)]
pub enum Forecasting {
    /// No forecast was asked for.
    Unasked,
    /// The dives are running, under this id.
    Running(RunId),
    /// The forecast and the measured updates per second, or the reason why there is no forecast.
    Done(Result<(Forecast, f64), NoForecast>),
}

impl Forecasting {
    /// Takes the result of dives, if they are the ones that are waited for.
    pub(in crate::app) fn receive(&mut self, run: RunId, found: &Result<(Forecast, f64), NoForecast>) {
        if *self == Forecasting::Running(run) {
            *self = Forecasting::Done(found.clone());
        }
    }
}
