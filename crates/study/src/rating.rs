//! Ratings: how hard a puzzle is for a person, by the steps that solve it.

use super::count::thousands;
use super::narrate::capital;
use super::refutation::{Refuter, Unrefuted};
use dancing::Goal;
use quadrille_puzzle::{Grid, HintEffect, Level, Reasoning, Shape, Technique, encode};
use quadrille_solve::{Gather, Order, Status, StopReason, run};

/// The cost of an explanation, and of each of its items.
const EXPLANATION: (u32, u32) = (300, 20);

/// The steps that solve a puzzle, each the easiest at its time, and what they cost together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The level: that of the hardest technique, or a higher one if the costs exceed its limit.
    pub level: Level,
    /// The hardest technique. `None` if the grid is full.
    pub hardest: Option<Technique>,
    /// The sum of the costs of all steps.
    pub sum: u32,
    pub steps: usize,
    /// The numbers of items of the explanations, where no technique helped.
    pub explained: Vec<usize>,
}

impl Rating {
    /// The hardest step: the name of a technique, or `explanation-12` for one of 12 items.
    pub fn hardest_words(&self) -> String {
        match (self.explained.iter().max(), self.hardest) {
            (Some(items), _) => format!("explanation-{items}"),
            (None, Some(technique)) => technique.id().to_string(),
            (None, None) => "none".to_string(),
        }
    }

    /// The rating in a sentence: `Hard: the hardest step is an x-wing.`
    pub fn sentence(&self) -> String {
        let step = match (self.explained.iter().max(), self.hardest) {
            (Some(items), _) => format!("the hardest step is explained by {items} items"),
            (None, Some(technique)) => format!("the hardest step is {}", technique.id().replace('-', " ")),
            (None, None) => "there is nothing left to do".to_string(),
        };
        format!("{}: {step}.", capital(self.level.id()))
    }

    /// The rating in a few words: `hard: the hardest step is x-wing, all cost 812`.
    pub fn words(&self) -> String {
        let sum = thousands(self.sum.into());
        format!("{}: the hardest step is {}, all cost {sum}", self.level.id(), self.hardest_words())
    }
}

/// The reason why a puzzle has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrated {
    /// It has no solution.
    #[error("no solution")]
    None,
    /// It has several solutions, so steps cannot reach one.
    #[error("several solutions")]
    Many,
    /// It has rules that are only drawn.
    #[error("this grid has unsupported rules, so it has no rating")]
    Drawn,
    /// No technique helps at some step, and no explanation of an elimination was found there.
    #[error("no technique helps, and no short explanation was found")]
    Unexplained,
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// Rates the puzzle that the givens of a grid are.
///
/// # Errors
///
/// If the givens do not have exactly one solution, if rules are only drawn, if neither a technique
/// nor a short explanation helps, or if `go_on` returned `false`.
///
/// # Examples
///
/// ```
/// use quadrille_puzzle::{Level, load};
/// use quadrille_study::rate;
///
/// let puzzle = &load("4..1\n....\n....\n3.2.\n", Some("rows")).unwrap().puzzles[0];
/// let rating = rate(puzzle.grid().unwrap(), &mut || true).unwrap();
/// assert_eq!(rating.level, Level::Easy);
/// ```
pub fn rate(grid: &Grid, go_on: &mut dyn FnMut() -> bool) -> Result<Rating, Unrated> {
    if grid.only_drawn().is_some() {
        return Err(Unrated::Drawn);
    }
    let givens = grid.without_own();
    let encoded = encode(&Shape::Grid(givens.without_weights()));
    let order = Order { in_batch: true, ..Order::new(Goal::Unique) };
    let outcome = run(&encoded.problem, order, &mut Gather::new(go_on));
    match outcome.status {
        _ if outcome.stop == StopReason::Cancelled => Err(Unrated::Stopped),
        Status::None => Err(Unrated::None),
        Status::Unique => of_unique(&givens, go_on),
        _ => Err(Unrated::Many),
    }
}

/// Rates a puzzle that has exactly one solution.
fn of_unique(givens: &Grid, go_on: &mut dyn FnMut() -> bool) -> Result<Rating, Unrated> {
    let mut reasoning = Reasoning::new(givens).of_unique();
    let mut rating = Rating { level: Level::Easy, hardest: None, sum: 0, steps: 0, explained: Vec::new() };
    while !reasoning.is_solved() {
        if !go_on() {
            return Err(Unrated::Stopped);
        }
        rating.steps += 1;
        match reasoning.hint() {
            Some(hint) => {
                let technique = hint.technique.ok_or(Unrated::Unexplained)?;
                rating.hardest = rating.hardest.max(Some(technique));
                rating.sum += technique.cost();
                rating.level = rating.level.max(technique.level());
                reasoning.take(&hint.effect);
            }
            None => {
                let found = Refuter::new(&reasoning).smallest(false, go_on).map_err(|why| match why {
                    Unrefuted::Stopped => Unrated::Stopped,
                    Unrefuted::None => Unrated::Unexplained,
                })?;
                rating.sum += EXPLANATION.0 + EXPLANATION.1 * found.items.len() as u32;
                rating.level = Level::Fiendish;
                rating.explained.push(found.items.len());
                reasoning.take(&HintEffect::Remove(vec![(found.cell, found.symbol)]));
            }
        }
    }
    let by_sum =
        Level::ALL.into_iter().find(|level| level.most(givens.n_cells()).is_none_or(|most| rating.sum <= most));
    rating.level = rating.level.max(by_sum.unwrap_or(Level::Fiendish));
    Ok(rating)
}
