//! What a typed line does on the screen.

use crate::game::Step;
use crate::table::Command;
use crate::terminal::confirm::Ending;
use crate::terminal::files::{read_game, save};
use crate::terminal::new_game::read_new;
use crate::terminal::rules::rules_text;
use crate::terminal::start::texts_of;
use crate::terminal::vocabulary::{FrontEnd, Typed, has_numbers, help};
use crate::terminal::words::{
    command_of, last_move, narrowed, read, split_steps, stone_list, typed_step,
};
use crate::text::Message;

use super::app::{After, App, middle};
use super::pager::Pager;

impl App {
    /// May a word end the running game? The first time the message asks for it once more.
    fn may(&mut self, word: Ending) -> bool {
        let Some(question) = self.confirmation.question(word, self.table.session()) else {
            return true;
        };
        self.message = question;
        false
    }

    /// Does the message ask for a word once more?
    pub(super) fn asks_again(&self) -> bool {
        let is_asked = |word: &Ending| word.question() == self.message;
        Ending::ALL.iter().any(is_asked)
    }

    /// Does what a line says.
    pub(super) fn obey(&mut self, line: &str) -> After {
        self.confirmation.begin_line();
        if self.asks_again()
            && let Some(last) = self.table.log().messages().last()
        {
            self.message = last.clone();
        }
        self.follow(&narrowed(line)).unwrap_or_else(|message| {
            self.message = message;
            After::Stay
        })
    }

    /// Does what a line says, or tells why it cannot.
    fn follow(&mut self, line: &str) -> Result<After, Message> {
        let typed = read(line);
        match typed {
            Typed::Quit if self.may(Ending::Quit) => return Ok(After::Quit),
            Typed::Load(path) => self.load(path)?,
            Typed::Resign if !self.may(Ending::Resign) => {}
            Typed::Rematch if !self.may(Ending::Rematch) => {}
            Typed::New(words) => self.begin(words)?,
            // It waits for its second time.
            Typed::Quit => {}
            Typed::Help => self.show_help(),
            Typed::Rules => self.show_rules(),
            Typed::Stones => {
                let lines = stone_list(self.session().game());
                let said: Vec<String> = lines.iter().map(|line| self.texts.say(line)).collect();
                self.pager = Some(Pager::new(said.join("\n")));
            }
            Typed::Last => self.message = last_move(self.session()),
            Typed::Save { path, replaces } => {
                self.message = save(&self.table, path, replaces)?;
                self.confirmation.note_kept(self.table.session());
            }
            Typed::Numbers if has_numbers(self.session()) => {
                self.look.numbers = !self.look.numbers;
            }
            Typed::Hint | Typed::Draw if !self.person_acts() => self.refuse_turn(),
            _ => match command_of(typed, &self.table) {
                Some(command) => self.order(command),
                None => self.step(line)?,
            },
        }
        Ok(After::Stay)
    }

    /// Makes the steps that a line means: a move or an answer in the opening, or several moves of two people.
    fn step(&mut self, line: &str) -> Result<(), Message> {
        for text in split_steps(line, self.session()) {
            let step = typed_step(text, self.session().game())?;
            if let Step::Move(at) | Step::Offer(at) | Step::Pick(at) = step {
                self.cursor = at.last();
            }
            let before = self.session().ticket();
            self.order(Command::Step { step });
            if self.session().ticket() == before {
                break;
            }
        }
        Ok(())
    }

    /// Shows what can be typed, and the keys that the screen does not name.
    pub(super) fn show_help(&mut self) {
        let mut lines = help(&self.texts, &self.table, FrontEnd::Screen);
        // Behind the sentence about moves, where every screen has room for it.
        lines.insert(1, self.texts.word("terminal-more-keys"));
        self.pager = Some(Pager::new(lines.join("\n")));
    }

    fn show_rules(&mut self) {
        let told = rules_text(self.session(), &self.texts);
        self.pager = Some(Pager::new(told.unwrap_or_else(|fault| fault.to_string())));
    }

    /// Begins another game, unless that needs a second time. What cannot begin is told the first time.
    fn begin(&mut self, words: &str) -> Result<(), Message> {
        let new = read_new(words, &self.table)?;
        if !self.may(Ending::New) {
            return Ok(());
        }
        let before_it = self.session().ticket();
        self.order(Command::New(new));
        if self.session().ticket() != before_it {
            self.reset_view();
        }
        Ok(())
    }

    /// Another game may have another board and other words: the texts, the cursor and the part that is shown begin anew.
    fn reset_view(&mut self) {
        // The texts were read before.
        if let Ok(texts) = texts_of(&self.table, self.language) {
            self.texts = texts;
        }
        self.cursor = middle(self.session());
        self.first = (0, 0);
    }

    /// Opens the game of a file, unless that needs a second time. A file that cannot be opened is told the first time.
    fn load(&mut self, path: &str) -> Result<(), Message> {
        let text = read_game(&self.table, path)?;
        if !self.may(Ending::Load) {
            return Ok(());
        }
        self.table.open(&text)?;
        self.confirmation.note_kept(self.table.session());
        self.reset_view();
        self.go_on(self.table.log().told() - 1);
        Ok(())
    }
}
