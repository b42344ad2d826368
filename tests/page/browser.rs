//! Chromium and its driver. They end with the test program, also when that is killed.

use std::fs;
use std::future::pending;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use http::Method;
use serde_json::{Value, json};
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::{
    ChromeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, RequestData, SessionId,
    WebDriver,
};
use tokio::runtime::{self, Handle};

use super::Fault;

/// With this variable set to 1, a missing browser is a failure.
const REQUIRED: &str = "KAGETSU_REQUIRE_BROWSER";
/// Names of a browser. One that was built without windows needs a fourth less of the processors' time.
const NAMES: [&str; 5] = [
    WINDOWLESS,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const WINDOWLESS: &str = "chromium-headless-shell";
const DRIVER: &str = "chromedriver";
/// What the driver says before its port.
const ON_PORT: &str = "started successfully on port ";
/// Most starts of the driver.
const STARTS: usize = 4;
/// What the driver says of a tab whose page is being replaced by another one.
const NO_PAGE: &str = "Not attached to an active page";
/// Most tries of a command of the browser's own protocol, and the pause between them: a minute.
const TRIES: usize = 600;
const PAUSE: Duration = Duration::from_millis(100);
/// Waits until nobody holds its input any more, then ends a group of processes and removes a folder.
const WATCH: &str = r#"cat > /dev/null; kill -s KILL -- -"$1"; rm -rf "$2""#;

/// The two programs.
#[derive(Debug)]
struct Programs {
    browser: PathBuf,
    driver: PathBuf,
}

fn in_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut candidates = std::env::split_paths(&folders).map(|folder| folder.join(name));
    candidates.find(|file| file.is_file())
}

impl Programs {
    /// The programs of this machine; `None` where one is missing and none is required.
    ///
    /// # Errors
    /// When one is missing although it is required.
    fn find() -> Result<Option<Self>, Fault> {
        let found = NAMES.into_iter().find_map(in_path).zip(in_path(DRIVER));
        if let Some((browser, driver)) = found {
            return Ok(Some(Self { browser, driver }));
        }
        if std::env::var_os(REQUIRED).is_some_and(|value| value == "1") {
            return Err(format!("no Chromium or no {DRIVER}, but {REQUIRED}=1").into());
        }
        // Not `eprintln!`, which is shown for failed tests only.
        writeln!(io::stderr(), "skipped: no Chromium")?;
        Ok(None)
    }
}

/// The window of a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// A window with a mouse.
    Desk,
    /// A telephone of 360 by 740 points with a touch screen.
    Telephone,
}

/// The driver and the browsers that no test uses at the moment. A start of a browser takes longer than most tests, so a
/// test takes one that another test has left.
pub(crate) struct Browsers {
    programs: Programs,
    driver: Driver,
    /// Runs the connections to the driver; a browser outlives the test that has started it.
    runtime: Handle,
    idle: Mutex<Vec<Browser>>,
}

static BROWSERS: LazyLock<Result<Option<Browsers>, String>> =
    LazyLock::new(|| Browsers::start().map_err(|fault| fault.to_string()));

impl Browsers {
    /// Those of this test program; `None` where a program is missing and none is required.
    ///
    /// # Errors
    /// When one is missing although it is required, or the driver does not start.
    pub(crate) fn get() -> Result<Option<&'static Self>, Fault> {
        match &*BROWSERS {
            Ok(browsers) => Ok(browsers.as_ref()),
            Err(fault) => Err(fault.as_str().into()),
        }
    }

    fn start() -> Result<Option<Self>, Fault> {
        let Some(programs) = Programs::find()? else {
            return Ok(None);
        };
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let handle = runtime.handle().clone();
        thread::spawn(move || runtime.block_on(pending::<()>()));
        Ok(Some(Self {
            driver: Driver::start(&programs)?,
            programs,
            runtime: handle,
            idle: Mutex::default(),
        }))
    }

    /// Runs what a test does.
    pub(crate) fn run<T>(&self, test: impl Future<Output = T>) -> T {
        self.runtime.block_on(test)
    }

    /// Plays a case in a browser that has nothing of the cases before it. After a fault the browser is closed.
    ///
    /// # Errors
    /// What the case or the browser says.
    pub(crate) async fn with(
        &self,
        screen: Screen,
        case: impl AsyncFnOnce(&Browser) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let browser = match self.take(screen)? {
            Some(browser) => browser,
            None => self.open(screen).await?,
        };
        case(&browser).await?;
        browser.forget().await?;
        self.lock()?.push(browser);
        Ok(())
    }

    fn lock(&self) -> Result<MutexGuard<'_, Vec<Browser>>, Fault> {
        self.idle.lock().map_err(|error| error.to_string().into())
    }

    fn take(&self, screen: Screen) -> Result<Option<Browser>, Fault> {
        let mut idle = self.lock()?;
        let place = idle.iter().position(|browser| browser.screen == screen);
        Ok(place.map(|place| idle.swap_remove(place)))
    }

    async fn open(&self, screen: Screen) -> Result<Browser, Fault> {
        let folder = tempfile::tempdir_in(&self.driver.folder)?.keep();
        let wanted = capabilities(&self.programs, screen, &folder)?;
        let address = format!("http://127.0.0.1:{}", self.driver.port);
        let tab = WebDriver::new(address, wanted).await?;
        // Without it a browser that was built without windows saves nothing in its first test.
        let saves = json!({ "behavior": "allow", "downloadPath": folder });
        ask_browser(&tab, "Browser.setDownloadBehavior", saves).await?;
        Ok(Browser {
            tab,
            screen,
            folder,
        })
    }
}

/// A command of the browser's own protocol, which the driver passes on.
#[derive(Clone, Debug)]
struct DevTools {
    method: &'static str,
    params: Value,
}

impl FormatRequestData for DevTools {
    fn format_request(&self, session: &SessionId) -> RequestData {
        let body = json!({ "cmd": self.method, "params": self.params });
        RequestData::new(Method::POST, format!("/session/{session}/goog/cdp/execute"))
            .add_body(body)
    }
}

/// Does a command of the browser's own protocol that may be done twice. The driver refuses it while the page of the tab is
/// being replaced by another one, so it is tried again then.
async fn ask_browser(tab: &WebDriver, method: &'static str, params: Value) -> Result<(), Fault> {
    let command = DevTools { method, params };
    for _ in 1..TRIES {
        match tab.cmd(command.clone()).await {
            Err(error) if error.to_string().contains(NO_PAGE) => tokio::time::sleep(PAUSE).await,
            done => return Ok(done.map(|_| ())?),
        }
    }
    tab.cmd(command).await?;
    Ok(())
}

/// Shows the page of a window with a mouse in so many points, width and height, or as large as the window again.
pub(crate) async fn resize(tab: &WebDriver, size: Option<[u16; 2]>) -> Result<(), Fault> {
    let (method, params) = match size {
        Some([width, height]) => (
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        ),
        None => ("Emulation.clearDeviceMetricsOverride", json!({})),
    };
    ask_browser(tab, method, params).await
}

/// A browser.
pub(crate) struct Browser {
    pub(crate) tab: WebDriver,
    screen: Screen,
    /// Where it saves files.
    pub(crate) folder: PathBuf,
}

impl Browser {
    /// Closes all but the first tab and forgets what pages have stored, said and saved.
    async fn forget(&self) -> Result<(), Fault> {
        let tabs = self.tab.windows().await?;
        for further in tabs.iter().skip(1) {
            self.tab.switch_to_window(further.clone()).await?;
            self.tab.close_window().await?;
        }
        let first = tabs.first().ok_or("the browser has no tab")?;
        self.tab.switch_to_window(first.clone()).await?;
        self.tab.goto("about:blank").await?;
        let everything = json!({ "origin": "*", "storageTypes": "all" });
        for (method, params) in [
            ("Storage.clearDataForOrigin", everything),
            ("Network.clearBrowserCookies", json!({})),
            ("Network.clearBrowserCache", json!({})),
            ("Page.resetNavigationHistory", json!({})),
        ] {
            ask_browser(&self.tab, method, params).await?;
        }
        self.tab.browser_log().await?;
        for file in fs::read_dir(&self.folder)? {
            fs::remove_file(file?.path())?;
        }
        Ok(())
    }
}

/// The running driver. No value of this test program is dropped at its end, so a second process waits for that and ends the
/// driver with all browsers.
#[derive(Debug)]
struct Driver {
    port: u16,
    /// For the files of the driver and the browsers.
    folder: PathBuf,
    /// It must not find its output closed.
    _output: BufReader<ChildStdout>,
    _watch: Child,
}

impl Driver {
    /// Starts the driver on a free port. It listens by two protocols, and ends where the port that the system chose for one
    /// is taken for the other, so it is started again then.
    fn start(programs: &Programs) -> Result<Self, Fault> {
        for _ in 1..STARTS {
            if let Ok(driver) = Self::start_once(programs) {
                return Ok(driver);
            }
        }
        Self::start_once(programs)
    }

    fn start_once(programs: &Programs) -> Result<Self, Fault> {
        let folder = tempfile::tempdir()?.keep();
        let mut child = Command::new(&programs.driver)
            .arg("--port=0")
            .env("TMPDIR", &folder)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let watch = Command::new("sh")
            .args(["-c", WATCH, "watch", &child.id().to_string()])
            .arg(&folder)
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let mut output = BufReader::new(child.stdout.take().ok_or("the driver has no output")?);
        let port = loop {
            let mut line = String::new();
            if output.read_line(&mut line)? == 0 {
                // It has ended by itself or is about to.
                let _ = child.kill();
                return Err(format!("{DRIVER} ended: {}", child.wait()?).into());
            }
            if let Some((_, rest)) = line.split_once(ON_PORT) {
                break rest.trim().trim_end_matches('.').parse()?;
            }
        };
        Ok(Self {
            port,
            folder,
            _output: output,
            _watch: watch,
        })
    }
}

/// What the driver is to start: a browser without a window that saves files into `folder`.
///
/// # Errors
/// When the values cannot be written.
fn capabilities(
    programs: &Programs,
    screen: Screen,
    folder: &Path,
) -> Result<ChromeCapabilities, Fault> {
    let mut wanted = DesiredCapabilities::chrome();
    wanted.set_binary(&programs.browser.to_string_lossy())?;
    for argument in [
        "--headless=new",
        // Containers allow no sandbox; the browser opens our page only.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        // What the page has no use for and costs time.
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-extensions",
        "--disable-features=MediaRouter,OptimizationGuideOnDeviceModel,OptimizationHints,Translate",
        "--disable-sync",
        "--mute-audio",
        // Every picture of a stone that is being laid is painted by the processor.
        "--force-prefers-reduced-motion",
        // There is one page at a time: a process of its own for every site and for graphics costs a third of the time.
        "--disable-site-isolation-trials",
        "--in-process-gpu",
        // Most functions of the page's scripts are never called in a test.
        "--js-flags=--max-lazy",
        "--lang=en",
    ] {
        wanted.add_arg(argument)?;
    }
    // The frame of a browser with windows takes 143 rows of them, also where none is shown.
    let rows = if programs.browser.ends_with(WINDOWLESS) {
        857
    } else {
        1000
    };
    wanted.add_arg(&format!("--window-size=1280,{rows}"))?;
    wanted.set_browser_log_level(LoggingPrefsLogLevel::Severe)?;
    let folder = folder.to_string_lossy();
    let preferences = json!({
        "download.default_directory": folder,
        "download.prompt_for_download": false,
        "intl.accept_languages": "en",
    });
    wanted.add_experimental_option("prefs", preferences)?;
    if matches!(screen, Screen::Telephone) {
        let metrics = json!({ "width": 360, "height": 740, "pixelRatio": 2, "touch": true });
        let telephone = json!({ "deviceMetrics": metrics });
        wanted.add_experimental_option("mobileEmulation", telephone)?;
    }
    Ok(wanted)
}
