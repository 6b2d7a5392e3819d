//! `split`: cuts a count into pieces.

use super::{Example, Run};
use crate::cli::args::{OnePuzzle, whole_from_one};
use crate::cli::input::Chosen;
use crate::cli::interrupt::is_interrupted;
use crate::cli::pieces::{Origin, PieceRow, VERSION};
use crate::cli::row::write_json;
use crate::cli::{code, notice};
use crate::dlx::Policy;
use crate::puzzle::Grid;
use crate::seal::seal;
use crate::solve::forecast;
use crate::solve::pieces::{digest, digest_of_cut, split};
use crate::study::plural;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Cut a count into pieces, as JSON lines
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    one: OnePuzzle,
    /// Number of pieces
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_from_one)]
    parts: usize,
}

/// The number of subtrees for each piece. Several make the pieces similar in size.
const SUBTREES: usize = 8;

/// The number of random dives for an estimate of the nodes.
const DIVES: u32 = 1000;

impl Run for Args {
    const EXAMPLES: &'static [Example] =
        &[("quadrille split puzzles/queens-8.toml --parts 20 > pieces.jsonl", "Cut a count into 20 pieces.")];

    fn run(self, out: &mut dyn Write) -> anyhow::Result<u8> {
        print(&self, out)
    }
}

/// Prints the pieces of a count.
fn print(words: &Args, out: &mut dyn Write) -> anyhow::Result<u8> {
    let Some(file) = words.one.file.as_ref().filter(|file| file.as_os_str() != "-") else {
        say!("error: each piece names its puzzle's file, so `split` needs a file and not standard input");
        return Ok(code::UNUSABLE);
    };
    let names = match words.one.load() {
        Ok(Chosen { puzzle, .. }) if puzzle.grid().and_then(Grid::only_drawn).is_some() => {
            say!("{}: the answers of pieces do not say which rules are only drawn, so it is not cut", file.display());
            return Ok(code::UNUSABLE);
        }
        Ok(chosen) => chosen.names,
        Err(error) => {
            say!("{error}");
            return Ok(code::UNUSABLE);
        }
    };
    let problem = &names.problem;
    if problem.wants_fewest() {
        say!("{}: a repeated cover is not counted in pieces: its limit depends on all of them", file.display());
        return Ok(code::UNUSABLE);
    }
    let wanted = if words.parts == 1 { 1 } else { words.parts.saturating_mul(SUBTREES) };
    let Some(subtrees) = split(problem, wanted, &mut || !is_interrupted()) else {
        say!("{}: interrupted before the tree was cut", file.display());
        return Ok(code::INTERRUPTED);
    };
    let parts = words.parts.min(subtrees.len());
    if parts < words.parts {
        notice::tell(&format!("note: the tree has no more than {}", plural(parts, "part")));
    }
    // The largest subtree that is left goes to the part with the smallest share.
    let share = |at: usize| subtrees[at].address.share_within();
    let nodes = forecast(problem, Policy::default(), DIVES, 1, Duration::from_secs(1)).ok().map(|told| told.nodes.mean);
    let mut order: Vec<usize> = (0..subtrees.len()).collect();
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)).then(a.cmp(&b)));
    let mut bins: Vec<(f64, Vec<usize>)> = vec![(0.0, Vec::new()); parts];
    let mut least = std::collections::BTreeSet::from_iter((0..parts).map(|bin| (0u64, bin)));
    for at in order {
        let Some((_, bin)) = least.pop_first() else { break };
        bins[bin].0 += share(at);
        bins[bin].1.push(at);
        // Shares are not negative, so their bits have the same order as the numbers.
        least.insert((bins[bin].0.to_bits(), bin));
    }
    let (problem_digest, cut) = (digest(problem), digest_of_cut(&subtrees));
    let case = NonZeroUsize::new(words.one.case).unwrap_or(NonZeroUsize::MIN);
    let origin = Origin { file: file.display().to_string(), form: words.one.form.name.clone(), case };
    for (at, (share, mut held)) in bins.into_iter().enumerate() {
        held.sort_unstable();
        let mut piece = PieceRow {
            quadrille: VERSION.to_string(),
            problem: problem_digest.clone(),
            cut: cut.clone(),
            origin: origin.clone(),
            part: at + 1,
            parts,
            addresses: held.into_iter().map(|at| subtrees[at].to_string()).collect(),
            share,
            nodes: nodes.map(|nodes| (nodes * share) as u64),
            sha256: String::new(),
        };
        piece.sha256 = seal(&piece);
        write_json(out, &piece)?;
    }
    Ok(code::YES)
}
