//! Compares the machine's stride with plain nested loops, and the node layouts that were
//! considered.
//!
//! `cargo bench --bench kernel` prints nanoseconds per update, as minima of interleaved runs. For
//! counts that do not depend on the machine's load, run `cargo bench --bench kernel --no-run`, then
//! `valgrind --tool=callgrind BINARY stride` and the same with `nested`.

#[path = "../tests/support/mod.rs"]
mod support;

use quadrille::dlx::{Links, Machine, Policy, Problem, Tally, Word};
use std::time::{Duration, Instant};
use support::{langford, line, queens, sudoku};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let sets = sets();
    if let Some(name) = words.first() {
        let (_, run) =
            LOOPS.iter().find(|(known, _)| known == name).expect("stride, wide, nested, nested-wide or spacers");
        let updates: u64 = sets.iter().flat_map(|(_, problems)| problems).map(run).sum();
        println!("{name}: {updates} updates");
        return;
    }
    println!("{:<12}{:>12}   ns an update, minimum of 15 interleaved runs", "", "updates");
    for (set, problems) in &sets {
        let mut least = [Duration::MAX; LOOPS.len()];
        let mut updates = 0;
        for _ in 0..15 {
            for ((_, run), least) in LOOPS.iter().zip(&mut least) {
                let start = Instant::now();
                updates = problems.iter().map(run).sum::<u64>();
                *least = start.elapsed().min(*least);
            }
        }
        print!("{set:<12}{updates:>12}   ");
        for ((name, _), least) in LOOPS.iter().zip(least) {
            print!("{name} {:.2}   ", least.as_nanos() as f64 / updates as f64);
        }
        println!();
    }
}

/// Searches a whole problem. Returns the number of updates.
type Loop = fn(&Problem) -> u64;

const LOOPS: [(&str, Loop); 5] = [
    ("stride", |problem| stride::<u16>(problem)),
    ("nested", |problem| Nested::<u16>::new(problem).count()),
    ("wide", |problem| stride::<u32>(problem)),
    ("nested-wide", |problem| Nested::<u32>::new(problem).count()),
    ("spacers", |problem| Spacers::new(problem).count()),
];

fn sets() -> Vec<(&'static str, Vec<Problem>)> {
    // Arto Inkala's grids of 2010 and 2012, as printed in newspapers.
    let hard = [
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ];
    vec![
        ("9x9 hard", hard.iter().map(|text| sudoku(3, 3, &line(text))).collect()),
        ("queens 10", vec![queens(10)]),
        ("langford 10", vec![langford(10)]),
        ("6x6 grids", vec![sudoku(2, 3, &line("1234..............2...5............."))]),
    ]
}

fn stride<W: Word>(problem: &Problem) -> u64 {
    let (mut dance, mut tally) = (Machine::<W>::new(problem, Policy::default()), Tally::default());
    while dance.stride(256, &mut tally).is_some() {}
    assert!(Links::<W>::fits(problem));
    tally.updates
}

#[derive(Clone, Copy)]
struct Node<W> {
    up: W,
    down: W,
    item: W,
    next: W,
}

#[derive(Clone, Copy)]
struct Header<W> {
    left: W,
    right: W,
    len: W,
}

/// The classic program: a recursive function with two loops, on the same layout and with the same
/// counters.
struct Nested<W> {
    nodes: Vec<Node<W>>,
    headers: Vec<Header<W>>,
    root: usize,
    updates: u64,
    solutions: u64,
    profile: Vec<u64>,
}

impl<W: Word> Nested<W> {
    fn new(problem: &Problem) -> Nested<W> {
        let n = problem.n_items();
        let own = |i: usize| Node { up: W::new(i), down: W::new(i), item: W::new(i), next: W::new(i) };
        let mut nodes: Vec<Node<W>> = (0..n).map(own).collect();
        let mut headers: Vec<Header<W>> =
            (0..=n).map(|i| Header { left: W::new(i), right: W::new(i), len: W::new(0) }).collect();
        let mut last = n;
        for item in (0..problem.n_primary()).chain([n]) {
            headers[last].right = W::new(item);
            headers[item].left = W::new(last);
            last = item;
        }
        for option in problem.options() {
            let (first, items) = (nodes.len(), problem.items_of(option));
            for (k, item) in items.iter().enumerate() {
                let (at, item) = (first + k, item.index());
                let up = nodes[item].up;
                let next = if k + 1 == items.len() { first } else { at + 1 };
                nodes.push(Node { up, down: W::new(item), item: W::new(item), next: W::new(next) });
                nodes[up.index()].down = W::new(at);
                nodes[item].up = W::new(at);
                headers[item].len = W::new(headers[item].len.index() + 1);
            }
        }
        Nested { nodes, headers, root: n, updates: 0, solutions: 0, profile: vec![0; n + 1] }
    }

    fn count(mut self) -> u64 {
        self.search(0);
        self.updates
    }

    fn search(&mut self, level: usize) {
        if self.headers[self.root].right.index() == self.root {
            self.solutions += 1;
            return;
        }
        let (mut best, mut least) = (self.root, usize::MAX);
        let mut item = self.headers[self.root].right.index();
        while item != self.root {
            let header = self.headers[item];
            if header.len.index() < least {
                (best, least) = (item, header.len.index());
                if least == 0 {
                    break;
                }
            }
            item = header.right.index();
        }
        self.cover(best);
        let mut node = self.nodes[best].down.index();
        while node != best {
            self.profile[level] += 1;
            let mut at = self.nodes[node].next.index();
            while at != node {
                self.cover(self.nodes[at].item.index());
                at = self.nodes[at].next.index();
            }
            self.search(level + 1);
            let mut at = self.prev(node);
            while at != node {
                self.uncover(self.nodes[at].item.index());
                at = self.prev(at);
            }
            node = self.nodes[node].down.index();
        }
        self.uncover(best);
    }

    fn prev(&self, at: usize) -> usize {
        if self.nodes[at - 1].next.index() == at {
            return at - 1;
        }
        let mut last = at;
        while self.nodes[last].next.index() > last {
            last += 1;
        }
        last
    }

    fn cover(&mut self, item: usize) {
        let Header { left, right, .. } = self.headers[item];
        self.headers[left.index()].right = right;
        self.headers[right.index()].left = left;
        let mut row = self.nodes[item].down.index();
        while row != item {
            let mut at = self.nodes[row].next.index();
            while at != row {
                let Node { up, down, item, next } = self.nodes[at];
                self.nodes[up.index()].down = down;
                self.nodes[down.index()].up = up;
                let header = &mut self.headers[item.index()];
                header.len = W::new(header.len.index() - 1);
                self.updates += 1;
                at = next.index();
            }
            row = self.nodes[row].down.index();
        }
    }

    fn uncover(&mut self, item: usize) {
        let mut row = self.nodes[item].up.index();
        while row != item {
            let mut at = self.nodes[row].next.index();
            while at != row {
                let Node { up, down, item, next } = self.nodes[at];
                self.nodes[up.index()].down = W::new(at);
                self.nodes[down.index()].up = W::new(at);
                let header = &mut self.headers[item.index()];
                header.len = W::new(header.len.index() + 1);
                at = next.index();
            }
            row = self.nodes[row].up.index();
        }
        let Header { left, right, .. } = self.headers[item];
        self.headers[left.index()].right = W::new(item);
        self.headers[right.index()].left = W::new(item);
    }
}

/// Knuth's layout: an option's nodes lie between two spacers, and a walk along the option jumps at
/// a spacer. The nodes have 8 bytes, as ours. Otherwise the search is that of [`Nested`].
struct Spacers {
    up: Vec<[u16; 4]>,
    headers: Vec<Header<u16>>,
    root: usize,
    updates: u64,
}

const UP: usize = 0;
const DOWN: usize = 1;
const SPACER: u16 = u16::MAX;

impl Spacers {
    fn new(problem: &Problem) -> Spacers {
        let plain = Nested::<u16>::new(problem);
        let n = problem.n_items();
        let mut nodes: Vec<[u16; 4]> = (0..n as u16).map(|i| [i, i, i, 0]).collect();
        let mut first = 0;
        nodes.push([0, 0, SPACER, 0]);
        for option in problem.options() {
            let spacer = nodes.len() - 1;
            nodes[spacer][UP] = first;
            first = nodes.len() as u16;
            for item in problem.items_of(option) {
                let (at, item) = (nodes.len() as u16, item.0 as u16);
                let up = nodes[item as usize][UP];
                nodes.push([up, item, item, 0]);
                nodes[up as usize][DOWN] = at;
                nodes[item as usize][UP] = at;
            }
            nodes[spacer][DOWN] = nodes.len() as u16 - 1;
            nodes.push([first, 0, SPACER, 0]);
        }
        Spacers { up: nodes, headers: plain.headers, root: plain.root, updates: 0 }
    }

    fn count(mut self) -> u64 {
        self.search();
        self.updates
    }

    fn search(&mut self) {
        let (mut best, mut least) = (self.root, u16::MAX);
        let mut item = self.headers[self.root].right as usize;
        if item == self.root {
            return;
        }
        while item != self.root {
            let header = self.headers[item];
            if header.len < least {
                (best, least) = (item, header.len);
                if least == 0 {
                    break;
                }
            }
            item = header.right as usize;
        }
        self.cover(best);
        let mut node = self.up[best][DOWN] as usize;
        while node != best {
            let mut at = node + 1;
            while at != node {
                match self.up[at] {
                    [up, _, SPACER, _] => at = up as usize,
                    [_, _, item, _] => {
                        self.cover(item as usize);
                        at += 1;
                    }
                }
            }
            self.search();
            let mut at = node - 1;
            while at != node {
                match self.up[at] {
                    [_, down, SPACER, _] => at = down as usize,
                    [_, _, item, _] => {
                        self.uncover(item as usize);
                        at -= 1;
                    }
                }
            }
            node = self.up[node][DOWN] as usize;
        }
        self.uncover(best);
    }

    fn cover(&mut self, item: usize) {
        let Header { left, right, .. } = self.headers[item];
        self.headers[left as usize].right = right;
        self.headers[right as usize].left = left;
        let mut row = self.up[item][DOWN] as usize;
        while row != item {
            let mut at = row + 1;
            while at != row {
                let [up, down, item, _] = self.up[at];
                if item == SPACER {
                    at = up as usize;
                    continue;
                }
                self.up[up as usize][DOWN] = down;
                self.up[down as usize][UP] = up;
                self.headers[item as usize].len -= 1;
                self.updates += 1;
                at += 1;
            }
            row = self.up[row][DOWN] as usize;
        }
    }

    fn uncover(&mut self, item: usize) {
        let mut row = self.up[item][UP] as usize;
        while row != item {
            let mut at = row - 1;
            while at != row {
                let [up, down, item, _] = self.up[at];
                if item == SPACER {
                    at = down as usize;
                    continue;
                }
                self.up[up as usize][DOWN] = at as u16;
                self.up[down as usize][UP] = at as u16;
                self.headers[item as usize].len += 1;
                at -= 1;
            }
            row = self.up[row][UP] as usize;
        }
        let Header { left, right, .. } = self.headers[item];
        self.headers[left as usize].right = item as u16;
        self.headers[right as usize].left = item as u16;
    }
}
