//! A test that training gives the same bytes on any machine.
//!
//! The expected checksums were made on one machine. The games do not come from a search, so that the bytes change only
//! with training itself or with the format of the network's file.

use std::ops::ControlFlow;

use kagetsu_gomoku::board::Rule;
use kagetsu_gomoku::eval::nnue::embedded_weights;

use super::labels::SampleRules;
use super::set::{DataSplit, SampleSet};
use super::settings::TrainSettings;
use super::test_games::{empty, games};
use super::trainer::train;

fn checksum_of_learned(rule: Rule) -> u32 {
    let empty = empty(rule);
    let mut set = SampleSet::new(rule, 1, SampleRules::default());
    set.add(&empty, &games(rule, 60), DataSplit::Both(0.2));
    let settings = TrainSettings {
        epochs: 3,
        batch: 64,
        ..TrainSettings::default()
    };
    let reference = embedded_weights(rule, empty.size());
    let trained = train(&set, &settings, None, &|_| reference.clone(), &mut |_| {
        ControlFlow::Continue(())
    })
    .expect("nothing breaks it off");
    // The file ends with a checksum of all bytes before it.
    let bytes = trained.weights.to_bytes();
    bytes.last_chunk().copied().map_or(0, u32::from_le_bytes)
}

#[test]
fn learning_gives_the_bytes_that_it_gave_on_another_machine() {
    let checksums = [Rule::Freestyle, Rule::Renju].map(checksum_of_learned);
    assert_eq!(checksums, [1_738_768_984, 1_153_806_883]);
}
