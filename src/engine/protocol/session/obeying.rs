//! From commands to what they do.

use std::time::Duration;

use crate::command::{BlockKind, BoardBlock, Command, Dialect};
use crate::error::ProtocolError;
use crate::info::{InfoKey, InfoLine};
use crate::reply::Reply;
use kagetsu_kernel::line_host::Message;
use kagetsu_kernel::rng::Rng;

use super::Host;
use super::openings::Openings;
use super::state::{LabelOrder, Session};
use super::thinking::Search;

impl Session {
    /// Handles a command that was read when the clock showed `read_at`. `END` has no effect here: the caller ends the
    /// session.
    pub fn handle(&mut self, command: Command, read_at: Duration, host: &mut dyn Host) {
        if command.is_yixin() {
            self.dialect = Dialect::Yixin;
        }
        if command.interrupts() {
            self.pondering_left = None;
        }
        if let Err(error) = self.obey(command, read_at, host) {
            host.reply(Reply::Error(error.to_string()));
        }
    }

    fn obey(
        &mut self,
        command: Command,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        match command {
            Command::Start(size) => self.start(size, host)?,
            Command::Restart => self.restart(host)?,
            Command::Begin => self.begin(read_at, host)?,
            Command::Turn(pair) => self.turn(pair, read_at, host)?,
            Command::Block(kind, block) => self.obey_block(kind, &block, read_at, host)?,
            Command::ReadmitAll(what) => self.readmit_all(what),
            Command::BrokenBlock(kind) => return Err(ProtocolError::BrokenBlock(kind.word())),
            Command::TakeBack(pair) => self.take_back(pair, host)?,
            Command::Play(pair) => self.play(pair, host)?,
            Command::Info(line) => self.set(line),
            Command::Evaluation(path) => self.set_evaluation(&path)?,
            Command::About => host.reply(Reply::About),
            Command::ShowInfo => {
                self.labels = LabelOrder::RowFirst;
                self.show_info(host);
            }
            Command::ShowForbid => self.show_forbidden(host),
            Command::HashClear => self.engine.clear_hash(),
            Command::HashUsage => self.hash_usage(host),
            Command::HashDump(path) => self.hash_dump(&path, host),
            Command::HashLoad(path) => self.hash_load(&path, host)?,
            Command::Forbid {
                is_forbidden,
                pair,
                side,
            } => self.forbid(is_forbidden, pair, side)?,
            Command::PrintFeatures => self.print_features(host)?,
            Command::ReloadConfig => host.reply(Reply::Message(
                "there is no configuration file: settings come by INFO".to_string(),
            )),
            Command::Wish(wish) => self.answer_wish(wish, host),
            Command::Database(request, block) => self.ask_database(&request, &block, host)?,
            Command::Book(path) => self.set_book(&path)?,
            Command::NBest(count) => self.answer(read_at, Search::Best(count), host)?,
            Command::SearchDefend => self.answer(read_at, Search::Defence, host)?,
            Command::Balance(count, bias) => self.balance(count, bias, read_at, host)?,
            Command::Swap2Step(step) => self.swap2_step(step, read_at, host)?,
            Command::SoosyrvOffer => self.soosyrv_offer(read_at, host)?,
            Command::Malformed(usage) => return Err(ProtocolError::Malformed(usage)),
            Command::Unknown(word) => host.reply(Reply::Unknown(unknown_text(&word))),
            Command::End | Command::Stop(_) | Command::Log(_) | Command::Ignored => {}
        }
        Ok(())
    }

    fn set(&mut self, line: InfoLine) {
        self.settings.set(line);
        let seed = line.value.cast_unsigned();
        match line.key {
            // It is told when a game begins, often long before a move is asked for.
            InfoKey::Rule => {
                if let Some(position) = &self.position {
                    self.engine.prepare(position.size(), self.rule());
                }
            }
            InfoKey::OpeningSeed => self.openings = Openings::new(seed),
            InfoKey::BookSeed => self.book_rng = Rng::new(seed),
            _ => {}
        }
    }

    fn obey_block(
        &mut self,
        kind: BlockKind,
        block: &BoardBlock,
        read_at: Duration,
        host: &mut dyn Host,
    ) -> Result<(), ProtocolError> {
        match kind {
            BlockKind::Board => self.board(block, read_at, host),
            BlockKind::YxBoard => self.set_board(block).map(drop),
            BlockKind::Swap2Board => self.swap2_board(block, read_at, host),
            BlockKind::Exclude(what) => self.set_excluded(true, what, block, host),
            BlockKind::Readmit(what) => self.set_excluded(false, what, block, host),
            BlockKind::Soosyrv(step) => self.soosyrv_step(step, block, read_at, host),
        }
    }
}

/// What is said about an unknown word. Some words are typed by people who have started the engine by hand.
fn unknown_text(word: &str) -> String {
    let hint = match word.to_ascii_uppercase().as_str() {
        "QUIT" | "EXIT" | "BYE" | "Q" => ": END ends the engine",
        "HELP" | "?" => {
            ": this is the Gomocup protocol; END ends the engine, and `pbrain-kagetsu --help` tells what else there is"
        }
        _ => "",
    };
    format!("command {word}{hint}")
}
