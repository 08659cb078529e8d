(** * Last Nim with passes

    All players share a number of passes. A player who has a move may pass instead, which uses one of them up. *)
Require Import List Arith Lia PeanoNat.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim.
Import ListNotations.

(** A position is a row of piles with the number of passes left. *)
Definition passing_options (pk : list nat * nat) : list (list nat * nat) :=
  let '(p, k) := pk in
  map (fun q => (q, k)) (last_nim_options p) ++ match p, k with _ :: _, S k => [(p, k)] | _, _ => [] end.

Lemma passing_goes_down pk qk : In qk (passing_options pk) -> list_sum (fst qk) + snd qk < list_sum (fst pk) + snd pk.
Proof.
  destruct pk as [p k]. unfold passing_options. rewrite in_app_iff. cbn [fst snd]. intros [H|H].
  - apply in_map_iff in H. destruct H as [q [<- Hq]]. apply counters_go_down in Hq. cbn [fst snd]. lia.
  - destruct p, k; cbn in H; try contradiction. destruct H as [<-|[]]. cbn [fst snd]. lia.
Qed.

Definition last_nim_with_passes : ruleset :=
  {| position := list nat * nat; options := passing_options; size := fun pk => list_sum (fst pk) + snd pk;
     options_smaller := passing_goes_down |}.

(** Without passes this is Last Nim. *)
Theorem no_passes n A p : forall i, outcome last_nim_with_passes n A (p, 0) i = outcome last_nim n A p i.
Proof.
  induction p as [p IH] using (size_ind last_nim). intros i. rewrite !outcome_eq.
  cbn [options last_nim_with_passes last_nim passing_options]. f_equal.
  rewrite <- (app_nil_r (map _ (last_nim_options p))).
  replace (match p with [] | _ => [] end : list (list nat * nat)) with (@nil (list nat * nat)) by now destruct p.
  rewrite !app_nil_r, map_map. apply map_ext_in. intros q Hq. now apply IH.
Qed.

(** ** The recurrence over piles *)

Section Recurrence.
Variable n : nat.
Variable A : nat -> nat -> nat.
Notation W := (outcome last_nim_with_passes n A).

(** What P_i likes best of all smaller last piles, from 0 to t counters, with as many passes left. *)
Definition from_smaller (p : list nat) (k t i : nat) : nat :=
  best_of n A i (map (fun y => W (leave p y, k) (next n i)) (seq 0 (S t))).

Lemma from_smaller_0 p k i : from_smaller p k 0 i = W (p, k) (next n i).
Proof. reflexivity. Qed.

Lemma from_smaller_S p k t i :
  from_smaller p k (S t) i = better n A i (from_smaller p k t i) (W (p ++ [S t], k) (next n i)).
Proof. unfold from_smaller. rewrite (seq_S (S t)), map_app. cbn [map Nat.add leave]. apply best_of_snoc. discriminate. Qed.

Lemma outcome_passes_0 p t i : W (p ++ [S t], 0) i = from_smaller p 0 t i.
Proof.
  rewrite outcome_eq. cbn [options last_nim_with_passes passing_options]. rewrite options_of_row.
  replace (match p ++ [S t] with [] | _ => [] end : list (list nat * nat)) with (@nil (list nat * nat))
    by now destruct (p ++ [S t]).
  now rewrite app_nil_r, !map_map.
Qed.

Lemma outcome_passes_S p t k i :
  W (p ++ [S t], S k) i = better n A i (from_smaller p (S k) t i) (W (p ++ [S t], k) (next n i)).
Proof.
  rewrite outcome_eq. cbn [options last_nim_with_passes passing_options]. rewrite options_of_row.
  replace (match p ++ [S t] with [] => [] | _ :: _ => [(p ++ [S t], k)] end) with [(p ++ [S t], k)]
    by now destruct p.
  rewrite map_app, !map_map. cbn [map]. rewrite best_of_snoc by discriminate. reflexivity.
Qed.

Lemma outcome_no_pile_passes k i : W ([], k) i = i.
Proof. apply outcome_stuck. reflexivity. Qed.

End Recurrence.
