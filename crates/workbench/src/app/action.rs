//! ACTIONS: everything that a key can do. One row gives the variant, its name in the configuration,
//! its default keys, and its line in help, palette, README and `quadrille keys`. Rows are grouped
//! by scope and heading, and each scope has its own enum. The code that handles a scope matches
//! every variant, so a row without an arm does not compile.

/// The scope of an action: one screen, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scope(Option<Screen>);

impl Scope {
    /// The scope of actions that work on every screen.
    pub(crate) const ANYWHERE: Scope = Scope(None);

    /// Returns all scopes: `ANYWHERE` first, then each screen.
    pub fn all() -> impl Iterator<Item = Scope> {
        [Scope::ANYWHERE].into_iter().chain(Screen::ALL.iter().copied().map(Scope::of))
    }

    /// The scope of one screen.
    pub const fn of(screen: Screen) -> Scope {
        Scope(Some(screen))
    }

    /// The screen of the scope. `None` for that of all screens.
    pub fn screen(self) -> Option<Screen> {
        self.0
    }

    /// The name of the scope's table under `[keys]` in the configuration.
    pub fn id(self) -> &'static str {
        self.0.map_or("anywhere", Screen::id)
    }

    /// The heading in the help and the manual.
    pub fn title(self) -> &'static str {
        self.0.map_or("Everywhere", Screen::title)
    }

    /// Returns whether the actions of this scope work on a screen.
    pub(crate) fn holds_on(self, screen: Screen) -> bool {
        self.0.is_none_or(|only| only == screen)
    }
}

/// The property of the open puzzle that an action needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Any puzzle will do.
    Nothing,
    /// A grid with cells.
    Grid,
    /// A grid with walls.
    Jigsaw,
    /// A grid with weights.
    Weights,
}

/// A row of the table of actions.
#[derive(Debug)]
pub struct Spec {
    /// The action of the row.
    pub action: Action,
    /// The name in the configuration and in the plain workbench.
    pub id: &'static str,
    /// The screens on which it works.
    pub scope: Scope,
    /// The heading under which the help lists it.
    pub heading: &'static str,
    /// The default keys, as the configuration writes them.
    pub keys: &'static [&'static str],
    /// One line for the help, the palette and the manual.
    pub help: &'static str,
    /// The property that the open puzzle must have: a mark `grid`, `jigsaw` or `weights`.
    pub needs: Needs,
    /// Listed on the first page, README.md: the row is marked `first`.
    pub on_first_page: bool,
    /// May ask a question, whose answer can follow on the same line of the plain workbench: the row
    /// is marked `asks`.
    pub asks: bool,
}

/// True if the marks at the end of a row have the one that is wanted.
macro_rules! is_marked {
    (first: first $($rest:ident)*) => { true };
    (asks: asks $($rest:ident)*) => { true };
    ($wanted:ident: $other:ident $($rest:ident)*) => { is_marked!($wanted: $($rest)*) };
    ($wanted:ident:) => { false };
}

/// The property that a row's marks ask for.
macro_rules! needs {
    () => { Needs::Nothing };
    (grid $($rest:ident)*) => { Needs::Grid };
    (jigsaw $($rest:ident)*) => { Needs::Jigsaw };
    (weights $($rest:ident)*) => { Needs::Weights };
    ($other:ident $($rest:ident)*) => { needs!($($rest)*) };
}

/// The rows of one scope: its enum, and its conversion into `Action`.
macro_rules! scope {
    ($scope:ident { $($variant:ident)* }) => {
        /// The actions of one scope.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $scope { $($variant),* }

        impl From<$scope> for super::Action {
            fn from(action: $scope) -> super::Action {
                super::Action::$scope(action)
            }
        }
    };
}

macro_rules! actions {
    (
        everywhere {
            $any_heading:literal {
                $($any:ident $any_id:literal [$($any_key:literal),*] $any_help:literal $($any_mark:ident)*;)*
            }
        }
        $($screen:ident $name:literal $title:literal {
            $($heading:literal {
                $($variant:ident $id:literal [$($key:literal),*] $help:literal $($mark:ident)*;)*
            })*
        })*
    ) => {
        /// The actions of each screen, and those that work on all screens.
        pub mod on {
            scope! { Anywhere { $($any)* } }
            $(scope! { $screen { $($($variant)*)* } })*
        }

        /// An action that a key can run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            /// An action that works on every screen.
            Anywhere(on::Anywhere),
            $(
                /// An action of the screen of this name.
                $screen(on::$screen),
            )*
        }

        /// The screens. Exactly one is shown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Screen { $($screen),* }

        impl Screen {
            /// All screens, in the order of the table.
            pub const ALL: &[Screen] = &[$(Screen::$screen),*];

            /// The name in the configuration.
            pub fn id(self) -> &'static str {
                match self { $(Screen::$screen => $name),* }
            }

            /// The heading on the screen and in the manual.
            pub fn title(self) -> &'static str {
                match self { $(Screen::$screen => $title),* }
            }
        }

        /// All actions. The default keys, the help, the palette and the manual are derived from it.
        pub static ACTIONS: &[Spec] = &[
            $(Spec {
                action: Action::Anywhere(on::Anywhere::$any),
                id: $any_id,
                scope: Scope::ANYWHERE,
                heading: $any_heading,
                keys: &[$($any_key),*],
                help: $any_help,
                needs: needs!($($any_mark)*),
                on_first_page: is_marked!(first: $($any_mark)*),
                asks: is_marked!(asks: $($any_mark)*),
            },)*
            $($($(Spec {
                action: Action::$screen(on::$screen::$variant),
                id: $id,
                scope: Scope::of(Screen::$screen),
                heading: $heading,
                keys: &[$($key),*],
                help: $help,
                needs: needs!($($mark)*),
                on_first_page: is_marked!(first: $($mark)*),
                asks: is_marked!(asks: $($mark)*),
            },)*)*)*
        ];
    };
}

actions! {
    everywhere {
        "Everywhere" {
            Help            "help"              ["?", "f1"]                   "list the keys of this screen; type to filter" first;
            Palette         "palette"           [":", "ctrl-p"]               "find any command by its name" first;
            Legend          "legend"            ["f2"]                        "explain the marks on this screen";
            Details         "details"           ["I"]                         "show all facts of this screen, or the picture alone";
            Back            "back"              ["q", "esc"]                  "go back one screen" first asks;
            Interrupt       "interrupt"         ["ctrl-c"]                    "stop the run; if idle, quit" asks;
            Quit            "quit"              ["Q"]                         "quit" asks;
            Suspend         "suspend"           ["ctrl-z"]                    "suspend to the shell";
            Redraw          "redraw"            ["ctrl-l"]                    "redraw the screen";
            Theme           "theme"             ["ctrl-t"]                    "next colour theme: terminal, dark, light, contrast";
            Mouse           "mouse"             []                            "turn the mouse on or off; Shift then selects text";
        }
    }
    Library "library" "Library" {
        "Choose" {
            ListDown        "down"              ["j", "down"]                 "next puzzle";
            ListUp          "up"                ["k", "up"]                   "previous puzzle";
            ListFirst       "first"             ["g", "home"]                 "first puzzle";
            ListLast        "last"              ["G", "end"]                  "last puzzle";
            Filter          "filter"            ["/"]                         "filter by words in name, kind or title" asks;
        }
        "Open" {
            Open            "open"              ["enter", "l", "right"]       "open the puzzle; list the puzzles of a kind" asks;
            Close           "close"             ["h", "left"]                 "close the kind";
            SolveFromList   "solve"             ["s"]                         "open the puzzle and solve it in the background";
            StepFromList    "step"              ["d"]                         "open the puzzle in Step, to watch Algorithm X";
            Today           "today"             ["t"]                         "five minutes of questions on what you have learnt";
            NewFromList     "new"               ["n"]                         "make a new, empty grid" asks;
        }
    }
    Play "play" "Play and edit" {
        "Solve and explain" {
            Solve           "solve"             ["s"]                         "solve in the background" first;
            Debug           "step"              ["d"]                         "open Step, to watch Algorithm X" first;
            Model           "model"             ["m"]                         "list its items and options in words";
            Verdict         "verdict"           ["v"]                         "check: no solution, one, or more than one";
            Hint            "hint"              ["f"]                         "hint: where to look, then why, then what; then do it" first grid;
            Candidates      "candidates"        ["a"]                         "show marks, candidates or, with V, solutions" grid;
            Watch           "watch"             ["V"]                         "setter's panel: solutions, redundant givens, clashes" first grid;
            WatchOwn        "watch-own"         ["O"]                         "setter's panel: with your symbols, or givens only" grid;
        }
        "Symbols and marks" {
            Line            "line"              ["i", "enter"]                "type lines; in a listing, select or deselect an option" first;
            Clear           "clear"             ["x", "delete", "backspace"]  "clear the symbol, else the marks, else the colour";
            ClearOwn        "clear-own"         ["X"]                         "clear all but givens; in a listing, deselect all";
            Givens          "givens"            ["p"]                         "pen: write givens, or your own symbols" grid;
            Marks           "marks"             ["space"]                     "switch between corner marks and symbols" grid;
            CentreMarks     "centre-marks"      ["c"]                         "switch between centre marks and symbols" grid;
            Eliminate       "rule-out"          ["o"]                         "rule out symbols, or switch back to symbols" grid;
            Colors          "colors"            ["b"]                         "colour cells with 1 to 9; 0 removes the colour" grid;
            FillMarks       "fill-marks"        ["M"]                         "mark empty cells with the symbols that units allow" grid;
            DropStale       "drop-stale"        ["D"]                         "remove the marks that placed symbols rule out" grid;
            ClearMarks      "clear-marks"       ["C"]                         "remove all corner and centre marks" grid;
            Hold            "hold"              ["F"]                         "highlight a symbol until pressed again" asks grid;
            Prefix          "command"           [","]                         "read the next letter as a command, not as a symbol" grid;
        }
        "Undo" {
            Undo            "undo"              ["u", "ctrl-u"]               "undo the last change" first;
            Redo            "redo"              ["ctrl-r", "U"]               "redo, along the newest branch";
            Earlier         "earlier"           ["("]                         "previous state, across undo branches";
            Later           "later"             [")"]                         "next state, across undo branches";
            NamePoint       "name"              ["'"]                         "name this state in the list of changes" asks;
        }
        "Move" {
            Left            "left"              ["h", "left"]                 "move left";
            Down            "down"              ["j", "down"]                 "move down";
            Up              "up"                ["k", "up"]                   "move up";
            Right           "right"             ["l", "right"]                "move right";
            NextEmpty       "next-empty"        ["w", "tab"]                  "next empty cell; in a listing, the cell's next option";
            PreviousEmpty   "previous-empty"    ["W", "shift-tab"]            "previous empty cell";
            RowStart        "row-start"         ["^", "home"]                 "beginning of the row" grid;
            RowEnd          "row-end"           ["$", "end"]                  "end of the row" grid;
            NextGiven       "next-given"        [">"]                         "next given" grid;
            PreviousGiven   "previous-given"    ["<"]                         "previous given" grid;
            GotoCell        "goto"              ["g"]                         "go to a cell by its name, such as r5c7" asks grid;
        }
        "Select cells" {
            SelectLeft      "select-left"       ["H", "shift-left"]           "select leftwards; in Walls, toggle the wall there" grid;
            SelectDown      "select-down"       ["J", "shift-down"]           "select downwards; in Walls, toggle the wall below" grid;
            SelectUp        "select-up"         ["K", "shift-up"]             "select upwards; in Walls, toggle the wall above" grid;
            SelectRight     "select-right"      ["L", "shift-right"]          "select rightwards; in Walls, toggle the wall there" grid;
            SelectCell      "select-cell"       ["z"]                         "select or deselect this cell; moving keeps the rest" grid;
            SelectAll       "select-all"        ["ctrl-a"]                    "select all cells" grid;
            Select          "select"            ["A"]                         "select a row, column, box, or a symbol's cells" asks grid;
        }
        "Change the puzzle" {
            Rules           "rules"             ["r"]                         "rules: add a killer cage, a sum, a line, or remove one" asks grid;
            Regions         "regions"           ["R"]                         "type the regions of a jigsaw as letters" jigsaw;
            Walls           "walls"             ["e"]                         "edit the walls of a jigsaw" jigsaw;
            Weights         "weights"           ["E"]                         "type the weights of a target line by line" weights;
            Weigh           "weigh"             ["="]                         "type a weight of several digits" asks weights;
            Preset          "preset"            ["P"]                         "set all weights: rings, all equal, rows, columns" weights;
            Heavier         "heavier"           ["+"]                         "add 1 to the weight of the cell" weights;
            Lighter         "lighter"           ["-"]                         "subtract 1 from the weight of the cell" weights;
            Turn            "turn"              ["T"]                         "rotate the grid by a quarter turn" grid;
            Resize          "resize"            ["Z"]                         "change the side of the grid; what fits is kept" asks grid;
        }
        "Files" {
            EditText        "edit-text"         ["t"]                         "edit the puzzle as text, in the form it was read in";
            Save            "save"              ["ctrl-s"]                    "save as TOML; asks for a name if there is none" asks;
            SaveAs          "save-as"           ["S"]                         "save as TOML under another name" asks;
            Export          "export"            ["y"]                         "export to another form or picture: clipboard or file" asks;
            New             "new"               ["n"]                         "make a new, empty grid" asks;
        }
    }
    Solve "solve" "Solve" {
        "The run" {
            Pause           "pause"             ["p", "space"]                "pause or continue";
            StepFromHere    "step-from-here"    ["s", "d"]                    "stop, and open the current state in Step";
            Goal            "goal"              ["g"]                         "change the question: first, unique, count, best";
            OtherEngine     "engine"            ["e"]                         "run it again with another engine, beside this run";
        }
        "The answer" {
            NextSolution    "next-solution"     ["n", "right"]                "show the next solution found";
            PriorSolution   "previous-solution" ["N", "left"]                 "show the previous solution found";
            Fill            "fill"              ["enter"]                     "write the solution shown into the grid";
            Findings        "findings"          ["m"]                         "open Model on its findings, before any search";
        }
    }
    Step "step" "Step" {
        "Step" {
            Forward         "forward"           ["s"]                         "one step forward" first;
            Backward        "backward"          ["S"]                         "one step back" first;
            NextBranch      "next-branch"       ["n"]                         "forward to the next choice, dead end or solution" first;
            PriorBranch     "previous-branch"   ["N"]                         "back to the previous one";
            ToSolution      "to-solution"       ["f"]                         "run to the next solution";
            BackToSolution  "back-to-solution"  ["F"]                         "run back to the previous solution";
            ToDeadEnd       "to-dead-end"       ["e"]                         "run to the next dead end or cut";
            BackToDeadEnd   "back-to-dead-end"  ["E"]                         "run back to the previous one";
            Finer           "finer"             ["+", "="]                    "smaller steps: branch, choice, item, option, link" first;
            Coarser         "coarser"           ["-"]                         "larger steps";
        }
        "Play" {
            Run             "run"               ["space", "p"]                "play, or pause";
            RunBack         "run-back"          ["P"]                         "play backwards, or pause";
            Slower          "slower"            ["["]                         "slower";
            Faster          "faster"            ["]"]                         "faster";
        }
        "Explain" {
            Why             "why"               ["w"]                         "why: the last step, or who hid what is selected" first asks;
            AskMe           "ask"               ["a"]                         "ask about the next step; again: another question";
            Counts          "counts"            ["o"]                         "show the numbers of options on the picture";
            Pointers        "pointers"          ["L"]                         "the list that a step changes, link by link";
            Array           "array"             ["K"]                         "Knuth's table of this state, with spacers";
            BreakDance      "break-dance"       ["D"]                         "watch the dance with a mistake, beside the right one" asks;
            Tree            "tree"              ["t"]                         "show the search tree";
            Compare         "compare"           ["v"]                         "compare two item rules side by side";
        }
        "Try" {
            NextOption      "next-option"       ["."]                         "show the item's next option; enter tries it";
            PriorOption     "previous-option"   [","]                         "show the item's previous option";
            Take            "take"              ["enter", "x"]                "answer; try the option, or go to its level";
            Return          "return"            ["u"]                         "end the try: return to exactly where you were";
            Unsteer         "own-order"         ["X"]                         "return to the algorithm's own order";
            NextRule        "rule"              ["r"]                         "restart with another item rule";
        }
        "Go" {
            ToRoot          "to-root"           ["0", "home"]                 "go to the root, where the search begins";
            Goto            "goto"              ["g"]                         "go to an address, operation, level or solution" asks;
            JumpBack        "jump-back"         ["ctrl-o"]                    "back to where the last jump began; again for earlier";
            JumpForth       "jump-forth"        ["ctrl-f"]                    "forward again, after ctrl-o";
            Remember        "remember"          ["m"]                         "bookmark this state";
            Recall          "recall"            ["'"]                         "go to the bookmarks, in turn";
        }
        "Select" {
            CursorLeft      "cursor-left"       ["left", "h"]                 "move the cursor left; every view shows the selection";
            CursorDown      "cursor-down"       ["down", "j"]                 "move the cursor down";
            CursorUp        "cursor-up"         ["up", "k"]                   "move the cursor up";
            CursorRight     "cursor-right"      ["right", "l"]                "move the cursor right";
            Find            "find"              ["/"]                         "select an item or option by name, or ask a question" asks;
        }
        "Views" {
            Inspect         "inspect"           ["i"]                         "show every view, or the picture alone";
            NextPanel       "next-panel"        ["tab"]                       "next panel beside the picture, or next view";
            PriorPanel      "previous-panel"    ["shift-tab"]                 "previous panel or view";
            Zoom            "zoom"              ["z"]                         "zoom the view to the whole screen, or back";
            TakeAlong       "take-along"        ["y"]                         "copy or write: the state, a picture, a film" asks;
            FilmBack        "film"              ["Y"]                         "write a film of the last 12 steps" asks;
        }
        "Breakpoints" {
            AddBreak        "break"             ["b"]                         "set a breakpoint at the selection, or as typed" first asks;
            Breaks          "breaks"            ["B"]                         "list the breakpoints" asks;
            Continue        "continue"          ["c"]                         "run to the next breakpoint";
            ContinueBack    "continue-back"     ["C"]                         "run back to the previous breakpoint";
        }
        "Lessons" {
            GoOn            "go-on"             [">"]                         "in a lesson: go on to the next stop";
            GoBack          "go-back"           ["<"]                         "in a lesson: back to this stop, or the one before";
        }
    }
    Tree "tree" "Tree" {
        "The tree" {
            NodeDown        "node-down"         ["j", "down"]                 "next node";
            NodeUp          "node-up"           ["k", "up"]                   "previous node";
            NodeFirst       "node-first"        ["g", "home"]                 "the root";
            NodeLast        "node-last"         ["G", "end"]                  "the last node shown";
            Unfold          "unfold"            ["l", "right"]                "unfold the node";
            Fold            "fold"              ["h", "left"]                 "fold the node, or go to its parent";
            GoThere         "go-there"          ["enter"]                     "open the node in Step";
        }
    }
    Compare "compare" "Compare" {
        "The searches" {
            BothOn          "both-on"           ["s"]                         "advance both by one node";
            BothToEnd       "both-to-end"       ["space", "f"]                "run both to the end, or stop";
            LeftRule        "left-rule"         ["h", "left"]                 "next rule on the left; both restart";
            RightRule       "right-rule"        ["l", "right"]                "next rule on the right; both restart";
        }
    }
    Model "model" "Model" {
        "The lists" {
            RowDown         "row-down"          ["j", "down"]                 "next row";
            RowUp           "row-up"            ["k", "up"]                   "previous row";
            RowFirst        "row-first"         ["g", "home"]                 "first row";
            RowLast         "row-last"          ["G", "end"]                  "last row";
            NextList        "next-list"         ["tab", "right", "l"]         "next list: items, options, findings";
            PriorList       "previous-list"     ["shift-tab", "left", "h"]    "previous list";
            EnterRow        "enter"             ["enter"]                     "go to an item's options, or to an option's items";
            FilterRows      "filter"            ["/"]                         "filter the rows by words" asks;
            Forecast        "forecast"          ["e"]                         "estimate the size of the search by random dives";
        }
    }
}

/// Returns the row of an action.
pub fn spec(action: impl Into<Action>) -> &'static Spec {
    let action = action.into();
    ACTIONS.iter().find(|spec| spec.action == action).expect("every action has a row")
}
