(** * The text of claims

    Reads expressions as jobs write them. Operators, from loosest to tightest:

        or    and    not    == != < <= > >=    + -    * / mod    unary - *)
Require Import String Ascii List ZArith Bool.
Require Import Nimsweep.Json Nimsweep.Language.
Import ListNotations.
Local Open Scope char_scope.
Local Open Scope list_scope.

(** ** Tokens *)

Inductive token := Digits (z : Z) | Name (s : string) | Symbol (s : string).

Definition is_letter (c : ascii) : bool :=
  let code := N_of_ascii c in
  ((97 <=? code)%N && (code <=? 122)%N) || ((65 <=? code)%N && (code <=? 90)%N) || (c =? "_").

(** [word] is the name being read, the last letter first; [number] the integer. *)
Fixpoint tokens (t : text) (word : text) (number : option Z) : option (list token) :=
  let ended := match word, number with
               | [], None => []
               | [], Some z => [Digits z]
               | w, _ => [Name (string_of_list_ascii (rev' w))]
               end in
  match t with
  | [] => Some ended
  | c :: t' =>
    let symbol s rest := option_map (fun ts => ended ++ Symbol s :: ts) (tokens rest [] None) in
    match digit c, word with
    | Some d, [] => tokens t' [] (Some (match number with Some z => z * 10 + d | None => d end)%Z)
    | Some _, _ => tokens t' (c :: word) None
    | None, _ =>
      if is_letter c then match number with None => tokens t' (c :: word) None | Some _ => None end
      else if is_space c then option_map (app ended) (tokens t' [] None)
      else if (c =? "=") || (c =? "!") || (c =? "<") || (c =? ">")
      then match t' with
           | d :: t'' => if d =? "=" then symbol (String c (String "=" EmptyString)) t''
                         else if (c =? "<") || (c =? ">") then symbol (String c EmptyString) t' else None
           | [] => None
           end
      else if existsb (Ascii.eqb c) ["+"; "-"; "*"; "/"; "("; ")"; "["; "]"; ","]
      then symbol (String c EmptyString) t' else None
    end
  end.

Definition is_symbol (s : string) (t : token) : bool := match t with Symbol u => String.eqb s u | _ => false end.
Definition expect (s : string) (ts : list token) : option (list token) :=
  match ts with t :: ts => if is_symbol s t then Some ts else None | [] => None end.

(** ** Operators *)

Local Open Scope string_scope.

Definition or_level := 1.
Definition comparison_level := 3.
Definition operator (t : token) : option (nat * (expression -> expression -> expression)) :=
  match t with
  | Digits _ => None
  | Name s => if String.eqb s "or" then Some (1, Or) else if String.eqb s "and" then Some (2, And)
              else if String.eqb s "mod" then Some (5, Binary Modulo) else None
  | Symbol s =>
    if String.eqb s "==" then Some (3, Binary Equal) else if String.eqb s "!=" then Some (3, Binary Unequal)
    else if String.eqb s "<" then Some (3, Binary Less) else if String.eqb s "<=" then Some (3, Binary LessEqual)
    else if String.eqb s ">" then Some (3, fun a b => Not (Binary LessEqual a b))
    else if String.eqb s ">=" then Some (3, fun a b => Not (Binary Less a b))
    else if String.eqb s "+" then Some (4, Binary Add) else if String.eqb s "-" then Some (4, Binary Subtract)
    else if String.eqb s "*" then Some (5, Binary Multiply) else if String.eqb s "/" then Some (5, Binary Divide)
    else None
  end.

(** ** Expressions *)

Definition named (s : string) : option expression :=
  if String.eqb s "n" then Some (Known Players) else if String.eqb s "N" then Some (Known Piles)
  else if String.eqb s "d" then Some (Known Surplus) else if String.eqb s "r" then Some (Known Shift)
  else if String.eqb s "k" then Some (Known Kind) else if String.eqb s "first" then Some (Known First)
  else if String.eqb s "v" then Some V else if String.eqb s "i" then Some Number else None.
Definition sizes_named (s : string) : option sizes_kind :=
  if String.eqb s "sum" then Some Sum else if String.eqb s "min" then Some Smallest
  else if String.eqb s "max" then Some Largest else None.
Definition tally_named (s : string) : option tally_kind :=
  if String.eqb s "count" then Some Count else if String.eqb s "all" then Some All
  else if String.eqb s "any" then Some Any else None.

Definition parsed := option (expression * list token).
Definition closing (s : string) (p : parsed) : parsed :=
  match p with Some (e, ts) => option_map (pair e) (expect s ts) | None => None end.

(** [chain] reads operators of a level or tighter with their operands, [prefix] one operand. *)
Fixpoint chain (fuel level : nat) (ts : list token) : parsed :=
  match fuel with
  | O => None
  | S fuel => match prefix fuel ts with Some (e, ts) => more fuel level false e ts | None => None end
  end
with more (fuel level : nat) (compared : bool) (e : expression) (ts : list token) : parsed :=
  match fuel, ts with
  | O, _ => None
  | S fuel, t :: rest =>
    match operator t with
    | Some (its_level, combine) =>
      if Nat.ltb its_level level then Some (e, ts)
      else if compared && Nat.eqb its_level comparison_level then None
      else match chain fuel (S its_level) rest with
           | Some (b, rest) => more fuel level (Nat.eqb its_level comparison_level) (combine e b) rest
           | None => None
           end
    | None => Some (e, ts)
    end
  | S _, [] => Some (e, [])
  end
with prefix (fuel : nat) (ts : list token) : parsed :=
  match fuel, ts with
  | S fuel, Digits z :: ts => Some (Constant z, ts)
  | S fuel, Symbol s :: ts =>
    if String.eqb s "-"
    then match prefix fuel ts with Some (e, ts) => Some (Binary Subtract (Constant 0) e, ts) | None => None end
    else if String.eqb s "(" then closing ")" (chain fuel or_level ts) else None
  | S fuel, Name s :: ts =>
    if String.eqb s "not" then match chain fuel comparison_level ts with Some (e, ts) => Some (Not e, ts) | None => None end
    else if String.eqb s "x"
    then match expect "[" ts with
         | Some ts => match closing "]" (chain fuel or_level ts) with Some (e, ts) => Some (Pile e, ts) | None => None end
         | None => Some (Size, ts)
         end
    else match named s, sizes_named s, tally_named s with
         | Some e, _, _ => Some (e, ts)
         | _, Some kind, _ => match ts with
             | Symbol a :: Name b :: Symbol c :: ts =>
               if String.eqb a "(" && String.eqb b "x" && String.eqb c ")" then Some (Sizes kind, ts) else None
             | _ => None
             end
         | _, _, Some kind => match expect "(" ts with
             | Some ts => match closing ")" (chain fuel or_level ts) with
                          | Some (e, ts) => Some (Tally kind e, ts)
                          | None => None
                          end
             | None => None
             end
         | _, _, _ => None
         end
  | _, _ => None
  end.

(** ** What may be used where, and whether it is a number or a condition *)

Record scope := Scope {
  has_total : bool; has_first : bool; has_v : bool; has_size : bool; has_number : bool; has_piles : bool; has_terms : bool
}.
Definition in_given := Scope true false false false false false false.
Definition in_start := Scope false true false false false false false.
Definition in_each := Scope false true true true false false false.
Definition in_cases (recurrence : bool) := Scope true true recurrence false false true true.
Definition in_index (s : scope) := Scope (has_total s) (has_first s) false false false false false.
Definition in_tally (s : scope) := Scope (has_total s) (has_first s) false true true true false.

Inductive type := IsNumber | IsCondition.
Definition is_type (a b : type) : bool :=
  match a, b with IsNumber, IsNumber | IsCondition, IsCondition => true | _, _ => false end.

Fixpoint has_type (s : scope) (e : expression) (wanted : type) : bool :=
  match e with
  | Constant _ => is_type wanted IsNumber
  | Known (Piles | Surplus) => is_type wanted IsNumber && has_total s
  | Known First => is_type wanted IsNumber && has_first s
  | Known _ => is_type wanted IsNumber
  | V => is_type wanted IsNumber && has_v s
  | Size => is_type wanted IsNumber && has_size s
  | Number => is_type wanted IsNumber && has_number s
  | Pile index => is_type wanted IsNumber && has_piles s && has_type (in_index s) index IsNumber
  | Sizes _ => is_type wanted IsNumber && has_terms s
  | Tally Count c => is_type wanted IsNumber && has_terms s && has_type (in_tally s) c IsCondition
  | Tally _ c => is_type wanted IsCondition && has_terms s && has_type (in_tally s) c IsCondition
  | Binary (Add | Subtract | Multiply | Divide | Modulo) a b =>
    is_type wanted IsNumber && has_type s a IsNumber && has_type s b IsNumber
  | Binary _ a b => is_type wanted IsCondition && has_type s a IsNumber && has_type s b IsNumber
  | And a b | Or a b => is_type wanted IsCondition && has_type s a IsCondition && has_type s b IsCondition
  | Not a => is_type wanted IsCondition && has_type s a IsCondition
  end.

Definition fuel_for (ts : list token) : nat := 10 * S (length ts).

Definition read_expression (s : scope) (wanted : type) (t : text) : option expression :=
  match tokens t [] None with
  | Some ts => match chain (fuel_for ts) or_level ts with
               | Some (e, []) => if has_type s e wanted then Some e else None
               | _ => None
               end
  | None => None
  end.

(** One expression, or several in brackets. *)
Fixpoint read_list (fuel : nat) (s : scope) (ts : list token) : option (list expression) :=
  match fuel with
  | O => None
  | S fuel =>
    match chain (fuel_for ts) or_level ts with
    | Some (e, t :: ts) =>
      if negb (has_type s e IsNumber) then None
      else if is_symbol "]" t then match ts with [] => Some [e] | _ => None end
      else if is_symbol "," t then option_map (cons e) (read_list fuel s ts) else None
    | _ => None
    end
  end.
Definition read_values (s : scope) (t : text) : option (list expression) :=
  match tokens t [] None with
  | Some (first :: ts) => if is_symbol "[" first then read_list (S (length ts)) s ts
                          else option_map (fun e => [e]) (read_expression s IsNumber t)
  | _ => None
  end.
