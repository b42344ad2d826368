//! Gives the shared library the number of `kagetsu.h` in its name, so that a program finds none of another number.

use std::env;

/// What the number follows in the header.
const BEFORE: &str = "#define KAGETSU_API ";

fn main() {
    println!("cargo::rerun-if-changed=kagetsu.h");
    let mut lines = include_str!("kagetsu.h").lines();
    let number = lines.find_map(|line| line.strip_prefix(BEFORE));
    let is = |variable: &str, value: &str| env::var(variable).is_ok_and(|told| told == value);
    let has_such_names =
        is("CARGO_CFG_TARGET_FAMILY", "unix") && !is("CARGO_CFG_TARGET_VENDOR", "apple");
    if let Some(number) = number.filter(|_| has_such_names) {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libkagetsu_c.so.{number}");
    }
}
