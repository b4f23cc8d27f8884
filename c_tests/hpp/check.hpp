// The test programs' few tools: CHECK, and graphs that several of them ask about.

#ifndef PURSUIT_TESTS_CHECK_HPP
#define PURSUIT_TESTS_CHECK_HPP

#include <pursuit.hpp>

#include <cstdlib>
#include <iostream>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::cerr << __FILE__ << ":" << __LINE__ << ": " << #condition << " does not hold\n";                      \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (false)

// Runs an expression that must throw a pursuit::Error with this status and a sentence that contains this text.
#define CHECK_ERROR(expression, expected_status, text)                                                                 \
    do {                                                                                                               \
        bool thrown = false;                                                                                           \
        try {                                                                                                          \
            static_cast<void>(expression);                                                                             \
        } catch (const pursuit::Error &error) {                                                                        \
            thrown = true;                                                                                             \
            const std::string sentence = error.what();                                                                 \
            if (error.status() != (expected_status) || sentence.find(text) == std::string::npos) {                     \
                std::cerr << __FILE__ << ":" << __LINE__ << ": " << error.status() << ", \"" << sentence << "\"\n";    \
                std::exit(1);                                                                                          \
            }                                                                                                          \
        }                                                                                                              \
        CHECK(thrown);                                                                                                 \
    } while (false)

// Every node next to the one before it and the one after it, in a circle.
inline pursuit::Graph cycle(std::int32_t n) {
    std::vector<std::vector<std::int32_t>> rows;
    for (std::int32_t x = 0; x < n; ++x) {
        rows.push_back({(x + n - 1) % n, (x + 1) % n});
    }
    return pursuit::Graph::from_rows(rows);
}

// 0 - 1 - ... - n-1.
inline pursuit::Graph path(std::int32_t n) {
    std::vector<std::vector<std::int32_t>> rows;
    for (std::int32_t x = 0; x < n; ++x) {
        rows.emplace_back();
        if (x > 0) {
            rows.back().push_back(x - 1);
        }
        if (x + 1 < n) {
            rows.back().push_back(x + 1);
        }
    }
    return pursuit::Graph::from_rows(rows);
}

// Outer circle 0..4, inner star 5..9.
inline pursuit::Graph petersen() {
    return pursuit::Graph::from_rows({{1, 4, 5},
                                      {0, 2, 6},
                                      {1, 3, 7},
                                      {2, 4, 8},
                                      {0, 3, 9},
                                      {0, 7, 8},
                                      {1, 8, 9},
                                      {2, 5, 9},
                                      {3, 5, 6},
                                      {4, 6, 7}});
}

// Cop and robber: the cop may wait, the robber must move.
inline pursuit::Game cop_and_robber(const pursuit::Graph &graph) {
    pursuit::Game game(graph);
    game.allow_stay(pursuit::Pursuer);
    return game;
}

// The parts of the test, each in a file of its own.
void test_types();
void test_games();
void test_errors();
void test_progress();
void test_teams();

#endif
