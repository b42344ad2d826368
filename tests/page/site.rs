//! The page in a browser, and what a person does there: looks, clicks, touches, types.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thirtyfour::common::command::Command;
use thirtyfour::{Key, WebDriver, WebElement};

use super::Fault;
use super::browser::{Browsers, Screen};
use super::server::Server;
use kagetsu_test_support::process::PATIENCE;

/// How long it is waited before the second look.
const PAUSE: Duration = Duration::from_millis(30);
/// How long it is waited at most before the next look: each one costs the browser time as well.
const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// How long a finger rests at the end of its way.
const REST_MS: u32 = 200;

/// Where a point of the board lies in the window, after the board was brought into it.
const PLACE: &str = "
    const [name] = arguments;
    const board = document.getElementById('board');
    board.scrollIntoView({ block: 'center' });
    const box = board.getBoundingClientRect();
    const unit = box.width / board.viewBox.baseVal.width;
    const column = name.charCodeAt(0) - 96;
    const row = board.viewBox.baseVal.height - Number(name.slice(1));
    return [Math.round(box.left + column * unit), Math.round(box.top + row * unit)];";
/// Where the middle of a part of the page lies in the window.
const MIDDLE: &str = "
    const part = document.querySelector(arguments[0]);
    part.scrollIntoView({ block: 'center' });
    const box = part.getBoundingClientRect();
    return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];";
/// Opens the tab and the menu in which a part of the page lies, and gives it where a person sees it.
const REVEAL: &str = "
    const part = document.querySelector(arguments[0]);
    const panel = part?.closest('[role=tabpanel][hidden]');
    if (panel) document.getElementById(panel.getAttribute('aria-labelledby')).click();
    const menu = part?.closest('details:not([open])');
    if (menu && !part.closest('summary')) menu.open = true;
    const shown = document.querySelector(arguments[0]);
    shown?.scrollIntoView({ block: 'center', inline: 'center' });
    return shown;";
/// Gives up by two presses: the second one is not that of a double click.
const RESIGN: &str = "
    const [button, done] = arguments;
    button.click();
    setTimeout(() => done(button.click()), 700);";
/// The names of the drawn marks of a class.
const MARKS: &str = "
    const board = document.getElementById('board');
    const height = board.viewBox.baseVal.height;
    const name = (mark) => String.fromCharCode(96 + Number(mark.getAttribute('cx'))) + (height - mark.getAttribute('cy'));
    return [...board.querySelectorAll(arguments[0])].map(name);";

/// The page in a browser.
pub(crate) struct Page {
    pub(crate) browser: WebDriver,
    /// The address with the owner's secret.
    pub(crate) link: String,
    /// Where the browser saves files.
    folder: PathBuf,
    screen: Screen,
    /// For further browsers.
    browsers: &'static Browsers,
}

/// Plays a case on a new page with a server of its own. The case fails as well when the page complains on its console.
///
/// # Errors
/// What the case or the page says.
pub(crate) fn on_page(
    screen: Screen,
    case: impl AsyncFnOnce(&Page) -> Result<(), Fault>,
) -> Result<(), Fault> {
    on_page_with(screen, &[], case)
}

/// The same with further options of the program.
///
/// # Errors
/// What the case or the page says.
pub(crate) fn on_page_with(
    screen: Screen,
    options: &[&str],
    case: impl AsyncFnOnce(&Page) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if Browsers::get()?.is_none() {
        return Ok(());
    }
    let server = Server::start(options)?;
    on_page_at(screen, server.link.clone(), case)
}

/// Plays a case on the page at an address.
///
/// # Errors
/// What the case or the page says.
pub(crate) fn on_page_at(
    screen: Screen,
    link: String,
    case: impl AsyncFnOnce(&Page) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let Some(browsers) = Browsers::get()? else {
        return Ok(());
    };
    let played = browsers.with(screen, async |browser| {
        let page = Page {
            browser: browser.tab.clone(),
            link,
            folder: browser.folder.clone(),
            screen,
            browsers,
        };
        page.open().await?;
        case(&page).await?;
        let complaints = page.complaints().await?;
        assert!(complaints.is_empty(), "{complaints:?}");
        Ok(())
    });
    browsers.run(played)
}

impl Page {
    /// Plays a case in a further browser, which shares nothing with this one. It opens a link first.
    ///
    /// # Errors
    /// What the case says.
    pub(crate) async fn beside(
        &self,
        link: &str,
        case: impl AsyncFnOnce(&Self) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let played = self.browsers.with(self.screen, async |browser| {
            let page = Self {
                browser: browser.tab.clone(),
                link: link.to_string(),
                folder: browser.folder.clone(),
                ..*self
            };
            page.browser.goto(link).await?;
            case(&page).await
        });
        // The cases of both lie one in the other.
        Box::pin(played).await
    }

    /// Opens the link and waits for the board.
    pub(crate) async fn open(&self) -> Result<(), Fault> {
        self.browser.goto(self.link.as_str()).await?;
        self.until("the board is there", async || {
            self.has("#board .grid").await
        })
        .await
    }

    /// What the console of the browser has of errors.
    async fn complaints(&self) -> Result<Vec<String>, Fault> {
        let entries = self.browser.browser_log().await?;
        Ok(entries.into_iter().map(|entry| entry.message).collect())
    }

    /// Looks until something is so.
    ///
    /// # Errors
    /// As [`Page::found`].
    pub(crate) async fn until(
        &self,
        what: &str,
        is_so: impl AsyncFn() -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        self.found(what, async || Ok(is_so().await?.then_some(())))
            .await
    }

    /// Looks until something is there. A page that is being loaded runs no script: it is looked once more then.
    ///
    /// # Errors
    /// When it does not come for [`PATIENCE`]: `what` and the messages of the page, or why it cannot be looked.
    async fn found<T>(
        &self,
        what: &str,
        look: impl AsyncFn() -> Result<Option<T>, Fault>,
    ) -> Result<T, Fault> {
        let begin = Instant::now();
        let mut pause = PAUSE;
        loop {
            let found = look().await;
            if let Ok(Some(found)) = found {
                return Ok(found);
            }
            if begin.elapsed() > PATIENCE {
                found.map_err(|fault| format!("never: {what}: {fault}"))?;
                let status = self.text("#status").await?;
                return Err(format!("never: {what}; the page says: {status}").into());
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    /// Runs a script in the page and gives what it returns.
    pub(crate) async fn run<T: DeserializeOwned>(&self, script: &str) -> Result<T, Fault> {
        self.run_with(script, vec![]).await
    }

    /// The same with arguments of the script.
    pub(crate) async fn run_with<T: DeserializeOwned>(
        &self,
        script: &str,
        arguments: Vec<Value>,
    ) -> Result<T, Fault> {
        Ok(self.browser.execute(script, arguments).await?.convert()?)
    }

    /// A part of the page, where a person sees it. It may be about to come.
    pub(crate) async fn find(&self, selector: &str) -> Result<WebElement, Fault> {
        self.found(selector, async || {
            let part = self.browser.execute(REVEAL, vec![json!(selector)]).await?;
            let is_there = !part.json().is_null();
            Ok(is_there.then(|| part.element()).transpose()?)
        })
        .await
    }

    pub(crate) async fn has(&self, selector: &str) -> Result<bool, Fault> {
        let script = "return !!document.querySelector(arguments[0])";
        self.run_with(script, vec![json!(selector)]).await
    }

    /// The text of a part of the page as it is now.
    pub(crate) async fn text(&self, selector: &str) -> Result<String, Fault> {
        let script = "
            const part = document.querySelector(arguments[0]);
            return part.innerText || part.textContent;";
        self.run_with(script, vec![json!(selector)]).await
    }

    /// What a field of the page holds.
    pub(crate) async fn value(&self, selector: &str) -> Result<String, Fault> {
        let script = "return document.querySelector(arguments[0]).value";
        self.run_with(script, vec![json!(selector)]).await
    }

    /// Looks until a script returns true.
    pub(crate) async fn holds(&self, what: &str, script: &str) -> Result<(), Fault> {
        self.until(what, async || self.run(script).await).await
    }

    /// Waits for a part of the page.
    pub(crate) async fn shows(&self, selector: &str) -> Result<(), Fault> {
        self.until(selector, async || self.has(selector).await)
            .await
    }

    /// Waits until the page has no such part any more.
    pub(crate) async fn lacks(&self, selector: &str) -> Result<(), Fault> {
        let what = format!("no {selector}");
        self.until(&what, async || Ok(!self.has(selector).await?))
            .await
    }

    /// Waits for a text in a part of the page, which may be about to come.
    pub(crate) async fn tells(&self, selector: &str, text: &str) -> Result<(), Fault> {
        let script = "
            const part = document.querySelector(arguments[0]);
            return (part?.innerText || part?.textContent || '').includes(arguments[1]);";
        let arguments = vec![json!(selector), json!(text)];
        self.until(text, async || {
            self.run_with(script, arguments.clone()).await
        })
        .await
    }

    /// Waits until a part of the page has this text and no more.
    pub(crate) async fn reads(&self, selector: &str, text: &str) -> Result<(), Fault> {
        let what = format!("{selector}: '{text}'");
        self.until(&what, async || Ok(self.text(selector).await? == text))
            .await
    }

    /// Waits for a text in the status line.
    pub(crate) async fn says(&self, text: &str) -> Result<(), Fault> {
        self.tells("#status", text).await
    }

    /// The names of the points with a mark, in no order that matters, sorted.
    pub(crate) async fn marks(&self, selector: &str) -> Result<Vec<String>, Fault> {
        let mut names: Vec<String> = self.run_with(MARKS, vec![json!(selector)]).await?;
        names.sort();
        Ok(names)
    }

    /// The stones of both colours.
    pub(crate) async fn stones(&self) -> Result<[Vec<String>; 2], Fault> {
        Ok([
            self.marks(".s-black:not(.ghost)").await?,
            self.marks(".s-white:not(.ghost)").await?,
        ])
    }

    /// The name of the state that is shown.
    pub(crate) async fn ticket(&self) -> Result<String, Fault> {
        let script = "return document.getElementById('board').dataset.ticket";
        self.run(script).await
    }

    /// Number of stones.
    pub(crate) async fn count(&self) -> Result<usize, Fault> {
        let script =
            "return document.querySelectorAll('#board :is(.s-black, .s-white):not(.ghost)').length";
        self.run(script).await
    }

    /// Waits for a number of stones.
    pub(crate) async fn counts(&self, stones: usize) -> Result<(), Fault> {
        let what = format!("{stones} stones");
        self.until(&what, async || Ok(self.count().await? == stones))
            .await
    }

    /// Clicks on a button or another part of the page, as soon as that can be pressed.
    pub(crate) async fn press(&self, selector: &str) -> Result<(), Fault> {
        let enabled = format!("{selector}:not(:disabled)");
        let begin = Instant::now();
        loop {
            match self.find(&enabled).await?.click().await {
                // It is hidden as yet, or was made anew meanwhile.
                Err(_) if begin.elapsed() < PATIENCE => tokio::time::sleep(PAUSE).await,
                other => return other.map_err(|error| format!("{selector}: {error}").into()),
            }
        }
    }

    /// Gives up, by two presses.
    pub(crate) async fn resign(&self) -> Result<(), Fault> {
        let button = self
            .find("[data-do=resign]:not(:disabled):not([hidden])")
            .await?;
        self.browser
            .execute_async(RESIGN, vec![button.to_json()?])
            .await?;
        Ok(())
    }

    /// Chooses from a list by a click.
    pub(crate) async fn choose(&self, list: &str, value: &str) -> Result<(), Fault> {
        self.press(&format!("{list} option[value='{value}']")).await
    }

    /// Chooses a language, wherever its list stands.
    pub(crate) async fn speak(&self, language: &str) -> Result<(), Fault> {
        let choose = "const list = document.getElementById('language');
            list.value = arguments[0];
            list.dispatchEvent(new Event('change'));";
        self.run_with(choose, vec![json!(language)]).await
    }

    /// A pointer goes down at the first of these points, over the others, and up.
    pub(crate) async fn point(&self, pointer: &str, points: &[(i64, i64)]) -> Result<(), Fault> {
        let at =
            |&(x, y): &(i64, i64)| json!({ "type": "pointerMove", "x": x, "y": y, "duration": 30 });
        let mut steps: Vec<Value> = points.iter().map(at).collect();
        steps.insert(1, json!({ "type": "pointerDown", "button": 0 }));
        if points.len() > 1 {
            // A finger that rests before it leaves does not throw the page.
            steps.push(json!({ "type": "pause", "duration": REST_MS }));
        }
        steps.push(json!({ "type": "pointerUp", "button": 0 }));
        let kind = json!({ "pointerType": pointer });
        let actions =
            json!([{ "type": "pointer", "id": pointer, "parameters": kind, "actions": steps }]);
        let actions = Command::PerformActions(actions.into());
        self.browser.cmd(actions).await?;
        Ok(())
    }

    /// Where a point of the board lies in the window.
    pub(crate) async fn place(&self, name: &str) -> Result<(i64, i64), Fault> {
        self.run_with(PLACE, vec![json!(name)]).await
    }

    /// The same once the click before is answered: until then the page takes no other one.
    async fn answered_place(&self, name: &str) -> Result<(i64, i64), Fault> {
        let script = format!("if (kagetsu.state.pending) return null; {PLACE}");
        let what = format!("an answer to the click before {name}");
        self.found(&what, async || {
            self.run_with(&script, vec![json!(name)]).await
        })
        .await
    }

    /// Clicks on a point of the board.
    pub(crate) async fn click(&self, name: &str) -> Result<(), Fault> {
        let place = self.answered_place(name).await?;
        self.point("mouse", &[place]).await
    }

    /// Clicks on a point of the board, and waits until so many stones lie there.
    pub(crate) async fn lays(&self, name: &str, stones: usize) -> Result<(), Fault> {
        self.click(name).await?;
        self.counts(stones).await
    }

    /// Touches a point of the board for a moment.
    pub(crate) async fn touch(&self, name: &str) -> Result<(), Fault> {
        let place = self.answered_place(name).await?;
        self.point("touch", &[place]).await
    }

    /// Touches a button or another part of the page for a moment.
    pub(crate) async fn tap(&self, selector: &str) -> Result<(), Fault> {
        self.find(selector).await?;
        let place = self.run_with(MIDDLE, vec![json!(selector)]).await?;
        self.point("touch", &[place]).await
    }

    /// Draws a finger over the board from point to point.
    pub(crate) async fn drag(&self, names: &[&str]) -> Result<(), Fault> {
        let mut places = Vec::new();
        for name in names {
            places.push(self.place(name).await?);
        }
        self.point("touch", &places).await
    }

    /// Types on the keyboard, whatever has the focus.
    pub(crate) async fn keys(&self, keys: &[Key]) -> Result<(), Fault> {
        let typed = keys.iter().fold(self.browser.action_chain(), |chain, key| {
            chain.key_down(key.clone()).key_up(key.clone())
        });
        Ok(typed.perform().await?)
    }

    /// Gives a command as the page does.
    pub(crate) async fn command(&self, command: Value) -> Result<(), Fault> {
        let script = "return kagetsu.ask('/api/command', arguments[0]).then((answer) => answer.json()).then(({ refused }) => refused);";
        let refused = self.browser.execute(script, vec![command]).await?;
        assert!(refused.json().is_null(), "{refused:?}");
        Ok(())
    }

    /// Begins a game of two persons without the dialogue.
    pub(crate) async fn begin_for_two(&self) -> Result<(), Fault> {
        let ticket = self.ticket().await?;
        self.command(json!({ "do": "new", "begins": "two", "level": "4" }))
            .await?;
        self.until("a new game", async || Ok(self.ticket().await? != ticket))
            .await
    }

    /// Begins a game in the dialogue by clicks; what is not named stays as it is.
    pub(crate) async fn begin(&self, choices: &[(&str, &str)]) -> Result<(), Fault> {
        let ticket = self.ticket().await?;
        self.press("#new").await?;
        for (list, value) in choices {
            self.choose(list, value).await?;
        }
        self.press("#dialogue button[value=start]").await?;
        self.until("a new game", async || Ok(self.ticket().await? != ticket))
            .await
    }

    /// Waits for a saved file; its bytes. The file is gone then.
    pub(crate) async fn saved_bytes(&self, name: &str) -> Result<Vec<u8>, Fault> {
        let file = self.folder.join(name);
        // The browser makes an empty file first.
        self.until("a saved file", async || {
            Ok(file.metadata().is_ok_and(|file| file.len() > 0))
        })
        .await?;
        let bytes = std::fs::read(&file)?;
        std::fs::remove_file(&file)?;
        Ok(bytes)
    }

    /// The same for a text.
    pub(crate) async fn saved(&self, name: &str) -> Result<String, Fault> {
        Ok(String::from_utf8(self.saved_bytes(name).await?)?)
    }

    /// A file of this text for the page to load.
    pub(crate) fn file(&self, name: &str, text: impl AsRef<[u8]>) -> Result<PathBuf, Fault> {
        let file = Path::new(&self.folder).join(name);
        std::fs::write(&file, text)?;
        Ok(file)
    }
}
