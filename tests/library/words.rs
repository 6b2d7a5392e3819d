//! Plain words: the strings of the program, its docs and its pages follow the rules of prose that a
//! machine can hold.

use crate::sources::{all, files, is_hash, without_tests};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::Path;

/// A string or a doc comment of the sources, or a paragraph of a page.
struct Text {
    place: String,
    words: String,
}

/// Texts that break a rule, and why they stay: part of the path, part of the text, the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("docs/book/src/introduction.md", "squared paper", "the meaning of the French word"),
    ("puzzles/jigsaw-9x9.toml", "Torn paper", "a title: the regions look like it"),
];

/// Returns true if a rule is broken at a word.
type Breaks = fn(&[&str], usize) -> bool;

/// The rules. Each gives what is wrong with a sentence, if anything is.
const RULES: &[(&str, Breaks)] = &[
    ("write `is not a`", |words, at| {
        let is = ["is", "are", "was", "were"].contains(&words[at]) && words.get(at + 1) == Some(&"no");
        let there = at > 0 && words[at - 1] == "there";
        let kept = ["longer", "more", "less", "later", "better", "larger", "smaller", "earlier", "faster"];
        is && !there && !words.get(at + 2).is_some_and(|next| kept.contains(next))
    }),
    ("write the number, or `up to N`", |words, at| {
        words[at] == "so"
            && words.get(at + 1).is_some_and(|next| ["many", "much", "long", "few", "often"].contains(next))
    }),
    ("write `Default: ...`", |words, at| {
        words[at] == "without" && words.get(at + 1).is_some_and(|next| ["it", "one", "any", "them"].contains(next))
    }),
    ("put the subject first", |words, at| (at == 0 || words[at - 1] == ".") && words[at] == "Of"),
    ("name who it is", |words, at| ["somebody", "nobody", "whoever", "someone", "anybody"].contains(&words[at])),
    ("use the field's term", |words, at| {
        let picture = ["told", "met", "stands", "stood", "paper", "anew", "beforehand", "afresh"].contains(&words[at]);
        let two = words.get(at + 1).is_some_and(|next| [("in", "hand"), ("let", "go")].contains(&(words[at], next)));
        picture || two
    }),
    ("write `at most`, `at least`", |words, at| {
        words[at] == "at"
            && words.get(at + 1) == Some(&"the")
            && words.get(at + 2).is_some_and(|next| ["most", "least"].contains(next))
    }),
];

/// The words of a text in lower case, `Of` as it is; `.` where a sentence ends. Names in backquotes are left
/// out, and what is in braces is `x`.
fn words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut closing = None;
    for c in text.chars() {
        match closing {
            Some(end) if c == end => closing = None,
            Some(_) => {}
            None if c == '`' => closing = Some('`'),
            None if c == '{' => {
                plain += " x ";
                closing = Some('}');
            }
            None if ".;:!?\n".contains(c) => plain += " . ",
            None => plain.push(c),
        }
    }
    let words = plain.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '\'')).filter(|word| !word.is_empty());
    words.map(|word| if word == "Of" { word.to_string() } else { word.to_lowercase() }).collect()
}

/// What is wrong with a text.
fn faults(text: &str) -> Vec<&'static str> {
    let words = words(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let breaks = |rule: Breaks| (0..words.len()).any(|at| rule(&words, at));
    RULES.iter().filter(|(_, rule)| breaks(*rule)).map(|(what, _)| *what).collect()
}

#[test]
fn the_faults_are_found_where_they_are() {
    for bad in [
        "`5` is no symbol here",
        "stop after so many nodes",
        "a puzzle; standard input without one",
        "Found. Of the engines only links",
        "wait for somebody",
        "what is told below",
        "no item is in hand",
        "once at the most",
    ] {
        assert_eq!(faults(bad).len(), 1, "{bad}: {:?}", faults(bad));
    }
    for good in ["there is no solution", "it is no longer marked", "at most 3", "one of these", "{told} and `met`"] {
        assert!(faults(good).is_empty(), "{good}");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Takes the strings and docs of tokens.
fn take(path: &Path, tokens: TokenStream, strings: &mut Vec<Text>, docs: &mut Vec<Text>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Bracket && is_hash(tokens.get(at.wrapping_sub(1))) =>
            {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let name = inner.first().map(ToString::to_string).unwrap_or_default();
                if name == "doc" {
                    docs.extend(inner.last().and_then(|last| text(path, last)));
                } else {
                    take(path, group.stream(), strings, docs);
                }
            }
            TokenTree::Group(group) => take(path, group.stream(), strings, docs),
            token @ TokenTree::Literal(_) => strings.extend(text(path, token)),
            _ => {}
        }
        at += 1;
    }
}

/// The text of a string literal; `None` for other tokens.
fn text(path: &Path, token: &TokenTree) -> Option<Text> {
    let literal = token.to_string();
    let inner = literal.trim_start_matches('r').trim_matches('#').strip_prefix('"')?.strip_suffix('"')?;
    let mut joined = String::new();
    // A line that ends in a backslash continues without the blanks of the next one.
    for (at, line) in inner.split("\\\n").enumerate() {
        joined += if at == 0 { line } else { line.trim_start() };
    }
    let place = format!("{}:{}", path.display(), token.span().start().line);
    Some(Text { place, words: joined.replace("\\n", "\n").replace("\\\"", "\"") })
}

/// The strings and the docs of the sources.
fn sources() -> (Vec<Text>, Vec<Text>) {
    let (mut strings, mut docs) = (Vec::new(), Vec::new());
    for (file, _) in all() {
        let tokens: TokenStream = fs::read_to_string(&file).unwrap().parse().unwrap();
        take(file.strip_prefix(root()).unwrap(), without_tests(tokens), &mut strings, &mut docs);
    }
    (strings, docs)
}

/// The paragraphs of the pages, without blocks of code, and the comments of the TOML files.
fn pages() -> Vec<Text> {
    let mut paths = files(&root().join("docs"), "md");
    paths.extend(["README.md", "CHANGELOG.md", "config.toml"].map(|name| root().join(name)));
    paths.extend(
        ["dancing", "puzzle", "solve", "study", "witness", "workbench"]
            .map(|name| root().join(format!("crates/{name}/README.md"))),
    );
    paths.extend(files(&root().join("puzzles"), "toml"));
    let mut found = Vec::new();
    for path in paths {
        let whole = fs::read_to_string(&path).unwrap();
        let outside = whole.split("```").step_by(2).collect::<Vec<_>>().join("\n\n");
        for paragraph in outside.split("\n\n") {
            let place = path.strip_prefix(root()).unwrap().display().to_string();
            found.push(Text {
                place,
                words: paragraph.replace("\n- ", "\u{1}").replace('\n', " ").replace('\u{1}', "\n"),
            });
        }
    }
    found
}

/// The faults of texts, without the exceptions.
fn wrong(texts: &[Text]) -> Vec<String> {
    let is_known =
        |own: &Text| EXCEPTIONS.iter().any(|(path, part, _)| own.place.starts_with(path) && own.words.contains(part));
    let own = texts.iter().filter(|own| !is_known(own));
    own.flat_map(|own| {
        faults(&own.words).into_iter().map(|fault| format!("{}: {fault}: {:.200}", own.place, own.words))
    })
    .collect()
}

#[test]
fn what_a_user_reads_is_in_plain_words() {
    let (strings, _) = sources();
    assert!(strings.len() > 3000, "{}", strings.len());
    let found = [wrong(&strings), wrong(&pages())].concat();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(EXCEPTIONS.len() <= 10);
    let all: Vec<Text> = strings.into_iter().chain(pages()).collect();
    for (path, part, why) in EXCEPTIONS {
        let own = all.iter().find(|own| own.place.starts_with(path) && own.words.contains(part));
        assert!(own.is_some_and(|own| !faults(&own.words).is_empty()), "not needed: {path}, {part} ({why})");
    }
}

#[test]
fn docs_begin_with_a_verb_or_a_noun() {
    let (_, docs) = sources();
    assert!(docs.len() > 3000, "{}", docs.len());
    // The lines of a doc are one text.
    let mut whole: Vec<(Text, String)> = Vec::new();
    for own in docs {
        let (path, line) = own.place.rsplit_once(':').unwrap();
        let next = format!("{path}:{}", line.parse::<usize>().unwrap() + 1);
        match whole.last_mut().filter(|(_, end)| *end == own.place) {
            Some((text, end)) => (text.words, *end) = (format!("{}{}", text.words, own.words), next),
            None => whole.push((own, next)),
        }
    }
    let docs: Vec<Text> = whole.into_iter().map(|(text, _)| text).collect();
    // A doc may say what is true without something; a default is an option's.
    let is_help = |fault: &str| ["src/cli/args", "src/cli/commands"].iter().any(|part| fault.starts_with(part));
    let found: Vec<String> =
        wrong(&docs).into_iter().filter(|fault| is_help(fault) || !fault.contains("write `Default: ...`")).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    let asks = |own: &&Text| {
        let first = own.words.split_whitespace().next().unwrap_or("");
        ["What", "How", "Whether", "Where", "Who", "Which", "When"].contains(&first)
    };
    let questions: Vec<String> = docs.iter().filter(asks).map(|own| format!("{}: {}", own.place, own.words)).collect();
    assert!(questions.is_empty(), "{}", questions.join("\n"));
}
