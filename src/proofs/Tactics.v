(** * Proofs of claims for every number of players

    A file that [nimsweep verify --coq] writes proves its claim by one of the two tactics at the end: [prove_cases] for
    a list of cases, [prove_recurrence] for a recurrence. Both split the claim into finitely many statements of linear
    arithmetic. Most true claims can be proved like this if the number of piles that matter is bounded, or if their
    recurrence is inductive as it stands; false ones never. *)
Require Import List ZArith Lia Bool.
Require Export Nimsweep.Families.
Import ListNotations.
Open Scope Z_scope.

(** ** Numbers mod n

    The quotient is a small constant wherever a claim is split far enough; the tactics try one after another. *)
Lemma mod_by_quotient m a q : q * m <= a < (q + 1) * m -> a mod m = a - q * m.
Proof. intros H. symmetry. apply (Z.mod_unique_pos a m q); lia. Qed.

Lemma same_mod m a b : (exists q, a = b + q * m) -> a mod m = b mod m.
Proof. intros [q ->]. apply Z_mod_plus_full. Qed.

Lemma other_mod m a b : (exists q, b + q * m < a < b + (q + 1) * m) -> a mod m <> b mod m.
Proof.
  intros [q H] E. assert (m <> 0) by lia.
  pose proof (Z.div_mod a m ltac:(auto)). pose proof (Z.div_mod b m ltac:(auto)).
  rewrite E in *. assert (q < a / m - b / m < q + 1) by nia. lia.
Qed.

(** ** The tactics

    [lia] is slow at finding cases and quotients, so it is never asked to: cases are split, impossible ones are dropped
    at once, and quotients are given. Nothing is tried again after it has succeeded, so a false claim fails soon. *)

Ltac impossible := exfalso; lia.

(** Goes on if what is known so far is possible. *)
Ltac if_possible go_on := tryif impossible then idtac else go_on ().

Ltac without_mod t := lazymatch t with context [_ mod _] => fail | context [_ / _] => fail | _ => idtac end.

(** w stands for a mod m, which is a - q m; q may depend on the sign of a and on whether a < m. *)
Ltac quotient_is w a m q := assert (w = a - q * m) by (subst w; apply mod_by_quotient; lia).
Ltac quotient_is_constant w a m :=
  first [ quotient_is w a m 0 | quotient_is w a m (-1) | quotient_is w a m 1 | quotient_is w a m (-2)
        | quotient_is w a m 2 | quotient_is w a m (-3) | quotient_is w a m 3 ].
Ltac find_quotient w a m :=
  first [ quotient_is_constant w a m
        | destruct (Z_lt_le_dec a 0); quotient_is_constant w a m
        | destruct (Z_lt_le_dec a m); quotient_is_constant w a m
        | destruct (Z_lt_le_dec a 0), (Z_lt_le_dec a m); first [impossible | quotient_is_constant w a m] ].

(** Replaces a mod m everywhere, and a / m if m is a constant, by linear terms. *)
Ltac eliminate_div a m :=
  pose proof (Z.mod_pos_bound a m eq_refl); pose proof (Z.div_mod a m ltac:(discriminate));
  generalize dependent (a mod m); generalize dependent (a / m); intros.
Ltac eliminate_mod a m :=
  let w := fresh "w" in
  let E := fresh in
  first
    [ remember (a mod m) as w eqn:E in *; find_quotient w a m; clear E; subst w
    | lazymatch m with
      | Zpos _ => eliminate_div a m
      end ].

Ltac eliminate_in t :=
  match t with
  | context [?a mod ?m] => without_mod a; eliminate_mod a m
  | context [?a / ?m] => without_mod a; eliminate_div a m
  end.

(** Piles whose sizes have been met are compared with each new one: are they the same pile? *)
Definition met (k : Z) : Prop := True.
Definition compared (k l : Z) : Prop := True.

Ltac meet_pile x k :=
  match goal with
  | _ : met ?l |- _ =>
      lazymatch goal with _ : compared k l |- _ => fail | _ => assert (compared k l) by exact I end;
      let E := fresh in
      destruct (Z.eq_dec k l) as [E|E];
      [ if_possible ltac:(fun _ => assert (met k) by exact I; pose proof (f_equal (pile_at x) E))
      | if_possible ltac:(fun _ => meet_pile x k) ]
  | positive : forall k, 1 <= k <= _ -> 1 <= x.[k] |- _ =>
      assert (met k) by exact I; try pose proof (positive k ltac:(lia))
  end.

Ltac meet_new_pile_in t :=
  match t with
  | context [pile_at ?x ?k] => lazymatch goal with _ : met k |- _ => fail | _ => meet_pile x k end
  end.

(** The comparison that is evaluated first. *)
Ltac leftmost b :=
  lazymatch b with
  | ?a && _ => leftmost a
  | ?a || _ => leftmost a
  | negb ?a => leftmost a
  | _ => b
  end.

(** Splits the goal on a comparison. *)
Ltac decide_comparison a :=
  lazymatch a with
  | ?u =? ?v => destruct (Z.eqb_spec u v)
  | ?u <? ?v => destruct (Z.ltb_spec u v)
  | ?u <=? ?v => destruct (Z.leb_spec u v)
  | ?u >? ?v => destruct (Z.gtb_spec u v)
  | ?u >=? ?v => destruct (Z.geb_spec u v)
  end; cbn [andb orb negb] in *.

(** Makes what is known linear, splitting it where necessary. *)
Ltac open_one :=
  match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : In _ _ |- _ => cbn [In] in H
  | H : context [if ?b then _ else _] |- _ =>
      let a := leftmost b in
      first [ eliminate_in a | revert H; decide_comparison a; intro ]
  | H : context [?a mod ?m] |- _ => without_mod a; eliminate_mod a m
  | H : context [?a / ?m] |- _ => without_mod a; eliminate_div a m
  end.
Ltac open_known := tryif once open_one then if_possible ltac:(fun _ => open_known) else idtac.

(** Where n is a constant, the quotient need not be one. *)
Ltac by_constant_modulus :=
  tryif once (match goal with |- context [?a mod (Zpos ?m)] => without_mod a; eliminate_div a (Zpos m) end)
  then by_constant_modulus else lia.

(** The claimed value. *)
Ltac by_quotient :=
  first [ exists 0; lia | exists 1; lia | exists (-1); lia | exists 2; lia | exists (-2); lia | exists 3; lia
        | exists (-3); lia | exists 4; lia | exists (-4); lia | exists 5; lia | exists 6; lia | exists 7; lia
        | exists 8; lia ].
Ltac prove_equal :=
  lazymatch goal with
  | |- ?a mod ?m = ?b mod ?m => tryif once (first [eliminate_in a | eliminate_in b]) then prove_equal
                                else (apply same_mod; by_quotient)
  | |- ?a mod ?m = ?b => rewrite <- (Z.mod_small b m) by lia; prove_equal
  | |- ?a = ?b mod ?m => rewrite <- (Z.mod_small a m) by lia; prove_equal
  | |- _ => lia
  end.
Ltac prove_different :=
  lazymatch goal with
  | |- ?a mod ?m <> ?b mod ?m => tryif once (first [eliminate_in a | eliminate_in b]) then prove_different
                                 else (apply other_mod; by_quotient)
  | |- ?a mod ?m <> ?b => rewrite <- (Z.mod_small b m) by lia; prove_different
  | |- ?a <> ?b mod ?m => rewrite <- (Z.mod_small a m) by lia; prove_different
  | |- _ => lia
  end.
Ltac prove_one := lazymatch goal with |- _ \/ _ => first [left; prove_equal | right; prove_one] end.
Ltac prove_value :=
  lazymatch goal with
  | |- In _ _ => cbn [In]; first [prove_one | by_constant_modulus]
  | |- ~ In _ [] => apply in_nil
  | |- ~ In _ _ => apply not_in_cons; split; [prove_different | prove_value]
  | |- _ <> _ => first [prove_different | by_constant_modulus]
  | |- False => lia
  | |- _ => first [prove_equal | by_constant_modulus]
  end.

(** The claim: conditions, and at the end of each branch a value. *)
Ltac prove_branches :=
  lazymatch goal with
  | |- ?a /\ _ => tryif once (first [eliminate_in a | meet_new_pile_in a]) then prove_branches
                  else (split; [intros; lia | prove_branches])
  | |- if ?b then _ else _ =>
      let a := leftmost b in
      tryif once (first [eliminate_in a | meet_new_pile_in a]) then prove_branches
      else (decide_comparison a; if_possible ltac:(fun _ => prove_branches))
  | |- _ => prove_value
  end.

(** Walks along the piles that matter, at most [most] of them. *)
Ltac walk_on most :=
  lazymatch goal with
  | W : walk ?n ?N ?pile ?c ?t ?g |- _ =>
      let go_on := lazymatch most with
        | O => ltac:(fun _ => fail "more piles matter")
        | S ?fewer => ltac:(fun _ => assert (met c) by exact I; walk_on fewer)
        end in
      destruct (walk_cases n N pile c t g W) as [[? ->]|[(? & ? & ?)|(? & ? & ?)]]; clear W;
      [ if_possible ltac:(fun _ => prove_branches) | if_possible go_on | if_possible go_on ]
  end.

(** n, N and the value become integers of which only the walk is known. *)
Ltac begin_walk :=
  lazymatch goal with
  | g := Z.of_nat (value last_nim ?n ?matrix ?x ?i) |- _ =>
      let r := lazymatch matrix with SSAM _ ?r => r | SAM _ => constr:(O) end in
      let W := fresh "W" in
      let positive := fresh "positive" in
      pose proof (value_by_walk n r x i ltac:(lia) ltac:(assumption) ltac:(lia)) as W;
      try rewrite <- SAM_value in W by (assumption || lia);
      pose proof (fun k => pile_at_positive x k ltac:(assumption)) as positive;
      repeat match goal with letter := _ : Z |- _ => subst letter end;
      generalize dependent (Z.of_nat (value last_nim n matrix x i)); generalize dependent (Z.of_nat (length x));
      generalize dependent (Z.of_nat n); intros
  end.

(** A claim of cases, where at most [most] piles matter. *)
Ltac prove_cases most :=
  let most := eval compute in (Z.to_nat most) in
  intros; begin_walk; open_known; try match goal with H : ?n = Zpos _, W : walk ?n _ _ _ _ _ |- _ => subst n end;
  walk_on most.

(** A recurrence whose v is mod m, where the cases say for every row of piles what v has to do with the value. *)
Ltac prove_recurrence m :=
  intros;
  lazymatch goal with
  | g := Z.of_nat (value last_nim ?n ?matrix ?x ?i), v := fold_left ?step (map Z.of_nat ?x) ?start |- _ =>
      let r := lazymatch matrix with SSAM _ ?r => r | SAM _ => constr:(O) end in
      pattern v, g;
      lazymatch goal with
      | |- ?related _ _ =>
          enough (0 <= v < m /\ related v g) by tauto; subst g;
          try rewrite SAM_value by (assumption || lia);
          apply (value_by_recurrence n r x i step start (fun v g => 0 <= v < m /\ related v g));
          [lia | assumption | lia | |]
      end;
      clear v
  end;
  repeat match goal with letter := _ |- _ => subst letter end;
  intros; cbv beta in *; unfold after_one_more in *;
  open_known; prove_branches.
