//! The study at the table: what is written into files, and comes back from them.

use crate::game::{Colour, Step};
use crate::registry::Format;
use crate::session::Event;
use crate::study::{Place, Tree};

use super::analysis::Analyst;
use super::command::Command;
use super::table::Table;
use super::task::Job;
use super::tests::{obey, task};

/// Two persons with the game of a text.
fn opened(text: &str) -> Table {
    let mut table = Table::usual();
    let text = text.to_string();
    obey(&mut table, Command::Load { text });
    table
}

fn annotate(table: &mut Table, moves: usize) {
    let (on, text) = (Place::Moves { moves }, "a comment".to_string());
    obey(table, Command::Annotate { on, text });
}

fn vary(table: &mut Table, moves: usize, at: &str) {
    let (_, game) = table.session.gomoku().expect("gomoku");
    let at = game.read_spot(at).expect("a point");
    let from = Place::Moves { moves };
    obey(table, Command::AddVariation { from, at });
}

/// The steps of the game and its study, which a file keeps.
fn kept(table: &Table) -> (Vec<Step>, Tree) {
    let steps = table.session.steps().iter().map(|taken| taken.step);
    (steps.collect(), table.study.tree().plain())
}

fn comes_back(table: &Table) {
    let text = table.written(Format::Sgf).expect("SGF holds every game");
    assert_eq!(kept(&opened(&text)), kept(table), "{text}");
}

#[test]
fn a_variation_begins_with_the_colour_that_moves_in_the_game_also_after_a_pass() {
    let mut table = opened("freestyle 15 h8 i9");
    obey(&mut table, Command::Step { step: Step::Pass });
    let colour_of = |table: &mut Table, moves, at| {
        vary(table, moves, at);
        let nodes = table.study.tree().view().nodes;
        let newest = nodes.iter().max_by_key(|node| node.node);
        newest.map(|node| node.colour)
    };
    assert_eq!(colour_of(&mut table, 2, "a1"), Some(Colour::White));
    // It is the same once the game has gone on.
    obey(&mut table, Command::enter("j10"));
    for (moves, at, colour) in [
        (2, "a2", Colour::White),
        (3, "a3", Colour::Black),
        (1, "a4", Colour::White),
        (0, "a5", Colour::Black),
    ] {
        assert_eq!(colour_of(&mut table, moves, at), Some(colour), "{at}");
    }
}

const THREE_MOVES: &str = "(;GM[4]SZ[15];B[hh];W[ii];B[jj])";

#[test]
fn variations_from_the_last_move_are_saved_and_no_moves_of_the_game() {
    let mut table = opened(THREE_MOVES);
    annotate(&mut table, 3);
    obey(&mut table, Command::Undo);
    assert_eq!(kept(&table).0.len(), 2);
    comes_back(&table);
    for _ in 0..2 {
        obey(&mut table, Command::Undo);
    }
    comes_back(&table);
    let mut table = opened(THREE_MOVES);
    obey(&mut table, Command::Resign);
    vary(&mut table, 3, "a1");
    comes_back(&table);
}

#[test]
fn games_with_passes_are_saved_with_what_is_written() {
    for moves in [";B[hh];W[];B[ii]", ";B[hh];W[];B[]", ";B[];W[hh];B[ii];W[]"] {
        let mut table = opened(&format!("(;GM[4]SZ[15]RU[renju]{moves})"));
        assert_eq!(kept(&table).0.len(), moves.matches(';').count());
        annotate(&mut table, 1);
        vary(&mut table, 1, "a1");
        comes_back(&table);
    }
    let table = opened("(;GM[4]SZ[15];B[hh];W[];B[ii]C[behind a pass](;W[jj])(;W[];B[kk]))");
    let (_, tree) = kept(&table);
    assert_eq!(
        (tree.moves.len(), tree.moves[1].note.text.as_str()),
        (4, "behind a pass")
    );
    comes_back(&table);
}

#[test]
fn moves_of_a_file_that_are_left_out_are_told() {
    let left_out = |text: &str| {
        let table = opened(text);
        let messages = table.log.messages();
        (1..9).find(|&moves| messages.contains(&Event::LeftOut { moves }.message()))
    };
    assert_eq!(left_out(THREE_MOVES), None);
    let illegal = "(;GM[4]SZ[15];B[hh](;W[ii])(;W[hh];B[jj]))";
    assert_eq!(left_out(illegal), Some(2));
}

#[test]
fn a_comment_of_a_file_that_is_too_long_is_left_out_and_told() {
    let table = opened(&format!("(;GM[4]SZ[15];B[hh]C[{}])", "x".repeat(1 << 20)));
    let told = Event::CommentsLeftOut { comments: 1 }.message();
    assert!(table.log.messages().contains(&told));
    assert_eq!(kept(&table).1.moves[0].note.text, "");
}

#[test]
fn comments_on_stones_of_an_opening_leave_it_an_opening() {
    let given = |table: &Table| table.session.given();
    let mut table = opened("(;GM[4]SZ[15];B[hh]C[opening];W[ii]C[opening];B[jj])");
    let on = Place::Moves { moves: 1 };
    let text = "12 ms".to_string();
    obey(&mut table, Command::Annotate { on, text });
    annotate(&mut table, 3);
    assert_eq!(given(&table), 2);
    let text = table.written(Format::Sgf).expect("SGF holds every game");
    assert_eq!(given(&opened(&text)), 2, "{text}");
    comes_back(&table);
}

#[test]
fn nothing_is_looked_for_in_a_variation_that_was_deleted_meanwhile() {
    for is_proof in [true, false] {
        let mut table = opened(THREE_MOVES);
        vary(&mut table, 1, "a1");
        // The moves of the game have the first numbers.
        let node = 3;
        let at = Some(Place::Node { node });
        obey(&mut table, Command::Hint);
        obey(
            &mut table,
            if is_proof {
                Command::Prove { on: true, at }
            } else {
                let (playouts, by) = (1, Analyst::Tree);
                Command::StepTree { playouts, at, by }
            },
        );
        let wanted =
            |table: &Table| table.prover.wanted().is_some() || table.tree_walk.wanted().is_some();
        assert!(wanted(&table), "the hint goes before it");
        obey(&mut table, Command::Prune { node });
        assert!(!wanted(&table));
        assert!(matches!(task(&table).job, Job::Hint));
    }
}
