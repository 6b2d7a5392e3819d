//! The third run: the line of the user's source that wrote a wrong number, or left out a right one.
//!
//! The program runs to the last stop before the fault, and then line by line. The operation's own
//! writes are known; the first line that writes something else is the one. If none does, the line
//! beside the missing write is. A number that was wrong before the first operation is watched from
//! the start of the program.

use super::follow::{Followed, StopAt, StopPlace, Wrong};
use super::gdb::{Gdb, GdbError, Local, Place, Stopped};
use super::survey::Survey;
use crate::files::regular;
use crate::study::Operation;
use crate::study::attach::{LinkFault, LinkOperation, LinkState, Matrix, Role, Word};
use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// What a line did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It wrote a wrong number: its name, the value and the right one.
    Wrote { name: String, said: String, is: String },
    /// A number is left out beside what it writes: its name and the right value.
    LeftOut { name: String, is: String },
    /// It called the operation.
    Called,
    /// It called the operation for something that is not a header, and the header that is near.
    CalledWith { said: String, is: String },
    /// It ended the call of the search.
    Ended,
    /// The program was here when it crashed or was stopped.
    Here,
}

/// A line of the user's source.
#[derive(Clone, Debug)]
pub struct Culprit {
    pub place: Place,
    pub deed: Deed,
    /// The line of the loop that came to a node where it should not be.
    pub loop_line: Option<u64>,
    /// The calls, the innermost first.
    pub frames: Vec<Place>,
}

impl Culprit {
    /// The text of the line, if the file can be read.
    pub fn source(&self) -> Option<String> {
        source_line(&self.place, self.place.line)
    }

    /// The variables of the innermost frame.
    pub fn locals(&self) -> &[Local] {
        self.frames.first().map_or(&[], |frame| &frame.locals)
    }
}

/// A line of a file.
fn source_line(place: &Place, line: u64) -> Option<String> {
    let path = place.path.as_deref().or(place.file.as_deref())?;
    let bytes = regular(Path::new(path), 1 << 22).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.lines().nth(usize::try_from(line.checked_sub(1)?).ok()?)?.trim();
    (!text.is_empty()).then(|| text.to_string())
}

/// The most lines that are stepped.
const LINES: u32 = 4_000;

/// The time for a search.
const TIME: Duration = Duration::from_secs(5);

/// The most writes to a watched number before the first operation.
const WRITES: usize = 3_000;

/// The breakpoints of this run.
const BEFORE: u64 = 1;
const AFTER: u64 = 2;

/// Finds the line of a fault.
pub fn blame(gdb: &mut Gdb, survey: &Survey, followed: &Followed) -> Result<Option<Culprit>, GdbError> {
    match (&followed.wrong, &followed.matrix) {
        (Some(Wrong::Build(fault)), _) => {
            let Some(end) = &followed.at else { return Ok(None) };
            let mut words = vec![fault.place];
            words.extend(fault.mate.filter(|mate| mate.0 != fault.place.0));
            gdb.run()?;
            set(gdb, survey, AFTER, end)?;
            let writes = gdb.watch(&words, WRITES, TIME)?;
            // The last change of each number, and which one came last.
            let mut known: Vec<Option<String>> = vec![None; words.len()];
            let mut last: Vec<Option<usize>> = vec![None; words.len()];
            for (at, write) in writes.iter().enumerate() {
                for (word, value) in write.words.iter().enumerate() {
                    if known[word].as_ref() != Some(value) {
                        last[word] = Some(at);
                        known[word] = Some(value.clone());
                    }
                }
            }
            let own = last[0];
            let mate = last.get(1).copied().flatten();
            let (name, said, is) = (fault.name.clone(), fault.said.clone(), fault.is.clone());
            let (at, deed) = match (own, mate) {
                (Some(own), Some(mate)) if mate > own => (mate, Deed::LeftOut { name, is }),
                (Some(own), _) => (own, Deed::Wrote { name, said, is }),
                (None, Some(mate)) => (mate, Deed::LeftOut { name, is }),
                (None, None) => return Ok(None),
            };
            Ok(writes.into_iter().nth(at).map(|place| Culprit { place, deed, loop_line: None, frames: Vec::new() }))
        }
        (Some(Wrong::Links(fault)), Some(matrix)) => {
            let (Some(before), Some((start, now))) = (&followed.before, &followed.states) else { return Ok(None) };
            let frames = run_to(gdb, survey, before, matrix)?;
            let argument = argument(&frames, survey, before);
            if let Some(argument) = argument.filter(|&argument| is_no_header(argument, matrix))
                && takes_headers(gdb, survey, before, matrix)?
            {
                let is = matrix.node_written(matrix.header_of(argument_node(argument, matrix)));
                let deed = Deed::CalledWith { said: matrix.node_name(argument_node(argument, matrix)), is };
                return Ok(called(frames).map(|culprit| Culprit { deed, ..culprit }));
            }
            if argument.is_some() {
                run_to(gdb, survey, before, matrix)?;
            }
            let fault = hinted(&frames, survey, before, followed, fault, now, matrix)?;
            step_to_write(gdb, survey, followed, matrix, start, &fault)
        }
        (Some(Wrong::Search), Some(matrix)) => {
            let Some(before) = &followed.before else { return Ok(None) };
            match followed.told {
                Some(Operation::Cover(item) | Operation::Uncover(item)) if survey.changes.is_empty() => {
                    run_to(gdb, survey, before, matrix)?;
                    step_to_header(gdb, matrix, item.0 + 1)
                }
                Some(Operation::Cover(_) | Operation::Uncover(_)) => {
                    let frames = run_to(gdb, survey, before, matrix)?;
                    Ok(called(frames))
                }
                Some(Operation::Enter) => match &followed.at {
                    Some(at) => Ok(called(run_to(gdb, survey, at, matrix)?)),
                    None => Ok(None),
                },
                _ => {
                    run_to(gdb, survey, before, matrix)?;
                    step_to_end(gdb, survey, followed)
                }
            }
        }
        (Some(Wrong::End), _) => {
            let frames = followed.end_frames.clone();
            let place = frames.first().cloned();
            Ok(place.map(|place| Culprit { place, deed: Deed::Here, loop_line: None, frames }))
        }
        _ => Ok(None),
    }
}

fn set(gdb: &mut Gdb, survey: &Survey, id: u64, place: &StopPlace) -> Result<(), GdbError> {
    let mut request = place.at.request(&survey.functions);
    request["skip"] = (place.times - 1).into();
    gdb.stop_at(id, &request).map(|_| ())
}

/// Runs to a stop again. Returns the frames there.
fn run_to(gdb: &mut Gdb, survey: &Survey, place: &StopPlace, matrix: &Matrix) -> Result<Vec<Place>, GdbError> {
    gdb.run()?;
    set(gdb, survey, BEFORE, place)?;
    gdb.go(false, Duration::from_secs(20))?;
    gdb.remove(BEFORE)?;
    gdb.keep(matrix.ranges())?;
    gdb.frames()
}

/// The fault with the operation that the program meant, as the arguments of the function show it.
fn hinted(
    frames: &[Place],
    survey: &Survey,
    before: &StopPlace,
    followed: &Followed,
    fault: &LinkFault,
    now: &LinkState,
    matrix: &Matrix,
) -> Result<LinkFault, GdbError> {
    let is_change = matches!(before.at, StopAt::Function(at) if survey.changes.contains(&at));
    let (Some(tracker), Some(frame)) = (followed.tracker.as_ref().filter(|_| is_change), frames.first()) else {
        return Ok(fault.clone());
    };
    let argument = frame.locals.iter().filter(|local| local.argument);
    let nodes = argument.filter_map(|local| matrix.node(i64::try_from(local.value).ok()?)).filter(|&node| node > 0);
    let headers: Vec<u32> = nodes.map(|node| matrix.header_of(node)).collect();
    let known = fault.operation.is_some_and(|operation| headers.contains(&operation.header()));
    if known || matches!(fault.word, Word::Size(_)) {
        return Ok(fault.clone());
    }
    let operations = headers.iter().flat_map(|&header| [LinkOperation::Cover(header), LinkOperation::Uncover(header)]);
    let judged = operations.map(|operation| tracker.judge(now, Some(operation), matrix));
    let best = judged.min_by_key(|fault| fault.wrong.len());
    // A number that is not meant as a column fits by chance only.
    Ok(best.filter(|best| best.wrong.len() <= 2 * fault.wrong.len() + 4).unwrap_or_else(|| fault.clone()))
}

/// The first argument of a function that covers or uncovers, in which the program is.
fn argument(frames: &[Place], survey: &Survey, before: &StopPlace) -> Option<i64> {
    let is_change = matches!(before.at, StopAt::Function(at) if survey.changes.contains(&at));
    let frame = frames.first().filter(|_| is_change)?;
    let argument = frame.locals.iter().rev().find(|local| local.argument)?;
    i64::try_from(argument.value).ok()
}

fn argument_node(argument: i64, matrix: &Matrix) -> u32 {
    matrix.node(argument).unwrap_or(0)
}

/// Returns whether an argument is the root or a node of an option.
fn is_no_header(argument: i64, matrix: &Matrix) -> bool {
    matrix.node(argument).is_some_and(|node| !matrix.is_header(node))
}

/// Returns whether a function was called with a header the first time.
fn takes_headers(gdb: &mut Gdb, survey: &Survey, before: &StopPlace, matrix: &Matrix) -> Result<bool, GdbError> {
    let first = StopPlace { at: before.at, times: 1 };
    let frames = run_to(gdb, survey, &first, matrix)?;
    let argument = argument(&frames, survey, &first);
    Ok(argument.and_then(|argument| matrix.node(argument)).is_some_and(|node| matrix.is_header(node)))
}

fn called(frames: Vec<Place>) -> Option<Culprit> {
    let place = frames.get(1).or(frames.first())?.clone();
    Some(Culprit { place, deed: Deed::Called, loop_line: None, frames: frames.into_iter().skip(1).collect() })
}

/// The values of a number in a state.
fn value(state: &LinkState, word: Word) -> i64 {
    match word {
        Word::Link(role, node) => i64::from(state.link(role, node)),
        Word::Size(node) => state.sizes[node as usize],
    }
}

/// Steps until a number is written that the operation does not write.
fn step_to_write(
    gdb: &mut Gdb,
    survey: &Survey,
    followed: &Followed,
    matrix: &Matrix,
    start: &LinkState,
    fault: &LinkFault,
) -> Result<Option<Culprit>, GdbError> {
    let mut allowed: HashMap<Word, Vec<i64>> = HashMap::new();
    for write in &fault.writes {
        allowed.entry(write.word).or_default().push(write.value);
    }
    let of_sizes = matches!(fault.word, Word::Size(_));
    let mut written: HashMap<Word, Place> = HashMap::new();
    let mut before = start.clone();
    let mut steps = Steps::begin(gdb)?;
    while let Some(place) = steps.next(gdb)? {
        let now = matrix.state(&mut gdb.ranges);
        let links = now.unlike(&before).map(|(role, node)| Word::Link(role, node));
        let sizes = (1..now.sizes.len()).filter(|&at| now.sizes[at] != before.sizes[at]);
        let sizes = sizes.map(|at| Word::Size(at as u32)).filter(|_| of_sizes);
        let changed: Vec<Word> = links.chain(sizes).collect();
        for &word in &changed {
            let said = value(&now, word);
            let right = allowed.get(&word);
            if right.is_some_and(|values| values.contains(&said)) {
                written.insert(word, place.clone());
                continue;
            }
            let is = right.and_then(|values| values.last().copied()).unwrap_or_else(|| value(start, word));
            let name = matrix.word_name(word);
            let deed = Deed::Wrote { name, said: written_value(matrix, word, said), is: written_value(matrix, word, is) };
            // A node that the operation does not touch: the loop is what came to it.
            let loop_line = steps.line_before(&place).filter(|_| right.is_none());
            let frames = gdb.frames()?;
            return Ok(Some(Culprit { place, deed, loop_line, frames }));
        }
        before = now;
    }
    if followed.hangs {
        let frames = gdb.frames()?;
        let place = steps.last.clone().or_else(|| frames.first().cloned());
        return Ok(place.map(|place| Culprit { place, deed: Deed::Here, loop_line: None, frames }));
    }
    // What is missing belongs beside its neighbours in the order of writing.
    let at = fault.writes.iter().rposition(|write| write.word == fault.word);
    let near = at.and_then(|at| {
        let order = (1..fault.writes.len()).flat_map(|away| [at.checked_sub(away), Some(at + away)]);
        let near = order.flatten().filter_map(|at| fault.writes.get(at)).take(8);
        near.into_iter().find_map(|write| written.get(&write.word).cloned())
    });
    let place = near.or_else(|| steps.first.clone()).or_else(|| entry(survey, followed));
    let is = written_value(matrix, fault.word, fault.values.2);
    let deed = Deed::LeftOut { name: matrix.word_name(fault.word), is };
    Ok(place.map(|place| Culprit { place, deed, loop_line: None, frames: steps.frames.clone() }))
}

/// The first line of the function that was entered last.
fn entry(survey: &Survey, followed: &Followed) -> Option<Place> {
    let Some(StopPlace { at: StopAt::Function(at), .. }) = followed.before else { return None };
    let function = &survey.functions[at];
    Some(Place { file: Some(function.file.clone()), line: function.line, ..Place::default() })
}

fn written_value(matrix: &Matrix, word: Word, value: i64) -> String {
    match word {
        Word::Link(..) => matrix.node_written(value as u32),
        Word::Size(_) => value.to_string(),
    }
}

/// Steps until a header leaves its ring or comes back.
fn step_to_header(gdb: &mut Gdb, matrix: &Matrix, header: u32) -> Result<Option<Culprit>, GdbError> {
    let is_linked = |state: &LinkState| {
        let left = state.link(Role::Left, header);
        state.link(Role::Right, left) == header
    };
    let first = is_linked(&matrix.state(&mut gdb.ranges));
    let mut steps = Steps::begin(gdb)?;
    while let Some(place) = steps.next(gdb)? {
        if is_linked(&matrix.state(&mut gdb.ranges)) != first {
            let frames = gdb.frames()?;
            return Ok(Some(Culprit { place, deed: Deed::Called, loop_line: None, frames }));
        }
    }
    Ok(None)
}

/// Steps to the end of the call of the search that returns.
fn step_to_end(gdb: &mut Gdb, survey: &Survey, followed: &Followed) -> Result<Option<Culprit>, GdbError> {
    let Some(at) = &followed.at else { return Ok(None) };
    let passed = followed.before.as_ref().filter(|before| before.at == at.at).map_or(0, |before| before.times);
    let again = StopPlace { at: at.at, times: (at.times - passed).max(1) };
    set(gdb, survey, AFTER, &again)?;
    let name = survey.search.map(|search| survey.functions[search].line);
    let mut steps = Steps::begin(gdb)?;
    steps.is_bound = false;
    let mut last = None;
    while let Some(place) = steps.next(gdb)? {
        // The search begins at its line, and a function after it is another one.
        let is_search = name.is_none_or(|line| place.line >= line) && !is_change(survey, &place);
        if is_search {
            last = Some(place);
        }
    }
    Ok(last.map(|place| Culprit { place, deed: Deed::Ended, loop_line: None, frames: steps.frames.clone() }))
}

/// Returns whether a place is in a function that covers or uncovers.
fn is_change(survey: &Survey, place: &Place) -> bool {
    let name = place.function.as_deref().unwrap_or("");
    let plain = |signature: &str| {
        let name = signature.split('(').next().unwrap_or("");
        name.rsplit([' ', ':', '*']).next().unwrap_or("").to_string()
    };
    survey.changes.iter().any(|&at| {
        let function = &survey.functions[at];
        !plain(&function.signature).is_empty() && plain(&function.signature) == plain(name)
    })
}

/// Lines of the user's source, one after the other.
struct Steps {
    /// The stack pointer of the caller, past which the function has returned.
    cfa: Option<u64>,
    is_bound: bool,
    last: Option<Place>,
    first: Option<Place>,
    lines: Vec<(Option<String>, u64)>,
    count: u32,
    begun: Instant,
    frames: Vec<Place>,
    is_over: bool,
}

impl Steps {
    fn begin(gdb: &mut Gdb) -> Result<Steps, GdbError> {
        let frames = gdb.frames()?;
        let first = frames.first().cloned();
        Ok(Steps {
            cfa: None,
            is_bound: true,
            last: first.clone(),
            first,
            lines: Vec::new(),
            count: 0,
            begun: Instant::now(),
            frames,
            is_over: false,
        })
    }

    /// Makes a step. Returns the line that it has carried out; `None` after the function.
    fn next(&mut self, gdb: &mut Gdb) -> Result<Option<Place>, GdbError> {
        if self.is_over || self.count >= LINES || self.begun.elapsed() > TIME {
            return Ok(None);
        }
        self.count += 1;
        let stopped: Stopped = gdb.step(Duration::from_secs(2))?;
        let done = self.last.clone();
        let ends = stopped.why != "stop" || stopped.signal.is_some() || !stopped.ids.is_empty();
        if ends {
            self.is_over = true;
            return Ok(done);
        }
        if let Some(cfa) = stopped.cfa {
            let outer = *self.cfa.get_or_insert(cfa);
            self.is_over = self.is_bound && cfa > outer;
        }
        if let Some(done) = &done {
            self.lines.push((done.file.clone(), done.line));
        }
        self.last = stopped.place.filter(|place| !place.system).or_else(|| done.clone());
        Ok(done)
    }

    /// The last line before the present one and those next to it.
    fn line_before(&self, place: &Place) -> Option<u64> {
        let own = self.lines.iter().rev().map(|(_, line)| *line);
        own.into_iter().find(|&line| line < place.line)
    }
}
