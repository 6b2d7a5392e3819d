//! The memory that is left. A problem that would not fit is refused with a message before it is
//! built, because a failed allocation ends the process.

use crate::files::regular;
use rustix::process::{Resource, getrlimit};
use std::path::Path;

/// The size up to which nothing is checked, in bytes. A check reads a few files.
const SMALL: u64 = 48 << 20;

/// The error of a problem that takes more memory than is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this takes about {} MB of memory, and {} MB are left", needs >> 20, left >> 20)]
pub struct ProblemTooLarge {
    needs: u64,
    left: u64,
}

/// Checks that `needs` bytes are left.
///
/// # Errors
///
/// If fewer are left.
pub fn check(needs: u64) -> Result<(), ProblemTooLarge> {
    if needs <= SMALL {
        return Ok(());
    }
    match left() {
        Some(left) if needs > left => Err(ProblemTooLarge { needs, left }),
        _ => Ok(()),
    }
}

/// The bytes that this process may still take: the minimum of what its limit on the address space,
/// the limit of its control group, and the machine leave. `None` if the system reports none of
/// them.
fn left() -> Option<u64> {
    [address_space(), group(), machine()].into_iter().flatten().min()
}

/// The limit of `ulimit -v`, less what is in use.
fn address_space() -> Option<u64> {
    let most = getrlimit(Resource::As).current?;
    let used = field("/proc/self/status", "VmSize:").unwrap_or(0);
    Some(most.saturating_sub(used))
}

/// The memory limit of the control group, which containers set, less what is in use. Cached files
/// that can be dropped are not in use.
fn group() -> Option<u64> {
    let file = |name: &str| text(&format!("/sys/fs/cgroup/{name}"));
    let number = |name: &str| file(name)?.trim().parse::<u64>().ok();
    let most = number("memory.max")?;
    let cached = file("memory.stat").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("inactive_file "))?;
        line.trim().parse::<u64>().ok()
    });
    Some(most.saturating_sub(number("memory.current")?.saturating_sub(cached.unwrap_or(0))))
}

/// The memory that the machine has available without swapping.
fn machine() -> Option<u64> {
    field("/proc/meminfo", "MemAvailable:")
}

/// A number of kilobytes in a file of the system, in bytes.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = text(file)?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

fn text(file: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&regular(Path::new(file), 1 << 16).ok()?).into_owned())
}
