//! The page in Chinese.

use super::Fault;
use super::browser::Screen;
use super::site::on_page;

/// Texts of the page that have no letter of Chinese although they stand for a key of the catalogue.
const UNTRANSLATED: &str = "
    const parts = [...document.querySelectorAll('[data-t]')];
    return parts.filter((part) => !/\\p{Script=Han}/u.test(part.textContent)).map((part) => part.textContent);";

#[test]
fn chinese_is_chosen_and_kept() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        assert_eq!(page.text("#new").await?, "New game");
        let lang = "return document.documentElement.lang";
        assert_eq!(page.run::<String>(lang, vec![]).await?, "en");
        page.press("#language").await?;
        page.says("请您落子：黑方。").await?;
        assert_eq!(page.text("#new").await?, "新对局");
        assert_eq!(page.run::<String>(lang, vec![]).await?, "zh-Hans");
        let foreign: Vec<String> = page.run(UNTRANSLATED, vec![]).await?;
        assert_eq!(foreign, ["Kagetsu"]);
        page.click("h8").await?;
        page.counts(2).await?;
        assert!(page.text("#log").await?.contains("第 1 手，黑方落子 h8。"));
        page.browser.refresh().await?;
        page.says("请您落子：黑方。").await?;
        page.press("#language").await?;
        page.says("Your move: Black.").await?;
        assert_eq!(page.run::<String>(lang, vec![]).await?, "en");
        Ok(())
    })
}
