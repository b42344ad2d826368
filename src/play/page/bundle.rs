//! The scripts of the page as one: a visit over a slow line costs few round trips. Each script becomes a function that gives
//! what it exports; a script that is imported stands before those that import it.
//!
//! It reads what the scripts of this page use of JavaScript's modules, line by line: `import { a, b } from "./x.js";`,
//! `import "./x.js";`, `export` before `const`, `function` and `async function`, and `export{a,b as c};` at the end. Values
//! that change cannot be exported, and scripts cannot import each other in a circle. A test holds the scripts to that.

/// A script by its name, and its text.
type Script<'s> = (&'s str, &'s str);

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    Some(rest.split_once(after)?.0)
}

/// The script that a line imports.
fn imported(line: &str) -> Option<&str> {
    line.strip_prefix("import ")?;
    between(line, "\"./", "\";")
}

/// The name that a line exports.
fn exported(line: &str) -> Option<&str> {
    let declared = line.strip_prefix("export ")?;
    let kinds = ["const ", "async function ", "function "];
    let named = kinds.iter().find_map(|kind| declared.strip_prefix(kind))?;
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    Some(&named[..named.find(|letter| !is_part(letter))?])
}

/// An exported name as a property: `a as b` is `a` by the name of `b`.
fn named(name: &str) -> String {
    match name.split_once(" as ") {
        Some((inner, outer)) => format!("{outer}: {inner}"),
        None => name.to_string(),
    }
}

/// Scripts in the order in which they run.
fn in_order<'s>(scripts: &[Script<'s>], name: &str, ordered: &mut Vec<Script<'s>>) {
    let Some(&script) = scripts.iter().find(|(known, _)| *known == name) else {
        return;
    };
    if ordered.contains(&script) {
        return;
    }
    for name in script.1.lines().filter_map(imported) {
        in_order(scripts, name, ordered);
    }
    ordered.push(script);
}

/// The lines of a script that are no comments, without the blanks before them. A comment stands in lines of its own, and no
/// text goes over several lines.
pub(super) fn code(text: &str) -> impl Iterator<Item = &str> {
    let mut is_comment = false;
    text.lines().map(str::trim).filter(move |line| {
        let is_block = is_comment || line.starts_with("/*");
        is_comment = is_block && !line.ends_with("*/");
        !is_block && !line.starts_with("//")
    })
}

/// A script as a function that gives what it exports.
fn wrapped((name, text): Script<'_>) -> String {
    let (mut body, mut exports) = (Vec::new(), Vec::new());
    for line in code(text) {
        if let Some(from) = imported(line) {
            let names = between(line, "{", "}");
            body.extend(names.map(|names| format!("const {{{names}}} = modules[\"{from}\"];")));
            continue;
        }
        let (line, names) = match line.rsplit_once("export{") {
            Some((before, names)) => (before, names.trim_end_matches("};")),
            None => (line, ""),
        };
        let names = names.split(',').filter(|name| !name.is_empty());
        exports.extend(names.map(named));
        exports.extend(exported(line).map(str::to_string));
        body.push(line.strip_prefix("export ").unwrap_or(line).to_string());
    }
    let (body, exports) = (body.join("\n"), exports.join(", "));
    format!("modules[\"{name}\"] = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n")
}

/// The scripts that run when one of them is loaded, as one script.
pub(super) fn bundle(scripts: &[Script<'_>], first: &str) -> String {
    let mut ordered = Vec::new();
    in_order(scripts, first, &mut ordered);
    let parts: String = ordered.into_iter().map(wrapped).collect();
    format!("export const modules = {{}};\n{parts}")
}

/// The scripts that run when another one is loaded later: those that the first one has not brought. The script gives what is
/// `offered` by the other one.
pub(super) fn later(scripts: &[Script<'_>], first: &str, other: &str) -> String {
    let mut ordered = Vec::new();
    in_order(scripts, first, &mut ordered);
    let known = ordered.len();
    in_order(scripts, other, &mut ordered);
    let parts: String = ordered.drain(known..).map(wrapped).collect();
    let offered = format!("export default modules[\"{other}\"].offered;\n");
    format!("import {{ modules }} from \"./{first}\";\n{parts}{offered}")
}

#[cfg(test)]
mod tests {
    use super::super::assets::{FIRST, LATER, SCRIPTS};
    use super::*;

    #[test]
    fn scripts_become_one_in_the_order_of_their_imports() {
        let scripts = [
            (
                "a.js",
                "// A.\n  /** B,\n  and C. */\nimport { b, c } from \"./b.js\";\nimport \"./d.js\";\nb(c);\n",
            ),
            (
                "b.js",
                "import \"./d.js\";\nexport const b = (x) => x;\nexport async function c() {}\n",
            ),
            ("d.js", "var e=1,f=2;export{e,f as g};\n"),
            ("unused.js", "f();\n"),
        ];
        let expected = "export const modules = {};\n\
            modules[\"d.js\"] = (() => {\nvar e=1,f=2;\nreturn { e, g: f };\n})();\n\
            modules[\"b.js\"] = (() => {\nconst b = (x) => x;\nasync function c() {}\nreturn { b, c };\n})();\n\
            modules[\"a.js\"] = (() => {\nconst { b, c } = modules[\"b.js\"];\nb(c);\nreturn {  };\n})();\n";
        assert_eq!(bundle(&scripts, "a.js"), expected);
        let expected = "import { modules } from \"./d.js\";\n\
            modules[\"b.js\"] = (() => {\nconst b = (x) => x;\nasync function c() {}\nreturn { b, c };\n})();\n\
            export default modules[\"b.js\"].offered;\n";
        assert_eq!(later(&scripts, "d.js", "b.js"), expected);
    }

    #[test]
    fn the_scripts_of_the_page_use_what_is_read_and_are_all_used() {
        let mut ordered = Vec::new();
        in_order(SCRIPTS, FIRST, &mut ordered);
        in_order(SCRIPTS, LATER, &mut ordered);
        assert_eq!(ordered.len(), SCRIPTS.len());
        for (place, &(name, text)) in ordered.iter().enumerate() {
            for line in code(text) {
                let quotes = line.matches('`').count();
                assert_eq!(quotes % 2, 0, "{name}: a text over several lines: {line}");
            }
            for line in text.lines() {
                let is_module = |word: &str| line.starts_with(word);
                if is_module("import") {
                    let from = imported(line);
                    let before = &ordered[..place];
                    let is_before = before.iter().any(|&(known, _)| Some(known) == from);
                    assert!(is_before, "{name}: {line}");
                }
                assert!(
                    !is_module("export") || exported(line).is_some(),
                    "{name}: {line}"
                );
                // What is loaded later is a file beside the page, and no script of the bundle.
                let later = between(line, "loadScript(\"", "\")");
                assert!(later.is_none_or(|file| ["later.js", "gif.js"].contains(&file)));
                assert!(!line.contains("import.meta"), "{name}");
            }
        }
    }
}
