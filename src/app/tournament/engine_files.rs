//! The files that make an engine what it is. Their digests tell whether a match goes on with the same engines.

use std::collections::BTreeMap;
use std::path::Path;

use kagetsu_arena::settings::EngineSpec;

use super::programs::absolute;
use crate::digest::sha256_of;

/// The option that names a network.
const NETWORK: &str = "evaluation";

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
    let names = engine.command.iter().take(2).chain(networks);
    names
        .map(|name| absolute(&dir.join(name)))
        .filter(|path| path.is_file())
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_program_its_script_and_its_network_are_noted() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["program", "script", "net", "log"] {
            fs::write(folder.path().join(name), name).expect("a file");
        }
        let program = folder.path().join("program").display().to_string();
        let words = [program.as_str(), "script", "log"].map(str::to_string);
        let mut engine = EngineSpec::new("one", words.to_vec());
        engine.dir = Some(folder.path().to_path_buf());
        engine.options = [("Evaluation", "net"), ("log", "log"), ("threads", "2")]
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .to_vec();
        let mut engines = [engine.clone(), engine];
        note_files(&mut engines);
        let noted = |engine: &EngineSpec| -> Vec<String> {
            let name = |path: &String| Path::new(path).file_name().map(|name| name.display().to_string());
            engine.files.keys().filter_map(name).collect()
        };
        assert_eq!(noted(&engines[0]), ["net", "program", "script"]);
        assert_eq!(engines[0].files, engines[1].files);
        fs::write(folder.path().join("net"), "other").expect("a file");
        let before = engines[0].files.clone();
        note_files(&mut engines);
        assert_ne!(engines[0].files, before);
    }
}
