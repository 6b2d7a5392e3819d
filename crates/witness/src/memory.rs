//! The memory of a stopped program.

/// The memory of a stopped program.
pub trait ProgramMemory {
    /// Reads some bytes. Returns false if the program has no memory there.
    fn read(&mut self, address: u64, into: &mut [u8]) -> bool;

    /// Reads a number, as the program stores it: its lowest byte first.
    fn word(&mut self, address: u64, width: u8, signed: bool) -> Option<i64> {
        let mut bytes = [0; 8];
        let width = usize::from(width);
        if !self.read(address, &mut bytes[..width]) {
            return None;
        }
        Some(number(&bytes[..width], signed))
    }
}

/// A number from its bytes, the lowest one first.
pub fn number(bytes: &[u8], signed: bool) -> i64 {
    if bytes.is_empty() {
        return 0;
    }
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    let value = u64::from_le_bytes(all);
    let unused = 64 - 8 * bytes.len() as u32;
    match signed {
        true => (value << unused).cast_signed() >> unused,
        false => value.cast_signed(),
    }
}
