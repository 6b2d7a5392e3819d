//! The hint after a first wrong answer: a fact of the state that rules the answer out, and does not
//! name the right one.

use super::{Pick, Predict, Quiz, node_name};
use crate::count::plural;
use crate::terms::rule_words;
use dancing::{Event, Link, NodeId, OptionId, Phase};
use quadrille_puzzle::Encoded;
use quadrille_solve::Stepper;
use std::collections::BTreeSet;

/// The hint for a question of a kind, and the sentences that are struck out for the second try.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuizHint {
    /// The hint, as a sentence.
    pub text: String,
    /// The sentences that are not to be chosen any more. Empty if the cursor answers.
    pub struck: BTreeSet<Pick>,
}

impl Quiz {
    /// The hint after a wrong answer. `kind` is that of a question about the next step.
    pub fn hint(&self, kind: Option<Predict>, picked: &BTreeSet<Pick>, stepper: &Stepper, names: &Encoded) -> QuizHint {
        let wrong: Vec<Pick> = picked.difference(&self.right).copied().collect();
        let hinter = Hinter { stepper, names };
        let text = match (kind, wrong.first()) {
            (Some(Predict::Choice), Some(&Pick::Item(item))) => hinter.choice(item),
            (Some(Predict::Counts), Some(&Pick::Item(item))) => hinter.counts(item),
            (Some(Predict::Hidden), Some(&Pick::Option(option))) => hinter.hidden(option),
            (Some(Predict::Pointer), Some(&Pick::Node(node))) => hinter.pointer(node),
            (Some(Predict::Next), _) => hinter.next(),
            _ => None,
        };
        let mut struck: BTreeSet<Pick> = BTreeSet::new();
        if !self.sentences.is_empty() {
            struck.extend(wrong.iter().copied());
            // Without a hint in words, another wrong sentence is taken away.
            if text.is_none() && self.hint.is_none() {
                let others = (0..self.sentences.len()).map(Pick::Sentence);
                struck.extend(others.into_iter().find(|pick| !struck.contains(pick) && !self.right.contains(pick)));
            }
        }
        let text = text.or(self.hint.clone()).unwrap_or_else(|| match struck.len() {
            0 => "Look at the state again.".to_string(),
            n => format!("{} of the sentences are left.", self.sentences.len() - n),
        });
        QuizHint { text, struck }
    }
}

struct Hinter<'a> {
    stepper: &'a Stepper,
    names: &'a Encoded,
}

impl Hinter<'_> {
    fn choice(&self, item: dancing::ItemId) -> Option<String> {
        let search = self.stepper.search();
        let Event::Choose { item: chosen } = search.next_event()? else { return None };
        let (own, left) = (search.degree(item), search.degree(chosen));
        let name = self.names.item_short(item);
        let rule = rule_words(search);
        Some(match own == left {
            true => format!("{name} has {} left, and so has another item. The rule: {rule}.", plural(own, "option")),
            false => format!("{name} has {} left. The rule: {rule}.", plural(own, "option")),
        })
    }

    /// The item of the next step.
    fn item_of_step(&self) -> Option<dancing::ItemId> {
        match self.stepper.search().next_event()? {
            Event::Choose { item } | Event::Cover { item } | Event::Uncover { item } | Event::Backtrack { item } => {
                Some(item)
            }
            Event::Purify { node } | Event::Unpurify { node } => Some(self.stepper.links().item(node)),
            _ => None,
        }
    }

    fn counts(&self, item: dancing::ItemId) -> Option<String> {
        let step = self.stepper.small_next_step()?;
        let name = self.names.item_short(item);
        let hides = if step.removes { "hides" } else { "brings back" };
        let of = self.item_of_step().map_or(String::new(), |of| format!(" of {}", self.names.item_short(of)));
        Some(match self.item_of_step() == Some(item) {
            true => format!("The list of {name} itself keeps its nodes: the step {hides} them in the other lists."),
            false => format!("No option{of} that the step {hides} holds {name}."),
        })
    }

    fn hidden(&self, option: OptionId) -> Option<String> {
        let item = self.item_of_step()?;
        let holds = self.names.problem.items_of(option).contains(&item);
        let is_coloured = self.stepper.links().purifier(item).is_some()
            || matches!(self.stepper.search().next_event(), Some(Event::Purify { .. }));
        let (option, item) = (self.names.option_name(option), self.names.item_short(item));
        Some(match holds {
            false => format!("{option} does not hold {item}, and the step is about {item}."),
            true if is_coloured => format!("{option} agrees with the colour of {item}, or has left its list before."),
            true => format!("{option} holds {item}, but it is not in the list of {item} at this state."),
        })
    }

    fn pointer(&self, node: NodeId) -> Option<String> {
        let step = self.stepper.small_next_step()?;
        let done = self.stepper.slow().map_or(0, |slow| slow.done());
        let links = self.stepper.links();
        let moved = match *step.links.get(done)? {
            Link::Node(moved) => moved,
            Link::Header(item) => NodeId(item.0),
        };
        let (moved_name, name) = (node_name(moved, links, self.names), node_name(node, links, self.names));
        Some(match moved == node {
            true => format!("{moved_name} keeps its own pointers. Look at its neighbours in the list."),
            false => format!("{name} is not a neighbour of {moved_name} on that side."),
        })
    }

    fn next(&self) -> Option<String> {
        let search = self.stepper.search();
        let name = |item| self.names.item_short(item);
        let open = search.links().open_items().count();
        Some(match search.phase() {
            Phase::Choose if open == 0 => "No item is open.".to_string(),
            Phase::Choose => {
                format!("All items of the option are done, and {} open.", are(open))
            }
            Phase::Try { node } if search.links().option(node).is_none() => {
                format!("No option of {} is left to be tried.", name(search.links().item(node)))
            }
            Phase::Try { node } => format!("{} is chosen, and has an option left.", name(search.links().item(node))),
            Phase::Cover { at } => {
                format!("An option is chosen, and its item {} is not done yet.", name(search.links().item(at)))
            }
            Phase::Uncover { at } if search.chosen().last() == Some(&at) => {
                "All other items of the option are undone.".to_string()
            }
            Phase::Uncover { at } => {
                format!("The option is being taken back, and {} is not undone yet.", name(search.links().item(at)))
            }
            Phase::Done => return None,
        })
    }
}

fn are(count: usize) -> String {
    format!("{} {}", plural(count, "item"), if count == 1 { "is" } else { "are" })
}
