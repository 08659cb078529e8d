(** * Small Nim

    A move takes any number of counters from a smallest pile; a pile that becomes empty is removed. What is left of a
    smallest pile is again a smallest pile, so the players might as well sort the piles once, the smallest last, and
    play Last Nim. *)
Require Import List Arith Lia PeanoNat Permutation Sorted.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim.
Import ListNotations.

(** ** The game *)

(** The number of counters of a smallest pile. *)
Fixpoint smallest (p : list nat) : nat :=
  match p with [] => 0 | [x] => x | x :: p => Nat.min x (smallest p) end.

(** The rest of the piles, with what is left of one more pile in front: y counters. *)
Definition put (y : nat) (p : list nat) : list nat := match y with 0 => p | _ => y :: p end.

(** Any one of the piles with m counters becomes one of 0 .. m-1. *)
Fixpoint lower (m : nat) (p : list nat) : list (list nat) :=
  match p with
  | [] => []
  | x :: p => (if x =? m then map (fun y => put y p) (seq 0 m) else []) ++ map (cons x) (lower m p)
  end.

Definition small_nim_options (p : list nat) : list (list nat) := lower (smallest p) p.

(** Each option is the piles with one of m counters replaced .. *)
Lemma lower_replaces m p q : In q (lower m p) ->
  exists rest y, y < m /\ Permutation p (m :: rest) /\ Permutation q (put y rest).
Proof.
  revert q. induction p as [|x p IH]; intros q Hq; [destruct Hq|]. cbn in Hq. apply in_app_or in Hq.
  destruct Hq as [Hq|Hq].
  - destruct (Nat.eqb_spec x m) as [->|]; [|destruct Hq]. apply in_map_iff in Hq. destruct Hq as [y [<- Hy]].
    apply in_seq in Hy. exists p, y. split; [lia|auto].
  - apply in_map_iff in Hq. destruct Hq as [q' [<- Hq']]. destruct (IH q' Hq') as [rest [y [Hy [Hp Hq]]]].
    exists (x :: rest), y. split; [auto|]. split.
    + rewrite Hp. constructor.
    + rewrite Hq. destruct y; [auto|constructor].
Qed.

(** .. by any smaller number. *)
Lemma lower_by_any m p y : In m p -> y < m ->
  exists q rest, In q (lower m p) /\ Permutation p (m :: rest) /\ Permutation q (put y rest).
Proof.
  intros Hm Hy. induction p as [|x p IH]; [destruct Hm|]. destruct (Nat.eq_dec x m) as [->|N].
  - exists (put y p), p. split; [|auto]. cbn. rewrite Nat.eqb_refl. apply in_or_app. left.
    apply (in_map (fun y => put y p)). apply in_seq. lia.
  - destruct Hm as [E|Hm]; [contradiction|]. destruct (IH Hm) as [q [rest [Hq [Hp Hq']]]].
    exists (x :: q), (x :: rest). split; [cbn; apply in_or_app; right; now apply in_map|]. split.
    + rewrite Hp. constructor.
    + rewrite Hq'. destruct y; [auto|constructor].
Qed.

Lemma small_nim_counters_go_down p q : In q (small_nim_options p) -> list_sum q < list_sum p.
Proof.
  intros Hq. destruct (lower_replaces _ _ _ Hq) as [rest [y [Hy [Hp Hq']]]].
  rewrite (Permutation_list_sum Hp), (Permutation_list_sum Hq'). destruct y; cbn; lia.
Qed.

Definition small_nim : ruleset :=
  {| position := list nat; options := small_nim_options; size := list_sum;
     options_smaller := small_nim_counters_go_down |}.

Lemma smallest_spec x p : In (smallest (x :: p)) (x :: p) /\ forall y, In y (x :: p) -> smallest (x :: p) <= y.
Proof.
  revert x. induction p as [|z p IH]; intros x.
  - split; [now left|]. intros y [<-|[]]. auto.
  - destruct (IH z) as [Hin Hmin]. change (smallest (x :: z :: p)) with (Nat.min x (smallest (z :: p))). split.
    + destruct (Nat.min_dec x (smallest (z :: p))) as [->| ->]; [now left|now right].
    + intros y [<-|Hy]; [lia|]. specialize (Hmin y Hy). lia.
Qed.

(** ** The piles in descending order *)

Fixpoint insert (x : nat) (p : list nat) : list nat :=
  match p with [] => [x] | y :: q => if x <=? y then x :: p else y :: insert x q end.

Definition ascending (p : list nat) : list nat := fold_right insert [] p.
Definition descending (p : list nat) : list nat := rev (ascending p).

Lemma insert_permutes x p : Permutation (insert x p) (x :: p).
Proof.
  induction p as [|y p IH]; cbn; [auto|]. destruct (x <=? y); [auto|]. rewrite IH. constructor.
Qed.

Lemma ascending_permutes p : Permutation (ascending p) p.
Proof. induction p as [|x p IH]; cbn; [auto|]. now rewrite insert_permutes, IH. Qed.

Lemma insert_sorted x p : StronglySorted le p -> StronglySorted le (insert x p).
Proof.
  induction p as [|y p IH]; intros Hs; cbn; [repeat constructor|]. inversion Hs as [|? ? Hp Hy]; subst.
  destruct (Nat.leb_spec x y) as [L|L].
  - constructor; [auto|]. constructor; [auto|]. eapply Forall_impl; [|exact Hy]. cbn. lia.
  - constructor; [auto|]. rewrite (insert_permutes x p). constructor; [lia|auto].
Qed.

Lemma ascending_sorted p : StronglySorted le (ascending p).
Proof. induction p; cbn; [constructor|now apply insert_sorted]. Qed.

Lemma sorted_unique p q : StronglySorted le p -> StronglySorted le q -> Permutation p q -> p = q.
Proof.
  revert q. induction p as [|x p IH]; intros q Hp Hq E; [symmetry; now apply Permutation_nil|].
  destruct q as [|y q]; [symmetry in E; now apply Permutation_nil in E|].
  inversion Hp as [|? ? Hp' Hx]; inversion Hq as [|? ? Hq' Hy]; subst. rewrite Forall_forall in Hx, Hy.
  assert (x = y) as <-.
  { assert (In x (y :: q)) as [->|Inx] by (rewrite <- E; now left); [auto|].
    assert (In y (x :: p)) as [->|Iny] by (rewrite E; now left); [auto|].
    apply Nat.le_antisymm; auto. }
  f_equal. apply IH; auto. now apply Permutation_cons_inv in E.
Qed.

(** ** The two games have the same options *)

(** The smallest pile is the first in ascending order. *)
Lemma ascending_smallest x p : exists rest, ascending (x :: p) = smallest (x :: p) :: rest.
Proof.
  destruct (smallest_spec x p) as [Hin Hmin]. pose proof (ascending_permutes (x :: p)) as Hperm.
  pose proof (ascending_sorted (x :: p)) as Hs. destruct (ascending (x :: p)) as [|m rest].
  - now apply Permutation_nil in Hperm.
  - exists rest. f_equal. inversion Hs as [|? ? _ Hm]; subst. rewrite Forall_forall in Hm. apply Nat.le_antisymm.
    + apply (Permutation_in _ (Permutation_sym Hperm)) in Hin. destruct Hin as [->|Hin]; auto.
    + apply Hmin. apply (Permutation_in _ Hperm). now left.
Qed.

(** To lower the first of the piles in ascending order leaves them in ascending order. *)
Lemma descending_after m s rest y p q : ascending p = m :: s -> y < m ->
  Permutation p (m :: rest) -> Permutation q (put y rest) -> descending q = leave (rev s) y.
Proof.
  intros Ep Hy Hp Hq. pose proof (ascending_sorted p) as Hs. rewrite Ep in Hs.
  inversion Hs as [|? ? Hs' Hm]; subst.
  assert (Hrest : Permutation rest s).
  { apply (Permutation_cons_inv (a := m)). rewrite <- Hp, <- Ep. symmetry. apply ascending_permutes. }
  unfold descending. replace (ascending q) with (put y s); [now destruct y|].
  apply sorted_unique; [|apply ascending_sorted|].
  - destruct y; [auto|]. constructor; [auto|]. eapply Forall_impl; [|exact Hm]. cbn. lia.
  - rewrite ascending_permutes, Hq. destruct y; cbn; now rewrite Hrest.
Qed.

Lemma options_to_last_nim p q : In q (small_nim_options p) -> In (descending q) (last_nim_options (descending p)).
Proof.
  destruct p as [|x p]; [intros []|]. destruct (ascending_smallest x p) as [s Es]. intros Hq.
  destruct (lower_replaces _ _ _ Hq) as [rest [y [Hy [Hp Hq']]]].
  rewrite (descending_after _ s rest y _ q Es Hy Hp Hq').
  unfold descending. rewrite Es. cbn [rev]. rewrite options_of_row. apply in_map. apply in_seq. lia.
Qed.

Lemma options_from_last_nim p q : In q (last_nim_options (descending p)) ->
  exists q', In q' (small_nim_options p) /\ descending q' = q.
Proof.
  destruct p as [|x p]; [intros []|]. destruct (ascending_smallest x p) as [s Es].
  unfold descending at 1. rewrite Es. cbn [rev]. rewrite options_of_row. intros Hq. apply in_map_iff in Hq.
  destruct Hq as [y [<- Hy]]. apply in_seq in Hy.
  destruct (lower_by_any (smallest (x :: p)) (x :: p) y) as [q' [rest [Hin [Hp Hq']]]];
    [apply smallest_spec|lia|].
  exists q'. split; [auto|]. apply (descending_after (smallest (x :: p)) s rest y (x :: p)); auto. lia.
Qed.

(** ** Small Nim is Last Nim *)

Lemma outcome_of_descending n A : is_matrix n A ->
  forall p i, i < n -> outcome small_nim n A p i = outcome last_nim n A (descending p) i.
Proof.
  intros HA p i Hi. symmetry.
  apply (outcome_unique small_nim n A HA (fun _ => True) (fun p i => outcome last_nim n A (descending p) i)); auto.
  clear p i Hi. intros p i _ Hi. destruct (outcome_rule last_nim n A (descending p) i) as [Hstuck Hbest].
  unfold rule_at. cbn [options last_nim small_nim] in *. split.
  - intros E. apply Hstuck. destruct (last_nim_options (descending p)) as [|q qs] eqn:El; [auto|].
    destruct (options_from_last_nim p q) as [q' [Hq' _]]; [rewrite El; now left|]. rewrite E in Hq'. destruct Hq'.
  - intros Hne. destruct Hbest as [Hin Hmin].
    { intros E. destruct (small_nim_options p) as [|q qs] eqn:Es; [auto|].
      assert (H : In (descending q) (last_nim_options (descending p)))
        by (apply options_to_last_nim; rewrite Es; now left).
      rewrite E in H. destruct H. }
    split.
    + apply in_map_iff in Hin. destruct Hin as [q [<- Hq]].
      destruct (options_from_last_nim p q Hq) as [q' [Hq' <-]].
      now apply (in_map (fun q => outcome last_nim n A (descending q) (next n i))).
    + intros w Hw. apply in_map_iff in Hw. destruct Hw as [q [<- Hq]]. apply Hmin.
      apply (in_map (fun q => outcome last_nim n A q (next n i))). now apply options_to_last_nim.
Qed.

Lemma reversed_sorted p : StronglySorted ge p -> StronglySorted le (rev p).
Proof.
  induction p as [|x p IH]; intros Hs; cbn; [constructor|]. inversion Hs as [|? ? Hp Hx]; subst.
  specialize (IH Hp). rewrite (Permutation_rev p) in Hx. induction (rev p) as [|y q IHq]; cbn; [repeat constructor|].
  inversion IH as [|? ? Hq Hy]; inversion Hx; subst. constructor; [auto|].
  apply Forall_app. split; [auto|]. repeat constructor. lia.
Qed.

Theorem small_nim_is_last_nim n A p x i : is_matrix n A -> i < n -> Permutation p x -> StronglySorted ge x ->
  outcome small_nim n A p i = outcome last_nim n A x i.
Proof.
  intros HA Hi Hp Hx. rewrite outcome_of_descending by auto. f_equal.
  unfold descending. rewrite <- (rev_involutive x). f_equal.
  apply sorted_unique; [apply ascending_sorted|now apply reversed_sorted|].
  now rewrite ascending_permutes, <- Permutation_rev.
Qed.
