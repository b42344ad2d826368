//! Learning: chapters by mouse, by keys and by touch, ways into them, and what is remembered.

use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};

const STEP: &str = "#learn-step";
const TEXT: &str = "#learn-text";

/// Waits for a step of the chapter that is open, by what `STEP` shows.
async fn at_step(page: &Page, step: &str) -> Result<(), Fault> {
    page.until(step, async || {
        Ok(page.has("#learn-bar:not([hidden])").await? && page.text(STEP).await? == step)
    })
    .await
}

/// Opens a chapter by its link, in the tab that is there.
async fn open(page: &Page, chapter: &str) -> Result<(), Fault> {
    page.run_with::<()>(
        "location.hash = `learn=${arguments[0]}`",
        vec![chapter.into()],
    )
    .await
}

/// One answer of each step of the chapter about five in a row; the first step is only read.
const FIVE: [&str; 8] = ["g8", "e5", "g5", "c5", "c5", "e5", "f5", "e5"];

#[test]
fn a_chapter_is_played_to_its_end_by_the_mouse_and_remembered() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.press("#welcome-learn").await?;
        page.shows("#learn-dialogue[open] #learn-list button")
            .await?;
        page.press("#learn-list button").await?;
        at_step(page, "1 / 9").await?;
        assert!(page.text(TEXT).await?.contains("five of his own"));
        assert!(page.has("#board .winning-line").await?);
        page.press("#learn-next").await?;
        at_step(page, "2 / 9").await?;
        page.click("a1").await?;
        page.says("a1 makes no winning row.").await?;
        assert_eq!(page.marks(".bad").await?, ["a1"]);
        page.click("d5").await?;
        page.says("d5 is taken.").await?;
        page.press("#learn-show").await?;
        page.says("Answer: ").await?;
        assert!(page.marks(".hinted").await?.contains(&"g8".to_string()));
        for (number, answer) in (2..).zip(FIVE) {
            at_step(page, &format!("{number} / 9")).await?;
            page.click(answer).await?;
            page.says("Right.").await?;
            // A click on the board goes on.
            if number < 9 {
                page.click("a9").await?;
            }
        }
        assert_eq!(
            page.text("#learn-next").await?,
            "Next chapter: Freestyle, standard, Caro"
        );
        // A reload shows the same step again.
        page.browser.refresh().await?;
        at_step(page, "9 / 9").await?;
        page.press("#learn-leave").await?;
        // Another language and back.
        for (language, new) in [("zh", "新对局"), ("en", "New game")] {
            page.speak(language).await?;
            page.reads("#new", new).await?;
        }
        page.press("#welcome-learn").await?;
        page.tells("#learn-list button", "✓").await?;
        let names = page.text("#learn-list").await?;
        assert!(!names.contains("learn-"), "{names}");
        Ok(())
    })
}

#[test]
fn a_chapter_is_played_to_its_end_by_keys() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        open(page, "rules").await?;
        at_step(page, "1 / 3").await?;
        // The cursor begins in the middle, e5, and Enter goes on once the answer is right.
        page.keys(&[Key::Enter]).await?;
        page.says("Right.").await?;
        page.keys(&[Key::Enter]).await?;
        at_step(page, "2 / 3").await?;
        page.keys(&[Key::Enter]).await?;
        page.says("e5 makes six: by this rule that is no win.")
            .await?;
        page.keys(&[Key::Right, Key::Right, Key::Down, Key::Enter])
            .await?;
        page.says("Right.").await?;
        page.keys(&[Key::Enter]).await?;
        at_step(page, "3 / 3").await?;
        page.keys(&[Key::Up, Key::Enter]).await?;
        page.says("Right.").await?;
        // Words are chosen by keys as well.
        open(page, "swap2").await?;
        at_step(page, "1 / 3").await?;
        page.keys(&[Key::Enter]).await?;
        at_step(page, "2 / 3").await?;
        page.keys(&[Key::Tab, Key::Enter]).await?;
        page.says("No. Look where the stones work together.")
            .await?;
        page.press("#learn-options button").await?;
        page.says("Right.").await
    })
}

#[test]
fn arrow_keys_lead_from_step_to_step_and_escape_leaves_the_chapter() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        open(page, "five").await?;
        at_step(page, "1 / 9").await?;
        page.press("#learn-next").await?;
        at_step(page, "2 / 9").await?;
        page.keys(&[Key::Right]).await?;
        at_step(page, "3 / 9").await?;
        page.keys(&[Key::Left]).await?;
        at_step(page, "2 / 9").await?;
        page.keys(&[Key::End]).await?;
        at_step(page, "9 / 9").await?;
        page.keys(&[Key::Home]).await?;
        at_step(page, "1 / 9").await?;
        // The board has the focus, and no key has moved its cursor.
        open(page, "rules").await?;
        at_step(page, "1 / 3").await?;
        page.keys(&[Key::Right]).await?;
        at_step(page, "2 / 3").await?;
        // The key of the board leads to its cursor.
        page.find("body").await?.send_keys("b").await?;
        page.keys(&[Key::Right]).await?;
        page.shows("[aria-label^='f5,']:focus").await?;
        page.find("body").await?.send_keys("?").await?;
        page.shows("#keys-dialogue[open]").await?;
        page.press("#keys-close").await?;
        page.keys(&[Key::Escape]).await?;
        page.shows("#learn-bar[hidden]").await
    })
}

#[test]
fn cursor_and_mouse_stay_in_the_part_of_a_board_that_is_shown() -> Result<(), Fault> {
    // A place of a board that is shown in part, in units from its upper left corner.
    const PLACE: &str = "
        const board = document.getElementById('board');
        const { left, top, width } = board.getBoundingClientRect();
        const unit = width / board.viewBox.baseVal.width;
        return [Math.round(left + arguments[0] * unit), Math.round(top + arguments[1] * unit)];";
    on_page(Screen::Desk, async |page| {
        // The part begins with d.
        open(page, "swap2").await?;
        at_step(page, "1 / 3").await?;
        page.find("body").await?.send_keys("b").await?;
        for _ in 0..6 {
            page.keys(&[Key::Left]).await?;
        }
        page.keys(&[Key::Right]).await?;
        page.shows("[aria-label^='e8,']:focus").await?;
        // The names of the rows are no points: l10 and m10 are the answer.
        open(page, "connect6").await?;
        at_step(page, "1 / 6").await?;
        page.press("#learn-next").await?;
        at_step(page, "2 / 6").await?;
        for across in [0.2, 7.0, 8.0] {
            let place = page.run_with(PLACE, vec![across.into(), 5.into()]).await?;
            page.point("mouse", &[place]).await?;
        }
        page.says("Right.").await
    })
}

#[test]
fn a_forbidden_point_leads_to_the_step_that_explains_it() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        let stones = "renju 15 f8 a1 g8 c15 h9 e1 h10 g15";
        page.run_with::<()>(
            "return kagetsu.ask('/api/command', { do: 'load', text: arguments[0] }).then(() => null)",
            vec![stones.into()],
        )
        .await?;
        page.counts(8).await?;
        page.click("h8").await?;
        page.says("h8 is forbidden for Black: double three.")
            .await?;
        page.press("#status .link").await?;
        at_step(page, "5 / 10").await?;
        page.click("e5").await?;
        page.says("e5: double three.").await?;
        assert!(page.has("#board .forbidden").await?);
        // The game is as it was.
        page.press("#learn-leave").await?;
        page.counts(8).await
    })
}

#[test]
fn a_chapter_that_comes_late_leaves_the_game_alone() -> Result<(), Fault> {
    const HOLD: &str = "
        const real = window.fetch;
        const held = new Promise((go) => (window.release = go));
        window.fetch = (path, options) => (path.startsWith('/api/chapters') ? held.then(() => real(path, options)) : real(path, options));
        document.getElementById('rules').click();";
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.run::<()>(HOLD).await?;
        page.lays("h8", 1).await?;
        page.run::<()>("window.release()").await?;
        page.shows("#rules:not([aria-busy])").await?;
        let stays = "return kagetsu.state.exercise === null";
        assert!(page.run::<bool>(stays).await?);
        Ok(())
    })
}

#[test]
fn a_chapter_opens_by_a_link_in_both_languages_and_on_a_telephone() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        open(page, "reversi").await?;
        at_step(page, "1 / 6").await?;
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        assert!(!page.run::<bool>(wide).await?, "wider than 360");
        page.speak("zh").await?;
        page.reads("#learn-title", "黑白棋").await?;
        page.speak("en").await?;
        open(page, "five").await?;
        at_step(page, "1 / 9").await?;
        page.tap("#learn-next").await?;
        at_step(page, "2 / 9").await?;
        // One touch answers: the points are large.
        page.touch("g8").await?;
        page.says("Right.").await
    })
}

#[test]
fn every_task_of_every_game_is_clicked() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        open(page, "oxhorn").await?;
        at_step(page, "1 / 5").await?;
        page.run::<()>("document.getElementById('board').focus()")
            .await?;
        page.keys(&[Key::Up, Key::Up, Key::Up, Key::Up, Key::Enter])
            .await?;
        page.keys(&[Key::Down, Key::Enter]).await?;
        page.says("Right.").await?;
        page.press("#learn-next").await?;
        at_step(page, "2 / 5").await?;
        page.press("#learn-leave").await?;
        // From the choice of a game the chapter about it is one press away.
        page.press("#new").await?;
        page.choose("#game", "connect6").await?;
        page.press("#dialogue-learn").await?;
        at_step(page, "1 / 6").await?;
        page.press("#learn-leave").await?;
        page.lays("h8", 2).await?;
        page.press("#rules").await?;
        at_step(page, "1 / 9").await?;
        // One that is opened before the browser has gone back stays.
        page.run::<()>("history.back = () => {}").await?;
        page.press("#learn-leave").await?;
        page.press("#rules").await?;
        at_step(page, "2 / 9").await?;
        let back = "delete history.back;
            addEventListener('popstate', () => (window.isBack = true));
            history.back();";
        page.run::<()>(back).await?;
        page.holds("the browser's way back", "return !!window.isBack")
            .await?;
        assert!(page.has("#learn-bar:not([hidden])").await?);
        Ok(())
    })
}
