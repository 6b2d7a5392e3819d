//! Luby's sequence, which restarts follow.

/// Luby's sequence, from 1 on: 1 1 2 1 1 2 4 1 1 2 ...
pub(super) fn luby(at: u64) -> u64 {
    let size = (at + 1).next_power_of_two();
    if at + 1 == size { size / 2 } else { luby(at + 1 - size / 2) }
}
