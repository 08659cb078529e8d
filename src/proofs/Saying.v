(** * What a claim says, as far as it is remembered *)
Require Import List ZArith Bool Lia.
Require Import Nimsweep.Alliance Nimsweep.Language Nimsweep.Knowledge Nimsweep.Evaluation Nimsweep.Memory.
Import ListNotations.
Local Open Scope Z_scope.

(** The claim speaks of values or winners, mod n; it is not about such rows; part of it has no value; or it would have to
    be known better what the row is like. *)
Inductive saying := Says (kind : case_kind) (zs : list Z) | Silent | NothingSaid | Unclear.

Fixpoint know_values (kind : case_kind) (es : list expression) (w : view) : saying :=
  match es with
  | [] => Says kind []
  | e :: es =>
    match know e w with
    | Is a => match exactly (remainder a (known_players w)), know_values kind es w with
              | Some z, Says kind zs => Says kind (z :: zs)
              | Some _, other => other
              | None, _ => Unclear
              end
    | Fault _ => NothingSaid
    | Unknown => Unclear
    end
  end.

Fixpoint know_cases (cs : list case) (w : view) : saying :=
  match cs with
  | [] => NothingSaid
  | c :: cs =>
    match know (when_ c) w with
    | Is a => match exactly a with
              | Some y => if y =? 0 then know_cases cs w else know_values (kind_ c) (values_ c) w
              | None => Unclear
              end
    | Fault _ => NothingSaid
    | Unknown => Unclear
    end
  end.

Definition know_claim (q : question) (m : memory) : saying :=
  match know (given (asked q)) (view_after q m Unknown) with
  | Fault shift => if shift then Silent else NothingSaid
  | Unknown => Unclear
  | Is a =>
    match exactly a, recurrence_ (asked q), m_v m with
    | None, _, _ => Unclear
    | Some 0, _, _ => Silent
    | Some _, None, _ => know_cases (cases (asked q)) (view_after q m Unknown)
    | Some _, Some _, Is v => know_cases (cases (asked q)) (view_after q m (Is v))
    | Some _, Some _, Fault _ => NothingSaid
    | Some _, Some _, Unknown => Unclear
    end
  end.

Lemma values_true es w s kind kind' zs : 1 <= players s -> sees w s -> know_values kind es w = Says kind' zs ->
  kind = kind' /\ exists all, all_values es s = Some all /\ zs = map (fun z => z mod players s) all.
Proof.
  intros Hn S. revert zs. induction es as [|e es IH]; intros zs E; cbn in E.
  - injection E as <- <-. split; [auto|]. now exists [].
  - pose proof (know_true e w s S) as T. destruct (know e w) as [a| |]; try discriminate. destruct T as [z [Ez F]].
    destruct (exactly _) as [y|] eqn:X; [|discriminate]. destruct (know_values kind es w) as [k zs'| | |]; try discriminate.
    injection E as <- <-. destruct (IH _ eq_refl) as [<- [all [Ea ->]]]. split; [auto|].
    exists (z :: all). cbn. rewrite Ez, Ea. split; [auto|]. f_equal.
    rewrite (sees_players _ _ S) in X. symmetry. apply (exactly_fits _ _ _ X). now apply fits_remainder.
Qed.

Lemma cases_true cs w s kind zs : 1 <= players s -> sees w s -> know_cases cs w = Says kind zs ->
  exists all, case_value cs s = Some (kind, all) /\ zs = map (fun z => z mod players s) all.
Proof.
  intros Hn S. induction cs as [|c cs IH]; intros E; cbn in E; [discriminate|].
  pose proof (know_true (when_ c) w s S) as T. destruct (know (when_ c) w) as [a| |]; try discriminate.
  destruct T as [z [Ez F]]. destruct (exactly a) as [y|] eqn:X; [|discriminate].
  pose proof (exactly_fits _ _ _ X F) as ->. cbn. rewrite Ez. destruct (y =? 0); [auto|].
  destruct (values_true _ _ _ _ _ _ Hn S E) as [<- [all [-> ->]]]. now exists all.
Qed.

Lemma with_v_same s : with_v s (v_here s) = s.
Proof. now destruct s. Qed.

Lemma sees_without_v q s m : is_asked q s -> remembers q s (piles s) m -> sees (view_after q m Unknown) s.
Proof. intros Q R. rewrite <- (with_v_same s). now apply sees_after. Qed.

Theorem silent_true q s m : is_asked q s -> remembers q s (piles s) m -> know_claim q m = Silent ->
  ~ is_about (asked q) s.
Proof.
  intros Q R E [H H']. unfold know_claim in E.
  pose proof (know_true (given (asked q)) _ _ (sees_without_v q s m Q R)) as T.
  destruct (know _ _) as [a|[]|]; cbn in T; try discriminate; [|congruence].
  destruct T as [z [Ez F]]. destruct (exactly a) as [y|] eqn:X; [|discriminate].
  pose proof (exactly_fits _ _ _ X F) as ->. destruct y as [|p|p]; [congruence| |];
  destruct (recurrence_ (asked q)); try destruct (m_v m); try discriminate;
  destruct (cases (asked q)) as [|c cs]; try discriminate; exfalso; revert E; generalize (c :: cs) as l;
  match goal with |- context [know_cases _ ?w] => generalize w end; clear; intros w l;
  induction l as [|c l IH]; cbn; try discriminate;
  destruct (know (when_ c) w) as [a| |]; try discriminate; destruct (exactly a) as [y|]; try discriminate;
  destruct (y =? 0); auto; generalize (values_ c); intros es; induction es as [|e es IH']; cbn; try discriminate;
  destruct (know e w) as [b| |]; try discriminate; destruct (exactly (remainder b _)); try discriminate;
  destruct (know_values (kind_ c) es w); congruence.
Qed.

Theorem says_true q s m kind zs : 1 <= players s -> is_asked q s -> remembers q s (piles s) m ->
  know_claim q m = Says kind zs ->
  (exists y, evaluate (given (asked q)) s = Value y) /\
  exists all, claimed (asked q) s = Some (kind, all) /\ zs = map (fun z => z mod players s) all.
Proof.
  intros Hn Q R E. unfold know_claim in E.
  pose proof (know_true (given (asked q)) _ _ (sees_without_v q s m Q R)) as T.
  destruct (know _ _) as [a|[]|]; try discriminate. destruct T as [z [Ez F]]. split; [eauto|].
  destruct (exactly a) as [y|]; [|discriminate]. unfold claimed.
  assert (E' : match recurrence_ (asked q), m_v m with
               | None, _ => know_cases (cases (asked q)) (view_after q m Unknown)
               | Some _, Is v => know_cases (cases (asked q)) (view_after q m (Is v))
               | Some _, _ => Unclear
               end = Says kind zs).
  { destruct y; [discriminate| |]; destruct (recurrence_ (asked q)), (m_v m); auto; discriminate. }
  clear E. destruct (recurrence_ (asked q)) as [r|] eqn:Er.
  - pose proof (remembers_v _ _ _ _ R r Er) as V. destruct (m_v m) as [v| |]; try discriminate.
    destruct V as [u [Eu Fu]]. rewrite Eu. apply (cases_true _ _ (with_v s (Value u)) _ _ Hn) in E'; [exact E'|].
    apply sees_after; auto. now apply true_is.
  - exact (cases_true _ _ _ _ _ Hn (sees_without_v q s m Q R) E').
Qed.

(** ** Does the outcome agree? *)

Definition allows (n : nat) (kind : case_kind) (zs : list Z) (i w : nat) : bool :=
  let is z := Z.of_nat (offset n i w) =? z in
  match kind with
  | IsValue => existsb is zs
  | IsNot => negb (existsb is zs)
  | IsWinner => existsb (fun z => Z.of_nat w =? z) zs
  end.

(** For each first player which winners agree with the claim. *)
Definition may_be_first (q : question) (i : nat) : bool :=
  match exactly (asked_firsts q) with Some f => f =? Z.of_nat i | None => true end.
Definition agreeing (n : nat) (q : question) (kind : case_kind) (zs : list Z) : list (list bool) :=
  map (fun i => map (fun w => negb (may_be_first q i) || allows n kind zs i w) (seq 0 n)) (seq 0 n).

Lemma allows_agrees n kind all i w : allows n kind (map (fun z => z mod Z.of_nat n) all) i w = true ->
  agrees n w (offset n i w) (kind, all).
Proof.
  assert (X : forall y, existsb (fun z => Z.of_nat y =? z) (map (fun z => z mod Z.of_nat n) all) = true ->
    exists z, In z all /\ Z.of_nat y = z mod Z.of_nat n).
  { intros y H. apply existsb_exists in H. destruct H as [z [Hin E]]. apply in_map_iff in Hin.
    destruct Hin as [z' [<- Hin]]. exists z'. split; [auto|]. now apply Z.eqb_eq. }
  destruct kind; cbn; auto. intros H z Hin E. apply negb_true_iff in H. apply not_true_iff_false in H. apply H.
  apply existsb_exists. exists (z mod Z.of_nat n). split; [|now apply Z.eqb_eq].
  apply in_map_iff. eauto.
Qed.
