/* What kagetsu.h promises, called as it should be and as it should not. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kagetsu.h"

#define CHECK(what) \
    do { \
        if (!(what)) { \
            fprintf(stderr, "line %d: %s; %s\n", __LINE__, #what, kagetsu_error(game)); \
            exit(1); \
        } \
    } while (0)

static void *think(void *pointer) {
    kagetsu *game = pointer;
    kagetsu_move best;
    /* An hour, unless it is stopped. */
    CHECK(kagetsu_best_move(game, 0, 3600, &best) == 0);
    return NULL;
}

static void *stop(void *pointer) {
    volatile int *is_over = ((void **)pointer)[1];
    while (!*is_over) kagetsu_stop(((void **)pointer)[0]);
    return NULL;
}

int main(void) {
    kagetsu *game = NULL;
    kagetsu_move best;
    CHECK(kagetsu_play(NULL, 0, 0) == -1 && kagetsu_begin(NULL, 15, 15, "renju") == -1);
    CHECK(kagetsu_result(NULL) == -1 && kagetsu_best_move(NULL, 1, 0, &best) == -1);
    CHECK(strlen(kagetsu_error(NULL)) > 0 && strlen(kagetsu_version()) > 0 && kagetsu_api() == KAGETSU_API);
    kagetsu_free(NULL);
    kagetsu_stop(NULL);

    game = kagetsu_new(1, 64);
    CHECK(game != NULL && strcmp(kagetsu_error(game), "") == 0);
    CHECK(kagetsu_undo(game) == -1 && strstr(kagetsu_error(game), "no move"));
    CHECK(kagetsu_begin(game, 4, 15, "renju") == -1 && strstr(kagetsu_error(game), "size 4x15"));
    CHECK(kagetsu_begin(game, -1, 15, "renju") == -1 && strstr(kagetsu_error(game), "size 0x15"));
    CHECK(kagetsu_begin(game, 15, 15, "chess") == -1 && strstr(kagetsu_error(game), "caro"));
    CHECK(kagetsu_begin(game, 15, 15, NULL) == -1 && kagetsu_begin(game, 15, 15, "\xff") == -1);
    CHECK(kagetsu_play(game, 15, 0) == -1 && kagetsu_play(game, 0, -1) == -1);
    CHECK(strstr(kagetsu_error(game), "columns are 0 to 14, rows 0 to 14"));
    CHECK(kagetsu_best_move(game, 1, 0, NULL) == -1 && kagetsu_best_move(game, 1, NAN, &best) == -1);
    CHECK(kagetsu_best_move(game, 1, -1, &best) == -1 && kagetsu_best_move(game, 0, 1e300, &best) == -1);
    CHECK(strstr(kagetsu_error(game), "1e300 seconds") && strstr(kagetsu_error(game), "0 (no bound)"));

    /* Two threes of Black meet: a point that White may take. */
    CHECK(kagetsu_begin(game, 15, 15, "renju") == 0);
    const int black[4][2] = {{6, 7}, {8, 7}, {7, 6}, {7, 8}};
    for (int i = 0; i < 4; i++) {
        CHECK(kagetsu_side_to_move(game) == KAGETSU_BLACK);
        CHECK(kagetsu_play(game, black[i][0], black[i][1]) == 0);
        CHECK(kagetsu_side_to_move(game) == KAGETSU_WHITE);
        CHECK(kagetsu_play(game, 0, 3 * i) == 0);
    }
    CHECK(kagetsu_check(game, 7, 7) == -1 && strstr(kagetsu_error(game), "forbidden"));
    CHECK(kagetsu_play(game, 7, 7) == -1 && kagetsu_check(game, 7, 5) == 0);
    CHECK(kagetsu_play(game, 7, 6) == -1 && strstr(kagetsu_error(game), "not empty"));

    /* Black makes five. */
    CHECK(kagetsu_begin(game, 22, 5, "freestyle") == 0);
    for (int i = 0; i < 4; i++) CHECK(kagetsu_play(game, i, 2) == 0 && kagetsu_play(game, i, 4) == 0);
    CHECK(kagetsu_best_move(game, 1000, 0, &best) == 0);
    CHECK(best.x == 4 && best.y == 2 && best.plies == 1 && best.win > 0.99);
    CHECK(kagetsu_play(game, best.x, best.y) == 0 && kagetsu_result(game) == KAGETSU_BLACK);
    CHECK(kagetsu_play(game, 10, 2) == -1 && strstr(kagetsu_error(game), "over"));
    CHECK(kagetsu_best_move(game, 1000, 0, &best) == -1);
    CHECK(kagetsu_undo(game) == 0 && kagetsu_result(game) == KAGETSU_RUNNING);
    CHECK(kagetsu_side_to_move(game) == KAGETSU_BLACK);

    /* The game goes on while another thread searches, and the search ends when a thread says so. */
    CHECK(kagetsu_begin(game, 15, 15, "standard") == 0);
    pthread_t thinker, stopper;
    volatile int is_over = 0;
    void *both[2] = {game, (void *)&is_over};
    CHECK(pthread_create(&thinker, NULL, think, game) == 0);
    CHECK(kagetsu_play(game, 7, 7) == 0 && kagetsu_undo(game) == 0 && kagetsu_result(game) == KAGETSU_RUNNING);
    CHECK(pthread_create(&stopper, NULL, stop, both) == 0);
    CHECK(pthread_join(thinker, NULL) == 0);
    is_over = 1;
    CHECK(pthread_join(stopper, NULL) == 0);
    CHECK(kagetsu_play(game, 7, 7) == 0);
    kagetsu_free(game);
    return 0;
}
