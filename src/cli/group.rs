//! The process groups of the user's programs, which end with this program however it ends.
//!
//! A group is killed when its guard is dropped. For every other end of this program, also one that
//! it never hears of, such as SIGKILL, a shell waits on a pipe whose other end only this program
//! holds: at its end the shell kills the groups that are left. What has left a group is found by
//! its parent; without a parent, as a daemon, it stays.

use super::kin::descendants;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Reads `+GROUP` and `-GROUP`. The blanks keep one number from being a part of another.
const GUARD: &str = r#"trap "" INT TERM HUP QUIT
all=" "
while read -r line; do
  group=${line#?}
  case $line in
    +*) all="$all$group " ;;
    -*) all="${all%% $group *} ${all#* $group }" ;;
  esac
done
end() {
  for child in $(cat /proc/"$1"/task/*/children); do end "$child"; done
  kill -KILL "$1"
}
for group in $all; do end "$group"; kill -KILL "-$group"; done 2>/dev/null"#;

/// The pipe to the shell. It is started with the first program.
static SHELL: Mutex<Option<ChildStdin>> = Mutex::new(None);

/// Tells the shell. Without a shell, only the ends that this program hears of kill the groups.
fn tell(line: &str) {
    let mut shell = SHELL.lock().unwrap_or_else(PoisonError::into_inner);
    if shell.is_none() {
        let mut command = Command::new("sh");
        let quiet = command.args(["-c", GUARD]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        *shell = quiet.process_group(0).spawn().ok().and_then(|mut shell| shell.stdin.take());
    }
    if let Some(pipe) = &mut *shell {
        _ = writeln!(pipe, "{line}");
    }
}

/// A process group. It is killed when this is dropped.
pub(crate) struct ProcessGroup(Pid);

impl ProcessGroup {
    /// The group of a process that was started as its leader.
    pub fn of(process: u32) -> Option<ProcessGroup> {
        let group = Pid::from_raw(i32::try_from(process).ok()?)?;
        tell(&format!("+{}", group.as_raw_nonzero()));
        Some(ProcessGroup(group))
    }

    /// Kills all processes of the group, and what they have started outside it.
    pub fn kill(&self) {
        let started = descendants(self.0.as_raw_nonzero().get().unsigned_abs());
        _ = kill_process_group(self.0, Signal::KILL);
        for process in started.into_iter().filter_map(|process| Pid::from_raw(process.cast_signed())) {
            _ = kill_process(process, Signal::KILL);
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
        tell(&format!("-{}", self.0.as_raw_nonzero()));
    }
}
