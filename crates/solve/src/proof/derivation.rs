//! The lines of a proof, as they are written.

use super::claim::{ProofSize, Unproved};
use super::formula::Formula;
use std::io::Write;

/// The derivation, as it is written.
pub(super) struct Derivation<'a> {
    out: &'a mut dyn Write,
    /// The number of the last constraint.
    last: u64,
    size: ProofSize,
    max_bytes: u64,
}

impl<'a> Derivation<'a> {
    /// Writes the first lines, which load the constraints of the problem.
    pub(super) fn begin(out: &'a mut dyn Write, of: &Formula, max_bytes: u64) -> Result<Derivation<'a>, Unproved> {
        let (variables, constraints) = (of.variables(), of.constraints as usize);
        let size = ProofSize { variables, constraints, bytes: HEADER.len() as u64, ..ProofSize::default() };
        out.write_all(HEADER)?;
        let mut derivation = Derivation { out, last: of.constraints, size, max_bytes };
        derivation.put(&format!("f {}", of.constraints))?;
        Ok(derivation)
    }

    /// Writes the last lines.
    pub(super) fn end(mut self, conclusion: &str) -> Result<ProofSize, Unproved> {
        self.put("output NONE")?;
        self.put(&format!("conclusion {conclusion}"))?;
        self.put("end pseudo-Boolean proof")?;
        self.out.flush()?;
        Ok(self.size)
    }

    /// Counts `many` more branchings of the search.
    pub(super) fn branched(&mut self, many: u64) {
        self.size.nodes += many;
    }

    pub(super) fn put(&mut self, line: &str) -> Result<(), Unproved> {
        self.size.bytes += line.len() as u64 + 2;
        if self.size.bytes > self.max_bytes {
            return Err(Unproved::TooLarge(self.max_bytes));
        }
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(b";\n")?;
        Ok(())
    }

    /// Writes a line that adds a constraint. Returns the number of the constraint.
    pub(super) fn derive(&mut self, line: &str) -> Result<u64, Unproved> {
        self.put(line)?;
        (self.last, self.size.lines) = (self.last + 1, self.size.lines + 1);
        Ok(self.last)
    }

    pub(super) fn delete(&mut self, ids: &[u64]) -> Result<(), Unproved> {
        if ids.is_empty() {
            return Ok(());
        }
        let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
        self.put(&format!("del id {}", ids.join(" ")))
    }
}

/// The first line of a proof.
const HEADER: &[u8] = b"pseudo-Boolean proof version 3.0\n";
