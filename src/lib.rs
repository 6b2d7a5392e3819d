//! Quadrille: a terminal workbench for the sudoku family and exact cover, and the debugger for Algorithm X.
//!
//! This page is the map. Read it once, then [`dlx`], which is what everything is about.
//!
//! # Floors
//!
//! Each floor imports only what lies below it.
//!
//! ```text
//!  main.rs                            words -> one of two doors, outcome -> exit code
//!  shell/   cli/   docs.rs            shell: the terminal, threads, files while the screen is up
//!     \      |     config.rs          cli: batch and judges    config: file -> settings    docs: tables -> text
//!  ui/       |                        &App -> frame. Never &mut App
//!  app/      |                        state + update(Msg) -> Vec<Effect>. No ratatui, no I/O, no clock
//!  puzzle/            solve/          siblings that never meet: puzzle speaks names and never runs,
//!      \             /                solve runs and never speaks names
//!       dlx/                          integers only: items, options, nodes, links, the search
//! ```
//!
//! # Invariants
//!
//! What is absent on purpose. `tests/invariants.rs` reads the sources and holds it.
//!
//! 1. `dlx` imports nothing but plain `std`: no I/O, no threads, no clock, no serde, no strings in signatures.
//! 2. `ratatui` and `crossterm` appear under `ui` and `shell` only.
//! 3. `app` does no I/O, starts nothing and asks no clock: it returns [`app::Effect`]s, and time enters as
//!    [`app::Msg::Tick`]. So a whole session is a list of messages.
//! 4. `ui` takes `&App`. What a view needs and the state does not hold is computed from the room it is given.
//! 5. Only the search machines of `dlx` call cover, uncover, hide and unhide. Called in the wrong order they tear the
//!    links.
//! 6. No arrow points upwards, and there is no circle of arrows between floors.
//!
//! # One kernel, two paces, two directions
//!
//! Algorithm X is a state machine whose every transition has an exact inverse: [`dlx::Machine`].
//! What comes next is read off the links before anything moves ([`dlx::Search::next_event`]), and
//! so is what came last. Going back needs no log: uncover is the inverse of cover, and whatever
//! decides is a pure function of the state. Exact covers, colours (Algorithm C), items that several
//! options hold (Algorithm M), repeated covers under a limit that grows, and the search for the
//! best score are this one machine: they differ in what an item does when an option is taken, in
//! what happens to an option that was tried, and in the bound. [`dlx::Search`] is the machine at
//! one of two widths. A [`dlx::Address`] names every state, and leads back to it.
//!
//! For plain exact covers the solver takes strides. A stride is a second copy of the machine's moves, as the processor
//! likes them, with notes of what it removes; it rests only in states of the machine, so a run can change hands anywhere.
//! Tests hold every rest, counter and way back of the two to each other. [`dlx::Slow`] takes one cover apart, link by
//! link, on a copy of the links.
//!
//! # Four walks
//!
//! 1. **A key.** `shell/input` makes an [`app::Key`]; [`app::update`] finds its [`app::Action`] in the keymap, changes
//!    the state, returns effects; `ui` draws the state.
//! 2. **A file.** Bytes become text ([`puzzle::decode`]), a text becomes puzzles ([`puzzle::load`]): of all readers the
//!    one that takes the whole text is right. A [`puzzle::ParseError`] knows its line and column.
//! 3. **A solution.** [`puzzle::encode`] makes ids of names; [`solve::Worker`] runs [`solve::run`] on a thread;
//!    a [`solve::Report`] with the run's id comes back; [`puzzle::Encoded::decode`] makes names of ids and refuses what
//!    does not solve the puzzle. Ids go down once and come up once, in one file.
//! 4. **A step.** [`dlx::Search::peek`] reads off the links what a step is and does, as a [`dlx::Step`];
//!    [`solve::Stepper`] takes it; `app/narrate` and `app/why` say it, the panels of `ui` draw it, and
//!    `quadrille explain` writes it down.
//!
//! # Words
//!
//! Knuth's (TAOCP 7.2.2.1), and a few of ours.
//!
//! | word | meaning |
//! |---|---|
//! | item, option | what is to be covered; what covers several of them at once |
//! | primary, secondary | to be covered exactly once; to be covered at most once |
//! | node, header | an option's place in an item's vertical list; what closes that list |
//! | cover, uncover | an item leaves the list of items and all its options are hidden; the inverse |
//! | hide, unhide | an option leaves the lists of its other items; the inverse |
//! | commit, uncommit | what an item does when an option that holds it is taken: covered, purified or counted |
//! | purify, unpurify | an item gets a colour, and the options that give it another are hidden; the inverse |
//! | tweak, untweak | an option that is tried leaves its lists, so that no set of options is met twice; the inverse |
//! | stop | an item that has its least takes no option more |
//! | level | one choice on the path; the root stands above level 1 |
//! | MRV | the rule to choose the item with the fewest options left |
//! | branch, k of d | the k-th of d ways to go on from a choice |
//! | address | the branches from the root, which name a state: `1/2,3/4+1` |
//! | update | one node removed from its vertical list |
//! | bound | what cuts branches: a limit on the options, or the best score so far |
//! | grain | how much one key moves: a link, an option, an item, a branch, a solution |
//! | step, stride | one move of the machine; many at the pace of a solver |
//! | racer | an engine that answers without links, and cannot be stepped |
//! | phase | where the machine rests between two steps |
//! | blame | the operation on the path that hid an option or covered an item |
//!
//! # Two shapes, two tables
//!
//! A puzzle is a **grid** (cells, symbols, units, weights) or a **listing** (named items and options, with a picture of
//! how options lie on a board if they do). One encoder each, one set of screens for both.
//!
//! A new **user action** is one row in `app/action.rs` and one match arm: enum, default key, help, palette, config name
//! and README follow. A new **kind of puzzle** is one file under `puzzle/kinds` and one row in [`puzzle::KINDS`]: loader,
//! command line, picker, README and the round-trip test follow. Judges are rows too: [`puzzle::JUDGES`].

#![forbid(unsafe_code)]

pub mod app;
pub mod cli;
pub mod config;
pub mod dlx;
pub mod docs;
pub mod puzzle;
pub mod shell;
pub mod solve;
pub mod ui;
