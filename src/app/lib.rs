//! The command line, one file or folder for each sub-command. A sub-command writes to the output that it is given and
//! does not know whether that is a terminal, a pipe or a test.

mod analyse;
mod best_move;
mod book;
mod browser;
mod chance;
mod cli;
mod command_line;
mod command_words;
mod compliance;
mod database;
mod database_service;
mod datagen;
mod dataset;
mod depth;
mod dispatch;
#[cfg(windows)]
mod double_click;
mod engine_guard;
mod engine_players;
mod error;
mod explorer;
mod faults;
mod fidelity;
mod forbidden;
mod forecast;
mod found_file;
mod game_files;
mod game_reader;
mod games;
mod given_twice;
mod gtp;
#[cfg(test)]
mod in_process;
mod interrupt;
mod lines_file;
mod listen_address;
mod may_close;
mod notes;
mod openings;
#[cfg(test)]
mod outputs_tests;
mod perft;
mod play;
mod position_arg;
mod position_list;
mod printed;
mod progress;
mod puzzles;
mod search_args;
mod setting;
mod shards;
mod shell_help;
mod solve;
mod source;
mod stream_in_order;
mod thinking;
mod tournament;
mod train;
mod tune;
mod typed;
mod value;
mod web;
#[cfg(test)]
mod wrong_inputs_tests;
mod zero;
mod zero_players;

pub use database_service::PositionDatabase;
pub use dispatch::{are_for_commands, run};
#[cfg(windows)]
pub use double_click::page_of_double_click;
