//! A needle: an answer that is known to be right, followed through a search. If the answer is right
//! and the encoding is not, a cover removes one of its options although all chosen options belong
//! to it; that is where the encoding is wrong.
//!
//! The search is steered to the options of the answer, so this takes as many steps as the answer
//! has items, however far away it is in the order of the search.

use super::count::plural;
use super::narrate::operation;
use dancing::{Address, Class, Event, ItemId, OptionId, Phase, Policy, Search, Tally};
use quadrille_puzzle::{Encoded, LoadError, ParseError, Shape, load, short};
use std::collections::HashMap;

/// An answer that is known to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needle {
    /// The options of the answer, in ascending order.
    options: Vec<OptionId>,
}

/// The end of a needle's way through a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NeedleEnd {
    /// The search comes to the answer, here.
    Found(Address),
    /// The next operation at this address removes an option of the answer.
    Removed {
        /// The state before the operation.
        address: Address,
        /// The operation.
        event: Event,
        /// The option of the answer that it removes.
        option: OptionId,
        /// The item that this option and the chosen one both hold.
        through: ItemId,
        /// The option that was chosen last, which is of the answer, too.
        by: Option<OptionId>,
    },
    /// The item that was chosen here has no option of the answer.
    Uncovered {
        /// The state.
        address: Address,
        item: ItemId,
    },
    /// All items are covered here, and options of the answer are left over.
    Early {
        /// The state.
        address: Address,
        /// The first option that is left over.
        option: OptionId,
    },
}

impl Needle {
    /// Reads an answer: a solved grid in any form, or the names or numbers of options, each on its
    /// own line or numbers on one line.
    ///
    /// # Errors
    ///
    /// The first line that is not of an answer to this puzzle.
    ///
    /// # Examples
    ///
    /// ```
    /// use dancing::{Policy, Search};
    /// use quadrille_puzzle::{encode, load};
    /// use quadrille_study::{Needle, NeedleEnd};
    ///
    /// // The second option should be `b c`: so the right answer is not an exact cover.
    /// let puzzle = load("a b c\na b\na c\nc\n", Some("knuth")).unwrap().puzzles.remove(0);
    /// let names = encode(&puzzle.shape);
    /// let needle = Needle::read("1 2", &names).unwrap();
    /// let end = needle.follow(&mut Search::new(&names.problem, Policy::default()), |_| ());
    /// assert!(matches!(end, NeedleEnd::Removed { .. }));
    /// assert_eq!(end.words(&names)[1], "both hold item a");
    /// ```
    pub fn read(text: &str, names: &Encoded) -> Result<Needle, ParseError> {
        let mut options = match names.grid() {
            Some(_) => of_grid(text, names)?,
            None => of_options(text, names)?,
        };
        options.sort_unstable();
        options.dedup();
        Ok(Needle { options })
    }

    /// Returns whether an option is of the answer.
    pub fn has(&self, option: OptionId) -> bool {
        self.options.binary_search(&option).is_ok()
    }

    /// The options of the answer.
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// Follows the answer from the root of a search. `steps` is called before each operation.
    pub fn follow(&self, search: &mut Search, mut steps: impl FnMut(&Search)) -> NeedleEnd {
        search.restart();
        let mut tally = Tally::default();
        loop {
            if let (Phase::Try { .. }, Some(item)) = (search.phase(), search.current_item()) {
                let branches = search.branches_of_item();
                let mut of_answer = branches.iter().flatten().copied().filter(|&option| self.has(option));
                if let (Some(by), Some(option), Class::Exact) = (of_answer.next(), of_answer.next(), search.class()) {
                    let (address, event) = (search.address(), Event::Choose { item });
                    return NeedleEnd::Removed { address, event, option, through: item, by: Some(by) };
                }
                let wanted = branches.iter().position(|branch| branch.is_some_and(|option| self.has(option)));
                // An item may need no further option.
                match wanted.or_else(|| branches.iter().position(Option::is_none)) {
                    Some(at)
                        if search.current_branch().is_none_or(|branch| branch.k == at + 1) || search.steer(at + 1) => {}
                    _ => return NeedleEnd::Uncovered { address: search.address(), item },
                }
            }
            if search.at_solution() {
                let path = search.path();
                let left = self.options.iter().find(|option| !path.contains(option));
                return match left {
                    Some(&option) => NeedleEnd::Early { address: search.address(), option },
                    None => NeedleEnd::Found(search.address()),
                };
            }
            let Some(step) = search.peek() else { return self.lost(search) };
            let commits = matches!(step.event, Event::Cover { .. } | Event::Purify { .. });
            if let Some(hidden) = step.hidden.iter().find(|hidden| commits && self.has(hidden.option)) {
                return NeedleEnd::Removed {
                    address: search.address(),
                    event: step.event,
                    option: hidden.option,
                    through: hidden.through,
                    by: search.path().last().copied(),
                };
            }
            steps(search);
            search.step_into(&mut tally);
        }
    }

    /// A search that has no further step without a solution.
    fn lost(&self, search: &Search) -> NeedleEnd {
        let address = search.address();
        match search.current_item() {
            Some(item) => NeedleEnd::Uncovered { address, item },
            None => NeedleEnd::Early { address, option: self.options.first().copied().unwrap_or(OptionId(0)) },
        }
    }
}

impl NeedleEnd {
    /// The end of the way, in one or two lines.
    pub fn words(&self, names: &Encoded) -> Vec<String> {
        let option = |option: OptionId| names.option_name(option);
        match self {
            NeedleEnd::Found(address) => vec![format!("the search comes to this answer at {address}")],
            NeedleEnd::Removed { event, option: removed, through, by, address } => {
                let search = Search::new(&names.problem, Policy::default());
                let what = operation(*event, &search, names);
                let by = by.map_or("the item".to_string(), |by| format!("option {}", option(by)));
                vec![
                    format!(
                        "`{what}` at {address} removes option {} of the answer, though all chosen options are of it; {by} is being chosen",
                        option(*removed)
                    ),
                    format!("both hold {}", names.item_noun(*through)),
                ]
            }
            NeedleEnd::Uncovered { address, item } => vec![
                format!(
                    "the search chooses {} at {address}, and no option of the answer is left for it",
                    names.item_noun(*item)
                ),
                "the answer does not hold this item, or its option was removed".to_string(),
            ],
            NeedleEnd::Early { address, option: left } => vec![
                format!("all items are covered at {address}, and option {} of the answer is left over", option(*left)),
                "its items are held by the other options".to_string(),
            ],
        }
    }

    /// The state that Step opens.
    pub fn address(&self) -> &Address {
        match self {
            NeedleEnd::Found(address)
            | NeedleEnd::Removed { address, .. }
            | NeedleEnd::Uncovered { address, .. }
            | NeedleEnd::Early { address, .. } => address,
        }
    }
}

fn refused(line: usize, message: impl Into<String>) -> ParseError {
    ParseError::new(line, 1, message)
}

/// The options of a solved grid.
fn of_grid(text: &str, names: &Encoded) -> Result<Vec<OptionId>, ParseError> {
    let grid = names.grid().expect("the puzzle is a grid");
    let loaded = load(text, None).or_else(|_| load(text, Some("rows")));
    let mut puzzles = match loaded {
        Ok(loaded) => loaded.puzzles,
        Err(LoadError::Parse(error)) => return Err(error),
        Err(error) => return Err(refused(1, error.to_string())),
    };
    let answer = match puzzles.pop().map(|puzzle| puzzle.shape) {
        Some(Shape::Grid(answer)) if puzzles.is_empty() && answer.size() == grid.size() => answer,
        _ => return Err(refused(1, format!("an answer is one solved grid of {} cells", grid.cells.len()))),
    };
    let mut options = Vec::new();
    for cell in grid.all_cells() {
        let Some(symbol) = answer.entry(cell).symbol() else {
            return Err(refused(1, format!("{} is empty: an answer has every cell filled", answer.name(cell))));
        };
        match grid.entry(cell).symbol() {
            Some(given) if given == symbol => options.extend(names.option(cell, symbol)),
            Some(given) => {
                let (is, said) = (grid.alphabet.char(given), answer.alphabet.char(symbol));
                return Err(refused(1, format!("{} is {is} in the puzzle and {said} in the answer", grid.name(cell))));
            }
            None => match names.option(cell, symbol) {
                Some(option) => options.push(option),
                None => {
                    let said = format!("{}={}", grid.name(cell), answer.alphabet.char(symbol));
                    let message = format!("{said} is not an option of this puzzle: what is given excludes it");
                    return Err(refused(1, message));
                }
            },
        }
    }
    Ok(options)
}

/// The options that are named, or numbered from 1.
fn of_options(text: &str, names: &Encoded) -> Result<Vec<OptionId>, ParseError> {
    let problem = &names.problem;
    let normal = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut named: HashMap<String, OptionId> = HashMap::new();
    let mut numbered: HashMap<usize, OptionId> = HashMap::new();
    for option in problem.options() {
        named.entry(normal(&names.option_name(option))).or_insert(option);
        numbered.insert(names.option_number(option), option);
    }
    let most = problem.options().map(|option| names.option_number(option)).max().unwrap_or(0);
    let mut options = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        if let Some(&option) = named.get(&normal(line)) {
            options.push(option);
            continue;
        }
        if let Some(first) = line
            .split_whitespace()
            .next()
            .filter(|_| line.split_whitespace().any(|word| word.parse::<usize>().is_err()))
        {
            let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
            let message = format!("`{}` is not an option of this puzzle", normal(line));
            let help = format!(
                "it is missing, or it has other items; write the name of an option on each line, or numbers from 1 to {most}"
            );
            let width = line.trim().chars().count().max(first.len());
            return Err(ParseError { width, ..ParseError::new(number, column, message) }.help(help));
        }
        for word in line.split_whitespace() {
            let column = word.as_ptr() as usize - line.as_ptr() as usize;
            let column = line[..column].chars().count() + 1;
            let option = word.parse().ok().and_then(|number: usize| numbered.get(&number));
            options.push(*option.ok_or_else(|| {
                let message = format!("`{}` is not an option of this puzzle", short(word));
                let help = format!("write the name of an option on each line, or numbers from 1 to {most}");
                ParseError { width: word.chars().count(), ..ParseError::new(number, column, message) }.help(help)
            })?);
        }
    }
    match options.is_empty() {
        true => {
            Err(refused(1, format!("the answer is empty; the puzzle has {}", plural(problem.n_options(), "option"))))
        }
        false => Ok(options),
    }
}
