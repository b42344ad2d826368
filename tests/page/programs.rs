//! Programs outside on the seats: they play, fail without losing the game, and end with it.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::Fault;
use super::browser::Screen;
use super::server::Server;
use super::site::{Page, on_page_with};
use kagetsu_test_support::process::PATIENCE;
use kagetsu_test_support::scripted::Scripted;

async fn begins(page: &Page, begins: &str, program: &str) -> Result<(), Fault> {
    page.begin(&[("#begins", begins), ("#program", program)])
        .await
}

/// Waits until so many processes of the script run.
pub(super) async fn run(page: &Page, scripted: &Scripted, count: usize) -> Result<(), Fault> {
    page.until("the processes", async || Ok(scripted.running() == count))
        .await
}

#[test]
fn a_program_plays_and_ends_with_the_game() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let engine = scripted.engine("ok");
    on_page_with(Screen::Desk, &["--engine", &engine], async |page| {
        begins(page, "kagetsu", "ok").await?;
        page.counts(1).await?;
        assert_eq!(page.stones().await?[0], ["a15"]);
        assert!(page.text("#seat-black").await?.contains("ok"));
        page.lays("h8", 3).await?;
        run(page, &scripted, 1).await?;
        // It is told of moves that were taken back.
        page.press("[data-do=undo]").await?;
        page.counts(1).await?;
        page.lays("h9", 3).await?;
        // Programs know no draws.
        page.press("[data-do=offer-draw]").await?;
        page.says("The draw is declined.").await?;
        page.resign().await?;
        page.says("Resignation").await?;
        run(page, &scripted, 0).await
    })
}

#[test]
fn a_program_that_takes_all_memory_is_ended() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let engine = scripted.engine("greedy");
    on_page_with(Screen::Desk, &["--engine", &engine], async |page| {
        begins(page, "person", "greedy").await?;
        page.lays("h8", 2).await?;
        page.click("h9").await?;
        page.says("greedy was ended: it uses").await?;
        page.says("its limit is 358400 KiB").await?;
        run(page, &scripted, 0).await
    })
}

#[test]
fn a_program_that_fails_loses_nothing() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let engines = ["crash", "illegal", "silent"].map(|manner| scripted.engine(manner));
    let [crash, illegal, silent] = engines.each_ref().map(String::as_str);
    let options = ["--engine", crash, "--engine", illegal, "--engine", silent];
    on_page_with(Screen::Desk, &options, async |page| {
        for (manner, says, successor) in [
            ("crash", "crash has ended by itself", 1),
            ("illegal", "illegal wants to play h8", 2),
            ("silent", "silent did not answer in time", 3),
        ] {
            begins(page, "person", manner).await?;
            page.lays("h8", 2).await?;
            page.click("h9").await?;
            page.says(says).await?;
            let bar = page.text("#trouble-bar").await?;
            assert!(bar.contains("The game is not lost."), "{bar}");
            assert_eq!(page.count().await?, 3);
            run(page, &scripted, 0).await?;
            let button = format!("#trouble-bar button:nth-of-type({successor})");
            page.press(&button).await?;
            page.shows("#trouble-bar[hidden]").await?;
            if successor == 3 {
                page.click("a1").await?;
            }
            page.counts(4).await?;
            if successor == 2 {
                // At the level that was chosen last; nobody has chosen another one.
                assert!(page.text("#seat-white").await?.contains("Level 4"));
            }
        }
        // Kagetsu took over from the second one, and the person from the third.
        page.speak("zh").await?;
        begins(page, "person", "crash").await
    })
}

#[test]
fn two_programs_play_and_one_is_stopped() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let ok = scripted.engine("ok");
    let silent = scripted.engine_with("silent", 50);
    let options = ["--engine", &ok, "--engine", &silent];
    on_page_with(Screen::Desk, &options, async |page| {
        page.begin(&[
            ("#begins", "watch"),
            ("#program", "ok"),
            ("#rival", "silent"),
        ])
        .await?;
        // The second one is silent at its second answer.
        page.counts(3).await?;
        page.says("silent is thinking").await?;
        page.press("[data-do=move]").await?;
        page.says("silent was stopped.").await?;
        page.speak("zh").await?;
        page.says("silent 已被停止").await?;
        page.press("#trouble-bar button:nth-of-type(1)").await?;
        page.until("further stones", async || Ok(page.count().await? > 6))
            .await?;
        page.begin(&[("#begins", "two")]).await?;
        run(page, &scripted, 0).await
    })
}

#[test]
fn the_server_ends_its_programs() -> Result<(), Fault> {
    let scripted = Scripted::new()?;
    let engine = scripted.engine_with("silent", 50);
    let mut server = Server::start(&["--engine", &engine])?;
    let new = r#"{"do":"new","rule":"freestyle","size":15,"begins":"kagetsu","level":"1","program":"silent"}"#;
    server.post(new)?;
    let begin = Instant::now();
    while scripted.running() == 0 {
        assert!(begin.elapsed() < PATIENCE, "the engine is not started");
        thread::sleep(Duration::from_millis(1));
    }
    // It may have answered by now, and is silent after this one then.
    let click = r#"{"do":"click","spots":[{"x":4,"y":9}]}"#;
    server.post(click)?;
    Command::new("kill")
        .args(["-INT", &server.process.id().to_string()])
        .status()?;
    server.process.wait()?;
    assert_eq!(scripted.running(), 0);
    Ok(())
}
