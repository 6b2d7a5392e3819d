//! The forecast of a search in sentences.

use super::count::plural;
use quadrille_solve::{Forecast, Spread};

/// Describes a forecast in sentences. The command line prints the same ones.
pub fn forecast_words(forecast: &Forecast, pace: f64) -> Vec<String> {
    let mut lines =
        vec![format!("from {}, {} of them reached a solution:", plural(forecast.dives as usize, "dive"), forecast.met)];
    for (name, spread) in [("nodes", forecast.nodes), ("updates", forecast.updates), ("solutions", forecast.solutions)]
    {
        lines.push(format!("{name:<9} {:>9} ± {}", rounded(spread.mean), rounded(spread.error)));
    }
    let Spread { low, high, .. } = forecast.nodes;
    let few = rounded(low);
    lines.push(format!("10th to 90th percentile: {few} to {} nodes", rounded(high)));
    if pace > 0.0 {
        lines.push(format!("time      about {} s with links, here and now", rounded(forecast.updates.mean / pace)));
    }
    if forecast.nodes.is_wild() {
        lines.push("The estimates vary widely: the true size may be several times larger.".to_string());
    }
    lines
}

/// The estimated size of the search tree: `3.6 M ± 0.2 M nodes`.
pub fn tree_size(forecast: &Forecast) -> String {
    format!("{} ± {} nodes", rounded(forecast.nodes.mean), rounded(forecast.nodes.error))
}

/// Rounds a number for display: `3.6 M`, `12`, `0.04`.
fn rounded(value: f64) -> String {
    match value {
        v if !v.is_finite() => "?".to_string(),
        v if v >= 1e15 => format!("{v:.1e}"),
        v if v >= 1e12 => format!("{:.1} T", v / 1e12),
        v if v >= 1e9 => format!("{:.1} G", v / 1e9),
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v if v >= 1e4 => format!("{:.1} k", v / 1e3),
        v if v >= 10.0 || v == 0.0 => format!("{v:.0}"),
        v => format!("{v:.2}"),
    }
}
