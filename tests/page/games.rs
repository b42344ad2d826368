//! Games by clicks, by touches, by the keyboard alone.

use thirtyfour::Key;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};

/// Most stones of a person in these games; they end long before.
const PATIENCE: usize = 60;
const LOW: (&str, &str) = ("#level", "1");

async fn is_over(page: &Page) -> Result<bool, Fault> {
    Ok(page.text("#status").await?.contains("Five in a row"))
}

/// A free point: the person fills rows from the left and leaves the rest to Kagetsu.
async fn free_point(page: &Page) -> Result<String, Fault> {
    let taken = page.stones().await?.concat();
    let columns = |row: u8| ('a'..='o').map(move |letter| format!("{letter}{row}"));
    let mut names = (1..=15).flat_map(columns);
    let free = names.find(|name| !taken.contains(name));
    Ok(free.ok_or("the board is full")?)
}

/// Clicks on free points until somebody has won.
async fn play_to_the_end(page: &Page) -> Result<(), Fault> {
    for _ in 0..PATIENCE {
        let before = page.count().await?;
        page.click(&free_point(page).await?).await?;
        page.until("Kagetsu's answer", async || {
            Ok(is_over(page).await? || page.count().await? == before + 2)
        })
        .await?;
        if is_over(page).await? {
            let row = page.marks(".winning").await?;
            assert!(row.len() >= 5, "{row:?}");
            assert!(
                page.stones()
                    .await?
                    .iter()
                    .any(|own| { row.iter().all(|name| own.contains(name)) })
            );
            return Ok(());
        }
    }
    Err("nobody has won".into())
}

#[test]
fn a_game_by_clicks() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "person"), LOW, ("#rule", "freestyle")])
            .await?;
        play_to_the_end(page).await?;
        // Nothing can be played after the end.
        let stones = page.count().await?;
        page.click("o15").await?;
        assert_eq!(page.count().await?, stones);
        // A double click is one press.
        let twice = "
            const [button, real] = [document.querySelector('[data-do=rematch]'), window.fetch];
            let sent = 0;
            window.fetch = (path, options) => {
              sent += Number(path === '/api/command');
              return real(path, options);
            };
            button.click();
            button.click();
            // The second click of a mouse is for no button that takes the place of the first one either.
            document.querySelector('[data-do=move]').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
            window.fetch = real;
            return sent";
        assert_eq!(page.run::<u32>(twice).await?, 1);
        // Kagetsu begins the second game.
        page.counts(1).await
    })
}

#[test]
fn a_game_by_touch() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        let width: i64 = page
            .run("return document.documentElement.scrollWidth")
            .await?;
        assert_eq!(width, 360, "the page is as wide as the screen");
        page.begin(&[LOW]).await?;
        // A first touch shows the stone only; a finger moves it; cancelling removes it.
        page.touch("h8").await?;
        assert_eq!(page.marks(".ghost").await?, ["h8"]);
        page.drag(&["h8", "i9", "k11"]).await?;
        assert_eq!(page.marks(".ghost").await?, ["k11"]);
        assert_eq!(page.text("#confirm").await?, "Play k11");
        assert_eq!(page.count().await?, 0);
        page.tap("#unconfirm").await?;
        assert!(page.marks(".ghost").await?.is_empty());
        page.touch("c3").await?;
        assert_eq!(page.marks(".ghost").await?, ["c3"]);
        page.drag(&["c3", "d4"]).await?;
        assert_eq!(page.marks(".ghost").await?, ["d4"]);
        page.tap("#confirm").await?;
        page.counts(2).await?;
        assert_eq!(page.stones().await?[0], ["d4"]);
        // The second touch of a point confirms as well.
        let free = free_point(page).await?;
        page.touch(&free).await?;
        page.touch(&free).await?;
        page.counts(4).await
    })
}

/// Waits until a game that has ended is kept. The page asks the server for its record before.
pub(super) async fn until_kept(page: &Page) -> Result<(), Fault> {
    let kept = "
        const games = JSON.parse(localStorage.getItem('games') ?? '[]');
        return games.some(({ unfinished }) => !unfinished);";
    page.holds("the kept game", kept).await
}

/// Goes on with the tabulator until a part of the page has the focus.
async fn go_to(page: &Page, selector: &str) -> Result<(), Fault> {
    for _ in 0..PATIENCE {
        let script = "return document.activeElement.matches(arguments[0])";
        if page.run_with(script, vec![selector.into()]).await? {
            return Ok(());
        }
        page.keys(&[Key::Tab]).await?;
    }
    Err(format!("the keyboard does not reach {selector}").into())
}

#[test]
fn a_game_by_the_keyboard_alone() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        go_to(page, "#new").await?;
        page.keys(&[Key::Enter]).await?;
        go_to(page, "#begins").await?;
        // The third choice: two players here.
        page.keys(&[Key::Down, Key::Down]).await?;
        go_to(page, "#dialogue button[value=start]").await?;
        let ticket = page.ticket().await?;
        page.keys(&[Key::Enter]).await?;
        page.until("a new game", async || Ok(page.ticket().await? != ticket))
            .await?;
        go_to(page, "#cells [role=gridcell]").await?;
        // The cursor begins in the middle. Black plays to the right, White one row above.
        for pair in 0..4 {
            page.keys(&[Key::Enter]).await?;
            page.counts(2 * pair + 1).await?;
            page.keys(&[Key::Up, Key::Enter]).await?;
            page.counts(2 * pair + 2).await?;
            page.keys(&[Key::Down, Key::Right]).await?;
        }
        page.keys(&[Key::Left]).await?;
        let name = "return document.activeElement.getAttribute('aria-label')";
        let name: String = page.run(name).await?;
        assert_eq!(name, "k8, Black");
        page.keys(&[Key::Right, Key::Enter]).await?;
        page.says("Five in a row").await?;
        assert_eq!(
            page.marks(".winning").await?,
            ["h8", "i8", "j8", "k8", "l8"]
        );
        Ok(())
    })
}

#[test]
fn a_kept_game_tells_the_level_and_whether_the_person_has_won() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        let level = ("#level", "2");
        page.begin(&[("#begins", "person"), level, ("#rule", "freestyle")])
            .await?;
        page.lays("h8", 2).await?;
        page.resign().await?;
        until_kept(page).await?;
        let listed = async |results: &[&str]| {
            page.press("#show-games").await?;
            let kept = page.text("#games-list").await?;
            for result in results {
                let line = format!("You – Kagetsu (level 2) · {result}\nFreestyle · 2 moves");
                assert!(kept.contains(&line), "{kept}");
            }
            page.press("#games-close").await
        };
        listed(&["lost"]).await?;
        let others = "
            const [lost] = JSON.parse(localStorage.getItem('games'));
            localStorage.setItem('games', JSON.stringify([{ ...lost, winner: 'black' }, { ...lost, winner: null }]));";
        page.run::<()>(others).await?;
        listed(&["won", "draw"]).await
    })
}
