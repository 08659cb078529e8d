(** * What is known about a number

    The checker does not read all rows of piles, but classes of them. Of a number it then knows a lower bound, an upper
    bound, and its residue modulo some number; modulo 0 means that it is known exactly. Every operation of the language
    of claims has a counterpart on such knowledge. *)
Require Import List ZArith Znumtheory Bool Lia.
Require Import Nimsweep.Language.
Local Open Scope Z_scope.

Record number := Num { low : option Z; high : option Z; modulus : Z; rest : Z }.

Definition at_least (l : option Z) (z : Z) : Prop := match l with Some l => l <= z | None => True end.
Definition at_most (h : option Z) (z : Z) : Prop := match h with Some h => z <= h | None => True end.

(** All that is known about z is true. *)
Definition fits (z : Z) (a : number) : Prop := at_least (low a) z /\ at_most (high a) z /\ (modulus a | z - rest a).

(** What is known about an expression: something about its value, or that it has none and why, or nothing. *)
Inductive answer := Is (a : number) | Fault (shift : bool) | Unknown.
Definition true_of (ans : answer) (r : result) : Prop :=
  match ans with
  | Is a => exists z, r = Value z /\ fits z a
  | Fault shift => r = if shift then NoShift else NoValue
  | Unknown => True
  end.

(** ** Exact numbers and ranges *)

Definition exact (z : Z) : number := Num (Some z) (Some z) 0 z.
Definition exactly (a : number) : option Z := if modulus a =? 0 then Some (rest a) else None.
Definition from (l : Z) : number := Num (Some l) None 1 0.
Definition between (l h : Z) : number := if l =? h then exact l else Num (Some l) (Some h) 1 0.

Lemma divide_0 z : (0 | z) -> z = 0.
Proof. intros [k E]. lia. Qed.

Lemma fits_exact z : fits z (exact z).
Proof. repeat split; cbn; try lia. rewrite Z.sub_diag. apply Z.divide_0_r. Qed.

Lemma exactly_fits z a y : exactly a = Some y -> fits z a -> z = y.
Proof.
  unfold exactly. destruct (Z.eqb_spec (modulus a) 0) as [E|]; [|discriminate]. intros [= <-] [_ [_ D]].
  rewrite E in D. apply divide_0 in D. lia.
Qed.

Lemma fits_from z l : l <= z -> fits z (from l).
Proof. repeat split; cbn; auto. apply Z.divide_1_l. Qed.

Lemma fits_between z l h : l <= z <= h -> fits z (between l h).
Proof.
  intros H. unfold between. destruct (Z.eqb_spec l h).
  - replace z with l by lia. apply fits_exact.
  - repeat split; cbn; try lia. apply Z.divide_1_l.
Qed.

Lemma true_exact z : true_of (Is (exact z)) (Value z).
Proof. exists z. split; [auto|apply fits_exact]. Qed.

(** ** Arithmetic *)

Definition both (f : Z -> Z -> Z) (a b : option Z) : option Z :=
  match a, b with Some a, Some b => Some (f a b) | _, _ => None end.

Definition plus (a b : number) : number :=
  Num (both Z.add (low a) (low b)) (both Z.add (high a) (high b)) (Z.gcd (modulus a) (modulus b)) (rest a + rest b).
Definition negative (a : number) : number :=
  Num (option_map Z.opp (high a)) (option_map Z.opp (low a)) (modulus a) (- rest a).
Definition scaled_up (c : Z) (a : number) : number :=
  Num (option_map (Z.mul c) (low a)) (option_map (Z.mul c) (high a)) (c * modulus a) (c * rest a).
Definition times (c : Z) (a : number) : number :=
  if c =? 0 then exact 0 else if 0 <? c then scaled_up c a else negative (scaled_up (- c) a).
Definition quotient (a : number) (q : Z) : number :=
  Num (option_map (fun z => z / q) (low a)) (option_map (fun z => z / q) (high a))
      (if modulus a mod q =? 0 then modulus a / q else 1) (rest a / q).
Definition remainder (a : number) (q : Z) : number :=
  if modulus a mod q =? 0 then exact (rest a mod q)
  else Num (Some 0) (Some (q - 1)) (Z.gcd (modulus a) q) (rest a).

Lemma divide_plus m m' x y : (m | x) -> (m' | y) -> (Z.gcd m m' | x + y).
Proof.
  intros H H'. apply Z.divide_add_r.
  - apply Z.divide_trans with m; [apply Z.gcd_divide_l|auto].
  - apply Z.divide_trans with m'; [apply Z.gcd_divide_r|auto].
Qed.

Lemma fits_plus y z a b : fits y a -> fits z b -> fits (y + z) (plus a b).
Proof.
  intros [La [Ha Da]] [Lb [Hb Db]]. unfold plus, fits in *. cbn. repeat split.
  - destruct (low a), (low b); cbn in *; lia.
  - destruct (high a), (high b); cbn in *; lia.
  - replace (y + z - (rest a + rest b)) with ((y - rest a) + (z - rest b)) by ring. now apply divide_plus.
Qed.

Lemma fits_negative z a : fits z a -> fits (- z) (negative a).
Proof.
  intros [L [H D]]. unfold negative, fits. cbn. repeat split.
  - destruct (high a); cbn in *; lia.
  - destruct (low a); cbn in *; lia.
  - replace (- z - - rest a) with (- (z - rest a)) by ring. now apply Z.divide_opp_r.
Qed.

Lemma fits_scaled_up c z a : 0 < c -> fits z a -> fits (c * z) (scaled_up c a).
Proof.
  intros Hc [L [H D]]. unfold scaled_up, fits. cbn. repeat split.
  - destruct (low a); cbn in *; nia.
  - destruct (high a); cbn in *; nia.
  - rewrite <- Z.mul_sub_distr_l. now apply Z.mul_divide_mono_l.
Qed.

Lemma fits_times c z a : fits z a -> fits (c * z) (times c a).
Proof.
  intros F. unfold times. destruct (Z.eqb_spec c 0) as [->|]; [rewrite Z.mul_0_l; apply fits_exact|].
  destruct (Z.ltb_spec 0 c); [now apply fits_scaled_up|].
  replace (c * z) with (- (- c * z)) by ring. apply fits_negative, fits_scaled_up; [lia|auto].
Qed.

Lemma fits_quotient z a q : 1 <= q -> fits z a -> fits (z / q) (quotient a q).
Proof.
  intros Hq [L [H D]]. unfold quotient, fits. cbn. repeat split.
  - destruct (low a); cbn in *; [apply Z.div_le_mono; lia|auto].
  - destruct (high a); cbn in *; [apply Z.div_le_mono; lia|auto].
  - destruct (Z.eqb_spec (modulus a mod q) 0) as [E|]; [|apply Z.divide_1_l].
    destruct D as [k Dk]. exists k. replace z with (rest a + k * (modulus a / q) * q).
    + rewrite Z.div_add by lia. ring.
    + rewrite <- Z.mul_assoc, (Z.mul_comm _ q), <- Z_div_exact_full_2 by lia. lia.
Qed.

Lemma fits_remainder z a q : 1 <= q -> fits z a -> fits (z mod q) (remainder a q).
Proof.
  intros Hq [L [H D]]. unfold remainder. destruct (Z.eqb_spec (modulus a mod q) 0) as [E|].
  - destruct D as [k Dk]. replace (z mod q) with (rest a mod q); [apply fits_exact|].
    replace z with (rest a + k * (modulus a / q) * q).
    + now rewrite Z.mod_add by lia.
    + rewrite <- Z.mul_assoc, (Z.mul_comm _ q), <- Z_div_exact_full_2 by lia. lia.
  - pose proof (Z.mod_pos_bound z q ltac:(lia)). repeat split; cbn; try lia.
    rewrite Z.mod_eq by lia. replace (z - q * (z / q) - rest a) with ((z - rest a) + - (z / q) * q) by ring.
    apply divide_plus; [auto|]. now exists (- (z / q)).
Qed.

(** ** Comparisons *)

(** Is a difference below 0, and is it at most 0? *)
Definition below_0 (a : number) : bool := match high a with Some h => h <? 0 | None => false end.
Definition up_to_0 (a : number) : bool := match high a with Some h => h <=? 0 | None => false end.
Definition never_0 (a : number) : bool :=
  below_0 a || below_0 (negative a) || negb (if modulus a =? 0 then rest a =? 0 else rest a mod modulus a =? 0).

Definition decide (yes no : bool) : option bool := if yes then Some true else if no then Some false else None.
Definition less (a b : number) : option bool :=
  let d := plus a (negative b) in decide (below_0 d) (up_to_0 (negative d)).
Definition equal (a b : number) : option bool :=
  let d := plus a (negative b) in decide (up_to_0 d && up_to_0 (negative d)) (never_0 d).

Lemma below_0_fits z a : below_0 a = true -> fits z a -> z < 0.
Proof. intros B [_ [H _]]. unfold below_0 in B. destruct (high a); [|discriminate]. cbn in H. lia. Qed.

Lemma up_to_0_fits z a : up_to_0 a = true -> fits z a -> z <= 0.
Proof. intros B [_ [H _]]. unfold up_to_0 in B. destruct (high a); [|discriminate]. cbn in H. lia. Qed.

Lemma never_0_fits z a : never_0 a = true -> fits z a -> z <> 0.
Proof.
  intros B F ->. unfold never_0 in B. rewrite !orb_true_iff in B. destruct B as [[B|B]|B].
  - pose proof (below_0_fits _ _ B F). lia.
  - pose proof (below_0_fits _ _ B (fits_negative _ _ F)). lia.
  - destruct F as [_ [_ D]]. apply negb_true_iff in B. destruct (Z.eqb_spec (modulus a) 0) as [E|E].
    + rewrite E in D. apply divide_0 in D. apply Z.eqb_neq in B. lia.
    + apply Z.eqb_neq in B. apply B. apply Z.mod_divide; [auto|].
      apply Z.divide_opp_r. now replace (- rest a) with (0 - rest a) by ring.
Qed.

Lemma less_fits y z a b c : less a b = Some c -> fits y a -> fits z b -> (y <? z) = c.
Proof.
  intros E Fy Fz. unfold less, decide in E. pose proof (fits_plus _ _ _ _ Fy (fits_negative _ _ Fz)) as F.
  destruct (below_0 _) eqn:B; [injection E as <-; pose proof (below_0_fits _ _ B F); lia|].
  destruct (up_to_0 _) eqn:U; [|discriminate]. injection E as <-.
  pose proof (up_to_0_fits _ _ U (fits_negative _ _ F)). lia.
Qed.

Lemma equal_fits y z a b c : equal a b = Some c -> fits y a -> fits z b -> (y =? z) = c.
Proof.
  intros E Fy Fz. unfold equal, decide in E. pose proof (fits_plus _ _ _ _ Fy (fits_negative _ _ Fz)) as F.
  destruct (up_to_0 _ && _) eqn:B.
  - injection E as <-. apply andb_prop in B. destruct B as [B B'].
    pose proof (up_to_0_fits _ _ B F). pose proof (up_to_0_fits _ _ B' (fits_negative _ _ F)). lia.
  - destruct (never_0 _) eqn:U; [|discriminate]. injection E as <-. pose proof (never_0_fits _ _ U F). lia.
Qed.

(** ** The smaller and the larger of two numbers *)

(** A residue that both have. *)
Definition common (a b : number) : Z := Z.gcd (Z.gcd (modulus a) (modulus b)) (rest a - rest b).
Definition smaller_bound (a b : option Z) : option Z :=
  match a, b with Some h, Some h' => Some (Z.min h h') | Some h, None | None, Some h => Some h | None, None => None end.
Definition smaller (a b : number) : number :=
  match less a b, less b a with
  | Some true, _ => a
  | _, Some true => b
  | _, _ =>
    Num (both Z.min (low a) (low b)) (smaller_bound (high a) (high b)) (common a b) (rest a)
  end.
Definition larger (a b : number) : number := negative (smaller (negative a) (negative b)).

Lemma fits_smaller y z a b : fits y a -> fits z b -> fits (Z.min y z) (smaller a b).
Proof.
  intros Fa Fb. unfold smaller.
  assert (G : fits (Z.min y z) (Num (both Z.min (low a) (low b)) (smaller_bound (high a) (high b))
    (common a b) (rest a))).
  { destruct Fa as [La [Ha Da]], Fb as [Lb [Hb Db]]. repeat split; cbn.
    - destruct (low a), (low b); cbn in *; lia.
    - destruct (high a), (high b); cbn in *; lia.
    - destruct (Z.min_spec y z) as [[_ ->]|[_ ->]]; unfold common.
      + apply Z.divide_trans with (modulus a); [|auto].
        eapply Z.divide_trans; [apply Z.gcd_divide_l|apply Z.gcd_divide_l].
      + replace (z - rest a) with ((z - rest b) - (rest a - rest b)) by ring.
        apply Z.divide_sub_r; [|apply Z.gcd_divide_r]. apply Z.divide_trans with (modulus b); [|auto].
        eapply Z.divide_trans; [apply Z.gcd_divide_l|apply Z.gcd_divide_r]. }
  destruct (less a b) as [[]|] eqn:E; destruct (less b a) as [[]|] eqn:E'; auto.
  all: try (pose proof (less_fits y z a b _ E Fa Fb)); try (pose proof (less_fits z y b a _ E' Fb Fa)).
  all: first [now replace (Z.min y z) with y by lia | now replace (Z.min y z) with z by lia].
Qed.

Lemma fits_larger y z a b : fits y a -> fits z b -> fits (Z.max y z) (larger a b).
Proof.
  intros Fa Fb. replace (Z.max y z) with (- Z.min (- y) (- z)) by lia.
  apply fits_negative, fits_smaller; now apply fits_negative.
Qed.

(** ** Forgetting

    Only finitely many things are remembered about numbers that grow: those from [cap] on are known modulo [m] only. *)
Definition forget (cap m : Z) (a : number) : number :=
  match low a with
  | Some l =>
    if (l <? cap) || (m <=? 0) then a
    else if Z.gcd (modulus a) m =? m then let c := cap + (rest a - cap) mod m in Num (Some c) None m c
    else Num (Some cap) None 1 0
  | None => a
  end.

Lemma fits_forget cap m z a : fits z a -> fits z (forget cap m a).
Proof.
  intros F. unfold forget. destruct (low a) as [l|] eqn:El; [|auto].
  destruct (Z.ltb_spec l cap); [auto|]. destruct (Z.leb_spec m 0); [auto|]. cbn [orb].
  destruct F as [L [_ D]]. rewrite El in L. cbn in L. destruct (Z.eqb_spec (Z.gcd (modulus a) m) m) as [E|].
  - assert (Dm : (m | z - rest a)).
    { apply Z.divide_trans with (modulus a); [|auto]. rewrite <- E. apply Z.gcd_divide_l. }
    assert (D' : (m | z - (cap + (rest a - cap) mod m))).
    { rewrite Z.mod_eq by lia.
      replace (z - _) with ((z - rest a) + (rest a - cap) / m * m) by ring.
      apply Z.divide_add_r; [auto|]. now exists ((rest a - cap) / m). }
    repeat split; cbn; auto. pose proof (Z.mod_pos_bound (rest a - cap) m ltac:(lia)).
    destruct D' as [k Dk]. set (c := (rest a - cap) mod m) in *. clearbody c. assert (0 <= k) by nia. nia.
  - repeat split; cbn; auto; [lia|apply Z.divide_1_l].
Qed.
