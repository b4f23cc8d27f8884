/* Every function has exactly the type that callers and bindings rely on: no other initialises these pointers. */
#include "pursuit.h"

/* Two declarations of one variable have to agree. */
extern pursuit_progress_fn declared_progress;
extern int32_t (*declared_progress)(void *, uint64_t, uint64_t, uint64_t);

int32_t (*declared_cat_mouse_game)(int32_t, const int32_t *, const int32_t *) = cat_mouse_game;
const char *(*declared_pursuit_status_message)(int32_t) = pursuit_status_message;
int32_t (*declared_pursuit_last_status)(void) = pursuit_last_status;
const char *(*declared_pursuit_last_error)(void) = pursuit_last_error;
const char *(*declared_pursuit_version)(void) = pursuit_version;
int32_t (*declared_pursuit_version_number)(void) = pursuit_version_number;
int32_t (*declared_pursuit_game_new)(int32_t, const int32_t *, const int32_t *, pursuit_game **) = pursuit_game_new;
int32_t (*declared_pursuit_game_new_matrix)(int32_t, const void *, size_t, pursuit_game **) = pursuit_game_new_matrix;
int32_t (*declared_pursuit_game_clone)(const pursuit_game *, pursuit_game **) = pursuit_game_clone;
int32_t (*declared_pursuit_game_set_graph)(pursuit_game *, int32_t, const int32_t *, const int32_t *)
    = pursuit_game_set_graph;
int32_t (*declared_pursuit_game_allow_stay)(pursuit_game *, int32_t, int32_t) = pursuit_game_allow_stay;
int32_t (*declared_pursuit_game_set_goal)(pursuit_game *, int32_t, int32_t, int32_t) = pursuit_game_set_goal;
int32_t (*declared_pursuit_game_set_forbidden)(pursuit_game *, int32_t, int32_t, int32_t) = pursuit_game_set_forbidden;
int32_t (*declared_pursuit_game_set_threads)(pursuit_game *, int32_t) = pursuit_game_set_threads;
int32_t (*declared_pursuit_game_set_memory_limit)(pursuit_game *, uint64_t) = pursuit_game_set_memory_limit;
int32_t (*declared_pursuit_game_set_progress)(pursuit_game *, pursuit_progress_fn, void *) = pursuit_game_set_progress;
int32_t (*declared_pursuit_game_memory_estimate)(const pursuit_game *, uint64_t *) = pursuit_game_memory_estimate;
int32_t (*declared_pursuit_game_solve)(const pursuit_game *, pursuit_solution **) = pursuit_game_solve;
int32_t (*declared_pursuit_game_decide)(const pursuit_game *, int32_t, int32_t, int32_t, int32_t *) = pursuit_game_decide;
void (*declared_pursuit_game_free)(pursuit_game *) = pursuit_game_free;
int32_t (*declared_pursuit_solution_node_count)(const pursuit_solution *, int32_t *) = pursuit_solution_node_count;
int32_t (*declared_pursuit_solution_probe)(const pursuit_solution *, int32_t, int32_t, int32_t, pursuit_value *)
    = pursuit_solution_probe;
int32_t (*declared_pursuit_solution_probe_many)(const pursuit_solution *, size_t, const int32_t *, const int32_t *,
        int32_t, pursuit_value *)
    = pursuit_solution_probe_many;
int32_t (*declared_pursuit_solution_moves)(const pursuit_solution *, int32_t, int32_t, int32_t,
        pursuit_move *, int32_t, int32_t *)
    = pursuit_solution_moves;
int32_t (*declared_pursuit_solution_best_start)(const pursuit_solution *, int32_t, pursuit_start *)
    = pursuit_solution_best_start;
int32_t (*declared_pursuit_solution_starts)(const pursuit_solution *, int32_t, pursuit_start *, size_t)
    = pursuit_solution_starts;
int32_t (*declared_pursuit_solution_export)(const pursuit_solution *, int32_t, size_t, int8_t *, int32_t *, int32_t *)
    = pursuit_solution_export;
int32_t (*declared_pursuit_solution_summary)(const pursuit_solution *, int32_t, pursuit_summary *)
    = pursuit_solution_summary;
int32_t (*declared_pursuit_solution_verify)(const pursuit_solution *, pursuit_progress_fn, void *)
    = pursuit_solution_verify;
int32_t (*declared_pursuit_solution_save)(const pursuit_solution *, void *, size_t, size_t *) = pursuit_solution_save;
int32_t (*declared_pursuit_solution_load)(const void *, size_t, pursuit_solution **) = pursuit_solution_load;
void (*declared_pursuit_solution_free)(pursuit_solution *) = pursuit_solution_free;
int32_t (*declared_pursuit_cop_number)(int32_t, const int32_t *, const int32_t *, int32_t, int32_t *)
    = pursuit_cop_number;
int32_t (*declared_pursuit_cop_numbers_graph6)(const char *, size_t, uint64_t, int32_t, int32_t, int32_t *, int32_t *,
        size_t, size_t *, pursuit_progress_fn, void *)
    = pursuit_cop_numbers_graph6;
int32_t (*declared_pursuit_game_cop_number)(const pursuit_game *, int32_t, int32_t *) = pursuit_game_cop_number;
int32_t (*declared_pursuit_game_set_pursuers)(pursuit_game *, int32_t) = pursuit_game_set_pursuers;
int32_t (*declared_pursuit_solution_pursuer_count)(const pursuit_solution *, int32_t *) = pursuit_solution_pursuer_count;
int32_t (*declared_pursuit_solution_probe_team)(const pursuit_solution *, int32_t, const int32_t *, int32_t,
        pursuit_value *, int32_t *)
    = pursuit_solution_probe_team;
int32_t (*declared_pursuit_solution_best_start_team)(const pursuit_solution *, int32_t, pursuit_start *, int32_t *)
    = pursuit_solution_best_start_team;
