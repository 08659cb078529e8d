(** * The checker as an OCaml program

    Writes checker.ml and checker.mli. Booleans, options, pairs, lists, characters and texts become those of OCaml, as
    Coq's own library of extraction has them; numbers stay what they are in Coq, so that they have no bound. *)
Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
Require Import Nimsweep.Json Nimsweep.Certificate.

Extraction Language OCaml.
Extraction "checker.ml" begin_reading feed finish contents_of check_reading.
