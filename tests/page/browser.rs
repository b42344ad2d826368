//! Chromium and its driver. Both end with the value that started them, also after a failure.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::{ChromeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel};

use super::Fault;

/// With this variable set to 1, a missing browser is a failure.
const REQUIRED: &str = "KAGETSU_REQUIRE_BROWSER";
const BROWSERS: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const DRIVER: &str = "chromedriver";
/// What the driver says before its port.
const ON_PORT: &str = "started successfully on port ";
/// Most starts of the driver.
const STARTS: usize = 4;
/// How long the driver may take to close its browsers.
const CLOSING: Duration = Duration::from_secs(10);

/// The two programs.
#[derive(Debug)]
pub(crate) struct Programs {
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
    pub(crate) fn find() -> Result<Option<Self>, Fault> {
        let found = BROWSERS.into_iter().find_map(in_path).zip(in_path(DRIVER));
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
#[derive(Clone, Copy, Debug)]
pub(crate) enum Screen {
    /// A window with a mouse.
    Desk,
    /// A telephone of 360 by 740 points with a touch screen.
    Telephone,
}

/// The running driver.
#[derive(Debug)]
pub(crate) struct Driver {
    child: Child,
    port: u16,
    /// The driver must not find its output closed.
    _output: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts the driver on a free port. It listens by two protocols, and ends where the port that the system chose for one
    /// is taken for the other, so it is started again then.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start(programs: &Programs) -> Result<Self, Fault> {
        for _ in 1..STARTS {
            if let Ok(driver) = Self::start_once(programs) {
                return Ok(driver);
            }
        }
        Self::start_once(programs)
    }

    fn start_once(programs: &Programs) -> Result<Self, Fault> {
        let mut child = Command::new(&programs.driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
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
            child,
            port,
            _output: output,
        })
    }

    /// Where the driver listens.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Asks the driver to close its browsers and to leave.
    fn shut_down(&self) -> io::Result<()> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(CLOSING))?;
        let host = self.port;
        write!(
            stream,
            "GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1:{host}\r\nConnection: close\r\n\r\n"
        )?;
        stream.read_to_string(&mut String::new()).map(|_| ())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // A driver that does not listen any more is ended below.
        let _ = self.shut_down();
        let begin = Instant::now();
        while begin.elapsed() < CLOSING && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the driver is to start: a browser without a window that saves files into `folder`.
///
/// # Errors
/// When the values cannot be written.
pub(crate) fn capabilities(
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
        "--lang=en",
        "--window-size=1280,1000",
    ] {
        wanted.add_arg(argument)?;
    }
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
