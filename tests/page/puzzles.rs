//! Puzzles: a wrong answer, the hint, the solution by clicks and touches, and what is kept.

use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::keys::CELL;
use super::site::{Page, on_page};

/// The stones of the first puzzle and its line, in which the replies are every second move.
const STONES: usize = 35;
const LINE: [&str; 5] = ["f6", "e6", "h4", "e7", "j2"];
const COUNT: &str = "#puzzle-count";

/// Opens the first unsolved puzzle of the choice as it stands.
async fn start(page: &Page) -> Result<(), Fault> {
    page.press("#puzzles").await?;
    page.shows("#puzzles-dialogue[open]").await?;
    page.press("#puzzles-dialogue button[value=start]").await?;
    page.shows("#puzzle-bar:not([hidden])").await
}

#[test]
fn a_puzzle_is_solved_and_kept() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        start(page).await?;
        page.says("White to move: win by fours.").await?;
        assert_eq!(page.count().await?, STONES);
        page.find(CELL).await?.send_keys("p").await?;
        page.until("the stones read aloud", async || {
            Ok(page.text("#spoken").await?.starts_with("Black: "))
        })
        .await?;
        page.find(CELL).await?.send_keys("t").await?;
        page.tells("#spoken", "the position in which the game goes on")
            .await?;
        // The board turns as in a game.
        for turns in [1, 2, 3, 0] {
            page.find(CELL).await?.send_keys("f").await?;
            let kept = "return JSON.parse(localStorage.getItem('orientation')).turns";
            assert_eq!(page.run::<u8>(kept).await?, turns);
        }
        page.click("a1").await?;
        page.says("a1 is wrong. Try again.").await?;
        assert_eq!(page.marks(".bad").await?, ["a1"]);
        assert_eq!(page.count().await?, STONES);
        // A hint shows the area first, and then the move.
        page.press("#puzzle-hint").await?;
        page.says("Hint: the move lies between ").await?;
        assert!(page.has("#board .zone").await? && !page.has("#board .hinted").await?);
        page.press("#puzzle-hint").await?;
        page.says("Hint: f6.").await?;
        assert!(!page.has("#board .zone").await?);
        assert_eq!(page.marks(".hinted").await?, [LINE[0]]);
        page.click(LINE[0]).await?;
        page.says("f6 is right. Black replies e6.").await?;
        assert_eq!(page.count().await?, STONES + 2);
        page.click(LINE[2]).await?;
        page.says("h4 is right. Black replies e7.").await?;
        page.click(LINE[4]).await?;
        page.says("j2 is right. Solved!").await?;
        // The keyboard goes on from there.
        assert!(page.has("#puzzle-next:focus").await?);
        // There is no line to be stepped through before it is asked for.
        assert!(page.has("#under[hidden]").await?);
        page.press("#puzzle-solution").await?;
        page.says("Solution: f6 e6 h4 e7 j2.").await?;
        assert_eq!(page.marks(".planned").await?, [LINE[0]]);
        page.press("#puzzle-leave").await?;
        page.counts(0).await?;
        // The game goes on as it was.
        page.lays("h8", 2).await?;
        page.browser.refresh().await?;
        page.counts(2).await?;
        page.press("#puzzles").await?;
        page.tells(COUNT, "Solved: 1 of ").await?;
        // The next one is another one, and a solution that was shown is not kept.
        page.press("#puzzles-dialogue button[value=start]").await?;
        // It may be that of the day as well.
        page.tells("#puzzle-about", "Freestyle · 2 / ").await?;
        page.says(": win by fours.").await?;
        page.press("#puzzle-solution").await?;
        page.says("Solution: h12 h9 i11 f14 k9.").await?;
        // It is shown after a reload as well.
        page.browser.refresh().await?;
        page.says("Solution: h12 h9 i11 f14 k9.").await?;
        page.press("#next").await?;
        assert_eq!(page.marks(".planned").await?, ["h12", "h9"]);
        page.press("#first").await?;
        for move_of_the_line in ["h12", "i11", "k9"] {
            page.click(move_of_the_line).await?;
            page.says(&format!("{move_of_the_line} is right.")).await?;
        }
        page.press("#puzzle-choose").await?;
        page.tells(COUNT, "Solved: 1 of ").await
    })
}

#[test]
fn no_dialogue_hides_that_the_network_is_away() -> Result<(), Fault> {
    let away = "
        window.real ??= window.fetch;
        window.fetch = async () => { throw new TypeError('lost'); };";
    on_page(Screen::Telephone, async |page| {
        for (opens, dialogue, chooses) in [
            ("#puzzles", "#puzzles-dialogue", "#puzzle-near"),
            ("#welcome-learn", "#learn-dialogue", "#learn-list button"),
        ] {
            page.press(opens).await?;
            page.shows(&format!("{dialogue}[open]")).await?;
            page.run::<()>(away).await?;
            page.press(chooses).await?;
            page.shows(&format!("{dialogue}:not([open])")).await?;
            page.says("The connection to Kagetsu is lost.").await?;
            page.run::<()>("window.fetch = window.real").await?;
            page.lacks("#status .refused").await?;
        }
        Ok(())
    })
}

#[test]
fn the_next_puzzle_is_one_of_the_choice_after_a_reload_as_well() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        page.press("#puzzles").await?;
        page.choose("#puzzle-rule", "renju").await?;
        page.press("#puzzles-dialogue button[value=start]").await?;
        page.tells("#puzzle-about", "Renju · 1 / ").await?;
        page.browser.refresh().await?;
        page.tells("#puzzle-about", "Renju · 1 / ").await?;
        page.press("#puzzle-next").await?;
        page.tells("#puzzle-about", "Renju · 2 / ").await
    })
}

#[test]
fn a_puzzle_is_answered_by_touch_and_by_keyboard() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        start(page).await?;
        page.touch(LINE[0]).await?;
        page.tap("#confirm").await?;
        page.says("f6 is right. Black replies e6.").await?;
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        assert!(!page.run::<bool>(wide).await?, "wider than 360");
        page.run::<()>("document.getElementById('board').focus()")
            .await?;
        // From the point that was touched, f6, to h4.
        page.keys(&[Key::Down, Key::Down, Key::Right, Key::Right])
            .await?;
        page.shows("[aria-label='h4, empty']:focus").await?;
        page.keys(&[Key::Enter]).await?;
        page.says("h4 is right. Black replies e7.").await?;
        page.keys(&[Key::Down, Key::Down, Key::Right, Key::Right])
            .await?;
        page.keys(&[Key::Enter]).await?;
        page.says("j2 is right. Solved!").await?;
        page.keys(&[Key::Enter]).await?;
        page.tells("#puzzle-about", "Freestyle · 2 / ").await
    })
}
