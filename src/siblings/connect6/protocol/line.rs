//! A line of the other program, answered by the dialect that it speaks.

use super::session::{Action, Dialect, Session};
use super::{cloudict, gomocup, sau};

impl Session {
    /// Takes a line and says what is to be done.
    pub fn line(&mut self, line: &str) -> Vec<Action> {
        let mut words = line.split_ascii_whitespace();
        let Some(verb) = words.next() else {
            return Vec::new();
        };
        let argument = words.next().unwrap_or_default();
        let result = match self.dialect {
            Dialect::Sau => sau::line(self, verb, argument),
            Dialect::Cloudict => cloudict::line(self, verb, argument),
            Dialect::Gomocup => Ok(gomocup::line(self, line)),
        };
        result.unwrap_or_else(|error| vec![Action::Remark(error.to_string())])
    }
}
