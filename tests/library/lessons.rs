//! Lessons: ours say what is so, the check refuses what is not, and a lesson runs in Step as its
//! file says.

use quadrille::app::{
    App, CourseTask, Effect, Key, LessonAnswer, LessonRecord, LibraryRow, Msg, Overlay, Records, Screen, Settings,
    update,
};
use quadrille::bundled::{BUNDLED, BUNDLED_LESSONS};
use quadrille::library::{lesson_rows, puzzle_rows};
use quadrille::puzzle::{ParseError, encode};
use quadrille::study::{Build, Lesson, LessonFacts, Posed, Quiz, WORDING, introduced_terms, is_lesson};
use quadrille::ui::{Glyphs, Theme, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::time::Instant;

fn check(text: &str) -> Vec<ParseError> {
    match Lesson::read(text, BUNDLED) {
        Ok(lesson) => quadrille::lessons::check(&lesson),
        Err(error) => vec![error],
    }
}

#[test]
fn our_lessons_are_so() {
    assert_eq!(BUNDLED_LESSONS.len(), 21);
    for own in BUNDLED_LESSONS {
        assert!(is_lesson(own.text), "{}", own.name);
        let errors = check(own.text);
        assert!(errors.is_empty(), "{}: {errors:?}", own.name);
        let lesson = Lesson::read(own.text, BUNDLED).unwrap();
        assert!(lesson.minutes < 10 && !lesson.about.is_empty(), "{}", own.name);
        // The learner does something at the end, and at least at every third stop.
        let idle = lesson.stops.split(|stop| stop.exercise.is_some()).map(<[_]>::len).max();
        assert!(lesson.stops.last().unwrap().exercise.is_some() && idle <= Some(2), "{}", own.name);
        // Each lesson says which one comes before it.
        let before = lesson.after.as_ref().map(|after| after.text.as_str());
        let at = BUNDLED_LESSONS.iter().position(|other| other.name == own.name).unwrap();
        assert_eq!(before, Some(at.checked_sub(1).map_or("", |at| BUNDLED_LESSONS[at].stem())), "{}", own.name);
    }
    // The words of the field that a learner needs are introduced by some lesson, each once.
    let all: Vec<String> = BUNDLED_LESSONS
        .iter()
        .flat_map(|own| {
            let lesson = Lesson::read(own.text, BUNDLED).unwrap();
            introduced_terms(&lesson).map(str::to_string).collect::<Vec<_>>()
        })
        .collect();
    let mut once = all.clone();
    once.sort();
    once.dedup();
    assert!(once.len() == all.len() && all.len() > 30, "{all:?}");
}

/// Words for numbers that a sentence could get wrong. *One*, *two* and *first* are also plain
/// words.
const NUMBERS: [&str; 9] = ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"];

/// Sentences that state numbers that are not of the search.
const PLAIN: [&str; 18] = [
    "suppose that it had three",
    "two for a, then one for b",
    "Eight queens",
    "eight here, times six",
    "Three words across and three words down",
    "In the small matrix seven items",
    "all six words",
    "four white cells",
    "On eight rows of eight there are nearly thirteen million",
    "A board of eight cells",
    "There are eight symmetries of a square",
    "divided by eight",
    "With three nodes it is not",
    "three times, though",
    "both colours have four cells",
    "four of each colour",
    "All six words",
    "three rows",
];

/// What a lesson says of the search is computed or held: no sentence of a stop has a number of its
/// own.
#[test]
fn numbers_in_our_sentences_come_from_the_search() {
    for own in BUNDLED_LESSONS {
        let lesson = Lesson::read(own.text, BUNDLED).unwrap();
        for (at, stop) in lesson.stops.iter().enumerate() {
            let mut text = String::new();
            let mut depth = 0;
            for c in stop.say.text.chars() {
                depth += i32::from(c == '{') - i32::from(c == '}');
                if depth == 0 && c != '}' {
                    text.push(c);
                }
            }
            PLAIN.iter().for_each(|plain| text = text.replace(plain, ""));
            let words = text.split(|c: char| !c.is_alphanumeric());
            for word in words {
                // Digits are the business of `lesson check`. TEN is a word of the word squares.
                let spelled = NUMBERS.contains(&word.to_lowercase().as_str()) && word != "TEN";
                assert!(!spelled, "{}, stop {}: `{word}` in: {text}", own.name, at + 1);
            }
        }
    }
}

const LESSON: &str = r#"lesson = 1
title = "A test"
minutes = 2
puzzle = "cover-knuth"

[[stop]]
title = "The list of d"
at = "root"
look = ["view Matrix", "item d"]
say = "Item d has {left d | option}; a is {choice}."

[[stop]]
title = "What is hidden"
at = "1/2+1"
say = "One item more is covered next."
predict = "hidden"
answer = ["b g"]

[[stop]]
title = "Open items"
at = "1/2"
say = "Some items are open, a and d are not."
ask = "How many are open?"
right = "{open}"
wrong = ["1", "2", "3"]
why = "They are b, c, e and f: {open}."

[[stop]]
title = "On to the end"
say = "Move the search to its dead end."
until = "dead end"
"#;

/// Each fault with the line and the column at which it is reported.
#[test]
fn the_check_refuses_what_is_not_so() {
    assert_eq!(check(LESSON), []);
    let faults: &[(&str, &str, &str, (usize, usize))] = &[
        // Addresses.
        ("at = \"1/2+1\"", "at = \"1/3+1\"", "leads nowhere: level 1 has 2 options", (14, 6)),
        ("at = \"1/2+1\"", "at = \"1/2+9\"", "leads nowhere", (14, 6)),
        ("at = \"1/2+1\"", "at = \"1/2+1~7\"", "fewer links", (14, 6)),
        ("at = \"1/2+1\"", "at = \"one half\"", "is not an address", (14, 6)),
        ("at = \"root\"\nlook", "look", "no address", (6, 1)),
        // Answers.
        ("answer = [\"b g\"]", "answer = [\"a d f\"]", "the answer is wrong. No, not a d f; it is b g.", (17, 11)),
        ("answer = [\"b g\"]", "answer = [\"b x\"]", "no option `b x`", (17, 11)),
        ("right = \"{open}\"", "right = \"1\"", "two sentences are the same: one", (24, 9)),
        ("right = \"{open}\"", "right = \"{5 = solutions}\"", "the search has 1", (24, 10)),
        ("predict = \"hidden\"", "predict = \"choice\"", "the next step has no `choice`; at this state:", (16, 11)),
        ("predict = \"hidden\"", "predict = \"future\"", "no question `future`", (16, 11)),
        (
            "until = \"dead end\"",
            "until = \"solution 2\"",
            "does not reach `solution 2` from here, within 20,000,000 visits",
            (31, 9),
        ),
        ("until = \"dead end\"", "until = \"sunset\"", "a breakpoint is one of", (31, 9)),
        ("wrong = [\"1\", \"2\", \"3\"]", "wrong = [\"1\", \"2\"]", "three sentences", (23, 7)),
        // Names.
        ("\"item d\"", "\"item z\"", "there is no item `z`", (9, 24)),
        ("\"item d\"", "\"option a z\"", "there is no option `a z`", (9, 24)),
        ("\"item d\"", "\"node b in a d g\"", "does not hold b", (9, 24)),
        ("\"item d\"", "\"somewhere\"", "not a place to look at", (9, 24)),
        ("view Matrix", "view Counts", "there is no view `Counts`", (9, 9)),
        ("{left d | option}", "{left y | option}", "there is no item `y`", (10, 19)),
        ("{choice}", "{choise}", "there is no fact `choise`", (10, 43)),
        ("{choice}", "{key jump}", "no action `jump`", (10, 43)),
        ("{choice}", "{choice", "without `}`", (10, 7)),
        ("puzzle = \"cover-knuth\"", "puzzle = \"cover-knut\"", "did you mean `cover-knuth`?", (4, 10)),
        ("puzzle = \"cover-knuth\"", "puzzle = \"a b\\n1 2\\n\"", "the puzzle cannot be read", (4, 10)),
        ("minutes = 2", "minutes = 2\nrule = \"best\"", "no item rule `best`", (4, 8)),
        // Unknown and missing keys.
        ("minutes = 2", "minuets = 2", "unknown field `minuets`", (3, 1)),
        (
            "say = \"One item more is covered next.\"",
            "says = \"One item more is covered next.\"",
            "unknown field `says`",
            (15, 1),
        ),
        ("minutes = 2\n", "", "missing field `minutes`", (1, 1)),
        ("minutes = 2", "minutes = 900", "1 to 120 minutes", (3, 11)),
        ("lesson = 1", "lesson = 2", "lesson 2 is not known", (1, 10)),
        ("title = \"A test\"", "title = \" \"", "the title is empty", (2, 9)),
        ("say = \"One item more is covered next.\"", "say = \"\"", "says nothing", (15, 7)),
        (
            "until = \"dead end\"",
            "until = \"dead end\"\nright = \"x\"",
            "`right` does not belong to a stop without",
            (32, 9),
        ),
        (
            "say = \"Move the search to its dead end.\"",
            "say = \"Move the search to its dead end.\"\npredict = \"next\"",
            "one of `predict`, `ask`, `until`",
            (28, 1),
        ),
    ];
    for (from, to, message, place) in faults {
        let text = LESSON.replacen(from, to, 1);
        assert_ne!(text, LESSON, "{from}");
        let errors = check(&text);
        let said: Vec<String> = errors.iter().map(|error| format!("{error} ({:?})", error.help)).collect();
        assert!(said.first().is_some_and(|first| first.contains(message)), "{to}: {said:?}");
        assert_eq!((errors[0].place.line, errors[0].place.column), *place, "{to}: {said:?}");
    }
    // All errors are reported, in the order of the file.
    let text =
        LESSON.replacen("{left d | option}", "{left y}", 1).replacen("answer = [\"b g\"]", "answer = [\"c e\"]", 1);
    let places: Vec<usize> = check(&text).iter().map(|error| error.place.line).collect();
    assert_eq!(places, [10, 17]);
}

/// A fault of each kind of wording, planted in a lesson that has none.
#[test]
fn the_check_names_each_kind_of_wording() {
    let plants: &[(&str, &str, &str)] = &[
        ("title", "title = \"Open items\"\n", ""),
        ("title", "\"Open items\"", "\"These are the items that are open\""),
        ("title", "\"Open items\"", "\"{open} open items\""),
        ("direction", "Item d has", "The number above item d says"),
        ("direction", "Some items", "In the list below, some items"),
        ("new-word", "Some items are open", "With same-order, some items are open"),
        ("new-word", "minutes = 2", "minutes = 2\nafter = \"\""),
        ("new-word", "title = \"Open items\"", "title = \"Open items\"\nterms = [\"gadget\"]"),
        ("key-word", "Move the search to its", "Go on to the"),
        ("questions", "One item more is covered next.", "One item more is covered next. Which one is it?"),
        ("digit", "\"{open}\"", "\"64 items\""),
        ("of-the-state", "Some items are open, a and d are not.", "The second."),
        ("of-the-state", "{open}", "four"),
        ("number", "Some items are open", "Of 7 items some are open"),
        ("given-away", "right = \"{open}\"", "right = \"Covered item g\""),
        ("still", "[[stop]]\ntitle = \"What is hidden\"", &STILL.repeat(4)),
    ];
    for (kind, from, to) in plants {
        let to = if *kind == "still" { format!("{to}\n{from}") } else { to.to_string() };
        let text = if *from == "{open}" { LESSON.replace(from, &to) } else { LESSON.replacen(from, &to, 1) };
        assert_ne!(text, LESSON, "{from}");
        let said: Vec<String> = check(&text).iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|one| one.contains(&format!("{kind}: "))), "{kind}, {to}: {said:?}");
    }
    // A view that has no room beside a long text, on a board that is as high as the screen.
    let long = "Item r1c1 has {left r1c1 | option}. ".repeat(18);
    let text = format!(
        "lesson = 1\ntitle = \"Long\"\nminutes = 1\npuzzle = \"sudoku-9x9-gentle\"\n[[stop]]\n\
         title = \"Long\"\nat = \"root\"\nlook = [\"view Why\"]\nsay = \"{long}\"\nuntil = \"solution\"\n"
    );
    let said: Vec<String> = check(&text).iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|one| one.contains("room: the view `Why` has no room")), "{said:?}");
    let planted = |kind: &&str| plants.iter().any(|(other, ..)| other == kind);
    assert!(WORDING.iter().map(|kind| kind.id).collect::<Vec<_>>().iter().all(planted));
}

/// A stop at the state of the one before.
const STILL: &str = "[[stop]]\ntitle = \"Still there\"\nsay = \"Nothing has moved since.\"\n\n";

fn lesson_app(name: &str) -> App {
    let rows: Vec<LibraryRow> = puzzle_rows().into_iter().chain(lesson_rows()).collect();
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, rows);
    app.home();
    let at = app.library.entries.iter().position(|entry| entry.name == name).unwrap();
    app.library.select(at);
    update(&mut app, Msg::Key(Key::parse("enter").unwrap()));
    app
}

fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for name in keys.split_whitespace() {
        effects.extend(update(app, Msg::Key(Key::parse(name).unwrap())));
        while app.rooms.stepping.as_ref().is_some_and(|own| own.motion != quadrille::app::Motion::Still) {
            update(app, Msg::Tick(Instant::now()));
        }
    }
    effects
}

fn screen(app: &App, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let theme = Theme { color: false, glyphs: Glyphs::Unicode };
    terminal.draw(|frame| draw(app, theme, frame)).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
    (0..height).map(row).collect()
}

/// Answers the question of a stop through the same keys that a learner presses.
fn answer(app: &mut App, right: bool) -> Vec<Effect> {
    let stepping = app.rooms.stepping.as_mut().unwrap();
    let quiz: Quiz = stepping.learning.asked.as_ref().unwrap().quiz.clone();
    let mut effects = Vec::new();
    if !right && !quiz.sentences.is_empty() {
        // Both tries are wrong: the first one, and one that its hint has left.
        for _ in 0..2 {
            let asked = app.rooms.stepping.as_ref().unwrap().learning.asked.as_ref().unwrap();
            use quadrille::study::Pick;
            let is_left =
                |&at: &usize| !quiz.right.contains(&Pick::Sentence(at)) && !asked.is_struck(Pick::Sentence(at));
            let at = (0..4).find(is_left).unwrap();
            effects.extend(press(app, &(at + 1).to_string()));
        }
        return effects;
    }
    for pick in quiz.right.iter().take(quiz.wanted) {
        use quadrille::study::Pick;
        let stepping = app.rooms.stepping.as_mut().unwrap();
        match *pick {
            Pick::Item(item) => stepping.cursor.item = Some(item),
            Pick::Option(option) => stepping.select_option(option),
            Pick::Node(node) => stepping.cursor.node = Some(node),
            Pick::Sentence(at) => {
                effects.extend(press(app, &(at + 1).to_string()));
                continue;
            }
        }
        effects.extend(press(app, "enter"));
    }
    effects
}

/// Does the task of a stop through the same keys that a learner presses.
fn do_task(app: &mut App) -> Vec<Effect> {
    let stepping = app.rooms.stepping.as_mut().unwrap();
    let Some((task, _)) = stepping.learning.course.as_ref().unwrap().task.clone() else { return Vec::new() };
    let (stepper, names) = (stepping.stepper.clone(), stepping.encoded.clone());
    match task {
        CourseTask::Reach(at) => {
            stepping.stepper.run(None, &[at], true, 20_000_000, true);
            update(app, Msg::Tick(Instant::now()))
        }
        CourseTask::Tell(..) => press(app, "enter"),
        CourseTask::Build(build) => {
            press(app, "enter");
            let mut effects = Vec::new();
            match (build, app.desk.overlay.clone()) {
                (Build::Arrange(_), Some(Overlay::Arranging(arranging))) => {
                    for at in arranging.exercise.solution() {
                        effects.extend(press(app, &(at + 1).to_string()));
                    }
                }
                (Build::Pointers, Some(Overlay::Pointing(mut pointing))) => {
                    pointing.exercise.pointers = pointing.exercise.truth();
                    app.desk.overlay = Some(pointing.into());
                    effects.extend(press(app, "enter"));
                }
                (Build::Drive(_), Some(Overlay::Driving(_))) => {
                    for line in build.solution(&stepper, &names) {
                        update(app, Msg::Paste(line));
                        effects.extend(press(app, "enter"));
                    }
                }
                (build, overlay) => panic!("{build:?}: {overlay:?}"),
            }
            effects.extend(press(app, "esc"));
            effects
        }
    }
}

/// The last word of the reason for an answer.
fn stepping_why(app: &App) -> String {
    let asked = app.rooms.stepping.as_ref().unwrap().learning.asked.as_ref().unwrap();
    asked.quiz.why.last().unwrap().split_whitespace().last().unwrap().to_string()
}

/// A wrong answer takes more lines: the verdict, and the sentence that was chosen.
#[test]
fn a_wrong_answer_is_explained_to_its_end() {
    for own in BUNDLED_LESSONS {
        let name = own.name.trim_end_matches(".toml");
        let mut app = lesson_app(name);
        for at in 0..app.rooms.stepping.as_ref().unwrap().learning.course.as_ref().unwrap().lesson.stops.len() {
            let asked = app.rooms.stepping.as_ref().unwrap().learning.asked.clone();
            if asked.is_some_and(|asked| !asked.quiz.sentences.is_empty()) {
                answer(&mut app, false);
                let (small, why) = (screen(&app, (80, 24)), stepping_why(&app));
                assert!(
                    small.contains("the answer is") && small.contains(&why) && !small.contains("more lines"),
                    "{name}, stop {}: {why}\n{small}",
                    at + 1
                );
            }
            press(&mut app, ">");
        }
    }
}

#[test]
fn every_lesson_can_be_taken_to_its_end() {
    for own in BUNDLED_LESSONS {
        let name = own.name.trim_end_matches(".toml");
        let mut app = lesson_app(name);
        assert_eq!(app.screen(), Screen::Step, "{name}");
        let stops = app.rooms.stepping.as_ref().unwrap().learning.course.as_ref().unwrap().lesson.stops.len();
        let mut questions = 0;
        for at in 0..stops {
            let stepping = app.rooms.stepping.as_ref().unwrap();
            let course = stepping.learning.course.as_ref().unwrap();
            assert_eq!((course.at, app.desk.notice.as_ref()), (at, None), "{name}");
            assert!(!course.said.contains('{'), "{name}: {}", course.said);
            // The last line of the stop is seen, at the smallest size that is promised.
            let last = course.said.split_whitespace().last().unwrap().to_string();
            let wanted = stepping
                .learning
                .asked
                .as_ref()
                .map(|asked| asked.quiz.sentences.last().cloned().unwrap_or(asked.quiz.text.clone()));
            let small = screen(&app, (80, 24));
            assert!(small.contains(&last), "{name}, stop {}: {last}\n{small}", at + 1);
            if let Some(wanted) = wanted {
                let end = wanted.split_whitespace().last().unwrap().to_string();
                assert!(small.contains(&end), "{name}, stop {}: {end}\n{small}", at + 1);
            }
            assert!(small.contains(&format!("stop {} of {stops}", at + 1)), "{name}\n{small}");
            if app.rooms.stepping.as_ref().unwrap().learning.asked.is_some() {
                questions += 1;
                let effects = answer(&mut app, true);
                let stepping = app.rooms.stepping.as_ref().unwrap();
                let asked = stepping.learning.asked.as_ref().unwrap();
                assert!(asked.grade.as_ref().unwrap().right, "{name}, stop {}: {:?}", at + 1, asked.grade);
                let kept = effects
                    .iter()
                    .any(|effect| matches!(effect, Effect::Record { record, .. } if record.answers.len() == questions));
                assert!(kept, "{name}: the answer is kept");
                // The verdict and the reason are seen to their ends.
                let small = screen(&app, (80, 24));
                let why = stepping_why(&app);
                assert!(small.contains("Right."), "{name}, stop {}", at + 1);
                assert!(small.contains(&why), "{name}, stop {}: {why}\n{small}", at + 1);
            }
            assert!(!small.contains("more lines"), "{name}, stop {}\n{small}", at + 1);
            let before = app.desk.records[name].answers.len();
            do_task(&mut app);
            questions += app.desk.records[name].answers.len() - before;
            let small = screen(&app, (80, 24));
            assert!(!small.contains("more lines"), "{name}, stop {}\n{small}", at + 1);
            let open = app.desk.records[name].open(&Lesson::read(own.text, BUNDLED).unwrap());
            assert!(open.iter().all(|&other| other > at), "{name}, stop {}: {open:?}", at + 1);
            press(&mut app, ">");
        }
        let record = &app.desk.records[name];
        assert!(record.done && record.score() == (questions, questions), "{name}: {record:?}");
        assert_eq!(app.screen(), Screen::Library);
        let next = app.library.selected().map(|at| app.library.entries[at].name.clone()).unwrap();
        let order = |name: &str| BUNDLED_LESSONS.iter().position(|own| own.stem() == name);
        assert!(order(&next) == order(name).map(|at| at + 1) || name.starts_with("20"), "{name}: {next}");
    }
}

#[test]
fn a_lesson_is_left_and_taken_up_again() {
    let mut app = lesson_app("01-by-hand");
    press(&mut app, ">");
    answer(&mut app, false);
    assert!(!app.rooms.stepping.as_ref().unwrap().learning.asked.as_ref().unwrap().grade.as_ref().unwrap().right);
    press(&mut app, "> q q");
    let records: Records = app.desk.records.clone();
    assert_eq!((records["01-by-hand"].stop, records["01-by-hand"].score()), (2, (0, 1)));
    let mut again = lesson_app("02-lists");
    again.desk.records = records;
    press(&mut again, "q q g g enter");
    let at = |app: &App| app.rooms.stepping.as_ref().unwrap().learning.course.as_ref().unwrap().at;
    assert_eq!((again.name(), at(&again)), ("01-by-hand", 2));
    // Wandering off keeps the stop; < returns to it, and once more goes to the one before.
    let site = |app: &App| app.rooms.stepping.as_ref().unwrap().stepper.site().to_string();
    assert_eq!(site(&again), "1/2");
    press(&mut again, "s s s");
    assert_ne!(site(&again), "1/2");
    press(&mut again, "<");
    assert_eq!((site(&again).as_str(), at(&again)), ("1/2", 2));
    press(&mut again, "<");
    assert_eq!((site(&again).as_str(), at(&again)), ("root", 1));
    // The puzzle of the lesson, opened by itself, has no lesson beside it.
    let rows = puzzle_rows().into_iter().chain(lesson_rows()).collect();
    let mut app = App::new(Settings { plays: false, ..Settings::default() }, rows);
    press(&mut app, "d");
    assert!(app.rooms.stepping.as_ref().unwrap().learning.course.is_none());
    assert!(screen(&app, (80, 24)).contains("Nothing is chosen yet"));
}

#[test]
fn what_is_to_be_reached_is_noticed() {
    let mut app = lesson_app("01-by-hand");
    press(&mut app, "> > >");
    let goal =
        |app: &App| app.rooms.stepping.as_ref().unwrap().learning.course.as_ref().unwrap().task.as_ref().unwrap().1;
    assert!(!goal(&app) && screen(&app, (80, 24)).contains("move the search until"));
    press(&mut app, "s");
    assert!(!goal(&app));
    press(&mut app, "n");
    assert!(goal(&app) && screen(&app, (80, 24)).contains("You are there."));
    // By hand: the other option is chosen, and a solution found.
    press(&mut app, "> > . enter n");
    press(&mut app, "n n");
    assert!(goal(&app), "{}", screen(&app, (80, 24)));
}

#[test]
fn while_a_question_is_open_no_view_answers_it() {
    let mut app =
        App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows().into_iter().take(1).collect());
    press(&mut app, "d");
    for size in [(80, 24), (120, 40), (200, 60)] {
        update(&mut app, Msg::Resize(size.0, size.1));
        assert!(screen(&app, size).contains("Next: choose item a"));
        press(&mut app, "a");
        let asked = screen(&app, size);
        assert!(asked.contains("Which item is chosen next?"), "{asked}");
        assert!(!asked.contains("Next: choose") && !asked.contains("choose a"), "{asked}");
        assert!(!asked.contains('▶') || asked.matches('▶').count() == 0, "{asked}");
        press(&mut app, "w");
        assert!(app.desk.overlay.is_none() && app.desk.notice.as_ref().unwrap().text.contains("a question is open"));
        // A step withdraws the question.
        press(&mut app, "s S");
        assert!(app.rooms.stepping.as_ref().unwrap().learning.asked.is_none());
    }
    assert_eq!(app.rooms.stepping.as_ref().unwrap().learning.tried.all, 0);
}

#[test]
fn a_prediction_is_scored_and_explained() {
    let mut app =
        App::new(Settings { plays: false, ..Settings::default() }, puzzle_rows().into_iter().take(1).collect());
    update(&mut app, Msg::Resize(120, 40));
    press(&mut app, "d i a");
    let names = app.rooms.stepping.as_ref().unwrap().encoded.clone();
    app.rooms.stepping.as_mut().unwrap().cursor.item = quadrille::study::item_named("c", &names).ok();
    press(&mut app, "enter");
    // The first wrong answer gets a hint, which the state gives.
    let hint = app.rooms.stepping.as_ref().unwrap().learning.asked.as_ref().unwrap().hint.clone().unwrap().text;
    assert_eq!(
        hint,
        "c has 2 options left, and so has another item. The rule: fewest options, first in the item list."
    );
    app.rooms.stepping.as_mut().unwrap().cursor.item = quadrille::study::item_named("c", &names).ok();
    press(&mut app, "enter");
    assert!(app.desk.notice.as_ref().unwrap().text.contains("No, not c; it is a."), "{:?}", app.desk.notice);
    press(&mut app, "w");
    let why = app.desk.overlay.as_ref().unwrap().words(&app).join("\n");
    assert!(why.contains("THE ANSWER") && why.contains("a has 2 options left; 4 other items have as few"), "{why}");
    // The next kind of question at the same state: two options are wanted.
    press(&mut app, "esc a");
    let asked = app.rooms.stepping.as_ref().unwrap().learning.asked.as_ref().unwrap();
    assert_eq!((asked.quiz.text.as_str(), asked.quiz.wanted), ("The next step hides 2 options. Which?", 2));
    press(&mut app, "/ a space d space g enter enter");
    assert!(app.desk.notice.as_ref().unwrap().text.contains("1 more"));
    press(&mut app, "/ a space d space f enter enter");
    let tried = app.rooms.stepping.as_ref().unwrap().learning.tried;
    assert_eq!((tried.right, tried.all), (1, 2));
}

/// The answers that `lesson answers` prints are those that are graded as right.
#[test]
fn exercises_are_posed_as_they_are_graded() {
    for own in BUNDLED_LESSONS {
        let lesson = Lesson::read(own.text, BUNDLED).unwrap();
        let names = encode(&lesson.puzzle.shape);
        let mut stepper = lesson.stepper(&names);
        for stop in &lesson.stops {
            stepper.go_to(&stop.at).unwrap();
            let facts = LessonFacts { stepper: &stepper, names: &names, key: &quadrille::lessons::default_key };
            let Some(Ok(Posed::Quiz(quiz))) = stop.exercise.as_ref().map(|exercise| exercise.pose(&facts)) else {
                continue;
            };
            let right = quiz.right.iter().take(quiz.wanted).copied().collect();
            assert!(quiz.grade(&right, &stepper, &names).right, "{}", own.name);
            assert!(!quiz.grade(&[].into(), &stepper, &names).right, "{}", own.name);
        }
    }
}

/// What was learnt is asked again from the next day on, and an answer is kept.
#[test]
fn questions_come_back_and_are_kept() {
    let mut app = lesson_app("01-by-hand");
    app.desk.day = 100;
    press(&mut app, ">");
    answer(&mut app, true);
    press(&mut app, "q");
    assert_eq!(app.screen(), Screen::Library);
    // On the same day nothing is due yet.
    press(&mut app, "t");
    assert!(app.desk.notice.as_ref().unwrap().text.contains("asked from tomorrow on"), "{:?}", app.desk.notice);
    app.desk.day = 101;
    press(&mut app, "esc");
    assert!(app.asks_today() && screen(&app, (120, 40)).contains("Questions on what you have learnt are due"));
    press(&mut app, "t");
    assert_eq!(app.screen(), Screen::Step);
    let all = app.desk.today.as_ref().unwrap().queue.len();
    assert!((3..=10).contains(&all), "{all}");
    let mut kept = 0;
    for at in 0..all {
        // Steps, a question of one's own and Esc do not lose the question.
        press(&mut app, "s a <");
        let shown = screen(&app, (80, 24));
        assert!(shown.contains(&format!("question {} of {all}", at + 1)), "{shown}");
        assert!(shown.contains("Exact cover by hand") && shown.contains("next question"), "{shown}");
        let asked = app.rooms.stepping.as_ref().unwrap().learning.asked.as_ref().unwrap();
        // Each question is asked to its end on the smallest screen.
        let end = asked.quiz.text.split_whitespace().last().unwrap().to_string();
        assert!(shown.contains(&end), "{end}: {shown}");
        let effects = answer(&mut app, true);
        kept +=
            effects.iter().filter(|effect| matches!(effect, Effect::Review { card, .. } if card.right == 1)).count();
        press(&mut app, ">");
    }
    assert_eq!((kept, app.screen()), (all, Screen::Library));
    let said = app.desk.notice.as_ref().unwrap().text.clone();
    assert!(said.contains(&format!("{all} of {all} right at once; the next ones come in 3 days")), "{said}");
    assert!(app.desk.cards.values().all(|card| card.due == 104 && card.at == 1));
    // The questions of a day are asked once.
    assert!(!app.asks_today());
    press(&mut app, "t");
    assert!(app.desk.notice.as_ref().unwrap().text.contains("the next questions come in"), "{:?}", app.desk.notice);
    // What was skipped stays due.
    app.desk.day = 104;
    press(&mut app, "t");
    let all = app.desk.today.as_ref().unwrap().queue.len();
    press(&mut app, &"> ".repeat(all));
    assert!(app.desk.notice.as_ref().unwrap().text.contains("skipped; they stay due"));
    assert!(app.asks_today());
    // A lesson that is opened meanwhile begins, and its first wrong answers are not those of a card.
    press(&mut app, "t");
    let cards = app.desk.cards.clone();
    press(&mut app, "esc");
    assert_eq!(app.screen(), Screen::Library);
    press(&mut app, "home enter");
    let shown = screen(&app, (80, 24));
    assert!(shown.contains("LESSON") && !shown.contains("TODAY"), "{shown}");
    let is_asked = |app: &App| app.rooms.stepping.as_ref().unwrap().learning.asked.is_some();
    while !is_asked(&app) {
        press(&mut app, ">");
    }
    answer(&mut app, false);
    assert_eq!(app.desk.cards, cards);
}

/// Two sessions in one lesson keep the answers of both, and the first answer to a question counts.
#[test]
fn records_of_two_sessions_are_joined() {
    let answer = |question: &str, right: bool, again: Option<bool>| LessonAnswer {
        question: question.to_string(),
        answer: "x".to_string(),
        right,
        again,
    };
    let record = |answers: &[(usize, LessonAnswer)], since: u32| LessonRecord {
        answers: answers.iter().cloned().collect(),
        since,
        ..LessonRecord::default()
    };
    let before =
        record(&[(1, answer("a", true, None)), (2, answer("b", false, None)), (3, answer("old", true, None))], 7);
    let now = record(&[(2, answer("b", true, Some(true))), (3, answer("new", false, None))], 0);
    let both = LessonRecord { stop: 5, ..now }.with(before);
    assert_eq!((both.stop, both.since), (5, 7));
    assert_eq!(both.answers[&1], answer("a", true, None));
    assert_eq!(both.answers[&2], answer("b", false, Some(true)));
    assert_eq!(both.answers[&3], answer("new", false, None));
}

/// Esc in a lesson goes back to where it was begun, also after a run and a reason.
#[test]
fn a_lesson_is_left_by_one_key_wherever_it_is() {
    for keys in ["", "e w w", "tab tab tab", "> >"] {
        let mut app = lesson_app("06-dead-ends");
        press(&mut app, "> > > >");
        press(&mut app, keys);
        for _ in 0..3 {
            if app.screen() != Screen::Library {
                assert_eq!(app.screen(), Screen::Step, "{keys}");
                press(&mut app, "esc");
            }
        }
        assert_eq!(app.screen(), Screen::Library, "{keys}");
    }
}
