//! Solve: the background run, with the grid filling up and the figures beside it.

mod curve;
mod figures;
mod state;

use super::geometry::{Detail, Geometry};
use super::graph;
use super::listing;
use super::panel::{Section, list, span, titled};
use super::play::verdict_role;
use super::standing::{self, Chosen};
use super::theme::{Role, Theme};
use crate::app::{App, Forecasting, Keymap, RunState, Screen, Solving, on};
use curve::Curve;
use dancing::Goal;
use figures::{numbers, rounded};
use quadrille_puzzle::Shape;
use quadrille_solve::{Engine, Lane, Outcome, Snapshot, StopReason};
use quadrille_study::{plural, thousands, tree_size};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use state::{Remainder, chosen, draw_state, in_columns};

pub fn facts(solving: &Solving) -> String {
    let state = match solving.phase {
        RunState::Running => "running",
        RunState::Paused => "paused",
        RunState::Stopping => "stopping",
        RunState::Finished(ref outcome) if outcome.stop == StopReason::Cancelled => "stopped",
        RunState::Finished(_) => "finished",
        RunState::Panicked(_) => "failed",
    };
    format!("{}  {state}", goal_words(solving.goal))
}

fn goal_words(goal: Goal) -> &'static str {
    match goal {
        Goal::First => "any solution",
        Goal::Unique => "is it unique?",
        Goal::Count { .. } => "how many solutions?",
        Goal::Best => "the best",
    }
}

pub fn draw(app: &App, solving: &Solving, theme: Theme, area: Rect, buf: &mut Buffer) {
    let keys = &app.desk.settings.keymap;
    let is_full = app.desk.is_detailed(Screen::Solve);
    let Remainder { beside, below: under, names_chosen } = draw_state(solving, theme, area, buf);
    let mut parts = Parts { solving, theme, buf, room: beside, names_chosen };
    parts.known(keys, is_full);
    if !is_full {
        parts.earlier();
        parts.estimate();
        return parts.latest();
    }
    let (outcome, snapshot) = reports(solving);
    let tally = outcome.map(|outcome| &outcome.tally).or(snapshot.map(|snapshot| &snapshot.tally));
    let levels = tally.map_or(&[][..], |tally| &tally.profile);
    let here = snapshot.filter(|_| solving.is_alive()).map(|snapshot| snapshot.address.branches.len());
    parts.figures();
    parts.earlier();
    // The last minute and the chosen options are below the board if there is room.
    let beside = parts.room;
    let under = Rect { y: under.y + 1, height: under.height.saturating_sub(1), ..under };
    let is_below = under.height > LEAST_BELOW;
    if is_below {
        parts.room = under;
    }
    parts.rate();
    parts.estimate();
    if is_below {
        parts.chosen();
        parts.room = beside;
    }
    let improvements = outcome.map(|o| &o.improvements).or(snapshot.map(|s| &s.improvements));
    let improvements = improvements.map_or(&[][..], |all| all);
    let curve = Curve { improvements, bound: bound(outcome, snapshot), nodes: solving.nodes() };
    if levels.len() > 1 && parts.room.height >= graph::LEAST {
        // The profile leaves room for what comes after it.
        let lanes = snapshot.is_some_and(|snapshot| solving.is_alive() && !snapshot.lanes.is_empty());
        let height = match curve.says_something() || lanes || solving.solutions.len() > 1 {
            true => (parts.room.height / 2).clamp(graph::LEAST, 14),
            false => parts.room.height.min(20),
        };
        let place = parts.take(height);
        graph::profile(parts.buf, place, levels, here, theme);
    }
    let drawn = curve.draw(parts.buf, parts.room, theme);
    parts.take(drawn);
    parts.pictures();
    parts.threads();
    if !is_below {
        parts.room = if under.height > 2 { under } else { parts.room };
        parts.chosen();
    }
}

/// The rows below a board from which on the chosen options are listed there.
const LEAST_BELOW: u16 = 6;

/// The parts beside the board, from the top down. Each takes what it needs, if it is there.
struct Parts<'a> {
    solving: &'a Solving,
    theme: Theme,
    buf: &'a mut Buffer,
    room: Rect,
    /// True if the chosen options are named already.
    names_chosen: bool,
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

    /// The answer or what is known so far, with the reason why there is no solution. In full, also
    /// the engine and what was tried before it; else how long it took.
    fn known(&mut self, keys: &Keymap, is_full: bool) {
        let (solving, theme, width) = (self.solving, self.theme, self.room.width);
        let verdict = solving.verdict();
        let role = match verdict {
            None => Role::Title,
            Some(_) => verdict_role(solving),
        };
        let title = if solving.is_alive() { "SO FAR" } else { "ANSWER" };
        let mut part = Section { title: title.to_string(), lines: Vec::new() };
        part.tell(&verdict.unwrap_or_else(|| so_far(solving)), width, role, theme);
        match (&solving.explained, &solving.no_cover) {
            (Some(why), _) => {
                let key = keys.hint(on::Solve::Findings);
                part.tell(&format!("{why} {key} shows the findings."), width, Role::Live, theme);
            }
            (None, Some(found)) => {
                part.tell(&format!("No search is needed: {}.", found.argument), width, Role::Live, theme);
                found.sets.iter().for_each(|set| part.tell(set, width, Role::Live, theme));
            }
            (None, None) => {}
        }
        part.tell(&if is_full { how(solving) } else { cost(solving) }, width, Role::Done, theme);
        if solving.solutions.len() > 1 && !is_full {
            let shown =
                format!("Solution {} of {} is shown.", solving.shown + 1, thousands(solving.solutions.len() as u128));
            part.tell(&shown, width, Role::Done, theme);
        }
        if solving.is_alive() && !is_full {
            part.lines.extend(figures::searched(solving, width.into(), theme).into_iter().take(2));
        }
        let place = self.take(part.rows());
        let rows = titled(self.buf, place, &part.title, theme);
        list(self.buf, rows, &part.lines, theme);
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
        let column = usize::from(self.room.width).saturating_sub(21).min(15);
        let line = |engine: &str, seconds: f64, nodes: u64, answer: &str, role: Role| {
            let answer = if wide { answer } else { "" };
            let exact = thousands(nodes.into());
            let number = if exact.len() > column { rounded(nodes as f64) } else { exact };
            let text = format!("{engine:<9} {seconds:>8.2} s {number:>column$}   {answer}");
            Line::from(span(text, role, theme))
        };
        let answers = if wide { "answer" } else { "" };
        let head = format!("{:<9} {:>10} {:>column$}   {answers}", "engine", "time", "nodes");
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
        if self.room.height < 3 || solving.encoded.grid().is_some() || self.names_chosen {
            return;
        }
        let options = chosen(solving).0.options();
        if options.is_empty() {
            return;
        }
        let rows = titled(self.buf, self.room, &format!("CHOSEN  {}", plural(options.len(), "option")), theme);
        in_columns(solving, options, Role::Live, theme, rows, self.buf);
    }

    /// The rate over the last minute.
    fn rate(&mut self) {
        let rates = self.solving.rates();
        if self.solving.is_alive() && rates.len() > 1 && self.room.height > 3 {
            let words = format!("{} nodes/s, last minute", rounded(self.solving.rate()));
            let place = self.take((self.room.height / 3).clamp(4, 8));
            graph::rate(self.buf, place, rates, &words, self.theme);
        }
    }

    /// The estimated size of the search tree, with its spread.
    fn estimate(&mut self) {
        let (solving, theme) = (self.solving, self.theme);
        let Forecasting::Done(Ok((forecast, _))) = &solving.forecast else { return };
        if self.room.height < graph::SPREAD || !solving.is_alive() {
            return;
        }
        let place = self.take(graph::SPREAD);
        // Other engines search another tree.
        let is_same = solving.engine == Engine::LINKS;
        let now = is_same.then(|| solving.nodes());
        let by = if is_same { "" } else { ", with links" };
        let title = format!("ESTIMATE  {}{by}", tree_size(forecast));
        graph::spread(self.buf, place, &title, &forecast.nodes, now, theme);
    }

    /// A line for each thread.
    fn threads(&mut self) {
        let (snapshot, theme) = (self.solving.snapshot.as_deref(), self.theme);
        let lanes = snapshot.filter(|_| self.solving.is_alive()).map_or(&[][..], |snapshot| &snapshot.lanes);
        if lanes.is_empty() || self.room.height < 3 {
            return;
        }
        let row = |engine: &str, part: &str, nodes: &str, depth: &str, role: Role| {
            Line::from(span(format!("{engine:<8} {part:>6} {nodes:>15} {depth:>6}"), role, theme))
        };
        let line = |lane: &Lane| {
            let (part, depth) = ((lane.part + 1).to_string(), lane.depth.to_string());
            row(lane.engine.name(), &part, &thousands(lane.nodes.into()), &depth, Role::Live)
        };
        let head = row("engine", "part", "nodes", "level", Role::Done);
        let lines = lanes.iter().map(line);
        let lines: Vec<Line> = match usize::from(self.room.height) > lanes.len() + 1 {
            true => std::iter::once(head).chain(lines).collect(),
            false => lines.collect(),
        };
        let place = self.take((lines.len() as u16 + 1).min(self.room.height));
        let rows = titled(self.buf, place, &format!("THREADS  {} at work", lanes.len()), theme);
        list(self.buf, rows, &lines, theme);
    }

    /// The size of the smallest picture of the puzzle. `None` if it has none.
    fn smallest(&self) -> Option<(u16, u16)> {
        match self.solving.encoded.shape() {
            Shape::Grid(grid) => {
                let geometry = Geometry::fit(grid, (0, 0), Detail::Symbol);
                Some((geometry.width, geometry.height))
            }
            Shape::Listing(listing) if listing.picture.is_some() => Some(listing::size(listing, (0, 0))),
            Shape::Listing(_) => None,
        }
    }

    /// The latest solution of a run whose board shows its path, and how long ago it was found.
    fn latest(&mut self) {
        let (solving, theme) = (self.solving, self.theme);
        let Some(solution) = solving.solutions.last().filter(|_| solving.is_alive() && solving.goal != Goal::Best)
        else {
            return;
        };
        let Some((width, height)) = self.smallest() else { return };
        if self.room.width < width + 1 || self.room.height < height + 1 {
            return;
        }
        let title = format!("LATEST SOLUTION  {:.1} s ago", solving.since_found());
        let rows = titled(self.buf, self.room, &title, theme);
        let place = Rect { x: rows.x + 1, y: rows.y, width, height };
        standing::draw(&solving.encoded, Chosen::Solution(solution), Role::Good, theme, place, self.buf);
    }

    /// The solutions as small pictures, as many as fit, from the one that is shown on.
    fn pictures(&mut self) {
        let (solving, theme) = (self.solving, self.theme);
        let Some((width, height)) = self.smallest() else { return };
        let (wide, high) = (width + 2, height + 1);
        if height == 0 || solving.solutions.len() < 2 || self.room.width < wide || self.room.height < high + 1 {
            return;
        }
        let (across, down) = (self.room.width / wide, (self.room.height - 1) / high);
        let rows = titled(self.buf, self.room, &format!("SOLUTIONS  kept: {}", solving.solutions.len()), theme);
        let solutions = solving.solutions.iter().cycle().skip(solving.shown).take(solving.solutions.len());
        for (at, solution) in (0..across * down).zip(solutions) {
            let (x, y) = (rows.x + at % across * wide, rows.y + at / across * high);
            let place = Rect { x, y, width, height };
            standing::draw(&solving.encoded, Chosen::Solution(solution), Role::Good, theme, place, self.buf);
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
    let counts = matches!(solving.goal, Goal::Count { .. }) && !solving.engine.spec().lists && solving.is_moving();
    match snapshot.filter(|_| counts).map(|snapshot| snapshot.path.is_empty()) {
        Some(true) => format!("{text} {} counts without a path, so the board stays as it is.", solving.engine.name()),
        Some(false) => {
            format!("{text} {} counts without a path: the board shows the last one.", solving.engine.name())
        }
        None => text,
    }
}

/// The time and the nodes that a run took.
fn cost(solving: &Solving) -> String {
    let nodes = plural(solving.nodes() as usize, "node");
    match solving.seconds() {
        seconds if seconds < 0.05 => format!("In less than 0.1 s, {nodes}."),
        seconds => format!("In {seconds:.1} s, {nodes}."),
    }
}

/// The engine, the reason for it, and what was tried before it.
fn how(solving: &Solving) -> String {
    match &solving.phase {
        RunState::Finished(outcome) => {
            let before = &outcome.tried[..outcome.tried.len().saturating_sub(1)];
            let tried: Vec<String> = before.iter().map(ToString::to_string).collect();
            let tried =
                if tried.is_empty() { String::new() } else { format!("; tried before it: {}", tried.join(", ")) };
            let proof = if outcome.complete { " `quadrille prove` writes a proof." } else { "" };
            if outcome.obstruction.is_some() {
                return format!("Found by weighing the items, before a search.{proof}");
            }
            format!("By {}: {}{tried}.{proof}", outcome.engine.name(), outcome.why)
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
        RunState::Finished(outcome) => Some(&**outcome),
        _ => None,
    };
    (outcome, solving.snapshot.as_deref())
}
