//! Games of the siblings: by clicks, by the keyboard, by touch; and what the page shows of each game.

use serde_json::json;
use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};
use super::views::load;

/// A game of Reversi but for its last six discs; one player or the other has to pass meanwhile.
const NEARLY_OVER: &str = "c4c3f5c5b4a3c6c7a4a5b6f6e6a7b2f4b3d6f7e7b7a2g7f8e3f2d7d3g3h2d2c8b5h7g5c1g6h4h8b8h5d1e8e2c2g8g1b1d8g4h3g2f3h6";
/// Most moves of a person in these games; they end before.
const PATIENCE: usize = 70;
const LOW: (&str, &str) = ("#level", "1");

/// Begins a game of a kind.
async fn begin(page: &Page, game: &str, choices: &[(&str, &str)]) -> Result<(), Fault> {
    let choices: Vec<(&str, &str)> = [("#game", game)]
        .into_iter()
        .chain(choices.iter().copied())
        .collect();
    page.begin(&choices).await
}

/// The middle of a drawn mark in the window.
const MARK: &str = "
    const board = document.getElementById('board');
    board.scrollIntoView({ block: 'center' });
    const mark = board.querySelectorAll(arguments[0])[arguments[1]];
    if (!mark) return null;
    const box = mark.getBoundingClientRect();
    return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];";

/// Clicks on a drawn mark; says whether there is one.
async fn click_mark(page: &Page, marks: &str, number: usize) -> Result<bool, Fault> {
    let place: Option<(i64, i64)> = page
        .run_with(MARK, vec![json!(marks), json!(number)])
        .await?;
    match place {
        Some(place) => page.point("mouse", &[place]).await.map(|()| true),
        None => Ok(false),
    }
}

async fn is_over(page: &Page) -> Result<bool, Fault> {
    page.has("[data-do=rematch]:not([hidden]):not(:disabled)")
        .await
}

/// Waits until the person is to move or the game is over.
async fn until_own_turn(page: &Page) -> Result<(), Fault> {
    page.until("the person's turn", async || {
        let said = page.text("#status").await?;
        Ok(is_over(page).await? || said.contains("Your") || said.contains("must pass"))
    })
    .await
}

#[test]
fn a_game_of_reversi_by_clicks() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        begin(page, "reversi", &[LOW]).await?;
        page.counts(4).await?;
        assert_eq!(page.marks(".legal").await?.len(), 4);
        // What belongs to gomoku only is not there.
        assert!(page.has("#edit[hidden]").await?);
        // Names of these tests count rows from the bottom, those of Reversi from the top.
        page.click("a8").await?;
        page.says("a1 would turn no disc over").await?;
        click_mark(page, ".legal", 0).await?;
        page.counts(6).await?;
        begin(page, "reversi", &[("#begins", "two")]).await?;
        load(page, NEARLY_OVER).await?;
        page.counts(58).await?;
        for _ in 0..PATIENCE {
            until_own_turn(page).await?;
            if is_over(page).await? {
                break;
            }
            let ticket = page.ticket().await?;
            if !click_mark(page, ".legal", 0).await? {
                page.press("#must-pass").await?;
            }
            page.until("an answer", async || Ok(page.ticket().await? != ticket))
                .await?;
        }
        assert!(is_over(page).await?);
        let log = page.text("#log").await?;
        assert!(log.contains("more discs") || log.contains("Draw"), "{log}");
        // The discs that are counted are those on the board.
        let count = "return [...document.querySelectorAll('.seat .count')].map((part) => Number(part.textContent))";
        let counts: Vec<usize> = page.run(count).await?;
        let [black, white] = page.stones().await?;
        assert_eq!(counts, [black.len(), white.len()]);
        let (most, least) = (counts[0].max(counts[1]), counts[0].min(counts[1]));
        page.says(&format!("{most} : {least}")).await?;
        page.press("[data-do=rematch]").await?;
        page.counts(4).await
    })
}

#[test]
fn a_pass_of_reversi_is_one_press_away() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        begin(page, "reversi", &[("#begins", "two")]).await?;
        // Pasted as players write it; Black has no move then.
        load(page, "e6f6c4e7e8d8g6f8").await?;
        page.says("Black has no legal move and must pass.").await?;
        assert!(page.marks(".legal").await?.is_empty());
        page.press("#must-pass").await?;
        page.says("Black has no legal move and passes.").await?;
        page.says("Your move: White.").await?;
        // The list of moves has an entry for it: each column is of one colour.
        let moves = page.text("#moves").await?;
        assert!(moves.trim_end().ends_with("Pass"), "{moves}");
        // Values of all moves stand on their squares.
        page.press("#analyse").await?;
        page.until("values", async || {
            let texts = "return [...document.querySelectorAll('#board .candidate-text')].map((text) => text.textContent)";
            let texts: Vec<String> = page.run(texts).await?;
            Ok(texts.len() > 1 && texts.iter().all(|text| text.starts_with(['+', '−', '0'])))
        })
        .await?;
        page.press("#analyse").await?;
        page.press("[data-do=undo]").await?;
        page.says("must pass").await
    })
}

#[test]
fn a_game_of_connect6_by_clicks() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        begin(page, "connect6", &[("#begins", "two")]).await?;
        page.lays("j10", 1).await?;
        page.says("Your turn, two stones: White.").await?;
        // The half-done turn can be changed: another stone, none, and by the keyboard too.
        page.click("a1").await?;
        page.says("a1 is chosen").await?;
        assert_eq!(page.count().await?, 1);
        page.click("a1").await?;
        page.says("Your turn, two stones: White.").await?;
        page.click("a2").await?;
        page.press("#unconfirm").await?;
        assert!(page.marks(".chosen").await?.is_empty());
        page.click("a1").await?;
        page.lays("a3", 3).await?;
        // A whole turn is taken back.
        page.press("[data-do=undo]").await?;
        page.counts(1).await?;
        page.press("[data-do=redo]").await?;
        page.counts(3).await?;
        let turns = [
            ["k10", "l10"],
            ["c1", "c3"],
            ["m10", "n10"],
            ["e1", "e3"],
            ["o10", "s19"],
        ];
        for (number, turn) in turns.iter().enumerate() {
            for name in turn {
                page.click(name).await?;
            }
            page.counts(5 + 2 * number).await?;
        }
        page.says("Six in a row").await?;
        assert_eq!(
            page.marks(".winning").await?,
            ["j10", "k10", "l10", "m10", "n10", "o10"]
        );
        Ok(())
    })
}

#[test]
fn kagetsu_answers_in_connect6_with_two_stones() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        begin(page, "connect6", &[LOW]).await?;
        page.touch("j10").await?;
        page.tap("#confirm").await?;
        page.counts(3).await?;
        // On a touch screen the second stone waits for its confirmation.
        page.touch("e5").await?;
        page.says("e5 is chosen").await?;
        page.touch("f6").await?;
        assert_eq!(page.text("#confirm").await?, "Play e5 f6");
        assert_eq!(page.count().await?, 3);
        page.tap("#confirm").await?;
        page.counts(7).await
    })
}

#[test]
fn a_game_of_ox_horn_chess_by_clicks() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        begin(page, "oxhorn", &[LOW]).await?;
        page.counts(3).await?;
        for _ in 0..PATIENCE {
            until_own_turn(page).await?;
            if is_over(page).await? {
                break;
            }
            let ticket = page.ticket().await?;
            // The only piece, and the first point where it may go.
            click_mark(page, ".movable", 0).await?;
            page.says("is chosen").await?;
            click_mark(page, ".legal", 0).await?;
            page.until("an answer", async || Ok(page.ticket().await? != ticket))
                .await?;
        }
        assert!(is_over(page).await?);
        assert_eq!(page.count().await?, 3);
        Ok(())
    })
}

#[test]
fn ox_horn_chess_is_played_by_the_keyboard() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        begin(page, "oxhorn", &[("#begins", "two")]).await?;
        page.find("#cells [tabindex='0']").await?.focus().await?;
        // Red begins at the tip and goes to the left.
        let keys = [Key::Up, Key::Up, Key::Up, Key::Up, Key::Enter];
        page.keys(&keys).await?;
        page.says("0 is chosen").await?;
        page.keys(&[Key::Down, Key::Enter]).await?;
        page.says("1. Red steps 0-1.").await?;
        page.find("#text").await?.send_keys("8-7\n").await?;
        page.says("2. Blue steps 8-7.").await?;
        page.find("#text").await?.send_keys("1-9\n").await?;
        page.says("1-9 is not a step that the rules allow.").await?;
        // Every move has its true value: nobody can force a win from here.
        page.press("#analyse").await?;
        page.tells("#lines", "=").await?;
        // Its file is opened again, also from another game.
        page.choose("#save-as", "json").await?;
        page.press("#save").await?;
        let saved = page.saved("kagetsu.json").await?;
        assert!(saved.contains("\"rule\":\"oxhorn\""), "{saved}");
        begin(page, "gomoku", &[("#begins", "two")]).await?;
        page.counts(0).await?;
        load(page, &saved).await?;
        page.counts(3).await?;
        page.says("Choose a piece").await?;
        assert_eq!(page.text("#where").await?, "2 / 2");
        page.press("#first").await?;
        assert_eq!(page.text("#where").await?, "0 / 2");
        assert_eq!(page.count().await?, 3);
        Ok(())
    })
}
