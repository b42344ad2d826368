//! A test that training and the evaluation compute the same values and policy scores.

use kagetsu_gomoku::board::{Board, Rule};
use kagetsu_gomoku::eval::nnue::{NEIGHBOUR_MARGIN, Network, Weights};
use kagetsu_gomoku::eval::{Evaluator, LOGISTIC_SCALE, Nnue, PolicyScores};

use super::goal::Goal;
use super::labels::SampleRules;
use super::layout::Layout;
use super::pass::Pass;
use super::samples::Shard;
use super::shared_parameters::SharedParameters;
use super::start::Start;
use super::test_games::{empty, games};

/// The incremental evaluation agrees with the forward pass of training, up to rounding.
#[test]
fn learning_and_evaluation_see_the_same() {
    for rule in [Rule::Standard, Rule::Renju] {
        let goal = Goal::usual(rule, NEIGHBOUR_MARGIN);
        let start = Start::random(goal.layout, 9);
        let mut parameters = start.parameters;
        SharedParameters::new(goal.layout).add_to(&start.shared, &mut parameters);
        Layout::random_neighbours(&mut parameters, 9);
        Layout::confine(&mut parameters);
        let sides = Layout::to_sides(&parameters);
        let weights = Weights {
            rule,
            sides,
            record: "{}".to_string(),
        };
        let parameters = Layout::from_weights(&weights);
        let mut eval = Nnue::with(Network::from(&weights));
        let (mut pass, mut compared) = (Pass::default(), 0);
        for game in games(rule, 8) {
            let mut board: Board = empty(rule);
            for &point in &game.opening {
                board.make(point);
            }
            eval.refresh(&board);
            for ply in &game.plies {
                let mut one = game.clone();
                one.opening = board.contents().map(|(point, _)| point).collect();
                one.plies = vec![ply.clone()];
                let shard = Shard::of_games(&empty(rule), [&one], SampleRules::default());
                if let Some(sample) = shard.samples.first() {
                    let (value, policy_scores) = pass.outputs(&goal, &parameters, &shard, sample);
                    let value = f64::from(value) * LOGISTIC_SCALE;
                    assert!((value - f64::from(eval.evaluate(&board))).abs() < 1.0);
                    if policy_scores.len() == board.candidates().len() {
                        let mut list = PolicyScores::new_const();
                        eval.policy_scores(&board, board.candidates(), &mut list);
                        for (&(units, point), policy_score) in list.iter().zip(&policy_scores) {
                            let exact = policy_score * 100.0;
                            assert!(
                                (exact - units as f32).abs() < 8.0,
                                "{point:?} {exact} {units}"
                            );
                        }
                        compared += 1;
                    }
                }
                board.make(ply.point);
            }
        }
        assert!(compared > 20, "{rule} {compared}");
    }
}
