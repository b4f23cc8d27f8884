// Failures: the status and the library's own sentence reach the caller, and no array is read or written past its end.

#include "check.hpp"

#include <array>

using namespace pursuit;

namespace {

void the_librarys_sentence_is_kept() {
    CHECK_ERROR(Game({0, 1, 2}, {1, 7}), PURSUIT_ERR_COLUMN_INDEX, "column_indices[1] is 7, outside 0..1 (row 1)");
    CHECK_ERROR(Game({0, 2, 1}, {1, 0}), PURSUIT_ERR_ROW_OFFSETS, "row_offsets[2] is 1");
    CHECK_ERROR(Game({0}, {}), PURSUIT_ERR_NODE_COUNT, "n is 0");
    CHECK_ERROR(Game({}, {}), PURSUIT_ERR_NODE_COUNT, "n is 0");
    CHECK_ERROR(cat_mouse_game(Graph::from_rows({{1}, {0}})), PURSUIT_ERR_NODE_COUNT, "n is 2");
    Game game = cop_and_robber(cycle(4));
    CHECK_ERROR(game.set_goal(Evader, 4), PURSUIT_ERR_NODE, "node is 4, outside 0..3");
    CHECK_ERROR(game.set_threads(-1), PURSUIT_ERR_ARGUMENT, "threads is -1");
    CHECK_ERROR(game.decide(0, -1, Evader), PURSUIT_ERR_NODE, "pursuer is -1");
    CHECK_ERROR(game.solve().probe(9, 0, Evader), PURSUIT_ERR_NODE, "evader is 9");
    CHECK(last_status() == PURSUIT_ERR_NODE && std::string(last_error()).find("evader is 9") == 0);

    // It is a std::exception like any other.
    try {
        game.set_goal(Evader, 4);
        CHECK(false);
    } catch (const std::runtime_error &error) {
        CHECK(std::string(error.what()).find("outside") != std::string::npos);
    }
}

void arrays_too_short_are_refused_before_they_are_read() {
    CHECK_ERROR(Game({0, 1, 3}, {1, 0}), PURSUIT_ERR_ARGUMENT, "column_indices has 2 entries, row_offsets asks for 3");
    CHECK_ERROR(pursuit::cat_mouse_game({0, 1, 2, 4}, {2, 2}), PURSUIT_ERR_ARGUMENT, "column_indices has 2 entries");
    Game game = cop_and_robber(cycle(4));
    CHECK_ERROR(game.set_graph(Evader, cycle(3)), PURSUIT_ERR_ARGUMENT, "row_offsets has 4 entries, not 5");
    CHECK_ERROR(game.set_graph(Evader, {0, 1, 2, 3, 4}, {1, 2}), PURSUIT_ERR_ARGUMENT, "column_indices has 2");
    CHECK_ERROR(Game::from_matrix(3, std::vector<char>(8)), PURSUIT_ERR_ARGUMENT, "8 bytes");
    CHECK_ERROR(Game::from_matrix(3, std::vector<char>(10), 4), PURSUIT_ERR_ARGUMENT, "10 bytes");
    CHECK_ERROR(Game::from_matrix(3, std::vector<char>(9), 2), PURSUIT_ERR_ARGUMENT, "row_stride");
    CHECK_ERROR(Game::from_matrix(3, std::vector<char>(9), static_cast<std::size_t>(-1) / 2), PURSUIT_ERR_ARGUMENT, "");
    CHECK_ERROR(Game::from_matrix(-1, std::vector<char>(9)), PURSUIT_ERR_NODE_COUNT, "n is -1");

    const Solution solution = game.solve();
    std::vector<Value> values(1);
    CHECK_ERROR(solution.probe_many({0, 1}, {2}, Evader), PURSUIT_ERR_ARGUMENT, "pursuers has 1 entries, not 2");
    CHECK_ERROR(solution.probe_many({0, 1}, {2, 3}, Evader, values), PURSUIT_ERR_ARGUMENT, "values has 1 entries");
    std::array<Move, 1> one_move;
    CHECK_ERROR(solution.moves(0, 2, Evader, one_move), PURSUIT_ERR_ARGUMENT, "capacity");
    std::vector<Start> three(3);
    CHECK_ERROR(solution.starts(Pursuer, three), PURSUIT_ERR_ARGUMENT, "capacity");
    std::vector<std::int32_t> enough(16);
    std::vector<std::int8_t> too_few(15);
    CHECK_ERROR(solution.export_to(Evader, too_few, enough, {}), PURSUIT_ERR_ARGUMENT, "capacity");
    std::vector<unsigned char> small(solution.saved_size() - 1);
    CHECK_ERROR(solution.save(small.data(), small.size()), PURSUIT_ERR_ARGUMENT, "");
}

void damaged_images_are_refused() {
    std::vector<unsigned char> image = cop_and_robber(path(9)).solve().save();
    image[image.size() / 2] ^= 1;
    CHECK_ERROR(Solution::load(image), PURSUIT_ERR_ARGUMENT, "");
    CHECK_ERROR(Solution::load({image.data(), 3}), PURSUIT_ERR_ARGUMENT, "");
}

void memory_has_a_limit() {
    Game game = cop_and_robber(path(100));
    const std::uint64_t estimate = game.memory_estimate();
    CHECK(estimate >= 100 * 100 / 4);
    game.set_memory_limit(1000);
    CHECK_ERROR(game.solve(), PURSUIT_ERR_NO_MEMORY, "1000");
    game.set_memory_limit(estimate);
    CHECK(game.solve().best_start(Pursuer).outcome == PursuerWins);
}

void moved_from_objects_say_so() {
    Game game = cop_and_robber(cycle(4));
    Solution solution = game.solve();
    const Game new_game = std::move(game);
    const Solution new_solution = std::move(solution);
    CHECK_ERROR(game.solve(), PURSUIT_ERR_NULL_POINTER, "game is NULL");
    CHECK_ERROR(game.clone(), PURSUIT_ERR_NULL_POINTER, "NULL");
    CHECK_ERROR(game.allow_stay(Evader), PURSUIT_ERR_NULL_POINTER, "NULL");
    CHECK_ERROR(solution.probe(0, 0, Evader), PURSUIT_ERR_NULL_POINTER, "solution is NULL");
    CHECK_ERROR(solution.table(Evader), PURSUIT_ERR_NULL_POINTER, "NULL");
}

} // namespace

void test_errors() {
    the_librarys_sentence_is_kept();
    arrays_too_short_are_refused_before_they_are_read();
    damaged_images_are_refused();
    memory_has_a_limit();
    moved_from_objects_say_so();
}
