//! Tests of a small book.

use kagetsu_gomoku::board::{Position, Rule};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::StopSignal;

use super::check::check;
use super::choice::book_move;
use super::grow::{GrowSettings, Growth, grow};
use crate::database::reader::Reader;
use crate::database::writer::Writer;
use crate::search::{Effort, Searcher};

fn settings(positions: u64) -> GrowSettings {
    GrowSettings {
        effort: Effort {
            nodes: Some(500),
            lines: 3,
            ..Effort::default()
        },
        cost_of_a_move: 30,
        max_stones: 20,
        positions: Some(positions),
    }
}

#[test]
fn a_book_that_was_stopped_goes_on_and_gives_moves() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("book");
    let size = BoardSize::square(15).expect("a legal size");
    let mut root = Position::new(size, Rule::Freestyle);
    root.play(Point::at(2, 2)).expect("an empty point");
    let roots = [root.clone()];
    let mut searcher = Searcher::new(1);
    let mut run = |positions| -> Growth {
        let mut writer = Writer::open_or_create(&path).expect("a new file");
        let stop = StopSignal::new();
        let settings = settings(positions);
        grow(
            &mut writer,
            &mut searcher,
            &roots,
            &settings,
            &stop,
            &mut |_| {},
        )
        .expect("a database")
    };
    let growths = [run(3), run(4)];
    assert_eq!(growths.map(|growth| growth.opened), [3, 4]);
    let reader = Reader::open(&path).expect("our file");
    let report = check(reader.view(), &roots).expect("our file");
    assert_eq!(report.roots, 1);
    assert!(report.open >= 7, "{}", report.open);
    assert_eq!((report.stale, report.wrong_moves), (0, 0));
    assert_eq!(report.positions as u64, growths[0].new + growths[1].new);
    let moves: Vec<_> = (0..9)
        .filter_map(|choice| book_move(reader.view(), &root, choice).expect("our file"))
        .collect();
    assert_eq!(moves.len(), 9);
    let again = book_move(reader.view(), &root, 4).expect("our file");
    assert_eq!(again.as_ref(), moves.get(4));
    let other = Position::new(size, Rule::Renju);
    assert!(matches!(book_move(reader.view(), &other, 0), Ok(None)));
}
