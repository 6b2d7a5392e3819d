//! Estimates of the size of a search, by random dives.

use dancing::{ItemId, Policy, Problem, Search, Tally};
use quadrille_solve::forecast;
use std::time::Duration;

/// Perfect matchings of a complete graph on 10 points: all dives give the same, exact estimate.
#[test]
fn a_tree_of_equal_branches_is_forecast_exactly() {
    let mut problem = Problem::new(10, 0);
    for a in 0..10 {
        for b in a + 1..10 {
            problem.push(&[ItemId(a), ItemId(b)]).unwrap();
        }
    }
    let forecast = forecast(&problem, Policy::default(), 20, 1, Duration::from_secs(9)).unwrap();
    assert_eq!((forecast.solutions.mean, forecast.solutions.error), (945.0, 0.0));
    let (mut search, mut tally) = (Search::new(&problem, Policy::default()), Tally::default());
    while search.stride(99, &mut tally).is_some() {}
    assert_eq!((forecast.nodes.mean, forecast.updates.mean), (tally.nodes() as f64, tally.updates as f64));
}
