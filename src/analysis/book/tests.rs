//! Tests of a small book.

use kagetsu_gomoku::board::{Position, Rule, Side};
use kagetsu_gomoku::geometry::{BoardSize, Point};
use kagetsu_kernel::{Score, StopSignal};

use super::check::check;
use super::choice::{book_move, book_moves};
use super::graph::Graph;
use super::grow::{GrowSettings, Growth, grow};
use crate::database::entry::{Bound, Entry, Label};
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

/// A book on a file of its own.
struct Book {
    writer: Writer,
    _folder: tempfile::TempDir,
}

impl Book {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("book");
        let writer = Writer::open_or_create(&path).expect("a new file");
        Self {
            writer,
            _folder: folder,
        }
    }

    fn store(&mut self, position: &Position, score: Score, depth: u16, best: Option<Point>) {
        let entry = Entry {
            value: Some(score.value()),
            depth,
            best,
            label: Label::of(score),
            ..Entry::default()
        };
        let (key, entry) = entry.stored(position);
        self.writer.replace(vec![(key, Some(entry))]).expect("room");
    }

    fn grow(&mut self, root: &Position, positions: u64) -> Growth {
        let (settings, stop) = (settings(positions), StopSignal::new());
        let roots = std::slice::from_ref(root);
        let (writer, mut searcher) = (&mut self.writer, Searcher::new(1));
        let growth = grow(writer, &mut searcher, roots, &settings, &stop, &mut |_| {});
        let growth = growth.expect("a database");
        let report = check(&self.writer.view().expect("our file"), roots);
        assert_eq!(report.expect("our file").stale, 0);
        growth
    }

    fn get(&self, position: &Position) -> Entry {
        let view = self.writer.view().expect("our file");
        view.get(position).expect("our file").expect("an entry")
    }

    fn score(&self, position: &Position) -> Option<Score> {
        self.get(position).score()
    }
}

fn played(rule: Rule, moves: &[(usize, usize)]) -> Position {
    let size = BoardSize::square(15).expect("a legal size");
    let mut position = Position::new(size, rule);
    for &(x, y) in moves {
        position.play(Point::at(x, y)).expect("an empty point");
    }
    position
}

/// Three moves of a game that no symmetry maps to itself.
const MOVES: [(usize, usize); 3] = [(7, 7), (8, 5), (4, 6)];
/// Another third move.
const OTHER: (usize, usize) = (5, 9);

#[test]
fn a_position_is_lost_only_when_all_its_moves_are() {
    let mut book = Book::new();
    let before = played(Rule::Freestyle, &MOVES[..1]);
    let reply = Point::at(MOVES[1].0, MOVES[1].1);
    let position = played(Rule::Freestyle, &MOVES[..2]);
    book.store(&before, Score::evaluation(30), 9, Some(reply));
    let refuted = [MOVES[2], OTHER].map(|(x, y)| Point::at(x, y));
    book.store(&position, Score::loss_in(6), 9, Some(refuted[0]));
    for point in refuted {
        let mut after = position.clone();
        after.play(point).expect("an empty point");
        book.store(&after, Score::win_in(5), 9, None);
    }
    // A book of an earlier release calls such a position lost, without a label.
    let mut entry = book.get(&position);
    entry.label = None;
    let (key, entry) = entry.stored(&position);
    book.writer.replace(vec![(key, Some(entry))]).expect("room");
    book.grow(&before, 0);
    assert_eq!(book.score(&before), Some(Score::MAX_EVALUATION));
    assert_eq!(book.score(&position), Some(-Score::MAX_EVALUATION));
    assert_eq!(book.grow(&before, 1).opened, 1);
    let searched = book.get(&position);
    let best = searched.best.expect("a move");
    assert!(!refuted.contains(&best), "{best:?}");
    let score = searched.score().expect("a score");
    assert!(
        !score.is_decided() && score > -Score::MAX_EVALUATION,
        "{score}"
    );
    assert_eq!(book.score(&before), Some(-score));

    // Two cells are left, and both moves lose.
    let size = BoardSize::square(5).expect("a legal size");
    let mut full = Position::new(size, Rule::Freestyle);
    let free = [Point::at(0, 0), Point::at(4, 3)];
    for point in size.points().filter(|point| !free.contains(point)) {
        let owner = Side::BOTH[(point.x() + point.y() / 2) % 2];
        full.place(point, owner).expect("an empty point");
    }
    book.store(&full, Score::evaluation(5), 9, Some(free[0]));
    for point in free {
        let mut after = full.clone();
        after.play(point).expect("an empty point");
        book.store(&after, Score::win_in(1), 9, None);
    }
    book.grow(&full, 0);
    let entry = book.get(&full);
    assert_eq!(entry.score(), Some(Score::loss_in(2)));
    assert_eq!(entry.label, Some(Label::Loss));
}

#[test]
fn the_end_is_a_ply_further_away_a_move_earlier() {
    let mut book = Book::new();
    let [before, after] = [2, 3].map(|moves| played(Rule::Freestyle, &MOVES[..moves]));
    let best = Point::at(MOVES[2].0, MOVES[2].1);
    book.store(&after, Score::loss_in(6), 9, None);
    book.store(&before, Score::evaluation(20), 9, Some(best));
    book.grow(&before, 0);
    assert_eq!(book.score(&before), Some(Score::win_in(7)));
    let view = book.writer.view().expect("our file");
    let moves = book_moves(&view, &before).expect("our file");
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].score, Score::win_in(7));
}

#[test]
fn the_value_of_a_deeper_search_stays_when_a_book_opens_its_position() {
    let mut book = Book::new();
    let position = played(Rule::Freestyle, &MOVES[..2]);
    let own = Point::at(OTHER.0, OTHER.1);
    for best in [None, Some(own)] {
        book.store(&position, Score::evaluation(333), 90, best);
        assert_eq!(book.grow(&position, 1).opened, 1);
        let entry = book.get(&position);
        let known = (entry.value, entry.depth, entry.bound);
        assert_eq!(known, (Some(333), 90, Bound::Exact));
        assert!(entry.best.is_some() && best.is_none_or(|best| entry.best == Some(best)));
    }
}

#[test]
fn the_best_move_is_the_one_whose_value_is_taken() {
    let mut book = Book::new();
    let position = played(Rule::Freestyle, &MOVES[..2]);
    let [first, second] = [MOVES[2], OTHER].map(|(x, y)| Point::at(x, y));
    book.store(&position, Score::evaluation(40), 9, Some(first));
    for (point, value) in [(first, 60), (second, -35)] {
        let mut after = position.clone();
        after.play(point).expect("an empty point");
        book.store(&after, Score::evaluation(value), 8, None);
    }
    book.grow(&position, 0);
    let entry = book.get(&position);
    assert_eq!((entry.value, entry.best), (Some(35), Some(second)));
}

#[test]
fn a_position_that_two_others_lead_to_belongs_to_both() {
    let mut book = Book::new();
    let [first, white, second] = MOVES;
    let before = [[first, white], [second, white]].map(|moves| played(Rule::Freestyle, &moves));
    let mut roots = Vec::new();
    for (root, reply) in before.into_iter().zip([(1, 1), (2, 5)]) {
        let reply = Point::at(reply.0, reply.1);
        book.store(&root, Score::evaluation(10), 9, Some(reply));
        let mut after = root.clone();
        after.play(reply).expect("an empty point");
        book.store(&after, Score::evaluation(-10), 8, None);
        roots.push(root);
    }
    let load = |book: &Book| {
        let view = book.writer.view().expect("our file");
        Graph::load(&view, &roots).expect("our file")
    };
    let mut graph = load(&book);
    // The search of the first one finds a move that leads to a position after the second one too.
    let both = played(Rule::Freestyle, &[first, white, second]);
    book.store(&both, Score::evaluation(-70), 9, None);
    let view = book.writer.view().expect("our file");
    let touched = graph.read(&view, 0).expect("our file");
    graph.settle(touched);
    let mut whole = load(&book);
    whole.settle(0..whole.nodes.len());
    for place in [0, 1] {
        assert_eq!(graph.nodes[place].next.len(), 2);
        assert_eq!(graph.nodes[place].value, Some(Score::evaluation(70)));
        assert_eq!(graph.nodes[place].best, whole.nodes[place].best);
    }
}

#[test]
fn a_forbidden_move_is_no_move_of_a_book() {
    let mut book = Book::new();
    // With h8 Black has two threes; by another order the same stones are legal.
    let stones = [
        (5, 7),
        (0, 0),
        (6, 7),
        (2, 0),
        (7, 6),
        (4, 0),
        (7, 5),
        (6, 0),
    ];
    let position = played(Rule::Renju, &stones);
    let [foul, legal] = [Point::at(7, 7), Point::at(9, 9)];
    for (point, value) in [(foul, -90), (legal, 20)] {
        let mut after = position.clone();
        after.play(point).expect("an empty point");
        book.store(&after, Score::evaluation(value), 8, None);
    }
    book.store(&position, Score::evaluation(1), 9, Some(legal));
    book.grow(&position, 0);
    assert_eq!(book.get(&position).value, Some(-20));
    let view = book.writer.view().expect("our file");
    let moves = book_moves(&view, &position).expect("our file");
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].point, legal);
}
