//! The buttons beside the board, and moves that are refused.

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};

/// Clicks stones of two players in turn.
pub(super) async fn click_all(page: &Page, names: &[&str]) -> Result<(), Fault> {
    let before = page.count().await?;
    for (index, name) in names.iter().enumerate() {
        page.lays(name, before + index + 1).await?;
    }
    Ok(())
}

#[test]
fn undo_redo_hint_and_resign() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#level", "1")]).await?;
        page.lays("h8", 2).await?;
        let stones = page.stones().await?;
        page.press("[data-do=undo]").await?;
        page.says("2 steps taken back.").await?;
        page.counts(0).await?;
        page.press("[data-do=redo]").await?;
        page.says("2 steps brought back.").await?;
        assert_eq!(page.stones().await?, stones);
        page.press("[data-do=hint]").await?;
        page.says("Hint: ").await?;
        let text = page.text("#status").await?;
        let hint = text
            .split_once("Hint: ")
            .and_then(|(_, rest)| rest.split('.').next());
        let hint = hint.ok_or("the hint names no point")?;
        assert!(!stones.concat().iter().any(|name| name == hint), "{text}");
        page.resign().await?;
        page.says("Resignation").await?;
        assert!(page.has("[data-do=hint]:disabled").await?);
        // A click on a stone does not take the result away, and the position is not decided by what lies on the board.
        page.click("h8").await?;
        page.says("h8 is taken.").await?;
        page.says("Resignation").await?;
        page.press("#analyse").await?;
        page.shows("#board .candidate").await?;
        assert_eq!(page.count().await?, 2);
        Ok(())
    })
}

#[test]
fn a_browser_that_gives_no_sound_is_no_fault_of_the_page() -> Result<(), Fault> {
    const REFUSE: &str = "AudioContext.prototype.resume = () => Promise.reject(new DOMException('interrupted', 'InvalidStateError'));";
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.run::<()>(REFUSE).await?;
        click_all(page, &["h8", "i9"]).await
    })
}

#[test]
fn a_foul_is_refused_with_its_reason() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two"), ("#rule", "renju")])
            .await?;
        let stones = ["f8", "a1", "g8", "c1", "h9", "e1", "h10", "g1"];
        click_all(page, &stones).await?;
        assert!(page.has("#board .forbidden").await?);
        let reason = "h8 is forbidden for Black: double three.";
        page.click("h8").await?;
        page.says(reason).await?;
        page.click("h10").await?;
        page.says("h10 is taken.").await?;
        // The server refuses the typed move by itself.
        page.find("#text").await?.send_keys("h8\n").await?;
        page.says(reason).await?;
        assert_eq!(page.count().await?, stones.len());
        page.until("what was typed", async || {
            Ok(page.value("#text").await? == "h8")
        })
        .await?;
        // The game goes on.
        click_all(page, &["i12", "h8"]).await?;
        assert!(page.stones().await?[1].contains(&"h8".to_string()));
        Ok(())
    })
}

#[test]
fn the_analysis_compares_moves_and_outlives_a_refresh() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        click_all(page, &["h8", "h9", "i8", "i9", "j8"]).await?;
        page.press("#analyse").await?;
        let several = "return document.querySelectorAll('#lines tbody tr').length > 1";
        page.holds("several lines", several).await?;
        assert!(page.has("#board .candidate").await?);
        // One value alone is no curve.
        click_all(page, &["j9"]).await?;
        page.shows("#curve polyline").await?;
        page.browser.refresh().await?;
        page.holds("the lines again", several).await?;
        page.press("#analyse").await?;
        page.lacks("#board .candidate").await
    })
}
