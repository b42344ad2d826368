//! The files that make an engine what it is. Their digests tell whether a match goes on with the same engines.

use std::collections::BTreeMap;
use std::path::Path;

use kagetsu_arena::settings::EngineSpec;

use super::programs::absolute;
use crate::digest::sha256_of;

/// The option that names a network.
const NETWORK: &str = "evaluation";
/// The program and its first argument.
const FIRST_WORDS: usize = 2;

/// Notes the digests of the engines' files. A file that cannot be read has none and is not compared.
pub(super) fn note_files(engines: &mut [EngineSpec]) {
    let mut digests: BTreeMap<String, Option<String>> = BTreeMap::new();
    for engine in engines {
        for path in files_of(engine) {
            let digest = digests
                .entry(path.clone())
                .or_insert_with(|| sha256_of(Path::new(&path)).ok());
            engine
                .files
                .extend(digest.clone().map(|digest| (path, digest)));
        }
    }
}

/// The program, the file that its first argument names (a script, or a program under wine), and the network that it is
/// given. Engines may write to other files.
fn files_of(engine: &EngineSpec) -> Vec<String> {
    let dir = engine.dir.clone().unwrap_or_default();
    let networks = engine
        .options
        .iter()
        .filter(|(key, _)| key.eq_ignore_ascii_case(NETWORK))
        .map(|(_, path)| path);
    let names = engine.command.iter().take(FIRST_WORDS).chain(networks);
    names
        .map(|name| absolute(&dir.join(name)))
        .filter(|path| path.is_file())
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_program_its_script_and_its_network_are_noted() {
        // Any files do.
        let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let path = |name: &str| dir.join(name).to_string_lossy().into_owned();
        let command = vec![
            path("lib.rs"),
            "error.rs".to_string(),
            "play.rs".to_string(),
        ];
        let mut engine = EngineSpec::new("one", command);
        engine.dir = Some(dir.clone());
        engine.options = [("Evaluation", "cli.rs"), ("log", "play.rs")]
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .to_vec();
        let mut engines = [engine.clone(), engine];
        note_files(&mut engines);
        let noted: Vec<&String> = engines[0].files.keys().collect();
        assert_eq!(noted, [&path("cli.rs"), &path("error.rs"), &path("lib.rs")]);
        let digest = sha256_of(&dir.join("lib.rs")).expect("a file");
        assert_eq!(engines[0].files.get(&path("lib.rs")), Some(&digest));
        assert_eq!(engines[0].files, engines[1].files);
    }
}
