(** * Finding what is to be checked

    Lists the memories of a claim, and the pairs of a state and a memory, by search. Nothing here is proved, nor needs to
    be: [closed] checks what is found. *)
Require Import String List Arith ZArith PeanoNat Bool.
Require Import Nimsweep.Language Nimsweep.Knowledge Nimsweep.Evaluation Nimsweep.Memory Nimsweep.Saying Nimsweep.Vectors
  Nimsweep.Trie Nimsweep.Closure.
Import ListNotations.
Local Open Scope list_scope.

(** Why a proof is not accepted; [NotUnderstood] if that is the checker's fault. A message may end with a number. *)
Inductive failure := Rejected (why : string) (number : option positive) | NotUnderstood (why : string).
Definition outcome_of (A : Type) : Type := A + failure.

(** Repeats a step until it gives a result, at most 2^fuel times. *)
Fixpoint iterate {S R : Type} (fuel : nat) (step : S -> S + R) (s : S) : S + R :=
  match fuel with
  | O => step s
  | Datatypes.S fuel => match iterate fuel step s with inl s => iterate fuel step s | inr r => inr r end
  end.
Definition fuel : nat := 40.
Definition most_memories : positive := 100000.

(** ** Keys for memories, as numbers with the same digits if and only if they are equal *)

Fixpoint positive_key (p k : positive) : positive :=
  match p with
  | xH => xO k
  | xO p => xI (xO (positive_key p k))
  | xI p => xI (xI (positive_key p k))
  end.
Definition integer_key (z : Z) (k : positive) : positive :=
  match z with Z0 => xO (xO k) | Zpos p => xO (xI (positive_key p k)) | Zneg p => xI (positive_key p k) end.
Definition option_key (z : option Z) (k : positive) : positive :=
  match z with None => xO k | Some z => xI (integer_key z k) end.
Definition number_key (a : number) (k : positive) : positive :=
  match exactly a with
  | Some z => xO (integer_key z k)
  | None => xI (option_key (low a) (option_key (high a) (integer_key (modulus a) (integer_key (rest a) k))))
  end.
Definition answer_key (a : answer) (k : positive) : positive :=
  match a with
  | Is a => xO (number_key a k)
  | Fault b => xI (xO (if b then xO k else xI k))
  | Unknown => xI (xI k)
  end.
Definition memory_key (m : memory) (most : nat) : positive :=
  let answers := map snd (m_early m) ++ map snd (m_terms m) ++ m_v m :: m_late m in
  number_key (read m) (integer_key (Z.of_nat most) (fold_right answer_key 1%positive answers)).

(** ** Memories *)

Record listing := { by_key : table positive; waiting : table (memory * nat); size_ : positive; made : nodes }.

(** The number of a memory, which may be new; [size_] is the next one that is free. *)
Definition number_of (l : listing) (m : memory) (most : nat) : positive * listing :=
  let key := memory_key m most in
  match get key (by_key l) with
  | Some id => (id, l)
  | None => (size_ l, {| by_key := put key (size_ l) (by_key l); waiting := put (size_ l) (m, most) (waiting l);
                         size_ := Pos.succ (size_ l); made := made l |})
  end.

Fixpoint successors (q : question) (descending : bool) (m : memory) (most j : nat) (ls : list number) (l : listing) :
  list positive * listing :=
  match ls with
  | [] => ([], l)
  | a :: ls =>
    let '(id, l) := number_of l (next_memory q m a) (if descending then S j else most) in
    let '(ids, l) := successors q descending m most (S j) ls l in (id :: ids, l)
  end.

(** A memory that the claim cannot judge stops the search at once. *)
Definition memory_step (k : task) (ls : list number) (state : positive * listing) :
  (positive * listing) + outcome_of nodes :=
  let '(next, l) := state in
  let q := question_ k in
  match get next (waiting l) with
  | None => inr (inl (made l))
  | Some (m, most) =>
    if Pos.ltb most_memories (size_ l)
    then inr (inr (NotUnderstood "the claim remembers too much"))
    else
    match (if not_yet q m then Silent else know_claim q m) with
    | Unclear => inr (inr (NotUnderstood "the claim needs more than is remembered about the piles"))
    | NothingSaid => inr (inr (Rejected "the claim says nothing about some row of piles" None))
    | _ =>
      let '(ids, l) := if is_last q m then ([], l) else successors q (descending k) m most 0 (firstn most ls) l in
      inl (Pos.succ next, {| by_key := by_key l; waiting := waiting l; size_ := size_ l;
                             made := put next {| memory_of := m; most := most; after := ids |} (made l) |})
    end
  end.

Definition find_nodes (k : task) : outcome_of nodes :=
  let ls := letters (B k) (m k) in
  let empty := {| by_key := Leaf; waiting := Leaf; size_ := 1%positive; made := Leaf |} in
  let '(_, l) := number_of empty (start_memory (question_ k) (asked_piles k) (asked_terms k)) (B k + m k) in
  match iterate fuel (memory_step k ls) (1%positive, l) with
  | inr found => found
  | inl _ => inr (NotUnderstood "the claim remembers too much")
  end.

(** ** Pairs *)

Definition insert (s m : positive) (P : pairs) : pairs :=
  put s (put m tt match get s P with Some ms => ms | None => Leaf end) P.

Fixpoint add_all (arrows ids : list positive) (work : list (positive * positive)) (P : pairs) :
  list (positive * positive) * pairs :=
  match ids, arrows with
  | id :: ids, t :: ts =>
    let arrows := match ts with [] => arrows | _ => ts end in
    if listed P t id then add_all arrows ids work P else add_all arrows ids ((t, id) :: work) (insert t id P)
  | _, _ => (work, P)
  end.

Definition pair_step (M : machine) (T : nodes) (V : table (option (list (list bool))))
  (state : list (positive * positive) * pairs) : (list (positive * positive) * pairs) + outcome_of pairs :=
  match state with
  | ([], P) => inr (inl P)
  | ((s, m) :: work, P) =>
    match get s M, get m T, get m V with
    | Some (st, arrows), Some x, Some (Some rows) =>
      if agree (last st []) rows
      then match arrows, after x with
           | [], _ :: _ => inr (inr (Rejected "arrows are missing at state" (Some s)))
           | _, ids => inl (add_all arrows ids work P)
           end
      else inr (inr (Rejected "the claim does not agree with state" (Some s)))
    | _, _, _ => inr (inr (Rejected "there is no state" (Some s)))
    end
  end.

Definition find_pairs (k : task) (M : machine) (T : nodes) : outcome_of pairs :=
  let V := table_map (fun x => verdict (n k) (question_ k) (memory_of x)) T in
  match iterate fuel (pair_step M T V) ([(1, 1)%positive], insert 1 1 Leaf) with
  | inr found => found
  | inl _ => inr (NotUnderstood "there are too many states")
  end.

(** Is the claim about any of the rows? *)
Definition is_about_some (k : task) (T : nodes) : bool :=
  negb (for_all (fun _ x => if not_yet (question_ k) (memory_of x) then true
                            else match know_claim (question_ k) (memory_of x) with Says _ _ => false | _ => true end) T).

(** ** The states by themselves: piles lead to each, and none has arrows that takes all piles to reach *)

Definition no_piles : failure := Rejected "there is a state to which no piles lead" None.
Definition needless : failure := Rejected "there are arrows after the last pile" None.

(** In Last Nim the pairs tell. *)
Definition pairs_cover (q : question) (M : machine) (T : nodes) (P : pairs) : option failure :=
  let is_end m := match get m T with Some x => is_last q (memory_of x) | None => false end in
  if negb (for_all (fun s _ => match get s P with Some _ => true | None => false end) M) then Some no_piles
  else if for_all (fun s sa => match snd sa, get s P with
         | _ :: _, Some ms => negb (for_all (fun m _ => is_end m) ms)
         | _, _ => true end) M
  then None else Some needless.

(** In Small Nim not all rows occur, but the machine is that of Last Nim. *)

Fixpoint layer (M : machine) (latest : list positive) (reached : table unit) (next : list positive) :
  list positive * table unit :=
  match latest with
  | [] => (next, reached)
  | s :: latest =>
    let '(next, reached) := fold_left (fun nr t => let '(next, reached) := nr in
      match get t reached with Some _ => nr | None => (t :: next, put t tt reached) end)
      match get s M with Some (_, arrows) => arrows | None => [] end (next, reached) in
    layer M latest reached next
  end.

Definition layer_step (M : machine) (state : list positive * table unit * option Z) :
  (list positive * table unit * option Z) + (list positive * table unit) :=
  let '(latest, reached, remaining) := state in
  match latest, remaining with
  | [], _ => inr ([], reached)
  | _, Some 0%Z => inr (latest, reached)
  | _, _ => inl (layer M latest reached [], option_map Z.pred remaining)
  end.

Definition states_right (M : machine) (piles : option Z) : option failure :=
  match iterate fuel (layer_step M) ([1%positive], put 1 tt Leaf, piles) with
  | inl _ => Some (NotUnderstood "there are too many states")
  | inr (latest, reached) =>
    if negb (for_all (fun s _ => match get s reached with Some _ => true | None => false end) M)
    then Some no_piles
    else match find (fun s => match get s M with Some (_, []) => false | _ => true end) latest with
         | Some _ => Some needless
         | None => None
         end
  end.
