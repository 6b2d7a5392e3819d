//! The machine that runs the lines of a learner on the lists of a state.

use super::line::{ArrangeLine, Expr, Op, Procedure, Var};
use super::lists::Lists;
use dancing::Field;

/// The most steps of a run, and the most moments that are kept.
const MOST: usize = 20_000;
const FRAMES: usize = 60;

/// A state on which lines are run.
pub(super) struct LineTrial<'a> {
    pub procedure: Procedure,
    pub lists: &'a Lists,
    pub item: usize,
}

/// A run of lines: the state of the machine, and what is kept of its past.
pub(super) struct LineRun {
    /// The lists before the first step.
    pub start: Lists,
    pub lists: Lists,
    /// By node: true while its option is hidden by a call.
    out: Vec<bool>,
    /// i, p and x.
    vars: [Option<usize>; 3],
    /// The chosen nodes.
    path: Vec<usize>,
    /// The calls of itself that are not over.
    depth: usize,
    /// The number of steps.
    steps: usize,
    /// The lists after the first steps, with the line of each.
    pub moments: Vec<(usize, Lists)>,
    /// The covers that were reported, as nodes of their options; sorted at the end.
    pub covers: Vec<Vec<usize>>,
    /// The reason why the run could not go on.
    pub stuck: Option<&'static str>,
    /// The header of the first list that led to a node that is out.
    pub torn: Option<usize>,
}

impl LineTrial<'_> {
    /// Runs lines, each with its index in the pool, to their end.
    pub fn run(&self, lines: &[(usize, ArrangeLine)]) -> LineRun {
        let mut lists = self.lists.clone();
        let mut out = vec![false; lists.n_nodes()];
        // Uncover is run where the item is covered.
        if self.procedure == Procedure::Uncover {
            lists.cover(self.item);
            for node in lists.walk(self.item, Field::Down).nodes {
                lists.others(node).into_iter().for_each(|other| out[other] = true);
            }
        }
        let node = lists.get(Field::Down, self.item);
        let mut run = LineRun {
            start: lists.clone(),
            lists,
            out,
            vars: [Some(self.item), Some(node), None],
            path: Vec::new(),
            depth: 0,
            steps: 0,
            moments: Vec::new(),
            covers: Vec::new(),
            stuck: None,
            torn: None,
        };
        match self.procedure {
            Procedure::Hide => {
                for other in run.lists.others(node) {
                    run.vars[2] = Some(other);
                    run.block(lines, lines);
                }
            }
            Procedure::Search => {
                run.vars = [None; 3];
                run.block(lines, lines);
            }
            Procedure::Cover | Procedure::Uncover => _ = run.block(lines, lines),
        }
        run.covers.sort();
        run
    }
}

impl LineRun {
    fn var(&mut self, var: Var) -> Option<usize> {
        let (value, unset) = match var {
            Var::I => (self.vars[0], "i is not set yet"),
            Var::P => (self.vars[1], "p is not set: the line is in no loop"),
            Var::X => (self.vars[2], "x is not set"),
        };
        if value.is_none() {
            self.stuck = self.stuck.or(Some(unset));
        }
        value
    }

    fn value(&mut self, expr: Expr) -> Option<usize> {
        Some(match expr {
            Expr::Is(var) => self.var(var)?,
            Expr::At(field, var) => {
                let at = self.var(var)?;
                self.lists.get(field, at)
            }
            Expr::Twice(outer, inner, var) => {
                let at = self.var(var)?;
                self.lists.get(outer, self.lists.get(inner, at))
            }
        })
    }

    /// Counts a step, and keeps the lists after it.
    fn step(&mut self, line: usize) -> bool {
        self.steps += 1;
        if self.steps > MOST {
            self.stuck = self.stuck.or(Some("it does not end"));
            return false;
        }
        if self.moments.len() < FRAMES {
            self.moments.push((line, self.lists.clone()));
        }
        true
    }

    /// Runs lines; `all` is the whole procedure, for the call of itself. Returns false if the
    /// procedure ends, or cannot continue.
    fn block(&mut self, lines: &[(usize, ArrangeLine)], all: &[(usize, ArrangeLine)]) -> bool {
        let mut at = 0;
        while at < lines.len() && self.stuck.is_none() {
            let (index, line) = lines[at];
            at += 1;
            if line.op == Op::Loop {
                let body = lines[at..].iter().take_while(|(_, line)| line.indented).count();
                self.repeat(index, &lines[at..at + body], all);
                at += body;
                continue;
            }
            if !self.one(index, line.op, all) {
                return false;
            }
        }
        self.stuck.is_none()
    }

    /// Runs a loop over the options of i.
    fn repeat(&mut self, line: usize, body: &[(usize, ArrangeLine)], all: &[(usize, ArrangeLine)]) {
        let Some(item) = self.var(Var::I) else { return };
        let mut node = self.lists.get(Field::Down, item);
        let mut turns = 0;
        while node != item && self.stuck.is_none() {
            turns += 1;
            if node <= self.lists.root || turns > self.lists.n_nodes() || !self.step(line) {
                self.stuck = self.stuck.or(Some("it walks a list without an end"));
                return;
            }
            self.vars[..2].copy_from_slice(&[Some(item), Some(node)]);
            self.path.push(node);
            self.block(body, all);
            self.path.pop();
            self.vars[..2].copy_from_slice(&[Some(item), None]);
            node = self.lists.get(Field::Down, node);
        }
    }

    /// Runs one line. Returns false if the procedure ends.
    fn one(&mut self, line: usize, op: Op, all: &[(usize, ArrangeLine)]) -> bool {
        match op {
            Op::Set(field, of, to) => {
                let (Some(of), Some(to)) = (self.value(of), self.value(to)) else { return false };
                self.lists.set(field, of, to);
            }
            Op::Count(by) => {
                let Some(at) = self.var(Var::X) else { return false };
                self.lists.add(self.lists.item(at), by);
            }
            Op::Each { down, hides, counts } => {
                let Some(item) = self.var(Var::I) else { return false };
                return self.each(line, item, down, hides, counts);
            }
            Op::Report { ends } => {
                let is_end = self.lists.get(Field::Right, self.lists.root) == self.lists.root;
                if is_end {
                    let mut cover: Vec<usize> = self.path.iter().map(|&node| self.first_of(node)).collect();
                    cover.sort_unstable();
                    self.covers.push(cover);
                }
                if is_end && ends {
                    return false;
                }
            }
            Op::Choose => {
                let open = self.lists.walk(self.lists.root, Field::Right);
                let fewest = open.nodes.iter().copied().min_by_key(|&item| self.lists.count(item));
                match fewest.filter(|_| open.closes) {
                    Some(item) => self.vars[0] = Some(item),
                    None => self.stuck = Some("there is no item to choose"),
                }
            }
            Op::Cover | Op::Uncover => {
                let Some(item) = self.var(Var::I) else { return false };
                match op {
                    Op::Cover => self.cover(item),
                    _ => self.uncover(item),
                }
            }
            Op::CoverOthers | Op::UncoverOthers { .. } => {
                let Some(node) = self.var(Var::P) else { return false };
                let mut others = self.lists.others(node);
                if op == (Op::UncoverOthers { left: true }) {
                    others.reverse();
                }
                for other in others {
                    match op {
                        Op::CoverOthers => self.cover(self.lists.item(other)),
                        _ => self.uncover(self.lists.item(other)),
                    }
                }
            }
            Op::Recur => {
                if self.depth > self.lists.root {
                    self.stuck = Some("it calls itself without an end");
                    return false;
                }
                self.depth += 1;
                let kept = self.vars;
                self.block(all, all);
                self.vars = kept;
                self.depth -= 1;
            }
            Op::Loop => {}
        }
        self.stuck.is_none() && self.step(line)
    }

    /// Hides the options of an item's list, or brings them back, one by one.
    fn each(&mut self, line: usize, item: usize, down: bool, hides: bool, counts: bool) -> bool {
        let walk = self.lists.walk(item, if down { Field::Down } else { Field::Up });
        if !walk.closes {
            self.stuck = Some("it walks a list without an end");
            return false;
        }
        for node in walk.nodes {
            let others = self.lists.others(node);
            match hides {
                true => self.lists.hide(node),
                false => self.lists.unhide(node),
            }
            if !counts {
                others.iter().for_each(|&other| self.lists.add(self.lists.item(other), 1));
            }
            others.iter().for_each(|&other| self.out[other] = hides);
            if !self.step(line) {
                return false;
            }
            self.look();
        }
        true
    }

    fn cover(&mut self, item: usize) {
        if item < self.lists.root {
            self.lists.cover(item);
        }
    }

    fn uncover(&mut self, item: usize) {
        if item < self.lists.root {
            self.lists.uncover(item);
        }
    }

    /// Notes whether a list now leads to a node that is out of it.
    fn look(&mut self) {
        let leads = |header: usize| self.lists.walk(header, Field::Down).nodes.iter().any(|&node| self.out[node]);
        self.torn = self.torn.or_else(|| (0..self.lists.root).find(|&header| leads(header)));
    }

    /// The first node of an option, which names the option.
    fn first_of(&self, node: usize) -> usize {
        self.lists.others(node).into_iter().chain([node]).min().unwrap_or(node)
    }
}
