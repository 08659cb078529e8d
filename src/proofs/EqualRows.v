(** * Last Nim with equal rows

    If all rows of the matrix are equal, the outcome vector is one number v: the winner sits v seats after the first
    player, whoever that is. Of the row only one thing matters: for which v the offset v+1 stands before v. *)
Require Import List Arith Lia PeanoNat.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim.
Import ListNotations.

(** The set U: v is in it if v+1 stands before v in the row. *)
Definition climbs (n : nat) (a : nat -> nat) (v : nat) : bool :=
  place n a ((v + 1) mod n) <? place n a (v mod n).

(** Up to t steps up by one, each from an element of U. *)
Fixpoint climb (U : nat -> bool) (t v : nat) : nat :=
  match t with 0 => v | S t => let w := climb U t v in if U w then w + 1 else w end.

(** A pile of x counters takes v one step up, and then up to x - 1 steps more. *)
Definition pile_step (U : nat -> bool) (v x : nat) : nat := climb U (x - 1) (v + 1).

(** What the piles make of v, from 0 on. Numbers are not reduced mod n: that is done once, at the end. *)
Definition equal_rows_number (U : nat -> bool) (x : list nat) : nat := fold_left (pile_step U) x 0.

Lemma equal_rows_number_snoc U p x : equal_rows_number U (p ++ [x]) = pile_step U (equal_rows_number U p) x.
Proof. unfold equal_rows_number. now rewrite fold_left_app. Qed.

Section EqualRows.
Variable n : nat.
Variable a : nat -> nat.
Notation W := (outcome last_nim n (equal_rows a)).

Lemma better_of_neighbours i v : i < n ->
  better n (equal_rows a) i (seat n i v) (seat n i (v + 1)) = seat n i (if climbs n a v then v + 1 else v).
Proof.
  intros Hi. unfold better, rank, climbs. rewrite !offset_seat by auto. unfold equal_rows.
  destruct (_ <? _); reflexivity.
Qed.

Lemma pile_is_pile_step p v : (forall i, i < n -> W p i = seat n i v) ->
  forall t i, i < n -> W (p ++ [S t]) i = seat n i (pile_step (climbs n a) v (S t)).
Proof.
  intros H t. unfold pile_step. cbn [Nat.sub]. rewrite Nat.sub_0_r. induction t as [|t IH]; intros i Hi.
  - rewrite outcome_one_counter, H by (apply next_lt; lia). apply seat_next. lia.
  - assert (Hn : next n i < n) by (apply next_lt; lia).
    rewrite outcome_one_more, (IH i), (IH (next n i)) by auto. rewrite seat_next by lia.
    now apply better_of_neighbours.
Qed.

Theorem equal_rows_outcome x : nonempty_piles x ->
  forall i, i < n -> W x i = seat n i (equal_rows_number (climbs n a) x).
Proof.
  induction x as [|c x IH] using rev_ind; intros Hx i Hi.
  - rewrite outcome_no_pile. symmetry. now apply seat_0.
  - apply nonempty_snoc in Hx. destruct Hx as [Hx Hc]. destruct c as [|t]; [lia|].
    rewrite equal_rows_number_snoc. apply pile_is_pile_step; auto.
Qed.

Theorem equal_rows_value x i : nonempty_piles x -> i < n ->
  value last_nim n (equal_rows a) x i = equal_rows_number (climbs n a) x mod n.
Proof. intros Hx Hi. unfold value. rewrite equal_rows_outcome by auto. now apply offset_seat. Qed.

End EqualRows.

Lemma climb_ext U U' t v : (forall w, U w = U' w) -> climb U t v = climb U' t v.
Proof. intros H. induction t as [|t IH]; cbn; [auto|]. now rewrite IH, H. Qed.

(** Rows with the same U are the same game. *)
Theorem same_climbs_same_game n a b : (forall v, v < n -> climbs n a v = climbs n b v) ->
  forall x i, nonempty_piles x -> i < n ->
  outcome last_nim n (equal_rows a) x i = outcome last_nim n (equal_rows b) x i.
Proof.
  intros H x i Hx Hi. rewrite !equal_rows_outcome by auto. f_equal.
  assert (H' : forall v, climbs n a v = climbs n b v).
  { intros v. specialize (H (v mod n) (Nat.mod_upper_bound v n ltac:(lia))). unfold climbs in *.
    now rewrite Nat.add_mod_idemp_l, Nat.mod_mod in H by lia. }
  clear Hx. induction x as [|c x IH] using rev_ind; [auto|].
  rewrite !equal_rows_number_snoc, IH. now apply climb_ext.
Qed.
