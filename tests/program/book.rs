//! The README and the manual: every command that they show is run and prints what they show, links
//! lead somewhere, and derived blocks are fresh.
//!
//! A block ```` ```console ```` has commands after `$ `, with further lines after `> `, and what
//! they print. A line `...` stands for any lines. The commands of a page run one after the other in
//! one folder, beside `puzzles`. `QUADRILLE_BLESS=1 cargo pages` writes what was
//! printed.

use crate::support::skip;
use quadrille::app::Keymap;
use quadrille::cli::help;
use quadrille::docs::{self, fenced};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The pages: the README and the chapters of the manual.
fn pages() -> Vec<PathBuf> {
    let chapters = fs::read_dir(root().join("docs/book/src")).unwrap().map(|entry| entry.unwrap().path());
    let mut chapters: Vec<PathBuf> = chapters.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    chapters.sort();
    [root().join("README.md")].into_iter().chain(chapters).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn blesses() -> bool {
    std::env::var_os("QUADRILLE_BLESS").is_some()
}

/// The programs of which a page may need one that is not there. Its commands are skipped then.
const OTHERS: [&str; 2] = ["veripb", "parallel"];

/// A command of a page, its lines, and the lines that it prints there.
struct Shown {
    command: String,
    printed: Vec<String>,
    /// The lines of the page that `printed` is.
    from: usize,
    to: usize,
}

/// The commands of a page, in order.
fn commands(page: &str) -> Vec<Shown> {
    let lines: Vec<&str> = page.lines().collect();
    let mut found: Vec<Shown> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if lines[at] != "```console" {
            at += 1;
            continue;
        }
        at += 1;
        while lines[at] != "```" {
            let Some(command) = lines[at].strip_prefix("$ ") else { panic!("not a command: {}", lines[at]) };
            let mut command = command.to_string();
            at += 1;
            while let Some(more) = lines[at].strip_prefix("> ").or((lines[at] == ">").then_some("")) {
                command += &format!("\n{more}");
                at += 1;
            }
            let from = at;
            while lines[at] != "```" && !lines[at].starts_with("$ ") {
                at += 1;
            }
            let printed = lines[from..at].iter().map(ToString::to_string).collect();
            found.push(Shown { command, printed, from, to: at });
        }
    }
    found
}

/// The search path: the program, the tools of `.ci/run`, and the rest.
fn path() -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_quadrille")).parent().unwrap();
    let tools = root().join("target/tools/bin");
    format!("{}:{}:{}", binary.display(), tools.display(), std::env::var("PATH").unwrap_or_default())
}

fn is_missing(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).env("PATH", path()).output();
    !found.unwrap().status.success()
}

/// Runs commands in one shell and returns the lines that each printed on both streams.
fn run(commands: &[&str]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(root().join("puzzles"), folder.path().join("puzzles")).unwrap();
    fs::create_dir(folder.path().join(".home")).unwrap();
    let home = folder.path().join(".home");
    let mut script = String::new();
    for command in commands {
        script += &format!("{command}\n__code=$?; printf '\\001\\n'; (exit $__code)\n");
    }
    let file = home.join("script");
    fs::write(&file, script).unwrap();
    let output = Command::new("bash")
        .arg("-c")
        .arg(format!(". {} 2>&1", file.display()))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .env("PATH", path())
        .env("HOME", &home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_STATE_HOME", home.join("state"))
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut parts: Vec<&str> = text.split("\u{1}\n").collect();
    parts.pop();
    assert_eq!(parts.len(), commands.len(), "{text}");
    parts.into_iter().map(|part| part.lines().map(|line| line.trim_end().to_string()).collect()).collect()
}

/// Returns whether lines are those that a page shows, where `...` stands for any lines.
fn fits(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "..." => (0..=printed.len()).any(|at| fits(rest, &printed[at..])),
        Some((first, rest)) => printed.first() == Some(first) && fits(rest, &printed[1..]),
    }
}

#[test]
fn every_command_prints_what_is_shown() {
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let missing: Vec<&str> = OTHERS.into_iter().filter(|program| is_missing(program)).collect();
        let needs_missing = |shown: &Shown| {
            shown.command.split([' ', '\n']).find_map(|word| missing.iter().find(|program| **program == word)).copied()
        };
        let (skipped, shown): (Vec<Shown>, Vec<Shown>) =
            commands(&page).into_iter().partition(|shown| needs_missing(shown).is_some());
        for own in &skipped {
            skip(&format!("{} is missing: {}", needs_missing(own).unwrap_or(""), own.command));
        }
        if shown.is_empty() {
            continue;
        }
        let printed = run(&shown.iter().map(|own| own.command.as_str()).collect::<Vec<_>>());
        let mut fresh: Vec<String> = page.lines().map(str::to_string).collect();
        for (own, printed) in shown.iter().zip(&printed).rev() {
            if fits(&own.printed, printed) {
                continue;
            }
            assert!(blesses(), "{}\n$ {}\n{}", path.display(), own.command, printed.join("\n"));
            fresh.splice(own.from..own.to, printed.iter().cloned());
        }
        let fresh = fresh.join("\n") + "\n";
        if fresh != page {
            fs::write(&path, fresh).unwrap();
        }
    }
}

/// What cannot be run here: it installs something, or belongs to a cluster.
const NOT_RUN: [&str; 3] = ["cargo ", "hq ", "sbatch "];

#[test]
fn what_is_not_run_is_an_installation_or_a_cluster() {
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        let mut fence = None;
        for line in page.lines() {
            match (line.strip_prefix("```"), fence) {
                (Some(language), None) => fence = Some(language.to_string()),
                (Some(_), Some(_)) => fence = None,
                (None, Some(ref language)) if language == "sh" && !line.starts_with('#') && !line.is_empty() => {
                    let known = NOT_RUN.iter().any(|own| line.contains(own)) || line.contains("SLURM");
                    assert!(known, "{}: this command is not run: {line}", path.display());
                    fence = Some("sh".to_string());
                }
                (None, language) => fence = language,
            }
        }
        assert_eq!(fence, None, "{}: a block is open", path.display());
        for language in page.lines().filter_map(|line| line.strip_prefix("```")).filter(|own| !own.is_empty()) {
            assert!(["console", "sh", "text", "toml"].contains(&language), "{}: {language}", path.display());
        }
    }
}

/// Commands that a sentence names are commands, with options that they have.
#[test]
fn commands_in_sentences_are_understood() {
    let mut number = 0;
    for path in pages().into_iter().chain([root().join("CHANGELOG.md")]) {
        let page = fs::read_to_string(&path).unwrap();
        let outside: String = page.split("```").step_by(2).collect();
        for own in outside.split('`').skip(1).step_by(2).filter(|own| own.starts_with("quadrille ")) {
            let own = own.replace('\n', " ");
            let line = own.split(['<', '>', '|']).next().unwrap_or("");
            // Names in capitals stand for words.
            let stand = |word: &str| match word {
                "COMMAND" => None,
                "FOLDER" => Some("puzzles".to_string()),
                "SHELL" => Some("bash".to_string()),
                "NAME" => Some("answers".to_string()),
                "FORM" => Some("line".to_string()),
                _ => Some(word.to_string()),
            };
            let Some(words) = line.split_whitespace().map(stand).collect::<Option<Vec<String>>>() else { continue };
            let words = match &words[1..] {
                [command, name, ..] if command == "judge" && name == "answers" => vec!["quadrille".to_string()],
                _ => words,
            };
            let parsed = help::program().try_get_matches_from(&words);
            let fine = parsed.as_ref().map_or_else(|error| !error.use_stderr(), |_| true);
            let bare = words.len() <= 2 || words[1] == "prove";
            assert!(fine || bare, "{}: {own}: {}", path.display(), parsed.unwrap_err());
            number += 1;
        }
    }
    assert!(number > 30, "{number}");
}

/// A heading as an anchor, as mdbook and GitHub make it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase().replace('`', "");
    let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut linked = BTreeSet::new();
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for target in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("https://") || target.contains(' ') {
                continue;
            }
            let (file, name) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(file.exists(), "{}: {target} leads nowhere", path.display());
            if !name.is_empty() {
                let text = fs::read_to_string(&file).unwrap();
                let known = text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == name);
                assert!(known, "{}: {target}: there is no such heading", path.display());
            }
            if path.ends_with("SUMMARY.md") {
                linked.insert(file);
            }
        }
    }
    let all: String = pages().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for figure in fs::read_dir(root().join("docs/book/src/figures")).unwrap() {
        let name = figure.unwrap().file_name().into_string().unwrap();
        assert!(all.contains(&format!("figures/{name})")), "{name} is shown nowhere");
    }
    for path in pages().iter().skip(1).filter(|path| !path.ends_with("SUMMARY.md")) {
        assert!(linked.contains(path), "SUMMARY.md does not list {}", path.display());
    }
}

#[test]
fn the_first_page_is_short() {
    let keys = quadrille::app::ACTIONS.iter().filter(|spec| spec.on_first_page).count();
    assert_eq!(keys, 15, "the first page has fifteen keys");
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150, "{} lines", readme.lines().count());
}

/// A derived block: where it is, its name, its text.
fn derived() -> Vec<(&'static str, &'static str, String)> {
    vec![
        ("README.md", "keys", fenced(&docs::first_keys(&Keymap::default()))),
        ("README.md", "commands", fenced(&help::first_page())),
        ("docs/book/src/batch.md", "codes", help::code_table()),
        ("docs/book/src/learn.md", "terms", docs::terms()),
        ("docs/book/src/lessons.md", "facts", docs::facts()),
        ("docs/book/src/lessons.md", "lessons", keys_of_lessons()),
        ("docs/book/src/keys.md", "keys", fenced(&docs::keys(&Keymap::default()))),
        ("docs/book/src/configuration.md", "config", fenced(quadrille::config::DEFAULT)),
        ("docs/book/src/formats.md", "toml", keys_of_files()),
        ("docs/book/src/formats.md", "kinds", fenced(&docs::kinds())),
        ("docs/book/src/formats.md", "harmless", docs::harmless()),
        ("docs/book/src/judges.md", "judges", fenced(&docs::judges())),
        ("docs/book/src/engines.md", "engines", docs::engines()),
        ("docs/book/src/engines.md", "strategies", docs::strategies()),
        ("docs/book/src/commands.md", "commands", help::manual()),
    ]
}

/// The keys of lesson files, from their schema.
fn keys_of_lessons() -> String {
    let schema = fs::read_to_string(root().join("docs/schema/lesson.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let mut text = "| key | meaning |\n|---|---|\n".to_string();
    let mut row = |name: String, own: &serde_json::Value| {
        let meaning = own["description"].as_str().unwrap_or_else(|| panic!("{name} is not described"));
        text += &format!("| `{name}` | {} |\n", meaning.replace('\n', " "));
    };
    for (name, own) in schema["properties"].as_object().unwrap() {
        row(name.clone(), own);
    }
    for (name, own) in schema["properties"]["stop"]["items"]["properties"].as_object().unwrap() {
        row(format!("stop.{name}"), own);
    }
    text
}

/// The tables and keys of puzzle files, from their schema.
fn keys_of_files() -> String {
    let schema = fs::read_to_string(root().join("docs/schema/puzzle.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let mut text = "| key | meaning |\n|---|---|\n".to_string();
    let row = |name: &str, own: &serde_json::Value| {
        let meaning = own["description"].as_str().unwrap_or_else(|| panic!("{name} is not described"));
        format!("| `{name}` | {} |\n", meaning.replace('\n', " "))
    };
    for (name, own) in schema["properties"].as_object().unwrap() {
        let keys = own["properties"].as_object();
        text += &row(&keys.map_or(name.clone(), |_| format!("[{name}]")), own);
        keys.into_iter().flatten().for_each(|(key, own)| text += &row(&format!("{name}.{key}"), own));
    }
    text
}

/// The blocks of a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_string).collect()
}

#[test]
fn every_file_that_is_shown_can_be_read() {
    let mut puzzles = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).unwrap();
        for block in blocks(&page, "toml") {
            if block.starts_with("format = 1") {
                let puzzle = quadrille::puzzle::load(&block, None).unwrap_or_else(|error| panic!("{error}\n{block}"));
                let answer = run(&[&format!("quadrille check --expect - <<'END'\n{block}END")]);
                assert!(puzzle.puzzles.len() == 1 && answer[0] == ["as expected"], "{block}{answer:?}");
                puzzles += 1;
            } else if block.starts_with("lesson = 1") {
                let answer = run(&[&format!("quadrille lesson check - <<'END'\n{block}END")]);
                assert!(
                    answer[0].last().is_some_and(|line| line.contains("agrees with the search")),
                    "{block}{answer:?}"
                );
            } else if block.starts_with("[ui]") {
                quadrille::config::Config::parse(&block).unwrap_or_else(|error| panic!("{error}\n{block}"));
            } else {
                block.parse::<toml::Table>().unwrap_or_else(|error| panic!("{error}\n{block}"));
            }
        }
    }
    assert!(puzzles > 0);
}

#[test]
fn derived_blocks_are_fresh() {
    for (file, name, text) in derived() {
        let path = root().join(file);
        let page = fs::read_to_string(&path).unwrap();
        let fresh = docs::with_block(&page, name, &text).unwrap_or_else(|| panic!("{file} has no block {name}"));
        if blesses() {
            fs::write(&path, &fresh).unwrap();
        }
        assert!(page == fresh || blesses(), "{file}: {name} is stale: QUADRILLE_BLESS=1 cargo pages");
    }
}
