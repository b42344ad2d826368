//! The common syntax of GGF and SGF: games in round brackets, properties such as `PB[name]`, values in square brackets
//! in which a backslash takes the next sign as it is. Of variations only the first is kept.

use kagetsu_kernel::quote;

use super::record_error::RecordError;

/// A name with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

impl Property {
    /// The first value.
    pub(super) fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }
}

/// Signs of a wrong text that its error shows.
const SHOWN: usize = 20;

/// How often the text may be read again behind games that cannot be read: each begins anew behind its first bracket.
const REREADINGS: usize = 16;

/// What games of GGF and SGF begin with.
const BEGINNINGS: [&str; 3] = ["(;GM[", "(;FF[", "(;CA["];
/// The property for comments, in which anything may stand.
const COMMENT: &str = "C";

/// What a text holds of one game.
pub(super) type GameProperties = Result<Vec<Property>, RecordError>;

/// The properties of the main line of every game, or why a game cannot be read. What stands between games is skipped. Behind
/// a game that cannot be read the next one is where one of the properties begins that a game begins with.
///
/// # Errors
/// [`RecordError::Nothing`] alone.
pub(super) fn games(text: &str) -> Result<Vec<GameProperties>, RecordError> {
    let mut rest = text;
    let mut left = text.len().saturating_mul(REREADINGS);
    let mut games = Vec::new();
    while let Some(at) = rest.find('(') {
        let game = &rest[at..];
        let mut reader = Reader { rest: &game[1..] };
        let found = reader.main_line();
        rest = if found.is_ok() {
            reader.rest
        } else {
            left = left.saturating_sub(game.len() - reader.rest.len());
            next_beginning(&game[1..])
                .filter(|_| left > 0)
                .unwrap_or_default()
        };
        games.push(found);
    }
    if games.is_empty() {
        return Err(RecordError::Nothing);
    }
    Ok(games)
}

/// A text from the next place on where a game begins.
fn next_beginning(text: &str) -> Option<&str> {
    let mut places = text.match_indices("(;").map(|(at, _)| &text[at..]);
    let begins = |text: &&str| BEGINNINGS.iter().any(|begin| text.starts_with(begin));
    places.find(begins)
}

struct Reader<'a> {
    /// What is not read yet.
    rest: &'a str,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        self.next_if(|_| true)
    }

    fn next_if(&mut self, is_wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let sign = self.peek().filter(|&sign| is_wanted(sign))?;
        self.rest = &self.rest[sign.len_utf8()..];
        Some(sign)
    }

    /// Reads a game from behind its opening bracket to its closing one.
    fn main_line(&mut self) -> Result<Vec<Property>, RecordError> {
        let mut found = Vec::new();
        let mut depth = 1_usize;
        let mut in_main_line = true;
        while depth > 0 {
            match self.peek() {
                None => return Err(RecordError::Unclosed),
                Some('(') => depth += 1,
                Some(')') => {
                    depth -= 1;
                    in_main_line = false;
                }
                Some(sign) if sign == ';' || sign.is_whitespace() => {}
                Some(_) => {
                    let property = self.property()?;
                    if in_main_line {
                        found.push(property);
                    }
                    continue;
                }
            }
            self.next();
        }
        Ok(found)
    }

    fn property(&mut self) -> Result<Property, RecordError> {
        let begin = self.rest;
        let mut name = String::new();
        while let Some(sign) = self.next_if(|sign| sign.is_ascii_alphabetic()) {
            name.push(sign);
        }
        let mut values = Vec::new();
        self.skip_blanks();
        while !name.is_empty() && self.next_if(|sign| sign == '[').is_some() {
            let value = self.value()?;
            // A game that is cut off within a value runs on into the next one.
            if name != COMMENT && BEGINNINGS.iter().any(|begin| value.contains(begin)) {
                return Err(RecordError::Unclosed);
            }
            values.push(value);
            self.skip_blanks();
        }
        if values.is_empty() {
            let text: String = begin.chars().take(SHOWN).collect();
            let text = quote(&text);
            return Err(RecordError::Property { text });
        }
        // Early files wrote long names, of which only the capitals count.
        name.retain(|sign| sign.is_ascii_uppercase());
        Ok(Property { name, values })
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn value(&mut self) -> Result<String, RecordError> {
        let mut value = String::new();
        loop {
            let sign = match self.next() {
                Some(']') => return Ok(value),
                Some('\\') => self.next(),
                sign => sign,
            };
            value.push(sign.ok_or(RecordError::Unclosed)?);
        }
    }
}

/// A text as a value on one line: brackets and backslashes are escaped, and line ends are blanks.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(']', "\\]")
        .replace("\r\n", " ")
        .replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variation_is_the_main_line() {
        let found = games("x (;A[1];B[2](;C[3][\\]4];)(;D[5](;E[6])))\n(;F[])").unwrap();
        let found: Vec<Vec<Property>> = found.into_iter().map(Result::unwrap).collect();
        let names: Vec<Vec<&str>> = found
            .iter()
            .map(|game| game.iter().map(|property| property.name.as_str()).collect())
            .collect();
        assert_eq!(names, [vec!["A", "B", "C"], vec!["F"]]);
        assert_eq!(found[0][2].values, ["3", "]4"]);
        assert_eq!(found[1][0].value(), "");
    }

    #[test]
    fn many_broken_games_are_given_up_in_time() {
        let text = "(;GM[1]C[".repeat(20_000);
        let found = games(&text).unwrap();
        assert!(found.len() < 100 && found.iter().all(Result::is_err));
        let good = "(;GM[1])".repeat(20_000);
        assert_eq!(games(&good).unwrap().len(), 20_000);
    }

    #[test]
    fn a_broken_game_does_not_stop_those_behind_it() {
        assert_eq!(games("no games"), Err(RecordError::Nothing));
        for (text, expected) in [
            (
                "(;GM[1]PB[x\n(;GM[2])\n(;GM[3])",
                vec!["the text ends before the game does", "", ""],
            ),
            ("(;C[(;GM[2])", vec![""]),
            ("(;A[1", vec!["the text ends before the game does"]),
            (
                "(;A[1])(;A[1]",
                vec!["", "the text ends before the game does"],
            ),
            (
                "(;A)(;B[1])",
                vec!["`A)(;B[1])` is no property such as PB[name]"],
            ),
            ("(;[1])", vec!["`[1])` is no property such as PB[name]"]),
            (
                "(;GM[1];A(;B[1])) (;GM[2])",
                vec!["`A(;B[1])) (;GM[2])` is no property such as PB[name]", ""],
            ),
        ] {
            let found = games(text).unwrap();
            let told: Vec<String> = found
                .into_iter()
                .map(|game| game.map_or_else(|error| error.to_string(), |_| String::new()))
                .collect();
            assert_eq!(told, expected, "{text}");
        }
    }
}
