//! Twelve questions on nine kinds, asked of random states. The answers are read from the *screen*,
//! and held to dancing links of the tests' own: `QUADRILLE_LONG=1` asks 300 states of each kind.

use crate::dance::{Dance, Hider};
use crate::support::is_long;
use crate::watch::{clear, open, press, screen};
use dancing::{At, ItemId, OptionId};
use quadrille_puzzle::Encoded;
use quadrille_study::branch_words;
use quadrille_workbench::app::{App, Key, Msg, update};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A puzzle of each kind.
pub const KINDS: [&str; 9] = [
    "cover-knuth",
    "queens-8",
    "sudoku-9x9-crossroads",
    "jigsaw-9x9",
    "tiling-pentominoes-6x10",
    "sudoku-16x16",
    "target-9x9",
    "setcover-bombs",
    "cover-word-squares",
];

const QUESTIONS: [&str; 12] = [
    "just happened",
    "next",
    "why this item",
    "hidden through",
    "which counts",
    "which pointers",
    "why in reverse",
    "why back",
    "where in tree",
    "who hid this",
    "another option",
    "back here",
];

/// The last operation before a state.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    Choose(usize),
    Try(usize),
    Cover(usize),
    Uncover(usize),
    Next(usize),
}

/// A state by the links of the tests: the address is all that the program says of it.
struct State {
    names: Arc<Encoded>,
    repeats: bool,
    now: Dance,
    before: Option<Dance>,
    last: Option<Op>,
    at: At,
    /// By level: the item, the option on the path, the branch and the number of branches.
    levels: Vec<(usize, Option<usize>, usize, usize)>,
    /// The options of the item at hand, as they were when it was chosen.
    in_hand: Vec<usize>,
    /// The lengths of the open lists when the last item was chosen, in the order of the ring.
    lengths: Vec<(usize, usize)>,
}

impl State {
    /// Replays an address: each item is chosen by the rule, its options are tried in the order of
    /// its list.
    fn of(app: &App) -> State {
        let stepping = app.rooms.stepping.as_ref().unwrap();
        let (names, address) = (stepping.encoded.clone(), stepping.stepper.search().address());
        let problem = &names.problem;
        let options = problem.options().map(|option| {
            let cells: Vec<(usize, u32)> =
                problem.colored_items_of(option).map(|(item, color)| (item.index(), color)).collect();
            cells
        });
        let repeats = problem.wants_fewest() && !problem.class().facts().hides_others;
        let root = Dance::new(problem.n_items(), problem.n_primary(), options.collect(), repeats);
        let mut state = State {
            names: names.clone(),
            repeats,
            now: root,
            before: None,
            last: None,
            at: address.at,
            levels: Vec::new(),
            in_hand: Vec::new(),
            lengths: Vec::new(),
        };
        for (at, branch) in address.branches.iter().enumerate() {
            let is_last = at + 1 == address.branches.len();
            let part = if is_last { address.at } else { At::Level };
            state.descend(branch.k, branch.d, part);
        }
        state
    }

    fn descend(&mut self, k: usize, d: usize, part: At) {
        let level = self.levels.len() + 1;
        let open = self.now.open();
        self.lengths = open.iter().map(|&item| (item, self.now.len(item))).collect();
        let least = self.lengths.iter().map(|(_, len)| *len).min().expect("an item is open");
        let item = self.lengths.iter().find(|(_, len)| *len == least).expect("one has the fewest").0;
        let chosen = Hider { level, item, by: None };
        self.before = Some(self.now.clone());
        self.now.cover(item, &chosen);
        self.last = Some(Op::Choose(item));
        self.in_hand = self.now.options_of(item);
        if k == 0 || d == 0 {
            return self.levels.push((item, None, k, d));
        }
        for &tried in &self.in_hand.clone()[..(k - 1).min(d)] {
            self.before = Some(self.now.clone());
            if self.repeats {
                self.now.drop_option(tried, &chosen);
            }
            self.last = Some(Op::Next(tried));
        }
        let Some(&option) = self.in_hand.get(k - 1).filter(|_| k <= d) else {
            return self.levels.push((item, None, k, d));
        };
        let committed = match part {
            At::Try => return self.levels.push((item, None, k, d)),
            At::Cover(count) | At::Uncover(count) => count,
            At::Level | At::End => usize::MAX,
        };
        self.levels.push((item, Some(option), k, d));
        self.last = Some(Op::Try(option));
        let others = self.now.after(option, item);
        let why = |item: usize| Hider { level, item, by: Some(option) };
        for &(item, node) in others.iter().take(committed) {
            self.before = Some(self.now.clone());
            self.commit((item, node), &why(item));
            self.last = Some(Op::Cover(item));
        }
        if let At::Uncover(count) = part {
            // Where all are covered still, the item of the level below has come back.
            let open = self.now.open();
            let below = open.iter().copied().min_by_key(|&item| self.now.len(item));
            if let Some(item) = below.filter(|_| count == others.len() && !self.repeats) {
                let mut before = self.now.clone();
                before.cover(item, &Hider { level: level + 1, item, by: None });
                (self.last, self.before) = (Some(Op::Uncover(item)), Some(before));
                return;
            }
            // Before the last operation one more was covered.
            self.last = others.get(count).map(|&(item, _)| Op::Uncover(item));
            self.before = others.get(count).map(|&(item, node)| {
                let mut before = self.now.clone();
                std::mem::swap(&mut before, &mut self.now);
                self.commit((item, node), &why(item));
                std::mem::swap(&mut before, &mut self.now);
                before
            });
        }
    }

    /// In a repeated cover an item that is covered already stays so.
    fn commit(&mut self, (item, node): (usize, usize), why: &Hider) {
        if !self.repeats || self.now.open().contains(&item) {
            self.now.commit((item, node), why);
        }
    }

    fn noun(&self, item: usize) -> String {
        self.names.item_noun(ItemId(item as u32))
    }

    /// The two names of an item in sentences.
    fn words(&self, item: usize) -> Vec<String> {
        vec![self.noun(item), self.names.item_long(ItemId(item as u32))]
    }

    fn short(&self, option: usize) -> String {
        self.names.option_short(OptionId(option as u32))
    }

    /// The options that the last operation hid or brought back.
    fn moved(&self) -> BTreeSet<usize> {
        let set = |dance: &Dance| dance.hidden.keys().copied().collect::<BTreeSet<usize>>();
        let before = self.before.as_ref().map_or_else(BTreeSet::new, set);
        set(&self.now).symmetric_difference(&before).copied().collect()
    }
}

/// The column of text beside the picture, as one line; lines of names of their own stay apart.
fn beside(app: &App, from: usize) -> Vec<String> {
    screen(app).iter().map(|line| line.chars().skip(from).collect::<String>().trim().to_string()).collect()
}

fn joined(lines: &[String]) -> String {
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn same_words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

fn says(lines: &[String], text: &str) -> bool {
    same_words(&joined(lines)).contains(&same_words(text))
}

fn type_text(app: &mut App, text: &str) {
    for c in text.chars() {
        let name = if c == ' ' { "space".to_string() } else { c.to_string() };
        update(app, Msg::Key(Key::parse(&name).unwrap_or_else(|| panic!("{name}"))));
    }
}

/// All reasons that `w` and `j` go through.
fn reasons(app: &mut App, from: usize) -> Vec<Vec<String>> {
    press(app, "w");
    let mut pages = vec![beside(app, from)];
    for _ in 0..60 {
        press(app, "j");
        let page = beside(app, from);
        if pages.last() == Some(&page) {
            break;
        }
        pages.push(page);
    }
    pages
}

/// The lines of a panel below its title.
fn panel<'a>(lines: &'a [String], title: &str) -> &'a [String] {
    let from =
        lines.iter().position(|line| line.starts_with('─') && line.contains(title)).map_or(lines.len(), |at| at + 1);
    let rest = &lines[from..];
    let end = rest.iter().position(|line| line.starts_with("─ ")).unwrap_or(rest.len());
    &rest[..end]
}

/// The number that a sentence says before a word.
fn number_before(text: &str, word: &str) -> Option<usize> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|one| one.trim_matches(['.', ',', ':', ';']) == word)?;
    words[..at].iter().rev().take(2).find_map(|one| match *one {
        "one" | "its" => Some(1),
        number => number.replace(',', "").parse().ok(),
    })
}

/// The most states of a kind.
const MOST: usize = 400;

#[test]
fn twelve_questions_on_nine_kinds() {
    let states = if is_long() { 300 } else { 10 };
    let mut table = [[0usize; 9]; 12];
    for (kind, puzzle) in KINDS.iter().enumerate() {
        let mut rng = fastrand::Rng::with_seed(88 + kind as u64);
        let mut app = open(puzzle, (120, 40));
        press(&mut app, if *puzzle == "sudoku-16x16" { ", d" } else { "d" });
        press(&mut app, "n");
        // Until each question was asked.
        for at in 0..MOST {
            if at >= states && table.iter().all(|counts| counts[kind] > 0) {
                break;
            }
            for _ in 0..rng.usize(1..4) {
                press(&mut app, ["s", "s", "s", "n", "e"][rng.usize(..5)]);
            }
            if app.rooms.stepping.as_ref().unwrap().stepper.search().next_event().is_none() {
                press(&mut app, "0 n");
            }
            let mut asked = |question: usize| table[question][kind] += 1;
            let state = State::of(&app);
            ask(&mut app, &state, puzzle, &mut rng, &mut asked);
            // The way back from a cut is seen, too.
            if app.rooms.stepping.as_ref().unwrap().stepper.search().at_cut() {
                press(&mut app, "s");
                let state = State::of(&app);
                ask(&mut app, &state, puzzle, &mut rng, &mut asked);
            }
        }
    }
    let row = |counts: &[usize; 9]| counts.iter().map(|count| format!("{count:>6}")).collect::<String>();
    let lines: Vec<String> =
        QUESTIONS.iter().zip(&table).map(|(name, counts)| format!("{name:<16}{}", row(counts))).collect();
    println!("{}", lines.join("\n"));
    let empty = table.iter().flatten().filter(|count| **count == 0).count();
    assert_eq!(empty, 0, "every question is asked of every kind:\n{}", lines.join("\n"));
}

/// Asks everything that can be asked of a state.
fn ask(app: &mut App, state: &State, puzzle: &str, rng: &mut fastrand::Rng, asked: &mut dyn FnMut(usize)) {
    let rest = screen(app);
    let is_title = |line: &String| {
        line.chars().collect::<Vec<char>>().windows(6).position(|part| part == ['─', ' ', 'T', 'R', 'E', 'E'])
    };
    let from = rest.iter().find_map(is_title).unwrap_or_else(|| panic!("{puzzle}: no tree: {rest:#?}"));
    let side = beside(app, from);
    let top: Vec<String> = side.iter().skip(1).take_while(|line| !line.starts_with('─')).cloned().collect();
    let is_end = |part: &String| part.is_empty();
    let happened: Vec<String> = top.iter().take_while(|line| !is_end(line)).cloned().collect();
    let ahead: Vec<String> =
        top.iter().skip_while(|line| !line.starts_with("Next:")).take_while(|line| !is_end(line)).cloned().collect();
    let context = || format!("{puzzle} {:?} {:?} {:#?}", state.levels, state.at, rest);
    let is_solved = state.now.open().is_empty() && state.at == At::Level;
    let at_cut = app.rooms.stepping.as_ref().unwrap().stepper.search().at_cut();
    // Just happened.
    let told = match state.last.filter(|_| !is_solved && !at_cut) {
        Some(Op::Choose(item) | Op::Cover(item) | Op::Uncover(item)) => Some(state.words(item)),
        Some(Op::Try(option) | Op::Next(option)) => Some(vec![state.names.option_name(OptionId(option as u32))]),
        None => None,
    };
    if let Some(told) = told {
        let is_dead = state.last.is_some_and(|op| matches!(op, Op::Choose(item) if state.now.len(item) == 0));
        let is_told = told.iter().any(|told| says(&happened, told));
        assert!(is_told || is_dead || says(&happened, "took"), "{told:?}: {}", context());
        asked(0);
    }
    // Next: the item that has the fewest options, the option that is tried, the item that is
    // covered or uncovered.
    let others = state.levels.last().and_then(|&(item, option, ..)| Some(state.now.after(option?, item)));
    let next = match (state.at, state.levels.last()) {
        (At::Level, _) if !is_solved && !at_cut && state.before.is_some() => {
            let open = state.now.open();
            let least = open.iter().map(|&item| state.now.len(item)).min();
            open.iter().find(|&&item| Some(state.now.len(item)) == least).map(|&item| state.words(item))
        }
        (At::Try, Some(&(_, _, k, d))) if d > 0 && k <= state.in_hand.len() => {
            Some(vec![state.names.option_long(OptionId(state.in_hand[k - 1] as u32))])
        }
        (At::Cover(count), _) => others.and_then(|others| others.get(count).map(|&(item, _)| state.words(item))),
        (At::Uncover(count), _) => {
            others.and_then(|others| others.get(count.wrapping_sub(1)).map(|&(item, _)| state.words(item)))
        }
        _ => None,
    };
    if let Some(next) = next {
        let is_cut = says(&ahead, "cut");
        let is_told = next.iter().any(|next| says(&ahead, next));
        assert!(is_cut || is_told, "{next:?}: {}", context());
        asked(1);
    }
    // Where in the tree: the level, and the choice that the way comes from last.
    let level = state.levels.len() - usize::from(matches!(state.at, At::Try) && !state.levels.is_empty());
    let said = rest[0].split("level ").nth(1).and_then(|text| text.split_whitespace().next()?.parse::<usize>().ok());
    if let Some(said) = said {
        assert!(said == level || said == state.levels.len(), "level {said}, not {level}: {}", context());
        let choice = state.levels.iter().rev().find(|(_, option, _, d)| option.is_some() && *d > 1);
        if let Some(&(item, Some(option), ..)) = choice {
            let name = branch_words(&state.names, ItemId(item as u32), Some(OptionId(option as u32)));
            let here = panel(&side, "TREE").iter().any(|line| line.contains(&format!("◆ {name}")));
            assert!(here, "◆ {name}: {}", context());
        }
        asked(8);
    }
    let pages = reasons(app, from);
    clear(app);
    let page = |text: &str| pages.iter().find(|page| says(page, text));
    // Why this item: none has fewer options.
    if let (Some(&(item, ..)), At::Try | At::Cover(_)) = (state.levels.last(), state.at) {
        let least = state.lengths.iter().map(|(_, len)| *len).min().unwrap();
        let count = state.lengths.iter().find(|(other, _)| *other == item).unwrap().1;
        assert_eq!(count, least);
        let is_said = page("by the rule: fewest").is_some() || says(&happened, "no item has fewer");
        assert!(is_said || count == 0, "{pages:#?} {}", context());
        if let (Some(number), Some(Op::Choose(_))) = (number_before(&joined(&happened), "options"), state.last) {
            assert_eq!(number, count, "{}", context());
        }
        asked(2);
    }
    // Hidden through what: the option that a step hid, and the item of it.
    let moved = state.moved();
    let hides = matches!(state.last, Some(Op::Choose(_) | Op::Cover(_)))
        || state.repeats && matches!(state.last, Some(Op::Next(_)));
    if hides && !moved.is_empty() && !is_solved && !at_cut {
        let title = if state.repeats { "Hidden because it was tried" } else { "Hidden by" };
        let found = page(title).unwrap_or_else(|| panic!("{title}: {pages:#?} {}", context()));
        let why = joined(panel(found, "WHY"));
        let number = why
            .split(':')
            .nth(1)
            .and_then(|text| text.split_whitespace().next()?.replace(',', "").parse::<usize>().ok());
        // An option whose other lists are gone already is not counted.
        assert!(number.map_or(moved.len() == 1, |number| number == moved.len()), "{why}: {}", context());
        let named = moved.iter().any(|&option| why.contains(&state.short(option)));
        assert!(named || why.contains("more"), "{why}: {}", context());
        asked(3);
    }
    // Why in reverse: the list in hand as it is now that its node is back.
    if let Some(Op::Uncover(item)) = state.last.filter(|_| !at_cut)
        && (!moved.is_empty() || state.repeats && state.now.open().contains(&item))
    {
        let found = page("Why in reverse").unwrap_or_else(|| panic!("{pages:#?} {}", context()));
        let why = joined(panel(found, "WHY"));
        let named = moved.iter().any(|&option| why.contains(&state.short(option)));
        assert!(named || why.contains(" in ") || state.repeats, "{why}");
        asked(6);
    }
    // Why back: a dead item is marked, and each cause is named.
    if let (At::Try, Some(&(item, None, _, 0))) = (state.at, state.levels.last()) {
        assert!(state.words(item).iter().any(|name| says(&happened, name)), "{}", context());
        assert!(rest.iter().any(|line| line.contains('!')) || puzzle == "cover-knuth", "{}", context());
        let problem = &state.names.problem;
        let holds = problem.options().filter(|&option| problem.items_of(option).contains(&ItemId(item as u32)));
        for hider in holds.filter_map(|option| state.now.hidden.get(&option.index())) {
            let Some(by) = hider.by else { continue };
            assert!(page(&state.short(by)).is_some(), "{}: {pages:#?} {}", state.short(by), context());
        }
        asked(7);
    }
    // At a cut, the figures of the bound are those of the path.
    if at_cut {
        let path: Vec<OptionId> = state.levels.iter().filter_map(|level| Some(OptionId(level.1? as u32))).collect();
        let used = match state.repeats {
            true => format!("used {} and needs at least", path.len()),
            false => state.names.problem.total(&path).abs().to_string(),
        };
        assert!(says(&happened, &used) || page(&used).is_some(), "{used}: {}", context());
        asked(7);
    }
    // Which counts: each bar says the count before and now, and the first item that is open has the
    // fewest.
    press(app, "o");
    let counted = beside(app, from);
    clear(app);
    let bars = panel(&counted, "COUNTS");
    let mut seen = 0;
    for line in bars {
        let is_bar = |word: &str| word.chars().all(|c| ('\u{2580}'..='\u{259f}').contains(&c));
        let words: Vec<&str> = line.split_whitespace().filter(|word| !is_bar(word)).collect();
        let Some((last, noun)) = words.split_last() else { continue };
        let noun = noun.join(" ");
        let items = (0..state.names.problem.n_items()).filter(|&item| state.noun(item) == noun);
        for item in items {
            match last.split_once('→') {
                Some((before, after)) => {
                    let old = state.before.as_ref().map(|dance| dance.len(item));
                    assert!(old.is_none() || before.parse().ok() == old, "{line} {old:?}: {}", context());
                    assert_eq!(after.parse().ok(), Some(state.now.len(item)), "{line}: {}", context());
                }
                None => assert_eq!(last.parse().ok(), Some(state.now.len(item)), "{line}: {}", context()),
            }
            seen += 1;
        }
    }
    if seen > 0 {
        asked(4);
    }
    // Which pointers: the ring that is drawn is the list, dots counted.
    press(app, "L");
    let listed = screen(app);
    clear(app);
    if let Some((item, ring)) = ring(&listed, state) {
        let wanted: Vec<String> = match item {
            None => state.now.open().iter().map(|&item| state.names.item_short(ItemId(item as u32))).collect(),
            Some(item) => {
                let name =
                    |option: usize| branch_words(&state.names, ItemId(item as u32), Some(OptionId(option as u32)));
                state.now.options_of(item).into_iter().map(name).collect()
            }
        };
        let length: usize = ring.iter().map(|part| if let Part::Dots(number) = part { *number } else { 1 }).sum();
        assert_eq!(length, wanted.len() + 2, "{ring:?} {wanted:?} {}", context());
        // The header is at both ends.
        let mut at = 0;
        for part in &ring {
            match part {
                Part::Dots(number) => at += number,
                Part::Box(label) => {
                    let name = wanted.get(at.wrapping_sub(1));
                    let is_right = name.is_none_or(|name| name.ends_with(label.as_str()));
                    assert!(is_right, "{label} at {at}: {ring:?} {wanted:?} {}", context());
                    at += 1;
                }
            }
        }
    }
    if listed.iter().any(|line| line.contains("THE LIST OF")) {
        asked(5);
    }
    // Who hid this: any option, by the name that it has on the screen.
    // Those of an item that was chosen are tried in turn.
    let by_another = state.now.hidden.iter().filter(|(_, hider)| hider.by.is_some() || state.repeats);
    let hidden: Vec<usize> = by_another.map(|(option, _)| *option).collect();
    if !hidden.is_empty() {
        let option = hidden[rng.usize(..hidden.len())];
        let hider = state.now.hidden[&option].clone();
        press(app, "/");
        type_text(app, &state.short(option));
        press(app, "enter");
        press(app, "w");
        let told = beside(app, from);
        clear(app);
        let level = format!("level {}", hider.level);
        assert!(says(&told, &level), "{} {hider:?} {told:#?} {}", state.short(option), context());
        let by = hider.by.map_or_else(|| state.noun(hider.item), |by| state.short(by));
        assert!(says(&told, &by) || state.repeats, "{by}: {told:#?} {}", context());
        asked(9);
    }
    // Another option, and back here.
    press(app, ".");
    let shown = beside(app, from);
    let is_try = shown.iter().any(|line| line.starts_with("─ TRY"));
    if is_try {
        let all = state.in_hand.iter().chain(state.now.hidden.keys());
        let names = all.map(|&option| state.names.option_long(OptionId(option as u32)));
        let open = state.now.open();
        let next = open.iter().min_by_key(|&&item| state.now.len(item)).map(|&item| state.now.options_of(item));
        let next = next.into_iter().flatten().map(|option| state.names.option_long(OptionId(option as u32)));
        assert!(names.chain(next).any(|name| says(&shown, &name)), "{shown:#?} {}", context());
        asked(10);
        press(app, "enter");
        if screen(app)[0].contains("your branch") {
            press(app, "s u");
            clear(app);
            assert_eq!(screen(app)[1..38], rest[1..38], "{}", context());
            asked(11);
        }
    }
    clear(app);
}

/// A part of a drawn ring: a node, or dots for some.
#[derive(Debug)]
enum Part {
    Box(String),
    Dots(usize),
}

/// The list that is drawn, by its title, and the parts of its ring.
fn ring(shown: &[String], state: &State) -> Option<(Option<usize>, Vec<Part>)> {
    let below = shown.iter().position(|line| line.contains("THE LIST OF"))?;
    let title = shown[below].split("THE LIST OF ").nth(1)?.trim_end_matches('─').trim().to_string();
    let item = match title.as_str() {
        "ITEMS" => None,
        title => {
            Some((0..state.names.problem.n_items()).find(|&item| same_words(&state.noun(item)) == same_words(title))?)
        }
    };
    let ring = shown[below..].iter().find(|line| line.contains(['◂', '◀']) && !line.contains('┊'))?;
    let from = shown[below].chars().position(|c| c == 'T').unwrap_or(0) - 2;
    let ring: String = ring.chars().skip(from).collect();
    let number = |part: &str| part.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().ok();
    let parts = ring.split(['◂', '▸', '◀', '▶']).filter_map(|part| match part {
        part if part.contains('│') => Some(Part::Box(part.trim_matches(['│', ' ', '━', '─']).to_string())),
        part if part.contains('…') => number(part).map(Part::Dots),
        _ => None,
    });
    Some((item, parts.collect()))
}
