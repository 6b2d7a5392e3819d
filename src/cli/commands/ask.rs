//! `ask`: questions about a whole search, answered by addresses.

use super::{Example, Run};
use crate::cli::args::{JSON, OUTPUT, OnePuzzle, SEARCH, TimeLimit, named};
use crate::cli::code;
use crate::cli::input::Searchable;
use crate::cli::interrupt::{bounds, deadline, is_interrupted, is_over};
use crate::cli::notice::Progress;
use crate::cli::printout::Printout;
use crate::dlx::{ItemRule, Policy};
use crate::files;
use crate::puzzle::Encoded;
use crate::solve::Inquiry;
use crate::study::{Query, Reply, Which, item_rule_words, thousands};
use anyhow::anyhow;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Ask about a whole search: when something happens first and last, and how often
///
/// Questions: `first r4c4=6 hidden`, `last r1c2 chosen`, `how often r4c4=6 tried`, `when r1c2 has 0
/// left`, `dead ends blamed on r1c2=5`, `solutions with r1c2=5, r3c3=1`, `dead end`, `cut`,
/// `level 12`, `deepest`. The answers are addresses, for `quadrille step FILE --at ADDRESS`.
/// Without a question, the search is walked once, and then each line of standard input is one. The
/// exit code is 3 if the walk is stopped before an answer is final.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    puzzle: OnePuzzle,
    /// Questions, each in quotes. Default: the lines of standard input
    #[arg(value_name = "QUESTION")]
    questions: Vec<String>,
    /// Item rule: how the next item is chosen
    #[arg(long, value_name = "NAME", default_value = "fewest", help_heading = SEARCH,
          value_parser = named(ItemRule::ALL, ItemRule::name, item_rule_words))]
    rule: ItemRule,
    /// Prune branches that cannot beat the best score so far
    #[arg(long, help_heading = SEARCH)]
    best: bool,
    /// Walk at most N operations
    #[arg(long, value_name = "N", help_heading = SEARCH)]
    limit: Option<u64>,
    #[command(flatten)]
    time: TimeLimit,
    #[arg(long, help_heading = OUTPUT, help = JSON)]
    json: bool,
}

/// The object that `ask --json` prints for a question.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Replied")]
pub(crate) struct AskReport {
    /// The question as it was asked.
    question: String,
    /// The answer in a sentence.
    say: String,
    /// The number of times. Left out if only the first or the last time is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u64>,
    /// The first time, if it is asked for and there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Moment>,
    /// The last time, if it is asked for and there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<Moment>,
    /// The most options chosen at a time, if that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    deepest: Option<usize>,
    /// True if the rest of the search cannot change the answer.
    is_final: bool,
    /// The number of operations that were looked at.
    operations: u64,
    #[serde(skip)]
    lines: Vec<String>,
}

impl Printout for AskReport {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.lines.join("\n  "))
    }
}

/// An operation that answers a question.
#[derive(Debug, Serialize, JsonSchema)]
struct Moment {
    /// The number of the operation, counted from 1.
    op: u64,
    /// The state after it.
    address: String,
}

/// The operations that are walked before the progress is drawn and a signal is looked for.
const BUDGET: u32 = 1 << 16;

/// The longest question that is read, in bytes.
const LONGEST: usize = 1 << 14;

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille ask puzzles/sudoku-9x9-thicket.toml 'first r4c4=6 hidden'", "Find where a candidate goes."),
        ("quadrille ask puzzles/cover-knuth.toml 'when d has 0 left' deepest", "Ask two questions in one walk."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        let Searchable { names, .. } = match self.puzzle.load() {
            Ok(chosen) => chosen,
            Err(error) => {
                say!("{error}");
                return Ok(code::UNUSABLE);
            }
        };
        let policy = Policy { rule: self.rule, best: self.best, ..Policy::default() };
        if self.questions.is_empty() {
            return self.converse(&names, policy, out);
        }
        let (mut queries, mut asked) = (Vec::new(), Vec::new());
        for text in &self.questions {
            match Query::read(text, &names) {
                Ok(query) => {
                    queries.push(query);
                    asked.push(text);
                }
                Err(error) => say!("error: {text}: {error}"),
            }
        }
        if queries.is_empty() {
            return Ok(code::UNUSABLE);
        }
        let mut inquiry =
            Inquiry::new(&names.problem, policy, queries.iter().map(|query| query.about.clone()).collect());
        if queries.iter().all(Query::ends_early) {
            inquiry = inquiry.first_only();
        }
        self.walk(&mut inquiry);
        let replies: Vec<Reply> = (0..).zip(&queries).map(|(at, query)| query.reply(&inquiry, at)).collect();
        for ((text, query), reply) in asked.iter().zip(&queries).zip(&replies) {
            self.print(text, query, reply, &names, out)?;
        }
        let is_final = replies.iter().all(|reply| reply.is_final);
        Ok(if is_interrupted() {
            code::INTERRUPTED
        } else if queries.len() < self.questions.len() {
            code::UNUSABLE
        } else if is_final {
            code::YES
        } else {
            code::LIMIT
        })
    }
}

impl Args {
    /// Walks through the search, to its end or to a limit.
    fn walk(&self, inquiry: &mut Inquiry) {
        let mut progress = Progress::begin();
        let (most, until) = (self.limit.unwrap_or(u64::MAX), deadline(self.time.limit));
        while !is_interrupted() && !is_over(until) && inquiry.operations() < most {
            let budget = (most - inquiry.operations()).min(BUDGET.into()) as u32;
            if !inquiry.run(budget) {
                return;
            }
            if let Some(progress) = &mut progress {
                progress.draw(|| {
                    let share = (inquiry.share() * 100.0) as u32;
                    format!("{} operations, about {share} %", thousands(inquiry.operations().into()))
                });
            }
        }
    }

    /// Answers the lines of standard input.
    fn converse(&self, names: &Encoded, policy: Policy, out: &mut dyn Write) -> anyhow::Result<u8> {
        let mut index = Inquiry::new(&names.problem, policy, Vec::new()).indexed();
        self.walk(&mut index);
        let mut ended = code::YES;
        if !index.is_complete() {
            say!("the answers are about the first {} operations", thousands(index.operations().into()));
            ended = code::LIMIT;
        }
        let bounds = files::Bounds { wait: Duration::MAX, ..bounds() };
        let source =
            files::open(Some(Path::new("-")), bounds).map_err(|why| anyhow!("error: standard input: {why}"))?;
        for line in source.lines(LONGEST) {
            let text = match line {
                Ok(line) => String::from_utf8_lossy(&line).into_owned(),
                Err(files::LineError::Io(error)) if files::is_stopped(&error) => break,
                Err(files::LineError::Io(error)) => return Err(anyhow!("error: standard input: {error}")),
                Err(_) => {
                    say!("error: a question has at most {LONGEST} bytes");
                    ended = code::UNUSABLE;
                    continue;
                }
            };
            if text.trim().is_empty() || is_interrupted() {
                continue;
            }
            let query = match Query::read(&text, names) {
                Ok(query) => query,
                Err(error) => {
                    say!("error: {}: {error}", text.trim());
                    ended = code::UNUSABLE;
                    continue;
                }
            };
            let reply = query.reply_at_once(&index).unwrap_or_else(|| {
                let mut inquiry = Inquiry::new(&names.problem, policy, vec![query.about.clone()]);
                if query.ends_early() {
                    inquiry = inquiry.first_only();
                }
                self.walk(&mut inquiry);
                query.reply(&inquiry, 0)
            });
            self.print(&text, &query, &reply, names, out)?;
            out.flush()?;
        }
        Ok(if is_interrupted() { code::INTERRUPTED } else { ended })
    }

    fn print(
        &self,
        text: &str,
        query: &Query,
        reply: &Reply,
        names: &Encoded,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let lines = reply.words(query, names);
        let moment = |moment: &crate::study::Moment| Moment { op: moment.op, address: moment.address.to_string() };
        let report = AskReport {
            question: text.to_string(),
            say: lines.join("; "),
            times: reply.times.filter(|_| query.which != Which::First && query.which != Which::Last),
            first: reply.first.as_ref().map(moment),
            last: reply.last.as_ref().map(moment),
            deepest: reply.deepest,
            is_final: reply.is_final,
            operations: reply.operations,
            lines,
        };
        Ok(report.print(self.json, out)?)
    }
}
