//! *Counts of the book*: the commands of each row of the page print its figure.
//!
//! The page is the only list. A row has the figure that was published, the command that counts it
//! again, and `equal`, or `explained:` with our figure. The blocks of the page define the functions
//! that its commands call. A row that is `long` runs with `QUADRILLE_LONG`.

use crate::support::skip;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::{fs, thread};

/// A row of the page.
struct Row {
    problem: String,
    /// The published figure as it is shown.
    published: String,
    place: String,
    elsewhere: String,
    command: String,
    verdict: Verdict,
    is_long: bool,
}

/// The relation of our figure to the published one.
enum Verdict {
    Equal,
    /// The figures differ, and the page says why.
    Explained(u128),
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    fs::read_to_string(root().join("docs/book/src/counts.md")).unwrap()
}

/// The rows of the tables of problems. A bar in a command is written `\|`.
fn rows(page: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let tables = page.split("\n| problem |").skip(1).filter_map(|rest| rest.split("\n\n").next());
    for line in tables.flat_map(|table| table.lines().skip(2)) {
        let line = line.replace("\\|", "\u{1}");
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect();
        let [_, problem, published, place, elsewhere, command, here, _] = cells.as_slice() else {
            panic!("not a row of six cells: {line}")
        };
        let (here, is_long) = here.strip_suffix(", long").map_or((here.as_str(), false), |here| (here, true));
        let verdict = match here.strip_prefix("explained: ") {
            Some(ours) => Verdict::Explained(value(ours).unwrap_or_else(|| panic!("not a figure: {here}"))),
            None => {
                assert_eq!(here, "equal", "{problem}");
                Verdict::Equal
            }
        };
        rows.push(Row {
            problem: problem.clone(),
            published: published.clone(),
            place: place.clone(),
            elsewhere: elsewhere.clone(),
            command: command.trim_matches('`').to_string(),
            verdict,
            is_long,
        });
    }
    rows
}

/// The value of a figure: a number, or a sum of products such as `2 · 4 + 4 · 70`. `None` for words.
fn value(figure: &str) -> Option<u128> {
    let number = |text: &str| text.replace(',', "").parse::<u128>().ok();
    figure.split(" + ").map(|term| term.split(" · ").map(number).product::<Option<u128>>()).sum()
}

/// The functions of the page, as a script.
fn functions(page: &str) -> String {
    let mut script = String::new();
    for block in page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
        for line in block.lines() {
            let line = line.strip_prefix("$ ").or_else(|| line.strip_prefix("> ")).unwrap_or("");
            script += &format!("{line}\n");
        }
    }
    script
}

/// What a command prints on standard output, in a POSIX shell that knows the functions.
fn printed(functions: &str, command: &str, home: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_quadrille")).parent().unwrap();
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{functions}{command}\n"))
        .current_dir(root())
        .stdin(Stdio::null())
        .env("PATH", format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default()))
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_STATE_HOME", home.join("state"))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

/// Returns true if what the command printed is the figure of its row.
fn holds(row: &Row, ours: &str) -> bool {
    match (&row.verdict, value(&row.published)) {
        (Verdict::Equal, None) => ours == row.published,
        (Verdict::Equal, published) => ours.parse().ok() == published,
        (Verdict::Explained(figure), _) => ours.parse() == Ok(*figure),
    }
}

#[test]
fn every_figure_of_the_book_is_counted_again() {
    let page = page();
    let functions = functions(&page);
    let home = tempfile::tempdir().unwrap();
    let (long, mut run): (Vec<Row>, Vec<Row>) = rows(&page).into_iter().partition(|row| row.is_long);
    if std::env::var_os("QUADRILLE_LONG").is_some() {
        run.extend(long);
    } else {
        long.iter().for_each(|row| skip(&format!("QUADRILLE_LONG is not set: {}", row.problem)));
    }
    let queue = Mutex::new(run.iter());
    let faults = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                loop {
                    let Some(row) = queue.lock().unwrap().next() else { break };
                    let ours = printed(&functions, &row.command, home.path());
                    if !holds(row, &ours) {
                        faults.lock().unwrap().push(format!("{}: {} prints {ours}", row.problem, row.command));
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_row_has_a_place_a_source_and_its_own_problem() {
    let page = page();
    let rows = rows(&page);
    assert!(rows.len() >= 60, "{}", rows.len());
    let problems: BTreeSet<&str> = rows.iter().map(|row| row.problem.as_str()).collect();
    assert_eq!(problems.len(), rows.len(), "two rows have the same problem");
    for row in &rows {
        assert!(!row.place.is_empty(), "{}: no place", row.problem);
        let names: Vec<&str> = row.elsewhere.split('[').skip(1).filter_map(|rest| rest.split(']').next()).collect();
        assert!(!names.is_empty(), "{}: no source", row.problem);
        for name in names {
            assert!(page.contains(&format!("\n[{name}]: https://")), "{}: [{name}] leads nowhere", row.problem);
        }
    }
}

#[test]
fn a_figure_that_differs_is_explained_in_the_text() {
    let page = page();
    let text: String = page.lines().filter(|line| !line.starts_with('|')).collect::<Vec<_>>().join("\n");
    for row in rows(&page) {
        let Verdict::Explained(ours) = row.verdict else { continue };
        assert_ne!(value(&row.published), Some(ours), "{}: not a difference", row.problem);
        for figure in [row.published, ours.to_string()] {
            assert!(text.contains(&figure), "{}: the text does not name {figure}", row.problem);
        }
    }
}

#[test]
fn figures_are_read_as_they_are_written() {
    assert_eq!(value("152,326"), Some(152_326));
    assert_eq!(value("2 · 4 + 4 · 70"), Some(288));
    assert_eq!(value("103 113"), None);
}
