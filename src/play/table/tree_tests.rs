//! Trees at the table: who analyses, and the playouts that are looked at.

use std::sync::Arc;

use kagetsu_kernel::{FakeClock, StopSignal};

use crate::game::{GameMove, Line, Refusal, Spot, Step, TreeNumbers, TreeStep, Value};
use crate::gomoku::{Gomoku, Rule};
use crate::player::{Allowance, Comment, Network, OutsideFault, OutsidePlayer, OutsidePrograms};
use crate::registry::Opponents;

use super::analysis::Analyst;
use super::command::Command;
use super::people::Who;
use super::table::Table;
use super::tests::{TWO, obey, play};
use super::view::View;

const NAME: &str = "grown-40";

fn grown() -> Network {
    Network {
        name: NAME.to_string(),
        distilled: false,
        games: 40,
        size: 15,
        rule: Rule::Freestyle,
    }
}

/// A network that knows one move.
#[derive(Debug)]
struct Only(GameMove);

impl OutsidePlayer for Only {
    fn answer(
        &mut self,
        _: &Gomoku,
        _: &Allowance,
        _: &StopSignal,
    ) -> Result<Vec<Step>, OutsideFault> {
        Ok(vec![Step::Move(self.0)])
    }

    fn consider(
        &mut self,
        _: &Gomoku,
        _: std::time::Duration,
        _: &StopSignal,
        _: &mut dyn FnMut(Comment),
    ) -> Result<Spot, OutsideFault> {
        Ok(self.0.last())
    }

    fn analyse(
        &mut self,
        _: &Gomoku,
        _: &StopSignal,
        listen: &mut dyn FnMut(&Line),
    ) -> Result<(), OutsideFault> {
        listen(&line(self.0, true));
        Ok(())
    }

    fn tree_step(&mut self, _: &Gomoku, _: u32, _: &StopSignal) -> Result<TreeStep, OutsideFault> {
        Err(OutsideFault::Start("the file is damaged".to_string()))
    }
}

/// The network, and nothing else.
#[derive(Debug)]
struct OnlyNetwork;

impl OutsidePrograms for OnlyNetwork {
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn networks(&self) -> Vec<Network> {
        vec![grown()]
    }

    fn player(&self, name: &str) -> Option<Box<dyn OutsidePlayer>> {
        (name == NAME).then(|| -> Box<dyn OutsidePlayer> { Box::new(Only(Spot::new(3, 4).into())) })
    }
}

fn line(first: GameMove, of_tree: bool) -> Line {
    Line {
        moves: vec![first],
        rate: 0.5,
        rank: 0,
        depth: 1,
        value: Value::Units(0),
        tree: of_tree.then_some(TreeNumbers {
            visits: 8,
            prior: 0.25,
        }),
    }
}

fn table() -> Table {
    let mut table = Table::usual();
    obey(&mut table, Command::new_game(TWO));
    table
}

fn refused(table: &mut Table, command: Command) -> Result<(), Refusal> {
    table.obey(Who::Owner, command.into())
}

fn opponents() -> Opponents {
    Opponents::new(1, Arc::new(FakeClock::new()), Some(Arc::new(OnlyNetwork)))
}

/// Does what the table asks.
fn work(table: &mut Table, opponents: &mut Opponents) {
    let task = table.task(&[]).expect("there is something to do");
    let mut lines = Vec::new();
    let found = task.run(opponents, &mut |line| lines.push(line));
    for line in lines {
        table.hear(line);
    }
    if let Some(found) = found {
        table.take(found);
    }
}

const fn step(playouts: u32, by: Analyst) -> Command {
    Command::StepTree {
        playouts,
        at: None,
        by,
    }
}

#[test]
fn a_playout_of_the_tree_is_shown_until_the_game_goes_on() {
    let (mut table, mut opponents) = (table(), opponents());
    for playouts in [1, 2, 12] {
        obey(&mut table, step(playouts, Analyst::AlphaBeta));
        assert!(View::of(&table).stepping);
        work(&mut table, &mut opponents);
        let view = View::of(&table);
        let shown = view.tree_step.expect("it is shown");
        assert_eq!(shown.by, Analyst::Tree);
        assert_eq!(shown.step["playouts"], playouts);
        assert_eq!(shown.step["after"][0]["visits"], playouts);
        let all = |name: &str| shown.step[name].as_array().map_or(0, Vec::len);
        assert_eq!(all("after"), all("way") + 1);
        assert!(!view.stepping && table.task(&[]).is_none());
    }
    play(&mut table, "h8");
    assert_eq!(View::of(&table).tree_step, None);
    obey(&mut table, step(1, Analyst::Tree));
    obey(&mut table, step(0, Analyst::Tree));
    assert!(!View::of(&table).stepping && table.task(&[]).is_none());
}

#[test]
fn a_known_win_stands_first_among_the_moves_of_a_tree() {
    let (mut table, mut opponents) = (table(), opponents());
    // Black has four in a column, open at both ends, and White four at the edge.
    for text in ["h5", "a1", "h6", "a2", "h7", "a3", "h8", "a4"] {
        play(&mut table, text);
    }
    for playouts in [1, 30] {
        obey(&mut table, step(playouts, Analyst::Tree));
        work(&mut table, &mut opponents);
        let shown = View::of(&table).tree_step.expect("it is shown").step;
        assert_eq!(shown["playouts"], 1, "it is known at once");
        let root = &shown["after"][0];
        assert_eq!(root["result"], serde_json::json!({"win-in": 1}));
        assert_eq!(root["moves"][0]["result"], root["result"]);
        assert_eq!(root["moves"][0]["at"], shown["way"][0]);
    }
}

#[test]
fn a_playout_that_is_stopped_is_not_looked_for_any_more() {
    let mut table = table();
    obey(&mut table, step(5, Analyst::Tree));
    let task = table.task(&[]).expect("there is something to do");
    obey(&mut table, Command::Stop);
    assert!(task.stop_signal().is_raised());
    obey(&mut table, step(5, Analyst::Tree));
    let again = table.task(&[]).expect("there is something to do");
    table.take(again.result_if_stopped().expect("what is left of it"));
    assert!(!View::of(&table).stepping);
}

#[test]
fn a_playout_that_is_looked_at_stays_when_all_thinking_is_stopped() {
    let (mut table, mut opponents) = (table(), opponents());
    obey(&mut table, step(1, Analyst::Tree));
    work(&mut table, &mut opponents);
    let shown = View::of(&table).tree_step;
    assert!(shown.is_some());
    obey(&mut table, step(2, Analyst::Tree));
    obey(&mut table, Command::Stop);
    let view = View::of(&table);
    assert_eq!((view.stepping, view.tree_step), (false, shown));
    obey(&mut table, step(0, Analyst::Tree));
    assert_eq!(View::of(&table).tree_step, None);
}

#[test]
fn whoever_analyses_is_chosen_and_lines_of_another_search_go() {
    let mut table = table();
    let kinds = |table: &Table| {
        let lines = View::of(table).analysis.lines;
        lines
            .iter()
            .map(|line| line.tree.is_some())
            .collect::<Vec<_>>()
    };
    let hear = |table: &mut Table, first: (u8, u8), of_tree| {
        let (game, ticket) = (table.session.game(), table.session.ticket());
        let line = line(Spot::new(first.0, first.1).into(), of_tree);
        let heard = super::line::LineView::of(game, ticket, None, &line);
        table.hear(heard);
    };
    let by = Some(Analyst::Tree);
    obey(&mut table, Command::Analyse { on: true, by: None });
    hear(&mut table, (7, 7), false);
    obey(&mut table, Command::Analyse { on: true, by });
    assert_eq!(View::of(&table).analysis.analyst, Analyst::Tree);
    assert!(
        kinds(&table).is_empty(),
        "values of two searches do not compare"
    );
    hear(&mut table, (7, 7), true);
    // A line that was on its way is gone as soon as the next one comes.
    hear(&mut table, (8, 7), false);
    hear(&mut table, (9, 7), true);
    assert_eq!(kinds(&table), [true]);
}

#[test]
fn a_network_analyses_and_plays_the_game_that_it_has_learned() {
    let (mut table, mut opponents) = (table(), opponents());
    let by = || Some(Analyst::Network(NAME.to_string()));
    let unknown = refused(&mut table, Command::Analyse { on: true, by: by() });
    assert_eq!(unknown, Err(Refusal::NoProgram(NAME.to_string())));
    assert!(table.offer_networks(vec![grown()]));
    assert!(!table.offer_networks(vec![grown()]), "they are known");
    obey(&mut table, Command::Analyse { on: true, by: by() });
    work(&mut table, &mut opponents);
    let lines = View::of(&table).analysis.lines;
    assert_eq!(lines[0].tree.map(|tree| tree.visits), Some(8));
    // On another board Kagetsu analyses, and the network cannot be chosen.
    let other = r#"{"begins":"two","level":"1","size":9}"#;
    obey(&mut table, Command::new_game(other));
    assert_eq!(View::of(&table).analysis.analyst, Analyst::Tree);
    for command in [
        Command::Analyse { on: true, by: by() },
        step(1, by().unwrap_or_default()),
    ] {
        assert_eq!(refused(&mut table, command), Err(Refusal::NotInThisGame));
    }
    let own = format!(r#"{{"begins":"person","level":"1","program":"{NAME}"}}"#);
    obey(&mut table, Command::new_game(&own));
    obey(
        &mut table,
        Command::Analyse {
            on: false,
            by: None,
        },
    );
    play(&mut table, "h8");
    work(&mut table, &mut opponents);
    assert_eq!(table.session.game().move_count(), 2);
}

#[test]
fn the_search_of_a_network_that_is_gone_ends() {
    let mut table = table();
    table.offer_networks(vec![grown()]);
    let by = Some(Analyst::Network(NAME.to_string()));
    obey(&mut table, Command::Analyse { on: true, by });
    let asked = table.task(&[]).expect("a search");
    table.offer_networks(vec![grown()]);
    assert!(!asked.stop.is_raised());
    table.offer_networks(Vec::new());
    assert!(asked.stop.is_raised());
    assert_eq!(View::of(&table).analysis.analyst, Analyst::Tree);
}

#[test]
fn a_game_that_a_network_has_not_learned_does_not_begin_with_it() {
    let (mut table, network) = (table(), grown());
    table.offer_networks(vec![network.clone()]);
    let refusal = Refusal::NotLearned {
        name: NAME.to_string(),
        rule: network.rule,
        size: network.size,
    };
    let before = table.session.ticket();
    for other in [
        r#""begins":"person","size":9"#,
        r#""begins":"kagetsu","rule":"renju""#,
        r#""begins":"person","opening":"swap2""#,
    ] {
        let new = format!(r#"{{"level":"1","program":"{NAME}",{other}}}"#);
        let refused = refused(&mut table, Command::new_game(&new));
        assert_eq!(refused, Err(refusal.clone()), "{other}");
    }
    // Nor as the second of two that play each other.
    let watched = format!(r#"{{"begins":"watch","level":"1","size":9,"rival":"{NAME}"}}"#);
    let watched = refused(&mut table, Command::new_game(&watched));
    assert_eq!(watched, Err(refusal.clone()));
    assert_eq!(table.session.ticket(), before, "nothing has changed");
    // Nor where a file with another board is opened while it sits.
    let own = format!(r#"{{"begins":"person","level":"1","program":"{NAME}"}}"#);
    obey(&mut table, Command::new_game(&own));
    let file = "(;GM[4]SZ[9];B[ee])";
    assert_eq!(table.open(file), Err(refusal));
}

#[test]
fn a_network_that_cannot_be_read_is_told_and_not_asked_again() {
    let (mut table, mut opponents) = (table(), opponents());
    table.offer_networks(vec![grown()]);
    obey(&mut table, step(1, Analyst::Network(NAME.to_string())));
    work(&mut table, &mut opponents);
    let said = table.log.messages().last().expect("it is told").clone();
    let fault = OutsideFault::Start("the file is damaged".to_string());
    assert_eq!(said, fault.message(NAME));
    assert!(!View::of(&table).stepping && table.task(&[]).is_none());
}

#[test]
fn a_fault_of_a_network_that_comes_late_ends_nothing_of_others() {
    let (mut table, mut opponents) = (table(), opponents());
    table.offer_networks(vec![grown()]);
    obey(&mut table, step(1, Analyst::Network(NAME.to_string())));
    let asked = table.task(&[]).expect("there is something to do");
    let found = asked.run(&mut opponents, &mut |_| {}).expect("a fault");
    obey(&mut table, step(1, Analyst::Tree));
    let by = Some(Analyst::Tree);
    obey(&mut table, Command::Analyse { on: true, by });
    let told = table.log.told();
    table.take(found);
    let view = View::of(&table);
    assert!(view.stepping && view.analysis.analysing);
    assert_eq!(table.log.told(), told);
}

#[test]
fn there_is_no_tree_after_the_end_and_in_other_games() {
    let mut table = table();
    let other = r#"{"begins":"two","level":"1","game":"reversi"}"#;
    obey(&mut table, Command::new_game(other));
    let refusal = refused(&mut table, step(1, Analyst::Tree));
    assert_eq!(refusal, Err(Refusal::NotInThisGame));
    obey(&mut table, Command::new_game(TWO));
    obey(&mut table, Command::Resign);
    let refusal = refused(&mut table, step(1, Analyst::Tree));
    assert_eq!(refusal, Err(Refusal::GameOver));
}
