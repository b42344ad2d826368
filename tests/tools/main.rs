//! Tests of the commands: what they print, write and refuse.

mod cli;
mod cli_dataset;
mod cli_forecast;
mod cli_puzzles;
mod cluster;
mod compliance;
mod dataset;
mod full_disk;
mod game_files;
mod games;
mod learning;
mod long_wins;
mod makefile;
mod manual;
mod opening_files;
mod opening_selection;
mod outputs;
mod packages;
mod pipes;
mod ran;
mod tuning;
mod tuning_cli;
mod wrong_inputs;
