//! Films: the recording is played by a terminal, and the moving picture and the slides show what it
//! shows. If chromium is installed, it plays them too.

use crate::support::skip;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const SIZE: (u16, u16) = (100, 30);

/// Records a film in each form into a folder.
fn record(folder: &Path, words: &[&str]) {
    for form in ["svg", "cast", "html"] {
        let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .arg("film")
            .args(words)
            .arg("-o")
            .arg(folder.join(format!("a.{form}")))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The screens of a recording: the time at which each begins, and its rows without blanks at their
/// ends.
fn played(cast: &str) -> Vec<(f64, Vec<String>)> {
    let mut lines = cast.lines();
    let head: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!((&head["version"], &head["width"], &head["height"]), (&2.into(), &SIZE.0.into(), &SIZE.1.into()));
    let mut parser = vt100::Parser::new(SIZE.1.try_into().unwrap(), SIZE.0.try_into().unwrap(), 0);
    let mut screens = Vec::new();
    for line in lines {
        let (time, code, data): (f64, String, String) = serde_json::from_str(line).unwrap();
        match code.as_str() {
            "o" => parser.process(data.as_bytes()),
            "m" => {
                let rows = parser.screen().rows(0, SIZE.0).map(|row| row.trim_end().to_string());
                screens.push((time, rows.collect()));
            }
            other => panic!("{other}"),
        }
    }
    screens
}

/// The rows of placed texts.
fn rows(texts: impl Iterator<Item = (f32, f32, String)>) -> Vec<String> {
    let mut cells = vec![vec![' '; SIZE.0.into()]; SIZE.1.into()];
    for (x, y, text) in texts {
        let (column, row) = ((x / 8.0).round() as usize, (y / 18.0) as usize);
        for (k, c) in text.chars().enumerate() {
            let c = if c == '\u{a0}' { ' ' } else { c };
            let cell: &mut char = &mut cells[row][column + k];
            assert!(*cell == ' ' || *cell == c, "two texts at {column}, {row}: {text}");
            *cell = c;
        }
    }
    cells.into_iter().map(|row| row.into_iter().collect::<String>().trim_end().to_string()).collect()
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// The texts of a moving picture in a frame, by the ranges in the names of their groups.
fn in_frame(svg: &str, at: usize) -> Vec<String> {
    let (mut group, mut found) = (None, Vec::new());
    for line in svg.lines() {
        if let Some(name) = line.strip_prefix("<g class=\"f") {
            let (from, to) = name.trim_end_matches("\">").split_once('-').unwrap();
            group = Some(from.parse::<usize>().unwrap()..to.parse().unwrap());
        } else if line == "</g>" {
            group = None;
        } else if let Some((tag, rest)) = line.strip_prefix("<text ").and_then(|line| line.split_once('>')) {
            let tag = format!(" {tag}");
            let place = |name| attribute(&tag, name).unwrap().parse::<f32>().unwrap();
            if group.as_ref().is_none_or(|group| group.contains(&at)) {
                found.push((place("x"), place("y"), plain(rest.split('<').next().unwrap())));
            }
        }
    }
    rows(found.into_iter())
}

#[test]
fn a_film_is_the_same_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    for words in [
        &["cover-knuth", "--steps", "12"][..],
        &["cover-knuth", "--steps", "9", "--grain", "link"],
        &["sudoku-9x9-crossroads", "--steps", "5", "--theme", "light"],
        &["03-cover"],
        &["sudoku-4x4-fork", "--steps", "4", "--grain", "solution"],
        &["queens-8", "--at", "1/8,1/6", "--to", "1/8,1/6,1/4", "--grain", "option", "--pace", "400"],
    ] {
        ["svg", "cast", "html"].iter().for_each(|form| _ = fs::remove_file(folder.path().join(format!("a.{form}"))));
        record(folder.path(), words);
        let read = |form: &str| fs::read_to_string(folder.path().join(format!("a.{form}"))).unwrap();
        let (svg, html, screens) = (read("svg"), read("html"), played(&read("cast")));
        assert!(screens.len() > 3, "{words:?}");
        for (at, (_, rows)) in screens.iter().enumerate() {
            assert_eq!(in_frame(&svg, at), *rows, "{words:?}, frame {at}");
        }
        // Reduced motion stops it, and nothing in it is a script.
        assert!(svg.contains("prefers-reduced-motion") && !svg.contains("<script"));
        assert!(
            !html.contains("http://")
                || html.matches("http").count() == html.matches("http://www.w3.org/2000/svg").count()
        );
        in_a_browser(folder.path(), &svg, &html, &screens);
    }
}

/// Collects the visible texts of a page.
const VISIBLE: &str = r#"
function visible() {
  return [...document.querySelectorAll("svg text")]
    .filter(own => getComputedStyle(own).visibility === "visible")
    .map(own => [own.getAttribute("x"), own.getAttribute("y"), own.textContent]);
}
function report(all) {
  const out = document.createElement("pre");
  out.id = "report";
  out.textContent = encodeURIComponent(JSON.stringify(all));
  document.body.append(out);
}
"#;

/// Opens a page and returns what its script reported. `more` are further arguments.
fn browse(folder: &Path, page: &str, more: &[&str]) -> Vec<Vec<(String, String, String)>> {
    let file = folder.join("page.html");
    fs::write(&file, page).unwrap();
    let output = Command::new("chromium")
        .args(more)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8(output.stdout).unwrap();
    let report = dom.split("<pre id=\"report\">").nth(1).unwrap_or_else(|| panic!("no report: {dom:.2000}"));
    let encoded = report.split("</pre>").next().unwrap();
    let mut bytes = Vec::new();
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let hex: String = rest.by_ref().take(2).map(char::from).collect();
                bytes.push(u8::from_str_radix(&hex, 16).unwrap());
            }
            other => bytes.push(other),
        }
    }
    serde_json::from_slice(&bytes).unwrap()
}

fn has_chromium() -> bool {
    Command::new("chromium").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Compares three moments of the moving picture and of the slides with the recording.
fn in_a_browser(folder: &Path, svg: &str, html: &str, screens: &[(f64, Vec<String>)]) {
    if !has_chromium() {
        return skip("chromium is missing");
    }
    let moments = [0, screens.len() / 2, screens.len() - 1];
    let middle = |at: usize| screens[at].0 + screens.get(at + 1).map_or(0.1, |next| (next.0 - screens[at].0) / 2.0);
    let times: BTreeMap<usize, f64> = moments.into_iter().map(|at| (at, middle(at) * 1000.0)).collect();
    let expected: Vec<&Vec<String>> = times.keys().map(|&at| &screens[at].1).collect();
    let list: Vec<String> = times.values().map(f64::to_string).collect();
    let script = format!(
        "{VISIBLE}const all = [];\nfor (const time of [{}]) {{\n  for (const own of document.getAnimations()) {{ own.pause(); \
         own.currentTime = time; }}\n  all.push(visible());\n}}\nreport(all);",
        list.join(",")
    );
    let page = format!("<!DOCTYPE html><meta charset=\"utf-8\"><body>{svg}<script>{script}</script></body>");
    let seen = |own: Vec<(String, String, String)>| {
        rows(own.into_iter().map(|(x, y, text)| (x.parse().unwrap(), y.parse().unwrap(), text)))
    };
    let found: Vec<Vec<String>> = browse(folder, &page, &[]).into_iter().map(seen).collect();
    assert_eq!(found.iter().collect::<Vec<_>>(), expected, "the moving picture at {times:?}");
    // Readers that want less motion see the first frame, and nothing moves.
    let page = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body>{svg}<script>{VISIBLE}report([visible(), \
         document.getAnimations().map(own => ['0', '0', 'moves'])]);</script></body>"
    );
    let mut still = browse(folder, &page, &["--force-prefers-reduced-motion"]).into_iter();
    assert_eq!(still.next().map(seen).as_ref(), Some(&screens[0].1), "reduced motion");
    assert_eq!(still.next(), Some(Vec::new()), "reduced motion");
    // The slides, by their keys: right to each frame in turn, and home again.
    let script = format!(
        "<script>{VISIBLE}const press = key => document.dispatchEvent(new KeyboardEvent('keydown', {{ key }}));\n\
         const all = [];\nfor (const goal of {:?}) {{\n  while (at < goal) {{ press('ArrowRight'); }}\n  all.push(visible());\n}}\n\
         press('ArrowLeft'); press('Home'); all.push(visible());\nreport(all);</script></html>",
        times.keys().collect::<Vec<_>>()
    );
    let page = html.replace("</html>", &script);
    let found: Vec<Vec<String>> = browse(folder, &page, &[]).into_iter().map(seen).collect();
    let home = expected.iter().copied().chain([&screens[0].1]).collect::<Vec<_>>();
    assert_eq!(found.iter().collect::<Vec<_>>(), home, "the slides at {:?}", times.keys());
}

#[test]
fn films_that_cannot_be_made_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let film = |words: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_quadrille")).arg("film").args(words).current_dir(folder.path()).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for (words, part) in [
        (&["cover-knuth", "-o", "a.gif"][..], "ends in .svg, .cast, .html"),
        (&["03-cover", "--steps", "3", "-o", "a.svg"], "from stop to stop"),
        (&["cover-knuth", "-o", "a.svg", "--at", "9/9"], "leads nowhere"),
        (&["cover-knuth", "-o", "a.svg", "--at", "1/2,1/1", "--to", "1/2"], "not reached"),
        (&["cover-knuth", "-o", "a.svg", "--size", "2x2"], "from 20x8 to 300x100"),
        (&["cover-knuth", "-o", "a.svg", "--steps", "5000"], "at most 1000 steps"),
        (&["cover-knuth", "-o", "no/a.svg"], "no/a.svg"),
        (&["missing", "-o", "a.svg"], "missing"),
    ] {
        let (code, said) = film(words);
        assert!(code == Some(2) && said.contains(part), "{words:?}: {code:?} {said}");
    }
    assert_eq!(film(&["cover-knuth", "--steps", "0", "-o", "a.svg"]).0, Some(0));
    let (code, said) = film(&["cover-knuth", "-o", "a.svg"]);
    assert!(code == Some(2) && said.contains("--force"), "{said}");
    assert_eq!(film(&["cover-knuth", "--force", "-o", "a.svg"]).0, Some(0));
}
