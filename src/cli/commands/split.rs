//! `split`: cuts a count into pieces.

use super::{Example, Run};
use crate::cli::args::{OnePuzzle, seconds, whole_from_one};
use crate::cli::input::Searchable;
use crate::cli::interrupt::{deadline, is_interrupted, is_over};
use crate::cli::pieces::{Origin, PieceRow, VERSION};
use crate::cli::row::write_json;
use crate::cli::{code, notice};
use crate::dlx::{Goal, Policy, Problem};
use crate::puzzle::Grid;
use crate::seal::seal;
use crate::solve::pieces::{Piece, count_all, digest, digest_of_cut, divide, split};
use crate::solve::{Order, forecast};
use crate::study::{plural, thousands};
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Cut a count into pieces, as JSON lines
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    one: OnePuzzle,
    /// Number of pieces
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_from_one)]
    parts: usize,
    /// Time that a piece should take on one core of this machine, in place of --parts
    ///
    /// The time of the whole count is estimated from subtrees that are counted for some seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "parts")]
    seconds: Option<Duration>,
}

/// The number of subtrees for each piece. Several make the pieces similar in size.
const SUBTREES: usize = 8;

/// The number of random dives for an estimate of the nodes.
const DIVES: u32 = 1000;

impl Run for Args {
    const EXAMPLES: &'static [Example] = &[
        ("quadrille split puzzles/queens-8.toml --parts 20 > pieces.jsonl", "Cut a count into 20 pieces."),
        (
            "quadrille split puzzles/queens-12.toml --seconds 600 > pieces.jsonl",
            "Cut a count into pieces of about ten minutes.",
        ),
    ];

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
        Ok(Searchable { puzzle, .. }) if puzzle.grid().and_then(Grid::only_drawn).is_some() => {
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
    let nodes = forecast(problem, Policy::default(), DIVES, 1, Duration::from_secs(1)).ok().map(|told| told.nodes.mean);
    let asked = match words.seconds {
        None => words.parts,
        Some(each) => {
            let Some(whole) = seconds_of(problem, nodes.unwrap_or(1.0)) else { return Ok(code::INTERRUPTED) };
            notice::tell(&format!(
                "note: the whole count takes about {} s on one core",
                thousands(whole.ceil() as u128)
            ));
            let asked = (whole / each.as_secs_f64().max(1e-3)).ceil() as usize;
            if asked > MOST {
                notice::tell(&format!("note: {MOST} pieces, of about {} s each", whole.ceil() as usize / MOST));
            }
            asked.clamp(1, MOST)
        }
    };
    let wanted = if asked == 1 { 1 } else { asked.saturating_mul(SUBTREES) };
    let Some(subtrees) = split(problem, wanted, &mut || !is_interrupted()) else {
        say!("{}: interrupted before the tree was cut", file.display());
        return Ok(code::INTERRUPTED);
    };
    let parts = asked.min(subtrees.len());
    if parts < asked {
        notice::tell(&format!("note: the tree has no more than {}", plural(parts, "part")));
    }
    // The largest subtree that is left goes to the part with the smallest share.
    let share = |at: usize| subtrees[at].address.share_within();
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

/// The most pieces: a file of a few hundred megabytes.
const MOST: usize = 1 << 17;

/// The time for the estimate of a count, and the longest time that one subtree may take.
const ESTIMATE: Duration = Duration::from_secs(4);
const SAMPLE: Duration = Duration::from_millis(400);

/// Nodes of the subtrees that are counted for the estimate.
const NODES: f64 = 1e5;

/// The seconds that one thread needs for the whole count. Follows random branches down to subtrees
/// that are small enough, and counts these. A subtree is reached with the probability that is its
/// share of the tree, so its time divided by its share is the time of the whole tree on average
/// (Knuth, 1975). Subtrees that count for symmetric ones are not counted again. `None` if it is
/// interrupted.
fn seconds_of(problem: &Problem, nodes: f64) -> Option<f64> {
    let mut random = fastrand::Rng::with_seed(1);
    let order = Order::new(Goal::Count { limit: None });
    let counted: f64 =
        split(problem, SUBTREES, &mut || !is_interrupted())?.iter().map(|piece| piece.address.share_within()).sum();
    let start = Instant::now();
    let (mut sum, mut samples) = (0.0, 0u32);
    while samples == 0 || start.elapsed() < ESTIMATE {
        let mut piece = Piece::default();
        loop {
            if is_interrupted() {
                return None;
            }
            let branches = divide(problem, &piece).expect("a branch of the tree is a subtree");
            let is_whole = branches == [piece.clone()];
            if is_whole || nodes * piece.address.share_within() <= NODES {
                let (began, until) = (Instant::now(), deadline(Some(SAMPLE)));
                let mut go_on = |_: &_| !is_interrupted() && !is_over(until);
                let (_, complete) = count_all(problem, &[piece.clone()], &[], &order, &mut |_| (), &mut go_on);
                if complete || is_whole {
                    sum += began.elapsed().as_secs_f64() / piece.address.share_within();
                    samples += 1;
                    break;
                }
            }
            piece = branches[random.usize(..branches.len())].clone();
        }
        // A tree that is counted as a whole needs no second sample.
        if piece == Piece::default() {
            break;
        }
    }
    Some(counted * sum / f64::from(samples))
}
