//! The page in other languages than English.

use serde_json::json;

use super::Fault;
use super::browser::Screen;
use super::site::{Page, on_page};

/// Texts of the page that have no letter of Chinese although they stand for a key of the catalogue.
const UNTRANSLATED: &str = "
    const parts = [...document.querySelectorAll('[data-t]')];
    return parts.filter((part) => !/\\p{Script=Han}/u.test(part.textContent)).map((part) => part.textContent);";

/// Languages of the browser, the best first.
const BROWSER: &str = "Object.defineProperty(navigator, 'languages', { get: () => arguments[0], configurable: true });";

/// A game of 3 February 2026 is kept, at noon wherever the browser is.
const KEEP: &str = "localStorage.setItem('games', JSON.stringify([
    { when: new Date(2026, 1, 3, 12).getTime(), text: 'freestyle 15 h8', rule: 'freestyle', moves: 3, unfinished: true }]))";

async fn written(page: &Page) -> Result<String, Fault> {
    page.run("return document.documentElement.lang").await
}

#[test]
fn chinese_is_chosen_and_kept() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        assert_eq!(page.text("#new").await?, "New game");
        assert_eq!(written(page).await?, "en");
        page.press("#settings summary").await?;
        page.choose("#language", "zh").await?;
        page.says("您执黑方").await?;
        assert_eq!(page.text("#new").await?, "新对局");
        assert_eq!(written(page).await?, "zh-Hans");
        let foreign: Vec<String> = page.run(UNTRANSLATED).await?;
        assert_eq!(foreign, ["Kagetsu"]);
        page.lays("h8", 2).await?;
        assert!(page.text("#log").await?.contains("第 1 手，黑方落子 h8。"));
        page.browser.refresh().await?;
        page.says("请您落子：黑方。").await?;
        page.speak("en").await?;
        page.says("Your move: Black.").await?;
        assert_eq!(written(page).await?, "en");
        Ok(())
    })
}

/// The texts of chapters and puzzles do not come any more.
const WITHHOLD: &str = "
    const real = window.fetch;
    window.fetch = (path, options) => (path.startsWith('/api/chapters') ? new Promise(() => {}) : real(path, options));";

#[test]
fn a_puzzle_speaks_as_before_until_its_texts_in_another_language_come() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.press("#welcome-daily").await?;
        page.says("the rating falls at once").await?;
        page.run::<()>(WITHHOLD).await?;
        page.speak("zh").await?;
        page.shows("html[lang='zh-Hans']").await?;
        page.says("the rating falls at once").await
    })
}

#[test]
fn each_language_is_in_the_list_by_its_own_name_and_speaks() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        let options = "return [...document.querySelectorAll('#language option')].map((option) => [option.lang, option.textContent])";
        let listed: Vec<(String, String)> = page.run(options).await?;
        let expected = [
            ("en", "English"),
            ("zh-Hans", "中文"),
            ("ja", "日本語"),
            ("ko", "한국어"),
            ("ru", "Русский"),
            ("vi", "Tiếng Việt"),
        ];
        let expected = expected.map(|(tag, name)| (tag.to_string(), name.to_string()));
        assert_eq!(listed, expected);
        for (language, said, new) in [
            ("ja", "あなたは黒です。", "新規対局"),
            ("ko", "내 색: 흑.", "새 대국"),
            ("ru", "Ваш цвет: Чёрные.", "Новая игра"),
            ("vi", "Bạn cầm Đen.", "Ván mới"),
        ] {
            page.speak(language).await?;
            page.says(said).await?;
            assert_eq!(page.text("#new").await?, new);
            assert_eq!(written(page).await?, language);
        }
        Ok(())
    })
}

#[test]
fn a_link_may_name_the_language_and_a_later_choice_takes_its_place() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.run::<()>("location.assign('/?lang=ru-RU')").await?;
        page.says("Ваш цвет: Чёрные.").await?;
        page.speak("ko").await?;
        page.says("내 색: 흑.").await?;
        page.browser.refresh().await?;
        page.says("내 색: 흑.").await?;
        // One that is not known is no choice: the browser's wish holds.
        page.run::<()>("location.assign('/?lang=fr')").await?;
        page.says("You have Black.").await
    })
}

#[test]
fn dates_are_written_as_the_reader_writes_them() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.run::<()>(KEEP).await?;
        for (browser, language, date) in [
            (&["en-GB", "en-US"][..], "en", "03/02/2026, "),
            (&["de", "en-US"], "en", "2/3/26, "),
            (&["en-GB"], "ja", "2026/02/03 "),
            (&["ru-RU"], "ru", "03.02.2026, "),
        ] {
            page.run_with::<()>(BROWSER, vec![json!(browser)]).await?;
            page.speak(language).await?;
            page.shows(&format!("html[lang='{language}']")).await?;
            page.press("#tab-files").await?;
            page.press("#show-games").await?;
            let listed = page.text("#games-list").await?;
            assert!(
                listed.contains(&format!(" · {date}")),
                "{browser:?}: {listed}"
            );
            page.press("#games-close").await?;
        }
        Ok(())
    })
}

/// Lines of a tree search with these chances, playouts and priors.
const FOUND: &str = "
    const line = ([rate, visits, prior], place) => ({ place, rate, at: null, first: { x: place, y: 0 }, moves: ['a15'], steps: [],
        colour: 'black', proof: null, worth: null, depth: 0, tree: { visits, prior } });
    kagetsu.state.lines = arguments[0].map(line);
    document.getElementById('numbers').click();";
/// The numbers of those lines as they are written.
const NUMBERS: &str = "
    return [...document.querySelectorAll('#lines tbody tr')].map((row) => [...row.cells].slice(1, 4).map((cell) => cell.textContent).join('; '));";

#[test]
fn numbers_are_written_as_the_language_writes_them() -> Result<(), Fault> {
    on_page(Screen::Desk, async |page| {
        page.begin_for_two().await?;
        let found = json!([
            [0.123, 999, 0.5],
            [0.5, 9_940, 0.0994],
            [0.5, 9_960, 0.0996],
            [0.5, 999_400, 0.004],
            [0.5, 999_600, 0.994],
        ]);
        page.run_with::<()>(FOUND, vec![found]).await?;
        let point = [
            "12.3 %; 999; 50 %",
            "50.0 %; 9.9k; 9.9 %",
            "50.0 %; 10k; 10 %",
            "50.0 %; 999k; 0.4 %",
            "50.0 %; 1.0M; 99 %",
        ];
        let comma = point.map(|line| line.replace('.', ","));
        for (language, expected) in [
            ("en", point.map(str::to_string)),
            ("ru", comma.clone()),
            ("vi", comma),
        ] {
            page.speak(language).await?;
            page.shows(&format!("html[lang='{language}']")).await?;
            let numbers: Vec<String> = page.run(NUMBERS).await?;
            assert_eq!(numbers, expected, "{language}");
        }
        Ok(())
    })
}
