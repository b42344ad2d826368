//! Games saved and loaded.

use serde_json::json;
use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::commands::click_all;
use super::games::until_kept;
use super::site::{Page, on_page};

async fn load(page: &Page, name: &str, text: impl AsRef<[u8]>) -> Result<(), Fault> {
    let file = page.file(name, text)?;
    let path = file.to_string_lossy().into_owned();
    Ok(page.find("#file").await?.send_keys(path).await?)
}

#[test]
fn a_saved_game_loads_as_it_was() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two"), ("#rule", "renju")])
            .await?;
        click_all(page, &["h8", "i9", "g7", "j10", "e5"]).await?;
        let stones = page.stones().await?;
        page.press("#save").await?;
        let saved = page.saved("kagetsu.sgf").await?;
        page.begin(&[("#begins", "two"), ("#rule", "freestyle")])
            .await?;
        page.counts(0).await?;
        load(page, "again.sgf", &saved).await?;
        page.counts(5).await?;
        assert_eq!(page.stones().await?, stones);
        page.press("#save").await?;
        let again = page.saved("kagetsu.sgf").await?;
        assert_eq!(again, saved);
        // A damaged file changes nothing.
        load(page, "damaged.sgf", "(;GM[4]SZ[15];B[hh];W[hh])").await?;
        page.says("Move 2 of this text cannot be played: h8 is taken.")
            .await?;
        assert_eq!(page.stones().await?, stones);
        // Nor does a library of RenLib, which is no text.
        load(page, "openings.lib", b"\xffRenLib\xff\x03\x04\xff\xff").await?;
        page.says("“openings.lib” is a library of RenLib").await?;
        assert_eq!(page.stones().await?, stones);
        Ok(())
    })
}

#[test]
fn a_file_without_an_encoding_is_read_as_the_program_reads_it() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        for (stones, bytes, comment) in [
            (
                1,
                &b"(;GM[4]SZ[15];B[hh]C[M\xfcller gegen J\xf6rg])"[..],
                "M\u{fc}ller gegen J\u{f6}rg",
            ),
            (
                2,
                // Other languages have these dashes and quotation marks as well.
                &b"(;GM[4]SZ[15];B[hh];W[ii]C[\xcd\xf5\xd0\xa1\xc3\xf7\xa1\xaa\xa1\xaa\xa1\xb0\xba\xc3\xa1\xb1\xa1\xad])"[..],
                "\u{738b}\u{5c0f}\u{660e}\u{2014}\u{2014}\u{201c}\u{597d}\u{201d}\u{2026}",
            ),
            // It names one, and its two bytes would be a letter in UTF-8 as well.
            (
                3,
                &b"(;GM[4]SZ[15]CA[GBK];B[hh];W[ii];B[jj]C[\xca\xa4])"[..],
                "\u{80dc}",
            ),
        ] {
            load(page, "old.sgf", bytes).await?;
            page.counts(stones).await?;
            page.press("#save").await?;
            let saved = page.saved("kagetsu.sgf").await?;
            assert!(saved.contains(&format!("C[{comment}]")), "{saved}");
        }
        Ok(())
    })
}

#[test]
fn a_game_from_a_position_is_saved_as_sgf_and_kept_with_its_end() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        let position = "(;GM[4]SZ[15:12]RU[freestyle]AB[hh][ih]AW[gh]PL[W];W[jh];B[kh])";
        load(page, "position.sgf", position).await?;
        page.counts(5).await?;
        page.choose("#save-as", "sgf").await?;
        page.press("#save").await?;
        let saved = page.saved("kagetsu.sgf").await?;
        assert!(saved.contains("AB[hh][ih]AW[gh]PL[W]"), "{saved}");
        page.resign().await?;
        page.says("Resignation").await?;
        until_kept(page).await?;
        page.begin(&[("#begins", "two")]).await?;
        page.press("#show-games").await?;
        page.press("#games-list button").await?;
        page.counts(5).await?;
        page.says("Resignation").await
    })
}

/// A sheet for sharing that is closed the first time and refused the second time.
const SHEET: &str = "
    globalThis.refusals = ['AbortError', 'NotAllowedError'];
    navigator.canShare = () => true;
    navigator.share = async () => { throw new DOMException('no', refusals.shift()); };";

/// Saves the moving picture of a game of three moves, and copies its picture and its link.
async fn share(page: &Page) -> Result<(), Fault> {
    page.press("#share").await?;
    page.press("#share-gif").await?;
    let gif = page.saved_bytes("kagetsu.gif").await?;
    // One picture before the first move, and one after each of the three.
    let frames = gif.windows(3).filter(|at| at == b"\x21\xf9\x04").count();
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
    assert_eq!(frames, 4);
    page.reads("#share-note", "The picture is saved as kagetsu.gif.")
        .await?;
    // A picture that the browser does not let be copied is saved.
    let refuse = "navigator.clipboard.write = () => Promise.reject(new Error('no'))";
    page.run::<()>(refuse).await?;
    page.press("#share-copy").await?;
    let png = page.saved_bytes("kagetsu.png").await?;
    assert!(png.starts_with(b"\x89PNG"));
    // So is one that the browser does not share, but none where the sheet is closed.
    page.press("#share-close").await?;
    page.run::<()>(SHEET).await?;
    page.press("#share").await?;
    page.press("#share-sheet").await?;
    page.holds("a sheet that was closed", "return refusals.length === 1")
        .await?;
    assert!(page.text("#share-note").await?.contains("public page"));
    page.press("#share-sheet").await?;
    let png = page.saved_bytes("kagetsu.png").await?;
    assert!(png.starts_with(b"\x89PNG"));
    // What is said of the picture is nothing of the link.
    let allow = "navigator.clipboard.write = async () => {}";
    page.run::<()>(allow).await?;
    page.press("#share-copy").await?;
    page.reads("#share-note", "The picture is copied.").await?;
    // Whether or not the browser lets it be copied, the link stands there.
    page.press("#share-link").await?;
    // It leads to a page that others can open as well.
    page.tells("#share-note", "public page").await?;
    let link = page.value("#share-text").await?;
    let public = "https://kagetsu-engine.github.io/kagetsu/#position=renju_15_";
    assert!(link.starts_with(public), "{link}");
    page.press("#share-close").await?;
    assert!(page.has("#more summary:focus").await?);
    Ok(())
}

/// Is every line of the caption of the shared picture as narrow as the picture?
const NARROW: &str = r#"
    const svg = decodeURIComponent(document.getElementById('share-picture').src.split(',')[1]);
    const width = Number(svg.match(/viewBox="([^"]*)"/)[1].split(' ')[2]);
    const pen = document.createElement('canvas').getContext('2d');
    const wide = ([, size, weight, line]) => {
        pen.font = weight + ' 100px sans-serif';
        return (pen.measureText(line).width / 100) * Number(size);
    };
    const texts = svg.matchAll(/<text [^>]*font-size="([\d.]+)px" font-weight="(\d+)"[^>]*>([^<]*)</g);
    const lines = [...texts].slice(-2);
    return lines.length === 2 && lines.every((line) => wide(line) <= width);"#;

#[test]
fn the_caption_of_a_small_board_is_as_narrow_as_its_picture() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        super::views::load(page, "freestyle 5 a1 b1 a2 b2 a3 b3 a4 b4 a5").await?;
        page.press("#share").await?;
        page.find("#share-dialogue[open]").await?;
        assert!(page.run::<bool>(NARROW).await?);
        Ok(())
    })
}

#[test]
fn every_form_is_saved_and_finished_games_are_kept() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two"), ("#rule", "renju")])
            .await?;
        click_all(page, &["h8", "i9", "g7"]).await?;
        let stones = page.stones().await?;
        for (form, sign) in [
            ("psq", "Piskvorky"),
            ("json", "\"rule\":\"renju\""),
            ("txt", "renju 15 h8 i9 g7"),
            ("svg", "<svg"),
        ] {
            page.choose("#save-as", form).await?;
            page.press("#save").await?;
            let saved = page.saved(&format!("kagetsu.{form}")).await?;
            assert!(saved.contains(sign), "{form}: {saved}");
            if form == "svg" {
                // Colours are inside, and nothing depends on the styles of the page.
                assert!(saved.matches("<circle").count() >= 3 && !saved.contains("class="));
                // So are the paints that stones and wood refer to.
                assert!(saved.contains("url(") && saved.contains("id=\"paint-black\""));
                continue;
            }
            page.begin(&[("#begins", "two"), ("#rule", "renju")])
                .await?;
            load(page, "again", &saved).await?;
            page.counts(3).await?;
            assert_eq!(page.stones().await?, stones, "{form}");
        }
        page.choose("#save-as", "png").await?;
        page.press("#save").await?;
        let png = page.saved_bytes("kagetsu.png").await?;
        assert!(png.starts_with(b"\x89PNG") && png.len() > 2_000);
        share(page).await?;
        page.resign().await?;
        page.says("Resignation").await?;
        until_kept(page).await?;
        page.begin(&[("#begins", "two")]).await?;
        page.press("#show-games").await?;
        let kept = page.text("#games-list").await?;
        assert!(kept.contains("Black won\nRenju · 3 moves"), "{kept}");
        page.press("#games-list button").await?;
        page.counts(3).await?;
        assert_eq!(page.stones().await?, stones);
        // It is as over as it was, and is not kept a second time when another game begins.
        page.says("Black has won!").await?;
        page.says("Resignation").await?;
        page.begin(&[("#begins", "two")]).await?;
        page.press("#show-games").await?;
        assert_eq!(page.text("#games-list").await?, kept);
        page.press("#games-list button").await?;
        page.counts(3).await?;
        // The link carries the position and no key.
        page.press("#copy-link").await?;
        let link: String = page
            .run("return document.getElementById('position-text').value")
            .await?;
        let position = "/#position=renju_15_h8_i9_g7";
        assert!(link.ends_with(position), "{link}");
        // It gives way to another position, also in a field that has the focus.
        page.find("#position-text").await?.click().await?;
        page.command(json!({ "do": "load", "text": "renju 15 h8 i9" }))
            .await?;
        page.until("the other position", async || {
            Ok(page.value("#position-text").await? == "renju 15 h8 i9")
        })
        .await?;
        page.begin(&[("#begins", "two")]).await?;
        page.counts(0).await?;
        page.browser.goto("about:blank").await?;
        // It opens here as well as on the public page.
        let (base, _) = page.link.split_once("/#").ok_or("no key")?;
        page.browser.goto(format!("{base}{position}")).await?;
        page.counts(3).await
    })
}

#[test]
fn what_is_set_up_is_taken_back_and_outlives_a_reload() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.press("#edit").await?;
        // A stone has the colour of the one before; a second click changes it, and a third takes it away.
        for name in ["h8", "i9", "i9", "j10"] {
            page.click(name).await?;
        }
        let named = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let set = [named(&["h8"]), named(&["i9", "j10"])];
        let are_set = async || Ok::<bool, Fault>(page.stones().await? == set);
        page.until("the stones", &are_set).await?;
        // A button, Escape and Ctrl+Z take the last change back, whichever it was.
        page.press("#edit-clear").await?;
        page.counts(0).await?;
        page.press("#edit-undo").await?;
        page.until("the stones again", &are_set).await?;
        page.press("#edit-clear").await?;
        page.counts(0).await?;
        page.keys(&[Key::Escape]).await?;
        page.until("the stones after a key", &are_set).await?;
        page.lays("k11", 4).await?;
        let undo = "dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, cancelable: true }))";
        page.run::<()>(undo).await?;
        page.until("the stones once more", &are_set).await?;
        for name in ["j10", "j10", "i9"] {
            page.click(name).await?;
        }
        // A reload leaves it as it is, and Escape takes the last change back as before.
        page.counts(1).await?;
        page.browser.refresh().await?;
        page.shows("body.editing:not(.starting)").await?;
        page.counts(1).await?;
        page.keys(&[Key::Escape]).await?;
        page.counts(2).await
    })
}

#[test]
fn a_position_that_was_set_up_is_not_wiped_and_goes_on_against_kagetsu() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.press("#edit").await?;
        page.lays("h8", 1).await?;
        page.press("#edit-done").await?;
        page.shows("#edit-bar[hidden]").await?;
        page.until("a stone", async || {
            Ok(page.stones().await? == [vec!["h8".to_string()], vec![]])
        })
        .await?;
        // What is pressed there would begin another game.
        assert!(page.has("#welcome[hidden]").await?);
        // The level that was chosen last is that of Kagetsu wherever it takes a seat.
        page.begin(&[("#begins", "person"), ("#level", "2")])
            .await?;
        page.begin(&[("#begins", "two")]).await?;
        page.lays("h8", 1).await?;
        page.press("[data-do=play-on]").await?;
        page.says("Kagetsu plays Black from here.").await?;
        assert!(page.text("#seat-black .name").await?.contains("Level 2"));
        page.lays("i9", 3).await
    })
}

#[test]
fn a_variation_is_taken_back_and_the_game_stays() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        click_all(page, &["h8", "i9", "j10"]).await?;
        // After a click the arrow keys step through the game.
        page.keys(&[Key::Left]).await?;
        page.says("Position after move 2.").await?;
        // A variation, whose move is what Undo takes back.
        page.click("a2").await?;
        page.says("A variation: position after move 3.").await?;
        page.says("The game is as it was. White to move.").await?;
        assert!(page.has("#seat-white.active").await?);
        // What would act on the game is off.
        let off = "return document.querySelectorAll('#actions > [data-do]:disabled:not([hidden])').length";
        assert_eq!(page.run::<usize>(off).await?, 3);
        page.press("[data-do=undo]").await?;
        page.says("Position after move 2.").await?;
        // A move that others follow is only left.
        page.click("a2").await?;
        page.says("A variation: position after move 3.").await?;
        page.click("a3").await?;
        page.says("A variation: position after move 4.").await?;
        page.press("#previous").await?;
        page.press("[data-do=undo]").await?;
        page.says("Position after move 2.").await?;
        let kept = "return document.querySelectorAll('#tree .node').length";
        assert_eq!(page.run::<usize>(kept).await?, 2);
        // The button that was pressed leaves the arrow keys alone.
        page.keys(&[Key::Left]).await?;
        page.says("Position after move 1. White to move.").await?;
        page.press("#status .link").await?;
        page.counts(3).await?;
        assert_eq!(page.run::<usize>(off).await?, 0);
        // At an earlier position nothing of the game is taken back.
        page.press("#previous").await?;
        page.says("Position after move 2.").await?;
        assert_eq!(page.run::<usize>(off).await?, 4);
        page.press("#last").await?;
        page.counts(3).await?;
        page.press("[data-do=undo]").await?;
        page.counts(2).await
    })
}
