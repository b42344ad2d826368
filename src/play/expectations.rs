//! The tables of what players expect and of what the sibling games must do name tests; all of them must exist.

use std::fs;
use std::io;
use std::path::Path;

/// Texts between single backquotes that look like the name of a test.
fn named(page: &str) -> Vec<&str> {
    let is_name = |text: &&str| {
        let letters = text
            .bytes()
            .all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'_');
        letters && text.contains('_')
    };
    page.split('`').skip(1).step_by(2).filter(is_name).collect()
}

/// The tables, from the root of the project.
const TABLES: [&str; 2] = ["src/play/expectations.md", "src/siblings/expectations.md"];

/// Names of functions that follow the mark of a test in the files below a folder.
fn tests_below(folder: &Path, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            tests_below(&path, names)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)?;
            for after in text.split("#[test]").skip(1) {
                let name = after
                    .split_once("fn ")
                    .and_then(|(_, rest)| rest.split('(').next());
                names.extend(name.map(str::to_string));
            }
        }
    }
    Ok(())
}

#[test]
fn every_test_that_a_table_names_exists() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut known = Vec::new();
    for folder in ["tests", "src"] {
        tests_below(&root.join(folder), &mut known)?;
    }
    for table in TABLES {
        let page = fs::read_to_string(root.join(table))?;
        let names = named(&page);
        assert!(names.len() > 40, "{table} names {names:?}");
        for name in names {
            assert!(
                known.iter().any(|test| test == name),
                "{table} names {name}, and there is no such test"
            );
        }
    }
    Ok(())
}
