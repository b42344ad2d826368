//! Tests of the page in a browser: the program serves it, and Chromium without a window opens it. Without Chromium or
//! its driver the tests say so and pass, unless `KAGETSU_REQUIRE_BROWSER` is 1.

#![cfg(unix)]

mod ahead;
mod alone;
mod browser;
mod commands;
#[cfg(target_os = "linux")]
mod comparison;
mod connection;
mod elsewhere;
mod explorer;
mod fairness;
mod files;
mod flood;
mod games;
mod guard;
mod keys;
mod language;
mod layout;
mod learning;
mod lessons;
mod links;
#[cfg(target_os = "linux")]
mod opening_browser;
mod openings;
mod people;
mod practice;
#[cfg(target_os = "linux")]
mod programs;
mod puzzles;
mod server;
mod siblings;
mod site;
mod study;
mod trees;
mod views;

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-kagetsu");
