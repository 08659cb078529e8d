(** * Alliance matrices

    Players P_0 .. P_{n-1} sit in a circle. Row i of the alliance matrix is P_i's order of preference over winners,
    as seat offsets: P_i likes best that the player A i 0 seats further on wins, then the player A i 1 seats further
    on, and so on. *)
Require Import List Arith Lia PeanoNat.
Import ListNotations.

(** ** Seats *)

(** The player who sits k seats after P_i. *)
Definition seat (n i k : nat) : nat := (i + k) mod n.

(** Who moves after P_i. *)
Definition next (n i : nat) : nat := seat n i 1.

(** How many seats after P_i the player P_w sits. *)
Definition offset (n i w : nat) : nat := (w + (n - i)) mod n.

Lemma mod_plus_multiple n a k : (a + k * n) mod n = a mod n.
Proof. destruct n; [now rewrite Nat.mul_0_r, Nat.add_0_r|apply Nat.mod_add; lia]. Qed.

Lemma mod_one a : a mod 1 = 0.
Proof. reflexivity. Qed.

(** Numbers that are less than n apart are congruent only if they are equal. *)
Lemma near_and_congruent n a k : k < n -> (a + k) mod n = a mod n -> k = 0.
Proof.
  intros Hk E. pose proof (Nat.mod_upper_bound a n ltac:(lia)). rewrite <- Nat.add_mod_idemp_l in E by lia.
  set (u := a mod n) in *. clearbody u. destruct (Nat.lt_ge_cases (u + k) n).
  - rewrite Nat.mod_small in E; lia.
  - replace (u + k) with (u + k - n + 1 * n) in E by lia. rewrite mod_plus_multiple, Nat.mod_small in E; lia.
Qed.

Lemma seat_lt n i k : 0 < n -> seat n i k < n.
Proof. intros. apply Nat.mod_upper_bound. lia. Qed.

Lemma next_lt n i : 0 < n -> next n i < n.
Proof. apply seat_lt. Qed.

Lemma offset_lt n i w : 0 < n -> offset n i w < n.
Proof. intros. apply Nat.mod_upper_bound. lia. Qed.

Lemma seat_0 n i : i < n -> seat n i 0 = i.
Proof. intros. unfold seat. rewrite Nat.add_0_r. now apply Nat.mod_small. Qed.

Lemma seat_n n i : i < n -> seat n i n = i.
Proof.
  intros. unfold seat. rewrite <- (Nat.mul_1_l n) at 1. rewrite mod_plus_multiple. now apply Nat.mod_small.
Qed.

Lemma seat_seat n i k l : 0 < n -> seat n (seat n i k) l = seat n i (k + l).
Proof. intros. unfold seat. rewrite Nat.add_mod_idemp_l by lia. f_equal. lia. Qed.

Lemma seat_next n i k : 0 < n -> seat n (next n i) k = seat n i (k + 1).
Proof. intros. unfold next. rewrite seat_seat by auto. f_equal. lia. Qed.

Lemma offset_seat n i k : i < n -> offset n i (seat n i k) = k mod n.
Proof.
  intros. unfold offset, seat. rewrite Nat.add_mod_idemp_l by lia.
  replace (i + k + (n - i)) with (k + 1 * n) by lia. apply mod_plus_multiple.
Qed.

Lemma seat_offset n i w : i < n -> w < n -> seat n i (offset n i w) = w.
Proof.
  intros. unfold offset, seat. rewrite Nat.add_mod_idemp_r by lia.
  replace (i + (w + (n - i))) with (w + 1 * n) by lia. rewrite mod_plus_multiple. now apply Nat.mod_small.
Qed.

(** One seat earlier, the winner is one seat further away. *)
Lemma offset_next n i w : i < n -> w < n -> offset n i w = (offset n (next n i) w + 1) mod n.
Proof.
  intros Hi Hw. assert (H : next n i < n) by (apply next_lt; lia).
  rewrite <- (seat_offset n (next n i) w) at 1 by auto.
  rewrite seat_next by lia. now apply offset_seat.
Qed.

Lemma offset_inj n i a b : i < n -> a < n -> b < n -> offset n i a = offset n i b -> a = b.
Proof. intros Hi Ha Hb E. rewrite <- (seat_offset n i a), <- (seat_offset n i b), E; auto. Qed.

(** ** Rows and matrices *)

(** A row is a permutation of 0 .. n-1: a map of these numbers onto themselves. *)
Definition is_row (n : nat) (a : nat -> nat) : Prop :=
  (forall j, j < n -> a j < n) /\ (forall s, s < n -> exists j, j < n /\ a j = s).

Definition is_matrix (n : nat) (A : nat -> nat -> nat) : Prop := forall i, i < n -> is_row n (A i).

(** The place of the offset s in a row, from 0; the smaller, the better. *)
Definition place (n : nat) (a : nat -> nat) (s : nat) : nat :=
  match find (fun j => a j =? s) (seq 0 n) with Some j => j | None => n end.

Lemma place_spec n a s : is_row n a -> s < n -> place n a s < n /\ a (place n a s) = s.
Proof.
  intros [_ Honto] Hs. unfold place. destruct (find _ _) as [j|] eqn:E.
  - apply find_some in E. destruct E as [Hin E]. apply in_seq in Hin. apply Nat.eqb_eq in E. split; [lia|auto].
  - destruct (Honto s Hs) as [j [Hj Ej]]. assert (In j (seq 0 n)) as Hin by (apply in_seq; lia).
    pose proof (find_none _ _ E j Hin) as F. apply Nat.eqb_neq in F. contradiction.
Qed.

Lemma find_ext (f g : nat -> bool) l : (forall j, In j l -> f j = g j) -> find f l = find g l.
Proof.
  induction l as [|j l IH]; intros H; [auto|]. cbn. rewrite (H j) by now left. rewrite IH; [auto|].
  intros. apply H. now right.
Qed.

Lemma place_ext n a b s : (forall j, j < n -> a j = b j) -> place n a s = place n b s.
Proof.
  intros H. unfold place. rewrite (find_ext _ (fun j => b j =? s)); [auto|].
  intros j Hj. apply in_seq in Hj. now rewrite H by lia.
Qed.

Lemma place_inj n a s t : is_row n a -> s < n -> t < n -> place n a s = place n a t -> s = t.
Proof.
  intros Ha Hs Ht E. destruct (place_spec n a s Ha Hs) as [_ <-], (place_spec n a t Ha Ht) as [_ <-]. now rewrite E.
Qed.

(** P_i's opinion of the winner P_w: the smaller, the better. *)
Definition rank (n : nat) (A : nat -> nat -> nat) (i w : nat) : nat := place n (A i) (offset n i w).

Lemma rank_inj n A i a b : is_matrix n A -> i < n -> a < n -> b < n -> rank n A i a = rank n A i b -> a = b.
Proof.
  intros HA Hi Ha Hb E. apply (offset_inj n i); auto.
  apply (place_inj n (A i)); auto; apply offset_lt; lia.
Qed.

(** ** What a player likes best *)

(** w is what P_i likes best of the winners ws. *)
Definition best (n : nat) (A : nat -> nat -> nat) (i : nat) (ws : list nat) (w : nat) : Prop :=
  In w ws /\ forall w', In w' ws -> rank n A i w <= rank n A i w'.

Lemma best_unique n A i ws a b : is_matrix n A -> i < n -> (forall w, In w ws -> w < n) ->
  best n A i ws a -> best n A i ws b -> a = b.
Proof.
  intros HA Hi Hws [Ha Hab] [Hb Hba]. apply (rank_inj n A i); auto. apply Nat.le_antisymm; auto.
Qed.

(** Two winners, of which b is taken only if P_i likes it better. *)
Definition better (n : nat) (A : nat -> nat -> nat) (i a b : nat) : nat :=
  if rank n A i b <? rank n A i a then b else a.

(** The best of a list; P_i, who is stuck, if there is nothing to choose from. *)
Definition best_of (n : nat) (A : nat -> nat -> nat) (i : nat) (ws : list nat) : nat :=
  match ws with [] => i | w :: ws => fold_left (better n A i) ws w end.

Lemma best_of_snoc n A i ws w : ws <> [] -> best_of n A i (ws ++ [w]) = better n A i (best_of n A i ws) w.
Proof. destruct ws as [|w0 ws]; [congruence|]. intros _. cbn. now rewrite fold_left_app. Qed.

Lemma best_of_spec n A i ws : ws <> [] -> best n A i ws (best_of n A i ws).
Proof.
  induction ws as [|w ws IH] using rev_ind; [congruence|]. intros _.
  destruct (list_eq_dec Nat.eq_dec ws []) as [->|Hne].
  - split; [now left|]. intros w' [<-|[]]. auto.
  - rewrite best_of_snoc by auto. destruct (IH Hne) as [Hin Hbest]. unfold better.
    destruct (Nat.ltb_spec (rank n A i w) (rank n A i (best_of n A i ws))) as [L|L]; split.
    + apply in_or_app. right. now left.
    + intros w' Hw'. apply in_app_or in Hw'. destruct Hw' as [Hw'|[<-|[]]]; [|auto]. specialize (Hbest w' Hw'). lia.
    + apply in_or_app. now left.
    + intros w' Hw'. apply in_app_or in Hw'. destruct Hw' as [Hw'|[<-|[]]]; auto.
Qed.

(** ** The matrices of the papers *)

(** A matrix given by its rows. *)
Definition of_rows (rows : list (list nat)) : nat -> nat -> nat := fun i j => nth j (nth i rows []) 0.

(** All rows are equal. *)
Definition equal_rows (a : nat -> nat) : nat -> nat -> nat := fun _ j => a j.

(** SSAM^r: P_i likes best that P_{i+r} wins, then P_{i+r+1}, and so on round the circle. *)
Definition SSAM (n r : nat) : nat -> nat -> nat := equal_rows (fun j => (j + r) mod n).

(** SAM, the standard matrix: P_i likes best to win, then that P_{i+1} does, and so on. *)
Definition SAM (n : nat) : nat -> nat -> nat := equal_rows (fun j => j).

(** P_i takes the preferences of P_{i+k}. *)
Definition rotate (n k : nat) (A : nat -> nat -> nat) : nat -> nat -> nat := fun i => A (seat n i k).

Lemma SSAM_is_matrix n r : is_matrix n (SSAM n r).
Proof.
  intros i Hi. split; unfold SSAM, equal_rows.
  - intros j _. apply Nat.mod_upper_bound. lia.
  - intros s Hs. exists ((s + (n - r mod n)) mod n). split; [apply Nat.mod_upper_bound; lia|].
    rewrite Nat.add_mod_idemp_l by lia. rewrite <- Nat.add_mod_idemp_r by lia.
    pose proof (Nat.mod_upper_bound r n ltac:(lia)).
    replace (s + (n - r mod n) + r mod n) with (s + 1 * n) by lia.
    rewrite mod_plus_multiple. now apply Nat.mod_small.
Qed.

Lemma SAM_is_matrix n : is_matrix n (SAM n).
Proof. intros i Hi. split; unfold SAM, equal_rows; eauto. Qed.

Lemma rotate_is_matrix n k A : is_matrix n A -> is_matrix n (rotate n k A).
Proof. intros HA i Hi. apply HA. apply seat_lt. lia. Qed.
