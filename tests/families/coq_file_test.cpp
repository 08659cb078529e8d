// Theorems as text. That Coq proves them, and reads them as claims are read, is tested by
// tests/proofs/families_test.py.
#include "nimsweep/families/coq_file.hpp"

#include <gtest/gtest.h>

#include "nimsweep/job/claim_registry.hpp"

namespace nimsweep {
namespace {

constexpr CoqScope kEveryShift{.shift = std::nullopt, .most_piles_that_matter = 2};

std::string theorem_of(const Claim& claim, const CoqScope& scope) {
  const auto theorem = coq_theorem(claim, scope);
  const auto* reason = std::get_if<NotInCoq>(&theorem);
  return reason != nullptr ? "not covered: " + reason->reason : std::get<std::string>(theorem);
}

std::string reason_for(const ClaimText& text) {
  const auto theorem = coq_theorem(make_claim(text), kEveryShift);
  const auto* reason = std::get_if<NotInCoq>(&theorem);
  return reason != nullptr ? reason->reason : "";
}

ClaimText claim_when(const std::string& condition) {
  return {.name = "a claim", .matrix = "ssam", .cases = {{.when = condition, .value = "N"}}};
}

TEST(CoqTheorem, StatesAListOfCases) {
  EXPECT_EQ(theorem_of(find_claim("shifted-3.5"), {.shift = 1, .most_piles_that_matter = 2}),
            R"((* shifted-3.5 (El Kady, El-Seidy: Theorem 3.5)
   SSAM^1, n = d + 1, n >= 3:
     g = d if x_n = 1
     g = d + 1 if x_n > 1 and x_{n+d} = 1
     g = d + 2 if x_n > 1 and x_{n+d} > 1
   where g = value, mod n; n players; N piles, none of them empty; d = N - n; x_1 = size of the first pile *)
Theorem claim_shifted_3_5 : forall (n : nat) (x : list nat) (i : nat),
  2 <= n -> nonempty_piles x -> 1 <= length x -> i < n ->
  let N : Z := length x in
  let d : Z := N - n in
  let g : Z := value last_nim n (SSAM n 1) x i in
  n == d + 1 /\ n >= 3 ->
  1 <= n <= N /\
  if x.[n] =? 1 then g = d mod n
  else (x.[n] > 1 -> 1 <= n + d <= N) /\
  if (x.[n] >? 1) && (x.[n + d] =? 1) then g = (d + 1) mod n
  else if (x.[n] >? 1) && (x.[n + d] >? 1) then g = (d + 2) mod n
  else False.
Proof. prove_cases 2. Qed.
Print Assumptions claim_shifted_3_5.
)");
}

TEST(CoqTheorem, StatesARecurrence) {
  EXPECT_EQ(theorem_of(find_claim("shifted-all"), kEveryShift),
            R"((* shifted-all (every shift, as a recurrence)
   SSAM^r:
     v = 0; for each pile
     v -> v + 2 if x > 1 and v = (r - 2) mod n
     else v -> v + 1
     g = v
   where g = value, mod n; n players; N piles, none of them empty; r of the matrix SSAM^r; v = a number, mod n; x = size of a pile *)
Theorem claim_shifted_all : forall (n r : nat) (x : list nat) (i : nat),
  2 <= n -> r < n -> nonempty_piles x -> 1 <= length x -> i < n ->
  let g : Z := value last_nim n (SSAM n r) x i in
  let step (v size : Z) : Z :=
    (if (size >? 1) && (v =? (r - 2) mod n) then v + 2
     else v + 1) mod n in
  let v : Z := fold_left step (map Z.of_nat x) (0 mod n) in
  g = v mod n.
Proof. prove_recurrence n. Qed.
Print Assumptions claim_shifted_all.
)");
}

TEST(CoqTheorem, IsAboutEnoughPlayersForTheShift) {
  const Claim claim = make_claim({.name = "shift", .matrix = "ssam:3", .cases = {{.value = "r"}}});
  const std::string theorem = theorem_of(claim, {.shift = 3});
  EXPECT_NE(theorem.find("\n  3 < n -> nonempty_piles x"), std::string::npos) << theorem;
  EXPECT_NE(theorem.find("\n  let r : Z := 3 in\n"), std::string::npos) << theorem;
  EXPECT_NE(theorem.find("(SSAM n 3)"), std::string::npos) << theorem;
}

TEST(CoqTheorem, SaysOfEachPileThatItExistsBeforeItIsRead) {
  const Claim claim = make_claim(claim_when("N > 3 and (x[3] == 1 or not x[4] == 1)"));
  const std::string theorem = theorem_of(claim, kEveryShift);
  EXPECT_NE(theorem.find("  (N > 3 -> 1 <= 3 <= N) /\\\n"
                         "  (N > 3 -> x.[3] != 1 -> 1 <= 4 <= N) /\\\n"
                         "  if (N >? 3) && ((x.[3] =? 1) || (negb (x.[4] =? 1))) then g = N mod n\n"
                         "  else False.\n"),
            std::string::npos)
      << theorem;
}

TEST(CoqTheorem, HasSetsOthersAndWinners) {
  const Claim claim = make_claim({.name = "kinds",
                                  .matrix = "ssam",
                                  .cases = {{.when = "N == 1", .value = "[0, n - 1]"},
                                            {"N == 2", "[0, 1]", CaseKind::other},
                                            {"N == 3", "2", CaseKind::other},
                                            {"", "first + 1", CaseKind::winner}}});
  const std::string theorem = theorem_of(claim, kEveryShift);
  EXPECT_NE(theorem.find("  if N =? 1 then In g [0 mod n; (n - 1) mod n]\n"
                         "  else if N =? 2 then ~ In g [0 mod n; 1 mod n]\n"
                         "  else if N =? 3 then g <> 2 mod n\n"
                         "  else g = (first + 1 - first) mod n.\n"),
            std::string::npos)
      << theorem;
}

TEST(CoqTheorem, SaysWhyThereIsNone) {
  EXPECT_EQ(reason_for(claim_when("xor(x) == 0")),
            "case 1: when: column 1: binary digits are not linear");
  EXPECT_EQ(reason_for(claim_when("digitsum(n) == 0")),
            "case 1: when: column 1: binary digits are not linear");
  EXPECT_EQ(reason_for(claim_when("N > 1 and count(x > 1) == 2")),
            "case 1: when: column 11: it is about all piles, whose number is not known");
  EXPECT_EQ(reason_for(claim_when("n * N == 4")),
            "case 1: when: column 3: a product of two variables is not linear");
  EXPECT_EQ(reason_for(claim_when("N / n == 4")),
            "case 1: when: column 3: the divisor is not a positive integer");
  EXPECT_EQ(reason_for(claim_when("N mod (n - 1) == 4")),
            "case 1: when: column 3: the modulus is not n or an integer");
  EXPECT_EQ(reason_for(claim_when("x[1] mod n == 0")),
            "case 1: when: column 6: a pile mod n is not linear");
  EXPECT_EQ(reason_for({.name = "nim", .game = "nim", .cases = {{.value = "0"}}}),
            "the game is nim, not last-nim");
  EXPECT_EQ(reason_for({.name = "no default",
                        .matrix = "ssam",
                        .recurrence = {{.each = {{.when = "x > 1", .value = "v"}}}},
                        .cases = {{.value = "v"}}}),
            "each: the last entry has a condition");
  EXPECT_EQ(reason_for({.name = "counts piles",
                        .matrix = "ssam",
                        .recurrence = {{.each = {{.value = "v"}}}},
                        .cases = {{.value = "v + N"}}}),
            "a case of a recurrence speaks of more than v, n and r");
  EXPECT_EQ(reason_for(claim_when("(2 + 1) * x[2 * n] mod 4 == -N / 3")), "");
}

TEST(CoqTheorem, NeedsNoCareInNames) {
  EXPECT_EQ(coq_name("standard-n=N+1"), "claim_standard_n_N_1");
  EXPECT_EQ(coq_name("2\u00b2"), "claim_2__");
  ClaimText text = claim_when("N == 2");
  text.name = "a *) \"(*b";
  text.source = "(*)";
  const std::string theorem = theorem_of(make_claim(text), kEveryShift);
  EXPECT_EQ(theorem.find("(* a * ) '( *b (( * ))\n"), 0U) << theorem;
}

TEST(CoqFile, HoldsTheorems) {
  const std::vector<std::string> theorems = {"first\n", "second\n"};
  const std::string file = coq_file(theorems);
  EXPECT_TRUE(file.starts_with("(* Claims about Last Nim"));
  EXPECT_TRUE(file.ends_with("\nOpen Scope Z_scope.\n\nfirst\n\nsecond\n"));
}

}  // namespace
}  // namespace nimsweep
