(** * Games and their outcomes

    A game is a ruleset together with an alliance matrix. Players move in turn; a player who has no move is stuck
    and, by convention, the winner. The outcome says who wins if all players play for the best winner they can get. *)
Require Import List Arith Lia PeanoNat.
Require Import Nimsweep.Alliance.
Import ListNotations.

(** A ruleset says which positions one can move to, the options. Every play ends, because a size goes down. *)
Record ruleset : Type := {
  position : Type;
  options : position -> list position;
  size : position -> nat;
  options_smaller : forall p q, In q (options p) -> size q < size p
}.
Arguments options {_} _.
Arguments size {_} _.
Arguments options_smaller {_} _ _ _.

Section Game.
Variable G : ruleset.
Variable n : nat.
Variable A : nat -> nat -> nat.

(** ** The definition *)

(** The rule at p if P_i moves: a stuck player wins; any other player gets what they like best of what the options lead
    to, where the next player moves. *)
Definition rule_at (W : position G -> nat -> nat) (p : position G) (i : nat) : Prop :=
  (options p = [] -> W p i = i) /\
  (options p <> [] -> best n A i (map (fun q => W q (next n i)) (options p)) (W p i)).

(** The outcome, looking no further than a number of moves ahead .. *)
Fixpoint outcome_within (moves : nat) (p : position G) (i : nat) : nat :=
  match moves with
  | 0 => i
  | S m => best_of n A i (map (fun q => outcome_within m q (next n i)) (options p))
  end.

(** .. and as far as plays go: the winner if P_i moves first from p. *)
Definition outcome (p : position G) (i : nat) : nat := outcome_within (S (size p)) p i.

(** The value, which the papers tabulate: how many seats after the first player the winner sits. *)
Definition value (p : position G) (i : nat) : nat := offset n i (outcome p i).

(** ** The outcome obeys the rule *)

Lemma size_ind (P : position G -> Prop) : (forall p, (forall q, In q (options p) -> P q) -> P p) -> forall p, P p.
Proof.
  intros H p. remember (size p) as s eqn:E. revert p E.
  induction s as [s IH] using lt_wf_ind. intros p ->. apply H. intros q Hq.
  apply (IH (size q)); [now apply options_smaller|auto].
Qed.

Lemma outcome_within_enough p : forall m i, size p < m -> outcome_within m p i = outcome p i.
Proof.
  induction p as [p IH] using size_ind. intros [|m] i Hm; [lia|]. unfold outcome. cbn. f_equal.
  apply map_ext_in. intros q Hq. pose proof (options_smaller p q Hq). rewrite !(IH q Hq) by lia. auto.
Qed.

Lemma outcome_eq p i : outcome p i = best_of n A i (map (fun q => outcome q (next n i)) (options p)).
Proof.
  unfold outcome at 1. cbn. f_equal. apply map_ext_in. intros q Hq.
  apply outcome_within_enough. now apply options_smaller.
Qed.

Lemma outcome_stuck p i : options p = [] -> outcome p i = i.
Proof. intros E. now rewrite outcome_eq, E. Qed.

(** There is an outcome .. *)
Theorem outcome_rule p i : rule_at outcome p i.
Proof.
  split; [apply outcome_stuck|]. intros Hne. rewrite outcome_eq. apply best_of_spec.
  intros E. apply Hne. now apply map_eq_nil in E.
Qed.

Lemma outcome_lt p : forall i, i < n -> outcome p i < n.
Proof.
  induction p as [p IH] using size_ind. intros i Hi. destruct (outcome_rule p i) as [Hstuck Hbest].
  destruct (options p) as [|q qs] eqn:E; [now rewrite Hstuck|].
  destruct Hbest as [Hin _]; [discriminate|]. rewrite <- E in *. apply in_map_iff in Hin.
  destruct Hin as [q' [<- Hq']]. apply IH; [auto|]. apply next_lt. lia.
Qed.

Hypothesis A_matrix : is_matrix n A.

(** .. and only one: what obeys the rule at all positions of a set that no move leaves is the outcome there. *)
Theorem outcome_unique (D : position G -> Prop) (W : position G -> nat -> nat) :
  (forall p q, D p -> In q (options p) -> D q) ->
  (forall p i, D p -> i < n -> rule_at W p i) ->
  forall p i, D p -> i < n -> W p i = outcome p i.
Proof.
  intros Hclosed HW p. induction p as [p IH] using size_ind. intros i Hp Hi.
  destruct (HW p i Hp Hi) as [Hstuck Hbest], (outcome_rule p i) as [Ostuck Obest].
  destruct (options p) as [|q qs] eqn:E; [now rewrite Hstuck, Ostuck|].
  assert (Hne : q :: qs <> []) by discriminate. specialize (Hbest Hne). specialize (Obest Hne). rewrite <- E in *.
  assert (Hn : next n i < n) by (apply next_lt; lia).
  replace (map (fun q => W q (next n i)) (options p)) with (map (fun q => outcome q (next n i)) (options p)) in Hbest
    by (apply map_ext_in; intros q' Hq'; symmetry; apply IH; eauto).
  apply (best_unique n A i (map (fun q => outcome q (next n i)) (options p))); auto.
  intros w Hw. apply in_map_iff in Hw. destruct Hw as [q' [<- _]]. now apply outcome_lt.
Qed.

(** ** The rule for values

    The value of a stuck player is 0. Otherwise it is, of the options' values plus one, that which stands first in
    P_i's row. *)

Definition first_in_row (a : nat -> nat) (vs : list nat) (v : nat) : Prop :=
  In v vs /\ forall v', In v' vs -> place n a v <= place n a v'.

Definition value_rule_at (g : position G -> nat -> nat) (p : position G) (i : nat) : Prop :=
  (options p = [] -> g p i = 0) /\
  (options p <> [] -> first_in_row (A i) (map (fun q => (g q (next n i) + 1) mod n) (options p)) (g p i)).

Theorem value_rule p i : i < n -> value_rule_at value p i.
Proof.
  intros Hi. assert (Hn : next n i < n) by (apply next_lt; lia).
  assert (E : map (fun q => (value q (next n i) + 1) mod n) (options p)
              = map (offset n i) (map (fun q => outcome q (next n i)) (options p))).
  { rewrite map_map. apply map_ext. intros q. symmetry. apply offset_next; [auto|]. now apply outcome_lt. }
  destruct (outcome_rule p i) as [Hstuck Hbest]. split.
  - intros Ho. unfold value. rewrite (Hstuck Ho). rewrite <- (seat_0 n i Hi) at 2.
    rewrite offset_seat by auto. apply Nat.mod_0_l. lia.
  - intros Ho. rewrite E. destruct (Hbest Ho) as [Hin Hmin]. split.
    + unfold value. now apply in_map.
    + intros v' Hv'. apply in_map_iff in Hv'. destruct Hv' as [w [<- Hw]]. now apply Hmin.
Qed.

Lemma value_lt p i : i < n -> value p i < n.
Proof. intros. apply offset_lt. lia. Qed.

Theorem value_unique (g : position G -> nat -> nat) :
  (forall p i, i < n -> value_rule_at g p i) -> forall p i, i < n -> g p i = value p i.
Proof.
  intros Hg p. induction p as [p IH] using size_ind. intros i Hi.
  destruct (Hg p i Hi) as [Gstuck Gfirst], (value_rule p i Hi) as [Vstuck Vfirst].
  destruct (options p) as [|q qs] eqn:E; [now rewrite Gstuck, Vstuck|].
  assert (Hne : q :: qs <> []) by discriminate. specialize (Gfirst Hne). specialize (Vfirst Hne). rewrite <- E in *.
  assert (Hn : next n i < n) by (apply next_lt; lia).
  replace (map (fun q => (g q (next n i) + 1) mod n) (options p))
    with (map (fun q => (value q (next n i) + 1) mod n) (options p)) in Gfirst
    by (apply map_ext_in; intros q' Hq'; now rewrite (IH q' Hq')).
  destruct Gfirst as [Gin Gmin], Vfirst as [Vin Vmin].
  assert (Hlt : forall v, In v (map (fun q => (value q (next n i) + 1) mod n) (options p)) -> v < n).
  { intros v Hv. apply in_map_iff in Hv. destruct Hv as [q' [<- _]]. apply Nat.mod_upper_bound. lia. }
  apply (place_inj n (A i)); auto using Nat.le_antisymm.
Qed.

End Game.
Arguments rule_at {_} _ _ _ _ _.
Arguments outcome _ _ _ _ _ : clear implicits.
Arguments value _ _ _ _ _ : clear implicits.

(** ** Rotation

    If every player takes the preferences of the player k seats further on, the game is the same with the players
    renamed. *)
Theorem rotation G n A k : is_matrix n A ->
  forall p i, i < n -> value G n (rotate n k A) p i = value G n A p (seat n i k).
Proof.
  intros HA p i Hi. symmetry. revert p i Hi.
  apply (value_unique G n (rotate n k A) (rotate_is_matrix n k A HA) (fun p i => value G n A p (seat n i k))).
  intros p i Hi. assert (Hs : seat n i k < n) by (apply seat_lt; lia).
  destruct (value_rule G n A p (seat n i k) Hs) as [Hstuck Hfirst].
  replace (next n (seat n i k)) with (seat n (next n i) k) in Hfirst
    by (rewrite seat_next by lia; unfold next; now rewrite seat_seat by lia).
  split; auto.
Qed.

(** With equal rows all players are alike: the value does not depend on who moves first. *)
Theorem equal_rows_same_value G n a : is_row n a ->
  forall p i, i < n -> value G n (equal_rows a) p i = value G n (equal_rows a) p 0.
Proof.
  intros Ha p i Hi. assert (HA : is_matrix n (equal_rows a)) by (intros j _; exact Ha).
  assert (H0 : 0 < n) by lia. pose proof (rotation G n (equal_rows a) i HA p 0 H0) as R.
  unfold seat in R. rewrite Nat.add_0_l, Nat.mod_small in R by auto. now symmetry.
Qed.
