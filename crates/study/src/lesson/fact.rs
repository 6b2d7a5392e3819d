//! The facts that a lesson's sentences can name. Each is computed from the problem, the state or
//! the whole search.

use crate::array::NodeArray;
use crate::count::{in_words, plural, thousands};
use crate::obstruction::NoCover;
use crate::terms::{bound_words, rule_words};
use crate::typed::{TypedError, item_named, option_named};
use dancing::{Event, LinksView, NodeId, Policy, Search, Tally};
use quadrille_puzzle::Encoded;
use quadrille_solve::{Forecast, NoForecast, Stepper, forecast};
use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

/// The state that sentences are about.
pub struct LessonFacts<'a> {
    /// The search.
    pub stepper: &'a Stepper,
    /// The names of its problem.
    pub names: &'a Encoded,
    /// The key of an action, by the action's name.
    pub key: &'a dyn Fn(&str) -> Option<String>,
}

/// A row of [`FACTS`].
pub struct FactRow {
    /// The words, with names in capitals.
    pub form: &'static str,
    /// The meaning.
    pub help: &'static str,
    /// True if it takes long, because the whole search or many dives have to run. Such a fact is
    /// typed, and only held against the search: `{4,548,310 = nodes first}`.
    pub deep: bool,
    value: fn(&LessonFacts, &str) -> Result<Value, FactError>,
}

/// The reason why a fact has no value at a state, or another one than is written, or why an
/// exercise cannot be posed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FactError {
    /// A name is not that of an item or an option, or a breakpoint is none.
    #[error(transparent)]
    Typed(#[from] TypedError),
    /// An option has no node in the list of an item.
    #[error("the option {option} does not hold {item}")]
    NotHeld { option: String, item: String },
    /// No cell has the name.
    #[error("there is no cell `{0}`")]
    Cell(String),
    /// No action has the name.
    #[error("there is no action `{0}`; `quadrille keys` lists them")]
    Action(String),
    /// No item rule has the name.
    #[error("there is no item rule `{0}`")]
    Rule(String),
    /// No row of [`FACTS`] has the words.
    #[error("there is no fact `{0}`; `quadrille lesson facts` lists them")]
    Fact(String),
    /// The puzzle, the class or the state has no such thing, in a sentence.
    #[error("{0}")]
    Absent(&'static str),
    /// Other words belong after that of the fact.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The tree could not be estimated.
    #[error(transparent)]
    Forecast(#[from] NoForecast),
    /// The search has more updates than are made for a lesson.
    #[error("the whole search is too long to be checked")]
    TooLong,
    /// The tree has fewer nodes than is claimed.
    #[error("the whole tree is not as large")]
    Smaller,
    /// A noun is asked for beside a fact in words.
    #[error("this fact is not a number")]
    NoNumber,
    /// A fact that takes long has no typed value.
    #[error("this takes long: write the value, an equals sign and the fact")]
    Deep,
    /// A brace has no partner, in words.
    #[error("{0}")]
    Brace(&'static str),
    /// The typed value is another one.
    #[error("the search has {0}")]
    Differs(String),
    /// The error is that of the placeholder with this text.
    #[error("{{{inside}}}: {why}")]
    In { inside: String, why: Box<FactError> },
    /// The next step has no question of this kind.
    #[error("the next step has no `{kind}`; at this state: {known}")]
    NoQuestion { kind: &'static str, known: String },
    /// The state has nothing to construct.
    #[error("this state has nothing to {0}")]
    NoTask(String),
}

/// The value of a fact.
enum Value {
    Number(u128),
    Text(String),
}

const fn row(
    form: &'static str,
    help: &'static str,
    value: fn(&LessonFacts, &str) -> Result<Value, FactError>,
) -> FactRow {
    FactRow { form, help, deep: false, value }
}

const fn deep(
    form: &'static str,
    help: &'static str,
    value: fn(&LessonFacts, &str) -> Result<Value, FactError>,
) -> FactRow {
    FactRow { form, help, deep: true, value }
}

/// The facts, a row each.
pub static FACTS: &[FactRow] = &[
    row("items", "the items of the problem", |facts, _| number(facts.names.problem.n_items())),
    row("primary", "its primary items", |facts, _| number(facts.names.problem.n_primary())),
    row("secondary", "its secondary items", |facts, _| {
        number(facts.names.problem.n_items() - facts.names.problem.n_primary())
    }),
    row("options", "its options", |facts, _| number(facts.names.problem.n_options())),
    row("ones", "its nodes without headers: the ones of the matrix", |facts, _| number(facts.names.problem.n_cells())),
    row("size OPTION", "the items of an option", |facts, name| {
        let option = option_named(name, facts.names)?;
        number(facts.names.problem.items_of(option).len())
    }),
    row("holders ITEM", "the options of the problem that hold an item", |facts, name| {
        let (item, problem) = (item(facts, name)?, &facts.names.problem);
        number(problem.options().filter(|&option| problem.items_of(option).contains(&item)).count())
    }),
    row("left ITEM", "the options left in an item's list", |facts, name| {
        number(facts.stepper.links().len(item(facts, name)?))
    }),
    row("open", "the items that are still to be covered", |facts, _| {
        number(facts.stepper.links().open_items().count())
    }),
    row("usable", "the options that can still be chosen", |facts, _| {
        let links = facts.stepper.links();
        let nodes = links.open_items().flat_map(|item| links.column(item));
        number(nodes.filter_map(|node| links.option(node)).collect::<BTreeSet<_>>().len())
    }),
    row("pair", "the pointers that one link changes", |facts, _| {
        let step = step(facts)?;
        number(step.pointers.len() / step.links.len().max(1))
    }),
    row("cells", "the cells of a grid", |facts, _| {
        number(facts.names.grid().ok_or(FactError::Absent("only a grid has cells"))?.cells.len())
    }),
    row("side", "the cells of a row of a grid", |facts, _| {
        number(facts.names.grid().ok_or(FactError::Absent("only a grid has rows"))?.columns())
    }),
    row("weight CELL", "the weight of a cell in a target", |facts, name| {
        let grid = facts.names.grid().ok_or(FactError::Absent("only a cell of a grid has a weight"))?;
        number(grid.weight(grid.cell_named(name).ok_or_else(|| FactError::Cell(name.to_string()))?) as usize)
    }),
    row("rule", "the rule by which items are chosen, in words", |facts, _| {
        Ok(Value::Text(rule_words(facts.stepper.search()).to_string()))
    }),
    row("bound", "the computation of the bound, in words", |facts, _| {
        bound_words(facts.stepper.search()).map(Value::Text).ok_or(FactError::Absent("this search has no bound"))
    }),
    row("coloured", "the items that have a colour", |facts, _| {
        let links = facts.stepper.links();
        let items = (0..links.n_items() as u32).map(dancing::ItemId);
        number(items.filter(|&item| links.purifier(item).is_some()).count())
    }),
    row("level", "the options that are chosen", |facts, _| number(facts.stepper.search().chosen().len())),
    row("choice", "the item that is chosen next", |facts, _| {
        let item =
            facts.stepper.search().next_item().ok_or(FactError::Absent("no item is chosen next at this state"))?;
        Ok(Value::Text(facts.names.item_short(item)))
    }),
    row("hides", "the options that the next step hides or unhides", |facts, _| number(step(facts)?.hidden.len())),
    row("links", "the links that the next step changes", |facts, _| number(step(facts)?.links.len())),
    row("changes", "items whose option count changes in the next step", |facts, _| {
        number(step(facts)?.counts.iter().filter(|count| count.before != count.after).count())
    }),
    row("dlink ITEM", "the DLINK of an item's header in Knuth's array", |facts, name| {
        let array = NodeArray::of(facts.stepper, facts.names);
        number(array.nodes[item(facts, name)?.index()].dlink.unwrap_or(0))
    }),
    row("header ITEM", "the number of an item's header", |facts, name| number(item(facts, name)?.index())),
    row("node ITEM in OPTION", "the number of a node", |facts, text| number(node(facts, text)?.index())),
    row("up ITEM in OPTION", "the node that its pointer U names", |facts, text| {
        number(facts.stepper.links().up(node(facts, text)?).index())
    }),
    row("down ITEM in OPTION", "the node that its pointer D names", |facts, text| {
        number(facts.stepper.links().down(node(facts, text)?).index())
    }),
    row("limit", "the limit on the options of a repeated cover", |facts, _| number(bound(facts)?.limit as usize)),
    row("used", "the options that it has used", |facts, _| number(bound(facts)?.used as usize)),
    row("lower", "the options that it needs at least", |facts, _| number(bound(facts)?.lower_bound as usize)),
    row("score", "the score of the chosen options, or their cost", |facts, _| {
        let score = score(facts)?;
        signed(shown(score, score.score))
    }),
    row("upper", "the most that the open items can add to it, or the least cost", |facts, _| {
        let score = score(facts)?;
        signed(shown(score, score.upper_bound))
    }),
    row("best", "the best score so far, or the least cost", |facts, _| {
        let score = score(facts)?;
        signed(shown(score, score.best.ok_or(FactError::Absent("there is no best score at this state"))?))
    }),
    row("cost OPTION", "the cost of an option", |facts, name| {
        let option = option_named(name, facts.names)?;
        signed(facts.names.problem.weight(option).abs())
    }),
    row("held ITEM", "the chosen options that hold an item with a range", |facts, name| {
        number(facts.stepper.search().times_covered(item(facts, name)?).unwrap_or(0) as usize)
    }),
    row("least ITEM", "the options that an item with a range still needs", |facts, name| {
        let (range, held) = range(facts, name)?;
        number(range.0.saturating_sub(held) as usize)
    }),
    row("most ITEM", "the options that an item with a range may still take", |facts, name| {
        let (range, held) = range(facts, name)?;
        number(range.1.saturating_sub(held) as usize)
    }),
    row("degree ITEM", "the branches that a choice of an item would have", |facts, name| {
        number(facts.stepper.search().degree(item(facts, name)?))
    }),
    deep("dives N", "the nodes of the tree, estimated by N random dives", |facts, dives| {
        Ok(Value::Number(forecast_by(facts, dives)?.nodes.mean.round() as u128))
    }),
    deep("error N", "the standard error of that estimate", |facts, dives| {
        Ok(Value::Number(forecast_by(facts, dives)?.nodes.error.round() as u128))
    }),
    deep("obstruction", "the reason why there is no cover, found before any search", |facts, _| {
        let found = NoCover::find(facts.names).ok_or(FactError::Absent("no obstruction is found"))?;
        Ok(Value::Text(found.argument))
    }),
    row("operations", "the operations since the root", |facts, _| number(facts.stepper.operations() as usize)),
    row("found", "the solutions found since the root", |facts, _| number(facts.stepper.tally().solutions as usize)),
    row("key ACTION", "the key of an action of Step", |facts, name| {
        (facts.key)(name).map(Value::Text).ok_or_else(|| FactError::Action(name.to_string()))
    }),
    deep("solutions", "the solutions of the whole search", |facts, name| {
        Ok(Value::Number(whole(facts, name)?.solutions.into()))
    }),
    deep("distinct", "the solutions of the whole search, up to symmetry", |facts, _| {
        Ok(Value::Number(distinct(facts)?))
    }),
    deep("nodes RULE", "the nodes of the whole tree, with an item rule or with that of the lesson", |facts, name| {
        Ok(Value::Number(whole(facts, name)?.nodes().into()))
    }),
    deep("over N RULE", "N, if the whole tree has more nodes than N", |facts, text| {
        let (n, rule) = text.split_once(' ').unwrap_or((text, ""));
        let n: u64 = n.parse().map_err(|_| FactError::Expected("a number and an item rule"))?;
        match part(facts, rule, n)?.nodes() > n {
            true => Ok(Value::Number(n.into())),
            false => Err(FactError::Smaller),
        }
    }),
    deep("updates RULE", "the updates of the whole search", |facts, name| {
        Ok(Value::Number(whole(facts, name)?.updates.into()))
    }),
    deep("cuts RULE", "the branches that the whole search cuts", |facts, name| {
        Ok(Value::Number(whole(facts, name)?.cuts.into()))
    }),
];

fn number(value: usize) -> Result<Value, FactError> {
    Ok(Value::Number(value as u128))
}

fn signed(value: i64) -> Result<Value, FactError> {
    Ok(if value < 0 { Value::Text(value.to_string()) } else { Value::Number(value as u128) })
}

fn item(facts: &LessonFacts, name: &str) -> Result<dancing::ItemId, FactError> {
    Ok(item_named(name, facts.names)?)
}

fn node(facts: &LessonFacts, text: &str) -> Result<NodeId, FactError> {
    let (item, option) = text.split_once(" in ").ok_or(FactError::Expected("`ITEM in OPTION`"))?;
    node_of(item, option, facts.stepper, facts.names)
}

/// The node of an option in the list of an item.
pub(super) fn node_of(item: &str, option: &str, stepper: &Stepper, names: &Encoded) -> Result<NodeId, FactError> {
    let (id, of) = (item_named(item.trim(), names)?, option_named(option.trim(), names)?);
    let links: &dyn LinksView = stepper.links();
    let node = links.option_nodes(links.first_node(of)).find(|&node| links.item(node) == id);
    node.ok_or_else(|| FactError::NotHeld { option: option.to_string(), item: item.to_string() })
}

fn step<'a>(facts: &LessonFacts<'a>) -> Result<&'a dancing::Step, FactError> {
    facts.stepper.small_next_step().map(|step| &**step).ok_or(FactError::Absent("there is no next step at this state"))
}

fn bound(facts: &LessonFacts) -> Result<dancing::Limit, FactError> {
    facts.stepper.search().limit_test().ok_or(FactError::Absent("only a repeated cover has a limit"))
}

/// The range of an item, and the number of chosen options that hold it.
fn range(facts: &LessonFacts, name: &str) -> Result<((u32, u32), u32), FactError> {
    let (item, search) = (item(facts, name)?, facts.stepper.search());
    let range = search.range(item).ok_or(FactError::Absent("only a problem with multiplicities has ranges"))?;
    Ok((range, search.times_covered(item).unwrap_or(0)))
}

/// The seed of the dives of a lesson: its numbers are the same each time.
const SEED: u64 = 1;

fn forecast_by(facts: &LessonFacts, dives: &str) -> Result<Forecast, FactError> {
    let dives = dives
        .parse()
        .ok()
        .filter(|dives| (1..=10_000).contains(dives))
        .ok_or(FactError::Expected("1 to 10000 dives"))?;
    let policy = Policy { rule: facts.stepper.search().rule(), ..Policy::default() };
    // The time is not what ends them, so that the numbers are the same on every machine.
    let time = Duration::from_secs(60);
    Ok(forecast(&facts.names.problem, policy, dives, SEED, time)?)
}

/// A score as it is shown: without its sign if it is a cost.
fn shown(score: dancing::Score, value: i64) -> i64 {
    if score.is_cost() { -value } else { value }
}

fn score(facts: &LessonFacts) -> Result<dancing::Score, FactError> {
    facts.stepper.search().score().ok_or(FactError::Absent("this search has no score"))
}

/// The most visits of a whole search: a few seconds.
const MOST: u32 = 64 << 20;

/// The updates after which a whole search is too long: some ten seconds.
const MOST_UPDATES: u64 = 1 << 32;

/// Runs the whole search, with another item rule if one is named.
fn whole(facts: &LessonFacts, name: &str) -> Result<Tally, FactError> {
    match walk(facts, name, u64::MAX)? {
        (tally, true) => Ok(tally),
        _ => Err(FactError::TooLong),
    }
}

/// Counts the solutions that stand for their images under the symmetries.
fn distinct(facts: &LessonFacts) -> Result<u128, FactError> {
    let problem = &facts.names.problem;
    let (mut search, mut tally, mut count) = (Search::new(problem, Policy::default()), Tally::default(), 0);
    let mut path = Vec::new();
    while tally.updates < MOST_UPDATES {
        match search.stride(SLICE, &mut tally) {
            None => return Ok(count),
            Some(Event::Visit) => {
                search.copy_path(&mut path);
                count += u128::from(problem.is_canonical(&path));
            }
            Some(_) => {}
        }
    }
    Err(FactError::TooLong)
}

/// Runs the search until it has more nodes than `most`, or ends.
fn part(facts: &LessonFacts, name: &str, most: u64) -> Result<Tally, FactError> {
    walk(facts, name, most).map(|(tally, _)| tally)
}

/// Runs the search from the root: its tally, and true if it came to its end.
fn walk(facts: &LessonFacts, name: &str, most: u64) -> Result<(Tally, bool), FactError> {
    let search = facts.stepper.search();
    let rule = match name {
        "" => search.rule(),
        name => super::rule_named(name).ok_or_else(|| FactError::Rule(name.to_string()))?,
    };
    let policy = Policy { rule, best: search.looks_for_best(), ..Policy::default() };
    let (mut search, mut tally) = (Search::new(&facts.names.problem, policy), Tally::default());
    let mut slices = 0;
    while slices < MOST / SLICE && tally.updates <= MOST_UPDATES && tally.nodes() <= most {
        let found = tally.solutions;
        if search.stride(SLICE, &mut tally).is_none() {
            return Ok((tally, true));
        }
        // A stride ends at a solution too, and then it was a short one.
        slices += u32::from(tally.solutions == found);
    }
    Ok((tally, false))
}

const SLICE: u32 = 1 << 20;

/// A placeholder of a text: its bytes, without the braces.
fn placeholders(text: &str) -> Result<Vec<Range<usize>>, FactError> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find(['{', '}']) {
        let open = from + open;
        if text.as_bytes()[open] == b'}' {
            return Err(FactError::Brace("`}` without `{` before it"));
        }
        let close = text[open..].find('}').ok_or(FactError::Brace("`{` without `}` after it"))? + open;
        found.push(open + 1..close);
        from = close + 1;
    }
    Ok(found)
}

impl LessonFacts<'_> {
    /// A text with its placeholders filled in: `{FACT}` with the value, `{FACT | noun}` with the
    /// value and the noun in its number, `{TEXT = FACT}` with the text.
    ///
    /// # Errors
    ///
    /// The first placeholder that has no value here, and why.
    pub fn expand(&self, text: &str) -> Result<String, FactError> {
        self.fill(text, false)
    }

    /// Compares the typed values of a text with the search.
    ///
    /// # Errors
    ///
    /// The first placeholder that has no value here or another one, and why.
    pub fn hold(&self, text: &str) -> Result<(), FactError> {
        self.fill(text, true).map(drop)
    }

    fn fill(&self, text: &str, holds: bool) -> Result<String, FactError> {
        let (mut filled, mut from) = (String::new(), 0);
        for range in placeholders(text)? {
            filled += &text[from..range.start - 1];
            from = range.end + 1;
            let inside = &text[range];
            filled += &self
                .one(inside, holds)
                .map_err(|why| FactError::In { inside: inside.to_string(), why: Box::new(why) })?;
        }
        Ok(filled + &text[from..])
    }

    fn one(&self, inside: &str, holds: bool) -> Result<String, FactError> {
        if let Some((typed, fact)) = inside.split_once('=').filter(|(_, fact)| row_of(fact.trim()).is_some()) {
            let typed = typed.trim();
            if holds {
                let value = self.value(fact.trim())?;
                if value != typed && in_words(&value) != typed {
                    return Err(FactError::Differs(value));
                }
            }
            return Ok(typed.to_string());
        }
        let (fact, noun) = inside.split_once('|').map_or((inside, None), |(fact, noun)| (fact, Some(noun.trim())));
        let (row, rest) = row_of(fact.trim()).ok_or_else(|| FactError::Fact(fact.trim().to_string()))?;
        if row.deep {
            return Err(FactError::Deep);
        }
        match ((row.value)(self, rest)?, noun) {
            (Value::Number(value), Some(noun)) => Ok(plural(value as usize, noun)),
            (Value::Text(_), Some(_)) => Err(FactError::NoNumber),
            (Value::Number(value), None) => Ok(thousands(value)),
            (Value::Text(text), None) => Ok(text),
        }
    }

    /// The value of a fact.
    fn value(&self, fact: &str) -> Result<String, FactError> {
        let (row, rest) = row_of(fact).ok_or_else(|| FactError::Fact(fact.to_string()))?;
        Ok(match (row.value)(self, rest)? {
            Value::Number(value) => thousands(value),
            Value::Text(text) => text,
        })
    }
}

/// The row of a fact, and the names after its word.
fn row_of(fact: &str) -> Option<(&'static FactRow, &str)> {
    let (word, rest) = fact.split_once(' ').unwrap_or((fact, ""));
    let row = FACTS.iter().find(|row| row.form.split(' ').next() == Some(word))?;
    // A fact without names takes none, and the name of a rule may be left out.
    let takes = row.form.contains(' ');
    (takes || rest.is_empty()).then_some((row, rest.trim()))
}
