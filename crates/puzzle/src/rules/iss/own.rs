//! Rules of one's own in the strings of the Interactive Sudoku Solver: pairs of numbers as bits,
//! regular expressions, and automata as a stream of bits in base64.

use super::{IssCodec, IssItem, name_of, names_of};
use crate::constraint::Constraint;
use crate::grid::{Grid, GridRule};
use crate::own_rule::{AutomatonStep, CellValues, OwnRule};
use crate::rules::{no_such_rule, slug};
use crate::scan::ParseError;
use crate::tuples::{Transition, Tuples};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The digits of base64 by their values. The older constraints have the last two exchanged.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The names of the constraints.
pub(in crate::rules) const NAMES: [&str; 6] = ["Pair", "PairX", "Binary", "BinaryX", "Regex", "NFA"];

/// A key that holds the meaning, and the cells.
pub(in crate::rules) const DEFINED: &IssCodec = &IssCodec {
    read: |item, _, grid| rules(item, grid),
    write: |_, rule, grid| written(rule, rule.own.as_ref()?, grid),
};

/// The rules that a constraint means: one for each of its groups of cells.
fn rules(item: &IssItem, grid: &Grid) -> Result<Vec<GridRule>, ParseError> {
    let (key, rest) = item.args.split_first().map_or(("", &[][..]), |(key, rest)| (*key, rest));
    let is_old = item.name.starts_with("Binary");
    let means = match item.name {
        "Pair" | "Binary" => CellValues::Pairs(pairs(item, key, is_old, grid)?),
        "PairX" | "BinaryX" => CellValues::EveryTwo(pairs(item, key, is_old, grid)?),
        "Regex" => pattern(item, key)?,
        _ => automaton(item, key, grid)?,
    };
    let (mut found, mut name, mut cells) = (Vec::<GridRule>::new(), String::new(), Vec::new());
    let mut defined: Vec<Arc<OwnRule>> = grid.defined().into_iter().cloned().collect();
    for arg in rest.iter().copied().chain([""]) {
        // A group ends at an empty argument, and at the name of the next one.
        let named = arg.strip_prefix('_');
        if (arg.is_empty() || named.is_some()) && !cells.is_empty() {
            found.push(GridRule::of_own(&definition(&name, &means, &mut defined), std::mem::take(&mut cells)));
        }
        match named {
            Some(encoded) => name = decoded(encoded),
            None if arg.is_empty() => {}
            None if arg == "-" => {
                return Err(no_such_rule(&item.at, &format!("{} with several segments", item.name)));
            }
            None => cells.push(item.cell(grid, arg)?),
        }
    }
    Ok(found)
}

/// The definition with this meaning: a known one, or one with a name that is not taken yet.
fn definition(name: &str, means: &CellValues, defined: &mut Vec<Arc<OwnRule>>) -> Arc<OwnRule> {
    let (usual, help) = match means {
        CellValues::Pairs(pairs) => ("pairs", format!("successive cells hold one of {} pairs of numbers", pairs.len())),
        CellValues::EveryTwo(pairs) => {
            ("every-two", format!("every two cells hold one of {} pairs of numbers", pairs.len()))
        }
        CellValues::Pattern(pattern) => ("pattern", format!("the symbols along the line match {pattern}")),
        CellValues::Automaton { steps, .. } => {
            ("automaton", format!("an automaton of {} steps accepts the line", steps.len()))
        }
        CellValues::Tuples(tuples) => ("tuples", format!("the cells hold one of {} tuples", tuples.len())),
    };
    let slug = Some(slug(name)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| usual.to_string());
    if let Some(known) = defined.iter().find(|own| own.means == *means && own.name.starts_with(&slug)) {
        return Arc::clone(known);
    }
    let is_free = |name: &String| !OwnRule::is_built_in(name) && defined.iter().all(|own| own.name != *name);
    let name = [slug.clone()].into_iter().chain((2..).map(|k| format!("{slug}-{k}"))).find(is_free).unwrap_or(slug);
    let rule = Arc::new(OwnRule { name, help, drawn: "line".to_string(), means: means.clone() });
    defined.push(Arc::clone(&rule));
    rule
}

/// A name without the escapes of an address.
fn decoded(name: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), name.as_bytes());
    while let [first, after @ ..] = rest {
        let hex = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let escaped = hex.filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The pairs of numbers of a key: six bits a digit, the lowest first, a bit for each pair.
fn pairs(item: &IssItem, key: &str, is_old: bool, grid: &Grid) -> Result<Vec<(u32, u32)>, ParseError> {
    let n = grid.n_symbols();
    let mut found = Vec::new();
    for (k, digit) in key.bytes().enumerate() {
        let digit = match digit {
            b'-' if is_old => b'_',
            b'_' if is_old => b'-',
            digit => digit,
        };
        let Some(bits) = DIGITS.iter().position(|&known| known == digit) else {
            return Err(item.wrong(format!("`{key}` is not a key of pairs")));
        };
        for bit in (0..6).filter(|bit| bits >> bit & 1 == 1).map(|bit| 6 * k + bit).filter(|&bit| bit < n * n) {
            let number = |k: usize| k as u32 + u32::from(grid.lowest);
            found.push((number(bit / n), number(bit % n)));
        }
    }
    if found.is_empty() {
        return Err(item.wrong(format!("`{key}` allows no pair")));
    }
    Ok(found)
}

/// The bytes of a text in base64, which may be padded with `=`.
fn unpacked(key: &str) -> Option<Vec<u8>> {
    BASE64.decode(key.trim_end_matches('=')).ok()
}

fn pattern(item: &IssItem, key: &str) -> Result<CellValues, ParseError> {
    // Only the older spelling has escapes or points.
    let text = match key.contains(['%', '.']) {
        true => decoded(key),
        false => {
            let text = unpacked(key).and_then(|bytes| String::from_utf8(bytes).ok());
            text.ok_or_else(|| item.wrong(format!("`{key}` is not a regular expression in base64")))?
        }
    };
    // Letters are symbols, in either case.
    let text: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
    let means = CellValues::Pattern(text);
    match means.fault() {
        None => Ok(means),
        Some(fault) => Err(item.wrong(fault)),
    }
}

/// Bits in the order of bytes, the highest of a byte first.
struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn left(&self) -> usize {
        8 * self.bytes.len() - self.at
    }

    fn read(&mut self, n_bits: usize) -> Option<usize> {
        if self.left() < n_bits {
            return None;
        }
        let bits = self.at..self.at + n_bits;
        self.at += n_bits;
        Some(bits.fold(0, |value, at| value << 1 | usize::from(self.bytes[at / 8] >> (7 - at % 8) & 1)))
    }

    fn write(&mut self, value: usize, n_bits: usize) {
        for bit in (0..n_bits).rev() {
            if self.at.is_multiple_of(8) {
                self.bytes.push(0);
            }
            self.bytes[self.at / 8] |= u8::from(value >> bit & 1 == 1) << (7 - self.at % 8);
            self.at += 1;
        }
    }
}

/// The number of bits of a number.
fn width(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

fn automaton(item: &IssItem, key: &str, grid: &Grid) -> Result<CellValues, ParseError> {
    let bytes = unpacked(key).ok_or_else(|| item.wrong(format!("`{key}` is not an automaton in base64")))?;
    let read = transitions(&mut Bits { bytes, at: 0 });
    let Some((n_starts, n_ends, start_ends, moves)) = read else {
        return Err(item.wrong("the automaton ends before all of its transitions".to_string()));
    };
    // By states, the numbers that lead from one to the other.
    let mut numbers: BTreeMap<(usize, usize), Vec<u32>> = BTreeMap::new();
    for &(from, symbol, to) in &moves {
        numbers.entry((from, to)).or_default().push(symbol as u32 + u32::from(grid.lowest));
    }
    // The first states are one state before the first cell, and others where they are entered
    // again.
    let name = |state: usize| format!("s{state}");
    let is_start = |state: usize| state < n_starts;
    let entered: BTreeSet<usize> = numbers.keys().map(|&(_, to)| to).collect();
    let step =
        |from: String, to: usize, numbers: &Vec<u32>| AutomatonStep { from, numbers: numbers.clone(), to: name(to) };
    let of_start = numbers.iter().filter(|((from, _), _)| is_start(*from));
    let mut steps: Vec<AutomatonStep> =
        of_start.map(|(&(_, to), numbers)| step("start".to_string(), to, numbers)).collect();
    if steps.is_empty() {
        // Nothing is accepted. The first step says where the automaton begins.
        steps.push(step("start".to_string(), 0, &Vec::new()));
    }
    let others = numbers.iter().filter(|((from, _), _)| !is_start(*from) || entered.contains(from));
    steps.extend(others.map(|(&(from, to), numbers)| step(name(from), to, numbers)));
    let ends = (0..n_starts).filter(|start| start_ends >> start & 1 == 1).chain(n_starts..n_starts + n_ends);
    let ends = ends.filter(|state| entered.contains(state)).map(name).collect();
    Ok(CellValues::Automaton { steps, ends })
}

/// The number of first states, of further states that end a line, the first states that end one,
/// and the transitions: a state, a symbol and the next state. `None` if bits are missing.
type Moves = (usize, usize, usize, Vec<(usize, usize, usize)>);

fn transitions(bits: &mut Bits) -> Option<Moves> {
    let is_packed = bits.read(2)? == 1;
    let state_bits = bits.read(4)? + 1;
    let n_symbols = bits.read(4)? + 1;
    let (n_starts, n_ends) = (bits.read(state_bits)?, bits.read(state_bits)?);
    let start_ends = if n_starts < usize::BITS as usize { bits.read(n_starts)? } else { return None };
    let mut moves = Vec::new();
    if is_packed {
        let mut state = 0;
        while bits.left() >= n_symbols {
            let mask = bits.read(n_symbols)?;
            for symbol in (0..n_symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                moves.push((state, symbol, bits.read(state_bits)?));
            }
            state += 1;
        }
    } else {
        let count_bits = bits.read(4)?;
        let mut state = 0;
        while count_bits > 0 && bits.left() >= count_bits {
            for _ in 0..bits.read(count_bits)? {
                moves.push((state, bits.read(width(n_symbols - 1))?, bits.read(state_bits)?));
            }
            state += 1;
        }
    }
    Some((n_starts, n_ends, start_ends, moves))
}

/// A rule of one's own as a constraint. `None` if its automaton has too many states.
fn written(rule: &GridRule, own: &OwnRule, grid: &Grid) -> Option<String> {
    let n = grid.n_symbols();
    let cells = names_of(&rule.cells, grid);
    let key = |pairs: &[(u32, u32)]| {
        let mut bits = vec![0u8; (n * n).div_ceil(6)];
        let at = |number: u32| grid.symbol_of(number as usize).map(|symbol| usize::from(symbol.0));
        for bit in pairs.iter().filter_map(|&(one, other)| Some(at(one)? * n + at(other)?)) {
            bits[bit / 6] |= 1 << (bit % 6);
        }
        let digits: String = bits.iter().map(|&bits| char::from(DIGITS[usize::from(bits)])).collect();
        digits.trim_end_matches('A').to_string()
    };
    let name = &own.name;
    Some(match &own.means {
        CellValues::Pairs(pairs) => format!(".Pair~{}~_{name}{cells}", key(pairs)),
        CellValues::EveryTwo(pairs) if pairs.iter().all(|&(one, other)| pairs.contains(&(other, one))) => {
            format!(".PairX~{}~_{name}{cells}", key(pairs))
        }
        // A key of every two cells must not depend on their order.
        CellValues::EveryTwo(pairs) => {
            let two = |one: usize, other: usize| {
                format!("~{}~{}", name_of(rule.cells[one], grid), name_of(rule.cells[other], grid))
            };
            let ends = (0..rule.cells.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
            let groups: Vec<String> = ends.map(|(one, other)| two(one, other)).collect();
            format!(".Pair~{}~_{name}{}", key(pairs), groups.join("~"))
        }
        _ => {
            let constraint = rule.lower(grid).into_iter().next()?;
            let Constraint::Tuples(_, tuples) = constraint else { return None };
            format!(".NFA~{}~_{name}{cells}", packed(&tuples, n)?)
        }
    })
}

/// An automaton as base64: its first state, then the last one, then the others.
fn packed(tuples: &Tuples, n_symbols: usize) -> Option<String> {
    let n_cells = tuples.n_cells();
    // By cell, the number of the first state after it. That after the last cell is state 1.
    let mut first = Vec::with_capacity(n_cells);
    let mut n_states = 2;
    for at in 0..n_cells {
        first.push(if at + 1 == n_cells { 1 } else { n_states });
        n_states += if at + 1 == n_cells { 0 } else { tuples.n_states(at) };
    }
    let state_bits = width(n_states - 1);
    let mut bits = Bits { bytes: Vec::new(), at: 0 };
    for (value, n_bits) in [(1, 2), (state_bits.checked_sub(1).filter(|&bits| bits < 16)?, 4), (n_symbols - 1, 4)] {
        bits.write(value, n_bits);
    }
    for (value, n_bits) in [(1, state_bits), (1, state_bits), (0, 1)] {
        bits.write(value, n_bits);
    }
    let mut write = |steps: &[Transition], at: usize| {
        bits.write(steps.iter().fold(0, |mask, step| mask | 1 << step.symbol.0), n_symbols);
        steps.iter().for_each(|step| bits.write(first[at] + step.to as usize, state_bits));
    };
    write(tuples.transitions_from(0, 0), 0);
    // Nothing follows the last state.
    write(&[], 0);
    for at in 1..n_cells {
        (0..tuples.n_states(at - 1)).for_each(|from| write(tuples.transitions_from(at, from as u32), at));
    }
    Some(BASE64.encode(bits.bytes))
}
