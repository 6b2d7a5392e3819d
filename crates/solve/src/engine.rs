//! The engines: the reference, and the racers. Each answers the same question about the same
//! problem. A new engine is a file or folder here, and a row of the table.

use super::diary::Diary;
use super::harvest::Walk;
use super::host::Host;
use super::order::{Engine, Order};
use super::outcome::Outcome;
use dancing::{Class, Goal, OptionId, Problem};

pub(super) mod bands;
pub(super) mod bits;
pub(super) mod classes;
pub(super) mod clauses;
pub(super) mod links;
pub(super) mod memo;
mod number;
pub(super) mod taxes;

/// A row of the table of engines.
// Many fields: the columns of a table.
#[derive(Debug)]
pub struct EngineSpec {
    /// The name that the program uses for it. Each engine has one row.
    pub engine: Engine,
    /// The name on the command line (`--engine`) and on the screen.
    pub name: &'static str,
    /// One line for `--help` and the manual.
    pub help: &'static str,
    /// The condition on which it is the usual engine, in words.
    pub when: &'static str,
    /// Returns the reason why it is the usual engine for a goal of a problem that it answers, in a
    /// batch or not. `None` if it is not.
    usual: fn(&Problem, Goal, bool) -> Option<&'static str>,
    /// True if it answers problems with colours and multiplicities.
    pub colours: bool,
    /// Returns true if it answers a goal of a problem without colours and multiplicities.
    answers: fn(&Problem, Goal) -> bool,
    /// True if it finds the solutions one by one, so that it can list them.
    pub lists: bool,
    /// True if it follows the rule and the estimate of the order's policy.
    pub policy: bool,
    /// True if its solutions are better and better ones, when it looks for the best score.
    pub improves: bool,
    /// Returns true if a proof can follow its search of a problem: for the best score, or for any
    /// other claim.
    pub(super) proves: fn(&Problem, bool) -> bool,
    /// Searches and reports to a diary. If it proves without it, the proof walks through the links.
    pub(super) follow: Option<Follow>,
    /// Begins a search that can be interrupted and continued, if it has such a search.
    pub(super) walk: Option<Begin>,
    pub(super) run: fn(&Problem, Order, &mut dyn Host) -> Outcome,
}

/// Searches for all solutions or, if a best score and its cover are given, for a better one.
pub(super) type Follow = fn(&Problem, Option<(i64, Vec<OptionId>)>, &mut dyn Diary, &mut dyn Host) -> Outcome;

/// Begins a search at the root.
type Begin = for<'a> fn(&'a Problem, Order) -> Box<dyn Walk + 'a>;

/// The fields in which most racers agree.
const RACER: EngineSpec = EngineSpec {
    engine: Engine::LINKS,
    name: "",
    help: "",
    when: "",
    usual: |_, _, _| None,
    colours: false,
    answers: |_, _| false,
    lists: false,
    policy: false,
    improves: false,
    proves: |_, _| false,
    follow: None,
    walk: None,
    run: links::run,
};

macro_rules! engines {
    ($($(#[$doc:meta])* $engine:ident $name:literal { $($row:tt)* })*) => {
        impl Engine {
            $($(#[$doc])* pub const $engine: Engine = Engine::named($name);)*
        }

        /// All engines. `--engine`, `--help`, the manual's table and the Solve screen are derived
        /// from it. If several rows fit, the last one is chosen: it is for fewer problems than
        /// those before it, and faster for them.
        pub static ENGINES: &[EngineSpec] =
            &[$(EngineSpec { engine: Engine::$engine, name: $name, $($row)* ..RACER }),*];
    };
}

engines! {
    /// Algorithm X with dancing links: all goals, and all of Step.
    LINKS "links" {
        help: "Algorithm X with dancing links",
        when: "for all other questions",
        usual: |_, _, _| Some("it answers every question"),
        colours: true,
        // With costs in a repeated cover it finds one cheapest cover, and no other.
        answers: |problem, goal| goal == Goal::Best || !problem.wants_cheapest(),
        lists: true,
        policy: true,
        proves: |_, _| true,
        walk: Some(links::walk),
        run: links::run,
    }

    /// The same tree with the live options as a bit mask: for counting with few options.
    BITS "bits" {
        help: "Algorithm X, live options as bits",
        when: "to count, if there are three options or more for each item",
        // Counting takes long enough for bit masks to pay off. With few options per item, most of
        // the work is the choice of the item, and links make it equally fast.
        usual: |problem, goal, _| {
            let several = problem.n_options() >= 3 * problem.n_primary();
            let counts = matches!(goal, Goal::Count { .. });
            (counts && several).then_some("to count, with several options for each item")
        },
        colours: true,
        answers: |problem, goal| problem.class() == Class::Exact && goal != Goal::Best && bits::fits(problem),
        lists: true,
        walk: Some(bits::walk),
        run: bits::run,
    }

    /// Memoizes counts by the set of open items: for counting tilings.
    MEMO "memo" {
        help: "caches counts by uncovered items",
        when: "to count all solutions, if options reach few items",
        // It gives up early if subproblems do not repeat.
        usual: |problem, _, _| memo::is_narrow(problem).then_some("options reach few items, so subproblems recur"),
        answers: |problem, goal| goal == Goal::Count { limit: None } && memo::fits(problem),
        run: memo::run,
    }

    /// Memoizes counts by the isomorphism class of the subproblem: for counting with many
    /// symmetries.
    CLASSES "classes" {
        help: "caches counts by isomorphism class",
        when: "no; a strategy of large counts",
        answers: |problem, goal| goal == Goal::Count { limit: None } && classes::fits(problem),
        run: classes::run,
    }

    /// Branch and bound with Lagrangian multipliers: for the best score, and for all goals of a
    /// repeated cover.
    TAXES "taxes" {
        help: "Lagrangian branch and bound",
        when: "for the best score, the fewest options and the least cost",
        usual: |problem, goal, _| {
            Some(match goal {
                _ if problem.wants_cheapest() => "for the least cost",
                Goal::Best => "for the best score",
                _ => "for the fewest options",
            })
        },
        answers: |problem, goal| goal == Goal::Best || problem.wants_fewest(),
        lists: true,
        improves: true,
        proves: |problem, best| best && Engine::TAXES.answers(problem, Goal::Best),
        follow: Some(taxes::follow),
        run: |problem, order, host| taxes::run(problem, &order, host),
    }

    /// Bit boards: for standard 9x9 sudokus in bulk.
    BANDS "bands" {
        help: "bit boards, 9x9 sudokus only",
        when: "for a 9x9 in a batch",
        usual: |_, _, in_batch| in_batch.then_some("a 9x9 in a batch"),
        answers: |problem, goal| goal != Goal::Best && bands::fits(problem),
        lists: true,
        run: bands::run,
    }

    /// Conflict-driven clause learning: for one solution or uniqueness, on large or hard grids.
    CLAUSES "clauses" {
        help: "conflict-driven clause learning",
        when: "no; alternates with links, for one solution or uniqueness",
        colours: true,
        answers: |problem, goal| matches!(goal, Goal::First | Goal::Unique) && !problem.wants_fewest(),
        proves: |problem, best| !best && Engine::CLAUSES.answers(problem, Goal::Unique),
        follow: Some(clauses::follow),
        run: clauses::run,
    }
}

impl Engine {
    /// All engines, in the order of the table.
    pub fn all() -> impl Iterator<Item = Engine> {
        ENGINES.iter().map(|spec| spec.engine)
    }

    /// The row of an engine.
    pub fn spec(self) -> &'static EngineSpec {
        ENGINES.iter().find(|spec| spec.engine == self).expect("every engine has a row")
    }

    /// One line for `--help` and the manual.
    pub fn help(self) -> &'static str {
        self.spec().help
    }

    /// Returns true if an engine can answer a goal of a problem.
    pub fn answers(self, problem: &Problem, goal: Goal) -> bool {
        self.spec().can_answer(problem, goal)
    }

    /// The default engine for a problem and a goal, and the reason in a few words. In a batch no
    /// search is stepped afterwards.
    pub fn usual(problem: &Problem, goal: Goal, in_batch: bool) -> (Engine, &'static str) {
        last_for(problem, goal, |spec| Some((spec.engine, (spec.usual)(problem, goal, in_batch)?)))
    }

    /// The engine that lists the solutions for a goal of a problem.
    pub fn listing(problem: &Problem, goal: Goal) -> Engine {
        last_for(problem, goal, |spec| spec.lists.then_some(spec.engine))
    }

    /// The engine whose search for a goal of a problem can be interrupted and continued.
    pub(super) fn walking(problem: &Problem, goal: Goal) -> Begin {
        last_for(problem, goal, |spec| spec.walk)
    }
}

/// Returns what `give` makes of the last row that answers a goal of a problem, and gives something.
fn last_for<T>(problem: &Problem, goal: Goal, give: impl Fn(&EngineSpec) -> Option<T>) -> T {
    let rows = ENGINES.iter().rev().filter(|spec| spec.can_answer(problem, goal));
    rows.into_iter().find_map(give).expect("links answers what no other engine does")
}

impl EngineSpec {
    fn can_answer(&self, problem: &Problem, goal: Goal) -> bool {
        let plain = !(problem.is_colored() || problem.class().facts().ranges);
        (plain || self.colours) && (self.answers)(problem, goal)
    }
}
