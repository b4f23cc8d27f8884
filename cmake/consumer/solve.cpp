// Cop and robber on a square: the cop wins in three plies. Prints that, and the library's version.

#include <iostream>
#include <pursuit.hpp>

int main() {
    pursuit::Game game(pursuit::Graph::from_rows({{1, 3}, {0, 2}, {1, 3}, {0, 2}}));
    game.allow_stay(pursuit::Pursuer);
    const pursuit::Start best = game.solve().best_start(pursuit::Pursuer);
    std::cout << "pursuit " << pursuit::version() << ": outcome " << best.outcome << " in " << best.distance
              << " plies\n";
}
