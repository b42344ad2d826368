//! Tests of the file format of training games: written games are read back, damage is found, and a file that was cut
//! off can be continued with the same result as without the interruption.

use std::collections::HashSet;
use std::error::Error;
use std::fs;

use kagetsu_gomoku::board::{Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_training::dataset::{
    Alternative, DatasetHeader, DatasetReader, DatasetWriter, ReadDatasetError, TrainingGame,
    TrainingMove, TrainingResult, TreePosition,
};
use proptest::collection::vec;
use proptest::prelude::*;
use tempfile::tempdir;

type TestResult = Result<(), Box<dyn Error>>;

fn header(rule: Rule, width: usize, height: usize) -> DatasetHeader {
    DatasetHeader {
        rule,
        size: BoardSize::new(width, height).expect("a legal size"),
        note: format!(r#"{{"rule":"{rule}","made":"by hand, é"}}"#),
    }
}

fn file_of(header: &DatasetHeader, games: &[TrainingGame]) -> Vec<u8> {
    let mut writer = DatasetWriter::new(Vec::new(), header.clone()).expect("a legal header");
    for game in games {
        writer.write(game).expect("a legal game");
    }
    writer.finish().expect("a vector takes all").0
}

fn read(bytes: &[u8]) -> Result<Vec<TrainingGame>, ReadDatasetError> {
    DatasetReader::new(bytes)?.collect()
}

fn results() -> impl Strategy<Value = TrainingResult> {
    prop_oneof![
        Just(TrainingResult::Draw),
        Just(TrainingResult::Win(Side::Black)),
        Just(TrainingResult::Win(Side::White)),
    ]
}

/// Games of any scores on distinct points.
fn games(size: BoardSize) -> impl Strategy<Value = TrainingGame> {
    let points: Vec<Point> = size.points().collect();
    let count = points.len();
    let choices = points.clone();
    let others = (0..count, any::<i16>()).prop_map(move |(index, score)| Alternative {
        point: choices[index],
        score,
    });
    let thoughts = (
        any::<i16>(),
        any::<bool>(),
        vec(others.clone(), 0..4),
        prop_oneof![3 => Just(Vec::new()), 1 => vec(others, 1..4)],
    );
    let labelled = |point, (score, is_best, others, deeper)| TrainingMove {
        deeper,
        ..ply(point, score, is_best, others)
    };
    (
        Just(points).prop_shuffle(),
        0..20_usize,
        vec(thoughts.clone(), 0..40),
        vec((any::<usize>(), 0..5_usize, thoughts), 0..4),
        results(),
        any::<bool>(),
    )
        .prop_map(move |(points, opening, thoughts, nodes, result, scored)| {
            let plies = points[opening..].iter().zip(thoughts);
            let plies: Vec<_> = plies
                .map(|(&point, thought)| labelled(point, thought))
                .collect();
            let mut tree: Vec<_> = nodes
                .into_iter()
                .filter_map(|(start, length, thought)| {
                    let start = start.checked_rem(plies.len())?;
                    let mut free = points[opening + start..].iter().copied();
                    let moves: Vec<Point> = free.by_ref().take(length).collect();
                    let choice = labelled(free.next()?, thought);
                    Some(TreePosition {
                        start,
                        moves,
                        choice,
                    })
                })
                .collect();
            tree.sort_by_key(|position| position.start);
            let game = TrainingGame {
                opening: points[..opening].to_vec(),
                plies,
                tree,
                result,
                scored: true,
            };
            if scored { game } else { without_scores(game) }
        })
}

/// The game as a program tells it that gives no scores.
fn without_scores(mut game: TrainingGame) -> TrainingGame {
    game.scored = false;
    game.tree.clear();
    for ply in &mut game.plies {
        ply.score = 0;
        ply.alternatives.clear();
    }
    game
}

fn ply(point: Point, score: i16, is_best: bool, alternatives: Vec<Alternative>) -> TrainingMove {
    TrainingMove {
        is_best,
        alternatives,
        ..TrainingMove::best(point, score)
    }
}

fn games_with_sizes() -> impl Strategy<Value = (DatasetHeader, Vec<TrainingGame>)> {
    (5..=22_usize, 5..=22_usize, 0..Rule::ALL.len()).prop_flat_map(|(width, height, rule)| {
        let header = header(Rule::ALL[rule], width, height);
        let games = vec(games(header.size), 0..5);
        (Just(header), games)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_comes_back((header, games) in games_with_sizes()) {
        let bytes = file_of(&header, &games);
        let mut reader = DatasetReader::new(&bytes[..]).expect("a header");
        prop_assert_eq!(reader.header(), &header);
        let read: Result<Vec<_>, _> = reader.by_ref().collect();
        prop_assert_eq!(read.expect("an undamaged file"), games);
    }
}

/// Legal short games that differ, with a win of Black at the end of each: row 0 for Black, row `row` for White.
fn small_games(count: usize) -> Vec<TrainingGame> {
    let game = |number: usize| {
        let (row, first) = (2 + number % 9, number / 9 % 6);
        let plies = (0..9).map(|ply| TrainingMove {
            point: Point::at(first + ply / 2, if ply % 2 == 0 { 0 } else { row }),
            score: (ply as i16 - 4) * 300 + number as i16,
            is_best: ply != 3,
            alternatives: if ply == 2 {
                vec![Alternative {
                    point: Point::at(7, 7),
                    score: -5,
                }]
            } else {
                Vec::new()
            },
            deeper: Vec::new(),
        });
        let mut plies: Vec<TrainingMove> = plies.collect();
        let opening = plies.drain(..3).map(|ply| ply.point).collect();
        TrainingGame {
            opening,
            plies,
            tree: Vec::new(),
            result: TrainingResult::Win(Side::Black),
            scored: true,
        }
    };
    (0..count).map(game).collect()
}

#[test]
fn every_changed_byte_is_noticed() {
    let bytes = file_of(&header(Rule::Standard, 15, 15), &small_games(3));
    assert!(read(&bytes).is_ok());
    let mut messages = HashSet::new();
    for place in 0..bytes.len() {
        for change in [0x01, 0x10, 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[place] ^= change;
            let error = read(&damaged).expect_err("a damaged file");
            messages.insert(error.to_string());
        }
    }
    assert!(messages.len() >= 4, "the errors tell little apart");
}

#[test]
fn every_missing_or_added_byte_is_noticed() {
    let bytes = file_of(&header(Rule::Renju, 15, 15), &small_games(130));
    for length in (0..bytes.len()).filter(|length| length % 7 == 0 || length + 60 > bytes.len()) {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    let error = read(&longer).expect_err("a byte more");
    assert_eq!(
        error.to_string(),
        "damaged: there is more after the end mark"
    );
}

#[test]
fn a_lost_block_is_noticed() {
    let header = header(Rule::Freestyle, 15, 15);
    let (one, two) = (small_games(128), small_games(256));
    let (one, two) = (file_of(&header, &one), file_of(&header, &two));
    let end_mark = 28;
    let head = file_of(&header, &[]).len() - end_mark;
    let block = one.len() - end_mark - head;
    let cut = [&two[..head], &two[head + block..]].concat();
    let error = read(&cut).expect_err("a block is missing");
    let said = "damaged: block 0 begins with game 128 where game 0 is due";
    assert_eq!(error.to_string(), said);
}

#[test]
fn a_file_that_was_cut_off_is_continued_as_if_it_had_not_been() -> TestResult {
    let folder = tempdir()?;
    let path = folder.path().join("games.kgd");
    let header = header(Rule::Freestyle, 15, 15);
    let games = small_games(300);
    let whole = file_of(&header, &games);
    let end_mark = 28;
    let places = (0..whole.len()).step_by(311);
    for length in places.chain([whole.len() - end_mark, whole.len()]) {
        fs::write(&path, &whole[..length])?;
        let mut writer = DatasetWriter::resume(&path, header.clone())?;
        let kept = writer.games() as usize;
        assert!(kept <= games.len(), "{length} bytes");
        for game in &games[kept..] {
            writer.write(game)?;
        }
        assert_eq!(writer.finish()?.1, 300);
        assert_eq!(fs::read(&path)?, whole, "cut to {length} bytes");
    }
    Ok(())
}

#[test]
fn a_finished_file_is_continued_in_its_last_block() -> TestResult {
    let folder = tempdir()?;
    let path = folder.path().join("games.kgd");
    let header = header(Rule::Caro, 20, 20);
    let games = small_games(140);
    for part in [&games[..5], &games[5..130], &games[130..]] {
        let mut writer = DatasetWriter::resume(&path, header.clone())?;
        for game in part {
            writer.write(game)?;
        }
        writer.finish()?;
    }
    assert_eq!(fs::read(&path)?, file_of(&header, &games));
    Ok(())
}

#[test]
fn other_and_damaged_files_are_not_continued() -> TestResult {
    let folder = tempdir()?;
    let path = folder.path().join("games.kgd");
    let made = header(Rule::Freestyle, 15, 15);
    let bytes = file_of(&made, &small_games(300));
    let refused = |bytes: &[u8], header: &DatasetHeader| -> Result<String, Box<dyn Error>> {
        fs::write(&path, bytes)?;
        let error = DatasetWriter::resume(&path, header.clone()).expect_err("refused");
        assert_eq!(fs::read(&path)?, bytes, "a refused file is left alone");
        Ok(error.to_string())
    };
    let other = refused(&bytes, &header(Rule::Renju, 15, 15))?;
    assert!(other.contains("made otherwise"), "{other}");
    let mut damaged = bytes.clone();
    damaged[200] ^= 4;
    let error = refused(&damaged, &made)?;
    assert!(error.contains("checksum of block 0"), "{error}");
    let error = refused(b"something else", &made)?;
    assert!(error.contains("not a dataset"), "{error}");
    assert!(DatasetWriter::create(&path, made).is_err());
    Ok(())
}

#[test]
fn games_against_the_rule_are_refused_when_asked_for() {
    let header = header(Rule::Freestyle, 15, 15);
    let good = small_games(1).remove(0);
    let check = |game: &TrainingGame| -> Result<(), String> {
        let bytes = file_of(&header, std::slice::from_ref(game));
        let reader = DatasetReader::new(&bytes[..]).expect("a header").checked();
        let read: Result<Vec<_>, _> = reader.collect();
        read.map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(check(&good), Ok(()));
    let mut drawn = good.clone();
    drawn.result = TrainingResult::Draw;
    assert_eq!(
        check(&drawn),
        Err("game 0: its last move contradicts its result".to_string())
    );
    let mut branched = good.clone();
    branched.tree.push(TreePosition {
        start: 1,
        moves: vec![Point::at(14, 13), Point::at(13, 14)],
        choice: ply(Point::at(14, 14), 9, true, Vec::new()),
    });
    assert_eq!(check(&branched), Ok(()));
    branched.tree[0].start = good.plies.len() - 1;
    // Five stones in a row stand on the board after the first of these moves.
    branched.tree[0].moves[0] = good.plies[good.plies.len() - 1].point;
    assert_eq!(
        check(&branched),
        Err("game 0: it goes on after move 9, which ends it".to_string())
    );
    let mut longer = good.clone();
    longer.plies.push(TrainingMove::best(Point::at(14, 14), 0));
    assert_eq!(
        check(&longer),
        Err("game 0: it goes on after move 9, which ends it".to_string())
    );
}

#[test]
fn a_game_without_scores_has_none() {
    let header = header(Rule::Freestyle, 15, 15);
    let mut writer = DatasetWriter::new(Vec::new(), header).expect("a header");
    let mut game = without_scores(small_games(1).remove(0));
    writer.write(&game).expect("no scores");
    game.plies[1].score = 1;
    let error = writer.write(&game).expect_err("a score").to_string();
    assert_eq!(
        error,
        "game 1: it has scores, and is marked as a game without scores"
    );
}

#[test]
fn games_that_do_not_fit_are_not_written() {
    let header = header(Rule::Freestyle, 9, 9);
    let mut writer = DatasetWriter::new(Vec::new(), header).expect("a header");
    let mut game = TrainingGame {
        opening: vec![Point::at(9, 0)],
        plies: Vec::new(),
        tree: Vec::new(),
        result: TrainingResult::Draw,
        scored: true,
    };
    assert!(writer.write(&game).is_err());
    game.opening = vec![Point::at(1, 1), Point::at(1, 1)];
    let error = writer.write(&game).expect_err("a point twice").to_string();
    assert_eq!(
        error,
        "game 0: the point in column and row 1,1, from zero, is played twice"
    );
    assert_eq!(writer.games(), 0);
    game.opening.pop();
    game.tree.push(TreePosition {
        start: 0,
        moves: vec![Point::at(2, 2)],
        choice: ply(Point::at(3, 3), 0, true, Vec::new()),
    });
    let error = writer.write(&game).expect_err("no ply").to_string();
    assert_eq!(
        error,
        "game 0: it has a position from the tree of move 0, from zero, which it does not have"
    );
    let node = game.tree[0].clone();
    game.tree.clear();
    let mut unordered = small_games(1).remove(0);
    for start in [1, 0] {
        let start = TreePosition {
            start,
            ..node.clone()
        };
        unordered.tree.push(start);
    }
    let error = writer
        .write(&unordered)
        .expect_err("out of order")
        .to_string();
    assert_eq!(
        error,
        "game 0: its positions from search trees are out of order"
    );
    assert!(writer.write(&game).is_ok());
    let (bytes, count) = writer.finish().expect("a vector takes all");
    assert_eq!((count, read(&bytes).expect("whole")), (1, vec![game]));
}
