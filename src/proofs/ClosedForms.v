(** * Closed forms for few piles that matter

    While at most two piles matter, the unrolled form of SSAM^r is a short list of cases. The theorems of the two
    papers on Last Nim are such lists for r = 0 and r = 1:
    - the standard theorems: El-Seidy, El Kady and Nassr, "Algorithm for Multiple Player Last Nim for Any Alliance
      System";
    - Theorems 3.3 to 3.5: El Kady and El-Seidy, "The Shifted Alliance System of Last Nim Game".

    There d = N - n. Each holds for every number of players, every number of piles in its scope, and every pile size. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim Nimsweep.Shifted.
Import ListNotations.

Lemma tall_cases x c : nonempty_piles x -> 1 <= c <= length x -> tall x c = if x.[c] =? 1 then 0 else 1.
Proof.
  intros Hx Hc. pose proof (nonempty_pile x c Hx Hc). unfold tall.
  destruct (Nat.ltb_spec 1 x.[c]), (Nat.eqb_spec x.[c] 1); lia.
Qed.

(** ** Every r: no pile, one pile, two piles matter *)
Section EveryShift.
Variables n r : nat.
Let c := first_that_matters n r.
Variable x : list nat.
Let N := length x.
Variable i : nat.
Hypothesis nonempty : nonempty_piles x.
Hypothesis player : i < n.

Lemma first_positive : 0 < c.
Proof. unfold c, first_that_matters. lia. Qed.

Theorem no_pile_matters : N < c -> value last_nim n (SSAM n r) x i = N mod n.
Proof.
  intros HN. destruct (Nat.eq_dec n 1) as [->|Hn]; [now apply Nat.lt_1_r, value_lt|].
  rewrite (shifted_value_unrolled n r x i 0) by (auto; lia). cbn. now rewrite Nat.add_0_r.
Qed.

Theorem one_pile_matters : c <= N -> N < c + n - 1 ->
  value last_nim n (SSAM n r) x i = (if x.[c] =? 1 then N else N + 1) mod n.
Proof.
  intros HcN HN. pose proof first_positive. pose proof (tall_cases x c nonempty ltac:(lia)) as T.
  destruct (Nat.eq_dec n 1) as [->|Hn]; [lia|]. rewrite (shifted_value_unrolled n r x i 1); auto; [|lia|];
  cbn [that_matters tall_that_matter]; fold c; rewrite T; destruct (x.[c] =? 1); fold N; try f_equal; lia.
Qed.

Theorem two_piles_matter : c + n - 1 <= N -> N < c + 2 * n - 2 ->
  value last_nim n (SSAM n r) x i =
  (if (x.[c] =? 1) && ((N =? c + n - 1) || (x.[c + n] =? 1)) then N
   else if (x.[c] =? 1) || (x.[c + n - 1] =? 1) then N + 1
   else N + 2) mod n.
Proof.
  intros HcN HN. pose proof first_positive. pose proof (tall_cases x c nonempty ltac:(lia)) as T.
  assert (two_players : 2 <= n) by lia.
  pose proof (tall_le_1 x (c + n)). pose proof (tall_le_1 x (c + n - 1)).
  rewrite (shifted_value_unrolled n r x i 2); auto; cbn [that_matters tall_that_matter]; fold c; rewrite T;
  destruct (Nat.eqb_spec x.[c] 1); rewrite ?Nat.sub_0_r; fold N; cbn [andb orb]; try lia.
  - destruct (Nat.eqb_spec N (c + n - 1)) as [E|E]; cbn [orb].
    + rewrite tall_beyond by (fold N; lia). f_equal. lia.
    + rewrite tall_cases by (auto; fold N; lia). destruct (x.[c + n] =? 1); f_equal; lia.
  - rewrite tall_cases by (auto; fold N; lia). destruct (x.[c + n - 1] =? 1); f_equal; lia.
Qed.
End EveryShift.

(** Multiples of n do not count: N = n + d may be written d. *)
Lemma drop_n n d k : (n + d + k) mod n = (d + k) mod n.
Proof. replace (n + d + k) with (d + k + 1 * n) by lia. apply mod_plus_multiple. Qed.

Lemma drop_n_0 n d : (n + d) mod n = d mod n.
Proof. rewrite <- (Nat.add_0_r (n + d)), drop_n. f_equal. lia. Qed.

(** ** The shifted theorems *)

Lemma first_SSAM_1 n : 0 < n -> first_that_matters n 1 = n.
Proof.
  intros. unfold first_that_matters. replace (1 + 2 * n - 2) with (n - 1 + 1 * n) by lia.
  rewrite mod_plus_multiple, Nat.mod_small; lia.
Qed.

Theorem shifted_3_3 n x i : nonempty_piles x -> i < n -> length x + 1 <= n ->
  value last_nim n (SSAM n 1) x i = length x mod n.
Proof. intros. apply no_pile_matters; auto. rewrite first_SSAM_1; lia. Qed.

Theorem shifted_3_4 n d x i : nonempty_piles x -> i < n -> length x = n + d -> d + 2 <= n ->
  value last_nim n (SSAM n 1) x i = (if x.[n] =? 1 then d else d + 1) mod n.
Proof.
  intros Hx Hi HN Hd. rewrite one_pile_matters; rewrite ?first_SSAM_1, ?HN by lia; auto; try lia.
  destruct (x.[n] =? 1); [apply drop_n_0|apply drop_n].
Qed.

(** The paper asks for n >= 3, which is not needed. *)
Theorem shifted_3_5 n d x i : nonempty_piles x -> i < n -> length x = n + d -> n = d + 1 ->
  value last_nim n (SSAM n 1) x i = (if x.[n] =? 1 then d else if x.[n + d] =? 1 then d + 1 else d + 2) mod n.
Proof.
  intros Hx Hi HN Hd. destruct (Nat.eq_dec n 1) as [->|Hn]; [now apply Nat.lt_1_r, value_lt|].
  rewrite two_piles_matter; rewrite ?first_SSAM_1, ?HN by lia; auto; try lia.
  replace (n + d =? n + n - 1) with true by (symmetry; apply Nat.eqb_eq; lia).
  replace (n + n - 1) with (n + d) by lia. rewrite orb_true_l, andb_true_r.
  destruct (x.[n] =? 1); [apply drop_n_0|]. destruct (x.[n + d] =? 1); apply drop_n.
Qed.

(** ** The standard theorems *)

Lemma first_SSAM_0 n : 2 <= n -> first_that_matters n 0 = n - 1.
Proof.
  intros. unfold first_that_matters. replace (0 + 2 * n - 2) with (n - 2 + 1 * n) by lia.
  rewrite mod_plus_multiple, Nat.mod_small; lia.
Qed.

Theorem standard_many_players n x i : nonempty_piles x -> i < n -> length x + 1 < n ->
  value last_nim n (SAM n) x i = length x mod n.
Proof. intros. rewrite SAM_is_SSAM_0 by auto. apply no_pile_matters; auto. rewrite first_SSAM_0; lia. Qed.

Theorem standard_one_player_more n x i : nonempty_piles x -> i < n -> n = length x + 1 ->
  value last_nim n (SAM n) x i = (if x.[length x] =? 1 then length x else 0) mod n.
Proof.
  intros Hx Hi Hn. destruct (Nat.eq_dec n 1) as [->|Hn1]; [now apply Nat.lt_1_r, value_lt|].
  rewrite SAM_is_SSAM_0, one_pile_matters; rewrite ?first_SSAM_0 by lia; auto; try lia.
  replace (n - 1) with (length x) by lia. destruct (x.[length x] =? 1); [auto|].
  rewrite <- Hn, Nat.mod_same, Nat.mod_0_l; lia.
Qed.

Theorem standard_3a n d x i : nonempty_piles x -> i < n -> length x = n + d -> d + 3 <= n ->
  value last_nim n (SAM n) x i = (if x.[n - 1] =? 1 then d else d + 1) mod n.
Proof.
  intros Hx Hi HN Hd. rewrite SAM_is_SSAM_0, one_pile_matters; rewrite ?first_SSAM_0, ?HN by lia; auto; try lia.
  destruct (x.[n - 1] =? 1); [apply drop_n_0|apply drop_n].
Qed.

(** The paper asks for n >= 3, which is not needed. *)
Theorem standard_3b n d x i : nonempty_piles x -> i < n -> length x = n + d -> n = d + 2 ->
  value last_nim n (SAM n) x i = (if x.[n - 1] =? 1 then d else if x.[n + d] =? 1 then d + 1 else d + 2) mod n.
Proof.
  intros Hx Hi HN Hd. rewrite SAM_is_SSAM_0, two_piles_matter; rewrite ?first_SSAM_0, ?HN by lia; auto; try lia.
  replace (n + d =? n - 1 + n - 1) with true by (symmetry; apply Nat.eqb_eq; lia).
  replace (n - 1 + n - 1) with (n + d) by lia. rewrite orb_true_l, andb_true_r.
  destruct (x.[n - 1] =? 1); [apply drop_n_0|]. destruct (x.[n + d] =? 1); apply drop_n.
Qed.

Theorem standard_3c n d x i : nonempty_piles x -> i < n -> length x = n + d -> n = d + 1 -> 3 <= n ->
  value last_nim n (SAM n) x i =
  (if x.[n - 1] =? 1 then if x.[n + d] =? 1 then d else d + 1
   else if x.[n + d - 1] =? 1 then d + 1 else d + 2) mod n.
Proof.
  intros Hx Hi HN Hd H3. rewrite SAM_is_SSAM_0, two_piles_matter; rewrite ?first_SSAM_0, ?HN by lia; auto; try lia.
  replace (n + d =? n - 1 + n - 1) with false by (symmetry; apply Nat.eqb_neq; lia).
  replace (n - 1 + n - 1) with (n + d - 1) by lia. replace (n - 1 + n) with (n + d) by lia. rewrite orb_false_l.
  destruct (x.[n - 1] =? 1); cbn [andb orb].
  - destruct (x.[n + d] =? 1); [apply drop_n_0|apply drop_n].
  - destruct (x.[n + d - 1] =? 1); apply drop_n.
Qed.

(** Here n >= 3 is needed: two players, three piles of two counters each. *)
Theorem standard_3c_needs_three_players :
  let n := 2 in let d := 1 in let x := [2; 2; 2] in
  nonempty_piles x /\ length x = n + d /\ n = d + 1 /\
  value last_nim n (SAM n) x 0 <>
  (if x.[n - 1] =? 1 then if x.[n + d] =? 1 then d else d + 1
   else if x.[n + d - 1] =? 1 then d + 1 else d + 2) mod n.
Proof. cbn. repeat split; [repeat constructor|discriminate]. Qed.

(** Three players, six piles: up to three piles matter. *)
Theorem standard_6_3 x i : nonempty_piles x -> i < 3 -> length x = 6 ->
  value last_nim 3 (SAM 3) x i =
  if x.[2] =? 1 then if x.[5] =? 1 then 0 else 1
  else if x.[4] =? 1 then 1 else if x.[6] =? 1 then 2 else 0.
Proof.
  intros Hx Hi HN.
  assert (T : forall c, 1 <= c <= 6 -> tall x c = if x.[c] =? 1 then 0 else 1)
    by (intros; apply tall_cases; [auto|lia]).
  assert (B : forall c, 6 < c -> tall x c = 0) by (intros; apply tall_beyond; lia).
  assert (C : length x < that_matters 3 0 x 3).
  { pose proof (that_matters_eq 3 0 x ltac:(lia) 3). pose proof (tall_that_matter_le 3 0 x 3).
    change (first_that_matters 3 0) with 2 in *. lia. }
  rewrite SAM_is_SSAM_0, (shifted_value_unrolled 3 0 x i 3), HN by auto.
  cbn [that_matters tall_that_matter]. change (first_that_matters 3 0) with 2. rewrite (T 2) by lia.
  destruct (x.[2] =? 1); cbn [Nat.sub Nat.add].
  - rewrite (T 5) by lia. destruct (x.[5] =? 1); cbn [Nat.sub Nat.add]; now rewrite B by lia.
  - rewrite (T 4) by lia. destruct (x.[4] =? 1); cbn [Nat.sub Nat.add]; [now rewrite B by lia|].
    rewrite (T 6) by lia. now destruct (x.[6] =? 1).
Qed.
