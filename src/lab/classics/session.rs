//! The conversation of a program with a manager, as a state machine without I/O: the commands of the base protocol.

use kagetsu_gomoku::board::Position;
use kagetsu_gomoku::geometry::BoardSize;
use kagetsu_kernel::gomocup::about;
use kagetsu_protocol::Reply;
use kagetsu_protocol::command::{BlockKind, BoardBlock, Command, Dialect};
use kagetsu_protocol::error::ProtocolError;
use kagetsu_protocol::placing::{play, take_back, to_position, to_size};
use kagetsu_protocol::settings::ManagerSettings;

use crate::{Classic, Program};

/// One conversation. Limits of time are ignored: an answer takes milliseconds.
#[derive(Debug)]
pub(crate) struct Session {
    program: Program,
    seed: u64,
    player: Box<dyn Classic>,
    settings: ManagerSettings,
    position: Option<Position>,
}

type Answer = Result<Option<Reply>, ProtocolError>;

impl Session {
    pub(crate) fn new(program: Program, seed: u64) -> Self {
        Self {
            program,
            seed,
            player: program.start(seed),
            settings: ManagerSettings::default(),
            position: None,
        }
    }

    /// The answer to a command, without its line end; `None` where none is due.
    pub(crate) fn answer(&mut self, command: Command) -> Option<String> {
        if command == Command::About {
            return Some(about(&self.program.to_string(), env!("CARGO_PKG_VERSION")));
        }
        match self.obey(command) {
            Ok(reply) => reply.map(|reply| reply.to_string()),
            Err(error) => Some(Reply::Error(error.to_string()).to_string()),
        }
    }

    fn obey(&mut self, command: Command) -> Answer {
        match command {
            Command::Start(sides) => {
                self.position = None;
                let size = to_size(sides.map_err(ProtocolError::Malformed)?)?;
                Ok(Some(self.begin_game(size)))
            }
            Command::Restart => {
                let size = self.board()?.size();
                Ok(Some(self.begin_game(size)))
            }
            Command::Begin if !self.board()?.stones().is_empty() => Err(ProtocolError::NotEmpty),
            Command::Begin => self.play(),
            Command::Turn(pair) => {
                play(self.board()?, pair)?;
                self.play()
            }
            Command::Play(pair) => Ok(Some(Reply::Move(play(self.board()?, pair)?))),
            Command::Block(BlockKind::Board, block) => {
                self.set_board(&block)?;
                self.play()
            }
            Command::TakeBack(pair) => {
                take_back(self.board()?, pair)?;
                Ok(Some(Reply::Ok))
            }
            Command::Info(line) => {
                self.settings.set(line);
                Ok(None)
            }
            Command::BrokenBlock(kind) => Err(ProtocolError::BrokenBlock(kind.word())),
            Command::Malformed(usage) => Err(ProtocolError::Malformed(usage)),
            Command::Unknown(word) => Ok(Some(Reply::Unknown(format!("command {word}")))),
            Command::End
            | Command::About
            | Command::Stop(_)
            | Command::Ignored
            | Command::Evaluation(_) => Ok(None),
            _ => Ok(Some(Reply::Unknown(
                "command: a classic program knows the base protocol only".to_string(),
            ))),
        }
    }

    /// The same game begins after every `START` and `RESTART`.
    fn begin_game(&mut self, size: BoardSize) -> Reply {
        self.player = self.program.start(self.seed);
        self.position = Some(Position::new(size, self.settings.rule(Dialect::Gomocup)));
        Reply::Ok
    }

    fn board(&mut self) -> Result<&mut Position, ProtocolError> {
        let rule = self.settings.rule(Dialect::Gomocup);
        let board = self.position.as_mut().ok_or(ProtocolError::NoBoard)?;
        board.set_rule(rule);
        Ok(board)
    }

    fn play(&mut self) -> Answer {
        let board = self.board()?.clone();
        let chosen = self.player.choose(&board);
        let chosen = chosen.ok_or(kagetsu_gomoku::engine::EngineError::NoLegalMove)?;
        self.board()?.play(chosen)?;
        Ok(Some(Reply::Move(chosen)))
    }

    fn set_board(&mut self, block: &BoardBlock) -> Result<(), ProtocolError> {
        let board = self.board()?;
        let (position, fault) = to_position(block, board.size(), board.rule())?;
        if let Some(fault) = fault {
            let word = BlockKind::Board.word();
            return Err(ProtocolError::List { word, fault });
        }
        *board = position;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kagetsu_gomoku::board::Side;
    use kagetsu_protocol::command::Pair;

    use super::*;

    #[test]
    fn stones_are_taken_back_in_any_order() {
        let pair = |first, second| Pair { first, second };
        let stones = [pair(7, 7), pair(0, 0), pair(8, 8), pair(0, 2)];
        for order in [[3, 2], [2, 3]] {
            let mut session = Session::new(Program::Window20, 1);
            let start = Command::Start(Ok(pair(15, 15)));
            let played = stones.map(Command::Play);
            let taken = order.map(|number: usize| Command::TakeBack(stones[number]));
            for command in [start].into_iter().chain(played).chain(taken) {
                assert!(session.obey(command).is_ok(), "{order:?}");
            }
            let board = session.board().expect("START was accepted");
            assert_eq!(board.side_to_move(), Side::Black, "{order:?}");
        }
    }
}
