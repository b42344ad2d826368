//! Whoever has no key is told so.

use super::Fault;
use super::browser::Screen;
use super::site::on_page;

#[test]
fn without_its_link_the_page_says_what_is_missing() -> Result<(), Fault> {
    on_page(Screen::Telephone, async |page| {
        assert!(page.has("#no-key[hidden]").await?);
        page.run::<()>("sessionStorage.clear(); localStorage.clear(); location.assign('/')")
            .await?;
        page.shows("#no-key:not([hidden])").await?;
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
        page.run::<()>("localStorage.setItem('language', '\"ja\"'); location.reload()")
            .await?;
        let order = "return [...document.querySelectorAll('#no-key p')].map(({ lang }) => lang).join().startsWith('ja,en')";
        page.holds("Japanese first", order).await?;
        let shown = "return document.getElementById('side').offsetParent !== null || document.getElementById('board-frame').offsetParent !== null";
        assert!(!page.run::<bool>(shown).await?);
        Ok(())
    })
}
