//! Tests of tournaments: statistics, journals, reports and the command.

mod arena_statistics;
mod tournament;
mod tournament_broken_off;
mod tournament_cli;
mod tournament_gtp;
mod tournament_report;
mod tournament_siblings;
