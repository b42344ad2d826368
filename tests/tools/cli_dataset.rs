//! Tests of `datagen` and `dataset` with the real program: the file does not depend on the number of threads nor on
//! interruptions, and files that are made from it hold what they claim to hold.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point, Rows};
use kagetsu_kernel::Score;
use kagetsu_notation::CanonicalKey;
use kagetsu_test_support::ran::Ran;
use kagetsu_training::dataset::{
    Alternative, DatasetReader, DatasetWriter, TrainingGame, TrainingResult,
};
use tempfile::{TempDir, tempdir};

#[cfg(unix)]
use super::ran::interrupted_when;
use super::ran::{root, run_in};

type TestResult = Result<(), Box<dyn Error>>;

/// A folder for files.
struct Folder(TempDir);

impl Folder {
    fn new() -> io::Result<Self> {
        tempdir().map(Self)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program with the words of a line, in the folder.
    fn run(&self, line: &str) -> io::Result<Ran> {
        run_in(self.0.path(), line)
    }

    /// Makes games: `options` are those of `datagen`.
    fn datagen(&self, name: &str, options: &str) -> io::Result<String> {
        let line = format!("datagen --nodes 50..150 --out {name} {options}");
        Ok(self.run(&line)?.fine())
    }

    /// What a command of `dataset` that goes well prints.
    fn dataset(&self, line: &str) -> io::Result<String> {
        Ok(self.run(&format!("dataset {line}"))?.fine())
    }

    fn refused(&self, line: &str, reason: &str) -> io::Result<()> {
        self.run(line)?.refused(reason);
        Ok(())
    }

    fn games(&self, name: &str) -> Vec<TrainingGame> {
        read(&self.path(name))
    }
}

fn read(path: &Path) -> Vec<TrainingGame> {
    let reader = DatasetReader::open(path).expect("a dataset").checked();
    reader.collect::<Result<_, _>>().expect("a whole dataset")
}

fn moves(game: &TrainingGame) -> Vec<Point> {
    let plies = game.plies.iter().map(|ply| ply.point);
    game.opening.iter().copied().chain(plies).collect()
}

#[test]
fn threads_and_interruptions_leave_no_trace() -> TestResult {
    let folder = Folder::new()?;
    for threads in [1, 3] {
        let name = format!("{threads}.kgd");
        folder.datagen(&name, &format!("--games 12 --seed 7 --threads {threads}"))?;
    }
    folder.datagen("parts.kgd", "--games 5 --seed 7 --threads 2")?;
    folder.datagen("parts.kgd", "--games 12 --seed 7 --threads 1 --resume")?;
    let whole = fs::read(folder.path("1.kgd"))?;
    for name in ["3.kgd", "parts.kgd"] {
        assert_eq!(fs::read(folder.path(name))?, whole, "{name}");
    }
    fs::write(folder.path("cut.kgd"), &whole[..whole.len() - 50])?;
    folder.datagen("cut.kgd", "--games 12 --seed 7 --resume")?;
    assert_eq!(fs::read(folder.path("cut.kgd"))?, whole);
    for (name, options) in [
        ("one.kgd", "--games 6 --threads 1"),
        ("two.kgd", "--games 6 --threads 2"),
        ("first.kgd", "--games 2"),
        ("first.kgd", "--games 6 --resume"),
    ] {
        let told = folder.datagen(name, &format!("{options} --seed 8 --tree 40"))?;
        assert!(told.contains("positions of trees"), "{told}");
    }
    let whole = fs::read(folder.path("one.kgd"))?;
    for name in ["two.kgd", "first.kgd"] {
        assert_eq!(fs::read(folder.path(name))?, whole, "{name}");
    }
    let trees = folder.games("one.kgd").into_iter().map(|game| game.tree);
    assert!(trees.flatten().count() > 10);
    folder.datagen("positions.kgd", "--positions 100 --seed 7 --resume")?;
    let games = folder.games("positions.kgd");
    let positions: usize = games.iter().map(|game| game.plies.len()).sum();
    let last = games.last().map_or(0, |game| game.plies.len());
    assert!(positions >= 100 && positions - last < 100);
    let both = folder.games("1.kgd").into_iter().zip(games);
    assert!(both.into_iter().all(|(one, other)| one == other));
    Ok(())
}

#[test]
fn the_shards_of_a_run_make_the_file_of_the_run() -> TestResult {
    let folder = Folder::new()?;
    folder.datagen("whole.kgd", "--games 11 --seed 7")?;
    for shard in 1..=3 {
        let options = format!("--games 11 --seed 7 --shard {shard}/3");
        folder.datagen(&format!("{shard}.kgd"), &options)?;
    }
    // The order of the names does not matter.
    folder.dataset("merge --shards --out all.kgd 3.kgd 1.kgd 2.kgd")?;
    assert_eq!(
        fs::read(folder.path("all.kgd"))?,
        fs::read(folder.path("whole.kgd"))?
    );

    folder.datagen("other.kgd", "--games 11 --seed 8 --shard 3/3")?;
    fs::copy(folder.path("2.kgd"), folder.path("copy.kgd"))?;
    for (names, reason) in [
        ("1.kgd 3.kgd", "shard 2/3 of the run is missing"),
        ("1.kgd 2.kgd 3.kgd copy.kgd", "shard 2/3 is there already"),
        ("1.kgd 2.kgd other.kgd", "another run"),
        ("whole.kgd", "no shard"),
    ] {
        let line = format!("dataset merge --shards --out none.kgd {names}");
        folder.refused(&line, reason)?;
        assert!(!folder.path("none.kgd").exists(), "{names}");
    }
    Ok(())
}

/// The file is there before the first game is played, and whoever sees it may interrupt.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_finished_file_that_can_be_continued() -> TestResult {
    let folder = Folder::new()?;
    let file = folder.path("a.kgd");
    let endless = "datagen --nodes 50..150 --seed 9 --games 1000000 --out a.kgd";
    interrupted_when(|| file.exists(), folder.0.path(), endless)?;
    let games = folder.games("a.kgd").len() + 3;
    folder.datagen("a.kgd", &format!("--seed 9 --resume --games {games}"))?;
    folder.datagen("b.kgd", &format!("--seed 9 --games {games}"))?;
    assert_eq!(fs::read(file)?, fs::read(folder.path("b.kgd"))?);
    Ok(())
}

#[test]
fn games_are_legal_and_end_with_the_proof_by_every_rule() -> TestResult {
    let folder = Folder::new()?;
    for (rule, size) in Rule::ALL.into_iter().zip(["15", "15", "15", "11x13", "20"]) {
        let name = format!("{rule}.kgd");
        let options = format!("--games 8 --rule {rule} --size {size}");
        let told = folder.datagen(&name, &options)?;
        assert!(
            told.starts_with("games                            8"),
            "{told}"
        );
        let games = folder.games(&name);
        assert_eq!(games.len(), 8);
        let openings: BTreeSet<&Vec<Point>> = games.iter().map(|game| &game.opening).collect();
        assert_eq!(openings.len(), 8, "{rule}");
        for game in &games {
            let decided = |score: i16| i32::from(score) > Score::MAX_EVALUATION.value();
            let (last, others) = game.plies.split_last().expect("a move");
            let winner = TrainingResult::Win(game.side_at(game.plies.len() - 1));
            assert_eq!(decided(last.score), game.result == winner, "{rule}");
            assert!(others.iter().all(|ply| !decided(ply.score)), "{rule}");
            assert!((2..=9).contains(&game.opening.len()));
            for ply in &game.plies {
                let first = ply.alternatives.first();
                assert!(first.is_none_or(|best| ply.is_best == (best.point == ply.point)));
                assert!(ply.is_best || !ply.alternatives.is_empty());
            }
        }
        let info = folder.dataset(&format!("info {name}"))?;
        assert!(
            info.contains(r#""seed":1"#) && info.contains("bytes"),
            "{info}"
        );
    }
    Ok(())
}

#[test]
fn games_are_reordered_parted_and_joined_without_loss() -> TestResult {
    let folder = Folder::new()?;
    folder.datagen("a.kgd", "--games 30")?;
    let games = folder.games("a.kgd");
    let sorted = |mut games: Vec<TrainingGame>| {
        games.sort_by_key(moves);
        games
    };
    for name in ["b.kgd", "again.kgd"] {
        folder.dataset(&format!("shuffle a.kgd --out {name} --seed 3"))?;
    }
    let shuffled = folder.games("b.kgd");
    assert!(shuffled != games && sorted(shuffled) == sorted(games.clone()));
    assert_eq!(
        fs::read(folder.path("b.kgd"))?,
        fs::read(folder.path("again.kgd"))?
    );

    folder.dataset("split a.kgd --out most.kgd --rest few.kgd --share 70")?;
    let (most, few) = (folder.games("most.kgd"), folder.games("few.kgd"));
    assert!(most.len() > few.len() && !few.is_empty());
    folder.dataset("merge few.kgd most.kgd --out sum.kgd")?;
    assert_eq!(sorted(folder.games("sum.kgd")), sorted(games));
    let info = folder.dataset("info sum.kgd")?;
    assert!(
        info.contains("dataset merge") && info.contains("dataset split"),
        "{info}"
    );
    Ok(())
}

#[test]
fn what_is_repeated_or_unwanted_is_left_out() -> TestResult {
    let folder = Folder::new()?;
    folder.datagen("a.kgd", "--games 10")?;
    let games = folder.games("a.kgd");
    folder.dataset("merge a.kgd a.kgd --out twice.kgd")?;
    let told = folder.dataset("dedupe twice.kgd --out once.kgd --cap 1")?;
    assert!(told.starts_with("kept 10 of 20 games"), "{told}");
    assert_eq!(folder.games("once.kgd"), games);
    let mut seen = BTreeSet::new();
    for game in folder.games("once.kgd") {
        let mut key = CanonicalKey::new(BoardSize::square(15)?);
        for &point in &game.opening {
            key.play(point);
        }
        assert!(seen.insert(key.key()), "an opening twice");
    }
    folder.dataset("filter a.kgd --out black.kgd --result black --min-plies 5")?;
    let wanted = |game: &&TrainingGame| {
        game.plies.len() >= 5 && game.result == TrainingResult::Win(Side::Black)
    };
    let expected: Vec<TrainingGame> = games.iter().filter(wanted).cloned().collect();
    assert_eq!(folder.games("black.kgd"), expected);
    folder.refused(
        "dataset filter a.kgd --out none.kgd --min-plies 50 --max-plies 10",
        "--min-plies is more than",
    )?;
    Ok(())
}

/// The numbers of an array of numpy, which must have this type and shape.
fn numbers(path: &Path, kind: &str, shape: &str) -> io::Result<Vec<i64>> {
    let bytes = fs::read(path)?;
    let length = 10 + usize::from(bytes[8]) + usize::from(bytes[9]) * 256;
    let (head, data) = bytes.split_at(length);
    let text = String::from_utf8_lossy(&head[10..]);
    let expected = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    assert_eq!((text.trim_end(), length % 64), (&*expected, 0));
    let number = |bytes: &[u8]| match *bytes {
        [byte] => i64::from(byte.cast_signed()),
        [low, high] => i64::from(i16::from_le_bytes([low, high])),
        [a, b, c, d] => i64::from(u32::from_le_bytes([a, b, c, d])),
        _ => panic!("{kind} is no type of ours"),
    };
    let width = kind[2..].parse().map_err(io::Error::other)?;
    Ok(data.chunks(width).map(number).collect())
}

/// Writes the games of a dataset with a second label at every other ply, and gives them.
fn with_second_labels(from: &Path, to: &Path) -> Result<Vec<TrainingGame>, Box<dyn Error>> {
    let header = DatasetReader::open(from)?.header().clone();
    let mut writer = DatasetWriter::new(Vec::new(), header)?;
    let mut games = read(from);
    for game in &mut games {
        for ply in game.plies.iter_mut().step_by(2) {
            ply.deeper = vec![Alternative {
                point: ply.point,
                score: 17,
            }];
        }
        writer.write(game)?;
    }
    fs::write(to, writer.finish()?.0)?;
    Ok(games)
}

#[test]
fn exports_hold_what_the_dataset_holds() -> TestResult {
    let folder = Folder::new()?;
    folder.datagen("a.kgd", "--games 12 --size 9x7 --rule standard")?;
    let games = folder.games("a.kgd");
    folder.dataset("export a.kgd --jsonl a.jsonl")?;
    let text = fs::read_to_string(folder.path("a.jsonl"))?;
    assert_eq!(folder.dataset("export a.kgd --jsonl -")?, text);
    assert_eq!(text.lines().count(), games.len());
    for (line, game) in text.lines().zip(&games) {
        let line: serde_json::Value = serde_json::from_str(line)?;
        assert_eq!(
            (&line["rule"], &line["size"]),
            (&"standard".into(), &"9x7".into())
        );
        assert_eq!(
            Rows::FromBottom.parse_moves(
                line["moves"].as_str().unwrap_or_default(),
                BoardSize::new(9, 7)?
            )?,
            moves(game)
        );
        assert_eq!(line["opening"], game.opening.len());
        let scores: Vec<i16> = serde_json::from_value(line["scores"].clone())?;
        assert!(scores.iter().eq(game.plies.iter().map(|ply| &ply.score)));
        let others = game.plies.iter().filter(|ply| !ply.alternatives.is_empty());
        assert_eq!(
            line["alternatives"].as_array().map(Vec::len),
            Some(others.count())
        );
    }

    let games = with_second_labels(&folder.path("a.kgd"), &folder.path("deep.kgd"))?;
    folder.dataset("export deep.kgd --npy arrays")?;
    let positions: usize = games.iter().map(|game| game.plies.len()).sum();
    let array = |name: &str, kind: &str, shape: &str| {
        numbers(&folder.path("arrays").join(name), kind, shape)
    };
    let list = format!("({positions},)");
    let stones = array("stones.npy", "|i1", &format!("({positions},7,9,)"))?;
    let cells = array("move.npy", "<i2", &list)?;
    let scores = array("score.npy", "<i2", &list)?;
    let deeper = array("deeper.npy", "<i2", &list)?;
    assert!(deeper.iter().any(|&score| score != -32768));
    let results = array("result.npy", "|i1", &list)?;
    let best = array("is_best.npy", "|b1", &list)?;
    let numbers = array("game.npy", "<u4", &list)?;
    assert_eq!(stones.len(), positions * 63);
    let mut position = 0;
    for (number, game) in games.iter().enumerate() {
        for (index, ply) in game.plies.iter().enumerate() {
            let plane = &stones[position * 63..(position + 1) * 63];
            let count = |mark: i64| plane.iter().filter(|&&stone| stone == mark).count();
            let played = game.opening.len() + index;
            assert_eq!((count(1), count(-1)), (played / 2, played.div_ceil(2)));
            assert_eq!(cells[position] as usize, ply.point.y() * 9 + ply.point.x());
            assert_eq!(plane[cells[position] as usize], 0);
            assert_eq!(scores[position], i64::from(ply.score));
            let second = ply.deeper.first().map_or(-32768, |best| best.score);
            assert_eq!(deeper[position], i64::from(second));
            assert_eq!(best[position] == 1, ply.is_best);
            assert_eq!(numbers[position] as usize, number);
            let points = (results[position] + 1) as f64 / 2.0;
            assert!((points - game.result.points(game.side_at(index))).abs() < f64::EPSILON);
            position += 1;
        }
    }
    Ok(())
}

#[test]
fn damaged_and_foreign_files_are_refused_and_nothing_is_overwritten() -> TestResult {
    let folder = Folder::new()?;
    folder.datagen("a.kgd", "--games 3")?;
    let bytes = fs::read(folder.path("a.kgd"))?;
    let mut damaged = bytes.clone();
    damaged[200] ^= 1;
    fs::write(folder.path("bad.kgd"), &damaged)?;
    fs::write(folder.path("cut.kgd"), &bytes[..bytes.len() - 9])?;
    for command in ["dedupe", "filter", "shuffle", "merge"] {
        for (file, reason) in [("bad.kgd", "damaged"), ("cut.kgd", "cut off")] {
            folder.refused(&format!("dataset {command} {file} --out out"), reason)?;
            assert!(!folder.path("out").exists(), "{command} leaves half a file");
        }
    }
    folder.refused("dataset split bad.kgd --out out --rest rest", "damaged")?;
    assert!(!folder.path("out").exists() && !folder.path("rest").exists());
    folder.refused("dataset export bad.kgd --npy out", "damaged")?;
    folder.refused("dataset info no-such-file", "no-such-file")?;
    let ran = folder.run("dataset info bad.kgd")?.refused("checksum");
    assert!(ran.err.contains("bad.kgd"), "{}", ran.err);
    folder.dataset("repair cut.kgd")?;
    assert_eq!(fs::read(folder.path("cut.kgd"))?, bytes);

    folder.datagen("renju.kgd", "--games 1 --rule renju")?;
    for (line, reason) in [
        (
            "dataset split a.kgd --out out --rest out",
            "is given for two outputs",
        ),
        (
            "dataset shuffle a.kgd --out a.kgd",
            "is an input of this command",
        ),
        ("datagen --games 3 --out a.kgd", "exists"),
        (
            "datagen --games 5 --seed 2 --out a.kgd --resume",
            "made otherwise",
        ),
        (
            "dataset merge a.kgd renju.kgd --out out",
            "has games of renju 15x15, the files before it of freestyle 15x15",
        ),
    ] {
        folder.refused(line, reason)?;
    }
    assert_eq!(fs::read(folder.path("a.kgd"))?, bytes);
    Ok(())
}

/// The first block of the document in this language.
fn example<'t>(text: &'t str, language: &str) -> &'t str {
    let (_, tail) = text
        .split_once(&format!("```{language}\n"))
        .expect("an example");
    tail.split_once("```").expect("its end").0
}

/// The samples of the description are two of one game, as lines, and the first of them as numbers.
#[test]
fn the_examples_of_the_samples_are_read() -> TestResult {
    let folder = Folder::new()?;
    let path = root().join("protocol-docs/samples.md");
    let text = fs::read_to_string(path)?.replace("\r\n", "\n");
    fs::write(folder.path("lines.csv"), example(&text, "text"))?;
    let (_, tail) = text.split_once("on 15x15, is `").expect("an example");
    let (bytes, _) = tail.split_once('`').expect("its end");
    let bytes: Result<Vec<u8>, _> = bytes
        .split(' ')
        .map(|byte| u8::from_str_radix(byte, 16))
        .collect();
    fs::write(folder.path("numbers.bin"), bytes?)?;
    let told = folder.dataset("import lines.csv --rule freestyle --size 15 --out lines.kgd")?;
    assert_eq!(
        told,
        "1 game of freestyle 15x15, 3 positions, from 2 samples\n"
    );
    let told = folder.dataset("import numbers.bin --out numbers.kgd")?;
    assert_eq!(
        told,
        "1 game of freestyle 15x15, 1 position, from 1 sample\n"
    );
    let [lines, numbers] = ["lines.kgd", "numbers.kgd"].map(|name| folder.games(name));
    assert_eq!(lines[0].opening, numbers[0].opening);
    assert_eq!(lines[0].plies[0], numbers[0].plies[0]);
    assert_eq!(lines[0].result, TrainingResult::Win(Side::Black));
    let told = folder.dataset("info lines.kgd")?;
    assert!(
        told.contains("  without scores                 3  100.0 %"),
        "{told}"
    );
    let exported = folder.dataset("export lines.kgd --jsonl lines.jsonl")?;
    assert_eq!(exported, "1 game\n");
    assert!(!fs::read_to_string(folder.path("lines.jsonl"))?.contains("scores"));
    let kept = folder.dataset("filter lines.kgd --balance 50 --out x.kgd")?;
    assert_eq!(kept, "kept 0 of 1 game, 0 of 3 positions\n");
    Ok(())
}

#[test]
fn the_examples_of_the_document_are_true() -> TestResult {
    let folder = Folder::new()?;
    let path = root().join("protocol-docs/dataset.md");
    let text = fs::read_to_string(path)?.replace("\r\n", "\n");
    let bytes: Result<Vec<u8>, _> = example(&text, "text")
        .split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16))
        .collect();
    fs::write(folder.path("a.kgd"), bytes?)?;
    let exported = folder.dataset("export a.kgd --jsonl -")?;
    assert_eq!(exported, example(&text, "json"));
    Ok(())
}
