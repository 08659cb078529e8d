(** * JSON

    Reads JSON from a list of characters, in one pass that keeps the open lists and objects on a stack. Numbers are
    integers. *)
Require Import String Ascii List ZArith Bool.
Import ListNotations.
Local Open Scope char_scope.
Local Open Scope list_scope.

Definition text := list ascii.

Inductive json :=
| Null
| Boolean (b : bool)
| Integer (z : Z)
| Text (t : text)
| Array (l : list json)
| Object (l : list (text * json)).

(** An open list or object, with what was read of it, the last first; an object also has the key of what comes next. *)
Inductive frame := InArray (l : list json) | InObject (l : list (text * json)) (key : text).

(** What is being read. *)
Inductive mode :=
| Value (may_close : bool)         (* a value, or the end of an empty list *)
| Key (may_close : bool)           (* a key, or the end of an empty object *)
| Colon
| After                            (* a comma, or the end of a list or object *)
| Letters (t : text) (is_key : bool)       (* a text, the last character first *)
| Escape (t : text) (is_key : bool)
| Digits4 (remaining : nat) (code : N) (t : text) (is_key : bool)
| Number (negative : bool) (started : option Z)
| Word (expected : text) (value : json)
| Done (value : json)
| Bad.

Definition digit (c : ascii) : option Z :=
  if c =? "0" then Some 0%Z else if c =? "1" then Some 1%Z else if c =? "2" then Some 2%Z else if c =? "3" then Some 3%Z
  else if c =? "4" then Some 4%Z else if c =? "5" then Some 5%Z else if c =? "6" then Some 6%Z else if c =? "7" then Some 7%Z
  else if c =? "8" then Some 8%Z else if c =? "9" then Some 9%Z else None.
Definition is_space (c : ascii) : bool :=
  (c =? " ") || (c =? "010") || (c =? "013") || (c =? "009").

Definition is_control (c : ascii) : bool := let '(Ascii _ _ _ _ _ a b d) := c in negb (a || b || d).

Fixpoint same_text (a b : text) : bool :=
  match a, b with
  | [], [] => true
  | c :: a, d :: b => if c =? d then same_text a b else false
  | _, _ => false
  end.

(** A value is complete: it belongs to the innermost open list or object. *)
Definition deliver (v : json) (stack : list frame) : mode * list frame :=
  match stack with
  | [] => (Done v, [])
  | InArray l :: stack => (After, InArray (v :: l) :: stack)
  | InObject l key :: stack => (After, InObject ((key, v) :: l) key :: stack)
  end.

Definition close_object (l : list (text * json)) (stack : list frame) : mode * list frame :=
  if (fix repeats l := match l with
        | [] => false
        | (k, _) :: l => existsb (fun kv => same_text k (fst kv)) l || repeats l
        end) l
  then (Bad, stack) else deliver (Object (rev' l)) stack.

Definition literal (s : string) : text := list_ascii_of_string s.

Definition begin_value (c : ascii) (may_close : bool) (stack : list frame) : mode * list frame :=
  match digit c with
  | Some d => (Number false (Some d), stack)
  | None =>
    if c =? "[" then (Value true, InArray [] :: stack)
    else if c =? "{" then (Key true, InObject [] [] :: stack)
    else if c =? """" then (Letters [] false, stack)
    else if c =? "-" then (Number true None, stack)
    else if c =? "n" then (Word (literal "ull") Null, stack)
    else if c =? "t" then (Word (literal "rue") (Boolean true), stack)
    else if c =? "f" then (Word (literal "alse") (Boolean false), stack)
    else match stack with
         | InArray [] :: stack => if may_close && (c =? "]") then deliver (Array []) stack else (Bad, stack)
         | _ => (Bad, stack)
         end
  end.

Definition after_value (c : ascii) (stack : list frame) : mode * list frame :=
  if is_space c then (After, stack)
  else match stack with
       | InArray l :: stack' =>
         if c =? "," then (Value false, stack) else if c =? "]" then deliver (Array (rev' l)) stack' else (Bad, stack)
       | InObject l _ :: stack' =>
         if c =? "," then (Key false, stack) else if c =? "}" then close_object l stack' else (Bad, stack)
       | [] => (Bad, stack)
       end.

(** After a number the character that ends it still counts. *)
Definition end_number (negative : bool) (z : Z) (c : ascii) (stack : list frame) : mode * list frame :=
  match deliver (Integer (if negative then Z.opp z else z)) stack with
  | (Done v, stack) => (if is_space c then Done v else Bad, stack)
  | (_, stack) => after_value c stack
  end.

Definition end_text (t : text) (is_key : bool) (stack : list frame) : mode * list frame :=
  if is_key then match stack with
                 | InObject l _ :: stack => (Colon, InObject l (rev' t) :: stack)
                 | _ => (Bad, stack)
                 end
  else deliver (Text (rev' t)) stack.

Definition hexadecimal (c : ascii) : option N :=
  let code := N_of_ascii c in
  if (48 <=? code)%N && (code <=? 57)%N then Some (code - 48)%N
  else if (97 <=? code)%N && (code <=? 102)%N then Some (code - 87)%N
  else if (65 <=? code)%N && (code <=? 70)%N then Some (code - 55)%N else None.

(** Characters beyond ASCII matter for names only, and are then shown as question marks. *)
Definition of_code (code : N) : ascii := if (code <? 128)%N then ascii_of_N code else "?".

Definition escaped (c : ascii) (t : text) (is_key : bool) : mode :=
  let letter d := Letters (d :: t) is_key in
  if (c =? """") || (c =? "\") || (c =? "/") then letter c
  else if c =? "n" then letter "010" else if c =? "t" then letter "009" else if c =? "r" then letter "013"
  else if c =? "b" then letter "008" else if c =? "f" then letter "012"
  else if c =? "u" then Digits4 4 0 t is_key else Bad.

Definition next (c : ascii) (m : mode) (stack : list frame) : mode * list frame :=
  match m with
  | Value may_close => if is_space c then (m, stack) else begin_value c may_close stack
  | Number negative (Some z) =>
    match digit c with
    | Some d => if (z =? 0)%Z then (Bad, stack) else (Number negative (Some (10 * z + d)%Z), stack)
    | None => end_number negative z c stack
    end
  | Number negative None => (match digit c with Some d => Number negative (Some d) | None => Bad end, stack)
  | After => after_value c stack
  | Letters t is_key =>
    if c =? """" then end_text t is_key stack
    else if c =? "\" then (Escape t is_key, stack)
    else if is_control c then (Bad, stack) else (Letters (c :: t) is_key, stack)
  | Key may_close =>
    if is_space c then (m, stack)
    else if c =? """" then (Letters [] true, stack)
    else match stack with
         | InObject [] _ :: stack => if may_close && (c =? "}") then deliver (Object []) stack else (Bad, stack)
         | _ => (Bad, stack)
         end
  | Colon => if is_space c then (m, stack) else if c =? ":" then (Value false, stack) else (Bad, stack)
  | Escape t is_key => (escaped c t is_key, stack)
  | Digits4 remaining code t is_key =>
    match hexadecimal c, remaining with
    | Some h, S (S remaining) => (Digits4 (S remaining) (code * 16 + h) t is_key, stack)
    | Some h, _ => (Letters (of_code (code * 16 + h) :: t) is_key, stack)
    | None, _ => (Bad, stack)
    end
  | Word expected v =>
    match expected with
    | [d] => if c =? d then deliver v stack else (Bad, stack)
    | d :: expected => (if c =? d then Word expected v else Bad, stack)
    | [] => (Bad, stack)
    end
  | Done v => (if is_space c then m else Bad, stack)
  | Bad => (Bad, stack)
  end.

(** A text may be fed in pieces. *)
Definition reader : Type := mode * list frame.
Definition begin_reading : reader := (Value false, []).
Fixpoint feed (r : reader) (t : text) : reader :=
  match t with
  | [] => r
  | c :: t => feed (next c (fst r) (snd r)) t
  end.
Definition finish (r : reader) : option json := match fst r with Done v => Some v | _ => None end.

Definition read_json (t : text) : option json := finish (feed begin_reading t).

Lemma feed_app a b : forall r, feed r (a ++ b) = feed (feed r a) b.
Proof. induction a as [|c a IH]; intros r; [auto|]. apply IH. Qed.
