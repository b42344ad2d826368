//! The puzzle of the day, the same for everybody.

/// How far the puzzle of the next day lies from that of the day before: the golden section, so that neighbours in the
/// list, which are alike, do not follow each other.
const SECTION: f64 = 0.618;

const fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The number of the puzzle of a day, out of so many. Each has its turn before one comes again. There is at least one.
pub fn daily(day: u32, count: usize) -> usize {
    let near = (count as f64 * SECTION) as usize;
    let step = (near..count)
        .find(|&step| divisor(step, count) == 1)
        .unwrap_or(1);
    (day as usize % count.max(1)) * step % count.max(1)
}
