//! Moves that are chosen before it is one's turn, that wait for a confirmation, and that are laid on an enlarged part of the board.

use serde_json::json;
use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::people::{FREEZE, with_a_friend};
use super::site::{Page, on_page};

/// Waits until a move is chosen ahead, or none.
async fn plans(page: &Page, expected: Option<&str>) -> Result<(), Fault> {
    let what = format!("chosen ahead: {expected:?}");
    page.until(&what, async || {
        Ok(page.marks(".ahead").await?.first().map(String::as_str) == expected)
    })
    .await
}

/// Lets the time go by, for the page, within which a click after one's own move is taken for the second half of a double
/// click.
async fn later(page: &Page) -> Result<(), Fault> {
    let script =
        "const now = performance.now.bind(performance); performance.now = () => now() + 500;";
    page.run(script).await
}

/// Presses the right button of the mouse upon a point.
async fn press_right(page: &Page, name: &str) -> Result<(), Fault> {
    let (x, y) = page.place(name).await?;
    let script = "
        const at = { clientX: arguments[0], clientY: arguments[1], button: 2, bubbles: true };
        const board = document.getElementById('board');
        for (const kind of ['pointerdown', 'pointerup']) board.dispatchEvent(new PointerEvent(kind, at));";
    page.run_with(script, vec![json!(x), json!(y)]).await
}

#[test]
fn a_click_just_after_the_own_move_chooses_nothing_ahead() -> Result<(), Fault> {
    with_a_friend(async |host, guest| {
        host.run::<()>(FREEZE).await?;
        host.click("h8").await?;
        guest.counts(1).await?;
        host.counts(1).await?;
        host.click("i8").await?;
        plans(host, None).await?;
        later(host).await?;
        host.click("i8").await?;
        plans(host, Some("i8")).await?;
        assert!(host.has("#cells [aria-label='i8, chosen ahead']").await?);
        // Whoever asks something waits for the answer.
        host.press("[data-do=offer-draw]").await?;
        host.says("i8, chosen ahead, was not played: you have asked")
            .await?;
        plans(host, None).await
    })
}

#[test]
fn a_point_that_is_chosen_ahead_is_taken_back_without_a_confirmation() -> Result<(), Fault> {
    with_a_friend(async |host, guest| {
        host.press("#settings summary").await?;
        host.choose("#confirm-moves", "always").await?;
        host.press("h1").await?;
        host.click("h8").await?;
        host.press("#confirm").await?;
        guest.counts(1).await?;
        later(host).await?;
        host.click("i9").await?;
        host.press("#confirm").await?;
        plans(host, Some("i9")).await?;
        host.click("i9").await?;
        plans(host, None).await?;
        assert!(host.has("#confirm-bar[hidden]").await?);
        Ok(())
    })
}

#[test]
fn a_move_is_chosen_ahead_taken_back_and_played() -> Result<(), Fault> {
    with_a_friend(async |host, guest| {
        host.click("h8").await?;
        guest.counts(1).await?;
        later(host).await?;
        host.click("i9").await?;
        plans(host, Some("i9")).await?;
        host.says("Next: i9.").await?;
        // The same once more takes it back, and so does a key.
        host.click("i9").await?;
        plans(host, None).await?;
        host.click("j9").await?;
        plans(host, Some("j9")).await?;
        host.keys(&[Key::Escape]).await?;
        plans(host, None).await?;
        host.click("j9").await?;
        plans(host, Some("j9")).await?;
        // The right button draws beside it.
        press_right(host, "j10").await?;
        assert_eq!(host.marks(".own-circle").await?, ["j10"]);
        plans(host, Some("j9")).await?;
        press_right(host, "j9").await?;
        plans(host, None).await?;
        assert_eq!(host.marks(".own-circle").await?, ["j10"]);
        host.click("j10").await?;
        host.click("k10").await?;
        plans(host, Some("k10")).await?;
        assert_eq!(host.count().await?, 1);
        guest.click("a1").await?;
        for page in [host, guest] {
            page.counts(3).await?;
            assert!(page.stones().await?[0].contains(&"k10".to_string()));
        }
        plans(host, None).await
    })
}

#[test]
fn a_move_that_was_chosen_ahead_is_dropped_where_it_cannot_be_played() -> Result<(), Fault> {
    with_a_friend(async |host, guest| {
        host.lays("h8", 1).await?;
        later(host).await?;
        host.click("b2").await?;
        plans(host, Some("b2")).await?;
        guest.click("b2").await?;
        host.says("b2, chosen ahead, was not played: taken.")
            .await?;
        assert_eq!(host.count().await?, 2);
        host.click("c3").await?;
        guest.counts(3).await?;
        later(host).await?;
        // A question of the other player is answered first.
        host.click("d4").await?;
        plans(host, Some("d4")).await?;
        guest.press("[data-do=offer-draw]").await?;
        host.shows("#choices.asks").await?;
        guest.click("e5").await?;
        host.says("d4, chosen ahead, was not played").await?;
        host.counts(4).await?;
        host.click("d4").await?;
        guest.counts(5).await?;
        // The setting turns all of it off.
        host.press("#settings summary").await?;
        host.press("#ahead").await?;
        host.press("h1").await?;
        host.click("f6").await?;
        guest.click("g7").await?;
        host.counts(6).await?;
        plans(host, None).await
    })
}

#[test]
fn nothing_is_chosen_ahead_where_the_opening_leaves_choices() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "remote"), ("#opening", "swap2")])
            .await?;
        super::people::close_invitation(page).await?;
        for (number, at) in ["h8", "i9", "j8"].into_iter().enumerate() {
            page.says(&format!("Lay stone {}: ", number + 1)).await?;
            page.lays(at, number + 1).await?;
        }
        page.click("a1").await?;
        page.says("chooses").await?;
        plans(page, None).await
    })
}

#[test]
fn a_mouse_confirms_where_that_is_wanted() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two")]).await?;
        page.press("#settings summary").await?;
        page.choose("#confirm-moves", "always").await?;
        page.press("h1").await?;
        page.click("h8").await?;
        page.shows("#confirm-bar:not([hidden])").await?;
        assert_eq!(page.text("#confirm").await?, "Play h8");
        page.click("i9").await?;
        page.lays("i9", 1).await?;
        assert_eq!(page.stones().await?[0], ["i9"]);
        page.click("j10").await?;
        page.press("#confirm").await?;
        page.counts(2).await?;
        page.click("k11").await?;
        page.keys(&[Key::Escape]).await?;
        page.shows("#confirm-bar[hidden]").await?;
        // It is kept.
        page.browser.refresh().await?;
        page.counts(2).await?;
        let asks = async || page.has("#confirm-bar:not([hidden])").await;
        page.click("l12").await?;
        page.until("the question", &asks).await?;
        press_right(page, "l12").await?;
        assert!(!asks().await? && !page.has(".own-circle").await?);
        page.click("l12").await?;
        page.until("the question", &asks).await?;
        // A stone does not wait for what is no longer asked.
        page.press("#settings summary").await?;
        page.choose("#confirm-moves", "never").await?;
        page.holds("no stone that waits", "return kagetsu.state.ghost === null")
            .await
    })
}

#[test]
fn a_touch_enlarges_a_board_of_small_points_and_the_next_one_lays_the_stone() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        // Larger points need no more than a loupe, for as long as the finger is there.
        page.begin(&[("#begins", "two")]).await?;
        page.tap("#cells [aria-label^='h8,']").await?;
        page.shows("#confirm-bar:not([hidden])").await?;
        assert!(page.has("#loupe[hidden]").await?);
        let watch = "const loupe = document.getElementById('loupe');
            const see = () => (loupe.dataset.seen ||= loupe.hidden ? '' : 'yes');
            new MutationObserver(see).observe(loupe, { attributeFilter: ['hidden'] });";
        page.run::<()>(watch).await?;
        page.drag(&["h8", "h9"]).await?;
        assert!(page.has("#loupe[hidden][data-seen=yes]").await?);
        assert!(!page.has("#board.part").await?);
        page.begin(&[("#size", "20")]).await?;
        page.tap("#cells [aria-label^='k10,']").await?;
        page.shows("#board.part").await?;
        assert_eq!(page.text("#confirm").await?, "Play k10");
        // Its cells lie where the points are drawn, so the neighbour is met.
        page.tap("#cells [aria-label^='l11,']").await?;
        page.counts(1).await?;
        assert!(!page.has("#board.part").await?);
        assert_eq!(page.stones().await?[0], ["l11"]);
        // Corners are reached, the waiting point is played by its button, and a cancelled one leaves the board whole.
        page.tap("#cells [aria-label^='a1,']").await?;
        page.shows("#board.part").await?;
        assert!(page.has("#cells [aria-label^='a1,']").await?);
        page.tap("#confirm").await?;
        page.counts(2).await?;
        assert_eq!(page.stones().await?[1], ["a1"]);
        page.tap("#cells [aria-label^='t20,']").await?;
        page.shows("#board.part").await?;
        page.tap("#unconfirm").await?;
        page.lacks("#board.part").await?;
        assert_eq!(page.count().await?, 2);
        Ok(())
    })
}
