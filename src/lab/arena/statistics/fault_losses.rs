//! What is said of games that were lost by faults: their results tell nothing of playing strength, so a reader must hear
//! of them before any figure.

use kagetsu_notation::record::FaultKind;

use super::cross_table::{CrossTable, Totals};

/// One sentence for each engine that has lost games by faults, the most of them first, with what helps against the most
/// frequent kind. It has no full stop at its end.
pub(crate) fn fault_sentences(table: &CrossTable) -> Vec<String> {
    let mut losers: Vec<(&String, &Totals)> = table
        .names()
        .iter()
        .enumerate()
        .map(|(engine, name)| (name, table.totals(engine)))
        .filter(|(_, totals)| totals.fault_count() > 0)
        .collect();
    losers.sort_by_key(|(_, totals)| std::cmp::Reverse(totals.fault_count()));
    let sentence = |(name, totals): (&String, &Totals)| {
        let kinds = kinds(totals);
        let advice = kinds.first().map_or("", |(kind, _)| advice(*kind));
        format!(
            "{name} lost {} of {} games by faults ({}): {advice}",
            totals.fault_count(),
            totals.games().games(),
            kinds_text(&kinds)
        )
    };
    losers.into_iter().map(sentence).collect()
}

/// The same in few words, for a line of progress, such as `faults decided 6 of 6 games (R: memory 6)`. `None` if no game
/// was lost by a fault.
pub(crate) fn faults_in_short(table: &CrossTable) -> Option<String> {
    let decided = table.fault_decided();
    if decided == 0 {
        return None;
    }
    let of_engines: Vec<String> = (0..table.names().len())
        .map(|engine| (&table.names()[engine], kinds(table.totals(engine))))
        .filter(|(_, kinds)| !kinds.is_empty())
        .map(|(name, kinds)| format!("{name}: {}", kinds_text(&kinds)))
        .collect();
    Some(format!(
        "faults decided {decided} of {} games ({})",
        table.black_games().games(),
        of_engines.join("; ")
    ))
}

/// The kinds of an engine's faults with their numbers, the most frequent first.
fn kinds(totals: &Totals) -> Vec<(FaultKind, u64)> {
    let mut kinds: Vec<(FaultKind, u64)> = totals
        .faults
        .iter()
        .map(|(&kind, &count)| (kind, count))
        .collect();
    kinds.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    kinds
}

fn kinds_text(kinds: &[(FaultKind, u64)]) -> String {
    let parts: Vec<String> = kinds
        .iter()
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    parts.join(", ")
}

/// What helps against faults of a kind.
const fn advice(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Time => "--tolerance MS accepts later moves, --patience SECONDS a slower start",
        FaultKind::Illegal | FaultKind::Foul => {
            "does it know this rule and this size of the board? `compliance` examines it"
        }
        FaultKind::Crash => "its last lines are in report.txt",
        FaultKind::Stall => "pause=5 in --engine helps an engine that loses requests",
        FaultKind::Memory => "--memory 0 lifts the limit",
        FaultKind::Folder => "--folder-limit MIB raises the limit",
        FaultKind::Protocol => "`compliance` examines what it speaks",
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_records::{faulty, record};
    use super::*;
    use kagetsu_notation::record::GameResult;

    #[test]
    fn the_loser_the_kinds_and_the_remedy_are_named() {
        let mut records = vec![record(0, "K", "R", GameResult::Black)];
        let mut table = CrossTable::default();
        table.extend(&records);
        assert!(fault_sentences(&table).is_empty());
        assert_eq!(faults_in_short(&table), None);
        records = vec![
            faulty(0, "R", "K", "R", FaultKind::Time),
            faulty(1, "K", "R", "R", FaultKind::Memory),
            faulty(1, "R", "K", "R", FaultKind::Memory),
            faulty(2, "K", "R", "K", FaultKind::Crash),
        ];
        table.extend(&records);
        assert_eq!(
            fault_sentences(&table),
            [
                "R lost 3 of 5 games by faults (memory 2, time 1): --memory 0 lifts the limit",
                "K lost 1 of 5 games by faults (crash 1): its last lines are in report.txt",
            ]
        );
        assert_eq!(
            faults_in_short(&table).as_deref(),
            Some("faults decided 4 of 5 games (K: crash 1; R: memory 2, time 1)")
        );
    }
}
