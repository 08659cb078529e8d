(** * Tables

    A table from positive numbers, as a tree: the binary digits of a number lead to its entry. *)
Require Import PArith Bool.

Inductive table (T : Type) : Type := Leaf | Node (zeros : table T) (entry : option T) (ones : table T).
Arguments Leaf {T}.
Arguments Node {T} _ _ _.

Fixpoint get {T} (k : positive) (t : table T) {struct t} : option T :=
  match t with
  | Leaf => None
  | Node zeros entry ones => match k with xH => entry | xO k => get k zeros | xI k => get k ones end
  end.

Fixpoint put {T} (k : positive) (a : T) (t : table T) : table T :=
  let '(zeros, entry, ones) := match t with Leaf => (Leaf, None, Leaf) | Node z e o => (z, e, o) end in
  match k with
  | xH => Node zeros (Some a) ones
  | xO k => Node (put k a zeros) entry ones
  | xI k => Node zeros entry (put k a ones)
  end.

(** Does every entry pass a test? *)
Fixpoint for_all {T} (f : positive -> T -> bool) (t : table T) : bool :=
  match t with
  | Leaf => true
  | Node zeros entry ones =>
    if match entry with Some a => f xH a | None => true end
    then if for_all (fun k => f (xO k)) zeros then for_all (fun k => f (xI k)) ones else false
    else false
  end.

Fixpoint table_map {T U} (f : T -> U) (t : table T) : table U :=
  match t with Leaf => Leaf | Node zeros entry ones => Node (table_map f zeros) (option_map f entry) (table_map f ones) end.

Lemma all_get {T} (t : table T) : forall f k a, for_all f t = true -> get k t = Some a -> f k a = true.
Proof.
  induction t as [|zeros IHz entry ones IHo]; intros f k a H E; [discriminate|]. cbn in *.
  destruct (match entry with Some a => f xH a | None => true end) eqn:He; [|discriminate].
  destruct (for_all _ zeros) eqn:Hz; [|discriminate].
  destruct k as [k|k|].
  - exact (IHo (fun k => f (xI k)) k a H E).
  - exact (IHz (fun k => f (xO k)) k a Hz E).
  - now rewrite E in He.
Qed.

Lemma get_map {T U} (f : T -> U) (t : table T) : forall k, get k (table_map f t) = option_map f (get k t).
Proof. induction t as [|zeros IHz entry ones IHo]; intros [k|k|]; cbn; auto. Qed.
