//! ACTIONS: everything that a key can do. One row gives the variant, its name in the configuration,
//! its default keys, and its line in help, palette, README and `quadrille keys`. Rows are grouped
//! by the place where they work. Each place has its own enum. The code that handles a place matches
//! every variant, so a row without an arm does not compile.

/// The place where an action works: one screen, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(Option<Screen>);

impl Place {
    pub const ANYWHERE: Place = Place(None);

    /// Returns all places: `ANYWHERE` first, then each screen.
    pub fn all() -> impl Iterator<Item = Place> {
        [Place::ANYWHERE].into_iter().chain(Screen::ALL.iter().copied().map(Place::of))
    }

    /// The place of one screen.
    pub const fn of(screen: Screen) -> Place {
        Place(Some(screen))
    }

    /// The name of the place's table under `[keys]` in the configuration.
    pub fn id(self) -> &'static str {
        self.0.map_or("anywhere", Screen::id)
    }

    pub fn title(self) -> &'static str {
        self.0.map_or("Everywhere", Screen::title)
    }

    /// Returns whether the actions of this place work on a screen.
    pub fn holds_on(self, screen: Screen) -> bool {
        self.0.is_none_or(|own| own == screen)
    }
}

/// A row of the table of actions.
#[derive(Debug)]
pub struct Spec {
    pub action: Action,
    pub id: &'static str,
    pub place: Place,
    pub keys: &'static [&'static str],
    pub help: &'static str,
}

/// The rows of one place: its enum, and its conversion into `Action`.
macro_rules! place {
    ($place:ident { $($variant:ident)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $place { $($variant),* }

        impl From<$place> for super::Action {
            fn from(action: $place) -> super::Action {
                super::Action::$place(action)
            }
        }
    };
}

macro_rules! actions {
    (
        everywhere { $($any:ident $any_id:literal [$($any_key:literal),*] $any_help:literal;)* }
        $($screen:ident $name:literal $title:literal {
            $($variant:ident $id:literal [$($key:literal),*] $help:literal;)*
        })*
    ) => {
        /// The actions of each screen, and those that work on all screens.
        pub mod on {
            place! { Anywhere { $($any)* } }
            $(place! { $screen { $($variant)* } })*
        }

        /// An action that a key can run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            Anywhere(on::Anywhere),
            $($screen(on::$screen)),*
        }

        /// The screens. Exactly one is shown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Screen { $($screen),* }

        impl Screen {
            pub const ALL: &[Screen] = &[$(Screen::$screen),*];

            pub fn id(self) -> &'static str {
                match self { $(Screen::$screen => $name),* }
            }

            pub fn title(self) -> &'static str {
                match self { $(Screen::$screen => $title),* }
            }
        }

        pub static ACTIONS: &[Spec] = &[
            $(Spec {
                action: Action::Anywhere(on::Anywhere::$any),
                id: $any_id,
                place: Place::ANYWHERE,
                keys: &[$($any_key),*],
                help: $any_help,
            },)*
            $($(Spec {
                action: Action::$screen(on::$screen::$variant),
                id: $id,
                place: Place::of(Screen::$screen),
                keys: &[$($key),*],
                help: $help,
            },)*)*
        ];
    };
}

actions! {
    everywhere {
        Help            "help"              ["?", "f1"]                   "show the keys of this screen; type to filter, Enter runs one";
        Palette         "palette"           [":", "ctrl-p"]               "find any command by its name";
        Legend          "legend"            ["f2"]                        "what the marks on this screen mean";
        Back            "back"              ["q", "esc"]                  "go back one screen";
        Interrupt       "interrupt"         ["ctrl-c"]                    "stop what runs; quit when nothing does";
        Quit            "quit"              ["Q"]                         "quit";
        Suspend         "suspend"           ["ctrl-z"]                    "suspend to the shell";
        Redraw          "redraw"            ["ctrl-l"]                    "draw the screen afresh";
        Theme           "theme"             ["ctrl-t"]                    "other colours: the terminal's own, dark, light, contrast";
        Mouse           "mouse"             []                            "the mouse: click, drag, wheel; text is then selected with Shift";
    }
    Library "library" "Library" {
        ListDown        "down"              ["j", "down"]                 "next puzzle";
        ListUp          "up"                ["k", "up"]                   "previous puzzle";
        ListFirst       "first"             ["g", "home"]                 "first puzzle";
        ListLast        "last"              ["G", "end"]                  "last puzzle";
        Open            "open"              ["enter", "l", "right"]       "open the puzzle";
        SolveFromList   "solve"             ["s"]                         "open it and solve it in the background";
        StepFromList    "step"              ["d"]                         "open it and let Algorithm X dance through it";
        Filter          "filter"            ["/"]                         "show only puzzles with some words in their name, kind or title";
        NewFromList     "new"               ["n"]                         "make a new, empty grid";
    }
    Play "play" "Play and edit" {
        Solve           "solve"             ["s"]                         "solve in the background";
        Debug           "step"              ["d"]                         "step Algorithm X through the puzzle";
        Model           "model"             ["m"]                         "look through its items and options in words";
        EditText        "edit-text"         ["t"]                         "edit the puzzle as text, in the form it was read in";
        Save            "save"              ["ctrl-s"]                    "save as TOML; a file that has a name is not asked for";
        SaveAs          "save-as"           ["S"]                         "save as TOML under another name";
        Export          "export"            ["y"]                         "export it: another form or a picture, to the clipboard or a file";
        New             "new"               ["n"]                         "make a new, empty grid";
        Left            "left"              ["h", "left"]                 "move left";
        Down            "down"              ["j", "down"]                 "move down";
        Up              "up"                ["k", "up"]                   "move up";
        Right           "right"             ["l", "right"]                "move right";
        NextEmpty       "next-empty"        ["w", "tab"]                  "go to the next empty cell; in a listing to the next option of that cell";
        PreviousEmpty   "previous-empty"    ["W", "shift-tab"]            "go to the previous empty cell";
        RowStart        "row-start"         ["^", "home"]                 "go to the beginning of the row";
        RowEnd          "row-end"           ["$", "end"]                  "go to the end of the row";
        NextGiven       "next-given"        [">"]                         "go to the next given";
        PreviousGiven   "previous-given"    ["<"]                         "go to the previous given";
        GotoCell        "goto"              ["g"]                         "go to a cell by its name, such as r5c7";
        Prefix          "command"           [","]                         "take the next letter as a command, where letters are symbols";
        Line            "line"              ["i", "enter"]                "type line by line, Esc ends it; in a listing take the option, or let it go";
        Clear           "clear"             ["x", "delete", "backspace"]  "clear the cell";
        ClearOwn        "clear-own"         ["X"]                         "clear everything that is not given; let go of all options";
        Undo            "undo"              ["u", "ctrl-u"]               "undo the last change";
        Redo            "redo"              ["ctrl-r", "U"]               "do it again, along the newest branch";
        Earlier         "earlier"           ["("]                         "the state before in time, on whatever branch";
        Later           "later"             [")"]                         "the state after in time, on whatever branch";
        NamePoint       "name"              ["'"]                         "name this state, to find it in the list of changes";
        Candidates      "candidates"        ["a"]                         "what empty cells show: your marks, what the rules allow; with V also what solutions have";
        Marks           "marks"             ["space"]                     "write pencil marks in the corners, or symbols again";
        CentreMarks     "centre-marks"      ["c"]                         "write pencil marks in the middle, or symbols again";
        FillMarks       "fill-marks"        ["M"]                         "mark every empty cell with the symbols that its units allow";
        Watch           "watch"             ["V"]                         "show the setter's panel, after every change: solutions, what is redundant or clashes";
        WatchOwn        "watch-own"         ["O"]                         "the setter's panel: count your own symbols, or the givens alone";
        Hint            "hint"              ["f"]                         "find a step: where to look, then why, then what; then do it";
        ClearMarks      "clear-marks"       ["C"]                         "take all corner marks out";
        Givens          "givens"            ["p"]                         "the pen: write givens, or your own symbols";
        Verdict         "verdict"           ["v"]                         "ask whether there is one solution, and stay here";
        Regions         "regions"           ["R"]                         "draw the regions of a jigsaw by their letters";
        Rules           "rules"             ["r"]                         "give the grid more rules, such as thermometers or anti-knight, or take one away";
        Walls           "walls"             ["e"]                         "edit the walls of a jigsaw";
        WallLeft        "wall-left"         ["H", "shift-left"]           "put up or take down the wall to the left; where a rule is drawn, name the cell there";
        WallDown        "wall-down"         ["J", "shift-down"]           "put up or take down the wall below";
        WallUp          "wall-up"           ["K", "shift-up"]             "put up or take down the wall above";
        WallRight       "wall-right"        ["L", "shift-right"]          "put up or take down the wall to the right";
        Weights         "weights"           ["E"]                         "type the weights of a target line by line";
        Weigh           "weigh"             ["="]                         "give the cell a weight of several digits";
        Preset          "preset"            ["P"]                         "weights by a rule: rings, all equal, rows, columns";
        Turn            "turn"              ["T"]                         "turn the grid by a quarter";
        Resize          "resize"            ["Z"]                         "give the grid another side; what fits is kept";
        Heavier         "heavier"           ["+"]                         "add 1 to the weight of the cell";
        Lighter         "lighter"           ["-"]                         "take 1 from the weight of the cell";
    }
    Solve "solve" "Solve" {
        Pause           "pause"             ["p", "space"]                "pause, or go on";
        StepFromHere    "step-from-here"    ["s", "d"]                    "stop and step from where the search stands";
        Goal            "goal"              ["g"]                         "ask something else: first, unique, count, best";
        NextSolution    "next-solution"     ["n", "right"]                "show the next solution found";
        PriorSolution   "previous-solution" ["N", "left"]                 "show the previous solution found";
        Fill            "fill"              ["enter"]                     "write the solution shown into the grid";
    }
    Step "step" "Step" {
        Forward         "forward"           ["s"]                         "one step of this grain";
        Backward        "backward"          ["S"]                         "one step of this grain back";
        NextBranch      "next-branch"       ["n"]                         "on to the next choice, dead end or solution";
        PriorBranch     "previous-branch"   ["N"]                         "back to the previous one";
        ToSolution      "to-solution"       ["f"]                         "run to the next solution";
        BackToSolution  "back-to-solution"  ["F"]                         "run back to the previous solution";
        ToDeadEnd       "to-dead-end"       ["e"]                         "run to the next dead end or cut";
        BackToDeadEnd   "back-to-dead-end"  ["E"]                         "run back to the previous one";
        Continue        "continue"          ["c"]                         "run on to a breakpoint";
        ContinueBack    "continue-back"     ["C"]                         "run back to a breakpoint";
        Run             "run"               ["space", "p"]                "let it dance, or stop it";
        RunBack         "run-back"          ["P"]                         "let it dance backwards, or stop it";
        Slower          "slower"            ["["]                         "slower";
        Faster          "faster"            ["]"]                         "faster";
        Finer           "finer"             ["+", "="]                    "smaller steps: solution, branch, item, option, link";
        Coarser         "coarser"           ["-"]                         "larger steps";
        ToRoot          "to-root"           ["0", "home"]                 "back to the very beginning";
        Goto            "goto"              ["g"]                         "go to an address, operation, level or solution";
        JumpBack        "jump-back"         ["ctrl-o"]                    "back to where the last jump began; again: the one before";
        JumpForth       "jump-forth"        ["ctrl-f"]                    "forth again, after ctrl-o";
        Remember        "remember"          ["m"]                         "remember this place";
        Recall          "recall"            ["'"]                         "go to the places remembered, in turn";
        CopyAddress     "copy-address"      ["y"]                         "copy the address of this state";
        NextPanel       "next-panel"        ["tab"]                       "give the cursor to the next view";
        PriorPanel      "previous-panel"    ["shift-tab"]                 "give it to the view before";
        Zoom            "zoom"              ["z"]                         "give the view the whole screen, or not";
        Pointers        "pointers"          ["L"]                         "the pointers that the last step changed, over the whole screen, or not";
        CursorLeft      "cursor-left"       ["left", "h"]                 "move the cursor: what is selected is lit in every view";
        CursorDown      "cursor-down"       ["down", "j"]                 "move the cursor down";
        CursorUp        "cursor-up"         ["up", "k"]                   "move the cursor up";
        CursorRight     "cursor-right"      ["right", "l"]                "move the cursor right";
        NextOption      "next-option"       ["."]                         "select the next option of the item selected, hidden ones too";
        PriorOption     "previous-option"   [","]                         "select the option before";
        Find            "find"              ["/"]                         "select an item or an option by its name";
        Why             "why"               ["w"]                         "why: what the last step did, who is to blame for the selection";
        AddBreak        "break"             ["b"]                         "set a breakpoint, at what is selected or as typed";
        Breaks          "breaks"            ["B"]                         "list the breakpoints";
        Take            "take"              ["enter", "x"]                "try the option selected next; of a chosen one, go to its level";
        Unsteer         "own-order"         ["X"]                         "back to the algorithm's own order";
        NextRule        "rule"              ["r"]                         "begin again with another item rule";
        Tree            "tree"              ["t"]                         "the search tree";
        Compare         "compare"           ["v"]                         "two item rules in step";
    }
    Tree "tree" "Tree" {
        NodeDown        "node-down"         ["j", "down"]                 "next node";
        NodeUp          "node-up"           ["k", "up"]                   "previous node";
        NodeFirst       "node-first"        ["g", "home"]                 "the root";
        NodeLast        "node-last"         ["G", "end"]                  "the last node shown";
        Unfold          "unfold"            ["l", "right"]                "show the options of a node";
        Fold            "fold"              ["h", "left"]                 "hide them, or go to the node above";
        GoThere         "go-there"          ["enter"]                     "go to the node in Step";
    }
    Compare "compare" "Compare" {
        BothOn          "both-on"           ["s"]                         "both go on by a node";
        BothToEnd       "both-to-end"       ["space", "f"]                "let both run to the end, or stop them";
        LeftRule        "left-rule"         ["h", "left"]                 "another rule on the left; both begin again";
        RightRule       "right-rule"        ["l", "right"]                "another rule on the right; both begin again";
    }
    Model "model" "Model" {
        RowDown         "row-down"          ["j", "down"]                 "next row";
        RowUp           "row-up"            ["k", "up"]                   "previous row";
        RowFirst        "row-first"         ["g", "home"]                 "first row";
        RowLast         "row-last"          ["G", "end"]                  "last row";
        NextList        "next-list"         ["tab", "right", "l"]         "items, options, findings in turn";
        PriorList       "previous-list"     ["shift-tab", "left", "h"]    "the list before";
        EnterRow        "enter"             ["enter"]                     "from an item to its options, from an option to its items";
        FilterRows      "filter"            ["/"]                         "show only rows with some words in them";
        Forecast        "forecast"          ["e"]                         "estimate how large the search is, by random dives";
    }
}

/// Returns the row of an action.
pub fn spec(action: impl Into<Action>) -> &'static Spec {
    let action = action.into();
    ACTIONS.iter().find(|spec| spec.action == action).expect("every action has a row")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_a_place_are_their_own() {
        for row in ACTIONS {
            let namesakes = ACTIONS.iter().filter(|other| (other.id, other.place) == (row.id, row.place));
            assert_eq!(namesakes.count(), 1, "{} in {}", row.id, row.place.id());
        }
    }
}
