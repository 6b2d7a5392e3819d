//! `bench`: times this program beside others on seeded problems, or its engines beside each other.

mod engines;
mod peers;
mod workloads;

use super::{Example, Run};
use crate::cli::args::{Json, engines as engine_names};
use crate::cli::code;
use crate::cli::interrupt::is_interrupted;
use crate::cli::printout::Printout;
use crate::solve::Engine;
use anyhow::Context;
pub use engines::Measured;
use peers::{PEERS, Peer, Reads, Timed};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use workloads::{Workload, of_folder, seeded};

/// Time this program beside others
///
/// Each problem is solved by this program and by the programs that are found, in turn, each as a
/// whole process on one core. Answers are compared. The table has the median and the range of
/// milliseconds; the ratio is below 1 where this program is faster.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Time every engine on some bundled puzzles instead
    #[arg(long)]
    engines: bool,
    /// Use this engine only, as with --engines
    #[arg(long, value_name = "NAME", value_parser = engine_names())]
    engine: Option<Engine>,
    /// Folder of covers in Knuth's form (*.dlx), each to be solved, in place of seeded problems
    #[arg(long, value_name = "FOLDER", conflicts_with = "engines")]
    data: Option<PathBuf>,
    /// Folder of other programs, searched before PATH: dlx1, dlx3, ssxcc, cadical, kissat, minisat
    #[arg(long, value_name = "FOLDER", conflicts_with = "engines")]
    peers: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "data")]
    seed: u64,
    /// Runs of each program on each problem
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    #[command(flatten)]
    json: Json,
}

/// The object that `bench --json` prints for a problem and a program.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Beside<'a> {
    problem: &'a str,
    /// The median, the shortest and the longest time of this program, in seconds.
    seconds: [f64; 3],
    /// The other program, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    peer: Option<&'a str>,
    /// Its median, shortest and longest time, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    peer_seconds: Option<[f64; 3]>,
    /// The quotient of the medians.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    /// The answer of this program: a number of solutions, `solved`, `none`, or why there is none.
    answer: &'a str,
    /// True if the other program has the same answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
}

impl Printout for Beside<'_> {
    fn write_text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let of =
            |[median, least, most]: [f64; 3]| format!("{:.1} ({:.1}-{:.1})", median * 1e3, least * 1e3, most * 1e3);
        let same = match self.same {
            Some(true) => "same answer",
            Some(false) => "ANOTHER ANSWER",
            None => "",
        };
        let line = format!(
            "{:<32} {:<24} {:<9} {:<24} {:>6}  {:<12} {same}",
            self.problem,
            of(self.seconds),
            self.peer.unwrap_or("-"),
            self.peer_seconds.map_or(String::new(), of),
            self.ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")),
            self.answer,
        );
        writeln!(out, "{}", line.trim_end())?;
        out.flush()
    }
}

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille bench --runs 1 --peers ~/dlx", "Time this program beside those in a folder, once."),
        ("quadrille bench --engine bits", "Time one engine."),
    ];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        if self.engines || self.engine.is_some() {
            return engines::measure(self.engine, self.json.on, out);
        }
        let workloads = match &self.data {
            Some(folder) => of_folder(folder)?,
            None => seeded(self.seed),
        };
        let found: Vec<(&Peer, PathBuf)> =
            PEERS.iter().filter_map(|peer| Some((peer, peer.find(self.peers.as_deref())?))).collect();
        let folder = tempfile::tempdir().context("a folder for the problems")?;
        if !self.json.on {
            writeln!(
                out,
                "{:<32} {:<24} {:<9} {:<24} {:>6}  answer",
                "problem", "ms: median (range)", "peer", "ms: median (range)", "ratio"
            )?;
        }
        let mut highest = code::YES;
        for workload in &workloads {
            if is_interrupted() {
                return Ok(code::INTERRUPTED);
            }
            highest = highest.max(self.time(workload, &found, folder.path(), out)?);
        }
        let missing: Vec<&str> = PEERS
            .iter()
            .filter(|peer| !found.iter().any(|(one, _)| one.name == peer.name))
            .map(|peer| peer.name)
            .collect();
        if !missing.is_empty() {
            say!(
                "not found in PATH{}: {}",
                if self.peers.is_some() { " or the folder" } else { "" },
                missing.join(", ")
            );
        }
        Ok(highest)
    }
}

impl Args {
    /// Times all programs on a problem, in turn. Returns the exit code.
    fn time(
        &self,
        workload: &Workload,
        found: &[(&Peer, PathBuf)],
        folder: &Path,
        out: &mut dyn Write,
    ) -> anyhow::Result<u8> {
        let suited: Vec<&(&Peer, PathBuf)> = found.iter().filter(|(peer, _)| workload.suits(peer)).collect();
        let files = workload.write(folder, suited.iter().any(|(peer, _)| peer.reads == Reads::Clauses))?;
        let mut ours = Timed::default();
        let mut theirs: Vec<Timed> = suited.iter().map(|_| Timed::default()).collect();
        for _ in 0..self.runs {
            ours.add(workload.run(&files)?);
            for (timed, (peer, program)) in theirs.iter_mut().zip(&suited) {
                if timed.goes_on() {
                    timed.add(peer.run(program, &files, workload.counts())?);
                }
            }
            if is_interrupted() {
                return Ok(code::INTERRUPTED);
            }
        }
        let (problem, seconds, answer) = (&workload.name[..], ours.seconds(), ours.answer());
        let alone = Beside { problem, seconds, peer: None, peer_seconds: None, ratio: None, answer, same: None };
        if suited.is_empty() {
            alone.print(self.json.on, out)?;
        }
        let mut highest = code::YES;
        for (timed, (peer, _)) in theirs.iter().zip(&suited) {
            // A program that was stopped has no answer to compare.
            let same = timed.goes_on().then(|| timed.answer() == answer);
            let ratio = Some(seconds[0] / timed.seconds()[0]);
            let row = Beside { peer: Some(peer.name), peer_seconds: Some(timed.seconds()), ratio, same, ..alone };
            row.print(self.json.on, out)?;
            if same == Some(false) {
                highest = code::NO;
            }
        }
        Ok(highest)
    }
}
