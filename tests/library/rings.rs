//! Rings of imports: files of which each uses the next, and the last uses the first again.
//!
//! Each file counts. A `mod.rs` is not counted: a re-export leads to the file that defines the name.
//! A ring has no first file to read, so each that stays is listed below by name, with its reason.

use super::sources::{CRATE, Source};
use std::collections::{BTreeMap, BTreeSet};

/// The files that a file uses, by name.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Files that use their submodules, and whose submodules use them: the submodules alone are no
/// ring. Each with the name that leads back.
const PARENTS: [(&str, &str); 32] = [
    ("app/model/stepping.rs", "the parts move the one `Stepping`"),
    ("app/update/play.rs", "a choice of cells is one of the changes of a grid"),
    ("app/update/step.rs", "an option is taken by the same motion as any step"),
    ("cli/commands.rs", "a command is a row of the table, and implements its trait"),
    ("cli/commands/judge.rs", "both ways of judging print the same verdict"),
    ("cli/commands/stress.rs", "a case is made smaller by running it again"),
    ("dlx/covering.rs", "the classes implement `Moves`"),
    ("dlx/machine.rs", "the stride is a second copy of the steps of `Machine`"),
    ("puzzle/encode.rs", "a grid is encoded as `Encoded`, as the other kinds are"),
    ("puzzle/forms.rs", "a form is a row of the table, and one of `Text`"),
    ("puzzle/kinds.rs", "a kind is a row of the table, and implements its trait"),
    ("puzzle/kinds/cover.rs", "sets are written as the items of a matrix are"),
    ("puzzle/kinds/setcover.rs", "bombs and files are read as one listing"),
    ("puzzle/kinds/tiling.rs", "maps and pieces are read as one tiling"),
    ("puzzle/rules.rs", "a rule is a row of the table, and a row is a `RuleSpec`"),
    ("puzzle/toml_form.rs", "the tables of a file share its spans and errors"),
    ("puzzle/unwrap.rs", "each way of writing rows gives the same `Unwrapped`"),
    ("solve/engine/classes.rs", "the threads that count together are one count"),
    ("solve/engine/clauses.rs", "a clause is made shorter by the state of the search"),
    ("solve/engine/taxes.rs", "exact and repeated covers are two classes of one search"),
    ("solve/weighing.rs", "a size is weighed as the others are"),
    ("study/against.rs", "the comparison fills in its report"),
    ("study/against/follow.rs", "the way back is half of the way"),
    ("study/contrast.rs", "a renaming is one of the two things that are compared"),
    ("study/lesson.rs", "the checks and facts are those of one `Lesson`"),
    ("study/narrate.rs", "the classes are told with the same words"),
    ("ui/film.rs", "the formats draw the same frames"),
    ("ui/play.rs", "sheet and list show the same puzzle"),
    ("ui/solve.rs", "the figures are those of the screen"),
    ("ui/step.rs", "the views share the state that is drawn"),
    ("witness/blame.rs", "what was built is blamed by the same runs"),
    ("witness/judges.rs", "a judge is a row of the table, and implements its trait"),
];

/// Further rings, each with its reason.
const RINGS: [(&[&str], &str); 15] = [
    (&["app/model/app.rs", "app/overlay.rs"], "the state holds the overlay, whose keys change the state"),
    (&["app/model/library.rs", "app/model/shelf.rs"], "the shelf is the library in the order that is shown"),
    (&["cli/commands/bench/peers.rs", "cli/commands/bench/workloads.rs"], "a workload says which peers read it"),
    (&["cli/commands.rs", "cli/help.rs"], "the help lists the commands, and the manual page is one of them"),
    (&["dlx/links.rs", "dlx/view.rs"], "the view is the read half of the links"),
    (&["dlx/problem.rs", "dlx/symmetry.rs"], "a problem keeps its symmetries, which are maps of it"),
    (
        &[
            "puzzle/rules/faults.rs",
            "puzzle/rules/fpuzzles.rs",
            "puzzle/rules/iss.rs",
            "puzzle/rules/iss/own.rs",
            "puzzle/rules/own.rs",
            "puzzle/rules/table.rs",
        ],
        "a row names its forms, and a form looks its rows up",
    ),
    (&["puzzle/listing.rs", "puzzle/taken.rs"], "a listing says which of its options are taken"),
    (
        &["puzzle/toml_form/file.rs", "puzzle/toml_form/schema.rs"],
        "the schema is derived from the file, with rows of its own",
    ),
    (
        &["solve/engine/clauses/store.rs", "solve/engine/clauses/trail.rs"],
        "the trail names the clauses that the store keeps for it",
    ),
    (
        &["solve/engine/taxes/rounds.rs", "solve/engine/taxes/tree.rs"],
        "a node of the tree is a round, and a round is at a node",
    ),
    (&["study/ask.rs", "study/typed.rs"], "a question is typed in words that its errors list"),
    (&["ui/play/cells.rs", "ui/play/sheet.rs"], "the sheet says in words what a cell shows"),
    (&["ui/step/matrix.rs", "ui/step/watch.rs"], "the matrix is drawn in Watch as in its view"),
    (&["witness/course.rs", "witness/shape.rs"], "a shape follows a course, which has what it has seen"),
];

fn arrows() -> Arrows {
    let name = |source: &Source| source.path.display().to_string();
    let mut arrows = Arrows::new();
    for source in CRATE.sources.iter().filter(|source| source.module != "main" && source.module != "crate") {
        let from = name(source);
        // What a face exports, it does not use.
        let exported = |path: &String| source.exports.iter().any(|(_, behind)| behind == path);
        let used = source.uses.keys().filter(|path| !exported(path)).filter_map(|path| CRATE.home(path)).map(&name);
        arrows.entry(from.clone()).or_default().extend(used.filter(|to| *to != from));
    }
    arrows
}

/// The files that can be reached from a file.
fn reached<'a>(arrows: &'a Arrows, from: &'a str) -> BTreeSet<&'a str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        for to in arrows.get(file).into_iter().flatten() {
            if found.insert(to.as_str()) {
                open.push(to);
            }
        }
    }
    found
}

/// The largest sets of files of which each can be reached from each other.
fn rings(arrows: &Arrows) -> Vec<Vec<&str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|file| (file.as_str(), reached(arrows, file))).collect();
    let mut rings = BTreeSet::new();
    for (file, others) in &reach {
        let ring: Vec<&str> =
            others.iter().copied().filter(|other| reach.get(other).is_some_and(|back| back.contains(file))).collect();
        if ring.len() > 1 {
            rings.insert(ring);
        }
    }
    rings.into_iter().collect()
}

/// The rings that are neither of a parent with its submodules nor listed, and what is listed in
/// vain.
fn faults(arrows: &Arrows, parents: &[&str], known: &[&[&str]]) -> Vec<String> {
    let whole = rings(arrows);
    let mut unused: BTreeSet<String> = parents.iter().map(ToString::to_string).collect();
    let mut open = BTreeSet::new();
    for ring in &whole {
        let is_below = |parent: &str, file: &str| file.starts_with(&format!("{}/", parent.trim_end_matches(".rs")));
        let heads = |file: &&str| parents.contains(file) && ring.iter().any(|other| is_below(file, other));
        let heads: Vec<&str> = ring.iter().copied().filter(heads).collect();
        heads.iter().for_each(|head| _ = unused.remove(*head));
        let rest = arrows.iter().filter(|(file, _)| ring.contains(&file.as_str()) && !heads.contains(&file.as_str()));
        let rest: Arrows = rest.map(|(file, to)| (file.clone(), to.clone())).collect();
        open.extend(rings(&rest).into_iter().map(|ring| ring.join(" ")));
    }
    // Two parents with their submodules are no ring, either.
    let home = |file: &String| {
        let parent = parents.iter().filter(|parent| file.starts_with(&format!("{}/", parent.trim_end_matches(".rs"))));
        parent.min_by_key(|parent| parent.len()).map_or_else(|| file.clone(), ToString::to_string)
    };
    let mut folded = Arrows::new();
    for (from, to) in arrows {
        let (from, to) = (home(from), to.iter().map(home));
        folded.entry(from.clone()).or_default().extend(to.filter(|to| *to != from));
    }
    open.extend(rings(&folded).into_iter().map(|ring| ring.join(" ")));
    let known: BTreeSet<String> = known.iter().map(|ring| ring.join(" ")).collect();
    let found = open.difference(&known).map(|ring| format!("a ring: {ring}"));
    let vain = known.difference(&open).chain(&unused).map(|ring| format!("listed, and no ring: {ring}"));
    found.chain(vain).collect()
}

#[test]
fn every_ring_is_listed_with_its_reason() {
    let parents = PARENTS.map(|(file, _)| file);
    let faults = faults(&arrows(), &parents, &RINGS.map(|(ring, _)| ring));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let mut reasons = PARENTS.iter().map(|(_, why)| why).chain(RINGS.iter().map(|(_, why)| why));
    assert!(reasons.all(|why| why.split(' ').count() > 3));
}

#[test]
fn planted_rings_are_found() {
    let planted = |arrows: &[(&str, &[&str])]| -> Arrows {
        let all = |to: &[&str]| to.iter().map(ToString::to_string).collect();
        arrows.iter().map(|(from, to)| (from.to_string(), all(to))).collect()
    };
    let three = planted(&[("a.rs", &["b.rs"]), ("b.rs", &["c.rs"]), ("c.rs", &["a.rs"]), ("d.rs", &["a.rs"])]);
    assert_eq!(faults(&three, &[], &[]), ["a ring: a.rs b.rs c.rs"]);
    let line = planted(&[("a.rs", &["b.rs"]), ("b.rs", &["c.rs"]), ("d.rs", &["a.rs"])]);
    assert_eq!(faults(&line, &[], &[]), [""; 0]);
    // Through a folder: a submodule of one file leads back by another file.
    let folder = planted(&[("x.rs", &["x/y.rs"]), ("x/y.rs", &["z.rs"]), ("z.rs", &["x/y.rs"])]);
    let through = ["a ring: x.rs z.rs", "a ring: x/y.rs z.rs", "listed, and no ring: x.rs"];
    assert_eq!(faults(&folder, &["x.rs"], &[]), through);
    let family = planted(&[("x.rs", &["x/y.rs", "x/z.rs"]), ("x/y.rs", &["x.rs"]), ("x/z.rs", &["x.rs"])]);
    assert_eq!(faults(&family, &["x.rs"], &[]), [""; 0]);
    let two = planted(&[
        ("x.rs", &["x/y.rs"]),
        ("x/y.rs", &["v.rs", "x.rs"]),
        ("v.rs", &["v/w.rs"]),
        ("v/w.rs", &["x.rs", "v.rs"]),
    ]);
    assert_eq!(faults(&two, &["v.rs", "x.rs"], &[]), ["a ring: v.rs x.rs"]);
    assert_eq!(faults(&family, &[], &[&["x.rs", "x/y.rs", "x/z.rs"]]), [""; 0]);
    assert_eq!(faults(&line, &[], &[&["a.rs", "b.rs"]]), ["listed, and no ring: a.rs b.rs"]);
}
