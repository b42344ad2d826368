//! Keys for everybody, what is read aloud on wish, and the looks that can be chosen.

use serde_json::json;
use thirtyfour::{Key, TypingData};

use super::Fault;
use super::browser::Screen;
use super::commands::click_all;
use super::site::{Page, on_page};
use super::views::load;

/// The cell of the board that has the cursor.
pub(super) const CELL: &str = "#cells [tabindex='0']";

/// Presses a key on the board.
async fn key(page: &Page, keys: impl Into<TypingData>) -> Result<(), Fault> {
    Ok(page.find(CELL).await?.send_keys(keys).await?)
}

/// The name of the cell that has the cursor.
async fn cursor(page: &Page) -> Result<String, Fault> {
    let cell = page.find(CELL).await?;
    Ok(cell.attr("aria-label").await?.unwrap_or_default())
}

/// Waits until this is read aloud.
async fn hears(page: &Page, text: &str) -> Result<(), Fault> {
    page.tells("#spoken", text).await
}

#[test]
fn keys_play_take_back_and_read_the_board_aloud() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two")]).await?;
        click_all(page, &["h8", "i9", "h9"]).await?;
        key(page, "l").await?;
        hears(page, "3. Black: h9").await?;
        key(page, "p").await?;
        hears(page, "Black: h9, h8; White: i9").await?;
        // The cursor begins where the last click was.
        assert_eq!(cursor(page).await?, "h9, Black, last move");
        key(page, Key::Down).await?;
        assert_eq!(cursor(page).await?, "h8, Black");
        key(page, Key::Up).await?;
        // With Alt it is a key of the browser.
        let typed = "return document.querySelector(arguments[0]).dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...arguments[1] }))";
        let alt = json!({ "key": "ArrowLeft", "altKey": true });
        assert!(page.run_with::<bool>(typed, vec![json!(CELL), alt]).await?);
        key(page, "r").await?;
        hears(page, "a9 – o9: Black: h9; White: i9").await?;
        key(page, "t").await?;
        hears(page, "Black, open three: ").await?;
        // Those of an earlier position are not known.
        page.press("#previous").await?;
        key(page, "t").await?;
        hears(page, "the position in which the game goes on").await?;
        page.press("#last").await?;
        key(page, "s").await?;
        hears(page, "Your move: White.").await?;
        let words = page.text("#board-words").await?;
        assert!(words.contains("Black: h9; White: i9"), "{words}");
        key(page, "u").await?;
        page.counts(2).await?;
        // A screen reader may press a cell itself.
        let press = "document.querySelector(arguments[0]).click()";
        page.run_with::<()>(press, vec![json!(CELL)]).await?;
        page.counts(3).await?;
        // A key that is held down is one press. Other keyboards have their own letter in the place of U.
        let held = json!({ "key": "Enter", "repeat": true });
        assert!(
            !page
                .run_with::<bool>(typed, vec![json!("#new"), held])
                .await?
        );
        let cyrillic = json!({ "key": "г", "code": "KeyU" });
        assert!(
            !page
                .run_with::<bool>(typed, vec![json!(CELL), cyrillic])
                .await?
        );
        page.counts(2).await?;
        // The position editor hides the game from them, and its own stones are read aloud.
        page.press("#edit").await?;
        key(page, "u").await?;
        page.click("a1").await?;
        key(page, "p").await?;
        hears(page, "Black: h8, a1; White: i9").await?;
        key(page, "s").await?;
        hears(page, "Press a point: a stone of the colour laid last").await?;
        key(page, "t").await?;
        hears(page, "the position in which the game goes on").await?;
        let words = page.text("#board-words").await?;
        assert!(words.contains("Black: a1"), "{words}");
        let previous = "document.getElementById('previous').click()";
        page.run::<()>(previous).await?;
        // A keyboard whose button has gone is on the board.
        page.find("#edit-cancel").await?.focus().await?;
        page.keys(&[Key::Enter]).await?;
        assert!(page.has("body:not(.editing) #cells :focus").await?);
        assert_eq!(page.count().await?, 2);
        // A field takes its letters itself, and they can be switched off, but for the list of keys.
        page.find("#text").await?.send_keys("u").await?;
        let switch = "document.getElementById('letters').click()";
        page.run::<()>(switch).await?;
        key(page, "u").await?;
        key(page, "?").await?;
        assert_eq!(page.count().await?, 2);
        page.shows("#keys-dialogue[open] kbd").await?;
        assert!(page.text("#keys-list").await?.contains("Home End"));
        Ok(())
    })
}

#[test]
fn what_is_asked_below_the_status_is_read_aloud() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.run::<()>("location.hash = 'learn=five'").await?;
        page.tells("#learn-text", "five of his own").await?;
        key(page, "s").await?;
        hears(page, "Black and White lay stones in turn").await?;
        page.press("#learn-leave").await?;
        page.begin_for_two().await?;
        page.lays("h8", 1).await?;
        page.press("[data-do=offer-draw]").await?;
        page.tells("#choices", "White offers a draw.").await?;
        key(page, "s").await?;
        hears(page, "White offers a draw.").await
    })
}

#[test]
fn the_board_is_a_grid_of_named_cells() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two"), ("#rule", "renju")])
            .await?;
        // What is forbidden is told where it lies, also on a board that is turned.
        load(page, "renju 15 g8 a1 i8 o1 h7 a15 h9 o15").await?;
        let names = "
            const rows = [...document.querySelectorAll('#cells > [role=row]')];
            const cells = rows.map((row) => [...row.querySelectorAll('[role=gridcell]')]);
            const name = (x, y) => cells[y][x].getAttribute('aria-label');
            return [rows.length, cells[0].length, name(0, 0), name(14, 0), name(7, 7), name(3, 3)];";
        let expected = json!([
            15,
            15,
            "a15, White",
            "o15, White, last move",
            "h8, forbidden: double three",
            "d12, empty"
        ]);
        for _ in 0..2 {
            let found: serde_json::Value = page.run(names).await?;
            assert_eq!(found, expected);
            page.press("#turn").await?;
        }
        // One cell is reached by the tabulator; it lies upon its point.
        let place = "
            const [cell, ...others] = document.querySelectorAll(arguments[0]);
            const [box, board] = [cell, document.getElementById('board')].map((part) => part.getBoundingClientRect());
            const middle = (from, length, begin, all) => Math.round((16 * (from + length / 2 - begin)) / all);
            return [others.length, middle(box.left, box.width, board.left, board.width), middle(box.top, box.height, board.top, board.height)];";
        let found: serde_json::Value = page.run_with(place, vec![json!(CELL)]).await?;
        assert_eq!(found, json!([0, 8, 8]));
        // Whatever points at the board reaches the drawing.
        let at = "const box = document.getElementById('board').getBoundingClientRect(); return document.elementFromPoint(box.left + 50, box.top + 50).id";
        assert_eq!(page.run::<String>(at).await?, "board");
        Ok(())
    })
}

/// How many circles and arrows of a person's own the board has, and which move is shown.
const OWN: &str = "
    const count = (kind) => document.querySelectorAll(`#board .${kind}`).length;
    return [count('own-circle'), count('own-arrow'), document.getElementById('where').textContent];";

#[test]
fn the_right_button_draws_arrows_and_the_wheel_steps_through_the_game() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, "freestyle 15 h8 i9 j8").await?;
        let own = async |circles: u32, arrows: u32, shown: &str| {
            page.until(shown, async || {
                let found: serde_json::Value = page.run(OWN).await?;
                Ok(found == json!([circles, arrows, shown]))
            })
            .await
        };
        let draw = async |from: u32, to: u32| {
            let script = "
                const board = document.getElementById('board');
                const box = board.getBoundingClientRect();
                const at = (column) => ({ clientX: box.left + column * box.width / 16, clientY: box.top + 80, button: 2, bubbles: true });
                board.dispatchEvent(new PointerEvent('pointerdown', at(arguments[0])));
                board.dispatchEvent(new PointerEvent('pointerup', at(arguments[1])));";
            page.run_with::<()>(script, vec![json!(from), json!(to)])
                .await
        };
        draw(3, 3).await?;
        draw(3, 9).await?;
        own(1, 1, "3 / 3").await?;
        // The same again takes it away; another position has none of it.
        draw(3, 3).await?;
        own(0, 1, "3 / 3").await?;
        let wheel = "document.getElementById('board').dispatchEvent(new WheelEvent('wheel', { deltaY: arguments[0], cancelable: true }))";
        page.run_with::<()>(wheel, vec![json!(-120)]).await?;
        own(0, 0, "2 / 3").await?;
        page.run_with::<()>(wheel, vec![json!(120)]).await?;
        own(0, 1, "3 / 3").await
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
        let kept: serde_json::Value = page.run(looks).await?;
        assert_eq!(kept, json!(["slate", "flat"]));
        Ok(())
    })
}
