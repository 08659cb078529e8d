(** * The language of claims

    What a claim says, as nimsweep's jobs write it: expressions over the parameters of a game and the piles of a row,
    lists of cases, recurrences over the piles. Numbers are integers of any size; a condition is 1 or 0. An expression
    may have no value, because it divides by less than one or asks for a pile that does not exist. *)
Require Import List ZArith Bool.
Require Import Nimsweep.Alliance.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Expressions *)

Inductive parameter := Players | Piles | Surplus | Shift | Kind | First.  (* n, N, d = N - n, r, k and first *)

Inductive operation := Add | Subtract | Multiply | Divide | Modulo | Equal | Unequal | Less | LessEqual.

(** Terms over all piles: of a condition on each pile, or of the sizes. *)
Inductive tally_kind := Count | All | Any.
Inductive sizes_kind := Sum | Smallest | Largest.

Inductive expression :=
| Constant (z : Z)
| Known (p : parameter)
| V                                    (* v of a recurrence *)
| Size                                 (* x, the size of the pile that is looked at .. *)
| Number                               (* .. and i, its number from 1 *)
| Pile (index : expression)            (* x[index] *)
| Sizes (kind : sizes_kind)
| Tally (kind : tally_kind) (condition : expression)
| Binary (o : operation) (a b : expression)
| And (a b : expression)
| Or (a b : expression)
| Not (a : expression).

(** An expression has a value, or none; [NoShift] if that is because it uses r, and the matrix is not SSAM^r. *)
Inductive result := Value (z : Z) | NoShift | NoValue.

Definition bind (a : result) (f : Z -> result) : result := match a with Value z => f z | fault => fault end.
Definition truth (b : bool) : Z := if b then 1 else 0.
Definition of_option (a : option Z) : result := match a with Some z => Value z | None => NoValue end.

(** Where an expression is evaluated. The sizes x_1 .. x_N are those of the whole row. *)
Record situation := {
  players : Z;
  shift : option Z;
  first : Z;
  piles : list Z;
  v_here : result;
  size_here : result;
  number_here : result
}.

Definition number_of_piles (s : situation) : Z := Z.of_nat (length (piles s)).

Definition parameter_value (p : parameter) (s : situation) : result :=
  match p with
  | Players => Value (players s)
  | Piles => Value (number_of_piles s)
  | Surplus => Value (number_of_piles s - players s)
  | Shift => match shift s with Some r => Value r | None => NoShift end
  | Kind => NoValue
  | First => Value (first s)
  end.

(** x[k], which is there if k is from 1 to N. *)
Definition pile_value (x : list Z) (k : Z) : result :=
  if 1 <=? k then of_option (nth_error x (Z.to_nat (k - 1))) else NoValue.

(** [a mod q] is in 0 .. q-1, and [a / q] is rounded down. *)
Definition operate (o : operation) (a b : Z) : result :=
  match o with
  | Add => Value (a + b)
  | Subtract => Value (a - b)
  | Multiply => Value (a * b)
  | Divide => if 1 <=? b then Value (a / b) else NoValue
  | Modulo => if 1 <=? b then Value (a mod b) else NoValue
  | Equal => Value (truth (a =? b))
  | Unequal => Value (truth (negb (a =? b)))
  | Less => Value (truth (a <? b))
  | LessEqual => Value (truth (a <=? b))
  end.

(** A term over all piles looks at each of them in turn. *)
Definition tally_start (k : tally_kind) : Z := match k with Count => 0 | All => 1 | Any => 0 end.
Definition tally_with (k : tally_kind) (a b : Z) : Z :=
  match k with Count => a + b | All => a * b | Any => Z.max a b end.
Definition tally_next (k : tally_kind) (holds : Z -> Z -> result) (sofar : result) (number size : Z) : result :=
  bind sofar (fun a => bind (holds size number) (fun b => Value (tally_with k a b))).
Fixpoint tally_from (k : tally_kind) (holds : Z -> Z -> result) (number : Z) (sofar : result) (x : list Z) : result :=
  match x with
  | [] => sofar
  | size :: x => tally_from k holds (number + 1) (tally_next k holds sofar number size) x
  end.
Definition tally (k : tally_kind) (holds : Z -> Z -> result) (x : list Z) : result :=
  tally_from k holds 1 (Value (tally_start k)) x.

Definition sizes_with (k : sizes_kind) : Z -> Z -> Z := match k with Sum => Z.add | Smallest => Z.min | Largest => Z.max end.
Definition sizes_value (k : sizes_kind) (x : list Z) : Z :=
  match x with [] => 0 | size :: x => fold_left (sizes_with k) x size end.

Definition at_pile (s : situation) (size number : Z) : situation :=
  {| players := players s; shift := shift s; first := first s; piles := piles s; v_here := v_here s;
     size_here := Value size; number_here := Value number |}.

(** [and] and [or] look at their right side only if the left one does not decide. *)
Fixpoint evaluate (e : expression) (s : situation) : result :=
  match e with
  | Constant z => Value z
  | Known p => parameter_value p s
  | V => v_here s
  | Size => size_here s
  | Number => number_here s
  | Pile index => bind (evaluate index s) (pile_value (piles s))
  | Sizes kind => Value (sizes_value kind (piles s))
  | Tally kind condition => tally kind (fun size number => evaluate condition (at_pile s size number)) (piles s)
  | Binary o a b => bind (evaluate a s) (fun y => bind (evaluate b s) (operate o y))
  | And a b => bind (evaluate a s) (fun y => if y =? 0 then Value 0 else evaluate b s)
  | Or a b => bind (evaluate a s) (fun y => if y =? 0 then evaluate b s else Value 1)
  | Not a => bind (evaluate a s) (fun y => Value (truth (y =? 0)))
  end.

(** ** Claims *)

(** What a case says: the value is one of these, or none of these; or the winner is one of these. *)
Inductive case_kind := IsValue | IsNot | IsWinner.
Record case := Case { when_ : expression; kind_ : case_kind; values_ : list expression }.

(** v after one more pile. *)
Record step := Step { if_ : expression; then_ : expression }.
Record recurrence := Recurrence { start : expression; each : list step; range : option Z }.

Record claim := Claim { given : expression; recurrence_ : option recurrence; cases : list case }.

(** The first step whose condition holds gives v, mod the range. *)
Fixpoint step_value (range : Z) (steps : list step) (s : situation) : result :=
  match steps with
  | [] => NoValue
  | step :: steps =>
    bind (evaluate (if_ step) s) (fun y =>
      if y =? 0 then step_value range steps s else bind (evaluate (then_ step) s) (fun z => operate Modulo z range))
  end.

Definition with_v (s : situation) (v : result) : situation :=
  {| players := players s; shift := shift s; first := first s; piles := piles s; v_here := v;
     size_here := size_here s; number_here := number_here s |}.

(** v after the piles [x], the first ones of the row. *)
Definition range_of (r : recurrence) (s : situation) : Z := match range r with Some q => q | None => players s end.
Definition v_start (r : recurrence) (s : situation) : result :=
  bind (evaluate (start r) s) (fun z => operate Modulo z (range_of r s)).
Definition v_next (r : recurrence) (s : situation) (v : result) (size : Z) : result :=
  bind v (fun z => step_value (range_of r s) (each r) (with_v (at_pile s size 0) (Value z))).
Definition v_after (r : recurrence) (s : situation) (x : list Z) : result := fold_left (v_next r s) x (v_start r s).

Fixpoint all_values (es : list expression) (s : situation) : option (list Z) :=
  match es with
  | [] => Some []
  | e :: es => match evaluate e s, all_values es s with Value z, Some zs => Some (z :: zs) | _, _ => None end
  end.

(** The first case whose condition holds. *)
Fixpoint case_value (cs : list case) (s : situation) : option (case_kind * list Z) :=
  match cs with
  | [] => None
  | c :: cs =>
    match evaluate (when_ c) s with
    | Value y => if y =? 0 then case_value cs s else option_map (pair (kind_ c)) (all_values (values_ c) s)
    | _ => None
    end
  end.

(** What a claim says of a row of piles; nothing if some part of it has no value there. *)
Definition claimed (c : claim) (s : situation) : option (case_kind * list Z) :=
  match recurrence_ c with
  | None => case_value (cases c) s
  | Some r => match v_after r s (piles s) with
              | Value v => case_value (cases c) (with_v s (Value v))
              | _ => None
              end
  end.

(** ** What it means that a claim is right *)

(** The r of a matrix that is SSAM^r. *)
Definition is_shift (n : nat) (rows : list (list nat)) (r : nat) : bool :=
  forallb (fun i => forallb (fun j => Nat.eqb (of_rows rows i j) (SSAM n r i j)) (seq 0 n)) (seq 0 n).
Definition shift_of (n : nat) (rows : list (list nat)) : option Z :=
  option_map Z.of_nat (find (is_shift n rows) (seq 0 n)).

(** The row x of piles, where P_i moves first. *)
Definition situation_of (n : nat) (rows : list (list nat)) (x : list nat) (i : nat) : situation :=
  {| players := Z.of_nat n; shift := shift_of n rows; first := Z.of_nat i; piles := map Z.of_nat x;
     v_here := NoValue; size_here := NoValue; number_here := NoValue |}.

Definition agrees (n : nat) (winner value : nat) (said : case_kind * list Z) : Prop :=
  match said with
  | (IsValue, zs) => exists z, In z zs /\ Z.of_nat value = z mod Z.of_nat n
  | (IsNot, zs) => forall z, In z zs -> Z.of_nat value <> z mod Z.of_nat n
  | (IsWinner, zs) => exists z, In z zs /\ Z.of_nat winner = z mod Z.of_nat n
  end.

(** A claim is about a row if [given] holds there; if [given] uses r, it is about the matrices SSAM^r only. *)
Definition is_about (c : claim) (s : situation) : Prop :=
  evaluate (given c) s <> NoShift /\ evaluate (given c) s <> Value 0.

(** The claim is right at the row x if P_i moves first and P_winner wins: it says something, and that agrees. *)
Definition right (n : nat) (rows : list (list nat)) (c : claim) (x : list nat) (i winner : nat) : Prop :=
  let s := situation_of n rows x i in
  is_about c s ->
  (exists y, evaluate (given c) s = Value y) /\
  exists said, claimed c s = Some said /\ agrees n winner (offset n i winner) said.
