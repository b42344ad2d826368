//! The options of a game in a terminal.

use crate::game::{Kind, Refusal};
use crate::gomoku::{Rule, Setup};
use crate::opening::Procedure;
use crate::session::{AnySetup, Level, TimeRules};
use crate::table::{Begins, NewGame};
use crate::text::{Catalogue, Language, locale};

use super::error::PlayError;

/// How a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which game.
    pub game: Kind,
    /// The rule of gomoku.
    pub rule: Rule,
    /// Side of the board.
    pub size: u8,
    /// The opening procedure.
    pub opening: Procedure,
    /// Kagetsu's level.
    pub level: Level,
    /// Who begins. No guest comes to a terminal.
    pub begins: Begins,
    /// Chooses among Kagetsu's games; without one they differ from start to start.
    pub seed: Option<u64>,
    /// Language of the messages.
    pub language: Language,
    /// Are stones circles on the screen? Otherwise they are letters.
    pub circles: bool,
    /// Does a person type the lines? Then a word that ends a running game is typed twice, as on the screen.
    pub confirms: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            game: Kind::Gomoku,
            rule: Rule::default(),
            size: Setup::usual_side(),
            opening: Procedure::Free,
            level: Level::Fixed(4),
            begins: Begins::Person,
            seed: None,
            language: Language::En,
            circles: false,
            confirms: false,
        }
    }
}

/// Can a terminal be trusted to show a circle in one column? It needs the letters of UTF-8, and no locale of East Asia, where
/// such signs may take two columns ("ambiguous" in UAX #11). The variables of the environment tell the locale, as POSIX has
/// it: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty.
///
/// ```
/// use kagetsu_play::terminal::shows_circles;
/// let of = |locale: &'static str| shows_circles(|name| (name == "LANG").then(|| locale.to_string()));
/// assert!(of("en_GB.UTF-8") && of("ru_RU.utf8"));
/// assert!(!of("ja_JP.UTF-8") && !of("de_DE.ISO-8859-1") && !of("C"));
/// ```
pub fn shows_circles(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = locale("LC_CTYPE", variable).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    let has_letters = locale.contains("utf-8") || locale.contains("utf8");
    has_letters
        && !["zh", "ja", "ko"]
            .iter()
            .any(|asian| locale.starts_with(asian))
}

impl Options {
    /// The game to begin; the programs of these names take the places of Kagetsu.
    ///
    /// # Errors
    /// [`PlayError`]: a wrong board, or programs in a game that they do not play.
    pub(crate) fn new_game(&self, programs: &[String]) -> Result<NewGame, PlayError> {
        if !programs.is_empty() && !self.game.allows_programs() {
            return Err(PlayError::Engines(self.game));
        }
        let mut programs = programs.iter().cloned();
        let new = NewGame {
            game: self.game,
            rule: self.rule,
            size: self.size,
            opening: self.opening,
            begins: self.begins,
            level: self.level,
            program: programs.next(),
            rival: programs.next(),
            time: TimeRules::default(),
        };
        if let AnySetup::Gomoku(setup) = new.setup() {
            let texts = Catalogue::of(self.language)?;
            let refused = |refusal: Refusal| PlayError::Options(texts.say(&refusal.message()));
            setup.check().map_err(refused)?;
        }
        Ok(new)
    }
}
