(** * The theorems

    All main results in one place, from the definition of the game. To read them one needs the definitions of
    Alliance, Game and LastNim, and where they occur those of [climbs] and [pile_step] (in EqualRows),
    [first_that_matters], [piles_that_matter] and [count_tall] (in Shifted), [small_nim] (in SmallNim), and
    [last_nim_with_passes] (in Passes); for the last theorem also the language of claims (in Language) and [proved] (in
    Checker). *)
Require Import List Arith PeanoNat Bool Permutation Sorted.
Require Export Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim Nimsweep.EqualRows Nimsweep.Shifted Nimsweep.SmallNim.
Require Nimsweep.Behaviours Nimsweep.ClosedForms Nimsweep.Passes Nimsweep.Certificate.
Import ListNotations.

(** ** Every game, every matrix *)

Theorem SAM_is_matrix : forall n, is_matrix n (SAM n).
Proof. exact Alliance.SAM_is_matrix. Qed.

Theorem SSAM_is_matrix : forall n r, is_matrix n (SSAM n r).
Proof. exact Alliance.SSAM_is_matrix. Qed.

(** There is an outcome .. *)
Theorem outcome_exists : forall G n A p i, rule_at n A (outcome G n A) p i.
Proof. exact Game.outcome_rule. Qed.

(** .. and only one. *)
Theorem outcome_unique : forall G n A (W : position G -> nat -> nat), is_matrix n A ->
  (forall p i, i < n -> rule_at n A W p i) ->
  forall p i, i < n -> W p i = outcome G n A p i.
Proof. intros G n A W HA HW p i. apply (Game.outcome_unique G n A HA (fun _ => True)); auto. Qed.

(** Taking the preferences of the player k seats further on renames the players. *)
Theorem rotation : forall G n A k, is_matrix n A ->
  forall p i, i < n -> value G n (rotate n k A) p i = value G n A p ((i + k) mod n).
Proof. exact Game.rotation. Qed.

(** With equal rows the value does not depend on who moves first. *)
Theorem equal_rows_same_value : forall G n a, is_row n a ->
  forall p i, i < n -> value G n (equal_rows a) p i = value G n (equal_rows a) p 0.
Proof. exact Game.equal_rows_same_value. Qed.

(** ** Last Nim, every matrix *)

Theorem last_nim_unique : forall n A (W : list nat -> nat -> nat), is_matrix n A ->
  (forall x i, nonempty_piles x -> i < n -> rule_at (G := last_nim) n A W x i) ->
  forall x i, nonempty_piles x -> i < n -> W x i = outcome last_nim n A x i.
Proof. exact LastNim.last_nim_unique. Qed.

Theorem outcome_no_pile : forall n A i, outcome last_nim n A [] i = i.
Proof. exact LastNim.outcome_no_pile. Qed.

Theorem outcome_one_counter : forall n A x i,
  outcome last_nim n A (x ++ [1]) i = outcome last_nim n A x (next n i).
Proof. exact LastNim.outcome_one_counter. Qed.

Theorem outcome_one_more : forall n A x t i,
  outcome last_nim n A (x ++ [t + 2]) i =
  better n A i (outcome last_nim n A (x ++ [t + 1]) i) (outcome last_nim n A (x ++ [t + 1]) (next n i)).
Proof. intros. rewrite !(Nat.add_comm t). apply LastNim.outcome_one_more. Qed.

(** The two together: the outcome vector after a pile of t + 1 counters. *)
Theorem outcome_pile : forall n A x t i,
  outcome last_nim n A (x ++ [t + 1]) i = after_pile n A (outcome last_nim n A x) t i.
Proof. intros. rewrite (Nat.add_comm t). apply LastNim.outcome_pile. Qed.

(** What piles do depends on the outcome vector of the piles before them only. *)
Theorem outcome_by_vector : forall n A x x' y, 0 < n -> nonempty_piles y ->
  (forall i, i < n -> outcome last_nim n A x i = outcome last_nim n A x' i) ->
  forall i, i < n -> outcome last_nim n A (x ++ y) i = outcome last_nim n A (x' ++ y) i.
Proof. exact LastNim.outcome_by_vector. Qed.

(** A last pile of n or more counters is as good as one of n .. *)
Theorem saturation : forall n A x c i, i < n -> n <= c ->
  outcome last_nim n A (x ++ [c]) i = outcome last_nim n A (x ++ [n]) i.
Proof. exact LastNim.saturation. Qed.

(** .. and so is any other pile. *)
Theorem saturation_of_rows : forall n A x i, i < n -> nonempty_piles x ->
  outcome last_nim n A x i = outcome last_nim n A (map (Nat.min n) x) i.
Proof. exact LastNim.saturation_of_rows. Qed.

(** ** Last Nim with equal rows *)

(** The outcome is one number: it starts at 0, and [pile_step] says what a pile does to it. *)
Theorem equal_rows_value : forall n a x i, nonempty_piles x -> i < n ->
  value last_nim n (equal_rows a) x i = fold_left (pile_step (climbs n a)) x 0 mod n.
Proof. exact EqualRows.equal_rows_value. Qed.

(** Two rows are the same game just if v + 1 stands before v for the same v .. *)
Theorem same_game_iff_same_climbs : forall n a b,
  (forall x i, nonempty_piles x -> i < n ->
     outcome last_nim n (equal_rows a) x i = outcome last_nim n (equal_rows b) x i) <->
  (forall v, v < n -> climbs n a v = climbs n b v).
Proof. exact Behaviours.same_game_iff_same_climbs. Qed.

(** .. which is so for some v, but not for all .. *)
Theorem some_climb_not_all : forall n a, is_row n a -> 2 <= n ->
  (exists v, v < n /\ climbs n a v = true) /\ (exists v, v < n /\ climbs n a v = false).
Proof. exact Behaviours.some_climb_not_all. Qed.

(** .. and otherwise for any set of them. So there are 2^n - 2 games with equal rows. *)
Theorem every_set_occurs : forall n (U : nat -> bool) u w, u < n -> w < n -> U u = true -> U w = false ->
  exists a, is_row n a /\ forall v, v < n -> climbs n a v = U v.
Proof. exact Behaviours.every_set_occurs. Qed.

(** ** Last Nim under SSAM^r: every n, every r, every number of piles, every pile size *)

(** The claim shifted-all: for each pile v -> v + 2 if x > 1 and v = r - 2 mod n, else v + 1. *)
Theorem shifted_all : forall n r x i, nonempty_piles x -> i < n ->
  value last_nim n (SSAM n r) x i =
  fold_left (fun v c => if (1 <? c) && ((v + 2) mod n =? r mod n) then v + 2 else v + 1) x 0 mod n.
Proof. exact Shifted.shifted_value. Qed.

(** The unrolled form: N plus how many of the piles that matter have more than one counter. Their numbers are
    c_1 = (r - 2 mod n) + 1 and c_{j+1} = c_j + n - [x_{c_j} > 1]; it suffices to look at c_1 .. c_N .. *)
Theorem shifted_unrolled : forall n r x c i, 2 <= n -> nonempty_piles x -> i < n -> piles_that_matter n r x c ->
  value last_nim n (SSAM n r) x i = (length x + count_tall x c (length x)) mod n.
Proof. exact Shifted.shifted_unrolled. Qed.

(** .. and at c_1 .. c_j if c_{j+1} is beyond the last pile. *)
Theorem shifted_unrolled_to : forall n r x c i j, 2 <= n -> nonempty_piles x -> i < n -> piles_that_matter n r x c ->
  length x < c (j + 1) -> value last_nim n (SSAM n r) x i = (length x + count_tall x c j) mod n.
Proof. exact Shifted.shifted_unrolled_to. Qed.

Theorem no_pile_matters : forall n r x i, nonempty_piles x -> i < n ->
  let N := length x in let c := first_that_matters n r in
  N < c -> value last_nim n (SSAM n r) x i = N mod n.
Proof. exact ClosedForms.no_pile_matters. Qed.

Theorem one_pile_matters : forall n r x i, nonempty_piles x -> i < n ->
  let N := length x in let c := first_that_matters n r in
  c <= N -> N < c + n - 1 ->
  value last_nim n (SSAM n r) x i = (if x.[c] =? 1 then N else N + 1) mod n.
Proof. exact ClosedForms.one_pile_matters. Qed.

Theorem two_piles_matter : forall n r x i, nonempty_piles x -> i < n ->
  let N := length x in let c := first_that_matters n r in
  c + n - 1 <= N -> N < c + 2 * n - 2 ->
  value last_nim n (SSAM n r) x i =
  (if (x.[c] =? 1) && ((N =? c + n - 1) || (x.[c + n] =? 1)) then N
   else if (x.[c] =? 1) || (x.[c + n - 1] =? 1) then N + 1
   else N + 2) mod n.
Proof. exact ClosedForms.two_piles_matter. Qed.

(** ** The theorems of El Kady and El-Seidy on SSAM^1 *)

Theorem shifted_3_3 : forall n x i, nonempty_piles x -> i < n -> length x + 1 <= n ->
  value last_nim n (SSAM n 1) x i = length x mod n.
Proof. exact ClosedForms.shifted_3_3. Qed.

Theorem shifted_3_4 : forall n d x i, nonempty_piles x -> i < n -> length x = n + d -> d + 2 <= n ->
  value last_nim n (SSAM n 1) x i = (if x.[n] =? 1 then d else d + 1) mod n.
Proof. exact ClosedForms.shifted_3_4. Qed.

(** Without the paper's n >= 3. *)
Theorem shifted_3_5 : forall n d x i, nonempty_piles x -> i < n -> length x = n + d -> n = d + 1 ->
  value last_nim n (SSAM n 1) x i = (if x.[n] =? 1 then d else if x.[n + d] =? 1 then d + 1 else d + 2) mod n.
Proof. exact ClosedForms.shifted_3_5. Qed.

(** ** The standard theorems, quoted by El-Seidy, El Kady and Nassr *)

Theorem standard_many_players : forall n x i, nonempty_piles x -> i < n -> length x + 1 < n ->
  value last_nim n (SAM n) x i = length x mod n.
Proof. exact ClosedForms.standard_many_players. Qed.

Theorem standard_one_player_more : forall n x i, nonempty_piles x -> i < n -> n = length x + 1 ->
  value last_nim n (SAM n) x i = (if x.[length x] =? 1 then length x else 0) mod n.
Proof. exact ClosedForms.standard_one_player_more. Qed.

Theorem standard_3a : forall n d x i, nonempty_piles x -> i < n -> length x = n + d -> d + 3 <= n ->
  value last_nim n (SAM n) x i = (if x.[n - 1] =? 1 then d else d + 1) mod n.
Proof. exact ClosedForms.standard_3a. Qed.

(** Without the paper's n >= 3. *)
Theorem standard_3b : forall n d x i, nonempty_piles x -> i < n -> length x = n + d -> n = d + 2 ->
  value last_nim n (SAM n) x i = (if x.[n - 1] =? 1 then d else if x.[n + d] =? 1 then d + 1 else d + 2) mod n.
Proof. exact ClosedForms.standard_3b. Qed.

Theorem standard_3c : forall n d x i, nonempty_piles x -> i < n -> length x = n + d -> n = d + 1 -> 3 <= n ->
  value last_nim n (SAM n) x i =
  (if x.[n - 1] =? 1 then if x.[n + d] =? 1 then d else d + 1
   else if x.[n + d - 1] =? 1 then d + 1 else d + 2) mod n.
Proof. exact ClosedForms.standard_3c. Qed.

(** Here n >= 3 is needed: it fails for two players and the piles 2, 2, 2. *)
Theorem standard_3c_needs_three_players :
  let n := 2 in let d := 1 in let x := [2; 2; 2] in
  nonempty_piles x /\ length x = n + d /\ n = d + 1 /\
  value last_nim n (SAM n) x 0 <>
  (if x.[n - 1] =? 1 then if x.[n + d] =? 1 then d else d + 1
   else if x.[n + d - 1] =? 1 then d + 1 else d + 2) mod n.
Proof. exact ClosedForms.standard_3c_needs_three_players. Qed.

Theorem standard_6_3 : forall x i, nonempty_piles x -> i < 3 -> length x = 6 ->
  value last_nim 3 (SAM 3) x i =
  if x.[2] =? 1 then if x.[5] =? 1 then 0 else 1
  else if x.[4] =? 1 then 1 else if x.[6] =? 1 then 2 else 0.
Proof. exact ClosedForms.standard_6_3. Qed.

(** ** Small Nim *)

(** Small Nim is Last Nim on the same piles in descending order, under every matrix. *)
Theorem small_nim_is_last_nim : forall n A p x i, is_matrix n A -> i < n -> Permutation p x -> StronglySorted ge x ->
  outcome small_nim n A p i = outcome last_nim n A x i.
Proof. exact SmallNim.small_nim_is_last_nim. Qed.

(** ** Passes *)

(** Last Nim with no passes left is Last Nim. *)
Theorem no_passes : forall n A x i, outcome Passes.last_nim_with_passes n A (x, 0) i = outcome last_nim n A x i.
Proof. exact Passes.no_passes. Qed.

(** ** The checker of certificates *)

(** What nimsweep-check accepts is so: for each proof in the text of a certificate that it does not reject, the claim is
    right at all rows of piles. *)
Theorem checker_sound : forall text readings others,
  Certificate.read_certificate text = Certificate.Contents readings others ->
  forall r, In r readings -> Certificate.check_reading r = None ->
  Checker.proved (Checker.says_ (Certificate.its_proof r)).
Proof. exact Certificate.certificate_sound. Qed.
