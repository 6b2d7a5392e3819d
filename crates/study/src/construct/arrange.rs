//! *Arrange*: lines are put into an order and run on the lists of a state. Right is what does the
//! same as the procedure, whatever the order: some lines commute. What is wrong is seen on the list
//! that it damages.

use super::line::{ArrangeLine, Procedure};
use super::lists::Lists;
use super::machine::{LineRun, LineTrial};
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
        let here = LineTrial { procedure, lists: &whole.lists, item };
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
        let here = LineTrial { procedure: self.procedure, lists: &self.lists, item: self.item };
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
        let there = LineTrial { procedure: self.procedure, lists: elsewhere, item };
        let (other, model) = (there.run(&lines), there.run(&self.right_lines()));
        if let Some((verdict, text, _)) = other.compare(&model, &|at| elsewhere.label(at, names_there)) {
            let text = format!("It does the same here, by luck. With the options {}: {text}", options_of(names_there));
            return ArrangeGrade { verdict, text, item: None, frames: Vec::new() };
        }
        let (verdict, text) = match (order == self.solution(), own.torn.or(other.torn)) {
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
        // What was torn is watched, else the first list of an item that changed, else that of the items.
        let is_changed = |&header: &usize| !self.lists.same_list(&own.lists, header);
        let header = own.torn.or_else(|| (0..self.lists.root).find(is_changed)).unwrap_or(self.lists.root);
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

impl LineRun {
    /// The first difference from the right run: the verdict, its sentence, and the list that shows
    /// it.
    fn compare(&self, right: &LineRun, label: &dyn Fn(usize) -> String) -> Option<(ArrangeVerdict, String, usize)> {
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
        for (line, lists) in &self.moments {
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
