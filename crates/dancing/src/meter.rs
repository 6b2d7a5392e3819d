//! A limit on the work done outside a search: its steps, its bytes, and a host that may stop it.
//!
//! **Idea.** What grows with a problem asks the meter before it scans or allocates. The meter asks
//! the host at regular intervals, so that every such work stops as soon as a search does.

/// The steps between two questions to the host: well under a millisecond.
const SLICE: u64 = 1 << 16;

/// The bytes that count as one step when they are written for the first time.
const AT_ONCE: usize = 16;

/// The reason why work ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// The host stopped it.
    Stopped,
    /// The steps were spent.
    Steps,
    /// The bytes were spent.
    Bytes,
}

/// The steps and bytes that some work may still take, and the host that may stop it.
///
/// # Examples
///
/// ```
/// use dancing::{Meter, Short};
/// let mut goes_on = || true;
/// let mut meter = Meter::new(100, 1 << 20, &mut goes_on);
/// assert_eq!(meter.spend(60), Ok(()));
/// assert_eq!(meter.spend(60), Err(Short::Steps));
/// let mut stopped = || false;
/// let mut meter = Meter::new(u64::MAX, u64::MAX, &mut stopped);
/// assert_eq!(meter.spend(1 << 20), Err(Short::Stopped));
/// ```
pub struct Meter<'a> {
    steps: u64,
    bytes: u64,
    /// The steps since the host was asked.
    since: u64,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'a> Meter<'a> {
    /// A meter of this many steps and bytes. `go_on` returns false to stop.
    pub fn new(steps: u64, bytes: u64, go_on: &'a mut dyn FnMut() -> bool) -> Meter<'a> {
        Meter { steps, bytes, since: 0, go_on }
    }

    /// Counts steps, before they are made. A step is about a nanosecond, such as the read of an
    /// item of an option.
    ///
    /// # Errors
    ///
    /// If fewer steps are left, or the host stops the work.
    pub fn spend(&mut self, steps: usize) -> Result<(), Short> {
        let steps = steps as u64;
        self.since = self.since.saturating_add(steps);
        if self.since >= SLICE {
            self.since = 0;
            if !(self.go_on)() {
                return Err(Short::Stopped);
            }
        }
        self.steps = self.steps.checked_sub(steps).ok_or(Short::Steps)?;
        Ok(())
    }

    /// Counts bytes, before they are allocated, and the steps that fill them.
    ///
    /// # Errors
    ///
    /// If fewer bytes are left, or [`Meter::spend`] fails.
    pub fn take(&mut self, bytes: usize) -> Result<(), Short> {
        self.bytes = self.bytes.checked_sub(bytes as u64).ok_or(Short::Bytes)?;
        self.spend(bytes.div_ceil(AT_ONCE))
    }

    /// The steps that are left.
    pub fn left(&self) -> u64 {
        self.steps
    }
}
