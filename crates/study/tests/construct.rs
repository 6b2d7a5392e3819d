//! Constructed answers are graded as an oracle grades them, which reads the lines as they are shown
//! and runs them on plain maps. It shares no code with the program.

use dancing::{Phase, Policy};
use quadrille_puzzle::{Encoded, encode, load};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::{Arrange, Drive, DriveReply, PointersExercise, Procedure};
use std::collections::BTreeMap;

/// A generator of numbers: SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// A node is an option and an item; a header has no option; the root has no item.
type Node = (Option<usize>, Option<usize>);

/// The oracle's links: a map for each pointer.
#[derive(Clone, PartialEq, Eq)]
struct Plain {
    links: BTreeMap<(char, Node), Node>,
    counts: BTreeMap<usize, i64>,
    rows: Vec<Vec<usize>>,
}

const ROOT: Node = (None, None);

impl Plain {
    fn new(items: usize, rows: &[Vec<usize>]) -> Plain {
        let mut plain = Plain { links: BTreeMap::new(), counts: BTreeMap::new(), rows: rows.to_vec() };
        let ring: Vec<Node> = [ROOT].into_iter().chain((0..items).map(|item| (None, Some(item)))).collect();
        plain.ring(&ring, 'R', 'L');
        for item in 0..items {
            let holds = (0..rows.len()).filter(|&row| rows[row].contains(&item));
            let column: Vec<Node> =
                [(None, Some(item))].into_iter().chain(holds.map(|row| (Some(row), Some(item)))).collect();
            plain.counts.insert(item, column.len() as i64 - 1);
            plain.ring(&column, 'D', 'U');
        }
        plain
    }

    fn ring(&mut self, nodes: &[Node], forth: char, back: char) {
        for at in 0..nodes.len() {
            let next = nodes[(at + 1) % nodes.len()];
            self.links.insert((forth, nodes[at]), next);
            self.links.insert((back, next), nodes[at]);
        }
    }

    fn at(&self, letter: char, node: Node) -> Option<Node> {
        self.links.get(&(letter, node)).copied()
    }

    /// The other nodes of a node's option, to the right.
    fn others(&self, node: Node) -> Vec<Node> {
        let Some(row) = node.0 else { return Vec::new() };
        let items = &self.rows[row];
        let at = items.iter().position(|&item| Some(item) == node.1).unwrap();
        (1..items.len()).map(|k| (Some(row), Some(items[(at + k) % items.len()]))).collect()
    }

    fn out(&mut self, node: Node) {
        let (up, down) = (self.at('U', node).unwrap(), self.at('D', node).unwrap());
        self.links.insert(('D', up), down);
        self.links.insert(('U', down), up);
        *self.counts.get_mut(&node.1.unwrap()).unwrap() -= 1;
    }

    fn back(&mut self, node: Node) {
        let (up, down) = (self.at('U', node).unwrap(), self.at('D', node).unwrap());
        self.links.insert(('D', up), node);
        self.links.insert(('U', down), node);
        *self.counts.get_mut(&node.1.unwrap()).unwrap() += 1;
    }

    /// The nodes of a list, or `None` if it does not come back to its header.
    fn list(&self, header: Node, letter: char) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        let mut at = self.at(letter, header)?;
        while at != header {
            nodes.push(at);
            at = self.at(letter, at)?;
            if nodes.len() > self.links.len() {
                return None;
            }
        }
        Some(nodes)
    }

    fn cover(&mut self, item: usize) -> Option<()> {
        let header = (None, Some(item));
        let (left, right) = (self.at('L', header)?, self.at('R', header)?);
        self.links.insert(('R', left), right);
        self.links.insert(('L', right), left);
        // A broken list without an end is cut after as many nodes as there are.
        for node in self.cut_list(header, 'D') {
            self.others(node).into_iter().for_each(|other| self.out(other));
        }
        Some(())
    }

    fn uncover(&mut self, item: usize) -> Option<()> {
        let header = (None, Some(item));
        for node in self.cut_list(header, 'U') {
            self.others(node).into_iter().rev().for_each(|other| self.back(other));
        }
        let (left, right) = (self.at('L', header)?, self.at('R', header)?);
        self.links.insert(('L', right), header);
        self.links.insert(('R', left), header);
        Some(())
    }

    fn cut_list(&self, header: Node, letter: char) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut at = self.at(letter, header).unwrap();
        let all = self.rows.iter().map(Vec::len).sum::<usize>() + self.counts.len();
        while at != header && nodes.len() <= all + 1 {
            nodes.push(at);
            at = self.at(letter, at).unwrap();
        }
        nodes
    }
}

/// The oracle's machine.
struct Run {
    plain: Plain,
    i: Option<Node>,
    p: Option<Node>,
    x: Option<Node>,
    path: Vec<usize>,
    covers: Vec<Vec<usize>>,
    stuck: bool,
    depth: usize,
    fuel: usize,
}

impl Run {
    /// The value of `L[x]`, `D[U[x]]` or `x`.
    fn value(&self, text: &str) -> Option<Node> {
        match text {
            "i" => self.i,
            "p" => self.p,
            "x" => self.x,
            _ => {
                let inside = self.value(&text[2..text.len() - 1])?;
                self.plain.at(text.chars().next().unwrap(), inside)
            }
        }
    }

    fn block(&mut self, lines: &[String], all: &[String]) -> bool {
        let mut at = 0;
        while at < lines.len() {
            if self.stuck {
                return false;
            }
            let line = lines[at].trim();
            at += 1;
            if line == "for each node p down the list of i:" {
                let body: Vec<String> = lines[at..].iter().take_while(|line| line.starts_with("  ")).cloned().collect();
                at += body.len();
                let Some(header) = self.i else {
                    self.stuck = true;
                    return false;
                };
                let mut node = self.plain.at('D', header).unwrap();
                let mut turns = 0;
                while node != header && !self.stuck {
                    turns += 1;
                    if node.0.is_none() || turns > 100 {
                        self.stuck = true;
                        return false;
                    }
                    (self.i, self.p) = (Some(header), Some(node));
                    self.path.push(node.0.unwrap());
                    self.block(&body, all);
                    self.path.pop();
                    (self.i, self.p) = (Some(header), None);
                    node = self.plain.at('D', node).unwrap();
                }
                continue;
            }
            if !self.line(line, all) {
                return false;
            }
        }
        !self.stuck
    }

    fn line(&mut self, line: &str, all: &[String]) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 || self.one(line, all).is_none() {
            self.stuck = true;
        }
        let returns = line.contains("and return") && self.is_over();
        !self.stuck && !returns
    }

    fn is_over(&self) -> bool {
        self.plain.at('R', ROOT) == Some(ROOT)
    }

    fn one(&mut self, line: &str, all: &[String]) -> Option<()> {
        if let Some((of, to)) = line.split_once(" = ").filter(|(of, _)| of.contains('[')) {
            let (of, to) = (of.to_string(), self.value(to)?);
            let node = self.value(&of[2..of.len() - 1])?;
            self.plain.links.insert((of.chars().next().unwrap(), node), to);
        } else if let Some(by) = line.strip_prefix("count of x's item: ") {
            let item = self.x?.1?;
            *self.plain.counts.get_mut(&item)? += if by.starts_with("add") { 1 } else { -1 };
        } else if let Some(rest) = line.strip_prefix("for each node p ") {
            let letter = if rest.starts_with("down") { 'D' } else { 'U' };
            for node in self.plain.list(self.i?, letter)? {
                let others = self.plain.others(node);
                if rest.contains("unhide") {
                    others.into_iter().rev().for_each(|other| self.plain.back(other));
                } else {
                    for other in others {
                        self.plain.out(other);
                        if rest.contains("leave the counts") {
                            *self.plain.counts.get_mut(&other.1?)? += 1;
                        }
                    }
                }
            }
        } else if line.starts_with("if no item is open") {
            if self.is_over() {
                let mut cover = self.path.clone();
                cover.sort_unstable();
                self.covers.push(cover);
            }
        } else if line.starts_with("i = ") {
            let open = self.plain.list(ROOT, 'R')?;
            self.i = Some(open.into_iter().min_by_key(|node| self.plain.counts[&node.1.unwrap()])?);
        } else if line == "cover i" {
            self.plain.cover(self.i?.1?)?;
        } else if line == "uncover i" {
            self.plain.uncover(self.i?.1?)?;
        } else if line.contains("other items of p") {
            let mut others = self.plain.others(self.p?);
            if line.ends_with("left") {
                others.reverse();
            }
            for other in others {
                match line.starts_with("cover") {
                    true => self.plain.cover(other.1?)?,
                    false => self.plain.uncover(other.1?)?,
                }
            }
        } else {
            assert_eq!(line, "search");
            if self.depth > self.plain.counts.len() {
                return None;
            }
            self.depth += 1;
            let kept = (self.i, self.p);
            self.block(all, all);
            (self.i, self.p) = kept;
            self.depth -= 1;
        }
        Some(())
    }
}

/// Runs lines on a state: the lists, the covers and whether it got stuck.
fn run(procedure: Procedure, lines: &[String], plain: &Plain, item: usize) -> (Plain, Vec<Vec<usize>>, bool) {
    let mut plain = plain.clone();
    if procedure == Procedure::Uncover {
        plain.cover(item).unwrap();
    }
    let header = (None, Some(item));
    let first = plain.at('D', header);
    let (i, p) = if procedure == Procedure::Search { (None, None) } else { (Some(header), first) };
    let mut run =
        Run { plain, i, p, x: None, path: Vec::new(), covers: Vec::new(), stuck: false, depth: 0, fuel: 200_000 };
    match procedure {
        Procedure::Hide => {
            for other in run.plain.others(first.unwrap()) {
                run.x = Some(other);
                if !run.block(lines, lines) {
                    break;
                }
            }
        }
        _ => _ = run.block(lines, lines),
    }
    run.covers.sort();
    (run.plain, run.covers, run.stuck)
}

/// A random exact cover problem in Knuth's form, its items and its options.
fn problem(dice: &mut Dice) -> (String, Vec<Vec<usize>>, usize) {
    let items = 3 + dice.roll(4);
    let name = |item: usize| char::from(b'a' + item as u8).to_string();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for _ in 0..3 + dice.roll(6) {
        let row: Vec<usize> = (0..items).filter(|_| dice.roll(5) < 2).collect();
        if !row.is_empty() && !rows.contains(&row) {
            rows.push(row);
        }
    }
    let line = |row: &Vec<usize>| row.iter().map(|&item| name(item)).collect::<Vec<_>>().join(" ");
    let head = (0..items).map(name).collect::<Vec<_>>().join(" ");
    let text = format!("{head}\n{}\n", rows.iter().map(line).collect::<Vec<_>>().join("\n"));
    (text, rows, items)
}

fn names_of(text: &str) -> Option<Encoded> {
    Some(encode(&load(text, Some("knuth")).ok()?.puzzles.first()?.shape))
}

/// A state at a new level, some branches into the search, with the oracle's lists.
fn state(dice: &mut Dice, names: &Encoded, plain: &Plain) -> (Stepper, Plain) {
    let mut stepper = Stepper::new(&names.problem, Policy::default());
    for _ in 0..dice.roll(12) {
        stepper.step(Grain::Item, true);
    }
    while stepper.search().phase() != Phase::Choose && stepper.step(Grain::Item, true) {}
    if stepper.search().phase() != Phase::Choose {
        stepper.to_root();
    }
    let mut plain = plain.clone();
    let links = stepper.links();
    for &node in stepper.search().chosen() {
        let option = links.option(node).unwrap().index();
        let first: Node = (Some(option), Some(links.item(node).index()));
        plain.cover(first.1.unwrap()).unwrap();
        for other in plain.others(first) {
            plain.cover(other.1.unwrap()).unwrap();
        }
    }
    (stepper, plain)
}

/// The oracle's lines of each procedure, in the words of the screen.
fn model(procedure: Procedure) -> Vec<String> {
    let lines: &[&str] = match procedure {
        Procedure::Cover => &["R[L[i]] = R[i]", "L[R[i]] = L[i]", "for each node p down the list of i: hide p"],
        Procedure::Uncover => &["for each node p up the list of i: unhide p", "L[R[i]] = i", "R[L[i]] = i"],
        Procedure::Hide => &["D[U[x]] = D[x]", "U[D[x]] = U[x]", "count of x's item: subtract 1"],
        Procedure::Search => &[
            "if no item is open: report the cover and return",
            "i = an open item with the fewest options",
            "cover i",
            "for each node p down the list of i:",
            "  cover the other items of p, to the right",
            "  search",
            "  uncover the other items of p, to the left",
            "uncover i",
        ],
    };
    lines.iter().map(|line| line.to_string()).collect()
}

#[test]
fn five_thousand_arrangements_are_graded_as_they_run() {
    let mut dice = Dice(70);
    let elsewhere_rows = vec![vec![2, 4], vec![0, 1, 4], vec![0, 2], vec![1, 2, 3], vec![0, 2, 3]];
    let elsewhere = Plain::new(5, &elsewhere_rows);
    let (mut graded, mut right, mut healed) = (0, 0, 0);
    while graded < 5_000 {
        let (text, rows, items) = problem(&mut dice);
        let Some(names) = names_of(&text) else { continue };
        let (stepper, plain) = state(&mut dice, &names, &Plain::new(items, &rows));
        for procedure in Procedure::ALL {
            let Some(exercise) = Arrange::new(procedure, &stepper, &names) else { continue };
            let texts = exercise.texts();
            let task = exercise.task(&names);
            let item = (0..items).find(|&item| {
                let name = char::from(b'a' + item as u8);
                task.contains(&format!("on {name}. "))
                    || task.contains(&format!("list of {name}. "))
                    || task.contains(&format!("; {name} is covered"))
            });
            let item = item.unwrap_or(0);
            for _ in 0..6 {
                let mut order = exercise.solution();
                // A shuffle of the right lines, sometimes with a wrong one among them.
                for at in (1..order.len()).rev() {
                    if dice.roll(3) > 0 || procedure != Procedure::Search {
                        order.swap(at, dice.roll(at + 1));
                    }
                }
                if dice.roll(2) == 0 {
                    let at = dice.roll(order.len());
                    let other = dice.roll(texts.len());
                    if !order.contains(&other) {
                        order[at] = other;
                    }
                }
                let lines: Vec<String> = order.iter().map(|&at| texts[at].clone()).collect();
                let same = |plain: &Plain, item: usize| {
                    let (own, due) =
                        (run(procedure, &lines, plain, item), run(procedure, &model(procedure), plain, item));
                    !own.2 && own.0 == due.0 && own.1 == due.1
                };
                let truth = same(&plain, item) && same(&elsewhere, 2);
                let grade = exercise.grade(&order, &names);
                assert_eq!(grade.verdict.is_right(), truth, "{text}\n{lines:#?}\n{grade:?}");
                assert!(grade.text.ends_with('.'), "{}", grade.text);
                graded += 1;
                right += usize::from(truth);
                healed += usize::from(grade.text.starts_with("It heals"));
            }
        }
    }
    assert!(right > 500 && right < 4_500 && healed > 0, "{right} right, {healed} healed");
}

#[test]
fn five_thousand_drawings_are_graded_by_the_list_that_is_due() {
    let mut dice = Dice(71);
    let (mut graded, mut right) = (0, 0);
    while graded < 5_000 {
        let (text, ..) = problem(&mut dice);
        let Some(names) = names_of(&text) else { continue };
        let mut stepper = Stepper::new(&names.problem, Policy::default());
        for _ in 0..dice.roll(30) {
            stepper.step(Grain::Item, true);
        }
        let Some(exercise) = PointersExercise::new(&stepper, &names) else { continue };
        // The oracle has the list in order, with the node that moves.
        let n = exercise.nodes.len();
        let kept: Vec<usize> = (0..n).filter(|&at| !exercise.leaves || at != exercise.moved).collect();
        let next = |at: usize| kept[(kept.iter().position(|&other| other == at).unwrap() + 1) % kept.len()];
        let prior =
            |at: usize| kept[(kept.iter().position(|&other| other == at).unwrap() + kept.len() - 1) % kept.len()];
        let due = |of: usize, letter: char| match (kept.contains(&of), letter) {
            (true, 'D' | 'R') => next(of),
            (true, _) => prior(of),
            // It keeps the neighbours that it had.
            (false, 'D' | 'R') => (of + 1) % n,
            (false, _) => (of + n - 1) % n,
        };
        for _ in 0..5 {
            let mut drawn = exercise.clone();
            for pointer in &mut drawn.pointers {
                pointer.to = due(pointer.of, pointer.field.letter());
            }
            if dice.roll(3) > 0 {
                for _ in 0..1 + dice.roll(2) {
                    let at = dice.roll(drawn.pointers.len());
                    drawn.pointers[at].to = dice.roll(n);
                }
            }
            let truth = drawn.pointers.iter().all(|pointer| pointer.to == due(pointer.of, pointer.field.letter()));
            let grade = drawn.grade();
            assert_eq!(grade.right, truth, "{text}\n{drawn:?}\n{}", grade.text);
            assert!(!grade.text.contains("by luck"), "{text}\n{drawn:?}\n{}", grade.text);
            graded += 1;
            right += usize::from(truth);
        }
    }
    assert!(right > 1_000 && right < 4_000, "{right}");
}

/// The oracle's search: the operations in the words of the protocol.
fn operations(plain: &mut Plain, names: &[String], lines: &mut Vec<String>) {
    let name = |item: usize| char::from(b'a' + item as u8).to_string();
    if plain.at('R', ROOT) == Some(ROOT) {
        return lines.push("solution".to_string());
    }
    let open = plain.list(ROOT, 'R').unwrap();
    let header = open.into_iter().min_by_key(|node| plain.counts[&node.1.unwrap()]).unwrap();
    let item = header.1.unwrap();
    lines.extend([format!("choose {}", name(item)), format!("cover {}", name(item))]);
    plain.cover(item).unwrap();
    for node in plain.list(header, 'D').unwrap() {
        let option = &names[node.0.unwrap()];
        lines.push(format!("try {option}"));
        for other in plain.others(node) {
            plain.cover(other.1.unwrap()).unwrap();
            lines.push(format!("cover {}", name(other.1.unwrap())));
        }
        operations(plain, names, lines);
        for other in plain.others(node).into_iter().rev() {
            plain.uncover(other.1.unwrap()).unwrap();
            lines.push(format!("uncover {}", name(other.1.unwrap())));
        }
        lines.push(format!("untry {option}"));
    }
    plain.uncover(item).unwrap();
    lines.push(format!("uncover {}", name(item)));
}

#[test]
fn five_thousand_moves_are_graded_as_the_search_makes_them() {
    let mut dice = Dice(72);
    let (mut graded, mut right) = (0, 0);
    while graded < 5_000 {
        let (text, rows, items) = problem(&mut dice);
        let Some(names) = names_of(&text) else { continue };
        let options: Vec<String> = names.problem.options().map(|option| names.option_name(option)).collect();
        let mut lines = Vec::new();
        operations(&mut Plain::new(items, &rows), &options, &mut lines);
        let stepper = Stepper::new(&names.problem, Policy::default());
        let Some(mut drive) = Drive::new(&stepper, &names, usize::MAX) else { continue };
        let mut at = 0;
        while at < lines.len() && at < 60 {
            let wrong = dice.roll(3) == 0;
            let line = if wrong { lines[dice.roll(lines.len())].clone() } else { lines[at].clone() };
            let truth = line == lines[at];
            let reply = drive.take(&line, &names);
            assert_eq!(reply == DriveReply::Right, truth, "{text}\n{:?}\n{line}: {reply:?}", &lines[..=at]);
            if let DriveReply::Wrong(text) = reply {
                assert!(text.ends_with('.') && text.len() > 20, "{text}");
            }
            at += usize::from(truth);
            graded += 1;
            right += usize::from(truth);
        }
    }
    assert!(right > 2_500, "{right}");
}
