//! The tables as text: the output of `kinds`, `keys` and `config`, the default `config.toml`, the
//! JSON schemas for editors, and the README blocks that a test compares with the tables.

pub mod schema;

use crate::app::{ACTIONS, Keymap, Scope, Spec};
use crate::config::Config;
use crate::puzzle::{self, EXCHANGE, KINDS, RULES, TOML};
use crate::solve::{ENGINES, EngineSpec, STRATEGIES, Strategy};
use crate::study::{FACTS, TERMS};
use crate::witness::JUDGES;
use std::fmt::Write;

/// Every kind with its forms, every rule of grids, and every judge.
pub fn kinds() -> String {
    let mut text = String::new();
    for kind in KINDS {
        _ = writeln!(text, "{:<10} {}", kind.id, kind.help);
        for form in kind.forms {
            _ = writeln!(text, "  {:<10} {}", form.id, form.help);
        }
    }
    _ = writeln!(text, "any grid");
    for form in EXCHANGE {
        _ = writeln!(text, "  {:<13} {}", form.id, form.help);
    }
    _ = writeln!(text, "rules of any grid (`rules = [...]` in its TOML, with the cells that are named)");
    for spec in RULES {
        _ = writeln!(text, "  {:<14} {}", spec.id, spec.help);
    }
    _ = writeln!(text, "any kind\n  {:<10} {}", TOML.id, TOML.help);
    _ = writeln!(text, "judges");
    judges().lines().for_each(|line| _ = writeln!(text, "  {line}"));
    text
}

/// The fields of other programs' forms that do not change a puzzle, as a table.
pub fn harmless() -> String {
    let mut text = String::from("| form | field | what it is |\n|---|---|---|\n");
    for (of, key, why) in puzzle::harmless() {
        _ = writeln!(text, "| {of} | `{key}` | {why} |");
    }
    text
}

/// Every judge with its description.
pub fn judges() -> String {
    JUDGES.iter().map(|judge| format!("{:<10} {}\n", judge.name, judge.help)).collect()
}

/// Every engine as a row of a table in Markdown.
pub fn engines() -> String {
    let mut text = "| engine | what it is | the usual one | lists solutions |\n|---|---|---|---|\n".to_string();
    for EngineSpec { name, help, when, lists, .. } in ENGINES {
        _ = writeln!(text, "| `{name}` | {help} | {when} | {} |", if *lists { "yes" } else { "no" });
    }
    text
}

/// Every strategy as a row of a table in Markdown, in the order in which they are tried.
pub fn strategies() -> String {
    let mut text = "| strategy | tried if |\n|---|---|\n".to_string();
    for (at, Strategy { name, when, .. }) in STRATEGIES.iter().enumerate() {
        let again = STRATEGIES[..at].iter().any(|before| before.name == *name);
        _ = writeln!(text, "| {name} | {} |", if again { "as above, if it was not tried" } else { when });
    }
    text
}

/// Every term of the field as a row of a table in Markdown.
pub fn terms() -> String {
    let rows = TERMS.iter().map(|(term, meaning)| format!("| {term} | {meaning} |\n"));
    std::iter::once("| term | meaning |\n|---|---|\n".to_string()).chain(rows).collect()
}

/// Every fact of lessons as a row of a table in Markdown.
pub fn facts() -> String {
    let rows = FACTS.iter().map(|fact| {
        let typed = if fact.deep { " (typed, and compared)" } else { "" };
        format!("| `{}` | {}{typed} |\n", fact.form, fact.help)
    });
    std::iter::once("| fact | value |\n|---|---|\n".to_string()).chain(rows).collect()
}

/// Every key, grouped by screen.
pub fn keys(keymap: &Keymap) -> String {
    keys_of(keymap, |_| true)
}

/// The keys of the first page, README.md.
pub fn first_keys(keymap: &Keymap) -> String {
    keys_of(keymap, |spec| spec.on_first_page)
}

fn keys_of(keymap: &Keymap, is_listed: fn(&Spec) -> bool) -> String {
    let mut text = String::new();
    for scope in Scope::all() {
        let listed: Vec<&Spec> = ACTIONS.iter().filter(|spec| spec.scope == scope && is_listed(spec)).collect();
        if listed.is_empty() {
            continue;
        }
        _ = writeln!(text, "{}", scope.title());
        for spec in listed {
            _ = writeln!(text, "  {:<22} {}", keymap.list(spec.action), spec.help);
        }
    }
    text
}

/// The first line of the repository's `config.toml`. [`config()`] leaves it out, because its path
/// starts at the repository.
pub const CONFIG_DIRECTIVE: &str = "#:schema docs/schema/config.json\n\n";

/// A configuration as a complete, commented file. The comments are the descriptions of its schema.
pub fn config(config: &Config) -> String {
    let keymap = Keymap::with(&config.keys).unwrap_or_default();
    let schema = schema::of::<Config>();
    let comment = |path: &str| -> String {
        let description = schema.pointer(path).and_then(|part| part["description"].as_str()).unwrap_or_default();
        description.lines().map(|line| format!("# {line}\n")).collect()
    };
    let mut text = "# Quadrille's configuration: all its settings.\n\
                    # Your own file, $XDG_CONFIG_HOME/quadrille/config.toml or --config FILE, is merged over\n\
                    # them: write only what you change. Unknown names, and keys with two meanings, are errors.\n"
        .to_string();
    for (table, settings) in [("ui", toml::to_string(&config.ui)), ("step", toml::to_string(&config.step))] {
        _ = writeln!(text, "\n[{table}]");
        for line in settings.expect("settings are numbers, flags and names").lines() {
            let name = line.split(' ').next().unwrap_or_default();
            _ = writeln!(text, "{}{line}", comment(&format!("/properties/{table}/properties/{name}")));
        }
    }
    _ = write!(text, "\n{}", comment("/properties/theme"));
    text += "# [theme.mine]\n# background = \"#101418\"\n# text = \"#d8dce3\"\n# base16 = \"scheme.yaml\"\n";
    _ = write!(text, "\n{}", comment("/properties/keys"));
    for scope in Scope::all() {
        _ = writeln!(text, "\n[keys.{}]", scope.id());
        for spec in ACTIONS.iter().filter(|spec| spec.scope == scope) {
            let names: Vec<String> =
                keymap.keys(spec.action).iter().map(|key| format!("{:?}", key.to_string())).collect();
            let line = format!("{} = [{}]", spec.id, names.join(", "));
            _ = writeln!(text, "{line:<44} # {}", spec.help);
        }
    }
    text
}

/// Returns a page with the text between the two comments of a block replaced; `None` if there is no
/// such block.
pub fn with_block(page: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let (before, rest) = page.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}{text}{end}{after}"))
}

/// Returns a text as a block of code in Markdown.
pub fn fenced(text: &str) -> String {
    format!("```text\n{text}```\n")
}
