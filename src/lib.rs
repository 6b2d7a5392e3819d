//! Quadrille: a terminal workbench for the sudoku family and exact cover, and the debugger for
//! Algorithm X.
//!
//! This page is an overview of the program. Read [`dlx`] next: everything else builds on it.
//!
//! # Crates
//!
//! Each floor is a crate and depends only on those below it, which Cargo holds. This crate is the
//! outermost one. Its library names the others as modules, so that a test or an example finds
//! everything here.
//!
//! ```text
//!  quadrille             main.rs     arguments -> workbench or command, outcome -> exit code
//!                        shell/      the terminal, threads and files while the screen is up
//!                        cli/        the commands: a file and a row each
//!                        files/      reads all input, creates all files
//!                        bundled.rs  the puzzles and lessons of `puzzles/`, passed to those below
//!                        config, docs, film, kept, lessons, library, log, checkpoint, seal, memory
//!      |
//!  quadrille-workbench   ui/         &App -> frame. Never &mut App
//!                        app/        state + update(Msg) -> Vec<Effect>. No I/O, threads or clock
//!      |
//!  quadrille-witness     `witness`   the user's own program: a target that is run, stopped and read
//!      |
//!  quadrille-study       `study`     a puzzle or a search in words and figures, without a screen
//!      |          \
//!  quadrille-puzzle  quadrille-solve  `puzzle` has names and never searches, `solve` searches and
//!      |          /                  has no names. They do not know each other
//!  dancing               `dlx`       ids: items, options, nodes, links, the search. No dependency
//! ```
//!
//! # Invariants
//!
//! The code must keep these rules. What neither Cargo nor the compiler holds,
//! `tests/library/invariants.rs` checks in the sources.
//!
//! 1. `dancing` is `no_std`: it has no I/O, threads or clock, and no strings in signatures.
//! 2. ratatui is known to the workbench and the root alone, and crossterm to `shell` alone. `app`
//!    uses neither.
//! 3. `app`, `study` and `witness` do no I/O, start nothing and ask no clock. `app` returns
//!    [`app::Effect`]s, and time enters as [`app::Msg::Tick`], so a whole session is a list of
//!    messages.
//! 4. `ui` takes `&App`. A view computes everything that depends on its area.
//! 5. Only the search machines of `dancing` call cover, uncover, hide and unhide. Calls in the
//!    wrong order corrupt the links.
//! 6. Inside a crate, no module of the root or the workbench imports a higher one, and rings of
//!    imports are those that `tests/library/rings.rs` lists, each with its reason.
//! 7. All input is read through [`files::open`] and [`files::regular`], within limits. Files are
//!    written as [`files::Draft`]s, and only files that the program created are removed. clippy
//!    refuses other calls. A lock identifies a running workbench, never a process id.
//! 8. A problem has only the features that its class allows ([`dlx::Class::allows`]). The problem's
//!    builder decides the class. Other code reads its [`dlx::ClassFacts`].
//! 9. Events of `tracing` are in `main`, `cli`, `shell` and `log` only. A search has none, and
//!    without `--log` nothing listens.
//!
//! # One kernel, two paces, two directions
//!
//! [`dlx::Machine`] is Algorithm X as a state machine in which every transition has an exact
//! inverse. The next event is computed from the links before anything changes
//! ([`dlx::Search::next_event`]), and so is the last event. To go back needs no log: uncover is the
//! inverse of cover, and every decision is a pure function of the state.
//!
//! One machine serves exact covers, colours (Algorithm C), multiplicities (Algorithm M), repeated
//! covers by IDA*, and the search for the best score. The classes differ in the effect of a chosen
//! option on its items, in the treatment of a tried option, and in the bound. [`dlx::Search`] is
//! the machine at one of two word sizes. A [`dlx::Address`] names every state and leads back to it.
//!
//! The solver uses strides for plain exact covers. A stride is a second, faster implementation of
//! the machine's moves with an undo log of its removals. It stops only in states of the machine, so
//! a run can be handed to the debugger there. Tests compare the two: their stops, their counters
//! and the way back. [`dlx::Slow`] executes a single step link by link on a copy of the search.
//!
//! # Four walks
//!
//! 1. **A key.** `shell/input` makes an [`app::Key`]. [`app::update`] finds its [`app::Action`] in
//!    the keymap. The handler of the screen changes the state and asks for more, which the router
//!    does. Effects are left for the caller. `ui` draws the state.
//! 2. **A file.** Bytes become text ([`puzzle::decode`]), and text becomes puzzles
//!    ([`puzzle::load`]) by the one reader that accepts the whole text. A [`puzzle::ParseError`]
//!    has a line and a column.
//! 3. **A solution.** [`puzzle::encode`] turns names into ids. [`solve::Worker`] runs
//!    [`solve::run`] on a thread and sends a [`solve::Report`] with the run's id.
//!    [`puzzle::Encoded::decode`] turns ids into names and refuses an answer that does not solve
//!    the puzzle. Both translations are in one file.
//! 4. **A step.** [`dlx::Search::peek`] makes the next step with a recorder and takes it back; the
//!    record is a [`dlx::Step`]. [`solve::Stepper`] keeps it, and takes the step. [`study::narrate`] and [`study::why`]
//!    describe it, the panels of `ui` draw it, and `quadrille explain` prints it.
//!
//! # Words
//!
//! Knuth's terms (TAOCP 7.2.2.1), and a few of ours.
//!
//! | word | meaning |
//! |---|---|
//! | item, option | an element that is to be covered; a set of items that are covered together |
//! | primary, secondary | to be covered exactly once; to be covered at most once |
//! | node, header | an option's place in an item's vertical list; the end of that list |
//! | cover, uncover | the item leaves the item list and its options are hidden; the inverse |
//! | hide, unhide | an option leaves the lists of its other items; the inverse |
//! | commit, uncommit | an item of a chosen option is covered, purified or counted; the inverse |
//! | purify, unpurify | an item gets a colour, options of other colours are hidden; the inverse |
//! | tweak, untweak | an option leaves its lists before it is tried (Algorithm M); the inverse |
//! | hide a tried option | a tweak after the try (repeated covers), so no cover is found twice |
//! | stop | an item that has reached its minimum takes no further option |
//! | level | one choice on the path; the root is above level 1 |
//! | MRV | the rule to choose the item with the fewest options left |
//! | current item | the item of the current level, while none of its options is chosen |
//! | branch, k of d | the k-th of the d branches of a choice |
//! | address | the branches from the root, which name a state: `1/2,3/4+1` |
//! | update | one node removed from its vertical list |
//! | bound | a test that cuts branches: a limit on the options, or the best score so far |
//! | grain | the size of one step: a link, an option, an item, a branch, a solution |
//! | step, stride | one move of the machine; many moves at the solver's pace |
//! | racer | an engine without links, which cannot be stepped |
//! | phase | the state of the machine between two steps |
//! | blame | the operation on the path that hid an option or covered an item |
//! | class | the rule for items: covered exactly once, within a range, or at least once |
//! | engine, strategy | a search; a decision about which search to try, within a budget |
//! | constraint | what a rule of a grid is lowered to: all different, allowed, a pair, tuples |
//! | draft | a new file, written beside its target and renamed to it when complete |
//! | kept | a puzzle with unsaved changes, in the state folder |
//! | seal | the SHA-256 of a line or a checkpoint, stored inside it |
//!
//! # Two shapes, and tables
//!
//! A puzzle is a **grid** (cells, symbols, units, weights) or a **listing** (named items and
//! options, perhaps with a picture of the options on a board). Each shape has one encoder; both use
//! the same screens.
//!
//! A new **user action** is one row in `app/action.rs` and one match arm. Its enum variant, default
//! key, help, palette entry, config name and manual are derived from the row. A new **kind of
//! puzzle** is one file under `puzzle/kinds` and one row in [`puzzle::KINDS`]. Loader, command
//! line, picker, manual and round-trip test are derived from that row. Judges are rows too:
//! [`witness::JUDGES`]. A new **command** is one file under `cli/commands` and one row in
//! `cli/commands.rs`. `docs/ARCHITECTURE.md` says where to add everything else.
//!
//! A **screen** has a file of handlers in `app/update` and a file of the same name in `ui`. A
//! handler changes the state, which is `app/model`, and returns what it wants of others as requests
//! (`app/ask.rs`); the router does them. An **overlay** is one row in `app/overlay.rs` and one file
//! beside it: its state, its keys and its words. If its row says `drawn`, `ui/overlay` has a file
//! of the same name. A **view of Step** is one row in `app/model/stepping/views.rs` and one file in
//! `ui/step`: its title, its content, its place and its size.
//!
//! # As a library
//!
//! [`dancing`](dlx) is a crate by itself, without dependencies. The others follow what the program
//! needs.
//!
//! ```
//! // Every cover of Knuth's example (TAOCP 7.2.2.1, (5)).
//! use quadrille::dlx::{ItemId, Problem};
//! let mut problem = Problem::new(7, 0);
//! for option in ["ce", "adg", "bcf", "adf", "bg", "deg"] {
//!     let items: Vec<ItemId> = option.bytes().map(|name| ItemId(u32::from(name - b'a'))).collect();
//!     problem.push(&items)?;
//! }
//! for cover in problem.covers() {
//!     println!("{cover:?}");
//! }
//! # assert_eq!(problem.covers().count(), 1);
//! # Ok::<(), quadrille::dlx::ProblemError>(())
//! ```
//!
//! ```
//! // Secondary items: at most one queen on each diagonal.
//! # use quadrille::dlx::{ItemId, Problem};
//! let n = 8;
//! let mut queens = Problem::new(2 * n, 4 * n - 2);
//! for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
//!     queens.push(&[r, n + c, 2 * n + r + c, 5 * n - 2 + r - c].map(ItemId))?;
//! }
//! assert_eq!(queens.covers().count(), 92);
//! # Ok::<(), quadrille::dlx::ProblemError>(())
//! ```
//!
//! ```
//! // Colours (Algorithm C): two options may share a secondary item if they agree on its colour.
//! # use quadrille::dlx::{ItemId, Problem};
//! let mut problem = Problem::new(2, 1);
//! let (a, b, shared) = (ItemId(0), ItemId(1), ItemId(2));
//! problem.push_colored(&[a, shared], &[0, 1], 0)?;
//! problem.push_colored(&[b, shared], &[0, 1], 0)?;
//! problem.push_colored(&[b, shared], &[0, 2], 0)?;
//! assert_eq!(problem.covers().count(), 1);
//! # Ok::<(), quadrille::dlx::ProblemError>(())
//! ```
//!
//! ```
//! // Multiplicities (Algorithm M): two or three of four options hold the item.
//! # use quadrille::dlx::{ItemId, Problem};
//! let mut problem = Problem::new(1, 0);
//! problem.set_multiplicity(ItemId(0), 2, 3)?;
//! (0..4).try_for_each(|_| problem.push(&[ItemId(0)]).map(drop))?;
//! assert_eq!(problem.covers().count(), 6 + 4);
//! # Ok::<(), quadrille::dlx::ProblemError>(())
//! ```
//!
//! ```
//! // The best score: weights of 2 and 3 beat a weight of 4.
//! # use quadrille::dlx::{ItemId, Policy, Problem, Search, Tally};
//! let mut problem = Problem::new(2, 0);
//! problem.push_weighted(&[ItemId(0), ItemId(1)], 4)?;
//! problem.push_weighted(&[ItemId(0)], 2)?;
//! problem.push_weighted(&[ItemId(1)], 3)?;
//! let mut search = Search::new(&problem, Policy { best: true, ..Policy::default() });
//! while search.stride(1 << 16, &mut Tally::default()).is_some() {}
//! assert_eq!(search.best(), Some(5));
//! # Ok::<(), quadrille::dlx::ProblemError>(())
//! ```
//!
//! ```
//! // Forwards to the first cover, and back to the root.
//! # use quadrille::dlx::{Event, ItemId, Policy, Problem, Search, Tally};
//! # let mut problem = Problem::new(1, 0);
//! # problem.push(&[ItemId(0)])?;
//! let (mut search, mut tally) = (Search::new(&problem, Policy::default()), Tally::default());
//! while search.step_into(&mut tally) != Some(Event::Visit) {}
//! let cover = search.address();
//! while search.step_back(&mut tally).is_some() {}
//! assert_eq!(search.address().to_string(), "root");
//! search.go(&cover).expect("the address is a state of this search");
//! # Ok::<(), quadrille::dlx::ProblemError>(())
//! ```

// Files are read and written by `files` alone, and standard output by few; see `clippy.toml`.
#![deny(clippy::disallowed_methods)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

/// The kernel, a crate by itself.
pub use dancing as dlx;
/// Puzzles: their data, forms, rules and encoding. A crate by itself.
pub use quadrille_puzzle as puzzle;
/// Searches: engines, strategies, the stepper, proofs. A crate by itself.
pub use quadrille_solve as solve;
/// Sentences, reasons, hints and lessons: what can be said without a screen. A crate by itself.
pub use quadrille_study as study;
/// The user's own program: its links, its operations, and the line that is wrong. A crate by
/// itself.
pub use quadrille_witness as witness;
/// The workbench without its terminal: its state, and its frames. A crate by itself.
pub use quadrille_workbench::{app, ui};

pub mod bundled;
pub mod checkpoint;
pub mod cli;
pub mod config;
pub mod docs;
pub mod files;
pub mod film;
pub mod kept;
pub mod lessons;
pub mod library;
pub mod log;
pub mod memory;
pub mod seal;
pub mod shell;
