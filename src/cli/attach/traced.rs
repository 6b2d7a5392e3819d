//! The stops of a program without a debugger between: a run of our own under ptrace.
//!
//! gdb has found the functions, the types and the links. Its stops take milliseconds; those of this
//! loop take some 50 microseconds. Both runs have their memory at the same addresses, since neither
//! is randomized. Where variables are asked for, gdb runs to the same place. A function is stopped at
//! its first instruction, where the stack pointer leads to the return address.
//!
//! A child of the program runs alone. What this does not know (a search in a thread, another `exec`,
//! another processor) ends in an error, and the program is followed by gdb's stops instead.

use super::debugger::Debugger;
use crate::cli::group::ProcessGroup;
use crate::cli::interrupt::is_interrupted;
use crate::cli::kin::{processor_time, resident};
use crate::witness::{
    Evaluated, Functions, Place, Ranges, SetParts, StopSpot, Stopped, Target, TargetError, Variables,
};
use nix::errno::Errno;
use nix::libc::{c_long, user_regs_struct};
use nix::sys::personality::{self, Persona};
use nix::sys::ptrace::{self, AddressType, Options};
use nix::sys::signal::{Signal, kill};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::IoSliceMut;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The first byte of a breakpoint.
const INT3: u8 = 0xcc;

/// `push %rbp`, with which most functions begin.
const PUSH_FRAME: u8 = 0x55;

/// The pieces of memory of one read: more are refused by the kernel.
const PIECES: usize = 1000;

/// The distance from the stack pointer within which an address is one of the stack.
const STACK: u64 = 1 << 23;

/// The signals that a program handles itself, and that are none of ours.
const PASSED: [Signal; 7] = [
    Signal::SIGALRM,
    Signal::SIGCHLD,
    Signal::SIGUSR1,
    Signal::SIGUSR2,
    Signal::SIGPIPE,
    Signal::SIGCONT,
    Signal::SIGINT,
];

/// The signal by which we interrupt: a program may raise the usual one itself.
const OURS: Signal = Signal::SIGPWR;

/// A place that cannot be followed this way: gdb's stops can.
fn unknown(_: Errno) -> TargetError {
    TargetError::Silent
}

/// A breakpoint.
struct Break {
    /// The byte that was there.
    old: u8,
    /// The function that begins here, as [`StopSpot::FromMain`] has it.
    function: Option<i64>,
    /// The numbers, each with the times that are passed over.
    ids: Vec<(u64, u64)>,
}

/// The state that the watchman sees.
struct Watched {
    pid: Pid,
    /// The stops so far.
    stops: AtomicU64,
    /// True while the program runs.
    is_running: AtomicBool,
    /// The milliseconds of work after which it is interrupted.
    patience: AtomicU64,
    is_large: AtomicBool,
    is_over: AtomicBool,
}

/// A program under ptrace.
struct Process {
    child: Child,
    pid: Pid,
    watched: Arc<Watched>,
    /// Killed when it is dropped.
    _group: Option<ProcessGroup>,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.watched.is_over.store(true, Ordering::Relaxed);
        _ = kill(self.pid, Signal::SIGKILL);
        // One that is stopped at its end is not woken by a signal; and its end is a stop, too.
        _ = ptrace::cont(self.pid, None);
        while !matches!(waitpid(self.pid, None), Err(_) | Ok(WaitStatus::Exited(..) | WaitStatus::Signaled(..))) {
            _ = ptrace::cont(self.pid, None);
        }
        _ = self.child.wait();
    }
}

/// A program that is run by gdb and, for its stops, by us.
pub(crate) struct Tracee<'a> {
    gdb: &'a mut Debugger,
    process: Option<Process>,
    /// The address of `main`.
    main: u64,
    /// By function, as [`StopSpot::FromMain`] has it: its first instruction, from that of `main`.
    begins: HashMap<i64, i64>,
    breaks: HashMap<u64, Break>,
    ranges: Ranges,
    exit: Option<u64>,
    /// The function in which the program is stopped at its beginning, and the call's return address
    /// and stack pointer.
    here: Option<(i64, u64, u64)>,
    /// The same of gdb's run.
    mirrored: Option<(i64, u64, u64)>,
    /// True if gdb's program is at the same stop.
    is_mirrored: bool,
    /// The pieces of memory that are read at a stop: the word at the stack pointer, and the ranges.
    pieces: Vec<RemoteIoVec>,
    buffer: Vec<u8>,
}

impl<'a> Tracee<'a> {
    /// A program whose functions gdb knows.
    ///
    /// # Errors
    ///
    /// gdb does not answer.
    pub fn new(gdb: &'a mut Debugger, functions: &[crate::witness::Function]) -> Result<Tracee<'a>, TargetError> {
        let main = gdb.main_address()?;
        let begins = functions.iter().map(|function| (function.from_main, function.begins_from_main)).collect();
        Ok(Tracee {
            gdb,
            process: None,
            main,
            begins,
            breaks: HashMap::new(),
            ranges: Ranges::default(),
            exit: None,
            here: None,
            mirrored: None,
            is_mirrored: false,
            pieces: Vec::new(),
            buffer: Vec::new(),
        })
    }

    fn pid(&self) -> Result<Pid, TargetError> {
        self.process.as_ref().map(|process| process.pid).ok_or(TargetError::Silent)
    }

    fn spawn(&self) -> Result<Process, TargetError> {
        let failed = |error: std::io::Error| TargetError::NotStarted(error.to_string());
        let mut command = Command::new("sh");
        command.args(["-c", r#"kill -STOP $$; exec "$@""#, "sh"]).args(self.gdb.command());
        command.stdin(self.gdb.input().map_err(failed)?).stdout(Stdio::null()).stderr(Stdio::null());
        Debugger::environment(&mut command);
        let before = personality::get().map_err(unknown)?;
        personality::set(before | Persona::ADDR_NO_RANDOMIZE).map_err(unknown)?;
        let spawned = command.process_group(0).spawn();
        personality::set(before).map_err(unknown)?;
        let child = spawned.map_err(failed)?;
        let _group = ProcessGroup::of(child.id());
        let pid = Pid::from_raw(child.id().cast_signed());
        let watched = Arc::new(Watched {
            pid,
            stops: AtomicU64::new(0),
            is_running: AtomicBool::new(false),
            patience: AtomicU64::new(0),
            is_large: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        });
        let process = Process { child, pid, watched, _group };
        // The shell has stopped itself, and waits for us.
        if !matches!(waitpid(pid, Some(WaitPidFlag::WUNTRACED)), Ok(WaitStatus::Stopped(..))) {
            return Err(TargetError::Silent);
        }
        let options = Options::PTRACE_O_EXITKILL
            | Options::PTRACE_O_TRACEEXEC
            | Options::PTRACE_O_TRACEEXIT
            | Options::PTRACE_O_TRACEFORK
            | Options::PTRACE_O_TRACEVFORK;
        ptrace::seize(pid, options).map_err(|_| TargetError::NotAllowed)?;
        kill(pid, Signal::SIGCONT).map_err(unknown)?;
        loop {
            match waitpid(pid, None).map_err(unknown)? {
                WaitStatus::PtraceEvent(_, _, event) if event == ptrace::Event::PTRACE_EVENT_EXEC as i32 => break,
                WaitStatus::PtraceEvent(..) | WaitStatus::Stopped(_, Signal::SIGCONT | Signal::SIGSTOP) => {
                    ptrace::cont(pid, None).map_err(unknown)?;
                }
                _ => return Err(TargetError::Silent),
            }
        }
        // The selector of 64-bit code.
        if registers(pid)?.cs != 0x33 {
            return Err(TargetError::NotAllowed);
        }
        watch(Arc::clone(&process.watched), self.gdb.limits().memory);
        Ok(process)
    }

    /// Writes a byte of the program's code. Returns the one that was there.
    fn poke(pid: Pid, address: u64, byte: u8) -> Result<u8, TargetError> {
        let at = (address & !7) as AddressType;
        let shift = 8 * (address & 7);
        let word = ptrace::read(pid, at).map_err(unknown)?.cast_unsigned();
        let new = word & !(0xff << shift) | u64::from(byte) << shift;
        ptrace::write(pid, at, new.cast_signed() as c_long).map_err(unknown)?;
        Ok((word >> shift) as u8)
    }

    /// Leaves the place at which the program is stopped, if there is a breakpoint.
    fn leave(&self, pid: Pid, registers: &mut user_regs_struct) -> Result<Option<WaitStatus>, TargetError> {
        let Some(own) = self.breaks.get(&registers.rip) else { return Ok(None) };
        if own.old == PUSH_FRAME {
            registers.rsp -= 8;
            ptrace::write(pid, registers.rsp as AddressType, registers.rbp.cast_signed() as c_long).map_err(unknown)?;
            registers.rip += 1;
            ptrace::setregs(pid, *registers).map_err(unknown)?;
            return Ok(None);
        }
        ptrace::setregs(pid, *registers).map_err(unknown)?;
        Tracee::poke(pid, registers.rip, own.old)?;
        ptrace::step(pid, None).map_err(unknown)?;
        let status = waitpid(pid, None).map_err(unknown)?;
        Tracee::poke(pid, registers.rip, INT3)?;
        Ok((!matches!(status, WaitStatus::Stopped(_, Signal::SIGTRAP))).then_some(status))
    }

    /// Reads the ranges that are kept, and the word at the stack pointer.
    fn read(&mut self, pid: Pid, sp: u64) -> Result<u64, TargetError> {
        self.pieces[0].base = sp as usize;
        let mut begin = 0;
        for pieces in self.pieces.chunks(PIECES) {
            let length: usize = pieces.iter().map(|piece| piece.len).sum();
            let mut local = [IoSliceMut::new(&mut self.buffer[begin..begin + length])];
            let read = process_vm_readv(pid, &mut local, pieces).map_err(unknown)?;
            if read != length {
                return Err(TargetError::Silent);
            }
            begin += length;
        }
        let mut at = 8;
        for (range, piece) in self.pieces[1..].iter().enumerate() {
            self.ranges.take_whole(range, &self.buffer[at..at + piece.len]);
            at += piece.len;
        }
        Ok(u64::from_le_bytes(self.buffer[..8].try_into().unwrap_or_default()))
    }

    /// Keeps these ranges, as they are from the next stop on.
    fn set_ranges(&mut self, ranges: Vec<(u64, u64)>) {
        let word = std::iter::once((0, 8));
        let pieces = word.chain(ranges.iter().copied());
        self.pieces = pieces.map(|(at, size)| RemoteIoVec { base: at as usize, len: size as usize }).collect();
        self.buffer = vec![0; self.pieces.iter().map(|piece| piece.len).sum()];
        self.ranges = Ranges::new(ranges);
    }

    /// Lets a child of the program run alone, without our breakpoints. One that shares the memory of
    /// its parent runs another program next.
    fn let_go(&self, pid: Pid, event: i32) -> Result<(), TargetError> {
        let child = Pid::from_raw(ptrace::getevent(pid).map_err(unknown)? as i32);
        waitpid(child, Some(WaitPidFlag::__WALL)).map_err(unknown)?;
        if event == ptrace::Event::PTRACE_EVENT_FORK as i32 {
            for (&address, own) in &self.breaks {
                Tracee::poke(child, address, own.old)?;
            }
        }
        ptrace::detach(child, None).map_err(unknown)
    }

    /// Runs to the next stop that is wanted, or to a signal or the end.
    fn next_stop(&mut self, watched: &Watched) -> Result<Stopped, TargetError> {
        let pid = watched.pid;
        self.is_mirrored = false;
        let mut passed = None;
        loop {
            if is_interrupted() {
                return Err(TargetError::Interrupted);
            }
            let mut now = registers(pid)?;
            let status = match self.leave(pid, &mut now)? {
                Some(status) => status,
                None => {
                    ptrace::cont(pid, passed.take()).map_err(unknown)?;
                    waitpid(pid, None).map_err(unknown)?
                }
            };
            watched.stops.fetch_add(1, Ordering::Relaxed);
            match status {
                WaitStatus::Exited(_, code) => {
                    self.process = None;
                    return Ok(Stopped { why: "exited".to_string(), code: Some(code.into()), ..Stopped::default() });
                }
                WaitStatus::PtraceEvent(_, _, event) if event == ptrace::Event::PTRACE_EVENT_EXIT as i32 => {
                    // A signal that nothing handles has ended it.
                    let status = ptrace::getevent(pid).map_err(unknown)?;
                    if let Ok(signal) = Signal::try_from(status as i32 & 0x7f) {
                        // A breakpoint in a thread of its own, which is not followed here.
                        if signal == Signal::SIGTRAP {
                            return Err(TargetError::Silent);
                        }
                        self.exit = None;
                        return Ok(self.stopped_by(signal));
                    }
                    let Some(id) = self.exit.take() else { continue };
                    let sp = registers(pid)?.rsp;
                    self.read(pid, sp)?;
                    self.here = None;
                    return Ok(Stopped { why: "stop".to_string(), ids: vec![id], sp, ..Stopped::default() });
                }
                WaitStatus::PtraceEvent(_, _, event) if CHILDREN.contains(&event) => self.let_go(pid, event)?,
                WaitStatus::Stopped(_, Signal::SIGTRAP) => {
                    let mut now = registers(pid)?;
                    let at = now.rip - 1;
                    let Some(own) = self.breaks.get_mut(&at) else {
                        // One of its own.
                        passed = Some(Signal::SIGTRAP);
                        continue;
                    };
                    let mut ids = Vec::new();
                    for (id, skip) in &mut own.ids {
                        match skip.checked_sub(1) {
                            Some(left) => *skip = left,
                            None => ids.push(*id),
                        }
                    }
                    let function = own.function;
                    now.rip = at;
                    // It is set again, and the instruction with it, when the program goes on.
                    ptrace::setregs(pid, now).map_err(unknown)?;
                    if ids.is_empty() {
                        continue;
                    }
                    let back = self.read(pid, now.rsp)?;
                    let mut stopped = Stopped { why: "stop".to_string(), ids, sp: now.rsp, ..Stopped::default() };
                    self.here = function.map(|function| (function, back, now.rsp + 8));
                    if function.is_some() {
                        (stopped.cfa, stopped.back) = (Some(now.rsp + 8), Some(back));
                    }
                    return Ok(stopped);
                }
                WaitStatus::Stopped(_, signal) if PASSED.contains(&signal) => passed = Some(signal),
                WaitStatus::Stopped(_, signal) => {
                    if is_interrupted() {
                        return Err(TargetError::Interrupted);
                    }
                    if watched.is_large.load(Ordering::Relaxed) {
                        self.process = None;
                        return Err(TargetError::Memory);
                    }
                    let sp = registers(pid)?.rsp;
                    self.read(pid, sp)?;
                    return Ok(self.stopped_by(signal));
                }
                _ => return Err(TargetError::Silent),
            }
        }
    }

    fn stopped_by(&mut self, signal: Signal) -> Stopped {
        self.here = None;
        let name = match signal {
            OURS => "SIGINT",
            Signal::SIGINT => "its own SIGINT",
            signal => signal.as_str(),
        };
        Stopped { why: "stop".to_string(), signal: Some(name.to_string()), ..Stopped::default() }
    }

    /// Runs gdb's program to the place at which ours is.
    fn mirror(&mut self) -> Result<i64, TargetError> {
        const PLACE: u64 = 1_000_010;
        let here = self.here.ok_or(TargetError::Silent)?;
        let shift = |there: (i64, u64, u64)| here.2.wrapping_sub(there.2).cast_signed();
        if let Some(there) = self.mirrored.filter(|_| self.is_mirrored) {
            return Ok(shift(there));
        }
        if let Some(there) = self.mirrored.filter(|there| there.0 == here.0 && there.1 == here.1) {
            // It goes on from the call before, which returns where it was called.
            let mut is_back = false;
            self.gdb.stop_at(PLACE, StopSpot::Address(there.1), 0)?;
            while !is_back {
                let stopped = self.gdb.go(false, Duration::from_secs(20))?;
                stopped.breakpoint().ok_or(TargetError::Silent)?;
                is_back = stopped.sp == there.2;
            }
            self.gdb.remove(PLACE)?;
        } else {
            self.gdb.run()?;
        }
        self.gdb.stop_at(PLACE, StopSpot::FromMain(here.0), 0)?;
        let stopped = self.gdb.go(false, Duration::from_secs(20))?;
        self.gdb.remove(PLACE)?;
        let (Some(_), Some(cfa), Some(back)) = (stopped.breakpoint(), stopped.cfa, stopped.back) else {
            return Err(TargetError::Silent);
        };
        if back != here.1 {
            return Err(TargetError::Silent);
        }
        let there = (here.0, back, cfa);
        (self.mirrored, self.is_mirrored) = (Some(there), true);
        Ok(shift(there))
    }

    /// Fails if both programs do not have the same numbers in their arrays: one that asks the clock,
    /// or its own id, is another one each time.
    fn agree(&mut self, variables: &Variables) -> Result<(), TargetError> {
        const SOME: u64 = 32;
        let sp = self.here.map_or(0, |here| here.2);
        let is_apart = |address: u64| address.abs_diff(sp) >= STACK;
        let starts: Vec<u64> = variables.arrays.iter().map(|array| array.address).filter(|&at| is_apart(at)).collect();
        let starts = &starts[..starts.len().min(ARRAYS)];
        if self.gdb.pages(starts, SOME)? == self.pages(starts, SOME)? { Ok(()) } else { Err(TargetError::Silent) }
    }
}

/// The events of a program that has a child.
const CHILDREN: [i32; 2] = [ptrace::Event::PTRACE_EVENT_FORK as i32, ptrace::Event::PTRACE_EVENT_VFORK as i32];

/// The arrays that are compared between two runs.
const ARRAYS: usize = 24;

/// The registers of a stopped program.
fn registers(pid: Pid) -> Result<user_regs_struct, TargetError> {
    ptrace::getregs(pid).map_err(unknown)
}

/// Interrupts a program that works too long without a stop, or that grows too large.
fn watch(watched: Arc<Watched>, memory: u64) {
    let mut since: Option<(u64, Option<Duration>, Instant)> = None;
    let look = move || {
        while !watched.is_over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(20));
            let process = watched.pid.as_raw().cast_unsigned();
            if !watched.is_running.load(Ordering::Relaxed) {
                since = None;
                continue;
            }
            let (stops, used) = (watched.stops.load(Ordering::Relaxed), processor_time(process));
            let (known, before, begun) = *since.get_or_insert((stops, used, Instant::now()));
            if known != stops {
                since = None;
                continue;
            }
            let patience = Duration::from_millis(watched.patience.load(Ordering::Relaxed));
            let worked = used.zip(before).map(|(used, before)| used.saturating_sub(before));
            let is_late = worked.is_none_or(|worked| worked > patience) || begun.elapsed() > 10 * patience;
            let is_large = resident(process).is_some_and(|bytes| bytes > memory);
            watched.is_large.fetch_or(is_large, Ordering::Relaxed);
            if is_late || is_large || is_interrupted() {
                _ = kill(watched.pid, OURS);
                since = None;
            }
        }
    };
    _ = thread::Builder::new().name("watch".to_string()).spawn(look);
}

impl Target for Tracee<'_> {
    fn is_script(&self) -> bool {
        false
    }

    fn now(&self) -> Duration {
        self.gdb.now()
    }

    fn silence(&self) -> Duration {
        self.gdb.silence()
    }

    fn go_on(&self) -> Result<(), TargetError> {
        self.gdb.go_on()
    }

    fn functions(&mut self) -> Result<Functions, TargetError> {
        self.gdb.functions()
    }

    fn run(&mut self) -> Result<(), TargetError> {
        self.process = None;
        (self.here, self.mirrored, self.exit, self.is_mirrored) = (None, None, None, false);
        self.breaks.clear();
        self.set_ranges(Vec::new());
        self.process = Some(self.spawn()?);
        Ok(())
    }

    fn go(&mut self, _: bool, patience: Duration) -> Result<Stopped, TargetError> {
        let watched = Arc::clone(&self.process.as_ref().ok_or(TargetError::Silent)?.watched);
        watched.patience.store(patience.as_millis() as u64, Ordering::Relaxed);
        watched.is_running.store(true, Ordering::Relaxed);
        let stopped = self.next_stop(&watched);
        watched.is_running.store(false, Ordering::Relaxed);
        stopped
    }

    fn step(&mut self, _: Duration) -> Result<Stopped, TargetError> {
        Err(TargetError::Silent)
    }

    fn stop_at(&mut self, id: u64, spot: StopSpot, skip: u64) -> Result<bool, TargetError> {
        let pid = self.pid()?;
        let (address, function) = match spot {
            StopSpot::Exit => {
                self.exit = Some(id);
                return Ok(true);
            }
            StopSpot::Address(address) => (address, None),
            StopSpot::FromMain(from_main) => {
                let begin = self.begins.get(&from_main).ok_or(TargetError::Silent)?;
                (self.main.wrapping_add(begin.cast_unsigned()), Some(from_main))
            }
        };
        let entry = match self.breaks.entry(address) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(new) => {
                new.insert(Break { old: Tracee::poke(pid, address, INT3)?, function, ids: Vec::new() })
            }
        };
        entry.ids.push((id, skip));
        Ok(true)
    }

    fn remove(&mut self, id: u64) -> Result<(), TargetError> {
        let pid = self.pid()?;
        self.breaks.values_mut().for_each(|entry| entry.ids.retain(|(other, _)| *other != id));
        let gone: Vec<u64> = self.breaks.iter().filter(|(_, entry)| entry.ids.is_empty()).map(|(at, _)| *at).collect();
        for at in gone {
            if let Some(own) = self.breaks.remove(&at) {
                Tracee::poke(pid, at, own.old)?;
            }
        }
        Ok(())
    }

    fn watch(&mut self, _: &[(u64, u8)], _: bool, _: usize, _: Duration) -> Result<Vec<Place>, TargetError> {
        Err(TargetError::Silent)
    }

    fn keep(&mut self, ranges: Vec<(u64, u64)>) -> Result<(), TargetError> {
        let pid = self.pid()?;
        self.set_ranges(ranges);
        let sp = registers(pid)?.rsp;
        self.read(pid, sp).map(|_| ())
    }

    fn kept(&mut self) -> &mut Ranges {
        &mut self.ranges
    }

    fn pages(&mut self, list: &[u64], size: u64) -> Result<Vec<(u64, Vec<u8>)>, TargetError> {
        let pid = self.pid()?;
        let read = |&address: &u64| {
            let mut bytes = vec![0; size as usize];
            let remote = [RemoteIoVec { base: address as usize, len: size as usize }];
            let read = process_vm_readv(pid, &mut [IoSliceMut::new(&mut bytes)], &remote);
            (read == Ok(size as usize)).then_some((address, bytes))
        };
        Ok(list.iter().filter_map(read).collect())
    }

    fn has_memory(&mut self, address: u64) -> Result<bool, TargetError> {
        Ok(!self.pages(&[address], 1)?.is_empty())
    }

    fn variables(&mut self) -> Result<Variables, TargetError> {
        let shift = self.mirror()?;
        let mut variables = self.gdb.variables()?;
        self.agree(&variables)?;
        let Some((_, _, sp)) = self.mirrored.filter(|_| shift != 0) else { return Ok(variables) };
        let moved = |address: &mut u64| {
            if address.abs_diff(sp) < STACK {
                *address = address.wrapping_add_signed(shift);
            }
        };
        variables.arrays.iter_mut().for_each(|array| moved(&mut array.address));
        variables.places.iter_mut().for_each(|place| moved(&mut place.address));
        Ok(variables)
    }

    fn set(&mut self, _: &str) -> Result<Option<SetParts>, TargetError> {
        Err(TargetError::Silent)
    }

    fn forget_sets(&mut self) {}

    /// The frames at a signal: gdb's program comes to it again, without a stop.
    fn frames(&mut self) -> Result<Vec<Place>, TargetError> {
        self.process = None;
        self.gdb.run()?;
        let silence = self.gdb.silence();
        self.gdb.go(false, silence)?;
        self.gdb.frames()
    }

    fn evaluate(&mut self, _: &[String]) -> Result<Vec<Option<Evaluated>>, TargetError> {
        Err(TargetError::Silent)
    }

    fn source(&self, path: &str, line: u64) -> Option<String> {
        self.gdb.source(path, line)
    }
}
