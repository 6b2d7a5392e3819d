//! The broken dance, compared with a program that has the same mistake: dancing links after Knuth's
//! paper of 2000, with rows as rings and recursion, which shares no code with the crate.

use crate::support::{knuth, queens, rounds, sudoku};
use dancing::{Event, ItemId, ItemRule, Policy, Problem, Search, Tally};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use quadrille_puzzle::{encode, load};
use quadrille_study::{BrokenDance, Mistake, broken_report};

/// The program. Columns have a header each, and every node has four neighbours.
struct Program {
    mistake: Option<Mistake>,
    l: Vec<usize>,
    r: Vec<usize>,
    u: Vec<usize>,
    d: Vec<usize>,
    column: Vec<usize>,
    size: Vec<i64>,
    row: Vec<usize>,
    columns: usize,
    trace: Vec<String>,
    rows_taken: Vec<usize>,
    found: Vec<Vec<usize>>,
    most: usize,
    crashed: bool,
}

impl Program {
    fn new(problem: &Problem, mistake: Option<Mistake>, most: usize) -> Program {
        let (columns, primary) = (problem.n_items(), problem.n_primary());
        let size = columns + 1;
        let own = || (0..size).collect::<Vec<usize>>();
        // Header k + 1 is that of item k; header 0 is the root.
        let mut program = Program {
            mistake,
            l: own(),
            r: own(),
            u: own(),
            d: own(),
            column: own(),
            size: vec![0; size],
            row: vec![usize::MAX; size],
            columns,
            trace: Vec::new(),
            rows_taken: Vec::new(),
            found: Vec::new(),
            most,
            crashed: false,
        };
        for header in 1..=primary {
            program.l[header] = header - 1;
            program.r[header - 1] = header;
        }
        program.l[0] = primary;
        program.r[primary] = 0;
        let rows: Vec<Vec<usize>> = problem
            .options()
            .map(|option| problem.items_of(option).iter().map(|item| item.index() + 1).collect())
            .collect();
        let count = rows.len() - usize::from(mistake == Some(Mistake::LeaveOut)).min(rows.len());
        for (number, row) in rows.iter().take(count).enumerate() {
            let first = program.l.len();
            for (k, &column) in row.iter().enumerate() {
                let node = first + k;
                program.l.push(if k == 0 { first + row.len() - 1 } else { node - 1 });
                program.r.push(if k + 1 == row.len() { first } else { node + 1 });
                let bottom = program.u[column];
                program.u.push(bottom);
                program.d.push(column);
                program.d[bottom] = node;
                program.u[column] = node;
                program.size[column] += 1;
                program.column.push(column);
                program.row.push(number);
            }
        }
        program
    }

    fn say(&mut self, text: String) {
        self.trace.push(text);
        self.crashed |= self.trace.len() >= self.most;
    }

    /// A walk that is longer than there are nodes, or comes to another header, ends the program.
    fn walk(&mut self, column: usize, down: bool) -> Vec<usize> {
        let (mut at, mut nodes) = (column, Vec::new());
        loop {
            at = if down { self.d[at] } else { self.u[at] };
            if at == column {
                return nodes;
            }
            if at <= self.columns || nodes.len() > self.l.len() {
                self.crashed = true;
                return nodes;
            }
            nodes.push(at);
        }
    }

    fn cover(&mut self, column: usize) {
        if self.mistake != Some(Mistake::SkipHeader) {
            let (l, r) = (self.l[column], self.r[column]);
            (self.l[r], self.r[l]) = (l, r);
        }
        for i in self.walk(column, true) {
            let mut j = self.r[i];
            while j != i {
                let (u, d) = (self.u[j], self.d[j]);
                (self.u[d], self.d[u]) = (u, d);
                if self.mistake != Some(Mistake::NoCount) {
                    self.size[self.column[j]] -= 1;
                }
                j = self.r[j];
            }
        }
    }

    fn uncover(&mut self, column: usize) {
        for i in self.walk(column, false) {
            let mut j = self.l[i];
            while j != i {
                self.size[self.column[j]] += 1;
                let (u, d) = (self.u[j], self.d[j]);
                (self.u[d], self.d[u]) = (j, j);
                j = self.l[j];
            }
        }
        if self.mistake != Some(Mistake::SkipHeader) {
            let (l, r) = (self.l[column], self.r[column]);
            (self.l[r], self.r[l]) = (column, column);
        }
    }

    fn search(&mut self) {
        if self.crashed {
            return;
        }
        if self.r[0] == 0 {
            self.found.push(self.rows_taken.clone());
            return self.say("solution".to_string());
        }
        let (mut best, mut at, mut seen) = (self.r[0], self.r[0], 0);
        while at != 0 {
            if self.size[at] < self.size[best] {
                best = at;
            }
            at = self.r[at];
            seen += 1;
            if seen > self.columns {
                self.crashed = true;
                return;
            }
        }
        self.cover(best);
        if self.crashed {
            return;
        }
        self.say(format!("choose {}", best - 1));
        let mut i = self.d[best];
        while i != best && !self.crashed {
            if i <= self.columns || self.rows_taken.len() >= self.columns {
                self.crashed = true;
                return;
            }
            self.say(format!("try {}", self.row[i]));
            self.rows_taken.push(self.row[i]);
            let mut others = Vec::new();
            let mut j = self.r[i];
            while j != i {
                others.push(self.column[j]);
                j = self.r[j];
            }
            for &column in &others {
                self.cover(column);
                if self.crashed {
                    return;
                }
                self.say(format!("cover {}", column - 1));
            }
            self.search();
            if self.mistake != Some(Mistake::SameOrder) {
                others.reverse();
            }
            for &column in &others {
                if self.crashed {
                    return;
                }
                self.uncover(column);
                if self.crashed {
                    return;
                }
                self.say(format!("uncover {}", column - 1));
            }
            self.say(format!("take back {}", self.row[i]));
            self.rows_taken.pop();
            i = self.d[i];
        }
        if !self.crashed {
            self.uncover(best);
            self.say(format!("leave {}", best - 1));
        }
    }
}

/// An event in the program's words.
fn words(event: Event, search: &Search) -> String {
    let option = |node| search.links().option(node).map_or(usize::MAX, |option| option.index());
    match event {
        Event::Choose { item } => format!("choose {}", item.0),
        Event::Try { node } => format!("try {}", option(node)),
        Event::Cover { item } => format!("cover {}", item.0),
        Event::Visit => "solution".to_string(),
        Event::Uncover { item } => format!("uncover {}", item.0),
        Event::Next { node } => format!("take back {}", option(node)),
        Event::Backtrack { item } => format!("leave {}", item.0),
        other => panic!("{other:?}"),
    }
}

/// The number of operations that are compared.
const MOST: usize = 3000;

/// Compares each broken dance with the program. Returns the number of mistakes that showed in an
/// operation.
fn hold(problem: &Problem) -> usize {
    let names = {
        // The names are not used; a listing of the same problem gives them.
        let items: Vec<String> = (0..problem.n_items()).map(|item| format!("i{item}")).collect();
        let bar = if problem.n_items() > problem.n_primary() { " | " } else { " " };
        let head = [items[..problem.n_primary()].join(" "), items[problem.n_primary()..].join(" ")].join(bar);
        let rows: Vec<String> = problem
            .options()
            .map(|option| {
                problem.items_of(option).iter().map(|item| items[item.index()].clone()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let text = format!("{}\n{}\n", head.trim_end(), rows.join("\n"));
        encode(&load(&text, Some("knuth")).unwrap().puzzles.remove(0).shape)
    };
    assert_eq!(names.problem.n_cells(), problem.n_cells());
    let search = Search::new(&names.problem, Policy::default());
    let traced = |mistake| {
        let mut program = Program::new(&names.problem, mistake, MOST);
        program.search();
        program
    };
    let right = traced(None);
    let mut kernel = search.clone();
    let own: Vec<String> = std::iter::from_fn(|| kernel.step_into(&mut Tally::default()))
        .take(MOST)
        .map(|event| words(event, &search))
        .collect();
    assert_eq!(own, right.trace[..own.len()], "without a mistake, the program is the kernel");
    let mut shown = 0;
    for mistake in Mistake::ALL {
        let program = traced(Some(mistake));
        let mut dance = BrokenDance::new(&names.problem, ItemRule::Fewest, mistake).unwrap();
        let events: Vec<Event> = std::iter::from_fn(|| dance.step()).take(MOST).collect();
        let said: Vec<String> = events.iter().map(|&event| words(event, &search)).collect();
        // The two may give up a walk without an end at different places.
        let both = said.len().min(program.trace.len());
        assert_eq!(said[..both], program.trace[..both], "{mistake:?}");
        let ended = dance.stuck().is_some() || program.crashed;
        assert!(said.len() == program.trace.len() || ended, "{mistake:?}: {} {}", said.len(), program.trace.len());
        let first = (0..MOST).find(|&at| program.trace.get(at) != right.trace.get(at) || at >= right.trace.len());
        let first = first.filter(|&at| at < right.trace.len() || at < program.trace.len());
        let report = broken_report(&names, ItemRule::Fewest, mistake).unwrap();
        match (first, report.differs) {
            (Some(at), Some((op, right_one, broken))) if at < both && at + 1 < MOST => {
                let say = |event: Option<Event>| event.map(|event| words(event, &search));
                assert_eq!(say(right_one).as_ref(), right.trace.get(at), "{mistake:?} at {op}");
                assert_eq!(say(broken).as_ref(), program.trace.get(at), "{mistake:?} at {op}");
                assert!(op as usize == at + 1 || broken.is_none(), "{mistake:?}: {op} and {at}");
                shown += 1;
            }
            (None, found) => assert!(found.is_none_or(|(op, ..)| op as usize >= MOST), "{mistake:?}: {found:?}"),
            (Some(at), found) => {
                assert!(at >= both || at + 1 >= MOST || found.is_some(), "{mistake:?}: {at}, {found:?}")
            }
        }
        // A wrong answer is one: not a cover, or a number of covers that is not that of the
        // program.
        if let (false, false, Some((_, wrong))) = (program.crashed, right.crashed, &report.wrong) {
            let count = |found: &Vec<Vec<usize>>| found.len();
            let is_named = wrong.contains("a second time") || wrong.contains("times");
            assert!(is_named || count(&program.found) != count(&right.found), "{mistake:?}: {wrong}");
        }
        if let (false, false, None) = (program.crashed, right.crashed, &report.wrong) {
            assert_eq!(program.found.len(), right.found.len(), "{mistake:?}");
        }
    }
    shown
}

#[test]
fn a_broken_dance_is_that_of_a_program_with_the_mistake() {
    let mut shown = hold(&knuth());
    shown += hold(&queens(5));
    shown += hold(&sudoku(2, 2, &[(0, 0, 3), (0, 3, 0), (3, 0, 2)]));
    let mut runner = TestRunner::deterministic();
    let mut random = move |below: usize| (0..below).new_tree(&mut runner).unwrap().current();
    for _ in 0..rounds(120, 2000) {
        let (primary, secondary) = (2 + random(6), random(3));
        let mut problem = Problem::new(primary as u32, secondary as u32);
        for _ in 0..1 + random(14) {
            let mut items: Vec<ItemId> =
                (0..primary + secondary).filter(|_| random(3) == 0).map(|item| ItemId(item as u32)).collect();
            if !items.iter().any(|item| item.index() < primary) {
                items.insert(0, ItemId(random(primary) as u32));
            }
            problem.push(&items).unwrap();
        }
        shown += hold(&problem);
    }
    assert!(shown > 100, "{shown}");
}
