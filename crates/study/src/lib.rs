//! Everything that can be said of a puzzle or a search without a screen: the narration of a step
//! and the reasons behind it, the tree, the comparison of two rules, hints, the setter's survey,
//! new puzzles, lessons and questions, and numbers in sentences. The command line and the workbench
//! both stand on it.

// Files are read and written by the root alone; see `clippy.toml`.
#![deny(clippy::disallowed_methods)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod against;
mod array;
mod ask;
mod asked;
mod broken;
mod compare;
mod construct;
mod contrast;
mod count;
mod focus;
mod forecast;
mod generate;
mod glossary;
mod hints;
mod lesson;
mod narrate;
mod needle;
mod node;
mod obstruction;
mod path_tree;
mod predict;
mod rating;
mod reading;
mod refutation;
mod review;
mod share;
mod subtree;
mod survey;
mod task;
mod terms;
pub mod textbook;
mod tree;
mod typed;
mod verdict;
mod why;

pub use against::{
    Against, AgainstReport, AgainstSettings, Bug, Comparison, Difference, Ended, Missed, Operation, PROTOCOL,
    ProtocolLine, StepPlace, Verdict, Vocabulary, brief_lines, event_lines, link_lines,
};
pub use array::{ArrayItem, ArrayNode, NodeArray};
pub use ask::{Asking, Moment, QUESTIONS, Query, Replied, Reply, Which};
pub use asked::asked;
pub use broken::{
    BrokenDance, BrokenReport, Damage, Mistake, Ring, RingNode, Torn, TornFrame, Unbroken, broken_report,
};
pub use compare::{Compare, Reached, Runner};
pub use construct::{
    Arrange, ArrangeFrame, ArrangeGrade, ArrangeVerdict, Build, DrawnPointer, Drive, DriveReply, PointerGrade,
    PointersExercise, Procedure,
};
pub use contrast::{Contrast, ContrastVerdict, Gap, contrast};
pub use count::{grouped, noun_of, plural, thousands};
pub use focus::{compared, focus, policy_of, ranked};
pub use forecast::{forecast_words, tree_size};
pub use generate::{Effort, Laid, Made, Making, Recipe, Symmetry, USUAL, Unmade, generate, grid_kinds};
pub use glossary::TERMS;
pub use hints::{Adviser, HintQuestion, Hinting, NoHint};
pub use lesson::{
    Exercise, FACTS, FactError, FactRow, Gaze, Lesson, LessonFacts, LessonFile, LessonStop, LessonWorld, LookAt, Posed,
    WORDING, WordingRow, check as check_lesson, introduced_terms, is_lesson,
};
pub use narrate::{Sentence, capital, narrate, operation};
pub use needle::{Needle, NeedleEnd};
pub use node::node_words;
pub use obstruction::NoCover;
pub use path_tree::{Fork, PathTree, Sibling, branch_words};
pub use predict::{Asks, Grade, Pick, Predict, Quiz, QuizHint};
pub use rating::{Rating, Unrated, rate};
pub use reading::Reading;
pub use refutation::{Deduction, Refutation, Refuter, Unrefuted};
pub use review::{
    A_DAY, BOXES, CardName, NoCard, REVIEW_KINDS, ReviewBox, ReviewCard, ReviewCards, ReviewKind, ReviewQuestion,
    days_until_due, due_cards, has_review, review_question, take_answer,
};
pub use share::{LONGEST, SharedError, SharedState};
pub use subtree::Subtree;
pub use survey::{Clash, Survey, survey};
pub use task::{HINT, Task, TaskProgress, TaskResult};
pub use terms::{estimate_words, item_rule_words, rule_words};
pub use tree::{Inside, Knot, Tree, TreeRow, TreeSide, forced_words, row_brief, row_words};
pub use typed::{
    BREAKS, Destination, TypedError, breakpoint, breakpoint_words, destination, goal_words, item_named, names_like,
    option_named,
};
pub use verdict::verdict;
pub use why::{OtherOrder, WhyLine, WhyPart, why, why_by_names};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
