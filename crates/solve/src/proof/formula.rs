//! A problem as pseudo-Boolean constraints, with readable names.

use super::claim::{Claim, Unproved};
use crate::diary::Variable;
use dancing::{ItemId, Meter, OptionId, Problem};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

/// The names of items and options, from which the names of the variables are made.
pub struct VariableNames<'a> {
    /// The name of an item. Any text: characters that a formula cannot hold are replaced.
    pub item: &'a dyn Fn(ItemId) -> String,
    /// The name of an option, likewise.
    pub option: &'a dyn Fn(OptionId) -> String,
}

/// The variables and constraints of a problem.
pub(super) struct Formula<'a> {
    pub(super) problem: &'a Problem,
    /// By option: the name of its variable.
    pub(super) names: Vec<String>,
    /// By secondary item and colour: the name of its variable.
    colors: BTreeMap<(ItemId, u32), String>,
    /// The variable that may be false only in a solution that is not listed, if some are listed.
    pub(super) listed: Option<String>,
    /// A variable that is always false, if an item has no option.
    empty: Option<String>,
    /// By item: the numbers of its constraints *at least* and *at most*; 0 for one that it does not
    /// have.
    pub(super) bounds: Vec<(u64, u64)>,
    pub(super) constraints: u64,
    pub(super) text: String,
}

/// The most characters of the name of a variable, before a number that makes it unique.
pub(super) const LONGEST: usize = 60;

/// The steps that a name takes, made or written.
const NAMED: usize = 100;

/// Makes a unique name. Names of variables in an OPB file begin with a letter, and few other
/// characters are allowed. `taken` has for each name the next number that tells another one apart.
fn name_of(wanted: &str, taken: &mut HashMap<String, usize>) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut name: String = wanted.chars().take(LONGEST).map(plain).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || name.len() < 2 {
        name = format!("o_{name}");
    }
    if let Some(&next) = taken.get(&name) {
        let mut numbers = next..;
        let (k, free) = loop {
            let k = numbers.next().expect("there are more numbers than names");
            let other = format!("{name}__{k}");
            if !taken.contains_key(&other) {
                break (k, other);
            }
        };
        taken.insert(name, k + 1);
        name = free;
    }
    taken.insert(name.clone(), 2);
    name
}

impl<'a> Formula<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        names: &VariableNames,
        claim: &Claim,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Formula<'a>, Unproved> {
        let mut meter = Meter::new(u64::MAX, u64::MAX, go_on);
        let mut taken = HashMap::new();
        let covers = claim.listed();
        let listed = (!covers.is_empty()).then(|| name_of("listed", &mut taken));
        let mut options = Vec::with_capacity(problem.n_options());
        for option in problem.options() {
            meter.spend(NAMED)?;
            options.push(name_of(&(names.option)(option), &mut taken));
        }
        let mut formula = Formula {
            problem,
            names: options,
            colors: BTreeMap::new(),
            listed,
            empty: None,
            bounds: vec![(0, 0); problem.n_items()],
            constraints: 0,
            text: String::new(),
        };
        for option in problem.options() {
            for (item, color) in problem.colored_items_of(option).filter(|(_, color)| *color > 0) {
                let name =
                    |taken: &mut HashMap<String, usize>| name_of(&format!("{}_is_{color}", (names.item)(item)), taken);
                formula.colors.entry((item, color)).or_insert_with(|| name(&mut taken));
            }
        }
        formula.objective(claim);
        formula.items(names, &mut meter)?;
        if !covers.is_empty() {
            formula.text += "* `listed` may be false in a solution that is not one of these\n";
            for cover in covers {
                meter.spend(NAMED * problem.n_options())?;
                // With multiplicities, one solution can be a subset of another.
                let nested = problem.class().facts().ranges;
                let chosen: HashSet<OptionId> = cover.iter().copied().collect();
                let literal = |option: OptionId| match chosen.contains(&option) {
                    true => Some(format!("+1 ~{}", formula.names[option.index()])),
                    false => nested.then(|| format!("+1 {}", formula.names[option.index()])),
                };
                let others: Vec<String> = problem.options().filter_map(literal).collect();
                let text = format!("{} +1 {} >= 1", others.join(" "), formula.listed.as_deref().unwrap_or_default());
                formula.constrain(&text);
            }
        }
        Ok(formula)
    }

    /// The name of a variable.
    pub(super) fn name(&self, variable: Variable) -> &str {
        match variable {
            Variable::Option(option) => &self.names[option.index()],
            Variable::Colour(item, color) => &self.colors[&(item, color)],
        }
    }

    pub(super) fn variables(&self) -> usize {
        let others = usize::from(self.listed.is_some()) + usize::from(self.empty.is_some());
        self.names.len() + self.colors.len() + others
    }

    fn constrain(&mut self, text: &str) -> u64 {
        self.constraints += 1;
        self.text += text;
        self.text += " ;\n";
        self.constraints
    }

    /// Writes the objective, which is minimised.
    fn objective(&mut self, claim: &Claim) {
        let terms: Vec<String> = match claim {
            Claim::Exactly(_) | Claim::Several(_) => self.listed.iter().map(|name| format!("+1 {name}")).collect(),
            Claim::Best(_) => {
                let price = |option: OptionId| -self.problem.weight(option);
                let of = |option: OptionId| format!("{:+} {}", price(option), self.names[option.index()]);
                self.problem.options().filter(|&option| price(option) != 0).map(of).collect()
            }
            Claim::None | Claim::Some(_) => return,
        };
        self.text += &format!("min: {} ;\n", terms.join(" "));
    }

    fn items(&mut self, names: &VariableNames, meter: &mut Meter) -> Result<(), Unproved> {
        let problem = self.problem;
        let mut of = vec![Vec::new(); problem.n_items()];
        let mut idle = Vec::new();
        for option in problem.options() {
            let items = problem.items_of(option);
            items.iter().for_each(|item| of[item.index()].push(option));
            if !problem.is_useful(option) {
                idle.push(option);
            }
        }
        let sum = |formula: &Formula, options: &[OptionId], sign: char| {
            options
                .iter()
                .map(|option| format!("{sign}1 {}", formula.names[option.index()]))
                .collect::<Vec<_>>()
                .join(" ")
        };
        for item in (0..problem.n_primary() as u32).map(ItemId) {
            _ = writeln!(self.text, "* {}", one_line(&(names.item)(item)));
            let options = &of[item.index()];
            meter.spend(2 * NAMED * (1 + options.len()))?;
            if options.is_empty() {
                // A constraint cannot be empty, so a variable that is always false replaces the
                // options.
                if self.empty.is_none() {
                    let name = name_of("no_option", &mut self.names.iter().map(|name| (name.clone(), 2)).collect());
                    self.constrain(&format!("+1 ~{name} >= 1"));
                    self.empty = Some(name);
                }
                let (least, _) = problem.multiplicity(item);
                let name = self.empty.clone().unwrap_or_default();
                self.bounds[item.index()] = (self.constrain(&format!("+1 {name} >= {least}")), 0);
                continue;
            }
            let (least, most) = problem.multiplicity(item);
            let text = format!("{} >= {least}", sum(self, options, '+'));
            self.bounds[item.index()].0 = self.constrain(&text);
            if most < u32::MAX {
                let text = format!("{} >= -{most}", sum(self, options, '-'));
                self.bounds[item.index()].1 = self.constrain(&text);
            }
        }
        for item in (problem.n_primary() as u32..problem.n_items() as u32).map(ItemId) {
            _ = writeln!(self.text, "* {}, at most once", one_line(&(names.item)(item)));
            meter.spend(NAMED * (1 + of[item.index()].len()))?;
            let mut terms = Vec::new();
            let mut givers: BTreeMap<u32, Vec<OptionId>> = BTreeMap::new();
            for &option in &of[item.index()] {
                let color = problem.colored_items_of(option).find(|cell| cell.0 == item).map_or(0, |cell| cell.1);
                match self.colors.get(&(item, color)).cloned() {
                    Some(name) => {
                        self.constrain(&format!("+1 ~{} +1 {name} >= 1", self.names[option.index()]));
                        givers.entry(color).or_default().push(option);
                    }
                    None => terms.push(format!("-1 {}", self.names[option.index()])),
                }
            }
            for (color, options) in givers {
                let name = &self.colors[&(item, color)];
                let text = format!("{} +1 ~{name} >= 1", sum(self, &options, '+'));
                terms.push(format!("-1 {name}"));
                self.constrain(&text);
            }
            if !terms.is_empty() {
                self.bounds[item.index()].1 = self.constrain(&format!("{} >= -1", terms.join(" ")));
            }
        }
        if !idle.is_empty() {
            self.text += "* options without an item that must be covered are never chosen\n";
            for option in idle {
                let text = format!("+1 ~{} >= 1", self.names[option.index()]);
                self.constrain(&text);
            }
        }
        Ok(())
    }

    /// A solution in the form that the checker needs: a literal for every variable that propagation
    /// might leave open.
    pub(super) fn literals(&self, cover: &[OptionId], listed: bool) -> String {
        let chosen: HashSet<OptionId> = cover.iter().copied().collect();
        let sign = |yes: bool| if yes { "" } else { "~" };
        let mut literals: Vec<String> =
            self.problem.options().map(|o| sign(chosen.contains(&o)).to_string() + &self.names[o.index()]).collect();
        for ((item, color), name) in &self.colors {
            let given =
                cover.iter().any(|&o| self.problem.colored_items_of(o).any(|literals| literals == (*item, *color)));
            literals.push(sign(given).to_string() + name);
        }
        literals.extend(self.empty.iter().map(|name| format!("~{name}")));
        literals.extend(self.listed.iter().map(|name| sign(listed).to_string() + name));
        literals.join(" ")
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
