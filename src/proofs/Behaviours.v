(** * How many games with equal rows there are

    A row's game is given by the set U of those v for which v+1 stands before v. Different sets are different games, and
    every set occurs but the empty one and that of all offsets: with n players there are 2^n - 2 games. *)
Require Import List Arith Lia PeanoNat Bool.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim Nimsweep.EqualRows.
Import ListNotations.

Lemma climbs_mod n a v : 0 < n -> climbs n a (v mod n) = climbs n a v.
Proof. intros. unfold climbs. now rewrite Nat.add_mod_idemp_l, Nat.mod_mod by lia. Qed.

(** ** Neither empty nor everything *)

Lemma place_of_best n a : 0 < n -> place n a (a 0) = 0.
Proof. intros. destruct n as [|n]; [lia|]. unfold place. cbn. now rewrite Nat.eqb_refl. Qed.

(** What the row begins with does not climb .. *)
Theorem best_does_not_climb n a : is_row n a -> 0 < n -> climbs n a (a 0) = false.
Proof.
  intros [Hlt _] Hn. unfold climbs. rewrite (Nat.mod_small (a 0)) by auto. rewrite place_of_best by auto.
  now destruct (place _ _ _).
Qed.

(** .. and the offset before it does. *)
Theorem before_best_climbs n a : is_row n a -> 2 <= n -> climbs n a (a 0 + (n - 1)) = true.
Proof.
  intros Ha Hn. assert (H0 : a 0 < n) by (apply Ha; lia). unfold climbs.
  replace (a 0 + (n - 1) + 1) with (a 0 + 1 * n) by lia.
  rewrite mod_plus_multiple, (Nat.mod_small (a 0)), place_of_best by (auto; lia). apply Nat.ltb_lt.
  assert (Hlt : (a 0 + (n - 1)) mod n < n) by (apply Nat.mod_upper_bound; lia).
  destruct (place_spec n a _ Ha Hlt) as [_ E]. destruct (place n a ((a 0 + (n - 1)) mod n)) as [|k]; [|lia].
  exfalso. symmetry in E. rewrite <- (Nat.mod_small (a 0) n H0) in E at 2.
  apply near_and_congruent in E; lia.
Qed.

Theorem some_climb_not_all n a : is_row n a -> 2 <= n ->
  (exists v, v < n /\ climbs n a v = true) /\ (exists v, v < n /\ climbs n a v = false).
Proof.
  intros Ha Hn. split.
  - exists ((a 0 + (n - 1)) mod n). split; [apply Nat.mod_upper_bound; lia|].
    rewrite climbs_mod by lia. now apply before_best_climbs.
  - exists (a 0). split; [apply Ha; lia|]. apply best_does_not_climb; [auto|lia].
Qed.

(** ** Different sets are different games *)

Lemma number_of_ones U N : equal_rows_number U (repeat 1 N) = N.
Proof.
  induction N as [|N IH]; [reflexivity|]. replace (S N) with (N + 1) by lia. rewrite repeat_app.
  change (repeat 1 1) with [1]. rewrite equal_rows_number_snoc, IH. reflexivity.
Qed.

Lemma nonempty_ones N : nonempty_piles (repeat 1 N).
Proof. induction N; constructor; auto. Qed.

Theorem same_game_same_climbs n a b :
  (forall x i, nonempty_piles x -> i < n ->
     outcome last_nim n (equal_rows a) x i = outcome last_nim n (equal_rows b) x i) ->
  forall v, v < n -> climbs n a v = climbs n b v.
Proof.
  intros H v Hv. destruct (Nat.eq_dec n 1) as [->|Hn].
  { unfold climbs. rewrite !mod_one, !Nat.ltb_irrefl. reflexivity. }
  assert (Hx : nonempty_piles (repeat 1 (v + (n - 1)) ++ [2]))
    by (apply nonempty_snoc; split; [apply nonempty_ones|lia]).
  specialize (H _ 0 Hx ltac:(lia)). rewrite !equal_rows_outcome in H by (auto; lia).
  rewrite !equal_rows_number_snoc, !number_of_ones in H. unfold pile_step in H. cbn [climb Nat.sub] in H.
  replace (v + (n - 1) + 1) with (v + 1 * n) in H by lia.
  rewrite <- !(climbs_mod n _ (v + 1 * n)), !mod_plus_multiple, !climbs_mod in H by lia.
  destruct (climbs n a v), (climbs n b v); auto; exfalso; unfold seat in H; rewrite !Nat.add_0_l in H;
    [|symmetry in H]; apply near_and_congruent in H; lia.
Qed.

Theorem same_game_iff_same_climbs n a b :
  (forall x i, nonempty_piles x -> i < n ->
     outcome last_nim n (equal_rows a) x i = outcome last_nim n (equal_rows b) x i) <->
  (forall v, v < n -> climbs n a v = climbs n b v).
Proof. split; [apply same_game_same_climbs|apply same_climbs_same_game]. Qed.

(** ** Every set occurs

    Let s be an offset that is not in U, though s-1 is. The row is made from s alone by adding s+1, s+2 and so on: v+1
    is put right before v if v is in U, and right after it if not. This keeps the order of all others. *)

(** The row with w put right before or after v. *)
Fixpoint beside (before : bool) (v w : nat) (l : list nat) : list nat :=
  match l with
  | [] => []
  | y :: l => if y =? v then if before then w :: y :: l else y :: w :: l else y :: beside before v w l
  end.

Fixpoint index (x : nat) (l : list nat) : nat :=
  match l with [] => 0 | y :: l => if y =? x then 0 else S (index x l) end.

Lemma in_beside before v w l x : In v l -> In x (beside before v w l) <-> x = w \/ In x l.
Proof.
  induction l as [|y l IH]; intros Hv; [destruct Hv|]. cbn [beside].
  destruct (Nat.eqb_spec y v) as [->|N].
  - destruct before; cbn; intuition.
  - destruct Hv as [E|Hv]; [contradiction|]. cbn. rewrite IH by auto. intuition.
Qed.

Lemma length_beside before v w l : In v l -> length (beside before v w l) = S (length l).
Proof.
  induction l as [|y l IH]; intros Hv; [destruct Hv|]. cbn [beside].
  destruct (Nat.eqb_spec y v) as [->|N]; [now destruct before|].
  destruct Hv as [E|Hv]; [contradiction|]. cbn. now rewrite IH.
Qed.

Lemma order_is_kept before v w l x y : x <> w -> y <> w ->
  index x l < index y l -> index x (beside before v w l) < index y (beside before v w l).
Proof.
  intros Hx Hy. induction l as [|z l IH]; [auto|]. cbn [beside index].
  destruct (Nat.eqb_spec z v) as [->|Nv]; [destruct before|]; cbn [index];
  repeat match goal with |- context [?a =? ?b] => destruct (Nat.eqb_spec a b); subst end; try lia; try congruence.
Qed.

Lemma index_head x l : index x (x :: l) = 0.
Proof. cbn. now rewrite Nat.eqb_refl. Qed.

Lemma index_tail x y l : y <> x -> index x (y :: l) = S (index x l).
Proof. intros N. cbn. apply Nat.eqb_neq in N. now rewrite N. Qed.

Lemma put_beside (before : bool) v w l : In v l -> ~ In w l ->
  if before then index w (beside before v w l) < index v (beside before v w l)
  else index v (beside before v w l) < index w (beside before v w l).
Proof.
  intros Hv Hw. assert (Hvw : v <> w) by (intros ->; contradiction).
  induction l as [|z l IH]; [destruct Hv|]. cbn [beside]. destruct (Nat.eqb_spec z v) as [->|N].
  - destruct before; rewrite index_head, index_tail by auto; lia.
  - destruct Hv as [E|Hv]; [contradiction|]. assert (Hz : z <> w) by (intros ->; apply Hw; now left).
    assert (Hl : ~ In w l) by (intros C; apply Hw; now right). specialize (IH Hv Hl).
    destruct before; rewrite !index_tail by auto; lia.
Qed.

Lemma index_spec x l : In x l -> index x l < length l /\ nth (index x l) l 0 = x.
Proof.
  induction l as [|y l IH]; intros Hx; [destruct Hx|]. cbn. destruct (Nat.eqb_spec y x) as [->|N]; [split; [lia|auto]|].
  destruct Hx as [E|Hx]; [contradiction|]. destruct (IH Hx). split; [lia|auto].
Qed.

(** The place in the row is the index. *)
Lemma find_is_index x l k : In x l ->
  find (fun j => nth (j - k) l 0 =? x) (seq k (length l)) = Some (k + index x l).
Proof.
  revert k. induction l as [|y l IH]; intros k Hx; [destruct Hx|]. cbn [length seq find]. rewrite Nat.sub_diag.
  change (nth 0 (y :: l) 0) with y. destruct (Nat.eqb_spec y x) as [->|N].
  - rewrite index_head. f_equal. lia.
  - destruct Hx as [E|Hx]; [contradiction|]. rewrite index_tail by auto.
    replace (k + S (index x l)) with (S k + index x l) by lia. rewrite <- IH by auto.
    apply find_ext. intros j Hj. apply in_seq in Hj. now replace (j - k) with (S (j - S k)) by lia.
Qed.

Lemma place_is_index l x : In x l -> place (length l) (fun j => nth j l 0) x = index x l.
Proof.
  intros Hx. unfold place. rewrite (find_ext _ (fun j => nth (j - 0) l 0 =? x)).
  - now rewrite find_is_index.
  - intros j _. now rewrite Nat.sub_0_r.
Qed.

Section EverySet.
Variable n : nat.
Variable U : nat -> bool.
Variable s : nat.
Hypothesis two_players : 2 <= n.
Hypothesis s_lt : s < n.
Hypothesis s_is_not_in_U : U s = false.
Hypothesis before_s_is_in_U : U ((s + (n - 1)) mod n) = true.

Let o (k : nat) := (s + k) mod n.  (* the offset k steps up from s *)

Fixpoint made (k : nat) : list nat :=
  match k with 0 => [s] | S k => beside (U (o k)) (o k) (o (k + 1)) (made k) end.

Lemma o_0 : o 0 = s.
Proof. unfold o. rewrite Nat.add_0_r. now apply Nat.mod_small. Qed.

Lemma o_inj j k : j <= k < n -> o j = o k -> j = k.
Proof.
  intros Hk E. unfold o in E. symmetry in E. replace (s + k) with (s + j + (k - j)) in E by lia.
  apply near_and_congruent in E; lia.
Qed.

Lemma in_made k x : k < n -> In x (made k) <-> exists j, j <= k /\ x = o j.
Proof.
  intros Hk. revert x. induction k as [|k IH]; intros x.
  - cbn. split.
    + intros [<-|[]]. exists 0. split; [auto|]. now rewrite o_0.
    + intros [j [Hj ->]]. left. replace j with 0 by lia. now rewrite o_0.
  - specialize (IH ltac:(lia)). cbn [made]. rewrite in_beside by (apply IH; exists k; auto). rewrite IH. split.
    + intros [->|[j [Hj ->]]]; [exists (k + 1)|exists j]; split; auto; lia.
    + intros [j [Hj ->]]. destruct (Nat.eq_dec j (S k)) as [->|N]; [left; f_equal; lia|].
      right. exists j. split; [lia|auto].
Qed.

Lemma made_length k : k < n -> length (made k) = k + 1.
Proof.
  induction k as [|k IH]; intros Hk; [auto|]. cbn [made]. rewrite length_beside; [rewrite IH; lia|].
  apply in_made; [lia|]. exists k. auto.
Qed.

Lemma not_yet_made k j : k < j < n -> ~ In (o j) (made k).
Proof.
  intros Hj Hin. apply in_made in Hin; [|lia]. destruct Hin as [i [Hi E]]. symmetry in E. apply o_inj in E; lia.
Qed.

Lemma made_begins_with_s k : k < n -> index s (made k) = 0 /\ forall j, 0 < j <= k -> 0 < index (o j) (made k).
Proof.
  intros Hk. assert (H : exists l, made k = s :: l).
  { induction k as [|k IH]; [now exists []|]. destruct IH as [l El]; [lia|]. cbn [made]. rewrite El. cbn [beside].
    destruct (Nat.eqb_spec s (o k)) as [E|N]; [|eauto]. rewrite <- E, s_is_not_in_U. eauto. }
  destruct H as [l ->]. cbn. rewrite Nat.eqb_refl. split; [auto|]. intros j Hj.
  destruct (Nat.eqb_spec s (o j)) as [E|N]; [|lia]. rewrite <- o_0 in E. apply o_inj in E; lia.
Qed.

Lemma made_in_order k j : k < n -> j < k ->
  if U (o j) then index (o (j + 1)) (made k) < index (o j) (made k)
  else index (o j) (made k) < index (o (j + 1)) (made k).
Proof.
  intros Hk Hj. induction k as [|k IH]; [lia|]. cbn [made].
  assert (Hdiff : forall i, i <= k -> o i <> o (k + 1)) by (intros i Hi E; apply o_inj in E; lia).
  destruct (Nat.eq_dec j k) as [->|N].
  - assert (In (o k) (made k)) by (apply in_made; [lia|]; exists k; auto).
    assert (~ In (o (k + 1)) (made k)) by (apply not_yet_made; lia).
    now apply put_beside.
  - specialize (IH ltac:(lia) ltac:(lia)).
    destruct (U (o j)); apply order_is_kept; auto; apply Hdiff; lia.
Qed.

Lemma every_offset v : v < n -> exists j, j < n /\ v = o j.
Proof.
  intros Hv. exists (offset n s v). split; [apply offset_lt; lia|]. symmetry. now apply seat_offset.
Qed.

Lemma row_of_U : exists a, is_row n a /\ forall v, v < n -> climbs n a v = U v.
Proof.
  set (l := made (n - 1)). assert (Hlen : length l = n) by (unfold l; rewrite made_length; lia).
  assert (Hin : forall v, v < n -> In v l).
  { intros v Hv. destruct (every_offset v Hv) as [j [Hj ->]]. apply in_made; [lia|]. exists j. split; [lia|auto]. }
  exists (fun j => nth j l 0). split; [split|].
  - intros j Hj. assert (H : In (nth j l 0) l) by (apply nth_In; lia). apply in_made in H; [|lia].
    destruct H as [k [_ ->]]. apply Nat.mod_upper_bound. lia.
  - intros v Hv. destruct (index_spec v l (Hin v Hv)). exists (index v l). split; [lia|auto].
  - intros v Hv. destruct (every_offset v Hv) as [j [Hj ->]]. unfold climbs.
    assert (E : (o j + 1) mod n = o (j + 1)) by (unfold o; rewrite Nat.add_mod_idemp_l by lia; f_equal; lia).
    rewrite E, (Nat.mod_small (o j)) by auto.
    assert (Hnext : o (j + 1) < n) by (apply Nat.mod_upper_bound; lia).
    rewrite <- Hlen at 1 2. rewrite !place_is_index by auto.
    destruct (Nat.eq_dec j (n - 1)) as [->|N].
    + change (U (o (n - 1))) with (U ((s + (n - 1)) mod n)). rewrite before_s_is_in_U.
      replace (o (n - 1 + 1)) with s
        by (unfold o; replace (n - 1 + 1) with n by lia; symmetry; now apply (seat_n n s)).
      apply Nat.ltb_lt.
      destruct (made_begins_with_s (n - 1) ltac:(lia)) as [H0 Hpos]. unfold l. rewrite H0. apply Hpos. lia.
    + pose proof (made_in_order (n - 1) j ltac:(lia) ltac:(lia)) as H. fold l in H.
      destruct (U (o j)); [now apply Nat.ltb_lt|apply Nat.ltb_ge; lia].
Qed.
End EverySet.

(** Between an element and a non-element of U there is an element followed by a non-element. *)
Lemma some_end (U : nat -> bool) u m : U u = true -> U (u + m) = false ->
  exists k, U (u + k) = true /\ U (u + k + 1) = false.
Proof.
  intros Hu. induction m as [|m IH]; intros Hm; [rewrite Nat.add_0_r in Hm; congruence|].
  destruct (U (u + m)) eqn:E; [|auto]. exists m. split; [auto|]. now replace (u + m + 1) with (u + S m) by lia.
Qed.

Theorem every_set_occurs n (U : nat -> bool) u w : u < n -> w < n -> U u = true -> U w = false ->
  exists a, is_row n a /\ forall v, v < n -> climbs n a v = U v.
Proof.
  intros Hu Hw Eu Ew. assert (Hn : 2 <= n).
  { destruct (Nat.le_gt_cases 2 n); [auto|]. replace u with w in Eu by lia. congruence. }
  destruct (some_end (fun v => U (v mod n)) u (offset n u w)) as [k [Hk Hk1]].
  - now rewrite Nat.mod_small.
  - fold (seat n u (offset n u w)). now rewrite seat_offset.
  - apply (row_of_U n U ((u + k + 1) mod n)); auto.
    + apply Nat.mod_upper_bound. lia.
    + rewrite Nat.add_mod_idemp_l by lia. replace (u + k + 1 + (n - 1)) with (u + k + 1 * n) by lia.
      now rewrite mod_plus_multiple.
Qed.
