#include "nimsweep/families/family_check.hpp"

#include <gtest/gtest.h>

#include <random>

#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/job/claim_registry.hpp"

namespace nimsweep {
namespace {

constexpr int kMostPlayers = 4;  // for which the machine of each matrix is asked, too

class FamilyCheck : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_check_families()) GTEST_SKIP() << "built without z3";
  }
};

FamilyVerdict verdict_of(const Claim& claim) {
  auto answer = check_family(claim, RowFamily::parse(claim.matrix));
  if (const auto* why = std::get_if<NotDecided>(&answer)) {
    ADD_FAILURE() << claim.name << ": " << why->reason;
    return {};
  }
  return std::get<FamilyVerdict>(std::move(answer));
}

std::string reason_of(const ClaimText& text) {
  const Claim claim = make_claim(text);
  const auto answer = check_family(claim, RowFamily::parse(claim.matrix));
  const auto* why = std::get_if<NotDecided>(&answer);
  return why == nullptr ? "decided" : why->reason;
}

TEST_F(FamilyCheck, ProvesTheRegisteredClaimsAboutLastNim) {
  int claims = 0;
  for (const Claim& claim : registered_claims()) {
    if (claim.game != "last-nim") continue;
    ++claims;
    EXPECT_TRUE(verdict_of(claim).verdict.holds()) << claim.name;
  }
  EXPECT_EQ(claims, 10);
}

TEST_F(FamilyCheck, ProvesThreePointFiveWithoutItsCondition) {
  const Claim claim = make_claim({.name = "3.5",
                                  .matrix = "ssam:1",
                                  .given = "n == d + 1",
                                  .cases = {{"x[n] == 1", "d"},
                                            {"x[n] > 1 and x[n+d] == 1", "d + 1"},
                                            {"x[n] > 1 and x[n+d] > 1", "d + 2"}}});
  EXPECT_TRUE(verdict_of(claim).verdict.holds());
}

TEST_F(FamilyCheck, FindsTheSmallestCounterexample) {
  // Standard 3c without its n >= 3.
  const Claim claim = make_claim(
      {.name = "3c",
       .matrix = "sam",
       .given = "n == d + 1",
       .cases = {{"x[n-1] == 1 and x[n+d] == 1", "d"},
                 {"(x[n-1] == 1 and x[n+d] > 1) or (x[n-1] > 1 and x[n+d-1] == 1)", "d + 1"},
                 {"x[n-1] > 1 and x[n+d-1] > 1", "d + 2"}}});
  const Verdict verdict = verdict_of(claim).verdict;
  ASSERT_FALSE(verdict.counterexamples.empty());
  const Counterexample& first = verdict.counterexamples[0];
  EXPECT_EQ(first.piles, (std::vector<Counters>{2, 2, 2}));
  EXPECT_EQ(first.place, (PairPlace{2, std::nullopt}));
}

TEST_F(FamilyCheck, FindsCounterexamplesOfManyPlayers) {
  const Claim claim = make_claim({.name = "late",
                                  .matrix = "ssam:1",
                                  .given = "n > N",
                                  .cases = {{"n < 20", "N"}, {.value = "N + 1"}}});
  const Verdict verdict = verdict_of(claim).verdict;
  ASSERT_FALSE(verdict.counterexamples.empty());
  EXPECT_EQ(verdict.counterexamples[0].place, (PairPlace{20, std::nullopt}));
  EXPECT_EQ(verdict.counterexamples[0].piles, std::vector<Counters>{1});
  const Claim later = make_claim({.name = "later",
                                  .matrix = "ssam:1",
                                  .given = "n > N",
                                  .cases = {{"n < 2000", "N"}, {.value = "N + 1"}}});
  const FamilyVerdict none = verdict_of(later);
  EXPECT_FALSE(none.verdict.holds());
  EXPECT_TRUE(none.verdict.counterexamples.empty());
  EXPECT_EQ(none.note, "it fails, but only for more than 32 players");
}

TEST_F(FamilyCheck, FindsWhatHasNoValue) {
  const Claim claim = make_claim({.name = "beyond",
                                  .matrix = "ssam:1",
                                  .given = "n >= N + 1",
                                  .cases = {{"x[N + 1] == 1", "N"}, {.value = "N"}}});
  const Verdict verdict = verdict_of(claim).verdict;
  EXPECT_TRUE(verdict.disagreements.is_zero());
  EXPECT_FALSE(verdict.errors.is_zero());
  ASSERT_TRUE(verdict.first_error.has_value());
  EXPECT_EQ(verdict.first_error->piles, std::vector<Counters>{1});
  const Claim gap = make_claim({.name = "gap",
                                .matrix = "ssam:1",
                                .given = "n >= N + 1",
                                .cases = {{"x[1] < 5 or x[1] > 5", "N"}}});
  ASSERT_TRUE(verdict_of(gap).verdict.first_error.has_value());
  EXPECT_EQ(verdict_of(gap).verdict.first_error->piles, std::vector<Counters>{5});
}

// The residue of -100 mod n is not what it would be for large n, and the scope must not hide that.
TEST_F(FamilyCheck, TakesNothingForGrantedAboutResiduesInTheScope) {
  const Claim claim = make_claim({.name = "trap",
                                  .matrix = "ssam",
                                  .given = "N < (r - 100) mod n + 1",
                                  .cases = {{.value = "N + 7"}}});
  const auto answer = check_family(claim, RowFamily::parse(claim.matrix));
  if (const auto* found = std::get_if<FamilyVerdict>(&answer)) EXPECT_FALSE(found->verdict.holds());
}

TEST_F(FamilyCheck, SaysWhyItCannotDecide) {
  EXPECT_EQ(reason_of({.name = "a", .matrix = "ssam:1", .cases = {{.value = "[N, N + 1, N + 2]"}}}),
            "decided")
      << "refuted for few players";
  EXPECT_EQ(
      reason_of({.name = "a", .matrix = "ssam:1", .given = "n > 9", .cases = {{.value = "N"}}}),
      "'given' does not bound the number of piles that matter; expected at most 6 of them, "
      "or numbers of players");
  EXPECT_EQ(reason_of({.name = "a",
                       .matrix = "ssam:1",
                       .given = "N < n and n > 9",
                       .cases = {{"N * n > 3", "N"}, {.value = "N"}}}),
            "case 1: when: column 3: a product of variables");
  EXPECT_EQ(reason_of({.name = "a",
                       .matrix = "ssam:1",
                       .given = "N < n",
                       .cases = {{"3 mod N == 0", "N"}, {.value = "N"}}}),
            "case 1: when: column 3: mod by a variable");
  EXPECT_EQ(reason_of({.name = "a",
                       .matrix = "ssam:1",
                       .given = "N < n",
                       .cases = {{"sum(x) > 9", "N"}, {.value = "N"}}}),
            "case 1: when: column 1: a term over all piles, or over their digits");
  EXPECT_EQ(reason_of({.name = "a",
                       .matrix = "reverse",
                       .given = "N < n and n > 9",
                       .cases = {{"r == 1", "N"}, {.value = "N"}}}),
            "case 1: when: column 1: r, but the matrices are not SSAM^r");
  EXPECT_EQ(
      reason_of(
          {.name = "a", .matrix = "ssam:1", .given = "N > n and N < n", .cases = {{.value = "N"}}}),
      "it is about no number of players and piles");
}

TEST_F(FamilyCheck, MultipliesByNumbersHoweverTheyAreWritten) {
  const Claim claim = make_claim({.name = "a",
                                  .matrix = "ssam:1",
                                  .given = "n > N",
                                  .cases = {{"x[1] * (0 - 1) < (1 + 1) * 0", "N + 2 * 3 * n"}}});
  EXPECT_TRUE(verdict_of(claim).verdict.holds());
}

TEST_F(FamilyCheck, FindsCounterexamplesThatAreLargeOrNotAskedFor) {
  const Claim claim = make_claim({.name = "late",
                                  .matrix = "ssam:1",
                                  .given = "N == 1 and n > 2",
                                  .cases = {{"x[1] < 100000", "1"}, {.value = "2"}}});
  EXPECT_EQ(verdict_of(claim).verdict.counterexamples[0].piles, std::vector<Counters>{100000});
  const auto none = check_family(claim, RowFamily::parse("ssam:1"), 0);
  EXPECT_FALSE(std::get<FamilyVerdict>(none).verdict.holds());
  EXPECT_TRUE(std::get<FamilyVerdict>(none).verdict.counterexamples.empty());
}

// Claims that compare piles are not regular for every number of piles; fewer players come first.
TEST_F(FamilyCheck, SkipsNoNumberOfPlayersWhereItCannotDecide) {
  const Claim claim = make_claim({.name = "a",
                                  .matrix = "ssam:1",
                                  .cases = {{"n == 2 and x[1] == x[N]", "0"}, {.value = "N"}}});
  const Verdict verdict = verdict_of(claim).verdict;
  ASSERT_FALSE(verdict.counterexamples.empty());
  EXPECT_EQ(verdict.counterexamples[0].place.players, 2);
}

TEST_F(FamilyCheck, KeepsWhatIsGivenOfPlayersInRecurrences) {
  ClaimText text{.name = "a",
                 .matrix = "ssam:1",
                 .given = "N >= 2 and n == 3",
                 .recurrence = ClaimText::Recurrence{.each = {{"x > 1 and v == 2", "v + 2"},
                                                              {.value = "v + 1"}}},
                 .cases = {{.value = "v"}}};
  EXPECT_TRUE(verdict_of(make_claim(text)).verdict.holds());
  text.given = "N < 0";
  EXPECT_EQ(reason_of(text), "it is about no number of players and piles");
}

TEST_F(FamilyCheck, RecurrencesAreSettledFromPileToPile) {
  ClaimText text{.name = "up",
                 .matrix = "ssam",
                 .recurrence =
                     ClaimText::Recurrence{
                         .each = {{"x > 1 and v == (r - 2) mod n", "v + 2"}, {.value = "v + 1"}}},
                 .cases = {{.value = "v"}}};
  EXPECT_TRUE(verdict_of(make_claim(text)).verdict.holds());
  text.recurrence->each[0].when = "x > 1 and v == (r - 1) mod n";
  EXPECT_FALSE(verdict_of(make_claim(text)).verdict.holds());
  // Under the reverse order, a pile adds its counters until the value is 0.
  text.matrix = "reverse";
  text.recurrence->each = {{"v + x < n", "v + x"}, {.value = "0"}};
  EXPECT_TRUE(verdict_of(make_claim(text)).verdict.holds());
  text.recurrence->each = {{"v + x <= n", "v + x"}, {.value = "1"}};
  EXPECT_FALSE(verdict_of(make_claim(text)).verdict.holds());
  // A number that is remembered in another form.
  text.matrix = "sam";
  text.recurrence = ClaimText::Recurrence{
      .start = "n - 1", .each = {{"x > 1 and v == (n - 3) mod n", "v + 2"}, {.value = "v + 1"}}};
  text.cases = {{.value = "v + 1"}};
  EXPECT_TRUE(verdict_of(make_claim(text)).verdict.holds());
}

// ---- Random claims, against the machine of each matrix for few players.

class RandomClaim {
 public:
  explicit RandomClaim(std::mt19937_64& random) : random_(random) {}

  Claim claim() {
    ClaimText text{.name = "random", .matrix = one_of(kMatrices), .cases = {}};
    has_shift_ = text.matrix != "reverse";
    text.given = text.matrix == "reverse" ? fill("N <= #") : fill(one_of(kScopes));
    if (random_() % 4 == 0) text.given += " and n >= 3";
    for (auto left = random_() % 3; left > 0; --left)
      text.cases.push_back({condition(), value(), kind()});
    text.cases.push_back({"", value(), CaseKind::value});
    return make_claim(text);
  }

 private:
  static constexpr const char* kMatrices[] = {"sam", "ssam:1", "ssam:2", "ssam", "ssam", "reverse"};
  static constexpr const char* kScopes[] = {"n > N + #",
                                            "n == N + #",
                                            "d >= # and n >= d + #",
                                            "n == d + #",
                                            "N < (r - 2) mod n + #",
                                            "N >= (r - 2) mod n + 1 and N < (r - 2) mod n + n - #",
                                            "N == #",
                                            "N <= # + 1"};
  static constexpr const char* kIndices[] = {"n",         "n - 1", "N", "1",
                                             "n + d - #", "N - 1", "#", "(r - 2) mod n + #"};
  static constexpr const char* kValues[] = {"N",     "N + 1",     "d",     "d + 1",
                                            "d + #", "0",         "n - 1", "[N, N + 1]",
                                            "N + #", "first + N", "x[1]"};

  template <std::size_t kSize>
  std::string one_of(const char* const (&list)[kSize]) {
    std::string text;
    do text = list[random_() % kSize];
    while (!has_shift_ && text.find('r') != std::string::npos && text.find("first") != 0);
    return text;
  }

  // Small numbers for each '#'.
  std::string fill(std::string text) {
    for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#'))
      text.replace(at, 1, std::to_string(random_() % 3));
    return text;
  }

  std::string condition() {
    const std::string pile = "x[" + fill(one_of(kIndices)) + "]";
    constexpr const char* kCompared[] = {" == 1", " > 1", " > #", " >= x[N]", " < n"};
    std::string text = pile + fill(one_of(kCompared));
    if (random_() % 3 == 0) text = "N >= n and " + text;
    if (random_() % 4 == 0) text = "not (" + text + ")";
    if (random_() % 4 == 0) text += " or x[1] == 2";
    return text;
  }

  std::string value() { return fill(one_of(kValues)); }

  CaseKind kind() {
    return random_() % 5 == 0   ? CaseKind::other
           : random_() % 6 == 0 ? CaseKind::winner
                                : CaseKind::value;
  }

  std::mt19937_64& random_;
  bool has_shift_ = true;
};

// What the machines of n players say about every number of piles; nothing if they cannot.
std::optional<Verdict> by_machines(const Claim& claim, int n) {
  const RowFamily family = RowFamily::parse(claim.matrix);
  Verdict all;
  for (const int s : family.offsets(n)) {
    const auto matrix = AllianceMatrix::from_equal_rows(circle(family.direction(), s, n));
    for (int piles = 1; piles <= 3 * n + 2; ++piles) {
      if (!claim.applies({.n = n, .N = piles, .r = shift_of(matrix)})) continue;
      const auto answer = symbolic_check(claim, matrix, 0, piles, std::nullopt);
      if (std::holds_alternative<NotSymbolic>(answer)) return std::nullopt;
      all.merge(std::get<Verdict>(answer));
    }
  }
  return all;
}

TEST_F(FamilyCheck, AgreesWithTheMachinesOfFewPlayersOnRandomClaims) {
  std::mt19937_64 random(2021);
  int proved = 0;
  int refuted = 0;
  for (int round = 0; round < 100; ++round) {
    const Claim claim = RandomClaim(random).claim();
    const RowFamily family = RowFamily::parse(claim.matrix);
    const auto answer = check_family(claim, family);
    std::string text = claim.matrix + " given " + claim.given->text();
    for (const auto& part : claim.cases)
      text += "; " + (part.when ? part.when->text() : "") + ": " + part.text();
    std::optional<int> fails_for;
    const auto* found = std::get_if<FamilyVerdict>(&answer);
    if (found == nullptr) continue;
    const auto place_of = [&] {
      return found->verdict.counterexamples.empty()
                 ? found->verdict.first_error.value_or(ClaimError{}).place.players
                 : found->verdict.counterexamples[0].place.players;
    };
    if (!found->verdict.holds()) fails_for = place_of().value_or(1000);
    for (int n = family.fewest_players(); n <= kMostPlayers; ++n) {
      const auto machines = by_machines(claim, n);
      if (!machines) break;
      if (found->verdict.holds() || n < *fails_for) {
        EXPECT_TRUE(machines->holds()) << text << ", n = " << n;
      } else if (n == *fails_for) {
        EXPECT_FALSE(machines->holds()) << text << ", n = " << n;
        const auto& examples = found->verdict.counterexamples;
        ASSERT_EQ(examples.empty(), machines->counterexamples.empty()) << text;
        if (!examples.empty())
          EXPECT_EQ(examples[0].piles, machines->counterexamples[0].piles) << text;
      }
    }
    ++(found->verdict.holds() ? proved : refuted);
  }
  EXPECT_GE(proved, 5);
  EXPECT_GE(refuted, 60);
}

}  // namespace
}  // namespace nimsweep
