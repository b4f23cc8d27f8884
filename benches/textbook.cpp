// The textbook solutions: retrograde analysis over single states, with a queue and degree counters.
//
// Finished states enter the queue first. A state that leaves the queue tells its predecessors: one whose mover wins by
// going here is won at once; any other loses one of its ways out, and is lost with the last. The queue is first in,
// first out, so states leave it in order of their distance, and a state's distance is its teller's plus one.
//
// Everything is a flat array with the row number times n as its stride; each call allocates what it needs and frees it,
// as the library does. The types are the smallest that fit without thought.
#include "textbook.h"

#include <cstdlib>
#include <cstring>

namespace {

size_t held_bytes = 0;
size_t peak_bytes = 0;

// An array from malloc, counted.
template <class T> struct Array {
    T *data;
    size_t bytes;

    explicit Array(size_t count) : data(nullptr), bytes(count * sizeof(T)) {
        data = static_cast<T *>(std::malloc(bytes ? bytes : 1));
        if (!data) std::abort();
        held_bytes += bytes;
        if (held_bytes > peak_bytes) peak_bytes = held_bytes;
    }
    Array(size_t count, int fill_byte) : Array(count) { std::memset(data, fill_byte, bytes); }
    ~Array() {
        if (data) held_bytes -= bytes;
        std::free(data);
    }
    Array(const Array &) = delete;
    Array &operator=(const Array &) = delete;

    T &operator[](size_t i) { return data[i]; }
    // Hands the array over to the caller, who frees it; it has had its part in the peak.
    T *release() {
        T *out = data;
        held_bytes -= bytes;
        data = nullptr;
        return out;
    }
};

// ---------------------------------------------------------------------------------------------- cop and robber

enum Turn { COP = 0, ROBBER = 1 };

struct Situation {
    int16_t cop, robber, turn;
};

// Walks the matrix row of `v`.
struct MatrixRows {
    int n;
    const bool (*a)[TEXTBOOK_MAX_N];

    MatrixRows(int n, const bool (*a)[TEXTBOOK_MAX_N]) : n(n), a(a) {}
    template <class Visit> void neighbours(int v, Visit visit) {
        for (int p = 0; p < n; p++)
            if (a[v][p]) visit(p);
    }
};

// Walks a list that was made of the matrix row of `v`.
struct Lists {
    Array<int> offset;
    Array<int16_t> list;

    static int arcs(int n, const bool (*a)[TEXTBOOK_MAX_N]) {
        int count = 0;
        for (int v = 0; v < n; v++)
            for (int p = 0; p < n; p++) count += a[v][p];
        return count;
    }
    Lists(int n, const bool (*a)[TEXTBOOK_MAX_N]) : offset(n + 1), list(arcs(n, a)) {
        int end = 0;
        for (int v = 0; v < n; v++) {
            offset[v] = end;
            for (int p = 0; p < n; p++)
                if (a[v][p]) list[end++] = int16_t(p);
        }
        offset[n] = end;
    }
    template <class Visit> void neighbours(int v, Visit visit) {
        for (int i = offset[v]; i < offset[v + 1]; i++) visit(list[i]);
    }
};

template <class Graph> int solve_start(int n, const bool a[][TEXTBOOK_MAX_N], int *plies) {
    Graph graph(n, a);
    const size_t pairs = size_t(n) * n;
    Array<int> level(pairs * 2, -1);       // [cop][robber][turn]: plies to capture, -1 while unknown
    Array<int16_t> ways_out(pairs);        // [cop][robber]: the robber's moves not yet known to lose
    Array<int16_t> cop_move(pairs, -1);    // [cop][robber]: where the cop goes
    Array<Situation> queue(pairs * 2);
    size_t head = 0, tail = 0;

    Array<int16_t> degree(n);
    for (int v = 0; v < n; v++) {
        int count = 0;
        graph.neighbours(v, [&](int) { count++; });
        degree[v] = int16_t(count);
    }
    for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++) ways_out[size_t(c) * n + r] = degree[r] ? degree[r] : 1;

    for (int v = 0; v < n; v++) {
        const size_t pair = size_t(v) * n + v;
        cop_move[pair] = int16_t(v);
        for (int turn = COP; turn <= ROBBER; turn++) {
            level[pair * 2 + turn] = 0;
            queue[tail++] = Situation{int16_t(v), int16_t(v), int16_t(turn)};
        }
    }

    while (head < tail) {
        const Situation at = queue[head++];
        const size_t pair = size_t(at.cop) * n + at.robber;
        const int next_level = level[pair * 2 + at.turn] + 1;
        if (at.turn == ROBBER) {
            // The cop came from a neighbour, or waited.
            auto tell = [&](int from) {
                const size_t before = size_t(from) * n + at.robber;
                if (level[before * 2 + COP] >= 0) return;
                level[before * 2 + COP] = next_level;
                cop_move[before] = at.cop;
                queue[tail++] = Situation{int16_t(from), at.robber, COP};
            };
            tell(at.cop);
            graph.neighbours(at.cop, tell);
        } else {
            // The robber came from a neighbour; without a street he passed.
            auto tell = [&](int from) {
                const size_t before = size_t(at.cop) * n + from;
                if (level[before * 2 + ROBBER] >= 0) return;
                if (--ways_out[before] > 0) return;
                level[before * 2 + ROBBER] = next_level;
                queue[tail++] = Situation{at.cop, int16_t(from), ROBBER};
            };
            if (degree[at.robber] == 0) tell(at.robber);
            graph.neighbours(at.robber, tell);
        }
    }

    int best = -1, best_plies = -1;
    for (int c = 0; c < n; c++) {
        int worst = 0;
        for (int r = 0; r < n && worst >= 0; r++) {
            const int l = level[(size_t(c) * n + r) * 2 + COP];
            worst = l < 0 ? -1 : (l > worst ? l : worst);
        }
        if (worst >= 0 && (best < 0 || worst < best_plies)) {
            best = c;
            best_plies = worst;
        }
    }
    if (plies) *plies = best_plies;
    return best;
}

// ---------------------------------------------------------------------------------------------- cat and mouse

enum { MOUSE_TURN = 0, CAT_TURN = 1, HOLE = 0 };

// One token's moves, reversed: who can come to a node, and how many ways out each node has. Repeated arcs count once;
// the cat's arcs into the hole don't count, but on the hole it may stay if the graph says so; without a move a token
// passes, which is an arc to itself.
struct Reversed {
    Array<int> offset;
    Array<uint16_t> from;
    Array<uint16_t> ways_out;

    Reversed(int n, const int32_t *row_offsets, const int32_t *column_indices, bool is_cat)
        : offset(n + 2, 0), from(size_t(row_offsets[n]) + n), ways_out(n, 0) {
        Array<int> seen_by(n, -1);
        auto each_move = [&](int x, auto visit) {
            bool any = false;
            for (int i = row_offsets[x]; i < row_offsets[x + 1]; i++) {
                const int y = column_indices[i];
                if (seen_by[y] == x || (is_cat && y == HOLE && x != HOLE)) continue;
                seen_by[y] = x;
                any = true;
                visit(y);
            }
            if (!any) visit(x);
        };
        for (int x = 0; x < n; x++)
            each_move(x, [&](int y) {
                ways_out[x]++;
                offset[y + 2]++;
            });
        for (int y = 0; y < n; y++) offset[y + 2] += offset[y + 1];
        std::memset(seen_by.data, -1, seen_by.bytes);
        for (int x = 0; x < n; x++) each_move(x, [&](int y) { from[offset[y + 1]++] = uint16_t(x); });
    }
};

template <bool WithDistance>
void solve_table(int n, const int32_t *row_offsets, const int32_t *column_indices, uint8_t *outcome,
                 int32_t *distance) {
    Reversed mouse(n, row_offsets, column_indices, false);
    Reversed cat(n, row_offsets, column_indices, true);
    const size_t positions = size_t(n) * n * 2;
    Array<uint16_t> ways_out(positions);
    Array<uint32_t> queue(positions);  // indices; n is at most 46 340
    size_t head = 0, tail = 0;
    auto index = [n](int m, int c, int turn) { return (size_t(m) * n + c) * 2 + turn; };

    for (int m = 0; m < n; m++)
        for (int c = 0; c < n; c++) {
            ways_out[index(m, c, MOUSE_TURN)] = mouse.ways_out[m];
            ways_out[index(m, c, CAT_TURN)] = cat.ways_out[c];
        }

    auto finished = [&](int m, int c, uint8_t winner) {
        for (int turn = MOUSE_TURN; turn <= CAT_TURN; turn++) {
            outcome[index(m, c, turn)] = winner;
            if (WithDistance) distance[index(m, c, turn)] = 0;
            queue[tail++] = uint32_t(index(m, c, turn));
        }
    };
    for (int v = 0; v < n; v++) finished(v, v, TEXTBOOK_CAT);
    for (int c = 0; c < n; c++)
        if (c != HOLE) finished(HOLE, c, TEXTBOOK_MOUSE);

    while (head < tail) {
        const uint32_t here = queue[head++];
        const uint32_t turn_here = here % 2, mouse_here = here / 2 / uint32_t(n), cat_here = here / 2 % uint32_t(n);
        const uint8_t winner = outcome[here];
        // Tells the position before this one, in which the other side moved here.
        auto tell = [&](int m, int c, int turn, uint8_t mover) {
            const size_t before = index(m, c, turn);
            if (outcome[before] != TEXTBOOK_DRAW) return;
            if (winner != mover && --ways_out[before] > 0) return;
            outcome[before] = winner;
            if (WithDistance) distance[before] = distance[here] + 1;
            queue[tail++] = uint32_t(index(m, c, turn));
        };
        if (turn_here == CAT_TURN) {
            for (int i = mouse.offset[mouse_here]; i < mouse.offset[mouse_here + 1]; i++)
                tell(mouse.from[i], cat_here, MOUSE_TURN, TEXTBOOK_MOUSE);
        } else {
            for (int i = cat.offset[cat_here]; i < cat.offset[cat_here + 1]; i++)
                tell(mouse_here, cat.from[i], CAT_TURN, TEXTBOOK_CAT);
        }
    }
}

}  // namespace

int textbook_start_matrix(int n, const bool a[][TEXTBOOK_MAX_N], int *plies) {
    return solve_start<MatrixRows>(n, a, plies);
}

int textbook_start_lists(int n, const bool a[][TEXTBOOK_MAX_N], int *plies) {
    return solve_start<Lists>(n, a, plies);
}

int textbook_cat_mouse(int n, const int32_t *row_offsets, const int32_t *column_indices) {
    Array<uint8_t> outcome(size_t(n) * n * 2, TEXTBOOK_DRAW);
    solve_table<false>(n, row_offsets, column_indices, outcome.data, nullptr);
    return outcome[(size_t(1) * n + 2) * 2 + MOUSE_TURN];
}

void textbook_table_new(int n, const int32_t *row_offsets, const int32_t *column_indices, int with_distance,
                        textbook_table *table) {
    const size_t positions = size_t(n) * n * 2;
    Array<uint8_t> outcome(positions, TEXTBOOK_DRAW);
    if (with_distance) {
        Array<int32_t> distance(positions, -1);
        solve_table<true>(n, row_offsets, column_indices, outcome.data, distance.data);
        table->distance = distance.release();
    } else {
        solve_table<false>(n, row_offsets, column_indices, outcome.data, nullptr);
        table->distance = nullptr;
    }
    table->outcome = outcome.release();
}

void textbook_table_free(textbook_table *table) {
    std::free(table->outcome);
    std::free(table->distance);
    table->outcome = nullptr;
    table->distance = nullptr;
}

size_t textbook_peak_bytes(void) { return peak_bytes; }

void textbook_reset_peak(void) { peak_bytes = held_bytes; }

const char *textbook_compiler(void) {
#if defined(__clang__)
    return "clang++ " __clang_version__;
#elif defined(__GNUC__)
    return "g++ " __VERSION__;
#else
    return "unknown C++ compiler";
#endif
}
