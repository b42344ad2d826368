/* The engine plays a game of renju against itself, with 500 nodes for each move. */
#include <stdio.h>

#include "kagetsu.h"

int main(void) {
    kagetsu *game = kagetsu_new(1, 0);
    kagetsu_move best;
    if (kagetsu_begin(game, 15, 15, "renju") != 0) {
        fprintf(stderr, "%s\n", kagetsu_error(game));
        return 1;
    }
    while (kagetsu_result(game) == KAGETSU_RUNNING) {
        const char *side = kagetsu_side_to_move(game) == KAGETSU_BLACK ? "black" : "white";
        if (kagetsu_best_move(game, 500, 0, &best) != 0 || kagetsu_play(game, best.x, best.y) != 0) {
            fprintf(stderr, "%s\n", kagetsu_error(game));
            return 1;
        }
        printf("%s %d,%d  %.0f %%\n", side, best.x, best.y, 100 * best.win);
    }
    printf("result %d\n", kagetsu_result(game));
    kagetsu_free(game);
    return 0;
}
