//! Finding the move. Iterative deepening over a principal variation search with a shared table, moves
//! ordered by the evaluation's policy_score and history, wins by fours at every node. Threads share the table and vote.
//! Beside it the solver, which proves wins.
//!
//! # What was tried and stays out
//!
//! Matches of this engine against itself on freestyle 15x15, at a fixed number of nodes for each move, both colours
//! of every opening; Elo with 95 % bounds. None of these is a verdict for other rules or longer times.
//!
//! All of this page was measured with the linear evaluation that the program had before its network. With the network
//! `policy_margin` 620 and `lmr_policy_gap` 110 together, less left out and less reduced, had -4 [-29, +21] in 500 games at 12,000
//! nodes; `policy_margin` 330 and `lmr_policy_gap` 200 +20 [-18, +58] in 240 at 10,000.
//!
//! | tried | nodes | games | Elo |
//! |---|---|---|---|
//! | search the defences against an open four at least one ply deep at leaves | 12,000 | 240 | -70 [-110, -33] |
//! | `lmr_factor` 125 | 12,000 | 240 | -26 [-63, +10] |
//! | no singular extensions | 12,000 | 240 | -17 [-54, +19] |
//! | depth reduction without a table move only from depth 8 | 12,000 | 240 | -17 [-55, +20] |
//! | three times the nodes for wins by fours inside the tree | 12,000 | 240 | 0 [-27, +27] |
//! | no history in the move order | 5,000 | 200 | +10 [-23, +44] |
//! | one ply more where an open four leaves at most three replies | 20,000 | 500 | +12 [-17, +41] |
//! | one ply more where it leaves at most five | 20,000 | 300 | -6 [-40, +28] |
//! | `lmr_factor` 110 | 20,000 | 400 | +22 [-9, +53] |
//! | a ply less from depth 3 where a node that should fail high stands 20 units a ply above its window | 20,000 | 500 | +37 [+9, +65] |
//! | reduction by the policy_gap behind the best policy_score, a fifth of a ply for 100 units, `lmr_base` 0 | 20,000 | 500 | +21 [-7, +48] |
//! | since the learned tables: the former of these two | 20,000 | 400 | 0 [-31, +31] |
//! | the latter | 20,000 | 400 | -24 [-53, +6] |
//! | `policy_margin` 350 | 20,000 | 400 | +7 [-24, +38] |
//! | `policy_margin` 600 | 20,000 | 400 | 0 [-29, +29] |
//! | the solver's win by threats before the search, with a twentieth of the work | 20,000 | 1,000 | +6 [-10, +22] |
//! | another move if the solver, with a twentieth, finds a win by threats against the best | 20,000 | 1,000 | +2 [-12, +16] |
//! | only stopping moves where the opponent, after a pass, would win by fours: from depth 2, no pruning there | 20,000 | 500 | -48 [-73, -22] |
//! | the same, with pruning | 20,000 | 400 | -17 [-49, +14] |
//! | the same from depth 4, with pruning | 20,000 | 400 | +5 [-26, +36] |
//!
//! The last three are worth another look at longer times: a move is such a stop when it takes a point of the winning
//! line or of its fives, makes a four, or lies where a forced reply would make a four of it. All other moves lost, 365,000
//! of 365,000 tried in freestyle and standard games (in renju and caro about 1 in 2,500 and 1 in 150 did not), and of 50
//! wins by threes in renju the form without pruning saw 39 to 41 within 300,000 nodes, where the search as it is saw 35.
//!
//! A cheaper measure than games: how well the score of a search foretells the result (the command `forecast`). 1,735
//! positions from 600 games at fixed nodes, half of them our own and half another engine's, each searched with 20,000
//! nodes; the mean logistic loss at the best scale. It falls by 0.016 when the nodes are doubled, two variants of the search are told apart by their
//! difference with a standard error of 0.003, and it costs the time of 50 games. What it promised, games confirmed:
//!
//! | went in by this measure | loss |
//! |---|---|
//! | before | 0.485 |
//! | reverse futility, also at leaves, before the win by fours | -0.003 |
//! | the table's score as an estimate of the value | -0.004 |
//! | moves after one that raised the lower end of the window a ply less deep | -0.005 |
//! | reduction by the policy_gap in policy_score, 160 hundredths for 100 units; far moves; nodes that should fail high | -0.009 |
//! | more reduction of fours far away that do not stop the opponent's | -0.006 |
//! | threes and what stops them count as late moves, too | -0.004 |
//! | `singular_margin` 100 for 300 and `lmr_threat` 60 for 100, not measured alone; 60 and 0 were -0.002 each | |
//! | fours that do not stop the opponent's open four left out once another reply holds | -0.015 |
//!
//! The first three were +98 [+66, +130] in 400 games at 20,000 nodes; all but the last together, in 300
//! games each, +147 [+108, +186] on freestyle 15, +123 [+89, +157] on freestyle 20, +147 [+110, +185] on standard, +107
//! [+70, +145] on renju; the last alone +73 [+35, +111] on
//! freestyle 15, and in 200 games each +56 [+17, +96] on standard and +61 [+19, +104] on renju. Caro gained +168 [+122, +215] by
//! all, in 200 games.
//!
//! A second measure beside it: 458 positions that some search of 100,000 nodes, ours or another engine's, proved won or
//! lost (258 and 200 for the side to move), and how many of them a variant proves with 100,000 nodes. It is blind to
//! quiet play; two variants that differ by less than 8 are the same.
//!
//! | went in by this measure | won | lost |
//! |---|---|---|
//! | before | 210 | 180 |
//! | history by point apart for threats and quiet moves; none of it from nodes with a demanded reply | 229 | 185 |
//! | the square of the depth as bonus | 230 | 185 |
//! | win by fours with 40 nodes and 10 for each ply, before 60 and 40 | 231 | 184 |
//! | reduction by policy_gap at most 3 plies (2.5 went in) | 234 | 190 |
//! | instead of that, threes and fours near one's own last stone reduced 0.6 plies less | 232 | 190 |
//!
//! | tried by this measure, stays out | won | lost |
//! |---|---|---|
//! | `lmr_root` 0, 100, 150 | 215, 213, 210 | 183, 184, 182 |
//! | `policy_margin` 700; `lmr_policy_gap` 120, with the new history | 231, 232 | 187, 192 |
//! | no reduction of threes by policy_gap; half of it for all threats and their stops | 229, 230 | 186, 191 |
//! | history for the best move of the principal variation, and for moves that the table lets cut | 225, 214 | 183, 179 |
//! | `move_count_factor` 20 up to depth 14, with all of it (237, 189); in 400 games at 20,000 nodes +2 [-26, +29] | 234 | 194 |
//! | `razor_base` 40 and `razor_margin` 30; `futility_base` 20 and `futility_margin` 25 | 233, 233 | 188, 191 |
//! | no less margin of reverse futility where the position became better; `order_history` 3 | 225, 227 | 186, 189 |
//! | no continuation history, with the new history | 215 | 177 |
//! | history from nodes that must stop an open four as well | 222 | 182 |
//! | no history in the order at all | 206 | 170 |
//!
//! All that went in, against the search before: with 20,000 nodes freestyle 15 +16 [-14, +46] in 400 games and, with
//! an experimental build of nearly the same, +34 [+1, +67] in 400 more; with 60,000 nodes +38 [0, +76] in 240; standard +45 [-2,
//! +93], renju +37 [-4, +78] and freestyle 20 0 [-41, +41] in 200 each.
//!
//! | tried by the first of the two measures, stays out | loss |
//! |---|---|
//! | no win by fours inside the tree | +0.003 |
//! | correction of the value by what searches found for the same threat mask, or after the same move | +0.004, +0.006 |
//! | the same for both together | +0.014 |
//! | moves blind to the opponent's four-three reduced by one or 2.5 plies | +0.003, 0.000 |
//! | a search a ply deeper where a reduced one is 60 above the window | +0.002 |
//! | a ply less on the principal variation when the table move is three plies old | +0.003 |
//! | two plies more for very singular moves | 0.000 |
//! | moves that policy_gap 160 to 600 left out by depth | +0.003 |
//! | count of moves and reverse futility at any depth | +0.001 |
//! | `reverse_futility_margin` 24 | +0.005 |
//! | those fours reduced half as much before a reply holds | +0.011 |
//! | plain fours far from one's own last stone left out where nothing demands a reply | +0.005 |
//! | late moves left out where an open four must be stopped | +0.006 |
//! | half the nodes for wins by fours | +0.006 |
//! | twice the weight of history in the order, or half | +0.006, +0.001 |
//!
//! A third measure, of wins alone: 392 positions of games at 0.15 s a move in which another engine announced a win in 11
//! plies or more for the first time, and how many of them a search from nothing proves, with the networks:
//!
//! | variant | nodes | proved |
//! |---|---|---|
//! | as it is | 40,000 | 78 |
//! | | 160,000 | 180 |
//! | `lmr_factor` 75, 115 | 40,000 | 78, 90 |
//! | `lmr_policy_gap` 220; `lmr_policy_gap_max` 150, 400 | 40,000 | 85; 82, 80 |
//! | `futility_depth` 8; `move_count_factor` 25 | 40,000 | 84; 83 |
//! | `razor_depth` 1; `razor_base` 240 | 40,000 | 83; 83 |
//! | `policy_margin` 330, 700 | 40,000 | 75, 81 |
//!
//! The solver by threats is no better at it: of 170 such positions on freestyle 15x15 it proves 23 with 20,000 positions
//! and 41 with 80,000.
//!
//! Games did not follow, 300 on freestyle 15 at 15,000 nodes each: `lmr_factor` 115 -2 [-37, +32], `razor_base` 240 0 [-32,
//! +32].
//!
//! A fourth, sharper one: the first measure on positions 20 to 45 plies before the end of games of another engine against
//! itself (as `forecast --stones 8..400 --left 20..45` takes them), 694 on freestyle 15x15, each searched with 10,000
//! nodes; a difference of 0.006 says nothing. Doubling the nodes is worth some 0.025.
//!
//! | variant | loss |
//! |---|---|
//! | as it is | 0.431 |
//! | moves that policy_score little follow when all others have lost, so that a loss can be proved; -17 [-44, +11] in 400 games at 12,000 nodes | 0.433 |
//! | a count of moves that grows less than by the square of the depth, at any depth; the same where an open four must be stopped | 0.434, 0.430 |
//! | the table move a ply deeper at every fourth, third or second ply of the principal variation | 0.431, 0.429, 0.425 |
//! | the same at every eighth ply off it; fours near one's own last stone at every third | 0.425, 0.427 |
//! | all three | 0.440 |
//!
//! On games of our own, with another network (0.489; forced replies counted as even positions): no win by fours inside
//! the tree, or only up to depth 1 or 3, 0.492, 0.487, 0.489; a four and its reply cost no depth at every ply or every
//! third, 0.497, 0.496; static values of leaves kept in the table, 0.490.
//!
//! The same on 20x20 freestyle, 847 positions of another engine's games, 8,000 nodes, as it is 0.555: `policy_margin` 330
//! 0.555, `lmr_factor` 115 0.562, `lmr_policy_gap` 220 0.558, `reverse_futility_margin` 12 and 24 0.555 and 0.563,
//! `move_count_factor` 25 0.551, `futility_margin` 25 0.554, `razor_base` 80 with `razor_margin` 55 0.563, `vcf_leaf_nodes` 20
//! 0.551.
//!
//! A fifth looks at both sides of a match, 240 games each on freestyle 15x15 and 20x20 at 0.15 s a move: 150 positions in
//! which this engine announced a win in 11 plies or more for the first time, 150 in which the opponent did, and how many of
//! them each proves with 80,000 nodes from nothing. The opponent proved 97 and 92. So long wins are where it is ahead: in
//! games that it won a search four times as long often did not see the losing move either, while most of those that we
//! won were decided by slow moves.
//!
//! | variant | ours | the opponent's |
//! |---|---|---|
//! | before | 95 | 32 |
//! | two threats at once win where the opponent has no four | 103 | 41 |
//! | and half the nodes for wins by fours, 20 and 5 for each ply: as it went in | 102 | 48 |
//! | before, with `reverse_futility_margin` 50; `lmr_base` -50 | 91; 91 | 43; 43 |
//! | `lmr_threat` 200, 300; `lmr_attack` 200 | 85, 90; 96 | 47, 40; 42 |
//! | `lmr_policy_gap` 60; `lmr_cut_node` 0; `lmr_not_improving` 0 | 100; 90; 94 | 40; 37; 39 |
//! | `policy_margin` 1,000; `razor_depth` 1; `fail_high_depth` 12 | 91; 100; 96 | 33; 37; 35 |
//! | `move_count_base` 3, `move_count_factor` 20, `move_count_depth` 14 | 99 | 53 |
//! | the same with two threats at once | 104 | 51 |
//! | the same also where an open four must be stopped | 97 | 50 |
//! | a count that grows by one each ply from 3, at any depth | 99 | 52 |
//!
//! Leaving out more late moves is what makes the difference in the other engine, too, by its own switches. In games of
//! this one against itself it loses: -29 [-64, +6] in 300 games at 12,000 nodes with two threats at once; `move_count_base`
//! 4 with 28, on 20x20, +2 [-36, +40] in 300; `lmr_threat` 130 there +7 [-29, +43]. Two threats at once alone had +13 [-23,
//! +48] in 300 on 15x15 and +21 [-15, +56] in 400 on 20x20; half the nodes for wins by fours +48 [+14, +81] in 300 and +40
//! [+7, +74] in 400, at the same time for a node; a quarter of them +6 [-24, +36] more in 300.
//!
//! A sixth asks what a score leaves out. Results of games on 20x20 are fitted to the score after 300 nodes together with how
//! many more points of a class the mover has than the opponent. Of all classes the points for a four with an open two or
//! closed three (`FourPlus`) add most, in games with other engines and of this one at 12,000 nodes alike; probably
//! because the network learned from games of 500 to 2,400 nodes a move, in which nobody sees what long attacks make of
//! fours. How the loss of the first measure changes, by stones on the board; games with other engines first, then, where
//! measured, those of this one, all from 60 stones on together. A standard error is 0.001 to 0.002, from 90 stones 0.003:
//!
//! | each more `FourPlus`, each more `Four` | 12 to 40 | 40 to 60 | 60 to 90 | from 90 |
//! |---|---|---|---|---|
//! | 22 units, 8 units | -0.008, -0.009 | -0.003, +0.001 | -0.015, -0.006 | -0.027 |
//! | 25, 4 | -0.007, -0.009 | -0.005, -0.001 | -0.014, -0.005 | -0.026 |
//! | 22, 0 | -0.005 | -0.004 | -0.011 | -0.020 |
//! | 22 and 5 more for each ten stones beyond 40, 0 | -0.005, -0.007 | -0.005, -0.001 | -0.015, -0.005 | -0.044 |
//! | 12, 4 | -0.006, -0.006 | -0.004, -0.001 | -0.009, -0.004 | -0.016 |
//!
//! On 15x15, 12 units for a `FourPlus` alone are 0.000 to -0.003 for freestyle, -0.001 to -0.004 for standard, -0.008 to
//! +0.008 for renju and -0.003 to -0.005 for caro. In 300 games each against the program without, at 10,000 nodes (20x20 12,000):
//! freestyle 20x20 +37 [-1, +76] with 22 and 8, the same +37 with 12 and 4 and other openings; 12 alone on 15x15 freestyle
//! +14 [-24, +52], standard +29 [-2, +61], renju +40 [+5, +74]. So `four_plus_bonus` went in. With it a match against the
//! other engine at 0.15 s a move, the same openings, was 141 of 240 on 20x20 for 120 before. Networks that learn from deeper
//! games may know it themselves. Games begun on boards filled to between 8 and 45 %, 226,000 positions at 500 to 1,500 nodes,
//! learned beside the others, did not teach it: 0.461 for 0.446 at 40 to 60 stones, 0.381 for 0.373 at 60 to 90.
//!
//! Where the nodes go: on 120 positions like those of the fifth measure, of freestyle, searched with 80,000 nodes each,
//! wins by fours took 58 % of them: 42 of a hundred of these to refute what was new, 28 to be given up for the first
//! time, 12 to be given up again at nearly the same limit, 12 to win. So a position that was given up is left alone
//! below twice the limit, and a four that makes nothing else is tried only where another four near it could follow.
//! Where a five must be stopped, no static value is asked for, nor an order of a single move. First the change of loss
//! on 4,000 positions of 20x20 games with other engines, 3,000 nodes each, standard error 0.001; then the instructions
//! of a search of 8,000 nodes; then what 80,000 prove of 120 positions each, ours and the opponent's:
//!
//! | variant | loss | instructions | ours | the opponent's |
//! |---|---|---|---|---|
//! | before | 0.411 | 1 | 75 | 37 |
//! | not again below twice the limit | -0.003 | 1.04 | 76 | 40 |
//! | plain fours only where another could follow | -0.003 | 1.06 | 81 | 43 |
//! | both | -0.004 | 1.11 | 80 | 44 |
//! | both, `vcf_leaf_nodes` 30; 14 | -0.005; -0.005 | 1.08 | | |
//! | both, `vcf_depth_nodes` 10; 2 | -0.004; -0.005 | 1.14 for 2 | | |
//! | both, delaying fours free only up to ply 8, see below | -0.005 | | 82 | 44 |
//! | no static value where a five must be stopped | -0.001 | 0.96 | | |
//! | after a score above the window, the same iteration two plies less deep; three | 0.000; +0.001 | | | |
//!
//! The first two and the static value together had +53 [+20, +87] in 400 games at 12,000 nodes on 20x20 and +48 [+17,
//! +80] in 400 on 15x15, each node taking 1.10 of the time.
//!
//! Fours that only delay a loss cost no depth up to ply 24 then. In one position with many of them they took nine nodes
//! of ten, on the average of such positions few. Up to ply 8 only: +40 [+2, +77] in 300 games on 20x20, -23 [-57, +11]
//! in 300 on 15x15, +6 [-25, +36] in 300 of standard; up to ply 2, with other networks, +21 [-19, +60] in 300 on 20x20
//! and +23 [-9, +54] in 400 on 15x15, and against ply 8 +35 [-1, +71] in 300 on 20x20; all at 12,000 nodes. So they
//! cost depth like others now: +10 [-36, +55] in 218 against ply 24. `vcf_leaf_nodes` 30 and `vcf_depth_nodes` 3 beside
//! the savings above: +2 [-35, +40] in 300.
//!
//! Two tunes by games (SPSA), 33 numbers each: 9,600 games of freestyle 15x15, then 9,600 of renju that began with what
//! came out, all at 8,000 nodes. Both reduce less and ask for more before a static value is believed; wins by fours
//! inside the tree get fewer nodes. No number moved by two of its steps in either, and what the first found helped renju as
//! well, so there is one set for all rules. Games at 12,000 nodes with other openings:
//!
//! | numbers | rule | games | Elo |
//! |---|---|---|---|
//! | of the first tune, against those before | freestyle 15x15 | 400 | +28 [-2, +58] |
//! | | freestyle 20x20 | 400 | +19 [-16, +54] |
//! | | renju | 400 | +30 [-1, +61] |
//! | of the second, against those of the first | renju | 400 | -1 [-33, +32] |
//! | | freestyle 20x20 | 400 | +33 [-2, +68] |
//! | of the second, as they are, against those before | freestyle 20x20 | 818, SPRT [0, 10] passed | +50 [+26, +74] |
//! | | renju | 1,498, SPRT [0, 10] passed | +24 [+8, +40] |
//!
//! Deep in the tree a win by fours must begin near the own last stone. Where that stone had stopped a five nobody had
//! looked for wins before it, so a four of the opponent hid what threatened it: now the stone before the stop counts. Of
//! 122 long wins that this engine announced first in games at 0.5 s and 102 of the opponent's, 80,000 nodes prove 32 and
//! 31, 29 and 27 before; with a win from anywhere instead 29 and 27, with both stones 31 and 29 (+9 [-26, +43] in 400 games
//! against the one). Games at 12,000 nodes, each SPRT [0, 10] passed: freestyle 20x20 +37 [+17, +58] in 1,034, renju +28
//! [+11, +45] in 1,162, standard +33 [+14, +53] in 855. What did not pass with it:
//!
//! | tried | ours | the opponent's | Elo |
//! |---|---|---|---|
//! | one ply more where an open four leaves at most four replies, before that | 33 | 23 | |
//! | only stopping moves where the opponent, after a pass, would win by fours: from depth 2, from depth 4, before that | 23, 26 | 23, 23 | |
//! | up to ply 2 and on the principal variation, a hundredth of all nodes so far for each win by fours | | | -29 [-62, +3] in 400 |
//!
//! Ideas from engines of other games and a few of our own, each against the search as it is, with the networks as they
//! are; freestyle 15x15, 12,000 nodes. None passed:
//!
//! | tried | games | Elo |
//! |---|---|---|
//! | no reverse futility where the opponent, after a pass, would win by fours near its last stone | 187 | -24 [-63, +15] |
//! | three best moves tried 80 above the window four plies less deep | 500 | -20 [-46, +6] |
//! | 0.8 plies more reduction where more than two children have failed high | 500 | -2 [-29, +25] |
//! | what reverse futility returns moved a third of the way to the window | 500 | -3 [-28, +23] |
//! | what fails high moved towards the window, the less the deeper | 500 | +10 [-14, +35] |
//! | history for the move before a node that fails low | 500 | 0 [-27, +27] |
//! | history for the move before by how far it changed the static value | 500 | -22 [-49, +6] |
//! | 0.6 plies less reduction where the opponent's last move made its static value worse | 500 | -1 [-26, +24] |
//! | 0.6 plies less where the table has the node at this depth | 500 | +3 [-22, +28] |
//! | 20 more of `policy_margin` for each ply of depth beyond four | 500 | +3 [-25, +30] |
//! | moves that make and stop nothing not ranked where 40 others are: 0.98 of the instructions | 1,000 | -7 [-25, +11] |
//! | nor those with one open two or closed three of one side, where 16 others are: 0.97 | 1,057 | -9 [-27, +10] |
//!
//! Knowing more from the table saves no time to a depth. One thread, depth 14, 108 positions of games, as it is = 1:
//!
//! | tried | time |
//! |---|---|
//! | static values of all nodes kept in the table; of those above leaves | 1.00 ± 0.06; 1.01 ± 0.06 |
//! | the value of a leaf kept as exact | 0.97 ± 0.08 |
//! | no win by fours where the table has the node, searched with more than half of the limit | 0.96 ± 0.08 |
//! | all three | 0.98 ± 0.08 |
//!
//! What went in before, by games: stronger pruning and reduction, +77 [+42, +113] in 240 games; a
//! smaller margin of reverse futility, +54 [+13, +98] in 200; leaving out moves that policy_score little, +26 [-12, +65]
//! in 200. Reducing fours gave +8 [-26, +43] in 300 games. It stays because a lost game against another engine showed
//! delaying fours push a loss over the horizon; the score against it rose from 1 in 14 games to 10.5 in 20 with it and the
//! preceding steps together, at different times for a move, so its own share is not known.

mod decide;
mod deepen;
pub mod defending;
pub mod history;
mod move_search;
mod node;
mod node_type;
pub mod ordering;
pub mod params;
mod pool;
pub mod proving;
mod pv;
mod reducing;
pub mod report;
mod root;
pub mod solver;
mod team;
pub mod threat_space;
pub mod timing;
mod tree_vcf;
mod valuing;
mod worker;

pub use pool::{STACK_BYTES, Task, search, search_without};
pub use proving::WinCheck;
pub use report::{
    DefenceReport, DepthReport, NullSearchObserver, Proof, ProofMethod, ProofReport, RootEvent,
    SearchObserver,
};
pub use worker::Memory;
