//! Two engines beside each other: Kagetsu and programs look at the position that is shown.

use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::programs::run;
use super::site::{Page, on_page_with};
use super::views::load;
use kagetsu_test_support::scripted::Scripted;

/// Black wins by i15 alone, which is also what the script plays after eight stones.
const GAME: &str = "freestyle 15 h15 d15 f15 a1 e15 c1 g15 e1";

/// Waits for the statement about both.
async fn states(page: &Page, text: &str) -> Result<(), Fault> {
    page.tells("#verdict", text).await
}

#[test]
fn engines_are_compared_and_stopped_and_their_faults_told() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let engines = ["ok", "crash", "silent"].map(|manner| scripted.engine(manner));
    let [ok, crash, silent] = engines.each_ref().map(String::as_str);
    let options = ["--engine", ok, "--engine", crash, "--engine", silent];
    on_page_with(Screen::Desk, &options, async |page| {
        load(page, GAME).await?;
        page.choose("#compare-time", "2").await?;
        page.press("#compare-start").await?;
        states(page, "They agree: both choose i15.").await?;
        let left = page.text(".opinion.left").await?;
        assert!(
            left.contains("Kagetsu") && left.contains("wins in 1"),
            "{left}"
        );
        let right = page.text(".opinion.right").await?;
        for part in ["ok", "i15", "4", "35 (its own scale)", "<b>ok</b>"] {
            assert!(right.contains(part), "{part}: {right}");
        }
        assert!(page.has("#board rect.compared.left").await?);
        assert!(page.has("#board path.compared.right").await?);
        run(page, &scripted, 0).await?;
        // The line is stepped through, and another position has a comparison of its own.
        page.press(".opinion.left .line").await?;
        assert_eq!(page.marks(".planned").await?, ["i15"]);
        page.press("#previous").await?;
        page.press("#first").await?;
        assert!(!page.has(".opinion").await?);
        page.press("#compare-start").await?;
        states(page, "ok chooses a15.").await?;
        assert!(
            page.text("#verdict")
                .await?
                .starts_with("They differ: Kagetsu chooses")
        );
        page.press("#last").await?;
        // By the keyboard: a program that crashes is told, and the game stays.
        page.choose("#compare-right", "crash").await?;
        page.find("#compare-start").await?.focus().await?;
        page.keys(&[Key::Enter]).await?;
        states(page, "Nothing to compare").await?;
        let told = page.text(".opinion.right .bad-text").await?;
        assert!(told.contains("crash has ended by itself"), "{told}");
        assert_eq!(page.count().await?, 8);
        run(page, &scripted, 0).await?;
        // Stopped while one of them is silent.
        page.choose("#compare-right", "silent").await?;
        page.choose("#compare-time", "60").await?;
        page.press("#compare-start").await?;
        run(page, &scripted, 1).await?;
        states(page, "60 s at most").await?;
        page.tells(".opinion.right", "is thinking").await?;
        page.press("#compare-start").await?;
        states(page, "Stopped.").await?;
        run(page, &scripted, 0).await?;
        // Two programs, and the other language.
        page.choose("#compare-left", "ok").await?;
        page.choose("#compare-right", "crash").await?;
        page.press("#compare-start").await?;
        states(page, "They agree: both choose i15.").await?;
        page.speak("zh").await?;
        states(page, "意见一致：双方都选 i15。").await?;
        // A move is another state of the game.
        page.lays("a15", 9).await?;
        assert!(!page.has(".opinion").await?);
        Ok(())
    })
}
