//! Limits of the program on inputs that are large, slow or hostile: time, memory, and what is
//! printed. The limits are far above what is measured, so that a busy machine keeps them; what
//! they exclude has no bound at all.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs a command in a folder, within 1 GB of address space.
fn within(folder: &Path, words: &[&str]) -> (Output, Duration) {
    let begun = Instant::now();
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 1048576; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quadrille")])
        .args(words)
        // Each thread of many would reserve addresses that it does not use.
        .env("MALLOC_ARENA_MAX", "2")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output, begun.elapsed())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Large covers of simple shapes, in Knuth's form.
fn shape(name: &str, n: usize) -> String {
    let item = |k: usize| format!("i{k}");
    let (items, options): (Vec<String>, Vec<String>) = match name {
        // A forced chain: dominoes over neighbours in a row.
        "path" => ((0..n).map(item).collect(), (1..n).map(|k| format!("i{} i{k}", k - 1)).collect()),
        // Parts of two items, each alone or both at once.
        "apart" => (
            (0..n).flat_map(|k| [format!("a{k}"), format!("b{k}")]).collect(),
            (0..n).flat_map(|k| [format!("a{k}"), format!("b{k}"), format!("a{k} b{k}")]).collect(),
        ),
        // All forced, and no item in two options.
        "disjoint" => {
            let pair = |k: usize| format!("a{k} b{k}");
            ((0..n).map(pair).collect(), (0..n).map(pair).collect())
        }
        // One option of all items, and singles.
        _ => {
            let items: Vec<String> = (0..n).map(item).collect();
            let options = [vec![items.join(" ")], items.clone()].concat();
            (items, options)
        }
    };
    items.join(" ") + "\n" + &options.join("\n") + "\n"
}

#[test]
fn large_covers_of_simple_shapes_are_answered_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for name in ["path", "apart", "disjoint", "long"] {
        let file = folder.join(name);
        fs::write(&file, shape(name, 20_000)).unwrap();
        let commands =
            [&["count", "--threads", "2"][..], &["check", "--threads", "2"], &["solve", "--threads", "2"], &["lint"]];
        for command in commands {
            let (output, took) = within(folder, &[command, &[name]].concat());
            let said = text(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{name} {command:?}: {:?} {said}", output.status);
            assert!(took < Duration::from_secs(60), "{name} {command:?}: {took:?}");
        }
    }
    let count = |name: &str| text(&within(folder, &["count", "--threads", "2", name]).0.stdout);
    assert_eq!((count("path"), count("disjoint"), count("long")), ("1\n".into(), "1\n".into(), "2\n".into()));
    // Each part has two covers.
    assert!(count("apart").starts_with("39802768403379665923543072061912024537"), "{}", count("apart"));
}

/// What goes on without an end stops at its time, and says that nothing is known.
#[test]
fn a_time_limit_ends_what_has_no_end() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("path"), shape("path", 50_000)).unwrap();
    let arrows = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/sudoku-9x9-arrows.toml");
    let arrows = arrows.to_str().unwrap();
    for words in [
        &["ask", "path", "deepest"][..],
        &["hint", "--all", arrows],
        &["rate", arrows],
        &["generate", "--size", "16", "--rating", "fiendish", "--at-least", "aic", "--seed", "1"],
    ] {
        let (output, took) = within(folder, &[&words[..1], &["--time", "0.2"], &words[1..]].concat());
        assert_eq!(output.status.code(), Some(3), "{words:?}: {}", text(&output.stderr));
        assert!(took < Duration::from_secs(60), "{words:?}: {took:?}");
    }
}

/// Rules that would fill any memory are refused at their place, and quickly.
#[test]
fn rules_without_end_are_refused_at_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let all: Vec<String> = (1..=25).flat_map(|row| (1..=25).map(move |column| format!("r{row}c{column}"))).collect();
    let all = all.join(" ");
    let rows = (".".repeat(25) + "\n").repeat(25);
    for rule in ["counting", "nabner", "regionsum", "rowindex", "sum 3000"] {
        let puzzle = format!(
            "format = 1\nkind = \"sudoku\"\n\n[grid]\nsize = 25\nrules = [\"{rule} {all}\"]\ngivens = \"\"\"\n{rows}\"\"\"\n"
        );
        fs::write(folder.join("rule.toml"), puzzle).unwrap();
        let (output, took) = within(folder, &["count", "--time", "1", "rule.toml"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{rule}: {said}");
        assert!(said.contains("is too large") && said.contains("rule.toml:6:10"), "{rule}: {said}");
        assert!(took < Duration::from_secs(30), "{rule}: {took:?}");
    }
}

/// Characters that a terminal would obey, or that end a string in some language.
const HOSTILE: [&str; 18] = [
    "\u{1b}]0;PWN\u{7}",
    "\u{1b}[31m",
    "\u{9b}31m",
    "\u{202e}",
    "\u{2066}",
    "<script>",
    "<!--<script>",
    "\"'onload=x",
    "]]>",
    "&#27;",
    "\u{feff}",
    "\u{e0041}",
    "\u{fffe}",
    "\u{7f}",
    "\\",
    "\u{1b}]8;;http://b\u{1b}\\",
    "\u{9d}0;t\u{9c}",
    "x",
];

/// The characters of an output that no output may have.
fn unseen(bytes: &[u8]) -> Vec<char> {
    let is_unseen = |c: &char| quadrille::puzzle::is_unseen(*c) && !matches!(c, '\n' | '\t');
    text(bytes).chars().filter(is_unseen).collect()
}

/// A TOML string of a text.
fn quoted(text: &str) -> String {
    let escaped: String = text.chars().map(|c| format!("\\U{:08x}", c as u32)).collect();
    format!("\"{escaped}\"")
}

#[test]
fn nothing_that_a_terminal_obeys_is_printed_or_filmed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let seed = std::env::var("QUADRILLE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(65);
    let mut rng = fastrand::Rng::with_seed(seed);
    let commands: [&[&str]; 16] = [
        &["solve"],
        &["solve", "--json"],
        &["count", "--json"],
        &["trace"],
        &["trace", "--grain", "link", "--json"],
        &["explain"],
        &["explain", "--json"],
        &["lint"],
        &["lint", "--json"],
        &["convert", "--to", "text"],
        &["convert", "--to", "svg"],
        &["convert", "--to", "toml"],
        &["convert", "--to", "fpuzzles"],
        &["rate", "--json"],
        &["hint"],
        &["film", "--force", "-o", "film"],
    ];
    for round in 0..crate::support::rounds(12, 120) {
        let mut some = || (0..3).map(|_| *rng.choice(&HOSTILE).unwrap()).collect::<String>();
        let (title, name) = (some(), some().replace(['\u{7f}', '|'], ""));
        let meta = format!("title = {}\nnote = {}\nsource = {}\n", quoted(&title), quoted(&name), quoted(&title));
        let cover = format!(
            "format = 1\nkind = \"cover\"\n[meta]\n{meta}[cover]\ntext = {}\n",
            quoted(&format!("{name}a b\n{name}a\nb\n"))
        );
        let grid = format!(
            "format = 1\nkind = \"sudoku\"\n[meta]\n{meta}[grid]\nsize = 4\nrules = [\"own:a r1c1 r1c2\"]\n\
             givens = \"\"\"\n1...\n....\n..3.\n....\n\"\"\"\n[[rules]]\nname = \"a\"\nhelp = {}\npairs = \"12 21 13 34 14\"\n",
            quoted(&title)
        );
        fs::write(folder.join("a.toml"), if round % 2 == 0 { cover } else { grid }).unwrap();
        for words in commands {
            let ending = ["svg", "html", "cast"][round as usize % 3];
            let mut words: Vec<&str> = words.to_vec();
            let film = format!("film.{ending}");
            if words[0] == "film" {
                words[3] = &film;
            }
            words.push("a.toml");
            let (output, _) = within(folder, &words);
            assert_eq!(unseen(&output.stdout), [], "{words:?} {seed}: {}", text(&output.stdout));
            assert_eq!(unseen(&output.stderr), [], "{words:?} {seed}: {}", text(&output.stderr));
            if words[0] == "film" && output.status.success() {
                let film = fs::read(folder.join(&film)).unwrap();
                assert_eq!(unseen(&film), [], "{words:?} {seed}");
                let film = text(&film);
                let scripts = usize::from(ending == "html");
                assert!(ending == "cast" || film.matches("<script").count() == scripts, "{words:?} {seed}");
                assert!(!film.contains("<!--") && !film.contains('\u{fffe}'), "{words:?} {seed}");
            }
        }
    }
}
