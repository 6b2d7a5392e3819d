//! A program that is run, stopped and read, whatever does so: a debugger, an interpreter that traces
//! itself, or a recording.
//!
//! A [`Target`] has verbs and decides nothing: what is read, where the program stops and what that
//! means is decided above it. The clock is the target's, so that a recording has the time of its
//! program.

use crate::ranges::Ranges;
use crate::sets::SetParts;
use crate::variables::Variables;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Duration;

/// The reason why a program cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// There is no debugger.
    #[error("gdb is missing; install it: `apt install gdb`, or your system's package of this name")]
    Missing,
    /// The debugger has no scripts.
    #[error("this gdb has no Python; install one that has: `gdb -batch -ex 'python print(1)'` prints 1 there")]
    NoPython,
    /// The program does not start: the reason.
    #[error("it cannot be started: {0}")]
    NotStarted(String),
    /// There is no program of this name.
    #[error("this file is not there, or is not a program")]
    NoProgram,
    /// The program is in a language that is not followed: which.
    #[error(
        "it is in {0}, which is not followed as it is; `quadrille shim` has ten lines that let it say what it does, \
         and `quadrille against` reads that"
    )]
    OtherLanguage(String),
    /// The system forbids to trace.
    #[error("gdb may not trace a program here; a container needs the right to (`--cap-add SYS_PTRACE`)")]
    NotAllowed,
    /// No answer came in time.
    #[error("the debugger does not answer")]
    Silent,
    /// The first function was not reached within some seconds.
    #[error(
        "`main` was not reached in {0} s: a constructor or an initializer before it may not end; `--silence` waits longer"
    )]
    NoMain(u64),
    /// The program has more memory than it may have.
    #[error("it uses more memory than `--memory` allows")]
    Memory,
    /// A signal ended it.
    #[error("it was killed by {0}")]
    Killed(String),
    /// A search in memory took too long.
    #[error("too many of its variables could be links; `--roles 'L R U D'` names those that are")]
    TooManyCandidates,
    /// The user wants to stop.
    #[error("interrupted")]
    Interrupted,
    /// A recording has no answer to this.
    #[error("the recording does not have {0}")]
    NotRecorded(&'static str),
    /// Another error of the debugger, in its words.
    #[error("the debugger: {0}")]
    Failed(String),
}

/// A place in the user's source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Place {
    /// The function, if it has a name.
    pub function: Option<String>,
    /// The file, as the compiler was given it.
    pub file: Option<String>,
    /// The whole path of the file.
    #[serde(default)]
    pub path: Option<String>,
    /// The line, counted from 1.
    pub line: u64,
    /// The address of the next instruction.
    pub pc: u64,
    /// True in a file that is not the user's.
    pub system: bool,
    /// The variables of the frame, if they were asked for.
    #[serde(default)]
    pub locals: Vec<Local>,
    /// The bytes of watched words.
    #[serde(default, deserialize_with = "hex_words")]
    pub words: Vec<Vec<u8>>,
    /// The watched words that it changed, by their places in the list.
    #[serde(default)]
    pub hits: Vec<usize>,
    /// True for a write of a library that moves what is there.
    #[serde(default)]
    pub moved: bool,
    /// The number of changes of the watched words before this one.
    #[serde(default)]
    pub number: usize,
}

impl Place {
    /// The name of the function without types and scopes, or nothing.
    pub fn name(&self) -> &str {
        self.function.as_deref().map_or("", plain_name)
    }
}

/// A variable of a frame.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Local {
    /// The name.
    pub name: String,
    /// The value, as the debugger writes it.
    pub text: String,
    /// The value.
    pub value: i128,
    /// True for an argument of the function.
    pub argument: bool,
}

/// A function of the user.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Function {
    /// The file that has it.
    pub file: String,
    /// The line at which it begins.
    pub line: u64,
    /// The name with types and scopes.
    pub signature: String,
    /// The distance of the instruction at which it has its arguments from the first one of `main`.
    pub from_main: i64,
    /// The same of its first instruction.
    #[serde(default)]
    pub begins_from_main: i64,
    /// True if it returns an integer.
    pub is_number: bool,
    /// True if it returns nothing.
    pub is_void: bool,
    /// True for the code of a function inside another one, which has no call of its own.
    #[serde(default)]
    pub is_inlined: bool,
    /// True for a generator: its caller may leave it early.
    #[serde(default)]
    pub is_generator: bool,
}

impl Function {
    /// The name without types and scopes.
    pub fn name(&self) -> &str {
        plain_name(&self.signature)
    }

    /// The name and the line at which it begins: `cover (mine.cpp:45)`.
    pub fn place(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        format!("{} ({file}:{})", self.name(), self.line)
    }
}

/// The name of a function without its types and scopes.
pub fn plain_name(signature: &str) -> &str {
    let name = signature.split('(').next().unwrap_or(signature);
    name.rsplit([' ', ':', '*', '&']).next().unwrap_or(name)
}

/// The end of a program in words, with the user's line at which it was.
pub(crate) fn end_words(stopped: &Stopped, frames: &[Place]) -> String {
    let place = frames.first().map_or(String::new(), |frame| {
        let file = frame.file.as_deref().unwrap_or("").rsplit('/').next().unwrap_or("");
        format!(", in {file}:{}", frame.line)
    });
    match (&stopped.signal, stopped.code) {
        (Some(signal), _) if signal == "SIGINT" => format!("it did not end in time{place}"),
        (Some(signal), _) => format!("it was stopped by {signal}{place}"),
        (None, Some(0) | None) => "it ended".to_string(),
        (None, Some(code)) => format!("it ended with exit code {code}"),
    }
}

/// The user's functions.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Functions {
    /// The functions.
    pub functions: Vec<Function>,
    /// The optimization with which they were compiled, if there is one.
    pub optimized: Option<String>,
}

impl Functions {
    /// Those that have calls of their own.
    #[must_use]
    pub fn called(&self) -> Functions {
        let functions = self.functions.iter().filter(|function| !function.is_inlined).cloned().collect();
        Functions { functions, optimized: self.optimized.clone() }
    }
}

/// A stop of the program, or its end.
// Many fields: an answer has one for each of its keys.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Stopped {
    /// `stop`, `exited` or `failed`.
    pub why: String,
    /// The breakpoints that it stopped at.
    #[serde(default)]
    pub ids: Vec<u64>,
    /// The signal that stopped it.
    #[serde(default)]
    pub signal: Option<String>,
    /// The exit code.
    #[serde(default)]
    pub code: Option<i64>,
    /// The stack pointer.
    #[serde(default)]
    pub sp: u64,
    /// The stack pointer of the caller, after the return.
    #[serde(default)]
    pub cfa: Option<u64>,
    /// The address to which the function returns.
    #[serde(rename = "return", default)]
    pub back: Option<u64>,
    /// The line, if it was asked for.
    #[serde(default)]
    pub place: Option<Place>,
    /// The integers and pointers with which a function was called, at a stop at its beginning.
    #[serde(default)]
    pub arguments: Vec<i64>,
    /// The object whose method was called, in a script, if it is not a node.
    #[serde(default)]
    pub owner: Option<u64>,
    /// The integer that a function has returned, at a stop after its return.
    #[serde(default)]
    pub value: Option<i64>,
    /// The id of the process.
    #[serde(default)]
    pub pid: Option<u32>,
    /// The words of an error.
    #[serde(default)]
    pub message: Option<String>,
}

impl Stopped {
    /// The breakpoint at which it stopped. `None` at a signal or the end.
    pub fn breakpoint(&self) -> Option<u64> {
        self.ids.first().copied().filter(|_| self.why == "stop" && self.signal.is_none())
    }
}

/// The value of an expression.
#[derive(Clone, Debug, Deserialize)]
pub struct Evaluated {
    /// The expression.
    pub text: String,
    /// The value.
    pub value: i64,
    /// Its place in memory.
    pub address: Option<u64>,
    /// Its size in bytes.
    pub width: u8,
    /// True for an element of an array that has no such index.
    pub is_outside: bool,
    /// True for a variable of the function.
    pub is_local: bool,
}

/// A place at which a program may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopSpot {
    /// The instruction at this distance from the first one of `main`, see [`Function::from_main`].
    FromMain(i64),
    /// The instruction at an address.
    Address(u64),
    /// The end of the program.
    Exit,
}

/// A program that is run, stopped and read.
///
/// # Errors
///
/// Every verb ends in an error if the program or its debugger is gone, if the user interrupts, or
/// if the memory of the program grows too large. An error is not a verdict.
pub trait Target {
    /// Returns whether it is a script, whose lists and objects are its memory.
    fn is_script(&self) -> bool;

    /// The time of this target, which never falls.
    fn now(&self) -> Duration;

    /// The time without a stop after which the program does not end.
    fn silence(&self) -> Duration;

    /// Fails once the user wants to stop.
    fn go_on(&self) -> Result<(), TargetError>;

    /// The functions of the user.
    fn functions(&mut self) -> Result<Functions, TargetError>;

    /// Starts the program again, up to its first function. Breakpoints and ranges are gone.
    fn run(&mut self) -> Result<(), TargetError>;

    /// Goes on to the next stop, or for some time: then the program is interrupted. `values` asks
    /// for the arguments of a function that was called, and for the number that was returned.
    fn go(&mut self, values: bool, patience: Duration) -> Result<Stopped, TargetError>;

    /// Steps to the next line of the user's source.
    fn step(&mut self, patience: Duration) -> Result<Stopped, TargetError>;

    /// Sets a breakpoint, which passes over the first `skip` times. Returns false if there is no
    /// such place.
    fn stop_at(&mut self, id: u64, spot: StopSpot, skip: u64) -> Result<bool, TargetError>;

    /// Takes a breakpoint away.
    fn remove(&mut self, id: u64) -> Result<(), TargetError>;

    /// Watches words of memory, by address and size in bytes, up to the next stop. Returns the
    /// writes, each with its place; with `reads`, also accesses that change nothing.
    fn watch(
        &mut self,
        words: &[(u64, u8)],
        reads: bool,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Place>, TargetError>;

    /// Keeps ranges of memory, by address and size in bytes, from now on: see [`Target::kept`].
    fn keep(&mut self, ranges: Vec<(u64, u64)>) -> Result<(), TargetError>;

    /// The ranges that are kept, as they were at the last stop.
    fn kept(&mut self) -> &mut Ranges;

    /// Reads pages of memory of some bytes each. Those that are not there are left out.
    fn pages(&mut self, list: &[u64], size: u64) -> Result<Vec<(u64, Vec<u8>)>, TargetError>;

    /// Returns whether the program has memory at an address.
    fn has_memory(&mut self, address: u64) -> Result<bool, TargetError>;

    /// The variables in scope.
    fn variables(&mut self) -> Result<Variables, TargetError>;

    /// The sets of a variable, which was among the variables before: what has changed of them since
    /// this was asked last.
    fn set(&mut self, path: &str) -> Result<Option<SetParts>, TargetError>;

    /// Lets [`Target::set`] give all of the sets again.
    fn forget_sets(&mut self);

    /// The user's frames, the innermost first.
    fn frames(&mut self) -> Result<Vec<Place>, TargetError>;

    /// The values of expressions in the user's innermost frame. `None` for one that is not a
    /// number.
    fn evaluate(&mut self, texts: &[String]) -> Result<Vec<Option<Evaluated>>, TargetError>;

    /// A line of a source file, counted from 1. `None` if it is not known.
    fn source(&self, path: &str, line: u64) -> Option<String>;
}

/// Bytes from hexadecimal digits.
pub fn unhex(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
    text.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

fn hex_words<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<u8>>, D::Error> {
    let words: Vec<String> = Vec::deserialize(from)?;
    let is_hex = |word: &String| word.bytes().all(|byte| byte.is_ascii_hexdigit());
    words
        .iter()
        .all(is_hex)
        .then(|| words.iter().map(|word| unhex(word)).collect())
        .ok_or_else(|| D::Error::custom("no hex"))
}
