//! A training gives the same bytes on any machine: they are compared with what one machine made. The games come from
//! no search, so that only a change of learning itself, or of the network's file, gives other bytes.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::board::Rule;
use crate::eval::nnue::embedded_weights;

use super::set::{Purpose, SampleSet};
use super::test_games::{empty, games};
use super::trainer::{TrainSettings, train};

fn hash_of_learned(rule: Rule) -> String {
    let empty = empty(rule);
    let mut set = SampleSet::new(rule, empty.size(), 1);
    set.add(&empty, &games(rule, 60), Purpose::Both(0.2));
    let settings = TrainSettings {
        epochs: 3,
        batch: 64,
        ..TrainSettings::default()
    };
    let rival = embedded_weights(rule, empty.size());
    let trained = train(&set, &settings, None, &rival, &mut |_| {});
    let mut text = String::new();
    for byte in Sha256::digest(trained.weights.to_bytes()) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[test]
fn learning_gives_the_bytes_that_it_gave_on_another_machine() {
    let hashes = [Rule::Freestyle, Rule::Renju].map(hash_of_learned);
    let elsewhere = [
        "ec1ed2df5ae23b59ab5377bcd7612129eba92a9b470356851753449eb607a453",
        "b47ac254474f09c07f256b1c01476c8c8d8f02a58d3dc1b5eaab1f9c9153a1e6",
    ];
    assert_eq!(hashes, elsewhere);
}
