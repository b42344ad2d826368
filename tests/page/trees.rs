//! Tree search on the page: as an analysis, step by step, and by networks that learn while one plays.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page, on_page_with};
use kagetsu_test_support::ran::{FINE, Ran};

/// A run of moments.
const RECIPE: &str = r#"
rules = "9x9,k=5"
blocks = 1
channels = 16
value_hidden = 8
playouts = 10
quick_playouts = 10
full_every = 1
drawn_moves = 20
noise = "root"
noise_percent = 25
noise_concentration = 1000
seed = 1
games = 3
generations = 1
window = 1
batch = 16
passes = 1
rate_millionths = 1000
"#;

/// The cells of a table.
const ROWS: &str = "
    return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent));";

async fn rows(page: &Page, table: &str) -> Result<Vec<Vec<String>>, Fault> {
    page.run_with(ROWS, vec![table.into()]).await
}

/// The step of the playout that is shown.
async fn phase(page: &Page) -> Result<String, Fault> {
    page.text("#walk-phases [aria-current=step]").await
}

async fn playout(page: &Page, number: u32) -> Result<(), Fault> {
    page.reads("#walk-number", &format!("Playout {number}"))
        .await
}

#[test]
fn a_tree_is_a_second_opinion() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        page.lays("h8", 1).await?;
        page.press("#tab-analysis").await?;
        page.choose("#analyst", "tree").await?;
        page.press("#analyse").await?;
        page.shows("#board .candidate-text.visits").await?;
        assert!(page.has("#board .prior").await?);
        let rows = rows(page, "#lines").await?;
        assert!(
            rows[0][1].ends_with('%') && rows[0][3].ends_with('%'),
            "{rows:?}"
        );
        assert_eq!(page.text("#lines-depth").await?, "Playouts");
        // The other search does not stand beside it.
        page.choose("#analyst", "alpha-beta").await?;
        page.until("another search", async || {
            let has_lines = page.has("#lines .line").await?;
            Ok(has_lines && !page.has("#board .prior").await?)
        })
        .await?;
        assert_eq!(page.text("#lines-depth").await?, "Depth");
        page.press("#analyse").await
    })
}

#[test]
fn a_search_is_stepped_through() -> Result<(), Fault> {
    // On the smaller screen, where all of it has to find room.
    on_page(Screen::Telephone, async |page| {
        page.begin_for_two().await?;
        page.press("#tab-moves").await?;
        page.find("#text").await?.send_keys("h8\n").await?;
        page.counts(1).await?;
        page.press("#tab-analysis").await?;
        page.press("#walk-open").await?;
        playout(page, 1).await?;
        assert!(
            page.text("#walk-text")
                .await?
                .contains("no moves in the tree yet")
        );
        for name in ["Expand", "Evaluate", "Back up"] {
            page.press("#walk-one").await?;
            assert_eq!(phase(page).await?, name);
        }
        page.press("#walk-one").await?;
        playout(page, 2).await?;
        assert_eq!(phase(page).await?, "Select");
        let first = rows(page, "#walk-table").await?;
        assert_eq!(
            page.marks("#board .number").await?.len(),
            1,
            "a way of one move"
        );
        assert!(page.has("#walk-table .followed").await?);
        assert_eq!(first[0][1], "0", "{first:?}");
        page.press("#walk-ten").await?;
        playout(page, 12).await?;
        assert_eq!(phase(page).await?, "Back up");
        page.press("#walk-hundred").await?;
        playout(page, 112).await?;
        let visits = |row: &Vec<String>| row[1].parse::<u32>().unwrap_or_default();
        let told: u32 = rows(page, "#walk-table").await?.iter().map(visits).sum();
        assert!((100..=111).contains(&told), "{told}");
        // The positions on the way have tables of their own.
        page.press("#walk-way button:nth-child(2)").await?;
        assert!(
            page.has("#walk-way button:nth-child(2)[aria-current]")
                .await?
        );
        page.press("#walk-anew").await?;
        playout(page, 1).await?;
        let wide: i64 = page
            .run("return document.documentElement.scrollWidth - innerWidth")
            .await?;
        assert!(wide <= 0, "{wide}");
        page.press("#walk-close").await?;
        page.shows("#walk[hidden]").await?;
        // Another game is played without it.
        page.press("#walk-open").await?;
        playout(page, 1).await?;
        page.begin_for_two().await?;
        page.counts(0).await?;
        assert!(page.has("#walk[hidden]").await?);
        page.press("#tab-moves").await
    })
}

fn zero(arguments: &[&str]) -> Result<(), Fault> {
    // No limit: it works for as long as the machine needs.
    Ran::of(Command::new(crate::PROGRAM).arg("zero").args(arguments))?.ends(FINE);
    Ok(())
}

/// A folder with generation 0 of a run, which knows nothing.
fn begin(folder: &Path) -> Result<String, Fault> {
    fs::create_dir(folder)?;
    fs::write(folder.join("recipe.toml"), RECIPE)?;
    let folder = folder.to_string_lossy().into_owned();
    zero(&["play", &folder, "--generation", "0"])?;
    Ok(folder)
}

#[test]
fn networks_play_and_become_more_while_they_learn() -> Result<(), Fault> {
    let parent = tempfile::tempdir()?;
    let run = begin(&parent.path().join("run"))?;
    on_page_with(Screen::Desk, &["--zero", &run], async |page| {
        page.begin(&[("#program", "run-0")]).await?;
        page.lays("e5", 2).await?;
        let begins = page.text("#begins").await?;
        assert!(
            begins.contains("You begin, against run-0") && begins.contains("run-0 begins"),
            "{begins}"
        );
        assert!(page.text("#seat-white").await?.contains("run-0"));
        let wide: usize = page.run("return kagetsu.state.view.picture.width").await?;
        assert_eq!(wide, 9);
        zero(&["learn", &run, "--generation", "0"])?;
        page.shows("#program option[value=run-3]").await?;
        // What it thinks is drawn like what Kagetsu thinks.
        page.press("#tab-analysis").await?;
        page.choose("#analyst", ":run-3").await?;
        page.press("#analyse").await?;
        page.shows("#board .prior").await?;
        page.press("#analyse").await?;
        page.press("#walk-open").await?;
        playout(page, 1).await?;
        page.press("#walk-ten").await?;
        playout(page, 11).await?;
        page.press("#walk-close").await?;
        // Of a long run the milestones and the newest one are listed.
        let network = parent.path().join("run/0001/network.safetensors");
        for generation in 2..=12 {
            let folder = parent.path().join(format!("run/{generation:04}"));
            fs::create_dir_all(&folder)?;
            fs::copy(&network, folder.join("network.safetensors"))?;
        }
        page.shows("#program option[value=run-36]").await?;
        let listed: Vec<String> = page
            .run("return [...document.querySelector('#program').options].map(({ value }) => value)")
            .await?;
        assert_eq!(
            listed,
            [
                "", "run-0", "run-3", "run-6", "run-9", "run-15", "run-24", "run-36"
            ]
        );
        // A damaged file loses nothing.
        fs::write(parent.path().join("run/0001/network.safetensors"), "none")?;
        page.begin(&[("#program", "run-3")]).await?;
        page.click("e5").await?;
        page.says("run-3 cannot be started").await?;
        page.says("network.safetensors").await?;
        page.press("#trouble-bar button:nth-of-type(3)").await?;
        page.lays("e6", 2).await
    })
}
