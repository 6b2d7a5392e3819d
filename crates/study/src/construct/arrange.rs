//! *Arrange*: lines are put into an order and run on the lists of a state. Right is what does the
//! same as the procedure, whatever the order: some lines commute. What is wrong is seen on the list
//! that it damages.

use super::line::{ArrangeLine, Expr, Op, Procedure, Var};
use super::lists::Lists;
use crate::broken::Ring;
use crate::count::plural;
use dancing::{Field, ItemId};
use quadrille_puzzle::{Encoded, encode, load};
use quadrille_solve::Stepper;
use std::sync::OnceLock;

/// An exercise: a procedure, the state on which it is run, and the lines to choose from.
#[derive(Clone, Debug)]
pub struct Arrange {
    pub procedure: Procedure,
    /// The lines to choose from, in the order in which they are shown.
    pool: Vec<ArrangeLine>,
    /// The state.
    lists: Lists,
    /// The item that is covered or uncovered; the item of the option that is hidden.
    item: usize,
}

/// A moment of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrangeFrame {
    /// The line that was run last, as an index into the pool. `None` before the first one.
    pub line: Option<usize>,
    /// The list that is watched.
    pub ring: Ring,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrangeVerdict {
    /// The lines are those of the procedure, in its order.
    Right,
    /// Another order or another line, with the same effect everywhere.
    Same,
    /// The same effect, but a list is torn on the way.
    Heals,
    /// A list is not what it should be.
    Damaged,
    /// The run does not end, or a line has no loop or no item.
    Stuck,
    /// Other covers are found.
    Miscounts,
}

/// A graded arrangement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrangeGrade {
    pub verdict: ArrangeVerdict,
    /// The verdict and its reason, in sentences.
    pub text: String,
    /// The item whose list is watched; `None` for the list of items.
    pub item: Option<ItemId>,
    /// The run, moment by moment. Empty if the run was on another problem.
    pub frames: Vec<ArrangeFrame>,
}

/// The most steps of a run, and the most moments that are kept.
const MOST: usize = 20_000;
const FRAMES: usize = 60;

/// The largest problem on which lines are run, in nodes.
const LARGEST: usize = 4_000;

/// A small problem on which mistakes show that pass by luck elsewhere: its lists have three nodes
/// and more, and it has no cover.
const TRIAL: &str = "a b c d e\nc e\na b e\na c\nb c d\na c d\n";

impl Arrange {
    /// The exercise at a state. `None` if the state has no item for it, or the problem is not an
    /// exact cover without colours, or is too large.
    pub fn new(procedure: Procedure, stepper: &Stepper, names: &Encoded) -> Option<Arrange> {
        let links = stepper.links();
        if !names.problem.is_plain() || links.n_nodes() > LARGEST || stepper.slow().is_some() {
            return None;
        }
        let lists = Lists::of(links);
        // The item of which most is seen: the first one with the longest list.
        let open: Vec<ItemId> = links.open_items().collect();
        let item = open.iter().rev().max_by_key(|&&item| links.len(item)).filter(|&&item| links.len(item) > 0)?.index();
        if procedure == Procedure::Hide && lists.others(lists.get(Field::Down, item)).is_empty() {
            return None;
        }
        let exercise = |pool| Arrange { procedure, pool, lists: lists.clone(), item };
        // Algorithm X itself has to come to its end.
        let whole = exercise(procedure.lines().to_vec());
        let here = Trial { procedure, lists: &whole.lists, item };
        if procedure == Procedure::Search && here.run(&whole.right_lines()).stuck.is_some() {
            return None;
        }
        // The order of the lines follows from the state, so that an exercise is the same each time.
        let turn = stepper
            .search()
            .address()
            .to_string()
            .bytes()
            .fold(5usize, |sum, byte| sum * 31 % 1009 + usize::from(byte));
        let mut pool = procedure.lines().to_vec();
        let n = pool.len();
        for at in (1..n).rev() {
            pool.swap(at, (turn / (at + 1) + turn * 7 + at) % (at + 1));
        }
        Some(exercise(pool))
    }

    /// The texts of the lines to choose from.
    pub fn texts(&self) -> Vec<String> {
        self.pool.iter().map(ArrangeLine::text).collect()
    }

    /// The number of lines that are to be chosen.
    pub fn wanted(&self) -> usize {
        self.procedure.wanted()
    }

    /// The arrangement of the procedure itself, as indices into the pool.
    pub fn solution(&self) -> Vec<usize> {
        let right = self.procedure.lines().iter().filter(|line| line.right);
        right.filter_map(|line| self.pool.iter().position(|other| other == line)).collect()
    }

    /// The task, as a sentence.
    pub fn task(&self, names: &Encoded) -> String {
        let name = names.item_short(ItemId(self.item as u32));
        let what = match self.procedure {
            Procedure::Cover => format!("Arrange the lines that cover an item; they are run on {name}"),
            Procedure::Uncover => {
                format!("Arrange the lines that uncover an item; {name} is covered, and they are run on it")
            }
            Procedure::Hide => {
                format!("Arrange the lines that hide an option; they are run on the first one in the list of {name}")
            }
            Procedure::Search => "Arrange the lines of Algorithm X; they search from this state".to_string(),
        };
        let (wanted, of) = (self.wanted(), self.pool.len());
        format!("{what}. {wanted} of the {of} lines are needed.")
    }

    /// Runs lines, given as indices into the pool, and grades them.
    pub fn grade(&self, order: &[usize], names: &Encoded) -> ArrangeGrade {
        let lines: Vec<(usize, ArrangeLine)> = order.iter().map(|&at| (at, self.pool[at])).collect();
        let here = Trial { procedure: self.procedure, lists: &self.lists, item: self.item };
        let (own, right) = (here.run(&lines), here.run(&self.right_lines()));
        let label = |at: usize| self.lists.label(at, names);
        let found = own.compare(&right, &label);
        if let Some((verdict, text, header)) = found {
            let item = (header != self.lists.root).then_some(ItemId(header as u32));
            return ArrangeGrade { verdict, text, item, frames: own.frames(header, &right.lists) };
        }
        // What does the same here may do so by luck.
        let (elsewhere, names_there) = trial();
        let item = 2;
        let there = Trial { procedure: self.procedure, lists: elsewhere, item };
        let (other, model) = (there.run(&lines), there.run(&self.right_lines()));
        if let Some((verdict, text, _)) = other.compare(&model, &|at| elsewhere.label(at, names_there)) {
            let text = format!("It does the same here, by luck. With the options {}: {text}", options_of(names_there));
            return ArrangeGrade { verdict, text, item: None, frames: Vec::new() };
        }
        let (verdict, text) = match (order == self.solution(), own.torn_at.or(other.torn_at)) {
            (true, _) => (ArrangeVerdict::Right, "Right.".to_string()),
            (false, None) => (
                ArrangeVerdict::Same,
                "Right: it does the same, because these lines do not touch each other.".to_string(),
            ),
            (false, Some(_)) => (
                ArrangeVerdict::Heals,
                "It heals: a list is torn on the way, and whole at the end. It does the same.".to_string(),
            ),
        };
        // What was torn is watched, else the first list of an item that changed.
        let changed = own.touched.iter().find(|&&header| header != self.lists.root).or(own.touched.first());
        let header = own.torn.or(changed.copied()).unwrap_or(self.lists.root);
        let item = (header != self.lists.root).then_some(ItemId(header as u32));
        ArrangeGrade { verdict, text, item, frames: own.frames(header, &right.lists) }
    }

    fn right_lines(&self) -> Vec<(usize, ArrangeLine)> {
        self.solution().into_iter().map(|at| (at, self.pool[at])).collect()
    }
}

impl ArrangeVerdict {
    /// Returns true if the arrangement does what the procedure does.
    pub fn is_right(self) -> bool {
        match self {
            ArrangeVerdict::Right | ArrangeVerdict::Same | ArrangeVerdict::Heals => true,
            ArrangeVerdict::Damaged | ArrangeVerdict::Stuck | ArrangeVerdict::Miscounts => false,
        }
    }
}

/// The small problem, and its names.
fn trial() -> (&'static Lists, &'static Encoded) {
    static MADE: OnceLock<(Lists, Encoded)> = OnceLock::new();
    let (lists, names) = MADE.get_or_init(|| {
        let loaded = load(TRIAL, Some("knuth")).expect("the problem of the trial is written here");
        let names = encode(&loaded.puzzles[0].shape);
        (Lists::of_problem(&names.problem), names)
    });
    (lists, names)
}

fn options_of(names: &Encoded) -> String {
    names.problem.options().map(|option| names.option_name(option)).collect::<Vec<_>>().join(", ")
}

/// A state on which lines are run.
struct Trial<'a> {
    procedure: Procedure,
    lists: &'a Lists,
    item: usize,
}

/// A run of lines.
struct Run {
    /// The lists before the first step.
    start: Lists,
    lists: Lists,
    /// The lists after each step, with the line.
    steps: Vec<(usize, Lists)>,
    /// The covers that were reported, as nodes of their options, sorted.
    covers: Vec<Vec<usize>>,
    stuck: Option<&'static str>,
    /// The first step after which a list led to a node that is out.
    torn_at: Option<usize>,
    /// The header of that list.
    torn: Option<usize>,
    /// The headers of the lists that changed, in order.
    touched: Vec<usize>,
}

impl Trial<'_> {
    fn run(&self, lines: &[(usize, ArrangeLine)]) -> Run {
        let mut lists = self.lists.clone();
        let mut out = vec![false; lists.item.len()];
        // Uncover is run where the item is covered.
        if self.procedure == Procedure::Uncover {
            lists.cover(self.item);
            for node in lists.walk(self.item, Field::Down).nodes {
                lists.others(node).into_iter().for_each(|other| out[other] = true);
            }
        }
        let node = lists.get(Field::Down, self.item);
        let start = lists.clone();
        let mut machine = Machine {
            lists,
            out,
            vars: [Some(self.item), Some(node), None],
            path: Vec::new(),
            depth: 0,
            steps: 0,
            kept: Vec::new(),
            covers: Vec::new(),
            stuck: None,
            torn_at: None,
            torn: None,
        };
        match self.procedure {
            Procedure::Hide => {
                for other in machine.lists.others(node) {
                    machine.vars[2] = Some(other);
                    machine.block(lines, lines);
                }
            }
            Procedure::Search => {
                machine.vars = [None; 3];
                machine.block(lines, lines);
            }
            Procedure::Cover | Procedure::Uncover => _ = machine.block(lines, lines),
        }
        machine.covers.sort();
        let touched: Vec<usize> =
            self.lists.headers().filter(|&header| !self.lists.same_list(&machine.lists, header)).collect();
        Run {
            start,
            lists: machine.lists,
            steps: machine.kept,
            covers: machine.covers,
            stuck: machine.stuck,
            torn_at: machine.torn_at,
            torn: machine.torn,
            touched,
        }
    }
}

/// The machine that runs lines.
// Many fields: the state of a program, and what is kept of its run.
struct Machine {
    lists: Lists,
    /// By node: true while its option is hidden by a call.
    out: Vec<bool>,
    /// i, p and x.
    vars: [Option<usize>; 3],
    /// The chosen nodes.
    path: Vec<usize>,
    /// The calls of itself that are not over.
    depth: usize,
    steps: usize,
    kept: Vec<(usize, Lists)>,
    covers: Vec<Vec<usize>>,
    stuck: Option<&'static str>,
    torn_at: Option<usize>,
    torn: Option<usize>,
}

impl Machine {
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
        if self.kept.len() < FRAMES {
            self.kept.push((line, self.lists.clone()));
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
            if node <= self.lists.root || turns > self.lists.item.len() || !self.step(line) {
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
                self.lists.add(self.lists.item[at], by);
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
                        Op::CoverOthers => self.cover(self.lists.item[other]),
                        _ => self.uncover(self.lists.item[other]),
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
                others.iter().for_each(|&other| self.lists.add(self.lists.item[other], 1));
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
        if self.torn_at.is_some() {
            return;
        }
        self.torn = (0..self.lists.root).find(|&header| leads(header));
        self.torn_at = self.torn.map(|_| self.steps);
    }

    /// The first node of an option, which names the option.
    fn first_of(&self, node: usize) -> usize {
        self.lists.others(node).into_iter().chain([node]).min().unwrap_or(node)
    }
}

impl Run {
    /// The first difference from the right run: the verdict, its sentence, and the list that shows
    /// it.
    fn compare(&self, right: &Run, label: &dyn Fn(usize) -> String) -> Option<(ArrangeVerdict, String, usize)> {
        let wrong: Vec<usize> =
            self.lists.headers().filter(|&header| !self.lists.same_list(&right.lists, header)).collect();
        let worst = wrong.iter().copied().max_by_key(|&header| {
            let (forth, _) = self.lists.fields(header);
            let (own, due) = (self.lists.walk(header, forth), right.lists.walk(header, forth));
            (!own.closes, due.nodes.iter().filter(|node| !own.nodes.contains(node)).count(), header != self.lists.root)
        });
        let header = worst.unwrap_or(self.lists.root);
        if let Some(stuck) = self.stuck {
            return Some((ArrangeVerdict::Stuck, format!("It cannot continue: {stuck}."), header));
        }
        if self.covers != right.covers {
            let (own, due) = (plural(self.covers.len(), "cover"), plural(right.covers.len(), "cover"));
            let text = match self.covers.len() == right.covers.len() {
                true => "It reports covers that are not exact.".to_string(),
                false => format!("It reports {own}, and the search has {due}."),
            };
            return Some((ArrangeVerdict::Miscounts, text, header));
        }
        // The pointers of nodes that are out matter too: they are the way back.
        if self.lists == right.lists {
            return None;
        }
        let list = match header == self.lists.root {
            true => "the list of items".to_string(),
            false => format!("the list of {}", label(header)),
        };
        let (forth, back) = self.lists.fields(header);
        let (own, due) = (self.lists.walk(header, forth), right.lists.walk(header, forth));
        let lost: Vec<usize> = due.nodes.iter().copied().filter(|node| !own.nodes.contains(node)).collect();
        let extra: Vec<usize> = own.nodes.iter().copied().filter(|node| !due.nodes.contains(node)).collect();
        let text = match () {
            () if wrong.is_empty() => "A node that is out has other pointers now, so it cannot come back.".to_string(),
            () if !own.closes => format!("Torn: {list} does not come back to its header."),
            () if !lost.is_empty() => format!("{} lost from {list}.", names_of(&lost, label)),
            () if !extra.is_empty() => format!("{} still in {list}.", names_of(&extra, label)),
            () if self.lists.walk(header, back) != right.lists.walk(header, back) => {
                format!("Torn: read backwards, {list} has other nodes.")
            }
            () => format!(
                "The count of {} is {}, and its list has {}.",
                label(header),
                self.lists.count(header),
                plural(own.nodes.len(), "node")
            ),
        };
        Some((ArrangeVerdict::Damaged, text, header))
    }

    /// The list of a header, after each step that changed it and at the end.
    fn frames(&self, header: usize, right: &Lists) -> Vec<ArrangeFrame> {
        let (forth, _) = right.fields(header);
        let due = right.walk(header, forth).nodes;
        let mut frames = vec![ArrangeFrame { line: None, ring: self.start.ring(header, None) }];
        for (line, lists) in &self.steps {
            let ring = lists.ring(header, None);
            if frames.last().is_none_or(|last| last.ring != ring) {
                frames.push(ArrangeFrame { line: Some(*line), ring });
            }
        }
        // The last moment also knows which nodes belong to the list.
        let end = self.lists.ring(header, Some(&due));
        match frames.last_mut().filter(|last| last.line.is_some()) {
            Some(last) => last.ring = end,
            None => frames.push(ArrangeFrame { line: None, ring: end }),
        }
        frames
    }
}

fn names_of(nodes: &[usize], label: &dyn Fn(usize) -> String) -> String {
    let names: Vec<String> = nodes.iter().take(4).map(|&node| label(node)).collect();
    match &names[..] {
        [one] => format!("{one} is"),
        [all @ .., last] => format!("{} and {last} are", all.join(", ")),
        [] => String::new(),
    }
}
