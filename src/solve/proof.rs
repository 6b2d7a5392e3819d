//! Proofs that an independent checker accepts: the problem as pseudo-Boolean constraints (OPB), and
//! a derivation in VeriPB's format, version 3.
//!
//! **The problem.** A variable per option. An exact item gives two constraints, at least one and at
//! most one; an item with a multiplicity its range; a secondary item at most one. A colour of an
//! item is a variable that its options imply, and an item has at most one of them.
//!
//! **The claim.** *None* is unsatisfiability. *Exactly these* is an optimum: a variable `listed`
//! may only be false in a solution that is not listed, so its least value is 1 if there is no
//! other. The checker checks each listed solution too. *Several* is the same with one solution
//! listed and another one shown, so that the least value is 0. *No better* is an optimum of the
//! score, and *no fewer* of the number of options.
//!
//! **The derivation** follows the search by links. When the search leaves a branch that was one of
//! several, one line says that the choices on the path cannot all hold: the checker propagates them
//! as the links did, and meets the lines of the branches below. A cut is one line of cutting planes
//! before that: the bound's multipliers, times the constraints of the open items, plus the
//! constraint that the best is to be beaten.
//!
//! **Source.** Bogaerts, Gocht, McCreesh and Nordström, Certified dominance and symmetry breaking
//! (2023), for the format.

use super::drive::run;
use super::order::{Flow, Host, Order};
use super::outcome::{Snapshot, Status, StopReason};
use crate::dlx::{Event, Goal, ItemId, OptionId, Policy, Problem, Search, Tally};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};

/// What a proof shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no solution.
    None,
    /// There is a solution, this one.
    Some(Vec<OptionId>),
    /// There are at least two.
    Several([Vec<OptionId>; 2]),
    /// These are all solutions.
    Exactly(Vec<Vec<OptionId>>),
    /// No solution has a greater total weight; or, of a repeated cover, fewer options.
    Best(Vec<OptionId>),
}

impl Claim {
    /// Solutions that the problem's file lists.
    fn listed(&self) -> &[Vec<OptionId>] {
        match self {
            Claim::Exactly(covers) => covers,
            Claim::Several(covers) => &covers[..1],
            Claim::None | Claim::Some(_) | Claim::Best(_) => &[],
        }
    }
}

/// The size of a proof that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub variables: usize,
    pub constraints: usize,
    /// Derived lines, without deletions.
    pub lines: u64,
    pub bytes: u64,
    /// Branchings of the search that the proof follows.
    pub nodes: u64,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum Unproved {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("stopped before the proof was complete")]
    Stopped,
    #[error("the proof would take more than {0} bytes; --max-size allows more")]
    TooLarge(u64),
    #[error("there are more than {0} solutions, and each would have to be listed; --limit allows more")]
    TooMany(u64),
    #[error("smallest covers are not counted by a proof; --goal best proves that none is smaller")]
    CountOfSmallest,
    /// Two engines contradict each other, which is a defect.
    #[error("an internal error, please report this puzzle: {0}")]
    Wrong(String),
}

/// What is to be proved, and how long it may get.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    pub goal: Goal,
    /// Solutions that may be listed.
    pub most: u64,
    pub max_bytes: u64,
}

/// Collects the solutions that an engine meets.
struct Gather<'a> {
    found: Vec<Vec<OptionId>>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl Host for Gather<'_> {
    fn poll(&mut self, _look: &dyn Fn() -> Snapshot) -> Flow {
        if (self.go_on)() { Flow::Go } else { Flow::Stop(StopReason::Cancelled) }
    }

    fn wants_each(&self) -> bool {
        true
    }

    fn met(&mut self, cover: &[OptionId]) {
        self.found.push(cover.to_vec());
    }
}

/// Finds out what holds of a problem, by the engine that is usual for the goal.
///
/// # Errors
///
/// If the question cannot be proved, or was stopped.
pub fn claim(problem: &Problem, ask: Ask, go_on: &mut dyn FnMut() -> bool) -> Result<Claim, Unproved> {
    let goal = match ask.goal {
        Goal::Count { .. } if problem.is_repeated() => return Err(Unproved::CountOfSmallest),
        _ if problem.is_repeated() => Goal::Best,
        Goal::Count { .. } => Goal::Count { limit: Some(ask.most.saturating_add(1)) },
        Goal::Unique => Goal::Count { limit: Some(2) },
        other => other,
    };
    let mut host = Gather { found: Vec::new(), go_on };
    let outcome = run(problem, Order { in_batch: true, ..Order::new(goal) }, &mut host);
    if outcome.stop == StopReason::Cancelled {
        return Err(Unproved::Stopped);
    }
    let mut found = if host.found.is_empty() { outcome.solutions.clone() } else { host.found };
    found.iter_mut().for_each(|cover| cover.sort_unstable());
    let wrong = found.iter().any(|cover| !problem.is_cover(cover)) || outcome.status == Status::Wrong;
    if wrong {
        return Err(Unproved::Wrong(format!("{} found what is no solution", outcome.engine.name())));
    }
    match (found.len(), ask.goal) {
        (0, _) if outcome.status == Status::None => Ok(Claim::None),
        (0, _) => Err(Unproved::Stopped),
        (_, _) if goal == Goal::Best => Ok(Claim::Best(found.swap_remove(0))),
        (_, Goal::First) => Ok(Claim::Some(found.swap_remove(0))),
        (2.., Goal::Unique) => Ok(Claim::Several([found.swap_remove(0), found.swap_remove(0)])),
        (many, Goal::Count { .. }) if many as u64 > ask.most => Err(Unproved::TooMany(ask.most)),
        _ => Ok(Claim::Exactly(found)),
    }
}

/// The variables and constraints of a problem.
struct Formula<'a> {
    problem: &'a Problem,
    /// By option.
    names: Vec<String>,
    /// By secondary item and colour.
    colors: BTreeMap<(ItemId, u32), String>,
    /// The variable that is true where a solution is listed, if some are.
    listed: Option<String>,
    /// A variable that is always false, if an item has no option.
    empty: Option<String>,
    /// By primary item: the numbers of *at least* and *at most*.
    bounds: Vec<(u64, u64)>,
    constraints: u64,
    text: String,
}

/// Variables of an OPB file begin with a letter and have few other characters.
fn name_of(wanted: &str, taken: &mut HashSet<String>) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut name: String = wanted.chars().take(60).map(plain).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || name.len() < 2 {
        name = format!("o_{name}");
    }
    let own = std::iter::once(name.clone()).chain((2..).map(|k| format!("{name}__{k}")));
    let own = own.into_iter().find(|own| !taken.contains(own)).expect("there are more numbers than names");
    taken.insert(own.clone());
    own
}

impl<'a> Formula<'a> {
    fn new(problem: &'a Problem, names: &Names, claim: &Claim) -> Formula<'a> {
        let mut taken = HashSet::new();
        let covers = claim.listed();
        let listed = (!covers.is_empty()).then(|| name_of("listed", &mut taken));
        let options = problem.options().map(|option| name_of(&(names.option)(option), &mut taken)).collect();
        let mut own = Formula {
            problem,
            names: options,
            colors: BTreeMap::new(),
            listed,
            empty: None,
            bounds: vec![(0, 0); problem.n_primary()],
            constraints: 0,
            text: String::new(),
        };
        for option in problem.options() {
            for (item, color) in problem.colored_items_of(option).filter(|own| own.1 > 0) {
                let name = |taken: &mut HashSet<String>| name_of(&format!("{}_is_{color}", (names.item)(item)), taken);
                own.colors.entry((item, color)).or_insert_with(|| name(&mut taken));
            }
        }
        own.objective(claim);
        own.items(names);
        if !covers.is_empty() {
            own.text += "* `listed` may be false in a solution that is not one of these\n";
            for cover in covers {
                // Where an item may be held several times, one solution can be part of another.
                let nested = problem.is_multiple();
                let literal = |option: OptionId| match cover.contains(&option) {
                    true => Some(format!("+1 ~{}", own.names[option.index()])),
                    false => nested.then(|| format!("+1 {}", own.names[option.index()])),
                };
                let others: Vec<String> = problem.options().filter_map(literal).collect();
                let text = format!("{} +1 {} >= 1", others.join(" "), own.listed.as_deref().unwrap_or_default());
                own.constrain(&text);
            }
        }
        own
    }

    fn constrain(&mut self, text: &str) -> u64 {
        self.constraints += 1;
        self.text += text;
        self.text += " ;\n";
        self.constraints
    }

    /// What is to be made least.
    fn objective(&mut self, claim: &Claim) {
        let terms: Vec<String> = match claim {
            Claim::Exactly(_) | Claim::Several(_) => self.listed.iter().map(|name| format!("+1 {name}")).collect(),
            Claim::Best(_) => {
                let price = |option: OptionId| match self.problem.is_repeated() {
                    true => 1,
                    false => -self.problem.weight(option),
                };
                let of = |option: OptionId| format!("{:+} {}", price(option), self.names[option.index()]);
                self.problem.options().filter(|&option| price(option) != 0).map(of).collect()
            }
            Claim::None | Claim::Some(_) => return,
        };
        self.text += &format!("min: {} ;\n", terms.join(" "));
    }

    fn items(&mut self, names: &Names) {
        let problem = self.problem;
        let mut of = vec![Vec::new(); problem.n_items()];
        let mut idle = Vec::new();
        for option in problem.options() {
            let items = problem.items_of(option);
            items.iter().for_each(|item| of[item.index()].push(option));
            if !items.iter().any(|&item| problem.is_primary(item)) {
                idle.push(option);
            }
        }
        let sum = |own: &Formula, options: &[OptionId], sign: char| {
            options.iter().map(|option| format!("{sign}1 {}", own.names[option.index()])).collect::<Vec<_>>().join(" ")
        };
        for item in (0..problem.n_primary() as u32).map(ItemId) {
            _ = writeln!(self.text, "* {}", one_line(&(names.item)(item)));
            let options = &of[item.index()];
            if options.is_empty() {
                // No constraint is empty: a variable that is always false stands for its options.
                if self.empty.is_none() {
                    let name = name_of("no_option", &mut self.names.iter().cloned().collect());
                    self.constrain(&format!("+1 ~{name} >= 1"));
                    self.empty = Some(name);
                }
                let (least, _) = problem.multiplicity(item);
                let name = self.empty.clone().unwrap_or_default();
                self.bounds[item.index()] = (self.constrain(&format!("+1 {name} >= {least}")), 0);
                continue;
            }
            let (least, most) = if problem.is_repeated() { (1, u32::MAX) } else { problem.multiplicity(item) };
            let text = format!("{} >= {least}", sum(self, options, '+'));
            self.bounds[item.index()].0 = self.constrain(&text);
            if !problem.is_repeated() {
                let text = format!("{} >= -{most}", sum(self, options, '-'));
                self.bounds[item.index()].1 = self.constrain(&text);
            }
        }
        for item in (problem.n_primary() as u32..problem.n_items() as u32).map(ItemId) {
            _ = writeln!(self.text, "* {}, at most once", one_line(&(names.item)(item)));
            let mut terms = Vec::new();
            for &option in &of[item.index()] {
                let color = problem.colored_items_of(option).find(|own| own.0 == item).map_or(0, |own| own.1);
                match self.colors.get(&(item, color)).cloned() {
                    Some(color) => {
                        let text = format!("+1 ~{} +1 {color} >= 1", self.names[option.index()]);
                        self.constrain(&text);
                    }
                    None => terms.push(format!("-1 {}", self.names[option.index()])),
                }
            }
            terms.extend(self.colors.range((item, 0)..=(item, u32::MAX)).map(|(_, name)| format!("-1 {name}")));
            if terms.len() > 1 {
                self.constrain(&format!("{} >= -1", terms.join(" ")));
            }
        }
        if !idle.is_empty() {
            self.text += "* options without an item that must be covered are never chosen\n";
            for option in idle {
                let text = format!("+1 ~{} >= 1", self.names[option.index()]);
                self.constrain(&text);
            }
        }
    }

    /// A solution as the checker wants it: every variable that propagation might leave open.
    fn literals(&self, cover: &[OptionId], listed: bool) -> String {
        let chosen: HashSet<OptionId> = cover.iter().copied().collect();
        let sign = |yes: bool| if yes { "" } else { "~" };
        let mut own: Vec<String> =
            self.problem.options().map(|o| sign(chosen.contains(&o)).to_string() + &self.names[o.index()]).collect();
        for ((item, color), name) in &self.colors {
            let given = cover.iter().any(|&o| self.problem.colored_items_of(o).any(|own| own == (*item, *color)));
            own.push(sign(given).to_string() + name);
        }
        own.extend(self.empty.iter().map(|name| format!("~{name}")));
        own.extend(self.listed.iter().map(|name| sign(listed).to_string() + name));
        own.join(" ")
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The names of items and options, from which those of the variables are made.
pub struct Names<'a> {
    pub item: &'a dyn Fn(ItemId) -> String,
    pub option: &'a dyn Fn(OptionId) -> String,
}

/// The derivation, as it is written.
struct Derivation<'a> {
    out: &'a mut dyn Write,
    /// The number of the last constraint.
    last: u64,
    size: Size,
    max_bytes: u64,
}

impl Derivation<'_> {
    fn put(&mut self, line: &str) -> Result<(), Unproved> {
        self.size.bytes += line.len() as u64 + 2;
        if self.size.bytes > self.max_bytes {
            return Err(Unproved::TooLarge(self.max_bytes));
        }
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b";\n")?;
        Ok(())
    }

    /// A line that adds a constraint. Returns its number.
    fn derive(&mut self, line: &str) -> Result<u64, Unproved> {
        self.put(line)?;
        (self.last, self.size.lines) = (self.last + 1, self.size.lines + 1);
        Ok(self.last)
    }

    fn delete(&mut self, ids: &[u64]) -> Result<(), Unproved> {
        if ids.is_empty() {
            return Ok(());
        }
        let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
        self.put(&format!("del id {}", ids.join(" ")))
    }
}

/// The first line of a proof.
const HEADER: &[u8] = b"pseudo-Boolean proof version 3.0\n";

/// A choice on the path.
struct Level {
    /// The option taken, if the choice was one of several. A forced one is propagated.
    decided: Option<OptionId>,
    /// Derived below it, and not deleted yet.
    ids: Vec<u64>,
    /// Whether a listed solution lies below it.
    listed: bool,
}

/// Writes a problem and a proof of what is claimed about it.
///
/// # Errors
///
/// If the claim is false, the proof is too large, it was stopped, or a file cannot be written.
pub fn prove(
    problem: &Problem,
    claim: &Claim,
    names: &Names,
    max_bytes: u64,
    (opb, proof): (&mut dyn Write, &mut dyn Write),
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Size, Unproved> {
    let formula = Formula::new(problem, names, claim);
    let variables = formula.names.len() + formula.colors.len() + usize::from(formula.listed.is_some());
    writeln!(opb, "* #variable= {variables} #constraint= {}", formula.constraints)?;
    opb.write_all(formula.text.as_bytes())?;
    opb.flush()?;
    let mut out = Derivation {
        out: proof,
        last: formula.constraints,
        size: Size {
            variables,
            constraints: formula.constraints as usize,
            bytes: HEADER.len() as u64,
            ..Size::default()
        },
        max_bytes,
    };
    out.out.write_all(HEADER)?;
    out.put(&format!("f {}", formula.constraints))?;
    let conclusion = match claim {
        Claim::Some(cover) => format!("SAT : {}", formula.literals(cover, true)),
        Claim::Several([one, other]) => {
            out.put(&format!("sol {}", formula.literals(one, true)))?;
            out.put(&format!("sol {}", formula.literals(other, false)))?;
            "BOUNDS 0 0".to_string()
        }
        Claim::None | Claim::Exactly(_) | Claim::Best(_) => {
            let mut walk =
                Walk { formula: &formula, out: &mut out, beaten: 0, levels: Vec::new(), listed: HashSet::new() };
            walk.all(claim, go_on)?;
            match claim {
                Claim::Exactly(_) => "BOUNDS 1 1".to_string(),
                Claim::Best(cover) => {
                    let best = if problem.is_repeated() { cover.len() as i64 } else { -problem.total(cover) };
                    format!("BOUNDS {best} {best}")
                }
                Claim::None | Claim::Some(_) | Claim::Several(_) => "UNSAT".to_string(),
            }
        }
    };
    out.put("output NONE")?;
    out.put(&format!("conclusion {conclusion}"))?;
    out.put("end pseudo-Boolean proof")?;
    out.out.flush()?;
    Ok(out.size)
}

/// The search by links that the derivation follows.
struct Walk<'a, 'b> {
    formula: &'a Formula<'a>,
    out: &'a mut Derivation<'b>,
    /// The number of the constraint that the best is to be beaten.
    beaten: u64,
    /// The root's, then one for each choice.
    levels: Vec<Level>,
    /// Listed solutions that were not met yet.
    listed: HashSet<Vec<OptionId>>,
}

/// Steps between two questions whether to go on.
const PATIENCE: u32 = 4096;

/// Multipliers of a bound are multiples of 1 / `ONE`: fine enough for every cut of the search.
const ONE: i128 = 1 << 40;

impl Walk<'_, '_> {
    fn all(&mut self, claim: &Claim, go_on: &mut dyn FnMut() -> bool) -> Result<(), Unproved> {
        let problem = self.formula.problem;
        let best = matches!(claim, Claim::Best(_));
        if problem.is_repeated() && !best {
            // Only an item without an option leaves a repeated cover without a solution.
            return self.over();
        }
        let mut search = Search::new(problem, Policy { best, ..Policy::default() });
        match claim {
            Claim::Exactly(covers) => {
                for cover in covers {
                    self.out.put(&format!("sol {}", self.formula.literals(cover, true)))?;
                }
                self.listed = covers.iter().cloned().collect();
            }
            Claim::Best(cover) => {
                self.beaten = self.out.derive(&format!("soli {}", self.formula.literals(cover, true)))?;
                let met = match problem.is_repeated() {
                    true => search.set_limit(cover.len() as u32 - 1),
                    false => search.beat(problem.total(cover)),
                };
                if !met {
                    // The bound at the root is as high already: a cut there.
                    self.levels.push(Level { decided: None, ids: Vec::new(), listed: false });
                    self.cut(&search, cover.len() as i64 - 1)?;
                    return self.over();
                }
            }
            Claim::None | Claim::Some(_) | Claim::Several(_) => {}
        }
        self.levels.push(Level { decided: None, ids: Vec::new(), listed: false });
        let (mut tally, mut patience) = (Tally::default(), PATIENCE);
        loop {
            let hand = search.branch_in_hand();
            let Some(event) = search.step_into(&mut tally) else { break };
            match event {
                Event::Try { node } => {
                    let option = search.links().option(node);
                    let several = hand.is_none_or(|branch| branch.d > 1);
                    let decided = option.filter(|_| several);
                    self.levels.push(Level { decided, ids: Vec::new(), listed: false });
                    self.out.size.nodes += u64::from(several);
                }
                Event::Stop { .. } => self.levels.push(Level { decided: None, ids: Vec::new(), listed: false }),
                Event::Visit => self.visit(&search, claim)?,
                Event::Cut { .. } => {
                    let most = search.limit().map_or(0, i64::from);
                    self.cut(&search, most)?;
                }
                // A higher limit is not below the best.
                Event::Deepen { .. } => break,
                _ => {}
            }
            while self.levels.len() > search.chosen().len() + 1 {
                self.close()?;
            }
            patience -= 1;
            if patience == 0 {
                patience = PATIENCE;
                if !go_on() {
                    return Err(Unproved::Stopped);
                }
            }
        }
        while self.levels.len() > 1 {
            self.close()?;
        }
        if let Some(cover) = self.listed.iter().next() {
            return Err(Unproved::Wrong(format!("the search by links did not meet the solution {cover:?}")));
        }
        self.over()
    }

    /// The last line: a contradiction, or that each solution is a listed one.
    fn over(&mut self) -> Result<(), Unproved> {
        let line = match &self.formula.listed {
            Some(name) => format!("rup +1 {name} >= 1"),
            None => "rup >= 1".to_string(),
        };
        self.out.derive(&line).map(|_| ())
    }

    fn visit(&mut self, search: &Search, claim: &Claim) -> Result<(), Unproved> {
        let mut cover = search.path();
        cover.sort_unstable();
        match claim {
            Claim::Exactly(_) if self.listed.remove(&cover) => {
                self.levels.iter_mut().for_each(|level| level.listed = true);
                Ok(())
            }
            Claim::Best(best) if !self.formula.problem.is_repeated() => {
                let problem = self.formula.problem;
                match problem.total(&cover) <= problem.total(best) {
                    true => Ok(()),
                    false => Err(Unproved::Wrong(format!("the search by links found a better solution, {cover:?}"))),
                }
            }
            _ => Err(Unproved::Wrong(format!("the search by links found one more solution, {cover:?}"))),
        }
    }

    /// The search leaves a branch: of several, it is excluded by a line of its own.
    fn close(&mut self) -> Result<(), Unproved> {
        let Some(level) = self.levels.pop() else { return Ok(()) };
        let mut ids = level.ids;
        if let Some(option) = level.decided {
            let path = self.levels.iter().filter_map(|own| own.decided).chain([option]);
            let mut line = "rup".to_string();
            path.for_each(|option| _ = write!(line, " +1 ~{}", self.formula.names[option.index()]));
            // Where options tried before stay possible elsewhere, the lines that exclude them may
            // hold by a listed solution alone.
            let listed = level.listed || self.formula.problem.is_multiple();
            if let Some(name) = self.formula.listed.as_ref().filter(|_| listed) {
                _ = write!(line, " +1 {name}");
            }
            line += " >= 1";
            let id = self.out.derive(&line)?;
            self.out.delete(&ids)?;
            ids = vec![id];
        }
        if let Some(above) = self.levels.last_mut() {
            above.ids.extend(ids);
        }
        Ok(())
    }

    /// The bound of a branch as a line of cutting planes. `most` is the limit of a repeated cover.
    fn cut(&mut self, search: &Search, most: i64) -> Result<(), Unproved> {
        let taxes = search.multipliers();
        let room = i128::from(most) - search.chosen().len() as i128;
        let mut whole: Vec<(ItemId, i128)> =
            taxes.iter().map(|&(item, tax)| (item, (tax * ONE as f64).round() as i128)).collect();
        // Small bounds are rounded up because an item is open: that item alone is the reason then.
        if search.is_repeated() && self.bound(search, &whole) <= room * ONE {
            whole = search.links().open_items().take(1).map(|item| (item, ONE)).collect();
            if self.bound(search, &whole) <= room * ONE {
                return Err(Unproved::Wrong(format!("the bound at {} is not proved", search.address())));
            }
        }
        let mut line = format!("pol {} {ONE} *", self.beaten);
        for (item, tax) in whole.into_iter().filter(|own| own.1 != 0) {
            let (least, atmost) = self.formula.bounds[item.index()];
            // A tax on a need costs, a gain from an item is limited by its most.
            let id = if search.is_repeated() || tax < 0 { least } else { atmost };
            if id > 0 {
                _ = write!(line, " {id} {} * +", tax.abs());
            }
        }
        let id = self.out.derive(&line)?;
        if let Some(level) = self.levels.last_mut() {
            level.ids.push(id);
        }
        Ok(())
    }

    /// The Lagrangian bound of some multipliers on the options that open items still need.
    fn bound(&self, search: &Search, taxes: &[(ItemId, i128)]) -> i128 {
        let links = search.links();
        let mut prices: HashMap<OptionId, i128> = HashMap::new();
        for &(item, tax) in taxes {
            for option in links.column(item).filter_map(|node| links.option(node)) {
                *prices.entry(option).or_default() += tax;
            }
        }
        let sum: i128 = taxes.iter().map(|own| own.1).sum();
        sum - prices.values().map(|&own| (own - ONE).max(0)).sum::<i128>()
    }
}
