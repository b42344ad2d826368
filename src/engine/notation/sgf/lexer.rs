//! The signs of the format: parentheses, nodes, names of properties and their values. It works on bytes, because the
//! encoding of the texts is only known from the game itself, and holds nothing but its place, so that no file is too
//! large for it. Names of version 3 such as `AddBlack` are read as the letters that count, `AB`.

use crate::encoding::TextEncoding;

use super::fault::SgfFault;

/// Bytes after the beginning of a game in which its encoding is looked for.
const HEAD_BYTES: usize = 8192;
/// The properties that the root of a game alone may have.
const ROOT_PROPERTIES: [&[u8; 2]; 6] = [b"AP", b"CA", b"FF", b"GM", b"ST", b"SZ"];
/// The game-info properties of version 4 of the format. In files of games that were joined to one tree, variations begin with them.
const INFO_PROPERTIES: [&[u8; 2]; 23] = [
    b"AN", b"BR", b"BT", b"CP", b"DT", b"EV", b"GC", b"GN", b"HA", b"KM", b"ON", b"OT", b"PB",
    b"PC", b"PW", b"RE", b"RO", b"RU", b"SO", b"TM", b"US", b"WR", b"WT",
];
/// The property for comments, in which a game may be shown.
const COMMENT: &str = "C";

/// A sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'b> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// The name of a property, in capitals.
    Name(String),
    /// A value as it stands in the file, with its escapes and without its brackets.
    Value(&'b [u8]),
}

/// A place in the bytes of a file.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'b> {
    bytes: &'b [u8],
    at: usize,
    line: usize,
    /// Where the game begins that is read.
    game: usize,
    /// The last name is that of comments.
    is_comment: bool,
    pub(super) encoding: TextEncoding,
}

impl<'b> Lexer<'b> {
    pub(super) fn new(bytes: &'b [u8], encoding: TextEncoding) -> Self {
        Self {
            bytes,
            at: 0,
            line: 1,
            game: 0,
            is_comment: false,
            encoding,
        }
    }

    /// The line of the place, from one.
    pub(super) const fn line(&self) -> usize {
        self.line
    }

    fn step(&mut self, count: usize) {
        let end = (self.at + count).min(self.bytes.len());
        self.line += count_lines(&self.bytes[self.at..end]);
        self.at = end;
    }

    /// Goes to the next game: a parenthesis before a node, the last one of a row of them, so that games within one more
    /// pair are games as well. False if there is none; the place is then the end of the file.
    pub(super) fn find_game(&mut self) -> bool {
        while let Some(offset) = self.bytes[self.at..].iter().position(|&byte| byte == b'(') {
            self.step(offset);
            let rest = &self.bytes[self.at..];
            // What follows a row of parentheses is the same for all of them.
            let in_row = |byte: &&u8| **byte == b'(' || byte.is_ascii_whitespace();
            let row = rest.iter().take_while(in_row).count();
            if begins_game(rest) {
                let last = rest[..row].iter().rposition(|&byte| byte == b'(');
                self.step(last.unwrap_or_default());
                self.game = self.at;
                return true;
            }
            self.step(row);
        }
        self.step(usize::MAX - self.at);
        false
    }

    /// The encoding that the game at the place names, as it is spelt.
    pub(super) fn named_encoding(&self) -> Option<String> {
        let end = self.bytes.len().min(self.at + HEAD_BYTES);
        let head = &self.bytes[self.at..end];
        // The next game has its own.
        let next = head.windows(2).skip(1).position(|pair| pair == b"(;");
        let head = &head[..next.map_or(head.len(), |next| next + 1)];
        let is_name = |index: &usize| {
            let before = index.checked_sub(1).map(|index| head[index]);
            head[*index..].starts_with(b"CA")
                && before.is_none_or(|byte| !byte.is_ascii_alphanumeric())
        };
        let values = (0..head.len()).filter(is_name).find_map(|index| {
            let rest = head[index + 2..].trim_ascii_start();
            let value = rest.strip_prefix(b"[")?;
            let end = value.iter().position(|&byte| byte == b']')?;
            std::str::from_utf8(&value[..end]).ok()
        });
        values.map(|name| name.trim().to_string())
    }

    /// The next sign; nothing at the end of the file.
    ///
    /// # Errors
    /// [`SgfFault::Sign`] at a sign that stands where none may be, [`SgfFault::NoEnd`] where the next game begins within the
    /// game, [`SgfFault::OpenText`] where it begins or the file ends within a value.
    pub(super) fn next(&mut self) -> Result<Option<Token<'b>>, SgfFault> {
        let blank = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
        let blanks = self.bytes[self.at..].iter().take_while(|byte| blank(byte));
        self.step(blanks.count());
        let Some(&byte) = self.bytes.get(self.at) else {
            return Ok(None);
        };
        let one = match byte {
            b'(' if self.at > self.game && begins_root(&self.bytes[self.at..]) => {
                return Err(SgfFault::NoEnd);
            }
            b'(' => Token::Open,
            b')' => Token::Close,
            b';' => Token::Node,
            b'[' => return self.value().map(Some),
            _ if byte.is_ascii_alphanumeric() => return Ok(Some(self.name())),
            _ => {
                let end = self.bytes.len().min(self.at + 8);
                let sign = self.encoding.decode(&self.bytes[self.at..end]);
                let sign = sign.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
                return Err(SgfFault::Sign {
                    sign,
                    line: self.line,
                });
            }
        };
        self.step(1);
        Ok(Some(one))
    }

    /// Goes behind a sign that could not be read.
    pub(super) fn pass_sign(&mut self) {
        self.step(1);
    }

    fn name(&mut self) -> Token<'b> {
        let letters = self.bytes[self.at..].iter();
        let length = letters
            .take_while(|byte| byte.is_ascii_alphanumeric())
            .count();
        let word = &self.bytes[self.at..self.at + length];
        let has_capitals = word.iter().any(u8::is_ascii_uppercase);
        let counts = |byte: &&u8| !has_capitals || !byte.is_ascii_lowercase();
        let kept = word.iter().filter(counts);
        let name: String = kept
            .map(|byte| char::from(byte.to_ascii_uppercase()))
            .collect();
        self.is_comment = name == COMMENT;
        self.step(length);
        Token::Name(name)
    }

    fn value(&mut self) -> Result<Token<'b>, SgfFault> {
        let line = self.line;
        let begin = self.at + 1;
        let mut end = begin;
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b']' => {
                    self.step(end + 1 - self.at);
                    return Ok(Token::Value(&self.bytes[begin..end]));
                }
                b'(' if self.next_game_begins(end) => break,
                // The sign after a backslash may be a letter of two bytes.
                b'\\'
                    if self
                        .bytes
                        .get(end + 1)
                        .is_some_and(|&next| self.encoding.is_lead(next)) =>
                {
                    end += 3;
                }
                b'\\' => end += 2,
                // A letter that is cut off before the next game has no second byte.
                _ if self.encoding.is_lead(byte) && self.bytes.get(end + 1) != Some(&b'(') => {
                    end += 2;
                }
                _ => end += 1,
            }
        }
        self.step(end - self.at);
        Err(SgfFault::OpenText { line })
    }

    /// Does the next game begin at this parenthesis within a value? A comment may show a game, but with a backslash before
    /// each `]`: without it the first value would end the comment. Then a second property, or a line of its own, tells that
    /// the comment does not merely end with such signs.
    fn next_game_begins(&self, at: usize) -> bool {
        let game = &self.bytes[at..];
        if !begins_root(game) {
            return false;
        }
        let begins_line = matches!(self.bytes[..at].last(), Some(b'\n' | b'\r'));
        let mut properties = first_properties(game);
        let is_whole = properties
            .next()
            .is_some_and(|(_, value)| behind_value(value).is_some());
        !self.is_comment || is_whole && (begins_line || properties.next().is_some())
    }

    /// A value as text without its escapes.
    pub(super) fn text(&self, value: &[u8]) -> String {
        unescaped(&self.encoding.decode(value))
    }

    /// A value as text with its escapes.
    pub(super) fn raw_text(&self, value: &[u8]) -> String {
        self.encoding.decode(value).into_owned()
    }
}

fn count_lines(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

/// Is this an opening parenthesis, more of them, and then a node or a property?
fn begins_game(bytes: &[u8]) -> bool {
    if !bytes.starts_with(b"(") {
        return false;
    }
    let mut rest = bytes;
    while let Some(inner) = rest.strip_prefix(b"(") {
        rest = inner.trim_ascii_start();
    }
    let letters = rest.iter().take_while(|byte| byte.is_ascii_uppercase());
    let letters = letters.count();
    rest.starts_with(b";")
        || letters > 0 && rest[letters..].trim_ascii_start().starts_with(b"[")
        || rest.starts_with(b")") && rest.len() < bytes.len()
}

/// Does a game begin here: `(;` and then a property that only the root of a game may have? Game-info properties may stand
/// before it.
fn begins_root(bytes: &[u8]) -> bool {
    first_properties(bytes).any(|(is_of_root, _)| is_of_root)
}

/// The root and game-info properties at the beginning of a game. Of each: may only a root have it, and the bytes behind its
/// opening bracket. The list ends with the first value that contains a bracket or a backslash. So the look at one beginning never
/// reads past the next one, and the time stays linear in the size of the file.
fn first_properties(bytes: &[u8]) -> impl Iterator<Item = (bool, &[u8])> {
    let node = bytes.strip_prefix(b"(").map(<[u8]>::trim_ascii_start);
    let root = node.and_then(|node| node.strip_prefix(b";"));
    let first = root.and_then(|root| property(root.trim_ascii_start()));
    std::iter::successors(first, |&(_, value)| property(behind_value(value)?))
}

fn property(bytes: &[u8]) -> Option<(bool, &[u8])> {
    let (name, rest) = bytes.split_first_chunk::<2>()?;
    let value = rest.trim_ascii_start().strip_prefix(b"[")?;
    let is_of_root = ROOT_PROPERTIES.contains(&name);
    (is_of_root || INFO_PROPERTIES.contains(&name)).then_some((is_of_root, value))
}

/// What follows a value that has neither a bracket nor a backslash in it.
fn behind_value(value: &[u8]) -> Option<&[u8]> {
    let end = value.iter().position(|byte| b"[]\\".contains(byte))?;
    let rest = value[end..].strip_prefix(b"]");
    rest.map(<[u8]>::trim_ascii_start)
}

/// True if the first sign of the bytes begins a game.
pub(crate) fn begins_with_game(bytes: &[u8]) -> bool {
    begins_game(bytes.trim_ascii_start())
}

/// True if a game begins somewhere in the bytes, with a node and a property or nothing behind it.
pub(crate) fn holds_game(bytes: &[u8]) -> bool {
    Lexer::new(bytes, TextEncoding::UTF_8).find_game()
}

/// The text without its escapes: a backslash takes the meaning from the sign after it, and a line end after it away.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => match signs.next() {
                Some('\r') => {
                    signs.next_if_eq(&'\n');
                }
                Some('\n') => {
                    signs.next_if_eq(&'\r');
                }
                Some(sign) => plain.push(sign),
                None => {}
            },
            '\r' => {
                signs.next_if_eq(&'\n');
                plain.push('\n');
            }
            _ => plain.push(sign),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &[u8], encoding: &str) -> Vec<String> {
        let encoding = encoding.parse().expect("an encoding");
        let mut lexer = Lexer::new(text, encoding);
        let mut found = Vec::new();
        while let Some(token) = lexer.next().expect("sound") {
            found.push(match token {
                Token::Open => "(".to_string(),
                Token::Close => ")".to_string(),
                Token::Node => ";".to_string(),
                Token::Name(name) => name,
                Token::Value(value) => format!("[{}]", lexer.text(value)),
            });
        }
        found
    }

    #[test]
    fn names_values_and_escapes_are_read() {
        let text = b"(;GaMe[4] 5A[aa][bb]\r\nC[a\\]b\\\\\\:c\\\nd]c[x])";
        let expected = [
            "(",
            ";",
            "GM",
            "[4]",
            "5A",
            "[aa]",
            "[bb]",
            "C",
            "[a]b\\:cd]",
            "C",
            "[x]",
            ")",
        ];
        assert_eq!(tokens(text, "utf-8"), expected);
    }

    #[test]
    fn the_second_byte_of_a_letter_is_neither_bracket_nor_backslash() {
        // Letters whose second bytes are a backslash and brackets.
        let japanese = b"(;C[\x83\x5c\x95\x5d\\\x94\x5c]N[\x83\x5b])";
        let found = tokens(japanese, "shift_jis");
        assert_eq!(found, ["(", ";", "C", "[ソ評能]", "N", "[ゼ]", ")"]);
        let chinese = tokens(b"(;C[\x81\x5d\x81\x5c])", "gbk");
        assert_eq!(chinese.len(), 5);
        assert_eq!(chinese[3].chars().count(), 4, "{chinese:?}");
    }

    #[test]
    fn the_encoding_is_that_which_the_game_itself_names() {
        let two = b"(;GM[4]PB[x]CA [GBK];B[hh])(;CA[Big5])";
        let mut lexer = Lexer::new(two, TextEncoding::UTF_8);
        assert!(lexer.find_game());
        assert_eq!(lexer.named_encoding().as_deref(), Some("GBK"));
        lexer.step(1);
        assert!(lexer.find_game());
        assert_eq!(lexer.named_encoding().as_deref(), Some("Big5"));
        let none = Lexer::new(b"(;PB[x])(;CA[GBK])", TextEncoding::UTF_8);
        assert_eq!(none.named_encoding(), None);
    }

    #[test]
    fn a_text_without_an_end_is_named_by_its_line() {
        let mut lexer = Lexer::new(b"(;\nC[a\n", TextEncoding::UTF_8);
        let mut last = Ok(None);
        for _ in 0..4 {
            last = lexer.next();
        }
        assert_eq!(last, Err(SgfFault::OpenText { line: 2 }));
    }
}
