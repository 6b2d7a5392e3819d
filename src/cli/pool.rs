//! The threads of a batch.

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The thread pool. It is created at the first use, because one puzzle needs no threads.
#[derive(Default)]
pub(crate) struct Pool {
    threads: Option<usize>,
    made: Option<ThreadPool>,
}

impl Pool {
    /// A pool of `threads` threads. Default: one for each core.
    pub fn of(threads: Option<usize>) -> Pool {
        Pool { threads, made: None }
    }

    pub fn get(&mut self) -> anyhow::Result<&ThreadPool> {
        if self.made.is_none() {
            self.made = Some(pool(self.threads)?);
        }
        Ok(self.made.as_ref().expect("it was made above"))
    }

    /// Works on each item, in parallel, and returns the results in order. The calling thread works
    /// on a short input: that takes less time than starting others.
    pub fn map<T: Send, R: Send>(
        &mut self,
        is_short: bool,
        items: Vec<T>,
        work: impl Fn(T) -> R + Send + Sync,
    ) -> anyhow::Result<Vec<R>> {
        if is_short {
            return Ok(items.into_iter().map(work).collect());
        }
        Ok(self.get()?.install(|| items.into_par_iter().with_max_len(1).map(work).collect()))
    }
}

/// A pool of `threads` threads. Default: one for each core. If the system cannot start threads, the
/// calling thread is the pool.
pub fn pool(threads: Option<usize>) -> anyhow::Result<ThreadPool> {
    let many = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    Ok(many.or_else(|_| ThreadPoolBuilder::new().num_threads(1).use_current_thread().build())?)
}
