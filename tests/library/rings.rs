//! Rings of imports: files of which each uses the next, and the last uses the first again.
//!
//! A file and its submodules count as one: `dlx/machine.rs` with `dlx/machine/`. A `mod.rs` is not
//! counted: a re-export leads to the file that defines the name. Two files may use each other, as two halves of one idea do. A ring of three has no first
//! file to read.

use super::sources::{CRATE, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The files that a file uses, by name.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The file that stands for a file and its submodules: the outermost `x.rs` of the folders `x/` in
/// its path.
fn unit(path: &Path) -> String {
    let folders: Vec<&Path> = path.ancestors().skip(1).filter(|folder| folder.iter().count() > 0).collect();
    let outermost = folders.into_iter().rev().map(|folder| folder.with_extension("rs"));
    let file = outermost
        .into_iter()
        .find(|file| CRATE.sources.iter().any(|source| source.path == *file))
        .unwrap_or_else(|| path.to_path_buf());
    file.display().to_string()
}

fn arrows(name: impl Fn(&Source) -> String) -> Arrows {
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

#[test]
fn no_ring_has_more_than_two_files() {
    let arrows = arrows(|source| unit(&source.path));
    let rings = rings(&arrows);
    let large: Vec<String> = rings.iter().filter(|ring| ring.len() > 2).map(|ring| ring.join(" ")).collect();
    assert!(large.is_empty(), "{} rings:\n{}", large.len(), large.join("\n"));
}

#[test]
fn a_ring_of_three_is_found() {
    let arrow = |(from, to): (&str, &str)| (from.to_string(), BTreeSet::from([to.to_string()]));
    let three = Arrows::from([("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")].map(arrow));
    assert_eq!(rings(&three), [["a", "b", "c"]]);
    let line = Arrows::from([("a", "b"), ("b", "c"), ("d", "a")].map(arrow));
    assert!(reached(&line, "d").len() == 2 + 1 && rings(&line).is_empty());
    assert_eq!(unit(Path::new("dlx/machine/stride.rs")), "dlx/machine.rs");
    assert_eq!(unit(Path::new("dlx/links.rs")), "dlx/links.rs");
}
