//! The solved game against its published lists, and against a plain bounded minimax.

use kagetsu_kernel::FastSet;
use kagetsu_kernel::rng::Rng;

use super::{Ending, Escape, Game, Move, Rules, Side, State, Table};

fn table(escape: Escape) -> Table {
    Table::new(Rules {
        escape,
        ..Rules::default()
    })
}

/// The states won by Blue with their distances, nearest first, in the form `(0;1,2)0`.
fn blue_wins(table: &Table, side: Side) -> Vec<String> {
    let mut wins: Vec<(Option<u8>, State)> = State::all()
        .filter(|state| state.side() == side)
        .map(|state| (table.solution(state), state))
        .filter(|(solution, _)| solution.winner == Some(Side::Blue))
        .map(|(solution, state)| (solution.plies, state))
        .collect();
    wins.sort_by_key(|&(plies, state)| (plies, state.red(), state.blues()));
    wins.into_iter()
        .map(|(plies, state)| {
            let red_to_move = State::new(Side::Red, state.red(), state.blues()).unwrap();
            format!("{red_to_move}{}", plies.unwrap())
        })
        .collect()
}

const RED_TO_MOVE: &str =
    "(0;1,2)0 (1;2,3)2 (0;2,4)4 (0;2,5)4 (2;3,4)6 (1;3,5)8 (0;3,6)10 (0;4,5)10 (3;4,5)10";
const BLUE_TO_MOVE: &str = "(0;1,3)1 (0;1,4)1 (0;2,3)1 (1;2,4)3 (1;2,5)3 (1;3,4)3 (0;2,4)5 (0;2,5)5 (0;2,6)5 (0;2,7)5 \
    (0;3,4)5 (0;3,5)5 (0;4,5)5 (2;3,5)7 (2;3,6)7 (2;4,5)7 (1;3,6)9 (1;3,7)9 (1;4,5)9 (0;3,7)11 (0;3,8)11 (0;4,6)11 \
    (0;4,7)11 (0;5,6)11 (3;4,6)11 (3;4,7)11 (3;5,6)11";

#[test]
fn blue_wins_in_36_listed_states_under_both_rules() {
    for escape in Escape::ALL {
        let table = table(escape);
        assert_eq!(blue_wins(&table, Side::Red).join(" "), RED_TO_MOVE);
        assert_eq!(blue_wins(&table, Side::Blue).join(" "), BLUE_TO_MOVE);
    }
}

#[test]
fn the_start_is_a_draw_whoever_begins() {
    for escape in Escape::ALL {
        for side in [Side::Red, Side::Blue] {
            let solution = table(escape).solution(State::start(side));
            assert_eq!(solution.to_string(), "draw by repetition");
        }
    }
}

fn longest(table: &Table, side: Side) -> Vec<(u8, State)> {
    let wins: Vec<(u8, State)> = State::all()
        .filter(|&state| table.solution(state).winner == Some(side))
        .filter_map(|state| table.solution(state).plies.map(|plies| (plies, state)))
        .collect();
    let most = wins.iter().map(|&(plies, _)| plies).max();
    wins.into_iter()
        .filter(|&(plies, _)| Some(plies) == most)
        .collect()
}

#[test]
fn the_longest_wins() {
    let both = table(Escape::PastBoth);
    let found = longest(&both, Side::Red);
    assert!(
        found.contains(&(13, "(0;1,8)b".parse().unwrap())),
        "{found:?}"
    );
    assert_eq!(longest(&both, Side::Blue)[0].0, 11);
    let any = table(Escape::PastAny);
    assert_eq!(longest(&any, Side::Red)[0].0, 6);
    assert_eq!(longest(&any, Side::Blue)[0].0, 11);
}

/// The states that can come on the board from the start, with the number of those in which the game goes on.
fn reachable(rules: Rules, first: Side) -> (usize, usize) {
    let mut seen = FastSet::default();
    let mut queue = vec![State::start(first)];
    seen.insert(State::start(first));
    let mut going_on = 0;
    while let Some(state) = queue.pop() {
        if rules.winner(state).is_some() {
            continue;
        }
        going_on += 1;
        queue.extend(
            state
                .successors()
                .map(|(_, next)| next)
                .filter(|&next| seen.insert(next)),
        );
    }
    (seen.len(), going_on)
}

#[test]
fn counts_of_reachable_states() {
    let [both, any] = Escape::ALL.map(|escape| table(escape).rules());
    assert_eq!(reachable(both, Side::Red), (521, 464));
    assert_eq!(reachable(both, Side::Blue).0, 519);
    assert_eq!(reachable(any, Side::Red), (274, 218));
    assert_eq!(reachable(any, Side::Blue).0, 272);
}

#[test]
fn telling_the_blue_pieces_apart_nearly_doubles_the_states() {
    let start = (State::start(Side::Red), State::start(Side::Red).blues());
    let mut seen = FastSet::from_iter([start]);
    let mut queue = vec![start];
    while let Some((state, blues)) = queue.pop() {
        if Rules::default().winner(state).is_some() {
            continue;
        }
        for (step, next) in state.successors() {
            let from = state.point_of(step.piece);
            let blues = blues.map(|blue| if blue == from { step.to } else { blue });
            if seen.insert((next, blues)) {
                queue.push((next, blues));
            }
        }
    }
    assert_eq!(seen.len(), 1039);
}

#[test]
fn past_any_turns_draws_into_wins_of_red() {
    let [both, any] = Escape::ALL.map(table);
    let mut changed = 0;
    let mut escaped = 0;
    for state in State::all() {
        if both.solution(state).winner != any.solution(state).winner {
            assert_eq!(both.solution(state).winner, None);
            assert_eq!(any.solution(state).winner, Some(Side::Red));
            changed += 1;
            escaped += usize::from(any.rules().winner(state).is_some());
        }
    }
    assert_eq!((changed, escaped), (106, 67));
    let past_one: Vec<State> = State::all()
        .filter(|&state| state.red() > state.blues()[0])
        .collect();
    assert!(
        past_one
            .iter()
            .all(|&state| both.solution(state).winner != Some(Side::Blue))
    );
}

/// Can `side` force a win within `plies`? A table of answers, made ply by ply, without queues or predecessors.
fn bounded_minimax(rules: Rules, plies: usize) -> Vec<Option<(Side, u8)>> {
    let mut known: Vec<Option<(Side, u8)>> = State::all()
        .map(|state| rules.winner(state).map(|winner| (winner, 0)))
        .collect();
    for ply in 1..=plies {
        let before = known.clone();
        for state in State::all().filter(|state| before[state.index()].is_none()) {
            let mover = state.side();
            let replies: Vec<_> = state
                .successors()
                .map(|(_, next)| before[next.index()])
                .collect();
            let winner_is = |side: Side| {
                move |reply: &Option<(Side, u8)>| reply.is_some_and(|(winner, _)| winner == side)
            };
            if replies.iter().any(winner_is(mover)) {
                known[state.index()] = Some((mover, ply as u8));
            } else if replies.iter().all(winner_is(mover.opponent())) {
                known[state.index()] = Some((mover.opponent(), ply as u8));
            }
        }
    }
    known
}

#[test]
fn a_bounded_minimax_finds_the_same_wins() {
    for escape in Escape::ALL {
        let table = table(escape);
        let slow = bounded_minimax(table.rules(), 60);
        for state in State::all() {
            let solution = table.solution(state);
            let forced = solution.winner.zip(solution.plies);
            assert_eq!(forced, slow[state.index()], "{state}");
        }
    }
}

#[test]
fn lines_end_after_the_stated_distance() {
    for rules in Rules::all() {
        let table = Table::new(rules);
        for state in State::all() {
            let solution = table.solution(state);
            let line = table.line(state);
            let end = *line.last().unwrap_or(&state);
            if let Some(plies) = solution.plies {
                assert_eq!(line.len(), usize::from(plies), "{state} under {rules}");
                assert_eq!(rules.winner(end), solution.winner);
            } else {
                assert!(rules.winner(end).is_none());
                assert!(
                    line.iter()
                        .all(|&later| table.solution(later).winner == solution.winner)
                );
            }
        }
    }
}

#[test]
fn in_drawn_states_the_move_sets_most_problems() {
    let table = table(Escape::PastBoth);
    let losing = |state: State| {
        let loses = |&(_, next): &(Move, State)| {
            table.solution(next).winner == Some(state.side().opponent())
        };
        state.successors().filter(loses).count()
    };
    for state in State::all().filter(|&state| table.solution(state).winner.is_none()) {
        let Some(step) = table.best_move(state) else {
            continue;
        };
        let chosen = state.after(step).unwrap();
        assert_eq!(table.solution(chosen).winner, None);
        let most = state
            .successors()
            .filter(|&(_, next)| table.solution(next).winner.is_none())
            .map(|(_, next)| losing(next))
            .max();
        assert_eq!(Some(losing(chosen)), most, "{state}");
    }
}

#[test]
fn ten_thousand_games_against_random_never_leave_the_class_that_is_not_lost() {
    for escape in Escape::ALL {
        let table = table(escape);
        let mut rng = Rng::new(5);
        let mut wins = 0;
        for number in 0..10_000 {
            let [side, first] = [number & 1, number >> 1 & 1]
                .map(|bit| if bit == 0 { Side::Red } else { Side::Blue });
            let mut game = Game::new(table.rules(), State::start(first));
            while game.ending().is_none() {
                let state = game.state();
                if state.side() == side {
                    game.play(table.best_move(state).unwrap()).unwrap();
                    let winner = table.solution(game.state()).winner;
                    assert_ne!(winner, Some(side.opponent()), "{state}");
                } else {
                    let moves: Vec<Move> = state.moves().collect();
                    game.play(moves[rng.below(moves.len())]).unwrap();
                }
            }
            let winner = game.ending().and_then(Ending::winner);
            assert_ne!(winner, Some(side.opponent()));
            wins += usize::from(winner == Some(side));
        }
        assert!(wins > 8_000, "{wins}");
    }
}
