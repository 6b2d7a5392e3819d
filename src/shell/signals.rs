//! Signals, and the terminal going away, as wakes of the main loop.

use super::run::Wake;
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use std::io::stdout;
use std::sync::mpsc::Sender;
use std::thread;

/// Starts listening for signals, and for a terminal that hangs up without one.
pub fn listen(wakes: Sender<Wake>) -> std::io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])?;
    let sender = wakes.clone();
    let body = move || {
        for signal in signals.forever() {
            if sender.send(Wake::Signal(signal)).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().name("signals".to_string()).spawn(body)?;
    // Without a controlling terminal there is no SIGHUP, and crossterm's reader would spin. A poll for nothing at all
    // wakes only when the other end is gone.
    let body = move || {
        let out = stdout();
        loop {
            let mut fds = [PollFd::new(&out, PollFlags::empty())];
            match poll(&mut fds, None) {
                Ok(_) if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => break,
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
        _ = wakes.send(Wake::Gone);
    };
    thread::Builder::new().name("hang-up".to_string()).spawn(body).map(|_| ())
}
