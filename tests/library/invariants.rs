//! Checks the invariants of the architecture in the sources, and the generated texts against their
//! tables.

use crate::sources::{CRATE, all, is_below};
use quadrille::{config, docs, puzzle};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Asserts that the files under a folder use none of the paths, nor what lies below them.
fn uses_nothing_below(folder: &str, prefixes: &[&str]) {
    for source in CRATE.under(folder) {
        for prefix in prefixes {
            let found = source.uses_below(prefix);
            assert!(found.is_none(), "{} uses {}", source.path.display(), found.unwrap_or_default());
        }
    }
}

/// Asserts that no file under a folder has one of the words as a name.
fn has_no_word(folder: &str, words: &[&str]) {
    for source in CRATE.under(folder) {
        for word in words {
            assert!(!source.words.contains(*word), "{} contains `{word}`", source.path.display());
        }
    }
}

/// The compiler holds that a crate without `std` has no files, threads or clock. Cargo holds that
/// it has no dependency, since its table of dependencies is empty (`.ci/run`).
#[test]
fn the_kernel_is_without_std_and_speaks_no_strings() {
    let face = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/dancing/src/lib.rs");
    assert!(fs::read_to_string(face).unwrap().contains("\n#![no_std]\n"));
    has_no_word("dlx", &["String", "std"]);
}

/// Cargo keeps ratatui from what is below the workbench, and crossterm from what is below the root.
#[test]
fn terminal_crates_stay_under_ui_and_shell() {
    for source in CRATE.sources.iter().filter(|source| !source.is_in(&["ui", "shell"])) {
        let found = source.uses_below("ratatui").or(source.uses_below("crossterm"));
        assert!(found.is_none(), "{} uses {}", source.path.display(), found.unwrap_or_default());
    }
    uses_nothing_below("ui", &["crossterm", "ratatui::crossterm"]);
}

/// A search has no events, and `app` and `ui` cannot tell whether there is a log: their crates do
/// not know `tracing`.
#[test]
fn events_are_logged_by_the_outer_floors_only() {
    for source in CRATE.sources.iter().filter(|source| !source.is_in(&["main.rs", "log.rs", "cli", "shell"])) {
        assert!(source.uses_below("tracing").is_none(), "{}", source.path.display());
    }
}

/// clippy refuses calls that bypass `files` (`clippy.toml`). This checks that the lint is on in the
/// library and the program, and that only two files allow the calls.
#[test]
fn bytes_come_in_and_go_out_through_two_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in ["", "puzzle", "solve", "study", "witness", "workbench"]
        .map(|name| if name.is_empty() { "src/lib.rs".to_string() } else { format!("crates/{name}/src/lib.rs") })
        .into_iter()
        .chain(["src/main.rs".to_string()])
    {
        let text = fs::read_to_string(root.join(&file)).unwrap();
        assert!(text.contains("\n#![deny(clippy::disallowed_methods)]"), "{file}");
    }
    let gates = ["files/door.rs", "files/draft.rs"].map(PathBuf::from);
    for source in &CRATE.sources {
        let lets = |attribute: &String| attribute.starts_with("allow(") && attribute.contains("disallowed_methods");
        let opens = source.attributes.iter().any(lets);
        assert!(!opens || gates.contains(&source.path), "{} allows the refused calls", source.path.display());
    }
    // What is printed goes through the outlet, or is no text of others.
    let printers = ["cli/outlet.rs", "shell/effects.rs", "shell/plain.rs", "shell/terminal.rs"].map(PathBuf::from);
    for source in &CRATE.sources {
        let lets = |attribute: &String| attribute.starts_with("expect(") && attribute.contains("disallowed_methods");
        assert_eq!(source.attributes.iter().any(lets), printers.contains(&source.path), "{}", source.path.display());
    }
    let wall = fs::read_to_string(root.join("clippy.toml")).unwrap();
    for name in [
        "std::io::Stdout::lock",
        "std::fs::File::open",
        "std::fs::File::create",
        "std::fs::OpenOptions::open",
        "std::fs::read",
        "std::fs::read_to_string",
        "std::fs::write",
        "std::fs::rename",
        "std::fs::remove_file",
        "std::io::Read::read_to_end",
        "std::io::BufRead::lines",
        "std::io::BufRead::split",
        "std::io::BufRead::read_line",
        "std::io::BufRead::read_until",
    ] {
        assert!(wall.contains(&format!("\"{name}\"")), "{name} is not refused");
    }
}

/// A process id is given again, in containers to the next process. Locks are not.
#[test]
fn a_running_workbench_is_known_by_a_lock() {
    uses_nothing_below("", &["std::process::id", "rustix::process::test_kill_process", "rustix::process::getpid"]);
    has_no_word("", &["test_kill_process", "getpid"]);
}

#[test]
fn the_state_does_no_io_starts_nothing_and_asks_no_clock() {
    let clock = ["std::time::Instant::now", "std::time::SystemTime", "crate::solve::Worker::start"];
    for folder in ["app", "study", "witness"] {
        uses_nothing_below(folder, &["std::io", "std::fs", "std::thread", "std::env"]);
        uses_nothing_below(folder, &clock);
        has_no_word(folder, &["spawn"]);
    }
}

#[test]
fn views_never_change_what_they_show() {
    uses_nothing_below("ui", &["std::fs", "std::thread", "std::time::Instant"]);
    for source in CRATE.under("ui") {
        for state in ["App", "Stepping", "Document"] {
            assert!(!source.mutable.contains(state), "{} has a `&mut {state}`", source.path.display());
        }
    }
}

/// The buffer's methods panic outside its area. Those of `ui/panel.rs` clip.
#[test]
fn views_draw_through_functions_that_clip() {
    for source in CRATE.under("ui").filter(|source| !source.path.ends_with("panel.rs")) {
        for (receiver, method) in &source.calls {
            let path = source.path.display();
            assert!(!(receiver == "buf" && method.starts_with("set_")), "{path} calls `{method}` of the buffer");
            let counts = receiver == "chars" && method == "count";
            assert!(!counts || source.path.ends_with("lines.rs"), "{path}: columns are not chars");
        }
        for buffer in ["buf", "buffer_mut"] {
            assert!(!source.indexed.contains(buffer), "{} indexes the buffer", source.path.display());
        }
    }
}

#[test]
fn only_the_search_machines_touch_the_links() {
    let changes =
        ["cover", "uncover", "hide", "unhide", "unlink_node", "relink_node", "unlink_header", "relink_header"];
    // The engine `taxes` covers options too, but without links.
    let machines = [
        "dlx/machine.rs",
        "dlx/machine",
        "dlx/covering.rs",
        "dlx/covering",
        "dlx/slow.rs",
        "dlx/links.rs",
        "solve/engine/taxes/exact.rs",
        // The broken dance has links of its own.
        "study/broken.rs",
        // The lines of a learner are run on links of their own.
        "study/construct",
        // The search of a program of the user's is held as sets.
        "study/against",
    ];
    for source in CRATE.sources.iter().filter(|source| !source.is_in(&machines)) {
        for (receiver, method) in &source.calls {
            let touches = changes.contains(&method.as_str()) && receiver != "tally";
            assert!(!touches, "{} calls `{receiver}.{method}`", source.path.display());
        }
    }
}

/// Cargo holds the order of the crates. This holds it among the modules of the two crates that have
/// several floors, the workbench and the root, and which crates a module of the root needs.
#[test]
fn no_module_imports_upwards() {
    let crates = ["dlx", "puzzle", "solve", "study", "witness"];
    let below: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("app", &["dlx", "puzzle", "solve", "study", "witness"][..]),
        ("ui", &["app", "dlx", "puzzle", "solve", "study", "witness"][..]),
        ("bundled", &["puzzle"][..]),
        ("library", &["app", "bundled"][..]),
        ("config", &["app", "puzzle", "solve", "ui"][..]),
        ("docs", &["app", "config", "puzzle", "solve", "study", "witness"][..]),
        ("files", &[][..]),
        ("seal", &["solve"][..]),
        ("memory", &["files"][..]),
        ("checkpoint", &["dlx", "files", "seal", "solve"][..]),
        ("kept", &["app", "files"][..]),
        ("lessons", &["bundled", "app", "files", "puzzle", "study", "ui"][..]),
        ("film", &["app", "lessons", "solve", "study", "ui"][..]),
        ("log", &["files", "puzzle", "solve"][..]),
        (
            "cli",
            &[
                "app",
                "bundled",
                "checkpoint",
                "config",
                "docs",
                "dlx",
                "files",
                "film",
                "kept",
                "lessons",
                "library",
                "log",
                "memory",
                "puzzle",
                "seal",
                "solve",
                "study",
                "witness",
            ][..],
        ),
        (
            "shell",
            &[
                "app",
                "bundled",
                "checkpoint",
                "dlx",
                "files",
                "film",
                "kept",
                "lessons",
                "log",
                "puzzle",
                "solve",
                "study",
                "ui",
            ][..],
        ),
    ]);
    for source in &CRATE.sources {
        let floor = source.module.split("::").nth(1).unwrap_or_default();
        // The program and the first pages see every floor.
        if ["main", "crate", "crate::workbench"].contains(&source.module.as_str()) || crates.contains(&floor) {
            continue;
        }
        let allowed = below.get(floor).unwrap_or_else(|| panic!("{floor} has no row"));
        for (path, line) in &source.uses {
            let Some(other) = path.strip_prefix("crate::").and_then(|path| path.split("::").next()) else { continue };
            let is_floor = below.contains_key(other) || crates.contains(&other);
            let fits = other == floor || !is_floor || allowed.contains(&other);
            assert!(fits, "{}:{line} uses {path}", source.path.display());
            // The commands take from the workbench only what opens it.
            let opens = ["LibraryRow", "Palette", "fingerprint"]
                .iter()
                .any(|name| is_below(path, &format!("crate::app::{name}")));
            assert!(floor != "cli" || other != "app" || opens, "{}:{line} uses {path}", source.path.display());
        }
    }
}

#[test]
fn every_file_says_first_what_lives_there() {
    for (file, _) in all() {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//! "), "{}", file.display());
    }
}

/// Two types that need the same word need two words. `Args` is what clap reads, once a command.
#[test]
fn no_public_type_name_is_used_twice() {
    let mut homes: BTreeMap<String, PathBuf> = BTreeMap::new();
    for (file, path) in all() {
        for line in fs::read_to_string(&file).unwrap().lines().map(str::trim).filter(|line| line.starts_with("pub")) {
            let kinds = ["struct", "enum", "trait", "type", "union"];
            let mut words = line.split(' ').skip_while(|word| word.starts_with("pub") || !kinds.contains(word));
            let Some(name) = words.nth(1).and_then(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()) else {
                continue;
            };
            let other = homes.insert(name.to_string(), path.clone()).filter(|_| name != "Args");
            assert!(other.is_none(), "{name} is a type in {} and in {}", path.display(), other.unwrap().display());
        }
    }
}

/// A struct of more than 12 fields and a function of 7 parameters or more say why above them, in a
/// line of comment.
#[test]
fn what_is_wide_says_why() {
    for (file, path) in all() {
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let says = |at: usize, why: &str| {
            let above = lines[..at].iter().rev().map(|line| line.trim());
            above.take_while(|line| line.starts_with("//") || line.starts_with("#[")).any(|line| line.starts_with(why))
        };
        for (at, line) in lines.iter().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let words: Vec<&str> = line.split_whitespace().filter(|word| !word.starts_with("pub")).collect();
            let inner = || {
                let inside = lines[at + 1..]
                    .iter()
                    .take_while(move |line| line.trim().is_empty() || line.len() - line.trim_start().len() > indent);
                let direct = inside.filter(move |line| line.len() - line.trim_start().len() == indent + 4);
                direct.filter(|line| !line.trim().starts_with(['/', '#'])).count()
            };
            match words[..] {
                ["struct", ..] if line.ends_with('{') => {
                    assert!(
                        inner() <= 12 || says(at, "// Many fields: "),
                        "{}:{}: {} fields",
                        path.display(),
                        at + 1,
                        inner()
                    );
                }
                ["fn", ..] if line.ends_with('(') => {
                    assert!(
                        inner() < 7 || says(at, "// Many parameters: "),
                        "{}:{}: {} parameters",
                        path.display(),
                        at + 1,
                        inner()
                    );
                }
                _ => {}
            }
        }
    }
}

#[test]
fn engines_know_nothing_of_who_drives_them() {
    let drivers = ["crate::solve::strategy", "crate::solve::worker"];
    uses_nothing_below("solve/engine", &drivers);
    has_no_word("solve/engine", &["ENGINES"]);
}

#[test]
fn generated_texts_are_fresh() {
    // To update: QUADRILLE_BLESS=1 cargo inside invariants
    let bless = std::env::var_os("QUADRILLE_BLESS").is_some();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = docs::CONFIG_DIRECTIVE.to_string() + &docs::config(&config::Config::default());
    let schemas = [
        ("docs/schema/config.json", docs::schema::of::<config::Config>()),
        ("docs/schema/puzzle.json", docs::schema::of::<puzzle::TomlFile>()),
        ("docs/schema/lesson.json", docs::schema::of::<quadrille::study::LessonFile>()),
    ];
    let schemas = schemas.map(|(name, schema)| (name, serde_json::to_string_pretty(&schema).unwrap() + "\n"));
    for (name, fresh) in [("config.toml", config)].into_iter().chain(schemas) {
        if bless {
            fs::write(root.join(name), fresh).unwrap();
            continue;
        }
        let text = fs::read_to_string(root.join(name)).unwrap();
        assert!(text == fresh, "{name} is stale: QUADRILLE_BLESS=1 cargo inside invariants");
    }
}

#[test]
fn every_file_of_puzzles_is_bundled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let names = |folder: &Path| -> BTreeSet<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let bundled = quadrille::bundled::BUNDLED.iter().map(|bundled| bundled.name).chain(["lessons"]);
    assert_eq!(names(&folder), bundled.map(str::to_string).collect());
    let lessons = quadrille::bundled::BUNDLED_LESSONS.iter().map(|bundled| bundled.name.to_string());
    assert_eq!(names(&folder.join("lessons")), lessons.collect());
}
