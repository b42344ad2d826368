//! Whatever is said to a session, every request gets its one answer.

use kagetsu_gomoku::board::{Position, Side};
use kagetsu_gomoku::geometry::Point;
use kagetsu_protocol::Reply;
use kagetsu_protocol::command::{BlockKind, Command};
use proptest::prelude::{ProptestConfig, prop, proptest};

use super::talk::{Talk, stones};

/// Says what is wrong with the replies to a command.
fn faults(command: &Command, before: Option<&Position>, talk: &Talk, said: &[Reply]) -> String {
    let answers: Vec<&Reply> = said.iter().filter(|reply| reply.is_answer()).collect();
    let after = talk.session.position();
    for reply in said {
        let line = reply.to_string();
        if line.is_empty()
            || line.len() >= 1000
            || !line.bytes().all(|b| (b' '..=b'~').contains(&b))
        {
            return format!("a bad line: {line:?}");
        }
    }
    let is_kept = after.map(stones) == before.map(stones);
    let is_right = match (command, answers.as_slice()) {
        (Command::Start(_), [Reply::Ok]) => after.is_some_and(|now| now.stones().is_empty()),
        (Command::Start(_), [Reply::Error(_)]) => after.is_none(),
        (Command::TakeBack(_), [Reply::Ok]) => is_taken_back(before, after),
        (Command::Restart, [Reply::Ok]) | (Command::Block(BlockKind::YxBoard, _), []) => true,
        // The last cell was taken, or the position has no room.
        (Command::Turn(_) | Command::Block(BlockKind::Board, _), [Reply::Error(text)])
            if text == "there is no legal move" || text == "every legal move is excluded" =>
        {
            true
        }
        (
            Command::Block(BlockKind::Swap2Board, _),
            [Reply::Move(_) | Reply::Moves(_) | Reply::Swap],
        )
        | (
            Command::Restart
            | Command::TakeBack(_)
            | Command::Block(..)
            | Command::BrokenBlock(_)
            | Command::Malformed(_)
            | Command::Swap2Step(_)
            | Command::SoosyrvOffer
            | Command::Forbid { .. }
            | Command::HashDump(_)
            | Command::HashLoad(_)
            | Command::PrintFeatures
            | Command::Book(_),
            [Reply::Error(_)],
        )
        | (Command::About, [Reply::About])
        | (Command::ShowForbid, [Reply::Forbid(_)])
        | (Command::Unknown(_), [Reply::Unknown(_)])
        | (
            Command::Info(_)
            | Command::End
            | Command::Stop(_)
            | Command::ShowInfo
            | Command::HashClear
            | Command::Block(
                BlockKind::Exclude(_) | BlockKind::Readmit(_) | BlockKind::Soosyrv(_),
                _,
            )
            | Command::ReadmitAll(_)
            | Command::Ignored
            | Command::Swap2Step(_)
            | Command::SoosyrvOffer
            | Command::Forbid { .. }
            | Command::HashUsage
            | Command::PrintFeatures
            | Command::ReloadConfig
            | Command::Wish(_)
            | Command::Database(..)
            | Command::Log(_)
            | Command::Book(_),
            [],
        ) => is_kept,
        (Command::Balance(..), [Reply::Moves(points)]) => {
            points.last().is_some_and(|&point| is_last(after, point))
        }
        (_, [Reply::Move(point)]) => asks_for_move(command) && is_last(after, *point),
        (_, [Reply::Error(_)]) => asks_for_move(command) && is_kept,
        _ => false,
    };
    if is_right {
        String::new()
    } else {
        format!("{command:?} was answered with {said:?}, from {before:?} to {after:?}")
    }
}

fn asks_for_move(command: &Command) -> bool {
    matches!(
        command,
        Command::Begin
            | Command::Turn(_)
            | Command::Play(_)
            | Command::NBest(_)
            | Command::SearchDefend
            | Command::Balance(..)
            | Command::Block(BlockKind::Board, _)
    )
}

/// Has one stone gone, and does the turn change?
fn is_taken_back(before: Option<&Position>, after: Option<&Position>) -> bool {
    let (Some(before), Some(after)) = (before, after) else {
        return false;
    };
    let is_there = |stone| before.stones().contains(stone);
    before.stones().len() == after.stones().len() + 1
        && after.stones().iter().all(is_there)
        && after.side_to_move() == before.side_to_move().opponent()
}

/// Is this point the latest stone, on a cell of its own?
fn is_last(position: Option<&Position>, point: Point) -> bool {
    position.is_some_and(|position| {
        let same = |&&(other, _): &&(Point, Side)| other == point;
        position.size().contains(point)
            && position
                .stones()
                .last()
                .is_some_and(|stone| stone.0 == point)
            && position.stones().iter().filter(same).count() == 1
            && !position.blocked().contains(&point)
    })
}

/// Sends bytes and checks every reply.
fn check(talk: &mut Talk, bytes: &[u8]) -> Result<(), String> {
    for command in talk.commands(bytes) {
        let before = talk.session.position().cloned();
        let said = talk.obey(command.clone());
        let fault = faults(&command, before.as_ref(), talk, &said);
        if !fault.is_empty() {
            return Err(fault);
        }
    }
    Ok(())
}

const LINES: &str = "START (5|6|15|23)|RECTSTART [5-7],[5-7]|RESTART|BEGIN\
    |(TURN|turn|PLAY|TAKEBACK) [0-6],[0-6]|BOARD|YXBOARD|SWAP2BOARD|[0-6],[0-6](,[0-4])?|DONE\
    |(BOARD|YXBOARD|SWAP2BOARD)( [0-6],[0-6],[123]){0,9} DONE\
    |INFO (rule [0-9]|timeout_turn (0|-1)|show_detail [0-4]|max_depth [0-9]|thread_num 1|vcthread -?[0-3]|pondering [01]|strength [0-9]{1,3}|nbestsym [01]|opening_seed [0-9]|checkmate 1|time_left [0-9]{2,12})\
    |yxshowinfo|yxnbest [0-5]|yxsearchdefend|yxbalance(one|two)( -?[0-9]{1,3})?|yxstop|yxshowforbid|yxhashclear|yxswap2step[123]|yxdraw|yxresign|yxfoo|yxdbtotxt\
    |yxsoosorvstep1|yxsoosorvstep[23456]( [0-9])?( [0-6],[0-6]){0,6} DONE|yxforbid (add|del) [0-7] [0-6] [012]|yxshowhashusage\
    |yxprintfeature|RELOADCONFIG|yxhash(dump|load)\n/no such folder/x|yxquerydatabase(all|allt|text|one)|TURN -1,-1|YXBOARD -1,-1,1 DONE\
    |yxblock(path)?(undo)?( [0-6],[0-6]){0,3} DONE|yxblock|yxblock(path)?reset\
    |ABOUT|END|FOO|TURN|TURN x|[ -~]{0,20}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_request_gets_its_one_answer(
        lines in prop::collection::vec(LINES, 0..40),
    ) {
        let mut talk = Talk::new();
        let text = format!("START 6\n{}\n", lines.join("\n"));
        let outcome = check(&mut talk, text.as_bytes());
        proptest::prop_assert_eq!(outcome, Ok(()));
    }
}
