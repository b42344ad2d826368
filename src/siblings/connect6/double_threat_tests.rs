//! Claimed wins by double threats against the checker, and positions with a known answer.

use kagetsu_kernel::rng::Rng;

use super::board::{Board, Side};
use super::board_tests::{cells, random_board};
use super::checker::{Flaw, check, check_every_defence};
use super::double_threat::{DoubleThreats, Limits, Proof};

const LIMITS: Limits = Limits {
    turns: 8,
    nodes: 100,
};

/// A position after some random turns near the middle, nobody having six, the attacker to move.
fn scattered(rng: &mut Rng) -> Board {
    loop {
        let turns = 3 + rng.below(7);
        let wide = 7 + rng.below(5);
        let corner = (19 - wide) / 2;
        let board = random_board(rng, corner..corner + wide, 1 + 2 * turns);
        if !board.has_won(Side::Black) && !board.has_won(Side::White) {
            return board;
        }
    }
}

#[test]
fn ten_thousand_claims_pass_the_checker() {
    let mut rng = Rng::new(17);
    let mut solver = DoubleThreats::default();
    let (mut claims, mut long) = (0, 0);
    while claims < 10_000 {
        let mut board = scattered(&mut rng);
        let key = board.key();
        if let Some(proof) = solver.search(&mut board, LIMITS) {
            assert_eq!(check(&board, &proof), Ok(()), "{:?}", proof.pairs);
            claims += 1;
            long += usize::from(proof.pairs.len() > 2);
        }
        assert_eq!(board.key(), key);
    }
    assert!(long > 500, "{long}");
}

/// A search with more turns and positions finds what it would have found without the smaller one before it.
#[test]
fn a_larger_search_is_not_spoilt_by_a_smaller_one() {
    let mut rng = Rng::new(19);
    let small = Limits {
        turns: 8,
        nodes: 12,
    };
    let large = Limits {
        turns: 16,
        nodes: 3000,
    };
    let (mut missed, mut found) = (0, 0);
    while found < 300 {
        let mut board = scattered(&mut rng);
        let mut solver = DoubleThreats::default();
        let is_missed = solver.search(&mut board, small).is_none();
        if DoubleThreats::default().search(&mut board, large).is_some() {
            found += 1;
            missed += usize::from(is_missed);
            assert!(solver.search(&mut board, large).is_some());
        }
    }
    assert!(missed > 10, "{missed}");
}

#[test]
fn two_hundred_short_wins_stand_against_every_pair() {
    let mut rng = Rng::new(18);
    let mut solver = DoubleThreats::default();
    let mut claims = 0;
    while claims < 200 {
        let mut board = scattered(&mut rng);
        if let Some(proof) = solver.search(&mut board, LIMITS)
            && (2..=3).contains(&proof.pairs.len())
        {
            assert_eq!(
                check_every_defence(&board, &proof),
                Ok(()),
                "{:?}",
                proof.pairs
            );
            claims += 1;
        }
    }
}

#[test]
fn the_checker_finds_flaws() {
    let black = cells("JJKJ LJ");
    let board = Board::with_stones(&black, &cells("AAAC"), Side::Black);
    let claim = |pairs: &str| Proof {
        pairs: cells(pairs)
            .chunks(2)
            .map(|pair| (pair[0], pair[1]))
            .collect(),
    };
    assert_eq!(check(&board, &claim("MJNJ")), Err(Flaw::NotWon));
    assert_eq!(check(&board, &claim("JJNJ")), Err(Flaw::Occupied(1)));
    assert_eq!(check(&board, &claim("MMNN")), Err(Flaw::TooSlow(1)));
    assert_eq!(check(&Board::new(), &claim("MMNN")), Err(Flaw::TooSlow(1)));
    let threatened = Board::with_stones(&black, &cells("AAAC AEAG"), Side::Black);
    assert_eq!(check(&threatened, &claim("MJNJ")), Err(Flaw::NotWon));
    let threatened = Board::with_stones(&black, &cells("AAAB ACAD"), Side::Black);
    assert_eq!(
        check(&threatened, &claim("MJNJ")),
        Err(Flaw::DefenderWins(1))
    );
    assert_eq!(
        check_every_defence(&threatened, &claim("MJNJ")),
        Err(Flaw::DefenderWins(1))
    );
}

#[test]
fn known_answers() {
    let mut solver = DoubleThreats::default();
    let mut won = |black: &str, white: &str| {
        let mut board = Board::with_stones(&cells(black), &cells(white), Side::Black);
        solver
            .search(&mut board, LIMITS)
            .map(|proof| proof.pairs.len())
    };
    // Four in a row are completed at once.
    assert_eq!(won("JJKJ LJMJ", "AA"), Some(1));
    // Two open threes become two open fours: four stones would be needed.
    assert_eq!(won("JJKJ LJ JMKM LM", "AA"), Some(1));
    // One stone and nothing else is no win.
    assert_eq!(won("JJ", "AA"), None);
    // Five against four: who is to move completes first.
    assert_eq!(won("JJKJ LJMJ", "AAAB ACAD AE"), Some(1));
    // Two threes, but White threatens at two places and both stones are needed there.
    assert_eq!(won("JJKJ LJ JMKM LM", "ABAC ADAE SBSC SDSE"), None);
}
