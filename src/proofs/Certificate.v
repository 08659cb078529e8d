(** * Certificates

    Reads the text of a certificate as nimsweep writes it, and checks each of its proofs. *)
Require Import String Ascii List ZArith Bool.
Require Import Nimsweep.Json Nimsweep.Alliance Nimsweep.Vectors Nimsweep.Language Nimsweep.Syntax Nimsweep.Trie
  Nimsweep.Closure Nimsweep.Search Nimsweep.Checker.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.

(** ** Fields of objects *)

Fixpoint field_of (name : text) (l : list (text * json)) : option json :=
  match l with
  | [] => None
  | (k, v) :: l => if same_text k name then Some v else field_of name l
  end.
Definition field (name : string) : list (text * json) -> option json := field_of (literal name).

(** No other names occur than these. *)
Definition only (names : list string) (l : list (text * json)) : bool :=
  forallb (fun kv => existsb (fun name => same_text (fst kv) (literal name)) names) l.

Definition bind_option {A B} (a : option A) (f : A -> option B) : option B := match a with Some a => f a | None => None end.
Notation "'do' a <- b ; c" := (bind_option b (fun a => c)) (at level 200, a name, b at level 100, c at level 200).
Notation "'require' b ; c" := (if b then c else None) (at level 200, b at level 100, c at level 200).

Fixpoint all_some {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l => do b <- f a; do bs <- all_some f l; Some (b :: bs)
  end.

Definition as_integer (j : json) : option Z := match j with Integer z => Some z | _ => None end.
Definition as_text (j : json) : option text := match j with Text t => Some t | _ => None end.
Definition as_list (j : json) : option (list json) := match j with Array l => Some l | _ => None end.
Definition as_object (j : json) : option (list (text * json)) := match j with Object l => Some l | _ => None end.
Definition integers (j : json) : option (list Z) := do l <- as_list j; all_some as_integer l.

(** Absent, or as it must be. *)
Definition optional {A} (f : json -> option A) (j : option json) : option (option A) :=
  match j with None => Some None | Some j => option_map Some (f j) end.

(** ** Claims *)

Definition always : expression := Constant 1.

Definition read_case (s : scope) (j : json) : option case :=
  do l <- as_object j;
  require only ["when"; "value"; "not"; "winner"] l;
  do when_ <- match field "when" l with
              | None => Some always
              | Some w => do t <- as_text w; read_expression s IsCondition t
              end;
  let said kind j := do t <- as_text j; do es <- read_values s t; Some (Case when_ kind es) in
  match field "value" l, field "not" l, field "winner" l with
  | Some v, None, None => said IsValue v
  | None, Some v, None => said IsNot v
  | None, None, Some v => said IsWinner v
  | _, _, _ => None
  end.

Definition read_step (j : json) : option step :=
  do c <- read_case in_each j;
  match kind_ c, values_ c with IsValue, [e] => Some (Step (when_ c) e) | _, _ => None end.

Record named_claim := { name : text; claim_game : text; its_claim : claim }.

Definition read_claim (j : json) : option named_claim :=
  do l <- as_object j;
  require only ["name"; "source"; "game"; "given"; "start"; "each"; "range"; "cases"] l;
  do name <- bind_option (field "name" l) as_text;
  do source <- optional as_text (field "source" l);
  do game <- optional as_text (field "game" l);
  do given <- optional (fun j => do t <- as_text j; read_expression in_given IsCondition t) (field "given" l);
  do start <- optional (fun j => do t <- as_text j; read_expression in_start IsNumber t) (field "start" l);
  do each <- optional (fun j => do l <- as_list j; all_some read_step l) (field "each" l);
  do range <- optional as_integer (field "range" l);
  require match range with Some z => (1 <=? z)%Z | None => true end;
  do recurrence <- match each, start, range with
                   | Some steps, _, _ =>
                     Some (Some (Recurrence (match start with Some e => e | None => Constant 0 end) steps range))
                   | None, None, None => Some None
                   | None, _, _ => None
                   end;
  do cases <- bind_option (field "cases" l) as_list;
  do cases <- all_some (read_case (in_cases match recurrence with Some _ => true | None => false end)) cases;
  Some {| name := name; claim_game := match game with Some g => g | None => literal "last-nim" end;
          its_claim := Claim (match given with Some e => e | None => always end) recurrence cases |}.

(** ** Proofs *)

(** Numbers of players, passes and seats are small; any larger one is as wrong as the first too large one. They are kept
    in a table, so that equal ones share their memory. *)
Definition limit : Z := 1000.
Fixpoint naturals (count : nat) (k : positive) (v : nat) (t : table nat) : table nat :=
  match count with O => t | S count => naturals count (Pos.succ k) (S v) (put k v t) end.
Definition small_numbers : table nat := naturals 1000 1 1 Leaf.
Definition too_large : nat := 1000.
Definition small (z : Z) : nat :=
  match z with
  | Z0 => 0
  | Zpos p => match get p small_numbers with Some v => v | None => too_large end
  | Zneg _ => too_large
  end.

(** State k is number k + 1 of the table; what is not a state is far beyond all of them. *)
Definition state_number (z : Z) : positive := match (z + 1)%Z with Zpos p => p | _ => Pos.pow 2 60 end.

(** There may be very many states, so that these texts are made once. *)
Definition winners_name : text := literal "winners".
Definition next_name : text := literal "next".

Definition read_state (j : json) : option (state * list positive) :=
  do l <- as_object j;
  do winners <- bind_option (field_of winners_name l) as_list;
  do winners <- all_some integers winners;
  do next <- bind_option (field_of next_name l) integers;
  require Nat.eqb (length l) 2;
  Some (map (map small) winners, map state_number next).

Fixpoint read_states (l : list json) (k : positive) (M : machine) : option machine :=
  match l with
  | [] => Some M
  | j :: l => match read_state j with Some s => read_states l (Pos.succ k) (put k s M) | None => None end
  end.

Definition read_pair (j : json) : option (Z * Z) :=
  do l <- integers j; match l with [s; v] => Some (s, v) | _ => None end.
Definition read_pairs (j : json) : option (list (list (Z * Z))) :=
  do lists <- as_list j; all_some (fun j => do l <- as_list j; all_some read_pair l) lists.

Definition read_piles (j : json) : option (option Z) :=
  match j with
  | Integer z => Some (Some z)
  | Text t => if same_text t (literal "all") then Some None else None
  | _ => None
  end.

(** What is shown of a proof, and the proof; [problem] is why it need not be checked. *)
Record reading := {
  claim_name : text;
  game_name : option text;
  shown_players : Z;
  shown_passes : Z;
  shown_matrix : list (list Z);
  its_proof : proof;
  problem : option failure
}.

Definition game_of (t : text) : option game :=
  if same_text t (literal "last-nim") then Some LastNim else if same_text t (literal "small-nim") then Some SmallNim else None.

Definition proof_fields : list string :=
  ["claim"; "players"; "piles"; "passes"; "matrix"; "shift"; "game"; "bound"; "letters"; "states"; "pairs"].

(** Claims that are not understood are none. *)
Definition read_proof (claims : list (option named_claim)) (j : json) : option reading :=
  do l <- as_object j;
  require only proof_fields l;
  do number <- bind_option (field "claim" l) as_integer;
  do c <- if (number <? 0)%Z then None else bind_option (nth_error claims (Z.to_nat (Z.min number 1000000))) id;
  do players <- bind_option (field "players" l) as_integer;
  do piles <- bind_option (field "piles" l) read_piles;
  do passes <- bind_option (field "passes" l) as_integer;
  do matrix <- bind_option (field "matrix" l) as_list;
  do matrix <- all_some integers matrix;
  do shift <- match field "shift" l with Some Null => Some None | Some j => option_map Some (as_integer j) | None => None end;
  do game <- optional as_text (field "game" l);
  do bound <- bind_option (field "bound" l) as_integer;
  do letters <- bind_option (field "letters" l) as_integer;
  do states <- bind_option (field "states" l) as_list;
  do machine <- read_states states 1 Leaf;
  do pairs <- optional read_pairs (field "pairs" l);
  let game_text := match game with Some t => t | None => literal "last-nim" end in
  let its_game := match game_of game_text with Some g => g | None => LastNim end in
  let says := {| claim_ := its_claim c; game_ := its_game; players_ := small players; matrix_ := map (map small) matrix;
                 passes_ := small passes; piles_ := piles |} in
  Some {| claim_name := name c; game_name := game; shown_players := players; shown_passes := passes;
          shown_matrix := matrix;
          its_proof := {| says_ := says; shift_ := shift; bound := bound; arrows_ := small letters; states := machine;
                          listed_pairs := pairs |};
          problem :=
            if negb (same_text (claim_game c) game_text) || match game_of game_text with None => true | _ => false end
            then Some (Rejected "the claim is about another game" None)
            else if (passes <? 0)%Z then Some (Rejected "expected passes" None)
            else if (limit <=? players)%Z || (limit <=? passes)%Z || (limit <=? letters)%Z
                    || match piles with Some N => (10000 <? N)%Z | None => false end
            then Some (NotUnderstood "the numbers are too large")
            else None |}.

(** ** The file *)

(** Its proofs, and how many others it has that are over binary digits. *)
Inductive contents := NotACertificate (why : string) | Contents (proofs : list reading) (others : nat).

Definition has_base (j : json) : bool :=
  match j with Object l => match field "base" l with Some _ => true | None => false end | _ => false end.

Definition contents_of (file : option json) : contents :=
  match file with
  | Some (Object l) =>
    match field "type" l, field "format" l, field "version" l, bind_option (field "claims" l) as_list,
          bind_option (field "proofs" l) as_list with
    | Some (Text type), Some (Integer format), Some (Text _), Some claims, Some (j :: js) =>
      if negb (same_text type (literal "certificate") && ((format =? 1)%Z || (format =? 2)%Z)
               && only ["type"; "format"; "version"; "claims"; "proofs"] l)
      then NotACertificate "expected a certificate of format 1 or 2"
      else let '(others, proofs) := partition has_base (j :: js) in
           match all_some (read_proof (map read_claim claims)) proofs with
           | None => NotACertificate "a proof or its claim is not understood"
           | Some rs => Contents rs (length others)
           end
    | _, _, _, _, _ => NotACertificate "expected a certificate of format 1 or 2 with proofs"
    end
  | _ => NotACertificate "not JSON"
  end.

Definition read_certificate (t : text) : contents := contents_of (read_json t).

Definition check_reading (r : reading) : option failure :=
  match problem r with Some failure => Some failure | None => check_proof (its_proof r) end.

(** What is accepted is so. *)
Theorem certificate_sound t rs others : read_certificate t = Contents rs others ->
  forall r, In r rs -> check_reading r = None -> proved (says_ (its_proof r)).
Proof.
  intros _ r _ H. unfold check_reading in H. destruct (problem r); [discriminate|]. now apply check_sound.
Qed.
