//! Keeps unsaved puzzles on a separate thread ([`crate::kept`]). A session that ends with
//! everything saved removes its files. The next session finds the files of one that did not.

use crate::app::Keeping;
use crate::kept::Session;
use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// The time for which changes are collected before they are written: far less than the 300 ms of
/// work that may be lost.
const TOGETHER: Duration = Duration::from_millis(100);

enum Order {
    Keep(usize, Box<Keeping>),
    Forget(usize),
    /// The session ends normally: write what is left and, unless puzzles are unsaved, remove the
    /// files. Then answer.
    End {
        unsaved: bool,
        done: Sender<()>,
    },
}

/// Writes the files on a separate thread.
pub(crate) struct Keeper {
    orders: Option<Sender<Order>>,
}

impl Keeper {
    /// Starts the thread. `failed` is called once, with a message, if a puzzle cannot be kept.
    /// Without a session, nothing is kept: the user has no home folder.
    pub fn start(session: Option<io::Result<Session>>, failed: impl Fn(String) + Send + Clone + 'static) -> Keeper {
        let session = match session {
            None => return Keeper { orders: None },
            Some(Ok(session)) => session,
            Some(Err(error)) => {
                failed(format!("changes cannot be kept: {error}"));
                return Keeper { orders: None };
            }
        };
        let (sender, orders) = channel();
        let complain = failed.clone();
        let body = move || {
            let mut has_failed = false;
            while let Ok(first) = orders.recv() {
                if matches!(first, Order::Keep(..)) {
                    // Changes within this time are written together. The delay is fixed, so typing
                    // on does not postpone the write.
                    thread::sleep(TOGETHER);
                }
                let mut end = None;
                let mut latest: BTreeMap<usize, Option<Box<Keeping>>> = BTreeMap::new();
                for order in std::iter::once(first).chain(orders.try_iter()) {
                    match order {
                        Order::Keep(entry, keeping) => _ = latest.insert(entry, Some(keeping)),
                        Order::Forget(entry) => _ = latest.insert(entry, None),
                        Order::End { unsaved, done } => end = Some((unsaved, done)),
                    }
                }
                for (entry, keeping) in latest {
                    let done = match keeping {
                        Some(keeping) => session.keep(entry, &keeping.write()),
                        None => session.forget(entry),
                    };
                    if let Err(error) = done
                        && !std::mem::replace(&mut has_failed, true)
                    {
                        complain(format!("changes cannot be kept in {}: {error}", session.folder().path().display()));
                    }
                }
                if let Some((unsaved, done)) = end {
                    // The files that stay are found by the next session.
                    if !unsaved {
                        session.end();
                    }
                    _ = done.send(());
                    return;
                }
            }
        };
        match thread::Builder::new().name("keeper".to_string()).spawn(body) {
            Ok(_) => Keeper { orders: Some(sender) },
            Err(error) => {
                failed(format!("changes cannot be kept, because no thread could be started: {error}"));
                Keeper { orders: None }
            }
        }
    }

    pub fn keep(&self, entry: usize, keeping: Box<Keeping>) {
        self.order(Order::Keep(entry, keeping));
    }

    pub fn forget(&self, entry: usize) {
        self.order(Order::Forget(entry));
    }

    /// Ends the session. Its files are removed, because everything is saved or discarded, or they
    /// stay, because puzzles are `unsaved`.
    pub fn end(&self, unsaved: bool) {
        let (done, waits) = channel();
        self.order(Order::End { unsaved, done });
        _ = waits.recv_timeout(Duration::from_secs(1));
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            _ = orders.send(order);
        }
    }
}
