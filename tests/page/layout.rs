//! How the page is arranged: the board, what stands beside it, the first screen, the moves and the end of a game.

use serde_json::json;

use super::Fault;
use super::browser::{Screen, resize};
use super::commands::click_all;
use super::site::{Page, on_page};
use super::views::load;

/// The part of the window's height that the board takes, and the buttons of a running game that are not seen whole.
const MEASURED: &str = "
    const box = document.getElementById('board').getBoundingClientRect();
    const shown = [...document.querySelectorAll('#actions > *')].filter((part) => part.offsetParent);
    const cut = shown.filter((part) => part.getBoundingClientRect().bottom > innerHeight);
    return [Math.min(box.height / innerHeight, box.width / innerWidth), box.height / innerHeight, cut.length, document.documentElement.scrollWidth - innerWidth];";

/// The least distance of a coordinate from the left edge of the board, its height, and where the board is when the page is
/// scrolled to its end.
const READ: &str = "
    scrollTo(0, document.documentElement.scrollHeight);
    const board = document.getElementById('board').getBoundingClientRect();
    const labels = [...document.querySelectorAll('#board .label')].map((label) => label.getBoundingClientRect());
    return [Math.min(...labels.map(({ left }) => left)) - board.left, labels[0].height, board.top];";

#[test]
fn the_board_is_as_large_as_the_window_allows() -> Result<(), Fault> {
    for (screen, least) in [(Screen::Desk, 0.88), (Screen::Telephone, 0.4)] {
        on_page(screen, async |page| {
            load(page, "freestyle 15 h8 i9").await?;
            page.run::<()>("scrollTo(0, 0)").await?;
            let measured: [f64; 4] = page.run(MEASURED).await?;
            assert!(measured[1] >= least, "{measured:?}");
            assert!(measured[2] < 0.5 && measured[3] < 0.5, "{measured:?}");
            // Coordinates keep clear of its edge and are as large on a small board, and it stays while one reads below it.
            let [clear, large, top]: [f64; 3] = page.run(READ).await?;
            assert!(clear >= 0.5, "{clear}");
            page.begin(&[("#game", "reversi")]).await?;
            let [_, as_large, _]: [f64; 3] = page.run(READ).await?;
            assert!((large - as_large).abs() < 1.5, "{large} {as_large}");
            assert!(top.abs() < 9.0, "{top}");
            Ok(())
        })?;
    }
    Ok(())
}

/// The labels beside the board that are wider than their buttons, and the buttons of the header that stand in a second row.
const BROKEN: &str = "
    // The buttons of a game and of what is folded are measured as well.
    document.body.classList.remove('unbegun');
    for (const menu of document.querySelectorAll('#settings, #more')) menu.open = true;
    const shown = (query) => [...document.querySelectorAll(query)].filter((part) => part.offsetParent);
    const wide = shown('#side :is(button, summary)').filter((part) => part.scrollWidth > part.clientWidth + 1);
    const [first, ...others] = shown('header :is(button, summary):not(.panel *)');
    const below = others.filter((part) => part.getBoundingClientRect().top > first.getBoundingClientRect().bottom);
    return [...wide, ...below].map((part) => part.textContent);";

#[test]
fn labels_fit_beside_the_board_of_a_small_window_in_every_language() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        for size in [[1000, 700], [900, 700], [700, 600]] {
            resize(&page.browser, Some(size)).await?;
            for language in ["zh", "ja", "ko", "ru", "vi", "en"] {
                page.speak(language).await?;
                page.shows(&format!("html[lang^='{language}']")).await?;
                let broken: Vec<String> = page.run(BROKEN).await?;
                assert!(broken.is_empty(), "{size:?}, {language}: {broken:?}");
            }
        }
        resize(&page.browser, None).await
    })
}

/// The rows in which the last buttons of the position editor stand, how many of all are too narrow for their words, and how
/// much wider than the window the page is.
const EDITOR: &str = "
    const rows = new Set(['undo', 'done', 'cancel'].map((name) => document.getElementById(`edit-${name}`).offsetTop));
    const narrow = [...document.querySelectorAll('#edit-bar button')].filter((part) => part.scrollWidth > part.clientWidth);
    return [rows.size, narrow.length, Math.max(0, document.documentElement.scrollWidth - innerWidth)];";

#[test]
fn the_position_editor_fits_a_telephone_in_every_language() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        // Where the button is, the board would hide the beginning of the bar.
        let from_below = "scrollTo(0, document.documentElement.scrollHeight);
            document.getElementById('edit').click();
            return scrollY;";
        assert_eq!(page.run::<u32>(from_below).await?, 0);
        for language in ["zh", "ja", "ko", "ru", "vi", "en"] {
            page.speak(language).await?;
            page.shows(&format!("html[lang^='{language}']")).await?;
            let measured: [u32; 3] = page.run(EDITOR).await?;
            assert_eq!(measured, [1, 0, 0], "{language}");
        }
        Ok(())
    })
}

#[test]
fn moves_are_listed_and_lead_to_their_positions() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        click_all(page, &["h8", "i9", "a1"]).await?;
        assert_eq!(page.text("#moves [aria-current]").await?, "a1");
        page.press("#moves li:nth-child(3) button").await?;
        page.counts(2).await?;
        page.says("Position after move 2.").await?;
        assert_eq!(page.text("#moves [aria-current]").await?, "i9");
        page.press("#last").await?;
        page.counts(3).await?;
        // One part is shown at a time, and which one outlives a refresh, as the game does.
        page.press("#tab-files").await?;
        assert!(page.has("#panel-moves[hidden]").await?);
        let stones = page.stones().await?;
        page.browser.refresh().await?;
        page.counts(3).await?;
        assert_eq!(page.stones().await?, stones);
        assert!(page.has("#panel-files:not([hidden])").await?);
        page.press("#tab-moves").await?;
        click_all(page, &["b2"]).await
    })
}

async fn pressed(page: &Page, chip: &str) -> Result<bool, Fault> {
    page.has(&format!("{chip}[aria-pressed=true]")).await
}

#[test]
fn a_game_is_begun_on_the_first_screen_and_its_choices_are_kept() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        assert!(pressed(page, "[data-begins=person]").await?);
        // What belongs to a game comes with its first stone, and stays when that is taken back.
        let shown = "return ['actions', 'under'].filter((id) => document.getElementById(id).offsetParent).length;";
        assert_eq!(page.run::<usize>(shown).await?, 0);
        page.says("You have Black. Lay the first stone.").await?;
        page.lays("h8", 2).await?;
        assert_eq!(page.run::<usize>(shown).await?, 2);
        page.press("[data-do=undo]").await?;
        page.counts(0).await?;
        assert!(page.has("#welcome:not([hidden])").await?);
        assert_eq!(page.run::<usize>(shown).await?, 2);
        page.press("[data-rule=renju]").await?;
        page.until("renju", async || pressed(page, "[data-rule=renju]").await)
            .await?;
        assert!(page.text("#quick-rule").await?.contains("no two threes"));
        let level = "
            const level = document.getElementById('quick-level');
            level.value = arguments[0];
            level.dispatchEvent(new Event('input'));
            level.dispatchEvent(new Event('change'));";
        page.run_with::<()>(level, vec![json!(2)]).await?;
        page.tells("#seat-white .name", "Level 2").await?;
        assert_eq!(page.text("#quick-name").await?, "Level 2 · beginner");
        page.press("[data-begins=kagetsu]").await?;
        page.counts(1).await?;
        page.says("Your move: White.").await?;
        assert!(page.has("#welcome[hidden]").await?);
        // Another level on the same board.
        page.begin(&[("#begins", "person"), ("#size", "19")])
            .await?;
        page.run_with::<()>(level, vec![json!(3)]).await?;
        page.tells("#seat-white .name", "Level 3").await?;
        let width = "return kagetsu.state.view.picture.width";
        assert_eq!(page.run::<u8>(width).await?, 19);
        // Two people, and an analysis, are one press away.
        page.press("#welcome-analyse").await?;
        page.shows("#lines .line").await?;
        assert!(page.has("#panel-analysis:not([hidden])").await?);
        // The next game begins without it, and its lines are stepped through before its first stone as well.
        page.begin(&[("#begins", "person"), ("#rule", "caro")])
            .await?;
        page.reads("#analyse", "Analyse").await?;
        assert!(page.text("#quick-rule").await?.starts_with("Caro · "));
        page.press("#analyse").await?;
        page.holds(
            "a line of several moves",
            "return !!document.querySelector('#lines td:last-child')?.textContent",
        )
        .await?;
        page.press("#analyse").await?;
        page.reads("#analyse", "Analyse").await?;
        page.press("#lines .line").await?;
        assert!(page.has("#welcome[hidden]").await?);
        page.press("#next").await?;
        assert_eq!(page.marks(".planned").await?.len(), 2);
        Ok(())
    })
}

#[test]
fn a_clock_with_both_limits_shows_the_stricter_one_to_whoever_is_to_move() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        // What is typed into fields that are not seen keeps nobody from beginning, and minutes need not be whole.
        let limits = "for (const [id, value] of [['per-move', arguments[0]], ['per-game', 90.5]]) document.getElementById(id).value = value;";
        page.run_with::<()>(limits, vec![json!(99_999)]).await?;
        page.begin(&[("#begins", "two")]).await?;
        page.run_with::<()>(limits, vec![json!(1_200)]).await?;
        page.begin(&[("#begins", "two"), ("#clock", "own")]).await?;
        page.lays("h8", 1).await?;
        let [black, white] = [
            page.text("#seat-black").await?,
            page.text("#seat-white").await?,
        ];
        // The clocks run meanwhile.
        let shows = |seat: &str, minutes: [&str; 2]| minutes.iter().any(|part| seat.contains(part));
        assert!(shows(&black, ["90:", "89:"]), "{black}");
        assert!(shows(&white, ["20:", "19:"]), "{white}");
        Ok(())
    })
}

/// The last value of the curve, the times of both seats and how far the curve is painted, where a game of two moves and three
/// values has ended so.
const ENDED: &str = "
    const { view } = kagetsu.state;
    const [winner, reason] = ['second', arguments[0]];
    const clocks = { left: [null, null], step_left: null, per_move: 14000, used: [3000, 4000] };
    Object.assign(view, { outcome: { winner, reason }, clocks, to_act: null, curve: [[0, 0.5], [1, 0.6], [2, 0.7]] });
    document.getElementById('numbers').click();
    const text = (part) => document.querySelector(part).textContent;
    const last = document.querySelector('#curve .curve-line').getAttribute('points').split(',').pop();
    const painted = document.querySelector('#curve .white-part').getAttribute('width');
    return [Math.round(Number(last)), text('#seat-black .time'), text('#seat-white .time'), Math.round(Number(painted))];";

#[test]
fn time_that_is_over_stands_on_its_clock_and_is_no_fall_of_the_curve() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, "freestyle 15 h8 i9").await?;
        let ended = async |reason: &str| {
            page.run_with::<serde_json::Value>(ENDED, vec![json!(reason)])
                .await
        };
        assert_eq!(ended("time").await?, json!([27, "0:00.0", "0:14", 60]));
        assert_eq!(ended("resigned").await?, json!([27, "0:14", "0:14", 60]));
        assert_eq!(ended("row").await?, json!([90, "0:14", "0:14", 60]));
        Ok(())
    })
}

/// How much of the status is behind the board that stays in view, or beyond the window.
const COVERED: &str = "
    const [status, board] = ['status', 'board'].map((id) => document.getElementById(id).getBoundingClientRect());
    return Math.max(board.bottom - status.top, status.bottom - innerHeight);";

#[test]
fn what_the_page_answers_is_seen_below_a_board_that_stays() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        let answers = async |act: &str, text: &str| {
            let at_the_end = format!("scrollTo(0, document.documentElement.scrollHeight); {act}");
            page.run::<()>(&at_the_end).await?;
            page.says(text).await?;
            let covered: f64 = page.run(COVERED).await?;
            assert!(covered < 1.0, "{text}: {covered}");
            Ok::<(), Fault>(())
        };
        load(page, "freestyle 15 h8 a1 i8 a2 j8 a3 k8 o4").await?;
        let typed = "document.getElementById('text').value = 'zz'; document.querySelector('#typed button').click();";
        page.press("#tab-moves").await?;
        answers(typed, "is not a move").await?;
        page.touch("l8").await?;
        answers("document.getElementById('confirm').click();", "has won").await?;
        // An analysis of a game that is over looks at the position before its last move.
        let analyse = "document.getElementById('analyse').click()";
        page.run::<()>(analyse).await?;
        page.says("Position after move 8.").await?;
        page.says("which ended the game").await?;
        // A finger that came just after the confirmation would press nothing.
        page.run::<()>("document.getElementById('last').click()")
            .await?;
        assert_eq!(page.text("#analyse").await?, "Analyse");
        Ok(())
    })
}

#[test]
fn the_end_of_a_game_is_told_in_large_letters() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        page.begin(&[("#begins", "person"), ("#level", "2")])
            .await?;
        let lose_after_a_move = async || {
            page.touch("h8").await?;
            page.press("#confirm").await?;
            page.counts(2).await?;
            page.resign().await?;
            page.says("You lost.").await
        };
        lose_after_a_move().await?;
        assert!(page.has("#actions [data-do=resign][hidden]").await?);
        let begins_anew = async || page.lacks("#status .headline").await;
        assert_eq!(page.text("[data-do=rematch]").await?, "Rematch as White");
        page.press("[data-do=rematch]").await?;
        begins_anew().await?;
        page.counts(1).await?;
        // After a loss the level below is one press away, and there is none below the first one.
        page.resign().await?;
        page.says("You lost.").await?;
        // Every button has room for its words, in one line.
        let broken = "
            const shown = [...document.querySelectorAll('#actions > button')].filter((part) => part.offsetParent);
            return shown.filter((part) => part.scrollWidth > part.clientWidth || part.offsetHeight > 41).length;";
        assert_eq!(page.run::<usize>(broken).await?, 0);
        let easier = page.text("#other-level").await?;
        assert_eq!(easier, "Rematch as Black · Level 1");
        page.press("#other-level").await?;
        begins_anew().await?;
        assert!(page.text("#seat-white .name").await?.contains("Level 1"));
        lose_after_a_move().await?;
        assert!(page.has("#other-level[hidden]").await?);
        Ok(())
    })
}
