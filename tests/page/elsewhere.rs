//! Players on other devices, and a server that is started again.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;

use super::Fault;
use super::browser::Screen;
use super::practice::BLUNDER;
use super::server::Server;
use super::site::{Page, on_page};
use super::views::load;
use kagetsu_test_support::process::Heard;

/// The link of an invitation that is shown: `0` and `1` for players, `spectator`.
async fn invitation(page: &Page, who: &str) -> Result<String, Fault> {
    let script =
        "return document.querySelector(`.invitation[data-who='${arguments[0]}'] input`).value";
    page.run_with(script, vec![json!(who)]).await
}

/// Asks for the state with a key and gives the status of the answer, or what the browser says.
const ASK: &str = "
    const [address, key] = arguments;
    const headers = { 'x-kagetsu-key': key };
    return fetch(`${address}/api/state`, { headers }).then((answer) => String(answer.status), (error) => error.name);";

async fn ask(page: &Page, address: &str, key: &str) -> Result<String, Fault> {
    page.run_with(ASK, vec![json!(address), json!(key)]).await
}

/// The guest asks to take a move back. First the host does not agree, then he does.
async fn take_back(host: &Page, guest: &Page) -> Result<(), Fault> {
    guest.press("[data-do=undo]").await?;
    host.shows("#choices .primary").await?;
    // It stands above its answers, and nowhere else.
    let status = host.text("#status").await?;
    assert!(!status.contains("takeback"), "{status}");
    let asked = host.text("#choices").await?;
    assert!(asked.contains("asks to take back: "), "{asked}");
    host.press("#choices button:not(.primary)").await?;
    guest.says("The move is not taken back.").await?;
    // The next question is another one.
    host.lacks("#choices .primary").await?;
    guest.press("[data-do=undo]").await?;
    host.shows("#choices .primary").await?;
    host.press("#choices .primary").await?;
    guest.counts(3).await?;
    guest.says("One step taken back.").await?;
    Ok(())
}

/// The host looks at an earlier position and is left there by the guest's move.
async fn look_back(host: &Page, guest: &Page) -> Result<(), Fault> {
    host.press("#first").await?;
    host.counts(0).await?;
    guest.click("i9").await?;
    host.reads("#where", "0 / 4").await?;
    assert_eq!(host.count().await?, 0);
    host.says("It is your move in the game.").await?;
    host.press("#last").await?;
    host.counts(4).await
}

/// Turns moves off that are chosen before one's turn.
async fn choose_nothing_ahead(page: &Page) -> Result<(), Fault> {
    page.press("#settings summary").await?;
    page.press("#ahead").await?;
    page.press("h1").await
}

/// The guest is refused; when the game goes on by the host's move, the refusal is no longer said.
async fn refused_until_the_next_move(host: &Page, guest: &Page) -> Result<(), Fault> {
    guest.find("#text").await?.send_keys("zz").await?;
    guest.press("#typed button").await?;
    guest.shows("#status .refused").await?;
    host.click("h8").await?;
    guest.counts(1).await?;
    guest.says("1. Black plays h8.").await?;
    assert!(!guest.has("#status .refused").await?);
    Ok(())
}

#[test]
fn two_devices_play_and_a_lost_one_comes_back() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "remote"), ("#clock", "game-5")])
            .await?;
        page.shows(".invitation input").await?;
        let player = invitation(page, "0").await?;
        let spectator = invitation(page, "spectator").await?;
        page.press("#invite-close").await?;
        page.tells("#seat-white", "offline").await?;
        page.beside(&player, async |guest| {
            guest.shows("#board .grid").await?;
            for side in [page, guest] {
                choose_nothing_ahead(side).await?;
            }
            // It is not the guest's turn.
            guest.click("a1").await?;
            refused_until_the_next_move(page, guest).await?;
            page.click("a1").await?;
            guest.says("Your move: White.").await?;
            guest.click("h9").await?;
            page.counts(2).await?;
            assert_eq!(page.stones().await?, [vec!["h8"], vec!["h9"]]);
            assert!(page.has("[data-do=hint]:disabled").await?);
            // The guest is cut off; meanwhile the game and its clock go on.
            guest.browser.goto("about:blank").await?;
            page.tells("#seat-white", "offline").await?;
            page.lays("i8", 3).await?;
            guest.browser.goto(player.as_str()).await?;
            guest.counts(3).await?;
            page.until("the player", async || {
                Ok(!page.text("#seat-white").await?.contains("offline"))
            })
            .await?;
            guest.click("i9").await?;
            page.counts(4).await?;
            assert!(guest.text("#seat-white").await?.contains("You"));
            take_back(page, guest).await?;
            look_back(page, guest).await
        })
        .await?;
        page.beside(&spectator, async |watcher| {
            watcher.counts(4).await?;
            watcher.says("Black to move.").await?;
            watcher.click("j8").await?;
            assert!(watcher.has("#typed[hidden]").await?);
            // With a guessed link there is nothing to see.
            let (base, _) = spectator.split_once("/#").ok_or("no key")?;
            let guessed = "0".repeat(32);
            assert_eq!(ask(watcher, base, &guessed).await?, "401");
            watcher
                .run::<()>("sessionStorage.clear(); localStorage.clear()")
                .await?;
            watcher.browser.goto("about:blank").await?;
            watcher.browser.goto(format!("{base}/#{guessed}")).await?;
            watcher.shows("#no-key:not([hidden])").await?;
            // A page of another origin gets nothing, although it has the right key.
            let (_, key) = spectator.split_once('#').ok_or("no key")?;
            assert_eq!(ask(watcher, base, key).await?, "200");
            watcher.browser.goto("data:text/html,elsewhere").await?;
            assert_eq!(ask(watcher, base, key).await?, "TypeError");
            Ok(())
        })
        .await?;
        assert_eq!(page.count().await?, 4);
        Ok(())
    })
}

/// Ports that the system gives to nobody who asks for any. A server that is started again finds its own still free.
const PORTS: Range<u16> = 20_000..30_000;

fn free_port() -> Result<u16, Fault> {
    static TRIED: AtomicU32 = AtomicU32::new(0);
    let first = process::id();
    for _ in PORTS {
        let number = first.wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed));
        let port = PORTS.start + u16::try_from(number % u32::from(PORTS.end - PORTS.start))?;
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(port);
        }
    }
    Err("no port is free".into())
}

fn serve(port: u16, options: &[&str]) -> Result<Server, Fault> {
    Server::start_at(&format!("127.0.0.1:{port}"), options)
}

/// Plays a case on the page of a server that keeps its game in a file. The function starts that server again.
fn on_kept_page(
    case: impl AsyncFnOnce(&Page, Server, &dyn Fn() -> Result<Server, Fault>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    on_page(Screen::Desk, async |first| {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("game.json");
        let port = free_port()?;
        let start = || serve(port, &["--file", &file.to_string_lossy()]);
        let server = start()?;
        let link = server.link.clone();
        first
            .beside(&link, async |page| {
                page.open().await?;
                case(page, server, &start).await
            })
            .await
    })
}

#[test]
fn an_open_page_goes_on_after_the_server_was_started_again() -> Result<(), Fault> {
    on_kept_page(async |page, server, start| {
        page.begin(&[("#begins", "two"), ("#rule", "renju")])
            .await?;
        page.lays("h8", 1).await?;
        drop(server);
        page.says("The connection to Kagetsu is lost.").await?;
        let again = start()?;
        assert_eq!(again.link, page.link);
        page.says("Your move: White.").await?;
        assert_eq!(page.stones().await?[0], ["h8"]);
        page.lays("i9", 2).await
    })
}

#[test]
fn a_server_that_was_started_again_asks_the_mistake_that_is_on_the_board() -> Result<(), Fault> {
    on_kept_page(async |page, server, start| {
        load(page, BLUNDER).await?;
        page.press("#review").await?;
        page.press("#keep-mistakes").await?;
        page.shows("#drill-bar:not([hidden])").await?;
        let mark = "kagetsu.state.exercise.isOld = true";
        page.run::<()>(mark).await?;
        drop(server);
        page.says("The connection to Kagetsu is lost.").await?;
        let _again = start()?;
        page.holds(
            "the mistake once more",
            "return !!kagetsu.state.exercise && !kagetsu.state.exercise.isOld",
        )
        .await?;
        page.click("g8").await?;
        page.says("g8 is good").await
    })
}

#[test]
fn a_kept_game_does_not_give_way_to_the_choices_of_the_first_screen() -> Result<(), Fault> {
    on_kept_page(async |page, server, start| {
        page.press("[data-rule=renju]").await?;
        page.shows("[data-rule=renju][aria-pressed=true]").await?;
        page.begin(&[("#rule", "caro")]).await?;
        drop(server);
        page.says("The connection to Kagetsu is lost.").await?;
        let _again = start()?;
        page.browser.refresh().await?;
        page.shows("#board .grid").await?;
        let now = "return kagetsu.ask('/api/state').then((answer) => answer.json()).then(({ games, rule }) => `${games} ${rule}`)";
        assert_eq!(page.run::<String>(now).await?, "0 caro");
        Ok(())
    })
}

#[test]
fn an_old_tab_takes_the_new_key_of_a_server_that_was_started_again() -> Result<(), Fault> {
    on_page(Screen::Desk, async |first| {
        let port = free_port()?;
        let server = serve(port, &[])?;
        let link = server.link.clone();
        first
            .beside(&link, async |page| {
                page.open().await?;
                page.begin(&[("#begins", "two")]).await?;
                page.lays("h8", 1).await?;
                page.press("#new").await?;
                let old = page.browser.window().await?;
                drop(server);
                page.says("The connection to Kagetsu is lost.").await?;
                let again = serve(port, &[])?;
                assert_ne!(again.link, link);
                page.tells("#no-key", "then under My games").await?;
                assert!(!page.has("dialog[open]").await?);
                let stays = "
                    const board = document.getElementById('board-frame');
                    return board.offsetParent !== null && board.getBoundingClientRect().bottom <= innerHeight;";
                assert!(page.run::<bool>(stays).await?);
                let tab = page.browser.new_tab().await?;
                page.browser.switch_to_window(tab).await?;
                page.browser.goto(again.link.as_str()).await?;
                page.shows("#board .grid").await?;
                page.press("#welcome-games").await?;
                let kept = page.text("#games-list").await?;
                assert!(kept.contains("unfinished\nFreestyle · 1 move"), "{kept}");
                page.browser.close_window().await?;
                page.browser.switch_to_window(old).await?;
                page.shows("body:not(.locked) #board .grid").await
            })
            .await
    })
}

#[test]
fn a_server_for_other_machines_prints_links_with_codes() -> Result<(), Fault> {
    let server = Server::start_at("0.0.0.0:0", &[])?;
    let own = &server.address;
    assert!(own.starts_with("127.0.0.1:"), "{own}");
    let mut links = Vec::new();
    let mut dark = 0;
    // Three links, and a code under each one.
    while links.len() < 3 || dark < links.len() {
        let Heard::Line(line) = server.process.hear()? else {
            return Err("the server has ended".into());
        };
        if let Some((_, link)) = line.split_once(": http://") {
            links.push(link.to_string());
            dark = links.len() - 1;
        } else if line.contains('█') {
            dark = links.len();
        }
    }
    let keys: Vec<&str> = links
        .iter()
        .filter_map(|link| Some(link.split_once("/#")?.1))
        .collect();
    assert!(keys.iter().all(|key| key.len() == 32 && *key != server.key));
    assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    Ok(())
}
