(** * Evaluating expressions from partial knowledge

    The counterpart of [evaluate]: what can be said of the value of an expression if only some things are known about
    the row of piles. Whatever it says is true of every row about which these things are true. *)
Require Import List ZArith Bool Lia.
Require Import Nimsweep.Language Nimsweep.Knowledge.
Import ListNotations.
Local Open Scope Z_scope.

Definition same_expression : forall a b : expression, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

(** What is known about a situation: some of the piles, counted from the front or from the end, and some terms over all
    piles. *)
Record view := {
  known_players : Z;
  known_shift : option Z;
  known_first : number;
  known_total : number;  (* N *)
  known_v : answer;
  known_size : answer;
  known_number : answer;
  early : list (Z * answer);
  late : list answer;
  terms : list (expression * answer)
}.

Record sees (w : view) (s : situation) : Prop := {
  sees_players : known_players w = players s;
  sees_shift : known_shift w = shift s;
  sees_first : fits (first s) (known_first w);
  sees_total : fits (number_of_piles s) (known_total w);
  sees_v : true_of (known_v w) (v_here s);
  sees_size : true_of (known_size w) (size_here s);
  sees_number : true_of (known_number w) (number_here s);
  sees_early : forall k a, In (k, a) (early w) -> true_of a (pile_value (piles s) k);
  sees_late : forall j a, nth_error (late w) j = Some a ->
    true_of a (pile_value (piles s) (number_of_piles s - Z.of_nat j));
  sees_terms : forall t a, In (t, a) (terms w) -> true_of a (evaluate t s)
}.

(** ** Operations *)

Definition answer_bind (a : answer) (f : number -> answer) : answer :=
  match a with Is a => f a | other => other end.
Definition answer_truth (b : option bool) : answer := match b with Some b => Is (exact (truth b)) | None => Unknown end.
Definition if_exact (a : number) (f : Z -> answer) : answer := match exactly a with Some z => f z | None => Unknown end.

Lemma true_bind a r f g : true_of a r -> (forall x z, fits z x -> true_of (f x) (g z)) ->
  true_of (answer_bind a f) (bind r g).
Proof.
  intros Ha H. destruct a as [x|shift|]; cbn in *; [|destruct shift; now subst|auto].
  destruct Ha as [z [-> F]]. cbn. auto.
Qed.

Lemma true_if_exact a z f r : fits z a -> (exactly a = Some z -> true_of (f z) r) -> true_of (if_exact a f) r.
Proof.
  intros F H. unfold if_exact. destruct (exactly a) as [y|] eqn:E; [|exact I].
  pose proof (exactly_fits _ _ _ E F) as ->. auto.
Qed.

Lemma true_truth b c : (forall d, c = Some d -> b = d) -> true_of (answer_truth c) (Value (truth b)).
Proof. intros H. destruct c as [d|]; [|exact I]. rewrite (H d eq_refl). apply true_exact. Qed.

Lemma true_is z a : fits z a -> true_of (Is a) (Value z).
Proof. intros F. exists z. auto. Qed.

Definition know_operation (o : operation) (a b : number) : answer :=
  match o with
  | Add => Is (plus a b)
  | Subtract => Is (plus a (negative b))
  | Multiply => match exactly a with Some c => Is (times c b) | None => if_exact b (fun c => Is (times c a)) end
  | Divide => if_exact b (fun q => if 1 <=? q then Is (quotient a q) else Fault false)
  | Modulo => if_exact b (fun q => if 1 <=? q then Is (remainder a q) else Fault false)
  | Equal => answer_truth (equal a b)
  | Unequal => answer_truth (option_map negb (equal a b))
  | Less => answer_truth (less a b)
  | LessEqual => answer_truth (option_map negb (less b a))
  end.

Lemma operation_true o a b y z : fits y a -> fits z b -> true_of (know_operation o a b) (operate o y z).
Proof.
  intros Fa Fb. destruct o; cbn [know_operation operate].
  - now apply true_is, fits_plus.
  - now apply true_is, fits_plus, fits_negative.
  - destruct (exactly a) as [c|] eqn:E.
    + rewrite (exactly_fits _ _ _ E Fa). now apply true_is, fits_times.
    + apply true_if_exact with z; [auto|]. intros _. rewrite Z.mul_comm. now apply true_is, fits_times.
  - apply true_if_exact with z; [auto|]. intros _. destruct (Z.leb_spec 1 z); [|reflexivity].
    now apply true_is, fits_quotient.
  - apply true_if_exact with z; [auto|]. intros _. destruct (Z.leb_spec 1 z); [|reflexivity].
    now apply true_is, fits_remainder.
  - apply true_truth. intros d E. now apply (equal_fits y z a b).
  - apply true_truth. intros d E. destruct (equal a b) eqn:E'; [|discriminate]. injection E as <-.
    f_equal. now apply (equal_fits y z a b).
  - apply true_truth. intros d E. now apply (less_fits y z a b).
  - apply true_truth. intros d E. destruct (less b a) eqn:E'; [|discriminate]. injection E as <-.
    rewrite Z.leb_antisym. f_equal. now apply (less_fits z y b a).
Qed.

(** ** Piles *)

(** An index is often a constant, or N and a constant: [linear] gives (a, b) if it is a N + b. *)
Fixpoint linear (e : expression) (w : view) : option (Z * Z) :=
  match e with
  | Constant z => Some (0, z)
  | Known Players => Some (0, known_players w)
  | Known Piles => Some (1, 0)
  | Known Surplus => Some (1, - known_players w)
  | Known Shift => option_map (pair 0) (known_shift w)
  | Known First => option_map (pair 0) (exactly (known_first w))
  | Binary o a b =>
    match linear a w, linear b w with
    | Some (a, b), Some (a', b') =>
      match o with
      | Add => Some (a + a', b + b')
      | Subtract => Some (a - a', b - b')
      | Multiply => if a =? 0 then Some (b * a', b * b') else if a' =? 0 then Some (a * b', b * b') else None
      | Divide => if (a =? 0) && (a' =? 0) && (1 <=? b') then Some (0, b / b') else None
      | Modulo => if (a =? 0) && (a' =? 0) && (1 <=? b') then Some (0, b mod b') else None
      | _ => None
      end
    | _, _ => None
    end
  | _ => None
  end.

Lemma linear_true e w s : sees w s -> forall a b, linear e w = Some (a, b) ->
  evaluate e s = Value (a * number_of_piles s + b).
Proof.
  intros S. induction e; intros c d E; cbn in E; try discriminate.
  - injection E as <- <-. cbn. f_equal.
  - destruct p; cbn in *; try discriminate.
    + injection E as <- <-. rewrite (sees_players _ _ S). reflexivity.
    + injection E as <- <-. f_equal. lia.
    + injection E as <- <-. rewrite (sees_players _ _ S). f_equal. lia.
    + rewrite <- (sees_shift _ _ S). destruct (known_shift w); [|discriminate]. now injection E as <- <-.
    + destruct (exactly (known_first w)) eqn:X; [|discriminate]. injection E as <- <-.
      now rewrite (exactly_fits _ _ _ X (sees_first _ _ S)).
  - destruct (linear e1 w) as [[a b]|]; [|discriminate]. destruct (linear e2 w) as [[a' b']|]; [|discriminate].
    cbn [evaluate]. rewrite (IHe1 _ _ eq_refl), (IHe2 _ _ eq_refl). cbn [bind].
    set (N := number_of_piles s). clearbody N.
    destruct o; cbn [operate]; try discriminate.
    + injection E as <- <-. f_equal. ring.
    + injection E as <- <-. f_equal. ring.
    + destruct (Z.eqb_spec a 0) as [->|]; [injection E as <- <-; f_equal; ring|].
      destruct (Z.eqb_spec a' 0) as [->|]; [injection E as <- <-; f_equal; ring|discriminate].
    + destruct (Z.eqb_spec a 0) as [->|]; [|discriminate]. destruct (Z.eqb_spec a' 0) as [->|]; [|discriminate].
      cbn [andb] in E. destruct (1 <=? b') eqn:L; [|discriminate]. injection E as <- <-.
      now rewrite !Z.mul_0_l, !Z.add_0_l, L.
    + destruct (Z.eqb_spec a 0) as [->|]; [|discriminate]. destruct (Z.eqb_spec a' 0) as [->|]; [|discriminate].
      cbn [andb] in E. destruct (1 <=? b') eqn:L; [|discriminate]. injection E as <- <-.
      now rewrite !Z.mul_0_l, !Z.add_0_l, L.
Qed.

Fixpoint lookup_early (l : list (Z * answer)) (k : Z) : answer :=
  match l with [] => Unknown | (k', a) :: l => if k' =? k then a else lookup_early l k end.
Definition lookup_late (l : list answer) (j : Z) : answer :=
  if j <? 0 then Unknown else match nth_error l (Z.to_nat j) with Some a => a | None => Unknown end.

Definition pile_number (k : Z) (w : view) : answer :=
  if k <? 1 then Fault false
  else match less (known_total w) (exact k) with
       | Some true => Fault false
       | Some false =>
         match lookup_early (early w) k with
         | Unknown => if_exact (known_total w) (fun N => lookup_late (late w) (N - k))
         | known => known
         end
       | None => Unknown
       end.
Definition pile_from_end (j : Z) (w : view) : answer :=
  if j <? 0 then Fault false
  else match less (exact j) (known_total w) with
       | Some true => lookup_late (late w) j
       | Some false => Fault false
       | None => Unknown
       end.
Definition know_pile (index : answer) (line : option (Z * Z)) (w : view) : answer :=
  match line with
  | Some (a, b) =>
    match exactly (known_total w) with
    | Some N => pile_number (a * N + b) w
    | None => if a =? 0 then pile_number b w else if a =? 1 then pile_from_end (- b) w else Unknown
    end
  | None => match index with Fault shift => Fault shift | _ => Unknown end
  end.

Lemma no_pile_value x k : k < 1 \/ Z.of_nat (length x) < k -> pile_value x k = NoValue.
Proof.
  intros H. unfold pile_value. destruct (Z.leb_spec 1 k); [|auto].
  destruct (nth_error x (Z.to_nat (k - 1))) eqn:E; [|auto].
  assert (Z.to_nat (k - 1) < length x)%nat by (apply nth_error_Some; congruence). lia.
Qed.

Lemma lookup_early_true l k r : (forall a, In (k, a) l -> true_of a r) -> true_of (lookup_early l k) r.
Proof.
  induction l as [|[k' a] l IH]; intros H; [exact I|]. cbn. destruct (Z.eqb_spec k' k) as [->|].
  - apply H. now left.
  - apply IH. intros b Hb. apply H. now right.
Qed.

Lemma lookup_late_true w s j : sees w s -> true_of (lookup_late (late w) j) (pile_value (piles s) (number_of_piles s - j)).
Proof.
  intros S. unfold lookup_late. destruct (Z.ltb_spec j 0); [exact I|].
  destruct (nth_error (late w) (Z.to_nat j)) eqn:E; [|exact I].
  apply (sees_late _ _ S) in E. now rewrite Z2Nat.id in E by lia.
Qed.

Lemma pile_number_true w s k : sees w s -> true_of (pile_number k w) (pile_value (piles s) k).
Proof.
  intros S. unfold pile_number. destruct (Z.ltb_spec k 1); [apply no_pile_value; auto|].
  destruct (less _ _) as [[]|] eqn:L; [| |exact I].
  - apply no_pile_value. right. pose proof (less_fits _ _ _ _ _ L (sees_total _ _ S) (fits_exact k)).
    unfold number_of_piles in *. lia.
  - pose proof (lookup_early_true (early w) k (pile_value (piles s) k) (sees_early _ _ S k)) as T.
    destruct (lookup_early (early w) k); auto.
    apply true_if_exact with (number_of_piles s); [apply (sees_total _ _ S)|]. intros _.
    pose proof (lookup_late_true w s (number_of_piles s - k) S) as T'.
    now replace (number_of_piles s - (number_of_piles s - k)) with k in T' by ring.
Qed.

Lemma pile_from_end_true w s j : sees w s -> true_of (pile_from_end j w) (pile_value (piles s) (number_of_piles s - j)).
Proof.
  intros S. unfold pile_from_end. destruct (Z.ltb_spec j 0).
  - apply no_pile_value. unfold number_of_piles. lia.
  - destruct (less _ _) as [[]|] eqn:L; [now apply lookup_late_true| |exact I].
    apply no_pile_value. pose proof (less_fits _ _ _ _ _ L (fits_exact j) (sees_total _ _ S)). lia.
Qed.

Lemma know_pile_true e w s index : sees w s -> true_of index (evaluate e s) ->
  true_of (know_pile index (linear e w) w) (bind (evaluate e s) (pile_value (piles s))).
Proof.
  intros S T. unfold know_pile. destruct (linear e w) as [[a b]|] eqn:L.
  - rewrite (linear_true _ _ _ S _ _ L). cbn [bind]. destruct (exactly (known_total w)) eqn:E.
    + rewrite (exactly_fits _ _ _ E (sees_total _ _ S)). now apply pile_number_true.
    + destruct (Z.eqb_spec a 0) as [->|]; [now apply pile_number_true|].
      destruct (Z.eqb_spec a 1) as [->|]; [|exact I].
      replace (1 * number_of_piles s + b) with (number_of_piles s - - b) by ring. now apply pile_from_end_true.
  - destruct index as [|[]|]; cbn in *; auto; now rewrite T.
Qed.

(** ** Expressions *)

Definition know_parameter (p : parameter) (w : view) : answer :=
  match p with
  | Players => Is (exact (known_players w))
  | Piles => Is (known_total w)
  | Surplus => Is (plus (known_total w) (exact (- known_players w)))
  | Shift => match known_shift w with Some r => Is (exact r) | None => Fault true end
  | Kind => Fault false
  | First => Is (known_first w)
  end.

Lemma parameter_true p w s : sees w s -> true_of (know_parameter p w) (parameter_value p s).
Proof.
  intros S. destruct p; cbn -[true_of].
  - rewrite (sees_players _ _ S). apply true_exact.
  - apply true_is, (sees_total _ _ S).
  - rewrite (sees_players _ _ S). apply true_is.
    apply (fits_plus _ (- players s)); [apply (sees_total _ _ S)|apply fits_exact].
  - rewrite (sees_shift _ _ S). destruct (shift s); [apply true_exact|reflexivity].
  - reflexivity.
  - apply true_is, (sees_first _ _ S).
Qed.

Fixpoint lookup_term (l : list (expression * answer)) (t : expression) : answer :=
  match l with [] => Unknown | (t', a) :: l => if same_expression t' t then a else lookup_term l t end.

Lemma lookup_term_true w s t : sees w s -> true_of (lookup_term (terms w) t) (evaluate t s).
Proof.
  intros S. pose proof (sees_terms _ _ S) as H. revert H. generalize (terms w). intros l H.
  induction l as [|[t' a] l IH]; [exact I|]. cbn. destruct (same_expression t' t) as [->|].
  - apply H. now left.
  - apply IH. intros u b Hb. apply H. now right.
Qed.

Fixpoint know (e : expression) (w : view) : answer :=
  match e with
  | Constant z => Is (exact z)
  | Known p => know_parameter p w
  | V => known_v w
  | Size => known_size w
  | Number => known_number w
  | Pile index => know_pile (know index w) (linear index w) w
  | Sizes _ | Tally _ _ => lookup_term (terms w) e
  | Binary o a b => answer_bind (know a w) (fun y => answer_bind (know b w) (know_operation o y))
  | And a b => answer_bind (know a w) (fun y => if_exact y (fun y => if y =? 0 then Is (exact 0) else know b w))
  | Or a b => answer_bind (know a w) (fun y => if_exact y (fun y => if y =? 0 then know b w else Is (exact 1)))
  | Not a => answer_bind (know a w) (fun y => if_exact y (fun y => Is (exact (truth (y =? 0)))))
  end.

Theorem know_true e w s : sees w s -> true_of (know e w) (evaluate e s).
Proof.
  intros S. induction e; cbn [know].
  - apply true_exact.
  - now apply parameter_true.
  - apply (sees_v _ _ S).
  - apply (sees_size _ _ S).
  - apply (sees_number _ _ S).
  - now apply know_pile_true.
  - now apply lookup_term_true.
  - now apply lookup_term_true.
  - cbn [evaluate]. apply true_bind; [auto|]. intros x y Fy. apply true_bind; [auto|]. intros x' z Fz.
    now apply operation_true.
  - cbn [evaluate]. apply true_bind; [auto|]. intros x y Fy. apply true_if_exact with y; [auto|]. intros _.
    destruct (y =? 0); [apply true_exact|auto].
  - cbn [evaluate]. apply true_bind; [auto|]. intros x y Fy. apply true_if_exact with y; [auto|]. intros _.
    destruct (y =? 0); [auto|apply true_exact].
  - cbn [evaluate]. apply true_bind; [auto|]. intros x y Fy. apply true_if_exact with y; [auto|]. intros _.
    apply true_exact.
Qed.
