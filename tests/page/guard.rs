//! Requests that other sites could make are refused, and whoever has no key is told so.

use super::Fault;
use super::browser::Screen;
use super::server::Server;
use super::site::on_page;

/// Sends a command with a key, and gives the status of the answer.
fn status(server: &Server, key: &str, host: &str, origin: Option<&str>) -> Result<u16, Fault> {
    let origin = origin.map_or_else(String::new, |origin| format!("Origin: {origin}\r\n"));
    let headers = format!("Host: {host}\r\n{origin}X-Kagetsu-Key: {key}");
    let answer = server.post_as(&headers, r#"{"do":"resign"}"#)?;
    let code = answer.split(' ').nth(1).ok_or("no status")?;
    Ok(code.parse()?)
}

#[test]
fn foreign_hosts_and_origins_are_refused() -> Result<(), Fault> {
    let server = Server::start(&[])?;
    let Server { address, key, .. } = &server;
    for origin in ["http://evil.example", "null", "https://127.0.0.1", ""] {
        assert_eq!(
            status(&server, key, address, Some(origin))?,
            403,
            "{origin}"
        );
    }
    for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", ""] {
        assert_eq!(status(&server, key, host, None)?, 421, "{host}");
    }
    assert_eq!(status(&server, &"0".repeat(key.len()), address, None)?, 401);
    // None of them has ended the game: the right one does it, with its own origin and without one.
    let own = format!("http://{address}");
    assert_eq!(status(&server, key, address, Some(&own))?, 200);
    assert_eq!(status(&server, key, address, None)?, 200);
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
            "by a whole link",
            "链接",
            "リンク",
            "링크",
            "по ссылке",
            "liên kết",
        ] {
            assert!(said.contains(word), "{said}");
        }
        // The language that was chosen comes first, the one of the browser after it.
        page.run::<()>(
            "localStorage.setItem('language', '\"ja\"'); location.reload()",
            vec![],
        )
        .await?;
        let order = "return [...document.querySelectorAll('#no-key p')].map(({ lang }) => lang)";
        page.until("Japanese first", async || {
            let found: Vec<String> = page.run(order, vec![]).await?;
            Ok(found.starts_with(&["ja".to_string(), "en".to_string()]))
        })
        .await?;
        let shown = "return document.getElementById('side').offsetParent !== null || document.getElementById('board-frame').offsetParent !== null";
        assert!(!page.run::<bool>(shown, vec![]).await?);
        Ok(())
    })
}
