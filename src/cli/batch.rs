//! `solve`, `count` and `check`: any number of inputs with any number of puzzles each. The answers
//! are printed in input order.
//!
//! An input with one 9x9 grid per line is answered while it is read ([`super::stream`]). Every
//! other input is read completely first.

use super::answer::{Answered, PuzzlePlace};
use super::code;
use super::input::{ReadError, open, read_on, tell_notes};
use super::interrupt::is_interrupted;
use super::notice::{self, Progress};
use super::plan::Plan;
use super::pool::Pool;
use super::printout::Printout;
use super::row::{FoundRow, Refused};
use super::search::{Resources, answer};
use super::sheet::Sheet;
use super::stream;
use crate::puzzle::{Loaded, draw_line, load_lines};
use crate::study::plural;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::mem;
use std::path::Path;

/// The number of puzzles answered before any of them is printed: enough for every core, few enough
/// for the memory.
const CHUNK: usize = 512;

/// Answers all puzzles. Returns the highest exit code.
pub fn run(plan: &Plan, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut pool = Pool::of(plan.threads);
    let mut highest = code::YES;
    let mut stems = Stems::default();
    for source in &plan.sources {
        let stem = stems.of(source.as_deref());
        let code = match answer_source(plan, source.as_deref(), &stem, &mut pool, out)? {
            Ok(code) => code,
            Err(error) => {
                refuse(plan, &error, out)?;
                code::UNUSABLE
            }
        };
        highest = highest.max(code);
        if is_interrupted() || plan.strict && code == code::UNUSABLE {
            break;
        }
    }
    Ok(if is_interrupted() { code::INTERRUPTED } else { highest })
}

/// The names of inputs without folder and extension. Equal names are numbered, so that all differ.
#[derive(Default)]
struct Stems {
    given: HashSet<String>,
    /// By name: the last number that it got.
    numbers: HashMap<String, usize>,
}

impl Stems {
    fn of(&mut self, source: Option<&Path>) -> String {
        let stem = source.filter(|file| file.as_os_str() != "-").and_then(Path::file_stem);
        let stem = stem.map_or("input".to_string(), |stem| stem.to_string_lossy().into_owned());
        let number = self.numbers.entry(stem.clone()).or_default();
        loop {
            *number += 1;
            let name = if *number == 1 { stem.clone() } else { format!("{stem}~{number}") };
            if self.given.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Reports why an input was not read.
fn refuse(plan: &Plan, error: &ReadError, out: &mut dyn Write) -> anyhow::Result<()> {
    out.flush()?;
    say!("{error}");
    Ok(error.refused().print(plan.json, out)?)
}

/// Answers one input. The outer error is about the output, the inner one about the input.
fn answer_source(
    plan: &Plan,
    source: Option<&Path>,
    stem: &str,
    pool: &mut Pool,
    out: &mut dyn Write,
) -> anyhow::Result<Result<u8, ReadError>> {
    let mut source = match open(source, plan.bounds) {
        Ok(source) => source,
        Err(error) => return Ok(Err(error)),
    };
    let mut beginning = Vec::new();
    if let Some(ask) = stream::ask(plan) {
        if let Err(error) = source.bytes.fill(&mut beginning, stream::BEGINNING as u64) {
            return Ok(Err(ReadError::Unread { name: source.name, why: error.into(), by_user: false }));
        }
        if stream::suits(&beginning, plan) {
            return stream::run(plan, ask, source, beginning, pool, out).map(Ok);
        }
    }
    let input = match read_on(source, beginning, plan.bounds) {
        Ok(input) => input,
        Err(error) => return Ok(Err(error)),
    };
    let name = input.name.clone();
    // With one puzzle per line, invalid lines are skipped.
    let loaded = plan.form.read(&input.text);
    if !plan.strict
        && loaded.is_err()
        && let Some((loaded, refused)) = load_lines(&input.text, plan.form.name.as_deref())
    {
        let lines = crate::puzzle::text_lines(&input.text);
        let code = answer_all(plan, (&name, stem), &loaded, pool, out)?;
        out.flush()?;
        for error in &refused {
            let line = lines.get(error.place.line - 1).copied().unwrap_or("");
            say!("{}", draw_line(&name, line, error));
            Refused::at(&name, error).print(plan.json, out)?;
        }
        return Ok(Ok(code.max(code::UNUSABLE)));
    }
    match loaded {
        Ok(loaded) => answer_all(plan, (&name, stem), &loaded, pool, out).map(Ok),
        Err(error) => Ok(Err(input.refused(error))),
    }
}

/// Answers all puzzles of an input. The names of their proofs' files begin with its stem.
fn answer_all<'a>(
    plan: &'a Plan,
    (name, stem): (&'a str, &str),
    loaded: &'a Loaded,
    pool: &mut Pool,
    out: &mut dyn Write,
) -> anyhow::Result<u8> {
    tell_notes(name, loaded.notes());
    let (mut highest, mut done) = (code::YES, 0);
    let several = loaded.puzzles.len() > 1;
    anyhow::ensure!(!several || plan.checkpoint.is_none(), "{name}: a checkpoint is for one puzzle");
    let bar = notice::batch(loaded.puzzles.len());
    // The proofs of several puzzles lie in a folder, so that no file of another input has the same
    // name.
    let stem = |case: usize| if several { format!("{stem}/{case}") } else { stem.to_string() };
    for (chunk, puzzles) in loaded.puzzles.chunks(CHUNK).enumerate() {
        let places = puzzles.iter().zip(chunk * CHUNK + 1..).map(|(puzzle, case)| PuzzlePlace {
            file: name,
            case,
            puzzle: Some(puzzle),
        });
        let mut print = |answered: anyhow::Result<Answered>, out: &mut dyn Write| -> anyhow::Result<()> {
            let answered = answered?;
            // The number of puzzles that were not answered is said once, below.
            if several && answered.code == code::INTERRUPTED {
                return Ok(());
            }
            done += 1;
            highest = highest.max(answered.code);
            answered.log();
            let mut sheet = Sheet::default();
            answered.add_to(&mut sheet, several);
            Ok(sheet.write(out)?)
        };
        // Solutions that are printed as they are found need a single thread.
        if !several || plan.streams() {
            for place in places {
                print(answer_streaming(plan, place, &stem(place.case), out), out)?;
            }
        } else {
            let answers: Vec<_> = pool.get()?.install(|| {
                let answer_one = |place: PuzzlePlace<'a>| {
                    let one = Resources { threads: 1, progress: None };
                    let answered = answer(plan, place, &stem(place.case), one, &mut |_, _| Ok(()));
                    bar.inc(1);
                    answered
                };
                places.collect::<Vec<_>>().into_par_iter().map(answer_one).collect()
            });
            bar.suspend(|| answers.into_iter().try_for_each(|answered| print(answered, out)))?;
        }
        if is_interrupted() {
            break;
        }
    }
    bar.finish_and_clear();
    if several && is_interrupted() {
        out.flush()?;
        say!("{name}: interrupted: {done} of {} answered", plural(loaded.puzzles.len(), "puzzle"));
    }
    Ok(highest)
}

/// Answers a puzzle. With `--goal all`, its solutions are printed as they are found.
fn answer_streaming<'a>(
    plan: &'a Plan,
    place: PuzzlePlace<'a>,
    stem: &str,
    out: &mut dyn Write,
) -> anyhow::Result<Answered<'a>> {
    let mut is_first = true;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    // Solutions that are printed as they are found show that the search goes on.
    let progress = if plan.streams() { None } else { Progress::begin() };
    let means = Resources { threads: plan.threads.unwrap_or_else(cores), progress };
    answer(plan, place, stem, means, &mut |solution, options| {
        let is_first = mem::take(&mut is_first);
        FoundRow { is_first, file: place.file, case: place.case, solution, options }.print(plan.json, out)
    })
}
