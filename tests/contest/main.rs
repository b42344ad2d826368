//! Tests of tournaments: statistics, journals, reports and the command.

mod arena_statistics;
mod random_players;
mod ratings;
mod tournament;
mod tournament_broken_off;
mod tournament_cli;
mod tournament_gtp;
mod tournament_report;
mod tournament_siblings;
