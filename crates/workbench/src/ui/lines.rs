//! Lines that join: the box-drawing character for any four arms.

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArmWeight {
    None,
    Light,
    Heavy,
}

/// The characters, indexed by their arms up, right, down, left as digits of base 3: none, light,
/// heavy.
const JOINTS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// The character with these arms, in the order up, right, down, left.
pub fn joint(arms: [ArmWeight; 4], ascii: bool) -> char {
    if ascii {
        return ascii_joint(arms);
    }
    let index = arms.iter().fold(0, |index, &arm| index * 3 + arm as usize);
    JOINTS.chars().nth(index).expect("four digits of base 3 are below 81")
}

/// In ASCII only walls are drawn; light lines are left out.
fn ascii_joint([up, right, down, left]: [ArmWeight; 4]) -> char {
    let vertical = up == ArmWeight::Heavy || down == ArmWeight::Heavy;
    let horizontal = left == ArmWeight::Heavy || right == ArmWeight::Heavy;
    match (vertical, horizontal) {
        (true, true) => '+',
        (true, false) => '|',
        (false, true) => '-',
        (false, false) => ' ',
    }
}

/// The character of a line to which arms are added. `None` if `c` is neither a line nor a blank.
pub(crate) fn with_arms(c: char, arms: [ArmWeight; 4]) -> Option<char> {
    let mut index = JOINTS.chars().position(|joint| joint == c)?;
    let all = [ArmWeight::None, ArmWeight::Light, ArmWeight::Heavy];
    let mut both = [ArmWeight::None; 4];
    for (both, arm) in both.iter_mut().zip(arms).rev() {
        *both = all[index % 3].max(arm);
        index /= 3;
    }
    Some(joint(both, false))
}
