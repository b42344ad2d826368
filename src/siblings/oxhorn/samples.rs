//! Two sample games to replay: a quick win of Red, and a long one of Blue.

/// What each sample game shows, and its states. Red begins.
pub(crate) const SAMPLES: [(&str, &str); 2] = [
    (
        "red escapes in 7 plies, the fewest possible",
        "(0;8,9) (2;8,9)b (2;7,9) (4;7,9)b (4;5,9) (6;5,9)b (6;5,7) (8;5,7)b",
    ),
    (
        "blue traps red in 18 plies",
        "(0;8,9) (1;8,9)b (1;6,9) (0;6,9)b (0;4,9) (1;4,9)b (1;2,9) (0;2,9)b (0;1,9) (2;1,9)b (2;1,7) (3;1,7)b (3;1,6) \
         (4;1,6)b (4;1,5) (2;1,5)b (2;1,3) (0;1,3)b (0;1,2)",
    ),
];

#[cfg(test)]
mod tests {
    use super::super::board::Side;
    use super::super::game::{Ending, Game};
    use super::super::moves::Move;
    use super::super::rules::Rules;
    use super::super::state::{STATES, State};
    use super::*;

    fn replay(states: &str) -> Game {
        let mut states = states.split(' ').map(|text| text.parse::<State>().unwrap());
        let mut game = Game::new(Rules::default(), states.next().unwrap());
        for next in states {
            let leads_there = |(step, after): (Move, State)| (after == next).then_some(step);
            let step = game.state().successors().find_map(leads_there).unwrap();
            game.play(step).unwrap();
        }
        game
    }

    #[test]
    fn both_replay_legally_to_their_end() {
        let [quick, long] = SAMPLES.map(|(_, states)| replay(states));
        assert_eq!(quick.states().len() - 1, 7);
        assert_eq!(quick.ending(), Some(Ending::Escaped));
        assert_eq!(long.states().len() - 1, 18);
        assert_eq!(long.ending(), Some(Ending::Trapped));
    }

    /// The ways of both sides together to reach a win of `winner` after exactly so many plies.
    fn ways(plies: usize, winner: Side) -> u64 {
        let rules = Rules::default();
        let mut counts = vec![0_u64; STATES];
        counts[State::start(Side::Red).index()] = 1;
        for _ in 0..plies {
            let mut next = vec![0; counts.len()];
            for state in State::all().filter(|&state| rules.winner(state).is_none()) {
                for (_, after) in state.successors() {
                    next[after.index()] += counts[state.index()];
                }
            }
            counts = next;
        }
        State::all()
            .filter(|&state| rules.winner(state) == Some(winner))
            .map(|state| counts[state.index()])
            .sum()
    }

    #[test]
    fn the_quick_win_is_the_quickest_and_the_long_one_has_a_million_sisters() {
        assert!((0..7).all(|plies| ways(plies, Side::Red) == 0));
        assert_eq!(ways(7, Side::Red), 3);
        assert!((0..14).all(|plies| ways(plies, Side::Blue) == 0));
        assert!(ways(14, Side::Blue) > 0);
        assert_eq!(ways(18, Side::Blue), 1_037_418);
    }
}
