//! The study of a game: moves tried at earlier positions, comments, marks, mistakes and proofs.

use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};
use super::views::load;

const GAME: &str = "freestyle 15 h8 i9 j10 k11";

/// The moves of the study as they are listed.
async fn listed(page: &Page) -> Result<Vec<String>, Fault> {
    let script =
        "return [...document.querySelectorAll('#tree .node')].map((node) => node.textContent)";
    page.run(script).await
}

/// Waits until these moves of the study are listed.
async fn lists(page: &Page, moves: &[&str]) -> Result<(), Fault> {
    let what = format!("{moves:?}");
    page.until(&what, async || Ok(listed(page).await? == moves))
        .await
}

/// The move of the study that is shown.
const HERE: &str = "#tree [aria-current]";

/// Tries a move, and waits until it is shown. The news of it may list it before the answer to the click leads there.
async fn tries(page: &Page, at: &str, named: &str) -> Result<(), Fault> {
    page.click(at).await?;
    page.reads(HERE, named).await
}

async fn writes(page: &Page, text: &str) -> Result<(), Fault> {
    let field = page.find("#note").await?;
    field.send_keys(text).await?;
    // The comment is sent when the field is left, or nothing is typed for a while.
    field.send_keys(Key::Tab).await?;
    Ok(())
}

#[test]
fn variations_are_tried_written_and_read_back() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, GAME).await?;
        assert!(listed(page).await?.is_empty());
        page.press("#previous").await?;
        page.press("#previous").await?;
        tries(page, "h9", "3. h9").await?;
        lists(page, &["3. h9"]).await?;
        assert_eq!(page.count().await?, 3);
        // The text is that of the position on the board.
        let text = page.value("#position-text").await?;
        assert_eq!(text, "freestyle 15 h8 i9 h9");
        tries(page, "h10", "4. h10").await?;
        lists(page, &["3. h9", "4. h10"]).await?;
        assert_eq!(page.stones().await?[1], ["h10", "i9"]);
        // Back in the branch, and another move there; a taken point is none.
        page.press("#previous").await?;
        assert_eq!(page.text(HERE).await?, "3. h9");
        tries(page, "g9", "4. g9").await?;
        lists(page, &["3. h9", "4. h10", "4. g9"]).await?;
        page.click("h8").await?;
        page.says("h8 is taken.").await?;
        writes(page, "g9 is too far").await?;
        lists(page, &["3. h9", "4. h10", "4. g9 ✎"]).await?;
        page.choose("#mark-tool", "triangle").await?;
        page.click("a1").await?;
        page.shows("#board .note-mark.triangle").await?;
        page.choose("#mark-tool", "").await?;
        // A comment on the game itself.
        page.press("#to-game").await?;
        page.counts(4).await?;
        writes(page, "the game").await?;
        let all = ["4. k11 ✎", "3. h9", "4. h10", "4. g9 ✎"];
        lists(page, &all).await?;
        // It is saved with the game and comes back with it; another form leaves it out and says so.
        page.choose("#save-as", "json").await?;
        page.tells("#save-note", "leaves out variations").await?;
        page.choose("#save-as", "sgf").await?;
        page.shows("#save-note:empty").await?;
        page.press("#save").await?;
        let text = page.saved("kagetsu.sgf").await?;
        assert!(text.contains(";W[gg]TR[ao]C[g9 is too far]"), "{text}");
        page.begin(&[("#begins", "two")]).await?;
        assert!(listed(page).await?.is_empty());
        let file = page.file("again.sgf", &text)?;
        page.find("#file")
            .await?
            .send_keys(file.to_string_lossy())
            .await?;
        lists(page, &all).await?;
        // By the keyboard: a move of the tree, and on.
        page.find("#tree .variation:nth-child(2) .node")
            .await?
            .focus()
            .await?;
        page.keys(&[Key::Enter]).await?;
        page.counts(3).await?;
        assert_eq!(page.text(HERE).await?, "3. h9");
        page.press("#prune").await?;
        lists(page, &["4. k11 ✎"]).await?;
        page.counts(2).await
    })
}

#[test]
fn a_game_that_the_browser_keeps_has_its_comments() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.lays("h8", 1).await?;
        writes(page, "the middle").await?;
        let written = ["1. h8 ✎"];
        lists(page, &written).await?;
        page.resign().await?;
        let kept = "return localStorage.getItem('games')?.includes('the middle') ?? false";
        page.holds("it is kept", kept).await?;
        page.begin(&[("#begins", "two")]).await?;
        lists(page, &[]).await?;
        page.press("#show-games").await?;
        page.press("#games-list button").await?;
        lists(page, &written).await
    })
}

#[test]
fn a_move_before_the_answer_to_the_last_one_is_no_other_branch() -> Result<(), Fault> {
    const HOLD: &str = "
        const real = window.fetch;
        window.held = [];
        window.fetch = (path, options) => {
            if (path !== '/api/command') return real(path, options);
            return new Promise((take) => window.held.push(() => take(real(path, options))));
        };";
    on_page(Screen::Desk, async |page| {
        load(page, GAME).await?;
        page.press("#previous").await?;
        page.run::<()>(HOLD).await?;
        page.click("h9").await?;
        page.click("a1").await?;
        assert_eq!(page.run::<usize>("return held.length").await?, 1);
        page.run::<()>("held[0]()").await?;
        lists(page, &["4. h9"]).await
    })
}

#[test]
fn a_comment_that_is_being_typed_outlives_a_reload() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, GAME).await?;
        page.find("#note")
            .await?
            .send_keys("half a thought")
            .await?;
        // A pause in the typing has told a part of it.
        let told =
            "return kagetsu.state.view.study.notes.some(({ text }) => text === 'half a thought')";
        page.holds("the whole comment", told).await?;
        lists(page, &["4. k11 ✎"]).await?;
        assert!(page.has("#note:focus").await?);
        page.browser.refresh().await?;
        page.until("the comment again", async || {
            Ok(page.value("#note").await? == "half a thought")
        })
        .await
    })
}

#[test]
fn a_variation_is_analysed_and_proved() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, "freestyle 15 h8 a1 i8 c1 j8 e1").await?;
        page.press("#prove").await?;
        page.tells("#proof", "Black wins in 2 by fours.").await?;
        page.press("#proof button").await?;
        assert_eq!(page.marks(".planned").await?.len(), 1);
        page.press("#last").await?;
        // After a weak move there is nothing for White to prove.
        page.press("#previous").await?;
        tries(page, "o15", "6. o15").await?;
        lists(page, &["6. o15"]).await?;
        assert_eq!(page.text("#proof").await?, "");
        // The curve is that of the game, and stays where the branch leaves it.
        let on_curve = "return document.getElementById('curve').getAttribute('aria-valuenow')";
        assert_eq!(page.run::<String>(on_curve).await?, "5");
        page.press("#analyse").await?;
        page.tells("#lines", "wins in 2").await?;
        page.press("#analyse").await?;
        page.press("#first").await?;
        page.press("#prove").await?;
        page.until("no proof", async || {
            let text = page.text("#proof").await?;
            Ok(text.contains("Black has no win by threats.")
                || text.contains("No win found for Black"))
        })
        .await
    })
}

#[test]
fn mistakes_are_listed_and_lead_to_their_positions() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        // Black lets a three stand, and loses.
        load(page, "freestyle 15 h8 h9 i8 i12 a1 j12 a3 k12 a5 l12").await?;
        page.press("#review").await?;
        page.shows("#mistake-list button").await?;
        page.tells("#mistakes", "mistake").await?;
        let text = page.text("#mistake-list button").await?;
        assert!(text.contains(" % → "), "{text}");
        // An inaccuracy leads to the move, a mistake to the position before it, where it is tried again.
        page.shows("#mistake-list .inaccuracy").await?;
        let inaccurate = page.text("#mistake-list .inaccuracy").await?;
        assert!(inaccurate.contains("?!: "), "{inaccurate}");
        let task = page.text("#mistake-list button:not(.inaccuracy)").await?;
        let find = "Find a better move.";
        assert!(task.ends_with(find) && !inaccurate.contains(find));
        page.press("#mistake-list .inaccuracy").await?;
        page.says("was inaccurate").await?;
        assert!(!page.has("#mistake-list [aria-current]").await?);
        page.press("#mistake-list button:not(.inaccuracy)").await?;
        assert!(page.has("#mistake-list [aria-current]").await?);
        assert!(
            page.text("#lesson-bar")
                .await?
                .contains("Find a better move.")
        );
        // Whoever looks at another position by the curve tries none there.
        let curve = "document.getElementById('curve').dispatchEvent(new MouseEvent('click'))";
        page.run::<()>(curve).await?;
        assert!(page.has("#lesson-bar[hidden]").await?);
        page.speak("zh").await?;
        page.until("Chinese", async || {
            let text = page.text("#mistake-list button").await?;
            Ok(text.trim_start().starts_with('第'))
        })
        .await
    })
}
