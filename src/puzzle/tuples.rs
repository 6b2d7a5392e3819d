//! Sets of tuples of symbols: as a list, or as the words that an automaton accepts. An automaton is
//! small where a list is not: the sums along eight cells of a 9x9 need 45 states.

use super::cell::Symbol;

/// A set of tuples of symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tuples {
    /// These tuples, all of the same length.
    List(Vec<Vec<Symbol>>),
    /// The tuples that an automaton accepts.
    Automaton(Automaton),
}

/// A deterministic automaton that reads the symbols of cells one after the other. It starts in
/// state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// By state and symbol: the next state; `None` if there is no tuple with this symbol here.
    pub next: Vec<Vec<Option<u32>>>,
    /// By state: true if a tuple may end there.
    pub accepts: Vec<bool>,
}

impl Tuples {
    /// By cell: the symbols, one bit each, that occur in a tuple whose other symbols are in the
    /// sets of their cells.
    pub fn support(&self, sets: &[u32]) -> Vec<u32> {
        match self {
            Tuples::List(tuples) => {
                let mut support = vec![0; sets.len()];
                for tuple in tuples.iter().filter(|tuple| tuple.len() == sets.len()) {
                    let mut outside = (0..sets.len()).filter(|&at| sets[at] >> tuple[at].0 & 1 == 0);
                    match (outside.next(), outside.next()) {
                        (None, _) => support.iter_mut().zip(tuple).for_each(|(set, symbol)| *set |= 1 << symbol.0),
                        (Some(at), None) => support[at] |= 1 << tuple[at].0,
                        (Some(_), Some(_)) => {}
                    }
                }
                support
            }
            Tuples::Automaton(automaton) => automaton.support(sets),
        }
    }
}

impl Automaton {
    /// The symbols that can follow a state, each with the next state.
    fn steps(&self, state: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let next = self.next[state].iter().enumerate();
        next.filter_map(|(symbol, next)| Some((symbol, (*next)? as usize)))
    }

    fn support(&self, sets: &[u32]) -> Vec<u32> {
        let none = vec![false; self.next.len()];
        // Forwards: by cell, the states that can be reached before it.
        let mut reached = vec![none.clone()];
        reached[0][0] = true;
        for (at, &set) in sets.iter().enumerate() {
            let mut after = none.clone();
            for state in (0..none.len()).filter(|&state| reached[at][state]) {
                self.steps(state)
                    .filter(|&(symbol, _)| set >> symbol & 1 == 1)
                    .for_each(|(_, next)| after[next] = true);
            }
            reached.push(after);
        }
        // Backwards: the states after a cell from which a tuple can end.
        let mut support = vec![0; sets.len()];
        let mut alive = self.accepts.clone();
        for (at, &set) in sets.iter().enumerate().rev() {
            let mut before = none.clone();
            for state in 0..none.len() {
                for (symbol, _) in self.steps(state).filter(|&(_, next)| alive[next]) {
                    support[at] |= if reached[at][state] { 1 << symbol } else { 0 };
                    before[state] |= set >> symbol & 1 == 1;
                }
            }
            alive = before;
        }
        support
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts symbols of four, numbered from 0, whose sum is `sum`.
    fn adds_up(sum: usize) -> Automaton {
        let next = |state: usize| (0..4).map(move |k| (state + k <= sum).then_some((state + k) as u32));
        let accepts = (0..=sum).map(|state| state == sum);
        Automaton { next: (0..=sum).map(|state| next(state).collect()).collect(), accepts: accepts.collect() }
    }

    #[test]
    fn an_automaton_and_a_list_of_its_tuples_support_the_same_symbols() {
        for sum in 0..=9 {
            let all = (0..64u8).map(|k| [k / 16, k / 4 % 4, k % 4]);
            let tuples: Vec<[u8; 3]> = all.filter(|tuple| usize::from(tuple.iter().sum::<u8>()) == sum).collect();
            let list = Tuples::List(tuples.iter().map(|tuple| tuple.map(Symbol).to_vec()).collect());
            let automaton = Tuples::Automaton(adds_up(sum));
            for sets in (0..4096u32).map(|k| [k & 15, k >> 4 & 15, k >> 8]) {
                let fits = |tuple: &[u8; 3], at: usize| sets[at] >> tuple[at] & 1 == 1;
                let mut expected = vec![0; 3];
                for tuple in &tuples {
                    for at in (0..3).filter(|&at| (0..3).all(|other| other == at || fits(tuple, other))) {
                        expected[at] |= 1 << tuple[at];
                    }
                }
                assert_eq!(list.support(&sets), expected, "{sum} {sets:?}");
                assert_eq!(automaton.support(&sets), expected, "{sum} {sets:?}");
            }
        }
        assert_eq!(Tuples::List(vec![vec![Symbol(1)]]).support(&[15, 15]), [0, 0], "a tuple of another length");
    }
}
