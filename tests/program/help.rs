//! The help: every command is listed, every example runs, and an option is described in the same
//! words wherever it occurs.

use clap::{Arg, Command};
use quadrille::cli::help::{entries, program};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command as Process;

/// The options that share a name with an option of another meaning.
const OTHER_MEANINGS: &[(&str, &str, &str)] = &[
    ("generate", "rule", "a rule of the grid, not of the search"),
    ("prove", "limit", "solutions in the proof; the search is not stopped"),
    ("trace", "limit", "lines, not solutions"),
    ("prove", "goal", "the claim, not the solutions to print"),
    ("prove", "engine", "the search that the proof follows"),
    ("bench", "engine", "nothing is asked that it could not answer"),
    ("lint", "all", "places of a finding"),
    ("hint", "all", "steps"),
    ("drop", "all", "kept puzzles"),
    ("work", "time", "for all pieces, and what is left is kept"),
    ("stress", "time", "for an input of several cases"),
    ("stress", "output", "a failing case, not a film"),
    ("judge", "output", "a wrong case, not a film"),
    ("ask", "limit", "operations, not solutions"),
    ("against", "needle", "of the first case"),
    ("against", "grain", "what is compared, not the size of a step"),
    ("film", "size", "columns and rows of the frames, not the side of a grid"),
    ("film", "steps", "steps of the search, not of hints"),
    ("attach", "judge", "its input is standard input"),
    ("film", "to", "the last state, not a form"),
    ("film", "theme", "only themes with colours of their own"),
];

fn commands(program: &Command) -> Vec<&Command> {
    let own = program.get_subcommands().filter(|command| command.get_name() != "help");
    own.flat_map(|command| [vec![command], commands(command)].concat()).collect()
}

#[test]
fn every_command_is_listed_once() {
    let program = program();
    let mut listed: Vec<&str> = entries().map(|entry| entry.name).collect();
    let mut known: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
    let first = entries().filter(|entry| entry.on_first_page).count();
    assert_eq!(first, 10, "the first page has ten commands");
    for entry in entries().filter(|entry| !["step", "open"].contains(&entry.name)) {
        assert!(!entry.examples.is_empty(), "{} has no example", entry.name);
    }
}

#[test]
fn an_option_is_described_in_the_same_words_everywhere() {
    let program = program();
    let mut seen: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for command in [vec![&program], commands(&program)].concat() {
        for own in command.get_arguments().filter(|own| own.get_long().is_some()) {
            let long = own.get_long().unwrap_or_default();
            let name = command.get_name();
            if !OTHER_MEANINGS.iter().any(|&(of, option, _)| of == name && option == long) {
                seen.entry(long.to_string()).or_default().push((name.to_string(), words(own)));
            }
        }
    }
    for (option, all) in seen {
        assert!(all.iter().all(|(_, text)| *text == all[0].1), "--{option}: {all:#?}");
    }
    for (of, option, why) in OTHER_MEANINGS {
        let own = commands(&program).into_iter().find(|command| command.get_name() == *of);
        let known = own.is_some_and(|own| own.get_arguments().any(|arg| arg.get_long() == Some(option)));
        assert!(known, "{of} has no --{option} ({why})");
    }
}

/// A description without its default, and without the engine or the goal that it needs.
fn words(own: &Arg) -> String {
    let text = own.get_help().map_or(String::new(), |help| help.to_string());
    text.split(" Default:")
        .next()
        .unwrap_or_default()
        .split(" (")
        .next()
        .unwrap_or_default()
        .trim_end_matches('.')
        .to_string()
}

#[test]
fn every_option_is_described_in_a_phrase_without_a_full_stop() {
    let program = program();
    for command in [vec![&program], commands(&program)].concat() {
        let about = command.get_about().map_or(String::new(), |about| about.to_string());
        assert!(!about.is_empty() && !about.ends_with('.') && about.len() <= 80, "{}: {about}", command.get_name());
        for own in command.get_arguments() {
            let help = own.get_help().map_or(String::new(), |help| help.to_string());
            let name = format!("{} {}: {help}", command.get_name(), own.get_id());
            assert!(!help.is_empty() && !help.ends_with('.') && !help.contains("without"), "{name}");
            assert!(help.chars().next().is_some_and(char::is_uppercase), "{name}");
        }
    }
}

#[test]
fn every_example_runs() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(root.join("puzzles"), folder.path().join("puzzles")).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_quadrille")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    for entry in entries() {
        for (line, what) in entry.examples {
            assert!(line.contains(&format!("quadrille {}", entry.name)), "{line}");
            assert!(what.ends_with('.'), "{what}");
            let mut shell = Process::new("sh");
            shell.args(["-c", line]).current_dir(folder.path()).env("PATH", &path);
            shell.env("XDG_CONFIG_HOME", folder.path()).env("XDG_STATE_HOME", folder.path());
            let output = shell.output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            // 3 says that there may be more solutions than the limit allows.
            let asked = match output.status.code() {
                Some(3) => line.contains("--limit"),
                // A finding proves that there is no solution.
                Some(1) => entry.name == "lint",
                // There is no program of a user here.
                Some(2) => entry.name == "attach",
                _ => false,
            };
            assert!(output.status.success() || asked, "{line}: {}\n{said}", output.status);
        }
    }
}

#[test]
fn shells_complete_the_values() {
    // The completions of elvish and PowerShell list options, but no values; only bash and zsh list
    // those of an argument that is not an option.
    for shell in ["bash", "fish", "nushell", "zsh"] {
        let output = Process::new(env!("CARGO_BIN_EXE_quadrille")).args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        for value in ["swordfish", "antiknight", "hdu4069", "fewest-last", "fpuzzles-link", "contrast"] {
            assert!(script.contains(value), "{shell} does not complete {value}");
        }
        assert!(
            script.contains("poj3074") || ["fish", "nushell"].contains(&shell),
            "{shell} does not complete poj3074"
        );
    }
}
