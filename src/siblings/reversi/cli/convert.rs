//! The command `convert`: games from one format of files to another.

use std::path::{Path, PathBuf};

use clap::Args;
use kagetsu_kernel::counted;
use kagetsu_kernel::file::{OutputFile, Outputs, Overwrite};

use super::games::{Format, NAMES, all_are_used, beside, format_of, read_games};
use crate::record::{GameEntry, ggf, sgf, wthor};
use kagetsu_siblings::command::{CommandError, Console};

/// From where to where.
#[derive(Clone, Debug, Args)]
pub struct ConvertArgs {
    /// The file to read; names of players and tournaments come from the .jou and .trn files of the same name, or else from
    /// WTHOR.JOU and WTHOR.TRN beside it
    input: PathBuf,
    /// The file to write; one for WTHOR is written with its .jou and .trn files
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Converts all games that can be used, and names those that cannot.
pub(super) fn run(args: &ConvertArgs, console: &mut Console<'_>) -> Result<(), CommandError> {
    let (input, output) = (&*args.input, &*args.output);
    let format = format_of(output)?;
    let (games, left_out) = read_games(input, format, console.err)?;
    let entries: Vec<GameEntry> = games.into_iter().map(|(_, entry)| entry).collect();
    for loss in losses(&entries, format) {
        // A remark that nobody reads is no fault.
        let _ = writeln!(console.err, "{loss}");
    }
    let files = begin(args, format)?;
    write(files, format, &entries, output)?;
    writeln!(console.out, "{}", counted(entries.len(), "game"))?;
    all_are_used(entries.len(), left_out)
}

/// What of the games a format cannot hold, a line each.
fn losses(entries: &[GameEntry], format: Format) -> Vec<String> {
    let count = |is_lost: &dyn Fn(&GameEntry) -> bool| {
        entries.iter().filter(|entry| is_lost(entry)).count()
    };
    let has_more_than_moves = |entry: &GameEntry| *entry != GameEntry::from(entry.game.clone());
    let counts = match format {
        Format::Wthor => wthor::losses(entries),
        Format::Moves => vec![(
            count(&has_more_than_moves),
            "names, dates, times and results: it holds moves alone",
        )],
        Format::Sgf => vec![(
            count(&|entry| !sgf::keeps_result(entry)),
            "the number of discs beside a resignation or a loss on time",
        )],
        Format::Ggf => vec![
            (
                count(&|entry| !ggf::keeps_time(entry)),
                "an overtime that is neither an increment nor an extension",
            ),
            (
                count(&|entry| !ggf::keeps_result(entry)),
                "the winner: no number of discs is told",
            ),
        ],
    };
    counts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("not kept of {}: {what}", counted(count, "game")))
        .collect()
}

/// Begins the files: that of the games last.
fn begin(args: &ConvertArgs, format: Format) -> Result<Vec<OutputFile>, CommandError> {
    let mut inputs = vec![args.input.clone()];
    if format_of(&args.input)? == Format::Wthor {
        let names = NAMES.iter();
        inputs.extend(names.filter_map(|ending| beside(&args.input, ending)));
    }
    let mut outputs = Outputs::new(args.overwrite).reading(inputs);
    let mut paths = Vec::new();
    if format == Format::Wthor {
        paths.extend(NAMES.map(|ending| args.output.with_extension(ending)));
    }
    paths.push(args.output.clone());
    let files = paths.iter().map(|path| outputs.begin(path));
    Ok(files.collect::<Result<_, _>>()?)
}

fn write(
    files: Vec<OutputFile>,
    format: Format,
    entries: &[GameEntry],
    path: &Path,
) -> Result<(), CommandError> {
    let lines = |line: fn(&GameEntry) -> String| {
        let lines = entries.iter().map(|entry| line(entry) + "\n");
        vec![lines.collect::<String>().into_bytes()]
    };
    let contents = match format {
        Format::Ggf => lines(ggf::text),
        Format::Sgf => lines(sgf::text),
        Format::Moves => lines(|entry| entry.game.moves_text()),
        Format::Wthor => {
            let files = wthor::write(entries).map_err(CommandError::file(path))?;
            vec![files.players, files.tournaments, files.games]
        }
    };
    for (file, bytes) in files.into_iter().zip(contents) {
        file.write_whole(&bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use kagetsu_siblings::command::Fault;
    use kagetsu_siblings::testing::written;

    /// Converts in a folder: the result, what is printed, and the remarks.
    fn convert(
        folder: &TempDir,
        input: &str,
        output: &str,
        force: bool,
    ) -> (Result<(), CommandError>, String, String) {
        let args = ConvertArgs {
            input: folder.path().join(input),
            output: folder.path().join(output),
            overwrite: Overwrite { force },
        };
        written(|console| run(&args, console))
    }

    fn read(folder: &TempDir, name: &str) -> String {
        fs::read_to_string(folder.path().join(name)).unwrap()
    }

    #[test]
    fn games_go_through_all_formats_and_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let lines = "# two games\nF5 D6 c3 D3 # the first\n\n1. f5 2. d6 C4\n";
        fs::write(folder.path().join("a.txt"), lines).unwrap();
        let names = ["a.txt", "b.ggf", "c.sgf", "d.wtb", "e.SGF", "f.txt"];
        for pair in names.windows(2) {
            let (result, out, _) = convert(&folder, pair[0], pair[1], false);
            result.unwrap();
            assert_eq!(out, "2 games\n");
        }
        assert_eq!(read(&folder, "f.txt"), "f5d6c3d3\nf5d6c4\n");
        assert!(
            ["d.jou", "d.trn"]
                .iter()
                .all(|name| folder.path().join(name).is_file())
        );
    }

    #[test]
    fn games_without_a_move_are_no_lines_of_moves() {
        let folder = tempfile::tempdir().unwrap();
        let games = "(;GM[2]PB[a\r\nb]) (;GM[2];B[f5])";
        fs::write(folder.path().join("a.sgf"), games).unwrap();
        let (result, out, err) = convert(&folder, "a.sgf", "b.txt", false);
        assert_eq!(result.unwrap_err().fault(), Fault::Input);
        assert_eq!(
            (out.as_str(), &*read(&folder, "b.txt")),
            ("1 game\n", "f5\n")
        );
        assert!(err.contains("game 1 is left out: it has no move"), "{err}");
        convert(&folder, "a.sgf", "b.ggf", false).0.unwrap();
        let text = read(&folder, "b.ggf");
        assert!(
            text.contains("PB[a b]") && text.lines().count() == 2,
            "{text}"
        );
    }

    #[test]
    fn an_archive_of_a_game_server_keeps_dates_results_ratings_and_times() {
        let folder = tempfile::tempdir().unwrap();
        let board =
            "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
        let archive = format!(
            "1 (;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[one]PW[two]RB[1700.5]RW[1650]TI[15:00//02:00]\
             RE[+12.000:r]{board}B[f5/1.0/0.5]W[d6//0.2];)\n\
             2 (;GM[Othello]DT[1063928478]RE[-64.000:t]{board}B[f5];) (;GM[Othello]{board}B[b7];)\n\
             (;GM[Othello]BO[10 ---- *];)\n"
        );
        fs::write(folder.path().join("a.ggf"), archive).unwrap();
        let (result, out, err) = convert(&folder, "a.ggf", "o.sgf", false);
        let error = result.unwrap_err();
        assert_eq!((error.fault(), out.as_str()), (Fault::Input, "2 games\n"));
        assert_eq!(
            error.to_string(),
            "2 of 4 games cannot be used and are left out"
        );
        assert!(
            err.contains("game 3 is left out: move 1: black may not play b7\n"),
            "{err}"
        );
        assert!(
            err.contains("game 4 is left out: a board of size 10, not 8\n"),
            "{err}"
        );
        let text = read(&folder, "o.sgf");
        for part in [
            "PB[one]PW[two]BR[1700.5]WR[1650]PC[GGS/os]DT[2004-09-18]TM[900]OT[extension 02:00]RE[B+R]",
            "DT[2003-09-18]RE[W+T]",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let (result, _, _) = convert(&folder, "o.sgf", "again.ggf", false);
        result.unwrap();
        let text = read(&folder, "again.ggf");
        assert!(
            text.contains("TI[15:00//02:00]") && text.contains("RE[-64.000:t]"),
            "{text}"
        );
    }

    #[test]
    fn a_winner_without_discs_that_is_lost_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let game = "(;GM[2]RE[B+];B[f5])";
        fs::write(folder.path().join("a.sgf"), game).unwrap();
        for (output, loss) in [
            ("b.ggf", "not kept of 1 game: the winner"),
            ("b.wtb", "not kept of 1 game: whether the result was known"),
        ] {
            let (result, _, err) = convert(&folder, "a.sgf", output, false);
            result.unwrap();
            assert!(err.starts_with(loss), "{err}");
        }
    }

    #[test]
    fn names_in_the_character_set_of_the_file_are_read() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes, player) in [
            ("a.sgf", &b"(;GM[2]CA[GBK]PB[\xc1\xd6];B[f5])"[..], "林"),
            (
                "b.sgf",
                &b"(;GM[2]CA[Shift_JIS]PB[\x95\x5c];B[f5])"[..],
                "表",
            ),
            ("c.sgf", &b"(;GM[2]PB[Ren\xe9];B[f5])"[..], "René"),
            ("d.ggf", &b"(;GM[Othello]PB[Ren\xe9]B[f5];)"[..], "René"),
        ] {
            fs::write(folder.path().join(name), bytes).unwrap();
            let output = format!("{name}.sgf");
            convert(&folder, name, &output, false).0.unwrap();
            let text = read(&folder, &output);
            assert!(text.contains(&format!("PB[{player}]")), "{text}");
        }
    }

    #[test]
    fn names_come_from_the_files_of_the_archive_where_a_year_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let rename = |from: &str, to: &str| {
            fs::rename(folder.path().join(from), folder.path().join(to)).unwrap();
        };
        let game = "(;GM[Othello]PB[one]PW[two]EV[cup]B[f5];)";
        fs::write(folder.path().join("a.ggf"), game).unwrap();
        convert(&folder, "a.ggf", "a.wtb", false).0.unwrap();
        rename("a.wtb", "WTH_2004.wtb");
        rename("a.jou", "WTHOR.JOU");
        rename("a.trn", "WTHOR.TRN");
        convert(&folder, "WTH_2004.wtb", "b.sgf", false).0.unwrap();
        let text = read(&folder, "b.sgf");
        assert!(text.contains("PB[one]PW[two]EV[cup]"), "{text}");
    }

    #[test]
    fn errors_name_the_file_and_write_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("a.txt", "f5f5\n");
        write("a.wtb", "not a base");
        write("a.ggf", "");
        fs::write(folder.path().join("packed.sgf"), b"\x1f\x8b\x08\0\0").unwrap();
        let error = |from: &str, to: &str| {
            let (result, out, err) = convert(&folder, from, to, false);
            let error = result.unwrap_err();
            assert_eq!((error.fault(), out.as_str()), (Fault::Input, ""));
            err + &error.to_string()
        };
        let text = error("a.txt", "b.sgf");
        assert!(
            text.starts_with("line 1 is left out: ply 2: white may not play f5\n"),
            "{text}"
        );
        assert!(text.contains("a.txt: no game in it can be used"), "{text}");
        write("escapes.sgf", "(;GM[2]\u{1b}[2JB[f5])");
        write("escapes.txt", "f5\u{1b}[2J\n");
        for name in ["escapes.sgf", "escapes.txt"] {
            let text = error(name, "b.sgf");
            assert!(
                text.contains("\\u{1b}[2J") && !text.contains('\u{1b}'),
                "{text}"
            );
            fs::remove_file(folder.path().join(name)).unwrap();
        }
        assert!(error("packed.sgf", "b.sgf").contains("packed.sgf: it is compressed (gzip)"));
        fs::remove_file(folder.path().join("packed.sgf")).unwrap();
        assert!(error("a.wtb", "b.sgf").contains("a.wtb: the file has 10 bytes"));
        assert!(error("a.ggf", "b.sgf").contains("a.ggf: there is no game in the text"));
        assert!(error("a.txt", "b.pgn").contains("b.pgn: the ending"));
        assert!(error("a.jou", "b.sgf").contains("name the .wtb file"));
        assert!(error("none.ggf", "b.sgf").contains("none.ggf: "));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn no_file_is_replaced_without_a_word_and_the_input_never() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("a.txt", "f5d6\n");
        write("a.jou", "not read");
        write("b.jou", "mine");
        for (output, force) in [("a.txt", false), ("a.txt", true), ("b.wtb", false)] {
            let (result, _, _) = convert(&folder, "a.txt", output, force);
            assert_eq!(result.unwrap_err().fault(), Fault::Input);
            assert!(!folder.path().join("b.wtb").exists());
        }
        assert_eq!(
            (read(&folder, "a.txt"), read(&folder, "b.jou")),
            ("f5d6\n".into(), "mine".into())
        );
        let (result, out, err) = convert(&folder, "a.txt", "b.wtb", true);
        result.unwrap();
        assert_eq!(out, "1 game\n");
        assert!(
            err.starts_with("not kept of 1 game: whether the result was known"),
            "{err}"
        );
        assert_ne!(fs::read(folder.path().join("b.jou")).unwrap(), b"mine");
        // Only games in WTHOR have names in other files.
        convert(&folder, "a.txt", "a.wtb", true).0.unwrap();
    }
}
