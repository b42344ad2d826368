//! The page without a server of ours: a folder that `scripts/site.sh` has written, on a plain file server. `KAGETSU_SITE` names
//! the folder, and the tests run when they are asked for: `cargo test --test page alone:: -- --ignored`.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use serde_json::json;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page_at};

const FOLDER: &str = "KAGETSU_SITE";
/// The folder lies below this path, as on pages of a repository.
const PATH: &str = "/some/path/";
/// It lies below this path as well, where the browser lets the page keep nothing.
const KEEPS_NOTHING: &str = "/keeps/nothing/";
/// And below this one, where the program traps in every timer of its worker.
const TRAPS: &str = "/traps/";
/// And below this one, where it traps as well, and the page reads every answer so late that it has trapped by then.
const TRAPS_EARLY: &str = "/traps-early/";
/// And below this one, where the browser has no WebAssembly.
const UNABLE: &str = "/unable/";
/// And below this one, where neither networks nor puzzles are reached until a page says so.
const OUT_OF_REACH: &str = "/out/of/reach/";
/// And below this one, where the script that keeps the page has a newer version from the second time on.
const NEWER: &str = "/newer/";
/// How often that script was fetched.
static FETCHED: AtomicU32 = AtomicU32::new(0);
/// What goes before a script below these paths.
const BEFORE: [(&str, &str, &str); 6] = [
    (KEEPS_NOTHING, "page.js", REFUSAL),
    (UNABLE, "worker.js", "delete self.WebAssembly;"),
    (TRAPS, "worker.js", TRAPPING),
    (TRAPS_EARLY, "worker.js", TRAPPING),
    (TRAPS_EARLY, "page.js", READING_LATE),
    (OUT_OF_REACH, "worker.js", UNREACHED),
];
const REFUSAL: &str = "
    const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    navigator.locks.request = async () => refuse();
";
const TRAPPING: &str = "
    const later = self.setTimeout;
    self.setTimeout = () => later(() => { throw new WebAssembly.RuntimeError('unreachable'); });
";
const READING_LATE: &str = "{
    const { text } = Response.prototype;
    Response.prototype.text = async function () {
        const found = await text.call(this);
        await new Promise((wake) => setTimeout(wake, 200));
        return found;
    };
}";
const UNREACHED: &str = "
    let isReached = false;
    new BroadcastChannel('reached').onmessage = () => (isReached = true);
    const reach = self.fetch;
    self.fetch = async (address) => {
        if (!isReached && /[.](kgn|tsv)$/.test(address)) throw new TypeError('unreached');
        return reach(address);
    };
";

fn kind(name: &Path) -> &'static str {
    match name.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Answers one request with a file of the folder.
fn answer(folder: &Path, mut stream: TcpStream) -> io::Result<()> {
    let mut first = String::new();
    BufReader::new(&stream).read_line(&mut first)?;
    let address = first.split(' ').nth(1).unwrap_or_default();
    let name = BEFORE
        .into_iter()
        .map(|(path, ..)| path)
        .chain([PATH, NEWER])
        .find_map(|path| address.strip_prefix(path));
    let file = name.map(|name| match name {
        "" => folder.join("index.html"),
        name => folder.join(name),
    });
    let Some(mut bytes) = file.as_ref().and_then(|file| fs::read(file).ok()) else {
        return write!(
            stream,
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    };
    for (path, script, text) in BEFORE {
        if address.strip_prefix(path) == Some(script) {
            bytes = [text.as_bytes(), &bytes].concat();
        }
    }
    if address.strip_prefix(NEWER) == Some("service.js") {
        let version = FETCHED.fetch_add(1, Ordering::Relaxed).min(1);
        bytes.extend(format!("\n// {version}\n").bytes());
    }
    let (kind, length) = (kind(&file.unwrap_or_default()), bytes.len());
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&bytes)
}

/// A file server that goes on until the test program ends, and its port.
fn serve(folder: PathBuf) -> io::Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let port = listener.local_addr()?.port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            // A browser that closes early has what it wants.
            thread::spawn(move || answer(&folder, stream).ok());
        }
    });
    Ok(port)
}

fn on_page_alone(
    path: &str,
    case: impl AsyncFnOnce(&Page) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let folder = std::env::var_os(FOLDER).ok_or("KAGETSU_SITE is not set")?;
    let port = serve(folder.into())?;
    let link = format!("http://127.0.0.1:{port}{path}");
    on_page_at(Screen::Telephone, link, case)
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn a_game_of_each_kind_is_answered_without_a_server() -> Result<(), Fault> {
    on_page_alone(PATH, async |page| {
        for game in ["gomoku", "connect6", "reversi", "oxhorn"] {
            let new = json!({ "do": "new", "game": game, "begins": "kagetsu", "level": "1" });
            page.command(new).await?;
            let answered = format!(
                "return kagetsu.state.view.game === '{game}' && kagetsu.state.view.picture.moves.length === 1;"
            );
            page.holds(game, &answered).await?;
        }
        Ok(())
    })
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn a_game_alone_outlives_a_reload_and_a_search_is_stopped() -> Result<(), Fault> {
    on_page_alone(PATH, async |page| {
        page.command(json!({ "do": "new", "begins": "two", "level": "1", "rule": "renju" }))
            .await?;
        page.command(json!({ "do": "analyse", "on": true })).await?;
        for (count, name) in [(1, "h8"), (2, "i9"), (3, "j10")] {
            page.holds("lines", "return kagetsu.state.lines.length > 0;")
                .await?;
            page.command(json!({ "do": "type", "text": name })).await?;
            page.counts(count).await?;
        }
        page.browser.refresh().await?;
        page.counts(3).await
    })
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn a_game_is_played_where_the_browser_lets_the_page_keep_nothing() -> Result<(), Fault> {
    on_page_alone(KEEPS_NOTHING, async |page| {
        page.command(json!({ "do": "new", "begins": "two", "level": "1" }))
            .await?;
        page.command(json!({ "do": "type", "text": "h8" })).await?;
        page.counts(1).await
    })
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn a_browser_that_cannot_run_the_program_is_told() -> Result<(), Fault> {
    on_page_alone(PATH, async |page| {
        let link = page.link.replace(PATH, UNABLE);
        let told = "Kagetsu does not start: WebAssembly is not defined";
        page.beside(&link, async |unable| unable.says(told).await)
            .await
    })
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn a_table_that_traps_in_a_timer_is_put_aside() -> Result<(), Fault> {
    for path in [TRAPS, TRAPS_EARLY] {
        on_page_alone(path, async |page| {
            let clock = json!({ "per_game": 60_000 });
            page.command(json!({ "do": "new", "begins": "two", "level": "1", "time": clock }))
                .await?;
            let is_aside =
                "return localStorage.getItem('table-damaged')?.includes('per_game') ?? false;";
            page.holds("the table is put aside", is_aside).await?;
            let has_no_clock = "return kagetsu.state.view.clocks.left[0] === null;";
            page.holds("a game without a clock", has_no_clock).await
        })?;
    }
    Ok(())
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn a_search_without_its_network_says_so_and_goes_on_when_that_comes() -> Result<(), Fault> {
    on_page_alone(OUT_OF_REACH, async |page| {
        let missing = "not on this device yet";
        let new = |begins: &str, rule: &str| json!({ "do": "new", "begins": begins, "level": "1", "rule": rule });
        page.command(new("kagetsu", "renju")).await?;
        page.says(missing).await?;
        assert!(!page.text("#status").await?.contains("thinking"));
        // Another game does not wait for it.
        page.command(new("two", "freestyle")).await?;
        let is_told = async || Ok::<bool, Fault>(page.text("#status").await?.contains(missing));
        page.until("another game", async || Ok(!is_told().await?))
            .await?;
        page.command(new("kagetsu", "renju")).await?;
        page.says(missing).await?;
        page.run::<()>("new BroadcastChannel('reached').postMessage('')")
            .await?;
        page.counts(1).await?;
        assert!(!is_told().await?);
        Ok(())
    })
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn puzzles_that_are_not_reached_are_told_and_come_with_a_later_press() -> Result<(), Fault> {
    on_page_alone(OUT_OF_REACH, async |page| {
        page.press("#puzzles").await?;
        page.says("This part of the page is not on this device yet.")
            .await?;
        page.run::<()>("new BroadcastChannel('reached').postMessage('')")
            .await?;
        let press = "
            const button = document.getElementById('puzzles');
            const isOpen = document.getElementById('puzzles-dialogue').open;
            if (!isOpen && !button.ariaBusy) button.click();
            return isOpen;";
        page.holds("the dialogue", press).await
    })
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn what_another_page_has_learned_is_not_lost_by_a_puzzle() -> Result<(), Fault> {
    on_page_alone(PATH, async |page| {
        page.press("#puzzles").await?;
        page.shows("#puzzles-dialogue[open]").await?;
        let learned = "
            const kept = JSON.parse(localStorage.getItem('practice'));
            localStorage.setItem('practice', JSON.stringify({ ...kept, learned: { five: 3 } }));";
        page.run::<()>(learned).await?;
        page.press("#puzzle-near").await?;
        // Help counts as an attempt.
        page.press("#puzzle-hint").await?;
        let kept = "
            const { attempts, learned } = JSON.parse(localStorage.getItem('practice'));
            return attempts.length === 1 && learned.five === 3;";
        page.holds("both are kept", kept).await
    })
}

#[test]
#[ignore = "needs KAGETSU_SITE: a folder that scripts/site.sh has written"]
fn a_new_version_is_told_and_loaded_when_that_is_wanted() -> Result<(), Fault> {
    on_page_alone(NEWER, async |page| {
        let active =
            "return navigator.serviceWorker.getRegistration().then((found) => !!found?.active);";
        page.holds("kept for times without a network", active)
            .await?;
        page.command(json!({ "do": "new", "begins": "two", "level": "1" }))
            .await?;
        page.command(json!({ "do": "type", "text": "h8" })).await?;
        page.browser.refresh().await?;
        page.counts(1).await?;
        page.says("A new version of this page is ready.").await?;
        // Another page that is open has scripts of the old one.
        let own = page.browser.window().await?;
        let other = page.browser.new_tab().await?;
        page.browser.switch_to_window(other.clone()).await?;
        page.open().await?;
        assert!(!page.text("#status").await?.contains("new version"));
        page.browser.switch_to_window(own.clone()).await?;
        page.press("#status .link").await?;
        page.says("close all other pages of Kagetsu").await?;
        page.run::<()>("window.isOld = true").await?;
        page.browser.switch_to_window(other).await?;
        page.browser.close_window().await?;
        page.browser.switch_to_window(own).await?;
        // The browser may need a moment until it knows that the other page has gone.
        let load = "if (window.isOld) document.querySelector('#status .link')?.click(); return !window.isOld;";
        page.holds("the new version", load).await?;
        page.counts(1).await?;
        let waits = "return navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null);";
        assert!(!page.run::<bool>(waits).await?);
        assert!(!page.text("#status").await?.contains("new version"));
        Ok(())
    })
}
