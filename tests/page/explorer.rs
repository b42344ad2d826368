//! A database of positions on the page: its moves are shown and played, and nothing is written into it.

use super::Fault;
use super::browser::Screen;
use super::site::on_page_with;
use kagetsu_test_support::process::Process;

/// After f9, which no symmetry leaves in its place: i9 is good for White, a1 loses, and there is a comment on f9 itself.
const ENTRIES: &str = r#"{"schema":1,"rule":"freestyle","size":"15x15","black":"f9","white":"","to_move":"white","text":"the side"}
{"schema":1,"rule":"freestyle","size":"15x15","black":"f9","white":"i9","to_move":"black","value":-300,"depth":12,"mark":"main"}
{"schema":1,"rule":"freestyle","size":"15x15","black":"f9","white":"a1","to_move":"black","label":"win","text":"far away"}
"#;

const ROWS: &str = "
    return [...document.querySelectorAll('#known tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent));";

#[test]
fn a_database_shows_the_moves_that_it_knows() -> Result<(), Fault> {
    let folder = tempfile::tempdir()?;
    let (lines, database) = (
        folder.path().join("lines.jsonl"),
        folder.path().join("positions"),
    );
    std::fs::write(&lines, ENTRIES)?;
    let [lines, database] = [lines, database].map(|path| path.to_string_lossy().into_owned());
    let mut import = Process::start(
        crate::PROGRAM,
        &["database", "import", &lines, "--db", &database],
    )?;
    let (status, said) = import.wait()?;
    assert!(status.success(), "{said}");
    let before = std::fs::read(&database)?;
    on_page_with(Screen::Desk, &["--database", &database], async |page| {
        page.begin_for_two().await?;
        page.click("f9").await?;
        page.until("the moves", async || {
            let rows: Vec<Vec<String>> = page.run(ROWS).await?;
            Ok(rows.len() == 2)
        })
        .await?;
        let rows: Vec<Vec<String>> = page.run(ROWS).await?;
        assert_eq!(rows[0][0], "i9");
        assert!(rows[0][1].ends_with('%'), "{rows:?}");
        assert_eq!(rows[0][2..], ["12", "main"]);
        assert_eq!(rows[1], ["a1", "loses", "", "far away"]);
        assert!(page.text("#known-here").await?.contains("the side"));
        page.press("#known .line").await?;
        page.counts(2).await?;
        page.shows("#known[hidden]").await?;
        assert_eq!(page.stones().await?[1], ["i9"]);
        // In an earlier position a move is tried instead.
        page.press("#previous").await?;
        page.shows("#known .line").await?;
        page.press("#known tr:nth-child(2) .line").await?;
        page.reads("#tree [aria-current]", "2. a1").await?;
        page.speak("zh").await?;
        page.press("#previous").await?;
        page.tells("#known", "必败").await
    })?;
    assert!(std::fs::read(&database)? == before, "the file is altered");
    Ok(())
}
