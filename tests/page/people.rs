//! Two people on two devices: names, phrases, offers, another game, and the analysis after the end.

use serde_json::json;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};

/// For the page no time goes by any more.
pub(super) const FREEZE: &str = "const now = performance.now(); performance.now = () => now;";

/// Waits for the dialogue with the links, and closes it.
pub(crate) async fn close_invitation(host: &Page) -> Result<(), Fault> {
    host.shows("#invite-dialogue[open]").await?;
    host.press("#invite-close").await
}

/// The link of the invited player.
pub(crate) async fn player_link(host: &Page) -> Result<String, Fault> {
    let script = "return kagetsu.ask('/api/invitations').then((answer) => answer.json())\
        .then((all) => all.find(({ who }) => who.guest === 0).link)";
    host.run(script).await
}

/// Begins a game with the host's first move and hands both pages over.
pub(crate) fn with_a_friend(
    case: impl AsyncFnOnce(&Page, &Page) -> Result<(), Fault>,
) -> Result<(), Fault> {
    on_page(Screen::Desk, async |host| {
        host.begin(&[("#begins", "remote")]).await?;
        close_invitation(host).await?;
        let link = player_link(host).await?;
        host.beside(&link, async |guest| {
            guest.shows("#board .grid").await?;
            case(host, guest).await
        })
        .await
    })
}

async fn title(page: &Page) -> Result<String, Fault> {
    Ok(page.browser.title().await?)
}

/// Both play until Black has five.
async fn play_to_the_end(host: &Page, guest: &Page) -> Result<(), Fault> {
    let moves = ["h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7", "h12"];
    for (number, at) in moves.into_iter().enumerate() {
        let side = if number % 2 == 0 { host } else { guest };
        side.click(at).await?;
        host.counts(number + 1).await?;
        guest.counts(number + 1).await?;
    }
    Ok(())
}

#[test]
fn two_people_have_names_and_say_phrases() -> Result<(), Fault> {
    with_a_friend(async |host, guest| {
        guest.find("#guest-name").await?.send_keys("Bo").await?;
        guest.press("#name-bar button").await?;
        host.tells("#seat-white", "Bo").await?;
        guest.shows("#name-bar[hidden]").await?;
        // What is said is seen for some seconds only.
        host.run::<()>(FREEZE).await?;
        guest.press("#say-panel button:nth-child(2)").await?;
        host.tells("#seat-white .said", "Good luck!").await?;
        host.tells("#spoken", "White: Good luck!").await?;
        host.click("h8").await?;
        guest
            .until("a title that calls", async || {
                Ok(title(guest).await?.starts_with("Your move"))
            })
            .await?;
        assert_eq!(title(host).await?, "Kagetsu");
        // The name stays in this browser, and goes into files.
        let sgf = "return kagetsu.ask('/api/game?form=sgf').then((answer) => answer.text())";
        let sgf: String = host.run(sgf).await?;
        assert!(sgf.contains("PW[Bo]"), "{sgf}");
        let kept: String = guest.run("return localStorage.getItem('name')").await?;
        assert_eq!(kept, json!("Bo").to_string());
        Ok(())
    })
}

#[test]
fn another_game_begins_when_both_want_it_and_both_analyse_the_last_one() -> Result<(), Fault> {
    with_a_friend(async |host, guest| {
        assert!(guest.has("#tab-analysis[hidden]").await?, "the game runs");
        play_to_the_end(host, guest).await?;
        host.tells("#status .headline", "You won!").await?;
        guest.tells("#status .headline", "You lost.").await?;
        guest.press("#review-now").await?;
        guest.tells("#status", "Accuracy").await?;
        host.tells("#status", "Accuracy").await?;
        guest.press("[data-do=rematch]").await?;
        host.tells("#choices", "would like another game").await?;
        host.press("#choices button:not(.primary)").await?;
        guest.reads("#choices", "").await?;
        host.press("[data-do=rematch]").await?;
        guest.press("#choices .primary").await?;
        guest.counts(0).await?;
        // The sides are changed: the guest begins.
        guest.says("Your move: Black.").await
    })
}

/// Presses the button of the invitations, whose answers wait from now on.
const PRESS_SLOWLY: &str = "
    window.real ??= window.fetch;
    window.held ??= [];
    window.fetch = (path, options) => {
        if (path !== '/api/invitations') return window.real(path, options);
        return new Promise((take) => window.held.push(() => take(window.real(path, options))));
    };
    document.getElementById('invite').click();";

#[test]
fn a_second_press_while_the_invitations_come_opens_them_once() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        for presses in 1..=2 {
            page.run::<()>(PRESS_SLOWLY).await?;
            let held = format!("return window.held.length === {presses}");
            page.holds("the press", &held).await?;
        }
        let answer = "window.held[arguments[0]](); return new Promise((done) => setTimeout(done))";
        page.run_with::<()>(answer, vec![json!(0)]).await?;
        assert!(!page.has("#invite-dialogue[open]").await?);
        page.run_with::<()>(answer, vec![json!(1)]).await?;
        close_invitation(page).await?;
        assert!(!page.has("#status .refused").await?);
        Ok(())
    })
}
