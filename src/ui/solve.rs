//! Solve: the background run, with the grid filling up and the figures beside it.

mod curve;

use super::board::{CellLook, Look, board};
use super::geometry::{Detail, Geometry};
use super::graph;
use super::incidence;
use super::library::content;
use super::listing;
use super::panel::{key_list, list, one, span, titled, wrap};
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
            one(keys, on::Solve::OtherEngine, "another engine"),
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
        pairs.push(one(keys, on::Solve::OtherEngine, "another engine"));
    }
    pairs.extend([one(keys, on::Solve::Goal, "ask something else"), one(keys, on::Anywhere::Back, "back")]);
    pairs
}

pub fn draw(app: &App, theme: Theme, area: Rect, buf: &mut Buffer) {
    let Some(solving) = &app.solving else { return };
    let (side, under) = match solving.encoded.shape() {
        Shape::Grid(puzzle) => draw_grid(solving, puzzle, theme, area, buf),
        Shape::Listing(listing) => draw_listing(solving, listing, theme, area, buf),
    };
    let (outcome, snapshot) = reports(solving);
    let tally = outcome.map(|outcome| &outcome.tally).or(snapshot.map(|snapshot| &snapshot.tally));
    let levels = tally.map_or(&[][..], |tally| &tally.profile);
    let here = snapshot.filter(|_| solving.is_alive()).map(|snapshot| snapshot.address.branches.len());
    let mut parts = Parts { solving, theme, buf, room: side };
    parts.known();
    parts.figures();
    parts.earlier();
    // The last minute, or what comes next, is below the board if there is room.
    let beside = parts.room;
    let under = Rect { y: under.y + 1, height: under.height.saturating_sub(1), ..under };
    let is_below = under.height > hints(app).len() as u16 + 2;
    if is_below {
        parts.room = under;
    }
    match solving.is_alive() {
        true => parts.rate(),
        false => parts.next_steps(app),
    }
    if is_below {
        parts.chosen();
        parts.room = beside;
    }
    if levels.len() > 1 && parts.room.height >= graph::LEAST {
        let place = parts.take((parts.room.height / 2).clamp(graph::LEAST, 14));
        graph::profile(parts.buf, place, levels, here, theme);
    }
    let improvements = outcome.map(|o| &o.improvements).or(snapshot.map(|s| &s.improvements));
    let improvements = improvements.map_or(&[][..], |all| all);
    let curve = Curve { improvements, bound: bound(outcome, snapshot), nodes: solving.nodes() };
    let drawn = curve.draw(parts.buf, parts.room, theme);
    parts.take(drawn);
    parts.pictures();
    if !is_below {
        parts.room = if under.height > 2 { under } else { parts.room };
        parts.chosen();
    }
}

/// The parts beside the board, from the top down. Each takes what it needs, if it is there.
struct Parts<'a> {
    solving: &'a Solving,
    theme: Theme,
    buf: &'a mut Buffer,
    room: Rect,
}

impl Parts<'_> {
    /// Takes the top of the room, and a blank line below it.
    fn take(&mut self, height: u16) -> Rect {
        let height = height.min(self.room.height);
        let top = Rect { height, ..self.room };
        let used = if height == 0 { 0 } else { (height + 1).min(self.room.height) };
        self.room = Rect { y: self.room.y + used, height: self.room.height - used, ..self.room };
        top
    }

    /// The answer or what is known so far, and the engine with the reason for it.
    fn known(&mut self) {
        let (solving, theme, width) = (self.solving, self.theme, usize::from(self.room.width));
        let verdict = solving.verdict();
        let bad = matches!(&solving.phase, Phase::Panicked(_))
            || matches!(&solving.phase, Phase::Finished(o) if matches!(o.status, Status::None | Status::Wrong));
        let role = match (&verdict, bad) {
            (None, _) => Role::Title,
            (_, true) => Role::Bad,
            (_, false) => Role::Good,
        };
        let known = verdict.unwrap_or_else(|| so_far(solving));
        let mut lines: Vec<Line> =
            wrap(&known, width).into_iter().map(|line| Line::from(span(line, role, theme))).collect();
        for line in wrap(&how(solving), width) {
            lines.push(Line::from(span(line, Role::Done, theme)));
        }
        let title = match solving.is_alive() {
            true => "SO FAR",
            false => "ANSWER",
        };
        let place = self.take(lines.len() as u16 + 1);
        let rows = titled(self.buf, place, title, theme);
        list(self.buf, rows, &lines, theme);
    }

    fn figures(&mut self) {
        let lines = numbers(self.solving, self.room.width.into(), self.theme);
        let title = format!("RUN  {}: {}", self.solving.engine.name(), self.solving.engine.help());
        let place = self.take(lines.len() as u16 + 1);
        let rows = titled(self.buf, place, &title, self.theme);
        list(self.buf, rows, &lines, self.theme);
    }

    /// The earlier runs that answered the same question, beside this one.
    fn earlier(&mut self) {
        let (solving, theme) = (self.solving, self.theme);
        if solving.past.is_empty() || self.room.height < 4 {
            return;
        }
        // The answers have a column only if there is room for sentences.
        let wide = self.room.width >= 70;
        let line = |engine: &str, seconds: f64, nodes: u64, answer: &str, role: Role| {
            let answer = if wide { answer } else { "" };
            let text = format!("{engine:<9} {seconds:>8.2} s {:>15}   {answer}", thousands(nodes.into()));
            Line::from(span(text, role, theme))
        };
        let head = format!("{:<9} {:>10} {:>15}   {}", "engine", "time", "nodes", if wide { "answer" } else { "" });
        let mut lines = vec![Line::from(span(head, Role::Done, theme))];
        for past in &solving.past {
            lines.push(line(past.engine.name(), past.seconds, past.nodes, &past.answer, Role::Live));
        }
        let now = solving.verdict();
        let answer = now.as_deref().unwrap_or("...");
        lines.push(line(solving.engine.name(), solving.seconds(), solving.nodes(), answer, Role::Now));
        if let Some(now) = now {
            let (text, role) = match solving.past.iter().all(|past| past.answer == now) {
                true => ("They give the same answer.", Role::Good),
                false => ("Their answers are not in the same words.", Role::Live),
            };
            lines.push(Line::from(span(text, role, theme)));
        }
        let place = self.take((lines.len() as u16 + 1).min(self.room.height));
        let rows = titled(self.buf, place, "SIDE BY SIDE  one question, several engines", theme);
        list(self.buf, rows, &lines, theme);
    }

    /// The options of the solution that is shown, or of the current path, by their names.
    fn chosen(&mut self) {
        let (solving, theme) = (self.solving, self.theme);
        if self.room.height < 3 || solving.encoded.grid().is_some() {
            return;
        }
        let options = match solving.solutions.get(solving.shown) {
            Some(Solution::Options(options)) if !solving.is_alive() => &options[..],
            _ => path(solving),
        };
        let rows = titled(self.buf, self.room, &format!("CHOSEN  {}", plural(options.len(), "option")), theme);
        let names = options.iter().take(rows.height.into());
        let lines: Vec<Line> = names
            .map(|&option| Line::from(span(format!(" {}", solving.encoded.option_long(option)), Role::Live, theme)))
            .collect();
        list(self.buf, rows, &lines, theme);
    }

    /// The rate over the last minute.
    fn rate(&mut self) {
        let rates = self.solving.rates();
        if rates.len() > 1 && self.room.height > 3 {
            let words = format!("{} nodes/s, last minute", rounded(self.solving.rate()));
            let place = self.take((self.room.height / 3).clamp(4, 8));
            graph::rate(self.buf, place, rates, &words, self.theme);
        }
    }

    /// Draws the keys that are useful now, and the command that proves the answer.
    fn next_steps(&mut self, app: &App) {
        let theme = self.theme;
        let mut pairs = hints(app);
        if let Phase::Finished(outcome) = &self.solving.phase
            && outcome.complete
        {
            pairs.push(("quadrille prove".to_string(), "writes a proof that another program checks"));
        }
        let height = pairs.len() as u16 + 1;
        if self.room.height < height {
            return;
        }
        let place = self.take(height);
        key_list(self.buf, place, "WHAT NEXT", &pairs, theme);
    }

    /// The solutions as small pictures, as many as fit, from the one that is shown on.
    fn pictures(&mut self) {
        let (solving, theme) = (self.solving, self.theme);
        let Some(first) = solving.solutions.first().and_then(Solution::grid) else { return };
        let geometry = Geometry::fit(first, (0, 0), Detail::Symbol);
        let (wide, high) = (geometry.width + 2, geometry.height + 1);
        if solving.solutions.len() < 2 || self.room.width < wide || self.room.height < high + 1 {
            return;
        }
        let (across, down) = (self.room.width / wide, (self.room.height - 1) / high);
        let rows = titled(self.buf, self.room, &format!("SOLUTIONS  kept: {}", solving.solutions.len()), theme);
        let grids = solving.solutions.iter().cycle().skip(solving.shown).take(solving.solutions.len());
        for (at, grid) in (0..across * down).zip(grids.filter_map(Solution::grid)) {
            let (x, y) = (rows.x + at % across * wide, rows.y + at / across * high);
            let place = Rect { x, y, width: geometry.width, height: geometry.height };
            board(self.buf, place, grid, &geometry, None, theme, |cell| {
                CellLook::plain(look(solving.encoded.grid().unwrap_or(grid), grid, cell, Role::Good))
            });
        }
    }
}

/// The knowledge of a search that runs, in a sentence.
fn so_far(solving: &Solving) -> String {
    let snapshot = solving.snapshot.as_deref();
    let count = snapshot.map_or(0, |snapshot| snapshot.count);
    let best = snapshot.and_then(|snapshot| snapshot.best);
    let text = match (solving.goal, count) {
        (Goal::Best, _) => match (best, snapshot.and_then(|snapshot| snapshot.bound)) {
            (None, _) => "No solution so far.".to_string(),
            (Some(best), Some(bound)) if bound < 0 => {
                format!("The best so far is {}; no solution has less than {}.", best.abs(), bound.abs())
            }
            (Some(best), Some(bound)) => format!("The best so far is {best}; no solution has more than {bound}."),
            (Some(best), None) => format!("The best so far is {}.", best.abs()),
        },
        (Goal::First, _) => "No solution so far.".to_string(),
        (Goal::Unique, 0) => "No solution so far.".to_string(),
        (Goal::Unique, _) => "One solution so far. Another is searched for.".to_string(),
        (Goal::Count { .. }, 0) => "No solution so far.".to_string(),
        (Goal::Count { .. }, 1) => "At least 1 solution.".to_string(),
        (Goal::Count { .. }, n) => format!("At least {} solutions.", thousands(n)),
    };
    let unmet = matches!(solving.goal, Goal::Count { .. }) && snapshot.is_some_and(|snapshot| snapshot.path.is_empty());
    match unmet && solving.is_moving() {
        true => format!("{text} This engine counts solutions and lists none, so the board stays as it is."),
        false => text,
    }
}

/// The engine, the reason for it, and what was tried before it.
fn how(solving: &Solving) -> String {
    match &solving.phase {
        Phase::Finished(outcome) => {
            let before = &outcome.tried[..outcome.tried.len().saturating_sub(1)];
            let tried: Vec<String> = before.iter().map(ToString::to_string).collect();
            let tried =
                if tried.is_empty() { String::new() } else { format!("; tried before it: {}", tried.join(", ")) };
            format!("By {}: {}{tried}.", outcome.engine.name(), outcome.why)
        }
        _ => format!("By {}: {}.", solving.engine.name(), solving.why),
    }
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

/// The room of the figures beside a board.
fn side(area: Rect) -> u16 {
    match area.width {
        0..110 => 36.min(area.width / 2),
        110..160 => 42,
        _ => 80,
    }
}

/// Draws the grid as it fills up. Returns the room beside it, and the room below it.
fn draw_grid(solving: &Solving, puzzle: &Grid, theme: Theme, area: Rect, buf: &mut Buffer) -> (Rect, Rect) {
    let (grid, found) = shown(solving, puzzle);
    let side = side(area);
    let smallest = Geometry::fit(puzzle, (0, 0), Detail::Symbol);
    let beside = area.width >= smallest.width + 2 + side.min(30);
    let room = if beside { (area.width - side - 2, area.height) } else { (area.width, area.height.saturating_sub(5)) };
    let geometry = Geometry::fit(puzzle, room, Detail::Symbol);
    let role = if found { Role::Good } else { Role::Solver };
    let place = Rect { x: area.x + 1, width: room.0.saturating_sub(1), height: room.1, ..area };
    let taken =
        board(buf, place, puzzle, &geometry, None, theme, |cell| CellLook::plain(look(puzzle, &grid, cell, role)));
    rooms(area, taken, beside)
}

/// The rooms beside and below what was drawn. If there is no room beside it, only the one below.
fn rooms(area: Rect, taken: Rect, beside: bool) -> (Rect, Rect) {
    let below = Rect { y: taken.bottom(), height: area.bottom().saturating_sub(taken.bottom()), ..area };
    if !beside {
        return (below, Rect { height: 0, ..below });
    }
    let x = taken.right() + 2;
    let width = taken.right().saturating_sub(area.x);
    (Rect { x, width: area.right().saturating_sub(x), ..area }, Rect { width, ..below })
}

/// Draws the options with the chosen ones marked. Returns the room beside it, and the room below
/// it.
fn draw_listing(solving: &Solving, listing: &Listing, theme: Theme, area: Rect, buf: &mut Buffer) -> (Rect, Rect) {
    // If there is no room for the figures beside it, they get half of the lines.
    let beside = area.width >= 64;
    let room = if beside { area.width - side(area) } else { area.width };
    let size = match listing.picture {
        Some(_) => listing::size(listing, (room.saturating_sub(2), area.height.saturating_sub(1))),
        None => (
            room.saturating_sub(2),
            incidence::size(listing, (room.saturating_sub(2), area.height.saturating_sub(1))).1,
        ),
    };
    let place = match beside {
        true => Rect {
            width: (size.0 + 2).clamp(33, room.max(33)),
            height: (size.1 + 1).clamp(8.min(area.height), area.height),
            ..area
        },
        false => Rect { height: area.height - (area.height / 2).max(5).min(area.height), ..area },
    };
    let still = !solving.is_alive() || solving.goal == Goal::Best;
    let (chosen, role, what) = match solving.solutions.get(solving.shown).filter(|_| still) {
        Some(Solution::Options(options)) if solving.is_alive() => (&options[..], Role::Good, "in the best so far"),
        Some(Solution::Options(options)) => (&options[..], Role::Good, "in the solution"),
        _ => (path(solving), Role::Solver, "on the current path"),
    };
    let name = if listing.picture.is_some() { "BOARD" } else { "MATRIX" };
    let rows = titled(buf, place, &format!("{name}  {} {what}", plural(chosen.len(), "option")), theme);
    let tag = |option: usize| {
        let taken = chosen.contains(&OptionId(option as u32));
        if taken { (theme.glyph("✓", "x"), role) } else { (" ", Role::Done) }
    };
    let center = chosen.iter().map(|option| option.index()).min().unwrap_or(0);
    match listing.picture {
        Some(_) => listing::state(buf, rows, listing, center, theme, tag),
        None => incidence::draw(buf, rows, listing, center, theme, tag),
    }
    rooms(area, place, beside)
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
