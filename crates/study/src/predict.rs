//! Questions about the next step of a search, and their grading. The kernel knows each answer
//! before the step is made: it is read off [`Stepper::small_next_step`].
//!
//! A question has a set of right answers. It asks for all of them if they are few, else for one.
//! So grading is a comparison of sets, for every kind of question.

mod hint;

pub use hint::QuizHint;

use super::count::plural;
use super::narrate::{capital, operation};
use super::node::node_words;
use super::terms::rule_words;
use dancing::{Class, Event, Field, ItemId, Link, LinksView, NodeId, OptionId, Pointer, Step};
use quadrille_puzzle::Encoded;
use quadrille_solve::Stepper;
use std::collections::BTreeSet;

/// A kind of question about the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predict {
    /// The item that is chosen next.
    Choice,
    /// The items whose numbers of options change.
    Counts,
    /// The options that are hidden or unhidden.
    Hidden,
    /// The node of which a pointer changes first.
    Pointer,
    /// The operation, as one of four sentences.
    Next,
}

impl Predict {
    /// All kinds, in the order in which they are asked at a state.
    pub const ALL: [Predict; 5] = [Predict::Choice, Predict::Hidden, Predict::Counts, Predict::Pointer, Predict::Next];

    /// The name in lesson files.
    pub fn id(self) -> &'static str {
        match self {
            Predict::Choice => "choice",
            Predict::Counts => "counts",
            Predict::Hidden => "hidden",
            Predict::Pointer => "pointer",
            Predict::Next => "next",
        }
    }

    /// The kind with this [`id`](Predict::id).
    pub fn named(id: &str) -> Option<Predict> {
        Predict::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

/// An answer, or a part of one: what the cursor was on, or the number of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pick {
    Item(ItemId),
    Option(OptionId),
    /// A node. The header of an item is the node with the item's number.
    Node(NodeId),
    /// A sentence, counted from 0.
    Sentence(usize),
}

/// The thing that a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Item,
    Option,
    Node,
    Sentence,
}

impl Asks {
    /// The noun, with its article.
    pub fn noun(self) -> &'static str {
        match self {
            Asks::Item => "an item",
            Asks::Option => "an option",
            Asks::Node => "a node",
            Asks::Sentence => "a sentence",
        }
    }
}

/// A question with its right answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiz {
    /// The question, with its question mark.
    pub text: String,
    /// The thing that is asked for.
    pub sort: Asks,
    /// The sentences to choose from. Empty if the cursor answers.
    pub sentences: Vec<String>,
    /// The number of different answers that are asked for.
    pub wanted: usize,
    /// The right answers. At least `wanted`.
    pub right: BTreeSet<Pick>,
    /// The reason for the right answers, in sentences.
    pub why: Vec<String>,
    /// The hint after a first wrong answer, if one was written.
    pub hint: Option<String>,
}

/// A graded answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grade {
    /// True if the answer is right.
    pub right: bool,
    /// The verdict, which names what was wrong and what is right.
    pub text: String,
}

/// The most answers that are asked for together. If more are right, any one of them is.
const TOGETHER: usize = 4;

/// The most names in a verdict.
const NAMED: usize = 6;

impl Quiz {
    /// The question of a kind about the next step. `None` if the step changes nothing of that kind,
    /// or if its list is too long.
    ///
    /// # Examples
    ///
    /// ```
    /// use dancing::{ItemId, Policy};
    /// use quadrille_puzzle::{encode, load};
    /// use quadrille_solve::Stepper;
    /// use quadrille_study::{Pick, Predict, Quiz};
    ///
    /// let puzzle = load("a b c\na b\nb c\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
    /// let names = encode(&puzzle.shape);
    /// let root = Stepper::new(&names.problem, Policy::default());
    /// let quiz = Quiz::about(Predict::Choice, &root, &names).unwrap();
    /// assert_eq!(quiz.text, "Which item is chosen next?");
    /// assert!(quiz.grade(&[Pick::Item(ItemId(0))].into(), &root, &names).right);
    /// ```
    pub fn about(kind: Predict, stepper: &Stepper, names: &Encoded) -> Option<Quiz> {
        let asker = Asker { stepper, names };
        // In the middle of a step, only its next link can be asked for.
        match kind {
            Predict::Pointer => asker.pointer(),
            _ if stepper.slow().is_some() => None,
            Predict::Choice => asker.choice(),
            Predict::Counts => asker.counts(),
            Predict::Hidden => asker.hidden(),
            Predict::Next => asker.next(),
        }
    }

    /// The kinds of questions that can be asked at a state, in their order.
    pub fn kinds_at(stepper: &Stepper, names: &Encoded) -> Vec<Predict> {
        Predict::ALL.into_iter().filter(|&kind| Quiz::about(kind, stepper, names).is_some()).collect()
    }

    /// Grades an answer: all that was picked.
    pub fn grade(&self, picked: &BTreeSet<Pick>, stepper: &Stepper, names: &Encoded) -> Grade {
        let wrong: BTreeSet<Pick> = picked.difference(&self.right).copied().collect();
        let missing: BTreeSet<Pick> = self.right.difference(picked).copied().collect();
        let right = wrong.is_empty() && picked.len() >= self.wanted;
        let list = |picks: &BTreeSet<Pick>| self.list(picks, stepper, names);
        let one = self.right.len() == 1;
        let truth = match (self.sort, one) {
            (Asks::Sentence, _) => {
                let at =
                    self.right.iter().find_map(|pick| if let Pick::Sentence(at) = pick { Some(at + 1) } else { None });
                format!("the answer is {}", at.unwrap_or_default())
            }
            (_, true) => format!("it is {}", list(&self.right)),
            (_, false) if self.right.len() > self.wanted => format!("any of {} is right", list(&self.right)),
            (_, false) => format!("they are {}", list(&self.right)),
        };
        let text = match (right, wrong.is_empty(), self.sort) {
            (true, ..) => "Right.".to_string(),
            (false, true, _) => format!("Not all; missing: {}. The answer: {}.", list(&missing), list(&self.right)),
            (false, false, Asks::Sentence) => format!("No: {truth}."),
            (false, false, _) => format!("No, not {}; {truth}.", list(&wrong)),
        };
        Grade { right, text }
    }

    /// Names picks, shortest form, up to a number.
    pub fn list(&self, picks: &BTreeSet<Pick>, stepper: &Stepper, names: &Encoded) -> String {
        let links = stepper.links();
        let name = |pick: &Pick| match *pick {
            Pick::Item(item) => names.item_short(item),
            Pick::Option(option) => names.option_name(option),
            Pick::Node(node) => node_name(node, links, names),
            Pick::Sentence(at) => self.sentences.get(at).cloned().unwrap_or_default(),
        };
        let mut shown: Vec<String> = picks.iter().take(NAMED).map(name).collect();
        let more = picks.len().saturating_sub(NAMED);
        if more > 0 {
            shown.push(format!("{more} more"));
        }
        // Names of options may contain blanks.
        let last = shown.pop().unwrap_or_default();
        if shown.is_empty() { last } else { format!("{} and {last}", shown.join(", ")) }
    }
}

/// Names a node: `22 d e g in g`, `the header of d`.
fn node_name(node: NodeId, links: &dyn LinksView, names: &Encoded) -> String {
    let item = names.item_short(links.item(node));
    match links.option(node) {
        Some(option) => format!("node {} ({} in {item})", node.0, names.option_name(option)),
        None => format!("the header of {item}"),
    }
}

struct Asker<'a> {
    stepper: &'a Stepper,
    names: &'a Encoded,
}

impl Asker<'_> {
    /// A question for all of the right answers if they are few, else for any one of them.
    fn quiz(&self, sort: Asks, right: BTreeSet<Pick>, text: String, why: Vec<String>) -> Quiz {
        let wanted = if right.len() <= TOGETHER { right.len() } else { 1 };
        Quiz { text, sort, sentences: Vec::new(), wanted, right, why, hint: None }
    }

    /// Asks for things that the next step changes: `The next step hides 2 options. Which?`
    fn changed(&self, what: &str, noun: &str, sort: Asks, right: BTreeSet<Pick>, why: Vec<String>) -> Option<Quiz> {
        let end = if right.len() > TOGETHER { "Name one of them." } else { "Which?" };
        let text = format!("{what} {}. {end}", plural(right.len(), noun));
        (!right.is_empty()).then(|| self.quiz(sort, right, text, why))
    }

    fn choice(&self) -> Option<Quiz> {
        let search = self.stepper.search();
        let Event::Choose { item } = search.next_event()? else { return None };
        let facts = search.class().facts();
        let left = |item: ItemId| search.degree(item);
        let open: Vec<ItemId> = search.links().open_items().collect();
        let least = open.iter().map(|&item| left(item)).min().unwrap_or(0);
        let ties = open.iter().filter(|&&other| left(other) == left(item)).count() - 1;
        let noun = |n: usize| if facts.ranges { format!("{n} branches") } else { plural(n, "option") };
        let tie = match ties {
            _ if left(item) > least => format!("the fewest are {least}"),
            0 => "no other item has as few".to_string(),
            1 => "one other item has as few".to_string(),
            _ => format!("{ties} other items have as few"),
        };
        let why = vec![
            format!("The rule: {}.", rule_words(search)),
            format!("{} has {} left; {tie}.", self.names.item_short(item), noun(left(item))),
        ];
        let right = BTreeSet::from([Pick::Item(item)]);
        Some(self.quiz(Asks::Item, right, "Which item is chosen next?".to_string(), why))
    }

    /// The next step, if it is short enough to be asked for.
    fn step(&self) -> Option<std::sync::Arc<Step>> {
        self.stepper.small_next_step().cloned()
    }

    fn counts(&self) -> Option<Quiz> {
        let step = self.step()?;
        let changed: Vec<_> = step.counts.iter().filter(|count| count.before != count.after).collect();
        let right: BTreeSet<Pick> = changed.iter().map(|count| Pick::Item(count.item)).collect();
        let list =
            |count: &&dancing::Count| format!("{} {}→{}", self.names.item_short(count.item), count.before, count.after);
        let why = vec![self.what(&step), format!("Counts: {}.", few(changed.iter().map(list)))];
        let verb = if step.removes { "falls" } else { "rises" };
        self.changed(&format!("The number of options {verb} for"), "item", Asks::Item, right, why)
    }

    fn hidden(&self) -> Option<Quiz> {
        let step = self.step()?;
        let right: BTreeSet<Pick> = step.hidden.iter().map(|hidden| Pick::Option(hidden.option)).collect();
        let verb = if step.removes { "hides" } else { "unhides" };
        let list = |hidden: &dancing::Hidden| self.names.option_name(hidden.option);
        let through: BTreeSet<ItemId> = step.hidden.iter().map(|hidden| hidden.through).collect();
        let through = few(through.iter().map(|&item| self.names.item_short(item)).collect::<Vec<_>>().into_iter());
        let why =
            vec![self.what(&step), format!("It {verb} {}, through {through}.", few(step.hidden.iter().map(list)))];
        self.changed(&format!("The next step {verb}"), "option", Asks::Option, right, why)
    }

    /// The first pointer of the next link. A pointer of the root cannot be answered by the cursor,
    /// so its neighbour is asked for.
    fn pointer(&self) -> Option<Quiz> {
        let step = self.step()?;
        let done = self.stepper.slow().map_or(0, |slow| slow.done());
        let link = *step.links.get(done)?;
        let pair = step.pointers.get(2 * done..2 * done + 2)?;
        let (pointer, node) = pair.iter().find_map(|pointer| Some((pointer, pointer.of?)))?;
        let links = self.stepper.links();
        let letter = pointer.field.letter();
        let (moved, noun, list) = match link {
            Link::Node(moved) => (capital(&node_name(moved, links, self.names)), "node", "its list"),
            Link::Header(item) => {
                (format!("The header of {}", self.names.item_short(item)), "header", "the list of items")
            }
        };
        let deed = if step.removes { "leaves" } else { "comes back into" };
        let text = format!("{moved} {deed} {list}. Which {noun}'s pointer {letter} changes?");
        let why = vec![
            self.moved(link, pointer),
            format!("{}: {}", node_name(node, links, self.names), node_words(links, node)),
        ];
        let right = BTreeSet::from([Pick::Node(node)]);
        Some(self.quiz(Asks::Node, right, text, why))
    }

    fn moved(&self, link: Link, pointer: &Pointer) -> String {
        let number = |node: Option<NodeId>| node.map_or("root".to_string(), |node| node.0.to_string());
        let moved = match link {
            Link::Node(node) => node,
            Link::Header(item) => NodeId(item.0),
        };
        let side = match pointer.field {
            Field::Down => "above",
            Field::Up => "below",
            Field::Right => "left of",
            Field::Left => "right of",
        };
        let (letter, of) = (pointer.field.letter(), number(pointer.of));
        let (from, to) = (number(pointer.from), number(pointer.to));
        format!("{of} is {side} {}, so {letter}[{of}] changes from {from} to {to}.", moved.0)
    }

    fn next(&self) -> Option<Quiz> {
        let search = self.stepper.search();
        let event = search.next_event()?;
        let class = search.class();
        let truth = phrase(event);
        let problem = &self.names.problem;
        let mut known: Vec<&'static str> = PHRASES
            .iter()
            .filter(|(_, fits)| fits(class, problem.is_colored(), search.limit().is_some() || search.looks_for_best()))
            .map(|(text, _)| *text)
            .filter(|text| *text != truth)
            .collect();
        // The order follows from the state, so that a question is the same each time.
        let turn = search.address().to_string().bytes().fold(7usize, |sum, byte| sum * 31 % 10_007 + usize::from(byte));
        let n = known.len();
        known.rotate_left(turn % n);
        known.truncate(3);
        known.insert(turn / 7 % 4, truth);
        let at = known.iter().position(|text| *text == truth)?;
        let sentences = known.iter().map(|text| format!("{}.", capital(text))).collect();
        let why = vec![format!("The next operation: {}.", operation(event, search, self.names))];
        let right = BTreeSet::from([Pick::Sentence(at)]);
        let text = "Which operation comes next?".to_string();
        Some(Quiz { text, sort: Asks::Sentence, sentences, wanted: 1, right, why, hint: None })
    }

    /// The operation of a step, as a sentence.
    fn what(&self, step: &Step) -> String {
        format!("The next operation: {}.", operation(step.event, self.stepper.search(), self.names))
    }
}

/// A list in a sentence, cut after some parts.
fn few(parts: impl ExactSizeIterator<Item = String>) -> String {
    let more = parts.len().saturating_sub(12);
    let shown = parts.take(12).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// Returns true if an event can happen in a class of problems, with or without colours and a bound.
type Fits = fn(Class, bool, bool) -> bool;

const CHOOSE: &str = "an item is chosen and covered";
const TRY: &str = "an option of the item is tried";
const COVER: &str = "an item of the option is covered";
const PURIFY: &str = "an item gets its colour";
const VISIT: &str = "a solution is found";
const UNCOVER: &str = "an item of the option is uncovered";
const UNPURIFY: &str = "an item loses its colour";
const NEXT: &str = "the option is taken back";
const BACKTRACK: &str = "the chosen item is uncovered";
const STOP: &str = "the item takes no further option";
const CUT: &str = "the branch is cut by the bound";
const RAISE: &str = "the limit is raised";

/// The sentences of the events, and the problems in which each can happen.
const PHRASES: &[(&str, Fits)] = &[
    (BACKTRACK, |_, _, _| true),
    (TRY, |_, _, _| true),
    (COVER, |_, _, _| true),
    (NEXT, |_, _, _| true),
    (CHOOSE, |_, _, _| true),
    (UNCOVER, |_, _, _| true),
    (VISIT, |_, _, _| true),
    (PURIFY, |_, colored, _| colored),
    (UNPURIFY, |_, colored, _| colored),
    (STOP, |class, _, _| class == Class::Multiple),
    (CUT, |_, _, bounded| bounded),
    (RAISE, |class, _, _| class == Class::Repeated),
];

/// The sentence of an event.
fn phrase(event: Event) -> &'static str {
    match event {
        Event::Choose { .. } => CHOOSE,
        Event::Try { .. } => TRY,
        Event::Cover { .. } => COVER,
        Event::Purify { .. } => PURIFY,
        Event::Visit => VISIT,
        Event::Uncover { .. } => UNCOVER,
        Event::Unpurify { .. } => UNPURIFY,
        Event::Next { .. } => NEXT,
        Event::Backtrack { .. } => BACKTRACK,
        Event::Stop { .. } => STOP,
        Event::Cut { .. } => CUT,
        Event::RaiseLimit { .. } => RAISE,
    }
}
