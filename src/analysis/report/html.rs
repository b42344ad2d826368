//! The review as one HTML page that needs nothing else: style, script and data are in it, and it asks for no address.

use serde::Serialize;

use super::record::{GameHead, MoveRecord};
use super::summary::{GameReport, PlayerSummary};
use super::table::title;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// A game as the script wants it.
#[derive(Serialize)]
struct PageGame<'g> {
    title: String,
    head: &'g GameHead,
    moves: &'g [MoveRecord],
    players: [PlayerSummary; 2],
}

/// The whole page.
///
/// # Errors
/// When the data cannot be written as JSON, which no review makes happen.
pub fn page(games: &[GameReport]) -> Result<String, serde_json::Error> {
    let games: Vec<PageGame<'_>> = games
        .iter()
        .map(|game| PageGame {
            title: title(&game.head),
            head: &game.head,
            moves: &game.moves,
            players: game.summary().players,
        })
        .collect();
    // A name must not end the element that holds the data.
    let data = serde_json::to_string(&games)?.replace('<', "\\u003c");
    // The data comes last: nothing in it is replaced.
    Ok(PAGE
        .replace("/*style*/", STYLE)
        .replace("/*script*/", SCRIPT)
        .replace("/*data*/", &data))
}
