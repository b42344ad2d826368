//! Teaching: mistakes are offered back during the game, and tried again after it.

use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};
use super::views::load;

/// Both sides have an open three, and Black is to move.
const SHARP: &str = "freestyle 15 h8 h12 i8 i12 j8 j12";

/// Turns teaching on or off, and waits until the server has heard of it.
async fn teach(page: &Page, teaching: bool) -> Result<(), Fault> {
    page.press("#teach").await?;
    let heard = format!("return kagetsu.state.view.lesson.teaching === {teaching}");
    page.holds("teaching", &heard).await
}

#[test]
fn a_mistake_is_taken_back_or_tried_again() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, SHARP).await?;
        teach(page, true).await?;
        page.click("a1").await?;
        page.tells("#lesson-bar", "a1 is a mistake: your chances")
            .await?;
        page.press("#lesson-bar button:last-child").await?;
        let bar = page.text("#lesson-bar").await?;
        assert!(bar.contains("Better: "), "{bar}");
        page.press("#lesson-bar .primary").await?;
        page.counts(6).await?;
        assert!(page.has("#lesson-bar[hidden]").await?);
        // The same mistake, and on. White wins, and Black looks at the game again.
        teach(page, false).await?;
        page.lays("a1", 7).await?;
        page.resign().await?;
        page.says("Resignation").await?;
        page.press("#review").await?;
        page.until("the mistakes", async || {
            Ok(page.has("#review[hidden]").await?
                && page.text("#review-now").await? == "Next mistake")
        })
        .await?;
        // Earlier moves may be mistakes as well: on to the last one.
        page.press("#review-now").await?;
        for _ in 0..8 {
            if page.text("#lesson-bar").await?.contains(": a1?? (") {
                break;
            }
            page.press("#lesson-bar > button:last-child").await?;
        }
        assert_eq!(page.count().await?, 6);
        assert_eq!(page.text("#board .regretted-sign").await?, "??");
        // Its bar has the only buttons, and keys press none that are not seen.
        let others = "return [...document.querySelectorAll('#actions, #review, #next-mistake')].filter((part) => part.offsetParent).length;";
        assert_eq!(page.run::<usize>(others).await?, 0);
        page.find("body").await?.send_keys("u").await?;
        page.click("a2").await?;
        page.tells("#lesson-bar", "a2 is not good enough").await?;
        // The end of the game is taken back; the attempt goes on.
        let undo = "document.querySelector('[data-do=undo]').click()";
        page.run::<()>(undo).await?;
        page.shows("[data-do=resign]:not([hidden])").await?;
        assert_eq!(page.count().await?, 6);
        page.click("g8").await?;
        page.tells("#lesson-bar", "g8 is good").await?;
        assert_eq!(page.marks(".good").await?, ["g8"]);
        // Nothing is left to be found, and the way on is named.
        let bar = page.text("#lesson-bar").await?;
        assert!(!bar.contains("Find a better move."), "{bar}");
        let way = page.text("#lesson-bar .primary").await?;
        assert_eq!(way, "Back to the game");
        // The buttons of the game that goes on are not seen either before it is gone back to.
        assert_eq!(page.run::<usize>(others).await?, 0);
        page.keys(&[Key::Escape]).await?;
        page.shows("#lesson-bar[hidden]").await?;
        page.counts(7).await
    })
}

#[test]
fn the_mistakes_that_are_counted_against_kagetsu_are_told_to_be_own_ones() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "person")]).await?;
        page.lays("a1", 2).await?;
        page.resign().await?;
        page.press("#review").await?;
        page.says("Your moves: ").await?;
        // Those of two persons are counted together.
        page.begin(&[("#begins", "two")]).await?;
        for (count, at) in (1..).zip(["a1", "h8", "a3"]) {
            page.lays(at, count).await?;
        }
        page.resign().await?;
        page.press("#review").await?;
        page.says("inaccura").await?;
        assert!(!page.text("#status").await?.contains("Your moves: "));
        Ok(())
    })
}
