//! A program that is played again from a recording, instead of being run.
//!
//! A [`Recording`] is what the program did, not what it was asked: its calls and returns, the lines
//! that it passed with their variables, and the words of memory that it wrote. So a rule that is
//! thought of later can be tried on it. What it does not have is an error, never a verdict.

use crate::memory::ProgramMemory;
use crate::ranges::Ranges;
use crate::sets::SetParts;
use crate::target::{Evaluated, Function, Functions, Local, Place, StopSpot, Stopped, Target, TargetError};
use crate::variables::{NodeField, Variables};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// A program, as it ran once.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Recording {
    /// The functions of the user. The first one is `main`.
    pub functions: Vec<Function>,
    /// True for a script.
    pub is_script: bool,
    /// By path: the lines of the source, each with its number, counted from 1.
    pub sources: BTreeMap<String, BTreeMap<u64, String>>,
    /// The pages of memory that were recorded, by number. Default: all.
    #[serde(default)]
    pub pages: Option<Vec<u64>>,
    /// The addresses at which the program has no memory.
    #[serde(default)]
    pub missing: Vec<u64>,
    /// True if its end was left out.
    #[serde(default)]
    pub is_cut: bool,
    /// The events, in their order.
    pub events: Vec<RecordedEvent>,
}

impl Recording {
    /// The first event that no program can have done, counted from 1, or 0 for a line of the source,
    /// and why. A file may hold anything.
    pub fn fault(&self) -> Option<(usize, &'static str)> {
        let mut pages = 0;
        let mut why = |event: &RecordedEvent| match event {
            RecordedEvent::Call { function, .. } if *function >= self.functions.len() => {
                Some("a call of a function that it does not have")
            }
            RecordedEvent::Call { cfa, .. } if *cfa < BELOW => Some("a call at the bottom of memory"),
            RecordedEvent::Write(address, bytes) if address.checked_add(bytes.len() as u64 + PAGE).is_none() => {
                Some("a write past the end of memory")
            }
            RecordedEvent::Write(_, bytes) if bytes.is_empty() => Some("a write of no bytes"),
            RecordedEvent::Variables(variables) if !are_numbers(variables) => {
                Some("a variable that is not a number of 1, 2, 4 or 8 bytes")
            }
            RecordedEvent::Page(page) if *page > u64::MAX / PAGE - 1 => Some("a page past the end of memory"),
            RecordedEvent::Page(_) | RecordedEvent::Write(..) => {
                pages += 1;
                (pages > MOST_PAGES).then_some("more memory than a recording has")
            }
            _ => None,
        };
        let lines = self.sources.values().flat_map(BTreeMap::values);
        if lines.clone().any(|line| line.len() > LONGEST_LINE) {
            return Some((0, "a line of the source that is too long"));
        }
        self.events.iter().zip(1..).find_map(|(event, number)| Some((number, why(event)?)))
    }
}

/// Returns whether all variables have a size that a number has.
fn are_numbers(variables: &Variables) -> bool {
    let is_size = |width: &u8| matches!(width, 1 | 2 | 4 | 8);
    let fields = variables.types.values().flat_map(|kind| kind.fields.iter().map(|field| &field.width));
    variables.arrays.iter().map(|array| &array.width).chain(fields).all(is_size)
}

/// The longest line of a source in bytes.
const LONGEST_LINE: usize = 2_000;

/// The most pages and writes of a recording.
const MOST_PAGES: usize = 200_000;

/// The distance of the stack pointer of a function from that of its caller.
const BELOW: u64 = 64;

/// A thing that the program did.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub enum RecordedEvent {
    /// A function was called.
    Call {
        /// Its place among the functions.
        function: usize,
        /// The stack pointer of the caller, after the return.
        cfa: u64,
        /// The address to which it returns.
        back: u64,
        /// The integers and pointers with which it was called.
        arguments: Vec<i64>,
        /// The object whose method it is, in a script.
        #[serde(default)]
        owner: Option<u64>,
    },
    /// The innermost function returned, perhaps an integer.
    Return(Option<i64>),
    /// The innermost function was left by a jump or an exception.
    Left,
    /// The next line of the innermost function, and its variables before it runs: those that have
    /// changed, at least.
    Line(u64, Vec<Local>),
    /// The innermost function has other variables from here on.
    Scope,
    /// The line at which the innermost function is, where lines are not recorded one by one.
    At(u64),
    /// True if lines are recorded one by one from here on.
    HasLines(bool),
    /// The program has this page of memory from here on, by number: zeros.
    Page(u64),
    /// Bytes were written at an address.
    Write(u64, #[serde(with = "hexadecimal")] Vec<u8>),
    /// The variables in scope: from here on, or, where only some memory was recorded, at the next
    /// call.
    Variables(Box<Variables>),
    /// The parts of the sets of a variable that have changed.
    Set(String, SetParts),
    /// The program ended with an exit code.
    Exit(i64),
    /// A signal ended it: `SIGINT` after its time.
    Signal(String),
}

/// The size of a page in bytes.
pub(crate) const PAGE: u64 = 4096;

/// The distance in bytes from all that a program was asked for, at which it has no memory.
const FAR: u64 = 1 << 32;

/// The address from which a program has no memory of its own, on the processors of today.
const HIGH: u64 = 1 << 47;

/// The time that an event takes.
const EVENT: Duration = Duration::from_micros(1);

/// Bytes as a text of hexadecimal digits.
mod hexadecimal {
    use crate::target::unhex;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::fmt::Write;

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(2 * bytes.len());
        for byte in bytes {
            write!(text, "{byte:02x}").map_err(serde::ser::Error::custom)?;
        }
        to.serialize_str(&text)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        let is_hex = text.len() % 2 == 0 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| unhex(&text)).ok_or_else(|| serde::de::Error::custom("not an even number of hexadecimal digits"))
    }
}

struct Frame {
    function: usize,
    cfa: u64,
    back: u64,
    line: u64,
    locals: Vec<Local>,
}

/// A recording that is played.
pub struct Recorded {
    recording: Arc<Recording>,
    at: usize,
    passed: u32,
    memory: Memory,
    stack: Vec<Frame>,
    /// The event with the variables now.
    variables: Option<usize>,
    /// True if they are those of the call that follows.
    are_next: bool,
    has_lines: bool,
    /// By path: the sets now.
    sets: HashMap<String, BTreeMap<String, Vec<String>>>,
    breaks: BTreeMap<u64, (StopSpot, u64)>,
    ranges: Vec<(u64, u64)>,
    kept: Ranges,
}

#[derive(Default)]
struct Memory {
    pages: HashMap<u64, Vec<u8>>,
}

impl Memory {
    fn write(&mut self, address: u64, bytes: &[u8]) {
        for (at, &byte) in (address..).zip(bytes) {
            let page = self.pages.entry(at / PAGE).or_insert_with(|| vec![0; PAGE as usize]);
            page[(at % PAGE) as usize] = byte;
        }
    }
}

impl ProgramMemory for Memory {
    fn read(&mut self, address: u64, into: &mut [u8]) -> bool {
        if address.checked_add(into.len() as u64).is_none() {
            return false;
        }
        for (at, byte) in (address..).zip(into) {
            let Some(page) = self.pages.get(&(at / PAGE)) else { return false };
            *byte = page[(at % PAGE) as usize];
        }
        true
    }
}

/// The kind of a stop in the recording.
enum Event {
    Call,
    /// To this address, with this stack pointer.
    Return(u64, u64),
    Line,
    Written(u64, usize),
    Other,
    End(Box<Stopped>),
}

impl Recorded {
    /// A recording at its beginning.
    pub fn new(recording: Arc<Recording>) -> Recorded {
        Recorded {
            recording,
            at: 0,
            passed: 0,
            memory: Memory::default(),
            are_next: false,
            has_lines: true,
            sets: HashMap::new(),
            stack: Vec::new(),
            variables: None,
            breaks: BTreeMap::new(),
            ranges: Vec::new(),
            kept: Ranges::default(),
        }
    }

    /// Plays the next event.
    fn next(&mut self) -> Event {
        let recording = Arc::clone(&self.recording);
        let Some(event) = recording.events.get(self.at) else {
            return Event::End(Box::new(Stopped { why: "exited".to_string(), ..Stopped::default() }));
        };
        self.at += 1;
        self.passed += 1;
        // Where only some was recorded, the variables are those of one stop.
        if recording.pages.is_some()
            && matches!(event, RecordedEvent::Call { .. } | RecordedEvent::Return(_) | RecordedEvent::Line(..))
            && !std::mem::take(&mut self.are_next)
        {
            self.variables = None;
        }
        match event {
            RecordedEvent::Call { function, cfa, back, .. } => {
                let line = recording.functions[*function].line;
                self.stack.push(Frame { function: *function, cfa: *cfa, back: *back, line, locals: Vec::new() });
                // A function stops where it has its arguments: at its first line.
                if let Some(RecordedEvent::Scope) = recording.events.get(self.at) {
                    self.next();
                }
                if let Some(RecordedEvent::Line(..)) = recording.events.get(self.at) {
                    self.are_next = true;
                    self.next();
                }
                while let Some(RecordedEvent::HasLines(_) | RecordedEvent::Set(..)) = recording.events.get(self.at) {
                    self.next();
                }
                Event::Call
            }
            RecordedEvent::Left => {
                self.stack.pop();
                Event::Other
            }
            RecordedEvent::Scope => {
                if let Some(frame) = self.stack.last_mut() {
                    frame.locals.clear();
                }
                Event::Other
            }
            RecordedEvent::At(line) => {
                if let Some(frame) = self.stack.last_mut() {
                    frame.line = *line;
                }
                Event::Other
            }
            RecordedEvent::HasLines(has) => {
                self.has_lines = *has;
                Event::Other
            }
            RecordedEvent::Set(path, parts) => {
                let sets = self.sets.entry(path.clone()).or_default();
                if parts.is_whole {
                    sets.clear();
                }
                for (key, rows) in &parts.keys {
                    match rows {
                        Some(rows) => drop(sets.insert(key.clone(), rows.clone())),
                        None => drop(sets.remove(key)),
                    }
                }
                Event::Other
            }
            RecordedEvent::Return(_) => match self.stack.pop() {
                Some(frame) => Event::Return(frame.back, frame.cfa),
                None => Event::Other,
            },
            RecordedEvent::Line(line, locals) => {
                if let Some(frame) = self.stack.last_mut() {
                    frame.line = *line;
                    for local in locals {
                        match frame.locals.iter_mut().find(|known| known.name == local.name) {
                            Some(known) => known.clone_from(local),
                            None => frame.locals.push(local.clone()),
                        }
                    }
                }
                Event::Line
            }
            RecordedEvent::Page(page) => {
                self.memory.pages.entry(*page).or_insert_with(|| vec![0; PAGE as usize]);
                Event::Other
            }
            RecordedEvent::Write(address, bytes) => {
                self.memory.write(*address, bytes);
                Event::Written(*address, bytes.len())
            }
            RecordedEvent::Variables(_) => {
                (self.variables, self.are_next) = (Some(self.at - 1), true);
                Event::Other
            }
            RecordedEvent::Exit(code) => {
                let why = "exited".to_string();
                Event::End(Box::new(Stopped { why, code: Some(*code), ..Stopped::default() }))
            }
            // It stays where it is.
            RecordedEvent::Signal(name) => {
                self.at -= 1;
                Event::End(Box::new(Stopped { signal: Some(name.clone()), ..self.stopped(Vec::new()) }))
            }
        }
    }

    /// The breakpoints that an event meets: those that are not passed over.
    fn ids(&mut self, event: &Event) -> Vec<u64> {
        let here = match event {
            Event::Call => {
                let Some(frame) = self.stack.last() else { return Vec::new() };
                StopSpot::FromMain(self.recording.functions[frame.function].from_main)
            }
            Event::Return(back, _) => StopSpot::Address(*back),
            _ => return Vec::new(),
        };
        let mut ids = Vec::new();
        for (id, (spot, skip)) in &mut self.breaks {
            if *spot != here {
                continue;
            }
            match skip.checked_sub(1) {
                Some(left) => *skip = left,
                None => ids.push(*id),
            }
        }
        ids
    }

    fn stopped(&mut self, ids: Vec<u64>) -> Stopped {
        let mut stopped = Stopped { why: "stop".to_string(), ids, ..Stopped::default() };
        if let Some(frame) = self.stack.last() {
            (stopped.sp, stopped.cfa, stopped.back) = (frame.cfa - BELOW, Some(frame.cfa), Some(frame.back));
            stopped.place = Some(self.place(frame));
        }
        for (range, &(address, size)) in self.ranges.iter().enumerate() {
            let mut bytes = vec![0; size as usize];
            if self.memory.read(address, &mut bytes) {
                self.kept.take(range, 0, &bytes);
            }
        }
        stopped
    }

    fn place(&self, frame: &Frame) -> Place {
        let Function { file, signature, from_main, .. } = &self.recording.functions[frame.function];
        Place {
            function: Some(signature.clone()),
            file: Some(file.clone()),
            path: Some(file.clone()),
            line: frame.line,
            pc: from_main.cast_unsigned() << 20 | frame.line,
            locals: frame.locals.clone(),
            ..Place::default()
        }
    }

    /// The value of a name, or of an element of an array, and its address.
    fn value_of(&mut self, text: &str) -> Option<(i64, Option<u64>, u8)> {
        if let Some((base, index)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            let (index, ..) = self.value_of(index)?;
            let variables = self.variables_now()?;
            let array = variables.arrays.iter().find(|array| array.path == base)?;
            let field = NodeField::of_array(array);
            return Some((field.get(index, &mut self.memory)?, Some(field.address(index)), field.width));
        }
        if let Ok(value) = text.parse() {
            return Some((value, None, 8));
        }
        let local = self.stack.last()?.locals.iter().find(|local| local.name == text);
        let scalar = || self.variables_now()?.scalars.iter().find(|scalar| scalar.path == text).map(|one| one.value);
        local.and_then(|local| i64::try_from(local.value).ok()).or_else(scalar).map(|value| (value, None, 8))
    }

    /// Fails at the end of a recording that was cut.
    fn is_there(&self) -> Result<(), TargetError> {
        let is_over = self.recording.is_cut && self.at >= self.recording.events.len();
        if is_over { Err(TargetError::NotRecorded("this much of the program")) } else { Ok(()) }
    }

    /// Returns whether it is known what is at an address.
    fn is_recorded(&self, address: u64) -> bool {
        let Some(pages) = &self.recording.pages else { return true };
        let page = address / PAGE;
        let at = pages.partition_point(|&known| known <= page);
        let beside = pages[at.saturating_sub(1)..pages.len().min(at + 1)].iter();
        // What no part of the program is near is not memory.
        let is_far = beside.map(|&known| known.abs_diff(page)).min().is_none_or(|away| away > FAR / PAGE);
        let is_high = !self.recording.is_script && address >= HIGH;
        is_far
            || is_high
            || pages.binary_search(&page).is_ok()
            || self.recording.missing.binary_search(&address).is_ok()
    }

    fn variables_now(&self) -> Option<Variables> {
        match self.recording.events.get(self.variables?) {
            Some(RecordedEvent::Variables(variables)) => Some((**variables).clone()),
            _ => None,
        }
    }
}

impl Target for Recorded {
    fn is_script(&self) -> bool {
        self.recording.is_script
    }

    fn now(&self) -> Duration {
        EVENT * self.passed
    }

    fn silence(&self) -> Duration {
        Duration::from_secs(2)
    }

    fn go_on(&self) -> Result<(), TargetError> {
        Ok(())
    }

    fn functions(&mut self) -> Result<Functions, TargetError> {
        Ok(Functions { functions: self.recording.functions.clone(), optimized: None })
    }

    fn run(&mut self) -> Result<(), TargetError> {
        *self = Recorded { passed: self.passed, ..Recorded::new(Arc::clone(&self.recording)) };
        // Up to the first function, as a debugger goes to `main`.
        while self.stack.is_empty() {
            if let Event::End(_) = self.next() {
                return Err(TargetError::NotRecorded("a function"));
            }
        }
        Ok(())
    }

    fn go(&mut self, _: bool, _: Duration) -> Result<Stopped, TargetError> {
        loop {
            self.is_there()?;
            let event = self.next();
            if let Event::End(stopped) = event {
                let exit = self.breaks.iter().find(|(_, (spot, _))| *spot == StopSpot::Exit).map(|(id, _)| *id);
                return Ok(match exit.filter(|_| stopped.why == "exited" && !self.stack.is_empty()) {
                    Some(id) => {
                        self.breaks.remove(&id);
                        self.at -= 1;
                        self.stopped(vec![id])
                    }
                    None => *stopped,
                });
            }
            let ids = self.ids(&event);
            if ids.is_empty() {
                continue;
            }
            let mut stopped = self.stopped(ids);
            match (event, self.recording.events.get(self.at - 1)) {
                (Event::Return(_, sp), Some(RecordedEvent::Return(value))) => {
                    (stopped.value, stopped.sp) = (*value, sp);
                }
                (Event::Call, _) => {
                    let mut calls = self.recording.events[..self.at].iter().rev();
                    let call = calls.find_map(|event| match event {
                        RecordedEvent::Call { arguments, owner, .. } => Some((arguments.clone(), *owner)),
                        _ => None,
                    });
                    (stopped.arguments, stopped.owner) = call.unwrap_or_default();
                }
                _ => {}
            }
            return Ok(stopped);
        }
    }

    fn step(&mut self, _: Duration) -> Result<Stopped, TargetError> {
        loop {
            self.is_there()?;
            if !self.has_lines {
                return Err(TargetError::NotRecorded("the lines here"));
            }
            match self.next() {
                Event::End(stopped) => return Ok(*stopped),
                Event::Line => return Ok(self.stopped(Vec::new())),
                event => {
                    let ids = self.ids(&event);
                    if !ids.is_empty() || matches!(event, Event::Call) {
                        return Ok(self.stopped(ids));
                    }
                }
            }
        }
    }

    fn stop_at(&mut self, id: u64, spot: StopSpot, skip: u64) -> Result<bool, TargetError> {
        self.breaks.insert(id, (spot, skip));
        Ok(true)
    }

    fn remove(&mut self, id: u64) -> Result<(), TargetError> {
        self.breaks.remove(&id);
        Ok(())
    }

    fn watch(&mut self, words: &[(u64, u8)], reads: bool, most: usize, _: Duration) -> Result<Vec<Place>, TargetError> {
        let value = |memory: &mut Memory, (address, width): (u64, u8)| {
            let mut bytes = vec![0; usize::from(width)];
            if memory.read(address, &mut bytes) { bytes } else { Vec::new() }
        };
        let mut now: Vec<Vec<u8>> = words.iter().map(|&word| value(&mut self.memory, word)).collect();
        let mut writes: Vec<Place> = Vec::new();
        while writes.len() < most {
            self.is_there()?;
            let event = self.next();
            let is_met = !self.ids(&event).is_empty() || matches!(event, Event::End(_));
            if is_met {
                break;
            }
            let Event::Written(address, size) = event else { continue };
            let before = std::mem::replace(&mut now, words.iter().map(|&word| value(&mut self.memory, word)).collect());
            let meets = |k: &usize| {
                let (start, width) = words[*k];
                start < address.saturating_add(size as u64)
                    && address < start.saturating_add(u64::from(width))
                    && (reads || now[*k] != before[*k])
            };
            let hits: Vec<usize> = (0..words.len()).filter(meets).collect();
            if !hits.is_empty() && !self.has_lines {
                return Err(TargetError::NotRecorded("the lines here"));
            }
            if let Some(frame) = self.stack.last().filter(|_| !hits.is_empty()) {
                writes.push(Place { words: now.clone(), hits, number: writes.len(), ..self.place(frame) });
            }
        }
        Ok(writes)
    }

    fn keep(&mut self, ranges: Vec<(u64, u64)>) -> Result<(), TargetError> {
        self.kept = Ranges::new(ranges.clone());
        self.ranges = ranges;
        self.stopped(Vec::new());
        Ok(())
    }

    fn kept(&mut self) -> &mut Ranges {
        &mut self.kept
    }

    fn pages(&mut self, list: &[u64], size: u64) -> Result<Vec<(u64, Vec<u8>)>, TargetError> {
        let mut found = Vec::new();
        for &page in list {
            if !self.is_recorded(page) {
                return Err(TargetError::NotRecorded("this memory"));
            }
            let mut bytes = vec![0; size as usize];
            if self.memory.read(page, &mut bytes) {
                found.push((page, bytes));
            }
        }
        Ok(found)
    }

    fn has_memory(&mut self, address: u64) -> Result<bool, TargetError> {
        if !self.is_recorded(address) {
            return Err(TargetError::NotRecorded("this memory"));
        }
        Ok(self.memory.read(address, &mut [0]))
    }

    fn variables(&mut self) -> Result<Variables, TargetError> {
        self.variables_now().ok_or(TargetError::NotRecorded("the variables here"))
    }

    fn set(&mut self, path: &str) -> Result<Option<SetParts>, TargetError> {
        let known = self.sets.get(path).map(|sets| SetParts {
            is_whole: true,
            keys: sets.iter().map(|(key, rows)| (key.clone(), Some(rows.clone()))).collect(),
        });
        if known.is_some() {
            return Ok(known);
        }
        let set = self.variables()?.sets.into_iter().find(|set| set.path == path);
        Ok(set.map(|set| SetParts {
            is_whole: true,
            keys: set.keys.into_iter().zip(set.rows.into_iter().map(Some)).collect(),
        }))
    }

    fn forget_sets(&mut self) {}

    fn frames(&mut self) -> Result<Vec<Place>, TargetError> {
        let mut frames: Vec<Place> = self.stack.iter().rev().map(|frame| self.place(frame)).collect();
        // A frame goes on where the one that it called returns to.
        for (outer, inner) in frames.iter_mut().skip(1).zip(self.stack.iter().rev()) {
            outer.pc = inner.back;
        }
        Ok(frames)
    }

    fn evaluate(&mut self, texts: &[String]) -> Result<Vec<Option<Evaluated>>, TargetError> {
        let values = texts.iter().map(|text| {
            let (value, address, width) = self.value_of(text)?;
            let is_local = address.is_none();
            Some(Evaluated { text: text.clone(), value, address, width, is_outside: false, is_local })
        });
        Ok(values.collect())
    }

    fn source(&self, path: &str, line: u64) -> Option<String> {
        self.recording.sources.get(path)?.get(&line).cloned()
    }
}
