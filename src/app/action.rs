//! ACTIONS: everything that a key can do. One row gives the variant, its name in the configuration, where it holds, its
//! default keys, and its line in help, palette, README and `quadrille keys`. A new action is one row and one match arm.

use super::state::Screen;

/// Where an action holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Anywhere,
    Library,
    Play,
    Solve,
    Step,
    Tree,
    Compare,
    Model,
}

impl Place {
    pub const ALL: [Place; 8] = [
        Place::Anywhere,
        Place::Library,
        Place::Play,
        Place::Solve,
        Place::Step,
        Place::Tree,
        Place::Compare,
        Place::Model,
    ];

    /// The name of its table under `[keys]`.
    pub fn id(self) -> &'static str {
        match self {
            Place::Anywhere => "anywhere",
            Place::Library => "library",
            Place::Play => "play",
            Place::Solve => "solve",
            Place::Step => "step",
            Place::Tree => "tree",
            Place::Compare => "compare",
            Place::Model => "model",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Place::Anywhere => "Everywhere",
            Place::Library => "Library",
            Place::Play => "Play and edit",
            Place::Solve => "Solve",
            Place::Step => "Step",
            Place::Tree => "Tree",
            Place::Compare => "Compare",
            Place::Model => "Model",
        }
    }

    /// Whether an action of this place holds on a screen.
    pub fn holds_on(self, screen: Screen) -> bool {
        self == Place::Anywhere || self == screen.place()
    }
}

/// A row of the table.
#[derive(Debug)]
pub struct Spec {
    pub action: Action,
    pub id: &'static str,
    pub place: Place,
    pub keys: &'static [&'static str],
    pub help: &'static str,
}

macro_rules! actions {
    ($($variant:ident $id:literal $place:ident [$($key:literal),*] $help:literal;)*) => {
        /// What can be done by a key.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action { $($variant),* }

        pub static ACTIONS: &[Spec] = &[$(Spec {
            action: Action::$variant,
            id: $id,
            place: Place::$place,
            keys: &[$($key),*],
            help: $help,
        }),*];
    };
}

actions! {
//  variant         id                  place     keys                          help
    Help            "help"              Anywhere  ["?", "f1"]                   "show the keys of this screen; type to filter, Enter runs one";
    Palette         "palette"           Anywhere  [":", "ctrl-p"]               "find any command by its name";
    Back            "back"              Anywhere  ["q", "esc"]                  "go back one screen";
    Interrupt       "interrupt"         Anywhere  ["ctrl-c"]                    "stop what runs; quit when nothing does";
    Quit            "quit"              Anywhere  ["Q"]                         "quit";
    Suspend         "suspend"           Anywhere  ["ctrl-z"]                    "suspend to the shell";
    Redraw          "redraw"            Anywhere  ["ctrl-l"]                    "draw the screen afresh";
    Theme           "theme"             Anywhere  ["ctrl-t"]                    "other colours: the terminal's own, dark, light, contrast";

    ListDown        "down"              Library   ["j", "down"]                 "next puzzle";
    ListUp          "up"                Library   ["k", "up"]                   "previous puzzle";
    ListFirst       "first"             Library   ["g", "home"]                 "first puzzle";
    ListLast        "last"              Library   ["G", "end"]                  "last puzzle";
    Open            "open"              Library   ["enter", "l", "right"]       "open the puzzle";
    Filter          "filter"            Library   ["/"]                         "show only puzzles with a word in their name";
    NewFromList     "new"               Library   ["n"]                         "make a new, empty grid";

    Solve           "solve"             Play      ["s"]                         "solve in the background";
    Debug           "step"              Play      ["d"]                         "step Algorithm X through the puzzle";
    Model           "model"             Play      ["m"]                         "look through its items and options in words";
    EditText        "edit-text"         Play      ["t"]                         "edit the puzzle as text, in the form it was read in";
    Save            "save"              Play      ["ctrl-s"]                    "save as TOML; a file that has a name is not asked for";
    SaveAs          "save-as"           Play      ["S"]                         "save as TOML under another name";
    New             "new"               Play      ["n"]                         "make a new, empty grid";
    Left            "left"              Play      ["h", "left"]                 "move left";
    Down            "down"              Play      ["j", "down"]                 "move down";
    Up              "up"                Play      ["k", "up"]                   "move up";
    Right           "right"             Play      ["l", "right"]                "move right";
    NextEmpty       "next-empty"        Play      ["w", "tab"]                  "go to the next empty cell";
    PreviousEmpty   "previous-empty"    Play      ["W", "shift-tab"]            "go to the previous empty cell";
    RowStart        "row-start"         Play      ["^", "home"]                 "go to the beginning of the row";
    RowEnd          "row-end"           Play      ["$", "end"]                  "go to the end of the row";
    NextGiven       "next-given"        Play      [">"]                         "go to the next given";
    PreviousGiven   "previous-given"    Play      ["<"]                         "go to the previous given";
    GotoCell        "goto"              Play      ["g"]                         "go to a cell by its name, such as r5c7";
    Prefix          "command"           Play      [","]                         "take the next letter as a command, where letters are symbols";
    Line            "line"              Play      ["i", "enter"]                "type line by line: each symbol moves on; Esc ends it";
    Clear           "clear"             Play      ["x", "delete", "backspace"]  "clear the cell";
    ClearOwn        "clear-own"         Play      ["X"]                         "clear everything that is not given";
    Undo            "undo"              Play      ["u", "ctrl-u"]               "undo the last change";
    Redo            "redo"              Play      ["ctrl-r", "U"]               "do it again, along the newest branch";
    Earlier         "earlier"           Play      ["("]                         "the state before in time, on whatever branch";
    Later           "later"             Play      [")"]                         "the state after in time, on whatever branch";
    NamePoint       "name"              Play      ["'"]                         "name this state, to find it in the list of changes";
    Candidates      "candidates"        Play      ["a"]                         "show what each empty cell can hold, or how much, or neither";
    Marks           "marks"             Play      ["space"]                     "write pencil marks in the corners, or symbols again";
    CentreMarks     "centre-marks"      Play      ["c"]                         "write pencil marks in the middle, or symbols again";
    FillMarks       "fill-marks"        Play      ["M"]                         "mark every empty cell with what its units leave it";
    ClearMarks      "clear-marks"       Play      ["C"]                         "take all pencil marks out";
    Givens          "givens"            Play      ["p"]                         "the pen: write givens, or your own symbols";
    Verdict         "verdict"           Play      ["v"]                         "ask whether there is one solution, and stay here";
    Regions         "regions"           Play      ["R"]                         "draw the regions of a jigsaw by their letters";
    Walls           "walls"             Play      ["e"]                         "edit the walls of a jigsaw";
    WallLeft        "wall-left"         Play      ["H", "shift-left"]           "put up or take down the wall to the left";
    WallDown        "wall-down"         Play      ["J", "shift-down"]           "put up or take down the wall below";
    WallUp          "wall-up"           Play      ["K", "shift-up"]             "put up or take down the wall above";
    WallRight       "wall-right"        Play      ["L", "shift-right"]          "put up or take down the wall to the right";
    Weights         "weights"           Play      ["E"]                         "type the weights of a target line by line";
    Weigh           "weigh"             Play      ["="]                         "give the cell a weight of several digits";
    Preset          "preset"            Play      ["P"]                         "weights by a rule: rings, all equal, rows, columns";
    Heavier         "heavier"           Play      ["+"]                         "add 1 to the weight of the cell";
    Lighter         "lighter"           Play      ["-"]                         "take 1 from the weight of the cell";

    Pause           "pause"             Solve     ["p", "space"]                "pause, or go on";
    StepFromHere    "step-from-here"    Solve     ["s", "d"]                    "stop and step from where the search stands";
    Goal            "goal"              Solve     ["g"]                         "ask something else: first, unique, count, best";
    NextSolution    "next-solution"     Solve     ["n", "right"]                "show the next solution found";
    PriorSolution   "previous-solution" Solve     ["N", "left"]                 "show the previous solution found";
    Fill            "fill"              Solve     ["enter"]                     "write the solution shown into the grid";

    Forward         "forward"           Step      ["s"]                         "one step of this grain";
    Backward        "backward"          Step      ["S"]                         "one step of this grain back";
    NextBranch      "next-branch"       Step      ["n"]                         "on to the next choice, dead end or solution";
    PriorBranch     "previous-branch"   Step      ["N"]                         "back to the previous one";
    ToSolution      "to-solution"       Step      ["f"]                         "run to the next solution";
    BackToSolution  "back-to-solution"  Step      ["F"]                         "run back to the previous solution";
    ToDeadEnd       "to-dead-end"       Step      ["e"]                         "run to the next dead end or cut";
    BackToDeadEnd   "back-to-dead-end"  Step      ["E"]                         "run back to the previous one";
    Continue        "continue"          Step      ["c"]                         "run on to a breakpoint";
    ContinueBack    "continue-back"     Step      ["C"]                         "run back to a breakpoint";
    Run             "run"               Step      ["space", "p"]                "let it dance, or stop it";
    RunBack         "run-back"          Step      ["P"]                         "let it dance backwards, or stop it";
    Slower          "slower"            Step      ["["]                         "slower";
    Faster          "faster"            Step      ["]"]                         "faster";
    Finer           "finer"             Step      ["+", "="]                    "smaller steps: solution, branch, item, option, link";
    Coarser         "coarser"           Step      ["-"]                         "larger steps";
    ToRoot          "to-root"           Step      ["0", "home"]                 "back to the very beginning";
    Goto            "goto"              Step      ["g"]                         "go to an address, operation, level or solution";
    Remember        "remember"          Step      ["m"]                         "remember this place";
    Recall          "recall"            Step      ["'"]                         "go to the places remembered, in turn";
    CopyAddress     "copy-address"      Step      ["y"]                         "copy the address of this state";
    NextPanel       "next-panel"        Step      ["tab"]                       "give the cursor to the next view";
    PriorPanel      "previous-panel"    Step      ["shift-tab"]                 "give it to the view before";
    Zoom            "zoom"              Step      ["z"]                         "give the view the whole screen, or not";
    CursorLeft      "cursor-left"       Step      ["left", "h"]                 "move the cursor: what is selected is lit in every view";
    CursorDown      "cursor-down"       Step      ["down", "j"]                 "move the cursor down";
    CursorUp        "cursor-up"         Step      ["up", "k"]                   "move the cursor up";
    CursorRight     "cursor-right"      Step      ["right", "l"]                "move the cursor right";
    NextOption      "next-option"       Step      ["."]                         "select the next option of the item selected, hidden ones too";
    PriorOption     "previous-option"   Step      [","]                         "select the option before";
    Find            "find"              Step      ["/"]                         "select an item or an option by its name";
    Why             "why"               Step      ["w"]                         "why: what the last step did, who is to blame for the selection";
    AddBreak        "break"             Step      ["b"]                         "set a breakpoint, at what is selected or as typed";
    Breaks          "breaks"            Step      ["B"]                         "list the breakpoints";
    Take            "take"              Step      ["enter", "x"]                "try the option selected next; of a chosen one, go to its level";
    Unsteer         "own-order"         Step      ["X"]                         "back to the algorithm's own order";
    NextRule        "rule"              Step      ["r"]                         "begin again with another item rule";
    Tree            "tree"              Step      ["t"]                         "the search tree";
    Compare         "compare"           Step      ["v"]                         "two item rules in step";

    NodeDown        "node-down"         Tree      ["j", "down"]                 "next node";
    NodeUp          "node-up"           Tree      ["k", "up"]                   "previous node";
    NodeFirst       "node-first"        Tree      ["g", "home"]                 "the root";
    NodeLast        "node-last"         Tree      ["G", "end"]                  "the last node shown";
    Unfold          "unfold"            Tree      ["l", "right"]                "show the options of a node";
    Fold            "fold"              Tree      ["h", "left"]                 "hide them, or go to the node above";
    GoThere         "go-there"          Tree      ["enter"]                     "go to the node in Step";

    BothOn          "both-on"           Compare   ["s"]                         "both go on by a node";
    BothToEnd       "both-to-end"       Compare   ["space", "f"]                "let both run to the end, or stop them";
    LeftRule        "left-rule"         Compare   ["h", "left"]                 "another rule on the left; both begin again";
    RightRule       "right-rule"        Compare   ["l", "right"]                "another rule on the right; both begin again";

    RowDown         "row-down"          Model     ["j", "down"]                 "next row";
    RowUp           "row-up"            Model     ["k", "up"]                   "previous row";
    RowFirst        "row-first"         Model     ["g", "home"]                 "first row";
    RowLast         "row-last"          Model     ["G", "end"]                  "last row";
    NextList        "next-list"         Model     ["tab", "right", "l"]         "items, options, findings in turn";
    PriorList       "previous-list"     Model     ["shift-tab", "left", "h"]    "the list before";
    EnterRow        "enter"             Model     ["enter"]                     "from an item to its options, from an option to its items";
    FilterRows      "filter"            Model     ["/"]                         "show only rows with some words in them";
    Forecast        "forecast"          Model     ["e"]                         "estimate how large the search is, by random dives";
}

/// The row of an action.
pub fn spec(action: Action) -> &'static Spec {
    &ACTIONS[action as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_stand_in_the_order_of_the_enum_and_their_names_are_their_own() {
        for (at, row) in ACTIONS.iter().enumerate() {
            assert_eq!(row.action as usize, at);
            let namesakes = ACTIONS.iter().filter(|other| (other.id, other.place) == (row.id, row.place));
            assert_eq!(namesakes.count(), 1, "{} in {}", row.id, row.place.id());
        }
    }
}
