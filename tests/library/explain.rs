//! Compares `explain` with an independent implementation of dancing links after Knuth. It rebuilds
//! the links from the problem and the address, and shares no code with the kernel.

use crate::support::rounds;
use proptest::test_runner::TestRunner;
use quadrille::bundled::BUNDLED;
use quadrille::cli::explain::explain;
use quadrille::dlx::{Event, ItemId, OptionId, Policy, Problem, Search, Tally};
use quadrille::puzzle::{Encoded, encode, load};
use quadrille::solve::Stepper;
use serde_json::{Value, json};

/// Links as in TAOCP 7.2.2.1, with a list of the pointer writes.
#[derive(Clone)]
pub struct Book {
    options: Vec<Vec<(usize, u32)>>,
    ranges: Vec<(u32, u32)>,
    repeated: bool,
    n: usize,
    primary: usize,
    /// By node: its item, its option, and the first node of its option.
    item: Vec<usize>,
    option: Vec<usize>,
    first: Vec<usize>,
    color: Vec<u32>,
    /// U, D, L, R. The root of the item list comes after all nodes.
    pointers: [Vec<usize>; 4],
    len: Vec<usize>,
    held: Vec<u32>,
    purifier: Vec<Option<usize>>,
    written: Vec<(usize, usize, usize, usize)>,
    hidden: Vec<(usize, usize)>,
    /// The operation under way, and which operation first hid each option and covered each item.
    label: Value,
    option_by: Vec<Value>,
    item_by: Vec<Value>,
    item_state: Vec<&'static str>,
}

const U: usize = 0;
const D: usize = 1;
const L: usize = 2;
const R: usize = 3;
const FIELDS: [&str; 4] = ["U", "D", "L", "R"];

impl Book {
    pub fn new(problem: &Problem) -> Book {
        let (n, primary) = (problem.n_items(), problem.n_primary());
        let options: Vec<Vec<(usize, u32)>> = problem
            .options()
            .map(|option| problem.colored_items_of(option).map(|(item, color)| (item.index(), color)).collect())
            .collect();
        let mut item: Vec<usize> = (0..n).collect();
        let (mut option, mut first, mut color) = (vec![usize::MAX; n], (0..n).collect::<Vec<_>>(), vec![0; n]);
        for (number, own) in options.iter().enumerate() {
            let start = item.len();
            for &(of, paint) in own {
                item.push(of);
                option.push(number);
                first.push(start);
                color.push(paint);
            }
        }
        let root = item.len();
        let own = || (0..=root).collect::<Vec<_>>();
        let mut book = Book {
            ranges: (0..n as u32).map(|item| problem.multiplicity(ItemId(item))).collect(),
            repeated: problem.wants_fewest(),
            pointers: [own(), own(), own(), own()],
            len: vec![0; n],
            held: vec![0; n],
            purifier: vec![None; n],
            written: Vec::new(),
            hidden: Vec::new(),
            label: Value::Null,
            option_by: vec![Value::Null; options.len()],
            item_by: vec![Value::Null; n],
            item_state: (0..n).map(|item| if item < primary { "open" } else { "free" }).collect(),
            options,
            n,
            primary,
            item,
            option,
            first,
            color,
        };
        for header in 0..primary {
            let last = book.pointers[L][root];
            book.set(last, R, header);
            book.set(header, L, last);
            book.set(header, R, root);
            book.set(root, L, header);
        }
        for node in n..root {
            let header = book.item[node];
            let last = book.pointers[U][header];
            book.set(last, D, node);
            book.set(node, U, last);
            book.set(node, D, header);
            book.set(header, U, node);
            book.len[header] += 1;
        }
        book.written.clear();
        book
    }

    fn root(&self) -> usize {
        self.item.len()
    }

    fn set(&mut self, of: usize, field: usize, to: usize) {
        self.written.push((of, field, self.pointers[field][of], to));
        self.pointers[field][of] = to;
    }

    /// The other nodes of a node's option, cyclically from that node.
    fn beside(&self, node: usize) -> Vec<usize> {
        let (first, size) = (self.first[node], self.options[self.option[node]].len());
        (1..size).map(|k| first + (node - first + k) % size).collect()
    }

    fn column(&self, item: usize) -> Vec<usize> {
        let mut nodes = Vec::new();
        let mut at = self.pointers[D][item];
        while at != item {
            nodes.push(at);
            at = self.pointers[D][at];
        }
        nodes
    }

    fn open(&self) -> Vec<usize> {
        let mut items = Vec::new();
        let mut at = self.pointers[R][self.root()];
        while at != self.root() {
            items.push(at);
            at = self.pointers[R][at];
        }
        items
    }

    fn unlink(&mut self, node: usize) {
        let (up, down) = (self.pointers[U][node], self.pointers[D][node]);
        self.set(up, D, down);
        self.set(down, U, up);
        self.len[self.item[node]] -= 1;
    }

    fn relink(&mut self, node: usize) {
        let (up, down) = (self.pointers[U][node], self.pointers[D][node]);
        self.set(up, D, node);
        self.set(down, U, node);
        self.len[self.item[node]] += 1;
    }

    fn header(&mut self, item: usize, leaves: bool) {
        if item >= self.primary {
            return;
        }
        let (left, right) = (self.pointers[L][item], self.pointers[R][item]);
        self.set(left, R, if leaves { right } else { item });
        self.set(right, L, if leaves { left } else { item });
    }

    fn agrees(&self, node: usize) -> bool {
        self.purifier[self.item[node]].is_some_and(|own| self.color[own] == self.color[node])
    }

    fn hide(&mut self, node: usize) {
        self.hidden.push((self.option[node], self.item[node]));
        self.blame_option(self.option[node]);
        for at in self.beside(node) {
            if !self.agrees(at) {
                self.unlink(at);
            }
        }
    }

    fn unhide(&mut self, node: usize) {
        self.hidden.push((self.option[node], self.item[node]));
        for at in self.beside(node).into_iter().rev() {
            if !self.agrees(at) {
                self.relink(at);
            }
        }
    }

    fn blame_option(&mut self, option: usize) {
        if self.option_by[option].is_null() {
            self.option_by[option] = self.label.clone();
        }
    }

    fn blame_item(&mut self, item: usize, state: &'static str) {
        (self.item_by[item], self.item_state[item]) = (self.label.clone(), state);
    }

    fn cover(&mut self, item: usize) {
        self.blame_item(item, "covered");
        self.header(item, true);
        if !self.repeated {
            self.column(item).into_iter().for_each(|node| self.hide(node));
        }
    }

    fn uncover(&mut self, item: usize) {
        if !self.repeated {
            self.column(item).into_iter().rev().for_each(|node| self.unhide(node));
        }
        self.header(item, false);
    }

    /// How many options may hold an item before it is covered.
    fn most(&self, item: usize) -> u32 {
        if self.repeated { 1 } else { self.ranges[item].1 }
    }

    fn counts(&self) -> bool {
        self.repeated || self.ranges[..self.primary].iter().any(|range| *range != (1, 1))
    }

    fn commit(&mut self, node: usize) {
        let (item, color) = (self.item[node], self.color[node]);
        if color > 0 {
            if self.purifier[item].is_none() {
                self.blame_item(item, "purified");
                self.purifier[item] = Some(node);
                let others = self.column(item);
                others
                    .into_iter()
                    .filter(|&own| self.color[own] != color)
                    .collect::<Vec<_>>()
                    .into_iter()
                    .for_each(|own| self.hide(own));
            }
            return;
        }
        self.held[item] += 1;
        if self.held[item] == self.most(item) {
            self.cover(item);
        }
    }

    fn uncommit(&mut self, node: usize) {
        let (item, color) = (self.item[node], self.color[node]);
        if color > 0 {
            if self.purifier[item] == Some(node) {
                let others: Vec<usize> =
                    self.column(item).into_iter().filter(|&own| self.color[own] != color).collect();
                others.into_iter().rev().for_each(|own| self.unhide(own));
                self.purifier[item] = None;
            }
            return;
        }
        if self.held[item] == self.most(item) {
            self.uncover(item);
        }
        self.held[item] -= 1;
    }

    fn degree(&self, item: usize) -> usize {
        if self.repeated {
            return self.len[item];
        }
        (self.len[item] + 1).saturating_sub(self.ranges[item].0.saturating_sub(self.held[item]) as usize)
    }

    /// The item with the fewest branches; on a tie the first in the item list.
    fn fewest(&self) -> Option<usize> {
        self.open().into_iter().min_by_key(|&item| (self.degree(item), item))
    }
}

/// The place of the search that an address names.
pub struct Place {
    limit: String,
    branches: Vec<(usize, usize)>,
    at: At,
}

#[derive(Clone, Copy, PartialEq)]
pub enum At {
    Level,
    Try,
    Cover(usize),
    Uncover(usize),
    End,
}

pub fn parse(address: &str) -> Place {
    let (limit, rest) =
        address.split_once(':').map_or((String::new(), address), |(limit, rest)| (format!("{limit}:"), rest));
    let cut = rest.find(['.', '+', '-']).unwrap_or(rest.len());
    let (path, tail) = rest.split_at(cut);
    let at = match tail.split_at(tail.len().min(1)) {
        (".", _) => At::Try,
        ("+", n) => At::Cover(n.parse().unwrap()),
        ("-", n) => At::Uncover(n.parse().unwrap()),
        _ if path == "end" => At::End,
        _ => At::Level,
    };
    let mut branches = Vec::new();
    for part in path.split(',').filter(|part| part.contains('/')) {
        let (times, part) = part.split_once('*').unwrap_or(("1", part));
        let (k, d) = part.split_once('/').unwrap();
        branches.extend(vec![(k.parse().unwrap(), d.parse().unwrap()); times.parse().unwrap()]);
    }
    Place { limit, branches, at }
}

fn write(limit: &str, branches: &[(usize, usize)], tail: &str) -> String {
    // Written as in the crate's addresses: runs of forced branches are collapsed.
    let mut parts: Vec<String> = Vec::new();
    let mut at = 0;
    while at < branches.len() {
        let run = branches[at..].iter().take_while(|own| **own == (1, 1)).count();
        if run > 2 {
            parts.push(format!("{run}*1/1"));
            at += run;
        } else {
            parts.push(format!("{}/{}", branches[at].0, branches[at].1));
            at += 1;
        }
    }
    if parts.is_empty() && tail.is_empty() {
        return format!("{limit}root");
    }
    format!("{limit}{}{tail}", parts.join(","))
}

/// The book's links at a place, with the choices on the path.
pub struct Reading<'a> {
    names: &'a Encoded,
    book: Book,
    place: Place,
    /// By level: the item, the chosen node (`None` if the item stopped), the nodes tweaked or
    /// hidden before it, and whether the item's options are tweaked.
    levels: Vec<(usize, Option<usize>, Vec<usize>, bool)>,
}

impl Reading<'_> {
    fn item(&self, item: usize) -> String {
        self.names.item_short(ItemId(item as u32))
    }

    fn option(&self, option: usize) -> String {
        self.names.option_name(OptionId(option as u32))
    }

    fn label(&mut self, level: usize, event: &str, item: Option<usize>, option: Option<usize>, address: String) {
        let item = item.map(|item| self.item(item));
        let option = option.map(|option| self.option(option));
        self.book.label =
            json!({ "level": level + 1, "event": event, "item": item, "option": option, "address": address });
    }

    /// Chooses an item at a level.
    fn choose(&mut self, level: usize) -> usize {
        let item = self.book.fewest().expect("an item is open");
        let above = self.place.branches[..level].to_vec();
        self.label(level, "choose", Some(item), None, write(&self.place.limit, &above, ""));
        self.book.held[item] += 1;
        let tweaks = !self.book.repeated && self.book.held[item] < self.book.most(item);
        if self.book.held[item] == self.book.most(item) {
            self.book.cover(item);
        }
        self.levels.push((item, None, Vec::new(), tweaks));
        item
    }

    /// Passes the k-th branch, which was tried before the current one.
    fn pass(&mut self, level: usize, k: usize, d: usize) {
        let (item, _, tried, tweaks) = &self.levels[level];
        let (item, tweaks) = (*item, *tweaks);
        let next = if tweaks { self.book.column(item)[0] } else { self.book.column(item)[k - 1] };
        let mut branches = self.place.branches[..level].to_vec();
        branches.push((k, d));
        if self.book.repeated {
            assert!(!tried.contains(&next));
            let before = write(&self.place.limit, &branches, "-0");
            self.label(level, "take back", None, Some(self.book.option[next]), before);
            self.book.hide(next);
            self.levels[level].2.push(next);
        } else if tweaks {
            self.tweak(level, next, write(&self.place.limit, &branches, "."));
        }
    }

    fn tweak(&mut self, level: usize, node: usize, before: String) {
        self.label(level, "try", None, Some(self.book.option[node]), before);
        self.book.hide(node);
        self.book.unlink(node);
        self.levels[level].2.push(node);
    }

    /// Takes the k-th branch of a level's item.
    fn take(&mut self, level: usize, k: usize, d: usize) {
        let (item, _, tried, tweaks) = self.levels[level].clone();
        let column = self.book.column(item);
        let mut branches = self.place.branches[..level].to_vec();
        branches.push((k, d));
        let at = if tweaks { 0 } else { k - 1 };
        let before = write(&self.place.limit, &branches, ".");
        let _ = tried;
        match column.get(at) {
            Some(&node) => {
                if tweaks {
                    self.tweak(level, node, before);
                }
                self.levels[level].1 = Some(node);
            }
            None => {
                self.label(level, "stop", Some(item), None, before);
                self.book.held[item] -= 1;
                if tweaks {
                    self.book.header(item, true);
                }
                self.book.blame_item(item, "stopped");
            }
        }
    }

    /// Commits the j-th other item of the option taken at a level.
    fn settle(&mut self, level: usize, j: usize) {
        let node = self.levels[level].1.unwrap();
        let at = self.book.beside(node)[j];
        let before = write(&self.place.limit, &self.place.branches[..=level], &format!("+{j}"));
        let event = if self.book.color[at] > 0 { "purify" } else { "cover" };
        self.label(level, event, Some(self.book.item[at]), Some(self.book.option[node]), before);
        self.book.commit(at);
    }

    fn others(&self, level: usize) -> usize {
        self.levels[level].1.map_or(0, |node| self.book.beside(node).len())
    }

    /// Builds the links at a place.
    pub fn build<'a>(names: &'a Encoded, plain: &Book, place: Place) -> Reading<'a> {
        let mut own = Reading { names, book: plain.clone(), place, levels: Vec::new() };
        let branches = own.place.branches.clone();
        for (level, &(k, d)) in branches.iter().enumerate() {
            own.choose(level);
            let last = level + 1 == branches.len();
            for before in 1..k.min(d + 1) {
                own.pass(level, before, d);
            }
            if last && own.place.at == At::Try {
                break;
            }
            own.take(level, k, d);
            let others = own.others(level);
            let settled = match own.place.at {
                At::Cover(n) | At::Uncover(n) if last => n,
                _ => others,
            };
            (0..settled).for_each(|j| own.settle(level, j));
        }
        own.book.written.clear();
        own.book.hidden.clear();
        own
    }

    /// Whether the last branch of a level is a stop.
    fn stops(&self, level: usize) -> bool {
        let item = self.levels[level].0;
        !self.book.repeated && self.book.ranges[item].0 < self.book.held[item] && self.book.ranges[item] != (1, 1)
    }

    /// Executes an event and describes what it did.
    fn tell(&mut self, event: &str, item: Option<usize>, option: Option<usize>, act: impl FnOnce(&mut Self)) -> Value {
        let (lengths, held) = (self.book.len.clone(), self.book.held.clone());
        self.book.written.clear();
        self.book.hidden.clear();
        act(self);
        let book = &self.book;
        let number = |node: usize| if node == book.root() { Value::Null } else { json!(node) };
        let pointers: Vec<Value> = book
            .written
            .iter()
            .map(|&(of, field, from, to)| json!([number(of), FIELDS[field], number(from), number(to)]))
            .collect();
        let mut counts: Vec<(String, usize, usize)> = (0..book.n)
            .filter(|&item| lengths[item] != book.len[item])
            .map(|item| (self.item(item), lengths[item], book.len[item]))
            .collect();
        counts.sort();
        let changed = (0..book.n).find(|&item| book.counts() && held[item] != book.held[item]);
        let held = changed.map(|item| json!([self.item(item), held[item], book.held[item]]));
        let hidden: Vec<Value> =
            book.hidden.iter().map(|&(option, through)| json!([self.option(option), self.item(through)])).collect();
        let item = item.map(|item| self.item(item));
        let option = option.map(|option| self.option(option));
        json!({ "event": event, "item": item, "option": option, "pointers": pointers, "counts": counts, "held": held, "hidden": hidden })
    }

    /// Executes the next event at this place.
    pub fn next(&mut self, is_cut: bool, has_limit: bool) -> Value {
        let level = self.place.branches.len();
        match self.place.at {
            At::Level if self.book.open().is_empty() => self.tell("solution", None, None, |_| ()),
            At::Level if is_cut => self.tell("cut", None, None, |_| ()),
            At::Level => {
                let item = self.book.fewest();
                self.tell("choose", item, None, |own| _ = own.choose(level))
            }
            At::Try => self.next_branch(level - 1),
            At::Cover(j) => {
                let node = self.levels[level - 1].1.unwrap();
                let at = self.book.beside(node)[j];
                let event = if self.book.color[at] > 0 { "purify" } else { "cover" };
                self.tell(event, Some(self.book.item[at]), None, |own| own.settle(level - 1, j))
            }
            At::Uncover(0) => match self.levels[level - 1].1 {
                Some(node) => {
                    let option = self.book.option[node];
                    self.tell("take back", None, Some(option), |own| {
                        if own.book.repeated {
                            own.book.hide(node);
                        }
                    })
                }
                None => self.leave(level - 1, true),
            },
            At::Uncover(j) => {
                let node = self.levels[level - 1].1.unwrap();
                let at = self.book.beside(node)[j - 1];
                let event = if self.book.color[at] > 0 { "unpurify" } else { "uncover" };
                self.tell(event, Some(self.book.item[at]), None, |own| own.book.uncommit(at))
            }
            At::End if has_limit => self.tell("limit", None, None, |_| ()),
            At::End => Value::Null,
        }
    }

    fn next_branch(&mut self, level: usize) -> Value {
        let (k, d) = self.place.branches[level];
        let (item, _, _, tweaks) = self.levels[level].clone();
        let column = self.book.column(item);
        match column.get(if tweaks { 0 } else { k - 1 }) {
            _ if k > d => self.leave(level, false),
            None if self.stops(level) => self.tell("stop", Some(item), None, |own| own.take(level, k, d)),
            None => self.leave(level, false),
            Some(&node) => {
                let option = self.book.option[node];
                self.tell("try", None, Some(option), |own| {
                    if tweaks {
                        own.take(level, k, d);
                    }
                })
            }
        }
    }

    /// Uncovers the item of a level.
    fn leave(&mut self, level: usize, stopped: bool) -> Value {
        let (item, _, tried, tweaks) = self.levels[level].clone();
        self.tell("leave", Some(item), None, |own| {
            if stopped {
                if tweaks {
                    own.book.header(item, false);
                }
                own.book.held[item] += 1;
            }
            for &node in tried.iter().rev() {
                if tweaks {
                    own.book.relink(node);
                }
                own.book.unhide(node);
            }
            if own.book.held[item] == own.book.most(item) {
                own.book.uncover(item);
            }
            own.book.held[item] -= 1;
        })
    }
}

/// The place one step before. The next event there is the last event here.
fn before(names: &Encoded, plain: &Book, place: &Place, was_cut: bool) -> Option<Place> {
    let with = |branches: Vec<(usize, usize)>, at: At| Some(Place { limit: place.limit.clone(), branches, at });
    let mut branches = place.branches.clone();
    let here = || {
        Reading::build(
            names,
            plain,
            Place { limit: place.limit.clone(), branches: place.branches.clone(), at: place.at },
        )
    };
    let ended = |own: Reading, branches: Vec<(usize, usize)>| {
        // A level ended because of a solution, a cut, or a choice with all branches tried.
        let mut own = own;
        if own.book.open().is_empty() || was_cut {
            return with(branches, At::Level);
        }
        let (level, d) = (branches.len(), own.book.degree(own.book.fewest().unwrap()));
        own.place.branches.clone_from(&branches);
        own.place.at = At::Level;
        own.choose(level);
        let stops = own.stops(level);
        let mut branches = branches;
        branches.push((if stops { d } else { d + 1 }, d));
        with(branches, if stops { At::Uncover(0) } else { At::Try })
    };
    match place.at {
        At::Level if branches.is_empty() => None,
        At::Level => match here().others(branches.len() - 1) {
            0 => with(branches, At::Try),
            n => with(branches, At::Cover(n - 1)),
        },
        At::Try => match branches.pop().unwrap() {
            (1, _) => with(branches, At::Level),
            (k, d) => {
                branches.push((k - 1, d));
                with(branches, At::Uncover(0))
            }
        },
        At::Cover(0) => with(branches, At::Try),
        At::Cover(j) => with(branches, At::Cover(j - 1)),
        At::Uncover(j) if j < here().others(branches.len() - 1) => with(branches, At::Uncover(j + 1)),
        At::Uncover(_) => ended(here(), branches),
        At::End => ended(here(), branches),
    }
}

/// A step of `explain` in the book's format, with its counts sorted.
fn plain_step(step: &Value) -> Value {
    if step.is_null() {
        return Value::Null;
    }
    let pointers: Vec<Value> = step["pointers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| json!([own["of"], own["field"], own["from"], own["to"]]))
        .collect();
    let count = |own: &Value| {
        (own["item"].as_str().unwrap().to_string(), own["before"].as_u64().unwrap(), own["after"].as_u64().unwrap())
    };
    let mut counts: Vec<_> =
        step["counts"].as_array().unwrap().iter().map(count).filter(|own| own.1 != own.2).collect();
    counts.sort();
    let held = (!step["held"].is_null()).then(|| count(&step["held"]));
    let hidden: Vec<Value> =
        step["hidden"].as_array().unwrap().iter().map(|own| json!([own["option"], own["through"]])).collect();
    json!({ "event": step["event"], "item": step["item"], "option": step["option"], "pointers": pointers, "counts": counts, "held": held, "hidden": hidden })
}

/// Compares everything that `explain` says about a state with the book.
fn hold(stepper: &Stepper, names: &Encoded, plain: &Book) {
    let told = serde_json::to_value(explain(stepper, names)).unwrap();
    let address = told["address"].as_str().unwrap().to_string();
    let own = Reading::build(names, plain, parse(&address));
    let bound = &told["bound"];
    let is_cut = bound["lower"]
        .as_u64()
        .is_some_and(|lower| bound["used"].as_u64().unwrap() + lower > bound["limit"].as_u64().unwrap());

    let has_limit = told["next"]["event"] == "limit";
    let mut forward = Reading::build(names, plain, parse(&address));
    assert_eq!(plain_step(&told["next"]), forward.next(is_cut, has_limit), "next at {address}");
    // Going back over a finished level depends on whether that level was cut.
    let was_cut = told["last"]["event"] == "cut";
    match before(names, plain, &own.place, was_cut) {
        Some(place) => {
            let mut earlier = Reading::build(names, plain, place);
            assert_eq!(plain_step(&told["last"]), earlier.next(was_cut, false), "last at {address}");
        }
        None => assert!(told["last"].is_null() || told["last"]["event"] == "limit", "{address}"),
    }
    let in_hand = if own.place.at == At::Try { own.levels.last() } else { None };
    for (item, said) in told["items"].as_array().unwrap().iter().enumerate() {
        let state = if in_hand.is_some_and(|level| level.0 == item) { "current" } else { own.book.item_state[item] };
        assert_eq!(
            (&said["left"], &said["state"]),
            (&json!(own.book.len[item]), &json!(state)),
            "{} at {address}",
            own.item(item)
        );
        if state != "current" {
            assert_eq!(said["by"], own.book.item_by[item], "{} at {address}", own.item(item));
        }
    }
    let open = own.book.open();
    for (option, said) in told["options"].as_array().unwrap().iter().enumerate() {
        let chosen = own.levels.iter().any(|level| level.1.is_some_and(|node| own.book.option[node] == option));
        let holds = |item: usize| own.book.options[option].iter().any(|(of, _)| *of == item);
        let column = in_hand.map_or(Vec::new(), |level| own.book.column(level.0));
        let rank = column.iter().position(|&node| own.book.option[node] == option);
        let (state, by) = match (chosen, in_hand.zip(rank)) {
            (true, _) => ("chosen", &Value::Null),
            (false, Some((level, rank))) => {
                let (k, d) = *own.place.branches.last().unwrap();
                let at = if level.3 { 0 } else { k - 1 };
                let state = match rank.cmp(&at) {
                    _ if level.3 && k > d => "idle",
                    std::cmp::Ordering::Less => "tried",
                    std::cmp::Ordering::Equal => "next",
                    std::cmp::Ordering::Greater => "waiting",
                };
                // In a repeated cover, tried options are hidden.
                match own.book.repeated && !own.book.option_by[option].is_null() {
                    true => ("hidden", &own.book.option_by[option]),
                    false => (state, &Value::Null),
                }
            }
            (false, None) if !own.book.option_by[option].is_null() => ("hidden", &own.book.option_by[option]),
            (false, None) if open.iter().any(|&item| holds(item)) => ("open", &Value::Null),
            (false, None) => ("idle", &Value::Null),
        };
        assert_eq!((&said["state"], &said["by"]), (&json!(state), by), "{} at {address}", own.option(option));
    }
    let path: Vec<Value> = own
        .levels
        .iter()
        .zip(&own.place.branches)
        .take(told["level"].as_u64().unwrap() as usize)
        .map(|(level, &(k, d))| json!([own.item(level.0), level.1.map(|node| own.option(own.book.option[node])), k, d]))
        .collect();
    let said: Vec<Value> = told["path"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| json!([own["item"], own["option"], own["k"], own["of"]]))
        .collect();
    assert_eq!(said, path, "{address}");
    // The ranking before the choice was made.
    let levels = own.place.branches.len();
    let above = match own.place.at {
        At::Level | At::End => levels,
        _ => levels - 1,
    };
    let before =
        Place { limit: own.place.limit.clone(), branches: own.place.branches[..above].to_vec(), at: At::Level };
    let earlier = Reading::build(names, plain, before);
    if let (Some(item), false) = (earlier.book.fewest(), told["choice"].is_null()) {
        let mut ranked: Vec<(usize, usize)> =
            earlier.book.open().into_iter().map(|item| (earlier.book.degree(item), item)).collect();
        ranked.sort_unstable();
        let ranked: Vec<Value> =
            ranked.into_iter().map(|(left, item)| json!({ "item": earlier.item(item), "left": left })).collect();
        assert_eq!(
            (&told["choice"]["item"], &told["choice"]["ranking"]),
            (&json!(earlier.item(item)), &json!(ranked)),
            "{address}"
        );
    }
}

/// The bundled problems of every kind and class, without the large ones.
pub fn problems() -> Vec<(&'static str, Encoded)> {
    let bundled = BUNDLED.iter().flat_map(|own| {
        let puzzles = load(own.text, None).unwrap().puzzles;
        puzzles.into_iter().take(2).map(|puzzle| (own.name, encode(&puzzle.shape)))
    });
    bundled.filter(|(_, names)| names.problem.n_cells() < 20_000).collect()
}

#[test]
fn everything_that_is_explained_is_so() {
    let wanted = rounds(150, 10_000) as usize;
    let problems = problems();
    let each = wanted / problems.len() + 1;
    let mut runner = TestRunner::deterministic();
    let mut random = move |below: usize| {
        proptest::strategy::ValueTree::current(
            &proptest::strategy::Strategy::new_tree(&(0..below), &mut runner).unwrap(),
        )
    };
    let mut events = std::collections::BTreeMap::<String, usize>::new();
    for (name, names) in &problems {
        println!("{name}");
        let plain = Book::new(&names.problem);
        let (mut search, mut tally) = (Search::new(&names.problem, Policy::default()), Tally::default());
        hold(&Stepper::at(search.clone(), tally.clone()), names, &plain);
        for _ in 0..each {
            if search.stride(1 + random(20) as u32, &mut tally).is_none() && random(2) == 0 {
                search.restart();
            }
            let forward = random(3) > 0;
            for _ in 0..random(60) {
                let event = if forward { search.step_into(&mut tally) } else { search.step_back(&mut tally) };
                let Some(event) = event else { break };
                *events.entry(format!("{event:?}").split(' ').next().unwrap().to_string()).or_default() += 1;
                // An address does not contain the solutions found so far.
                if matches!(event, Event::Visit) {
                    break;
                }
            }
            hold(&Stepper::at(search.clone(), tally.clone()), names, &plain);
        }
    }
    println!("{events:?}");
    assert!(events.len() >= 11, "nearly every event was passed: {events:?}");
}
