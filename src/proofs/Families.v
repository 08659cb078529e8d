(** * Claims for every number of players

    The words in which [nimsweep verify --coq] states a claim about Last Nim under SSAM^r for every n, every number of
    piles and every pile size, and two theorems by which Tactics proves it: one for lists of cases, one for recurrences.
    Claims are about integers. *)
Require Import List ZArith Lia Bool.
Require Export Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim.
Require Import Nimsweep.Shifted.
Import ListNotations.
Open Scope Z_scope.

(** Natural numbers may stand where integers are expected. *)
Coercion Z.of_nat : nat >-> Z.

(** Equality of integers, as in the language of claims. *)
Notation "a == b" := (@eq Z a b) (at level 70) : Z_scope.
Notation "a != b" := (~ @eq Z a b) (at level 70) : Z_scope.

(** Pile number k of the row x. Claims may use it only where it exists, for k = 1 .. N. *)
Definition pile_at (x : list nat) (k : Z) : Z := pile x (Z.to_nat k).
Notation "x .[ k ]" := (pile_at x k) : Z_scope.

Lemma pile_at_positive x k : nonempty_piles x -> 1 <= k <= length x -> 1 <= x.[k].
Proof. intros Hx Hk. pose proof (nonempty_pile x (Z.to_nat k) Hx ltac:(lia)). unfold pile_at. lia. Qed.

(** ** The piles that matter

    Pile c is the next that matters, and t of those before it have more than one counter: then g is the value. *)
Inductive walk (n N : Z) (pile : Z -> Z) : Z -> Z -> Z -> Prop :=
| walk_end c t : N < c -> walk n N pile c t ((N + t) mod n)
| walk_one_counter c t g : c <= N -> pile c = 1 -> walk n N pile (c + n) t g -> walk n N pile c t g
| walk_several c t g : c <= N -> 1 < pile c -> walk n N pile (c + n - 1) (t + 1) g -> walk n N pile c t g.

Lemma walk_cases n N pile c t g : walk n N pile c t g ->
  (N < c /\ g = (N + t) mod n) \/
  (c <= N /\ pile c = 1 /\ walk n N pile (c + n) t g) \/
  (c <= N /\ 1 < pile c /\ walk n N pile (c + n - 1) (t + 1) g).
Proof. destruct 1; auto. Qed.

Lemma first_that_matters_Z (n r : nat) : 2 <= n -> first_that_matters n r = (r - 2) mod n + 1 :> Z.
Proof.
  intros Hn. unfold first_that_matters. rewrite Nat2Z.inj_add, Nat2Z.inj_mod.
  replace (Z.of_nat (r + 2 * n - 2)) with (r - 2 + 2 * n) by lia. now rewrite Z_mod_plus_full.
Qed.

Lemma walk_from (n r : nat) x (i : nat) : 2 <= n -> nonempty_piles x -> i < n -> forall k j,
  (length x < that_matters n r x j + k)%nat ->
  walk n (length x) (pile_at x) (that_matters n r x j) (tall_that_matter n r x j)
       (value last_nim n (SSAM n r) x i).
Proof.
  intros Hn Hx Hi. assert (Hn' : (2 <= n)%nat) by lia.
  induction k as [|k IH]; intros j Hk; destruct (Nat.lt_ge_cases (length x) (that_matters n r x j)) as [H|H]; try lia.
  1, 2: rewrite (shifted_value_unrolled n r x i j) by (auto; lia); rewrite Nat2Z.inj_mod, Nat2Z.inj_add;
    apply walk_end; lia.
  pose proof (that_matters_increases n r x Hn' j). pose proof (that_matters_gt n r x Hn' j).
  specialize (IH (S j) ltac:(lia)). cbn [that_matters tall_that_matter] in IH.
  assert (P : x.[that_matters n r x j] = pile x (that_matters n r x j)) by (unfold pile_at; now rewrite Nat2Z.id).
  pose proof (nonempty_pile x (that_matters n r x j) Hx ltac:(lia)).
  unfold tall in IH. destruct (Nat.ltb_spec 1 (pile x (that_matters n r x j))).
  - apply walk_several; [lia..|]. rewrite Nat2Z.inj_sub, Nat2Z.inj_add, Nat2Z.inj_add in IH by lia. exact IH.
  - apply walk_one_counter; [lia..|]. rewrite Nat.sub_0_r, Nat.add_0_r, Nat2Z.inj_add in IH. exact IH.
Qed.

(** The value is found on the walk from the first pile that matters. *)
Theorem value_by_walk (n r : nat) x (i : nat) : 2 <= n -> nonempty_piles x -> i < n ->
  walk n (length x) (pile_at x) ((r - 2) mod n + 1) 0 (value last_nim n (SSAM n r) x i).
Proof.
  intros Hn Hx Hi. rewrite <- first_that_matters_Z by auto.
  apply (walk_from n r x i Hn Hx Hi (S (length x)) 0%nat). cbn [that_matters]. lia.
Qed.

(** ** Recurrences

    What relates v and the value before any pile, and after one more pile if it did before, relates them in the end. *)
Definition after_one_more (n r g size : Z) : Z :=
  (if (size >? 1) && (g =? (r - 2) mod n) then g + 2 else g + 1) mod n.

Lemma after_one_more_step (n r s c : nat) : (2 <= n)%nat ->
  Z.of_nat (shifted_step n r s c mod n) = after_one_more n r (s mod n)%nat c.
Proof.
  intros Hn. unfold shifted_step, after_one_more.
  replace (Z.of_nat c >? 1) with (1 <? c)%nat
    by (rewrite Z.gtb_ltb; destruct (Nat.ltb_spec 1 c), (Z.ltb_spec 1 c); lia).
  replace (Z.of_nat (s mod n) =? (r - 2) mod n) with ((s + 2) mod n =? r mod n)%nat.
  - destruct ((1 <? c)%nat && _); rewrite !Nat2Z.inj_mod, Nat2Z.inj_add, Zplus_mod_idemp_l; reflexivity.
  - rewrite Nat2Z.inj_mod. apply eq_true_iff_eq. rewrite Nat.eqb_eq, Z.eqb_eq, <- Nat2Z.inj_iff, !Nat2Z.inj_mod.
    replace (Z.of_nat (s + 2)) with (Z.of_nat s + 2) by lia. split; intros E.
    + rewrite Zminus_mod, <- E, <- Zminus_mod. f_equal. lia.
    + rewrite Zplus_mod, E, <- Zplus_mod. f_equal. lia.
Qed.

Theorem value_by_recurrence (n r : nat) x (i : nat) (step : Z -> Z -> Z) (start : Z) (related : Z -> Z -> Prop) :
  2 <= n -> nonempty_piles x -> i < n ->
  (forall v, v = start -> related v 0) ->
  (forall v g size v' g', 0 <= g < n -> 1 <= size -> related v g ->
     v' = step v size -> g' = after_one_more n r g size -> related v' g') ->
  related (fold_left step (map Z.of_nat x) start) (value last_nim n (SSAM n r) x i).
Proof.
  intros Hn Hx Hi Hstart Hstep. rewrite shifted_value by (auto; lia). clear i Hi.
  induction x as [|c x IH] using rev_ind; [cbn; rewrite Nat.mod_0_l by lia; now apply Hstart|].
  apply nonempty_snoc in Hx. destruct Hx as [Hx Hc].
  rewrite map_app, fold_left_app, shifted_number_snoc, after_one_more_step by lia.
  eapply Hstep; [| |now apply IH|reflexivity..]; [|lia].
  pose proof (Nat.mod_upper_bound (shifted_number n r x) n ltac:(lia)). lia.
Qed.

Theorem SAM_value (n : nat) x (i : nat) : nonempty_piles x -> i < n ->
  value last_nim n (SAM n) x i = value last_nim n (SSAM n 0) x i.
Proof. intros. apply SAM_is_SSAM_0; auto; lia. Qed.
