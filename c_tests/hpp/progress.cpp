// Progress callbacks: what they are told, how they stop the work, and where their exceptions come out.

#include "check.hpp"

#include <memory>
#include <thread>

using namespace pursuit;

namespace {

struct Stop : std::exception {
    explicit Stop(int reason_given) : reason(reason_given) {}
    int reason;
};

// The reason of the Stop that comes out, 0 if none does.
template <class Work>
int stopped(Work work) {
    try {
        work();
    } catch (const Stop &stop) {
        return stop.reason;
    }
    return 0;
}

void work_is_reported() {
    int calls = 0;
    std::uint64_t last_resolved = 0;
    std::uint64_t last_total = 1;
    Game game = cop_and_robber(path(100));
    game.set_progress([&](std::uint64_t, std::uint64_t resolved, std::uint64_t total) {
        ++calls;
        last_resolved = resolved;
        last_total = total;
    });
    CHECK(game.solve().best_start(Pursuer).outcome == PursuerWins);
    CHECK(calls > 0 && last_resolved == last_total);

    calls = 0;
    game.set_progress(nullptr);
    static_cast<void>(game.solve());
    game.set_progress(std::function<bool(std::uint64_t, std::uint64_t, std::uint64_t)>());
    static_cast<void>(game.solve());
    CHECK(calls == 0);
}

void false_cancels() {
    Game game = cop_and_robber(path(100));
    game.set_progress([](std::uint64_t, std::uint64_t, std::uint64_t) { return false; });
    CHECK_ERROR(game.solve(), PURSUIT_ERR_CANCELLED, "stopped");
    CHECK_ERROR(game.decide(0, 99, Evader), PURSUIT_ERR_CANCELLED, "stopped");
    // The game stays usable.
    game.set_progress(nullptr);
    CHECK(game.solve().best_start(Pursuer).outcome == PursuerWins);
}

void what_a_callback_throws_comes_out_of_the_call() {
    int calls = 0;
    Game game = cop_and_robber(path(100));
    game.set_progress([&calls](std::uint64_t, std::uint64_t, std::uint64_t) -> bool { throw Stop(++calls); });
    CHECK(stopped([&] { static_cast<void>(game.solve()); }) == 1);
    CHECK(stopped([&] { static_cast<void>(game.decide(0, 99, Evader)); }) == 2);

    // Things that are no std::exception come out as well.
    game.set_progress([](std::uint64_t, std::uint64_t, std::uint64_t) { throw 42; });
    bool caught = false;
    try {
        static_cast<void>(game.solve());
    } catch (int value) {
        caught = value == 42;
    }
    CHECK(caught);

    // The exception itself is handed over, not a copy that lives on with the game.
    auto token = std::make_shared<int>(7);
    game.set_progress([&token](std::uint64_t, std::uint64_t, std::uint64_t) { throw token; });
    try {
        static_cast<void>(game.solve());
        CHECK(false);
    } catch (const std::shared_ptr<int> &thrown) {
        CHECK(thrown == token);
    }
    CHECK(token.use_count() == 1);
}

void verify_has_a_callback_of_its_own() {
    const Solution solution = cop_and_robber(path(100)).solve();
    int calls = 0;
    solution.verify([&calls](std::uint64_t, std::uint64_t, std::uint64_t) { ++calls; });
    CHECK(calls > 0);
    CHECK(stopped([&] { solution.verify([](std::uint64_t, std::uint64_t, std::uint64_t) { throw Stop(5); }); }) == 5);
    const auto refuse = [](std::uint64_t, std::uint64_t, std::uint64_t) { return false; };
    CHECK_ERROR(solution.verify(refuse), PURSUIT_ERR_CANCELLED, "stopped");
    solution.verify();
}

// An exception that a callback deals with itself, from a game solved inside it, does not reach the outer call.
void callbacks_may_solve_other_games() {
    Game inner = cop_and_robber(cycle(4));
    inner.set_progress([](std::uint64_t, std::uint64_t, std::uint64_t) { throw Stop(1); });
    int inner_stops = 0;
    Game outer = cop_and_robber(path(100));
    outer.set_progress([&](std::uint64_t, std::uint64_t, std::uint64_t) {
        inner_stops += stopped([&] { static_cast<void>(inner.solve()); });
    });
    CHECK(outer.solve().best_start(Pursuer).outcome == PursuerWins);
    CHECK(inner_stops > 0);

    outer.set_progress([&](std::uint64_t, std::uint64_t, std::uint64_t) {
        stopped([&] { static_cast<void>(inner.solve()); });
        throw Stop(2);
    });
    CHECK(stopped([&] { static_cast<void>(outer.solve()); }) == 2);

    // One that it does not deal with goes all the way.
    outer.set_progress([&](std::uint64_t, std::uint64_t, std::uint64_t) { static_cast<void>(inner.solve()); });
    CHECK(stopped([&] { static_cast<void>(outer.solve()); }) == 1);
}

void each_thread_gets_its_own_exception() {
    thread_local int me = 0;
    Game game = cop_and_robber(path(100));
    game.set_progress([](std::uint64_t, std::uint64_t, std::uint64_t) { throw Stop(me); });
    std::vector<std::thread> threads;
    for (int number = 1; number <= 4; ++number) {
        threads.emplace_back([&game, number] {
            me = number;
            for (int time = 0; time < 20; ++time) {
                CHECK(stopped([&] { static_cast<void>(game.solve()); }) == number);
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
}

void callbacks_live_as_long_as_they_are_needed() {
    auto calls = std::make_shared<int>(0);
    auto game = std::make_unique<Game>(cop_and_robber(path(100)));
    game->set_progress([calls](std::uint64_t, std::uint64_t, std::uint64_t) { ++*calls; });
    Game copy = game->clone();
    Game moved = std::move(*game);
    game.reset();
    moved.set_progress(nullptr);
    static_cast<void>(moved.solve());
    CHECK(*calls == 0);
    static_cast<void>(copy.solve());
    CHECK(*calls > 0);
    CHECK(calls.use_count() == 2);
    copy.set_progress(nullptr);
    CHECK(calls.use_count() == 1);
}

// Who calls the C function by its own name gets its own statuses, and no exception through C code.
void the_c_function_is_stopped_too() {
    Game game = cop_and_robber(path(100));
    game.set_progress([](std::uint64_t, std::uint64_t, std::uint64_t) { throw Stop(1); });
    pursuit_solution *solution = nullptr;
    CHECK(pursuit_game_solve(game.get(), &solution) == PURSUIT_ERR_CANCELLED);
    CHECK(solution == nullptr);
}

} // namespace

void test_progress() {
    work_is_reported();
    false_cancels();
    what_a_callback_throws_comes_out_of_the_call();
    verify_has_a_callback_of_its_own();
    callbacks_may_solve_other_games();
    each_thread_gets_its_own_exception();
    callbacks_live_as_long_as_they_are_needed();
    the_c_function_is_stopped_too();
}
