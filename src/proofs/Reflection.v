(** * Claims about one number of players, by a certificate

    A file that `nimsweep verify --coq` writes for a given number of players states what a claim says, in the words of
    [Language.v], and gives the certificate; Coq runs the checker on it. *)
Require Import String List ZArith Bool.
Require Export Nimsweep.Language Nimsweep.Checker.
Require Import Nimsweep.Json Nimsweep.Syntax Nimsweep.Certificate.
Import ListNotations.

(** Expressions as they are written in claims. What cannot be read has no value anywhere. *)
Definition read (wanted : type) (s : string) : expression :=
  match read_expression (Scope true true true true true true true) wanted (literal s) with
  | Some e => e
  | None => Pile (Constant 0)
  end.
Definition condition : string -> expression := read IsCondition.
Definition number : string -> expression := read IsNumber.
Definition always : expression := Certificate.always.

(** A certificate with one proof, which is right and says just this. *)
Definition certifies (certificate : string) (s : statement) : Prop :=
  match read_certificate (literal certificate) with
  | Contents [r] 0 => check_reading r = None /\ says_ (its_proof r) = s
  | _ => False
  end.

Theorem proved_by_certificate certificate s : certifies certificate s -> proved s.
Proof.
  unfold certifies. destruct (read_certificate _) as [|rs others] eqn:E; [easy|].
  destruct rs as [|r [|]]; try easy. destruct others; [|easy]. intros [Hcheck <-].
  apply (certificate_sound _ _ _ E r); [now left|exact Hcheck].
Qed.

Ltac by_certificate certificate := apply (proved_by_certificate certificate); vm_compute; split; reflexivity.
