//! `analyse`: reads games, reviews them on several threads, and writes the results in order.

use std::io::Write;
use std::ops::ControlFlow;

use kagetsu_analysis::review::{MoveReview, Plan, review};
use kagetsu_analysis::search::Searcher;

use crate::error::{BAD_INPUT, CommandError};
use crate::interrupt::{INTERRUPTED, stop_on_interrupt, tell_interrupted};
use crate::may_close::MayClose;
use crate::search_args::LimitArgs;
use crate::stream_in_order::stream_in_order;

use super::args::AnalyseArgs;
use super::output::Output;
use super::{files, queries};

/// Reviews the games of the files, or answers queries. Returns the exit code.
pub(crate) fn run(
    args: &AnalyseArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, CommandError> {
    if args.listen.is_some() && !args.serve {
        return Err(CommandError::input(
            "--listen is for queries: give --serve too",
        ));
    }
    if args.serve {
        return queries::serve(args, out);
    }
    if args.resume && args.overwrite.force && args.html.is_none() && args.sgf.is_none() {
        return Err(CommandError::input(
            "--resume goes on with the file of --out, which --force would replace: leave one of them out",
        ));
    }
    let LimitArgs { time, depth, nodes } = args.limits;
    if args.deepen.is_some() && depth.is_some() && nodes.is_none() && time.is_none() {
        return Err(CommandError::input(
            "--deepen multiplies nodes and time: give --nodes or --time in the place of --depth",
        ));
    }
    let (games, kept, counts) = files::read(args, err)?;
    if games.is_empty() {
        // No file is begun: it would be in the way of the same command with other names.
        return Ok(BAD_INPUT);
    }
    let plan = Plan::new(games, args.effort());
    let plan = match args.deepen {
        Some(factor) => plan.deepening(factor),
        None => plan,
    };
    // Where files are written as well, they are, whoever reads the tables.
    let has_files = args.out.is_some() || args.html.is_some() || args.sgf.is_some();
    let mut may_close = MayClose::new(out);
    let out: &mut dyn Write = if has_files { &mut may_close } else { out };
    let mut output = Output::begin(args, &plan, &kept, out)?;
    let tasks = output.left();
    let stop = stop_on_interrupt();
    let worker = || {
        let mut searcher = Searcher::new(1);
        let (plan, stop, tasks) = (&plan, &stop, tasks.clone());
        move |number: u64| {
            let task = tasks.clone().nth(number as usize)?;
            review(plan, task, &mut searcher, stop)
        }
    };
    stream_in_order(args.threads.count(), &stop, worker, |review: MoveReview| {
        output.take(&review, out)?;
        Ok(ControlFlow::Continue(()))
    })?;
    let left = output.left();
    let (is_complete, is_found) = (left.is_empty(), left != tasks);
    output.finish(out)?;
    if !is_complete && args.out.is_some() {
        let is_begun = is_found || args.resume || !args.overwrite.force;
        return Ok(tell_interrupted(is_begun, err)?);
    }
    if !is_complete {
        writeln!(err, "Interrupted.")?;
        return Ok(INTERRUPTED);
    }
    Ok(counts.exit_code())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use kagetsu_kernel::FileLock;

    use crate::in_process::{Ran, fine, refused, run_in};

    use super::*;

    const UNUSABLE: i32 = BAD_INPUT as i32;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("a.txt"), "h8i9j10h9\nh8h8\nh8i9g7\n")
            .expect("the disk has room");
        fs::write(
            folder.path().join("b.lib"),
            [0x78, 0x00, 0x79, 0xc0, 0x69, 0x40],
        )
        .expect("the disk has room");
        fs::write(folder.path().join("c.sgf"), "(;GM[1])").expect("the disk has room");
        folder
    }

    #[test]
    fn what_cannot_be_used_is_named_and_the_rest_is_reviewed() {
        let folder = folder();
        let options = "--nodes 100 --library-lines 5 --html r.html --sgf r.sgf";
        let line = format!("analyse a.txt b.lib c.sgf none.txt {options}");
        let Ran { code, out, err } = run_in(folder.path(), &line);
        assert_eq!(code, UNUSABLE);
        for expected in [
            "line 2: move 2: the point is not empty",
            "GM[1]",
            "there is no file",
        ] {
            assert!(err.contains(expected), "{err}");
        }
        assert_eq!(out.matches(", game ").count(), 4, "{out}");
        assert!(
            out.contains("renju 15x15") && out.contains("all 4 games"),
            "{out}"
        );
        assert!(folder.path().join("r.html").exists() && folder.path().join("r.sgf").exists());
    }

    #[test]
    fn every_game_of_a_file_is_added_to_in_its_place() {
        let folder = folder();
        let game = |name: &str| format!("(;GM[4]SZ[15]C[{name}];B[hh];W[ii])");
        let text = format!("{}(;GM[4];B[zz]){}", game("first"), game("third"));
        fs::write(folder.path().join("d.sgf"), text).expect("the disk has room");
        let ran = run_in(folder.path(), "analyse d.sgf a.txt --nodes 50 --sgf r.sgf");
        let text = fs::read_to_string(folder.path().join("r.sgf")).expect(&ran.err);
        let [first, third] = ["C[first]", "C[third]"].map(|comment| text.find(comment));
        assert!(first.is_some() && first < third, "{text}");
        assert_eq!(text.matches("GM[4]").count(), 4, "{text}");
    }

    #[test]
    fn a_folder_stands_for_its_games_and_none_of_them_is_an_output() {
        let folder = folder();
        let games = folder.path().join("games");
        for name in ["games/b", "empty"] {
            fs::create_dir_all(folder.path().join(name)).expect("the disk has room");
        }
        for (name, player) in [
            ("c.sgf", "third"),
            ("b/x.sgf", "second"),
            ("a.sgf", "first"),
        ] {
            let game = format!("(;GM[4]SZ[15]RU[renju]PB[{player}];B[hh];W[ii])");
            fs::write(games.join(name), game).expect("the disk has room");
        }
        fs::write(games.join("note.txt"), "what").expect("the disk has room");
        let review = format!("analyse {} --nodes 20", games.display());
        fine(folder.path(), &format!("{review} --sgf r.sgf"));
        let text = fs::read_to_string(folder.path().join("r.sgf")).expect("the file");
        let places = ["PB[first]", "PB[second]", "PB[third]"].map(|name| text.find(name));
        assert!(places[0].is_some() && places.is_sorted(), "{text}");
        let line = format!("{review} --force --sgf {}/a.sgf", games.display());
        refused(folder.path(), &line, "is an input");
        let empty = folder.path().join("empty");
        let line = format!("analyse {} --nodes 20", empty.display());
        refused(folder.path(), &line, "there are no games in the folder");
    }

    #[test]
    fn an_argument_keeps_its_comments_and_its_file_is_no_output() {
        let folder = folder();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file");
        let game = "(;GM[4]SZ[15]C[mine];B[hh];W[ii])";
        let line = format!("analyse {game} --nodes 50 --sgf r.sgf");
        fine(folder.path(), &line);
        let text = read("r.sgf");
        assert!(text.contains("C[mine]"), "{text}");
        let options = "--at 1 --nodes 50 --force --sgf r.sgf";
        fine(folder.path(), &format!("analyse {game} {options}"));
        let text = read("r.sgf");
        let is_whole = text.contains("C[mine]") && text.contains(";B[hh]C[best");
        assert!(is_whole, "{text}");
        // What is typed is decoded already, whatever it says.
        let named = "(;GM[4]SZ[15]CA[GBK]PB[花月];B[hh];W[ii])";
        fine(folder.path(), &format!("analyse {named} {options}"));
        let text = read("r.sgf");
        assert!(text.contains("CA[UTF-8]PB[花月]"), "{text}");
        // Each of several has its own, also beside a file, and where a game of one cannot be used.
        let other = "(;GM[4]SZ[15];B[zz])(;GM[4]SZ[15]C[yours];B[hh];W[gg])";
        let line = format!("analyse {game} {other} a.txt --nodes 50 --force --sgf r.sgf");
        let err = run_in(folder.path(), &line).err;
        let text = read("r.sgf");
        let [first, second] = ["C[mine]", "C[yours]"].map(|comment| text.find(comment));
        assert!(first.is_some() && first < second, "{text}{err}");
        fs::write(folder.path().join("own.sgf"), game).expect("the disk has room");
        for option in ["--out", "--sgf", "--html"] {
            let line = format!("analyse @own.sgf --nodes 50 --force {option} own.sgf");
            refused(folder.path(), &line, "is an input");
            assert_eq!(read("own.sgf"), game);
        }
    }

    #[test]
    fn numbered_moves_are_one_game_and_a_wrong_question_is_named() {
        let folder = folder();
        let out = fine(folder.path(), "analyse 1. h8 i9 --nodes 50");
        assert!(out.contains("i9") && !out.contains("all 2 games"), "{out}");
        fs::write(folder.path().join("line.txt"), "# a game\nh8i9\n").expect("the disk has room");
        for (words, said) in [
            ("1. h8 i9 --at 5", "it has 2 moves: there is no position"),
            ("line.txt --at 5", "line 2: it has 2 moves"),
            ("h8/i9", "'/'"),
            (
                "g8a1h9a3h7c1i8o15h8 --at 9 --rule renju",
                "move 9: the point is forbidden",
            ),
        ] {
            let line = format!("analyse {words} --nodes 50");
            refused(folder.path(), &line, said);
        }
    }

    #[test]
    fn what_is_taken_in_many_files_is_noted_once() {
        let folder = folder();
        for name in ["d.sgf", "e.sgf", "f.sgf"] {
            fs::write(folder.path().join(name), "(;GM[4]SZ[15];B[hh];W[ii])")
                .expect("the disk has room");
        }
        for command in ["analyse --nodes 20", "forecast"] {
            let err = run_in(folder.path(), &format!("{command} d.sgf e.sgf f.sgf")).err;
            let note = "note: 'd.sgf' and 2 other files: no rule is named";
            assert!(err.contains(note), "{command}: {err}");
            assert_eq!(err.matches("note: ").count(), 1, "{command}: {err}");
        }
    }

    #[test]
    fn without_a_game_no_file_is_begun() {
        let folder = folder();
        let line = "analyse none.txt --nodes 10 --html r.html --sgf r.sgf";
        refused(folder.path(), line, "there is no file");
        fs::write(folder.path().join("words.txt"), "what\n".repeat(100))
            .expect("the disk has room");
        let Ran { code, err, .. } = run_in(folder.path(), "analyse words.txt --nodes 10");
        assert_eq!(code, UNUSABLE);
        let is_short = err.lines().count() == 6;
        assert!(
            is_short && err.ends_with("95 more faults, and no game that can be used\n"),
            "{err}"
        );
        assert!(!folder.path().join("r.html").exists() && !folder.path().join("r.sgf").exists());
    }

    #[test]
    fn games_that_are_cut_off_in_their_comments_are_told_one_by_one() {
        let folder = folder();
        let cut = "(;GM[4]SZ[15]RE[B+]C[line\n".repeat(8);
        fs::write(folder.path().join("cut.sgf"), cut).expect("the disk has room");
        for command in ["analyse --nodes 10", "forecast"] {
            let Ran { code, err, .. } = run_in(folder.path(), &format!("{command} cut.sgf"));
            assert_eq!(code, UNUSABLE, "{command}: {err}");
            for number in 1..=5 {
                let fault = format!(
                    "'cut.sgf': SGF, game {number}: the text that begins on line {number} has no end"
                );
                assert!(err.contains(&fault), "{command}: {err}");
            }
            assert!(err.contains("'cut.sgf': 3 more faults"), "{command}: {err}");
        }
    }

    #[test]
    fn a_review_is_the_same_on_several_threads_and_goes_on_where_it_was_cut() {
        let folder = folder();
        let folder = folder.path();
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("the file");
        let one = fine(
            folder,
            "analyse b.lib --nodes 100 --json --threads 1 --library-lines 2 --out one.out",
        );
        let whole = read("one.out");
        assert_eq!(one, whole);
        for cut in [
            0,
            1,
            whole.len() / 3,
            whole.len() / 2,
            whole.len() - 1,
            whole.len(),
        ] {
            fs::write(folder.join("cut.out"), &whole[..cut]).expect("the disk has room");
            let options = "--nodes 100 --json --threads 3 --library-lines 2 --out cut.out --resume";
            let out = fine(folder, &format!("analyse b.lib {options}"));
            assert_eq!(out, whole, "cut at {cut}");
            assert_eq!(read("cut.out"), whole);
        }
        let again = "analyse b.lib --nodes 100 --out one.out";
        refused(folder, again, "exists already");
        let other = "analyse b.lib --nodes 101 --out one.out --resume";
        refused(folder, other, "cannot go on with");
        // A page that is there needs a word, and a file that is gone on with does not.
        fs::write(folder.join("old.html"), "old").expect("the disk has room");
        let resumed = "analyse b.lib --nodes 100 --library-lines 2 --out one.out --resume --force";
        refused(folder, resumed, "leave one of them out");
        fine(folder, &format!("{resumed} --html old.html"));
        assert_ne!(read("old.html"), "old");
        assert_eq!(read("one.out"), whole);
    }

    #[test]
    fn the_files_of_all_shards_are_the_file_of_one_run() {
        let folder = folder();
        let folder = folder.path();
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("the file");
        let ran = |options: &str| {
            let games = "analyse a.txt b.lib --library-lines 2 --nodes 60";
            let ran = run_in(folder, &format!("{games} {options}"));
            assert_eq!(ran.code, UNUSABLE, "one of the games has a fault");
            ran
        };
        let one = ran("--json --out one.out").out;
        assert_eq!(one, read("one.out"));
        for count in [1, 3, 6] {
            let mut joined = String::new();
            for number in 1..=count {
                let part = format!("{number}-of-{count}.out");
                ran(&format!(
                    "--shard {number}/{count} --threads 2 --out {part}"
                ));
                joined += &read(&part);
            }
            assert_eq!(joined, one, "{count} shards");
        }
        let other = ran("--shard 2/3 --out 3-of-3.out --resume");
        assert!(other.err.contains("cannot go on with"), "{}", other.err);
        fs::write(folder.join("cut.out"), &read("2-of-3.out")[..400]).expect("the disk has room");
        let resume = "--shard 2/3 --out cut.out --resume";
        let held = FileLock::beside(&folder.join("cut.out")).expect("nobody holds it");
        let taken = ran(resume);
        assert!(taken.err.contains("is in use"), "{}", taken.err);
        drop(held);
        ran(resume);
        assert_eq!(read("cut.out"), read("2-of-3.out"));
    }
}
