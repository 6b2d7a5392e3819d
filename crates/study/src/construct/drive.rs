//! *Be the search*: the learner types the next operations, in the words of the protocol. They are
//! followed as those of a program are, so a wrong one is answered with what it breaks.

use crate::against::{Against, AgainstSettings, Comparison, Ended, ProtocolLine, Verdict, Vocabulary, event_lines};
use crate::narrate::capital;
use crate::terms::rule_words;
use quadrille_puzzle::Encoded;
use quadrille_solve::{Grain, Stepper};

/// The moves of a learner from a state.
#[derive(Clone, Debug)]
pub struct Drive {
    /// The search, after the moves.
    pub stepper: Stepper,
    /// The moves that were right.
    pub moves: Vec<String>,
    /// The number of moves that are asked for.
    pub wanted: usize,
    /// The number of moves that were wrong.
    pub wrong: usize,
    /// The follower of the operations from the root to the state.
    follower: Comparison,
    /// The number of these operations.
    made: u64,
    /// The operations of the next step that are still to be made.
    due: Vec<String>,
}

/// The answer to a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DriveReply {
    /// The search makes this move too.
    Right,
    /// It is not this move: the consequence, in sentences.
    Wrong(String),
}

/// The most operations from the root to the state.
const FAR: u64 = 20_000;

/// The most characters of a line that a reply repeats.
const SHOWN: usize = 40;

impl Drive {
    /// The moves of a learner from a state of a search. `None` if the search has another class, is
    /// too far from its root, or has no move left.
    pub fn new(stepper: &Stepper, names: &Encoded, wanted: usize) -> Option<Drive> {
        if !Against::follows(&names.problem) || stepper.slow().is_some() {
            return None;
        }
        let site = stepper.site();
        let mut walker = stepper.clone();
        walker.to_root();
        let uses = Vocabulary { search: false, hide: false, unhide: false, ..Vocabulary::all() };
        let mut follower = Comparison::new(AgainstSettings::default(), uses);
        follower.begin_typed(1, names);
        let mut made = 0;
        while walker.site() != site {
            for line in lines_of(&walker, names) {
                made += 1;
                follower.line(&ProtocolLine::read(&line)?, made, &line, names);
            }
            if made > FAR || !walker.step(Grain::Item, true) {
                return None;
            }
        }
        let due = lines_of(stepper, names);
        let stepper = stepper.clone();
        (!due.is_empty()).then(|| Drive { stepper, moves: Vec::new(), wanted, wrong: 0, follower, made, due })
    }

    /// Returns true if all moves were made, or the search is at its end.
    pub fn is_done(&self) -> bool {
        self.moves.len() >= self.wanted || self.due.is_empty()
    }

    /// The move that the search makes.
    pub fn next(&self) -> Option<&str> {
        self.due.first().map(String::as_str)
    }

    /// Takes a move.
    pub fn take(&mut self, text: &str, names: &Encoded) -> DriveReply {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(due) = self.due.first().cloned() else { return DriveReply::Right };
        let Some(line) = ProtocolLine::read(&text).filter(is_move) else {
            let start: String = text.chars().take(SHOWN).collect();
            let cut = if start.len() < text.len() { " …" } else { "" };
            return DriveReply::Wrong(format!("`{start}{cut}` is not a move. The moves: {}.", WORDS.join(", ")));
        };
        if without_count(&line) == ProtocolLine::read(&due).as_ref().and_then(without_count) {
            self.made += 1;
            self.follower.line(&line, self.made, &text, names);
            self.moves.push(text);
            self.due.remove(0);
            if self.due.is_empty() && self.stepper.step(Grain::Item, true) {
                self.due = lines_of(&self.stepper, names);
            }
            return DriveReply::Right;
        }
        self.wrong += 1;
        DriveReply::Wrong(format!("{} {}", self.broken(&text, &line, names), stage(&due)))
    }

    /// The consequence of a wrong move, as the follower of programs finds it.
    fn broken(&self, text: &str, line: &ProtocolLine, names: &Encoded) -> String {
        let mut follower = self.follower.clone();
        let op = self.made + 1;
        follower.line(line, op, text, names);
        let report = follower.end(&Ended::Done, Some(names));
        if let Verdict::Differs(difference) = &report.verdict
            && difference.op <= op
            && difference.yours.is_some()
        {
            let invariant = capital(difference.invariant.trim_end_matches('.'));
            return format!("{}. {invariant}.", capital(difference.what.trim_end_matches('.')));
        }
        // A program may do so: the item rule and the order of options decide.
        let search = self.stepper.search();
        match line {
            ProtocolLine::Choose { .. } => {
                format!(
                    "Nothing breaks: every order of items finds the same covers. The rule here: {}.",
                    rule_words(search)
                )
            }
            ProtocolLine::Try(_) => {
                "Nothing breaks, but here the options are tried in the order of the list.".to_string()
            }
            _ => "The search makes another move here.".to_string(),
        }
    }
}

/// The stage of the search before a move: a hint that does not name the move's item or option.
fn stage(due: &str) -> &'static str {
    match due.split(' ').next() {
        Some("choose") => "No item is being worked on: one has to be chosen.",
        Some("cover") => "An item is chosen, or in the chosen option, and is not covered yet.",
        Some("try") => "Its item is covered: one of its options comes next.",
        Some("uncover") => "Something has to be undone: the item that was covered last.",
        Some("untry") => "All other items of the option are undone, and the option itself is not.",
        _ => "No item is open.",
    }
}

/// The moves, for an error.
const WORDS: [&str; 6] = ["choose ITEM", "cover ITEM", "try OPTION", "uncover ITEM", "untry OPTION", "solution"];

fn is_move(line: &ProtocolLine) -> bool {
    match line {
        ProtocolLine::Choose { .. }
        | ProtocolLine::Cover(_)
        | ProtocolLine::Uncover(_)
        | ProtocolLine::Try(_)
        | ProtocolLine::Untry(_)
        | ProtocolLine::Solution => true,
        ProtocolLine::Case(_) | ProtocolLine::Hide(_) | ProtocolLine::Unhide(_) | ProtocolLine::Links { .. } => false,
    }
}

/// A move without the count of `choose`, which need not be typed.
fn without_count<'a>(line: &ProtocolLine<'a>) -> Option<ProtocolLine<'a>> {
    Some(match *line {
        ProtocolLine::Choose { item, .. } => ProtocolLine::Choose { item, left: None },
        other => other,
    })
}

/// The lines of the next operation.
fn lines_of(stepper: &Stepper, names: &Encoded) -> Vec<String> {
    let search = stepper.search();
    let Some(event) = search.next_event() else { return Vec::new() };
    event_lines(event, search.links(), names, |item| search.links().len(item) as i64)
}
