//! The result in words: one object, of which the rows and the JSON are made.

use crate::course::{Followed, RunEnd, Wrong};
use crate::culprit::{Culprit, LineDeed};
use crate::shape::ProgramSurvey;
use crate::target::{Function, Place, plain_name};
use crate::{LinkFault, LinkOperation, LinkWord, TornPair, torn_rings};
use quadrille_puzzle::Encoded;
use quadrille_study::{Bug, Difference, Missed, Operation, Verdict, thousands};
use schemars::JsonSchema;
use serde::Serialize;

/// The object that `attach --json` prints.
// Many fields: a JSON object has one for each of its keys.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Attached {
    /// `same`, `stops`, `differs`, `crash`, `hang`, `limit` or `unsure`.
    pub status: &'static str,
    /// The roles of the links, in one line.
    pub links: String,
    /// The functions that cover and uncover.
    pub operations_in: Vec<SourcePlace>,
    /// The search function, if it calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SourcePlace>,
    /// The number of covers and uncovers that were compared.
    pub operations: u64,
    pub cases: u64,
    /// The number of solutions that the search came to.
    pub solutions: u64,
    /// True if there may be more of them: without calls of the search, two solutions that differ in
    /// an option of one item look like one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_more: bool,
    /// The number of the operation that differs, counted from 1. Left out if nothing differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub op: Option<u64>,
    /// The reason why it cannot be said whether something differs, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Ways to find out, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helps: Option<String>,
    /// The error, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// The rule that does not hold, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<String>,
    /// The likely bug, if one explains the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bug: Option<&'static str>,
    /// The line of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<SourcePlace>,
    /// The deed of this line, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deed: Option<String>,
    /// The variable from which a wrong number came, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// The lines of the loops that the function or its caller was in last, the inner one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<u64>,
    /// The lines that the function passed since the operation before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trail: Vec<u64>,
    /// The columns that must be covered, all columns, the rows and the nodes of the first case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<[usize; 4]>,
    /// The first difference of this matrix from that of the judge or of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlike: Option<String>,
    /// Habits of the program that are legal, and what is odd in its matrix.
    pub notes: Vec<String>,
    /// True if covers may overlap in the program.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_repeated: bool,
    #[serde(skip)]
    pub rows: Vec<(&'static str, String)>,
}

/// A line of the user's source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SourcePlace {
    /// The file, as the compiler was given it.
    pub file: String,
    /// Counted from 1.
    pub line: u64,
    /// The function, if it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

impl SourcePlace {
    /// The first line of a function.
    fn begin(function: &Function) -> SourcePlace {
        let name = Some(short_name(&function.signature));
        SourcePlace { file: function.file.clone(), line: function.line, function: name }
    }

    fn of(place: &Place) -> SourcePlace {
        SourcePlace {
            file: place.file.clone().unwrap_or_default(),
            line: place.line,
            function: place.function.as_deref().map(short_name),
        }
    }

    pub fn words(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        match &self.function {
            Some(function) => format!("{file}:{} ({function})", self.line),
            None => format!("{file}:{}", self.line),
        }
    }
}

/// The name of a function without its types.
fn short_name(signature: &str) -> String {
    match plain_name(signature) {
        "operator" => "a lambda".to_string(),
        name => name.to_string(),
    }
}

/// The rule that a wrong number breaks.
fn rule(operation: Option<LinkOperation>, word: LinkWord) -> &'static str {
    match (operation, word) {
        (_, LinkWord::Size(_)) => "the size at a header is the length of its list",
        (Some(LinkOperation::Cover(_)), _) => {
            "cover takes the header out of its ring, and the other nodes of each row of its list out of theirs"
        }
        (Some(LinkOperation::Take(_)), _) => {
            "a column that is taken leaves the rows: each of its other nodes and its header, by L and R"
        }
        (Some(LinkOperation::Release(_)), _) => {
            "giving a column back undoes taking it in the reverse order, so that each link is as before"
        }
        (Some(LinkOperation::Uncover(_)), _) => {
            "uncover undoes cover in the reverse order, so that each link is as before"
        }
        (None, _) => "only a cover or an uncover changes the links during the search",
    }
}

impl Attached {
    /// Nothing can be said, for this reason.
    fn unsure(&mut self, why: String) {
        let helps = "`--roles 'L R U D; S; column C; root 0'` says which variables are the links; \
                     `quadrille against` compares what it prints itself, with ten lines of `quadrille shim`; \
                     `--record FILE` writes a report of this program";
        *self = Attached {
            status: "unsure",
            why: Some(why),
            helps: Some(helps.to_string()),
            what: None,
            invariant: None,
            bug: None,
            line: None,
            deed: None,
            cause: None,
            loops: Vec::new(),
            trail: Vec::new(),
            rows: Vec::new(),
            ..std::mem::take(self)
        };
    }

    /// Nothing differs up to the limit.
    fn cut(&mut self) {
        self.status = "limit";
        self.what = Some("nothing differs so far, and it goes on; a smaller case is followed to its end".to_string());
    }

    /// The search differs.
    fn differs(&mut self, difference: &Difference, told: Option<Operation>) {
        self.what = Some(difference.what.clone());
        self.invariant = Some(difference.invariant.clone());
        self.bug = difference.bug.map(Bug::id);
        rows_of(difference, told, &mut self.rows);
    }

    /// This line is the one.
    fn blames(&mut self, culprit: &Culprit) {
        // The line at which it was stopped is one of many.
        let is_line = culprit.deed != LineDeed::GoesRound;
        self.line = is_line.then(|| SourcePlace::of(&culprit.place));
        self.loops.clone_from(&culprit.loops);
        self.trail.clone_from(&culprit.trail);
        self.deed = deed_words(&culprit.deed);
        self.cause.clone_from(&culprit.cause);
        line_rows(culprit, &mut self.rows);
    }

    /// It found some of the solutions only.
    fn stops(&mut self, missed: &Missed) {
        let Missed { found, of, is_all, .. } = missed;
        let at_least = if *is_all { "" } else { "at least " };
        if *found == 1 {
            // One cover is what most problems ask for.
            let of = thousands(*of);
            self.notes.push(format!("it stops at its first cover, of {at_least}{of}: one is taken to be wanted"));
            return;
        }
        if *found == 2 {
            let of = thousands(*of);
            let why = "two are enough to know that there is not only one";
            self.notes.push(format!("it stops at its second cover, of {at_least}{of}: {why}"));
            return;
        }
        self.status = "stops";
        self.what = Some(format!(
            "it stops after {} of {at_least}{} solutions: is one wanted? `--first` says so",
            thousands((*found).into()),
            thousands(*of)
        ));
    }

    /// A number of the links is wrong after an operation.
    fn links_differ(&mut self, followed: &Followed, fault: &LinkFault) {
        self.status = if followed.end.hangs() { "hang" } else { "differs" };
        self.op = Some((followed.operations + 1).saturating_sub(fault.back));
        self.invariant = Some(rule(fault.operation, fault.word).to_string());
        let Some(matrix) = followed.seen.matrix() else { return };
        let after = match fault.operation {
            Some(LinkOperation::Cover(header)) => format!(" after the cover of column {}", matrix.item(header)),
            Some(LinkOperation::Uncover(header)) => format!(" after the uncover of column {}", matrix.item(header)),
            Some(LinkOperation::Take(node)) => format!(" after taking the column of {}", matrix.node_name(node)),
            Some(LinkOperation::Release(node)) => {
                format!(" after giving the column of {} back", matrix.node_name(node))
            }
            None => String::new(),
        };
        let value = |value: i64| matrix.value_written(fault.word, value);
        let (_, now, is) = fault.values;
        let name = matrix.word_name(fault.word);
        self.what = Some(format!("{name} is {}{after}; it should be {}", value(now), value(is)));
    }

    /// The search did another operation than Algorithm X, or ended before it did one.
    fn search_differs(&mut self, followed: &Followed, difference: &Difference) {
        let is_end = matches!(followed.wrong, Some(Wrong::End));
        self.status = match () {
            () if is_end && followed.end.hangs() => "hang",
            () if is_end => "crash",
            () => "differs",
        };
        // What exits or aborts has not written outside its arrays.
        let is_memory = |end: &String| end.contains("SIGSEGV") || end.contains("SIGBUS");
        let is_own = is_end && !followed.end.hangs();
        let difference = &Difference {
            bug: difference.bug.filter(|_| !is_own || followed.end.words().is_some_and(is_memory)),
            ..difference.clone()
        };
        // At its end, the program is in the next operation.
        self.op = Some(followed.operations + u64::from(is_end));
        self.differs(difference, followed.told);
    }
}

/// The result.
pub fn report(survey: &ProgramSurvey, followed: &Followed, culprit: Option<&Culprit>) -> Attached {
    let mut said = judged(survey, followed, culprit);
    let is_unusable = matches!(followed.wrong, Some(Wrong::Search));
    if let (true, Verdict::Unusable(why)) = (is_unusable, &followed.report.verdict) {
        said.unsure(why.clone());
    } else if let (None, Verdict::Stops(_)) = (survey.search, &followed.report.verdict) {
        said.unsure("no function of it that calls itself was seen, so that its covers are not counted".to_string());
    } else if let Some(why) = &followed.unsure {
        let seen = said.what.take().map_or(String::new(), |what| format!("{what}; "));
        said.unsure(format!("{seen}{why}"));
    } else if said.status == "same" && said.operations == 0 && !survey.is_repeated {
        said.unsure("it made no operation: nothing was compared".to_string());
    }
    said
}

fn judged(survey: &ProgramSurvey, followed: &Followed, culprit: Option<&Culprit>) -> Attached {
    let function = |at: usize| SourcePlace::begin(&survey.functions[at]);
    let mut said = Attached {
        status: "same",
        links: survey.roles.clone(),
        operations_in: survey
            .changes
            .iter()
            .filter(|at| !survey.helpers.contains(at))
            .map(|&at| function(at))
            .collect(),
        search: survey.search.map(function),
        operations: followed.operations,
        cases: followed.report.cases,
        solutions: followed.report.solutions,
        has_more: survey.search.is_none(),
        // The habits of a search are those of its calls.
        notes: followed.report.notes.iter().filter(|_| survey.search.is_some()).cloned().collect(),
        is_repeated: survey.is_repeated,
        ..Attached::default()
    };
    if followed.end == RunEnd::Cut && followed.wrong.is_none() {
        said.cut();
        return said;
    }
    if survey.search.is_none() && !survey.changes.is_empty() {
        said.notes.push(
            "no function of it that calls itself was seen: only its covers and uncovers were compared".to_string(),
        );
    }
    if followed.seen.links().is_some_and(|links| links.counts_late) {
        said.notes.push("sizes do not change with the operations: they are counted when needed, or never".to_string());
    }
    match (&followed.wrong, &followed.report.verdict) {
        (None, Verdict::Stops(missed)) => said.stops(missed),
        (None, _) => {}
        (Some(Wrong::Build(fault)), _) => {
            said.status = "differs";
            said.op = Some(0);
            said.what = Some(format!("{} is {}; it should be {}", fault.name, fault.said, fault.is));
            said.invariant = Some(fault.rule.to_string());
        }
        (Some(Wrong::Abandoned(covered)), _) => {
            said.status = "differs";
            said.op = Some(followed.operations);
            let matrix = followed.seen.matrix();
            let columns = matrix.iter().flat_map(|matrix| covered.iter().map(|&header| matrix.item(header)));
            let columns = columns.collect::<Vec<&str>>().join(", ");
            said.what = Some(format!(
                "its caller leaves the search with columns {columns} covered, and searches the same links again"
            ));
            said.invariant = Some("a search that is left early uncovers what it has covered".to_string());
        }
        (Some(Wrong::Unread(why)), _) => {
            said.status = "differs";
            said.op = Some(0);
            said.what = Some(format!("{why}: what an earlier case left may not be cleared"));
            said.invariant = Some("each ring comes back to where it began".to_string());
        }
        (Some(Wrong::Links(fault)), _) => said.links_differ(followed, fault),
        (Some(Wrong::Sets { fault, is_build }), _) => {
            said.status = "differs";
            said.op = Some(if *is_build { 0 } else { followed.operations + 1 });
            said.what = Some(fault.what.clone());
            said.invariant = Some(fault.rule.to_string());
        }
        (Some(Wrong::Repeated(fault)), _) => {
            said.status = if fault.is_stop { "stops" } else { "differs" };
            said.op = Some(followed.operations);
            said.what = Some(fault.what.clone());
            said.invariant = Some(fault.rule.to_string());
            said.rows.extend(fault.likely.map(|likely| ("likely bug", likely.to_string())));
        }
        (Some(Wrong::Search | Wrong::End), Verdict::Differs(difference)) => said.search_differs(followed, difference),
        (Some(_), _) => {
            said.status = if followed.end.hangs() { "hang" } else { "crash" };
            said.op = Some(followed.operations + 1).filter(|_| followed.report.cases > 0);
            said.what = followed.end.words().cloned();
        }
    }
    if let Some(culprit) = culprit {
        said.blames(culprit);
    }
    if let Some(end) = followed.end.words().filter(|_| followed.wrong.is_some()) {
        said.rows.push(("the end", end.clone()));
    }
    said
}

fn deed_words(deed: &LineDeed) -> Option<String> {
    match deed {
        LineDeed::Wrote { name, said, is } => Some(format!("it writes {said} into {name}; right is {is}")),
        LineDeed::LeftOut { name, is } => Some(format!("{name} is not set beside it; right is {is}")),
        LineDeed::CalledWith { what, why } => Some(format!("it calls this operation for {what}, {why}")),
        LineDeed::Called => Some("it calls this operation".to_string()),
        LineDeed::Ended => Some("the search ends here".to_string()),
        LineDeed::Other(words) => Some(words.to_string()),
        LineDeed::Here | LineDeed::GoesRound => None,
    }
}

/// The rows about the search.
fn rows_of(difference: &Difference, told: Option<Operation>, rows: &mut Vec<(&'static str, String)>) {
    let shown = match told {
        Some(Operation::Enter) => Some("a call of the search"),
        Some(Operation::Leave) => Some("the return of the search"),
        _ => None,
    };
    let told = difference.yours.clone().filter(|yours| yours.contains("cover "));
    if let Some(yours) = told.or_else(|| shown.map(str::to_string)) {
        rows.push(("yours", yours));
    }
    if !difference.expected.is_empty() {
        rows.push(("right", difference.expected.join(", or ")));
    }
    if let Some(bug) = difference.bug {
        rows.push(("likely bug", bug.words().to_string()));
        rows.push(("to do", bug.remedy().to_string()));
    }
    rows.extend(difference.picture.clone());
    if !difference.path.is_empty() {
        let shown = difference.path.len().saturating_sub(8);
        let dots = if shown > 0 { "..., " } else { "" };
        rows.push(("chosen", format!("{dots}{}", difference.path[shown..].join(", "))));
    }
}

/// A line of the source: where it is with its text, what it does, and what that comes from.
fn line_words(culprit: &Culprit) -> Vec<String> {
    let source = culprit.source.as_ref().map_or(String::new(), |text| format!(": {text}"));
    let line = format!("{}{source}", SourcePlace::of(&culprit.place).words());
    std::iter::once(line).chain(deed_words(&culprit.deed)).chain(culprit.cause.clone()).collect()
}

/// The rows about a line of the source.
fn line_rows(culprit: &Culprit, rows: &mut Vec<(&'static str, String)>) {
    let mut name = if culprit.deed == LineDeed::GoesRound { "it was in" } else { "line" };
    rows.extend(line_words(culprit).into_iter().map(|words| (std::mem::take(&mut name), words)));
    let lines = |lines: &[u64]| lines.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    match &culprit.loops[..] {
        [] => {}
        [line] => rows.push(("loop", format!("line {line}"))),
        loops => rows.push(("loops", format!("lines {}", lines(loops)))),
    }
    let is_way = matches!(culprit.deed, LineDeed::Called | LineDeed::CalledWith { .. } | LineDeed::Ended);
    if is_way && !culprit.trail.is_empty() {
        rows.push(("", format!("it came here by lines {}", lines(&culprit.trail))));
    }
    // What is not set beside a line in the building belongs to the lines after it.
    if matches!(culprit.deed, LineDeed::LeftOut { .. }) && culprit.frames.is_empty() && !culprit.trail.is_empty() {
        rows.push(("", format!("the lines after it are {}", lines(&culprit.trail))));
    }
    let locals: Vec<String> =
        culprit.locals().iter().take(8).map(|local| format!("{} = {}", local.name, local.text)).collect();
    if !locals.is_empty() {
        rows.push(("variables", locals.join(", ")));
    }
    let calls: Vec<String> =
        culprit.frames.iter().skip(1).take(6).map(|frame| SourcePlace::of(frame).words()).collect();
    if !calls.is_empty() {
        rows.push(("called from", calls.join(" < ")));
    }
}

/// The ring that the program broke, beside the right one; `names` is its matrix.
pub fn torn_pair(followed: &Followed, culprit: Option<&Culprit>, said: &Attached, names: &Encoded) -> Option<TornPair> {
    let links = followed.seen.links()?;
    let (Some(Wrong::Links(fault)), Some((before, now))) = (&followed.wrong, &links.states) else { return None };
    let rings = torn_rings(fault, (before, now), links.matrix.as_ref()?, names)?;
    let what = said.op.zip(said.what.as_ref()).map(|(op, what)| format!("Operation {op}: {what}."))?;
    let lines = culprit.map_or(Vec::new(), line_words);
    Some(TornPair { rings, what, lines })
}
