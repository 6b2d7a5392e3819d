//! The processes that a process has started, and their memory. Known on Linux only.

use crate::files::regular;
use std::collections::HashSet;
use std::fmt::Display;
use std::path::Path;
use std::time::Duration;

/// The resident memory of a process and of all that it has started, in bytes.
pub(crate) fn resident(process: u32) -> Option<u64> {
    let alone = pages(process)?;
    let others: u64 = descendants(process).into_iter().filter_map(pages).sum();
    Some((alone + others) * rustix::param::page_size() as u64)
}

/// The time that a process has run on a processor.
pub(crate) fn processor_time(process: u32) -> Option<Duration> {
    ticks(&of_process(process, "stat")?, 2)
}

/// The same with that of the children that it has waited for.
pub(crate) fn work_of(process: u32) -> Option<Duration> {
    ticks(&of_process(process, "stat")?, 4)
}

/// The time that this program has run on a processor.
pub(crate) fn own_time() -> Option<Duration> {
    ticks(&of_process("self", "stat")?, 2)
}

/// The sum of the first times in a line of the kernel: as a program, in the kernel, and those of
/// children.
fn ticks(stat: &str, count: usize) -> Option<Duration> {
    // The name of the program is in parentheses, and may have blanks.
    let numbers = stat.rsplit_once(')')?.1;
    let numbers = numbers.split_ascii_whitespace().skip(11).take(count).map(|number| number.parse::<u64>().ok());
    let ticks = numbers.sum::<Option<u64>>()?;
    Some(Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second()))
}

/// The processes that a process has started, and those that they have started, as far as their
/// parents have not ended.
pub(crate) fn descendants(process: u32) -> Vec<u32> {
    let (mut seen, mut all) = (HashSet::from([process]), vec![process]);
    let mut at = 0;
    while let Some(&parent) = all.get(at) {
        all.extend(children(parent).into_iter().filter(|&child| seen.insert(child)));
        at += 1;
    }
    all.split_off(1)
}

fn of_process(process: impl Display, file: &str) -> Option<String> {
    let path = format!("/proc/{process}/{file}");
    let text = regular(Path::new(&path), 1 << 16).ok()?;
    String::from_utf8(text).ok()
}

/// The pages of a process that are resident.
fn pages(process: u32) -> Option<u64> {
    of_process(process, "statm")?.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// The processes that a process has started, from any of its threads.
fn children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let of_thread = |thread: std::fs::DirEntry| {
        let name = thread.file_name().to_string_lossy().into_owned();
        of_process(process, &format!("task/{name}/children")).unwrap_or_default()
    };
    let texts: Vec<String> = threads.map(of_thread).collect();
    texts.iter().flat_map(|text| text.split_ascii_whitespace()).filter_map(|child| child.parse().ok()).collect()
}
