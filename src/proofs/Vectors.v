(** * Outcome vectors as lists

    A state of the machine of a game: for each number of passes left, from 0 on, the list of winners, one for each player
    to move. The states after one more pile of 1, 2, .. counters follow from the state before it. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim Nimsweep.Passes.
Import ListNotations.

Definition state := list (list nat).

Fixpoint same_vector (v w : list nat) : bool :=
  match v, w with
  | [], [] => true
  | a :: v, b :: w => if a =? b then same_vector v w else false
  | _, _ => false
  end.
Fixpoint same_state (s t : state) : bool :=
  match s, t with
  | [], [] => true
  | v :: s, w :: t => if same_vector v w then same_state s t else false
  | _, _ => false
  end.

Lemma same_vector_eq v : forall w, same_vector v w = true -> v = w.
Proof.
  induction v as [|a v IH]; intros [|b w] H; try discriminate; [auto|]. cbn in H.
  destruct (Nat.eqb_spec a b) as [->|]; [|discriminate]. f_equal. auto.
Qed.

Lemma same_state_eq s : forall t, same_state s t = true -> s = t.
Proof.
  induction s as [|v s IH]; intros [|w t] H; try discriminate; [auto|]. cbn in H.
  destruct (same_vector v w) eqn:E; [|discriminate]. f_equal; [now apply same_vector_eq|auto].
Qed.

(** P_i's opinion of P_w is [nth w (nth i ranks)]. *)
Definition ranks (n : nat) (A : nat -> nat -> nat) : list (list nat) :=
  map (fun i => map (rank n A i) (seq 0 n)) (seq 0 n).

(** The next player's winners. *)
Definition turn (v : list nat) : list nat := match v with [] => [] | a :: v => v ++ [a] end.

(** What each player prefers. *)
Fixpoint prefer (rs : list (list nat)) (v w : list nat) : list nat :=
  match rs, v, w with
  | r :: rs, a :: v, b :: w => (if nth b r 0 <? nth a r 0 then b else a) :: prefer rs v w
  | _, _, _ => []
  end.

(** The best of all smaller piles, for each number of passes, gives the state; the state gives the best of all smaller
    piles than one with one counter more. *)
Fixpoint with_passes (rs : list (list nat)) (fewer : option (list nat)) (smaller : state) : state :=
  match smaller with
  | [] => []
  | v :: smaller =>
    let w := match fewer with None => v | Some u => prefer rs v (turn u) end in w :: with_passes rs (Some w) smaller
  end.
Definition state_from (rs : list (list nat)) (smaller : state) : state := with_passes rs None smaller.
Fixpoint grow (rs : list (list nat)) (smaller now : state) : state :=
  match smaller, now with
  | v :: smaller, w :: now => prefer rs v (turn w) :: grow rs smaller now
  | _, _ => []
  end.

(** The best of all smaller piles than one of t + 1 counters. *)
Fixpoint grown (rs : list (list nat)) (smaller : state) (t : nat) : state :=
  match t with 0 => smaller | S t => let s := grown rs smaller t in grow rs s (state_from rs s) end.

(** Once a counter more changes nothing, nothing changes. *)
Lemma prefer_idempotent rs : forall v w, prefer rs (prefer rs v w) w = prefer rs v w.
Proof.
  induction rs as [|r rs IH]; intros [|a v] [|b w]; auto. cbn [prefer]. rewrite IH. f_equal.
  destruct (Nat.ltb_spec (nth b r 0) (nth a r 0)) as [L|L]; [now destruct (nth b r 0 <? nth b r 0)|].
  destruct (Nat.ltb_spec (nth b r 0) (nth a r 0)); [lia|auto].
Qed.

Lemma grow_idempotent rs now : forall smaller, grow rs (grow rs smaller now) now = grow rs smaller now.
Proof. induction now as [|w now IH]; intros [|v smaller]; cbn; auto. now rewrite prefer_idempotent, IH. Qed.

Lemma stable rs smaller t : state_from rs (grown rs smaller (S t)) = state_from rs (grown rs smaller t) ->
  forall k, state_from rs (grown rs smaller (t + k)) = state_from rs (grown rs smaller t).
Proof.
  intros E. assert (G : forall k, grown rs smaller (S t + k) = grown rs smaller (S t)).
  { induction k as [|k IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r. cbn [grown].
    rewrite IH, E. cbn [grown]. apply grow_idempotent. }
  intros [|k]; [now rewrite Nat.add_0_r|]. replace (t + S k) with (S t + k) by lia. now rewrite G.
Qed.

(** ** They are the outcomes *)

Section Right.
Variable n : nat.
Variable A : nat -> nat -> nat.
Variable passes : nat.
Hypothesis n_pos : 0 < n.
Notation W := (outcome last_nim_with_passes n A).
Notation rs := (ranks n A).

Definition vector_of (f : nat -> nat) : list nat := map f (seq 0 n).
Definition state_of (f : nat -> nat -> nat) : state := map (fun k => vector_of (f k)) (seq 0 (S passes)).

(** The state after the piles p. *)
Definition state_after (p : list nat) : state := state_of (fun k => W (p, k)).

Lemma turn_vector f : turn (vector_of f) = vector_of (fun i => f (next n i)).
Proof.
  unfold vector_of. destruct n as [|m]; [lia|]. cbn [seq map turn].
  change (f (next (S m) 0) :: map (fun i => f (next (S m) i)) (seq 1 m))
    with (map (fun i => f (next (S m) i)) (seq 0 (S m))).
  rewrite seq_S, map_app. cbn [map Nat.add]. rewrite <- seq_shift, map_map. f_equal.
  - apply map_ext_in. intros i Hi. apply in_seq in Hi. f_equal. unfold next, seat. rewrite Nat.mod_small; lia.
  - do 2 f_equal. unfold next, seat. replace (m + 1) with (0 + 1 * S m) by lia. now rewrite mod_plus_multiple, Nat.mod_0_l.
Qed.

Lemma prefer_vectors f g : (forall i, i < n -> f i < n) -> (forall i, i < n -> g i < n) ->
  prefer rs (vector_of f) (vector_of g) = vector_of (fun i => better n A i (f i) (g i)).
Proof.
  intros Hf Hg. unfold ranks, vector_of.
  assert (G : forall l, (forall i, In i l -> i < n) ->
    prefer (map (fun i => map (rank n A i) (seq 0 n)) l) (map f l) (map g l) = map (fun i => better n A i (f i) (g i)) l).
  { induction l as [|i l IH]; intros Hl; [auto|]. cbn [map prefer].
    assert (Hi : i < n) by (apply Hl; now left).
    assert (R : forall w, w < n -> nth w (map (rank n A i) (seq 0 n)) 0 = rank n A i w).
    { intros w Hw. rewrite (nth_indep _ 0 (rank n A i 0)) by (rewrite map_length, seq_length; auto).
      now rewrite map_nth, seq_nth. }
    rewrite !R by auto. rewrite IH; [reflexivity|]. intros j Hj. apply Hl. now right. }
  apply G. intros i Hi. apply in_seq in Hi. lia.
Qed.

Lemma from_smaller_lt p k t i : i < n -> from_smaller n A p k t i < n.
Proof.
  intros Hi. induction t as [|t IH].
  - rewrite from_smaller_0. apply outcome_lt, next_lt. lia.
  - rewrite from_smaller_S. unfold better. destruct (_ <? _); [|auto]. apply outcome_lt, next_lt. lia.
Qed.

Lemma vector_ext f g : (forall i, i < n -> f i = g i) -> vector_of f = vector_of g.
Proof. intros H. apply map_ext_in. intros i Hi. apply in_seq in Hi. apply H. lia. Qed.

Lemma state_ext f g : (forall k i, i < n -> f k i = g k i) -> state_of f = state_of g.
Proof. intros H. apply map_ext_in. intros k _. apply vector_ext. auto. Qed.

Lemma state_from_right p t :
  state_from rs (state_of (fun k => from_smaller n A p k t)) = state_after (p ++ [S t]).
Proof.
  unfold state_from, state_after, state_of. cbn [seq map with_passes]. f_equal.
  { apply vector_ext. intros i _. symmetry. apply outcome_passes_0. }
  assert (G : forall c k,
    with_passes rs (Some (vector_of (W (p ++ [S t], k)))) (map (fun k => vector_of (from_smaller n A p k t)) (seq (S k) c))
    = map (fun k => vector_of (W (p ++ [S t], k))) (seq (S k) c)).
  { induction c as [|c IH]; intros k; [auto|]. cbn [seq map with_passes].
    rewrite turn_vector, prefer_vectors.
    - assert (E : vector_of (fun i => better n A i (from_smaller n A p (S k) t i) (W (p ++ [S t], k) (next n i)))
                  = vector_of (W (p ++ [S t], S k))) by (apply vector_ext; intros; symmetry; apply outcome_passes_S).
      rewrite E, IH. reflexivity.
    - intros i Hi. now apply from_smaller_lt.
    - intros i Hi. apply outcome_lt, next_lt. lia. }
  rewrite <- G. f_equal. f_equal. apply vector_ext. intros i _. symmetry. apply outcome_passes_0.
Qed.

Lemma grow_right p t :
  grow rs (state_of (fun k => from_smaller n A p k t)) (state_after (p ++ [S t]))
  = state_of (fun k => from_smaller n A p k (S t)).
Proof.
  unfold state_after, state_of. generalize (seq 0 (S passes)). intros l.
  induction l as [|k l IH]; [auto|]. cbn [map grow]. rewrite IH. f_equal. rewrite turn_vector, prefer_vectors.
  - apply vector_ext. intros i _. symmetry. apply from_smaller_S.
  - intros i Hi. now apply from_smaller_lt.
  - intros i Hi. apply outcome_lt, next_lt. lia.
Qed.

Lemma grown_right p t :
  grown rs (map turn (state_after p)) t = state_of (fun k => from_smaller n A p k t).
Proof.
  induction t as [|t IH].
  - cbn [grown]. unfold state_after, state_of. rewrite map_map. apply map_ext. intros k. apply turn_vector.
  - cbn [grown]. rewrite IH, state_from_right. apply grow_right.
Qed.

(** The state after one more pile of t + 1 counters. *)
Theorem state_after_pile p t :
  state_after (p ++ [S t]) = state_from rs (grown rs (map turn (state_after p)) t).
Proof. now rewrite grown_right, state_from_right. Qed.

Lemma state_start : state_after [] = repeat (seq 0 n) (S passes).
Proof.
  assert (E : forall k, vector_of (W ([], k)) = seq 0 n).
  { intros k. unfold vector_of. rewrite <- (map_id (seq 0 n)) at 2. apply map_ext. intros. apply outcome_no_pile_passes. }
  assert (G : forall c k, map (fun k => vector_of (W ([], k))) (seq k c) = repeat (seq 0 n) c).
  { induction c as [|c IH]; intros k; [auto|]. cbn [seq map repeat]. now rewrite E, IH. }
  apply G.
Qed.

(** The winner with all passes left. *)
Lemma state_winner p i : i < n -> nth i (last (state_after p) []) 0 = W (p, passes) i.
Proof.
  intros Hi. unfold state_after, state_of. rewrite seq_S, map_app. cbn [map Nat.add]. rewrite last_last.
  unfold vector_of. rewrite (nth_indep _ 0 (W (p, passes) 0)) by (rewrite map_length, seq_length; auto).
  now rewrite map_nth, seq_nth.
Qed.

End Right.
