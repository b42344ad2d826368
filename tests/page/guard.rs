//! Requests that other sites could make are refused, and whoever has no key is told so.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::Fault;
use super::browser::Screen;
use super::site::on_page;
use kagetsu_test_support::process::{Heard, Process};

/// Sends a command with the right secret, and gives the status of the answer.
fn status(address: &str, key: &str, host: &str, origin: Option<&str>) -> Result<u16, Fault> {
    let mut stream = TcpStream::connect(address)?;
    let origin = origin.map_or_else(String::new, |origin| format!("Origin: {origin}\r\n"));
    let body = r#"{"do":"resign"}"#;
    let length = body.len();
    write!(
        stream,
        "POST /api/command HTTP/1.1\r\nHost: {host}\r\n{origin}X-Kagetsu-Key: {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let code = answer.split(' ').nth(1).ok_or("no status")?;
    Ok(code.parse()?)
}

#[test]
fn foreign_hosts_and_origins_are_refused() -> Result<(), Fault> {
    let server = Process::start(
        crate::PROGRAM,
        &["web", "--no-open", "--listen", "127.0.0.1:0"],
    )?;
    let Heard::Line(link) = server.hear()? else {
        return Err("the server has ended".into());
    };
    let (address, key) = link.split_once("/#").ok_or("the link has a secret")?;
    let address = address.strip_prefix("http://").ok_or("the link is http")?;
    for origin in ["http://evil.example", "null", "https://127.0.0.1", ""] {
        assert_eq!(
            status(address, key, address, Some(origin))?,
            403,
            "{origin}"
        );
    }
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", ""] {
        assert_eq!(status(address, key, host, None)?, 421, "{host}");
    }
    assert_eq!(status(address, &"0".repeat(key.len()), address, None)?, 401);
    // None of them has ended the game: the right one does it, with its own origin and without one.
    let own = format!("http://{address}");
    assert_eq!(status(address, key, address, Some(&own))?, 200);
    assert_eq!(status(address, key, address, None)?, 200);
    Ok(())
}

#[test]
fn without_its_link_the_page_says_what_is_missing() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        assert!(page.has("#no-key[hidden]").await?);
        page.run::<()>(
            "sessionStorage.clear(); localStorage.clear(); location.assign('/')",
            vec![],
        )
        .await?;
        page.until("the message", async || {
            page.has("#no-key:not([hidden])").await
        })
        .await?;
        let said = page.text("#no-key").await?;
        for word in [
            "by the link",
            "链接",
            "リンク",
            "링크",
            "по ссылке",
            "liên kết",
        ] {
            assert!(said.contains(word), "{said}");
        }
        let shown = "return document.getElementById('side').offsetParent !== null || document.getElementById('board-frame').offsetParent !== null";
        assert!(!page.run::<bool>(shown, vec![]).await?);
        Ok(())
    })
}
