// Games of one evader and one pursuer. The values are those of the problems' statements and of textbooks.

#include "check.hpp"

#include <array>
#include <thread>

using namespace pursuit;

namespace {

void leetcode_913() {
    CHECK(cat_mouse_game(Graph::from_rows({{2, 5}, {3}, {0, 4, 5}, {1, 4, 5}, {2, 3}, {0, 2, 3}})) == Draw);
    CHECK(cat_mouse_game(Graph::from_rows({{1, 3}, {0}, {3}, {0, 2}})) == EvaderWins);
    CHECK(cat_mouse_game(Graph::from_rows({{2}, {2}, {0, 1}})) == PursuerWins);
    CHECK(pursuit::cat_mouse_game({0, 1, 2, 4}, {2, 2, 0, 1}) == PursuerWins);
}

void leetcode_913_by_its_rules() {
    Game game(Graph::from_rows({{2, 3}, {2, 3}, {0, 1}, {0, 1}}));
    game.set_goal(Evader, 0).set_forbidden(Pursuer, 0);
    CHECK(game.decide(1, 2, Evader) == EvaderWins);
    const Value value = game.solve().probe(1, 2, Evader);
    CHECK(value.outcome == EvaderWins && value.distance == 3);
}

// ["####F","#C...","M...."], cat's jump 1, mouse's jump 2: the free cells in rows, from F, 0, to the last, 9.
// Row 0: F. Row 1: C . . . (1..4). Row 2: M . . . . (5..9).
void leetcode_1728_with_a_graph_each() {
    const Graph cat = Graph::from_rows(
        {{4}, {2, 6}, {1, 3, 7}, {2, 4, 8}, {0, 3, 9}, {6}, {1, 5, 7}, {2, 6, 8}, {3, 7, 9}, {4, 8}});
    const Graph mouse = Graph::from_rows({{4, 9},
                                          {2, 3, 6},
                                          {1, 3, 4, 7},
                                          {1, 2, 4, 8},
                                          {0, 2, 3, 9},
                                          {6, 7},
                                          {1, 5, 7, 8},
                                          {2, 5, 6, 8, 9},
                                          {3, 6, 7, 9},
                                          {0, 4, 7, 8}});
    Game game(cat);
    game.set_graph(Evader, mouse).allow_stay(Evader).allow_stay(Pursuer).set_goal(Evader, 0).set_goal(Pursuer, 0);
    const Value value = game.solve().probe(5, 1, Evader);
    CHECK(value.outcome == EvaderWins && value.distance == 5);
}

void cop_and_robber_on_circles_and_paths() {
    CHECK(cop_and_robber(cycle(4)).solve().best_start(Pursuer).distance == 3);
    CHECK(cop_and_robber(cycle(5)).solve().best_start(Pursuer).outcome == Draw);
    const Start best = cop_and_robber(Graph::from_rows({{2}, {2}, {0, 1}})).solve().best_start(Pursuer);
    CHECK(best.outcome == PursuerWins && best.distance == 1 && best.pursuer == 2);
    // With waiting taken back, a square is the robber's.
    Game game = cop_and_robber(cycle(4));
    game.allow_stay(Pursuer, false);
    CHECK(game.solve().best_start(Pursuer).outcome == Draw);
    // Every node of a directed circle of 3 wins in 2 (3 - 2) plies.
    for (const Start &start : cop_and_robber(Graph::from_rows({{1}, {2}, {0}})).solve().starts(Pursuer)) {
        CHECK(start.outcome == PursuerWins && start.distance == 2);
    }
}

void matrices_of_bytes() {
    // A path 0 - 1 - 2, in rows of 4 bytes; the last row ends with its third.
    const std::array<unsigned char, 11> wide{0, 1, 0, 9, 255, 0, 1, 9, 0, 2, 0};
    const std::vector<char> tight{0, 1, 0, 1, 0, 1, 0, 1, 0};
    bool plain[9] = {false, true, false, true, false, true, false, true, false};
    Game games[] = {Game::from_matrix(3, wide, 4), Game::from_matrix(3, tight), Game::from_matrix(3, plain)};
    for (Game &game : games) {
        CHECK(game.node_count() == 3);
        game.allow_stay(Pursuer);
        const Start best = game.solve().best_start(Pursuer);
        CHECK(best.pursuer == 1 && best.distance == 1);
    }
}

void moves_and_probes() {
    // A path of 4; the cop may stay, so that he has one move more than there are streets.
    const Solution solution = cop_and_robber(path(4)).solve();
    CHECK(solution.node_count() == 4);
    CHECK(solution.moves(3, 3, Pursuer).empty());
    const std::vector<Move> moves = solution.moves(3, 0, Pursuer);
    CHECK(moves.size() == 2 && moves[0].node == 0 && moves[1].node == 1);
    CHECK(solution.moves(3, 0, Pursuer, Span<Move>()) == 2);
    std::array<Move, 8> buffer;
    CHECK(solution.moves(1, 3, Evader, buffer) == 2 && buffer[1].node == 2 && buffer[1].distance == 1);

    // Capture in one ply where the tokens are neighbours and the cop is to move.
    const std::vector<Value> values = solution.probe_many({1, 2, 3}, {0, 1, 2}, Pursuer);
    CHECK(values.size() == 3);
    for (std::size_t i = 0; i < values.size(); ++i) {
        CHECK(values[i].outcome == PursuerWins && values[i].distance == 1);
        CHECK(values[i].best_move == static_cast<std::int32_t>(i) + 1);
    }
    CHECK(solution.probe_many({}, {}, Pursuer).empty());
}

void tables_and_summaries() {
    const Solution solution = cop_and_robber(path(3)).solve();
    const Table table = solution.table(Pursuer);
    CHECK(table.outcomes.size() == 9 && table.distances.size() == 9 && table.best_moves.size() == 9);
    CHECK(table.outcomes == std::vector<std::int8_t>(9, PursuerWins));
    // Rows are the evader's nodes: at once on the diagonal, one step beside it, and from end to end the robber has to
    // come to the middle while the cop waits or comes too.
    CHECK(table.distances == (std::vector<std::int32_t>{0, 1, 2, 1, 0, 1, 2, 1, 0}));
    std::vector<std::int32_t> distances(9);
    solution.export_to(Pursuer, {}, distances, {});
    CHECK(distances == table.distances);

    const Summary summary = solution.summary(Pursuer);
    CHECK(summary.pursuer_wins == 9 && summary.draws == 0 && summary.evader_wins == 0 && summary.longest == 2);
    solution.verify();
}

void saved_and_loaded() {
    const Solution solution = cop_and_robber(path(12)).solve();
    const std::vector<unsigned char> image = solution.save();
    CHECK(image.size() == solution.saved_size());
    const Solution loaded = Solution::load(image);
    CHECK(loaded.best_start(Pursuer).distance == 10);
    CHECK(loaded.table(Evader).distances == solution.table(Evader).distances);
}

void handles_have_owners() {
    Game game = cop_and_robber(cycle(4));
    Game moved = std::move(game);
    Solution solution = moved.solve();
    moved = cop_and_robber(cycle(5));
    CHECK(moved.solve().best_start(Pursuer).outcome == Draw);
    CHECK(solution.best_start(Pursuer).distance == 3);
    solution = moved.solve();
    CHECK(solution.best_start(Pursuer).outcome == Draw);
    Game copy = moved.clone();
    CHECK(copy.node_count() == 5);
    moved.allow_stay(Pursuer, false).set_threads(0);
    copy.set_goal(Pursuer, 0);
    CHECK(copy.decide(2, 1, Pursuer) == PursuerWins);
    CHECK(moved.decide(2, 1, Pursuer) == PursuerWins);
    CHECK(moved.decide(3, 1, Pursuer) == Draw);

    // The C functions may be used beside.
    CHECK(pursuit_game_set_threads(copy.get(), 1) == PURSUIT_OK);
    pursuit_solution *raw = nullptr;
    CHECK(pursuit_game_solve(copy.get(), &raw) == PURSUIT_OK);
    CHECK(Solution::adopt(raw).node_count() == 5);
}

void many_threads_ask_one_solution() {
    const Solution solution = cop_and_robber(path(50)).solve();
    std::vector<std::thread> threads;
    for (std::int32_t node = 0; node < 4; ++node) {
        threads.emplace_back([&solution, node] { CHECK(solution.probe(node, node + 1, Pursuer).distance == 1); });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

} // namespace

void test_games() {
    leetcode_913();
    leetcode_913_by_its_rules();
    leetcode_1728_with_a_graph_each();
    cop_and_robber_on_circles_and_paths();
    matrices_of_bytes();
    moves_and_probes();
    tables_and_summaries();
    saved_and_loaded();
    handles_have_owners();
    many_threads_ask_one_solution();
}
