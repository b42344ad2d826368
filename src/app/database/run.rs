//! Runs the sub-commands of `database`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use kagetsu_analysis::database::error::DatabaseError;
use kagetsu_analysis::database::reader::Reader;
use kagetsu_analysis::database::statistics::Statistics;
use kagetsu_analysis::database::writer::{MergeCounts, PruneLimits, Writer};
use kagetsu_kernel::file::{Outputs, Overwrite};
use kagetsu_kernel::{ShowPath as _, counted};

use super::super::error::CommandError;
use super::super::may_close::MayClose;
use super::cli::{DatabaseCommand, ImportArgs, MergeArgs, PruneArgs};
use super::export;
use super::import::Source;
use super::show::{Shown, show};

/// Runs one sub-command and prints its result.
pub(crate) fn run(
    command: &DatabaseCommand,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<(), CommandError> {
    match command {
        DatabaseCommand::Show(args) => show(args, Shown::Database, out, err),
        DatabaseCommand::Import(args) => import(args, out),
        DatabaseCommand::Export(args) => export::run(args, out, err),
        DatabaseCommand::Merge(args) => merge(args, out),
        DatabaseCommand::Prune(args) => prune(args, out),
        DatabaseCommand::Stats(args) => stats(&args.db, out),
        DatabaseCommand::Check(args) => check(&args.db, out),
    }
}

fn import(args: &ImportArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    refuse_input(&args.files, &args.db)?;
    let mut out = MayClose::new(out);
    let mut writer = None;
    for path in &args.files {
        let source = Source::open(path, args.rule, args.encoding)?;
        report(
            path,
            source.store(opened(&mut writer, &args.db)?)?,
            &mut out,
        )?;
    }
    Ok(())
}

fn merge(args: &MergeArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    refuse_input(&args.files, &args.db)?;
    let mut out = MayClose::new(out);
    let mut writer = None;
    for path in &args.files {
        let reader = Reader::open(path)?;
        let merged = opened(&mut writer, &args.db)?.merge_all(reader.view().entries()?)?;
        report(path, merged, &mut out)?;
    }
    Ok(())
}

/// The database, opened before the first file is stored: no file that is wrong makes one, and it is verified once.
fn opened<'w>(
    writer: &'w mut Option<Writer>,
    path: &Path,
) -> Result<&'w mut Writer, DatabaseError> {
    match writer {
        Some(writer) => Ok(writer),
        none => Ok(none.insert(Writer::open_or_create(path)?)),
    }
}

/// Refuses to store in a file that is read.
fn refuse_input(inputs: &[PathBuf], database: &Path) -> Result<(), CommandError> {
    let mut outputs = Outputs::new(Overwrite::default()).reading(inputs);
    Ok(outputs.check_continued(database)?)
}

fn report(path: &Path, merged: MergeCounts, out: &mut dyn Write) -> io::Result<()> {
    let MergeCounts {
        new,
        changed,
        same,
        contradicted,
    } = merged;
    writeln!(
        out,
        "{}: {}, {changed} changed, {same} as before; {contradicted} contradict a label, which stays",
        path.shown(),
        counted(new, "new position")
    )
}

fn prune(args: &PruneArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let removed = Writer::open(&args.database.db)?.prune(PruneLimits {
        min_depth: args.min_depth,
        max_stones: args.max_stones,
    })?;
    Ok(writeln!(out, "{} removed", counted(removed, "position"))?)
}

fn stats(path: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let mut statistics = Statistics::default();
    for pair in Reader::open(path)?.view().entries()? {
        let (key, entry) = pair?;
        statistics.add(&key, &entry);
    }
    let bytes = fs::metadata(path).map_err(|source| DatabaseError::File {
        path: path.to_path_buf(),
        source,
    })?;
    let mut line = |name: &str, figure: u64| writeln!(out, "{name:<22}{figure:>12}");
    line("positions", statistics.positions)?;
    for (board, count) in &statistics.boards {
        line(&format!("  {board}"), *count)?;
    }
    line("  won", statistics.wins)?;
    line("  lost", statistics.losses)?;
    line("  drawn", statistics.draws)?;
    line("  with a value", statistics.values)?;
    line("  with a best move", statistics.best_moves)?;
    line("  with a mark or text", statistics.notes)?;
    line("greatest depth", statistics.depth.into())?;
    line("bytes", bytes.len())?;
    Ok(())
}

fn check(path: &Path, out: &mut dyn Write) -> Result<(), CommandError> {
    let count = Reader::open(path)?.view().check()?;
    Ok(writeln!(out, "{}, all sound", counted(count, "position"))?)
}

#[cfg(test)]
mod tests {
    use crate::in_process::run_in;

    use super::*;

    const LINES: &str = "{\"schema\":1,\"rule\":\"renju\",\"size\":\"15x15\",\"black\":\"h8\",\"to_move\":\"white\",\"depth\":9,\"value\":3}\n{\"schema\":1,\"rule\":\"renju\",\"size\":\"15x15\",\"black\":\"h8\",\"white\":\"h9\",\"to_move\":\"black\",\"label\":\"win\"}\n";

    /// What a command says whose files lie in a folder.
    fn said_in(folder: &Path, words: &str) -> Result<String, String> {
        run_in(folder, &format!("database {words}")).answer()
    }

    #[test]
    fn every_command_does_its_part() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let name = |file: &str| folder.path().join(file);
        let said = |words: &str| said_in(folder.path(), words);
        let write = |file: &str, text: &str| fs::write(name(file), text).expect("room");
        write("lines.txt", &format!("\u{feff}{LINES}"));
        write("wrong.txt", &format!("{LINES}{{}}\n"));
        fs::write(name("notes.lib"), b"\x78\x08text\0\0\x79\x40").expect("room");
        let error = said("import wrong.txt --db one.kdb").expect_err("the third line is wrong");
        assert!(error.starts_with("error: line 3 of"), "{error}");
        assert!(!name("one.kdb").exists());
        let imported = said("import lines.txt notes.lib --db one.kdb").expect("both are right");
        assert!(
            imported.contains(": 2 new positions, 0 changed"),
            "{imported}"
        );
        assert!(
            imported.contains(": 0 new positions, 1 changed"),
            "{imported}"
        );
        let file = name("lines-again").display().to_string();
        said(&format!("export --db one.kdb --out {file}")).expect("it can be written");
        let exported = fs::read_to_string(&file).expect("a file");
        assert_eq!(said("export --db one.kdb").expect("our file"), exported);
        assert!(exported.contains("\"text\":\"text\""), "{exported}");
        said(&format!("import {file} --db two.kdb")).expect("our lines");
        assert_eq!(said("export --db two.kdb").expect("our file"), exported);
        said("merge two.kdb --db three.kdb").expect("our file");
        assert_eq!(said("export --db three.kdb").expect("our file"), exported);
        assert!(said("merge two.kdb --db two.kdb").is_err(), "it is in use");
        for file in ["other.db", "other.csv", "other.lib"] {
            let told = said(&format!("export --db one.kdb --out {file}")).expect("our file");
            assert!(told.starts_with("0 positions left out"), "{told}");
            said(&format!("import {file} --db from-{file}")).expect("our own file");
            let again = said(&format!("export --db from-{file}")).expect("our file");
            assert!(again.contains("\"text\":\"text\""), "{again}");
        }
        let whole = fs::read(name("other.db")).expect("a file");
        fs::write(name("cut.db"), &whole[..whole.len() - 1]).expect("room");
        let error = said("import cut.db --db one.kdb").expect_err("it is cut");
        assert!(error.contains("breaks off"), "{error}");
        assert_eq!(said("export --db one.kdb").expect("our file"), exported);
        let error = said("export --db one.kdb --out other.html").expect_err("no such form");
        assert!(error.contains("expected .json"), "{error}");
        write("game.sgf", "(;GM[4]SZ[15];B[hh])");
        let error = said("import game.sgf --db one.kdb").expect_err("a game");
        for words in [
            "is a game (SGF)",
            "libraries of RenLib (.lib)",
            "`book grow --openings",
        ] {
            assert!(error.contains(words), "{error}");
        }
        let told = said("export --db one.kdb --out -").expect("our file");
        assert_eq!(told, "", "the output is the data alone");
        let renju = said("export --rule renju --db one.kdb").expect("it has such positions");
        assert_eq!(renju, exported);
        let error = said("export --rule caro --db one.kdb").expect_err("it has none");
        assert!(error.contains("no such positions"), "{error}");
        let error = said("export --db one.kdb --encoding gbk").expect_err("JSON is UTF-8");
        assert!(error.contains("--encoding is of libraries"), "{error}");
        let stats = said("stats --db two.kdb").expect("our file");
        assert!(stats.contains("renju 15x15"), "{stats}");
        let pruned = said("prune --max-stones 1 --db two.kdb").expect("our file");
        assert_eq!(pruned, "1 position removed\n");
        assert_eq!(
            said("check --db two.kdb").expect("our file"),
            "1 position, all sound\n"
        );
        assert!(said("check --db lines.txt").is_err());
        assert!(said("check --db nowhere.kdb").is_err());
        assert!(said("prune --db two.kdb").is_err());
    }

    #[test]
    fn a_library_tells_of_positions_of_other_rules() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let said = |words: &str| said_in(folder.path(), words);
        let line = |board: &str| {
            format!(
                "{{\"schema\":1,{board},\"black\":\"h8\",\"to_move\":\"white\",\"label\":\"loss\"}}\n"
            )
        };
        let lines = line("\"rule\":\"renju\",\"size\":\"15x15\"")
            + &line("\"rule\":\"freestyle\",\"size\":\"20x20\"");
        fs::write(folder.path().join("lines.txt"), lines).expect("room");
        said("import lines.txt --db both.kdb").expect("two positions");
        let told = said("export --db both.kdb --out all.lib").expect("our file");
        assert!(told.starts_with("1 position left out"), "{told}");
        let told = said("export --db both.kdb --rule renju --out one.lib").expect("our file");
        assert!(told.starts_with("0 positions left out"), "{told}");
    }

    #[test]
    fn texts_of_libraries_are_of_the_encoding_of_their_windows() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let name = |file: &str| folder.path().join(file);
        let said = |words: &str| said_in(folder.path(), words);
        // A library of a Chinese Windows: its texts come back as they were.
        let mut chinese = b"\xffRenLib\xff\x03\x04".to_vec();
        chinese.resize(20, 0xff);
        chinese.extend(b"\0\0\x78\x08\xba\xda\xca\xa4\0\0\x69\x48\xca\xa4\0\0");
        fs::write(name("chinese.lib"), &chinese).expect("room");
        said("import chinese.lib --encoding gbk --db chinese.kdb").expect("a library");
        let lines = said("export --db chinese.kdb").expect("our file");
        assert!(lines.contains("\"text\":\"\u{9ed1}\u{80dc}\""), "{lines}");
        let told = said("export --db chinese.kdb --out again.lib").expect("our file");
        assert!(told.ends_with("; texts are in GBK\n"), "{told}");
        let again = fs::read(name("again.lib")).expect("a library");
        assert!(again.windows(5).any(|part| part == b"\xba\xda\xca\xa4\0"));
        let error = said("export --db chinese.kdb --out x.lib --encoding windows-1252");
        let error = error.expect_err("it has no such letters");
        assert!(error.contains("name another encoding"), "{error}");
    }
}
