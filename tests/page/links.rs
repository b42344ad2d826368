//! Links with positions and keys, in the address bar and in other tabs.

use serde_json::json;

use super::Fault;
use super::browser::Screen;
use super::people::close_invitation;
use super::site::{Page, on_page};

/// Goes to an address as if it were typed into the address bar of this tab.
async fn type_address(page: &Page, address: &str) -> Result<(), Fault> {
    page.run_with("location.assign(arguments[0])", vec![json!(address)])
        .await
}

/// Waits for the question whether a position may take the place of the game.
async fn asked(page: &Page) -> Result<(), Fault> {
    page.shows("#replace-dialogue[open]").await
}

/// Copies the link, which leads to the public page, and returns one that opens the same position here.
async fn link_of_the_position(page: &Page) -> Result<String, Fault> {
    page.press("#copy-link").await?;
    let copied = page.value("#position-text").await?;
    let (_, position) = copied.split_once('#').ok_or("no position")?;
    let (base, _) = page.link.split_once("/#").ok_or("no key")?;
    Ok(format!("{base}/#{position}"))
}

#[test]
fn a_link_opens_in_this_tab_and_another_one_and_replaces_no_game_unasked() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.lays("h8", 1).await?;
        page.lays("i9", 2).await?;
        let link = link_of_the_position(page).await?;
        page.tells("#copied", "public page").await?;
        page.lays("j10", 3).await?;
        // Three moves are more than the two of the link.
        type_address(page, &link).await?;
        asked(page).await?;
        page.press("#replace-dialogue [value=keep]").await?;
        assert_eq!(page.count().await?, 3);
        type_address(page, &link).await?;
        asked(page).await?;
        // What is opened is what the question is about, also after another link.
        let (base, _) = link.split_once('#').ok_or("no position")?;
        let other = format!("{base}#position=freestyle_15_c3");
        type_address(page, &other).await?;
        page.tells("#replace-note", "freestyle 15 c3").await?;
        type_address(page, &link).await?;
        page.tells("#replace-note", "freestyle 15 h8 i9").await?;
        page.press("#replace-dialogue [value=open]").await?;
        page.counts(2).await?;
        // What was left is kept.
        page.press("#show-games").await?;
        let kept = page.text("#games-list").await?;
        assert!(kept.contains("unfinished\nFreestyle · 3 moves"), "{kept}");
        page.press("#games-close").await?;
        // An exercise gives way to what is opened.
        page.press("#rules").await?;
        page.shows("#learn-bar:not([hidden])").await?;
        type_address(page, &other).await?;
        asked(page).await?;
        page.press("#replace-dialogue [value=open]").await?;
        page.shows("#learn-bar[hidden]").await?;
        page.counts(1).await?;
        // Another tab of the same browser needs no other link.
        page.begin(&[("#begins", "two")]).await?;
        page.counts(0).await?;
        let tab = page.browser.new_tab().await?;
        page.browser.switch_to_window(tab).await?;
        page.browser.goto(link).await?;
        page.shows("#board .grid").await?;
        page.counts(2).await
    })
}

#[test]
fn the_position_of_a_link_does_not_give_way_to_the_choices_of_the_last_visit() -> Result<(), Fault>
{
    on_page(Screen::Desk, async |page| {
        let choices = json!({ "rule": "renju", "size": 15, "begins": "person", "level": "4" });
        let keep = "localStorage.setItem('quick', JSON.stringify(arguments[0]))";
        page.run_with::<()>(keep, vec![choices]).await?;
        // Nor to the exercise of the last visit.
        let exercise = "sessionStorage.setItem('exercise', JSON.stringify({ kind: 'drill' }))";
        page.run::<()>(exercise).await?;
        let (base, _) = page.link.split_once("/#").ok_or("no key")?;
        let link = format!("{base}/#position=freestyle_15_h8_i9");
        page.browser.goto("about:blank").await?;
        page.browser.goto(link).await?;
        page.counts(2).await?;
        let now = "return kagetsu.ask('/api/state').then((answer) => answer.json()).then(({ text }) => text)";
        let text: String = page.run(now).await?;
        assert_eq!(text, "freestyle 15 h8 i9");
        let kept = "return sessionStorage.getItem('exercise')";
        assert_eq!(page.run::<Option<String>>(kept).await?, None);
        Ok(())
    })
}

#[test]
fn a_text_does_not_end_the_game_of_a_friend_unasked() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "remote")]).await?;
        close_invitation(page).await?;
        page.press("#tab-files").await?;
        let write = "document.getElementById('position-text').value = 'freestyle 15 h8 i9'";
        let plays = "return kagetsu.state.view.guests.some((guest) => guest !== null)";
        // Nor does a position that is set up.
        page.press("#edit").await?;
        page.click("c3").await?;
        page.press("#edit-done").await?;
        asked(page).await?;
        page.press("#replace-dialogue [value=keep]").await?;
        page.press("#edit-cancel").await?;
        assert!(page.run::<bool>(plays).await?);
        for (answer, stays) in [("keep", true), ("open", false)] {
            page.run::<()>(write).await?;
            page.press("#open-text").await?;
            asked(page).await?;
            let note = page.text("#replace-note").await?;
            assert!(note.contains("for both of you"), "{note}");
            page.press(&format!("#replace-dialogue [value={answer}]"))
                .await?;
            page.counts(if stays { 0 } else { 2 }).await?;
            assert_eq!(page.run::<bool>(plays).await?, stays);
        }
        Ok(())
    })
}

#[test]
fn a_broken_link_leaves_the_page_as_it_was() -> Result<(), Fault> {
    // A key that is refused is an error on the console, which this browser may have.
    on_page(Screen::Desk, async |first| {
        first.beside(&first.link, broken_links).await
    })
}

async fn broken_links(page: &Page) -> Result<(), Fault> {
    page.shows("#board .grid").await?;
    page.begin_for_two().await?;
    page.lays("h8", 1).await?;
    let (base, key) = page.link.split_once("/#").ok_or("no key")?;
    let wrong = "0".repeat(key.len());
    for fragment in [
        "%",
        "deadbeef",
        wrong.as_str(),
        "position=%E0%A4%A",
        "position=",
    ] {
        // Typed into the tab, and opened anew in it.
        type_address(page, &format!("{base}/#{fragment}")).await?;
        page.browser.goto("about:blank").await?;
        page.browser.goto(format!("{base}/#{fragment}")).await?;
        page.counts(1).await?;
        assert!(page.has("#no-key[hidden]").await?, "{fragment}");
    }
    page.lays("i9", 2).await
}
