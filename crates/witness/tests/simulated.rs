//! A dance of our own, line by line, as a program that is watched: its text is interpreted here, and
//! what it does is recorded. It shares no code with what judges it, and needs no debugger.

use crate::support::rounds;
use fastrand::Rng;
use quadrille_study::AgainstSettings;
use quadrille_witness::{
    ArrayVariable, Attached, FollowLimits, Function, Local, Recorded, RecordedEvent, Recording, RoleNames,
    ScalarVariable, Target, Unfollowed, Variables, confirm, follow, report, survey,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// The program. A block is what is indented.
pub const DANCE: &str = "\
void cover(int c)
  L[R[c]] = L[c];
  R[L[c]] = R[c];
  for (i = D[c]; i != c; i = D[i])
    for (j = R[i]; j != i; j = R[j])
      D[U[j]] = D[j];
      U[D[j]] = U[j];
      S[C[j]] = S[C[j]] - 1;
void uncover(int c)
  for (i = U[c]; i != c; i = U[i])
    for (j = L[i]; j != i; j = L[j])
      S[C[j]] = S[C[j]] + 1;
      D[U[j]] = j;
      U[D[j]] = j;
  L[R[c]] = c;
  R[L[c]] = c;
void search(int k)
  if (R[0] == 0)
    return;
  c = R[0];
  for (i = R[c]; i != 0; i = R[i])
    if (S[i] < S[c])
      c = i;
  cover(c);
  for (r = D[c]; r != c; r = D[r])
    for (j = R[r]; j != r; j = R[j])
      cover(C[j]);
    search(k + 1);
    for (j = L[r]; j != r; j = L[j])
      uncover(C[j]);
  uncover(c);
void main(int n)
  build(n);
  search(0);
";

/// The same with an operation in pieces, and without sizes.
pub const HELPERS: &str = "\
void out(int x)
  L[R[x]] = L[x];
  R[L[x]] = R[x];
void in(int x)
  L[R[x]] = x;
  R[L[x]] = x;
void cover(int c)
  out(c);
  for (i = D[c]; i != c; i = D[i])
    for (j = R[i]; j != i; j = R[j])
      D[U[j]] = D[j];
      U[D[j]] = U[j];
void uncover(int c)
  for (i = U[c]; i != c; i = U[i])
    for (j = L[i]; j != i; j = L[j])
      D[U[j]] = j;
      U[D[j]] = j;
  in(c);
void search(int k)
  if (R[0] == 0)
    return;
  c = R[0];
  cover(c);
  for (r = D[c]; r != c; r = D[r])
    for (j = R[r]; j != r; j = R[j])
      cover(C[j]);
    search(k + 1);
    for (j = L[r]; j != r; j = L[j])
      uncover(C[j]);
  uncover(c);
void main(int n)
  build(n);
  search(0);
";

#[derive(Clone, Debug)]
enum Expression {
    Number(i64),
    Name(String),
    Element(String, Box<Expression>),
    Sum(Box<Expression>, i64),
}

#[derive(Clone, Debug)]
enum Statement {
    Assign(Expression, Expression),
    For(Box<Statement>, Condition, Box<Statement>, Vec<(u64, Statement)>),
    If(Condition, Vec<(u64, Statement)>),
    Call(String, Expression),
    Return,
}

type Condition = (Expression, String, Expression);

fn expression(text: &str) -> Option<Expression> {
    let text = text.trim();
    if let Ok(number) = text.parse() {
        return Some(Expression::Number(number));
    }
    if let Some(inner) = text.strip_suffix(']') {
        let (name, index) = inner.split_once('[')?;
        is_name(name).then_some(())?;
        return Some(Expression::Element(name.to_string(), Box::new(expression(index)?)));
    }
    for (sign, factor) in [(" + ", 1), (" - ", -1)] {
        if let Some((one, other)) = text.rsplit_once(sign) {
            return Some(Expression::Sum(Box::new(expression(one)?), factor * other.parse::<i64>().ok()?));
        }
    }
    is_name(text).then(|| Expression::Name(text.to_string()))
}

fn is_name(text: &str) -> bool {
    text.len() < 8 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn condition(text: &str) -> Option<Condition> {
    let sign = [" != ", " == ", " < ", " > "].into_iter().find(|sign| text.contains(sign))?;
    let (one, other) = text.split_once(sign)?;
    Some((expression(one)?, sign.trim().to_string(), expression(other)?))
}

fn assignment(text: &str) -> Option<Statement> {
    let (to, from) = text.split_once(" = ")?;
    let to = expression(to).filter(|to| matches!(to, Expression::Name(_) | Expression::Element(..)))?;
    Some(Statement::Assign(to, expression(from)?))
}

/// The statements that are indented by so much, from a line on.
fn block(lines: &[&str], at: &mut usize, indent: usize) -> Option<Vec<(u64, Statement)>> {
    let mut found = Vec::new();
    while let Some(line) = lines.get(*at).filter(|line| line.len() - line.trim_start().len() == indent) {
        let (number, text) = (*at as u64 + 1, line.trim());
        *at += 1;
        let statement = if let Some(head) = text.strip_prefix("for (").and_then(|rest| rest.strip_suffix(')')) {
            let [first, test, next] = head.split("; ").collect::<Vec<_>>().try_into().ok()?;
            let (first, test, next) = (assignment(first)?, condition(test)?, assignment(next)?);
            Statement::For(Box::new(first), test, Box::new(next), block(lines, at, indent + 2)?)
        } else if let Some(head) = text.strip_prefix("if (").and_then(|rest| rest.strip_suffix(')')) {
            Statement::If(condition(head)?, block(lines, at, indent + 2)?)
        } else if text == "return;" {
            Statement::Return
        } else if let Some((name, argument)) = text.strip_suffix(");").and_then(|call| call.split_once('(')) {
            is_name(name).then_some(())?;
            Statement::Call(name.to_string(), expression(argument)?)
        } else {
            assignment(text.strip_suffix(';')?)?
        };
        found.push((number, statement));
    }
    Some(found)
}

/// A function: its first line, its parameter, and its body.
type Body = (usize, u64, String, Vec<(u64, Statement)>);

fn functions(text: &str) -> Option<BTreeMap<String, Body>> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut at, mut found) = (0, BTreeMap::new());
    while let Some(line) = lines.get(at) {
        let (name, parameter) = line.strip_prefix("void ")?.strip_suffix(')')?.split_once("(int ")?;
        (is_name(name) && is_name(parameter)).then_some(())?;
        let first = at as u64 + 1;
        at += 1;
        found.insert(name.to_string(), (0, first, parameter.to_string(), block(&lines, &mut at, 2)?));
    }
    for (place, body) in found.values_mut().enumerate() {
        body.0 = place;
    }
    Some(found)
}

/// The numbers of the arrays.
const NAMES: [&str; 6] = ["L", "R", "U", "D", "C", "S"];
const SIZE: usize = 400;

/// The way in which a program ends early.
enum Stopped {
    Return,
    Signal(&'static str),
}

/// How the program is wrong besides its text, or unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    Right,
    /// L of the root is never set.
    RootLeft,
    /// The size of a column lies one place before its header's.
    SizesFromZero,
    /// S is a counter of something else.
    Counter,
    /// U of a header is never set.
    HeaderUp,
    /// The size of a header is one too large.
    SizeTooLarge,
    /// The links are halfway when the search is left, and the memory is used again.
    Freed,
}

struct Machine<'a> {
    functions: &'a BTreeMap<String, Body>,
    arrays: HashMap<&'static str, Vec<i32>>,
    events: Vec<RecordedEvent>,
    depth: u64,
    operations: u64,
    options: &'a [Vec<usize>],
    columns: usize,
    build: Build,
}

type Locals = BTreeMap<String, i64>;

impl Machine<'_> {
    fn value(&self, expression: &Expression, locals: &Locals) -> Result<i64, Stopped> {
        Ok(match expression {
            Expression::Number(number) => *number,
            Expression::Name(name) => *locals.get(name).ok_or(Stopped::Signal("SIGILL"))?,
            Expression::Sum(one, more) => self.value(one, locals)? + more,
            Expression::Element(name, index) => {
                let index = self.value(index, locals)?;
                let array = self.arrays.get(name.as_str()).ok_or(Stopped::Signal("SIGILL"))?;
                let value = usize::try_from(index).ok().and_then(|index| array.get(index));
                i64::from(*value.ok_or(Stopped::Signal("SIGSEGV"))?)
            }
        })
    }

    fn holds(&self, (one, sign, other): &Condition, locals: &Locals) -> Result<bool, Stopped> {
        let (one, other) = (self.value(one, locals)?, self.value(other, locals)?);
        Ok(match sign.as_str() {
            "!=" => one != other,
            "==" => one == other,
            "<" => one < other,
            _ => one > other,
        })
    }

    fn write(&mut self, name: &str, index: usize, value: i64) -> Result<(), Stopped> {
        let at = NAMES.iter().position(|own| *own == name).ok_or(Stopped::Signal("SIGILL"))?;
        let value = i32::try_from(value).map_err(|_| Stopped::Signal("SIGILL"))?;
        *self.arrays.get_mut(name).and_then(|array| array.get_mut(index)).ok_or(Stopped::Signal("SIGSEGV"))? = value;
        self.events.push(RecordedEvent::Write(address(at, index), value.to_le_bytes().to_vec()));
        Ok(())
    }

    fn line(&mut self, line: u64, locals: &Locals, parameter: &str) -> Result<(), Stopped> {
        if self.events.len() > 150_000 {
            return Err(Stopped::Signal("SIGINT"));
        }
        let local = |(name, value): (&String, &i64)| Local {
            name: name.clone(),
            text: value.to_string(),
            value: i128::from(*value),
            argument: name == parameter,
        };
        self.events.push(RecordedEvent::Line(line, locals.iter().map(local).collect()));
        Ok(())
    }

    fn assign(&mut self, statement: &Statement, locals: &mut Locals) -> Result<(), Stopped> {
        let Statement::Assign(to, from) = statement else { return Ok(()) };
        let value = self.value(from, locals)?;
        match to {
            Expression::Name(name) => drop(locals.insert(name.clone(), value)),
            Expression::Element(name, index) => {
                let index = self.value(index, locals)?;
                self.write(name, usize::try_from(index).map_err(|_| Stopped::Signal("SIGSEGV"))?, value)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn run(&mut self, body: &[(u64, Statement)], locals: &mut Locals, own: &Body) -> Result<(), Stopped> {
        for (line, statement) in body {
            self.line(*line, locals, &own.2)?;
            match statement {
                Statement::Assign(..) => self.assign(statement, locals)?,
                Statement::Return => return Err(Stopped::Return),
                Statement::If(test, then) => {
                    if self.holds(test, locals)? {
                        self.run(then, locals, own)?;
                    }
                }
                Statement::For(first, test, next, inner) => {
                    self.assign(first, locals)?;
                    while self.holds(test, locals)? {
                        self.run(inner, locals, own)?;
                        self.line(*line, locals, &own.2)?;
                        self.assign(next, locals)?;
                    }
                }
                Statement::Call(name, argument) if name == "build" => {
                    self.value(argument, locals)?;
                    self.build()?;
                }
                Statement::Call(name, argument) => {
                    let argument = self.value(argument, locals)?;
                    self.call(name, argument, own.0 as u64 * 1000 + line)?;
                }
            }
        }
        Ok(())
    }

    fn call(&mut self, name: &str, argument: i64, back: u64) -> Result<(), Stopped> {
        let functions = self.functions;
        let own = functions.get(name).ok_or(Stopped::Signal("SIGILL"))?;
        if self.depth > 60 {
            return Err(Stopped::Signal("SIGSEGV"));
        }
        self.operations += u64::from(matches!(name, "cover" | "uncover"));
        let cfa = (1 << 40) - 256 * self.depth;
        self.events.push(RecordedEvent::Call { function: own.0, cfa, back, arguments: vec![argument], owner: None });
        self.depth += 1;
        let mut locals = Locals::from([(own.2.clone(), argument)]);
        let done = self.run(&own.3, &mut locals, own);
        self.depth -= 1;
        match done {
            Ok(()) | Err(Stopped::Return) => {
                self.events.push(RecordedEvent::Return(None));
                Ok(())
            }
            stopped => stopped,
        }
    }

    /// The links of the options, with one line of the source: that of the call.
    fn build(&mut self) -> Result<(), Stopped> {
        let columns = self.columns;
        let links = |machine: &mut Machine, node: usize, [l, r, u, d]: [usize; 4]| {
            for (name, value) in ["L", "R", "U", "D"].into_iter().zip([l, r, u, d]) {
                machine.write(name, node, value as i64)?;
            }
            Ok(())
        };
        for header in 0..=columns {
            let before = if header > 0 { header - 1 } else { columns };
            links(self, header, [before, (header + 1) % (columns + 1), header, header])?;
            self.write("C", header, header as i64)?;
            self.write("S", header, 0)?;
        }
        let mut node = columns;
        for option in self.options {
            let first = node + 1;
            for (place, &column) in option.iter().enumerate() {
                node += 1;
                let up = self.arrays["U"][column] as usize;
                let last = first + option.len() - 1;
                let left = if place > 0 { node - 1 } else { last };
                let right = if node < last { node + 1 } else { first };
                links(self, node, [left, right, up, column])?;
                self.write("D", up, node as i64)?;
                self.write("U", column, node as i64)?;
                self.write("C", node, column as i64)?;
                let size = i64::from(self.arrays["S"][column]);
                self.write("S", column, size + 1)?;
            }
        }
        match self.build {
            Build::RootLeft => self.write("L", 0, 0)?,
            Build::HeaderUp => self.write("U", columns, 0)?,
            Build::SizeTooLarge => {
                let size = i64::from(self.arrays["S"][columns]);
                self.write("S", columns, size + 1)?;
            }
            Build::SizesFromZero => {
                let sizes: Vec<i32> = self.arrays["S"][..=columns].to_vec();
                for (before, &size) in sizes[1..].iter().enumerate() {
                    self.write("S", before, i64::from(size))?;
                }
                self.write("S", columns, 0)?;
            }
            Build::Counter => {
                for header in 1..=columns {
                    self.write("S", header, 0)?;
                }
            }
            Build::Right | Build::Freed => {}
        }
        Ok(())
    }
}

fn address(array: usize, index: usize) -> u64 {
    0x10_0000 + 0x1_0000 * array as u64 + 4 * index as u64
}

/// A run of the program: what it did, its covers and uncovers, and how it ended.
pub fn recorded(text: &str, columns: usize, options: &[Vec<usize>], build: Build) -> Option<(Recording, u64, bool)> {
    let functions = functions(text)?;
    let mut machine = Machine {
        functions: &functions,
        arrays: NAMES.iter().map(|&name| (name, vec![0; SIZE])).collect(),
        events: Vec::new(),
        depth: 0,
        operations: 0,
        options,
        columns,
        build,
    };
    let array = |(at, name): (usize, &&str)| ArrayVariable {
        path: name.to_string(),
        address: address(at, 0),
        stride: 4,
        width: 4,
        signed: true,
        count: Some(SIZE as u64),
    };
    let variables = Variables {
        arrays: NAMES.iter().enumerate().map(array).collect(),
        scalars: vec![ScalarVariable { path: "n".to_string(), value: columns as i64 }],
        ..Variables::default()
    };
    machine.events.push(RecordedEvent::Variables(Box::new(variables)));
    for array in 0..NAMES.len() {
        machine.events.push(RecordedEvent::Write(address(array, 0), vec![0; 4 * SIZE]));
    }
    let end = machine.call("main", columns as i64, 0);
    if build == Build::Freed {
        for array in 0..NAMES.len() {
            machine.events.push(RecordedEvent::Write(address(array, 0), vec![0x5a; 16]));
        }
    }
    let is_well = end.is_ok();
    machine.events.push(match end {
        Err(Stopped::Signal(name)) => RecordedEvent::Signal(name.to_string()),
        _ => RecordedEvent::Exit(0),
    });
    let (events, operations) = (machine.events, machine.operations);
    let mut named: Vec<Function> = functions
        .iter()
        .map(|(name, body)| Function {
            file: "dance.c".to_string(),
            line: body.1,
            signature: name.clone(),
            from_main: body.0 as i64,
            begins_from_main: body.0 as i64,
            is_number: false,
            is_void: true,
            is_generator: false,
            is_inlined: false,
        })
        .collect();
    named.sort_by_key(|function| function.from_main);
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.to_string())).collect();
    let sources = BTreeMap::from([("dance.c".to_string(), lines)]);
    Some((Recording { functions: named, sources, events, ..Recording::default() }, operations, is_well))
}

/// The verdict on a recording, or the reason why it is not followed.
pub fn attach(recording: &Recording) -> Result<Attached, Unfollowed> {
    let mut target = Recorded::new(Arc::new(recording.clone()));
    let functions = target.functions()?.called();
    let survey = survey(&mut target, &functions, &RoleNames::default())?;
    let limits = FollowLimits { silence: Duration::from_secs(2), stops: 2_000_000 };
    let mut followed = follow(&mut target, &survey, AgainstSettings::default(), limits, &mut |_| {})?;
    let culprit = confirm(&mut target, &survey, &mut followed)?;
    Ok(report(&survey, &followed, culprit.as_ref()))
}

/// A random matrix: its columns, and the columns of each option.
pub fn matrix(rng: &mut Rng) -> (usize, Vec<Vec<usize>>) {
    let columns = rng.usize(3..8);
    let mut options: BTreeSet<Vec<usize>> = BTreeSet::new();
    for _ in 0..rng.usize(4..12) {
        let option: Vec<usize> = (1..=columns).filter(|_| rng.f64() < 0.4).collect();
        if !option.is_empty() {
            options.insert(option);
        }
    }
    let mut options: Vec<Vec<usize>> = options.into_iter().collect();
    rng.shuffle(&mut options);
    if options.len() < 3 {
        options = (1..=columns).map(|column| vec![column]).collect();
    }
    (columns, options)
}

/// The number of covers: every set of options is tried.
fn covers(columns: usize, options: &[Vec<usize>]) -> u64 {
    let mask = |option: &Vec<usize>| option.iter().fold(0u32, |mask, column| mask | 1 << column);
    let masks: Vec<u32> = options.iter().map(mask).collect();
    let whole = ((1u32 << (columns + 1)) - 1) & !1;
    let fits = |set: u32| {
        let chosen = (0..masks.len()).filter(|at| set >> at & 1 == 1);
        let (mut union, mut sum) = (0u32, 0u32);
        chosen.for_each(|at| (union, sum) = (union | masks[at], sum + masks[at].count_ones()));
        union == whole && sum == whole.count_ones()
    };
    (0..1u32 << masks.len()).filter(|&set| fits(set)).count() as u64
}

#[test]
fn right_runs_are_never_accused() {
    let mut rng = Rng::with_seed(86);
    let (mut same, mut refused) = (0, 0);
    for round in 0..rounds(100, 3000) {
        let (columns, options) = matrix(&mut rng);
        let builds = [Build::Right, Build::RootLeft, Build::SizesFromZero, Build::Counter, Build::Freed];
        let (text, build) = match round % 6 {
            5 => (HELPERS, Build::Right),
            at => (DANCE, builds[at as usize]),
        };
        let (recording, operations, is_well) = recorded(text, columns, &options, build).unwrap();
        assert!(is_well);
        match attach(&recording) {
            Ok(said) if said.status == "same" => {
                same += 1;
                let place = format!("{round} {build:?} {columns} {options:?} {said:?}");
                assert_eq!(said.operations, operations, "{place}");
                // A wrong item is chosen by what is no size, and the covers are the same.
                assert_eq!(said.solutions, covers(columns, &options), "{place}");
            }
            Ok(said) => {
                assert!(said.status == "unsure", "{round} {build:?} {columns} {options:?} {said:#?}");
                refused += 1;
            }
            Err(why) => {
                assert!(matches!(why, Unfollowed::NoLinks { .. } | Unfollowed::NoOperations { .. }), "{why}");
                refused += 1;
            }
        }
    }
    assert!(same > 20 * refused, "{same} are the same, {refused} are refused");
}

/// One character of the text is another one: what changes the trace is found or declined, and no
/// line of a function that is right is named.
#[test]
fn mutations_are_found_or_declined() {
    let mut rng = Rng::with_seed(87);
    let (mut found, mut declined, mut harmless, mut named) = (0, 0, 0, 0);
    while found + declined + harmless < rounds(100, 3000) {
        let (columns, options) = matrix(&mut rng);
        let at = rng.usize(..DANCE.len());
        let letters = ["LRUDCS", "cijr", "01", "+-", "<>", "=!"];
        let old = DANCE.as_bytes()[at] as char;
        let Some(kind) = letters.iter().find(|kind| kind.contains(old)) else { continue };
        let new = kind.as_bytes()[rng.usize(..kind.len())] as char;
        let text = format!("{}{new}{}", &DANCE[..at], &DANCE[at + 1..]);
        let is_main = at > DANCE.find("void main").unwrap();
        if new == old || is_main {
            continue;
        }
        let line = DANCE[..at].matches('\n').count() as u64 + 1;
        let (right, operations, _) = recorded(DANCE, columns, &options, Build::Right).unwrap();
        let Some((wrong, _, _)) = recorded(&text, columns, &options, Build::Right) else { continue };
        let place = format!("line {line}: {}, {columns} {options:?}", text.lines().nth(line as usize - 1).unwrap());
        match attach(&wrong) {
            Ok(said) if said.status == "same" => {
                harmless += 1;
                // What it changes is no link, or the order in which items are chosen.
                assert_eq!(said.solutions, covers(columns, &options), "{place} {said:#?}");
                let is_choice = (20..=23).contains(&line) || [8, 12].contains(&line);
                let is_order = said.operations == operations;
                assert!(is_choice || is_order || right.events == wrong.events, "{place} {said:#?}");
            }
            Ok(said) if said.status != "unsure" => {
                found += 1;
                let shown = said.line.iter().map(|own| own.line).chain(said.loops.clone()).chain(said.trail.clone());
                let is_named = shown.into_iter().any(|own| own == line);
                named += u32::from(is_named);
            }
            _ => declined += 1,
        }
    }
    assert!(found > 3 * declined, "{found} are found, {declined} declined, {harmless} harmless, {named} named");
    assert!(named * 10 > found * 7, "{found} are found, {named} named");
}

#[test]
fn what_was_built_wrong_is_named() {
    let options = [vec![3, 5, 6], vec![1, 4, 7], vec![2, 3, 6], vec![1, 4], vec![2, 7], vec![4, 5, 7]];
    let of = |build| attach(&recorded(DANCE, 7, &options, build).unwrap().0).unwrap();
    let said = of(Build::HeaderUp);
    assert_eq!((said.status, said.op), ("differs", Some(0)), "{said:#?}");
    assert_eq!(said.what.as_deref(), Some("U[7] is 0; it should be 23"), "{said:#?}");
    // A size is held against the program once its operations have shown that it is one.
    let said = of(Build::SizeTooLarge);
    assert_eq!(said.what.as_deref(), Some("S[7] is 4; it should be 3"), "{said:#?}");
    let said = of(Build::SizesFromZero);
    assert_eq!((said.status, said.solutions), ("same", 1), "{said:#?}");
    assert!(!said.links.contains("; S;"), "{}", said.links);
}
