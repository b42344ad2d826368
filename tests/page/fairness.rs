//! What the page shows to whom: no help in a game that nobody asked help for, agreed draws, games that are left.

use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::people::close_invitation;
use super::site::{Page, on_page, on_page_with};
use super::views::load;

/// The upper edge of the board in the window.
async fn top(page: &Page) -> Result<f64, Fault> {
    // Its place in the page, from where it stays in view on a telephone.
    let script = "
        const { style } = document.getElementById('board-frame');
        style.position = 'relative';
        const { top } = document.getElementById('board').getBoundingClientRect();
        style.position = '';
        return top + scrollY;";
    page.run(script).await
}

#[test]
fn nothing_is_given_away_in_a_game_against_kagetsu() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "person"), ("#level", "3")])
            .await?;
        for (number, name) in ["a1", "a3", "a5", "a7"].into_iter().enumerate() {
            page.lays(name, 2 * number + 2).await?;
            assert!(!page.has("#curve polyline").await?);
            assert!(!page.has("#lines tbody tr").await?);
            assert!(!page.text("#status").await?.contains("Proved"));
        }
        page.resign().await?;
        // What was known meanwhile is told afterwards.
        page.shows("#curve polyline").await
    })
}

#[test]
fn two_at_one_screen_agree_on_a_draw() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.lays("h8", 1).await?;
        page.press("[data-do=offer-draw]").await?;
        page.tells("#choices", "White offers a draw.").await?;
        page.press("#choices button:not(.primary)").await?;
        page.says("The draw is declined.").await?;
        page.press("[data-do=offer-draw]").await?;
        page.shows("#choices .primary").await?;
        page.press("#choices .primary").await?;
        page.says("By agreement").await
    })
}

#[test]
fn a_double_click_on_resign_ends_nothing_and_a_press_does_not_stay_armed() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        // What it says then is read at once, before it is as it was.
        let twice = "
            const button = document.querySelector('[data-do=resign]');
            button.click();
            button.click();
            return [button.textContent, button.getAttribute('aria-disabled')];";
        let said: [String; 2] = page.run(twice).await?;
        assert_eq!(said, ["Really resign?", "true"]);
        // Whoever is slow has time for the second press; anything else ends it, and closes a menu.
        let away = "
            document.getElementById('more').open = true;
            document.getElementById('tab-files').focus();
            return document.getElementById('more').open;";
        assert!(!page.run::<bool>(away).await?);
        assert_eq!(page.text("[data-do=resign]").await?, "Resign");
        let escaped = "
            const button = document.querySelector('[data-do=resign]');
            button.click();
            button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
            return button.textContent;";
        assert_eq!(page.run::<String>(escaped).await?, "Resign");
        page.press("[data-do=resign]").await?;
        page.lays("h8", 1).await?;
        page.says("Your move: White.").await
    })
}

#[test]
fn a_dialogue_that_is_only_left_begins_nothing_and_the_editor_says_what_is_wrong()
-> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.lays("h8", 1).await?;
        page.press("#new").await?;
        page.keys(&[Key::Escape]).await?;
        page.lays("i9", 2).await?;
        page.press("#edit").await?;
        for name in ["h7", "h6", "h5", "h4"] {
            page.click(name).await?;
        }
        page.press("#edit-done").await?;
        page.says("There is a winning row through h").await?;
        assert!(page.has("#edit-bar:not([hidden])").await?);
        // Another game has another board.
        page.begin(&[("#begins", "two"), ("#size", "9")]).await?;
        page.counts(0).await?;
        assert!(page.has("#edit-bar[hidden]").await?);
        Ok(())
    })
}

#[test]
fn a_game_that_is_left_is_told_of_and_kept() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two"), ("#clock", "game-5")])
            .await?;
        page.browser.refresh().await?;
        page.shows("#board .grid").await?;
        page.press("#new").await?;
        assert!(page.has("#ends-game[hidden]").await?);
        // The dialogue has the choices of the game at the table.
        let choices = "return ['begins', 'clock'].map((id) => document.getElementById(id).value);";
        let choices: [String; 2] = page.run(choices).await?;
        assert_eq!(choices, ["two", "game-5"]);
        page.press("#dialogue [value=cancel]").await?;
        page.lays("h8", 1).await?;
        page.press("#new").await?;
        let said = page.text("#ends-game").await?;
        assert!(
            said.contains("(at move 1)") && said.contains("My games"),
            "{said}"
        );
        page.choose("#game", "oxhorn").await?;
        page.press("#dialogue [value=start]").await?;
        page.says("Red").await?;
        page.press("#show-games").await?;
        // The players are those of the game that was left.
        let kept = page.text("#games-list").await?;
        assert!(
            kept.contains("Black – White · unfinished\nFreestyle"),
            "{kept}"
        );
        page.press("#games-list button").await?;
        page.counts(1).await
    })
}

#[test]
fn the_board_stays_where_it_is_and_the_status_speaks_of_what_is_shown() -> Result<(), Fault> {
    for screen in [Screen::Desk, Screen::Telephone] {
        on_page(screen, async |page| {
            load(page, "freestyle 15 h8 a1 i8 c1 j8 e1").await?;
            let before = top(page).await?;
            page.press("[data-do=move]").await?;
            page.counts(7).await?;
            page.says("Proved: Black wins with its next move.").await?;
            assert!((top(page).await? - before).abs() < 0.5);
            page.press("#previous").await?;
            page.press("#previous").await?;
            page.says("Position after move 5.").await?;
            let said = page.text("#status").await?;
            assert!(!said.contains("Proved") && !said.contains('·'), "{said}");
            assert!((top(page).await? - before).abs() < 0.5);
            // What has ended the game stays, whatever is clicked afterwards.
            load(page, "freestyle 15 h8 a1 i8 c1 j8 e1 k8 g1").await?;
            page.press("[data-do=move]").await?;
            page.says("Five in a row").await?;
            page.click("o15").await?;
            page.says("Five in a row").await?;
            assert!(page.has("#typed[hidden]").await?);
            assert!(!page.has("#status .refused").await?);
            assert!((top(page).await? - before).abs() < 0.5);
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn a_chapter_takes_the_place_of_a_position_that_is_set_up_and_an_invitation_does_not()
-> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.press("#edit").await?;
        page.click("h8").await?;
        page.press("#invite").await?;
        page.shows(".invitation input").await?;
        // Only this machine can open its links: no code for a telephone, and no game to begin with whoever cannot come.
        let port: String = page.run("return location.port").await?;
        let listen = format!("--listen 0.0.0.0:{port}");
        assert!(page.text("#invite-local").await?.ends_with(&listen));
        assert!(!page.has(".invitation img").await?);
        assert!(page.has("#invite-seats[hidden]").await?);
        close_invitation(page).await?;
        assert!(page.has("#edit-bar:not([hidden])").await?);
        page.run::<()>("document.getElementById('rules').click()")
            .await?;
        page.shows("body.learning #edit-bar[hidden]").await
    })
}

#[test]
fn every_link_that_leads_to_the_machine_of_whoever_opens_it_is_told() -> Result<(), Fault> {
    for own in ["http://127.0.0.9:8000", "http://0.0.0.0:8000"] {
        on_page_with(Screen::Desk, &["--public", own], async |page| {
            page.press("#invite").await?;
            page.shows("#invite-local:not([hidden]) ~ #invite-note[hidden]")
                .await?;
            page.press("#invite-close").await?;
            // Whoever begins a game with somebody elsewhere is told before.
            page.press("#new").await?;
            page.choose("#begins", "remote").await?;
            page.shows("#dialogue-local:not([hidden])").await?;
            page.choose("#begins", "two").await?;
            page.shows("#dialogue-local[hidden]").await
        })?;
    }
    Ok(())
}
