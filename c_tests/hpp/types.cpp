// What the compiler can vouch for: ownership, no cost in size or in copies, what a Span is made from.

#include "check.hpp"

#include <array>
#include <type_traits>
#if __cplusplus >= 202002L
#include <span>
#endif

using namespace pursuit;

namespace {

template <class Owner>
constexpr bool moves_only = !std::is_copy_constructible_v<Owner> && !std::is_copy_assignable_v<Owner> &&
                            std::is_nothrow_move_constructible_v<Owner> && std::is_nothrow_move_assignable_v<Owner>;

static_assert(moves_only<Game> && moves_only<Solution>);
static_assert(sizeof(Solution) == sizeof(pursuit_solution *), "a Solution is its handle and nothing else");

// Answers are the C structs themselves.
static_assert(std::is_same_v<decltype(std::declval<const Solution &>().probe(0, 0, Evader)), pursuit_value>);
static_assert(std::is_same_v<Move, pursuit_move> && std::is_same_v<Start, pursuit_start> &&
              std::is_same_v<Summary, pursuit_summary>);

static_assert(std::is_trivially_copyable_v<Nodes> && sizeof(Nodes) == sizeof(void *) + sizeof(std::size_t));

// What would be read wrongly is no Span at all.
static_assert(!std::is_constructible_v<Nodes, std::vector<std::int64_t> &>);
static_assert(!std::is_constructible_v<Nodes, std::vector<std::uint32_t> &>);
static_assert(!std::is_constructible_v<Span<std::int32_t>, const std::vector<std::int32_t> &>);
static_assert(!std::is_constructible_v<Bytes, std::vector<std::int32_t> &>);
static_assert(!std::is_constructible_v<Bytes, std::vector<bool> &>);

// A role is no number.
static_assert(!std::is_convertible_v<int, Role>);

std::int32_t sum(Nodes nodes) {
    std::int32_t total = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        total += nodes[i];
    }
    return total;
}

} // namespace

void test_types() {
    const std::vector<std::int32_t> vector{1, 2, 3};
    const std::array<std::int32_t, 3> array{1, 2, 3};
    std::int32_t c_array[] = {1, 2, 3};
    CHECK(sum(vector) == 6);
    CHECK(sum(array) == 6);
    CHECK(sum(c_array) == 6);
    CHECK(sum({1, 2, 3}) == 6);
    CHECK(sum({c_array, 2}) == 3);
    CHECK(sum({}) == 0);
    CHECK(sum(Span<std::int32_t>(c_array)) == 6);
    CHECK(Nodes(vector).data() == vector.data());
    CHECK(Nodes(vector.data(), 0).data() == nullptr);
#if __cplusplus >= 202002L
    CHECK(sum(std::span<const std::int32_t>(vector)) == 6);
    CHECK(sum(std::span<std::int32_t, 3>(c_array)) == 6);
#endif

    CHECK(std::string(version()) == PURSUIT_VERSION);
    CHECK(version_number() == PURSUIT_VERSION_NUMBER);
    CHECK(std::string(status_message(PURSUIT_ERR_NODE)) != status_message(PURSUIT_ERR_NODE_COUNT));
    CHECK(std::string(status_message(12345)) != "");
}
