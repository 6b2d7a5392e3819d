//! The figures of a run: name, value, and a remark where there is room.

use super::{bound, reports};
use crate::app::Solving;
use crate::ui::panel::{span, wrap};
use crate::ui::theme::{Role, Theme};
use dancing::Goal;
use quadrille_puzzle::Grid;
use quadrille_solve::{Outcome, Snapshot, StopReason};
use quadrille_study::{grouped, thousands};
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// The figures of a run.
pub fn numbers(solving: &Solving, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let row = |name: &str, value: String, besides: &str| figure(name, value, besides, width, theme);
    let (outcome, snapshot) = reports(solving);
    let tally = outcome.map(|outcome| &outcome.tally).or(snapshot.map(|snapshot| &snapshot.tally));
    lines.push(row("elapsed", format!("{:.1} s", solving.seconds()), ""));
    if let Some(tally) = tally {
        let rate = if solving.is_moving() && solving.rate() > 0.0 {
            format!("{}/s", rounded(solving.rate()))
        } else {
            String::new()
        };
        lines.push(row("nodes", thousands(tally.nodes().into()), &rate));
        // Not every engine counts updates.
        if tally.updates > 0 {
            lines.push(row("updates", thousands(tally.updates.into()), ""));
        }
        lines.push(row("deepest", tally.deepest().to_string(), ""));
    }
    for counter in outcome.map(|o| &o.counters).or(snapshot.map(|s| &s.counters)).into_iter().flatten() {
        let share = |of: u64| format!("{:.1} % of all", 100.0 * counter.number as f64 / of.max(1) as f64);
        let share = counter.of.map_or(String::new(), share);
        lines.push(row(counter.what, thousands(counter.number.into()), &share));
    }
    let yours = solving.encoded.grid().map_or(0, Grid::own);
    // A search for the best score finds better and better solutions, not all of them.
    let taxes = solving.engine.spec().improves && solving.goal == Goal::Best;
    let name = if taxes { "improved" } else { "solutions" };
    let met = match (outcome, snapshot) {
        (Some(outcome), _) => grouped(&outcome.number()),
        (None, Some(snapshot)) => thousands(snapshot.count),
        (None, None) => thousands(0),
    };
    let is_count = solving.goal != Goal::Best;
    let all = if outcome.is_some_and(|outcome| outcome.complete && is_count) { "all of them" } else { "" };
    lines.push(row(name, met, all));
    // The search for a repeated cover finds only the cheapest covers, or those with the fewest
    // options.
    if solving.goal != Goal::Best
        && solving.encoded.problem.wants_fewest()
        && let Some(best) = outcome.map_or(snapshot.and_then(|s| s.best), |o| o.best)
        && bound(outcome, snapshot) == Some(best)
    {
        let cheapest = solving.encoded.problem.wants_cheapest();
        let (what, least) = if cheapest { ("cost", "each, the least") } else { ("options", "each, the fewest") };
        lines.push(row(what, best.abs().to_string(), least));
    }
    let ways = outcome.map_or(snapshot.and_then(|s| s.ways), |o| o.ways);
    if let Some(ways) = ways {
        lines.push(row("up to symmetry", thousands(ways), "turned or mirrored ones once"));
    }
    if yours > 0 {
        lines.push(row("your own", yours.to_string(), "count as givens"));
    }
    let selected = solving.encoded.shape().listing().map_or(0, |listing| listing.taken().len());
    if selected > 0 {
        lines.push(row("selected", selected.to_string(), "are in every solution"));
    }
    if solving.goal == Goal::Best {
        let best = outcome.and_then(|o| o.best).or(snapshot.and_then(|s| s.best));
        let best = best.map_or("none yet".to_string(), |best| best.abs().to_string());
        lines.push(row("best so far", best, ""));
        if let Some(bound) = bound(outcome, snapshot).filter(|_| outcome.is_none_or(|o| !o.complete)) {
            let name = if bound < 0 { "at least" } else { "at most" };
            lines.push(row(name, bound.abs().to_string(), ""));
        }
    }
    let searched = searched(solving, width, theme);
    if !searched.is_empty() {
        lines.push(Line::default());
        lines.extend(searched);
    }
    if solving.solutions.len() > 1 {
        lines.push(Line::default());
        let kept = solving.solutions.len();
        let all = if outcome.is_some_and(|o| o.count > kept as u128) { "that are kept" } else { "" };
        lines.push(row("shown", format!("solution {} of {kept}", solving.shown + 1), all));
    }
    lines
}

/// A figure: its name, its value in a column, and a remark, which is shown whole or not at all.
fn figure(name: &str, value: String, besides: &str, width: usize, theme: Theme) -> Line<'static> {
    let name = format!("{name:<11}");
    // Figures end in the same column, also beside a longer name.
    let value = format!("{value:>room$}", room = 24usize.saturating_sub(name.width()));
    let all = format!("{value}   {besides}");
    let fits = !besides.is_empty() && name.width() + all.width() <= width;
    let value = if fits { all } else { value };
    Line::from(vec![span(name, Role::Done, theme), span(value, Role::Live, theme)])
}

/// The share of the tree that was searched, as a number and a bar. Empty if it is not known, or if
/// the run is complete.
pub fn searched(solving: &Solving, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let (outcome, snapshot) = reports(solving);
    let row = |name: &str, value: String, besides: &str| figure(name, value, besides, width, theme);
    let mut lines = Vec::new();
    let is_cut = |o: &Outcome| matches!(o.stop, StopReason::Cancelled | StopReason::Limit);
    let searched = snapshot.filter(|_| outcome.is_none_or(is_cut));
    // There is no share before the first choice, or if the number of branches is unknown.
    let is_known =
        |snapshot: &&Snapshot| snapshot.share.is_some() || snapshot.address.branches.iter().any(|branch| branch.d > 1);
    if let Some(snapshot) = searched.filter(is_known) {
        // Each limit of a repeated cover is searched from the root.
        let address = &snapshot.address;
        let name = address.limit.map_or("searched".to_string(), |(limit, _)| format!("limit {limit}"));
        let share = snapshot.share_searched() * 100.0;
        lines.push(row(&name, format!("{share:.4}%"), "of the tree"));
        lines.push(bar(share / 100.0, width.min(34), theme));
        // Several parts have several addresses.
        if snapshot.share.is_none() {
            lines.push(row("address", "k of d, forced ones omitted".to_string(), ""));
            let real = address.branches.iter().filter(|branch| branch.d > 1);
            let real: Vec<String> = real.map(|branch| format!("{}/{}", branch.k, branch.d)).collect();
            wrap(&real.join(" "), width).into_iter().take(4).for_each(|line| lines.push(Line::from(line)));
        }
    }
    lines
}

/// Rounds a rate for display: `1.2 M`, `340 k`.
pub fn rounded(rate: f64) -> String {
    match rate {
        r if r >= 1e6 => format!("{:.1} M", r / 1e6),
        r if r >= 1e3 => format!("{:.0} k", r / 1e3),
        r => format!("{r:.0}"),
    }
}

/// A share as a bar.
fn bar(share: f64, width: usize, theme: Theme) -> Line<'static> {
    let done = (share * width as f64).round() as usize;
    let rest = width.saturating_sub(done);
    Line::from(vec![
        span(theme.glyph("━", "#").repeat(width - rest), Role::Now, theme),
        span(theme.glyph("─", "-").repeat(rest), Role::Done, theme),
    ])
}
