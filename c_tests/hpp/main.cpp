#include "check.hpp"

int main() {
    test_types();
    test_games();
    test_errors();
    test_progress();
    test_teams();
    std::cout << "pursuit.hpp: all well\n";
}
