//! Questions about a whole search, in the puzzle's words: `first r4c4=6 hidden`.

use super::count::{noun_of, plural, thousands};
use super::typed::{TypedError, item_named, option_named};
use dancing::{Address, Policy};
use quadrille_puzzle::Encoded;
use quadrille_solve::{Happening, Inquiry};
use std::sync::Arc;

/// The part of a happening that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The first time.
    First,
    /// The last time.
    Last,
    Times,
    /// All of these.
    All,
}

/// A question about a whole search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The part that is asked for.
    pub which: Which,
    /// The happening that it is about.
    pub about: Happening,
}

/// A state that answers a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The number of the operation, counted from 1.
    pub op: u64,
    /// The state after it.
    pub address: Address,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of times; `None` if it was not counted.
    pub times: Option<u64>,
    /// The first time.
    pub first: Option<Moment>,
    /// The last time.
    pub last: Option<Moment>,
    /// The largest number of options chosen, if it was asked for.
    pub deepest: Option<usize>,
    /// True if the rest of the search cannot change the answer.
    pub is_final: bool,
    /// The operations that were looked at.
    pub operations: u64,
}

/// The forms of a question, for help and errors.
pub const QUESTIONS: &str = "first, last or how often OPTION hidden, OPTION tried, ITEM chosen, ITEM covered, \
     ITEM has N left, solution, dead end, cut, level N; dead ends blamed on OPTION; solutions with OPTION, OPTION; deepest";

impl Query {
    /// Reads a question.
    ///
    /// # Errors
    ///
    /// If the words are not those of a question, or there is no such item or option.
    ///
    /// # Examples
    ///
    /// ```
    /// use dancing::ItemRule;
    /// use quadrille_puzzle::{encode, load};
    /// use quadrille_solve::Inquiry;
    /// use quadrille_study::Query;
    /// let puzzle = load("a b c\na b\nb c\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
    /// let names = encode(&puzzle.shape);
    /// let query = Query::read("how often a b tried", &names).unwrap();
    /// let mut inquiry = Inquiry::new(&names.problem, ItemRule::Fewest, vec![query.about.clone()]);
    /// while inquiry.run(1000) {}
    /// assert_eq!(query.reply(&inquiry, 0).words(&query, &names), ["option a b is tried 1 time"]);
    /// ```
    pub fn read(text: &str, names: &Encoded) -> Result<Query, TypedError> {
        let text = text.trim().trim_end_matches('?').trim_end();
        let leads = [
            ("first ", Which::First),
            ("last ", Which::Last),
            ("how often ", Which::Times),
            ("how many ", Which::Times),
            ("when ", Which::All),
        ];
        let lead = leads.iter().find_map(|(lead, which)| Some((strip(text, lead)?, *which)));
        let (rest, which) = lead.unwrap_or((text, Which::All));
        let about = happening(rest.trim(), names)?;
        if matches!(about, Happening::Blamed(_)) && !names.problem.is_plain() {
            return Err(TypedError::NotExact);
        }
        Ok(Query { which, about })
    }

    /// Returns true if the walk may end as soon as the happening was seen.
    pub fn ends_early(&self) -> bool {
        self.which == Which::First && self.about != Happening::Deepest
    }

    /// The happening in a sentence: *option r4c4=6 is hidden*.
    pub fn words(&self, names: &Encoded) -> String {
        let option = |option| names.option_name(option);
        match &self.about {
            Happening::Hidden(hidden) => format!("option {} is hidden", option(*hidden)),
            Happening::Tried(tried) => format!("option {} is tried", option(*tried)),
            Happening::Chosen(item) => format!("{} is chosen", names.item_noun(*item)),
            Happening::Covered(item) => format!("{} is covered", names.item_noun(*item)),
            Happening::Falls { item, left } => {
                format!("{} has {} left", names.item_noun(*item), plural(*left, "option"))
            }
            Happening::Solution(with) if with.is_empty() => "a solution is found".to_string(),
            Happening::Solution(with) => {
                let with: Vec<String> = with.iter().map(|with| option(*with)).collect();
                format!("a solution with {} is found", with.join(", "))
            }
            Happening::DeadEnd => "a dead end is reached".to_string(),
            Happening::Blamed(blamed) => {
                format!("a dead end blamed on option {} is reached", option(*blamed))
            }
            Happening::Cut => "a branch is cut".to_string(),
            Happening::Level(level) => format!("level {level} is reached"),
            Happening::Deepest => "the deepest level is reached".to_string(),
        }
    }

    /// The answer that an inquiry gives to the question with a number.
    pub fn reply(&self, inquiry: &Inquiry, number: usize) -> Reply {
        let record = inquiry.record(number);
        let complete = inquiry.is_complete();
        let moment = |op: Option<u64>| op.and_then(|op| Some(Moment { op, address: inquiry.moment(op)? }));
        let (first, last) = match self.which {
            Which::First => (record.first, None),
            Which::Last => (None, record.last),
            Which::Times => (None, None),
            Which::All => (record.first, record.last),
        };
        let settled = self.ends_early() && first.is_some();
        Reply {
            times: Some(record.times).filter(|_| matches!(self.which, Which::Times | Which::All)),
            first: moment(first),
            last: moment(last),
            deepest: Some(inquiry.deepest()).filter(|_| self.about == Happening::Deepest),
            is_final: complete || settled,
            operations: inquiry.operations(),
        }
    }

    /// The answer from the index of an inquiry that is complete. `None` if the index does not tell.
    pub fn reply_at_once(&self, inquiry: &Inquiry) -> Option<Reply> {
        if !matches!(self.which, Which::First | Which::Last) {
            return None;
        }
        let is_last = self.which == Which::Last;
        let found = inquiry.from_index(&self.about, is_last)?;
        let moment = found.and_then(|op| Some(Moment { op, address: inquiry.moment(op)? }));
        Some(Reply {
            times: None,
            first: moment.clone().filter(|_| !is_last),
            last: moment.filter(|_| is_last),
            deepest: None,
            is_final: inquiry.is_complete(),
            operations: inquiry.operations(),
        })
    }
}

impl Reply {
    /// The answer in lines: a sentence, and the addresses.
    pub fn words(&self, query: &Query, names: &Encoded) -> Vec<String> {
        let what = query.words(names);
        let within = match self.is_final {
            true => String::new(),
            false => format!(" in the first {} operations", thousands(self.operations.into())),
        };
        let at = |moment: &Moment| format!("in operation {}: --at {}", thousands(moment.op.into()), moment.address);
        let level = self.deepest.map_or(String::new(), |level| format!(", level {level},"));
        match (query.which, &self.first, &self.last) {
            (Which::First, Some(first), _) => vec![format!("{what}{level} first {}{within}", at(first))],
            (Which::Last, _, Some(last)) => vec![format!("{what}{level} last {}{within}", at(last))],
            (Which::First | Which::Last, ..) => vec![format!("{what}: never{within}")],
            _ if self.times == Some(0) => vec![format!("{what}: never{within}")],
            _ => {
                let times = self.times.unwrap_or(0);
                let mut lines =
                    vec![format!("{what}{level} {} {}{within}", thousands(times.into()), noun_of(times, "time"))];
                lines.extend(self.first.as_ref().map(|first| format!("first {}", at(first))));
                lines.extend(self.last.as_ref().filter(|_| times > 1).map(|last| format!("last {}", at(last))));
                lines
            }
        }
    }

    /// The state that opens in Step.
    pub fn address(&self) -> Option<&Address> {
        self.first.as_ref().or(self.last.as_ref()).map(|moment| &moment.address)
    }
}

/// A question that is asked of the search in the debugger.
#[derive(Clone, Debug)]
pub struct Asking {
    /// The question.
    pub query: Query,
    /// The problem and its names.
    pub names: Arc<Encoded>,
    /// The decisions of the search.
    pub policy: Policy,
    /// The index of the same search, if it was walked before.
    pub index: Option<Arc<Inquiry>>,
}

/// The answer to a question in the debugger.
#[derive(Clone, Debug)]
pub struct Replied {
    /// The question.
    pub query: Query,
    /// The problem and its names.
    pub names: Arc<Encoded>,
    /// The decisions of the search that was asked.
    pub policy: Policy,
    /// The answer.
    pub reply: Reply,
    /// The index of the search, if it was walked to its end.
    pub index: Option<Arc<Inquiry>>,
}

/// The operations that are walked between two calls of `go_on`: some milliseconds.
const SLICE: u32 = 1 << 15;

impl Asking {
    /// Answers the question. It passes the share of the search that is done to `go_on`; if that
    /// returns false, there is no answer.
    pub fn reply(self, go_on: &mut dyn FnMut(f64) -> bool) -> Option<Replied> {
        let Asking { query, names, policy, index } = self;
        if let Some(reply) = index.as_ref().and_then(|index| query.reply_at_once(index)) {
            return Some(Replied { query, names, policy, reply, index });
        }
        let mut inquiry = Inquiry::new(&names.problem, policy, vec![query.about.clone()]);
        inquiry = match query.ends_early() {
            true => inquiry.first_only(),
            false => inquiry.indexed(),
        };
        while inquiry.run(SLICE) {
            if !go_on(inquiry.share()) {
                return None;
            }
        }
        let reply = query.reply(&inquiry, 0);
        let walked = (inquiry.is_complete() && !query.ends_early()).then(|| Arc::new(inquiry));
        Some(Replied { query, names, policy, reply, index: index.or(walked) })
    }
}

/// The text after a prefix, in any case of letters.
fn strip<'a>(text: &'a str, lead: &str) -> Option<&'a str> {
    text.get(..lead.len()).filter(|start| start.eq_ignore_ascii_case(lead)).map(|_| &text[lead.len()..])
}

/// The text before a last word.
fn before<'a>(text: &'a str, last: &str) -> Option<&'a str> {
    let name = text.strip_suffix(last)?;
    let name = name.strip_suffix(' ')?.trim_end();
    let name = name.strip_suffix(" is").or(name.strip_suffix(" was")).unwrap_or(name);
    Some(["option ", "item "].iter().find_map(|noun| strip(name, noun)).unwrap_or(name).trim())
}

/// A whole number that a search can reach.
fn whole(text: &str) -> Option<usize> {
    text.trim().parse::<u32>().ok().map(|number| number as usize)
}

fn happening(text: &str, names: &Encoded) -> Result<Happening, TypedError> {
    match text {
        "deepest" | "deepest level" => return Ok(Happening::Deepest),
        "cut" | "cuts" => return Ok(Happening::Cut),
        "solution" | "solutions" => return Ok(Happening::Solution(Vec::new())),
        "dead end" | "dead ends" => return Ok(Happening::DeadEnd),
        _ => {}
    }
    let after = |leads: [&str; 2]| leads.iter().find_map(|lead| strip(text, lead));
    if let Some(blamed) = after(["dead ends blamed on ", "dead end blamed on "]) {
        return option_named(blamed.trim(), names).map(Happening::Blamed);
    }
    if let Some(with) = after(["solutions with ", "solution with "]) {
        // The name of an option may have a comma in it.
        let one = option_named(with.trim(), names).map(|option| vec![option]);
        let all = || with.split(',').map(|option| option_named(option.trim(), names)).collect();
        return one.or_else(|error| if with.contains(',') { all() } else { Err(error) }).map(Happening::Solution);
    }
    if let Some(level) = strip(text, "level ") {
        let level = whole(level).filter(|&level| level > 0);
        let needed = TypedError::Number { word: "level".to_string(), number: "the number of a level, from 1" };
        return level.map(Happening::Level).ok_or(needed);
    }
    if let Some(rest) = before(text, "left") {
        let rest = rest.strip_suffix("options").or(rest.strip_suffix("option")).unwrap_or(rest).trim_end();
        let (name, count) = rest.rsplit_once(" has ").ok_or(TypedError::Query)?;
        let left = if count.trim() == "no" { Some(0) } else { whole(count) };
        let needed = TypedError::Number { word: "has".to_string(), number: "the number of options left" };
        let left = left.ok_or(needed)?;
        return Ok(Happening::Falls { item: item_named(name.trim(), names)?, left });
    }
    if let Some(name) = before(text, "hidden") {
        return option_named(name, names).map(Happening::Hidden);
    }
    if let Some(name) = before(text, "tried") {
        return option_named(name, names).map(Happening::Tried);
    }
    if let Some(name) = before(text, "covered") {
        return item_named(name, names).map(Happening::Covered);
    }
    if let Some(name) = before(text, "chosen") {
        // An option is chosen when it is tried.
        let item = item_named(name, names).map(Happening::Chosen);
        return item.or_else(|error| option_named(name, names).map(Happening::Tried).map_err(|_| error));
    }
    Err(TypedError::Query)
}
