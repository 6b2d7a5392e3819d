//! The text of one case out of an input with several.

use super::Judge;

impl Judge {
    /// An input with one case of an input, counted from 0. The lines are those of the input. `None`
    /// if the lines of the case do not stand by themselves.
    pub fn cut(&self, input: &str, case: usize) -> Option<String> {
        let lines: Vec<&str> = input.lines().collect();
        let until = |end: usize| lines[..end].join("\n") + "\n";
        // A reader stops at the first line that is missing, so the lines needed grow with the
        // cases.
        let needed = |count: usize| {
            let (mut low, mut high) = (0, lines.len());
            while low < high {
                let middle = (low + high) / 2;
                let read = self.cases(&until(middle)).take(count).filter(Result::is_ok).count();
                if read < count { low = middle + 1 } else { high = middle }
            }
            low
        };
        let wanted = self.cases(input).nth(case)?.ok()?;
        let end = needed(case + 1);
        let begin = if case == 0 { 0 } else { needed(case) };
        // The number of cases may stand before the first one.
        (begin..end.min(begin + 2)).find_map(|begin| {
            let kept = lines[begin..end].iter().skip_while(|line| line.trim().is_empty());
            let text = kept.map(|line| line.trim_end()).collect::<Vec<_>>().join("\n") + "\n";
            (self.shape(&text)? == wanted).then(|| self.input(&[&text]))
        })
    }
}
