//! The recording of a program while it runs: what it does, in the form that [`Recorded`] plays.
//!
//! A [`Noted`] program is judged as any other, and it is noted which memory, and which variables,
//! that took. Then [`record`] runs it once more, and keeps its calls and returns with all changes of
//! this memory. Its lines, with their variables, are kept around what is wrong. Words of memory that
//! look like text, the text of exceptions, and paths outside the folder of the source are not kept.
//!
//! [`Recorded`]: crate::Recorded

use crate::course::{Followed, Wrong};
use crate::memory::ProgramMemory;
use crate::ranges::Ranges;
use crate::recorded::{PAGE, RecordedEvent, Recording};
use crate::sets::{SetMatrix, SetParts, SetVariable};
use crate::stops::{StopLog, StopPlace, is_return};
use crate::target::{Evaluated, Function, Functions, Local, Place, StopSpot, Stopped, Target, TargetError};
use crate::variables::Variables;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

/// A program that is judged while what is asked of it is noted.
pub struct Noted<'a> {
    target: &'a mut dyn Target,
    notes: AskedOf,
    /// By breakpoint: its place, and the times that it was passed.
    breaks: HashMap<u64, (StopSpot, u64)>,
    /// The place at which the program is, and how often it was reached.
    here: Option<(StopSpot, u64)>,
}

/// The things that were asked of a program.
#[derive(Clone, Debug, Default)]
pub struct AskedOf {
    /// The pages of memory.
    pages: BTreeSet<u64>,
    /// The addresses at which there is none.
    missing: BTreeSet<u64>,
    /// The stops at which the variables were asked for: the place, and the time, counted from 1.
    variables: HashSet<(StopSpot, u64)>,
    /// The paths of sets.
    sets: BTreeSet<String>,
    /// The end of the program, if a run came to it.
    end: Option<RecordedEvent>,
}

impl AskedOf {
    /// Some bytes at an address were asked for.
    fn take(&mut self, address: u64, size: u64) {
        self.pages.extend(address / PAGE..=(address + size.max(1) - 1) / PAGE);
    }

    /// The pages as ranges.
    fn ranges(&self) -> Vec<(u64, u64)> {
        self.pages.iter().map(|page| (page * PAGE, PAGE)).collect()
    }
}

impl<'a> Noted<'a> {
    /// A program of which nothing was asked yet.
    pub fn new(target: &'a mut dyn Target) -> Noted<'a> {
        Noted { target, notes: AskedOf::default(), breaks: HashMap::new(), here: None }
    }

    /// The things that were asked of it.
    pub fn notes(self) -> AskedOf {
        self.notes
    }

    fn reach(&mut self, stopped: &Stopped) {
        self.here = None;
        for id in &stopped.ids {
            if let Some((spot, times)) = self.breaks.get_mut(id) {
                *times += 1;
                self.here = Some((*spot, *times));
            }
        }
    }
}

impl Target for Noted<'_> {
    fn is_script(&self) -> bool {
        self.target.is_script()
    }

    fn now(&self) -> Duration {
        self.target.now()
    }

    fn silence(&self) -> Duration {
        self.target.silence()
    }

    fn go_on(&self) -> Result<(), TargetError> {
        self.target.go_on()
    }

    fn functions(&mut self) -> Result<Functions, TargetError> {
        self.target.functions()
    }

    fn run(&mut self) -> Result<(), TargetError> {
        self.breaks.clear();
        self.here = None;
        self.target.run()
    }

    fn go(&mut self, values: bool, patience: Duration) -> Result<Stopped, TargetError> {
        let stopped = self.target.go(values, patience)?;
        if stopped.breakpoint().is_none() {
            self.notes.end = Some(ending(&stopped));
        }
        self.reach(&stopped);
        Ok(stopped)
    }

    fn step(&mut self, patience: Duration) -> Result<Stopped, TargetError> {
        let stopped = self.target.step(patience)?;
        self.reach(&stopped);
        Ok(stopped)
    }

    fn stop_at(&mut self, id: u64, spot: StopSpot, skip: u64) -> Result<bool, TargetError> {
        self.breaks.insert(id, (spot, skip));
        self.target.stop_at(id, spot, skip)
    }

    fn remove(&mut self, id: u64) -> Result<(), TargetError> {
        self.breaks.remove(&id);
        self.target.remove(id)
    }

    fn watch(
        &mut self,
        words: &[(u64, u8)],
        reads: bool,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Place>, TargetError> {
        words.iter().for_each(|&(address, width)| self.notes.take(address, u64::from(width)));
        self.target.watch(words, reads, most, patience)
    }

    fn keep(&mut self, ranges: Vec<(u64, u64)>) -> Result<(), TargetError> {
        ranges.iter().for_each(|&(address, size)| self.notes.take(address, size));
        self.target.keep(ranges)
    }

    fn kept(&mut self) -> &mut Ranges {
        self.target.kept()
    }

    fn pages(&mut self, list: &[u64], size: u64) -> Result<Vec<(u64, Vec<u8>)>, TargetError> {
        let found = self.target.pages(list, size)?;
        self.notes.missing.extend(list);
        for (page, bytes) in &found {
            self.notes.missing.remove(page);
            self.notes.take(*page, bytes.len() as u64);
        }
        Ok(found)
    }

    fn has_memory(&mut self, address: u64) -> Result<bool, TargetError> {
        let has = self.target.has_memory(address)?;
        if !has {
            self.notes.missing.insert(address);
        } else {
            self.notes.take(address, 1);
        }
        Ok(has)
    }

    fn variables(&mut self) -> Result<Variables, TargetError> {
        self.notes.variables.extend(self.here);
        self.target.variables()
    }

    fn set(&mut self, path: &str) -> Result<Option<SetParts>, TargetError> {
        self.notes.sets.insert(path.to_string());
        self.target.set(path)
    }

    fn forget_sets(&mut self) {
        self.target.forget_sets();
    }

    fn frames(&mut self) -> Result<Vec<Place>, TargetError> {
        self.target.frames()
    }

    fn evaluate(&mut self, texts: &[String]) -> Result<Vec<Option<Evaluated>>, TargetError> {
        self.target.evaluate(texts)
    }

    fn source(&self, path: &str, line: u64) -> Option<String> {
        self.target.source(path, line)
    }
}

/// The most lines that are kept.
const LINES: usize = 3_000;

/// The stops that are kept after what is wrong.
const AFTER: usize = 200;

/// The most events that are kept.
const EVENTS: usize = 200_000;

/// The time of a recording: what comes later is left out.
const TIME: Duration = Duration::from_secs(60);

/// The operations before what is wrong from which lines are kept.
const BEFORE: usize = 3;

/// A call that has not returned.
struct Open {
    function: usize,
    cfa: u64,
    /// The variables as they were recorded last.
    locals: Vec<Local>,
}

// Many fields: the state of one run.
struct Recorder<'a> {
    target: &'a mut dyn Target,
    notes: &'a AskedOf,
    functions: &'a [Function],
    events: Vec<RecordedEvent>,
    /// By number: a page as it was recorded last.
    memory: HashMap<u64, Vec<u8>>,
    open: Vec<Open>,
    log: StopLog,
    /// By file: the lines that are shown.
    lines: BTreeMap<String, BTreeSet<u64>>,
    /// The calls from which, and up to which, lines are kept.
    window: Option<(Option<StopPlace>, Option<StopPlace>)>,
    /// The stops since what is wrong was passed.
    after: Option<usize>,
    has_lines: bool,
    n_lines: usize,
}

/// Records a program that was judged: `functions` are those that it was judged by.
///
/// # Errors
///
/// Those of the target.
pub fn record(
    target: &mut dyn Target,
    notes: &AskedOf,
    functions: &[Function],
    followed: Option<&Followed>,
) -> Result<Recording, TargetError> {
    let is_script = target.is_script();
    let window = followed.and_then(window);
    let mut recorder = Recorder {
        target,
        notes,
        functions,
        events: Vec::new(),
        memory: HashMap::new(),
        open: Vec::new(),
        log: StopLog::default(),
        lines: BTreeMap::new(),
        after: None,
        has_lines: false,
        n_lines: 0,
        window,
    };
    let is_cut = recorder.play()?;
    let folder = common_folder(functions);
    let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_string();
    let short = |path: &str| match path.strip_prefix(&folder).filter(|_| folder.len() > 1) {
        Some(inside) => inside.to_string(),
        None => last(path),
    };
    let mut sources: BTreeMap<String, BTreeMap<u64, String>> = BTreeMap::new();
    for (path, lines) in &recorder.lines {
        let text = |&line: &u64| Some((line, recorder.target.source(path, line)?));
        sources.insert(short(path), lines.iter().filter_map(text).collect());
    }
    let listed = functions.iter().map(|listed| Function { file: short(&listed.file), ..listed.clone() });
    Ok(Recording {
        functions: listed.collect(),
        is_script,
        sources,
        pages: Some(notes.pages.iter().copied().collect()),
        missing: notes.missing.iter().copied().collect(),
        is_cut,
        events: recorder.events,
    })
}

/// The end of a program.
fn ending(stopped: &Stopped) -> RecordedEvent {
    match &stopped.signal {
        // The text of an exception may name a file.
        Some(signal) => RecordedEvent::Signal(signal.split(':').next().unwrap_or(signal).to_string()),
        None => RecordedEvent::Exit(stopped.code.unwrap_or(0)),
    }
}

/// The calls between which the lines are kept: those of the last operations before what is wrong.
fn window(followed: &Followed) -> Option<(Option<StopPlace>, Option<StopPlace>)> {
    let wrong = followed.wrong.as_ref()?;
    let is_build = matches!(wrong, Wrong::Build(_) | Wrong::Unread(_) | Wrong::Sets { is_build: true, .. });
    let from = followed.places.len().checked_sub(BEFORE).and_then(|at| followed.places.get(at)).cloned();
    Some((from.filter(|_| !is_build), followed.at.clone()))
}

/// The longest folder that has all files of functions, with its last slash.
fn common_folder(functions: &[Function]) -> String {
    let mut folders = functions.iter().filter_map(|own| own.file.rsplit_once('/')).map(|(folder, _)| folder);
    let Some(first) = folders.next() else { return String::new() };
    let mut common: Vec<&str> = first.split('/').collect();
    for folder in folders {
        let same = common.iter().zip(folder.split('/')).take_while(|(one, other)| **one == *other).count();
        common.truncate(same);
    }
    common.join("/") + "/"
}

/// Bytes without the words that look like text: those of which four bytes or more are printed, unless
/// they can be a small number or an address.
fn without_text(bytes: &[u8]) -> Vec<u8> {
    let mut hidden = bytes.to_vec();
    for word in hidden.chunks_mut(8).filter(|word| word.len() == 8) {
        // An address has two bytes of zeros at its end, and a small number has more.
        let is_number = word[6..] == [0, 0];
        let printed = word.iter().filter(|byte| byte.is_ascii_graphic() || **byte == b' ').count();
        if !is_number && printed >= 4 {
            word.fill(0);
        }
    }
    hidden
}

impl Recorder<'_> {
    /// Runs the program from its beginning to its end. Returns whether the end was left out.
    fn play(&mut self) -> Result<bool, TargetError> {
        self.target.run()?;
        let begun = self.target.now();
        let main = self.functions.iter().position(|own| own.name() == "main").unwrap_or(0);
        self.enter(main, u64::MAX >> 1, 0, &Stopped::default());
        for (at, own) in self.functions.iter().enumerate().filter(|(at, _)| *at != main) {
            self.target.stop_at(at as u64, StopSpot::FromMain(own.from_main), 0)?;
        }
        self.target.keep(self.notes.ranges())?;
        self.changes()?;
        self.has_lines = matches!(self.window, Some((None, _)));
        self.events.push(RecordedEvent::HasLines(self.has_lines));
        loop {
            self.target.go_on()?;
            let patience = self.target.silence();
            let stopped = match self.has_lines {
                true => self.target.step(patience)?,
                false => self.target.go(true, patience)?,
            };
            if stopped.why != "stop" {
                self.events.push(ending(&stopped));
                return Ok(false);
            }
            self.changes()?;
            if stopped.signal.is_some() {
                let frames = self.target.frames()?;
                self.at(&frames);
                self.events.push(ending(&stopped));
                return Ok(false);
            }
            self.take(&stopped)?;
            self.after = self.after.map(|after| after + 1);
            let is_past = self.after.is_some_and(|after| after > AFTER);
            if is_past || self.events.len() >= EVENTS || self.target.now() - begun > TIME {
                // Another run has shown the end.
                self.events.extend(self.notes.end.clone());
                return Ok(self.notes.end.is_none());
            }
        }
    }

    /// Takes a stop: a call, a return or a line.
    fn take(&mut self, stopped: &Stopped) -> Result<(), TargetError> {
        let mut is_line = true;
        let mut here = None;
        for &id in &stopped.ids {
            here = self.log.reach(id);
            if is_return(id) {
                self.variables(here.as_ref())?;
                self.sets()?;
                if self.open.last().is_some_and(|open| open.cfa == stopped.sp) {
                    self.open.pop();
                    self.events.push(RecordedEvent::Return(stopped.value));
                }
                is_line = false;
            } else if let (Some(cfa), Some(back)) = (stopped.cfa, stopped.back) {
                self.call(id as usize, here.as_ref(), (cfa, back), stopped)?;
                is_line = false;
            }
        }
        if let (true, true, Some(place)) = (is_line, self.has_lines, stopped.place.as_ref().filter(|own| !own.system)) {
            let locals = self.target.frames()?.into_iter().next().map_or(Vec::new(), |frame| frame.locals);
            self.sets()?;
            self.leave_generators(place);
            self.line(place, locals);
        }
        self.turn(here.as_ref());
        Ok(())
    }

    /// Records the sets that have changed.
    fn sets(&mut self) -> Result<(), TargetError> {
        for path in &self.notes.sets {
            if let Some(parts) = self.target.set(path)?.filter(|parts| !parts.keys.is_empty()) {
                self.events.push(RecordedEvent::Set(path.clone(), parts));
            }
        }
        Ok(())
    }

    /// Records the variables at a stop at which they were asked for.
    fn variables(&mut self, here: Option<&StopPlace>) -> Result<(), TargetError> {
        let spot = here.map(|here| (here.at.spot(self.functions), here.times));
        if !spot.is_some_and(|spot| self.notes.variables.contains(&spot)) {
            return Ok(());
        }
        let mut variables = self.target.variables()?;
        // Of the sets in scope, those that are the matrix.
        let matrix = SetMatrix::find(&variables.sets);
        let is_own = |set: &SetVariable| {
            matrix.as_ref().is_some_and(|matrix| [&matrix.items_path, &matrix.options_path].contains(&&set.path))
        };
        variables.sets.retain(is_own);
        self.events.push(RecordedEvent::Variables(Box::new(variables)));
        // The lists of a script are found with its variables.
        if self.target.is_script() {
            self.target.keep(self.notes.ranges())?;
            self.changes()?;
        }
        Ok(())
    }

    /// Passes over generators that gave their caller a value: none of them is the innermost function.
    fn leave_generators(&mut self, place: &Place) {
        let is_own = |open: &Open| place.function.as_ref() == Some(&self.functions[open.function].signature);
        let Some(at) = self.open.iter().rposition(is_own).filter(|_| self.target.is_script()) else { return };
        self.events.extend(self.open.drain(at + 1..).map(|_| RecordedEvent::Left));
    }

    /// Begins to keep lines, or ends, at a stop.
    fn turn(&mut self, here: Option<&StopPlace>) {
        let had_lines = self.has_lines;
        if let (Some((from, to)), Some(here)) = (&self.window, here) {
            self.has_lines |= from.as_ref() == Some(here);
            if to.as_ref() == Some(here) {
                (self.has_lines, self.after) = (false, Some(0));
            }
        }
        self.has_lines &= self.n_lines < LINES;
        if self.has_lines != had_lines {
            self.events.push(RecordedEvent::HasLines(self.has_lines));
        }
    }

    fn call(
        &mut self,
        function: usize,
        here: Option<&StopPlace>,
        (cfa, back): (u64, u64),
        stopped: &Stopped,
    ) -> Result<(), TargetError> {
        // What was left by a jump or an exception has not returned.
        while self.open.len() > 1 && self.open.last().is_some_and(|open| open.cfa <= cfa) {
            self.open.pop();
            self.events.push(RecordedEvent::Left);
        }
        let frames = self.target.frames()?;
        if !self.has_lines {
            self.at(frames.get(1..).unwrap_or_default());
        }
        self.variables(here)?;
        self.sets()?;
        self.enter(function, cfa, back, stopped);
        if let Some(frame) = frames.first() {
            self.line(frame, frame.locals.clone());
        }
        self.log.stop_at_return(self.target, back)
    }

    fn enter(&mut self, function: usize, cfa: u64, back: u64, stopped: &Stopped) {
        let called = &self.functions[function];
        self.lines.entry(called.file.clone()).or_default().insert(called.line);
        self.open.push(Open { function, cfa, locals: Vec::new() });
        let (arguments, owner) = (stopped.arguments.clone(), stopped.owner);
        self.events.push(RecordedEvent::Call { function, cfa, back, arguments, owner });
    }

    /// The place at which the caller is.
    fn at(&mut self, frames: &[Place]) {
        if let Some(place) = frames.first() {
            self.show(place);
            self.events.push(RecordedEvent::At(place.line));
        }
    }

    fn line(&mut self, place: &Place, locals: Vec<Local>) {
        self.show(place);
        self.n_lines += 1;
        let known = self.open.last_mut().map(|open| std::mem::replace(&mut open.locals, locals.clone()));
        let known = known.unwrap_or_default();
        let is_same = known.iter().map(|local| &local.name).eq(locals.iter().map(|local| &local.name));
        if !is_same {
            self.events.push(RecordedEvent::Scope);
        }
        // A pointer to characters is written with them.
        let plain = |local: Local| Local { text: local.value.to_string(), ..local };
        let changed = locals.into_iter().filter(|local| !is_same || !known.contains(local)).map(plain).collect();
        self.events.push(RecordedEvent::Line(place.line, changed));
    }

    /// The line is one that is shown.
    fn show(&mut self, place: &Place) {
        if let Some(path) = place.file.clone().filter(|_| place.line > 0) {
            self.lines.entry(path).or_default().insert(place.line);
        }
    }

    /// Records the memory that has changed, word by word.
    fn changes(&mut self) -> Result<(), TargetError> {
        let parts = self.target.kept().changed();
        for (address, size) in parts {
            let mut bytes = vec![0; size];
            if !self.target.kept().read(address, &mut bytes) {
                continue;
            }
            let now = without_text(&bytes);
            let page = address / PAGE;
            let known = self.memory.entry(page).or_insert_with(|| {
                self.events.push(RecordedEvent::Page(page));
                vec![0; PAGE as usize]
            });
            let from = (address % PAGE) as usize;
            let mut last: Option<usize> = None;
            for at in (0..now.len()).step_by(WORD) {
                let word = &now[at..(at + WORD).min(now.len())];
                let Some(old) = known.get_mut(from + at..from + at + word.len()) else { break };
                if old == word {
                    continue;
                }
                old.copy_from_slice(word);
                match self.events.last_mut() {
                    Some(RecordedEvent::Write(_, bytes)) if last == Some(at) => bytes.extend_from_slice(word),
                    _ => self.events.push(RecordedEvent::Write(address + at as u64, word.to_vec())),
                }
                last = Some(at + WORD);
            }
        }
        Ok(())
    }
}

/// The bytes that are compared at a time.
const WORD: usize = 8;
