//! Knuth's table is the array that a program of its own builds from his description, at every step
//! of a search: with and without secondary items and colours. It shares no code with ours.

use dancing::{Event, Policy};
use quadrille_puzzle::{Encoded, encode, load};
use quadrille_solve::{Grain, Stepper};
use quadrille_study::NodeArray;

struct Dice(u64);

impl Dice {
    fn roll(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// An option: its items from 1, each with a colour, 0 for none.
type Row = Vec<(usize, i64)>;

/// The arrays of Algorithm C, as the section describes them.
#[derive(Default)]
struct Book {
    llink: Vec<usize>,
    rlink: Vec<usize>,
    top: Vec<i64>,
    ulink: Vec<usize>,
    dlink: Vec<usize>,
    color: Vec<i64>,
    /// By option: its first node.
    first: Vec<usize>,
}

impl Book {
    fn new(primary: usize, n: usize, rows: &[Row]) -> Book {
        let mut book = Book { llink: vec![0; n + 2], rlink: vec![0; n + 2], ..Book::default() };
        for i in 1..=n + 1 {
            book.llink[i] = i - 1;
            book.rlink[i - 1] = i;
        }
        book.llink[n + 1] = n;
        book.rlink[n] = n + 1;
        book.llink[primary + 1] = n + 1;
        book.rlink[n + 1] = primary + 1;
        book.llink[0] = primary;
        book.rlink[primary] = 0;
        (book.top, book.color) = (vec![0; n + 2], vec![0; n + 2]);
        book.ulink = (0..n + 2).collect();
        book.dlink = (0..n + 2).collect();
        (book.ulink[n + 1], book.dlink[n + 1]) = (0, 0);
        let mut spacer = n + 1;
        for (option, row) in rows.iter().enumerate() {
            book.first.push(spacer + 1);
            for &(item, color) in row {
                let x = book.top.len();
                book.top[item] += 1;
                let last = book.ulink[item];
                book.top.push(item as i64);
                book.color.push(color);
                book.ulink.push(last);
                book.dlink.push(item);
                book.dlink[last] = x;
                book.ulink[item] = x;
            }
            book.dlink[spacer] = book.top.len() - 1;
            spacer = book.top.len();
            book.top.push(-(option as i64 + 1));
            book.color.push(0);
            book.ulink.push(book.first[option]);
            book.dlink.push(0);
        }
        book
    }

    fn hide(&mut self, p: usize) {
        let mut q = p + 1;
        while q != p {
            let (x, u, d) = (self.top[q], self.ulink[q], self.dlink[q]);
            if x <= 0 {
                q = u;
                continue;
            }
            if self.color[q] >= 0 {
                (self.dlink[u], self.ulink[d]) = (d, u);
                self.top[x as usize] -= 1;
            }
            q += 1;
        }
    }

    fn unhide(&mut self, p: usize) {
        let mut q = p - 1;
        while q != p {
            let (x, u, d) = (self.top[q], self.ulink[q], self.dlink[q]);
            if x <= 0 {
                q = d;
                continue;
            }
            if self.color[q] >= 0 {
                (self.dlink[u], self.ulink[d]) = (q, q);
                self.top[x as usize] += 1;
            }
            q -= 1;
        }
    }

    fn cover(&mut self, i: usize, primary: usize) {
        let mut p = self.dlink[i];
        while p != i {
            self.hide(p);
            p = self.dlink[p];
        }
        if i <= primary {
            let (l, r) = (self.llink[i], self.rlink[i]);
            (self.rlink[l], self.llink[r]) = (r, l);
        }
    }

    fn uncover(&mut self, i: usize, primary: usize) {
        if i <= primary {
            let (l, r) = (self.llink[i], self.rlink[i]);
            (self.rlink[l], self.llink[r]) = (i, i);
        }
        let mut p = self.ulink[i];
        while p != i {
            self.unhide(p);
            p = self.ulink[p];
        }
    }

    fn purify(&mut self, p: usize) {
        let (c, i) = (self.color[p], self.top[p] as usize);
        self.color[i] = c;
        let mut q = self.dlink[i];
        while q != i {
            if self.color[q] == c {
                self.color[q] = -1;
            } else {
                self.hide(q);
            }
            q = self.dlink[q];
        }
    }

    fn unpurify(&mut self, p: usize) {
        let (c, i) = (self.color[p], self.top[p] as usize);
        let mut q = self.ulink[i];
        while q != i {
            if self.color[q] < 0 {
                self.color[q] = c;
            } else {
                self.unhide(q);
            }
            q = self.ulink[q];
        }
        self.color[i] = 0;
    }
}

/// A random problem: its text in Knuth's form, the numbers of primary items and of all, the options.
fn problem(dice: &mut Dice, sort: usize) -> (String, usize, usize, Vec<Row>) {
    let primary = 2 + dice.roll(4);
    let n = primary + if sort > 0 { 1 + dice.roll(3) } else { 0 };
    let name = |i: usize| char::from(b'a' + i as u8 - 1).to_string();
    let mut rows: Vec<Row> = Vec::new();
    for _ in 0..4 + dice.roll(8) {
        let mut row: Row = Vec::new();
        for i in 1..=n {
            if dice.roll(5) < 2 {
                row.push((i, if sort == 2 && i > primary { 1 + dice.roll(3) as i64 } else { 0 }));
            }
        }
        if row.iter().any(|&(i, _)| i <= primary) && !rows.contains(&row) {
            rows.push(row);
        }
    }
    let word = |&(i, c): &(usize, i64)| match c {
        0 => name(i),
        c => format!("{}:{}", name(i), char::from(b'A' + c as u8 - 1)),
    };
    let head = (1..=primary).map(name).collect::<Vec<_>>().join(" ");
    let tail: Vec<String> = (primary + 1..=n).map(name).collect();
    let head = if tail.is_empty() { head } else { format!("{head} | {}", tail.join(" ")) };
    let lines: Vec<String> = rows.iter().map(|row| row.iter().map(word).collect::<Vec<_>>().join(" ")).collect();
    (format!("{head}\n{}\n", lines.join("\n")), primary, n, rows)
}

/// Compares our table with the book's arrays.
fn compare(book: &Book, stepper: &Stepper, names: &Encoded, text: &str, n: usize, primary: usize) {
    let array = NodeArray::of(stepper, names);
    let at = stepper.site();
    for item in &array.items {
        assert_eq!((item.llink, item.rlink), (book.llink[item.i], book.rlink[item.i]), "{text}{at}: item {}", item.i);
    }
    assert_eq!(array.items.len(), n + 1 + usize::from(primary < n));
    assert_eq!(array.nodes.len(), book.top.len() - 1, "{text}");
    for node in &array.nodes {
        let x = node.x;
        // A node of a list that agrees with its item's colour has a minus there, and in the book.
        let is_node = x > n + 1 && node.top > 0;
        assert_eq!(node.agrees, is_node && book.color[x] < 0, "{text}{at}: colour of node {x}");
        let own = (node.top, node.ulink.unwrap_or(0), node.dlink.unwrap_or(0));
        assert_eq!(own, (book.top[x], book.ulink[x], book.dlink[x]), "{text}{at}: node {x}");
    }
}

#[test]
fn the_table_is_the_one_of_the_book() {
    let mut dice = Dice(7_221);
    let mut done = [0; 3];
    let mut states = 0;
    while done.iter().any(|&count| count < 100) {
        let sort = (0..3).min_by_key(|&sort| done[sort]).unwrap();
        let (text, primary, n, rows) = problem(&mut dice, sort);
        let Ok(loaded) = load(&text, Some("knuth")) else { continue };
        let names = encode(&loaded.puzzles[0].shape);
        if names.problem.n_items() != n || names.problem.n_options() != rows.len() || rows.is_empty() {
            continue;
        }
        let mut book = Book::new(primary, n, &rows);
        let mut stepper = Stepper::new(&names.problem, Policy::default());
        compare(&book, &stepper, &names, &text, n, primary);
        // The node of the book for one of ours.
        let place = |stepper: &Stepper, node: dancing::NodeId, book: &Book| {
            let links = stepper.links();
            let option = links.option(node).unwrap();
            let item = links.item(node).index() as i64 + 1;
            (book.first[option.index()]..).find(|&x| book.top[x] == item).unwrap()
        };
        for _ in 0..150 {
            let Some(event) = stepper.search().next_event() else { break };
            match event {
                Event::Choose { item } | Event::Cover { item } => book.cover(item.index() + 1, primary),
                Event::Uncover { item } | Event::Backtrack { item } => book.uncover(item.index() + 1, primary),
                Event::Purify { node } => {
                    // A node that agrees has a negative colour: there is nothing to do.
                    let x = place(&stepper, node, &book);
                    if book.color[x] > 0 {
                        book.purify(x);
                    }
                }
                Event::Unpurify { node } => {
                    let x = place(&stepper, node, &book);
                    if book.color[x] > 0 {
                        book.unpurify(x);
                    }
                }
                _ => {}
            }
            assert!(stepper.step(Grain::Item, true));
            compare(&book, &stepper, &names, &text, n, primary);
            states += 1;
        }
        done[sort] += 1;
    }
    assert!(states > 5_000, "{states}");
}
