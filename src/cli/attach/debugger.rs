//! The program under a debugger: requests go to a driver, and answers come back. The driver is in
//! gdb's Python, or, for a script in Python, in the interpreter that runs it.
//!
//! The debugger has a process group of its own, and gives the program another one. Both are killed
//! when this ends, however it ends.

use crate::cli::child::{in_path, is_executable, signal_words};
use crate::cli::group::ProcessGroup;
use crate::cli::input::open;
use crate::cli::interrupt::{bounds, is_interrupted};
use crate::cli::kin::{own_time, processor_time, resident, work_of};
use crate::files::regular;
use crate::witness::{
    Evaluated, Functions, Place, Ranges, SetParts, StopSpot, Stopped, Target, TargetError, Variables, unhex,
};
use rustix::process::{Pid, Signal, kill_process};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::Cell;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{Read, Seek, Write};
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

/// The limits of a program under the debugger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DebuggerLimits {
    /// The time without a stop after which the program is interrupted.
    pub silence: Duration,
    /// The most bytes of memory that it may use.
    pub memory: u64,
}

/// The signal by which a program is interrupted: it may raise the usual one itself.
#[cfg(target_os = "linux")]
const OURS: Signal = Signal::POWER;
#[cfg(not(target_os = "linux"))]
const OURS: Signal = Signal::INT;

/// The time that a debugger takes to load a program, besides what the program does before `main`.
const LOADING: Duration = Duration::from_secs(3);

/// gdb with the program in it, or Python with the script.
pub(crate) struct Debugger {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
    program: Option<(u32, Option<ProcessGroup>)>,
    group: Option<ProcessGroup>,
    limits: DebuggerLimits,
    is_script: bool,
    command: Vec<OsString>,
    input: Vec<u8>,
    /// True if the next answer has all of the sets, not only what has changed.
    has_forgotten: bool,
    ranges: Ranges,
    clock: WorkClock,
}

/// The processor time of all that takes part.
struct WorkClock {
    begun: Instant,
    programs: Cell<ProgramWork>,
}

/// The processor time of the programs that were started one after the other. It never falls.
#[derive(Clone, Copy, Debug, Default)]
struct ProgramWork {
    /// The time of those that have ended.
    past: Duration,
    /// The program that ran last, and its time when it was last asked for.
    last: Option<(u32, Duration)>,
}

impl ProgramWork {
    /// With the time of a program, which is none once it has ended.
    fn with(self, pid: u32, time: Option<Duration>) -> ProgramWork {
        match self.last {
            Some((last, before)) if last == pid => {
                ProgramWork { last: Some((pid, time.unwrap_or_default().max(before))), ..self }
            }
            last => {
                let ended = last.map_or(Duration::ZERO, |(_, time)| time);
                ProgramWork { past: self.past + ended, last: Some((pid, time.unwrap_or_default())) }
            }
        }
    }

    fn sum(self) -> Duration {
        self.past + self.last.map_or(Duration::ZERO, |(_, time)| time)
    }
}

impl Debugger {
    /// Starts the debugger for a program with its arguments and its input.
    pub fn start(command: &[OsString], input: &[u8], limits: DebuggerLimits) -> Result<Debugger, TargetError> {
        let program = command.first().ok_or_else(|| TargetError::NotStarted("no program".to_string()))?;
        let script = python_script(command);
        if script
            .as_ref()
            .map_or_else(|| !is_program(Path::new(program)), |(_, script)| !Path::new(&script[0]).is_file())
        {
            return Err(TargetError::NoProgram);
        }
        if let Some(language) = other_language(Path::new(program)).filter(|_| script.is_none()) {
            return Err(TargetError::OtherLanguage(language));
        }
        // gdb calls the program by its whole path.
        let named = Path::new(program);
        let found = if is_executable(named) { std::path::absolute(named).ok() } else { in_path(named) };
        let mut whole = command.to_vec();
        whole[0] = found.map_or_else(|| program.clone(), Into::into);
        let mut gdb = Command::new("sh");
        gdb.args(["-c", r#"exec "$@" 3>&1 1>&2"#, "sh"]);
        match &script {
            Some((python, script)) => {
                let driver = format!("exec(bytes.fromhex('{}').decode())", hex(TRACER.as_bytes()));
                gdb.arg(python).args(["-c", &driver]).args(*script);
            }
            None => {
                let driver = format!("python exec(bytes.fromhex('{}').decode())", hex(DRIVER.as_bytes()));
                gdb.args(["gdb", "-q", "-nx", "-nh", "-batch", "-ex", &driver, "--args"]).args(command);
            }
        }
        Debugger::environment(&mut gdb);
        let spawned = gdb.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn();
        let mut process = spawned.map_err(|error| TargetError::NotStarted(error.to_string()))?;
        let group = ProcessGroup::of(process.id());
        let (Some(requests), Some(out), Some(said)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(TargetError::Silent);
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
        started.map_err(|error| TargetError::NotStarted(error.to_string()))?;
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
        started.map_err(|error| TargetError::NotStarted(error.to_string()))?;
        let mut gdb = Debugger {
            process,
            requests,
            answers,
            program: None,
            group,
            limits,
            is_script: script.is_some(),
            command: whole,
            input: input.to_vec(),
            has_forgotten: false,
            ranges: Ranges::default(),
            clock: WorkClock { begun: Instant::now(), programs: Cell::default() },
        };
        if let Err(error) = gdb.answer::<Value>(Duration::from_secs(20)) {
            if error == TargetError::Interrupted {
                return Err(error);
            }
            let said = kept.recv_timeout(Duration::from_secs(2)).unwrap_or_default();
            return Err(match () {
                () if said.contains("Python scripting is not supported")
                    || said.contains("Undefined command: \"python") =>
                {
                    TargetError::NoPython
                }
                () if said.contains("gdb: not found") || said.contains("gdb: No such file") => TargetError::Missing,
                () if script.is_some() && said.contains("'fromhex'") => {
                    TargetError::NotStarted("Python 2 is not followed: 3.7 or newer is".to_string())
                }
                () => TargetError::NotStarted(said.lines().last().unwrap_or("it ended").to_string()),
            });
        }
        gdb.ask::<Value>(&json!({"do": "input", "bytes": hex(input)}))?;
        Ok(gdb)
    }

    /// The environment of a program that is followed, and of its debugger.
    pub fn environment(command: &mut Command) {
        command.env("SHELL", "/bin/sh").env_remove("QUADRILLE_TRACE").env_remove("DEBUGINFOD_URLS");
        command.env("LC_ALL", "C.UTF-8").env_remove("LINES").env_remove("COLUMNS");
    }

    /// The program, by its whole path, with its arguments.
    pub fn command(&self) -> &[OsString] {
        &self.command
    }

    /// The input of the program.
    pub fn input(&self) -> std::io::Result<Stdio> {
        let file = rustix::fs::memfd_create("input", rustix::fs::MemfdFlags::CLOEXEC)?;
        let mut file = std::fs::File::from(file);
        file.write_all(&self.input)?;
        file.rewind()?;
        Ok(Stdio::from(file))
    }

    /// The limits of the program.
    pub fn limits(&self) -> DebuggerLimits {
        self.limits
    }

    /// The address of `main`, once the program has been run.
    pub(crate) fn main_address(&mut self) -> Result<u64, TargetError> {
        #[derive(Deserialize)]
        struct Main {
            main: u64,
        }
        Ok(self.ask::<Main>(&json!({"do": "main"}))?.main)
    }

    /// Sends a request and waits for its answer.
    pub fn ask<T: DeserializeOwned>(&mut self, request: &Value) -> Result<T, TargetError> {
        self.send(request)?;
        self.answer(Duration::from_secs(60))
    }

    fn send(&mut self, request: &Value) -> Result<(), TargetError> {
        let sent = writeln!(self.requests, "{request}").and_then(|()| self.requests.flush());
        sent.map_err(|_| TargetError::Silent)
    }

    /// The next answer. After its time, the program is interrupted, so that it stops where it is.
    fn answer<T: DeserializeOwned>(&mut self, patience: Duration) -> Result<T, TargetError> {
        // Stops may come so fast that none of them is waited for.
        if is_interrupted() {
            return Err(TargetError::Interrupted);
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
                return Err(TargetError::Interrupted);
            }
            let most = self.limits.memory;
            let is_large =
                || self.program.as_ref().is_some_and(|(pid, _)| resident(*pid).is_some_and(|bytes| bytes > most));
            if is_large() {
                // What it has is given back before anything is said.
                self.program = None;
                return Err(TargetError::Memory);
            }
            if !is_stopped && is_late(self) {
                (is_stopped, stopped_at) = (true, Instant::now());
                self.signal(if self.is_script { Signal::INT } else { OURS });
            }
            if is_stopped && stopped_at.elapsed() > Duration::from_secs(20) {
                return Err(TargetError::Silent);
            }
        };
        read_answer(&text)
    }

    /// The reason why no answer can come any more: a script is gone with its interpreter.
    fn end(&mut self) -> TargetError {
        thread::sleep(Duration::from_millis(20));
        let signal = self.process.try_wait().ok().flatten().and_then(|status| status.signal());
        match signal.filter(|_| self.is_script) {
            Some(signal) => TargetError::Killed(signal_words(signal)),
            None => TargetError::Silent,
        }
    }

    /// The answer to the start of the program. It is waited for as long as the debugger works, and
    /// then for the silence that the program may keep before `main`.
    fn started(&mut self) -> Result<Stopped, TargetError> {
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
                return Err(TargetError::Interrupted);
            }
            if work(self) != worked {
                (worked, idle) = (work(self), Instant::now());
            }
            if idle.elapsed() > patience {
                return Err(TargetError::NoMain(patience.as_secs()));
            }
        }
    }

    fn signal(&self, signal: Signal) {
        let pid = self.program.as_ref().and_then(|(pid, _)| Pid::from_raw(pid.cast_signed()));
        _ = pid.map(|pid| kill_process(pid, signal));
    }

    fn move_on(&mut self, request: &Value, patience: Duration) -> Result<Stopped, TargetError> {
        #[derive(Deserialize)]
        struct Moved {
            #[serde(flatten)]
            stopped: Stopped,
            /// The parts of the ranges that have changed: the range, the offset, the bytes.
            #[serde(default)]
            changed: Vec<(usize, usize, String)>,
        }
        self.send(request)?;
        let Moved { stopped, changed } = self.answer(patience)?;
        self.take(&changed);
        if stopped.why == "exited" {
            self.program = None;
        }
        Ok(stopped)
    }

    fn take(&mut self, changed: &[(usize, usize, String)]) {
        for (range, at, text) in changed {
            self.ranges.take(*range, *at, &unhex(text));
        }
    }
}

impl Target for Debugger {
    fn is_script(&self) -> bool {
        self.is_script
    }

    /// The work of all that takes part: a busy computer takes no time away, and sleep is none.
    fn now(&self) -> Duration {
        if let Some((pid, _)) = &self.program {
            self.clock.programs.set(self.clock.programs.get().with(*pid, processor_time(*pid)));
        }
        match (own_time(), work_of(self.process.id())) {
            (Some(own), Some(gdb)) => own + gdb + self.clock.programs.get().sum(),
            _ => self.clock.begun.elapsed(),
        }
    }

    fn silence(&self) -> Duration {
        self.limits.silence
    }

    fn go_on(&self) -> Result<(), TargetError> {
        if is_interrupted() { Err(TargetError::Interrupted) } else { Ok(()) }
    }

    fn functions(&mut self) -> Result<Functions, TargetError> {
        self.ask(&json!({"do": "functions"}))
    }

    fn run(&mut self) -> Result<(), TargetError> {
        self.program = None;
        self.ranges = Ranges::default();
        self.send(&json!({"do": "start"}))?;
        let stopped: Stopped = self.started()?;
        match (stopped.why.as_str(), stopped.pid.filter(|&pid| pid > 0)) {
            ("stop", Some(pid)) => {
                self.program = Some((pid, ProcessGroup::of(pid)));
                Ok(())
            }
            ("exited", _) => Err(TargetError::NotStarted("it ended before `main`".to_string())),
            _ => {
                let why = stopped.message.unwrap_or_else(|| "it did not stop in `main`".to_string());
                Err(if why.contains("ptrace") { TargetError::NotAllowed } else { TargetError::NotStarted(why) })
            }
        }
    }

    fn go(&mut self, values: bool, patience: Duration) -> Result<Stopped, TargetError> {
        self.move_on(&json!({"do": "go", "frames": true, "values": values}), patience)
    }

    fn step(&mut self, patience: Duration) -> Result<Stopped, TargetError> {
        self.move_on(&json!({"do": "step"}), patience)
    }

    fn stop_at(&mut self, id: u64, spot: StopSpot, skip: u64) -> Result<bool, TargetError> {
        let mut request = match spot {
            StopSpot::FromMain(from_main) => json!({"from_main": from_main}),
            StopSpot::Address(pc) => json!({"pc": pc}),
            StopSpot::Exit => json!({"name": "exit"}),
        };
        request["do"] = json!("break");
        request["id"] = json!(id);
        request["skip"] = json!(skip);
        match self.ask::<Value>(&request) {
            Ok(answer) => Ok(answer["pending"] != json!(true)),
            Err(TargetError::Failed(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn remove(&mut self, id: u64) -> Result<(), TargetError> {
        self.ask::<Value>(&json!({"do": "remove", "id": id})).map(|_| ())
    }

    fn watch(
        &mut self,
        words: &[(u64, u8)],
        reads: bool,
        most: usize,
        patience: Duration,
    ) -> Result<Vec<Place>, TargetError> {
        #[derive(Deserialize)]
        struct Watched {
            writes: Vec<Place>,
        }
        self.send(&json!({"do": "watch", "list": words, "reads": reads, "most": most}))?;
        Ok(self.answer::<Watched>(patience)?.writes)
    }

    fn keep(&mut self, ranges: Vec<(u64, u64)>) -> Result<(), TargetError> {
        #[derive(Deserialize)]
        struct Kept {
            changed: Vec<(usize, usize, String)>,
        }
        let kept: Kept = self.ask(&json!({"do": "ranges", "list": &ranges}))?;
        self.ranges = Ranges::new(ranges);
        self.take(&kept.changed);
        Ok(())
    }

    fn kept(&mut self) -> &mut Ranges {
        &mut self.ranges
    }

    fn pages(&mut self, list: &[u64], size: u64) -> Result<Vec<(u64, Vec<u8>)>, TargetError> {
        #[derive(Deserialize)]
        struct Loaded {
            pages: Vec<(u64, String)>,
        }
        let loaded: Loaded = self.ask(&json!({"do": "pages", "list": list, "size": size}))?;
        Ok(loaded.pages.into_iter().map(|(page, text)| (page, unhex(&text))).collect())
    }

    fn has_memory(&mut self, address: u64) -> Result<bool, TargetError> {
        #[derive(Deserialize)]
        struct Read {
            bytes: Option<String>,
        }
        Ok(self.ask::<Read>(&json!({"do": "read", "address": address, "size": 1}))?.bytes.is_some())
    }

    fn variables(&mut self) -> Result<Variables, TargetError> {
        self.ask(&json!({"do": "variables"}))
    }

    fn set(&mut self, path: &str) -> Result<Option<SetParts>, TargetError> {
        #[derive(Deserialize)]
        struct Held {
            set: Option<SetParts>,
        }
        let is_whole = std::mem::take(&mut self.has_forgotten);
        Ok(self.ask::<Held>(&json!({"do": "set", "path": path, "whole": is_whole}))?.set)
    }

    fn forget_sets(&mut self) {
        self.has_forgotten = true;
    }

    fn frames(&mut self) -> Result<Vec<Place>, TargetError> {
        #[derive(Deserialize)]
        struct Frames {
            // A program that is gone has none.
            #[serde(default)]
            frames: Vec<Place>,
        }
        Ok(self.ask::<Frames>(&json!({"do": "where"}))?.frames)
    }

    fn evaluate(&mut self, texts: &[String]) -> Result<Vec<Option<Evaluated>>, TargetError> {
        #[derive(Deserialize)]
        struct Values {
            values: Vec<Option<Evaluated>>,
        }
        Ok(self.ask::<Values>(&json!({"do": "evaluate", "list": texts}))?.values)
    }

    fn source(&self, path: &str, line: u64) -> Option<String> {
        let bytes = regular(Path::new(path), 1 << 22).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        Some(text.lines().nth(usize::try_from(line.checked_sub(1)?).ok()?)?.to_string())
    }
}

/// An answer of the driver.
fn read_answer<T: DeserializeOwned>(text: &str) -> Result<T, TargetError> {
    let value: Value = serde_json::from_str(text).map_err(|error| TargetError::Failed(error.to_string()))?;
    if let Some(why) = value.get("failed") {
        return Err(TargetError::Failed(why.as_str().unwrap_or("unknown").to_string()));
    }
    serde_json::from_value(value).map_err(|error| TargetError::Failed(error.to_string()))
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
pub(crate) fn python_script(command: &[OsString]) -> Option<(OsString, &[OsString])> {
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

/// The interpreters whose programs are not followed, each with its language.
const INTERPRETERS: [(&str, &str); 16] = [
    ("java", "Java"),
    ("node", "JavaScript"),
    ("deno", "JavaScript"),
    ("bun", "JavaScript"),
    ("ruby", "Ruby"),
    ("perl", "Perl"),
    ("php", "PHP"),
    ("lua", "Lua"),
    ("luajit", "Lua"),
    ("mono", "C#"),
    ("dotnet", "C#"),
    ("julia", "Julia"),
    ("Rscript", "R"),
    ("racket", "Racket"),
    ("sh", "the shell"),
    ("bash", "the shell"),
];

/// The language of a program that is not followed, by the name of its interpreter, or by the first
/// line of a script.
fn other_language(program: &Path) -> Option<String> {
    let named = |path: &Path| {
        let name = path.file_name()?.to_str()?;
        INTERPRETERS.iter().find(|(own, _)| *own == name).map(|(_, language)| (*language).to_string())
    };
    let by_line = || {
        let bytes = regular(program, 1 << 22).ok()?;
        let line = bytes.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
        let line = String::from_utf8_lossy(line).into_owned();
        let words = line.split_whitespace().find_map(|word| named(Path::new(word)));
        Some(words.unwrap_or_else(|| format!("a script of `{}`", line.trim())))
    };
    named(program).or_else(by_line).or_else(|| is_go(program).then(|| "Go".to_string()))
}

/// Returns whether a program was built by Go, which notes so near its beginning.
fn is_go(program: &Path) -> bool {
    const MARK: &[u8] = b"\x04\0\0\0Go\0\0";
    const NEAR: u64 = 1 << 16;
    let Ok(mut source) = open(Some(program), bounds()) else { return false };
    let mut begin = Vec::new();
    source.bytes.fill(&mut begin, NEAR).is_ok() && begin.windows(MARK.len()).any(|bytes| bytes == MARK)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_programs_never_falls() {
        let second = Duration::from_secs;
        let asked = [(7, Some(2)), (7, Some(5)), (7, None), (8, Some(0)), (8, Some(3)), (9, None), (9, Some(1))];
        let mut work = ProgramWork::default();
        let sums: Vec<Duration> = asked
            .into_iter()
            .map(|(pid, time)| {
                work = work.with(pid, time.map(second));
                work.sum()
            })
            .collect();
        assert_eq!(sums, [2, 5, 5, 5, 8, 8, 9].map(second));
    }
}
