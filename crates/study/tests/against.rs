//! Programs beside Algorithm X: a program of the tutorials' kind, with habits of its own, is the
//! same; with a bug, the first operation that differs is the first one that the program without the
//! bug does not make.

use crate::support::rounds;
use dancing::{ItemId, ItemRule, OptionId, Policy, Problem, Search};
use fastrand::Rng;
use quadrille_puzzle::{Encoded, ListedOption, Listing, Shape, encode, load};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::{
    Against, AgainstReport, AgainstSettings, Bug, Comparison, Ended, Operation, Verdict, Vocabulary, brief_lines,
    link_lines,
};
use std::collections::{BTreeMap, BTreeSet};

/// The rule by which the program chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    First,
    Last,
    Fewest,
    FewestLast,
    Most,
    Random,
}

const CHOICES: [Choice; 6] =
    [Choice::First, Choice::Last, Choice::Fewest, Choice::FewestLast, Choice::Most, Choice::Random];

/// What a program may do in its own way.
#[derive(Clone, Debug)]
struct Habits {
    choice: Choice,
    /// The first number of items and of options; `None` for names.
    items: Option<usize>,
    options: Option<usize>,
    left: bool,
    hide: bool,
    links: bool,
    untry: bool,
    /// Goes back at once if an item has no option.
    dead_early: bool,
    /// Covers the items of an option from right to left.
    from_right: bool,
    /// Puts a new option at the top of each list.
    on_top: bool,
    /// Ends at the first solution.
    stops: bool,
    crlf: bool,
    noise: bool,
    /// Covers the chosen item again for each of its options.
    in_loop: bool,
    /// Tells where the search function is entered and left, in words that are not of the protocol.
    calls: bool,
}

impl Habits {
    fn plain() -> Habits {
        Habits {
            choice: Choice::Fewest,
            items: None,
            options: None,
            left: true,
            hide: true,
            links: false,
            untry: true,
            dead_early: false,
            from_right: false,
            on_top: false,
            stops: false,
            crlf: false,
            noise: false,
            in_loop: false,
            calls: false,
        }
    }

    fn random(rng: &mut Rng) -> Habits {
        let base = |rng: &mut Rng| [None, Some(0), Some(1)][rng.usize(..3)];
        Habits {
            choice: CHOICES[rng.usize(..6)],
            items: base(rng),
            options: base(rng),
            left: rng.bool(),
            hide: rng.bool(),
            links: false,
            untry: rng.bool(),
            dead_early: rng.bool(),
            from_right: rng.bool(),
            on_top: rng.bool(),
            stops: rng.bool(),
            crlf: rng.bool(),
            noise: rng.bool(),
            in_loop: rng.bool(),
            calls: false,
        }
    }
}

/// A planted bug.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Planted {
    /// Uncovers the items of an option in the order of covering.
    SameOrder,
    /// Walks downwards in uncover.
    DownInUncover,
    /// Does not lower counts.
    NoLower,
    /// Does not raise counts.
    NoRaise,
    /// Leaves the header of a covered item in the list.
    SkipHeader,
    /// Does not put the header back.
    LoseHeader,
    /// Skips the first node of the list in cover and uncover.
    SkipRow,
    /// Stops one node too early in an option.
    ShortOption,
    /// Links secondary headers.
    Secondary,
    /// Goes on at a solution.
    NoStop,
    /// Leaves the counts of the case before.
    OldCounts,
    /// Does not uncover the chosen item.
    Unpaired,
    /// Covers the chosen item twice.
    Twice,
    /// Branches on every item.
    Branching,
    /// Leaves the loop over the options after the first one.
    Break,
    /// Puts the first node of the last option into another list.
    Column,
    /// Passes over items without options, and takes the rest for a solution.
    Skips,
}

const PLANTED: [(Planted, &[Bug]); 11] = [
    (Planted::SameOrder, &[Bug::Order]),
    (Planted::DownInUncover, &[Bug::Order]),
    (Planted::NoLower, &[Bug::Count]),
    (Planted::NoRaise, &[Bug::Count]),
    (Planted::SkipHeader, &[Bug::Header]),
    (Planted::LoseHeader, &[Bug::Header]),
    (Planted::SkipRow, &[Bug::Node]),
    (Planted::ShortOption, &[Bug::Node]),
    (Planted::Secondary, &[Bug::Secondary]),
    (Planted::NoStop, &[Bug::Solution]),
    (Planted::OldCounts, &[Bug::Reset]),
];

/// Items, the first of them primary, and options.
#[derive(Clone, Debug)]
struct Case {
    items: usize,
    primary: usize,
    rows: Vec<Vec<usize>>,
}

impl Case {
    fn random(rng: &mut Rng, items: usize, secondary: usize, rows: usize) -> Case {
        let row = |rng: &mut Rng| {
            let mut row: Vec<usize> = (0..items).filter(|_| rng.usize(..items) < 3).collect();
            if row.is_empty() {
                row.push(rng.usize(..items));
            }
            rng.shuffle(&mut row);
            row
        };
        Case { items, primary: items - secondary, rows: (0..rows).map(|_| row(rng)).collect() }
    }

    fn encoded(&self) -> Encoded {
        let items = (0..self.items).map(|item| format!("i{item}").into()).collect();
        let option = |(at, row): (usize, &Vec<usize>)| ListedOption {
            name: Some(format!("row {at}x").into()),
            items: row.iter().map(|&item| item as u32).collect(),
        };
        let options = self.rows.iter().enumerate().map(option).collect();
        encode(&Shape::from(Listing { items, primary: self.primary, options, ..Listing::default() }))
    }
}

/// The program. Header k + 1 is that of item k; header 0 is the root.
struct Program<'a> {
    habits: &'a Habits,
    bug: Option<Planted>,
    l: Vec<usize>,
    r: Vec<usize>,
    u: Vec<usize>,
    d: Vec<usize>,
    column: Vec<usize>,
    row: Vec<usize>,
    size: Vec<i64>,
    trace: Vec<String>,
    rng: Rng,
    primary: usize,
    /// The number of operations after which the program is stopped.
    most: usize,
    ended: bool,
}

impl<'a> Program<'a> {
    fn run(cases: &[Case], habits: &'a Habits, bug: Option<Planted>, most: usize) -> Vec<String> {
        let mut program = Program {
            habits,
            bug,
            l: vec![],
            r: vec![],
            u: vec![],
            d: vec![],
            column: vec![],
            row: vec![],
            size: vec![0; 100],
            trace: vec![],
            rng: Rng::with_seed(7),
            primary: 0,
            most,
            ended: false,
        };
        for (at, case) in cases.iter().enumerate() {
            if cases.len() > 1 {
                program.say(format!("case {}", at + 1));
            }
            program.build(case);
            program.ended = false;
            program.search(0);
            if program.trace.len() >= most {
                break;
            }
        }
        program.trace
    }

    fn say(&mut self, line: String) {
        if self.trace.len() < self.most {
            self.trace.push(line);
        } else {
            self.ended = true;
        }
        if self.habits.noise && self.rng.usize(..9) == 0 && self.trace.len() < self.most {
            self.trace.push("Case 1:".to_string());
        }
    }

    fn item(&self, header: usize) -> String {
        self.habits.items.map_or(format!("i{}", header as i64 - 1), |base| (header + base - 1).to_string())
    }

    fn option(&self, node: usize) -> String {
        let row = self.row[node];
        self.habits.options.map_or(format!("row {row}x"), |base| (row + base).to_string())
    }

    fn build(&mut self, case: &Case) {
        let size = case.items + 1;
        for list in [&mut self.l, &mut self.r, &mut self.u, &mut self.d, &mut self.column] {
            *list = (0..size).collect();
        }
        self.row = vec![usize::MAX; size];
        self.primary = case.primary;
        if self.bug != Some(Planted::OldCounts) {
            self.size = vec![0; 100];
        }
        let linked = if self.bug == Some(Planted::Secondary) { case.items } else { case.primary };
        for header in 1..=linked {
            (self.l[header], self.r[header - 1]) = (header - 1, header);
        }
        (self.l[0], self.r[linked]) = (linked, 0);
        for (number, row) in case.rows.iter().enumerate() {
            let first = self.column.len();
            for (k, &item) in row.iter().enumerate() {
                let (node, header) = (first + k, item + 1);
                let (above, below) =
                    if self.habits.on_top { (header, self.d[header]) } else { (self.u[header], header) };
                let wrong = number + 1 == case.rows.len() && k == 0 && self.bug == Some(Planted::Column);
                let header = if wrong { header % case.primary + 1 } else { header };
                let (above, below) = if !wrong {
                    (above, below)
                } else if self.habits.on_top {
                    (header, self.d[header])
                } else {
                    (self.u[header], header)
                };
                self.column.push(header);
                self.row.push(number);
                self.l.push(if k == 0 { first + row.len() - 1 } else { node - 1 });
                self.r.push(if k + 1 == row.len() { first } else { node + 1 });
                self.u.push(above);
                self.d.push(below);
                self.d[above] = node;
                self.u[below] = node;
                self.size[header] += 1;
            }
        }
    }

    fn cover(&mut self, header: usize) {
        self.say(format!("cover {}", self.item(header)));
        if self.bug != Some(Planted::SkipHeader) {
            let (left, right) = (self.l[header], self.r[header]);
            (self.r[left], self.l[right]) = (right, left);
        }
        let mut node = self.d[header];
        if self.bug == Some(Planted::SkipRow) && node != header {
            node = self.d[node];
        }
        let mut steps = 0;
        while node != header && steps < 1000 {
            steps += 1;
            if self.habits.hide {
                self.say(format!("hide {}", self.option(node)));
            }
            let mut other = self.r[node];
            while other != node {
                let (up, down) = (self.u[other], self.d[other]);
                (self.d[up], self.u[down]) = (down, up);
                if self.bug != Some(Planted::NoLower) {
                    self.size[self.column[other]] -= 1;
                }
                other = self.r[other];
            }
            node = self.d[node];
        }
        self.links();
    }

    fn uncover(&mut self, header: usize) {
        self.say(format!("uncover {}", self.item(header)));
        let downwards = self.bug == Some(Planted::DownInUncover);
        let last = if self.bug == Some(Planted::SkipRow) { self.d[header] } else { header };
        let mut node = if downwards { self.d[header] } else { self.u[header] };
        let mut steps = 0;
        while node != header && steps < 1000 && !(node == last && last != header) {
            steps += 1;
            if self.habits.hide {
                self.say(format!("unhide {}", self.option(node)));
            }
            let mut other = self.l[node];
            while other != node {
                let (up, down) = (self.u[other], self.d[other]);
                (self.d[up], self.u[down]) = (other, other);
                if self.bug != Some(Planted::NoRaise) {
                    self.size[self.column[other]] += 1;
                }
                other = self.l[other];
            }
            node = if downwards { self.d[node] } else { self.u[node] };
        }
        if self.bug != Some(Planted::LoseHeader) && self.bug != Some(Planted::SkipHeader) {
            let (left, right) = (self.l[header], self.r[header]);
            (self.r[left], self.l[right]) = (header, header);
        }
        self.links();
    }

    fn links(&mut self) {
        if !self.habits.links {
            return;
        }
        for node in 0..self.column.len() {
            // Only nodes in their lists have pointers that mean something.
            if node > 0 && (self.d[self.u[node]] != node || self.u[self.d[node]] != node) {
                continue;
            }
            let (u, d, l, r) = (self.u[node], self.d[node], self.l[node], self.r[node]);
            self.say(format!("links {node} {u} {d} {l} {r}"));
        }
    }

    fn choose(&mut self) -> usize {
        let mut open = vec![];
        let mut header = self.r[0];
        while header != 0 && open.len() < 200 {
            open.push(header);
            header = self.r[header];
        }
        let Some(&first) = open.first() else { return 0 };
        let size = |&&header: &&usize| self.size[header];
        match self.habits.choice {
            Choice::First => first,
            Choice::Last => open[open.len() - 1],
            Choice::Fewest => *open.iter().min_by_key(size).unwrap(),
            Choice::FewestLast => *open.iter().rev().min_by_key(size).unwrap(),
            Choice::Most => *open.iter().rev().max_by_key(size).unwrap(),
            Choice::Random => open[self.rng.usize(..open.len())],
        }
    }

    fn search(&mut self, depth: usize) {
        if self.ended || depth > 60 {
            return;
        }
        if self.habits.calls {
            self.say("enter".to_string());
        }
        self.branch(depth);
        if self.habits.calls && !(self.ended && self.trace.len() >= self.most) {
            self.trace.push("leave".to_string());
        }
    }

    fn branch(&mut self, depth: usize) {
        if self.r[0] == 0 {
            if self.bug != Some(Planted::NoStop) {
                self.say("solution".to_string());
                self.ended |= self.habits.stops;
            }
            return;
        }
        if self.bug == Some(Planted::Branching) {
            let mut header = self.r[0];
            while header != 0 && !self.ended {
                self.try_all(header, depth);
                header = self.r[header];
            }
            return;
        }
        let header = self.choose();
        if self.bug == Some(Planted::Skips) && self.size[header] == 0 {
            self.say("solution".to_string());
            return;
        }
        if self.habits.dead_early && self.size[header] == 0 && self.habits.choice == Choice::Fewest {
            return;
        }
        self.try_all(header, depth);
    }

    fn try_all(&mut self, header: usize, depth: usize) {
        match self.habits.left {
            true => self.say(format!("choose {} {}", self.item(header), self.size[header])),
            false => self.say(format!("choose {}", self.item(header))),
        }
        self.cover(header);
        if self.bug == Some(Planted::Twice) {
            self.cover(header);
        }
        let mut node = self.d[header];
        while node != header && !self.ended {
            self.say(format!("try {}", self.option(node)));
            let mut others = vec![];
            let mut other = self.r[node];
            let end = if self.bug == Some(Planted::ShortOption) { self.l[node] } else { node };
            while other != end && other != node {
                others.push(self.column[other]);
                other = self.r[other];
            }
            if self.habits.from_right {
                others.reverse();
            }
            for &other in &others {
                self.cover(other);
            }
            self.search(depth + 1);
            if self.ended {
                return;
            }
            if self.bug != Some(Planted::SameOrder) {
                others.reverse();
            }
            for &other in &others {
                self.uncover(other);
            }
            if self.habits.untry {
                self.say(format!("untry {}", self.option(node)));
            }
            node = self.d[node];
            if self.bug == Some(Planted::Break) {
                break;
            }
            if self.habits.in_loop && node != header {
                self.uncover(header);
                self.cover(header);
            }
        }
        if !self.ended && self.bug != Some(Planted::Unpaired) {
            self.uncover(header);
        }
    }
}

/// A program over a dictionary of sets, as a short article has it: an option takes all of its items
/// out of the dictionary, the chosen one among them.
struct SetProgram {
    rows: Vec<Vec<usize>>,
    /// By item that is left: its options.
    lists: BTreeMap<usize, BTreeSet<usize>>,
    bug: Option<Planted>,
    tells: Tells,
    trace: Vec<String>,
}

/// The covers that a program over sets prints.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tells {
    Covers,
    /// Not those of the chosen item.
    OtherCovers,
    Nothing,
}

impl SetProgram {
    fn run(case: &Case, bug: Option<Planted>, tells: Tells) -> Vec<String> {
        let options = |item| (0..case.rows.len()).filter(|&row| case.rows[row].contains(&item)).collect();
        let lists = (0..case.items).map(|item| (item, options(item))).collect();
        let mut program = SetProgram { rows: case.rows.clone(), lists, bug, tells, trace: vec![] };
        program.solve();
        program.trace
    }

    fn solve(&mut self) {
        if self.lists.is_empty() {
            self.trace.push("solution".to_string());
            return;
        }
        let fewest = *self.lists.iter().min_by_key(|(_, list)| list.len()).unwrap().0;
        let items = match self.bug {
            Some(Planted::Branching) => self.lists.keys().copied().collect(),
            _ => vec![fewest],
        };
        for item in items {
            if self.trace.len() > 2_000 {
                return;
            }
            let left = self.lists.get(&item).map_or(0, BTreeSet::len);
            self.trace.push(format!("choose i{item} {left}"));
            for row in self.lists.get(&item).cloned().unwrap_or_default() {
                self.trace.push(format!("try row {row}x"));
                let taken = self.select(row, item);
                self.solve();
                self.deselect(row, taken, item);
                self.trace.push(format!("untry row {row}x"));
                if self.bug == Some(Planted::Break) {
                    break;
                }
            }
        }
    }

    fn tells_of(&self, item: usize, chosen: usize) -> bool {
        self.tells == Tells::Covers || self.tells == Tells::OtherCovers && item != chosen
    }

    fn select(&mut self, row: usize, chosen: usize) -> Vec<BTreeSet<usize>> {
        let mut taken = vec![];
        for item in self.rows[row].clone() {
            if self.tells_of(item, chosen) {
                self.trace.push(format!("cover i{item}"));
            }
            for other in self.lists.get(&item).cloned().unwrap_or_default() {
                for &held in self.rows[other].iter().filter(|&&held| held != item) {
                    if let Some(list) = self.lists.get_mut(&held) {
                        list.remove(&other);
                    }
                }
            }
            taken.push(self.lists.remove(&item).unwrap_or_default());
        }
        taken
    }

    fn deselect(&mut self, row: usize, mut taken: Vec<BTreeSet<usize>>, chosen: usize) {
        let mut items = self.rows[row].clone();
        if self.bug == Some(Planted::SameOrder) {
            taken.reverse();
        } else {
            items.reverse();
        }
        for item in items {
            if self.tells_of(item, chosen) {
                self.trace.push(format!("uncover i{item}"));
            }
            self.lists.insert(item, taken.pop().unwrap());
            for other in self.lists[&item].clone() {
                for &held in self.rows[other].iter().filter(|&&held| held != item) {
                    if let Some(list) = self.lists.get_mut(&held) {
                        list.insert(other);
                    }
                }
            }
        }
    }
}

fn compare(cases: &[Encoded], trace: &[String], ending: &str, settings: AgainstSettings) -> AgainstReport {
    let mut against = Against::new(cases, settings);
    for line in trace {
        if !against.line(&format!("{line}{ending}")) {
            break;
        }
    }
    against.end(Ended::Done)
}

#[test]
fn a_right_program_with_habits_of_its_own_is_the_same() {
    let mut rng = Rng::with_seed(1);
    for round in 0..rounds(400, 20_000) {
        let habits = Habits::random(&mut rng);
        let cases: Vec<Case> = (0..rng.usize(1..4))
            .map(|_| {
                let (items, rows) = (rng.usize(3..9), rng.usize(2..16));
                Case::random(&mut rng, items, 2, rows)
            })
            .collect();
        let encoded: Vec<Encoded> = cases.iter().map(Case::encoded).collect();
        let trace = Program::run(&cases, &habits, None, 20_000);
        // A program that sees at once that an item has no option prints nothing.
        if trace.len() >= 20_000 || trace.iter().all(|line| line == "Case 1:") {
            continue;
        }
        let ending = if habits.crlf { "\r" } else { "" };
        let report = compare(&encoded, &trace, ending, AgainstSettings::default());
        assert!(
            matches!(report.verdict, Verdict::Same) || habits.stops && matches!(report.verdict, Verdict::Stops(_)),
            "round {round}: {habits:?}\n{cases:?}\n{:#?}\n{}",
            report.verdict,
            trace.join("\n")
        );
        let solutions = trace.iter().filter(|line| *line == "solution").count();
        assert_eq!(report.solutions, solutions as u64);
    }
}

/// Returns true if the first effect of a bug may be another choice among equals, which is legal.
fn is_tie(planted: Planted) -> bool {
    matches!(planted, Planted::LoseHeader | Planted::OldCounts | Planted::NoLower | Planted::NoRaise)
}

/// The oracle is `diff`: the first line that the program without the bug does not print.
#[test]
fn a_planted_bug_is_found_at_its_first_operation() {
    for (planted, bugs) in PLANTED {
        let mut rng = Rng::with_seed(3);
        let (mut found, mut named, mut tried, mut late) = (0, 0, 0, 0);
        while found < rounds(20, 500) && tried < 100_000 {
            tried += 1;
            let mut habits = Habits { items: [None, Some(0), Some(1)][rng.usize(..3)], ..Habits::plain() };
            // Without the options inside a cover, these two are seen later.
            habits.hide = rng.bool() || matches!(planted, Planted::SkipRow | Planted::DownInUncover);
            let secondary = if planted == Planted::Secondary { 2 } else { 0 };
            let cases: Vec<Case> = (0..if planted == Planted::OldCounts { 2 } else { 1 })
                .map(|_| {
                    let (items, rows) = (rng.usize(4..8), rng.usize(5..14));
                    Case::random(&mut rng, items, secondary, rows)
                })
                .collect();
            let encoded: Vec<Encoded> = cases.iter().map(Case::encoded).collect();
            let (right, wrong) =
                (Program::run(&cases, &habits, None, 3_000), Program::run(&cases, &habits, Some(planted), 3_000));
            let Some(first) = (0..right.len().max(wrong.len())).find(|&at| right.get(at) != wrong.get(at)) else {
                continue;
            };
            let report = compare(&encoded, &wrong, "", AgainstSettings::default());
            if is_tie(planted) && matches!(report.verdict, Verdict::Same) {
                continue;
            }
            found += 1;
            let Verdict::Differs(difference) = &report.verdict else {
                panic!("{planted:?}: {:?}\n{}\n--\n{}", report.verdict, right.join("\n"), wrong.join("\n"))
            };
            let place = format!(
                "{planted:?}, line {}: {difference:#?}\n{cases:?}\n{}",
                first + 1,
                wrong[..(first + 8).min(wrong.len())].join("\n")
            );
            let is_late = difference.line > first as u64 + 1 && is_tie(planted);
            late += u32::from(is_late);
            // The options of a cover may come in any order, so a missing one is known at its end.
            let inside = wrong[first..].iter().take_while(|line| line.starts_with("hide ")).count();
            let lines = [first, first + inside];
            assert!(is_late || lines.contains(&(difference.line as usize - 1)), "{place}");
            assert!(difference.bug.is_none_or(|bug| bugs.contains(&bug)), "{place}");
            named += u32::from(difference.bug.is_some());
        }
        assert!(found >= rounds(20, 500), "{planted:?}: {found} of {tried}");
        assert!(named * 2 > found, "{planted:?}: {named} of {found} are named");
        assert!(late * 2 < found, "{planted:?}: {late} of {found} are late");
    }
}

/// Without counts and options in the trace, wrong counts are seen by what is chosen.
#[test]
fn counts_that_are_kept_wrongly_are_seen_by_the_choices() {
    let mut named = 0;
    let mut rng = Rng::with_seed(5);
    let mut tried = 0;
    for planted in [Planted::NoLower, Planted::NoRaise] {
        for _ in 0..200 {
            let habits = Habits { left: false, hide: false, items: Some(1), options: Some(0), ..Habits::plain() };
            let cases = [Case::random(&mut rng, 12, 0, 30)];
            let encoded: Vec<Encoded> = cases.iter().map(Case::encoded).collect();
            let wrong = Program::run(&cases, &habits, Some(planted), 5_000);
            let right = Program::run(&cases, &habits, None, 5_000);
            if wrong == right {
                continue;
            }
            tried += 1;
            let report = compare(&encoded, &wrong, "", AgainstSettings::default());
            if let Verdict::Differs(difference) = &report.verdict {
                let place = || format!("{planted:?}: {difference:#?}\n{}", wrong.join("\n"));
                assert!(matches!(difference.bug, None | Some(Bug::Count | Bug::Unfinished)), "{}", place());
                named += 1;
            }
        }
    }
    assert!(named * 10 >= tried * 9, "{named} of {tried}");
}

/// The kernel's own trace is always right, at every rule and with its pointers.
#[test]
fn the_kernel_is_the_same_as_itself() {
    let mut rng = Rng::with_seed(11);
    let (mut changed, mut exact) = (0, 0);
    for _ in 0..rounds(60, 3_000) {
        let (items, rows) = (rng.usize(3..9), rng.usize(2..14));
        let names = Case::random(&mut rng, items, 1, rows).encoded();
        for rule in ItemRule::ALL {
            let mut stepper = Stepper::new(&names.problem, rule);
            let mut trace = Vec::new();
            while let Some(step) = stepper.next_step() {
                trace.extend(brief_lines(&step, stepper.search(), &names, true));
                stepper.step(Grain::Item, true);
                trace.extend(link_lines(&step, stepper.links()));
                if trace.len() > 20_000 {
                    break;
                }
            }
            if trace.len() > 20_000 {
                continue;
            }
            let report = compare(std::slice::from_ref(&names), &trace, "", AgainstSettings::default());
            assert!(matches!(report.verdict, Verdict::Same), "{:#?}\n{}", report.verdict, trace.join("\n"));
            // A changed pointer is noticed.
            let links: Vec<usize> = (0..trace.len()).filter(|&at| trace[at].starts_with("links ")).collect();
            if links.is_empty() {
                continue;
            }
            let at = links[rng.usize(..links.len())];
            let mut words: Vec<String> = trace[at].split(' ').map(str::to_string).collect();
            if words[2] == "0" {
                continue;
            }
            words[2] = (words[2].parse::<u32>().unwrap() + 1).to_string();
            trace[at] = words.join(" ");
            let report = compare(std::slice::from_ref(&names), &trace, "", AgainstSettings::default());
            // Before enough nodes are known, the other layout may fit a while.
            changed += 1;
            let Verdict::Differs(difference) = report.verdict else { continue };
            assert!(difference.line > at as u64, "{difference:?}");
            exact += u32::from(difference.line == at as u64 + 1);
        }
    }
    assert!(exact * 10 > changed * 8, "{exact} of {changed}");
}

/// Every difference has a place in Step, and the place has the chosen options.
#[test]
fn a_difference_is_a_state_of_step() {
    let mut rng = Rng::with_seed(13);
    let mut reordered = 0;
    for _ in 0..rounds(150, 3_000) {
        let habits = Habits { choice: CHOICES[rng.usize(..6)], left: false, ..Habits::plain() };
        let cases = [Case::random(&mut rng, 7, 0, 12)];
        let encoded: Vec<Encoded> = cases.iter().map(Case::encoded).collect();
        let mut trace = Program::run(&cases, &habits, None, 3_000);
        trace.truncate(rng.usize(1..trace.len().max(2)));
        trace.push("uncover i999".to_string());
        let report = compare(&encoded, &trace, "", AgainstSettings::default());
        let Verdict::Differs(difference) = report.verdict else { panic!("{:?}", trace) };
        let spot = difference.spot.expect("a plain exact cover has an address for each state");
        let problem: Problem = match &spot.reordered {
            None => (*encoded[0].problem).clone(),
            Some(listing) => (*encode(&Shape::from(listing.clone())).problem).clone(),
        };
        reordered += u32::from(spot.reordered.is_some());
        let mut search = Search::new(&problem, Policy { rule: spot.rule, ..Policy::default() });
        search.go(&spot.address).unwrap();
        let path: Vec<String> =
            search.path().into_iter().map(|option: OptionId| encoded[0].option_name(option)).collect();
        assert_eq!(path, difference.path, "{}", trace.join("\n"));
    }
    assert!(reordered > 0);
}

#[test]
fn what_is_not_a_trace_is_said_to_be_none() {
    let puzzle = load("a b c\na b\nb c\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
    let cases = [encode(&puzzle.shape)];
    let run = |lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        compare(&cases, &lines, "", AgainstSettings::default()).verdict
    };
    assert!(matches!(run(&[]), Verdict::Silent));
    assert!(matches!(run(&["hello", "Yes, I found it", "choose", "links 1 2", "cover"]), Verdict::Silent));
    assert!(matches!(run(&["case 2", "choose a"]), Verdict::Unusable(_)));
    assert!(matches!(run(&["try a b", "try c"]), Verdict::Unusable(_)));
    let Verdict::Differs(difference) = run(&["choose a", "cover a"]) else { panic!() };
    assert_eq!((difference.bug, difference.op), (Some(Bug::Unfinished), 3));
}

/// Whatever is printed, the comparison ends with a result, and a damaged trace of a right program
/// is not the same unless nothing was damaged that is compared.
#[test]
fn hostile_traces_have_a_result() {
    let mut rng = Rng::with_seed(17);
    for round in 0..rounds(1_500, 100_000) {
        let case = Case::random(&mut rng, 6, 1, 9);
        let encoded = [case.encoded(), Case::random(&mut rng, 4, 0, 5).encoded()];
        let habits = Habits { noise: false, ..Habits::random(&mut rng) };
        let mut trace = Program::run(std::slice::from_ref(&case), &habits, None, 400);
        for _ in 0..rng.usize(0..4) {
            let (at, other) = (rng.usize(..trace.len().max(1)), rng.usize(..trace.len().max(1)));
            match rng.usize(..5) {
                _ if trace.is_empty() => {}
                0 => drop(trace.remove(at)),
                1 => trace.swap(at, other),
                2 => trace.insert(at, trace[other].clone()),
                3 => trace.truncate(at),
                _ => {
                    let words =
                        ["choose", "cover", "uncover", "try", "untry", "hide", "unhide", "solution", "case", "links"];
                    let names = [
                        "i0",
                        "i5",
                        "i9",
                        "0",
                        "1",
                        "7",
                        "-1",
                        "99999999999",
                        "row 3x",
                        "",
                        "1 2",
                        "1 2 3 4 5",
                        "\u{fffd}",
                    ];
                    trace.insert(at, format!("{} {}", words[rng.usize(..10)], names[rng.usize(..13)]));
                }
            }
        }
        let mut against = Against::new(
            &encoded,
            AgainstSettings { base: [None, Some(0), Some(1)][rng.usize(..3)], coarse: rng.bool(), first: rng.bool() },
        );
        for line in &trace {
            if !against.line(line) {
                break;
            }
        }
        let ended = [Ended::Done, Ended::Crashed("a signal".to_string()), Ended::Hung(2)][rng.usize(..3)].clone();
        if let Verdict::Differs(difference) = against.end(ended).verdict {
            assert!(!difference.what.is_empty() && !difference.invariant.is_empty(), "round {round}");
            assert!(difference.line <= trace.len() as u64);
        }
    }
}

/// The covers and uncovers of a trace, and the calls of its search function if it tells them.
fn typed(trace: &[String]) -> Vec<(Operation, String)> {
    let item = |name: &str| ItemId(name[1..].parse().unwrap());
    let read = |line: &String| match line.split_once(' ') {
        Some(("cover", name)) => Some(Operation::Cover(item(name))),
        Some(("uncover", name)) => Some(Operation::Uncover(item(name))),
        None if line == "enter" => Some(Operation::Enter),
        None if line == "leave" => Some(Operation::Leave),
        _ => None,
    };
    trace.iter().filter_map(|line| Some((read(line)?, line.clone()))).collect()
}

fn compare_typed(names: &Encoded, told: &[(Operation, String)], search: bool, first: bool) -> AgainstReport {
    let uses = Vocabulary { search, cover: true, uncover: true, ..Vocabulary::default() };
    let mut comparison = Comparison::new(AgainstSettings { first, ..AgainstSettings::default() }, uses);
    comparison.begin_typed(1, names);
    for (at, (operation, text)) in (1..).zip(told) {
        if !comparison.take(*operation, at, text, names) {
            break;
        }
    }
    comparison.end(&Ended::Done, Some(names))
}

/// Which option is tried need not be told: it is found out by what is covered, and by the calls of
/// the search function where these are told.
#[test]
fn options_that_are_not_told_are_found_out() {
    let mut rng = Rng::with_seed(19);
    let mut unclear = 0;
    for round in 0..rounds(300, 10_000) {
        let habits = Habits { items: None, options: None, calls: true, noise: false, ..Habits::random(&mut rng) };
        let (items, rows) = (rng.usize(2..8), rng.usize(2..14));
        let case = Case::random(&mut rng, items, 0, rows);
        let names = case.encoded();
        let trace = Program::run(std::slice::from_ref(&case), &habits, None, 4_000);
        if trace.len() >= 4_000 {
            continue;
        }
        let told = typed(&trace);
        let solutions = trace.iter().filter(|line| *line == "solution").count() as u64;
        for search in [true, false] {
            let is_call = |operation: &Operation| matches!(operation, Operation::Enter | Operation::Leave);
            let told: Vec<_> = told.iter().filter(|(operation, _)| search || !is_call(operation)).cloned().collect();
            // Without a rule of choice and without calls, too many readings stay possible.
            if told.is_empty() || !search && habits.choice == Choice::Random {
                continue;
            }
            let report = compare_typed(&names, &told, search, true);
            let place = || format!("round {round}, {search}: {habits:?}\n{case:?}\n{report:#?}\n{}", trace.join("\n"));
            // Many options of the same items have many readings without calls.
            if !search && matches!(report.verdict, Verdict::Unusable(_)) {
                unclear += 1;
                continue;
            }
            assert!(matches!(report.verdict, Verdict::Same), "{}", place());
            assert_eq!(report.operations, told.len() as u64);
            if search {
                assert_eq!(report.solutions, solutions, "{}", place());
            }
        }
    }
    assert!(unclear * 20 < rounds(300, 10_000), "{unclear} are unclear");
}

/// Typed operations with a planted bug differ where those of the program without the bug do.
#[test]
fn typed_operations_differ_where_the_bug_shows() {
    let mut rng = Rng::with_seed(23);
    for planted in [Planted::SameOrder, Planted::ShortOption, Planted::LoseHeader] {
        let (mut found, mut late, mut tried) = (0, 0, 0);
        while found < rounds(30, 1_000) {
            tried += 1;
            assert!(tried < 100_000, "{planted:?}: {found}");
            let habits = Habits { calls: true, untry: false, ..Habits::plain() };
            let (items, rows) = (rng.usize(4..8), rng.usize(5..14));
            let case = Case::random(&mut rng, items, 0, rows);
            let names = case.encoded();
            let run = |bug| typed(&Program::run(std::slice::from_ref(&case), &habits, bug, 3_000));
            let (right, wrong) = (run(None), run(Some(planted)));
            let first = (0..right.len().max(wrong.len())).find(|&at| right.get(at) != wrong.get(at));
            let Some(first) = first.filter(|_| wrong.len() < 1_000) else { continue };
            let report = compare_typed(&names, &wrong, true, true);
            found += 1;
            let place = || format!("{planted:?} {first}: {report:#?}\n{case:?}\n{wrong:?}");
            // Another choice among equals is legal.
            let Verdict::Differs(difference) = &report.verdict else {
                assert!(is_tie(planted), "{}", place());
                late += 1;
                continue;
            };
            assert!(difference.op as usize > first, "{}", place());
            late += u32::from(difference.op as usize > first + 1);
        }
        assert!(is_tie(planted) || late * 4 <= found, "{planted:?}: {late} of {found} are late");
    }
}

/// Bugs, and the sentence that says what went wrong, in programs of four styles: lists with a new
/// node at their end, lists with a new node at their beginning, a cover inside the loop, and a
/// dictionary of sets. Each is named as itself or, where several explain it, not at all; never as
/// another one.
#[test]
fn a_bug_is_named_in_every_style_or_not_at_all() {
    const TABLE: [(Planted, &[Bug], &str); 10] = [
        (Planted::Unpaired, &[Bug::Unpaired], "is uncovered"),
        (Planted::Twice, &[Bug::Twice], "which is covered"),
        (Planted::Branching, &[Bug::Branching], "after all options of item"),
        (Planted::Break, &[Bug::Break, Bug::Unfinished], "did not try|in the middle"),
        (Planted::Column, &[Bug::Model], "hold|its count"),
        (Planted::Skips, &[Bug::Skips, Bug::Header], "reports a solution"),
        (Planted::SameOrder, &[Bug::Order], "which was covered later"),
        (Planted::NoLower, &[Bug::Count], "count of"),
        (Planted::SkipHeader, &[Bug::Header], "which is covered"),
        (Planted::NoStop, &[Bug::Solution], "has no|and it goes on"),
    ];
    let plain = Habits { left: true, hide: false, ..Habits::plain() };
    let styles = [
        Some(plain.clone()),
        Some(Habits { on_top: true, choice: Choice::First, ..plain.clone() }),
        Some(Habits { in_loop: true, ..plain }),
        None,
    ];
    for (planted, bugs, sentence) in TABLE {
        for (style, habits) in styles.iter().enumerate() {
            let is_in_sets = matches!(planted, Planted::Branching | Planted::Break | Planted::SameOrder);
            // A program that takes the first item passes over none.
            let is_idle = style == 1 && planted == Planted::Skips || style == 2 && planted == Planted::Break;
            if habits.is_none() && !is_in_sets || is_idle {
                continue;
            }
            let mut rng = Rng::with_seed(29);
            let (mut found, mut named, mut tried) = (0, 0, 0);
            while found < rounds(12, 300) {
                tried += 1;
                assert!(tried < 20_000, "{planted:?} {style}: {found} found");
                let (items, rows) = (rng.usize(4..8), rng.usize(5..14));
                let case = Case::random(&mut rng, items, 0, rows);
                let names = case.encoded();
                let run = |bug| match habits {
                    Some(habits) => Program::run(std::slice::from_ref(&case), habits, bug, 2_000),
                    None => SetProgram::run(&case, bug, Tells::Covers),
                };
                let (right, wrong) = (run(None), run(Some(planted)));
                let first = (0..right.len().max(wrong.len())).find(|&at| right.get(at) != wrong.get(at));
                if first.is_none() || right.len() > 1_500 {
                    continue;
                }
                let report = compare(std::slice::from_ref(&names), &wrong, "", AgainstSettings::default());
                let place = || format!("{planted:?}, style {style}: {report:#?}\n{case:?}\n{}", wrong.join("\n"));
                match &report.verdict {
                    Verdict::Differs(difference) => {
                        found += 1;
                        named += u32::from(difference.bug.is_some());
                        assert!(difference.bug.is_none_or(|bug| bugs.contains(&bug)), "{}", place());
                        assert!(
                            difference.bug.is_none() || sentence.split('|').any(|part| difference.what.contains(part)),
                            "{}",
                            place()
                        );
                    }
                    // It could want one solution only, and stop at it.
                    Verdict::Stops(_) | Verdict::Same => assert_eq!(planted, Planted::Break, "{}", place()),
                    _ => panic!("{}", place()),
                }
            }
            assert!(named * 3 >= found, "{planted:?}, style {style}: {named} of {found} are named");
        }
    }
}

/// A program over sets is the same, whether it prints the covers or not.
#[test]
fn a_program_over_sets_is_the_same() {
    let mut rng = Rng::with_seed(31);
    for _ in 0..rounds(100, 3_000) {
        let (items, rows) = (rng.usize(2..8), rng.usize(2..14));
        let case = Case::random(&mut rng, items, 0, rows);
        let names = case.encoded();
        for tells in [Tells::Covers, Tells::OtherCovers, Tells::Nothing] {
            let trace = SetProgram::run(&case, None, tells);
            let report = compare(std::slice::from_ref(&names), &trace, "", AgainstSettings::default());
            assert!(matches!(report.verdict, Verdict::Same), "{report:#?}\n{case:?}\n{}", trace.join("\n"));
        }
    }
}
