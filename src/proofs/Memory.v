(** * What a claim remembers

    The checker reads the piles of a row one by one. It remembers what the claim will ask for: how many piles there
    were, some of their sizes, terms over all piles so far, v of the recurrence. Each is known as far as [Knowledge] can
    say, so that there are only finitely many memories. *)
Require Import List ZArith Bool Lia.
Require Import Nimsweep.Language Nimsweep.Knowledge Nimsweep.Evaluation.
Import ListNotations.
Local Open Scope Z_scope.

(** What is asked: a claim, for a number of players and a matrix that may be SSAM^r, about first players and numbers of
    piles that are known in part. From the caps on, sizes and other numbers are remembered modulo something only. What
    these caps are matters for what the checker can decide, but not for whether it is right. *)
Record question := {
  asked : claim;
  asked_players : Z;
  asked_shift : option Z;
  asked_firsts : number;
  asked_total : number;
  size_cap : Z;
  size_residues : Z;
  number_cap : Z;
  number_residues : Z;
  window : nat  (* how many of the last piles are remembered *)
}.

Record memory := Memory {
  read : number;
  m_early : list (Z * answer);
  m_late : list answer;
  m_terms : list (expression * answer);
  m_v : answer
}.

(** A term after some of the piles. *)
Definition partial (t : expression) (s : situation) (p : list Z) : result :=
  match t with
  | Sizes k => Value (sizes_value k p)
  | Tally k c => tally k (fun size number => evaluate c (at_pile s size number)) p
  | _ => evaluate t s
  end.

(** The memory is true after the first piles p of the row in s. *)
Record remembers (q : question) (s : situation) (p : list Z) (m : memory) : Prop := {
  remembers_read : fits (Z.of_nat (length p)) (read m);
  remembers_early : forall k a, In (k, a) (m_early m) -> true_of a (pile_value (piles s) k);
  remembers_late : forall j a, nth_error (m_late m) j = Some a ->
    true_of a (pile_value p (Z.of_nat (length p) - Z.of_nat j));
  remembers_terms : forall t a, In (t, a) (m_terms m) -> forall v, true_of a (partial t (with_v s v) p);
  remembers_v : forall r, recurrence_ (asked q) = Some r -> true_of (m_v m) (v_after r s p)
}.

(** The question is about this situation. *)
Record is_asked (q : question) (s : situation) : Prop := {
  asked_players_eq : asked_players q = players s;
  asked_shift_eq : asked_shift q = shift s;
  asked_firsts_fit : fits (first s) (asked_firsts q);
  asked_total_fits : fits (number_of_piles s) (asked_total q)
}.

(** ** Views *)

(** While piles are read, one sees one pile, and v. *)
Definition view_here (q : question) (v size number : answer) : view :=
  {| known_players := asked_players q; known_shift := asked_shift q; known_first := asked_firsts q;
     known_total := asked_total q; known_v := v; known_size := size; known_number := number;
     early := []; late := []; terms := [] |}.

Lemma sees_here q s v size number : is_asked q s -> true_of v (v_here s) -> true_of size (size_here s) ->
  true_of number (number_here s) -> sees (view_here q v size number) s.
Proof.
  intros [] Hv Hs Hn. constructor; cbn; auto; try (intros; contradiction).
  intros [|j] a E; discriminate.
Qed.

(** After the last pile one sees all that is remembered. *)
Definition view_after (q : question) (m : memory) (v : answer) : view :=
  {| known_players := asked_players q; known_shift := asked_shift q; known_first := asked_firsts q;
     known_total := match exactly (asked_total q) with Some _ => asked_total q | None => read m end;
     known_v := v; known_size := Unknown; known_number := Unknown;
     early := m_early m; late := m_late m; terms := m_terms m |}.

Lemma sees_after q s m v r : is_asked q s -> remembers q s (piles s) m -> true_of v r ->
  sees (view_after q m v) (with_v s r).
Proof.
  intros [Hp Hs Hf Ht] [] Hv. constructor; cbn; auto.
  - unfold number_of_piles in *. cbn. destruct (exactly (asked_total q)); auto.
  - intros t a Hin. specialize (remembers_terms0 t a Hin r).
    destruct t; exact remembers_terms0.
Qed.

(** ** The start *)

Definition start_of_term (t : expression) : answer :=
  match t with Sizes _ => Is (exact 0) | Tally k _ => Is (exact (tally_start k)) | _ => Unknown end.

Definition known_range (r : recurrence) (q : question) : Z :=
  match range r with Some range => range | None => asked_players q end.
Definition know_mod (a : answer) (range : Z) : answer :=
  answer_bind a (fun a => know_operation Modulo a (exact range)).
Definition start_of_v (q : question) : answer :=
  match recurrence_ (asked q) with
  | Some r => know_mod (know (start r) (view_here q Unknown Unknown Unknown)) (known_range r q)
  | None => Unknown
  end.

Definition start_memory (q : question) (ks : list Z) (ts : list expression) : memory :=
  Memory (exact 0) (map (fun k => (k, Unknown)) ks) [] (map (fun t => (t, start_of_term t)) ts) (start_of_v q).

Lemma known_range_eq r q s : is_asked q s -> known_range r q = range_of r s.
Proof. intros []. unfold known_range, range_of. destruct (range r); auto. Qed.

Lemma know_mod_true a r range : true_of a r -> true_of (know_mod a range) (bind r (fun z => operate Modulo z range)).
Proof. intros H. apply true_bind; [auto|]. intros x z F. apply operation_true; [auto|apply fits_exact]. Qed.

Theorem start_remembers q s ks ts : is_asked q s -> remembers q s [] (start_memory q ks ts).
Proof.
  intros Q. constructor; cbn.
  - apply fits_exact.
  - intros k a Hin. apply in_map_iff in Hin. destruct Hin as [k' [[= <- <-] _]]. exact I.
  - intros [|j] a E; discriminate.
  - intros t a Hin v. apply in_map_iff in Hin. destruct Hin as [t' [[= <- <-] _]].
    destruct t'; try exact I; apply true_exact.
  - intros r E. unfold start_of_v. rewrite E. unfold v_after, v_start. cbn. rewrite <- (known_range_eq r q s Q).
    apply know_mod_true, know_true, sees_here; try exact I; auto.
Qed.

(** ** One more pile *)

Definition forget_answer (cap m : Z) (a : answer) : answer := match a with Is a => Is (forget cap m a) | other => other end.
Lemma forget_true cap m a r : true_of a r -> true_of (forget_answer cap m a) r.
Proof. destruct a; auto. intros [z [E F]]. exists z. split; [auto|now apply fits_forget]. Qed.

Definition know_tally (k : tally_kind) (a b : number) : answer :=
  match k with Count => Is (plus a b) | All => if_exact b (fun c => Is (times c a)) | Any => Is (larger a b) end.
Definition know_sizes (k : sizes_kind) (a b : number) : number :=
  match k with Sum => plus a b | Smallest => smaller a b | Largest => larger a b end.

Lemma tally_true k a b y z : fits y a -> fits z b -> true_of (know_tally k a b) (Value (tally_with k y z)).
Proof.
  intros Fa Fb. destruct k; cbn [know_tally tally_with].
  - now apply true_is, fits_plus.
  - apply true_if_exact with z; [auto|]. intros _. rewrite Z.mul_comm. now apply true_is, fits_times.
  - now apply true_is, fits_larger.
Qed.

Lemma sizes_true k a b y z : fits y a -> fits z b -> fits (sizes_with k y z) (know_sizes k a b).
Proof. intros Fa Fb. destruct k; cbn; auto using fits_plus, fits_smaller, fits_larger. Qed.

Definition next_term (q : question) (m : memory) (size : number) (t : expression) (a : answer) : answer :=
  match t with
  | Tally k c => answer_bind a (fun a =>
      answer_bind (know c (view_here q Unknown (Is size) (Is (plus (read m) (exact 1))))) (know_tally k a))
  | Sizes k => match exactly (read m), less (exact 0) (read m) with
               | Some 0, _ => Is size
               | _, Some true => answer_bind a (fun a => Is (know_sizes k a size))
               | _, _ => Unknown
               end
  | _ => Unknown
  end.

Fixpoint know_steps (range : Z) (steps : list step) (w : view) : answer :=
  match steps with
  | [] => Fault false
  | step :: steps => answer_bind (know (if_ step) w) (fun y => if_exact y (fun y =>
      if y =? 0 then know_steps range steps w else know_mod (know (then_ step) w) range))
  end.

Definition next_v (q : question) (size : number) (v : answer) : answer :=
  match recurrence_ (asked q) with
  | Some r => answer_bind v (fun v => know_steps (known_range r q) (each r) (view_here q (Is v) (Is size) Unknown))
  | None => Unknown
  end.

Definition next_early (q : question) (m : memory) (size : number) (k : Z) (a : answer) : answer :=
  match exactly (read m) with
  | Some r => if r + 1 =? k then Is (forget (size_cap q) (size_residues q) size) else a
  | None => a
  end.

Definition next_memory (q : question) (m : memory) (size : number) : memory :=
  Memory (forget (number_cap q) (number_residues q) (plus (read m) (exact 1)))
         (map (fun ka => (fst ka, next_early q m size (fst ka) (snd ka))) (m_early m))
         (firstn (window q) (Is (forget (size_cap q) (size_residues q) size) :: m_late m))
         (map (fun ta => (fst ta, forget_answer (number_cap q) (number_residues q)
                                    (next_term q m size (fst ta) (snd ta)))) (m_terms m))
         (next_v q size (m_v m)).

Lemma tally_snoc k holds x size : forall number sofar,
  tally_from k holds number sofar (x ++ [size]) =
  tally_next k holds (tally_from k holds number sofar x) (number + Z.of_nat (length x)) size.
Proof.
  induction x as [|y x IH]; intros number sofar; [cbn; now rewrite Z.add_0_r|].
  cbn [app tally_from length]. rewrite IH. f_equal. lia.
Qed.

Lemma sizes_snoc k x size : x <> [] -> sizes_value k (x ++ [size]) = sizes_with k (sizes_value k x) size.
Proof. destruct x as [|y x]; [congruence|]. intros _. cbn. apply fold_left_app. Qed.

Lemma steps_true range steps w s : sees w s -> true_of (know_steps range steps w) (step_value range steps s).
Proof.
  intros S. induction steps as [|step steps IH]; [reflexivity|]. cbn [know_steps step_value].
  apply true_bind; [now apply know_true|]. intros x y F. apply true_if_exact with y; [auto|]. intros _.
  destruct (y =? 0); [auto|]. now apply know_mod_true, know_true.
Qed.

Lemma is_asked_at q s size number : is_asked q s -> is_asked q (at_pile s size number).
Proof. intros []. constructor; auto. Qed.
Lemma is_asked_with q s v : is_asked q s -> is_asked q (with_v s v).
Proof. intros []. constructor; auto. Qed.

Lemma next_term_true q s p m size a t b v : is_asked q s -> remembers q s p m -> fits size a -> In (t, b) (m_terms m) ->
  true_of (next_term q m a t b) (partial t (with_v s v) (p ++ [size])).
Proof.
  intros Q R F Hin. pose proof (remembers_terms _ _ _ _ R t b Hin v) as T. pose proof (remembers_read _ _ _ _ R) as L.
  destruct t; try exact I; cbn [next_term partial] in *.
  - destruct (less (exact 0) (read m)) as [[]|] eqn:E.
    + assert (Hp : p <> []).
      { pose proof (less_fits _ _ _ _ _ E (fits_exact 0) L). destruct p; [discriminate|congruence]. }
      assert (T' : true_of (answer_bind b (fun a0 => Is (know_sizes kind a0 a))) (Value (sizes_value kind (p ++ [size])))).
      { rewrite sizes_snoc by auto. change (true_of (answer_bind b (fun a0 => Is (know_sizes kind a0 a)))
          (bind (Value (sizes_value kind p)) (fun y => Value (sizes_with kind y size)))).
        apply true_bind; [auto|]. intros x z Fz. now apply true_is, sizes_true. }
      destruct (exactly (read m)) as [[| |]|] eqn:X; auto.
      pose proof (exactly_fits _ _ _ X L). destruct p; [congruence|discriminate].
    + destruct (exactly (read m)) as [[| |]|] eqn:X; try exact I. pose proof (exactly_fits _ _ _ X L) as Z0.
      destruct p; [|discriminate]. now apply true_is.
    + destruct (exactly (read m)) as [[| |]|] eqn:X; try exact I. pose proof (exactly_fits _ _ _ X L) as Z0.
      destruct p; [|discriminate]. now apply true_is.
  - unfold tally in *. rewrite tally_snoc. unfold tally_next at 1. apply true_bind; [auto|]. intros x y Fy.
    apply true_bind.
    + apply know_true, sees_here; [now apply is_asked_at, is_asked_with|exact I|now apply true_is|].
      apply true_is. rewrite Z.add_comm. now apply fits_plus, fits_exact.
    + intros x' z Fz. now apply tally_true.
Qed.

Lemma pile_value_app p q k : k <= Z.of_nat (length p) -> pile_value (p ++ q) k = pile_value p k.
Proof.
  intros H. unfold pile_value. destruct (Z.leb_spec 1 k); [|auto]. rewrite nth_error_app1 by lia. auto.
Qed.

Lemma pile_value_next p size q : pile_value (p ++ size :: q) (Z.of_nat (length p) + 1) = Value size.
Proof.
  unfold pile_value. destruct (Z.leb_spec 1 (Z.of_nat (length p) + 1)); [|lia].
  replace (Z.to_nat _) with (length p) by lia. now rewrite nth_error_app2, Nat.sub_diag by lia.
Qed.

Lemma nth_error_firstn {T} (l : list T) a : forall k j, nth_error (firstn k l) j = Some a -> nth_error l j = Some a.
Proof.
  induction l as [|b l IH]; intros k j E.
  - now rewrite firstn_nil in E.
  - destruct k as [|k]; [destruct j; discriminate|]. destruct j as [|j]; [exact E|]. cbn in *. eauto.
Qed.

Theorem next_remembers q s p size rest m a : is_asked q s -> piles s = p ++ size :: rest ->
  remembers q s p m -> fits size a -> remembers q s (p ++ [size]) (next_memory q m a).
Proof.
  intros Q X R F. pose proof (remembers_read _ _ _ _ R) as L. constructor; cbn [read m_early m_late m_terms m_v next_memory].
  - rewrite app_length, Nat2Z.inj_add. now apply fits_forget, fits_plus, fits_exact.
  - intros k b Hin. apply in_map_iff in Hin. destruct Hin as [[k' b'] [[= <- <-] Hin]]. cbn.
    pose proof (remembers_early _ _ _ _ R _ _ Hin) as T. unfold next_early.
    destruct (exactly (read m)) as [r|] eqn:E; [|auto]. pose proof (exactly_fits _ _ _ E L) as Er.
    destruct (Z.eqb_spec (r + 1) k') as [<-|]; [|auto].
    rewrite X, <- Er, pile_value_next. now apply true_is, fits_forget.
  - intros j b E. apply nth_error_firstn in E. rewrite app_length, Nat2Z.inj_add. cbn [length Z.of_nat].
    destruct j as [|j]; cbn in E.
    + injection E as <-. cbn [Z.of_nat]. rewrite Z.sub_0_r. change (Z.pos (Pos.of_succ_nat 0)) with 1.
      rewrite pile_value_next. now apply true_is, fits_forget.
    + apply (remembers_late _ _ _ _ R) in E.
      rewrite pile_value_app by lia.
      now replace (Z.of_nat (length p) + _ - Z.of_nat (S j)) with (Z.of_nat (length p) - Z.of_nat j) by lia.
  - intros t b Hin v. apply in_map_iff in Hin. destruct Hin as [[t' b'] [[= <- <-] Hin]]. cbn [fst snd].
    apply forget_true. now apply next_term_true.
  - intros r E. unfold next_v, v_after. rewrite E, fold_left_app. cbn [fold_left]. unfold v_next at 1.
    apply true_bind; [now apply (remembers_v _ _ _ _ R)|]. intros x z Fz. rewrite <- (known_range_eq r q s Q).
    apply steps_true, sees_here; [now apply is_asked_with, is_asked_at|now apply true_is|now apply true_is|exact I].
Qed.
