(* nimsweep-check: reads certificates, lets the extracted checker judge them, and prints what it says. All that is proved
   about is in checker.ml, which Coq writes from the development in src/proofs. *)
open Checker

let usage = "Usage: nimsweep-check FILE..\n\n\
Checks certificates of `nimsweep verify --certificate FILE`: proofs about Last Nim and Small Nim\n\
that claims hold for all pile sizes. The checker is extracted from a Coq development, where it is\n\
proved that it accepts right claims only; it shares no code with nimsweep.\n\n\
The exit code is 0 if every proof is right, 1 if one is rejected, 2 if a file is not a valid\n\
certificate or a claim is not understood, and 3 if a file cannot be read; the largest of these if\n\
several apply.\n"

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> 2 * int_of_positive p + 1

(* For messages only: numbers from files may be too large for OCaml. *)
let int_of_integer = function
  | Z0 -> 0
  | Zpos p -> int_of_positive p
  | Zneg p -> - int_of_positive p

let string_of_text text = String.of_seq (List.to_seq text)

(* The first characters. *)
let text_of_bytes bytes count =
  let rec from k text = if k < 0 then text else from (k - 1) (Bytes.get bytes k :: text) in
  from (count - 1) []

(* Fed in pieces, which by feed_app in Json.v is the same as feeding the file as a whole. *)
let read_file path =
  if Sys.is_directory path then raise (Sys_error (path ^ ": it is a folder"));
  let file = open_in_bin path in
  let bytes = Bytes.create 65536 in
  let rec continue reader =
    match input file bytes 0 (Bytes.length bytes) with
    | 0 -> finish reader
    | count -> continue (feed reader (text_of_bytes bytes count)) in
  Fun.protect ~finally:(fun () -> close_in file) (fun () -> continue begin_reading)

let integers row = String.concat " " (List.map (fun z -> string_of_int (int_of_integer z)) row)

(* "shifted-3.4  n=4 N=5 ssam:1", as scripts/check_certificate.py prints it. *)
let title reading =
  let proof = reading.its_proof in
  let name = string_of_text reading.claim_name in
  let game = match reading.game_name with Some game -> " " ^ string_of_text game | None -> "" in
  let piles = match proof.says_.piles_ with Some n -> string_of_int (int_of_integer n) | None -> "all" in
  let passes = match int_of_integer reading.shown_passes with 0 -> "" | k -> Printf.sprintf " passes=%d" k in
  let matrix = match proof.shift_ with
    | Some r -> Printf.sprintf "ssam:%d" (int_of_integer r)
    | None -> String.concat " / " (List.map integers reading.shown_matrix) in
  Printf.sprintf "%s%s  n=%d N=%s%s %s" name game (int_of_integer reading.shown_players) piles passes matrix

(* States are counted from 0 in files. *)
let reason why number =
  match number with Some p -> Printf.sprintf "%s %d" why (int_of_positive p - 1) | None -> why

let rejected = 1
let not_understood = 2
let not_read = 3

(* Returns the exit code. *)
let check path reading =
  match check_reading reading with
  | None -> Printf.printf "%s  holds for all pile sizes\n" (title reading); 0
  | Some (Rejected (why, number)) ->
    Printf.printf "%s  rejected: %s\n" (title reading) (reason why number); rejected
  | Some (NotUnderstood why) -> Printf.eprintf "%s: %s: %s\n" path (title reading) why; not_understood

let count code codes = List.length (List.filter (( = ) code) codes)

let refuse path why = Printf.eprintf "%s: %s\n" path why; not_understood

let check_contents path readings others =
  let codes = List.map (check path) readings in
  Printf.printf "proofs: %d, rejected: %d\n" (List.length codes) (count rejected codes);
  let code = List.fold_left max 0 codes in
  if others = O then code
  else refuse path "proofs over binary digits are not understood; scripts/check_certificate.py checks them"

let check_file path =
  match read_file path with
  | exception Sys_error why -> Printf.eprintf "%s\n" why; not_read
  | file ->
    match contents_of file with
    | NotACertificate why -> refuse path why
    | Contents (readings, others) -> check_contents path readings others

(* Most of what is read stays until the end, so there is little to collect. *)
let () = Gc.set { (Gc.get ()) with space_overhead = 100_000 }

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_string usage; exit not_understood
  | arguments when List.exists (fun a -> a = "--help" || a = "-h") arguments -> print_string usage
  | option :: _ when String.length option > 1 && option.[0] = '-' ->
    Printf.eprintf "nimsweep-check: unknown option '%s'; expected files, or --help\n" option; exit not_understood
  | files -> exit (List.fold_left (fun code file -> max code (check_file file)) 0 files)
