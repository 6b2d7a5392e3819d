//! The program under a debugger: requests go to a driver, and answers come back. The driver is in
//! gdb's Python, or, for a script in Python, in the interpreter that runs it.
//!
//! The debugger has a process group of its own, and gives the program another one. Both are killed
//! when this ends, however it ends.

use super::pages::Ranges;
use crate::cli::case::quoted;
use crate::cli::child::{in_path, is_executable, signal_words};
use crate::cli::group::ProcessGroup;
use crate::cli::interrupt::is_interrupted;
use crate::cli::kin::{processor_time, resident};
use crate::study::attach::{RoleNames, SetVariable, Variables};
use rustix::process::{Pid, Signal, kill_process};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The driver in gdb.
const DRIVER: &str = concat!(include_str!("hands.py"), "\n\n", include_str!("driver.py"));

/// The driver in Python.
const TRACER: &str = concat!(include_str!("hands.py"), "\n\n", include_str!("tracer.py"));

/// The reason why a program cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DebuggerError {
    #[error("gdb is missing; install it: `apt install gdb`, or your system's package of this name")]
    Missing,
    #[error("this gdb has no Python; install one that has: `gdb -batch -ex 'python print(1)'` prints 1 there")]
    NoPython,
    #[error("it cannot be started: {0}")]
    NotStarted(String),
    #[error("this file is not there, or is not a program")]
    NoProgram,
    #[error("gdb may not trace a program here; a container needs the right to (`--cap-add SYS_PTRACE`)")]
    NotAllowed,
    #[error("the debugger does not answer")]
    Silent,
    #[error(
        "`main` was not reached in {0} s: a constructor or an initializer before it may not end; `--silence` waits longer"
    )]
    NoMain(u64),
    #[error("it uses more memory than `--memory` allows")]
    Memory,
    #[error("it was killed by {0}")]
    Killed(String),
    #[error("too many of its variables could be links; `--roles 'L R U D'` names those that are")]
    TooManyCandidates,
    #[error("interrupted")]
    Interrupted,
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
    /// The values of watched words, in hexadecimal digits.
    #[serde(default)]
    pub words: Vec<String>,
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

/// A variable of a frame.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Local {
    pub name: String,
    pub text: String,
    pub value: i128,
    pub argument: bool,
}

/// A function of the user.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Function {
    pub file: String,
    pub line: u64,
    pub signature: String,
    /// The distance of the instruction at which it has its arguments from the first one of `main`.
    pub from_main: i64,
    /// True if it returns an integer.
    pub is_number: bool,
    /// True if it returns nothing.
    pub is_void: bool,
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
    pub signal: Option<String>,
    /// The exit code.
    pub code: Option<i64>,
    #[serde(default)]
    pub sp: u64,
    /// The stack pointer of the caller, after the return.
    pub cfa: Option<u64>,
    /// The address to which the function returns.
    #[serde(rename = "return")]
    pub back: Option<u64>,
    pub place: Option<Place>,
    /// The integers and pointers with which a function was called, at a stop at its beginning.
    #[serde(default)]
    pub arguments: Vec<i64>,
    /// The integer that a function has returned, at a stop after its return.
    pub value: Option<i64>,
    /// The parts of the ranges that have changed: the range, the offset, the bytes.
    #[serde(default)]
    pub changed: Vec<(usize, usize, String)>,
    /// The id of the process.
    pub pid: Option<u32>,
    pub message: Option<String>,
}

/// The limits of a program under the debugger.
#[derive(Clone, Copy, Debug)]
pub struct DebuggerLimits {
    /// The time without a stop after which the program is interrupted.
    pub silence: Duration,
    /// The most bytes of memory that it may use.
    pub memory: u64,
}

/// The time that a debugger takes to load a program, besides what the program does before `main`.
const LOADING: Duration = Duration::from_secs(3);

/// gdb with the program in it, or Python with the script.
pub struct Debugger {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
    args: String,
    program: Option<(u32, Option<ProcessGroup>)>,
    group: Option<ProcessGroup>,
    /// The limits of the program.
    pub limits: DebuggerLimits,
    /// True for a script in Python.
    pub is_script: bool,
    /// The names of roles that the user has given.
    pub names: RoleNames,
    /// The ranges of memory that come with each stop.
    pub ranges: Ranges,
}

impl Debugger {
    /// Starts the debugger for a program with its arguments and its input.
    pub fn start(command: &[OsString], input: &[u8], limits: DebuggerLimits) -> Result<Debugger, DebuggerError> {
        let (program, args) =
            command.split_first().ok_or_else(|| DebuggerError::NotStarted("no program".to_string()))?;
        let script = python_script(command);
        if script
            .as_ref()
            .map_or_else(|| !is_program(Path::new(program)), |(_, script)| !Path::new(&script[0]).is_file())
        {
            return Err(DebuggerError::NoProgram);
        }
        let mut gdb = Command::new("sh");
        gdb.args(["-c", r#"exec "$@" 3>&1 1>&2"#, "sh"]);
        match &script {
            Some((python, script)) => {
                let driver = format!("exec(bytes.fromhex('{}').decode())", hex(TRACER.as_bytes()));
                gdb.arg(python).args(["-c", &driver]).args(*script);
            }
            None => {
                let driver = format!("python exec(bytes.fromhex('{}').decode())", hex(DRIVER.as_bytes()));
                gdb.args(["gdb", "-q", "-nx", "-nh", "-batch", "-ex", &driver, "--args"]).arg(program);
            }
        }
        gdb.env("SHELL", "/bin/sh").env_remove("QUADRILLE_TRACE").env_remove("DEBUGINFOD_URLS");
        gdb.env("LC_ALL", "C.UTF-8");
        let spawned = gdb.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn();
        let mut process = spawned.map_err(|error| DebuggerError::NotStarted(error.to_string()))?;
        let group = ProcessGroup::of(process.id());
        let (Some(requests), Some(out), Some(said)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(DebuggerError::Silent);
        };
        let (send, answers) = sync_channel(16);
        let listen = move || {
            let mut out = out;
            let (mut line, mut bytes) = (Vec::new(), vec![0; 1 << 16]);
            while let Ok(read) = out.read(&mut bytes) {
                if read == 0 {
                    return;
                }
                let mut parts = bytes[..read].split(|&byte| byte == b'\n');
                line.extend_from_slice(parts.next().unwrap_or_default());
                for part in parts {
                    let text = String::from_utf8_lossy(&line).into_owned();
                    if send.send(text).is_err() {
                        return;
                    }
                    line.clear();
                    line.extend_from_slice(part);
                }
            }
        };
        let started = thread::Builder::new().name("gdb".to_string()).spawn(listen);
        started.map_err(|error| DebuggerError::NotStarted(error.to_string()))?;
        // What gdb says is kept for an error only.
        let (keep, kept) = sync_channel(1);
        let hear = move || {
            let mut said = said;
            let (mut text, mut bytes) = (Vec::new(), [0; 4096]);
            while let Ok(read) = said.read(&mut bytes) {
                if read == 0 {
                    break;
                }
                if text.len() < 1 << 16 {
                    text.extend_from_slice(&bytes[..read]);
                }
            }
            _ = keep.send(String::from_utf8_lossy(&text).into_owned());
        };
        let started = thread::Builder::new().name("gdb-said".to_string()).spawn(hear);
        started.map_err(|error| DebuggerError::NotStarted(error.to_string()))?;
        let args = quoted(args);
        let mut gdb = Debugger {
            process,
            requests,
            answers,
            args,
            program: None,
            group,
            limits,
            is_script: script.is_some(),
            names: RoleNames::default(),
            ranges: Ranges::default(),
        };
        if gdb.answer::<Value>(Duration::from_secs(20)).is_err() {
            let said = kept.recv_timeout(Duration::from_secs(2)).unwrap_or_default();
            return Err(match () {
                () if said.contains("Python scripting is not supported")
                    || said.contains("Undefined command: \"python") =>
                {
                    DebuggerError::NoPython
                }
                () if said.contains("gdb: not found") || said.contains("gdb: No such file") => DebuggerError::Missing,
                () => DebuggerError::NotStarted(said.lines().last().unwrap_or("it ended").to_string()),
            });
        }
        gdb.ask::<Value>(&json!({"do": "input", "bytes": hex(input)}))?;
        Ok(gdb)
    }

    /// Sends a request and waits for its answer.
    pub fn ask<T: DeserializeOwned>(&mut self, request: &Value) -> Result<T, DebuggerError> {
        self.send(request)?;
        self.answer(Duration::from_secs(60))
    }

    fn send(&mut self, request: &Value) -> Result<(), DebuggerError> {
        let sent = writeln!(self.requests, "{request}").and_then(|()| self.requests.flush());
        sent.map_err(|_| DebuggerError::Silent)
    }

    /// The next answer. After its time, the program is interrupted, so that it stops where it is.
    fn answer<T: DeserializeOwned>(&mut self, patience: Duration) -> Result<T, DebuggerError> {
        // Stops may come so fast that none of them is waited for.
        if is_interrupted() {
            return Err(DebuggerError::Interrupted);
        }
        let begun = Instant::now();
        // A busy computer takes no time away from a program.
        let used = |gdb: &Debugger| gdb.program.as_ref().and_then(|(pid, _)| processor_time(*pid));
        let used_before = used(self);
        let is_late = |gdb: &Debugger| match (used_before, used(gdb)) {
            (Some(before), Some(now)) if begun.elapsed() < 10 * patience => now.saturating_sub(before) > patience,
            _ => begun.elapsed() > patience,
        };
        let mut is_stopped = false;
        let mut stopped_at = Instant::now();
        let text = loop {
            match self.answers.recv_timeout(Duration::from_millis(20)) {
                Ok(text) => break text,
                Err(RecvTimeoutError::Disconnected) => return Err(self.end()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if is_interrupted() {
                return Err(DebuggerError::Interrupted);
            }
            let most = self.limits.memory;
            let is_large =
                || self.program.as_ref().is_some_and(|(pid, _)| resident(*pid).is_some_and(|bytes| bytes > most));
            if is_large() {
                // What it has is given back before anything is said.
                self.program = None;
                return Err(DebuggerError::Memory);
            }
            if !is_stopped && is_late(self) {
                (is_stopped, stopped_at) = (true, Instant::now());
                self.signal(Signal::INT);
            }
            if is_stopped && stopped_at.elapsed() > Duration::from_secs(20) {
                return Err(DebuggerError::Silent);
            }
        };
        read_answer(&text)
    }

    /// The reason why no answer can come any more: a script is gone with its interpreter.
    fn end(&mut self) -> DebuggerError {
        thread::sleep(Duration::from_millis(20));
        let signal = self.process.try_wait().ok().flatten().and_then(|status| status.signal());
        match signal.filter(|_| self.is_script) {
            Some(signal) => DebuggerError::Killed(signal_words(signal)),
            None => DebuggerError::Silent,
        }
    }

    /// The answer to the start of the program. It is waited for as long as the debugger works, and
    /// then for the silence that the program may keep before `main`.
    fn started(&mut self) -> Result<Stopped, DebuggerError> {
        let work = |gdb: &Debugger| processor_time(gdb.process.id()).unwrap_or_default();
        let (mut worked, mut idle) = (work(self), Instant::now());
        let patience = self.limits.silence + LOADING;
        loop {
            match self.answers.recv_timeout(Duration::from_millis(20)) {
                Ok(text) => return read_answer(&text),
                Err(RecvTimeoutError::Disconnected) => return Err(self.end()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if is_interrupted() {
                return Err(DebuggerError::Interrupted);
            }
            if work(self) != worked {
                (worked, idle) = (work(self), Instant::now());
            }
            if idle.elapsed() > patience {
                return Err(DebuggerError::NoMain(patience.as_secs()));
            }
        }
    }

    fn signal(&self, signal: Signal) {
        let pid = self.program.as_ref().and_then(|(pid, _)| Pid::from_raw(pid.cast_signed()));
        _ = pid.map(|pid| kill_process(pid, signal));
    }

    /// Starts the program again, up to `main`.
    pub fn run(&mut self) -> Result<(), DebuggerError> {
        self.program = None;
        self.ranges = Ranges::default();
        let args = self.args.clone();
        self.send(&json!({"do": "start", "args": args}))?;
        let stopped: Stopped = self.started()?;
        match (stopped.why.as_str(), stopped.pid.filter(|&pid| pid > 0)) {
            ("stop", Some(pid)) => {
                self.program = Some((pid, ProcessGroup::of(pid)));
                Ok(())
            }
            ("exited", _) => Err(DebuggerError::NotStarted("it ended before `main`".to_string())),
            _ => {
                let why = stopped.message.unwrap_or_else(|| "it did not stop in `main`".to_string());
                Err(if why.contains("ptrace") { DebuggerError::NotAllowed } else { DebuggerError::NotStarted(why) })
            }
        }
    }

    /// Goes on to the next stop, or for some time: then the program is interrupted. `values` asks
    /// for the arguments of a function that was called, and for the number that was returned.
    pub fn go(&mut self, values: bool, patience: Duration) -> Result<Stopped, DebuggerError> {
        self.move_on(&json!({"do": "go", "frames": true, "values": values}), patience)
    }

    /// Steps to the next line of the user's source.
    pub fn step(&mut self, patience: Duration) -> Result<Stopped, DebuggerError> {
        self.move_on(&json!({"do": "step"}), patience)
    }

    fn move_on(&mut self, request: &Value, patience: Duration) -> Result<Stopped, DebuggerError> {
        self.send(request)?;
        let stopped: Stopped = self.answer(patience)?;
        self.ranges.take(&stopped.changed);
        if stopped.why == "exited" {
            self.program = None;
        }
        Ok(stopped)
    }

    /// Returns whether the program has memory at an address.
    pub fn has_memory(&mut self, address: u64) -> Result<bool, DebuggerError> {
        #[derive(Deserialize)]
        struct Read {
            bytes: Option<String>,
        }
        Ok(self.ask::<Read>(&json!({"do": "read", "address": address, "size": 1}))?.bytes.is_some())
    }

    /// Sets a breakpoint. Returns false if there is no such place.
    pub fn stop_at(&mut self, id: u64, place: &Value) -> Result<bool, DebuggerError> {
        let mut request = place.clone();
        request["do"] = json!("break");
        request["id"] = json!(id);
        match self.ask::<Value>(&request) {
            Ok(answer) => Ok(answer["pending"] != json!(true)),
            Err(DebuggerError::Failed(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub fn remove(&mut self, id: u64) -> Result<(), DebuggerError> {
        self.ask::<Value>(&json!({"do": "remove", "id": id})).map(|_| ())
    }

    /// Asks for ranges of memory with each stop from now on.
    pub fn keep(&mut self, ranges: Vec<(u64, u64)>) -> Result<(), DebuggerError> {
        #[derive(Deserialize)]
        struct Kept {
            changed: Vec<(usize, usize, String)>,
        }
        let kept: Kept = self.ask(&json!({"do": "ranges", "list": &ranges}))?;
        self.ranges = Ranges::new(ranges);
        self.ranges.take(&kept.changed);
        Ok(())
    }

    pub fn variables(&mut self) -> Result<Variables, DebuggerError> {
        self.ask(&json!({"do": "variables"}))
    }

    pub fn functions(&mut self) -> Result<Functions, DebuggerError> {
        self.ask(&json!({"do": "functions"}))
    }

    /// The sets of a variable now, which was among the variables before.
    pub fn set(&mut self, path: &str) -> Result<Option<SetVariable>, DebuggerError> {
        #[derive(Deserialize)]
        struct Held {
            set: Option<SetVariable>,
        }
        Ok(self.ask::<Held>(&json!({"do": "set", "path": path}))?.set)
    }

    /// The values of expressions in the user's innermost frame. `None` for one that is not a
    /// number.
    pub fn evaluate(&mut self, texts: &[String]) -> Result<Vec<Option<Evaluated>>, DebuggerError> {
        #[derive(Deserialize)]
        struct Values {
            values: Vec<Option<Evaluated>>,
        }
        Ok(self.ask::<Values>(&json!({"do": "evaluate", "list": texts}))?.values)
    }

    /// The user's frames, the innermost first.
    pub fn frames(&mut self) -> Result<Vec<Place>, DebuggerError> {
        #[derive(Deserialize)]
        struct Frames {
            // A program that is gone has none.
            #[serde(default)]
            frames: Vec<Place>,
        }
        Ok(self.ask::<Frames>(&json!({"do": "where"}))?.frames)
    }

    /// Watches words of memory up to the next stop. Returns the writes, each with its place; with
    /// `reads`, also accesses that change nothing.
    pub fn watch(
        &mut self,
        words: &[(u64, u8)],
        reads: bool,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Place>, DebuggerError> {
        #[derive(Deserialize)]
        struct Watched {
            writes: Vec<Place>,
        }
        self.send(&json!({"do": "watch", "list": words, "reads": reads, "most": most}))?;
        Ok(self.answer::<Watched>(patience)?.writes)
    }
}

/// An answer of the driver.
fn read_answer<T: DeserializeOwned>(text: &str) -> Result<T, DebuggerError> {
    let value: Value = serde_json::from_str(text).map_err(|error| DebuggerError::Failed(error.to_string()))?;
    if let Some(why) = value.get("failed") {
        return Err(DebuggerError::Failed(why.as_str().unwrap_or("unknown").to_string()));
    }
    serde_json::from_value(value).map_err(|error| DebuggerError::Failed(error.to_string()))
}

impl Drop for Debugger {
    fn drop(&mut self) {
        self.program = None;
        self.group = None;
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// The interpreter of a script in Python, and the script with its arguments: `python3 mine.py` or
/// `mine.py`.
pub fn python_script(command: &[OsString]) -> Option<(OsString, &[OsString])> {
    let is_script = |name: &OsString| Path::new(name).extension().is_some_and(|end| end == "py");
    let is_python = |name: &OsString| {
        let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("python") || name.starts_with("pypy")
    };
    match command {
        [script, ..] if is_script(script) => Some(("python3".into(), command)),
        [python, script @ ..] if is_python(python) && script.first().is_some_and(is_script) => {
            Some((python.clone(), script))
        }
        _ => None,
    }
}

/// Returns whether a file can be run.
fn is_program(path: &Path) -> bool {
    let is_named = path.components().count() == 1 && !path.is_absolute();
    is_executable(path) || is_named && in_path(path).is_some()
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    bytes.iter().for_each(|byte| _ = write!(text, "{byte:02x}"));
    text
}

/// Bytes from hexadecimal digits.
pub fn unhex(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
    text.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

/// The value of an expression.
#[derive(Clone, Debug, Deserialize)]
pub struct Evaluated {
    pub text: String,
    pub value: i64,
    /// Its place in memory, and its size in bytes.
    pub address: Option<u64>,
    pub width: u8,
    /// True for an element of an array that has no such index.
    pub is_outside: bool,
    /// True for a variable of the function.
    pub is_local: bool,
}

/// The user's functions.
#[derive(Clone, Debug, Deserialize)]
pub struct Functions {
    pub functions: Vec<Function>,
    /// The optimization with which they were compiled, if there is one.
    pub optimized: Option<String>,
}
