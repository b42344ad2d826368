/* Kagetsu, a Gomoku and Renju engine, for C.
 *
 * Columns are counted from the left and rows from the top, both from 0. A function that can fail answers 0, or -1 after a
 * fault; then nothing has changed, and kagetsu_error says what is wrong and what would be right. With NULL in place of a game
 * every function that answers a number answers -1. Several threads may use a game: no call waits for a search but another
 * search, which begins when the one before has ended. kagetsu_free waits for nothing: no other call may run then or come later.
 */
#ifndef KAGETSU_H
#define KAGETSU_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A game on a board, with the engine that thinks about it and remembers what it has seen. */
typedef struct kagetsu kagetsu;

/* A side, or how a game stands. */
enum { KAGETSU_RUNNING = 0, KAGETSU_BLACK = 1, KAGETSU_WHITE = 2, KAGETSU_DRAW = 3 };

/* A move that was found. */
typedef struct kagetsu_move {
    int x;          /* column */
    int y;          /* row */
    double win;     /* probability that the side to move wins; at depth 0 it says nothing, unless plies does */
    int plies;      /* above 0: it wins in so many moves of both sides; below: it loses; 0: not known */
    int depth;      /* how deep it was searched */
    uint64_t nodes; /* positions that were searched */
} kagetsu_move;

/* The version, such as "0.1.0". */
const char *kagetsu_version(void);

/* The number of this header, and that of the library. A program works with a library of the same number only; it grows when a
 * structure or the meaning of a function changes, and not when there is a new function. */
#define KAGETSU_API 1
int kagetsu_api(void);

/* A game on an empty board of 15x15 under the freestyle rule, with so many threads and so much memory in MiB at most; 0 is the
 * usual number (1 thread, 350 MiB). More threads than processors, and more memory than the engine can use, count as what there
 * is. The table of the search is made by the first search, and is smaller where there is no room. The answer is never NULL.
 * kagetsu_free gives the game back. A fault of the library itself ends the program. */
kagetsu *kagetsu_new(uint32_t threads, uint32_t mebibytes);
void kagetsu_free(kagetsu *game);

/* What was wrong with the last call that failed, in English; "" if none did. The text stays until the next fault,
 * in any thread: threads that share a game copy it before another one may have a fault. */
const char *kagetsu_error(const kagetsu *game);

/* Begins a game on an empty board of 5 to 22 columns and rows. The rule is freestyle, standard, renju, caro or caro-exact. */
int kagetsu_begin(kagetsu *game, int width, int height, const char *rule);

/* May the side to move play there? In renju some points are forbidden for Black. */
int kagetsu_check(kagetsu *game, int x, int y);

/* Plays a move of the side to move; takes the last one back. */
int kagetsu_play(kagetsu *game, int x, int y);
int kagetsu_undo(kagetsu *game);

/* How the game stands, and who is to move: KAGETSU_RUNNING and the others. */
int kagetsu_result(const kagetsu *game);
int kagetsu_side_to_move(const kagetsu *game);

/* Finds the best move of the side to move, with so many nodes and seconds at most. 0 is no bound; both 0 are one second.
 * It is a move of the position at the call, whatever is played or taken back meanwhile.
 * The nodes are looked at now and then: there may be some more, with several threads some hundreds. kagetsu_stop, from another
 * thread, ends every search that was called before, also one that waits for another call: the answer is the best move so far,
 * or any legal move where it has not begun. */
int kagetsu_best_move(kagetsu *game, uint64_t nodes, double seconds, kagetsu_move *best);
void kagetsu_stop(const kagetsu *game);

#ifdef __cplusplus
}
#endif

#endif
