//! The variables that a line of the source names.

/// The variables of a line with their indices and fields, those inside others too: `L[H[r]]`,
/// `H[r]` and `r`.
pub(crate) fn expressions(line: &str) -> Vec<String> {
    let bytes = line.as_bytes();
    let is_name = |at: usize| bytes.get(at).is_some_and(|&byte| byte == b'_' || byte.is_ascii_alphanumeric());
    let mut found = Vec::new();
    for begin in 0..bytes.len() {
        let is_begin = is_name(begin) && !bytes[begin].is_ascii_digit();
        let is_inside = begin > 0 && (is_name(begin - 1) || bytes[begin - 1] == b'.' || bytes[begin - 1] == b'>');
        if !is_begin || is_inside {
            continue;
        }
        let mut end = begin;
        while is_name(end) {
            end += 1;
        }
        loop {
            found.push(line[begin..end].to_string());
            match bytes.get(end) {
                Some(b'[') => {
                    let mut open = 0;
                    let close = (end..bytes.len()).find(|&at| {
                        open += i32::from(bytes[at] == b'[') - i32::from(bytes[at] == b']');
                        open == 0
                    });
                    let Some(close) = close else { break };
                    end = close + 1;
                }
                Some(b'.') if is_name(end + 1) => end += 1,
                Some(b'-') if bytes.get(end + 1) == Some(&b'>') => end += 2,
                _ => break,
            }
            while is_name(end) {
                end += 1;
            }
        }
        // A name before a bracket is a function.
        if bytes.get(end) == Some(&b'(') {
            found.pop();
        }
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|one| seen.insert(one.clone()));
    found
}
