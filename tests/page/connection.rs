//! A connection that dies without a word, and requests that are lost: no click is lost, and no alarm stays.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use super::Fault;
use super::browser::Screen;
use super::commands::click_all;
use super::people::{close_invitation, player_link};
use super::site::{Page, on_page, on_page_with};

/// How often a line that is dead looks whether it may end.
const PAUSE: Duration = Duration::from_millis(20);

/// What the page shows while the server is not reached.
const LOST: &str = "connection is lost";

/// A line to the server that can be slow, be cut, or go dead: what is sent then is lost, and nobody is told.
#[derive(Clone, Default)]
struct Line {
    server: Arc<OnceLock<SocketAddr>>,
    is_dead: Arc<AtomicBool>,
    /// Milliseconds by which everything comes later.
    delay: Arc<AtomicU64>,
    /// Both ends of all connections that there were.
    ends: Arc<Mutex<Vec<TcpStream>>>,
}

impl Line {
    /// Opens a port for it.
    fn start() -> Result<(Self, u16), Fault> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let port = listener.local_addr()?.port();
        let line = Self::default();
        let own = line.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let own = own.clone();
                thread::spawn(move || own.connect(&stream));
            }
        });
        Ok((line, port))
    }

    fn is_dead(&self) -> bool {
        self.is_dead.load(Ordering::SeqCst)
    }

    /// Ends all connections at once.
    fn cut(&self) {
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        for end in ends.drain(..) {
            // It may have ended by itself.
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    fn connect(&self, page: &TcpStream) {
        let server = self.server.get().map(TcpStream::connect);
        let Some(Ok(server)) = server else {
            return;
        };
        let both = [page.try_clone(), server.try_clone()];
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        ends.extend(both.into_iter().flatten());
        drop(ends);
        thread::scope(|scope| {
            scope.spawn(|| self.forward(page, &server));
            self.forward(&server, page);
        });
    }

    fn forward(&self, mut from: &TcpStream, mut to: &TcpStream) {
        let mut bytes = [0; 16 << 10];
        while let Ok(count) = from.read(&mut bytes)
            && count > 0
        {
            if self.is_dead() {
                while self.is_dead() {
                    thread::sleep(PAUSE);
                }
                break;
            }
            thread::sleep(Duration::from_millis(self.delay.load(Ordering::SeqCst)));
            if to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        for stream in [from, to] {
            // The other side may have closed it.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// Plays a case on the page of a server whose public address is that of a line to it.
fn on_line(case: impl AsyncFnOnce(&Page, &Line, &str) -> Result<(), Fault>) -> Result<(), Fault> {
    let (line, port) = Line::start()?;
    let public = format!("http://127.0.0.1:{port}");
    on_page_with(Screen::Desk, &["--public", &public], async |page| {
        let (base, _) = page.link.split_once("/#").ok_or("no key")?;
        let server = base.strip_prefix("http://").ok_or("no address")?.parse()?;
        line.server.set(server).map_err(|_| "set twice")?;
        case(page, &line, public.as_str()).await
    })
}

#[test]
fn a_click_on_a_dead_line_is_shown_and_arrives_later() -> Result<(), Fault> {
    on_line(async |page, line, public| {
        let (_, key) = page.link.split_once("/#").ok_or("no key")?;
        page.begin(&[("#begins", "two")]).await?;
        // What fails on the way stands on the console, which this browser may have.
        let address = format!("{public}/#{key}");
        page.beside(&address, async |page| on_a_dead_line(page, line).await)
            .await
    })
}

async fn on_a_dead_line(page: &Page, line: &Line) -> Result<(), Fault> {
    page.shows("#board .grid").await?;
    page.lays("h8", 1).await?;
    line.is_dead.store(true, Ordering::SeqCst);
    page.click("i9").await?;
    assert_eq!(page.marks(".ghost.waiting").await?, ["i9"]);
    page.says(LOST).await?;
    // Another click changes nothing meanwhile.
    page.point("mouse", &[page.place("a1").await?]).await?;
    assert_eq!(page.marks(".ghost.waiting").await?, ["i9"]);
    line.is_dead.store(false, Ordering::SeqCst);
    page.counts(2).await?;
    assert_eq!(page.stones().await?[1], ["i9"]);
    page.until("no alarm", async || {
        Ok(!page.text("#status").await?.contains(LOST))
    })
    .await
}

/// Times that the line fails in a game of two: once in each way, and once more after all of them.
const FAILURES: usize = 5;
/// Milliseconds by which a slow line delays each piece.
const SLOW: u64 = 150;

#[test]
fn a_game_of_two_over_a_line_that_fails_loses_and_doubles_no_move() -> Result<(), Fault> {
    on_line(async |host, line, public| {
        host.begin(&[("#begins", "remote")]).await?;
        close_invitation(host).await?;
        let address = player_link(host).await?;
        assert!(address.starts_with(public), "{address}");
        host.beside(&address, async |guest| {
            guest.shows("#board .grid").await?;
            // No two stones are neighbours, so that nobody wins.
            let points: Vec<String> = (0..2 * FAILURES)
                .map(|number| {
                    let column = char::from(b'a' + u8::try_from(2 * (number % 7)).unwrap_or(0));
                    format!("{column}{}", 1 + 2 * (number / 7))
                })
                .collect();
            for (number, pair) in points.chunks(2).enumerate() {
                host.click(&pair[0]).await?;
                match number % 4 {
                    0 => line.cut(),
                    1 => line.is_dead.store(true, Ordering::SeqCst),
                    2 => line.delay.store(SLOW, Ordering::SeqCst),
                    _ => {
                        guest.counts(2 * number + 1).await?;
                        line.cut();
                    }
                }
                if line.is_dead() {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    line.is_dead.store(false, Ordering::SeqCst);
                }
                guest.counts(2 * number + 1).await?;
                guest.click(&pair[1]).await?;
                host.counts(2 * number + 2).await?;
                guest.counts(2 * number + 2).await?;
                line.delay.store(0, Ordering::SeqCst);
            }
            let both = [host.stones().await?, guest.stones().await?];
            assert_eq!(both[0], both[1]);
            let mut expected = points;
            let mut found = both[0].concat();
            expected.sort();
            found.sort();
            assert_eq!(found, expected);
            Ok(())
        })
        .await
    })
}

#[test]
fn one_failed_request_is_sent_again_and_no_alarm_stays() -> Result<(), Fault> {
    const FAIL_ONCE: &str = "
        const real = window.fetch;
        let failed = false;
        window.fetch = (path, options) => {
            if (failed || path !== '/api/command') return real(path, options);
            failed = true;
            const ways = {
                unsent: () => Promise.reject(new TypeError('lost')),
                unanswered: () => real(path, options).then(ways.unsent),
                proxied: () => Promise.resolve(new Response('<html>', { status: 502 })),
            };
            return ways[arguments[0]]();
        };";
    on_page(Screen::Desk, async |page| {
        // After it has arrived the server must not do it twice.
        for way in ["unsent", "unanswered", "proxied"] {
            page.begin_for_two().await?;
            page.run_with::<()>(FAIL_ONCE, vec![way.into()]).await?;
            page.lays("h8", 1).await?;
            page.says("Your move: White.").await?;
            page.lacks("#status .refused").await?;
            page.lays("i9", 2).await?;
        }
        Ok(())
    })
}

#[test]
fn a_mark_whose_answer_was_lost_stays() -> Result<(), Fault> {
    const LOSE_ANSWER: &str = "
        const real = window.fetch;
        window.answers = 0;
        window.fetch = async (path, options) => {
            const answer = await real(path, options);
            if (path === '/api/command' && (window.answers += 1) === 1) throw new TypeError('lost');
            return answer;
        };";
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.press("#tab-study").await?;
        page.choose("#mark-tool", "circle").await?;
        page.run::<()>(LOSE_ANSWER).await?;
        page.click("h8").await?;
        page.holds("the second answer", "return window.answers === 2")
            .await?;
        let marks = "return kagetsu.ask('/api/state').then((answer) => answer.json()).then(({ study }) => study.notes.length)";
        assert_eq!(page.run::<usize>(marks).await?, 1);
        Ok(())
    })
}

#[test]
fn what_is_asked_for_on_a_line_that_has_died_is_given_up() -> Result<(), Fault> {
    const NEVER_ANSWER: &str = "
        const [fetched, timed] = [window.fetch, AbortSignal.timeout];
        AbortSignal.timeout = (time) => timed.call(AbortSignal, time / 100);
        window.fetch = (path, options) => {
            if (path !== '/api/puzzles') return fetched(path, options);
            return new Promise((_, lost) => options.signal?.addEventListener('abort', lost));
        };";
    on_page(Screen::Desk, async |page| {
        page.run::<()>(NEVER_ANSWER).await?;
        page.press("#puzzles").await?;
        page.shows("#puzzles:not([aria-busy])").await?;
        assert!(page.has("#puzzles-dialogue:not([open])").await?);
        Ok(())
    })
}

#[test]
fn a_large_file_has_longer_to_arrive() -> Result<(), Fault> {
    const LARGE: &str = "
        const real = AbortSignal.timeout;
        window.times = [];
        AbortSignal.timeout = (time) => {
            window.times.push(time);
            return real.call(AbortSignal, time);
        };
        document.getElementById('position-text').value = `(;GM[4]SZ[15]${' '.repeat(400_000)};B[hh])`;
        document.getElementById('open-text').click();";
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.run::<()>(LARGE).await?;
        // As long as a line of 64 kbit/s needs, beside what a small command has.
        let is_longer = "return window.times.some((time) => time >= 55_000 && time < 60_000)";
        page.holds("a longer time", is_longer).await
    })
}

#[test]
fn a_page_that_follows_the_changes_has_what_the_server_has() -> Result<(), Fault> {
    // The clocks go on between both looks, and lines are sorted by the page.
    const DIFFERENCE: &str = "return (async () => {
        const { state, ask } = globalThis.kagetsu;
        const asked = async () => (await ask('/api/state')).json();
        let there = await asked();
        // The news of it may be on their way, or others have come since.
        while (state.view.revision !== there.revision) {
            await new Promise((wake) => setTimeout(wake, 20));
            there = await asked();
        }
        const plain = (value) => JSON.stringify(value, (key, part) => {
            if (key === 'clocks' || key === 'lines') return null;
            return part && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part;
        });
        const keys = Object.keys(there).filter((key) => plain({ [key]: there[key] }) !== plain({ [key]: state.view[key] }));
        return keys.map((key) => `${key}: ${plain(there[key])} ${plain(state.view[key])}`).join('; ');
    })()";
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        click_all(page, &["h8", "i9", "a1", "i8"]).await?;
        page.press("[data-do=undo]").await?;
        page.counts(3).await?;
        page.lays("c3", 4).await?;
        let difference: String = page.run(DIFFERENCE).await?;
        assert_eq!(difference, "");
        page.begin(&[("#game", "reversi"), ("#begins", "person"), ("#level", "1")])
            .await?;
        // Rows are counted from the top there: this is d3.
        page.lays("d6", 6).await?;
        let difference: String = page.run(DIFFERENCE).await?;
        assert_eq!(difference, "");
        Ok(())
    })
}
