// Several pursuers, cop numbers, corpora. Values on rings are counted by hand, the others are published.

#include "check.hpp"

#include <array>
#include <string>

using namespace pursuit;

namespace {

Game cops_and_robbers(const Graph &graph) {
    Game game(graph);
    game.allow_stay(Pursuer).allow_stay(Evader);
    return game;
}

Solution ring(std::int32_t nodes, std::int32_t pursuers) {
    return cop_and_robber(cycle(nodes)).set_pursuers(pursuers).solve();
}

void a_team_closes_in_from_both_sides() {
    const Solution solution = ring(6, 2);
    CHECK(solution.pursuer_count() == 2);
    CHECK(ring(6, 1).pursuer_count() == 1);

    const TeamValue found = solution.probe_team(5, {3, 1}, Pursuer);
    CHECK(found.value.outcome == PursuerWins && found.value.distance == 2 && found.value.best_move == -1);
    CHECK((found.best_moves == std::vector<std::int32_t>{4, 0}));

    // Into a buffer of the caller's, or without the moves.
    std::array<std::int32_t, 2> moves{{9, 9}};
    CHECK(solution.probe_team(5, {1, 3}, Pursuer, moves).distance == 2);
    CHECK(moves[0] == 0 && moves[1] == 4);
    CHECK(solution.probe_team(5, {1, 3}, Pursuer, {}).distance == 2);

    // The evader to move between them.
    const TeamValue between = solution.probe_team(2, {3, 1}, Evader);
    CHECK(between.value.distance == 1 && between.value.best_move == 1);
    CHECK((between.best_moves == std::vector<std::int32_t>{-1, -1}));
}

void the_best_start_watches_the_whole_ring() {
    const TeamStart best = ring(6, 2).best_start_team(Pursuer);
    CHECK((best.pursuers == std::vector<std::int32_t>{0, 3}));
    CHECK(best.start.outcome == PursuerWins && best.start.distance == 1);
    CHECK(best.start.pursuer == -1 && best.start.evader == 1);
}

void teams_are_saved_and_checked_like_others() {
    const Solution solution = ring(6, 2);
    solution.verify();
    const Solution loaded = Solution::load(solution.save());
    CHECK(loaded.pursuer_count() == 2);
    CHECK(loaded.probe_team(5, {3, 1}, Pursuer).best_moves == solution.probe_team(5, {3, 1}, Pursuer).best_moves);
    // 21 teams on 6 nodes.
    const Summary summary = solution.summary(Pursuer);
    CHECK(summary.draws + summary.evader_wins + summary.pursuer_wins == 21 * 6);
}

void wrong_teams_are_refused() {
    const Solution solution = ring(6, 2);
    std::array<std::int32_t, 3> moves{{9, 9, 9}};
    CHECK_ERROR(solution.probe_team(0, {1}, Pursuer), PURSUIT_ERR_ARGUMENT, "pursuers has 1 entries, not 2");
    CHECK_ERROR(solution.probe_team(0, {1, 2, 3}, Pursuer), PURSUIT_ERR_ARGUMENT, "pursuers has 3 entries, not 2");
    CHECK_ERROR(solution.probe_team(0, {1, 2}, Pursuer, moves), PURSUIT_ERR_ARGUMENT, "best_moves has 3 entries");
    CHECK_ERROR(solution.probe_team(0, {1, 6}, Pursuer), PURSUIT_ERR_NODE, "pursuers[1] is 6, outside 0..5");
    CHECK_ERROR(solution.probe(0, 1, Pursuer), PURSUIT_ERR_ARGUMENT, "pursuers");
    CHECK_ERROR(cop_and_robber(cycle(4)).set_pursuers(0), PURSUIT_ERR_ARGUMENT, "pursuers is 0");

    Solution here = ring(6, 2);
    const Solution there = std::move(here);
    CHECK_ERROR(here.pursuer_count(), PURSUIT_ERR_NULL_POINTER, "solution");
    CHECK_ERROR(here.probe_team(0, {1, 2}, Pursuer), PURSUIT_ERR_NULL_POINTER, "solution");
    CHECK_ERROR(here.best_start_team(Pursuer), PURSUIT_ERR_NULL_POINTER, "solution");
}

void cop_numbers_are_those_of_the_literature() {
    CHECK(cop_number(path(7), 4) == 1);
    CHECK(cop_number(cycle(7), 4) == 2);
    CHECK(cop_number(petersen(), 4) == 3);
    CHECK(cop_number(petersen(), 2) == 0);
    CHECK(cop_number({0, 1, 2, 2}, {1, 0}, 4) == 2);
    CHECK_ERROR(cop_number({0, 1, 1}, {1}, 4), PURSUIT_ERR_ARGUMENT, "0");
    CHECK_ERROR(cop_number({0, 1, 2}, {1}, 4), PURSUIT_ERR_ARGUMENT, "column_indices has 1 entries");
    CHECK_ERROR(cop_number(petersen(), 0), PURSUIT_ERR_ARGUMENT, "max_cops is 0");

    // Any game; a robber who must move loses to one cop on a ring of four.
    CHECK(cops_and_robbers(cycle(4)).cop_number(4) == 2);
    CHECK(cop_and_robber(cycle(4)).cop_number(4) == 1);
    CHECK(cop_and_robber(petersen()).cop_number(1) == 0);
    CHECK_ERROR(cop_and_robber(cycle(4)).cop_number(0), PURSUIT_ERR_ARGUMENT, "max_cops is 0");
}

// A triangle, a square, Petersen's graph, five nodes on their own.
const std::string corpus = "Bw\nCl\nIheA@GUAo\nD??\n";

void a_corpus_is_answered_graph_by_graph() {
    CHECK(count_graph6(corpus) == 4);
    CHECK(count_graph6("") == 0);
    CHECK((cop_numbers_graph6(corpus, {4}) == std::vector<std::int32_t>{1, 2, 3, 0}));
    CHECK((cop_numbers_graph6(corpus, {2, 2}) == std::vector<std::int32_t>{1, 2, 0, 0}));
    CHECK(cop_numbers_graph6("", {4}).empty());
    const CopNumbers numbers = capture_times_graph6(corpus, {5, 0});
    CHECK((numbers.cops == std::vector<std::int32_t>{1, 2, 3, 5}));
    CHECK((numbers.rounds == std::vector<std::int32_t>{1, 1, 1, 0}));

    CHECK_ERROR(count_graph6("Bw\n:An\n"), PURSUIT_ERR_ARGUMENT, "line 2: this is sparse6");
    CHECK_ERROR(cop_numbers_graph6("Bw\nC", {4, 1, 7}), PURSUIT_ERR_ARGUMENT, "line 8: a graph of 4 nodes");
    CHECK_ERROR(cop_numbers_graph6(corpus, {0}), PURSUIT_ERR_ARGUMENT, "max_cops is 0");
    CHECK_ERROR(capture_times_graph6(corpus, {4, -1}), PURSUIT_ERR_ARGUMENT, "threads is -1");
}

void corpora_and_cop_numbers_report_and_stop() {
    std::string many;
    for (int line = 0; line < 5000; ++line) {
        many += "IheA@GUAo\n";
    }
    std::uint64_t last = 0;
    const auto listen = [&last](std::uint64_t, std::uint64_t resolved, std::uint64_t total) {
        CHECK(last <= resolved && resolved <= total);
        last = resolved;
    };
    CHECK(cop_numbers_graph6(many, {3, 2}, listen).size() == 5000);
    CHECK(last == 5000);

    const auto refuse = [](std::uint64_t, std::uint64_t, std::uint64_t) { return false; };
    CHECK_ERROR(cop_numbers_graph6(many, {3}, refuse), PURSUIT_ERR_CANCELLED, "stopped");
    CHECK_ERROR(capture_times_graph6(many, {3}, refuse), PURSUIT_ERR_CANCELLED, "stopped");

    struct Stop {};
    const auto fail = [](std::uint64_t, std::uint64_t, std::uint64_t) { throw Stop(); };
    Game game = cop_and_robber(petersen());
    game.set_progress(fail);
    int stopped = 0;
    const auto stops = [&stopped](auto work) {
        try {
            work();
        } catch (const Stop &) {
            ++stopped;
        }
    };
    stops([&] { static_cast<void>(cop_numbers_graph6(many, {3, 2}, fail)); });
    stops([&] { static_cast<void>(capture_times_graph6(many, {3, 2}, fail)); });
    stops([&] { static_cast<void>(game.cop_number(3)); });
    stops([&] { static_cast<void>(game.set_pursuers(2).solve()); });
    CHECK(stopped == 4);
}

} // namespace

void test_teams() {
    a_team_closes_in_from_both_sides();
    the_best_start_watches_the_whole_ring();
    teams_are_saved_and_checked_like_others();
    wrong_teams_are_refused();
    cop_numbers_are_those_of_the_literature();
    a_corpus_is_answered_graph_by_graph();
    corpora_and_cop_numbers_report_and_stop();
}
