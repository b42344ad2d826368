//! What the root node of a game says.

use kagetsu_gomoku::board::Side;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::quote;

use crate::rule_names;

use super::fault::{GOMOKU, SgfFault};
use super::lexer::{Lexer, Token};
use super::value;

/// Longest text of the head that is kept, in signs.
const MAX_HEAD_TEXT: usize = 1000;

/// What the root node says of the game.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) size: Option<BoardSize>,
    pub(super) number: Option<String>,
    pub(super) names: [Option<String>; 2],
    pub(super) rule: Option<String>,
    pub(super) name: Option<String>,
    pub(super) result: Option<String>,
    pub(super) player: Option<Side>,
}

impl Head {
    /// Reads the root node.
    pub(super) fn read(mut lexer: Lexer) -> Result<Self, SgfFault> {
        let mut head = Self::default();
        let (mut nodes, mut property) = (0, String::new());
        while let Some(token) = lexer.next()? {
            match token {
                Token::Node => nodes += 1,
                Token::Close => break,
                Token::Name(name) => property = name,
                Token::Value(value) if nodes < 2 => head.take(&property, &lexer.text(value))?,
                Token::Open | Token::Value(_) => {}
            }
            if nodes > 1 {
                break;
            }
        }
        Ok(head)
    }

    fn take(&mut self, property: &str, text: &str) -> Result<(), SgfFault> {
        let slot = match property {
            "SZ" => {
                self.size = value::size(text)?.or(self.size);
                return Ok(());
            }
            "PL" => {
                self.player = value::side(text);
                return Ok(());
            }
            "GM" => &mut self.number,
            "PB" => &mut self.names[0],
            "PW" => &mut self.names[1],
            "RU" => &mut self.rule,
            "GN" => &mut self.name,
            "RE" => &mut self.result,
            _ => return Ok(()),
        };
        let line = text.replace('\n', " ");
        let line = line.trim();
        if !line.is_empty() {
            *slot = Some(line.chars().take(MAX_HEAD_TEXT).collect());
        }
        Ok(())
    }

    /// The rule that the game names: by its property, or by its name.
    pub(super) fn named_rule(&self) -> Option<rule_names::NamedRule> {
        let named = |text: &Option<String>| text.as_deref().and_then(rule_names::find);
        let of_name = named(&self.name).filter(|named| named.is_ours_alone);
        named(&self.rule).or(of_name)
    }

    pub(super) fn doubt(&self) -> Option<SgfFault> {
        let number = self.number.as_deref();
        let is_named = self.named_rule().is_some_and(|named| named.is_ours_alone);
        if is_named || number.is_some_and(|number| number.parse() == Ok(GOMOKU)) {
            return None;
        }
        Some(
            number.map_or(SgfFault::NoGame, |number| SgfFault::OtherGame {
                number: quote(number),
            }),
        )
    }
}
