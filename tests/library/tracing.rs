//! What `trace` and `solve` say about links and options, against circular lists that are built here
//! from the text of the puzzle. No code of the program is shared.

use crate::command::command;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

fn run(words: &[&str]) -> Vec<Value> {
    command(words).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A circular list with a head. What leaves it keeps its own pointers, so it can come back.
#[derive(Default)]
struct Ring {
    next: HashMap<Option<String>, Option<String>>,
    last: HashMap<Option<String>, Option<String>>,
}

impl Ring {
    fn of(names: impl Iterator<Item = String>) -> Ring {
        let all: Vec<Option<String>> = [None].into_iter().chain(names.map(Some)).collect();
        let pairs = || all.iter().cloned().zip(all.iter().cycle().skip(1).cloned());
        Ring { next: pairs().collect(), last: pairs().map(|(one, other)| (other, one)).collect() }
    }

    /// A name leaves, or comes back to where it was.
    fn change(&mut self, name: &str, removes: bool) {
        let own = Some(name.to_string());
        let (before, after) = (self.last[&own].clone(), self.next[&own].clone());
        let is_in = self.next[&before] == own && self.last[&after] == own;
        assert_eq!(is_in, removes, "{name}");
        if !removes {
            assert!(self.next[&before] == after && self.last[&after] == before, "{name} comes back elsewhere");
        }
        let (to, from) = if removes { (after.clone(), before.clone()) } else { (own.clone(), own) };
        self.next.insert(before, to);
        self.last.insert(after, from);
    }

    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = &self.next[&None];
        while let Some(name) = at {
            names.push(name.clone());
            at = &self.next[at];
        }
        names
    }
}

/// The items, primary ones first, and the options of a listing in Knuth's form.
struct Parsed {
    items: Vec<String>,
    primary: usize,
    options: Vec<Vec<String>>,
    /// The items that several options may hold.
    several: Vec<String>,
}

/// `2:3|a` and `a`, `a:x` and `a`.
fn parse(text: &str) -> Parsed {
    let bare = |word: &str| word.split_once('|').map_or(word, |(_, name)| name).split(':').next().unwrap().to_string();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    let primary = head.iter().position(|word| *word == "|").unwrap_or(head.len());
    let items = head.iter().filter(|word| **word != "|").map(|word| bare(word)).collect();
    let options = lines.map(|line| line.split_whitespace().map(bare).collect()).collect();
    let several = head.iter().filter(|word| word.len() > 1 && word.contains('|')).map(|word| bare(word)).collect();
    Parsed { items, primary, options, several }
}

const KNUTH: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
const MEALS: &str = "soup salad fish roast pie cake fruit | red white\nsoup fish white\nsalad roast red\npie cake\n\
    soup roast cake red\nfish pie fruit white\nsalad fish pie\nfruit\ncake fruit\nsalad pie\n";
const COLORS: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\nq r\n";
const MULTIPLE: &str = "1:2|a 2|b c d\na b\na c\nb d\na d\nb c\nc\nd\nb\n";
const REPEATED: &str = "setcover\na b c d e f\na b c\nc d e\na f\nb e f\nd\na d e\nf b c\n";

/// Traces a puzzle link by link, replays the links, and compares the lists with the counts after
/// each link and with `explain` after each operation. Returns the links of headers and of nodes.
fn replay(text: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.txt");
    std::fs::write(&path, text).unwrap();
    let file = path.to_str().unwrap();
    let own = parse(text.trim_start_matches("setcover\n"));
    let mut heads = Ring::of(own.items[..own.primary].iter().cloned());
    // An option is called by its place in the text, because names may be written in other ways.
    let mut lists: BTreeMap<String, Ring> = own
        .items
        .iter()
        .map(|item| {
            let holds = own.options.iter().enumerate().filter(|(_, option)| option.contains(item));
            (item.clone(), Ring::of(holds.map(|(at, _)| at.to_string())))
        })
        .collect();
    let full: Vec<usize> = lists.values().map(|list| list.names().len()).collect();
    // The nodes are numbered in the order of the text, after the headers.
    let nodes: Vec<(usize, &String)> =
        own.options.iter().enumerate().flat_map(|(at, option)| option.iter().map(move |item| (at, item))).collect();
    let root = run(&["explain", "--json", file]).remove(0);
    let (mut headers, mut others, mut before) = (0, 0, root["address"].as_str().unwrap().to_string());
    for line in run(&["trace", "--grain", "link", "--json", "--limit", "1500", file]) {
        let link = &line["link"];
        if let Some(header) = link["header"].as_str() {
            heads.change(header, link["removes"].as_bool().unwrap());
            assert!(line["say"].as_str().unwrap().contains("list"), "{line}");
            let verb = if link["removes"] == true { "left" } else { "back" };
            assert!(line["say"].as_str().unwrap().contains(verb), "{line}");
            headers += 1;
        } else if let Some(node) = link["node"].as_u64() {
            let (option, item) = nodes[node as usize - own.items.len()];
            assert_eq!(link["item"].as_str(), Some(&item[..]), "{line}");
            let list = lists.get_mut(item).unwrap();
            list.change(&option.to_string(), link["removes"].as_bool().unwrap());
            assert_eq!(link["left"].as_u64(), Some(list.names().len() as u64), "{line}");
            others += 1;
        } else {
            assert!(link.is_null(), "{line}");
        }
        if let (Some(item), Some(left)) = (line["item"].as_str(), line["left"].as_u64()) {
            assert_eq!(lists[item].names().len() as u64, left, "{line}");
        }
        let address = line["address"].as_str().unwrap();
        if address == before {
            continue;
        }
        // A whole operation is done: this is a state with an address.
        before = address.to_string();
        let state = run(&["explain", "--json", "--at", address, file]).remove(0);
        for item in state["items"].as_array().unwrap() {
            let name = item["item"].as_str().unwrap();
            assert_eq!(lists[name].names().len() as u64, item["left"].as_u64().unwrap(), "{address}: {name}");
        }
        // Open items are in the list, and no others. An item in hand that may be held once more can
        // be in it, too.
        let listed = heads.names();
        for item in state["items"].as_array().unwrap().iter().take(own.primary) {
            let name = item["item"].as_str().unwrap().to_string();
            if item["state"] != "current" || !own.several.contains(&name) {
                assert_eq!(listed.contains(&name), item["state"] == "open", "{address}: {item}");
            }
        }
        assert!(listed.is_sorted_by_key(|name| own.items.iter().position(|own| own == name)), "{address}: {listed:?}");
    }
    // The search is over: everything is back.
    assert_eq!(lists.values().map(|list| list.names().len()).collect::<Vec<_>>(), full);
    (headers, others)
}

#[test]
fn the_links_of_a_trace_are_all_that_changes() {
    for (name, text) in
        [("knuth", KNUTH), ("meals", MEALS), ("colors", COLORS), ("multiple", MULTIPLE), ("repeated", REPEATED)]
    {
        let (headers, nodes) = replay(text);
        assert!(headers > 5 && nodes > 5, "{name}: {headers} headers, {nodes} nodes");
    }
}

/// The numbers are those of the lines of the text: the options that they name are the solution.
#[test]
fn solutions_name_their_options_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let numbers = |line: &Value| -> Vec<usize> {
        line["options"].as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as usize).collect()
    };
    for (name, text) in [("knuth", KNUTH), ("meals", MEALS)] {
        let own = parse(text);
        let path = file(name, text);
        let covers = |numbers: &[usize]| {
            let mut held: Vec<&String> = numbers.iter().flat_map(|&number| &own.options[number - 1]).collect();
            held.sort();
            let all = held.len();
            held.dedup();
            held.len() == all && own.items[..own.primary].iter().all(|item| held.contains(&item))
        };
        let one = run(&["solve", "--json", &path]).remove(0);
        assert!(covers(&numbers(&one)), "{one}");
        // The text of the solution names the same options, one a line.
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let named: Vec<&str> = numbers(&one).iter().map(|&number| lines[number - 1]).collect();
        assert_eq!(one["solutions"][0].as_str().unwrap().lines().collect::<Vec<_>>(), named);
        let all = run(&["solve", "--goal", "all", "--json", &path]);
        let found: Vec<&Value> = all.iter().filter(|line| line.get("solution").is_some()).collect();
        assert!(!found.is_empty() && found.iter().all(|line| covers(&numbers(line))), "{all:?}");
        for line in run(&["trace", "--grain", "solution", "--json", "--limit", "1", &path]) {
            assert!(covers(&numbers(&line)), "{line}");
            let named: Vec<&str> = numbers(&line).iter().map(|&number| lines[number - 1]).collect();
            let told: Vec<&str> =
                line["solution"].as_array().unwrap().iter().map(|own| own.as_str().unwrap()).collect();
            assert_eq!(named, told);
        }
    }
    // An option that was taken by hand leaves others out. The numbers stay those of the file.
    let toml = format!("format = 1\nkind = \"cover\"\n\n[cover]\ntext = \"\"\"\n{MEALS}\"\"\"\ntaken = [\"fruit\"]\n");
    let line = run(&["solve", "--json", &file("taken.toml", &toml)]).remove(0);
    let lines: Vec<&str> = MEALS.lines().skip(1).collect();
    let named: Vec<&str> = numbers(&line).iter().map(|&number| lines[number - 1]).collect();
    assert!(named.contains(&"fruit"), "{line}");
    assert_eq!(line["solutions"][0].as_str().unwrap().lines().collect::<Vec<_>>(), named);
    // A grid has no numbered options.
    let grid = file("grid.txt", "1...\n..2.\n.3..\n...4\n");
    assert!(run(&["solve", "--json", &grid]).remove(0).get("options").is_none());
}
