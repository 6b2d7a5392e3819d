//! Solve: the background run, with the grid filling up and the figures beside it.

mod curve;

use super::board::{CellLook, Look, board};
use super::geometry::{Detail, Geometry};
use super::library::content;
use super::listing;
use super::panel::{list, one, span, titled, wrap};
use super::theme::{Role, Theme};
use crate::app::{App, Phase, Solving, on};
use crate::dlx::{Goal, OptionId};
use crate::puzzle::{Cell, Entry, Grid, Listing, Shape, Solution};
use crate::solve::{Outcome, Snapshot, Status, StopReason};
use crate::study::{grouped, plural, thousands};
use curve::Curve;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

pub fn facts(app: &App) -> String {
    let Some(solving) = &app.solving else { return String::new() };
    let state = match solving.phase {
        Phase::Running => "running",
        Phase::Paused => "paused",
        Phase::Stopping => "stopping",
        Phase::Finished(ref outcome) if outcome.stop == StopReason::Cancelled => "stopped",
        Phase::Finished(_) => "finished",
        Phase::Panicked(_) => "failed",
    };
    format!("{}  {state}  {}", goal_words(solving.goal), plural(solving.nodes() as usize, "node"))
}

fn goal_words(goal: Goal) -> &'static str {
    match goal {
        Goal::First => "any solution",
        Goal::Unique => "is it unique?",
        Goal::Count { .. } => "how many solutions?",
        Goal::Best => "the best",
    }
}

pub fn hints(app: &App) -> Vec<(String, &'static str)> {
    let keys = &app.settings.keymap;
    let Some(solving) = &app.solving else { return Vec::new() };
    let mut pairs = Vec::new();
    if solving.is_alive() {
        let pause = if matches!(solving.phase, Phase::Paused) { "go on" } else { "pause" };
        pairs.extend([
            one(keys, on::Solve::Pause, pause),
            one(keys, on::Solve::StepFromHere, "stop and step from here"),
            one(keys, on::Anywhere::Interrupt, "stop"),
        ]);
    } else {
        if matches!(&solving.phase, Phase::Finished(outcome) if outcome.kept) {
            pairs.push(one(keys, on::Solve::Pause, "go on"));
        }
        if solving.solutions.first().is_some_and(|solution| solution.grid().is_some()) {
            pairs.push(one(keys, on::Solve::Fill, "write it in"));
        }
        if solving.solutions.len() > 1 {
            pairs.push(one(keys, on::Solve::NextSolution, "next solution"));
        }
        pairs.push(one(keys, on::Solve::StepFromHere, "step"));
    }
    pairs.extend([one(keys, on::Solve::Goal, "ask something else"), one(keys, on::Anywhere::Back, "back")]);
    pairs
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(solving) = &app.solving else { return };
    let rest = match solving.encoded.shape() {
        Shape::Grid(puzzle) => draw_grid(solving, puzzle, theme, area, buf),
        Shape::Listing(listing) => draw_listing(solving, listing, theme, area, buf),
    };
    let rest = titled(buf, rest, &format!("RUN  {}: {}", solving.engine.name(), solving.engine.help()), theme);
    let lines = numbers(solving, rest.width as usize, theme);
    list(buf, rest, &lines, theme);
    let used = (lines.len() as u16 + 1).min(rest.height);
    let below = Rect { y: rest.y + used, height: rest.height - used, ..rest };
    let (outcome, snapshot) = reports(solving);
    let improvements = outcome.map(|o| &o.improvements).or(snapshot.map(|s| &s.improvements));
    let improvements = improvements.map_or(&[][..], |all| all);
    Curve { improvements, bound: bound(outcome, snapshot), nodes: solving.nodes() }.draw(buf, below, theme);
}

/// The bound that is proved for the best score.
fn bound(outcome: Option<&Outcome>, snapshot: Option<&Snapshot>) -> Option<i64> {
    outcome.map_or(snapshot.and_then(|s| s.bound), |o| o.bound)
}

/// The outcome of the run, if it is over, and the last snapshot.
fn reports(solving: &Solving) -> (Option<&Outcome>, Option<&Snapshot>) {
    let outcome = match &solving.phase {
        Phase::Finished(outcome) => Some(&**outcome),
        _ => None,
    };
    (outcome, solving.snapshot.as_deref())
}

/// Draws the grid as it fills up, and returns the room beside or below it.
fn draw_grid(solving: &Solving, puzzle: &Grid, theme: Theme, area: Rect, buf: &mut Buffer) -> Rect {
    let (grid, found) = shown(solving, puzzle);
    let side = 36.min(area.width / 2);
    let smallest = Geometry::fit(puzzle, (0, 0), Detail::Symbol);
    let beside = area.width >= smallest.width + 2 + side.min(30);
    let room = if beside { (area.width - side - 2, area.height) } else { (area.width, area.height.saturating_sub(5)) };
    let geometry = Geometry::fit(puzzle, room, Detail::Symbol);
    let role = if found { Role::Good } else { Role::Solver };
    let place = Rect { x: area.x + 1, width: room.0.saturating_sub(1), height: room.1, ..area };
    let taken = board(buf, place, puzzle, &geometry, None, theme, |cell| CellLook {
        look: look(puzzle, &grid, cell, role),
        lit: false,
        marked: false,
        same: false,
    });
    if beside {
        let x = taken.right() + 2;
        Rect { x, width: area.right().saturating_sub(x), ..area }
    } else {
        Rect { y: taken.bottom(), height: area.bottom().saturating_sub(taken.bottom()), ..area }
    }
}

/// Draws the options with the chosen ones marked, and returns the room beside or below them.
fn draw_listing(solving: &Solving, listing: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) -> Rect {
    // The figures beside it need about thirty columns. If there is no room for them, they get half
    // of the lines.
    let beside = area.width >= 64;
    let room = if beside { area.width - 34 } else { area.width };
    let width =
        (listing::size(listing, (room.saturating_sub(2), area.height.saturating_sub(1))).0 + 2).clamp(33, room.max(33));
    let place = match beside {
        true => Rect { width, ..area },
        false => Rect { height: area.height - (area.height / 2).max(5).min(area.height), ..area },
    };
    let still = !solving.is_alive() || solving.goal == Goal::Best;
    let (chosen, role, what) = match solving.solutions.get(solving.shown).filter(|_| still) {
        Some(Solution::Options(options)) if solving.is_alive() => (&options[..], Role::Good, "in the best so far"),
        Some(Solution::Options(options)) => (&options[..], Role::Good, "in the solution"),
        _ => (path(solving), Role::Solver, "on the current path"),
    };
    let name = if listing.picture.is_some() { "BOARD" } else { "OPTIONS" };
    let rows = titled(buf, place, &format!("{name}  {} {what}", chosen.len()), theme);
    let tag = |option: usize| {
        let taken = chosen.contains(&OptionId(option as u32));
        if taken { (theme.glyph("✓", "x"), role) } else { (" ", Role::Done) }
    };
    let center = chosen.iter().map(|option| option.index()).min().unwrap_or(0);
    listing::state(buf, rows, listing, center, theme, tag);
    match beside {
        true => Rect { x: area.x + width + 2, width: area.width.saturating_sub(width + 2), ..area },
        false => Rect { y: place.bottom(), height: area.height - place.height, ..area },
    }
}

/// The options on the search's current path.
fn path(solving: &Solving) -> &[OptionId] {
    match &solving.phase {
        Phase::Finished(outcome) if outcome.stopped_at.is_none() => &[],
        _ => solving.snapshot.as_ref().map_or(&[], |snapshot| &snapshot.path),
    }
}

/// The grid to show: a solution that was found, or else the symbols on the search's current path.
fn shown(solving: &Solving, puzzle: &Grid) -> (Grid, bool) {
    let still = !solving.is_alive() || solving.goal == Goal::Best;
    let solution = solving.solutions.get(solving.shown).filter(|_| still);
    if let Some(grid) = solution.and_then(Solution::grid) {
        return (grid.clone(), true);
    }
    let mut grid = puzzle.clone();
    for placement in path(solving).iter().filter_map(|&option| solving.encoded.placement(option)) {
        if grid.entry(placement.cell) == Entry::Empty {
            grid.cells[placement.cell.index()] = Entry::Own(placement.symbol);
        }
    }
    (grid, false)
}

/// Returns the content of a cell. Symbols of the puzzle keep their role; symbols placed by the
/// search get `role`.
fn look(puzzle: &Grid, grid: &Grid, cell: Cell, role: Role) -> Look {
    match (puzzle.entry(cell), content(grid, cell)) {
        (Entry::Empty, Look::Text(text, _)) => Look::Text(text, role),
        (_, other) => other,
    }
}

fn numbers(solving: &Solving, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let row = |name: &str, value: String, besides: &str| {
        let name = format!("{name:<11}");
        // Figures end in the same column, also beside a longer name.
        let value = format!("{value:>room$}", room = 24usize.saturating_sub(name.width()));
        // The remark is shown whole or not at all.
        let all = format!("{value}   {besides}");
        let fits = !besides.is_empty() && name.width() + all.width() <= width;
        let value = if fits { all } else { value };
        Line::from(vec![span(name, Role::Done, theme), span(value, Role::Live, theme)])
    };
    let verdict = solving.verdict();
    if let Some(verdict) = &verdict {
        let bad = matches!(&solving.phase, Phase::Panicked(_))
            || matches!(&solving.phase, Phase::Finished(o) if matches!(o.status, Status::None | Status::Wrong));
        let role = if bad { Role::Bad } else { Role::Good };
        wrap(verdict, width).into_iter().for_each(|line| lines.push(Line::from(span(line, role, theme))));
        lines.push(Line::default());
    }
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
    let all = if outcome.is_some_and(|outcome| outcome.complete && !taxes) { "all of them" } else { "" };
    lines.push(row(name, met, all));
    // The search for a repeated cover finds only the covers with the fewest options.
    if solving.goal != Goal::Best
        && solving.encoded.problem.wants_fewest()
        && let Some(best) = outcome.map_or(snapshot.and_then(|s| s.best), |o| o.best)
        && bound(outcome, snapshot) == Some(best)
    {
        lines.push(row("options", best.abs().to_string(), "each, the fewest"));
    }
    let ways = outcome.map_or(snapshot.and_then(|s| s.ways), |o| o.ways);
    if let Some(ways) = ways {
        lines.push(row("up to symmetry", thousands(ways), "turned or mirrored ones once"));
    }
    if yours > 0 {
        lines.push(row("your own", yours.to_string(), "count as givens"));
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
    let address = snapshot.filter(|_| outcome.is_none_or(|o| !o.complete)).map(|snapshot| &snapshot.address);
    // There is no share before the first choice, or if the number of branches is unknown.
    if let Some(address) = address.filter(|address| address.branches.iter().any(|branch| branch.d > 1)) {
        lines.push(Line::default());
        // Each limit of a repeated cover is searched from the root.
        let name = address.limit.map_or("searched".to_string(), |(limit, _)| format!("limit {limit}"));
        let share = address.share_behind() * 100.0;
        lines.push(row(&name, format!("{share:.4}%"), "of the tree"));
        lines.push(Line::from(span(bar(share / 100.0, width.min(34), theme), Role::Now, theme)));
        lines.push(row("address", "k of d, forced ones omitted".to_string(), ""));
        let real = address.branches.iter().filter(|branch| branch.d > 1);
        let real: Vec<String> = real.map(|branch| format!("{}/{}", branch.k, branch.d)).collect();
        wrap(&real.join(" "), width).into_iter().take(4).for_each(|line| lines.push(Line::from(line)));
    }
    if solving.solutions.len() > 1 {
        lines.push(Line::default());
        let kept = solving.solutions.len();
        let all = if outcome.is_some_and(|o| o.count > kept as u128) { "that are kept" } else { "" };
        lines.push(row("shown", format!("solution {} of {kept}", solving.shown + 1), all));
    }
    lines
}

/// Rounds a rate for display: `1.2 M`, `340 k`.
fn rounded(rate: f64) -> String {
    match rate {
        r if r >= 1e6 => format!("{:.1} M", r / 1e6),
        r if r >= 1e3 => format!("{:.0} k", r / 1e3),
        r => format!("{r:.0}"),
    }
}

fn bar(share: f64, width: usize, theme: Theme) -> String {
    let done = (share * width as f64).round() as usize;
    format!(
        "{}{}",
        theme.glyph("━", "#").repeat(done.min(width)),
        theme.glyph("─", "-").repeat(width - done.min(width))
    )
}
