//! Estimates the size of a search before it runs, by Knuth's random dives (1975). A dive goes down
//! to a leaf and takes a random option at each level. The product of the numbers of options on the
//! way estimates the number of nodes at that depth. The mean of many dives is unbiased; their
//! spread shows how reliable it is.

use dancing::{Event, Policy, Problem, Search, Tally};
use std::time::{Duration, Instant};

/// The result of the dives.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// The number of dives that came to an end.
    pub dives: u32,
    /// Nodes of the search tree.
    pub nodes: Spread,
    /// Updates of the whole search.
    pub updates: Spread,
    /// Solutions of the problem.
    pub solutions: Spread,
    /// The sum of `weigh` over all nodes that branch; see [`forecast_sum`].
    pub weight: Spread,
    /// Dives that ended at a solution.
    pub met: u32,
}

/// A mean and its reliability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The mean over the dives, which is an unbiased estimate.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The 10 % and 90 % quantiles of the single dives.
    pub low: f64,
    /// The 90 % quantile.
    pub high: f64,
}

impl Spread {
    fn of(values: &mut [f64]) -> Spread {
        values.sort_unstable_by(f64::total_cmp);
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let error = if count > 1.0 { (squares / (count - 1.0) / count).sqrt() } else { f64::INFINITY };
        let at = |share: f64| values[((count - 1.0) * share).round() as usize];
        Spread { mean, error, low: at(0.1), high: at(0.9) }
    }

    /// Returns true if the dives differ widely. The mean may then be far off, and is usually
    /// far too low.
    pub fn is_wild(self) -> bool {
        self.error > self.mean * 0.25
    }
}

/// The reason why there is no forecast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoForecast {
    /// The tree of a repeated cover depends on a limit that dives do not see.
    #[error(
        "no estimate: the search of a repeated cover is cut by a limit on its depth, which random dives do not see"
    )]
    Repeated,
    /// The time was over before the first dive came to an end.
    #[error("no random dive came to an end in the time given: the problem is too large for an estimate")]
    NoTime,
}

/// Makes `dives` dives, or fewer if the time is over. Reads the clock at every level.
pub fn forecast(
    problem: &Problem,
    policy: Policy,
    dives: u32,
    seed: u64,
    time: Duration,
) -> Result<Forecast, NoForecast> {
    forecast_sum(problem, policy, dives, seed, time, &|_| 0.0)
}

/// As [`forecast`], but also estimates the sum of `weigh` over all nodes that branch. `weigh` is
/// called when a node has chosen its item.
pub fn forecast_sum(
    problem: &Problem,
    policy: Policy,
    dives: u32,
    seed: u64,
    time: Duration,
    weigh: &dyn Fn(&Search) -> f64,
) -> Result<Forecast, NoForecast> {
    if problem.wants_fewest() {
        return Err(NoForecast::Repeated);
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let mut search = Search::new(problem, policy);
    let (mut nodes, mut updates, mut solutions, mut weight) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut met = 0;
    let until = Instant::now() + time;
    while nodes.len() < dives as usize {
        let Some(dive) = dive(&mut search, &mut random, until, weigh) else { break };
        nodes.push(dive.nodes);
        updates.push(dive.updates);
        solutions.push(dive.solutions);
        weight.push(dive.weight);
        met += u32::from(dive.solutions > 0.0);
    }
    if nodes.is_empty() {
        return Err(NoForecast::NoTime);
    }
    Ok(Forecast {
        dives: nodes.len() as u32,
        nodes: Spread::of(&mut nodes),
        updates: Spread::of(&mut updates),
        solutions: Spread::of(&mut solutions),
        weight: Spread::of(&mut weight),
        met,
    })
}

struct Dive {
    nodes: f64,
    updates: f64,
    solutions: f64,
    weight: f64,
}

/// Makes one dive from the root. Returns `None` if the time is over before it ends.
fn dive(
    search: &mut Search,
    random: &mut fastrand::Rng,
    until: Instant,
    weigh: &dyn Fn(&Search) -> f64,
) -> Option<Dive> {
    let mut dive = Dive { nodes: 1.0, updates: 0.0, solutions: 0.0, weight: 0.0 };
    let mut branches = 1.0;
    let mut tally = Tally::default();
    loop {
        if Instant::now() >= until {
            return None;
        }
        let before = tally.updates;
        match search.step_into(&mut tally) {
            Some(Event::Choose { .. }) => {
                // Choosing covers the item once, whichever option is taken.
                dive.updates += branches * (tally.updates - before) as f64;
                let options = search.current_branch().map_or(0, |branch| branch.d);
                if options == 0 {
                    break;
                }
                if options > 1 {
                    dive.weight += branches * weigh(search);
                }
                branches *= options as f64;
                dive.nodes += branches;
                search.steer(1 + random.usize(0..options));
                let before = tally.updates;
                search.stride(1, &mut tally);
                dive.updates += branches * (tally.updates - before) as f64;
            }
            Some(Event::Visit) => {
                dive.solutions = branches;
                break;
            }
            _ => break,
        }
    }
    search.rewind(0);
    Some(dive)
}

/// Updates per second that the search makes on this machine, measured for `time`.
pub fn pace(problem: &Problem, policy: Policy, time: Duration) -> f64 {
    let (mut search, mut tally) = (Search::new(problem, policy), Tally::default());
    let start = Instant::now();
    while start.elapsed() < time && search.stride(16, &mut tally).is_some() {}
    tally.updates as f64 / start.elapsed().as_secs_f64().max(1e-9)
}
