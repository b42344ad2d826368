//! Studies as they are worked on, kept and written.

use kagetsu_kernel::rng::Rng;

use crate::game::{Colour, Refusal, Seat, Spot, Step};
use crate::gomoku::{Gomoku, Rule, Setup};
use crate::session::{Occupant, Session};

use super::plain::{Note, TreeMove};
use super::tree::{LONGEST_TEXTS, MOST_MARKS, MOST_READ};
use super::{LeftOut, Mark, Place, Study, Tree, file};

fn spot(text: &str) -> Spot {
    let empty = Gomoku::start(&setup()).expect("sound");
    empty.read_spot(text).expect("a point")
}

fn setup() -> Setup {
    Setup::square(Rule::Freestyle, 15)
}

/// Stones of both colours in turn.
fn stones(text: &str) -> Vec<(Spot, Colour)> {
    let colours = Colour::BOTH.into_iter().cycle();
    text.split_whitespace().map(spot).zip(colours).collect()
}

const fn moves(moves: usize) -> Place {
    Place::Moves { moves }
}

const fn node(node: usize) -> Place {
    Place::Node { node }
}

#[test]
fn moves_at_an_earlier_position_are_branches() {
    let mut study = Study::default();
    study.follow(stones("h8 i9 j10 k11"));
    assert!(study.plain().is_bare(4));
    // What follows the game is a variation.
    assert!(!study.plain().is_bare(3));
    let first = study.vary(&setup(), moves(2), spot("h9")).expect("legal");
    let second = study
        .vary(&setup(), node(first), spot("h10"))
        .expect("legal");
    // The same move again is the same branch, and a move of the game is none.
    assert_eq!(study.vary(&setup(), moves(2), spot("h9")), Ok(first));
    let known = study.vary(&setup(), moves(2), spot("j10")).expect("legal");
    assert!(study.view().nodes.iter().all(|shown| shown.node != known));
    let shown: Vec<_> = study
        .view()
        .nodes
        .iter()
        .map(|shown| (shown.node, shown.parent, shown.moves, shown.colour))
        .collect();
    assert_eq!(
        shown,
        [
            (first, None, 3, Colour::Black),
            (second, Some(first), 4, Colour::White)
        ]
    );
    let taken = study.vary(&setup(), node(second), spot("h8"));
    assert_eq!(taken, Err(Refusal::Occupied("h8".to_string())));
    assert_eq!(
        study.vary(&setup(), moves(9), spot("a1")),
        Err(Refusal::WrongStep)
    );
    assert_eq!(study.prune(known), Err(Refusal::WrongStep));
    assert_eq!(study.prune(first), Ok(()));
    assert!(study.view().nodes.is_empty());
    assert_eq!(study.prune(first), Err(Refusal::WrongStep));
}

#[test]
fn nothing_is_tried_after_a_win_or_on_a_forbidden_point() {
    let mut study = Study::default();
    study.follow(stones("a1 a2 b1 b2 c1 c2 d1 d2"));
    let won = study.vary(&setup(), moves(8), spot("e1")).expect("legal");
    assert_eq!(
        study.vary(&setup(), node(won), spot("h8")),
        Err(Refusal::GameOver)
    );
    let renju = Setup::square(Rule::Renju, 15);
    let mut study = Study::default();
    study.follow(stones("f8 a1 g8 a3 h9 a5 h10 a7"));
    let foul = study.vary(&renju, moves(8), spot("h8"));
    assert!(matches!(foul, Err(Refusal::Forbidden(..))), "{foul:?}");
}

#[test]
fn a_game_that_is_taken_back_leaves_what_was_written() {
    let mut study = Study::default();
    study.follow(stones("h8 i9 j10 k11"));
    study
        .write(moves(3), "a comment\r\nof two lines \n")
        .expect("there");
    study.follow(stones("h8"));
    // The commented move stays with the one before it, the bare last one goes.
    let view = study.view();
    let shown: Vec<_> = view
        .nodes
        .iter()
        .map(|shown| (shown.moves, shown.note.text.as_str()))
        .collect();
    assert_eq!(shown, [(2, ""), (3, "a comment\nof two lines")]);
    study.follow(stones("h8 i9 j10"));
    assert_eq!(study.view().notes[0].moves, 3);
    study.follow([]);
    study.follow(stones("a1"));
    assert_eq!(study.plain().moves[0].point, spot("a1"));
}

#[test]
fn marks_are_put_changed_and_taken_away() {
    let mut study = Study::default();
    let root = moves(0);
    for mark in [Mark::Square, Mark::Circle] {
        study.mark(&setup(), root, spot("h8"), mark).expect("there");
    }
    assert_eq!(
        study.view().notes[0].note.marks,
        [(spot("h8"), Mark::Circle)]
    );
    study
        .mark(&setup(), root, spot("h8"), Mark::Circle)
        .expect("there");
    assert!(study.view().notes.is_empty());
    let long = "x".repeat(5000);
    assert_eq!(study.write(root, &long), Err(Refusal::StudyFull));
}

fn random_study(rng: &mut Rng, line: &[(Spot, Colour)]) -> Study {
    let mut study = Study::default();
    study.follow(line.iter().copied());
    let mut places: Vec<Place> = (0..=line.len()).map(moves).collect();
    for number in 0..60 {
        let place = places[rng.below(places.len())];
        let at = Spot::new(rng.below(15) as u8, rng.below(15) as u8);
        match rng.below(4) {
            0 => study
                .write(place, &format!("[{number}] \\ a: b\n第二行"))
                .expect("there"),
            1 => study
                .mark(&setup(), place, at, Mark::ALL[rng.below(4)])
                .expect("there"),
            _ => places.extend(study.vary(&setup(), place, at).map(node)),
        }
    }
    study
}

#[test]
fn studies_are_kept_and_written_and_read_back_equal() {
    let mut rng = Rng::new(7);
    let seats = [Occupant::Person, Occupant::Person];
    for _ in 0..20 {
        let mut session = Session::untimed(setup().into(), seats.clone());
        let line = stones("h8 i9 j10 k11 h9");
        for &(at, _) in &line {
            let seat = session.to_act().unwrap_or(Seat::First);
            session.act(seat, Step::stone(at)).expect("legal");
        }
        let study = random_study(&mut rng, &line);
        let tree = study.plain();
        assert!(!tree.is_bare(line.len()));
        let again = |tree: &Tree| Study::restore(&setup(), line.iter().copied(), tree);
        assert_eq!(again(&tree).1, LeftOut::default());
        let again = |tree: &Tree| again(tree).0.plain();
        assert_eq!(again(&tree), tree);
        let text = serde_json::to_string(&tree).expect("it can be written");
        assert_eq!(
            serde_json::from_str::<Tree>(&text).ok().as_ref(),
            Some(&tree)
        );
        let text = file::write(&session, &tree).expect("it can be written");
        let read = file::read(&text).expect("it can be read");
        assert_eq!(read, tree, "{text}");
        assert_eq!(again(&read), tree);
    }
}

#[test]
fn what_does_not_fit_the_game_is_left_out() {
    let mut tree = Tree::default();
    assert!(file::read("no game").is_none());
    for (parent, text) in [
        (None, "h8"),
        (Some(0), "h8"),
        (Some(1), "i9"),
        (Some(9), "a1"),
        (Some(0), "i9"),
    ] {
        tree.moves.push(TreeMove {
            parent,
            point: spot(text),
            side: if parent.is_none() {
                Colour::Black
            } else {
                Colour::White
            },
            note: Note::default(),
        });
    }
    let (study, left_out) = Study::restore(&setup(), stones("h8"), &tree);
    assert_eq!(left_out.moves, 3);
    let left: Vec<Spot> = study.plain().moves.iter().map(|mv| mv.point).collect();
    assert_eq!(left, [spot("h8"), spot("i9")]);
    // A variation of the other colour takes nothing from the game.
    let text = "(;GM[4]SZ[15];B[hh](;W[ii]C[note];B[jj])(;B[ii]))";
    let tree = file::read(text).expect("a tree");
    let (study, left_out) = Study::restore(&setup(), stones("h8 i7 j6"), &tree);
    assert_eq!((study.plain().moves.len(), left_out.moves), (4, 0));
    assert_eq!(study.plain().moves[1].note.text, "note");
}

#[test]
fn a_study_is_full_by_the_moves_that_are_in_it() {
    let mut study = Study::default();
    let start = Setup {
        width: 20,
        height: 20,
        ..setup()
    };
    for _ in 0..11 {
        for at in Spot::all(20, 20) {
            study.vary(&start, moves(0), at).expect("room");
        }
        let first: Vec<_> = study.view().nodes.iter().map(|node| node.node).collect();
        for node in first {
            study.prune(node).expect("no move of the game");
        }
    }
    assert!(study.view().nodes.is_empty());
}

/// Black's first move on a spot, with what is written on it.
const fn first_move(point: Spot, note: Note) -> TreeMove {
    TreeMove {
        parent: None,
        point,
        side: Colour::Black,
        note,
    }
}

#[test]
fn what_is_taken_of_a_long_tree_has_an_end() {
    let [again, other] = ["h8", "i9"].map(|text| first_move(spot(text), Note::default()));
    let mut tree = Tree {
        moves: vec![again; MOST_READ],
        ..Tree::default()
    };
    tree.moves.extend([other.clone(), other]);
    let (study, left_out) = Study::restore(&setup(), [], &tree);
    assert_eq!((study.plain().moves.len(), left_out.moves), (1, 2));
}

#[test]
fn a_study_is_full_by_all_its_marks() {
    let marks: Vec<_> = Spot::all(15, 15).map(|at| (at, Mark::Circle)).collect();
    let (text, whole) = (String::new(), marks.len());
    let note = Note { text, marks };
    let moves_of_file = Spot::all(15, 15).map(|at| first_move(at, note.clone()));
    let tree = Tree {
        moves: moves_of_file.collect(),
        ..Tree::default()
    };
    let (mut study, left_out) = Study::restore(&setup(), [], &tree);
    let taken = MOST_MARKS / whole;
    assert_eq!(left_out.moves, tree.moves.len() - taken);
    let mut mark = |at, mark| study.mark(&setup(), moves(0), at, mark);
    let mut spots = Spot::all(15, 15);
    for at in spots.by_ref().take(MOST_MARKS - taken * whole) {
        mark(at, Mark::Cross).expect("room");
    }
    let further = spots.next().expect("a free spot");
    assert_eq!(mark(further, Mark::Cross), Err(Refusal::StudyFull));
    // One in the place of another one needs no room, and one that goes leaves some.
    let first = Spot::new(0, 0);
    for kind in [Mark::Square, Mark::Square] {
        assert_eq!(mark(first, kind), Ok(()));
    }
    assert_eq!(mark(further, Mark::Cross), Ok(()));
}

#[test]
fn a_study_is_full_by_the_letters_of_all_its_comments() {
    let mut study = Study::default();
    let long = "x".repeat(4000);
    let spots = Spot::all(15, 15).take(66);
    let mut written = Vec::new();
    for at in spots {
        let id = study.vary(&setup(), moves(0), at).expect("room");
        written.push((id, study.write(node(id), &long)));
    }
    let (last, refused) = written.pop().expect("a comment");
    assert!(written.iter().all(|(_, answer)| answer.is_ok()));
    assert_eq!(refused, Err(Refusal::StudyFull));
    // What is removed or made shorter leaves room.
    study.prune(written[0].0).expect("no move of the game");
    assert_eq!(study.write(node(last), &long), Ok(()));
    assert_eq!(study.write(node(last), "short"), Ok(()));
}

#[test]
fn comments_of_a_tree_for_which_there_is_no_room_are_left_out() {
    let note = |bytes: usize| Note {
        text: "x".repeat(bytes),
        ..Note::default()
    };
    let half = LONGEST_TEXTS / 2;
    let written = [("a1", half), ("b1", half), ("c1", 1), ("a1", 1), ("d1", 1)];
    let moves = written.map(|(at, bytes)| first_move(spot(at), note(bytes)));
    let tree = Tree {
        note: note(LONGEST_TEXTS + 1),
        moves: moves.to_vec(),
    };
    let (mut study, left_out) = Study::restore(&setup(), [], &tree);
    let expected = LeftOut {
        moves: 0,
        comments: 2,
    };
    assert_eq!(left_out, expected);
    let plain = study.plain();
    let bytes = plain.moves.iter().map(|mv| mv.note.text.len());
    assert_eq!(bytes.collect::<Vec<_>>(), [1, half, 0, 1]);
    // A long one can be made shorter, and no longer.
    let long = study.view().nodes[1].node;
    let mut write = |bytes| study.write(node(long), &"y".repeat(bytes));
    assert_eq!(write(half - 1), Ok(()));
    assert_eq!(write(half), Err(Refusal::StudyFull));
}

#[test]
fn no_mark_lies_beside_the_board() {
    let mut study = Study::default();
    let beside = Spot::new(15, 0);
    let refused = study.mark(&setup(), moves(0), beside, Mark::Circle);
    assert!(matches!(refused, Err(Refusal::OffBoard(_))), "{refused:?}");
    let mut tree = Tree::default();
    tree.note.toggle(beside, Mark::Circle);
    let (study, _) = Study::restore(&setup(), [], &tree);
    assert!(study.plain().note.is_empty());
}

#[test]
fn what_our_plain_files_say_of_moves_is_no_comment() {
    let texts = |text: &str| {
        let tree = file::read(text).expect("a tree");
        let texts = tree.moves.into_iter().map(|mv| mv.note.text);
        texts.collect::<Vec<_>>().join("|")
    };
    let plain = "(;GM[4];B[hh]C[opening];W[ii]C[12 ms];B[jj]C[9 ms])";
    assert_eq!(texts(plain), "||");
    let written = "(;GM[4];B[hh]C[first];W[ii]C[12 ms];B[jj]C[opening])";
    assert_eq!(texts(written), "first|12 ms|opening");
}
