
type __ = Obj.t

val negb : bool -> bool

type nat =
| O
| S of nat

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val id : __ -> __

val add : nat -> nat -> nat

val mul : nat -> nat -> nat

val sub : nat -> nat -> nat

val bool_dec : bool -> bool -> bool

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

module Nat :
 sig
  val sub : nat -> nat -> nat

  val eqb : nat -> nat -> bool

  val leb : nat -> nat -> bool

  val ltb : nat -> nat -> bool

  val divmod : nat -> nat -> nat -> nat -> nat * nat

  val modulo : nat -> nat -> nat
 end

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : positive -> mask

  val sub_mask : positive -> positive -> mask

  val sub_mask_carry : positive -> positive -> mask

  val sub : positive -> positive -> positive

  val mul : positive -> positive -> positive

  val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1

  val pow : positive -> positive -> positive

  val size_nat : positive -> nat

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val ltb : positive -> positive -> bool

  val gcdn : nat -> positive -> positive -> positive

  val gcd : positive -> positive -> positive

  val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1

  val to_nat : positive -> nat

  val of_succ_nat : nat -> positive

  val eq_dec : positive -> positive -> bool
 end

module N :
 sig
  val add : n -> n -> n

  val sub : n -> n -> n

  val mul : n -> n -> n

  val compare : n -> n -> comparison

  val leb : n -> n -> bool

  val ltb : n -> n -> bool
 end

val zero : char

val one : char

val shift : bool -> char -> char

val ascii_of_pos : positive -> char

val ascii_of_N : n -> char

val n_of_digits : bool list -> n

val n_of_ascii : char -> n

val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool

val nth : nat -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> nat -> 'a1 option

val last : 'a1 list -> 'a1 -> 'a1

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val rev' : 'a1 list -> 'a1 list

val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val partition : ('a1 -> bool) -> 'a1 list -> 'a1 list * 'a1 list

val firstn : nat -> 'a1 list -> 'a1 list

val nodup : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list

val seq : nat -> nat -> nat list

val repeat : 'a1 -> nat -> 'a1 list

module Z :
 sig
  val double : z -> z

  val succ_double : z -> z

  val pred_double : z -> z

  val pos_sub : positive -> positive -> z

  val add : z -> z -> z

  val opp : z -> z

  val pred : z -> z

  val sub : z -> z -> z

  val mul : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val eqb : z -> z -> bool

  val max : z -> z -> z

  val min : z -> z -> z

  val abs : z -> z

  val to_nat : z -> nat

  val of_nat : nat -> z

  val pos_div_eucl : positive -> z -> z * z

  val div_eucl : z -> z -> z * z

  val div : z -> z -> z

  val modulo : z -> z -> z

  val gcd : z -> z -> z

  val eq_dec : z -> z -> bool

  val lcm : z -> z -> z
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

val digit : char -> z option

val is_space : char -> bool

val is_control : char -> bool

val same_text : text -> text -> bool

val deliver : json -> frame list -> mode * frame list

val close_object : (text * json) list -> frame list -> mode * frame list

val literal : string -> text

val begin_value : char -> bool -> frame list -> mode * frame list

val after_value : char -> frame list -> mode * frame list

val end_number : bool -> z -> char -> frame list -> mode * frame list

val end_text : text -> bool -> frame list -> mode * frame list

val hexadecimal : char -> n option

val of_code : n -> char

val escaped : char -> text -> bool -> mode

val next : char -> mode -> frame list -> mode * frame list

type reader = mode * frame list

val begin_reading : reader

val feed : reader -> text -> reader

val finish : reader -> json option

val offset : nat -> nat -> nat -> nat

val place : nat -> (nat -> nat) -> nat -> nat

val rank : nat -> (nat -> nat -> nat) -> nat -> nat -> nat

val of_rows : nat list list -> nat -> nat -> nat

val equal_rows : (nat -> nat) -> nat -> nat -> nat

val sSAM : nat -> nat -> nat -> nat -> nat

type state = nat list list

val same_vector : nat list -> nat list -> bool

val same_state : state -> state -> bool

val ranks : nat -> (nat -> nat -> nat) -> nat list list

val turn : nat list -> nat list

val prefer : nat list list -> nat list -> nat list -> nat list

val with_passes : nat list list -> nat list option -> state -> state

val state_from : nat list list -> state -> state

val grow : nat list list -> state -> state -> state

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

val truth : bool -> z

val tally_start : tally_kind -> z

type case_kind =
| IsValue
| IsNot
| IsWinner

type case = { when_ : expression; kind_ : case_kind; values_ : expression list }

type step = { if_ : expression; then_ : expression }

type recurrence = { start : expression; each : step list; range : z option }

type claim = { given : expression; recurrence_ : recurrence option;
               cases : case list }

val is_shift : nat -> nat list list -> nat -> bool

val shift_of : nat -> nat list list -> z option

type token =
| Digits of z
| Name of string
| Symbol of string

val is_letter : char -> bool

val tokens : text -> text -> z option -> token list option

val is_symbol : string -> token -> bool

val expect : string -> token list -> token list option

val or_level : nat

val comparison_level : nat

val operator :
  token -> (nat * (expression -> expression -> expression)) option

val named : string -> expression option

val sizes_named : string -> sizes_kind option

val tally_named : string -> tally_kind option

type parsed = (expression * token list) option

val closing : string -> parsed -> parsed

val chain : nat -> nat -> token list -> parsed

val more : nat -> nat -> bool -> expression -> token list -> parsed

val prefix : nat -> token list -> parsed

type scope = { has_total : bool; has_first : bool; has_v : bool;
               has_size : bool; has_number : bool; has_piles : bool;
               has_terms : bool }

val in_given : scope

val in_start : scope

val in_each : scope

val in_cases : bool -> scope

val in_index : scope -> scope

val in_tally : scope -> scope

type type0 =
| IsNumber
| IsCondition

val is_type : type0 -> type0 -> bool

val has_type : scope -> expression -> type0 -> bool

val fuel_for : token list -> nat

val read_expression : scope -> type0 -> text -> expression option

val read_list : nat -> scope -> token list -> expression list option

val read_values : scope -> text -> expression list option

type 't table =
| Leaf
| Node of 't table * 't option * 't table

val get : positive -> 'a1 table -> 'a1 option

val put : positive -> 'a1 -> 'a1 table -> 'a1 table

val for_all : (positive -> 'a1 -> bool) -> 'a1 table -> bool

val table_map : ('a1 -> 'a2) -> 'a1 table -> 'a2 table

type number = { low : z option; high : z option; modulus : z; rest : z }

type answer =
| Is of number
| Fault of bool
| Unknown

val exact : z -> number

val exactly : number -> z option

val from : z -> number

val between : z -> z -> number

val both : (z -> z -> z) -> z option -> z option -> z option

val plus : number -> number -> number

val negative : number -> number

val scaled_up : z -> number -> number

val times : z -> number -> number

val quotient : number -> z -> number

val remainder : number -> z -> number

val below_0 : number -> bool

val up_to_0 : number -> bool

val never_0 : number -> bool

val decide : bool -> bool -> bool option

val less : number -> number -> bool option

val equal : number -> number -> bool option

val common : number -> number -> z

val smaller_bound : z option -> z option -> z option

val smaller : number -> number -> number

val larger : number -> number -> number

val forget : z -> z -> number -> number

val same_expression : expression -> expression -> bool

type view = { known_players : z; known_shift : z option;
              known_first : number; known_total : number; known_v : answer;
              known_size : answer; known_number : answer;
              early : (z * answer) list; late : answer list;
              terms : (expression * answer) list }

val answer_bind : answer -> (number -> answer) -> answer

val answer_truth : bool option -> answer

val if_exact : number -> (z -> answer) -> answer

val know_operation : operation -> number -> number -> answer

val linear : expression -> view -> (z * z) option

val lookup_early : (z * answer) list -> z -> answer

val lookup_late : answer list -> z -> answer

val pile_number : z -> view -> answer

val pile_from_end : z -> view -> answer

val know_pile : answer -> (z * z) option -> view -> answer

val know_parameter : parameter -> view -> answer

val lookup_term : (expression * answer) list -> expression -> answer

val know : expression -> view -> answer

type question = { asked : claim; asked_players : z; asked_shift : z option;
                  asked_firsts : number; asked_total : number; size_cap : 
                  z; size_residues : z; number_cap : z; number_residues : 
                  z; window : nat }

type memory = { read : number; m_early : (z * answer) list;
                m_late : answer list; m_terms : (expression * answer) list;
                m_v : answer }

val view_here : question -> answer -> answer -> answer -> view

val view_after : question -> memory -> answer -> view

val start_of_term : expression -> answer

val known_range : recurrence -> question -> z

val know_mod : answer -> z -> answer

val start_of_v : question -> answer

val start_memory : question -> z list -> expression list -> memory

val forget_answer : z -> z -> answer -> answer

val know_tally : tally_kind -> number -> number -> answer

val know_sizes : sizes_kind -> number -> number -> number

val next_term : question -> memory -> number -> expression -> answer -> answer

val know_steps : z -> step list -> view -> answer

val next_v : question -> number -> answer -> answer

val next_early : question -> memory -> number -> z -> answer -> answer

val next_memory : question -> memory -> number -> memory

type saying =
| Says of case_kind * z list
| Silent
| NothingSaid
| Unclear

val know_values : case_kind -> expression list -> view -> saying

val know_cases : case list -> view -> saying

val know_claim : question -> memory -> saying

val allows : nat -> case_kind -> z list -> nat -> nat -> bool

val may_be_first : question -> nat -> bool

val agreeing : nat -> question -> case_kind -> z list -> bool list list

val same_number : number -> number -> bool

val same_answer : answer -> answer -> bool

val same_answers : answer list -> answer list -> bool

val same_early : (z * answer) list -> (z * answer) list -> bool

val same_terms :
  (expression * answer) list -> (expression * answer) list -> bool

val same_memory : memory -> memory -> bool

val larger_sizes : nat -> nat -> nat -> number

val letters : nat -> nat -> number list

type machine = (state * positive list) table

val arrows_right : nat list list -> machine -> state -> positive list -> bool

val state_right :
  nat list list -> machine -> nat -> (state * positive list) -> bool

type node = { memory_of : memory; most : nat; after : positive list }

type nodes = node table

val is_last : question -> memory -> bool

val leads :
  question -> bool -> nodes -> memory -> nat -> nat -> number list ->
  positive list -> bool

val node_right : question -> bool -> nodes -> number list -> node -> bool

val not_yet : question -> memory -> bool

val verdict : nat -> question -> memory -> bool list list option

val agree : nat list -> bool list list -> bool

type pairs = unit table table

val listed : pairs -> positive -> positive -> bool

val walk : pairs -> positive list -> positive list -> bool

val pair_right :
  machine -> nodes -> bool list list option table -> pairs -> positive ->
  positive -> bool

type tables = { machine_ : machine; nodes_ : nodes; pairs_ : pairs }

type task = { n0 : nat; rows : nat list list; passes : nat;
              question_ : question; descending : bool; b : nat; m : nat;
              count : nat; asked_piles : z list; asked_terms : expression list }

val closed : task -> tables -> bool

type failure =
| Rejected of string * positive option
| NotUnderstood of string

type 'a outcome_of = ('a, failure) sum

val iterate : nat -> ('a1 -> ('a1, 'a2) sum) -> 'a1 -> ('a1, 'a2) sum

val fuel : nat

val most_memories : positive

val positive_key : positive -> positive -> positive

val integer_key : z -> positive -> positive

val option_key : z option -> positive -> positive

val number_key : number -> positive -> positive

val answer_key : answer -> positive -> positive

val memory_key : memory -> nat -> positive

type listing = { by_key : positive table; waiting : (memory * nat) table;
                 size_ : positive; made : nodes }

val number_of : listing -> memory -> nat -> positive * listing

val successors :
  question -> bool -> memory -> nat -> nat -> number list -> listing ->
  positive list * listing

val memory_step :
  task -> number list -> (positive * listing) -> (positive * listing, nodes
  outcome_of) sum

val find_nodes : task -> nodes outcome_of

val insert : positive -> positive -> pairs -> pairs

val add_all :
  positive list -> positive list -> (positive * positive) list -> pairs ->
  (positive * positive) list * pairs

val pair_step :
  machine -> nodes -> bool list list option table -> ((positive * positive)
  list * pairs) -> ((positive * positive) list * pairs, pairs outcome_of) sum

val find_pairs : task -> machine -> nodes -> pairs outcome_of

val is_about_some : task -> nodes -> bool

val no_piles : failure

val needless : failure

val pairs_cover : question -> machine -> nodes -> pairs -> failure option

val layer :
  machine -> positive list -> unit table -> positive list -> positive
  list * unit table

val layer_step :
  machine -> ((positive list * unit table) * z option) -> ((positive
  list * unit table) * z option, positive list * unit table) sum

val states_right : machine -> z option -> failure option

type game =
| LastNim
| SmallNim

type statement = { claim_ : claim; game_ : game; players_ : nat;
                   matrix_ : nat list list; passes_ : nat; piles_ : z option }

type proof = { says_ : statement; shift_ : z option; bound : z;
               arrows_ : nat; states : machine;
               listed_pairs : (z * z) list list option }

val is_permutation : nat -> nat list -> bool

val is_matrix_of : nat -> nat list list -> bool

val parts_of : expression -> expression list

val case_parts : case list -> expression list

val claim_parts : claim -> expression list

val uses_first : claim -> bool

val terms_in : claim -> expression list

val indices_in : claim -> view -> z list * z list

val largest_constant : claim -> z

val divisors_in : claim -> view -> operation -> z list

type level = { l_sizes : z; l_size_residues : nat; l_numbers : z;
               l_number_residues : z }

val small_enough : z -> bool

val levels : proof -> view -> level list

val question_of : proof -> number -> level -> question

val wide : question -> nat -> question

val first_view : proof -> number -> view

val is_small : game -> bool

val task_of : proof -> number -> level -> task

val first_level : proof -> number -> level list -> (task * nodes, failure) sum

val is_only_v : memory -> bool

val pairs_agree : nodes -> pairs -> (z * z) list -> bool

val check_group : proof -> number -> (z * z) list list -> failure option

val groups : proof -> number list

val names_winner : claim -> bool

val group_pairs : proof -> (z * z) list list list option

val check_groups :
  proof -> number list -> (z * z) list list list -> failure option

val same_shift : z option -> z option -> bool

val check_proof : proof -> failure option

val field_of : text -> (text * json) list -> json option

val field : string -> (text * json) list -> json option

val only : string list -> (text * json) list -> bool

val bind_option : 'a1 option -> ('a1 -> 'a2 option) -> 'a2 option

val all_some : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option

val as_integer : json -> z option

val as_text : json -> text option

val as_list : json -> json list option

val as_object : json -> (text * json) list option

val integers : json -> z list option

val optional : (json -> 'a1 option) -> json option -> 'a1 option option

val always : expression

val read_case : scope -> json -> case option

val read_step : json -> step option

type named_claim = { name : text; claim_game : text; its_claim : claim }

val read_claim : json -> named_claim option

val limit : z

val naturals : nat -> positive -> nat -> nat table -> nat table

val small_numbers : nat table

val too_large : nat

val small : z -> nat

val state_number : z -> positive

val winners_name : text

val next_name : text

val read_state : json -> (state * positive list) option

val read_states : json list -> positive -> machine -> machine option

val read_pair : json -> (z * z) option

val read_pairs : json -> (z * z) list list option

val read_piles : json -> z option option

type reading = { claim_name : text; game_name : text option;
                 shown_players : z; shown_passes : z;
                 shown_matrix : z list list; its_proof : proof;
                 problem : failure option }

val game_of : text -> game option

val proof_fields : string list

val read_proof : named_claim option list -> json -> reading option

type contents =
| NotACertificate of string
| Contents of reading list * nat

val has_base : json -> bool

val contents_of : json option -> contents

val check_reading : reading -> failure option
