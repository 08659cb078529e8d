(** * Last Nim under SSAM^r

    Under SSAM^r only the offset r - 1 climbs. So each pile takes the number v one step up, and a pile of several
    counters takes it two steps up where it would become r - 1. This one line holds for every number of players and
    of piles, every r and every pile size. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim Nimsweep.EqualRows.
Import ListNotations.

(** ** The recurrence *)

(** v = r - 2 mod n is written without a subtraction: v + 2 = r mod n. *)
Definition shifted_step (n r v x : nat) : nat :=
  if (1 <? x) && ((v + 2) mod n =? r mod n) then v + 2 else v + 1.

Definition shifted_number (n r : nat) (x : list nat) : nat := fold_left (shifted_step n r) x 0.

Lemma shifted_number_snoc n r p x : shifted_number n r (p ++ [x]) = shifted_step n r (shifted_number n r p) x.
Proof. unfold shifted_number. now rewrite fold_left_app. Qed.

Section Climbs.
Variables n r : nat.
Hypothesis two_players : 2 <= n.
Let back := n - r mod n.  (* - r mod n, as a natural number *)

Lemma back_and_forth s : (s + r + back) mod n = s mod n.
Proof.
  pose proof (Nat.mod_upper_bound r n ltac:(lia)). unfold back.
  rewrite (Nat.div_mod_eq r n) at 1.
  replace (s + (n * (r / n) + r mod n) + (n - r mod n)) with (s + (r / n + 1) * n) by lia.
  apply mod_plus_multiple.
Qed.

Lemma place_in_shifted_row s : place n (fun j => (j + r) mod n) (s mod n) = (s + back) mod n.
Proof.
  assert (Hs : s mod n < n) by (apply Nat.mod_upper_bound; lia).
  destruct (place_spec n _ (s mod n) (SSAM_is_matrix n r 0 ltac:(lia)) Hs) as [Hp Ep].
  unfold SSAM, equal_rows in *. set (j := place n _ (s mod n)) in *. clearbody j.
  rewrite <- (Nat.mod_small j n Hp), <- (back_and_forth j).
  rewrite <- Nat.add_mod_idemp_l, Ep, Nat.add_mod_idemp_l by lia. reflexivity.
Qed.

Lemma successor_is_smaller u : u < n -> ((u + 1) mod n <? u) = ((u + 1) mod n =? 0).
Proof.
  intros Hu. destruct (Nat.eq_dec (u + 1) n) as [E|E].
  - rewrite E, Nat.mod_same by lia. apply Nat.ltb_lt. lia.
  - rewrite Nat.mod_small by lia. destruct (Nat.ltb_spec (u + 1) u), (Nat.eqb_spec (u + 1) 0); lia.
Qed.

Lemma climbs_shifted v : climbs n (fun j => (j + r) mod n) v = ((v + 1) mod n =? r mod n).
Proof.
  unfold climbs. rewrite !place_in_shifted_row.
  replace (v + 1 + back) with (v + back + 1) by lia. rewrite <- (Nat.add_mod_idemp_l (v + back)) by lia.
  rewrite successor_is_smaller by (apply Nat.mod_upper_bound; lia). rewrite Nat.add_mod_idemp_l by lia.
  apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; intros E.
  - rewrite <- (back_and_forth (v + 1)).
    replace (v + 1 + r + back) with (v + back + 1 + r) by lia.
    now rewrite <- Nat.add_mod_idemp_l, E by lia.
  - replace (v + back + 1) with (v + 1 + back) by lia.
    rewrite <- Nat.add_mod_idemp_l, E, Nat.add_mod_idemp_l by lia.
    rewrite <- (Nat.add_0_l r), back_and_forth. apply Nat.mod_0_l. lia.
Qed.

Lemma not_twice v : (v + 1) mod n = r mod n -> (v + 2) mod n <> r mod n.
Proof.
  intros <- E. replace (v + 2) with (v + 1 + 1) in E by lia. rewrite <- Nat.add_mod_idemp_l in E by lia.
  pose proof (Nat.mod_upper_bound (v + 1) n ltac:(lia)) as L. set (u := (v + 1) mod n) in *. clearbody u.
  destruct (Nat.eq_dec (u + 1) n) as [H|H]; [rewrite H, Nat.mod_same in E|rewrite Nat.mod_small in E]; lia.
Qed.

Lemma shifted_pile_step v t : pile_step (climbs n (fun j => (j + r) mod n)) v (S t) = shifted_step n r v (S t).
Proof.
  unfold pile_step. replace (S t - 1) with t by lia. induction t as [|t IH]; [reflexivity|].
  cbn [climb]. rewrite IH, climbs_shifted. unfold shifted_step. change (1 <? S (S t)) with true.
  destruct t as [|t]; cbn [Nat.ltb Nat.leb andb]; [now replace (v + 1 + 1) with (v + 2) by lia|].
  destruct (Nat.eqb_spec ((v + 2) mod n) (r mod n)) as [E|E].
  - replace (v + 2) with (v + 1 + 1) in E by lia. apply not_twice in E.
    replace (v + 1 + 2) with (v + 2 + 1) in E by lia. now apply Nat.eqb_neq in E as ->.
  - replace (v + 1 + 1) with (v + 2) by lia. now apply Nat.eqb_neq in E as ->.
Qed.
End Climbs.

(** The claim shifted-all. *)
Theorem shifted_value n r x i : nonempty_piles x -> i < n ->
  value last_nim n (SSAM n r) x i = shifted_number n r x mod n.
Proof.
  intros Hx Hi. destruct (Nat.eq_dec n 1) as [->|Hn].
  - rewrite mod_one. now apply Nat.lt_1_r, value_lt.
  - unfold SSAM. rewrite equal_rows_value by auto. f_equal.
    assert (two_players : 2 <= n) by lia. clear i Hi.
    induction x as [|c x IH] using rev_ind; [reflexivity|].
    apply nonempty_snoc in Hx. destruct Hx as [Hx Hc]. destruct c as [|t]; [lia|].
    rewrite equal_rows_number_snoc, shifted_number_snoc, IH by auto. now apply shifted_pile_step.
Qed.

(** SAM is SSAM^0. *)
Theorem SAM_is_SSAM_0 n x i : nonempty_piles x -> i < n ->
  value last_nim n (SAM n) x i = value last_nim n (SSAM n 0) x i.
Proof.
  intros Hx Hi. unfold value. f_equal. apply same_climbs_same_game; auto. intros v Hv. unfold climbs.
  assert (E : forall j, j < n -> j = (j + 0) mod n) by (intros; rewrite Nat.add_0_r, Nat.mod_small; auto).
  now rewrite !(place_ext n (fun j => j) (fun j => (j + 0) mod n)) by exact E.
Qed.

(** ** The unrolled form

    The number v takes two steps at once only at certain piles, and there only if they have more than one counter.
    The first pile that matters is number (r - 2 mod n) + 1. After each of them the next is n piles further on, or
    n - 1 piles further on if it has more than one counter. *)
Section Unrolled.
Variables n r : nat.
Variable x : list nat.

(** 1 if pile c has more than one counter, else 0. *)
Definition tall (c : nat) : nat := if 1 <? x.[c] then 1 else 0.

Definition first_that_matters : nat := (r + 2 * n - 2) mod n + 1.

(** The number of the pile that matters, from j = 0 on. *)
Fixpoint that_matters (j : nat) : nat :=
  match j with 0 => first_that_matters | S j => let c := that_matters j in c + n - tall c end.

(** How many of the first j piles that matter have more than one counter. *)
Fixpoint tall_that_matter (j : nat) : nat :=
  match j with 0 => 0 | S j => tall_that_matter j + tall (that_matters j) end.

Lemma tall_le_1 c : tall c <= 1.
Proof. unfold tall. destruct (1 <? x.[c]); lia. Qed.

Lemma tall_beyond c : length x < c -> tall c = 0.
Proof. intros H. unfold tall. now rewrite no_pile. Qed.

Lemma tall_that_matter_le j : tall_that_matter j <= j.
Proof. induction j as [|j IH]; cbn; [auto|]. pose proof (tall_le_1 (that_matters j)). lia. Qed.

Hypothesis two_players : 2 <= n.

Lemma first_spec : 1 <= first_that_matters <= n /\ (first_that_matters + 1) mod n = r mod n.
Proof.
  unfold first_that_matters. pose proof (Nat.mod_upper_bound (r + 2 * n - 2) n ltac:(lia)). split; [lia|].
  replace ((r + 2 * n - 2) mod n + 1 + 1) with ((r + 2 * n - 2) mod n + 2) by lia.
  rewrite Nat.add_mod_idemp_l by lia. replace (r + 2 * n - 2 + 2) with (r + 2 * n) by lia. apply mod_plus_multiple.
Qed.

Lemma that_matters_eq j : that_matters j + tall_that_matter j = first_that_matters + j * n.
Proof.
  induction j as [|j IH]; cbn [that_matters tall_that_matter]; [lia|]. pose proof (tall_le_1 (that_matters j)). lia.
Qed.

Lemma that_matters_increases j : that_matters j < that_matters (S j).
Proof. cbn. pose proof (tall_le_1 (that_matters j)). lia. Qed.

Lemma that_matters_gt j : j < that_matters j.
Proof.
  induction j as [|j IH]; [pose proof first_spec; cbn; lia|]. pose proof (that_matters_increases j). lia.
Qed.

Lemma that_matters_mono j k : that_matters j <= that_matters (j + k).
Proof.
  induction k as [|k IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r.
  pose proof (that_matters_increases (j + k)). lia.
Qed.

(** Piles that do not exist do not count. *)
Lemma tall_that_matter_end j k : length x < that_matters j -> tall_that_matter (j + k) = tall_that_matter j.
Proof.
  intros Hj. induction k as [|k IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. cbn [tall_that_matter].
  pose proof (that_matters_mono j k). rewrite tall_beyond by lia. lia.
Qed.

Lemma firstn_next k : k < length x -> firstn (S k) x = firstn k x ++ [x.[S k]].
Proof.
  cbn [pile]. revert k. induction x as [|c y IH]; intros k Hk; [cbn in Hk; lia|].
  destruct k as [|k]; [reflexivity|]. cbn [firstn nth app]. f_equal. apply IH. cbn in Hk. lia.
Qed.

(** After k piles the next pile that matters is among the n next ones, and v is k plus the tall ones that mattered. *)
Lemma walk k : k <= length x -> exists j,
  shifted_number n r (firstn k x) = k + tall_that_matter j /\ k < that_matters j <= k + n.
Proof.
  induction k as [|k IH]; intros Hk.
  - exists 0. pose proof first_spec. cbn in *. split; [reflexivity|lia].
  - destruct IH as [j [Ev Hj]]; [lia|]. rewrite firstn_next, shifted_number_snoc, Ev by lia.
    pose proof (that_matters_eq j) as Ej. destruct first_spec as [_ Hfirst].
    assert (Hr : r mod n = (that_matters j + tall_that_matter j + 1) mod n).
    { rewrite Ej, <- Hfirst. replace (first_that_matters + j * n + 1) with (first_that_matters + 1 + j * n) by lia.
      now rewrite mod_plus_multiple. }
    unfold shifted_step. destruct (Nat.eq_dec (S k) (that_matters j)) as [E|E].
    + exists (S j). cbn [tall_that_matter that_matters]. rewrite <- E in *. unfold tall.
      replace (k + tall_that_matter j + 2) with (S k + tall_that_matter j + 1) by lia.
      rewrite Hr, Nat.eqb_refl, andb_true_r. destruct (1 <? x.[S k]); split; lia.
    + exists j. split; [|lia].
      assert (F : (k + tall_that_matter j + 2) mod n <> r mod n).
      { intros F. rewrite Hr in F.
        pose proof (near_and_congruent n (k + tall_that_matter j + 2) (that_matters j - S k) ltac:(lia)) as C.
        replace (k + tall_that_matter j + 2 + (that_matters j - S k))
          with (that_matters j + tall_that_matter j + 1) in C by lia. symmetry in F. specialize (C F). lia. }
      apply Nat.eqb_neq in F. rewrite F, andb_false_r. lia.
Qed.

(** It suffices to look at the first j piles that matter, if the next is beyond the last pile. *)
Theorem shifted_number_unrolled j : length x < that_matters j ->
  shifted_number n r x = length x + tall_that_matter j.
Proof.
  intros Hj. destruct (walk (length x) (le_n _)) as [k [Ev Hk]]. rewrite firstn_all in Ev. rewrite Ev. f_equal.
  destruct (Nat.le_ge_cases j k) as [L|L].
  - replace k with (j + (k - j)) by lia. now apply tall_that_matter_end.
  - replace j with (k + (j - k)) by lia. symmetry. apply tall_that_matter_end. lia.
Qed.
End Unrolled.

Theorem shifted_value_unrolled n r x i j : 2 <= n -> nonempty_piles x -> i < n -> length x < that_matters n r x j ->
  value last_nim n (SSAM n r) x i = (length x + tall_that_matter n r x j) mod n.
Proof. intros. rewrite shifted_value by auto. f_equal. now apply shifted_number_unrolled. Qed.

(** The same without recursive functions: c_1, c_2, .. are the numbers of the piles that matter. *)
Definition piles_that_matter (n r : nat) (x : list nat) (c : nat -> nat) : Prop :=
  c 1 = (r + 2 * n - 2) mod n + 1 /\
  forall j, 1 <= j -> c (j + 1) = c j + n - (if 1 <? x.[c j] then 1 else 0).

(** How many of the piles c_1 .. c_j have more than one counter. *)
Definition count_tall (x : list nat) (c : nat -> nat) (j : nat) : nat :=
  length (filter (fun k => 1 <? x.[c k]) (seq 1 j)).

Lemma that_matters_are_those n r x c j : piles_that_matter n r x c -> c (j + 1) = that_matters n r x j.
Proof.
  intros [H1 HS]. induction j as [|j IH]; [exact H1|]. rewrite HS by lia. replace (S j) with (j + 1) by lia.
  rewrite IH. replace (j + 1) with (S j) by lia. reflexivity.
Qed.

Lemma count_tall_that_matter n r x c j : piles_that_matter n r x c -> count_tall x c j = tall_that_matter n r x j.
Proof.
  intros Hc. induction j as [|j IH]; [reflexivity|]. unfold count_tall in *. rewrite seq_S, filter_app, app_length, IH.
  cbn [tall_that_matter]. f_equal. cbn [filter]. replace (1 + j) with (j + 1) by lia.
  rewrite (that_matters_are_those n r x c j Hc). unfold tall. now destruct (1 <? _).
Qed.

(** The value is N plus how many of the piles that matter have more than one counter. It suffices to look at c_1 .. c_j
    if c_{j+1} is beyond the last pile .. *)
Theorem shifted_unrolled_to n r x c i j : 2 <= n -> nonempty_piles x -> i < n -> piles_that_matter n r x c ->
  length x < c (j + 1) -> value last_nim n (SSAM n r) x i = (length x + count_tall x c j) mod n.
Proof.
  intros Hn Hx Hi Hc Hj. rewrite (that_matters_are_those n r x c j Hc) in Hj.
  rewrite (count_tall_that_matter n r x c j Hc). now apply shifted_value_unrolled.
Qed.

(** .. and always at c_1 .. c_N. *)
Theorem shifted_unrolled n r x c i : 2 <= n -> nonempty_piles x -> i < n -> piles_that_matter n r x c ->
  value last_nim n (SSAM n r) x i = (length x + count_tall x c (length x)) mod n.
Proof.
  intros Hn Hx Hi Hc. apply (shifted_unrolled_to n r x c); auto.
  rewrite (that_matters_are_those n r x c _ Hc). now apply that_matters_gt.
Qed.
