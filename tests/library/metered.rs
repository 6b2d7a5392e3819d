//! Work that grows with its input asks a meter or a host, or says why it need not.
//!
//! What grows faster than its input is the danger: a loop inside a loop over items, options, cells
//! or lines. Such a function takes something that can stop it, or stands in `tests/metered.txt`
//! with the reason why it ends soon.

use crate::sources::{self, without_tests};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Block, Expr, FnArg, Ident, ImplItemFn, ItemFn, Signature};

/// The floors whose work is done outside a search's own loop.
const FLOORS: [&str; 5] = ["dlx", "puzzle", "solve", "study", "witness"];

/// The names of types that have the size of a puzzle.
const GROWING: [&str; 16] = [
    "Problem",
    "Grid",
    "Listing",
    "Encoded",
    "Links",
    "CandidateLinks",
    "LinksView",
    "Search",
    "ItemId",
    "OptionId",
    "NodeId",
    "Cell",
    "Line",
    "OperationLine",
    "str",
    "Vec",
];

/// The names of types, and of a parameter, by which a function can be stopped.
const STOPPING: [&str; 6] = ["Meter", "GoOn", "Host", "Work", "TaxSearch", "FnMut"];

/// The methods of iterators and collections that call a closure for each element.
const EACH: [&str; 22] = [
    "all",
    "any",
    "extend",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "fold",
    "for_each",
    "map",
    "map_while",
    "max_by_key",
    "min_by_key",
    "position",
    "retain",
    "rposition",
    "skip_while",
    "sort_by_key",
    "take_while",
    "try_fold",
    "try_for_each",
];

/// A function with a loop in a loop over something that grows, which nothing stops.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Nested {
    file: String,
    name: String,
}

/// The identifiers of a parameter.
#[derive(Default)]
struct Words(Vec<String>);

impl<'a> Visit<'a> for Words {
    fn visit_ident(&mut self, ident: &'a Ident) {
        self.0.push(ident.to_string());
    }
}

fn words(input: &FnArg) -> Vec<String> {
    let mut words = Words::default();
    words.visit_fn_arg(input);
    words.0
}

/// The loops of a body: how deep they are nested.
#[derive(Default)]
struct Loops {
    depth: usize,
    deepest: usize,
}

impl Loops {
    fn inside(&mut self, work: impl FnOnce(&mut Loops)) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        work(self);
        self.depth -= 1;
    }
}

impl<'a> Visit<'a> for Loops {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::ForLoop(each) => {
                self.visit_expr(&each.expr);
                self.inside(|loops| loops.visit_block(&each.body));
            }
            Expr::While(each) => self.inside(|loops| {
                loops.visit_expr(&each.cond);
                loops.visit_block(&each.body);
            }),
            Expr::Loop(each) => self.inside(|loops| loops.visit_block(&each.body)),
            Expr::MethodCall(call) if EACH.contains(&call.method.to_string().as_str()) => {
                self.visit_expr(&call.receiver);
                for argument in &call.args {
                    match argument {
                        Expr::Closure(each) => self.inside(|loops| loops.visit_expr(&each.body)),
                        other => self.visit_expr(other),
                    }
                }
            }
            other => visit::visit_expr(self, other),
        }
    }
}

struct Found {
    file: String,
    nested: Vec<Nested>,
}

impl Found {
    fn look(&mut self, signature: &Signature, body: &Block, of: bool) {
        let mut loops = Loops::default();
        loops.visit_block(body);
        if loops.deepest < 2 {
            return;
        }
        let has = |names: &[&str]| signature.inputs.iter().flat_map(words).any(|word| names.contains(&word.as_str()));
        // A method works on its own fields, which may be of any size.
        let is_method = of && signature.inputs.iter().any(|input| matches!(input, FnArg::Receiver(_)));
        if (is_method || has(&GROWING)) && !has(&STOPPING) {
            self.nested.push(Nested { file: self.file.clone(), name: signature.ident.to_string() });
        }
    }
}

impl<'a> Visit<'a> for Found {
    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        self.look(&item.sig, &item.block, false);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.look(&item.sig, &item.block, true);
        visit::visit_impl_item_fn(self, item);
    }
}

/// The nested loops of a source that nothing stops.
fn nested_in(file: &str, text: &str) -> Vec<Nested> {
    let tokens = without_tests(text.parse().unwrap());
    let parsed: syn::File = syn::parse2(tokens).unwrap();
    let mut found = Found { file: file.to_string(), nested: Vec::new() };
    found.visit_file(&parsed);
    found.nested
}

fn all() -> Vec<Nested> {
    let of_floor = |(_, path): &(_, PathBuf)| FLOORS.iter().any(|floor| path.starts_with(floor));
    let files = sources::all().into_iter().filter(of_floor);
    let nested =
        |(file, path): (PathBuf, PathBuf)| nested_in(&path.display().to_string(), &fs::read_to_string(&file).unwrap());
    let mut all: Vec<Nested> = files.flat_map(nested).collect();
    all.sort();
    all
}

#[test]
fn a_loop_in_a_loop_can_be_stopped_or_says_why_it_ends_soon() {
    let listed = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/metered.txt")).unwrap();
    let known: BTreeSet<&str> = listed.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let found = all();
    let found: BTreeSet<String> = found.iter().map(|nested| format!("{}::{}", nested.file, nested.name)).collect();
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    let unknown: Vec<&&str> = found.difference(&known).collect();
    assert!(
        unknown.is_empty(),
        "these walk a loop in a loop, and nothing stops them; give them a meter, or a reason in tests/metered.txt: \
         {unknown:#?}"
    );
    let gone: Vec<&&str> = known.difference(&found).collect();
    assert!(gone.is_empty(), "these have no such loop any more: take them out of tests/metered.txt: {gone:#?}");
}

#[test]
fn planted_loops_are_found() {
    let planted = [
        "fn pairs(items: &[ItemId]) { for one in items { for other in items { drop((one, other)); } } }",
        "fn rows(problem: &Problem) { for option in problem.options() { let mut at = 0; while at < 9 { at += 1; } } }",
        "impl Kept { fn close(&mut self) { while self.grows() { for set in &self.sets { drop(set); } } } }",
        "fn words(text: &str) { text.lines().for_each(|line| loop { for word in line.split(' ') { drop(word); } }) }",
        "fn cells(grid: &Grid) { if grid.is_square() { for cell in grid.all_cells() { match cell { _ => loop { break } } } } }",
    ];
    for text in planted {
        assert_eq!(nested_in("planted.rs", text).len(), 1, "{text}");
    }
    let harmless = [
        "fn pairs(items: &[ItemId], meter: &mut Meter) { for one in items { for other in items { drop((one, other)); } } }",
        "fn pairs(items: &[ItemId], go_on: &mut dyn FnMut() -> bool) { for one in items { for other in items {} } }",
        "fn once(items: &[ItemId]) { for one in items { drop(one); } for one in items { drop(one); } }",
        "fn square(side: u32) { for one in 0..side { for other in 0..side { drop((one, other)); } } }",
        "#[cfg(test)] mod tests { fn pairs(items: &[ItemId]) { for one in items { for other in items {} } } }",
    ];
    for text in harmless {
        assert_eq!(nested_in("harmless.rs", text), [], "{text}");
    }
}
