//! Keys for everybody, what is read aloud on wish, and the looks that can be chosen.

use serde_json::json;
use thirtyfour::{Key, TypingData};

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};

/// Presses a key on the board.
async fn key(page: &Page, keys: impl Into<TypingData>) -> Result<(), Fault> {
    Ok(page.find("#board").await?.send_keys(keys).await?)
}

/// Waits until this is read aloud.
async fn hears(page: &Page, text: &str) -> Result<(), Fault> {
    let spoken = async || Ok(page.text("#spoken").await?.contains(text));
    page.until(text, spoken).await
}

#[test]
fn keys_play_take_back_and_read_the_board_aloud() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two")]).await?;
        for at in ["h8", "i9", "h9"] {
            page.click(at).await?;
        }
        page.counts(3).await?;
        key(page, "l").await?;
        hears(page, "3. Black: h9").await?;
        key(page, "p").await?;
        hears(page, "Black: h9, h8; White: i9").await?;
        // The cursor begins in the middle and goes one point up.
        key(page, Key::Up).await?;
        hears(page, "h9, Black").await?;
        key(page, "r").await?;
        hears(page, "a9 – o9: Black: h9; White: i9").await?;
        key(page, "t").await?;
        hears(page, "Black, open three: ").await?;
        key(page, "s").await?;
        hears(page, "Your move: White.").await?;
        let words = page.text("#board-words").await?;
        assert!(words.contains("Black: h9; White: i9"), "{words}");
        key(page, "u").await?;
        page.counts(2).await?;
        // A field takes its letters itself.
        page.find("#text").await?.send_keys("u").await?;
        assert_eq!(page.count().await?, 2);
        key(page, "?").await?;
        let listed = async || page.has("#keys-dialogue[open] kbd").await;
        page.until("the list of keys", listed).await
    })
}

#[test]
fn boards_and_stones_are_chosen_and_kept() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.press("#settings summary").await?;
        page.choose("#board-look", "slate").await?;
        page.choose("#stones-look", "flat").await?;
        page.open().await?;
        let looks =
            "const { board, stones } = document.documentElement.dataset; return [board, stones]";
        let kept: serde_json::Value = page.run(looks, vec![]).await?;
        assert_eq!(kept, json!(["slate", "flat"]));
        Ok(())
    })
}
