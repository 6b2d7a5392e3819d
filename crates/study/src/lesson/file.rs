//! The tables of a lesson file, as they are read. Their docs are also the descriptions of the
//! form's JSON schema.

use super::{Exercise, Lesson, LessonStop, LookAt, Phrase, rule_named};
use crate::construct::{Build, Procedure};
use crate::policy_of;
use crate::predict::Predict;
use dancing::{ItemRule, Policy};
use quadrille_puzzle::{Bundled, LoadError, ParseError, Puzzle, error_at, load, toml_error};
use quadrille_solve::{Grain, Site};
use schemars::JsonSchema;
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// A lesson: a puzzle, and stops on the way of its search. In all sentences, what is in braces is
/// computed: `{left d}` is the number of options left for item d. `quadrille lesson facts` lists
/// what can be asked for, and `quadrille lesson check` compares everything else with the search.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Quadrille's lesson file")]
pub struct LessonFile {
    /// The version of the format. It is the first key of the file.
    #[schemars(extend("const" = 1))]
    #[schemars(with = "i64")]
    lesson: Spanned<i64>,
    /// The title in the Library.
    #[schemars(with = "String", regex(pattern = r"\S"))]
    title: Spanned<String>,
    /// One or two sentences about the lesson.
    #[serde(default)]
    about: String,
    /// The minutes that it takes.
    #[schemars(with = "u32", range(min = 1, max = 120))]
    minutes: Spanned<u32>,
    /// The name of a bundled puzzle or of a file beside the lesson, or the text of a puzzle in any
    /// form.
    #[schemars(with = "String")]
    puzzle: Spanned<String>,
    /// The item rule of the search. Default: fewest.
    #[schemars(with = "Option<String>")]
    rule: Option<Spanned<String>>,
    /// The bundled lesson that comes before it. The words that it and those before it introduce are
    /// known. Default: all words are known.
    #[schemars(with = "Option<String>")]
    after: Option<Spanned<String>>,
    /// The stops, in order.
    #[schemars(with = "Vec<StopTable>", length(min = 1))]
    stop: Vec<Spanned<StopTable>>,
}

/// A stop: a state of the search, sentences about it, and perhaps an exercise.
// Many fields: the keys of the form.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StopTable {
    /// The title in the list of stops: up to five words.
    #[schemars(with = "Option<String>")]
    title: Option<Spanned<String>>,
    /// The words of the field that are introduced here, as the table of terms has them.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    terms: Vec<Spanned<String>>,
    /// The address of the state, as Step shows it: `root`, `1/2+1`. Default: that of the stop
    /// before.
    #[schemars(with = "Option<String>")]
    at: Option<Spanned<String>>,
    /// The size of a step: solution, branch, item, option or link. Default: that of the stop before.
    #[schemars(with = "Option<String>")]
    grain: Option<Spanned<String>>,
    /// The places to look at: `view Links`, `item d`, `option a d g`, `node d in a d g`. Default of
    /// the view: that of the stop before.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    look: Vec<Spanned<String>>,
    /// One to four sentences.
    #[schemars(with = "String")]
    say: Spanned<String>,
    /// A question about the next step, which the cursor answers: choice, hidden, counts, pointer or
    /// next.
    #[schemars(with = "Option<String>")]
    predict: Option<Spanned<String>>,
    /// The right answers of `predict`, by name. They are checked; the search knows them anyway.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    answer: Vec<Spanned<String>>,
    /// A question with four sentences to choose from.
    #[schemars(with = "Option<String>")]
    ask: Option<Spanned<String>>,
    /// The right sentence of `ask`.
    #[schemars(with = "Option<String>")]
    right: Option<Spanned<String>>,
    /// The three wrong sentences of `ask`.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    wrong: Vec<Spanned<String>>,
    /// The reason for the right sentence, which is shown after the answer.
    #[schemars(with = "Option<String>")]
    why: Option<Spanned<String>>,
    /// The hint after a first wrong answer to `ask`. Default: a wrong sentence is struck out.
    #[schemars(with = "Option<String>")]
    hint: Option<Spanned<String>>,
    /// The learner moves the search until this happens, in the form of a breakpoint: `dead end`,
    /// `solution`, `hide c e`.
    #[schemars(with = "Option<String>")]
    until: Option<Spanned<String>>,
    /// The learner puts the lines of a procedure into order: cover, hide, uncover or search.
    #[schemars(with = "Option<String>")]
    arrange: Option<Spanned<String>>,
    /// True if the learner sets the pointers of the next link.
    #[schemars(with = "Option<bool>")]
    pointers: Option<Spanned<bool>>,
    /// The number of moves that the learner makes in place of the search.
    #[schemars(with = "Option<usize>", range(min = 1, max = 20))]
    drive: Option<Spanned<usize>>,
    /// Something that the learner says in words, before the model answer is shown.
    #[schemars(with = "Option<String>")]
    tell: Option<Spanned<String>>,
    /// The model answer of `tell`.
    #[schemars(with = "Option<String>")]
    model: Option<Spanned<String>>,
}

/// The largest number of minutes of a lesson.
const LONGEST: u32 = 120;

/// The puzzle of a lesson, as a text that may be the name of a file.
#[derive(Deserialize)]
struct Named {
    puzzle: String,
}

pub(super) fn puzzle_file(text: &str, bundled: &[Bundled]) -> Option<String> {
    let name = toml::from_str::<Named>(text).ok()?.puzzle;
    // A file beside the lesson: no folders, and an extension.
    let is_file = !name.contains(['\n', '/', '\\']) && !name.starts_with('.') && name.contains('.');
    (is_file && Bundled::named(bundled, &name).is_none() && load(&name, None).is_err()).then_some(name)
}

pub(super) fn read(text: &str, bundled: &[Bundled], beside: Option<&str>) -> Result<Lesson, ParseError> {
    let file: LessonFile = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
    let error = |span: Range<usize>, message: String| error_at(text, span, message);
    if *file.lesson.get_ref() != 1 {
        let message = format!("lesson {} is not known", file.lesson.get_ref());
        return Err(error(file.lesson.span(), message).help("this program reads lesson = 1; a newer one may be needed"));
    }
    if file.title.get_ref().trim().is_empty() {
        return Err(error(file.title.span(), "the title is empty".to_string()));
    }
    if !(1..=LONGEST).contains(file.minutes.get_ref()) {
        return Err(error(file.minutes.span(), format!("expected 1 to {LONGEST} minutes")));
    }
    if file.stop.is_empty() {
        return Err(ParseError::new(1, 1, "a lesson has at least one stop").help("add a table [[stop]]"));
    }
    let puzzle = puzzle(text, &file.puzzle, bundled, beside)?;
    let rule = match &file.rule {
        None => ItemRule::default(),
        Some(name) => rule_named(name.get_ref()).ok_or_else(|| {
            let known: Vec<&str> = ItemRule::ALL.iter().map(|rule| rule.name()).collect();
            error(name.span(), format!("there is no item rule `{}`", name.get_ref()))
                .help(format!("known are {}", known.join(", ")))
        })?,
    };
    let policy = Policy { rule, ..policy_of(&puzzle) };
    let mut stops: Vec<LessonStop> = Vec::new();
    for stop in &file.stop {
        let read = read_stop(text, stop, stops.last())?;
        stops.push(read);
    }
    let LessonFile { title, about, minutes, after, .. } = file;
    let (title, minutes, after) = (title.into_inner(), minutes.into_inner(), after.as_ref().map(words));
    Ok(Lesson { title, about, minutes, puzzle, policy, after, stops, text: text.to_string() })
}

/// The puzzle of a lesson: a bundled one by its name, that of the file beside the lesson, or the
/// first one of a text.
fn puzzle(
    text: &str,
    named: &Spanned<String>,
    bundled: &[Bundled],
    beside: Option<&str>,
) -> Result<Puzzle, ParseError> {
    let name = named.get_ref();
    let known = Bundled::named(bundled, name).map(|found| found.text).or(beside);
    let content = known.unwrap_or(name.as_str());
    if known.is_none() && puzzle_file(text, bundled).is_some() {
        let error = error_at(
            text,
            named.span(),
            format!("there is no text file `{name}` beside the lesson, or it is too large"),
        );
        return Err(error.help("put it there, or write the name of a bundled puzzle or a puzzle's text"));
    }
    if known.is_none() && !content.trim().contains('\n') && load(content, None).is_err() {
        let mut names = bundled.iter().map(Bundled::stem);
        let near = names.find(|near| quadrille_puzzle::is_near(near, name));
        let error = error_at(text, named.span(), format!("there is no bundled puzzle `{name}`"));
        return Err(match near {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help("write its name, or the text of a puzzle between three quotes"),
        });
    }
    let refused = |error: LoadError| error_at(text, named.span(), format!("the puzzle cannot be read: {error}"));
    let puzzle = load(content, None).map_err(refused)?.puzzles.into_iter().next();
    let puzzle = puzzle.ok_or_else(|| error_at(text, named.span(), "there is no puzzle in it".to_string()))?;
    match puzzle.unfit() {
        Some(unfit) => Err(error_at(text, named.span(), format!("the puzzle has no search: {unfit}"))),
        None => Ok(puzzle),
    }
}

fn read_stop(text: &str, stop: &Spanned<StopTable>, before: Option<&LessonStop>) -> Result<LessonStop, ParseError> {
    let table = stop.get_ref();
    let at = match (&table.at, before) {
        (Some(at), _) => at
            .get_ref()
            .parse::<Site>()
            .map_err(|why| error_at(text, at.span(), format!("`{}` is not an address: {why}", at.get_ref())))?,
        (None, Some(before)) => before.at.clone(),
        (None, None) => {
            let error = error_at(text, stop.span(), "the first stop has no address".to_string());
            return Err(error.help("add at = \"root\""));
        }
    };
    let grain = table.grain.as_ref().map(|name| {
        Grain::ALL.into_iter().find(|grain| grain.name() == name.get_ref()).ok_or_else(|| {
            error_at(text, name.span(), format!("there is no grain `{}`", name.get_ref()))
                .help(format!("known are {}", Grain::ALL.map(Grain::name).join(", ")))
        })
    });
    let mut look: Vec<(LookAt, Range<usize>)> =
        table.look.iter().map(|look| read_look(text, look)).collect::<Result<_, _>>()?;
    let is_view = |(look, _): &&(LookAt, Range<usize>)| matches!(look, LookAt::View(_));
    if !look.iter().any(|look| is_view(&look)) {
        look.extend(before.and_then(|before| before.look.iter().find(is_view)).cloned());
    }
    if table.say.get_ref().trim().is_empty() {
        return Err(error_at(text, table.say.span(), "this stop says nothing".to_string()));
    }
    let grain = grain.transpose()?.or(before.and_then(|before| before.grain));
    let named = table.at.as_ref().map(Spanned::span);
    let (title, terms) = (table.title.as_ref().map(words), table.terms.iter().map(words).collect());
    let (say, exercise) = (words(&table.say), read_exercise(text, stop)?);
    Ok(LessonStop { title, terms, span: stop.span(), at, named, grain, look, say, exercise })
}

fn words(text: &Spanned<String>) -> Phrase {
    Phrase { text: text.get_ref().clone(), span: text.span() }
}

fn read_look(text: &str, look: &Spanned<String>) -> Result<(LookAt, Range<usize>), ParseError> {
    let (sort, name) = look.get_ref().split_once(' ').unwrap_or((look.get_ref(), ""));
    let name = name.trim().to_string();
    let found = match sort {
        _ if name.is_empty() => None,
        "view" => Some(LookAt::View(name)),
        "item" => Some(LookAt::Item(name)),
        "option" => Some(LookAt::Option(name)),
        "node" => name.split_once(" in ").map(|(item, option)| LookAt::Node(item.to_string(), option.to_string())),
        _ => None,
    };
    found.map(|found| (found, look.span())).ok_or_else(|| {
        error_at(text, look.span(), format!("`{}` is not a place to look at", look.get_ref()))
            .help("write `view NAME`, `item NAME`, `option NAME` or `node ITEM in OPTION`")
    })
}

fn read_exercise(text: &str, stop: &Spanned<StopTable>) -> Result<Option<Exercise>, ParseError> {
    let table = stop.get_ref();
    let needs = |span: Range<usize>, what: &str| error_at(text, span, format!("this exercise needs {what}"));
    let only = |keys: &[(&str, Option<Range<usize>>)], with: &str| match keys.iter().find(|(_, span)| span.is_some()) {
        Some((key, Some(span))) => Err(error_at(text, span.clone(), format!("`{key}` does not belong to {with}"))),
        _ => Ok(()),
    };
    let first = |all: &[Spanned<String>]| all.first().map(Spanned::span);
    let span = |one: &Option<Spanned<String>>| one.as_ref().map(Spanned::span);
    let of_ask = [
        ("right", span(&table.right)),
        ("wrong", first(&table.wrong)),
        ("why", span(&table.why)),
        ("hint", span(&table.hint)),
    ];
    let answer = ("answer", first(&table.answer));
    let all: Vec<_> = of_ask.iter().cloned().chain([answer.clone()]).collect();
    let tasks = [
        table.predict.as_ref().map(Spanned::span),
        table.ask.as_ref().map(Spanned::span),
        table.until.as_ref().map(Spanned::span),
        table.arrange.as_ref().map(Spanned::span),
        table.pointers.as_ref().map(Spanned::span),
        table.drive.as_ref().map(Spanned::span),
        table.tell.as_ref().map(Spanned::span),
    ];
    if tasks.iter().flatten().count() > 1 {
        let message = "a stop has one of `predict`, `ask`, `until`, `arrange`, `pointers`, `drive` and `tell`";
        return Err(error_at(text, stop.span(), message.to_string()));
    }
    if table.tell.is_none()
        && let Some(model) = &table.model
    {
        return Err(error_at(text, model.span(), "`model` belongs to `tell`".to_string()));
    }
    if let Some(name) = &table.predict {
        only(&of_ask, "`predict`")?;
        let kind = Predict::named(name.get_ref()).ok_or_else(|| {
            let known: Vec<&str> = Predict::ALL.into_iter().map(Predict::id).collect();
            error_at(text, name.span(), format!("there is no question `{}`", name.get_ref()))
                .help(format!("known are {}", known.join(", ")))
        })?;
        return Ok(Some(Exercise::Predict {
            kind,
            answer: table.answer.iter().map(words).collect(),
            span: name.span(),
        }));
    }
    if let Some(ask) = &table.ask {
        only(&[answer], "`ask`")?;
        let right = table.right.as_ref().ok_or_else(|| needs(ask.span(), "the key `right`"))?;
        if table.wrong.len() != 3 {
            return Err(needs(ask.span(), "the key `wrong` with three sentences"));
        }
        let why = table.why.as_ref().ok_or_else(|| needs(ask.span(), "the key `why`"))?;
        let wrong = table.wrong.iter().map(words).collect();
        let hint = table.hint.as_ref().map(words);
        return Ok(Some(Exercise::Ask { ask: words(ask), right: words(right), wrong, why: words(why), hint }));
    }
    only(&all, "a stop without `ask` and `predict`")?;
    if let Some(tell) = &table.tell {
        let model = table.model.as_ref().ok_or_else(|| needs(tell.span(), "the key `model`"))?;
        for (key, text_of) in [("tell", tell), ("model", model)] {
            if text_of.get_ref().trim().is_empty() {
                return Err(error_at(text, text_of.span(), format!("`{key}` is empty")));
            }
        }
        return Ok(Some(Exercise::Tell { tell: words(tell), model: words(model) }));
    }
    if let Some(name) = &table.arrange {
        let procedure = Procedure::named(name.get_ref()).ok_or_else(|| {
            error_at(text, name.span(), format!("there is no procedure `{}`", name.get_ref()))
                .help(format!("known are {}", Procedure::ALL.map(Procedure::id).join(", ")))
        })?;
        return Ok(Some(Exercise::Build(Build::Arrange(procedure), name.span())));
    }
    if let Some(moves) = &table.drive {
        if !(1..=MOST_MOVES).contains(moves.get_ref()) {
            return Err(error_at(text, moves.span(), format!("expected 1 to {MOST_MOVES} moves")));
        }
        return Ok(Some(Exercise::Build(Build::Drive(*moves.get_ref()), moves.span())));
    }
    if let Some(pointers) = table.pointers.as_ref().filter(|pointers| *pointers.get_ref()) {
        return Ok(Some(Exercise::Build(Build::Pointers, pointers.span())));
    }
    Ok(table.until.as_ref().map(|until| Exercise::Until(words(until))))
}

/// The most moves of a drive.
const MOST_MOVES: usize = 20;
