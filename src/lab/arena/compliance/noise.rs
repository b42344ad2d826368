//! Input that no manager sends, the same for all protocols. An engine must survive it.

/// Lines of nonsense: signs, letters of other alphabets, control characters, numbers out of any range.
pub(super) const GARBAGE: [&str; 8] = [
    "!\"#$%&'()*+,-./",
    "\u{1}\u{2}\u{7f}\t\u{b}",
    "\u{0}\u{0}",
    "\u{82b1}\u{6708} \u{1f600}",
    "-1 -1 -1",
    "18446744073709551616 99999999999999999999999",
    "=",
    "?",
];

/// Length of a very long line, in bytes.
const LONG: usize = 20_000;

/// A line that is far longer than any of the protocols needs.
pub(super) fn long_line() -> String {
    "X".repeat(LONG)
}
