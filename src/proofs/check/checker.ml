
type __ = Obj.t

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m0 =
  match l with
  | [] -> m0
  | a :: l1 -> a :: (app l1 m0)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

(** val id : __ -> __ **)

let id x =
  x

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n1 m0 =
   match n1 with
   | O -> m0
   | S p -> S (add p m0)
end
include Coq__1

(** val mul : nat -> nat -> nat **)

let rec mul n1 m0 =
  match n1 with
  | O -> O
  | S p -> add m0 (mul p m0)

(** val sub : nat -> nat -> nat **)

let rec sub n1 m0 =
  match n1 with
  | O -> n1
  | S k -> (match m0 with
            | O -> n1
            | S l -> sub k l)

(** val bool_dec : bool -> bool -> bool **)

let bool_dec b1 b2 =
  if b1 then if b2 then true else false else if b2 then false else true

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

module Nat =
 struct
  (** val sub : nat -> nat -> nat **)

  let rec sub n1 m0 =
    match n1 with
    | O -> n1
    | S k -> (match m0 with
              | O -> n1
              | S l -> sub k l)

  (** val eqb : nat -> nat -> bool **)

  let rec eqb n1 m0 =
    match n1 with
    | O -> (match m0 with
            | O -> true
            | S _ -> false)
    | S n' -> (match m0 with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n1 m0 =
    match n1 with
    | O -> true
    | S n' -> (match m0 with
               | O -> false
               | S m' -> leb n' m')

  (** val ltb : nat -> nat -> bool **)

  let ltb n1 m0 =
    leb (S n1) m0

  (** val divmod : nat -> nat -> nat -> nat -> nat * nat **)

  let rec divmod x y q u =
    match x with
    | O -> (q, u)
    | S x' ->
      (match u with
       | O -> divmod x' y (S q) y
       | S u' -> divmod x' y q u')

  (** val modulo : nat -> nat -> nat **)

  let modulo x = function
  | O -> x
  | S y' -> sub y' (snd (divmod x y' O y'))
 end

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos XH
  | IsPos p -> IsPos (XI p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (XO p)
  | x0 -> x0

  (** val double_pred_mask : positive -> mask **)

  let double_pred_mask = function
  | XI p -> IsPos (XO (XO p))
  | XO p -> IsPos (XO (pred_double p))
  | XH -> IsNul

  (** val sub_mask : positive -> positive -> mask **)

  let rec sub_mask x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double_mask (sub_mask p q)
       | XO q -> succ_double_mask (sub_mask p q)
       | XH -> IsPos (XO p))
    | XO p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XH -> (match y with
             | XH -> IsNul
             | _ -> IsNeg)

  (** val sub_mask_carry : positive -> positive -> mask **)

  and sub_mask_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> succ_double_mask (sub_mask_carry p q)
       | XO q -> double_mask (sub_mask p q)
       | XH -> IsPos (pred_double p))
    | XO p ->
      (match y with
       | XI q -> double_mask (sub_mask_carry p q)
       | XO q -> succ_double_mask (sub_mask_carry p q)
       | XH -> double_pred_mask p)
    | XH -> IsNeg

  (** val sub : positive -> positive -> positive **)

  let sub x y =
    match sub_mask x y with
    | IsPos z0 -> z0
    | _ -> XH

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1 **)

  let rec iter f x = function
  | XI n' -> f (iter f (iter f x n') n')
  | XO n' -> iter f (iter f x n') n'
  | XH -> f x

  (** val pow : positive -> positive -> positive **)

  let pow x =
    iter (mul x) XH

  (** val size_nat : positive -> nat **)

  let rec size_nat = function
  | XI p0 -> S (size_nat p0)
  | XO p0 -> S (size_nat p0)
  | XH -> S O

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val ltb : positive -> positive -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val gcdn : nat -> positive -> positive -> positive **)

  let rec gcdn n1 a b0 =
    match n1 with
    | O -> XH
    | S n2 ->
      (match a with
       | XI a' ->
         (match b0 with
          | XI b' ->
            (match compare a' b' with
             | Eq -> a
             | Lt -> gcdn n2 (sub b' a') a
             | Gt -> gcdn n2 (sub a' b') b0)
          | XO b1 -> gcdn n2 a b1
          | XH -> XH)
       | XO a0 ->
         (match b0 with
          | XI _ -> gcdn n2 a0 b0
          | XO b1 -> XO (gcdn n2 a0 b1)
          | XH -> XH)
       | XH -> XH)

  (** val gcd : positive -> positive -> positive **)

  let gcd a b0 =
    gcdn (Coq__1.add (size_nat a) (size_nat b0)) a b0

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> positive **)

  let rec of_succ_nat = function
  | O -> XH
  | S x -> succ (of_succ_nat x)

  (** val eq_dec : positive -> positive -> bool **)

  let rec eq_dec p x0 =
    match p with
    | XI p0 -> (match x0 with
                | XI p1 -> eq_dec p0 p1
                | _ -> false)
    | XO p0 -> (match x0 with
                | XO p1 -> eq_dec p0 p1
                | _ -> false)
    | XH -> (match x0 with
             | XH -> true
             | _ -> false)
 end

module N =
 struct
  (** val add : n -> n -> n **)

  let add n1 m0 =
    match n1 with
    | N0 -> m0
    | Npos p -> (match m0 with
                 | N0 -> n1
                 | Npos q -> Npos (Coq_Pos.add p q))

  (** val sub : n -> n -> n **)

  let sub n1 m0 =
    match n1 with
    | N0 -> N0
    | Npos n' ->
      (match m0 with
       | N0 -> n1
       | Npos m' ->
         (match Coq_Pos.sub_mask n' m' with
          | Coq_Pos.IsPos p -> Npos p
          | _ -> N0))

  (** val mul : n -> n -> n **)

  let mul n1 m0 =
    match n1 with
    | N0 -> N0
    | Npos p -> (match m0 with
                 | N0 -> N0
                 | Npos q -> Npos (Coq_Pos.mul p q))

  (** val compare : n -> n -> comparison **)

  let compare n1 m0 =
    match n1 with
    | N0 -> (match m0 with
             | N0 -> Eq
             | Npos _ -> Lt)
    | Npos n' -> (match m0 with
                  | N0 -> Gt
                  | Npos m' -> Coq_Pos.compare n' m')

  (** val leb : n -> n -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : n -> n -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false
 end

(** val zero : char **)

let zero = '\000'

(** val one : char **)

let one = '\001'

(** val shift : bool -> char -> char **)

let shift = fun b c -> Char.chr (((Char.code c) lsl 1) land 255 + if b then 1 else 0)

(** val ascii_of_pos : positive -> char **)

let ascii_of_pos =
  let rec loop n1 p =
    match n1 with
    | O -> zero
    | S n' ->
      (match p with
       | XI p' -> shift true (loop n' p')
       | XO p' -> shift false (loop n' p')
       | XH -> one)
  in loop (S (S (S (S (S (S (S (S O))))))))

(** val ascii_of_N : n -> char **)

let ascii_of_N = function
| N0 -> zero
| Npos p -> ascii_of_pos p

(** val n_of_digits : bool list -> n **)

let rec n_of_digits = function
| [] -> N0
| b0 :: l' ->
  N.add (if b0 then Npos XH else N0) (N.mul (Npos (XO XH)) (n_of_digits l'))

(** val n_of_ascii : char -> n **)

let n_of_ascii a =
  (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
    (fun a0 a1 a2 a3 a4 a5 a6 a7 ->
    n_of_digits
      (a0 :: (a1 :: (a2 :: (a3 :: (a4 :: (a5 :: (a6 :: (a7 :: [])))))))))
    a

(** val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool **)

let rec in_dec h a = function
| [] -> false
| y :: l0 -> let s = h y a in if s then true else in_dec h a l0

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n1 l default =
  match n1 with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m0 -> (match l with
             | [] -> default
             | _ :: t -> nth m0 t default)

(** val nth_error : 'a1 list -> nat -> 'a1 option **)

let rec nth_error l = function
| O -> (match l with
        | [] -> None
        | x :: _ -> Some x)
| S n2 -> (match l with
           | [] -> None
           | _ :: l0 -> nth_error l0 n2)

(** val last : 'a1 list -> 'a1 -> 'a1 **)

let rec last l d =
  match l with
  | [] -> d
  | a :: l0 -> (match l0 with
                | [] -> a
                | _ :: _ -> last l0 d)

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val rev' : 'a1 list -> 'a1 list **)

let rev' l =
  rev_append l []

(** val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eq_dec eq_dec0 l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | y :: l0 ->
    (match l' with
     | [] -> false
     | a :: l1 -> if eq_dec0 y a then list_eq_dec eq_dec0 l0 l1 else false)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b0 :: t -> fold_left f t (f a0 b0)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b0 :: t -> f b0 (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl -> if f x then Some x else find f tl

(** val partition : ('a1 -> bool) -> 'a1 list -> 'a1 list * 'a1 list **)

let rec partition f = function
| [] -> ([], [])
| x :: tl ->
  let (g, d) = partition f tl in if f x then ((x :: g), d) else (g, (x :: d))

(** val firstn : nat -> 'a1 list -> 'a1 list **)

let rec firstn n1 l =
  match n1 with
  | O -> []
  | S n2 -> (match l with
             | [] -> []
             | a :: l0 -> a :: (firstn n2 l0))

(** val nodup : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec nodup decA = function
| [] -> []
| x :: xs -> if in_dec decA x xs then nodup decA xs else x :: (nodup decA xs)

(** val seq : nat -> nat -> nat list **)

let rec seq start0 = function
| O -> []
| S len0 -> start0 :: (seq (S start0) len0)

(** val repeat : 'a1 -> nat -> 'a1 list **)

let rec repeat x = function
| O -> []
| S k -> x :: (repeat x k)

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Coq_Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Coq_Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Coq_Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Coq_Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Coq_Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Coq_Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val pred : z -> z **)

  let pred x =
    add x (Zneg XH)

  (** val sub : z -> z -> z **)

  let sub m0 n1 =
    add m0 (opp n1)

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Coq_Pos.mul x' y')
       | Zneg y' -> Zneg (Coq_Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Coq_Pos.mul x' y')
       | Zneg y' -> Zpos (Coq_Pos.mul x' y'))

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Coq_Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Coq_Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : z -> z -> bool **)

  let eqb x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos q -> Coq_Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Coq_Pos.eqb p q
                 | _ -> false)

  (** val max : z -> z -> z **)

  let max n1 m0 =
    match compare n1 m0 with
    | Lt -> m0
    | _ -> n1

  (** val min : z -> z -> z **)

  let min n1 m0 =
    match compare n1 m0 with
    | Gt -> m0
    | _ -> n1

  (** val abs : z -> z **)

  let abs = function
  | Zneg p -> Zpos p
  | x -> x

  (** val to_nat : z -> nat **)

  let to_nat = function
  | Zpos p -> Coq_Pos.to_nat p
  | _ -> O

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n2 -> Zpos (Coq_Pos.of_succ_nat n2)

  (** val pos_div_eucl : positive -> z -> z * z **)

  let rec pos_div_eucl a b0 =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b0 in
      let r' = add (mul (Zpos (XO XH)) r) (Zpos XH) in
      if ltb r' b0
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b0))
    | XO a' ->
      let (q, r) = pos_div_eucl a' b0 in
      let r' = mul (Zpos (XO XH)) r in
      if ltb r' b0
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b0))
    | XH -> if leb (Zpos (XO XH)) b0 then (Z0, (Zpos XH)) else ((Zpos XH), Z0)

  (** val div_eucl : z -> z -> z * z **)

  let div_eucl a b0 =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a' ->
      (match b0 with
       | Z0 -> (Z0, a)
       | Zpos _ -> pos_div_eucl a' b0
       | Zneg b' ->
         let (q, r) = pos_div_eucl a' (Zpos b') in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (add b0 r))))
    | Zneg a' ->
      (match b0 with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b0 in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (sub b0 r)))
       | Zneg b' -> let (q, r) = pos_div_eucl a' (Zpos b') in (q, (opp r)))

  (** val div : z -> z -> z **)

  let div a b0 =
    let (q, _) = div_eucl a b0 in q

  (** val modulo : z -> z -> z **)

  let modulo a b0 =
    let (_, r) = div_eucl a b0 in r

  (** val gcd : z -> z -> z **)

  let gcd a b0 =
    match a with
    | Z0 -> abs b0
    | Zpos a0 ->
      (match b0 with
       | Z0 -> abs a
       | Zpos b1 -> Zpos (Coq_Pos.gcd a0 b1)
       | Zneg b1 -> Zpos (Coq_Pos.gcd a0 b1))
    | Zneg a0 ->
      (match b0 with
       | Z0 -> abs a
       | Zpos b1 -> Zpos (Coq_Pos.gcd a0 b1)
       | Zneg b1 -> Zpos (Coq_Pos.gcd a0 b1))

  (** val eq_dec : z -> z -> bool **)

  let eq_dec x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg p0 -> Coq_Pos.eq_dec p p0
                 | _ -> false)

  (** val lcm : z -> z -> z **)

  let lcm a b0 =
    abs (mul a (div b0 (gcd a b0)))
 end

type text = char list

type json =
| Null
| Boolean of bool
| Integer of z
| Text of text
| Array of json list
| Object of (text * json) list

type frame =
| InArray of json list
| InObject of (text * json) list * text

type mode =
| Value of bool
| Key of bool
| Colon
| After
| Letters of text * bool
| Escape of text * bool
| Digits4 of nat * n * text * bool
| Number of bool * z option
| Word of text * json
| Done of json
| Bad

(** val digit : char -> z option **)

let digit c =
  if (=) c '0'
  then Some Z0
  else if (=) c '1'
       then Some (Zpos XH)
       else if (=) c '2'
            then Some (Zpos (XO XH))
            else if (=) c '3'
                 then Some (Zpos (XI XH))
                 else if (=) c '4'
                      then Some (Zpos (XO (XO XH)))
                      else if (=) c '5'
                           then Some (Zpos (XI (XO XH)))
                           else if (=) c '6'
                                then Some (Zpos (XO (XI XH)))
                                else if (=) c '7'
                                     then Some (Zpos (XI (XI XH)))
                                     else if (=) c '8'
                                          then Some (Zpos (XO (XO (XO XH))))
                                          else if (=) c '9'
                                               then Some (Zpos (XI (XO (XO
                                                      XH))))
                                               else None

(** val is_space : char -> bool **)

let is_space c =
  (||) ((||) ((||) ((=) c ' ') ((=) c '\n')) ((=) c '\r')) ((=) c '\t')

(** val is_control : char -> bool **)

let is_control c =
  (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
    (fun _ _ _ _ _ a b0 d -> negb ((||) ((||) a b0) d))
    c

(** val same_text : text -> text -> bool **)

let rec same_text a b0 =
  match a with
  | [] -> (match b0 with
           | [] -> true
           | _ :: _ -> false)
  | c :: a0 ->
    (match b0 with
     | [] -> false
     | d :: b1 -> if (=) c d then same_text a0 b1 else false)

(** val deliver : json -> frame list -> mode * frame list **)

let deliver v = function
| [] -> ((Done v), [])
| f :: stack0 ->
  (match f with
   | InArray l -> (After, ((InArray (v :: l)) :: stack0))
   | InObject (l, key) ->
     (After, ((InObject (((key, v) :: l), key)) :: stack0)))

(** val close_object :
    (text * json) list -> frame list -> mode * frame list **)

let close_object l stack =
  if let rec repeats = function
     | [] -> false
     | y :: l1 ->
       let (k, _) = y in
       (||) (existsb (fun kv -> same_text k (fst kv)) l1) (repeats l1)
     in repeats l
  then (Bad, stack)
  else deliver (Object (rev' l)) stack

(** val literal : string -> text **)

let literal =
  (fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))

(** val begin_value : char -> bool -> frame list -> mode * frame list **)

let begin_value c may_close stack =
  match digit c with
  | Some d -> ((Number (false, (Some d))), stack)
  | None ->
    if (=) c '['
    then ((Value true), ((InArray []) :: stack))
    else if (=) c '{'
         then ((Key true), ((InObject ([], [])) :: stack))
         else if (=) c '"'
              then ((Letters ([], false)), stack)
              else if (=) c '-'
                   then ((Number (true, None)), stack)
                   else if (=) c 'n'
                        then ((Word ((literal "ull"), Null)), stack)
                        else if (=) c 't'
                             then ((Word ((literal "rue"), (Boolean true))),
                                    stack)
                             else if (=) c 'f'
                                  then ((Word ((literal "alse"), (Boolean
                                         false))), stack)
                                  else (match stack with
                                        | [] -> (Bad, stack)
                                        | f :: stack0 ->
                                          (match f with
                                           | InArray l ->
                                             (match l with
                                              | [] ->
                                                if (&&) may_close ((=) c ']')
                                                then deliver (Array []) stack0
                                                else (Bad, stack0)
                                              | _ :: _ -> (Bad, stack))
                                           | InObject (_, _) -> (Bad, stack)))

(** val after_value : char -> frame list -> mode * frame list **)

let after_value c stack =
  if is_space c
  then (After, stack)
  else (match stack with
        | [] -> (Bad, stack)
        | f :: stack' ->
          (match f with
           | InArray l ->
             if (=) c ','
             then ((Value false), stack)
             else if (=) c ']'
                  then deliver (Array (rev' l)) stack'
                  else (Bad, stack)
           | InObject (l, _) ->
             if (=) c ','
             then ((Key false), stack)
             else if (=) c '}' then close_object l stack' else (Bad, stack)))

(** val end_number : bool -> z -> char -> frame list -> mode * frame list **)

let end_number negative0 z0 c stack =
  let (m0, stack0) =
    deliver (Integer (if negative0 then Z.opp z0 else z0)) stack
  in
  (match m0 with
   | Done v -> ((if is_space c then Done v else Bad), stack0)
   | _ -> after_value c stack0)

(** val end_text : text -> bool -> frame list -> mode * frame list **)

let end_text t is_key stack =
  if is_key
  then (match stack with
        | [] -> (Bad, stack)
        | f :: stack0 ->
          (match f with
           | InArray _ -> (Bad, stack)
           | InObject (l, _) -> (Colon, ((InObject (l, (rev' t))) :: stack0))))
  else deliver (Text (rev' t)) stack

(** val hexadecimal : char -> n option **)

let hexadecimal c =
  let code = n_of_ascii c in
  if (&&) (N.leb (Npos (XO (XO (XO (XO (XI XH)))))) code)
       (N.leb code (Npos (XI (XO (XO (XI (XI XH)))))))
  then Some (N.sub code (Npos (XO (XO (XO (XO (XI XH)))))))
  else if (&&) (N.leb (Npos (XI (XO (XO (XO (XO (XI XH))))))) code)
            (N.leb code (Npos (XO (XI (XI (XO (XO (XI XH))))))))
       then Some (N.sub code (Npos (XI (XI (XI (XO (XI (XO XH))))))))
       else if (&&) (N.leb (Npos (XI (XO (XO (XO (XO (XO XH))))))) code)
                 (N.leb code (Npos (XO (XI (XI (XO (XO (XO XH))))))))
            then Some (N.sub code (Npos (XI (XI (XI (XO (XI XH)))))))
            else None

(** val of_code : n -> char **)

let of_code code =
  if N.ltb code (Npos (XO (XO (XO (XO (XO (XO (XO XH))))))))
  then ascii_of_N code
  else '?'

(** val escaped : char -> text -> bool -> mode **)

let escaped c t is_key =
  let letter = fun d -> Letters ((d :: t), is_key) in
  if (||) ((||) ((=) c '"') ((=) c '\\')) ((=) c '/')
  then letter c
  else if (=) c 'n'
       then letter '\n'
       else if (=) c 't'
            then letter '\t'
            else if (=) c 'r'
                 then letter '\r'
                 else if (=) c 'b'
                      then letter '\b'
                      else if (=) c 'f'
                           then letter '\012'
                           else if (=) c 'u'
                                then Digits4 ((S (S (S (S O)))), N0, t,
                                       is_key)
                                else Bad

(** val next : char -> mode -> frame list -> mode * frame list **)

let next c m0 stack =
  match m0 with
  | Value may_close ->
    if is_space c then (m0, stack) else begin_value c may_close stack
  | Key may_close ->
    if is_space c
    then (m0, stack)
    else if (=) c '"'
         then ((Letters ([], true)), stack)
         else (match stack with
               | [] -> (Bad, stack)
               | f :: stack0 ->
                 (match f with
                  | InArray _ -> (Bad, stack)
                  | InObject (l, _) ->
                    (match l with
                     | [] ->
                       if (&&) may_close ((=) c '}')
                       then deliver (Object []) stack0
                       else (Bad, stack0)
                     | _ :: _ -> (Bad, stack))))
  | Colon ->
    if is_space c
    then (m0, stack)
    else if (=) c ':' then ((Value false), stack) else (Bad, stack)
  | After -> after_value c stack
  | Letters (t, is_key) ->
    if (=) c '"'
    then end_text t is_key stack
    else if (=) c '\\'
         then ((Escape (t, is_key)), stack)
         else if is_control c
              then (Bad, stack)
              else ((Letters ((c :: t), is_key)), stack)
  | Escape (t, is_key) -> ((escaped c t is_key), stack)
  | Digits4 (remaining, code, t, is_key) ->
    (match hexadecimal c with
     | Some h ->
       (match remaining with
        | O ->
          ((Letters
            (((of_code (N.add (N.mul code (Npos (XO (XO (XO (XO XH)))))) h)) :: t),
            is_key)), stack)
        | S n1 ->
          (match n1 with
           | O ->
             ((Letters
               (((of_code
                   (N.add (N.mul code (Npos (XO (XO (XO (XO XH)))))) h)) :: t),
               is_key)), stack)
           | S remaining0 ->
             ((Digits4 ((S remaining0),
               (N.add (N.mul code (Npos (XO (XO (XO (XO XH)))))) h), t,
               is_key)), stack)))
     | None -> (Bad, stack))
  | Number (negative0, started) ->
    (match started with
     | Some z0 ->
       (match digit c with
        | Some d ->
          if Z.eqb z0 Z0
          then (Bad, stack)
          else ((Number (negative0, (Some
                 (Z.add (Z.mul (Zpos (XO (XI (XO XH)))) z0) d)))), stack)
        | None -> end_number negative0 z0 c stack)
     | None ->
       ((match digit c with
         | Some d -> Number (negative0, (Some d))
         | None -> Bad), stack))
  | Word (expected, v) ->
    (match expected with
     | [] -> (Bad, stack)
     | d :: expected0 ->
       (match expected0 with
        | [] -> if (=) c d then deliver v stack else (Bad, stack)
        | _ :: _ -> ((if (=) c d then Word (expected0, v) else Bad), stack)))
  | Done _ -> ((if is_space c then m0 else Bad), stack)
  | Bad -> (Bad, stack)

type reader = mode * frame list

(** val begin_reading : reader **)

let begin_reading =
  ((Value false), [])

(** val feed : reader -> text -> reader **)

let rec feed r = function
| [] -> r
| c :: t0 -> feed (next c (fst r) (snd r)) t0

(** val finish : reader -> json option **)

let finish r =
  match fst r with
  | Done v -> Some v
  | _ -> None

(** val offset : nat -> nat -> nat -> nat **)

let offset n1 i w =
  Nat.modulo (add w (sub n1 i)) n1

(** val place : nat -> (nat -> nat) -> nat -> nat **)

let place n1 a s =
  match find (fun j -> Nat.eqb (a j) s) (seq O n1) with
  | Some j -> j
  | None -> n1

(** val rank : nat -> (nat -> nat -> nat) -> nat -> nat -> nat **)

let rank n1 a i w =
  place n1 (a i) (offset n1 i w)

(** val of_rows : nat list list -> nat -> nat -> nat **)

let of_rows rows0 i j =
  nth j (nth i rows0 []) O

(** val equal_rows : (nat -> nat) -> nat -> nat -> nat **)

let equal_rows a _ =
  a

(** val sSAM : nat -> nat -> nat -> nat -> nat **)

let sSAM n1 r =
  equal_rows (fun j -> Nat.modulo (add j r) n1)

type state = nat list list

(** val same_vector : nat list -> nat list -> bool **)

let rec same_vector v w =
  match v with
  | [] -> (match w with
           | [] -> true
           | _ :: _ -> false)
  | a :: v0 ->
    (match w with
     | [] -> false
     | b0 :: w0 -> if Nat.eqb a b0 then same_vector v0 w0 else false)

(** val same_state : state -> state -> bool **)

let rec same_state s t =
  match s with
  | [] -> (match t with
           | [] -> true
           | _ :: _ -> false)
  | v :: s0 ->
    (match t with
     | [] -> false
     | w :: t0 -> if same_vector v w then same_state s0 t0 else false)

(** val ranks : nat -> (nat -> nat -> nat) -> nat list list **)

let ranks n1 a =
  map (fun i -> map (rank n1 a i) (seq O n1)) (seq O n1)

(** val turn : nat list -> nat list **)

let turn = function
| [] -> []
| a :: v0 -> app v0 (a :: [])

(** val prefer : nat list list -> nat list -> nat list -> nat list **)

let rec prefer rs v w =
  match rs with
  | [] -> []
  | r :: rs0 ->
    (match v with
     | [] -> []
     | a :: v0 ->
       (match w with
        | [] -> []
        | b0 :: w0 ->
          (if Nat.ltb (nth b0 r O) (nth a r O) then b0 else a) :: (prefer rs0
                                                                    v0 w0)))

(** val with_passes : nat list list -> nat list option -> state -> state **)

let rec with_passes rs fewer = function
| [] -> []
| v :: smaller1 ->
  let w = match fewer with
          | Some u -> prefer rs v (turn u)
          | None -> v in
  w :: (with_passes rs (Some w) smaller1)

(** val state_from : nat list list -> state -> state **)

let state_from rs smaller0 =
  with_passes rs None smaller0

(** val grow : nat list list -> state -> state -> state **)

let rec grow rs smaller0 now =
  match smaller0 with
  | [] -> []
  | v :: smaller1 ->
    (match now with
     | [] -> []
     | w :: now0 -> (prefer rs v (turn w)) :: (grow rs smaller1 now0))

type parameter =
| Players
| Piles
| Surplus
| Shift
| Kind
| First

type operation =
| Add
| Subtract
| Multiply
| Divide
| Modulo
| Equal
| Unequal
| Less
| LessEqual

type tally_kind =
| Count
| All
| Any

type sizes_kind =
| Sum
| Smallest
| Largest

type expression =
| Constant of z
| Known of parameter
| V
| Size
| Number0
| Pile of expression
| Sizes of sizes_kind
| Tally of tally_kind * expression
| Binary of operation * expression * expression
| And of expression * expression
| Or of expression * expression
| Not of expression

(** val truth : bool -> z **)

let truth = function
| true -> Zpos XH
| false -> Z0

(** val tally_start : tally_kind -> z **)

let tally_start = function
| All -> Zpos XH
| _ -> Z0

type case_kind =
| IsValue
| IsNot
| IsWinner

type case = { when_ : expression; kind_ : case_kind; values_ : expression list }

type step = { if_ : expression; then_ : expression }

type recurrence = { start : expression; each : step list; range : z option }

type claim = { given : expression; recurrence_ : recurrence option;
               cases : case list }

(** val is_shift : nat -> nat list list -> nat -> bool **)

let is_shift n1 rows0 r =
  forallb (fun i ->
    forallb (fun j -> Nat.eqb (of_rows rows0 i j) (sSAM n1 r i j)) (seq O n1))
    (seq O n1)

(** val shift_of : nat -> nat list list -> z option **)

let shift_of n1 rows0 =
  option_map Z.of_nat (find (is_shift n1 rows0) (seq O n1))

type token =
| Digits of z
| Name of string
| Symbol of string

(** val is_letter : char -> bool **)

let is_letter c =
  let code = n_of_ascii c in
  (||)
    ((||)
      ((&&) (N.leb (Npos (XI (XO (XO (XO (XO (XI XH))))))) code)
        (N.leb code (Npos (XO (XI (XO (XI (XI (XI XH)))))))))
      ((&&) (N.leb (Npos (XI (XO (XO (XO (XO (XO XH))))))) code)
        (N.leb code (Npos (XO (XI (XO (XI (XI (XO XH)))))))))) ((=) c '_')

(** val tokens : text -> text -> z option -> token list option **)

let rec tokens t word number0 =
  let ended =
    match word with
    | [] -> (match number0 with
             | Some z0 -> (Digits z0) :: []
             | None -> [])
    | _ :: _ ->
      (Name
        ((fun l ->
      let a = Array.of_list l in
      String.init (Array.length a) (fun i -> a.(i)))
          (rev' word))) :: []
  in
  (match t with
   | [] -> Some ended
   | c :: t' ->
     let symbol = fun s rest0 ->
       option_map (fun ts -> app ended ((Symbol s) :: ts))
         (tokens rest0 [] None)
     in
     (match digit c with
      | Some d ->
        (match word with
         | [] ->
           tokens t' [] (Some
             (match number0 with
              | Some z0 -> Z.add (Z.mul z0 (Zpos (XO (XI (XO XH))))) d
              | None -> d))
         | _ :: _ -> tokens t' (c :: word) None)
      | None ->
        if is_letter c
        then (match number0 with
              | Some _ -> None
              | None -> tokens t' (c :: word) None)
        else if is_space c
             then option_map (app ended) (tokens t' [] None)
             else if (||) ((||) ((||) ((=) c '=') ((=) c '!')) ((=) c '<'))
                       ((=) c '>')
                  then (match t' with
                        | [] -> None
                        | d :: t'' ->
                          if (=) d '='
                          then symbol
                                 ((* If this appears, you're using String internals. Please don't *)
  (fun (c, s) -> String.make 1 c ^ s)

                                 (c, "=")) t''
                          else if (||) ((=) c '<') ((=) c '>')
                               then symbol
                                      ((* If this appears, you're using String internals. Please don't *)
  (fun (c, s) -> String.make 1 c ^ s)

                                      (c, "")) t'
                               else None)
                  else if existsb ((=) c)
                            ('+' :: ('-' :: ('*' :: ('/' :: ('(' :: (')' :: ('[' :: (']' :: (',' :: [])))))))))
                       then symbol
                              ((* If this appears, you're using String internals. Please don't *)
  (fun (c, s) -> String.make 1 c ^ s)

                              (c, "")) t'
                       else None))

(** val is_symbol : string -> token -> bool **)

let is_symbol s = function
| Symbol u -> (=) s u
| _ -> false

(** val expect : string -> token list -> token list option **)

let expect s = function
| [] -> None
| t :: ts0 -> if is_symbol s t then Some ts0 else None

(** val or_level : nat **)

let or_level =
  S O

(** val comparison_level : nat **)

let comparison_level =
  S (S (S O))

(** val operator :
    token -> (nat * (expression -> expression -> expression)) option **)

let operator = function
| Digits _ -> None
| Name s ->
  if (=) s "or"
  then Some ((S O), (fun x x0 -> Or (x, x0)))
  else if (=) s "and"
       then Some ((S (S O)), (fun x x0 -> And (x, x0)))
       else if (=) s "mod"
            then Some ((S (S (S (S (S O))))), (fun x x0 -> Binary (Modulo, x,
                   x0)))
            else None
| Symbol s ->
  if (=) s "=="
  then Some ((S (S (S O))), (fun x x0 -> Binary (Equal, x, x0)))
  else if (=) s "!="
       then Some ((S (S (S O))), (fun x x0 -> Binary (Unequal, x, x0)))
       else if (=) s "<"
            then Some ((S (S (S O))), (fun x x0 -> Binary (Less, x, x0)))
            else if (=) s "<="
                 then Some ((S (S (S O))), (fun x x0 -> Binary (LessEqual, x,
                        x0)))
                 else if (=) s ">"
                      then Some ((S (S (S O))), (fun a b0 -> Not (Binary
                             (LessEqual, a, b0))))
                      else if (=) s ">="
                           then Some ((S (S (S O))), (fun a b0 -> Not (Binary
                                  (Less, a, b0))))
                           else if (=) s "+"
                                then Some ((S (S (S (S O)))), (fun x x0 ->
                                       Binary (Add, x, x0)))
                                else if (=) s "-"
                                     then Some ((S (S (S (S O)))),
                                            (fun x x0 -> Binary (Subtract, x,
                                            x0)))
                                     else if (=) s "*"
                                          then Some ((S (S (S (S (S O))))),
                                                 (fun x x0 -> Binary
                                                 (Multiply, x, x0)))
                                          else if (=) s "/"
                                               then Some ((S (S (S (S (S
                                                      O))))), (fun x x0 ->
                                                      Binary (Divide, x, x0)))
                                               else None

(** val named : string -> expression option **)

let named s =
  if (=) s "n"
  then Some (Known Players)
  else if (=) s "N"
       then Some (Known Piles)
       else if (=) s "d"
            then Some (Known Surplus)
            else if (=) s "r"
                 then Some (Known Shift)
                 else if (=) s "k"
                      then Some (Known Kind)
                      else if (=) s "first"
                           then Some (Known First)
                           else if (=) s "v"
                                then Some V
                                else if (=) s "i" then Some Number0 else None

(** val sizes_named : string -> sizes_kind option **)

let sizes_named s =
  if (=) s "sum"
  then Some Sum
  else if (=) s "min"
       then Some Smallest
       else if (=) s "max" then Some Largest else None

(** val tally_named : string -> tally_kind option **)

let tally_named s =
  if (=) s "count"
  then Some Count
  else if (=) s "all"
       then Some All
       else if (=) s "any" then Some Any else None

type parsed = (expression * token list) option

(** val closing : string -> parsed -> parsed **)

let closing s = function
| Some p0 -> let (e, ts) = p0 in option_map (fun x -> (e, x)) (expect s ts)
| None -> None

(** val chain : nat -> nat -> token list -> parsed **)

let rec chain fuel0 level0 ts =
  match fuel0 with
  | O -> None
  | S fuel1 ->
    (match prefix fuel1 ts with
     | Some p -> let (e, ts0) = p in more fuel1 level0 false e ts0
     | None -> None)

(** val more : nat -> nat -> bool -> expression -> token list -> parsed **)

and more fuel0 level0 compared e ts =
  match fuel0 with
  | O -> None
  | S fuel1 ->
    (match ts with
     | [] -> Some (e, [])
     | t :: rest0 ->
       (match operator t with
        | Some p ->
          let (its_level, combine) = p in
          if Nat.ltb its_level level0
          then Some (e, ts)
          else if (&&) compared (Nat.eqb its_level comparison_level)
               then None
               else (match chain fuel1 (S its_level) rest0 with
                     | Some p0 ->
                       let (b0, rest1) = p0 in
                       more fuel1 level0 (Nat.eqb its_level comparison_level)
                         (combine e b0) rest1
                     | None -> None)
        | None -> Some (e, ts)))

(** val prefix : nat -> token list -> parsed **)

and prefix fuel0 ts =
  match fuel0 with
  | O -> None
  | S fuel1 ->
    (match ts with
     | [] -> None
     | t :: ts0 ->
       (match t with
        | Digits z0 -> Some ((Constant z0), ts0)
        | Name s ->
          if (=) s "not"
          then (match chain fuel1 comparison_level ts0 with
                | Some p -> let (e, ts1) = p in Some ((Not e), ts1)
                | None -> None)
          else if (=) s "x"
               then (match expect "[" ts0 with
                     | Some ts1 ->
                       (match closing "]" (chain fuel1 or_level ts1) with
                        | Some p -> let (e, ts2) = p in Some ((Pile e), ts2)
                        | None -> None)
                     | None -> Some (Size, ts0))
               else (match named s with
                     | Some e -> Some (e, ts0)
                     | None ->
                       (match sizes_named s with
                        | Some kind ->
                          (match ts0 with
                           | [] -> None
                           | t0 :: l ->
                             (match t0 with
                              | Symbol a ->
                                (match l with
                                 | [] -> None
                                 | t1 :: l0 ->
                                   (match t1 with
                                    | Name b0 ->
                                      (match l0 with
                                       | [] -> None
                                       | t2 :: ts1 ->
                                         (match t2 with
                                          | Symbol c ->
                                            if (&&)
                                                 ((&&) ((=) a "(")
                                                   ((=) b0 "x")) ((=) c ")")
                                            then Some ((Sizes kind), ts1)
                                            else None
                                          | _ -> None))
                                    | _ -> None))
                              | _ -> None))
                        | None ->
                          (match tally_named s with
                           | Some kind ->
                             (match expect "(" ts0 with
                              | Some ts1 ->
                                (match closing ")" (chain fuel1 or_level ts1) with
                                 | Some p ->
                                   let (e, ts2) = p in
                                   Some ((Tally (kind, e)), ts2)
                                 | None -> None)
                              | None -> None)
                           | None -> None)))
        | Symbol s ->
          if (=) s "-"
          then (match prefix fuel1 ts0 with
                | Some p ->
                  let (e, ts1) = p in
                  Some ((Binary (Subtract, (Constant Z0), e)), ts1)
                | None -> None)
          else if (=) s "("
               then closing ")" (chain fuel1 or_level ts0)
               else None))

type scope = { has_total : bool; has_first : bool; has_v : bool;
               has_size : bool; has_number : bool; has_piles : bool;
               has_terms : bool }

(** val in_given : scope **)

let in_given =
  { has_total = true; has_first = false; has_v = false; has_size = false;
    has_number = false; has_piles = false; has_terms = false }

(** val in_start : scope **)

let in_start =
  { has_total = false; has_first = true; has_v = false; has_size = false;
    has_number = false; has_piles = false; has_terms = false }

(** val in_each : scope **)

let in_each =
  { has_total = false; has_first = true; has_v = true; has_size = true;
    has_number = false; has_piles = false; has_terms = false }

(** val in_cases : bool -> scope **)

let in_cases recurrence0 =
  { has_total = true; has_first = true; has_v = recurrence0; has_size =
    false; has_number = false; has_piles = true; has_terms = true }

(** val in_index : scope -> scope **)

let in_index s =
  { has_total = s.has_total; has_first = s.has_first; has_v = false;
    has_size = false; has_number = false; has_piles = false; has_terms =
    false }

(** val in_tally : scope -> scope **)

let in_tally s =
  { has_total = s.has_total; has_first = s.has_first; has_v = false;
    has_size = true; has_number = true; has_piles = true; has_terms = false }

type type0 =
| IsNumber
| IsCondition

(** val is_type : type0 -> type0 -> bool **)

let is_type a b0 =
  match a with
  | IsNumber -> (match b0 with
                 | IsNumber -> true
                 | IsCondition -> false)
  | IsCondition -> (match b0 with
                    | IsNumber -> false
                    | IsCondition -> true)

(** val has_type : scope -> expression -> type0 -> bool **)

let rec has_type s e wanted =
  match e with
  | Constant _ -> is_type wanted IsNumber
  | Known p ->
    (match p with
     | Piles -> (&&) (is_type wanted IsNumber) s.has_total
     | Surplus -> (&&) (is_type wanted IsNumber) s.has_total
     | First -> (&&) (is_type wanted IsNumber) s.has_first
     | _ -> is_type wanted IsNumber)
  | V -> (&&) (is_type wanted IsNumber) s.has_v
  | Size -> (&&) (is_type wanted IsNumber) s.has_size
  | Number0 -> (&&) (is_type wanted IsNumber) s.has_number
  | Pile index ->
    (&&) ((&&) (is_type wanted IsNumber) s.has_piles)
      (has_type (in_index s) index IsNumber)
  | Sizes _ -> (&&) (is_type wanted IsNumber) s.has_terms
  | Tally (kind, c) ->
    (match kind with
     | Count ->
       (&&) ((&&) (is_type wanted IsNumber) s.has_terms)
         (has_type (in_tally s) c IsCondition)
     | _ ->
       (&&) ((&&) (is_type wanted IsCondition) s.has_terms)
         (has_type (in_tally s) c IsCondition))
  | Binary (o, a, b0) ->
    (match o with
     | Equal ->
       (&&) ((&&) (is_type wanted IsCondition) (has_type s a IsNumber))
         (has_type s b0 IsNumber)
     | Unequal ->
       (&&) ((&&) (is_type wanted IsCondition) (has_type s a IsNumber))
         (has_type s b0 IsNumber)
     | Less ->
       (&&) ((&&) (is_type wanted IsCondition) (has_type s a IsNumber))
         (has_type s b0 IsNumber)
     | LessEqual ->
       (&&) ((&&) (is_type wanted IsCondition) (has_type s a IsNumber))
         (has_type s b0 IsNumber)
     | _ ->
       (&&) ((&&) (is_type wanted IsNumber) (has_type s a IsNumber))
         (has_type s b0 IsNumber))
  | And (a, b0) ->
    (&&) ((&&) (is_type wanted IsCondition) (has_type s a IsCondition))
      (has_type s b0 IsCondition)
  | Or (a, b0) ->
    (&&) ((&&) (is_type wanted IsCondition) (has_type s a IsCondition))
      (has_type s b0 IsCondition)
  | Not a -> (&&) (is_type wanted IsCondition) (has_type s a IsCondition)

(** val fuel_for : token list -> nat **)

let fuel_for ts =
  mul (S (S (S (S (S (S (S (S (S (S O)))))))))) (S (length ts))

(** val read_expression : scope -> type0 -> text -> expression option **)

let read_expression s wanted t =
  match tokens t [] None with
  | Some ts ->
    (match chain (fuel_for ts) or_level ts with
     | Some p ->
       let (e, l) = p in
       (match l with
        | [] -> if has_type s e wanted then Some e else None
        | _ :: _ -> None)
     | None -> None)
  | None -> None

(** val read_list : nat -> scope -> token list -> expression list option **)

let rec read_list fuel0 s ts =
  match fuel0 with
  | O -> None
  | S fuel1 ->
    (match chain (fuel_for ts) or_level ts with
     | Some p ->
       let (e, l) = p in
       (match l with
        | [] -> None
        | t :: ts0 ->
          if negb (has_type s e IsNumber)
          then None
          else if is_symbol "]" t
               then (match ts0 with
                     | [] -> Some (e :: [])
                     | _ :: _ -> None)
               else if is_symbol "," t
                    then option_map (fun x -> e :: x) (read_list fuel1 s ts0)
                    else None)
     | None -> None)

(** val read_values : scope -> text -> expression list option **)

let read_values s t =
  match tokens t [] None with
  | Some l ->
    (match l with
     | [] -> None
     | first :: ts ->
       if is_symbol "[" first
       then read_list (S (length ts)) s ts
       else option_map (fun e -> e :: []) (read_expression s IsNumber t))
  | None -> None

type 't table =
| Leaf
| Node of 't table * 't option * 't table

(** val get : positive -> 'a1 table -> 'a1 option **)

let rec get k = function
| Leaf -> None
| Node (zeros, entry, ones) ->
  (match k with
   | XI k0 -> get k0 ones
   | XO k0 -> get k0 zeros
   | XH -> entry)

(** val put : positive -> 'a1 -> 'a1 table -> 'a1 table **)

let rec put k a = function
| Leaf ->
  let p = (Leaf, None) in
  let ones = Leaf in
  let (zeros, entry) = p in
  (match k with
   | XI k0 -> Node (zeros, entry, (put k0 a ones))
   | XO k0 -> Node ((put k0 a zeros), entry, ones)
   | XH -> Node (zeros, (Some a), ones))
| Node (z0, e, o) ->
  let p = (z0, e) in
  let (zeros, entry) = p in
  (match k with
   | XI k0 -> Node (zeros, entry, (put k0 a o))
   | XO k0 -> Node ((put k0 a zeros), entry, o)
   | XH -> Node (zeros, (Some a), o))

(** val for_all : (positive -> 'a1 -> bool) -> 'a1 table -> bool **)

let rec for_all f = function
| Leaf -> true
| Node (zeros, entry, ones) ->
  if match entry with
     | Some a -> f XH a
     | None -> true
  then if for_all (fun k -> f (XO k)) zeros
       then for_all (fun k -> f (XI k)) ones
       else false
  else false

(** val table_map : ('a1 -> 'a2) -> 'a1 table -> 'a2 table **)

let rec table_map f = function
| Leaf -> Leaf
| Node (zeros, entry, ones) ->
  Node ((table_map f zeros), (option_map f entry), (table_map f ones))

type number = { low : z option; high : z option; modulus : z; rest : z }

type answer =
| Is of number
| Fault of bool
| Unknown

(** val exact : z -> number **)

let exact z0 =
  { low = (Some z0); high = (Some z0); modulus = Z0; rest = z0 }

(** val exactly : number -> z option **)

let exactly a =
  if Z.eqb a.modulus Z0 then Some a.rest else None

(** val from : z -> number **)

let from l =
  { low = (Some l); high = None; modulus = (Zpos XH); rest = Z0 }

(** val between : z -> z -> number **)

let between l h =
  if Z.eqb l h
  then exact l
  else { low = (Some l); high = (Some h); modulus = (Zpos XH); rest = Z0 }

(** val both : (z -> z -> z) -> z option -> z option -> z option **)

let both f a b0 =
  match a with
  | Some a0 -> (match b0 with
                | Some b1 -> Some (f a0 b1)
                | None -> None)
  | None -> None

(** val plus : number -> number -> number **)

let plus a b0 =
  { low = (both Z.add a.low b0.low); high = (both Z.add a.high b0.high);
    modulus = (Z.gcd a.modulus b0.modulus); rest = (Z.add a.rest b0.rest) }

(** val negative : number -> number **)

let negative a =
  { low = (option_map Z.opp a.high); high = (option_map Z.opp a.low);
    modulus = a.modulus; rest = (Z.opp a.rest) }

(** val scaled_up : z -> number -> number **)

let scaled_up c a =
  { low = (option_map (Z.mul c) a.low); high = (option_map (Z.mul c) a.high);
    modulus = (Z.mul c a.modulus); rest = (Z.mul c a.rest) }

(** val times : z -> number -> number **)

let times c a =
  if Z.eqb c Z0
  then exact Z0
  else if Z.ltb Z0 c then scaled_up c a else negative (scaled_up (Z.opp c) a)

(** val quotient : number -> z -> number **)

let quotient a q =
  { low = (option_map (fun z0 -> Z.div z0 q) a.low); high =
    (option_map (fun z0 -> Z.div z0 q) a.high); modulus =
    (if Z.eqb (Z.modulo a.modulus q) Z0 then Z.div a.modulus q else Zpos XH);
    rest = (Z.div a.rest q) }

(** val remainder : number -> z -> number **)

let remainder a q =
  if Z.eqb (Z.modulo a.modulus q) Z0
  then exact (Z.modulo a.rest q)
  else { low = (Some Z0); high = (Some (Z.sub q (Zpos XH))); modulus =
         (Z.gcd a.modulus q); rest = a.rest }

(** val below_0 : number -> bool **)

let below_0 a =
  match a.high with
  | Some h -> Z.ltb h Z0
  | None -> false

(** val up_to_0 : number -> bool **)

let up_to_0 a =
  match a.high with
  | Some h -> Z.leb h Z0
  | None -> false

(** val never_0 : number -> bool **)

let never_0 a =
  (||) ((||) (below_0 a) (below_0 (negative a)))
    (negb
      (if Z.eqb a.modulus Z0
       then Z.eqb a.rest Z0
       else Z.eqb (Z.modulo a.rest a.modulus) Z0))

(** val decide : bool -> bool -> bool option **)

let decide yes no =
  if yes then Some true else if no then Some false else None

(** val less : number -> number -> bool option **)

let less a b0 =
  let d = plus a (negative b0) in decide (below_0 d) (up_to_0 (negative d))

(** val equal : number -> number -> bool option **)

let equal a b0 =
  let d = plus a (negative b0) in
  decide ((&&) (up_to_0 d) (up_to_0 (negative d))) (never_0 d)

(** val common : number -> number -> z **)

let common a b0 =
  Z.gcd (Z.gcd a.modulus b0.modulus) (Z.sub a.rest b0.rest)

(** val smaller_bound : z option -> z option -> z option **)

let smaller_bound a b0 =
  match a with
  | Some h -> (match b0 with
               | Some h' -> Some (Z.min h h')
               | None -> Some h)
  | None -> b0

(** val smaller : number -> number -> number **)

let smaller a b0 =
  match less a b0 with
  | Some b1 ->
    if b1
    then a
    else (match less b0 a with
          | Some b2 ->
            if b2
            then b0
            else { low = (both Z.min a.low b0.low); high =
                   (smaller_bound a.high b0.high); modulus = (common a b0);
                   rest = a.rest }
          | None ->
            { low = (both Z.min a.low b0.low); high =
              (smaller_bound a.high b0.high); modulus = (common a b0); rest =
              a.rest })
  | None ->
    (match less b0 a with
     | Some b1 ->
       if b1
       then b0
       else { low = (both Z.min a.low b0.low); high =
              (smaller_bound a.high b0.high); modulus = (common a b0); rest =
              a.rest }
     | None ->
       { low = (both Z.min a.low b0.low); high =
         (smaller_bound a.high b0.high); modulus = (common a b0); rest =
         a.rest })

(** val larger : number -> number -> number **)

let larger a b0 =
  negative (smaller (negative a) (negative b0))

(** val forget : z -> z -> number -> number **)

let forget cap m0 a =
  match a.low with
  | Some l ->
    if (||) (Z.ltb l cap) (Z.leb m0 Z0)
    then a
    else if Z.eqb (Z.gcd a.modulus m0) m0
         then let c = Z.add cap (Z.modulo (Z.sub a.rest cap) m0) in
              { low = (Some c); high = None; modulus = m0; rest = c }
         else { low = (Some cap); high = None; modulus = (Zpos XH); rest =
                Z0 }
  | None -> a

(** val same_expression : expression -> expression -> bool **)

let rec same_expression e x =
  match e with
  | Constant z0 ->
    (match x with
     | Constant z1 ->
       (match z0 with
        | Z0 -> (match z1 with
                 | Z0 -> true
                 | _ -> false)
        | Zpos p ->
          (match z1 with
           | Zpos p0 ->
             let rec f p1 x0 =
               match p1 with
               | XI p2 -> (match x0 with
                           | XI p3 -> f p2 p3
                           | _ -> false)
               | XO p2 -> (match x0 with
                           | XO p3 -> f p2 p3
                           | _ -> false)
               | XH -> (match x0 with
                        | XH -> true
                        | _ -> false)
             in f p p0
           | _ -> false)
        | Zneg p ->
          (match z1 with
           | Zneg p0 ->
             let rec f p1 x0 =
               match p1 with
               | XI p2 -> (match x0 with
                           | XI p3 -> f p2 p3
                           | _ -> false)
               | XO p2 -> (match x0 with
                           | XO p3 -> f p2 p3
                           | _ -> false)
               | XH -> (match x0 with
                        | XH -> true
                        | _ -> false)
             in f p p0
           | _ -> false))
     | _ -> false)
  | Known p ->
    (match x with
     | Known p0 ->
       (match p with
        | Players -> (match p0 with
                      | Players -> true
                      | _ -> false)
        | Piles -> (match p0 with
                    | Piles -> true
                    | _ -> false)
        | Surplus -> (match p0 with
                      | Surplus -> true
                      | _ -> false)
        | Shift -> (match p0 with
                    | Shift -> true
                    | _ -> false)
        | Kind -> (match p0 with
                   | Kind -> true
                   | _ -> false)
        | First -> (match p0 with
                    | First -> true
                    | _ -> false))
     | _ -> false)
  | V -> (match x with
          | V -> true
          | _ -> false)
  | Size -> (match x with
             | Size -> true
             | _ -> false)
  | Number0 -> (match x with
                | Number0 -> true
                | _ -> false)
  | Pile index ->
    (match x with
     | Pile index0 -> same_expression index index0
     | _ -> false)
  | Sizes kind ->
    (match x with
     | Sizes kind0 ->
       (match kind with
        | Sum -> (match kind0 with
                  | Sum -> true
                  | _ -> false)
        | Smallest -> (match kind0 with
                       | Smallest -> true
                       | _ -> false)
        | Largest -> (match kind0 with
                      | Largest -> true
                      | _ -> false))
     | _ -> false)
  | Tally (kind, condition) ->
    (match x with
     | Tally (kind0, condition0) ->
       (match kind with
        | Count ->
          (match kind0 with
           | Count -> same_expression condition condition0
           | _ -> false)
        | All ->
          (match kind0 with
           | All -> same_expression condition condition0
           | _ -> false)
        | Any ->
          (match kind0 with
           | Any -> same_expression condition condition0
           | _ -> false))
     | _ -> false)
  | Binary (o, a, b0) ->
    (match x with
     | Binary (o0, a0, b1) ->
       (match o with
        | Add ->
          (match o0 with
           | Add ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false)
        | Subtract ->
          (match o0 with
           | Subtract ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false)
        | Multiply ->
          (match o0 with
           | Multiply ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false)
        | Divide ->
          (match o0 with
           | Divide ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false)
        | Modulo ->
          (match o0 with
           | Modulo ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false)
        | Equal ->
          (match o0 with
           | Equal ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false)
        | Unequal ->
          (match o0 with
           | Unequal ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false)
        | Less ->
          (match o0 with
           | Less ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false)
        | LessEqual ->
          (match o0 with
           | LessEqual ->
             if same_expression a a0 then same_expression b0 b1 else false
           | _ -> false))
     | _ -> false)
  | And (a, b0) ->
    (match x with
     | And (a0, b1) ->
       if same_expression a a0 then same_expression b0 b1 else false
     | _ -> false)
  | Or (a, b0) ->
    (match x with
     | Or (a0, b1) ->
       if same_expression a a0 then same_expression b0 b1 else false
     | _ -> false)
  | Not a -> (match x with
              | Not a0 -> same_expression a a0
              | _ -> false)

type view = { known_players : z; known_shift : z option;
              known_first : number; known_total : number; known_v : answer;
              known_size : answer; known_number : answer;
              early : (z * answer) list; late : answer list;
              terms : (expression * answer) list }

(** val answer_bind : answer -> (number -> answer) -> answer **)

let answer_bind a f =
  match a with
  | Is a0 -> f a0
  | _ -> a

(** val answer_truth : bool option -> answer **)

let answer_truth = function
| Some b1 -> Is (exact (truth b1))
| None -> Unknown

(** val if_exact : number -> (z -> answer) -> answer **)

let if_exact a f =
  match exactly a with
  | Some z0 -> f z0
  | None -> Unknown

(** val know_operation : operation -> number -> number -> answer **)

let know_operation o a b0 =
  match o with
  | Add -> Is (plus a b0)
  | Subtract -> Is (plus a (negative b0))
  | Multiply ->
    (match exactly a with
     | Some c -> Is (times c b0)
     | None -> if_exact b0 (fun c -> Is (times c a)))
  | Divide ->
    if_exact b0 (fun q ->
      if Z.leb (Zpos XH) q then Is (quotient a q) else Fault false)
  | Modulo ->
    if_exact b0 (fun q ->
      if Z.leb (Zpos XH) q then Is (remainder a q) else Fault false)
  | Equal -> answer_truth (equal a b0)
  | Unequal -> answer_truth (option_map negb (equal a b0))
  | Less -> answer_truth (less a b0)
  | LessEqual -> answer_truth (option_map negb (less b0 a))

(** val linear : expression -> view -> (z * z) option **)

let rec linear e w =
  match e with
  | Constant z0 -> Some (Z0, z0)
  | Known p ->
    (match p with
     | Players -> Some (Z0, w.known_players)
     | Piles -> Some ((Zpos XH), Z0)
     | Surplus -> Some ((Zpos XH), (Z.opp w.known_players))
     | Shift -> option_map (fun x -> (Z0, x)) w.known_shift
     | Kind -> None
     | First -> option_map (fun x -> (Z0, x)) (exactly w.known_first))
  | Binary (o, a, b0) ->
    (match linear a w with
     | Some p ->
       let (a0, b1) = p in
       (match linear b0 w with
        | Some p0 ->
          let (a', b') = p0 in
          (match o with
           | Add -> Some ((Z.add a0 a'), (Z.add b1 b'))
           | Subtract -> Some ((Z.sub a0 a'), (Z.sub b1 b'))
           | Multiply ->
             if Z.eqb a0 Z0
             then Some ((Z.mul b1 a'), (Z.mul b1 b'))
             else if Z.eqb a' Z0
                  then Some ((Z.mul a0 b'), (Z.mul b1 b'))
                  else None
           | Divide ->
             if (&&) ((&&) (Z.eqb a0 Z0) (Z.eqb a' Z0)) (Z.leb (Zpos XH) b')
             then Some (Z0, (Z.div b1 b'))
             else None
           | Modulo ->
             if (&&) ((&&) (Z.eqb a0 Z0) (Z.eqb a' Z0)) (Z.leb (Zpos XH) b')
             then Some (Z0, (Z.modulo b1 b'))
             else None
           | _ -> None)
        | None -> None)
     | None -> None)
  | _ -> None

(** val lookup_early : (z * answer) list -> z -> answer **)

let rec lookup_early l k =
  match l with
  | [] -> Unknown
  | p :: l0 -> let (k', a) = p in if Z.eqb k' k then a else lookup_early l0 k

(** val lookup_late : answer list -> z -> answer **)

let lookup_late l j =
  if Z.ltb j Z0
  then Unknown
  else (match nth_error l (Z.to_nat j) with
        | Some a -> a
        | None -> Unknown)

(** val pile_number : z -> view -> answer **)

let pile_number k w =
  if Z.ltb k (Zpos XH)
  then Fault false
  else (match less w.known_total (exact k) with
        | Some b0 ->
          if b0
          then Fault false
          else (match lookup_early w.early k with
                | Unknown ->
                  if_exact w.known_total (fun n1 ->
                    lookup_late w.late (Z.sub n1 k))
                | x -> x)
        | None -> Unknown)

(** val pile_from_end : z -> view -> answer **)

let pile_from_end j w =
  if Z.ltb j Z0
  then Fault false
  else (match less (exact j) w.known_total with
        | Some b0 -> if b0 then lookup_late w.late j else Fault false
        | None -> Unknown)

(** val know_pile : answer -> (z * z) option -> view -> answer **)

let know_pile index line w =
  match line with
  | Some p ->
    let (a, b0) = p in
    (match exactly w.known_total with
     | Some n1 -> pile_number (Z.add (Z.mul a n1) b0) w
     | None ->
       if Z.eqb a Z0
       then pile_number b0 w
       else if Z.eqb a (Zpos XH) then pile_from_end (Z.opp b0) w else Unknown)
  | None -> (match index with
             | Is _ -> Unknown
             | x -> x)

(** val know_parameter : parameter -> view -> answer **)

let know_parameter p w =
  match p with
  | Players -> Is (exact w.known_players)
  | Piles -> Is w.known_total
  | Surplus -> Is (plus w.known_total (exact (Z.opp w.known_players)))
  | Shift ->
    (match w.known_shift with
     | Some r -> Is (exact r)
     | None -> Fault true)
  | Kind -> Fault false
  | First -> Is w.known_first

(** val lookup_term : (expression * answer) list -> expression -> answer **)

let rec lookup_term l t =
  match l with
  | [] -> Unknown
  | p :: l0 ->
    let (t', a) = p in if same_expression t' t then a else lookup_term l0 t

(** val know : expression -> view -> answer **)

let rec know e w =
  match e with
  | Constant z0 -> Is (exact z0)
  | Known p -> know_parameter p w
  | V -> w.known_v
  | Size -> w.known_size
  | Number0 -> w.known_number
  | Pile index -> know_pile (know index w) (linear index w) w
  | Binary (o, a, b0) ->
    answer_bind (know a w) (fun y ->
      answer_bind (know b0 w) (know_operation o y))
  | And (a, b0) ->
    answer_bind (know a w) (fun y ->
      if_exact y (fun y0 -> if Z.eqb y0 Z0 then Is (exact Z0) else know b0 w))
  | Or (a, b0) ->
    answer_bind (know a w) (fun y ->
      if_exact y (fun y0 ->
        if Z.eqb y0 Z0 then know b0 w else Is (exact (Zpos XH))))
  | Not a ->
    answer_bind (know a w) (fun y ->
      if_exact y (fun y0 -> Is (exact (truth (Z.eqb y0 Z0)))))
  | _ -> lookup_term w.terms e

type question = { asked : claim; asked_players : z; asked_shift : z option;
                  asked_firsts : number; asked_total : number; size_cap : 
                  z; size_residues : z; number_cap : z; number_residues : 
                  z; window : nat }

type memory = { read : number; m_early : (z * answer) list;
                m_late : answer list; m_terms : (expression * answer) list;
                m_v : answer }

(** val view_here : question -> answer -> answer -> answer -> view **)

let view_here q v size number0 =
  { known_players = q.asked_players; known_shift = q.asked_shift;
    known_first = q.asked_firsts; known_total = q.asked_total; known_v = v;
    known_size = size; known_number = number0; early = []; late = []; terms =
    [] }

(** val view_after : question -> memory -> answer -> view **)

let view_after q m0 v =
  { known_players = q.asked_players; known_shift = q.asked_shift;
    known_first = q.asked_firsts; known_total =
    (match exactly q.asked_total with
     | Some _ -> q.asked_total
     | None -> m0.read); known_v = v; known_size = Unknown; known_number =
    Unknown; early = m0.m_early; late = m0.m_late; terms = m0.m_terms }

(** val start_of_term : expression -> answer **)

let start_of_term = function
| Sizes _ -> Is (exact Z0)
| Tally (k, _) -> Is (exact (tally_start k))
| _ -> Unknown

(** val known_range : recurrence -> question -> z **)

let known_range r q =
  match r.range with
  | Some range0 -> range0
  | None -> q.asked_players

(** val know_mod : answer -> z -> answer **)

let know_mod a range0 =
  answer_bind a (fun a0 -> know_operation Modulo a0 (exact range0))

(** val start_of_v : question -> answer **)

let start_of_v q =
  match q.asked.recurrence_ with
  | Some r ->
    know_mod (know r.start (view_here q Unknown Unknown Unknown))
      (known_range r q)
  | None -> Unknown

(** val start_memory : question -> z list -> expression list -> memory **)

let start_memory q ks ts =
  { read = (exact Z0); m_early = (map (fun k -> (k, Unknown)) ks); m_late =
    []; m_terms = (map (fun t -> (t, (start_of_term t))) ts); m_v =
    (start_of_v q) }

(** val forget_answer : z -> z -> answer -> answer **)

let forget_answer cap m0 a = match a with
| Is a0 -> Is (forget cap m0 a0)
| _ -> a

(** val know_tally : tally_kind -> number -> number -> answer **)

let know_tally k a b0 =
  match k with
  | Count -> Is (plus a b0)
  | All -> if_exact b0 (fun c -> Is (times c a))
  | Any -> Is (larger a b0)

(** val know_sizes : sizes_kind -> number -> number -> number **)

let know_sizes k a b0 =
  match k with
  | Sum -> plus a b0
  | Smallest -> smaller a b0
  | Largest -> larger a b0

(** val next_term :
    question -> memory -> number -> expression -> answer -> answer **)

let next_term q m0 size t a =
  match t with
  | Sizes k ->
    (match exactly m0.read with
     | Some z0 ->
       (match z0 with
        | Z0 -> Is size
        | _ ->
          (match less (exact Z0) m0.read with
           | Some b0 ->
             if b0
             then answer_bind a (fun a0 -> Is (know_sizes k a0 size))
             else Unknown
           | None -> Unknown))
     | None ->
       (match less (exact Z0) m0.read with
        | Some b0 ->
          if b0
          then answer_bind a (fun a0 -> Is (know_sizes k a0 size))
          else Unknown
        | None -> Unknown))
  | Tally (k, c) ->
    answer_bind a (fun a0 ->
      answer_bind
        (know c
          (view_here q Unknown (Is size) (Is
            (plus m0.read (exact (Zpos XH)))))) (know_tally k a0))
  | _ -> Unknown

(** val know_steps : z -> step list -> view -> answer **)

let rec know_steps range0 steps w =
  match steps with
  | [] -> Fault false
  | step0 :: steps0 ->
    answer_bind (know step0.if_ w) (fun y ->
      if_exact y (fun y0 ->
        if Z.eqb y0 Z0
        then know_steps range0 steps0 w
        else know_mod (know step0.then_ w) range0))

(** val next_v : question -> number -> answer -> answer **)

let next_v q size v =
  match q.asked.recurrence_ with
  | Some r ->
    answer_bind v (fun v0 ->
      know_steps (known_range r q) r.each
        (view_here q (Is v0) (Is size) Unknown))
  | None -> Unknown

(** val next_early : question -> memory -> number -> z -> answer -> answer **)

let next_early q m0 size k a =
  match exactly m0.read with
  | Some r ->
    if Z.eqb (Z.add r (Zpos XH)) k
    then Is (forget q.size_cap q.size_residues size)
    else a
  | None -> a

(** val next_memory : question -> memory -> number -> memory **)

let next_memory q m0 size =
  { read =
    (forget q.number_cap q.number_residues (plus m0.read (exact (Zpos XH))));
    m_early =
    (map (fun ka -> ((fst ka), (next_early q m0 size (fst ka) (snd ka))))
      m0.m_early); m_late =
    (firstn q.window ((Is
      (forget q.size_cap q.size_residues size)) :: m0.m_late)); m_terms =
    (map (fun ta -> ((fst ta),
      (forget_answer q.number_cap q.number_residues
        (next_term q m0 size (fst ta) (snd ta))))) m0.m_terms); m_v =
    (next_v q size m0.m_v) }

type saying =
| Says of case_kind * z list
| Silent
| NothingSaid
| Unclear

(** val know_values : case_kind -> expression list -> view -> saying **)

let rec know_values kind es w =
  match es with
  | [] -> Says (kind, [])
  | e :: es0 ->
    (match know e w with
     | Is a ->
       (match exactly (remainder a w.known_players) with
        | Some z0 ->
          (match know_values kind es0 w with
           | Says (kind0, zs) -> Says (kind0, (z0 :: zs))
           | x -> x)
        | None -> Unclear)
     | Fault _ -> NothingSaid
     | Unknown -> Unclear)

(** val know_cases : case list -> view -> saying **)

let rec know_cases cs w =
  match cs with
  | [] -> NothingSaid
  | c :: cs0 ->
    (match know c.when_ w with
     | Is a ->
       (match exactly a with
        | Some y ->
          if Z.eqb y Z0
          then know_cases cs0 w
          else know_values c.kind_ c.values_ w
        | None -> Unclear)
     | Fault _ -> NothingSaid
     | Unknown -> Unclear)

(** val know_claim : question -> memory -> saying **)

let know_claim q m0 =
  match know q.asked.given (view_after q m0 Unknown) with
  | Is a ->
    (match exactly a with
     | Some z0 ->
       (match z0 with
        | Z0 -> Silent
        | _ ->
          (match q.asked.recurrence_ with
           | Some _ ->
             (match m0.m_v with
              | Is v -> know_cases q.asked.cases (view_after q m0 (Is v))
              | Fault _ -> NothingSaid
              | Unknown -> Unclear)
           | None -> know_cases q.asked.cases (view_after q m0 Unknown)))
     | None -> Unclear)
  | Fault shift0 -> if shift0 then Silent else NothingSaid
  | Unknown -> Unclear

(** val allows : nat -> case_kind -> z list -> nat -> nat -> bool **)

let allows n1 kind zs i w =
  let is = fun z0 -> Z.eqb (Z.of_nat (offset n1 i w)) z0 in
  (match kind with
   | IsValue -> existsb is zs
   | IsNot -> negb (existsb is zs)
   | IsWinner -> existsb (fun z0 -> Z.eqb (Z.of_nat w) z0) zs)

(** val may_be_first : question -> nat -> bool **)

let may_be_first q i =
  match exactly q.asked_firsts with
  | Some f -> Z.eqb f (Z.of_nat i)
  | None -> true

(** val agreeing :
    nat -> question -> case_kind -> z list -> bool list list **)

let agreeing n1 q kind zs =
  map (fun i ->
    map (fun w -> (||) (negb (may_be_first q i)) (allows n1 kind zs i w))
      (seq O n1)) (seq O n1)

(** val same_number : number -> number -> bool **)

let same_number a b0 =
  let { low = low0; high = high0; modulus = modulus0; rest = rest0 } = a in
  let { low = low1; high = high1; modulus = modulus1; rest = rest1 } = b0 in
  if match low0 with
     | Some a0 -> (match low1 with
                   | Some a1 -> Z.eq_dec a0 a1
                   | None -> false)
     | None -> (match low1 with
                | Some _ -> false
                | None -> true)
  then if match high0 with
          | Some a0 ->
            (match high1 with
             | Some a1 -> Z.eq_dec a0 a1
             | None -> false)
          | None -> (match high1 with
                     | Some _ -> false
                     | None -> true)
       then if Z.eq_dec modulus0 modulus1 then Z.eq_dec rest0 rest1 else false
       else false
  else false

(** val same_answer : answer -> answer -> bool **)

let same_answer a b0 =
  match a with
  | Is a0 -> (match b0 with
              | Is a1 -> same_number a0 a1
              | _ -> false)
  | Fault shift0 ->
    (match b0 with
     | Fault shift1 -> bool_dec shift0 shift1
     | _ -> false)
  | Unknown -> (match b0 with
                | Unknown -> true
                | _ -> false)

(** val same_answers : answer list -> answer list -> bool **)

let same_answers =
  list_eq_dec same_answer

(** val same_early : (z * answer) list -> (z * answer) list -> bool **)

let same_early =
  list_eq_dec (fun x y ->
    let (a, b0) = x in
    let (a0, b1) = y in if Z.eq_dec a a0 then same_answer b0 b1 else false)

(** val same_terms :
    (expression * answer) list -> (expression * answer) list -> bool **)

let same_terms =
  list_eq_dec (fun x y ->
    let (a, b0) = x in
    let (a0, b1) = y in
    if same_expression a a0 then same_answer b0 b1 else false)

(** val same_memory : memory -> memory -> bool **)

let same_memory a b0 =
  let { read = read0; m_early = m_early0; m_late = m_late0; m_terms =
    m_terms0; m_v = m_v0 } = a
  in
  let { read = read1; m_early = m_early1; m_late = m_late1; m_terms =
    m_terms1; m_v = m_v1 } = b0
  in
  if same_number read0 read1
  then if same_early m_early0 m_early1
       then if same_answers m_late0 m_late1
            then if same_terms m_terms0 m_terms1
                 then same_answer m_v0 m_v1
                 else false
            else false
       else false
  else false

(** val larger_sizes : nat -> nat -> nat -> number **)

let larger_sizes b0 m0 r =
  let c = Z.of_nat (add (add b0 (S O)) r) in
  { low = (Some c); high = None; modulus = (Z.of_nat m0); rest = c }

(** val letters : nat -> nat -> number list **)

let letters b0 m0 =
  app (map (fun s -> exact (Z.of_nat s)) (seq (S O) b0))
    (map (larger_sizes b0 m0) (seq O m0))

type machine = (state * positive list) table

(** val arrows_right :
    nat list list -> machine -> state -> positive list -> bool **)

let rec arrows_right rs m0 smaller0 = function
| [] -> false
| t :: ts ->
  let now = state_from rs smaller0 in
  if match get t m0 with
     | Some p -> let (st, _) = p in same_state st now
     | None -> false
  then let larger0 = grow rs smaller0 now in
       (match ts with
        | [] -> same_state (state_from rs larger0) now
        | _ :: _ -> arrows_right rs m0 larger0 ts)
  else false

(** val state_right :
    nat list list -> machine -> nat -> (state * positive list) -> bool **)

let state_right rs m0 count0 = function
| (st, arrows) ->
  (match arrows with
   | [] -> true
   | _ :: _ ->
     (&&) (Nat.eqb (length arrows) count0)
       (arrows_right rs m0 (map turn st) arrows))

type node = { memory_of : memory; most : nat; after : positive list }

type nodes = node table

(** val is_last : question -> memory -> bool **)

let is_last q m0 =
  match exactly q.asked_total with
  | Some n1 ->
    (match exactly m0.read with
     | Some k -> Z.eqb k n1
     | None -> false)
  | None -> false

(** val leads :
    question -> bool -> nodes -> memory -> nat -> nat -> number list ->
    positive list -> bool **)

let rec leads q descending0 t m0 most_now j ls ids =
  match ls with
  | [] -> (match ids with
           | [] -> true
           | _ :: _ -> false)
  | a :: ls0 ->
    (match ids with
     | [] -> false
     | id0 :: ids0 ->
       if match get id0 t with
          | Some next0 ->
            if same_memory next0.memory_of (next_memory q m0 a)
            then Nat.eqb next0.most (if descending0 then S j else most_now)
            else false
          | None -> false
       then leads q descending0 t m0 most_now (S j) ls0 ids0
       else false)

(** val node_right :
    question -> bool -> nodes -> number list -> node -> bool **)

let node_right q descending0 t ls x =
  if is_last q x.memory_of
  then true
  else leads q descending0 t x.memory_of x.most O (firstn x.most ls) x.after

(** val not_yet : question -> memory -> bool **)

let not_yet q m0 =
  match exactly q.asked_total with
  | Some n1 ->
    (match exactly m0.read with
     | Some k -> negb (Z.eqb k n1)
     | None -> false)
  | None ->
    (match exactly m0.read with
     | Some z0 -> (match z0 with
                   | Z0 -> true
                   | _ -> false)
     | None -> false)

(** val verdict : nat -> question -> memory -> bool list list option **)

let verdict n1 q m0 =
  if not_yet q m0
  then Some []
  else (match know_claim q m0 with
        | Says (kind, zs) -> Some (agreeing n1 q kind zs)
        | Silent -> Some []
        | _ -> None)

(** val agree : nat list -> bool list list -> bool **)

let rec agree winners = function
| [] -> true
| row :: rows1 ->
  (match winners with
   | [] -> false
   | w :: winners0 -> if nth w row false then agree winners0 rows1 else false)

type pairs = unit table table

(** val listed : pairs -> positive -> positive -> bool **)

let listed p s m0 =
  match get s p with
  | Some ms -> (match get m0 ms with
                | Some _ -> true
                | None -> false)
  | None -> false

(** val walk : pairs -> positive list -> positive list -> bool **)

let rec walk p arrows = function
| [] -> true
| id0 :: ids0 ->
  (match arrows with
   | [] -> false
   | t :: ts ->
     if listed p t id0
     then walk p (match ts with
                  | [] -> arrows
                  | _ :: _ -> ts) ids0
     else false)

(** val pair_right :
    machine -> nodes -> bool list list option table -> pairs -> positive ->
    positive -> bool **)

let pair_right m0 t v p s m1 =
  match get s m0 with
  | Some p0 ->
    let (st, arrows) = p0 in
    (match get m1 t with
     | Some x ->
       (match get m1 v with
        | Some o ->
          (match o with
           | Some rows0 ->
             (&&) (agree (last st []) rows0) (walk p arrows x.after)
           | None -> false)
        | None -> false)
     | None -> false)
  | None -> false

type tables = { machine_ : machine; nodes_ : nodes; pairs_ : pairs }

type task = { n0 : nat; rows : nat list list; passes : nat;
              question_ : question; descending : bool; b : nat; m : nat;
              count : nat; asked_piles : z list; asked_terms : expression list }

(** val closed : task -> tables -> bool **)

let closed k t =
  let q = k.question_ in
  let rs = ranks k.n0 (of_rows k.rows) in
  let v = table_map (fun x -> verdict k.n0 q x.memory_of) t.nodes_ in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&) ((&&) (Nat.ltb O k.n0) (Nat.ltb O k.m))
                (Nat.leb k.count (S k.b)))
              ((||) (negb k.descending) (Nat.eqb k.m (S O))))
            (match get XH t.machine_ with
             | Some p ->
               let (st, _) = p in
               (match get XH t.nodes_ with
                | Some x ->
                  (&&)
                    ((&&) (same_state st (repeat (seq O k.n0) (S k.passes)))
                      (if same_memory x.memory_of
                            (start_memory q k.asked_piles k.asked_terms)
                       then true
                       else false)) (Nat.eqb x.most (add k.b k.m))
                | None -> false)
             | None -> false)) (listed t.pairs_ XH XH))
        (for_all (fun _ -> state_right rs t.machine_ k.count) t.machine_))
      (for_all (fun _ ->
        node_right q k.descending t.nodes_ (letters k.b k.m)) t.nodes_))
    (for_all (fun s ->
      for_all (fun m0 _ -> pair_right t.machine_ t.nodes_ v t.pairs_ s m0))
      t.pairs_)

type failure =
| Rejected of string * positive option
| NotUnderstood of string

type 'a outcome_of = ('a, failure) sum

(** val iterate : nat -> ('a1 -> ('a1, 'a2) sum) -> 'a1 -> ('a1, 'a2) sum **)

let rec iterate fuel0 step0 s =
  match fuel0 with
  | O -> step0 s
  | S fuel1 ->
    (match iterate fuel1 step0 s with
     | Inl s0 -> iterate fuel1 step0 s0
     | Inr r -> Inr r)

(** val fuel : nat **)

let fuel =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))))))))))))))))))))))))

(** val most_memories : positive **)

let most_memories =
  XO (XO (XO (XO (XO (XI (XO (XI (XO (XI (XI (XO (XO (XO (XO (XI
    XH)))))))))))))))

(** val positive_key : positive -> positive -> positive **)

let rec positive_key p k =
  match p with
  | XI p0 -> XI (XI (positive_key p0 k))
  | XO p0 -> XI (XO (positive_key p0 k))
  | XH -> XO k

(** val integer_key : z -> positive -> positive **)

let integer_key z0 k =
  match z0 with
  | Z0 -> XO (XO k)
  | Zpos p -> XO (XI (positive_key p k))
  | Zneg p -> XI (positive_key p k)

(** val option_key : z option -> positive -> positive **)

let option_key z0 k =
  match z0 with
  | Some z1 -> XI (integer_key z1 k)
  | None -> XO k

(** val number_key : number -> positive -> positive **)

let number_key a k =
  match exactly a with
  | Some z0 -> XO (integer_key z0 k)
  | None ->
    XI
      (option_key a.low
        (option_key a.high (integer_key a.modulus (integer_key a.rest k))))

(** val answer_key : answer -> positive -> positive **)

let answer_key a k =
  match a with
  | Is a0 -> XO (number_key a0 k)
  | Fault b0 -> XI (XO (if b0 then XO k else XI k))
  | Unknown -> XI (XI k)

(** val memory_key : memory -> nat -> positive **)

let memory_key m0 most0 =
  let answers =
    app (map snd m0.m_early) (app (map snd m0.m_terms) (m0.m_v :: m0.m_late))
  in
  number_key m0.read
    (integer_key (Z.of_nat most0) (fold_right answer_key XH answers))

type listing = { by_key : positive table; waiting : (memory * nat) table;
                 size_ : positive; made : nodes }

(** val number_of : listing -> memory -> nat -> positive * listing **)

let number_of l m0 most0 =
  let key = memory_key m0 most0 in
  (match get key l.by_key with
   | Some id0 -> (id0, l)
   | None ->
     (l.size_, { by_key = (put key l.size_ l.by_key); waiting =
       (put l.size_ (m0, most0) l.waiting); size_ = (Coq_Pos.succ l.size_);
       made = l.made }))

(** val successors :
    question -> bool -> memory -> nat -> nat -> number list -> listing ->
    positive list * listing **)

let rec successors q descending0 m0 most0 j ls l =
  match ls with
  | [] -> ([], l)
  | a :: ls0 ->
    let (id0, l0) =
      number_of l (next_memory q m0 a) (if descending0 then S j else most0)
    in
    let (ids, l1) = successors q descending0 m0 most0 (S j) ls0 l0 in
    ((id0 :: ids), l1)

(** val memory_step :
    task -> number list -> (positive * listing) -> (positive * listing, nodes
    outcome_of) sum **)

let memory_step k ls = function
| (next0, l) ->
  let q = k.question_ in
  (match get next0 l.waiting with
   | Some p ->
     let (m0, most0) = p in
     if Coq_Pos.ltb most_memories l.size_
     then Inr (Inr (NotUnderstood "the claim remembers too much"))
     else (match if not_yet q m0 then Silent else know_claim q m0 with
           | Says (_, _) ->
             let (ids, l0) =
               if is_last q m0
               then ([], l)
               else successors q k.descending m0 most0 O (firstn most0 ls) l
             in
             Inl ((Coq_Pos.succ next0), { by_key = l0.by_key; waiting =
             l0.waiting; size_ = l0.size_; made =
             (put next0 { memory_of = m0; most = most0; after = ids } l0.made) })
           | Silent ->
             let (ids, l0) =
               if is_last q m0
               then ([], l)
               else successors q k.descending m0 most0 O (firstn most0 ls) l
             in
             Inl ((Coq_Pos.succ next0), { by_key = l0.by_key; waiting =
             l0.waiting; size_ = l0.size_; made =
             (put next0 { memory_of = m0; most = most0; after = ids } l0.made) })
           | NothingSaid ->
             Inr (Inr (Rejected
               ("the claim says nothing about some row of piles", None)))
           | Unclear ->
             Inr (Inr (NotUnderstood
               "the claim needs more than is remembered about the piles")))
   | None -> Inr (Inl l.made))

(** val find_nodes : task -> nodes outcome_of **)

let find_nodes k =
  let ls = letters k.b k.m in
  let empty = { by_key = Leaf; waiting = Leaf; size_ = XH; made = Leaf } in
  let (_, l) =
    number_of empty (start_memory k.question_ k.asked_piles k.asked_terms)
      (add k.b k.m)
  in
  (match iterate fuel (memory_step k ls) (XH, l) with
   | Inl _ -> Inr (NotUnderstood "the claim remembers too much")
   | Inr found -> found)

(** val insert : positive -> positive -> pairs -> pairs **)

let insert s m0 p =
  put s (put m0 () (match get s p with
                    | Some ms -> ms
                    | None -> Leaf)) p

(** val add_all :
    positive list -> positive list -> (positive * positive) list -> pairs ->
    (positive * positive) list * pairs **)

let rec add_all arrows ids work p =
  match ids with
  | [] -> (work, p)
  | id0 :: ids0 ->
    (match arrows with
     | [] -> (work, p)
     | t :: ts ->
       let arrows0 = match ts with
                     | [] -> arrows
                     | _ :: _ -> ts in
       if listed p t id0
       then add_all arrows0 ids0 work p
       else add_all arrows0 ids0 ((t, id0) :: work) (insert t id0 p))

(** val pair_step :
    machine -> nodes -> bool list list option table -> ((positive * positive)
    list * pairs) -> ((positive * positive) list * pairs, pairs outcome_of)
    sum **)

let pair_step m0 t v = function
| (l, p) ->
  (match l with
   | [] -> Inr (Inl p)
   | p0 :: work ->
     let (s, m1) = p0 in
     (match get s m0 with
      | Some p1 ->
        let (st, arrows) = p1 in
        (match get m1 t with
         | Some x ->
           (match get m1 v with
            | Some o ->
              (match o with
               | Some rows0 ->
                 if agree (last st []) rows0
                 then (match arrows with
                       | [] ->
                         (match x.after with
                          | [] -> Inl (add_all arrows [] work p)
                          | _ :: _ ->
                            Inr (Inr (Rejected
                              ("arrows are missing at state", (Some s)))))
                       | _ :: _ -> Inl (add_all arrows x.after work p))
                 else Inr (Inr (Rejected
                        ("the claim does not agree with state", (Some s))))
               | None -> Inr (Inr (Rejected ("there is no state", (Some s)))))
            | None -> Inr (Inr (Rejected ("there is no state", (Some s)))))
         | None -> Inr (Inr (Rejected ("there is no state", (Some s)))))
      | None -> Inr (Inr (Rejected ("there is no state", (Some s))))))

(** val find_pairs : task -> machine -> nodes -> pairs outcome_of **)

let find_pairs k m0 t =
  let v = table_map (fun x -> verdict k.n0 k.question_ x.memory_of) t in
  (match iterate fuel (pair_step m0 t v) (((XH, XH) :: []),
           (insert XH XH Leaf)) with
   | Inl _ -> Inr (NotUnderstood "there are too many states")
   | Inr found -> found)

(** val is_about_some : task -> nodes -> bool **)

let is_about_some k t =
  negb
    (for_all (fun _ x ->
      if not_yet k.question_ x.memory_of
      then true
      else (match know_claim k.question_ x.memory_of with
            | Says (_, _) -> false
            | _ -> true)) t)

(** val no_piles : failure **)

let no_piles =
  Rejected ("there is a state to which no piles lead", None)

(** val needless : failure **)

let needless =
  Rejected ("there are arrows after the last pile", None)

(** val pairs_cover :
    question -> machine -> nodes -> pairs -> failure option **)

let pairs_cover q m0 t p =
  let is_end = fun m1 ->
    match get m1 t with
    | Some x -> is_last q x.memory_of
    | None -> false
  in
  if negb
       (for_all (fun s _ ->
         match get s p with
         | Some _ -> true
         | None -> false) m0)
  then Some no_piles
  else if for_all (fun s sa ->
            match snd sa with
            | [] -> true
            | _ :: _ ->
              (match get s p with
               | Some ms -> negb (for_all (fun m1 _ -> is_end m1) ms)
               | None -> true)) m0
       then None
       else Some needless

(** val layer :
    machine -> positive list -> unit table -> positive list -> positive
    list * unit table **)

let rec layer m0 latest reached next0 =
  match latest with
  | [] -> (next0, reached)
  | s :: latest0 ->
    let (next1, reached0) =
      fold_left (fun nr t ->
        let (next1, reached0) = nr in
        (match get t reached0 with
         | Some _ -> nr
         | None -> ((t :: next1), (put t () reached0))))
        (match get s m0 with
         | Some p -> let (_, arrows) = p in arrows
         | None -> []) (next0, reached)
    in
    layer m0 latest0 reached0 next1

(** val layer_step :
    machine -> ((positive list * unit table) * z option) -> ((positive
    list * unit table) * z option, positive list * unit table) sum **)

let layer_step m0 = function
| (p, remaining) ->
  let (latest, reached) = p in
  (match latest with
   | [] -> Inr ([], reached)
   | _ :: _ ->
     (match remaining with
      | Some z0 ->
        (match z0 with
         | Z0 -> Inr (latest, reached)
         | _ ->
           Inl ((layer m0 latest reached []), (option_map Z.pred remaining)))
      | None ->
        Inl ((layer m0 latest reached []), (option_map Z.pred remaining))))

(** val states_right : machine -> z option -> failure option **)

let states_right m0 piles =
  match iterate fuel (layer_step m0) (((XH :: []), (put XH () Leaf)), piles) with
  | Inl _ -> Some (NotUnderstood "there are too many states")
  | Inr p ->
    let (latest, reached) = p in
    if negb
         (for_all (fun s _ ->
           match get s reached with
           | Some _ -> true
           | None -> false) m0)
    then Some no_piles
    else (match find (fun s ->
                  match get s m0 with
                  | Some p0 ->
                    let (_, l) = p0 in
                    (match l with
                     | [] -> false
                     | _ :: _ -> true)
                  | None -> true) latest with
          | Some _ -> Some needless
          | None -> None)

type game =
| LastNim
| SmallNim

type statement = { claim_ : claim; game_ : game; players_ : nat;
                   matrix_ : nat list list; passes_ : nat; piles_ : z option }

type proof = { says_ : statement; shift_ : z option; bound : z;
               arrows_ : nat; states : machine;
               listed_pairs : (z * z) list list option }

(** val is_permutation : nat -> nat list -> bool **)

let is_permutation n1 row =
  (&&) ((&&) (Nat.eqb (length row) n1) (forallb (fun j -> Nat.ltb j n1) row))
    (forallb (fun s -> existsb (Nat.eqb s) row) (seq O n1))

(** val is_matrix_of : nat -> nat list list -> bool **)

let is_matrix_of n1 rows0 =
  (&&) (Nat.eqb (length rows0) n1) (forallb (is_permutation n1) rows0)

(** val parts_of : expression -> expression list **)

let rec parts_of e =
  e :: (match e with
        | Pile a -> parts_of a
        | Tally (_, a) -> parts_of a
        | Binary (_, a, b0) -> app (parts_of a) (parts_of b0)
        | And (a, b0) -> app (parts_of a) (parts_of b0)
        | Or (a, b0) -> app (parts_of a) (parts_of b0)
        | Not a -> parts_of a
        | _ -> [])

(** val case_parts : case list -> expression list **)

let case_parts cs =
  flat_map (fun c -> flat_map parts_of (c.when_ :: c.values_)) cs

(** val claim_parts : claim -> expression list **)

let claim_parts c =
  app (parts_of c.given)
    (app (case_parts c.cases)
      (match c.recurrence_ with
       | Some r ->
         app (parts_of r.start)
           (flat_map (fun s -> app (parts_of s.if_) (parts_of s.then_))
             r.each)
       | None -> []))

(** val uses_first : claim -> bool **)

let uses_first c =
  existsb (fun e ->
    match e with
    | Known p -> (match p with
                  | First -> true
                  | _ -> false)
    | _ -> false) (claim_parts c)

(** val terms_in : claim -> expression list **)

let terms_in c =
  nodup same_expression
    (filter (fun e ->
      match e with
      | Sizes _ -> true
      | Tally (_, _) -> true
      | _ -> false) (case_parts c.cases))

(** val indices_in : claim -> view -> z list * z list **)

let indices_in c w =
  let lines =
    flat_map (fun e ->
      match e with
      | Constant _ -> []
      | Known _ -> []
      | V -> []
      | Size -> []
      | Number0 -> []
      | Pile a -> (match linear a w with
                   | Some l -> l :: []
                   | None -> [])
      | _ -> []) (case_parts c.cases)
  in
  (match exactly w.known_total with
   | Some n1 ->
     ((nodup Z.eq_dec
        (map (fun ab -> Z.add (Z.mul (fst ab) n1) (snd ab)) lines)), [])
   | None ->
     ((nodup Z.eq_dec (map snd (filter (fun ab -> Z.eqb (fst ab) Z0) lines))),
       (map (fun ab -> Z.opp (snd ab))
         (filter (fun ab -> Z.eqb (fst ab) (Zpos XH)) lines))))

(** val largest_constant : claim -> z **)

let largest_constant c =
  fold_left (fun a e -> match e with
                        | Constant z0 -> Z.max a z0
                        | _ -> a) (claim_parts c) Z0

(** val divisors_in : claim -> view -> operation -> z list **)

let divisors_in c w o =
  flat_map (fun e ->
    match e with
    | Binary (o', a, b0) ->
      (match o with
       | Divide ->
         (match o' with
          | Divide ->
            (match linear a w with
             | Some p ->
               let (z0, _) = p in
               (match z0 with
                | Z0 -> []
                | _ ->
                  (match linear b0 w with
                   | Some p1 ->
                     let (z1, q) = p1 in
                     (match z1 with
                      | Z0 -> if Z.leb (Zpos XH) q then q :: [] else []
                      | _ -> [])
                   | None -> []))
             | None ->
               (match linear b0 w with
                | Some p ->
                  let (z0, q) = p in
                  (match z0 with
                   | Z0 -> if Z.leb (Zpos XH) q then q :: [] else []
                   | _ -> [])
                | None -> []))
          | _ -> [])
       | Modulo ->
         (match o' with
          | Modulo ->
            (match linear a w with
             | Some p ->
               let (z0, _) = p in
               (match z0 with
                | Z0 -> []
                | _ ->
                  (match linear b0 w with
                   | Some p1 ->
                     let (z1, q) = p1 in
                     (match z1 with
                      | Z0 -> if Z.leb (Zpos XH) q then q :: [] else []
                      | _ -> [])
                   | None -> []))
             | None ->
               (match linear b0 w with
                | Some p ->
                  let (z0, q) = p in
                  (match z0 with
                   | Z0 -> if Z.leb (Zpos XH) q then q :: [] else []
                   | _ -> [])
                | None -> []))
          | _ -> [])
       | _ -> [])
    | _ -> []) (claim_parts c)

type level = { l_sizes : z; l_size_residues : nat; l_numbers : z;
               l_number_residues : z }

(** val small_enough : z -> bool **)

let small_enough z0 =
  Z.leb z0 (Zpos (XO (XO (XO (XO (XO (XI (XO (XO (XO (XI (XI (XI (XO (XO
    XH)))))))))))))))

(** val levels : proof -> view -> level list **)

let levels p w =
  let a = p.says_ in
  let c = a.claim_ in
  let n1 = Z.of_nat a.players_ in
  let (ks, js) = indices_in c w in
  let base =
    Z.add (fold_left Z.max (app ks js) (Z.add n1 (largest_constant c))) (Zpos
      (XO XH))
  in
  let mods = fold_left Z.lcm (divisors_in c w Modulo) (Zpos XH) in
  let all = fold_left Z.mul (divisors_in c w Divide) mods in
  let numbers =
    match a.piles_ with
    | Some n2 ->
      ((Z.add n2 (Zpos XH)), (Zpos
        XH)) :: (((Z.add (Z.add n2 (Zpos XH)) base),
        all) :: (((Z.add (Z.add n2 (Zpos XH)) base),
        (Z.mul n1 all)) :: (((Z.add (Z.mul n2 p.bound) (Zpos XH)), (Zpos
        XH)) :: [])))
    | None ->
      ((Zpos XH), (Zpos XH)) :: (((Zpos XH), all) :: ((base, n1) :: ((base,
        all) :: (((Z.mul (Zpos (XO (XO XH))) base),
        n1) :: (((Z.mul (Zpos (XO (XO XH))) base),
        (Z.mul n1 all)) :: (((Z.mul (Zpos (XO (XO (XO (XO XH))))) base),
        (Z.mul n1 all)) :: []))))))
  in
  let sizes = ((Zpos (XO XH)), (Zpos XH)) :: ((p.bound, (Zpos
    XH)) :: (((Z.add (Z.sub p.bound all) (Zpos XH)),
    all) :: (((Z.add (Z.sub p.bound (Z.mul n1 all)) (Zpos XH)),
    (Z.mul n1 all)) :: [])))
  in
  filter (fun l ->
    (&&)
      ((&&)
        ((&&) ((&&) (small_enough l.l_sizes) (small_enough l.l_numbers))
          (small_enough l.l_number_residues)) (Z.ltb Z0 l.l_sizes))
      (Z.leb (Z.of_nat (add p.arrows_ l.l_size_residues))
        (Z.add p.bound (Zpos XH))))
    (flat_map (fun s ->
      map (fun k -> { l_sizes = (fst s); l_size_residues =
        (Z.to_nat
          (Z.min (snd s) (Zpos (XO (XO (XO (XO (XO (XI (XO (XO (XO (XI (XI
            (XI (XO (XO XH))))))))))))))))); l_numbers = (fst k);
        l_number_residues = (snd k) }) numbers) sizes)

(** val question_of : proof -> number -> level -> question **)

let question_of p firsts l =
  let a = p.says_ in
  { asked = a.claim_; asked_players = (Z.of_nat a.players_); asked_shift =
  p.shift_; asked_firsts = firsts; asked_total =
  (match a.piles_ with
   | Some n1 -> exact n1
   | None -> from (Zpos XH)); size_cap = l.l_sizes; size_residues =
  (Z.of_nat l.l_size_residues); number_cap = l.l_numbers; number_residues =
  l.l_number_residues; window = O }

(** val wide : question -> nat -> question **)

let wide q w =
  { asked = q.asked; asked_players = q.asked_players; asked_shift =
    q.asked_shift; asked_firsts = q.asked_firsts; asked_total =
    q.asked_total; size_cap = q.size_cap; size_residues = q.size_residues;
    number_cap = q.number_cap; number_residues = q.number_residues; window =
    w }

(** val first_view : proof -> number -> view **)

let first_view p firsts =
  view_here
    (question_of p firsts { l_sizes = Z0; l_size_residues = O; l_numbers =
      Z0; l_number_residues = Z0 }) Unknown Unknown Unknown

(** val is_small : game -> bool **)

let is_small = function
| LastNim -> false
| SmallNim -> true

(** val task_of : proof -> number -> level -> task **)

let task_of p firsts l =
  let a = p.says_ in
  let (ks, js) = indices_in a.claim_ (first_view p firsts) in
  { n0 = a.players_; rows = a.matrix_; passes = a.passes_; question_ =
  (wide (question_of p firsts l)
    (Z.to_nat
      (Z.min (Zpos (XO (XO (XO (XO (XI (XO (XO (XO (XI (XI (XI (XO (XO
        XH)))))))))))))) (Z.add (fold_left Z.max js (Zneg XH)) (Zpos XH)))));
  descending = (is_small a.game_); b =
  (sub (Z.to_nat p.bound) l.l_size_residues); m = l.l_size_residues; count =
  p.arrows_; asked_piles = ks; asked_terms = (terms_in a.claim_) }

(** val first_level :
    proof -> number -> level list -> (task * nodes, failure) sum **)

let rec first_level p firsts = function
| [] ->
  Inr (NotUnderstood
    "the claim needs more than is remembered about the piles")
| l :: ls0 ->
  let k = task_of p firsts l in
  (match find_nodes k with
   | Inl t -> Inl (k, t)
   | Inr other ->
     (match other with
      | Rejected (_, _) -> Inr other
      | NotUnderstood why ->
        (match ls0 with
         | [] -> Inr (NotUnderstood why)
         | _ :: _ -> first_level p firsts ls0)))

(** val is_only_v : memory -> bool **)

let is_only_v m0 =
  match m0.m_early with
  | [] ->
    (match m0.m_late with
     | [] ->
       (match m0.m_terms with
        | [] ->
          (match exactly m0.read with
           | Some z0 -> (match z0 with
                         | Z0 -> true
                         | _ -> false)
           | None -> true)
        | _ :: _ -> false)
     | _ :: _ -> false)
  | _ :: _ -> false

(** val pairs_agree : nodes -> pairs -> (z * z) list -> bool **)

let pairs_agree t p given0 =
  let v_of = fun x -> match x.memory_of.m_v with
                      | Is a -> exactly a
                      | _ -> None
  in
  let as_key = fun z0 -> match z0 with
                         | Zpos p0 -> p0
                         | _ -> XH in
  let given_table =
    fold_left (fun t0 sv ->
      insert (as_key (Z.add (fst sv) (Zpos XH)))
        (as_key (Z.add (snd sv) (Zpos XH))) t0) given0 Leaf
  in
  let found = fun v s ->
    match get s p with
    | Some ms ->
      negb
        (for_all (fun m0 _ ->
          match get m0 t with
          | Some x ->
            (match v_of x with
             | Some z0 -> negb (Coq_Pos.eqb (as_key (Z.add z0 (Zpos XH))) v)
             | None -> true)
          | None -> true) ms)
    | None -> false
  in
  (&&)
    ((&&)
      ((&&) (for_all (fun _ x -> is_only_v x.memory_of) t)
        (forallb (fun sv -> (&&) (Z.leb Z0 (fst sv)) (Z.leb Z0 (snd sv)))
          given0))
      (for_all (fun s ms ->
        for_all (fun m0 _ ->
          match get m0 t with
          | Some x ->
            (match v_of x with
             | Some z0 -> listed given_table s (as_key (Z.add z0 (Zpos XH)))
             | None -> false)
          | None -> false) ms) p))
    (for_all (fun s vs -> for_all (fun v _ -> found v s) vs) given_table)

(** val check_group :
    proof -> number -> (z * z) list list -> failure option **)

let check_group p firsts given0 =
  match first_level p firsts (levels p (first_view p firsts)) with
  | Inl p0 ->
    let (k, t) = p0 in
    (match find_pairs k p.states t with
     | Inl p1 ->
       if negb (is_about_some k t)
       then Some (Rejected
              ("given: the claim is not about any number of piles", None))
       else if negb (forallb (pairs_agree t p1) given0)
            then Some (Rejected
                   ("pairs: these are not the pairs that piles lead to",
                   None))
            else (match if k.descending
                        then states_right p.states p.says_.piles_
                        else pairs_cover k.question_ p.states t p1 with
                  | Some failure0 -> Some failure0
                  | None ->
                    if closed k { machine_ = p.states; nodes_ = t; pairs_ =
                         p1 }
                    then None
                    else Some (Rejected ("a state or an arrow is wrong",
                           None)))
     | Inr failure0 -> Some failure0)
  | Inr failure0 -> Some failure0

(** val groups : proof -> number list **)

let groups p =
  let n1 = p.says_.players_ in
  if uses_first p.says_.claim_
  then map (fun i -> exact (Z.of_nat i)) (seq O n1)
  else (between Z0 (Z.sub (Z.of_nat n1) (Zpos XH))) :: []

(** val names_winner : claim -> bool **)

let names_winner c =
  existsb (fun c0 -> match c0.kind_ with
                     | IsWinner -> true
                     | _ -> false) c.cases

(** val group_pairs : proof -> (z * z) list list list option **)

let group_pairs p =
  let c = p.says_.claim_ in
  let firsts =
    if (||) (uses_first c) (names_winner c) then p.says_.players_ else S O
  in
  (match p.listed_pairs with
   | Some ls ->
     (match c.recurrence_ with
      | Some _ ->
        (match p.says_.piles_ with
         | Some _ -> None
         | None ->
           if Nat.eqb (length ls) firsts
           then Some
                  (if uses_first c
                   then map (fun l -> l :: []) ls
                   else ls :: [])
           else None)
      | None -> None)
   | None -> Some (map (fun _ -> []) (groups p)))

(** val check_groups :
    proof -> number list -> (z * z) list list list -> failure option **)

let rec check_groups p gs ls =
  match gs with
  | [] -> None
  | g :: gs0 ->
    (match ls with
     | [] -> Some (Rejected ("pairs: too few lists", None))
     | l :: ls0 ->
       (match check_group p g l with
        | Some f -> Some f
        | None -> check_groups p gs0 ls0))

(** val same_shift : z option -> z option -> bool **)

let same_shift a b0 =
  match a with
  | Some a0 -> (match b0 with
                | Some b1 -> Z.eqb a0 b1
                | None -> false)
  | None -> (match b0 with
             | Some _ -> false
             | None -> true)

(** val check_proof : proof -> failure option **)

let check_proof p =
  let a = p.says_ in
  let n1 = a.players_ in
  if negb
       ((&&) (Nat.leb (S O) n1)
         (match a.piles_ with
          | Some n2 -> Z.leb (Zpos XH) n2
          | None -> true))
  then Some (Rejected ("expected players and piles", None))
  else if negb (is_matrix_of n1 a.matrix_)
       then Some (Rejected
              ("matrix: a row is not a permutation, or there is not one row for each player",
              None))
       else if negb (same_shift p.shift_ (shift_of n1 a.matrix_))
            then Some (Rejected ("shift: the matrix says otherwise", None))
            else if negb
                      ((&&) (Nat.leb (S O) p.arrows_)
                        (Z.leb (Z.of_nat p.arrows_) p.bound))
                 then Some (Rejected ("expected letters from 1 to bound",
                        None))
                 else if negb (small_enough p.bound)
                      then Some (NotUnderstood "the bound is too large")
                      else if (&&) (is_small a.game_)
                                (negb (Nat.eqb a.passes_ O))
                           then Some (NotUnderstood "Small Nim with passes")
                           else (match group_pairs p with
                                 | Some ls -> check_groups p (groups p) ls
                                 | None ->
                                   Some (Rejected
                                     ("pairs: expected lists for a recurrence and every number of piles",
                                     None)))

(** val field_of : text -> (text * json) list -> json option **)

let rec field_of name0 = function
| [] -> None
| p :: l0 ->
  let (k, v) = p in if same_text k name0 then Some v else field_of name0 l0

(** val field : string -> (text * json) list -> json option **)

let field name0 =
  field_of (literal name0)

(** val only : string list -> (text * json) list -> bool **)

let only names l =
  forallb (fun kv ->
    existsb (fun name0 -> same_text (fst kv) (literal name0)) names) l

(** val bind_option : 'a1 option -> ('a1 -> 'a2 option) -> 'a2 option **)

let bind_option a f =
  match a with
  | Some a0 -> f a0
  | None -> None

(** val all_some : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option **)

let rec all_some f = function
| [] -> Some []
| a :: l0 ->
  bind_option (f a) (fun b0 ->
    bind_option (all_some f l0) (fun bs -> Some (b0 :: bs)))

(** val as_integer : json -> z option **)

let as_integer = function
| Integer z0 -> Some z0
| _ -> None

(** val as_text : json -> text option **)

let as_text = function
| Text t -> Some t
| _ -> None

(** val as_list : json -> json list option **)

let as_list = function
| Array l -> Some l
| _ -> None

(** val as_object : json -> (text * json) list option **)

let as_object = function
| Object l -> Some l
| _ -> None

(** val integers : json -> z list option **)

let integers j =
  bind_option (as_list j) (fun l -> all_some as_integer l)

(** val optional :
    (json -> 'a1 option) -> json option -> 'a1 option option **)

let optional f = function
| Some j0 -> option_map (fun x -> Some x) (f j0)
| None -> Some None

(** val always : expression **)

let always =
  Constant (Zpos XH)

(** val read_case : scope -> json -> case option **)

let read_case s j =
  bind_option (as_object j) (fun l ->
    if only ("when" :: ("value" :: ("not" :: ("winner" :: [])))) l
    then bind_option
           (match field "when" l with
            | Some w ->
              bind_option (as_text w) (fun t ->
                read_expression s IsCondition t)
            | None -> Some always) (fun when_0 ->
           let said = fun kind j0 ->
             bind_option (as_text j0) (fun t ->
               bind_option (read_values s t) (fun es -> Some { when_ =
                 when_0; kind_ = kind; values_ = es }))
           in
           (match field "value" l with
            | Some v ->
              (match field "not" l with
               | Some _ -> None
               | None ->
                 (match field "winner" l with
                  | Some _ -> None
                  | None -> said IsValue v))
            | None ->
              (match field "not" l with
               | Some v ->
                 (match field "winner" l with
                  | Some _ -> None
                  | None -> said IsNot v)
               | None ->
                 (match field "winner" l with
                  | Some v -> said IsWinner v
                  | None -> None))))
    else None)

(** val read_step : json -> step option **)

let read_step j =
  bind_option (read_case in_each j) (fun c ->
    match c.kind_ with
    | IsValue ->
      (match c.values_ with
       | [] -> None
       | e :: l ->
         (match l with
          | [] -> Some { if_ = c.when_; then_ = e }
          | _ :: _ -> None))
    | _ -> None)

type named_claim = { name : text; claim_game : text; its_claim : claim }

(** val read_claim : json -> named_claim option **)

let read_claim j =
  bind_option (as_object j) (fun l ->
    if only
         ("name" :: ("source" :: ("game" :: ("given" :: ("start" :: ("each" :: ("range" :: ("cases" :: []))))))))
         l
    then bind_option (bind_option (field "name" l) as_text) (fun name0 ->
           bind_option (optional as_text (field "source" l)) (fun _ ->
             bind_option (optional as_text (field "game" l)) (fun game0 ->
               bind_option
                 (optional (fun j0 ->
                   bind_option (as_text j0) (fun t ->
                     read_expression in_given IsCondition t))
                   (field "given" l)) (fun given0 ->
                 bind_option
                   (optional (fun j0 ->
                     bind_option (as_text j0) (fun t ->
                       read_expression in_start IsNumber t))
                     (field "start" l)) (fun start0 ->
                   bind_option
                     (optional (fun j0 ->
                       bind_option (as_list j0) (fun l0 ->
                         all_some read_step l0)) (field "each" l))
                     (fun each0 ->
                     bind_option (optional as_integer (field "range" l))
                       (fun range0 ->
                       if match range0 with
                          | Some z0 -> Z.leb (Zpos XH) z0
                          | None -> true
                       then bind_option
                              (match each0 with
                               | Some steps ->
                                 Some (Some { start =
                                   (match start0 with
                                    | Some e -> e
                                    | None -> Constant Z0); each = steps;
                                   range = range0 })
                               | None ->
                                 (match start0 with
                                  | Some _ -> None
                                  | None ->
                                    (match range0 with
                                     | Some _ -> None
                                     | None -> Some None)))
                              (fun recurrence0 ->
                              bind_option
                                (bind_option (field "cases" l) as_list)
                                (fun cases0 ->
                                bind_option
                                  (all_some
                                    (read_case
                                      (in_cases
                                        (match recurrence0 with
                                         | Some _ -> true
                                         | None -> false))) cases0)
                                  (fun cases1 -> Some { name = name0;
                                  claim_game =
                                  (match game0 with
                                   | Some g -> g
                                   | None -> literal "last-nim"); its_claim =
                                  { given =
                                  (match given0 with
                                   | Some e -> e
                                   | None -> always); recurrence_ =
                                  recurrence0; cases = cases1 } })))
                       else None)))))))
    else None)

(** val limit : z **)

let limit =
  Zpos (XO (XO (XO (XI (XO (XI (XI (XI (XI XH)))))))))

(** val naturals : nat -> positive -> nat -> nat table -> nat table **)

let rec naturals count0 k v t =
  match count0 with
  | O -> t
  | S count1 -> naturals count1 (Coq_Pos.succ k) (S v) (put k v t)

(** val small_numbers : nat table **)

let small_numbers =
  naturals (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
    XH (S O) Leaf

(** val too_large : nat **)

let too_large =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val small : z -> nat **)

let small = function
| Z0 -> O
| Zpos p -> (match get p small_numbers with
             | Some v -> v
             | None -> too_large)
| Zneg _ -> too_large

(** val state_number : z -> positive **)

let state_number z0 =
  match Z.add z0 (Zpos XH) with
  | Zpos p -> p
  | _ -> Coq_Pos.pow (XO XH) (XO (XO (XI (XI (XI XH)))))

(** val winners_name : text **)

let winners_name =
  literal "winners"

(** val next_name : text **)

let next_name =
  literal "next"

(** val read_state : json -> (state * positive list) option **)

let read_state j =
  bind_option (as_object j) (fun l ->
    bind_option (bind_option (field_of winners_name l) as_list)
      (fun winners ->
      bind_option (all_some integers winners) (fun winners0 ->
        bind_option (bind_option (field_of next_name l) integers)
          (fun next0 ->
          if Nat.eqb (length l) (S (S O))
          then Some ((map (map small) winners0), (map state_number next0))
          else None))))

(** val read_states : json list -> positive -> machine -> machine option **)

let rec read_states l k m0 =
  match l with
  | [] -> Some m0
  | j :: l0 ->
    (match read_state j with
     | Some s -> read_states l0 (Coq_Pos.succ k) (put k s m0)
     | None -> None)

(** val read_pair : json -> (z * z) option **)

let read_pair j =
  bind_option (integers j) (fun l ->
    match l with
    | [] -> None
    | s :: l0 ->
      (match l0 with
       | [] -> None
       | v :: l1 -> (match l1 with
                     | [] -> Some (s, v)
                     | _ :: _ -> None)))

(** val read_pairs : json -> (z * z) list list option **)

let read_pairs j =
  bind_option (as_list j) (fun lists ->
    all_some (fun j0 ->
      bind_option (as_list j0) (fun l -> all_some read_pair l)) lists)

(** val read_piles : json -> z option option **)

let read_piles = function
| Integer z0 -> Some (Some z0)
| Text t -> if same_text t (literal "all") then Some None else None
| _ -> None

type reading = { claim_name : text; game_name : text option;
                 shown_players : z; shown_passes : z;
                 shown_matrix : z list list; its_proof : proof;
                 problem : failure option }

(** val game_of : text -> game option **)

let game_of t =
  if same_text t (literal "last-nim")
  then Some LastNim
  else if same_text t (literal "small-nim") then Some SmallNim else None

(** val proof_fields : string list **)

let proof_fields =
  "claim" :: ("players" :: ("piles" :: ("passes" :: ("matrix" :: ("shift" :: ("game" :: ("bound" :: ("letters" :: ("states" :: ("pairs" :: []))))))))))

(** val read_proof : named_claim option list -> json -> reading option **)

let read_proof claims j =
  bind_option (as_object j) (fun l ->
    if only proof_fields l
    then bind_option (bind_option (field "claim" l) as_integer)
           (fun number0 ->
           bind_option
             (if Z.ltb number0 Z0
              then None
              else bind_option
                     (nth_error (Obj.magic claims)
                       (Z.to_nat
                         (Z.min number0 (Zpos (XO (XO (XO (XO (XO (XO (XI (XO
                           (XO (XI (XO (XO (XO (XO (XI (XO (XI (XI (XI
                           XH))))))))))))))))))))))) (Obj.magic id))
             (fun c ->
             bind_option (bind_option (field "players" l) as_integer)
               (fun players ->
               bind_option (bind_option (field "piles" l) read_piles)
                 (fun piles ->
                 bind_option (bind_option (field "passes" l) as_integer)
                   (fun passes0 ->
                   bind_option (bind_option (field "matrix" l) as_list)
                     (fun matrix ->
                     bind_option (all_some integers matrix) (fun matrix0 ->
                       bind_option
                         (match field "shift" l with
                          | Some j0 ->
                            (match j0 with
                             | Null -> Some None
                             | _ ->
                               option_map (fun x -> Some x) (as_integer j0))
                          | None -> None) (fun shift0 ->
                         bind_option (optional as_text (field "game" l))
                           (fun game0 ->
                           bind_option
                             (bind_option (field "bound" l) as_integer)
                             (fun bound0 ->
                             bind_option
                               (bind_option (field "letters" l) as_integer)
                               (fun letters0 ->
                               bind_option
                                 (bind_option (field "states" l) as_list)
                                 (fun states0 ->
                                 bind_option (read_states states0 XH Leaf)
                                   (fun machine0 ->
                                   bind_option
                                     (optional read_pairs (field "pairs" l))
                                     (fun pairs0 ->
                                     let game_text =
                                       match game0 with
                                       | Some t -> t
                                       | None -> literal "last-nim"
                                     in
                                     let its_game =
                                       match game_of game_text with
                                       | Some g -> g
                                       | None -> LastNim
                                     in
                                     let says = { claim_ = c.its_claim;
                                       game_ = its_game; players_ =
                                       (small players); matrix_ =
                                       (map (map small) matrix0); passes_ =
                                       (small passes0); piles_ = piles }
                                     in
                                     Some { claim_name = c.name; game_name =
                                     game0; shown_players = players;
                                     shown_passes = passes0; shown_matrix =
                                     matrix0; its_proof = { says_ = says;
                                     shift_ = shift0; bound = bound0;
                                     arrows_ = (small letters0); states =
                                     machine0; listed_pairs = pairs0 };
                                     problem =
                                     (if (||)
                                           (negb
                                             (same_text c.claim_game
                                               game_text))
                                           (match game_of game_text with
                                            | Some _ -> false
                                            | None -> true)
                                      then Some (Rejected
                                             ("the claim is about another game",
                                             None))
                                      else if Z.ltb passes0 Z0
                                           then Some (Rejected
                                                  ("expected passes", None))
                                           else if (||)
                                                     ((||)
                                                       ((||)
                                                         (Z.leb limit players)
                                                         (Z.leb limit passes0))
                                                       (Z.leb limit letters0))
                                                     (match piles with
                                                      | Some n1 ->
                                                        Z.ltb (Zpos (XO (XO
                                                          (XO (XO (XI (XO (XO
                                                          (XO (XI (XI (XI (XO
                                                          (XO
                                                          XH)))))))))))))) n1
                                                      | None -> false)
                                                then Some (NotUnderstood
                                                       "the numbers are too large")
                                                else None) }))))))))))))))
    else None)

type contents =
| NotACertificate of string
| Contents of reading list * nat

(** val has_base : json -> bool **)

let has_base = function
| Object l -> (match field "base" l with
               | Some _ -> true
               | None -> false)
| _ -> false

(** val contents_of : json option -> contents **)

let contents_of = function
| Some j ->
  (match j with
   | Object l ->
     (match field "type" l with
      | Some j0 ->
        (match j0 with
         | Text type1 ->
           (match field "format" l with
            | Some j1 ->
              (match j1 with
               | Integer format ->
                 (match field "version" l with
                  | Some j2 ->
                    (match j2 with
                     | Text _ ->
                       (match bind_option (field "claims" l) as_list with
                        | Some claims ->
                          (match bind_option (field "proofs" l) as_list with
                           | Some l0 ->
                             (match l0 with
                              | [] ->
                                NotACertificate
                                  "expected a certificate of format 1 or 2 with proofs"
                              | j3 :: js ->
                                if negb
                                     ((&&)
                                       ((&&)
                                         (same_text type1
                                           (literal "certificate"))
                                         ((||) (Z.eqb format (Zpos XH))
                                           (Z.eqb format (Zpos (XO XH)))))
                                       (only
                                         ("type" :: ("format" :: ("version" :: ("claims" :: ("proofs" :: [])))))
                                         l))
                                then NotACertificate
                                       "expected a certificate of format 1 or 2"
                                else let (others, proofs) =
                                       partition has_base (j3 :: js)
                                     in
                                     (match all_some
                                              (read_proof
                                                (map read_claim claims))
                                              proofs with
                                      | Some rs ->
                                        Contents (rs, (length others))
                                      | None ->
                                        NotACertificate
                                          "a proof or its claim is not understood"))
                           | None ->
                             NotACertificate
                               "expected a certificate of format 1 or 2 with proofs")
                        | None ->
                          NotACertificate
                            "expected a certificate of format 1 or 2 with proofs")
                     | _ ->
                       NotACertificate
                         "expected a certificate of format 1 or 2 with proofs")
                  | None ->
                    NotACertificate
                      "expected a certificate of format 1 or 2 with proofs")
               | _ ->
                 NotACertificate
                   "expected a certificate of format 1 or 2 with proofs")
            | None ->
              NotACertificate
                "expected a certificate of format 1 or 2 with proofs")
         | _ ->
           NotACertificate
             "expected a certificate of format 1 or 2 with proofs")
      | None ->
        NotACertificate "expected a certificate of format 1 or 2 with proofs")
   | _ -> NotACertificate "not JSON")
| None -> NotACertificate "not JSON"

(** val check_reading : reading -> failure option **)

let check_reading r =
  match r.problem with
  | Some failure0 -> Some failure0
  | None -> check_proof r.its_proof
