//! What the board can show besides the stones, and the gestures on it.

use serde_json::json;
use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};

/// Puts a position into the page as a person does: by its text.
pub(crate) async fn load(page: &Page, text: &str) -> Result<(), Fault> {
    let field = page.find("#position-text").await?;
    // A field that has the focus keeps what is typed, whatever the server says meanwhile.
    field.click().await?;
    field.send_keys(Key::Control + "a").await?;
    field.send_keys(text).await?;
    let ticket = page.ticket().await?;
    page.press("#open-text").await?;
    page.until("the position", async || Ok(page.ticket().await? != ticket))
        .await
}

/// Has every line more than its first move?
const DEEP: &str = "
    const rest = [...document.querySelectorAll('#lines tbody td:last-child')].map((cell) => cell.textContent.trim());
    return rest.length > 0 && rest.every((moves) => moves !== '');";

#[test]
fn lines_positions_and_threats_are_looked_at() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, "freestyle 15 h8 h9 i9 g7 j9 j10").await?;
        page.press("#analyse").await?;
        page.holds("lines of several moves", DEEP).await?;
        // So many moves are compared as were chosen.
        for most in ["2", "5"] {
            page.choose("#most-lines", most).await?;
            let many =
                format!("return document.querySelectorAll('#lines .line').length === {most}");
            page.holds("so many lines", &many).await?;
        }
        page.press("#analyse").await?;
        page.reads("#analyse", "Analyse").await?;
        // A line is stepped through; the stones of the game stay.
        page.press("#lines .line").await?;
        assert_eq!(page.marks(".planned").await?.len(), 1);
        page.press("#next").await?;
        assert_eq!(page.marks(".planned").await?.len(), 2);
        page.press("#last").await?;
        assert!(page.marks(".planned").await?.is_empty());
        // Earlier positions; a click on the board tries a move there, and the game stays.
        page.press("#previous").await?;
        page.press("#previous").await?;
        assert_eq!(page.count().await?, 4);
        assert_eq!(page.text("#where").await?, "4 / 6");
        page.lays("a1", 5).await?;
        page.press("#to-game").await?;
        page.counts(6).await?;
        // The board turns, and what is drawn belongs to the same points.
        page.press("#turn").await?;
        assert_eq!(page.marks(".last").await?, ["j6"]);
        page.press("#mirror").await?;
        assert_eq!(page.marks(".last").await?, ["f6"]);
        page.lays("f7", 7).await?;
        assert_eq!(page.marks(".last").await?, ["f7"]);
        assert!(page.text("#log").await?.contains("7. Black plays i10."));
        // Threats of both sides.
        assert!(!page.has("#board .threat").await?);
        page.press("#settings summary").await?;
        page.press("#threats").await?;
        assert!(page.has("#board .threat").await?);
        page.press("#sound").await?;
        assert!(page.has("#sound[aria-pressed=false]").await?);
        Ok(())
    })
}

#[test]
fn a_proved_win_is_told_and_a_double_click_lays_one_stone() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, "freestyle 15 h8 a1 i8 c1 j8 e1").await?;
        page.press("[data-do=move]").await?;
        page.counts(7).await?;
        page.says("Proved: Black wins with its next move.").await?;
        page.begin(&[("#begins", "two")]).await?;
        page.lays("h8", 1).await?;
        page.click("h8").await?;
        page.says("h8 is taken.").await?;
        assert_eq!(page.count().await?, 1);
        Ok(())
    })
}

#[test]
fn a_forbidden_point_says_why_under_mouse_and_finger() -> Result<(), Fault> {
    const FOUL: &str = "renju 15 f8 a1 g8 c1 h9 e1 h10 g1";
    on_page(Screen::Telephone, async |page| {
        load(page, FOUL).await?;
        page.touch("h8").await?;
        page.says("h8 is forbidden for Black: double three.")
            .await?;
        assert!(page.marks(".ghost").await?.is_empty());
        page.touch("i12").await?;
        assert_eq!(page.marks(".ghost").await?, ["i12"]);
        let hover = "const board = document.getElementById('board');
            const box = board.getBoundingClientRect();
            const [clientX, clientY] = [box.left + (8 + arguments[0]) * box.width / 16, box.top + box.height / 2];
            board.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerType: 'mouse' }));
            return document.getElementById('peek').textContent;";
        let said: String = page.run_with(hover, vec![json!(0)]).await?;
        assert_eq!(said, "h8, forbidden: double three");
        // What is seen is not told to a mouse.
        let said: String = page.run_with(hover, vec![json!(3)]).await?;
        assert_eq!(said, "");
        Ok(())
    })
}
