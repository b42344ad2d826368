//! Games saved and loaded.

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};

async fn load(page: &Page, name: &str, text: &str) -> Result<(), Fault> {
    let file = page.file(name, text)?;
    let path = file.to_string_lossy().into_owned();
    Ok(page.find("#file").await?.send_keys(path).await?)
}

/// The text without the comments after the moves: a loaded game has no times.
fn without_times(sgf: &str) -> String {
    let mut parts = sgf.split("C[");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        text + part.split_once(" ms]").map_or(part, |(_, rest)| rest)
    })
}

#[test]
fn a_saved_game_loads_as_it_was() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two"), ("#rule", "renju")])
            .await?;
        for (index, name) in ["h8", "i9", "g7", "j10", "e5"].iter().enumerate() {
            page.click(name).await?;
            page.counts(index + 1).await?;
        }
        let stones = page.stones().await?;
        page.press("#save").await?;
        let saved = page.saved("kagetsu.sgf").await?;
        page.begin(&[("#begins", "two"), ("#rule", "freestyle")])
            .await?;
        page.counts(0).await?;
        load(page, "again.sgf", &saved).await?;
        page.counts(5).await?;
        assert_eq!(page.stones().await?, stones);
        page.press("#save").await?;
        let again = page.saved("kagetsu.sgf").await?;
        assert_eq!(without_times(&again), without_times(&saved));
        // A damaged file changes nothing.
        load(page, "damaged.sgf", "(;GM[4]SZ[15];B[hh];W[hh])").await?;
        page.says("No game can start so").await?;
        assert_eq!(page.stones().await?, stones);
        Ok(())
    })
}
