//! The commands of the plain workbench: the actions that can be named on a screen.

use super::action::{ACTIONS, Scope, Screen, Spec, on};

/// The actions that can be named on a screen, its own first.
pub fn sayable(screen: Screen) -> Vec<&'static Spec> {
    use on::Anywhere::{Help, Mouse, Palette, Redraw, Suspend, Theme};
    let silent = [Help, Palette, Suspend, Redraw, Theme, Mouse].map(Into::into);
    let holds = |spec: &&Spec| spec.scope.holds_on(screen) && !silent.contains(&spec.action);
    let mut all: Vec<&'static Spec> = ACTIONS.iter().filter(holds).collect();
    all.sort_by_key(|spec| spec.scope == Scope::ANYWHERE);
    all
}

/// The commands that work on a screen, in lines.
pub fn commands(screen: Screen) -> Vec<String> {
    let named = sayable(screen);
    let width = named.iter().map(|spec| spec.id.len()).max().unwrap_or(0);
    let named = named.into_iter().map(|spec| format!("{:<width$}  {}", spec.id, spec.help));
    let also = match screen {
        Screen::Library => vec!["open N, open NAME: open a puzzle of the list"],
        Screen::Play => vec!["r1c3: go to a cell; r1c3=5: write into it; r1c3=.: clear it"],
        Screen::Step => vec!["goto 1/2,3/3, find NAME, break TEXT: the answer may follow on the same line"],
        _ => Vec::new(),
    };
    let always = [
        "a command and a number repeat it that many times; the beginning of a name is enough",
        "show: describes the screen; screen: draws it as text; key NAME: press a key",
        "paste: the lines after it, up to one that says `end`, are a puzzle",
        "an empty line repeats the last command",
    ];
    named.chain(also.into_iter().chain(always).map(str::to_string)).collect()
}
