(** * Claim and machine side by side

    A machine has the states of a game, and a list of memories says what a claim may remember. Both read the same piles.
    If all arrows are right, and if the pairs of a state and a memory that are listed contain the start and whatever one
    more pile leads to, then they contain what any row of piles leads to. Where claim and state agree in every pair, the
    claim is right at every row. *)
Require Import List Arith ZArith Lia PeanoNat Bool Sorted.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim Nimsweep.Passes Nimsweep.Vectors Nimsweep.Language
  Nimsweep.Knowledge Nimsweep.Evaluation Nimsweep.Memory Nimsweep.Saying Nimsweep.Trie.
Import ListNotations.

Definition same_number : forall a b : number, {a = b} + {a <> b}.
Proof. decide equality; try apply Z.eq_dec; decide equality; apply Z.eq_dec. Defined.
Definition same_answer : forall a b : answer, {a = b} + {a <> b}.
Proof. decide equality; [apply same_number|apply bool_dec]. Defined.
Definition same_answers : forall a b : list answer, {a = b} + {a <> b} := list_eq_dec same_answer.
Definition same_early : forall a b : list (Z * answer), {a = b} + {a <> b}.
Proof. apply list_eq_dec. decide equality; [apply same_answer|apply Z.eq_dec]. Defined.
Definition same_terms : forall a b : list (expression * answer), {a = b} + {a <> b}.
Proof. apply list_eq_dec. decide equality; [apply same_answer|apply same_expression]. Defined.
Definition same_memory : forall a b : memory, {a = b} + {a <> b}.
Proof. decide equality; auto using same_answer, same_number, same_answers, same_early, same_terms. Defined.

(** ** Classes of sizes: 1 .. B, and beyond these the sizes that are equal mod m *)

Definition larger_sizes (B m r : nat) : number :=
  let c := Z.of_nat (B + 1 + r) in Num (Some c) None (Z.of_nat m) c.
Definition letters (B m : nat) : list number :=
  map (fun s => exact (Z.of_nat s)) (seq 1 B) ++ map (larger_sizes B m) (seq 0 m).
Definition letter_of (B m s : nat) : nat := if s <=? B then s - 1 else B + (s - B - 1) mod m.

Lemma letters_length B m : length (letters B m) = B + m.
Proof. unfold letters. now rewrite app_length, !map_length, !seq_length. Qed.

Lemma letter_of_lt B m s : 0 < m -> 0 < s -> letter_of B m s < B + m.
Proof.
  intros Hm Hs. unfold letter_of. destruct (Nat.leb_spec s B); [lia|].
  pose proof (Nat.mod_upper_bound (s - B - 1) m ltac:(lia)). lia.
Qed.

Lemma letter_fits B m s : 0 < m -> 0 < s ->
  exists a, nth_error (letters B m) (letter_of B m s) = Some a /\ fits (Z.of_nat s) a.
Proof.
  intros Hm Hs. unfold letters, letter_of. destruct (Nat.leb_spec s B) as [L|L].
  - exists (exact (Z.of_nat s)). split; [|apply fits_exact].
    rewrite nth_error_app1 by (rewrite map_length, seq_length; lia).
    rewrite (map_nth_error (fun s => exact (Z.of_nat s)) (s - 1) (seq 1 B) (d := s)); [auto|].
    rewrite (nth_error_nth' _ 0) by (rewrite seq_length; lia). rewrite seq_nth by lia. f_equal. lia.
  - pose proof (Nat.mod_upper_bound (s - B - 1) m ltac:(lia)) as U. set (r := (s - B - 1) mod m) in *.
    exists (larger_sizes B m r). split.
    + rewrite nth_error_app2 by (rewrite map_length, seq_length; lia).
      rewrite map_length, seq_length. replace (B + r - B) with r by lia.
      apply map_nth_error. rewrite (nth_error_nth' _ 0) by (rewrite seq_length; lia). now rewrite seq_nth by lia.
    + pose proof (Nat.div_mod (s - B - 1) m ltac:(lia)) as D. fold r in D.
      set (k := (s - B - 1) / m) in *. clearbody r k. repeat split; cbn; [nia|].
      exists (Z.of_nat k). nia.
Qed.

Lemma letter_of_mono B s t : 0 < s -> s <= t -> letter_of B 1 s <= letter_of B 1 t.
Proof.
  intros Hs H. unfold letter_of. rewrite !mod_one. destruct (Nat.leb_spec s B), (Nat.leb_spec t B); lia.
Qed.

(** ** The machine *)

Definition machine := table (state * list positive).

(** The arrows lead to the states after 1, 2, .. counters; and the last one for every larger pile, too. *)
Fixpoint arrows_right (rs : list (list nat)) (M : machine) (smaller : state) (arrows : list positive) : bool :=
  match arrows with
  | [] => false
  | t :: ts =>
    let now := state_from rs smaller in
    if match get t M with Some (st, _) => same_state st now | None => false end
    then let larger := grow rs smaller now in
         match ts with
         | [] => same_state (state_from rs larger) now
         | _ => arrows_right rs M larger ts
         end
    else false
  end.

(** A state without arrows is one after which no pile is read. *)
Definition state_right (rs : list (list nat)) (M : machine) (count : nat) (sa : state * list positive) : bool :=
  match sa with
  | (_, []) => true
  | (st, arrows) => (length arrows =? count) && arrows_right rs M (map turn st) arrows
  end.

Lemma grown_grow rs smaller t : grown rs (grow rs smaller (state_from rs smaller)) t = grown rs smaller (S t).
Proof. induction t as [|t IH]; [auto|]. cbn [grown] in *. now rewrite IH. Qed.

Lemma arrows_target rs M : forall arrows smaller, arrows_right rs M smaller arrows = true -> forall t,
  exists target more, nth_error arrows (Nat.min t (length arrows - 1)) = Some target /\
    get target M = Some (state_from rs (grown rs smaller t), more).
Proof.
  induction arrows as [|a arrows IH]; intros smaller H t; [discriminate|]. cbn [arrows_right] in H.
  destruct (get a M) as [[st more]|] eqn:Ea; [|discriminate].
  destruct (same_state st (state_from rs smaller)) eqn:Es; [|discriminate]. apply same_state_eq in Es. subst st.
  destruct arrows as [|b arrows].
  - apply same_state_eq in H as E. exists a, more. cbn [length]. rewrite Nat.min_0_r. split; [auto|].
    rewrite Ea. do 2 f_equal. symmetry. apply (stable rs smaller 0 E t).
  - destruct t as [|t]; [now exists a, more|].
    destruct (IH _ H t) as [target [more' [E G]]]. exists target, more'. split.
    + cbn [length] in *. replace (Nat.min (S t) _) with (S (Nat.min t (S (length arrows) - 1))) by lia. exact E.
    + now rewrite <- grown_grow.
Qed.

(** ** Memories *)

(** A node has a memory, the number of classes that the next pile may belong to, and the memories after each of them. *)
Record node := { memory_of : memory; most : nat; after : list positive }.
Definition nodes := table node.

(** If the number of piles is fixed: are all of them read? *)
Definition is_last (q : question) (m : memory) : bool :=
  match exactly (asked_total q), exactly (read m) with Some N, Some k => (k =? N)%Z | _, _ => false end.

Section Nodes.
Variable q : question.
Variable descending : bool.
Variable T : nodes.

Fixpoint leads (m : memory) (most_now j : nat) (ls : list number) (ids : list positive) : bool :=
  match ls, ids with
  | [], [] => true
  | a :: ls, id :: ids =>
    if match get id T with
       | Some next => if same_memory (memory_of next) (next_memory q m a)
                      then most next =? (if descending then S j else most_now) else false
       | None => false
       end
    then leads m most_now (S j) ls ids else false
  | _, _ => false
  end.

Definition node_right (ls : list number) (x : node) : bool :=
  if is_last q (memory_of x) then true else leads (memory_of x) (most x) 0 (firstn (most x) ls) (after x).

Lemma leads_to m most_now : forall ls ids j k a, leads m most_now j ls ids = true -> nth_error ls k = Some a ->
  exists id next, nth_error ids k = Some id /\ get id T = Some next /\ memory_of next = next_memory q m a /\
    most next = if descending then S (j + k) else most_now.
Proof.
  induction ls as [|b ls IH]; intros [|id ids] j k a H E; try discriminate; [destruct k; discriminate|].
  cbn [leads] in H. destruct (get id T) as [next|] eqn:G; [|discriminate].
  destruct (same_memory _ _) as [Em|]; [|discriminate].
  destruct (Nat.eqb_spec (most next) (if descending then S j else most_now)) as [Eq|]; [|discriminate].
  destruct k as [|k].
  - injection E as ->. exists id, next. rewrite Nat.add_0_r. auto.
  - destruct (IH _ _ k a H E) as [id' [next' [H1 [H2 [H3 H4]]]]]. exists id', next'.
    replace (j + S k) with (S j + k) by lia. auto.
Qed.

Lemma nth_error_firstn_lt {U} (l : list U) : forall k j, j < k -> nth_error (firstn k l) j = nth_error l j.
Proof.
  induction l as [|b l IH]; intros k j H; [now rewrite firstn_nil|].
  destruct k as [|k]; [lia|]. destruct j as [|j]; [auto|]. cbn. apply IH. lia.
Qed.
End Nodes.

(** ** Pairs *)

(** The rows of [agreeing]; none where the claim says nothing because it is not about such rows of piles. *)
Definition not_yet (q : question) (m : memory) : bool :=
  match exactly (asked_total q), exactly (read m) with
  | Some N, Some k => negb (k =? N)%Z
  | None, Some 0%Z => true
  | _, _ => false
  end.
Definition verdict (n : nat) (q : question) (m : memory) : option (list (list bool)) :=
  if not_yet q m then Some []
  else match know_claim q m with Says kind zs => Some (agreeing n q kind zs) | Silent => Some [] | _ => None end.

Fixpoint agree (winners : list nat) (rows : list (list bool)) : bool :=
  match rows, winners with
  | [], _ => true
  | row :: rows, w :: winners => if nth w row false then agree winners rows else false
  | _, [] => false
  end.

Definition pairs := table (table unit).
Definition listed (P : pairs) (s m : positive) : bool :=
  match get s P with Some ms => match get m ms with Some _ => true | None => false end | None => false end.

Fixpoint walk (P : pairs) (arrows ids : list positive) : bool :=
  match ids with
  | [] => true
  | id :: ids =>
    match arrows with
    | [] => false
    | t :: ts => if listed P t id then walk P match ts with [] => arrows | _ => ts end ids else false
    end
  end.

Definition pair_right (M : machine) (T : nodes) (V : table (option (list (list bool)))) (P : pairs) (s m : positive) : bool :=
  match get s M, get m T, get m V with
  | Some (st, arrows), Some x, Some (Some rows) => agree (last st []) rows && walk P arrows (after x)
  | _, _, _ => false
  end.

Lemma walk_target P : forall ids arrows, walk P arrows ids = true -> forall j id, nth_error ids j = Some id ->
  forall t, nth_error arrows (Nat.min j (length arrows - 1)) = Some t -> listed P t id = true.
Proof.
  induction ids as [|id ids IH]; intros arrows H j id' E t Et; [destruct j; discriminate|].
  cbn [walk] in H. destruct arrows as [|a arrows]; [discriminate|]. destruct (listed P a id) eqn:L; [|discriminate].
  destruct j as [|j].
  - injection E as <-. cbn in Et. now injection Et as <-.
  - destruct arrows as [|b arrows]; apply (IH _ H j id' E t).
    + cbn in *. rewrite Nat.min_0_r. exact Et.
    + cbn [length] in *. replace (Nat.min (S j) _) with (S (Nat.min j (S (length arrows) - 1))) in Et by lia. exact Et.
Qed.

Lemma agree_nth winners : forall rows i, agree winners rows = true -> i < length rows ->
  nth (nth i winners 0) (nth i rows []) false = true.
Proof.
  induction winners as [|w winners IH]; intros [|row rows] i H Hi; cbn in *; try lia; try discriminate.
  destruct (nth w row false) eqn:E; [|discriminate]. destruct i as [|i]; [exact E|]. apply IH; [auto|lia].
Qed.

(** ** All of it *)

Record tables := { machine_ : machine; nodes_ : nodes; pairs_ : pairs }.

Record task := {
  n : nat;
  rows : list (list nat);
  passes : nat;
  question_ : question;
  descending : bool;
  B : nat;               (* sizes up to B are told apart, *)
  m : nat;               (* and larger ones mod m *)
  count : nat;           (* how many arrows a state has *)
  asked_piles : list Z;
  asked_terms : list expression
}.

Definition closed (k : task) (t : tables) : bool :=
  let q := question_ k in
  let rs := ranks (n k) (of_rows (rows k)) in
  let V := table_map (fun x => verdict (n k) q (memory_of x)) (nodes_ t) in
  (0 <? n k) && (0 <? m k) && (count k <=? S (B k)) && (negb (descending k) || (m k =? 1)) &&
  match get 1 (machine_ t), get 1 (nodes_ t) with
  | Some (st, _), Some x =>
    same_state st (repeat (seq 0 (n k)) (S (passes k))) &&
    (if same_memory (memory_of x) (start_memory q (asked_piles k) (asked_terms k)) then true else false) &&
    (most x =? B k + m k)
  | _, _ => false
  end &&
  listed (pairs_ t) 1 1 &&
  for_all (fun _ => state_right rs (machine_ t) (count k)) (machine_ t) &&
  for_all (fun _ => node_right q (descending k) (nodes_ t) (letters (B k) (m k))) (nodes_ t) &&
  for_all (fun s => for_all (fun m _ => pair_right (machine_ t) (nodes_ t) V (pairs_ t) s m)) (pairs_ t).

Section Sound.
Variable k : task.
Variable t : tables.
Hypothesis is_closed : closed k t = true.
Variable x : list nat.
Variable i : nat.
Hypothesis x_nonempty : nonempty_piles x.
Hypothesis x_descends : descending k = true -> StronglySorted ge x.
Let s := situation_of (n k) (rows k) x i.
Let q := question_ k.
Hypothesis asked_here : is_asked q s.
Notation A := (of_rows (rows k)).
Notation M := (machine_ t).
Notation T := (nodes_ t).
Notation P := (pairs_ t).
Let V := table_map (fun x => verdict (n k) q (memory_of x)) T.

Lemma parts : 0 < n k /\ 0 < m k /\ count k <= S (B k) /\ (descending k = true -> m k = 1) /\
  (exists more, get 1 M = Some (repeat (seq 0 (n k)) (S (passes k)), more)) /\
  (exists x, get 1 T = Some x /\ memory_of x = start_memory q (asked_piles k) (asked_terms k) /\ most x = B k + m k) /\
  listed P 1 1 = true /\
  (forall id sa, get id M = Some sa -> state_right (ranks (n k) A) M (count k) sa = true) /\
  (forall id y, get id T = Some y -> node_right q (descending k) T (letters (B k) (m k)) y = true) /\
  (forall a b, listed P a b = true -> pair_right M T V P a b = true).
Proof.
  pose proof is_closed as H. unfold closed in H. rewrite !andb_true_iff in H.
  destruct H as [[[[[[[[H1 H2] H3] H4] H5] H6] H7] H8] H9].
  apply Nat.ltb_lt in H1, H2. apply Nat.leb_le in H3.
  do 3 (split; [auto|]). split.
  { intros D. rewrite D in H4. now apply Nat.eqb_eq in H4. }
  destruct (get 1 M) as [[st more]|]; [|discriminate]. destruct (get 1 T) as [y|]; [|discriminate].
  rewrite !andb_true_iff in H5. destruct H5 as [[H5 H5'] H5'']. apply Nat.eqb_eq in H5''.
  apply same_state_eq in H5. subst st. destruct (same_memory _ _) as [E|]; [|discriminate].
  split; [now exists more|]. split; [now exists y|]. split; [auto|]. split; [|split].
  - intros id sa G. exact (all_get _ _ _ _ H7 G).
  - intros id z G. exact (all_get _ _ _ _ H8 G).
  - intros a b L. unfold listed in L. destruct (get a P) as [ms|] eqn:G; [|discriminate].
    destruct (get b ms) as [u|] eqn:G'; [|discriminate].
    exact (all_get _ _ _ _ (all_get _ _ _ _ H9 G) G').
Qed.

Lemma last_descends p size rest : StronglySorted ge (p ++ size :: rest) -> p <> [] -> size <= last p 0.
Proof.
  intros H Hp. destruct (exists_last Hp) as [p' [y ->]]. rewrite last_last. clear Hp.
  induction p' as [|z p' IH]; cbn in H; inversion H as [|? ? H1 H2]; subst; auto.
  rewrite Forall_forall in H2. apply H2. now left.
Qed.

(** Where the first piles of the row lead to. *)
Lemma reached p : forall rest, x = p ++ rest -> exists sid mid st arrows y,
  listed P sid mid = true /\ get sid M = Some (st, arrows) /\ get mid T = Some y /\
  st = state_after (n k) A (passes k) p /\ remembers q s (map Z.of_nat p) (memory_of y) /\
  forall c, 0 < c -> (descending k = true -> p <> [] -> c <= last p 0) -> letter_of (B k) (m k) c < most y.
Proof.
  destruct parts as [Hn [Hm [Hcount [Hdesc [[more G1] [[y1 [G2 [E2 E2']]] [L [HM [HT HP]]]]]]]]].
  induction p as [|size p IH] using rev_ind; intros rest X.
  - exists 1%positive, 1%positive, (repeat (seq 0 (n k)) (S (passes k))), more, y1. split; [auto|].
    split; [auto|]. split; [auto|]. split; [now rewrite state_start|]. split.
    + rewrite E2. now apply start_remembers.
    + intros c Hc _. rewrite E2'. now apply letter_of_lt.
  - rewrite <- app_assoc in X. destruct (IH _ X) as [sid [mid [st [arrows [y [Hl [Gs [Gm [-> [R Hmost]]]]]]]]]].
    cbn [app] in X.
    assert (Hsize : 0 < size).
    { unfold nonempty_piles in x_nonempty. rewrite Forall_forall in x_nonempty. apply x_nonempty. rewrite X.
      apply in_or_app. right. now left. }
    pose proof (HP _ _ Hl) as Hpair. unfold pair_right in Hpair. rewrite Gs, Gm in Hpair.
    destruct (get mid V) as [[rows'|]|]; try discriminate. apply andb_prop in Hpair. destruct Hpair as [_ Hwalk].
    assert (Hj : letter_of (B k) (m k) size < most y).
    { apply Hmost; [auto|]. intros D Hp. apply (last_descends p size rest); [|auto]. rewrite <- X. auto. }
    destruct (letter_fits (B k) (m k) size Hm Hsize) as [a [Ea Fa]].
    assert (Xs : piles s = map Z.of_nat p ++ Z.of_nat size :: map Z.of_nat rest).
    { unfold s. cbn. now rewrite X, map_app. }
    pose proof (HT _ _ Gm) as Hnode. unfold node_right in Hnode.
    destruct (is_last q (memory_of y)) eqn:Elast.
    { exfalso. unfold is_last in Elast. destruct (exactly (asked_total q)) as [N|] eqn:EN; [|discriminate].
      destruct (exactly (read (memory_of y))) as [r|] eqn:Er; [|discriminate]. apply Z.eqb_eq in Elast. subst r.
      pose proof (exactly_fits _ _ _ EN (asked_total_fits _ _ asked_here)) as E1.
      pose proof (exactly_fits _ _ _ Er (remembers_read _ _ _ _ R)) as E3.
      unfold number_of_piles in E1. rewrite Xs, app_length in E1. cbn [length] in E1. lia. }
    rewrite <- (nth_error_firstn_lt _ (most y)) in Ea by auto.
    destruct (leads_to _ _ _ _ _ _ _ _ _ _ Hnode Ea) as [id [next [Eid [Gnext [Emem Emost]]]]].
    pose proof (HM _ _ Gs) as Hstate. unfold state_right in Hstate.
    destruct arrows as [|arrow arrows'].
    { exfalso. destruct (after y) as [|? ?]; [destruct (letter_of (B k) (m k) size); discriminate|discriminate]. }
    set (arrows := arrow :: arrows') in *. apply andb_prop in Hstate. destruct Hstate as [Hlen Harrows].
    apply Nat.eqb_eq in Hlen.
    destruct (arrows_target _ _ _ _ Harrows (size - 1)) as [target [more' [Etarget Gtarget]]].
    exists target, id, (state_after (n k) A (passes k) (p ++ [size])), more', next.
    split.
    { apply (walk_target _ _ _ Hwalk _ _ Eid). rewrite <- Etarget. f_equal.
      unfold letter_of. destruct (Nat.leb_spec size (B k)); lia. }
    split.
    { rewrite Gtarget. do 2 f_equal. rewrite <- state_after_pile by auto.
      now replace (S (size - 1)) with size by lia. }
    split; [auto|]. split; [auto|]. split.
    + rewrite map_app, Emem. cbn [map]. now apply next_remembers with (rest := map Z.of_nat rest).
    + intros c Hc Hdes. rewrite Emost. rewrite last_last in Hdes. destruct (descending k) eqn:D.
      * rewrite Nat.add_0_l. apply Nat.lt_succ_r.
        assert (Hle : c <= size). { apply Hdes; [auto|]. destruct p; discriminate. }
        rewrite (Hdesc eq_refl). now apply letter_of_mono.
      * apply Hmost; [auto|]. discriminate.
Qed.

Theorem closed_sound : i < n k -> x <> [] ->
  right (n k) (rows k) (asked q) x i (outcome last_nim_with_passes (n k) A (x, passes k) i).
Proof.
  intros Hi Hx. destruct parts as [Hn [_ [_ [_ [_ [_ [_ [_ [_ HP]]]]]]]]].
  destruct (reached x [] (eq_sym (app_nil_r x))) as [sid [mid [st [arrows [y [Hl [Gs [Gm [-> [R _]]]]]]]]]].
  pose proof (HP _ _ Hl) as Hpair. unfold pair_right in Hpair. rewrite Gs, Gm in Hpair.
  unfold V in Hpair. rewrite get_map, Gm in Hpair. cbn [option_map] in Hpair.
  destruct (verdict (n k) q (memory_of y)) as [rows'|] eqn:Ev; [|discriminate].
  apply andb_prop in Hpair. destruct Hpair as [Hagree _].
  assert (Hn' : (1 <= players s)%Z) by (unfold s; cbn; lia).
  unfold verdict in Ev. destruct (not_yet q (memory_of y)) eqn:Ey.
  { exfalso. unfold not_yet in Ey. pose proof (remembers_read _ _ _ _ R) as Fr. rewrite map_length in Fr.
    pose proof (asked_total_fits _ _ asked_here) as Ft. unfold number_of_piles, s in Ft. cbn in Ft.
    rewrite map_length in Ft. destruct (exactly (asked_total q)) as [N|] eqn:EN.
    - destruct (exactly (read (memory_of y))) as [r|] eqn:Er; [|discriminate].
      pose proof (exactly_fits _ _ _ EN Ft). pose proof (exactly_fits _ _ _ Er Fr).
      apply negb_true_iff, Z.eqb_neq in Ey. lia.
    - destruct (exactly (read (memory_of y))) as [[| |]|] eqn:Er; try discriminate.
      pose proof (exactly_fits _ _ _ Er Fr). destruct x; [auto|discriminate]. }
  destruct (know_claim q (memory_of y)) as [kind zs| | |] eqn:Ec; try discriminate.
  - intros _. injection Ev as <-. destruct (says_true q s (memory_of y) kind zs Hn' asked_here R Ec) as [Hg [said [Hsaid ->]]].
    split; [auto|]. exists (kind, said). split; [auto|].
    set (w := outcome last_nim_with_passes (n k) A (x, passes k) i).
    assert (Hw : w < n k) by now apply outcome_lt.
    apply (agree_nth _ _ i) in Hagree; [|unfold agreeing; now rewrite map_length, seq_length].
    rewrite state_winner in Hagree by auto. fold w in Hagree. unfold agreeing in Hagree.
    set (row := fun i => map _ (seq 0 (n k))) in Hagree.
    rewrite (nth_indep _ [] (row 0)), map_nth, seq_nth in Hagree by (try rewrite map_length, seq_length; auto).
    unfold row in Hagree. cbn [Nat.add] in Hagree. set (f := fun w => negb _ || _) in Hagree.
    rewrite (nth_indep _ false (f 0)), map_nth, seq_nth in Hagree by (try rewrite map_length, seq_length; auto).
    unfold f in Hagree. cbn [Nat.add] in Hagree. apply orb_true_iff in Hagree. destruct Hagree as [Hf|Hok].
    + exfalso. apply negb_true_iff in Hf. unfold may_be_first in Hf.
      destruct (exactly (asked_firsts q)) as [fst|] eqn:Ef; [|discriminate].
      pose proof (exactly_fits _ _ _ Ef (asked_firsts_fit _ _ asked_here)) as E. cbn in E. apply Z.eqb_neq in Hf. auto.
    + now apply allows_agrees.
  - intros Habout. now destruct (silent_true q s (memory_of y) asked_here R Ec).
Qed.

End Sound.
