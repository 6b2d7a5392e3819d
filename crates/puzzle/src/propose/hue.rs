//! Families of colours: of drawings, and of the words for them.

/// A family of colours, as words name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hue {
    Black,
    White,
    Grey,
    Red,
    Orange,
    Yellow,
    Green,
    Blue,
    Purple,
    /// None, or one that is not known.
    None,
}

/// The words for each family.
pub(super) const HUES: [(Hue, &[&str]); 9] = [
    (Hue::Black, &["black"]),
    (Hue::White, &["white"]),
    (Hue::Grey, &["grey", "gray", "silver"]),
    (Hue::Red, &["red", "crimson", "scarlet"]),
    (Hue::Orange, &["orange", "peach", "apricot", "amber", "salmon", "brown"]),
    (Hue::Yellow, &["yellow", "gold", "golden"]),
    (Hue::Green, &["green", "lime", "emerald"]),
    (Hue::Blue, &["blue", "turquoise", "cyan", "teal", "aqua", "azure"]),
    (Hue::Purple, &["purple", "violet", "pink", "magenta", "lavender", "lilac", "mauve", "fuchsia"]),
];

impl Hue {
    /// The family of a colour in hexadecimal digits: `#rgb` or `#rrggbb`, perhaps with its opacity.
    pub fn of(text: &str) -> Hue {
        let named = HUES.iter().find(|(_, names)| names.contains(&text.to_lowercase().as_str())).map(|(hue, _)| *hue);
        let digits =
            text.strip_prefix('#').unwrap_or("-").chars().map(|c| c.to_digit(16)).collect::<Option<Vec<u32>>>();
        let Some(digits) = digits.filter(|_| named.is_none()) else { return named.unwrap_or(Hue::None) };
        let part = |at: usize| match digits.len() {
            3 | 4 => 17 * digits[at],
            _ => 16 * digits[2 * at] + digits[2 * at + 1],
        };
        let opacity = match digits.len() {
            3 | 6 => 255,
            4 | 8 => part(3),
            _ => return Hue::None,
        };
        if opacity == 0 {
            return Hue::None;
        }
        // What is seen of a colour on white.
        let seen = |at: usize| 255.0 - f64::from(opacity * (255 - part(at))) / 255.0;
        let (r, g, b) = (seen(0), seen(1), seen(2));
        let (most, least) = (r.max(g).max(b), r.min(g).min(b));
        if most < 50.0 {
            return Hue::Black;
        }
        if most - least < 0.12 * most {
            return if most > 240.0 { Hue::White } else { Hue::Grey };
        }
        let turn = match most {
            most if most == r => ((g - b) / (most - least)).rem_euclid(6.0),
            most if most == g => (b - r) / (most - least) + 2.0,
            _ => (r - g) / (most - least) + 4.0,
        };
        match 60.0 * turn {
            0.0..15.0 => Hue::Red,
            15.0..45.0 => Hue::Orange,
            45.0..70.0 => Hue::Yellow,
            70.0..165.0 => Hue::Green,
            165.0..255.0 => Hue::Blue,
            255.0..345.0 => Hue::Purple,
            _ => Hue::Red,
        }
    }

    /// The usual name. Empty for none.
    pub(super) fn name(self) -> &'static str {
        HUES.iter().find(|(hue, _)| *hue == self).map_or("", |(_, names)| names[0])
    }
}

#[cfg(test)]
mod tests {
    use super::Hue;

    /// Colours on both sides of the limits between families.
    #[test]
    fn colours_near_a_limit_have_their_family() {
        let table: [(&str, Hue); 12] = [
            ("#313131", Hue::Black),
            ("#333333", Hue::Grey),
            ("#f0f0f0", Hue::Grey),
            ("#f1f1f1", Hue::White),
            ("#f0d8d8", Hue::Grey),
            ("#0000", Hue::None),
            ("#12345", Hue::None),
            ("#f00", Hue::Red),
            ("#00ff0001", Hue::White),
            ("#ff0", Hue::Yellow),
            ("#00f", Hue::Blue),
            ("violet", Hue::Purple),
        ];
        for (text, hue) in table {
            assert_eq!(Hue::of(text), hue, "{text}");
        }
    }
}
