// Writes grader inputs into a folder, with robbers who delay as long as anyone can, and the verdicts that the grader must
// give on them: FOLDER/01_name.in, ... and FOLDER/verdicts.txt, a line for each in that order.
//
// Who wins, how fast and where the robber runs is found here by a backward search of its own: it shares nothing with the
// library. Where a paper or the problem fixes the answer, the search is held to it, and a disagreement is an error.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

const int NEVER = -1;
const int UNPUBLISHED = -2;

struct Streets {
    explicit Streets(int corners) : to(corners, std::vector<char>(corners, 0)) {}
    int corners() const { return static_cast<int>(to.size()); }
    void arc(int from, int onto) { to[from][onto] = 1; }
    void street(int one, int other) {
        arc(one, other);
        arc(other, one);
    }
    void loops() {
        for (int corner = 0; corner < corners(); corner++) {
            arc(corner, corner);
        }
    }

    std::vector<std::vector<char>> to;
};

struct Case {
    std::string name;
    Streets streets;
    int plies; // from the best start, where published; NEVER for an escape
};

// Small and the same everywhere: the standard library's distributions differ between implementations.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state(seed) {}
    int below(int bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<int>((state >> 33) % static_cast<std::uint64_t>(bound));
    }

private:
    std::uint64_t state;
};

// Plies to the capture from every position, the cop hurrying and the robber delaying, found backwards from the captures.
class Chase {
public:
    explicit Chase(const Streets &streets)
        : n(streets.corners()), out(n), in(n), plies{table(NEVER), table(NEVER)}, unrefuted(table(0)) {
        for (int from = 0; from < n; from++) {
            for (int onto = 0; onto < n; onto++) {
                if (streets.to[from][onto]) {
                    out[from].push_back(onto);
                    in[onto].push_back(from);
                }
            }
        }
        // A corner without a street: its robber passes.
        for (int corner = 0; corner < n; corner++) {
            robber_in.push_back(in[corner]);
            robber_out.push_back(out[corner]);
            if (out[corner].empty()) {
                robber_out[corner].push_back(corner);
                robber_in[corner].push_back(corner);
            }
        }
        search();
    }

    // The worst robber for a cop who starts there; NEVER when some robber escapes him.
    int worst_from(int cop) const {
        int worst = 0;
        for (int robber = 0; robber < n; robber++) {
            const int lasts = plies[COP][cop][robber];
            if (lasts == NEVER) {
                return NEVER;
            }
            worst = std::max(worst, lasts);
        }
        return worst;
    }

    int best_start() const {
        int best = NEVER;
        for (int cop = 0; cop < n; cop++) {
            const int worst = worst_from(cop);
            if (worst != NEVER && (best == NEVER || worst < worst_from(best))) {
                best = cop;
            }
        }
        return best;
    }

    int robber_starts(int cop) const {
        std::vector<int> anywhere(n);
        for (int corner = 0; corner < n; corner++) {
            anywhere[corner] = corner;
        }
        return longest(cop, anywhere);
    }

    int robber_goes(int cop, int robber) const { return cop == robber ? robber : longest(cop, robber_out[robber]); }

private:
    enum Mover { COP = 0, ROBBER = 1 };
    typedef std::vector<std::vector<int>> Table;

    Table table(int filled) const { return Table(n, std::vector<int>(n, filled)); }

    // Of the corners where the robber may be when the cop moves, the one that lasts longest; never is longest of all.
    int longest(int cop, const std::vector<int> &corners) const {
        int best = corners[0];
        for (int corner : corners) {
            const int lasts = plies[COP][cop][corner];
            const int holds = plies[COP][cop][best];
            if (holds != NEVER && (lasts == NEVER || lasts > holds)) {
                best = corner;
            }
        }
        return best;
    }

    void settle(Mover mover, int cop, int robber, int lasts) {
        if (plies[mover][cop][robber] == NEVER) {
            plies[mover][cop][robber] = lasts;
            reached.push_back({mover, cop, robber});
        }
    }

    void search() {
        for (int corner = 0; corner < n; corner++) {
            settle(COP, corner, corner, 0);
            settle(ROBBER, corner, corner, 0);
        }
        // Positions come out in the order of their plies, as each is settled one ply after the one that settles it.
        for (std::size_t at = 0; at < reached.size(); at++) {
            const Position position = reached[at];
            const int lasts = plies[position.mover][position.cop][position.robber] + 1;
            if (position.mover == ROBBER) {
                settle(COP, position.cop, position.robber, lasts);
                for (int cop : in[position.cop]) {
                    settle(COP, cop, position.robber, lasts);
                }
                continue;
            }
            for (int robber : robber_in[position.robber]) {
                const int ways = static_cast<int>(robber_out[robber].size());
                if (++unrefuted[position.cop][robber] == ways) {
                    settle(ROBBER, position.cop, robber, lasts);
                }
            }
        }
    }

    struct Position {
        Mover mover;
        int cop;
        int robber;
    };

    int n;
    std::vector<std::vector<int>> out, in, robber_out, robber_in;
    Table plies[2];
    Table unrefuted;
    std::vector<Position> reached;
};

Streets path(int corners) {
    Streets streets(corners);
    for (int corner = 1; corner < corners; corner++) {
        streets.street(corner - 1, corner);
    }
    return streets;
}

Streets cycle(int corners) {
    Streets streets = path(corners);
    streets.street(corners - 1, 0);
    return streets;
}

Streets one_way_cycle(int corners) {
    Streets streets(corners);
    for (int corner = 0; corner < corners; corner++) {
        streets.arc(corner, (corner + 1) % corners);
    }
    return streets;
}

Streets complete(int corners) {
    Streets streets(corners);
    for (int one = 0; one < corners; one++) {
        for (int other = 0; other < one; other++) {
            streets.street(one, other);
        }
    }
    return streets;
}

Streets complete_bipartite(int left, int right) {
    Streets streets(left + right);
    for (int one = 0; one < left; one++) {
        for (int other = 0; other < right; other++) {
            streets.street(one, left + other);
        }
    }
    return streets;
}

// The hub comes last, so that the lowest number is not the answer by chance.
Streets star(int corners) {
    Streets streets(corners);
    for (int leaf = 0; leaf + 1 < corners; leaf++) {
        streets.street(leaf, corners - 1);
    }
    return streets;
}

Streets wheel(int corners) {
    Streets streets = star(corners);
    const int rim = corners - 1;
    for (int corner = 0; corner < rim; corner++) {
        streets.street(corner, (corner + 1) % rim);
    }
    return streets;
}

// A rook's steps of one, and with diagonals a king's.
Streets board(int rows, int columns, bool diagonals) {
    Streets streets(rows * columns);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            const int corner = row * columns + column;
            if (column + 1 < columns) {
                streets.street(corner, corner + 1);
            }
            if (row + 1 < rows) {
                streets.street(corner, corner + columns);
            }
            if (diagonals && row + 1 < rows && column + 1 < columns) {
                streets.street(corner, corner + columns + 1);
                streets.street(corner + 1, corner + columns);
            }
        }
    }
    return streets;
}

Streets hypercube(int dimensions) {
    Streets streets(1 << dimensions);
    for (int corner = 0; corner < streets.corners(); corner++) {
        for (int bit = 0; bit < dimensions; bit++) {
            streets.arc(corner, corner ^ (1 << bit));
        }
    }
    return streets;
}

Streets petersen() {
    Streets streets(10);
    for (int corner = 0; corner < 5; corner++) {
        streets.street(corner, (corner + 1) % 5);
        streets.street(corner, corner + 5);
        streets.street(corner + 5, (corner + 2) % 5 + 5);
    }
    return streets;
}

Streets tree(int corners, std::uint64_t seed) {
    Streets streets(corners);
    Dice dice(seed);
    for (int corner = 1; corner < corners; corner++) {
        streets.street(corner, dice.below(corner));
    }
    return streets;
}

// Each new corner sees one older corner and only such others as that one sees: removing them in reverse dismantles the graph.
Streets dismantlable(int corners, std::uint64_t seed) {
    Streets streets(corners);
    Dice dice(seed);
    for (int corner = 1; corner < corners; corner++) {
        const int guard = dice.below(corner);
        for (int other = 0; other < corner; other++) {
            if (streets.to[guard][other] && dice.below(4) != 0) {
                streets.street(corner, other);
            }
        }
        streets.street(corner, guard);
    }
    return streets;
}

// About `degree` arcs out of each corner, most of them streets, some one-way, here and there a place to wait.
Streets one_way_town(int corners, int degree, std::uint64_t seed) {
    Streets streets(corners);
    Dice dice(seed);
    for (int from = 0; from < corners; from++) {
        for (int drawn = 0; drawn < degree; drawn++) {
            const int onto = dice.below(corners);
            streets.arc(from, onto);
            if (dice.below(3) != 0) {
                streets.arc(onto, from);
            }
        }
    }
    return streets;
}

Streets with_loops(Streets streets) {
    streets.loops();
    return streets;
}

Streets with_corner_apart(const Streets &streets) {
    Streets wider(streets.corners() + 1);
    for (int from = 0; from < streets.corners(); from++) {
        for (int onto = 0; onto < streets.corners(); onto++) {
            wider.to[from][onto] = streets.to[from][onto];
        }
    }
    return wider;
}

Streets arcs(int corners, const std::vector<std::pair<int, int>> &list) {
    Streets streets(corners);
    for (const auto &arc : list) {
        streets.arc(arc.first, arc.second);
    }
    return streets;
}

std::vector<Case> cases() {
    std::vector<Case> all;
    const auto add = [&all](const std::string &name, const Streets &streets, int plies) {
        all.push_back(Case{name, streets, plies});
    };
    add("one_corner", Streets(1), 0);
    add("one_corner_with_a_loop", with_loops(Streets(1)), 0);
    add("two_corners", path(2), 1);
    add("two_corners_apart", Streets(2), NEVER);
    add("two_corners_one_way", arcs(2, {{1, 0}}), UNPUBLISHED);
    add("path_with_middle_2", arcs(3, {{0, 2}, {2, 0}, {2, 1}, {1, 2}}), 1);
    const int paths[] = {0, 1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 10};
    for (int corners = 3; corners <= 12; corners++) {
        add("path", path(corners), paths[corners - 1]);
    }
    add("path_500", path(500), 498);
    add("path_with_loops", with_loops(path(9)), UNPUBLISHED);
    // C4, C5, C4 one after another: a cop who keeps anything from the last game goes wrong here.
    add("cycle_4", cycle(4), 3);
    add("cycle_5", cycle(5), NEVER);
    add("cycle_4_again", cycle(4), 3);
    add("cycle_4_with_loops", with_loops(cycle(4)), NEVER);
    const int around_words[] = {63, 64, 65, 500};
    for (int corners : around_words) {
        const std::string size = "_" + std::to_string(corners);
        add("cycle" + size, cycle(corners), NEVER);
        add("one_way_cycle" + size, one_way_cycle(corners), 2 * (corners - 2));
        add("complete" + size, complete(corners), 1);
        add("star" + size, star(corners), 1);
        add("wheel" + size, wheel(corners), 1);
        add("tree" + size, tree(corners, 7u + static_cast<unsigned>(corners)), UNPUBLISHED);
        add("dismantlable" + size, dismantlable(corners, 11u + static_cast<unsigned>(corners)), UNPUBLISHED);
        add("one_way_town_sparse" + size, one_way_town(corners, 2, 13u + static_cast<unsigned>(corners)), UNPUBLISHED);
        add("one_way_town_dense" + size, one_way_town(corners, corners / 3, 17u + static_cast<unsigned>(corners)), UNPUBLISHED);
        add("path_and_a_corner_apart" + size, with_corner_apart(path(corners - 1)), NEVER);
    }
    const int grids[][2] = {{2, 2}, {2, 3}, {3, 3}, {4, 5}, {7, 9}, {8, 8}, {5, 13}, {20, 25}};
    for (const auto &grid : grids) {
        const std::string size = std::to_string(grid[0]) + "x" + std::to_string(grid[1]);
        add("grid_" + size, board(grid[0], grid[1], false), 2 * (grid[0] / 2 + grid[1] / 2) - 1);
    }
    const int kings[] = {0, 1, 1, 3, 3, 5, 5, 7};
    for (int side = 2; side <= 8; side++) {
        add("king_" + std::to_string(side), board(side, side, true), kings[side - 1]);
    }
    add("complete_bipartite", complete_bipartite(3, 4), 3);
    add("hypercube_2", hypercube(2), 3);
    add("hypercube_3", hypercube(3), NEVER);
    add("hypercube_6", hypercube(6), NEVER);
    add("petersen", petersen(), NEVER);
    // Where streets are one-way, some starts win and others don't, and robbers without a street pass.
    for (int seed = 0; seed < 40; seed++) {
        add("small_town_" + std::to_string(seed), one_way_town(4 + seed % 6, 2, static_cast<unsigned>(seed)), UNPUBLISHED);
    }
    // Won from corners 0 and 3 only, in 2 and 4 plies.
    add("one_way_four", arcs(4, {{0, 1}, {0, 3}, {1, 2}, {2, 1}, {3, 0}}), 2);
    return all;
}

void write_input(const Case &game, const Chase &chase, bool won, std::ostream &file) {
    const int n = game.streets.corners();
    const auto row = [&file, n](int columns, const std::function<int(int)> &entry) {
        for (int column = 0; column < columns; column++) {
            file << (column == 0 ? "" : " ") << entry(column);
        }
        file << '\n';
    };
    file << n << '\n';
    for (int from = 0; from < n; from++) {
        row(n, [&](int onto) { return static_cast<int>(game.streets.to[from][onto]); });
    }
    file << (won ? 1 : 0) << '\n';
    for (int cop = 0; won && cop < n; cop++) {
        row(n + 1, [&](int robber) { return robber == n ? chase.robber_starts(cop) : chase.robber_goes(cop, robber); });
    }
}

} // namespace

int main(int arguments, char **argument) {
    if (arguments != 2) {
        std::cerr << "usage: make_inputs FOLDER\n";
        return 2;
    }
    const std::string folder = argument[1];
    std::ofstream verdicts(folder + "/verdicts.txt");
    int number = 100;
    for (const Case &game : cases()) {
        const Chase chase(game.streets);
        const int start = chase.best_start();
        const bool won = start != NEVER;
        const int plies = won ? chase.worst_from(start) : NEVER;
        if (game.plies != UNPUBLISHED && game.plies != plies) {
            std::cerr << game.name << ": found " << plies << " plies, published are " << game.plies << '\n';
            return 1;
        }
        std::ofstream file(folder + "/" + std::to_string(number++) + "_" + game.name + ".in");
        write_input(game, chase, won, file);
        if (won) {
            verdicts << "OK caught from corner " << start << " in " << plies << (plies == 1 ? " ply" : " plies") << '\n';
        } else {
            verdicts << "OK escape\n";
        }
        if (!file.flush()) {
            std::cerr << folder << ": cannot write\n";
            return 1;
        }
    }
    return verdicts.flush() ? 0 : 1;
}
