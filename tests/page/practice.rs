//! Practice: the rating, the puzzle of the day, own mistakes that come back, own puzzles, and what a reload keeps.

use serde_json::json;

use super::Fault;
use super::browser::Screen;
use super::people::{close_invitation, player_link};
use super::site::{Page, on_page};
use super::views::load;

const ABOUT: &str = "#puzzle-about";
const LINE: &str = "#practice-line";

/// Opens the dialogue of puzzles.
async fn choose(page: &Page) -> Result<(), Fault> {
    page.press("#puzzles").await?;
    page.shows("#puzzles-dialogue[open]").await
}

/// Opens the puzzle near the rating, and waits for another one than before.
async fn near(page: &Page, before: &str) -> Result<String, Fault> {
    page.press("#puzzle-near").await?;
    page.until("a puzzle", async || {
        let about = page.text(ABOUT).await?;
        Ok(page.has("#puzzle-bar:not([hidden])").await? && !about.is_empty() && about != before)
    })
    .await?;
    page.text(ABOUT).await
}

/// The moves of the solver in the solution of the puzzle that is shown.
async fn solution(page: &Page) -> Result<Vec<String>, Fault> {
    let script = "
        const { about } = kagetsu.state.exercise;
        return kagetsu.ask('/api/puzzle', { id: about.id, row: about.row, do: 'solution' })
            .then((answer) => answer.json())
            .then(({ line, picture }) => line.filter((_, index) => index % 2 === 0)
                .map(({ x, y }) => String.fromCharCode(97 + x) + (picture.height - y)));";
    page.run(script).await
}

async fn solve(page: &Page) -> Result<(), Fault> {
    let moves = solution(page).await?;
    for (number, at) in (1..).zip(&moves) {
        page.click(at).await?;
        let said = if number == moves.len() {
            "Solved!"
        } else {
            "is right."
        };
        page.says(&format!("{at} is right.")).await?;
        page.says(said).await?;
    }
    Ok(())
}

#[test]
fn a_rating_falls_by_a_wrong_answer_rises_by_a_solution_and_outlives_the_page() -> Result<(), Fault>
{
    on_page(Screen::Desk, async |page| {
        choose(page).await?;
        page.reads(LINE, "Rating 1000 ± 200").await?;
        let first = near(page, "").await?;
        let right = solution(page).await?;
        page.says("the rating falls at once").await?;
        let wrong = ["a1", "o15"].into_iter().find(|&at| right[0] != at);
        page.click(wrong.ok_or("no wrong move")?).await?;
        page.says("is wrong. Try again.").await?;
        page.says("(−").await?;
        // What is wrong is told once.
        let peek = "return document.getElementById('peek').offsetParent !== null";
        assert!(!page.run::<bool>(peek).await?);
        page.press("#puzzle-choose").await?;
        page.shows("#puzzles-dialogue[open]").await?;
        near(page, &first).await?;
        solve(page).await?;
        page.says("(+").await?;
        page.press("#puzzle-leave").await?;
        choose(page).await?;
        let line = page.text(LINE).await?;
        assert!(line.ends_with("One day in a row"), "{line}");
        assert_ne!(line, "Rating 1000 ± 200");
        page.browser.refresh().await?;
        page.shows("#board .grid").await?;
        choose(page).await?;
        page.reads(LINE, &line).await
    })
}

#[test]
fn the_puzzle_of_the_day_is_the_same_in_two_browsers_and_stays_by_a_reload() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        let of_the_day = async |page: &Page| {
            page.press("#welcome-daily").await?;
            page.shows("#puzzle-bar:not([hidden])").await?;
            page.text(ABOUT).await
        };
        let about = of_the_day(page).await?;
        let right = solution(page).await?;
        if right.len() > 1 {
            page.click(&right[0]).await?;
            page.says("is right.").await?;
        }
        let stones = page.count().await?;
        page.browser.refresh().await?;
        page.until("the puzzle again", async || {
            Ok(page.has("#puzzle-bar:not([hidden])").await? && page.text(ABOUT).await? == about)
        })
        .await?;
        page.counts(stones).await?;
        // The browser's way back leads to the game.
        page.browser.back().await?;
        page.counts(0).await?;
        assert!(page.has("#puzzle-bar[hidden]").await?);
        page.beside(&page.link, async |other| {
            other.shows("#board .grid").await?;
            assert_eq!(of_the_day(other).await?, about);
            Ok(())
        })
        .await
    })
}

#[test]
fn a_puzzle_that_was_tried_before_is_not_said_to_count() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.press("#welcome-daily").await?;
        page.says("the rating falls at once").await?;
        page.press("#puzzle-hint").await?;
        page.says("(−").await?;
        page.press("#puzzle-leave").await?;
        page.press("#welcome-daily").await?;
        page.says(" to move: ").await?;
        let said = page.text("#status").await?;
        assert!(!said.contains("the rating falls at once"), "{said}");
        Ok(())
    })
}

/// No attempt arrives, or none is answered, as long as the network is `away`.
const AWAY: &str = "
    const real = (window.real ??= window.fetch);
    [window.away, window.lost] = [true, 0];
    window.fetch = async (path, options) => {
        const isLost = path === '/api/practice' && options.body.includes('attempt') && window.away;
        const isSent = !isLost || arguments[0] === 'unanswered';
        const answer = isSent ? await real(path, options) : null;
        if (!isLost) return answer;
        window.lost += 1;
        throw new TypeError('lost');
    };";

#[test]
fn an_attempt_that_the_network_loses_arrives_when_it_is_back() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        for (way, is_loaded_again) in [("unsent", false), ("unanswered", false), ("unsent", true)] {
            choose(page).await?;
            near(page, "").await?;
            let puzzle = "return kagetsu.state.exercise.about.id";
            let puzzle: String = page.run(puzzle).await?;
            page.run_with::<()>(AWAY, vec![json!(way)]).await?;
            page.press("#puzzle-hint").await?;
            page.holds("it is lost", "return window.lost > 0").await?;
            if is_loaded_again {
                page.browser.refresh().await?;
                page.shows("#puzzle-bar:not([hidden])").await?;
            } else {
                page.run::<()>("window.away = false").await?;
                page.says("(−").await?;
            }
            let arrived = format!(
                "return kagetsu.ask('/api/practice', {{ day: 0, do: 'show' }}).then((answer) => answer.json())
                    .then(({{ practice }}) => practice.progress.attempts.some(({{ puzzle }}) => puzzle === '{puzzle}'));"
            );
            page.holds("it has arrived", &arrived).await?;
            page.press("#puzzle-leave").await?;
        }
        Ok(())
    })
}

/// Asks for help, which is an attempt, while the network is away.
async fn try_in_vain(page: &Page) -> Result<(), Fault> {
    page.run_with::<()>(AWAY, vec![json!("unsent")]).await?;
    page.press("#puzzle-hint").await?;
    page.holds("it is lost", "return window.lost > 0").await
}

/// Is everything told that this browser has kept for the table?
const TOLD: &str = "return localStorage.getItem('untold') === '[]'";

#[test]
fn an_attempt_that_arrives_late_is_seen_where_puzzles_are_chosen() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        choose(page).await?;
        near(page, "").await?;
        try_in_vain(page).await?;
        page.press("#puzzle-leave").await?;
        choose(page).await?;
        page.reads(LINE, "Rating 1000 ± 200").await?;
        page.run::<()>("window.away = false").await?;
        page.until("another rating", async || {
            Ok(page.text(LINE).await? != "Rating 1000 ± 200")
        })
        .await?;
        // What is left over is told once the page is loaded, whether or not puzzles are chosen.
        near(page, "").await?;
        try_in_vain(page).await?;
        page.press("#puzzle-leave").await?;
        page.browser.refresh().await?;
        page.shows("#board .grid").await?;
        page.holds("it is told", TOLD).await
    })
}

#[test]
fn attempts_of_two_tabs_that_the_network_loses_are_counted_once() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        let own = page.browser.window().await?;
        let other = page.browser.new_tab().await?;
        page.browser.switch_to_window(other.clone()).await?;
        page.open().await?;
        choose(page).await?;
        let first = near(page, "").await?;
        // Each tab tries another puzzle.
        page.press("#puzzle-next").await?;
        page.until("another puzzle", async || {
            Ok(page.text(ABOUT).await? != first)
        })
        .await?;
        page.browser.switch_to_window(own.clone()).await?;
        choose(page).await?;
        near(page, "").await?;
        try_in_vain(page).await?;
        page.browser.switch_to_window(other).await?;
        try_in_vain(page).await?;
        page.run::<()>("window.away = false").await?;
        page.says("(−").await?;
        page.browser.switch_to_window(own).await?;
        page.run::<()>("window.away = false").await?;
        page.says("(−").await?;
        page.holds("both are told", TOLD).await?;
        let attempts = "
            return kagetsu.ask('/api/practice', { day: 0, do: 'show' }).then((answer) => answer.json())
                .then(({ practice }) => practice.progress.attempts.length);";
        assert_eq!(page.run::<usize>(attempts).await?, 2);
        Ok(())
    })
}

#[test]
fn damaged_lists_of_the_browser_count_as_nothing() -> Result<(), Fault> {
    let damage = "
        for (const name of ['untold', 'puzzles', 'games']) localStorage.setItem(name, arguments[0]);
        for (const name of ['own-solved', 'own-puzzles']) sessionStorage.setItem(name, arguments[0]);";
    on_page(Screen::Desk, async |page| {
        for damaged in ["{}", "5", "\"x\"", "[null]"] {
            page.run_with::<()>(damage, vec![json!(damaged)]).await?;
            page.browser.refresh().await?;
            page.shows("#board .grid").await?;
            choose(page).await?;
            near(page, "").await?;
            page.press("#puzzle-hint").await?;
            page.holds("the attempt is told", TOLD).await?;
            page.press("#puzzle-leave").await?;
        }
        Ok(())
    })
}

/// Keeps what a reload of the tab shows on the board, and tells whether nothing is kept.
const KEEP: &str = "sessionStorage.setItem('exercise', JSON.stringify(arguments[0]))";
const KEEPS_NOTHING: &str = "return sessionStorage.getItem('exercise') === null";

#[test]
fn what_a_tab_keeps_and_cannot_show_is_forgotten() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        for kept in [
            json!(5),
            json!({ "kind": "none" }),
            json!({ "kind": "puzzle" }),
            json!({ "kind": "editor" }),
            json!({ "kind": "editor", "stones": 5, "size": [15, 15] }),
            // Its chapter had more steps.
            json!({ "kind": "learn", "chapter": "five", "number": 999 }),
        ] {
            let what = kept.to_string();
            page.run_with::<()>(KEEP, vec![kept]).await?;
            page.browser.refresh().await?;
            page.shows("#board .grid").await?;
            page.holds(&what, KEEPS_NOTHING).await?;
            assert!(!page.has("dialog[open]").await?, "{what}");
        }
        page.says("There is no such step.").await?;
        // The console has it as well.
        page.browser.browser_log().await?;
        Ok(())
    })
}

#[test]
fn the_tab_of_a_guest_forgets_the_puzzle_of_the_owner() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "remote")]).await?;
        close_invitation(page).await?;
        let link = player_link(page).await?;
        for kind in ["puzzle", "drill"] {
            let kept = json!({ "kind": kind, "about": {} });
            page.run_with::<()>(KEEP, vec![kept]).await?;
            page.browser.goto("about:blank").await?;
            page.browser.goto(link.as_str()).await?;
            page.shows("#board .grid").await?;
            assert!(page.run::<bool>(KEEPS_NOTHING).await?);
            let said = page.text("#status").await?;
            assert!(!said.contains("only for the owner"), "{said}");
        }
        Ok(())
    })
}

/// Another page gives a wrong answer to the first puzzle.
const ELSEWHERE: &str = "
    const day = Math.floor(Date.now() / 86400000);
    const ask = (path, body) => kagetsu.ask(path, body).then((answer) => answer.json());
    return ask('/api/puzzles').then(([{ id }]) => ask('/api/practice', { day, do: 'attempt', puzzle: id, solved: false, seconds: 9 }))
        .then(({ refused }) => refused ?? null);";

#[test]
fn what_another_page_has_practised_is_told_when_puzzles_are_chosen() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        choose(page).await?;
        page.reads(LINE, "Rating 1000 ± 200").await?;
        page.press("#puzzles-dialogue button[value=cancel]").await?;
        let refused: serde_json::Value = page.run(ELSEWHERE).await?;
        assert!(refused.is_null(), "{refused}");
        choose(page).await?;
        assert_ne!(page.text(LINE).await?, "Rating 1000 ± 200");
        Ok(())
    })
}

/// The clock of the page is a day ahead.
const TOMORROW: &str = "
    const [Real, now] = [Date, Date.now() + 86400000];
    globalThis.Date = class extends Real {
        constructor(...given) {
            super(...(given.length ? given : [now]));
        }
    };";

/// Both sides have an open three; Black has played elsewhere.
pub(crate) const BLUNDER: &str = "(;GM[4]SZ[15]RU[freestyle]AB[hh][ih][jh]AW[hd][id][jd];B[ao])";

#[test]
fn a_mistake_is_asked_again_and_comes_back_when_it_is_due() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, BLUNDER).await?;
        page.press("#review").await?;
        // It is a blunder, and none of the mistakes.
        page.tells("#mistakes", "1 blunder · 0 mistakes · 0 inaccuracies")
            .await?;
        page.shows("#keep-mistakes:not([hidden])").await?;
        page.press("#keep-mistakes").await?;
        page.shows("#drill-bar:not([hidden])").await?;
        page.tells("#drill-about", "Black played a1?? here").await?;
        assert_eq!(page.count().await?, 6);
        assert_eq!(page.text("#board .regretted-sign").await?, "??");
        // It is there after a reload, and told on the first screen.
        page.browser.refresh().await?;
        page.shows("#drill-bar:not([hidden])").await?;
        page.press("#drill-leave").await?;
        page.counts(7).await?;
        page.begin(&[("#begins", "person")]).await?;
        page.reads("#welcome-drills", "One mistake to practise")
            .await?;
        page.press("#welcome-drills").await?;
        page.shows("#drill-bar:not([hidden])").await?;
        // A move that was shown is not found: the mistake is asked again.
        page.press("#drill-better").await?;
        page.says("Better: ").await?;
        assert!(page.has("#drill-next:focus").await?);
        page.click("g8").await?;
        page.press("#drill-next").await?;
        page.shows("#drill-better:not([hidden])").await?;
        page.click("a2").await?;
        page.says("a2 is not good enough").await?;
        page.click("g8").await?;
        page.says("g8 is good").await?;
        assert!(page.has("#drill-next:focus").await?);
        assert_eq!(page.marks(".good").await?, ["g8"]);
        page.press("#drill-next").await?;
        page.says("There is no mistake to practise today.").await?;
        // It was answered wrongly first: it is asked tomorrow, and not today.
        let due = "
            const now = new Date();
            const day = Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000) + arguments[0];
            return kagetsu.ask('/api/practice', { day, do: 'show' }).then((answer) => answer.json()).then(({ practice }) => practice.drills);";
        let in_days = async |days: i64| page.run_with::<[usize; 2]>(due, vec![json!(days)]).await;
        assert_eq!(in_days(-1).await?, [0, 1]);
        assert_eq!(in_days(3).await?, [1, 1]);
        // A page that stays open knows what is due on the next day.
        choose(page).await?;
        assert!(page.has("#puzzle-drills[hidden]").await?);
        page.press("#puzzles-dialogue button[value=cancel]").await?;
        page.run::<()>(TOMORROW).await?;
        // Whoever comes back to it is told on the first screen.
        let back = "document.dispatchEvent(new Event('visibilitychange'))";
        page.run::<()>(back).await?;
        page.shows("#welcome:not([hidden]) #welcome-drills:not([hidden])")
            .await?;
        choose(page).await?;
        page.reads("#puzzle-drills", "One mistake to practise")
            .await
    })
}

#[test]
fn a_mistake_that_a_search_has_judged_is_not_told_as_due_any_more() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        load(page, BLUNDER).await?;
        page.press("#review").await?;
        page.press("#keep-mistakes").await?;
        page.shows("#drill-bar:not([hidden])").await?;
        page.click("a2").await?;
        page.says("a2 is not good enough").await?;
        page.press("#drill-leave").await?;
        page.counts(7).await?;
        page.begin(&[("#begins", "person")]).await?;
        page.shows("#welcome:not([hidden]) #welcome-drills[hidden]")
            .await?;
        // The copy of the browser, which alone has it where there is no server, knows that as well.
        let due = "return JSON.parse(localStorage.getItem('practice')).drills[0].due";
        let kept: i64 = page.run(due).await?;
        let now = "const now = new Date(); return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000";
        assert!(kept > page.run::<i64>(now).await?);
        Ok(())
    })
}

#[test]
fn own_puzzles_are_played_and_a_bad_file_is_told() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        // Black has a four.
        let row = "mine\tblack\td4 e4 f4 g4\td5 e5 f5\t1\th4\tfours\tfreestyle\t9\t1";
        let own = page.file("own.tsv", format!("# id\n{row}\n"))?;
        let bad = page.file("bad.tsv", "no puzzles")?;
        choose(page).await?;
        let input = page.find("#puzzle-file").await?;
        input.send_keys(bad.to_string_lossy()).await?;
        page.says("“bad.tsv” cannot be played: line 1:").await?;
        choose(page).await?;
        let input = page.find("#puzzle-file").await?;
        input.send_keys(own.to_string_lossy()).await?;
        page.reads(ABOUT, "Freestyle · mine · Grade 1").await?;
        assert_eq!(page.count().await?, 7);
        solve(page).await?;
        // It is the only one, and comes again.
        page.says("These puzzles are all solved (1)").await?;
        page.press("#puzzle-next").await?;
        page.says("Black to move").await?;
        page.says("These puzzles are all solved (1)").await
    })
}

#[test]
fn a_reload_goes_on_with_the_own_puzzles_and_those_that_were_solved() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        let row = |id: &str| {
            format!("{id}\tblack\td4 e4 f4 g4\td5 e5 f5\t1\th4\tfours\tfreestyle\t9\t1\n")
        };
        let rows = ["first", "second", "third"].map(row);
        let own = page.file("own.tsv", rows.concat())?;
        choose(page).await?;
        let input = page.find("#puzzle-file").await?;
        input.send_keys(own.to_string_lossy()).await?;
        page.reads(ABOUT, "Freestyle · first · Grade 1").await?;
        solve(page).await?;
        page.press("#puzzle-next").await?;
        page.reads(ABOUT, "Freestyle · second · Grade 1").await?;
        page.browser.refresh().await?;
        page.reads(ABOUT, "Freestyle · second · Grade 1").await?;
        page.press("#puzzle-next").await?;
        page.reads(ABOUT, "Freestyle · third · Grade 1").await?;
        // The first one is solved.
        page.press("#puzzle-next").await?;
        page.reads(ABOUT, "Freestyle · second · Grade 1").await
    })
}
