//! The command line: its grammar and its help, and texts that commands print, log or refuse with.

use clap::CommandFactory;
use quadrille::cli::help::entries;
use quadrille::cli::outlet::Outlet;
use quadrille::cli::{Cli, ago, grammar};
use quadrille::log::line;
use quadrille::memory::check;
use std::collections::BTreeSet;
use std::io::Write;

#[test]
fn the_grammar_has_the_arguments_of_the_help() {
    let named = |mut program: clap::Command| {
        program.build();
        let names = |command: &clap::Command| -> BTreeSet<String> {
            let all = command.get_arguments().map(|argument| argument.get_id().to_string());
            all.filter(|name| name != "version").collect()
        };
        let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
        let commands = commands.map(|command| (command.get_name().to_string(), names(command))).collect();
        (names(&program), commands)
    };
    let all: Vec<_> = entries().map(|row| row.name.into()).collect();
    let (grammar, help): ((_, Vec<_>), _) = (named(grammar(&all)), named(Cli::command()));
    assert_eq!(grammar, help);
    assert_eq!(grammar.1.len(), entries().count());
}

fn passed(bytes: &[u8], links: bool, at_once: usize) -> String {
    let mut to = Vec::new();
    let mut outlet = Outlet::new(&mut to, links);
    bytes.chunks(at_once).for_each(|chunk| outlet.write_all(chunk).unwrap());
    String::from_utf8_lossy(&to).into_owned()
}

#[test]
fn what_cannot_be_seen_leaves_as_its_code_however_it_is_cut() {
    let link = "\x1b]8;;https://b\x1b\\b\x1b]8;;\x1b\\";
    let cases = [
        ("a\tb\nc ä 数 🎲 ½ … ②", "a\tb\nc ä 数 🎲 ½ … ②"),
        ("\x1b[2J\x07\r\0", "\\u{1b}[2J\\u{7}\\u{d}\\u{0}"),
        ("\u{9b}31m \u{202e}evil \u{feff}\u{e0041}", "\\u{9b}31m \\u{202e}evil \\u{feff}\\u{e0041}"),
    ];
    for (text, expected) in cases {
        for at_once in 1..8 {
            assert_eq!(passed(text.as_bytes(), false, at_once), expected, "{at_once}");
            assert_eq!(passed(link.as_bytes(), true, at_once), link, "{at_once}");
        }
    }
    assert!(!passed(link.as_bytes(), false, 3).contains('\x1b'));
    assert!(!passed(b"\x1b]8;;\x1b[2J", true, 3).contains("\x1b["));
    assert_eq!(passed(b"a\xffb\xc2", false, 1), "a\u{fffd}b");
}

#[test]
fn a_time_span_is_in_words() {
    let spans = [0, 1, 59, 60, 7200, 90_000].map(ago);
    assert_eq!(spans, ["now", "1 second ago", "59 seconds ago", "1 minute ago", "2 hours ago", "1 day ago"]);
}

#[test]
fn an_event_is_one_line_and_can_be_seen() {
    assert_eq!(line("an error:\n  \u{1b}[31mred\u{202e}\n"), r"an error:\n  \u{1b}[31mred\u{202e}");
}

#[test]
fn what_no_machine_has_is_refused_in_words() {
    assert_eq!(check(1 << 20), Ok(()));
    if let Err(why) = check(u64::MAX) {
        assert!(why.to_string().starts_with("this takes about 17592186044415 MB"), "{why}");
    }
}
