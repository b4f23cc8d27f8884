/* Values, types and layouts that callers have compiled into their programs. Arrays of size -1 do not compile. */
#include "pursuit.h"

#include <stddef.h>

#define HOLDS(name, condition) typedef char name[(condition) ? 1 : -1]

HOLDS(evader_is_1, PURSUIT_EVADER == 1);
HOLDS(pursuer_is_2, PURSUIT_PURSUER == 2);
HOLDS(draw_is_0, PURSUIT_DRAW == 0);
HOLDS(evader_wins_is_the_evader, PURSUIT_EVADER_WINS == PURSUIT_EVADER);
HOLDS(pursuer_wins_is_the_pursuer, PURSUIT_PURSUER_WINS == PURSUIT_PURSUER);

HOLDS(ok_is_0, PURSUIT_OK == 0);
HOLDS(null_pointer_is_1, PURSUIT_ERR_NULL_POINTER == -1);
HOLDS(node_count_is_2, PURSUIT_ERR_NODE_COUNT == -2);
HOLDS(row_offsets_is_3, PURSUIT_ERR_ROW_OFFSETS == -3);
HOLDS(column_index_is_4, PURSUIT_ERR_COLUMN_INDEX == -4);
HOLDS(node_is_5, PURSUIT_ERR_NODE == -5);
HOLDS(argument_is_6, PURSUIT_ERR_ARGUMENT == -6);
HOLDS(no_memory_is_7, PURSUIT_ERR_NO_MEMORY == -7);
HOLDS(cancelled_is_8, PURSUIT_ERR_CANCELLED == -8);
HOLDS(internal_is_9, PURSUIT_ERR_INTERNAL == -9);

HOLDS(version_number_is_composed, PURSUIT_VERSION_NUMBER
      == PURSUIT_VERSION_MAJOR * 1000000 + PURSUIT_VERSION_MINOR * 1000 + PURSUIT_VERSION_PATCH);
HOLDS(version_is_a_literal, sizeof PURSUIT_VERSION "" > 1);

HOLDS(value_is_three_ints, sizeof(pursuit_value) == 12 && offsetof(pursuit_value, outcome) == 0
      && offsetof(pursuit_value, distance) == 4 && offsetof(pursuit_value, best_move) == 8);
HOLDS(move_is_three_ints, sizeof(pursuit_move) == 12 && offsetof(pursuit_move, node) == 0
      && offsetof(pursuit_move, outcome) == 4 && offsetof(pursuit_move, distance) == 8);
HOLDS(start_is_four_ints, sizeof(pursuit_start) == 16 && offsetof(pursuit_start, outcome) == 0
      && offsetof(pursuit_start, distance) == 4 && offsetof(pursuit_start, pursuer) == 8
      && offsetof(pursuit_start, evader) == 12);
HOLDS(summary_is_four_longs, sizeof(pursuit_summary) == 32 && offsetof(pursuit_summary, draws) == 0
      && offsetof(pursuit_summary, evader_wins) == 8 && offsetof(pursuit_summary, pursuer_wins) == 16
      && offsetof(pursuit_summary, longest) == 24);

/* The structs have their names without the word struct, and with it. */
struct pursuit_game;
struct pursuit_solution;
