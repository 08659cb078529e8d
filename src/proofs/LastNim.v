(** * Last Nim

    A position is the row of its piles x_1 .. x_N, all nonempty. A move takes any number of counters from the last
    pile; a pile that becomes empty is removed. *)
Require Import List Arith Lia PeanoNat.
Require Import Nimsweep.Alliance Nimsweep.Game.
Import ListNotations.

(** ** The game *)

(** The piles p, and after them what is left of one more pile: y counters. *)
Definition leave (p : list nat) (y : nat) : list nat := match y with 0 => p | _ => p ++ [y] end.

(** A last pile of x counters may become one of 0 .. x-1. *)
Definition last_nim_options (p : list nat) : list (list nat) :=
  map (leave (removelast p)) (seq 0 (last p 0)).

Lemma options_of_row p x : last_nim_options (p ++ [x]) = map (leave p) (seq 0 x).
Proof. unfold last_nim_options. now rewrite removelast_last, last_last. Qed.

Lemma counters_go_down p q : In q (last_nim_options p) -> list_sum q < list_sum p.
Proof.
  destruct p as [|x p _] using rev_ind; [intros []|]. rewrite options_of_row. intros Hq.
  apply in_map_iff in Hq. destruct Hq as [y [<- Hy]]. apply in_seq in Hy.
  destruct y as [|y]; cbn [leave]; rewrite !list_sum_app; cbn; lia.
Qed.

Definition last_nim : ruleset :=
  {| position := list nat; options := last_nim_options; size := list_sum; options_smaller := counters_go_down |}.

(** All piles of the row have counters. *)
Definition nonempty_piles (x : list nat) : Prop := Forall (fun counters => 0 < counters) x.

(** Pile number k of the row x, counted from 1; there are no counters where there is no pile. *)
Definition pile (x : list nat) (k : nat) : nat := match k with 0 => 0 | S k => nth k x 0 end.
Notation "x .[ k ]" := (pile x k) (at level 2, left associativity, format "x .[ k ]").

Lemma nonempty_snoc p x : nonempty_piles (p ++ [x]) <-> nonempty_piles p /\ 0 < x.
Proof.
  unfold nonempty_piles. rewrite Forall_app. split; intros [Hp Hx]; (split; [auto|]).
  - now inversion Hx.
  - auto.
Qed.

Lemma nonempty_options p q : nonempty_piles p -> In q (last_nim_options p) -> nonempty_piles q.
Proof.
  destruct p as [|x p _] using rev_ind; [intros _ []|]. rewrite nonempty_snoc, options_of_row. intros [Hp _] Hq.
  apply in_map_iff in Hq. destruct Hq as [y [<- _]]. destruct y as [|y]; [auto|].
  apply nonempty_snoc. split; [auto|lia].
Qed.

Lemma nonempty_pile x k : nonempty_piles x -> 1 <= k <= length x -> 0 < x.[k].
Proof.
  intros Hx Hk. unfold nonempty_piles in Hx. rewrite Forall_forall in Hx. apply Hx.
  destruct k as [|k]; [lia|]. apply nth_In. lia.
Qed.

Lemma no_pile x k : length x < k -> x.[k] = 0.
Proof. intros Hk. destruct k as [|k]; [auto|]. apply nth_overflow. lia. Qed.

(** What obeys the rule of Last Nim at all rows of nonempty piles is the outcome. *)
Theorem last_nim_unique n A W : is_matrix n A ->
  (forall x i, nonempty_piles x -> i < n -> rule_at n A (W : position last_nim -> nat -> nat) x i) ->
  forall x i, nonempty_piles x -> i < n -> W x i = outcome last_nim n A x i.
Proof.
  intros HA HW. apply (outcome_unique last_nim n A HA nonempty_piles); [|auto].
  intros p q. apply nonempty_options.
Qed.

(** ** The recurrence over piles

    An outcome vector says for each first player who wins. That of a row of piles follows from that of the row
    without its last pile; so outcome vectors are the states of a machine that reads piles. *)

(** The vector after one more pile of a single counter, which the first player has to take. *)
Definition one_counter (n : nat) (w : nat -> nat) : nat -> nat := fun i => w (next n i).

(** The vector after a pile with one counter more: P_i may take just that one and leave P_{i+1} the pile as it was. *)
Definition one_more (n : nat) (A : nat -> nat -> nat) (v : nat -> nat) : nat -> nat :=
  fun i => better n A i (v i) (v (next n i)).

(** The vector after a pile of 1 + t counters. *)
Fixpoint after_pile (n : nat) (A : nat -> nat -> nat) (w : nat -> nat) (t : nat) : nat -> nat :=
  match t with 0 => one_counter n w | S t => one_more n A (after_pile n A w t) end.

Section Recurrence.
Variable n : nat.
Variable A : nat -> nat -> nat.
Notation W := (outcome last_nim n A).

Theorem outcome_no_pile i : W [] i = i.
Proof. now apply outcome_stuck. Qed.

Theorem outcome_one_counter p i : W (p ++ [1]) i = W p (next n i).
Proof. rewrite outcome_eq. cbn [options last_nim]. now rewrite options_of_row. Qed.

Theorem outcome_one_more p t i :
  W (p ++ [S (S t)]) i = better n A i (W (p ++ [S t]) i) (W (p ++ [S t]) (next n i)).
Proof.
  rewrite (outcome_eq last_nim n A (p ++ [S (S t)])), (outcome_eq last_nim n A (p ++ [S t]) i).
  cbn [options last_nim]. rewrite !options_of_row. rewrite (seq_S (S t)), !map_app, Nat.add_0_l.
  apply best_of_snoc. discriminate.
Qed.

Theorem outcome_pile p t : forall i, W (p ++ [S t]) i = after_pile n A (W p) t i.
Proof.
  induction t as [|t IH]; intros i; [apply outcome_one_counter|].
  rewrite outcome_one_more, !IH. reflexivity.
Qed.

(** What comes after a row of piles depends on the outcome vector of the row only. *)
Theorem outcome_by_vector p p' q : 0 < n -> nonempty_piles q ->
  (forall i, i < n -> W p i = W p' i) -> forall i, i < n -> W (p ++ q) i = W (p' ++ q) i.
Proof.
  intros Hn Hq H. induction q as [|x q IH] using rev_ind; [now rewrite !app_nil_r|].
  apply nonempty_snoc in Hq. destruct Hq as [Hq Hx]. destruct x as [|t]; [lia|].
  rewrite !app_assoc. induction t as [|t IHt]; intros i Hi.
  - rewrite !outcome_one_counter. apply IH; auto using next_lt.
  - rewrite !outcome_one_more. rewrite !IHt; auto using next_lt; lia.
Qed.

(** ** Saturation

    n counters are as good as any larger number. Suppose P_i profits from one more counter, and gets the winner a.
    Then P_{i+1} got a from the counter before, or else P_i would have had a earlier; P_{i+2} from the one before
    that, and so on round the circle: n counters ago P_i had a already. But players never get worse. *)

Section Saturation.
Variable v : nat -> nat -> nat.
Hypothesis grows : forall t i, v (S t) i = one_more n A (v t) i.

Lemma never_worse t s i : rank n A i (v (t + s) i) <= rank n A i (v t i).
Proof.
  induction s as [|s IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r, grows. unfold one_more, better.
  destruct (Nat.ltb_spec (rank n A i (v (t + s) (next n i))) (rank n A i (v (t + s) i))); lia.
Qed.

Lemma at_least_the_neighbour t i : rank n A i (v (S t) i) <= rank n A i (v t (next n i)).
Proof.
  rewrite grows. unfold one_more, better.
  destruct (Nat.ltb_spec (rank n A i (v t (next n i))) (rank n A i (v t i))); lia.
Qed.

Lemma profit t i : v (S t) i <> v t i ->
  v (S t) i = v t (next n i) /\ rank n A i (v (S t) i) < rank n A i (v t i).
Proof.
  rewrite grows. unfold one_more, better.
  destruct (Nat.ltb_spec (rank n A i (v t (next n i))) (rank n A i (v t i))); [auto|congruence].
Qed.

Lemma profit_passed_on t i : v (S (S t)) i <> v (S t) i -> v (S t) (next n i) <> v t (next n i).
Proof.
  intros Hp E. destruct (profit _ _ Hp) as [Ea L]. rewrite Ea, E in L. pose proof (at_least_the_neighbour t i). lia.
Qed.

Lemma round_the_circle t k : 0 < n -> forall i,
  v (S (t + k)) i <> v (t + k) i -> v t (seat n i (k + 1)) = v (S (t + k)) i.
Proof.
  intros Hn. induction k as [|k IH]; intros i Hp.
  - rewrite Nat.add_0_r in *. symmetry. now apply profit.
  - replace (t + S k) with (S (t + k)) in * by lia. destruct (profit _ _ Hp) as [-> _].
    rewrite <- (IH (next n i)) by now apply profit_passed_on.
    rewrite seat_next by auto. f_equal. f_equal. lia.
Qed.

Lemma no_profit t i : i < n -> n <= S t -> v (S t) i = v t i.
Proof.
  intros Hi Ht. destruct (Nat.eq_dec (v (S t) i) (v t i)) as [E|Hp]; [auto|exfalso].
  set (s := S t - n). assert (Et : t = s + (n - 1)) by lia.
  pose proof (never_worse s (n - 1) i) as Hworse. rewrite <- Et in Hworse.
  pose proof (round_the_circle s (n - 1) ltac:(lia) i) as Hround. rewrite <- Et in Hround. specialize (Hround Hp).
  replace (n - 1 + 1) with n in Hround by lia. rewrite seat_n in Hround by auto.
  destruct (profit _ _ Hp) as [_ L]. rewrite <- Hround in L. lia.
Qed.
End Saturation.

Theorem saturation p x i : i < n -> n <= x -> W (p ++ [x]) i = W (p ++ [n]) i.
Proof.
  intros Hi Hx. induction Hx as [|x Hx IH]; [auto|]. rewrite <- IH.
  destruct x as [|t]; [lia|].
  apply (no_profit (fun t i => W (p ++ [S t]) i)); auto. intros. apply outcome_one_more.
Qed.

(** All piles may be cut down to n counters. *)
Theorem saturation_of_rows x i : i < n -> nonempty_piles x -> W x i = W (map (Nat.min n) x) i.
Proof.
  intros Hi Hx. revert i Hi. induction x as [|c x IH] using rev_ind; [auto|].
  apply nonempty_snoc in Hx. destruct Hx as [Hx Hc]. intros i Hi. rewrite map_app. cbn [map].
  rewrite <- (outcome_by_vector x (map (Nat.min n) x)); auto; [|lia|constructor; [lia|constructor]].
  destruct (Nat.le_gt_cases c n) as [L|L]; [now rewrite Nat.min_r|].
  rewrite Nat.min_l by lia. apply saturation; [auto|lia].
Qed.

End Recurrence.
