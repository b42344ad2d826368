//! An opening procedure on the page.

use super::Fault;
use super::browser::Screen;
use super::commands::click_all;
use super::site::{Page, on_page};

async fn names(page: &Page) -> Result<[String; 2], Fault> {
    Ok([
        page.text("#seat-black .name").await?,
        page.text("#seat-white .name").await?,
    ])
}

#[test]
fn rif_with_an_exchange_of_colours() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "kagetsu"), ("#level", "1"), ("#opening", "rif")])
            .await?;
        // Kagetsu lays three stones; the person takes Black.
        page.says("You choose.").await?;
        assert_eq!(page.count().await?, 3);
        page.tells("#save-note", "the opening does not go on")
            .await?;
        assert_eq!(names(page).await?, ["Kagetsu Level 1", "You"]);
        page.press("#choices button:nth-child(2)").await?;
        page.says("Offer fifth moves; still to come: 2.").await?;
        assert_eq!(names(page).await?, ["You", "Kagetsu Level 1"]);
        assert!(
            page.text("#log")
                .await?
                .contains("The colours are exchanged.")
        );
        assert_eq!(page.count().await?, 4);
        // Two offers far from the middle, no images of each other; Kagetsu picks one and answers.
        page.click("b2").await?;
        page.says("Offer fifth moves; still to come: 1.").await?;
        assert_eq!(page.marks(".offered").await?, ["b2"]);
        page.click("c13").await?;
        page.says("Your move: Black.").await?;
        let [black, white] = page.stones().await?;
        assert_eq!((black.len(), white.len()), (3, 3));
        let offered = ["b2", "c13"].map(str::to_string);
        let picked = black.iter().filter(|name| offered.contains(name));
        assert_eq!(picked.count(), 1);
        Ok(())
    })
}

#[test]
fn of_two_people_at_a_page_the_one_who_is_asked_is_named() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin(&[("#begins", "two"), ("#opening", "rif")])
            .await?;
        click_all(page, &["h8", "h9", "i10"]).await?;
        page.says("The second player chooses.").await?;
        page.press("#choices button:nth-child(2)").await?;
        page.says("Lay stone 4: White.").await?;
        page.click("j10").await?;
        page.says("Black: Offer fifth moves; still to come: 2.")
            .await?;
        page.click("b2").await?;
        page.says("Black: Offer fifth moves; still to come: 1.")
            .await?;
        page.click("c13").await?;
        page.says("White: Pick one of the offered fifth moves.")
            .await
    })
}
