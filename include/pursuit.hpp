// pursuit for C++17 and later: the C interface of pursuit.h with owning types, exceptions and spans. Header only.
//
//     pursuit::Game game(pursuit::Graph::from_rows({{1}, {0, 2}, {1}}));
//     game.allow_stay(pursuit::Pursuer);
//     pursuit::Solution solution = game.solve();
//     pursuit::Start best = solution.best_start(pursuit::Pursuer);
//     // best.outcome == pursuit::PursuerWins, best.distance == 1, best.pursuer == 1
//
// What the functions mean is said in pursuit.h, once; here is only what C++ adds:
//
// - A call that fails throws pursuit::Error, which carries the status and the library's sentence.
// - Game and Solution own their handle: they can be moved, not copied (Game::clone() copies), and free it at their end.
//   One that was moved from throws PURSUIT_ERR_NULL_POINTER.
// - Arrays come as Span: a std::vector, std::array, std::span, C array, braced list, or pointer and size. Their sizes
//   are checked, so no call reads or writes past an end. An empty Span is passed on as NULL.
// - A progress callback is any callable; what it throws stops the work and is thrown again by the call at work.
// - Threads as in C: const member functions may run at once on one object, the others need it alone.
//
// The grader's two functions are in coprobber.h, which is C++ as it stands.

#ifndef PURSUIT_HPP
#define PURSUIT_HPP

#include "pursuit.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pursuit {

/// One side of the game.
enum Role : std::int32_t { Evader = PURSUIT_EVADER, Pursuer = PURSUIT_PURSUER };

/// How a position ends. The structs below carry it as the C ABI does, in an int32_t: compare that with these names.
enum Outcome : std::int32_t {
    Draw = PURSUIT_DRAW,
    EvaderWins = PURSUIT_EVADER_WINS,
    PursuerWins = PURSUIT_PURSUER_WINS
};

using Value = pursuit_value;
using Move = pursuit_move;
using Start = pursuit_start;
using Summary = pursuit_summary;

/// A call of the library that failed. what() is the sentence that names the culprit and the allowed range.
class Error : public std::runtime_error {
public:
    Error(std::int32_t status, const std::string &sentence) : std::runtime_error(sentence), status_(status) {}

    /// One of PURSUIT_ERR_...
    std::int32_t status() const noexcept { return status_; }

private:
    std::int32_t status_;
};

/// Consecutive elements that someone else owns, for the length of a call: what std::span is in C++20, and made from one.
template <class T>
class Span {
public:
    constexpr Span() noexcept = default;

    constexpr Span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}

    /// From a braced list; for elements that are only read.
    template <class U = T, class = std::enable_if_t<std::is_const_v<U>>>
    constexpr Span(std::initializer_list<std::remove_const_t<T>> list) noexcept
        : data_(std::data(list)), size_(list.size()) {}

    /// From whatever std::data and std::size take: containers, C arrays, std::span.
    template <class Container,
              class Element = std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>,
              class = std::enable_if_t<std::is_convertible_v<Element (*)[], T (*)[]> &&
                                       !std::is_same_v<std::decay_t<Container>, Span>>>
    constexpr Span(Container &&container) noexcept : data_(std::data(container)), size_(std::size(container)) {}

    /// NULL when empty.
    constexpr T *data() const noexcept { return size_ == 0 ? nullptr : data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

using Nodes = Span<const std::int32_t>;

/// Consecutive bytes: of a saved solution, or of a matrix whose nonzero entries are arcs. Made from anything with
/// elements of one byte (char, unsigned char, std::byte, std::int8_t, bool; not std::vector<bool>, which has no bytes).
class Bytes {
public:
    constexpr Bytes(const void *data, std::size_t size) noexcept : data_(data), size_(size) {}

    template <class Container,
              class Element = std::remove_pointer_t<decltype(std::data(std::declval<const Container &>()))>,
              class = std::enable_if_t<sizeof(Element) == 1 && std::is_trivially_copyable_v<Element>>>
    constexpr Bytes(const Container &container) noexcept
        : data_(std::data(container)), size_(std::size(container)) {}

    constexpr const void *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }

private:
    const void *data_;
    std::size_t size_;
};

namespace detail {

[[noreturn]] inline void fail(std::int32_t status) { throw Error(status, pursuit_last_error()); }

inline void check(std::int32_t status) {
    if (status < 0) {
        fail(status);
    }
}

[[noreturn]] inline void fail_size(const char *what, std::size_t size, const char *wanted, std::size_t count) {
    throw Error(PURSUIT_ERR_ARGUMENT,
                what + (" has " + std::to_string(size)) + " entries, " + wanted + " " + std::to_string(count));
}

inline void check_size(const char *what, std::size_t size, std::size_t wanted) {
    if (size != wanted) {
        fail_size(what, size, "not", wanted);
    }
}

/// The number of nodes of a graph in CSR form whose arrays are as long as the C functions take them to be. What else may
/// be wrong with them, the library finds.
inline std::int32_t node_count(Nodes row_offsets, Nodes column_indices) {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
    if (row_offsets.size() > most) {
        throw Error(PURSUIT_ERR_NODE_COUNT,
                    "row_offsets has " + std::to_string(row_offsets.size()) + " entries, more than any graph's");
    }
    if (row_offsets.empty()) {
        return 0;
    }
    const std::int32_t arcs = row_offsets[row_offsets.size() - 1];
    if (arcs > 0 && static_cast<std::size_t>(arcs) > column_indices.size()) {
        fail_size("column_indices", column_indices.size(), "row_offsets asks for", static_cast<std::size_t>(arcs));
    }
    return static_cast<std::int32_t>(row_offsets.size()) - 1;
}

using ProgressFunction = std::function<bool(std::uint64_t, std::uint64_t, std::uint64_t)>;

/// Gives any callable the type of a progress function; one that returns nothing never stops the work.
template <class Callable>
ProgressFunction progress_function(Callable callable) {
    using Result = std::invoke_result_t<Callable &, std::uint64_t, std::uint64_t, std::uint64_t>;
    if constexpr (std::is_void_v<Result>) {
        return [callable = std::move(callable)](std::uint64_t round, std::uint64_t resolved,
                                                std::uint64_t total) mutable {
            callable(round, resolved, total);
            return true;
        };
    } else {
        return ProgressFunction(std::move(callable));
    }
}

/// Where this thread's innermost call at work wants its callback's exception. Callbacks run on the thread that made the
/// call, so the slot is on its stack, and solving one game on several threads needs no lock.
inline thread_local std::exception_ptr *thrown = nullptr;

/// Brings an exception from a callback, past the library, to the C++ call that let the callback run.
class Catcher {
public:
    Catcher() noexcept : outer_(std::exchange(thrown, &exception_)) {}
    ~Catcher() { thrown = outer_; }
    Catcher(const Catcher &) = delete;
    Catcher &operator=(const Catcher &) = delete;

    /// Ends the call: throws what the callback threw, else what the status says.
    void finish(std::int32_t status) {
        if (exception_) {
            std::rethrow_exception(std::exchange(exception_, nullptr));
        }
        check(status);
    }

private:
    std::exception_ptr exception_;
    std::exception_ptr *outer_;
};

/// The callback that the library sees. 0 stops the work.
inline std::int32_t report(void *function, std::uint64_t round, std::uint64_t resolved, std::uint64_t total) noexcept {
    if (thrown != nullptr && *thrown) {
        return 0;
    }
    try {
        return (*static_cast<const ProgressFunction *>(function))(round, resolved, total) ? 1 : 0;
    } catch (...) {
        // Without a slot the C function was called by its own name, with get(): the work stops, as for false.
        if (thrown != nullptr) {
            *thrown = std::current_exception();
        }
        return 0;
    }
}

} // namespace detail

/// A graph in CSR form that owns its arrays.
struct Graph {
    std::vector<std::int32_t> row_offsets;
    std::vector<std::int32_t> column_indices;

    /// From adjacency lists: rows[x] lists where a token on x can go.
    static Graph from_rows(Span<const std::vector<std::int32_t>> rows) {
        Graph graph;
        graph.row_offsets.reserve(rows.size() + 1);
        graph.row_offsets.push_back(0);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            graph.column_indices.insert(graph.column_indices.end(), rows[row].begin(), rows[row].end());
            if (graph.column_indices.size() > std::numeric_limits<std::int32_t>::max()) {
                throw Error(PURSUIT_ERR_ROW_OFFSETS, "the rows have more entries than an int32_t counts (row " +
                                                         std::to_string(row) + ")");
            }
            graph.row_offsets.push_back(static_cast<std::int32_t>(graph.column_indices.size()));
        }
        return graph;
    }
};

/// Every position with one side to move: n * n entries each, at [evader * n + pursuer].
struct Table {
    std::vector<std::int8_t> outcomes;
    std::vector<std::int32_t> distances;
    std::vector<std::int32_t> best_moves;
};

/// What a position of a team is worth and how to play it. With the team to move, best_moves has the node that each
/// pursuer goes to, in the order asked, else -1 for each; value.best_move is the evader's.
struct TeamValue {
    Value value;
    std::vector<std::int32_t> best_moves;
};

/// The best start of a team: its nodes ascending, and the evader's answer in start.evader; start.pursuer is -1.
struct TeamStart {
    Start start;
    std::vector<std::int32_t> pursuers;
};

/// A solved game: never changes, and may be used by any number of threads at once.
class Solution {
public:
    /// Takes over a solution that a C function made.
    static Solution adopt(pursuit_solution *solution) { return Solution(Handle(solution)); }

    /// From what save() gave.
    static Solution load(Bytes image) {
        pursuit_solution *solution = nullptr;
        detail::check(pursuit_solution_load(image.data(), image.size(), &solution));
        return adopt(solution);
    }

    std::int32_t node_count() const {
        std::int32_t n = 0;
        detail::check(pursuit_solution_node_count(get(), &n));
        return n;
    }

    std::int32_t pursuer_count() const {
        std::int32_t pursuers = 0;
        detail::check(pursuit_solution_pursuer_count(get(), &pursuers));
        return pursuers;
    }

    Value probe(std::int32_t evader, std::int32_t pursuer, Role to_move) const {
        Value value;
        detail::check(pursuit_solution_probe(get(), evader, pursuer, to_move, &value));
        return value;
    }

    /// The positions (evaders[i], pursuers[i]) into values[i], which has their number of entries.
    void probe_many(Nodes evaders, Nodes pursuers, Role to_move, Span<Value> values) const {
        detail::check_size("pursuers", pursuers.size(), evaders.size());
        detail::check_size("values", values.size(), evaders.size());
        detail::check(pursuit_solution_probe_many(get(), evaders.size(), evaders.data(), pursuers.data(), to_move,
                                                  values.data()));
    }

    std::vector<Value> probe_many(Nodes evaders, Nodes pursuers, Role to_move) const {
        std::vector<Value> values(evaders.size());
        probe_many(evaders, pursuers, to_move, values);
        return values;
    }

    /// Every legal move, ascending, into a buffer used again and again; returns their number. An empty buffer asks for
    /// the number alone; one that is too small throws PURSUIT_ERR_ARGUMENT.
    std::int32_t moves(std::int32_t evader, std::int32_t pursuer, Role to_move, Span<Move> buffer) const {
        constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
        const std::size_t capacity = buffer.size() < most ? buffer.size() : most;
        std::int32_t count = 0;
        detail::check(pursuit_solution_moves(get(), evader, pursuer, to_move, buffer.data(),
                                             static_cast<std::int32_t>(capacity), &count));
        return count;
    }

    std::vector<Move> moves(std::int32_t evader, std::int32_t pursuer, Role to_move) const {
        std::vector<Move> found(static_cast<std::size_t>(moves(evader, pursuer, to_move, Span<Move>())));
        if (!found.empty()) {
            moves(evader, pursuer, to_move, found);
        }
        return found;
    }

    Start best_start(Role first_mover) const {
        Start best;
        detail::check(pursuit_solution_best_start(get(), first_mover, &best));
        return best;
    }

    /// The evader's answer to each of the n pursuer's nodes, into at least n entries.
    void starts(Role first_mover, Span<Start> buffer) const {
        detail::check(pursuit_solution_starts(get(), first_mover, buffer.data(), buffer.size()));
    }

    std::vector<Start> starts(Role first_mover) const {
        std::vector<Start> found(nodes());
        starts(first_mover, found);
        return found;
    }

    /// A position of as many pursuers as there are, in any order. Where each goes is written into best_moves, which has
    /// an entry for each, unless it is empty.
    Value probe_team(std::int32_t evader, Nodes pursuers, Role to_move, Span<std::int32_t> best_moves) const {
        const std::size_t team = this->pursuers();
        detail::check_size("pursuers", pursuers.size(), team);
        if (!best_moves.empty()) {
            detail::check_size("best_moves", best_moves.size(), team);
        }
        Value value;
        detail::check(
            pursuit_solution_probe_team(get(), evader, pursuers.data(), to_move, &value, best_moves.data()));
        return value;
    }

    TeamValue probe_team(std::int32_t evader, Nodes pursuers, Role to_move) const {
        TeamValue found{Value{}, std::vector<std::int32_t>(this->pursuers())};
        found.value = probe_team(evader, pursuers, to_move, found.best_moves);
        return found;
    }

    TeamStart best_start_team(Role first_mover) const {
        TeamStart best{Start{}, std::vector<std::int32_t>(pursuers())};
        detail::check(pursuit_solution_best_start_team(get(), first_mover, &best.start, best.pursuers.data()));
        return best;
    }

    /// Writes the whole table into arrays of n * n entries; an empty one is left out.
    void export_to(Role to_move, Span<std::int8_t> outcomes, Span<std::int32_t> distances,
                   Span<std::int32_t> best_moves) const {
        const std::size_t none = std::numeric_limits<std::size_t>::max();
        std::size_t capacity = none;
        for (std::size_t size : {outcomes.size(), distances.size(), best_moves.size()}) {
            capacity = size != 0 && size < capacity ? size : capacity;
        }
        detail::check(pursuit_solution_export(get(), to_move, capacity, outcomes.data(), distances.data(),
                                              best_moves.data()));
    }

    Table table(Role to_move) const {
        const std::size_t positions = nodes() * nodes();
        Table table{std::vector<std::int8_t>(positions), std::vector<std::int32_t>(positions),
                    std::vector<std::int32_t>(positions)};
        export_to(to_move, table.outcomes, table.distances, table.best_moves);
        return table;
    }

    Summary summary(Role to_move) const {
        Summary summary;
        detail::check(pursuit_solution_summary(get(), to_move, &summary));
        return summary;
    }

    /// Checks the whole solution against the rules; throws PURSUIT_ERR_INTERNAL with the position that is wrong.
    void verify() const { detail::check(pursuit_solution_verify(get(), nullptr, nullptr)); }

    /// The same with a progress callback, as for Game::set_progress().
    template <class Callable>
    void verify(Callable &&progress) const {
        detail::ProgressFunction function =
            detail::progress_function<std::decay_t<Callable>>(std::forward<Callable>(progress));
        detail::Catcher catcher;
        catcher.finish(pursuit_solution_verify(get(), function ? detail::report : nullptr, &function));
    }

    /// The bytes that save() takes.
    std::size_t saved_size() const {
        std::size_t size = 0;
        detail::check(pursuit_solution_save(get(), nullptr, 0, &size));
        return size;
    }

    /// Writes the image into a buffer; returns the bytes written.
    std::size_t save(void *buffer, std::size_t capacity) const {
        std::size_t size = 0;
        detail::check(pursuit_solution_save(get(), buffer, capacity, &size));
        return size;
    }

    std::vector<unsigned char> save() const {
        std::vector<unsigned char> image(saved_size());
        image.resize(save(image.data(), image.size()));
        return image;
    }

    /// The handle, for the C functions; it stays this object's.
    const pursuit_solution *get() const noexcept { return handle_.get(); }

private:
    struct Free {
        void operator()(pursuit_solution *solution) const noexcept { pursuit_solution_free(solution); }
    };
    using Handle = std::unique_ptr<pursuit_solution, Free>;

    explicit Solution(Handle handle) noexcept : handle_(std::move(handle)) {}

    std::size_t nodes() const { return static_cast<std::size_t>(node_count()); }
    std::size_t pursuers() const { return static_cast<std::size_t>(pursuer_count()); }

    Handle handle_;
};

/// A game: a graph and rules. The setters return the game, to be chained.
class Game {
public:
    /// The graph is copied; it has row_offsets.size() - 1 nodes.
    Game(Nodes row_offsets, Nodes column_indices) : node_count_(detail::node_count(row_offsets, column_indices)) {
        pursuit_game *game = nullptr;
        detail::check(pursuit_game_new(node_count_, row_offsets.data(), column_indices.data(), &game));
        handle_.reset(game);
    }

    explicit Game(const Graph &graph) : Game(graph.row_offsets, graph.column_indices) {}

    /// From n rows of n bytes, row_stride bytes apart, nonzero an arc.
    static Game from_matrix(std::int32_t n, Bytes matrix, std::size_t row_stride) {
        const std::size_t nodes = n > 0 ? static_cast<std::size_t>(n) : 0;
        const std::size_t between = nodes > 1 ? row_stride : 0;
        if (matrix.size() < nodes || (between != 0 && (matrix.size() - nodes) / between < nodes - 1)) {
            throw Error(PURSUIT_ERR_ARGUMENT, "the matrix has " + std::to_string(matrix.size()) +
                                                  " bytes, too few for " + std::to_string(n) + " rows of " +
                                                  std::to_string(n) + ", " + std::to_string(row_stride) + " apart");
        }
        pursuit_game *game = nullptr;
        detail::check(pursuit_game_new_matrix(n, matrix.data(), row_stride, &game));
        return Game(Handle(game), n, nullptr);
    }

    /// The same with rows that follow each other closely.
    static Game from_matrix(std::int32_t n, Bytes matrix) {
        return from_matrix(n, matrix, n > 0 ? static_cast<std::size_t>(n) : 0);
    }

    /// A copy with the same settings, the callback included.
    Game clone() const {
        pursuit_game *copy = nullptr;
        detail::check(pursuit_game_clone(get(), &copy));
        return Game(Handle(copy), node_count_, progress_);
    }

    std::int32_t node_count() const noexcept { return node_count_; }

    Game &set_graph(Role role, Nodes row_offsets, Nodes column_indices) {
        detail::check_size("row_offsets", row_offsets.size(), static_cast<std::size_t>(node_count_) + 1);
        detail::node_count(row_offsets, column_indices);
        return checked(pursuit_game_set_graph(handle_.get(), role, row_offsets.data(), column_indices.data()));
    }

    Game &set_graph(Role role, const Graph &graph) { return set_graph(role, graph.row_offsets, graph.column_indices); }

    Game &allow_stay(Role role, bool allowed = true) {
        return checked(pursuit_game_allow_stay(handle_.get(), role, allowed));
    }

    Game &set_goal(Role role, std::int32_t node, bool on = true) {
        return checked(pursuit_game_set_goal(handle_.get(), role, node, on));
    }

    Game &set_forbidden(Role role, std::int32_t node, bool on = true) {
        return checked(pursuit_game_set_forbidden(handle_.get(), role, node, on));
    }

    /// 0 means every core.
    Game &set_threads(std::int32_t threads) { return checked(pursuit_game_set_threads(handle_.get(), threads)); }

    /// 0 means no limit.
    Game &set_memory_limit(std::uint64_t bytes) {
        return checked(pursuit_game_set_memory_limit(handle_.get(), bytes));
    }

    /// How many pursuers move as a team in one turn, one at first.
    Game &set_pursuers(std::int32_t pursuers) { return checked(pursuit_game_set_pursuers(handle_.get(), pursuers)); }

    /// Calls callable(round, resolved, total), each a std::uint64_t, during solve(), decide() and cop_number(), on the
    /// thread that called them. Work stops with PURSUIT_ERR_CANCELLED when it returns false, and with its own exception
    /// when it throws; one that returns nothing never stops it. It must not change or destroy the game at work. Calls
    /// that run at once on one game call it at once. An empty std::function is no callback.
    template <class Callable>
    Game &set_progress(Callable callable) {
        auto function = std::make_shared<detail::ProgressFunction>(detail::progress_function(std::move(callable)));
        if (!*function) {
            return set_progress(nullptr);
        }
        checked(pursuit_game_set_progress(handle_.get(), detail::report, function.get()));
        progress_ = std::move(function);
        return *this;
    }

    /// Removes the callback.
    Game &set_progress(std::nullptr_t) {
        checked(pursuit_game_set_progress(handle_.get(), nullptr, nullptr));
        progress_.reset();
        return *this;
    }

    std::uint64_t memory_estimate() const {
        std::uint64_t bytes = 0;
        detail::check(pursuit_game_memory_estimate(get(), &bytes));
        return bytes;
    }

    Solution solve() const {
        pursuit_solution *solution = nullptr;
        detail::Catcher catcher;
        const std::int32_t status = pursuit_game_solve(get(), &solution);
        Solution solved = Solution::adopt(solution);
        catcher.finish(status);
        return solved;
    }

    /// One position's outcome, without solving the rest.
    Outcome decide(std::int32_t evader, std::int32_t pursuer, Role to_move) const {
        std::int32_t outcome = 0;
        detail::Catcher catcher;
        catcher.finish(pursuit_game_decide(get(), evader, pursuer, to_move, &outcome));
        return static_cast<Outcome>(outcome);
    }

    /// The fewest pursuers that win from their best placement, moving first; 0 when that is more than max_cops. What
    /// set_pursuers() has set does not matter.
    std::int32_t cop_number(std::int32_t max_cops) const {
        std::int32_t cops = 0;
        detail::Catcher catcher;
        catcher.finish(pursuit_game_cop_number(get(), max_cops, &cops));
        return cops;
    }

    /// The handle, for the C functions; it stays this object's.
    pursuit_game *get() noexcept { return handle_.get(); }
    const pursuit_game *get() const noexcept { return handle_.get(); }

private:
    struct Free {
        void operator()(pursuit_game *game) const noexcept { pursuit_game_free(game); }
    };
    using Handle = std::unique_ptr<pursuit_game, Free>;
    using Progress = std::shared_ptr<detail::ProgressFunction>;

    Game(Handle handle, std::int32_t node_count, Progress progress) noexcept
        : progress_(std::move(progress)), handle_(std::move(handle)), node_count_(node_count) {}

    Game &checked(std::int32_t status) {
        detail::check(status);
        return *this;
    }

    // The library keeps its address; clones share it.
    Progress progress_;
    Handle handle_;
    std::int32_t node_count_;
};

/// LeetCode 913 on any graph: mouse on 1, cat on 2, hole 0.
inline Outcome cat_mouse_game(Nodes row_offsets, Nodes column_indices) {
    const std::int32_t n = detail::node_count(row_offsets, column_indices);
    const std::int32_t outcome = ::cat_mouse_game(n, row_offsets.data(), column_indices.data());
    detail::check(outcome);
    return static_cast<Outcome>(outcome);
}

inline Outcome cat_mouse_game(const Graph &graph) { return cat_mouse_game(graph.row_offsets, graph.column_indices); }

/// The fewest cops that win the classical game on an undirected graph; 0 when that is more than max_cops.
inline std::int32_t cop_number(Nodes row_offsets, Nodes column_indices, std::int32_t max_cops) {
    const std::int32_t n = detail::node_count(row_offsets, column_indices);
    std::int32_t cops = 0;
    detail::check(pursuit_cop_number(n, row_offsets.data(), column_indices.data(), max_cops, &cops));
    return cops;
}

inline std::int32_t cop_number(const Graph &graph, std::int32_t max_cops) {
    return cop_number(graph.row_offsets, graph.column_indices, max_cops);
}

/// How a corpus is to be answered.
struct CorpusSettings {
    /// More cops than this are not tried.
    std::int32_t max_cops;
    /// 0 means every core.
    std::int32_t threads = 1;
    /// The number that errors give to the text's first line: more than 1 for a later part of a corpus.
    std::uint64_t first_line = 1;
};

/// The answers for a corpus, graph by graph.
struct CopNumbers {
    /// 0 where more than max_cops cops are needed.
    std::vector<std::int32_t> cops;
    /// The capture times in rounds, -1 where cops has 0.
    std::vector<std::int32_t> rounds;
};

/// The number of graphs in a text in graph6 form, a graph a line; throws for the first line that is no graph.
inline std::size_t count_graph6(std::string_view lines, std::uint64_t first_line = 1) {
    std::size_t count = 0;
    detail::check(pursuit_cop_numbers_graph6(lines.data(), lines.size(), first_line, 1, 1, nullptr, nullptr, 0, &count,
                                             nullptr, nullptr));
    return count;
}

namespace detail {

inline CopNumbers answer_graph6(std::string_view lines, const CorpusSettings &settings, bool with_rounds,
                                ProgressFunction progress) {
    const std::size_t graphs = count_graph6(lines, settings.first_line);
    CopNumbers numbers{std::vector<std::int32_t>(graphs), std::vector<std::int32_t>(with_rounds ? graphs : 0)};
    std::size_t count = 0;
    Catcher catcher;
    catcher.finish(pursuit_cop_numbers_graph6(
        lines.data(), lines.size(), settings.first_line, settings.max_cops, settings.threads,
        Span<std::int32_t>(numbers.cops).data(), Span<std::int32_t>(numbers.rounds).data(), graphs, &count,
        progress ? report : nullptr, &progress));
    return numbers;
}

} // namespace detail

/// The cop number of every graph of a corpus in graph6 form, 0 where it is more than settings.max_cops.
inline std::vector<std::int32_t> cop_numbers_graph6(std::string_view lines, const CorpusSettings &settings) {
    return detail::answer_graph6(lines, settings, false, nullptr).cops;
}

/// The same with a progress callback, as for Game::set_progress(); it counts graphs.
template <class Callable>
std::vector<std::int32_t> cop_numbers_graph6(std::string_view lines, const CorpusSettings &settings,
                                             Callable &&progress) {
    return detail::answer_graph6(
               lines, settings, false,
               detail::progress_function<std::decay_t<Callable>>(std::forward<Callable>(progress)))
        .cops;
}

/// The capture times too: the rounds, one turn of the cops each, that so many cops need from their best placement.
inline CopNumbers capture_times_graph6(std::string_view lines, const CorpusSettings &settings) {
    return detail::answer_graph6(lines, settings, true, nullptr);
}

template <class Callable>
CopNumbers capture_times_graph6(std::string_view lines, const CorpusSettings &settings, Callable &&progress) {
    return detail::answer_graph6(
        lines, settings, true,
        detail::progress_function<std::decay_t<Callable>>(std::forward<Callable>(progress)));
}

/// The sentence for a status, unknown ones included.
inline const char *status_message(std::int32_t status) noexcept { return pursuit_status_message(status); }

/// The status and the sentence of this thread's latest call and latest failure in the C library. Errors that this header
/// finds itself, a size that doesn't match, are known to their exception only.
inline std::int32_t last_status() noexcept { return pursuit_last_status(); }
inline const char *last_error() noexcept { return pursuit_last_error(); }

/// The version of the library that was linked; PURSUIT_VERSION is the header's.
inline const char *version() noexcept { return pursuit_version(); }
inline std::int32_t version_number() noexcept { return pursuit_version_number(); }

} // namespace pursuit

#endif // PURSUIT_HPP
