// Faults that a sanitizer must see: the proof that the sanitizers of these tests are on. Takes the fault's name.

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

int main(int count, char **arguments) {
    if (count != 2) {
        return 0;
    }
    if (std::strcmp(arguments[1], "address") == 0) {
        const std::vector<std::int32_t> nodes(static_cast<std::size_t>(count));
        return *(nodes.data() + count);
    }
    volatile std::int32_t most = std::numeric_limits<std::int32_t>::max();
    const std::int32_t sum = most + count;
    return sum;
}
