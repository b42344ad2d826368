//! Every package that can be published brings what the registry shows: licence texts, a page, and where its source is.

use std::env;
use std::error::Error;
use std::fs;
use std::process::Command;

use toml::{Table, Value};

use super::ran::root;

type Checked = Result<(), Box<dyn Error>>;

/// What the registry shows of a package.
const SHOWN: [&str; 6] = [
    "description",
    "license",
    "repository",
    "readme",
    "rust-version",
    "keywords",
];

/// The folders of the packages that are published, with their manifests. The program is in the folder itself.
fn published() -> Result<Vec<(String, Table)>, Box<dyn Error>> {
    let read = |folder: &str| -> Result<Table, Box<dyn Error>> {
        Ok(fs::read_to_string(root().join(folder).join("Cargo.toml"))?.parse()?)
    };
    let members = read("")?["workspace"]["members"].clone();
    let mut published = Vec::new();
    let members = members.as_array().ok_or("a list")?.iter();
    for member in members.map(Value::as_str).chain([Some("")]) {
        let member = member.ok_or("a folder")?;
        let manifest = read(member)?;
        if manifest["package"].get("publish") != Some(&Value::Boolean(false)) {
            published.push((member.to_string(), manifest));
        }
    }
    Ok(published)
}

#[test]
fn every_published_package_says_what_the_registry_shows_and_has_the_licences() -> Checked {
    let published = published()?;
    assert!(published.len() > 15, "{}", published.len());
    for (folder, manifest) in published {
        let package = &manifest["package"];
        for key in SHOWN {
            assert!(package.get(key).is_some(), "{folder} has no {key}");
        }
        let page = package["readme"].as_str().ok_or("a readme")?;
        for file in [page, "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(
                root().join(&folder).join(file).is_file(),
                "{folder}: {file}"
            );
        }
    }
    Ok(())
}

/// What cargo prints in the folder of the program.
fn cargo(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let cargo = env::var_os("CARGO").ok_or("cargo runs the tests")?;
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--offline", "--package", "pbrain-kagetsu"])
        .current_dir(root())
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    Ok(String::from_utf8(output.stdout)?)
}

/// A package holds no file of a folder with a manifest of its own.
#[test]
fn the_package_of_the_program_holds_its_source() -> Checked {
    let listed = cargo(&["package", "--list", "--allow-dirty"])?;
    let files: Vec<&str> = listed.lines().collect();
    for file in ["main.rs", "build.rs", "benches/SIGNATURE", "LICENSE-MIT"] {
        assert!(files.contains(&file), "{file}: {files:?}");
    }
    Ok(())
}

/// The tests start a program that is built with what they themselves ask of libraries. Objects of JSON come in no other order
/// from the program that users get.
#[test]
fn json_is_written_alike_with_and_without_the_libraries_of_tests() -> Checked {
    let features = |edges: &str| -> Result<String, Box<dyn Error>> {
        let form = ["--prefix", "none", "--format", "{p} {f}"];
        let tree = cargo(&[&["tree", "--edges", edges], &form[..]].concat())?;
        let line = tree.lines().find(|line| line.starts_with("serde_json "));
        Ok(line.ok_or("serde_json")?.replace(" (*)", ""))
    };
    let shipped = features("normal")?;
    assert_eq!(shipped, features("normal,dev")?);
    assert!(shipped.contains("preserve_order"), "{shipped}");
    Ok(())
}

/// The page is shown where relative links lead nowhere.
#[test]
fn the_page_of_the_packages_has_no_relative_links() -> Checked {
    let page = root().join("src/README.md");
    let text = fs::read_to_string(page)?;
    for link in text.split("](").skip(1) {
        assert!(link.starts_with("https://"), "{link}");
    }
    Ok(())
}

/// Whoever adds the library to a project builds the engine and nothing of the tools.
#[test]
fn the_library_is_bare_until_more_is_asked_for() -> Checked {
    let published = published()?;
    let library = published.iter().find(|(folder, _)| folder == "src");
    let (_, manifest) = library.ok_or("the library")?;
    let default = manifest["features"].get("default");
    assert!(default.is_none_or(|list| list.as_array().is_some_and(Vec::is_empty)));
    let dependencies = manifest["dependencies"].as_table().ok_or("a table")?;
    let bare = dependencies
        .iter()
        .filter(|(_, how)| how.get("optional") != Some(&Value::Boolean(true)));
    let names: Vec<&str> = bare.map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["kagetsu-gomoku", "kagetsu-kernel", "kagetsu-protocol"]
    );
    Ok(())
}

/// A value of YAML that stands in no quotes may hold neither of these: a single one makes the whole workflow invalid.
#[test]
fn commands_of_workflows_are_values_of_yaml() -> Checked {
    let folder = root().join(".github/workflows");
    for entry in fs::read_dir(folder)? {
        for line in fs::read_to_string(entry?.path())?.lines() {
            let (_, command) = line.split_once("run: ").unwrap_or_default();
            let is_plain = !command.starts_with(['"', '|', '>']);
            let is_cut = [": ", " #"].into_iter().any(|end| command.contains(end));
            assert!(!is_plain || !is_cut, "{line}");
        }
    }
    Ok(())
}
