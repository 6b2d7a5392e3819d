//! Checks the invariants of the architecture in the sources, and the generated texts against their
//! tables.

use quadrille::{config, docs, puzzle};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every source file under a folder of `src`: its path below `src`, and its code without comments
/// and tests.
fn sources(under: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut folders = vec![root.join(under)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(&root).unwrap().to_path_buf(), code(&text)));
            }
        }
    }
    assert!(!found.is_empty(), "no sources under {under}");
    found
}

/// A source without its comments and its test module.
fn code(text: &str) -> String {
    let body = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let bare = body.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n");
    // An `Arc` is shared memory, not a thread.
    bare.replace("std::sync::Arc", "")
}

fn nowhere(under: &str, words: &[&str]) {
    for (path, code) in sources(under) {
        for word in words {
            assert!(!code.contains(word), "{} contains `{word}`", path.display());
        }
    }
}

#[test]
fn the_kernel_imports_nothing_but_plain_std_and_speaks_no_strings() {
    nowhere(
        "dlx",
        &[
            "std::io",
            "std::fs",
            "std::thread",
            "std::time",
            "std::sync",
            "serde",
            "thiserror",
            "String",
            "println",
            "Instant",
        ],
    );
}

#[test]
fn terminal_crates_stay_under_ui_and_shell() {
    for (path, code) in sources("") {
        let own = path.starts_with("ui") || path.starts_with("shell");
        assert!(own || !code.contains("ratatui") && !code.contains("crossterm"), "{}", path.display());
    }
}

/// A search has no events, and `app` and `ui` cannot tell whether there is a log.
#[test]
fn events_are_logged_by_the_outer_floors_only() {
    for (path, code) in sources("") {
        let own = ["main.rs", "log.rs", "cli", "shell"].iter().any(|outer| path.starts_with(outer));
        assert!(own || !code.contains("tracing"), "{}", path.display());
    }
}

/// clippy refuses the calls that go around the door and the drafts (`clippy.toml`). This holds the
/// wall itself: it stands in the library and the program, and has two gates.
#[test]
fn bytes_come_in_and_go_out_through_two_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, attribute) in [
        ("src/lib.rs", "#![cfg_attr(not(test), deny(clippy::disallowed_methods))]"),
        ("src/main.rs", "#![deny(clippy::disallowed_methods)]"),
    ] {
        assert!(fs::read_to_string(root.join(file)).unwrap().contains(attribute), "{file}");
    }
    let gates = ["files/door.rs", "files/draft.rs"].map(PathBuf::from);
    for (path, code) in sources("") {
        let opens = code.contains("disallowed_methods") && code.contains("allow(");
        assert!(!opens || gates.contains(&path), "{} opens the wall", path.display());
    }
    let wall = fs::read_to_string(root.join("clippy.toml")).unwrap();
    for name in [
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
    nowhere("", &["process::id(", "test_kill_process", "getpid"]);
}

#[test]
fn the_state_does_no_io_starts_nothing_and_asks_no_clock() {
    let words =
        ["std::io", "std::fs", "std::thread", "std::env", "Instant::now", "SystemTime", "Worker::start", "spawn"];
    nowhere("app", &words);
    nowhere("study", &words);
}

#[test]
fn views_never_change_what_they_show() {
    nowhere("ui", &["&mut App", "&mut Stepping", "&mut Document", "std::fs", "std::thread", "Instant"]);
}

/// The buffer's methods panic outside its area. Those of `ui/panel.rs` clip.
#[test]
fn views_draw_through_functions_that_clip() {
    for (path, code) in sources("ui").into_iter().filter(|(path, _)| !path.ends_with("panel.rs")) {
        for method in ["buf.set_", "buf[", "buffer_mut()["] {
            assert!(!code.contains(method), "{} calls `{method}`", path.display());
        }
        assert!(
            !code.contains("chars().count()") || path.ends_with("lines.rs"),
            "{}: columns are no chars",
            path.display()
        );
    }
}

#[test]
fn only_the_search_machines_touch_the_links() {
    let calls = [
        ".cover(",
        ".uncover(",
        ".hide(",
        ".unhide(",
        ".unlink_node(",
        ".relink_node(",
        ".unlink_header(",
        ".relink_header(",
    ];
    let machines = ["dlx/machine.rs", "dlx/machine", "dlx/class.rs", "dlx/class", "dlx/slow.rs", "dlx/links.rs"];
    for (path, code) in sources("") {
        // The engine `taxes` covers options too, but without links.
        let own = machines.iter().any(|machine| path.starts_with(machine)) || path.ends_with("taxes/exact.rs");
        let code = code.replace("tally.cover(", "").replace("tally.uncover(", "").replace("tally.hide(", "");
        assert!(own || calls.iter().all(|call| !code.contains(call)), "{}", path.display());
    }
}

#[test]
fn no_floor_imports_upwards_and_siblings_do_not_meet() {
    let below: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("dlx", &[][..]),
        ("puzzle", &["dlx"][..]),
        ("solve", &["dlx"][..]),
        ("study", &["dlx", "puzzle", "solve"][..]),
        ("app", &["dlx", "puzzle", "solve", "study"][..]),
        ("ui", &["app", "dlx", "puzzle", "solve", "study"][..]),
        ("config", &["app", "puzzle", "solve", "ui"][..]),
        ("docs", &["app", "config", "puzzle", "solve"][..]),
        ("files", &[][..]),
        ("seal", &["solve"][..]),
        ("memory", &["files"][..]),
        ("checkpoint", &["dlx", "files", "seal", "solve"][..]),
        ("kept", &["app", "files"][..]),
        ("log", &["files", "puzzle", "solve"][..]),
        (
            "cli",
            &[
                "app",
                "checkpoint",
                "config",
                "docs",
                "dlx",
                "files",
                "kept",
                "log",
                "memory",
                "puzzle",
                "seal",
                "solve",
                "study",
            ][..],
        ),
        ("shell", &["app", "checkpoint", "dlx", "files", "kept", "log", "puzzle", "solve", "study", "ui"][..]),
    ]);
    for (path, code) in sources("") {
        let floor = path.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_string();
        let Some(allowed) = below.get(floor.as_str()) else { continue };
        let used: BTreeSet<&str> = code
            .split("crate::")
            .skip(1)
            .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
            .collect();
        for other in used.into_iter().filter(|&other| other != floor && below.contains_key(other)) {
            assert!(allowed.contains(&other), "{} imports {other}", path.display());
        }
    }
}

#[test]
fn every_file_says_first_what_lives_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (path, _) in sources("") {
        let text = fs::read_to_string(root.join(&path)).unwrap();
        assert!(text.starts_with("//! "), "{}", path.display());
    }
}

#[test]
fn engines_know_nothing_of_who_drives_them() {
    for (path, code) in sources("solve/engine") {
        for word in ["solve::strategy", "solve::worker", "ENGINES"] {
            assert!(!code.contains(word), "{} contains `{word}`", path.display());
        }
    }
}

#[test]
fn generated_texts_are_fresh() {
    // To update: QUADRILLE_BLESS=1 cargo test --test library invariants
    let bless = std::env::var_os("QUADRILLE_BLESS").is_some();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = docs::CONFIG_DIRECTIVE.to_string() + &docs::config(&config::Config::default());
    let schemas = [
        ("docs/schema/config.json", docs::schema::of::<config::Config>()),
        ("docs/schema/puzzle.json", docs::schema::of::<puzzle::TomlFile>()),
    ];
    let schemas = schemas.map(|(name, schema)| (name, serde_json::to_string_pretty(&schema).unwrap() + "\n"));
    for (name, fresh) in [("config.toml", config)].into_iter().chain(schemas) {
        if bless {
            fs::write(root.join(name), fresh).unwrap();
            continue;
        }
        let text = fs::read_to_string(root.join(name)).unwrap();
        assert!(text == fresh, "{name} is stale: QUADRILLE_BLESS=1 cargo test --test library invariants");
    }
}

#[test]
fn every_file_of_puzzles_is_bundled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let files: BTreeSet<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let bundled: BTreeSet<String> = puzzle::BUNDLED.iter().map(|bundled| bundled.name.to_string()).collect();
    assert_eq!(files, bundled);
}
