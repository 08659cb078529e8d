(** * The checker of certificates

    A proof in a certificate says that a claim is right for a game: for each number of piles, or for a fixed one, and for
    all pile sizes. [check_proof] decides whether it is; [check_sound] says that what it accepts is so. *)
Require Import String List Arith ZArith Lia PeanoNat Bool Sorted Permutation.
Require Import Nimsweep.Alliance Nimsweep.Game Nimsweep.LastNim Nimsweep.SmallNim Nimsweep.Passes Nimsweep.Vectors
  Nimsweep.Language Nimsweep.Knowledge Nimsweep.Evaluation Nimsweep.Memory Nimsweep.Saying Nimsweep.Trie Nimsweep.Closure
  Nimsweep.Search.
Import ListNotations.
Local Open Scope list_scope.

Inductive game := LastNim | SmallNim.

(** ** What a proof says *)

Record statement := {
  claim_ : claim;
  game_ : game;
  players_ : nat;
  matrix_ : list (list nat);
  passes_ : nat;
  piles_ : option Z  (* how many; None: any number from 1 on *)
}.

(** In Small Nim, claims speak of the piles in descending order. *)
Definition proved (a : statement) : Prop :=
  let n := players_ a in let A := of_rows (matrix_ a) in
  is_matrix n A /\
  forall x i, nonempty_piles x -> x <> [] -> i < n ->
    match piles_ a with Some N => Z.of_nat (length x) = N | None => True end ->
    match game_ a with
    | LastNim => right n (matrix_ a) (claim_ a) x i (outcome last_nim_with_passes n A (x, passes_ a) i)
    | SmallNim => passes_ a = 0 /\ (StronglySorted ge x -> forall p, Permutation p x ->
                    right n (matrix_ a) (claim_ a) x i (outcome small_nim n A p i))
    end.

(** ** A proof: what it says, and the machine that a certificate gives *)

Record proof := {
  says_ : statement;
  shift_ : option Z;
  bound : Z;
  arrows_ : nat;
  states : machine;
  listed_pairs : option (list (list (Z * Z)))
}.

Definition is_permutation (n : nat) (row : list nat) : bool :=
  (length row =? n) && forallb (fun j => j <? n) row && forallb (fun s => existsb (Nat.eqb s) row) (seq 0 n).
Definition is_matrix_of (n : nat) (rows : list (list nat)) : bool :=
  (length rows =? n) && forallb (is_permutation n) rows.

Lemma is_matrix_of_right n rows : is_matrix_of n rows = true -> is_matrix n (of_rows rows).
Proof.
  intros H i Hi. apply andb_prop in H. destruct H as [Hlen H]. apply Nat.eqb_eq in Hlen.
  rewrite forallb_forall in H. assert (Hin : In (nth i rows []) rows) by (apply nth_In; lia). specialize (H _ Hin).
  unfold is_permutation in H. rewrite !andb_true_iff in H. destruct H as [[Hl Hlt] Honto].
  apply Nat.eqb_eq in Hl. rewrite forallb_forall in Hlt, Honto. unfold of_rows. split.
  - intros j Hj. apply Nat.ltb_lt, Hlt, nth_In. lia.
  - intros s Hs. specialize (Honto s (proj2 (in_seq n 0 s) ltac:(lia))). apply existsb_exists in Honto.
    destruct Honto as [s' [Hs' E]]. apply Nat.eqb_eq in E. subst s'.
    destruct (In_nth _ _ 0 Hs') as [j [Hj Ej]]. exists j. split; [lia|auto].
Qed.

(** ** What the claim asks for: piles, terms, constants *)

Fixpoint parts_of (e : expression) : list expression :=
  e :: match e with
       | Pile a | Not a | Tally _ a => parts_of a
       | Binary _ a b | And a b | Or a b => parts_of a ++ parts_of b
       | _ => []
       end.
Definition case_parts (cs : list case) : list expression :=
  flat_map (fun c => flat_map parts_of (when_ c :: values_ c)) cs.
Definition claim_parts (c : claim) : list expression :=
  parts_of (given c) ++ case_parts (cases c) ++
  match recurrence_ c with
  | Some r => parts_of (start r) ++ flat_map (fun s => parts_of (if_ s) ++ parts_of (then_ s)) (each r)
  | None => []
  end.

Definition uses_first (c : claim) : bool :=
  existsb (fun e => match e with Known First => true | _ => false end) (claim_parts c).

Definition terms_in (c : claim) : list expression :=
  nodup same_expression (filter (fun e => match e with Tally _ _ | Sizes _ => true | _ => false end) (case_parts (cases c))).

(** The constant indices k of x[k], and the c of x[N - c]. *)
Definition indices_in (c : claim) (w : view) : list Z * list Z :=
  let lines := flat_map (fun e => match e with Pile a => match linear a w with Some l => [l] | None => [] end | _ => [] end)
                        (case_parts (cases c)) in
  match exactly (known_total w) with
  | Some N => (nodup Z.eq_dec (map (fun ab => fst ab * N + snd ab) lines)%Z, [])
  | None => (nodup Z.eq_dec (map snd (filter (fun ab => fst ab =? 0)%Z lines)),
             map (fun ab => - snd ab)%Z (filter (fun ab => fst ab =? 1)%Z lines))
  end.

Definition largest_constant (c : claim) : Z :=
  fold_left (fun a e => match e with Constant z => Z.max a z | _ => a end) (claim_parts c) 0%Z.

(** The divisors of what is not constant: by [mod], and by division. *)
Definition divisors_in (c : claim) (w : view) (o : operation) : list Z :=
  flat_map (fun e => match e with
    | Binary o' a b =>
      match o, o', linear a w, linear b w with
      | Modulo, Modulo, Some (0%Z, _), _ | Divide, Divide, Some (0%Z, _), _ => []
      | Modulo, Modulo, _, Some (0%Z, q) | Divide, Divide, _, Some (0%Z, q) => if (1 <=? q)%Z then [q] else []
      | _, _, _, _ => []
      end
    | _ => [] end) (claim_parts c).

(** ** Levels: how much is remembered. The first level that is enough is taken. *)

Record level := { l_sizes : Z; l_size_residues : nat; l_numbers : Z; l_number_residues : Z }.

Definition small_enough (z : Z) : bool := (z <=? 20000)%Z.

Definition levels (p : proof) (w : view) : list level :=
  let a := says_ p in
  let c := claim_ a in
  let n := Z.of_nat (players_ a) in
  let '(ks, js) := indices_in c w in
  let base := (fold_left Z.max (ks ++ js) (n + largest_constant c) + 2)%Z in
  let mods := fold_left Z.lcm (divisors_in c w Modulo) 1%Z in
  let all := fold_left Z.mul (divisors_in c w Divide) mods in
  let numbers :=
    match piles_ a with
    | Some N => [(N + 1, 1); (N + 1 + base, all); (N + 1 + base, n * all); (N * bound p + 1, 1)]%Z
    | None => [(1, 1); (1, all); (base, n); (base, all); (4 * base, n); (4 * base, n * all); (16 * base, n * all)]%Z
    end in
  let sizes := [(2, 1); (bound p, 1); (bound p - all + 1, all); (bound p - n * all + 1, n * all)]%Z in
  filter (fun l => small_enough (l_sizes l) && small_enough (l_numbers l) && small_enough (l_number_residues l)
                   && (0 <? l_sizes l)%Z && (Z.of_nat (arrows_ p + l_size_residues l) <=? bound p + 1)%Z)
    (flat_map (fun s => map (fun k => {| l_sizes := fst s; l_size_residues := Z.to_nat (Z.min (snd s) 20000);
                                         l_numbers := fst k; l_number_residues := snd k |}) numbers) sizes).

(** ** Checking *)

Definition question_of (p : proof) (firsts : number) (l : level) : question :=
  let a := says_ p in
  {| asked := claim_ a; asked_players := Z.of_nat (players_ a); asked_shift := shift_ p; asked_firsts := firsts;
     asked_total := match piles_ a with Some N => exact N | None => from 1 end;
     size_cap := l_sizes l; size_residues := Z.of_nat (l_size_residues l);
     number_cap := l_numbers l; number_residues := l_number_residues l; window := 0 |}.

Definition wide (q : question) (w : nat) : question :=
  {| asked := asked q; asked_players := asked_players q; asked_shift := asked_shift q; asked_firsts := asked_firsts q;
     asked_total := asked_total q; size_cap := size_cap q; size_residues := size_residues q;
     number_cap := number_cap q; number_residues := number_residues q; window := w |}.

Definition first_view (p : proof) (firsts : number) : view :=
  view_here (question_of p firsts {| l_sizes := 0; l_size_residues := 0; l_numbers := 0; l_number_residues := 0 |})
    Unknown Unknown Unknown.

Definition is_small (g : game) : bool := match g with SmallNim => true | LastNim => false end.

Definition task_of (p : proof) (firsts : number) (l : level) : task :=
  let a := says_ p in
  let '(ks, js) := indices_in (claim_ a) (first_view p firsts) in
  {| n := players_ a; rows := matrix_ a; passes := passes_ a;
     question_ := wide (question_of p firsts l) (Z.to_nat (Z.min 10000 (fold_left Z.max js (-1) + 1))%Z);
     descending := is_small (game_ a); B := Z.to_nat (bound p) - l_size_residues l; m := l_size_residues l;
     count := arrows_ p; asked_piles := ks; asked_terms := terms_in (claim_ a) |}.

(** The memories, by the first level that is enough. *)
Fixpoint first_level (p : proof) (firsts : number) (ls : list level) : task * nodes + failure :=
  match ls with
  | [] => inr (NotUnderstood "the claim needs more than is remembered about the piles")
  | l :: ls =>
    let k := task_of p firsts l in
    match find_nodes k with
    | inl T => inl (k, T)
    | inr (NotUnderstood why) => match ls with [] => inr (NotUnderstood why) | _ => first_level p firsts ls end
    | inr other => inr other
    end
  end.

(** Nothing but v and whether there was a pile is remembered. *)
Definition is_only_v (m : memory) : bool :=
  match m_early m, m_late m, m_terms m, exactly (read m) with
  | [], [], [], (None | Some 0%Z) => true
  | _, _, _, _ => false
  end.

(** The certificate's own list of pairs [state, v] must be what is found. *)
Definition pairs_agree (T : nodes) (P : pairs) (given : list (Z * Z)) : bool :=
  let v_of x := match m_v (memory_of x) with Is a => exactly a | _ => None end in
  let as_key z := match z with Zpos p => p | _ => xH end in
  let given_table := fold_left (fun t sv => insert (as_key (fst sv + 1)) (as_key (snd sv + 1)) t)%Z given Leaf in
  let found v s := match get s P with
    | Some ms => negb (for_all (fun m _ => match get m T with
        | Some x => match v_of x with Some z => negb (as_key (z + 1)%Z =? v)%positive | None => true end
        | None => true end) ms)
    | None => false end in
  for_all (fun _ x => is_only_v (memory_of x)) T &&
  forallb (fun sv => (0 <=? fst sv)%Z && (0 <=? snd sv)%Z) given &&
  for_all (fun s ms => for_all (fun m _ => match get m T with
    | Some x => match v_of x with Some z => listed given_table s (as_key (z + 1)%Z) | None => false end
    | None => false end) ms) P &&
  for_all (fun s vs => for_all (fun v _ => found v s) vs) given_table.

Definition check_group (p : proof) (firsts : number) (given : list (list (Z * Z))) : option failure :=
  match first_level p firsts (levels p (first_view p firsts)) with
  | inr failure => Some failure
  | inl (k, T) =>
    match find_pairs k (states p) T with
    | inr failure => Some failure
    | inl P =>
      if negb (is_about_some k T) then Some (Rejected "given: the claim is not about any number of piles" None)
      else if negb (forallb (pairs_agree T P) given)
      then Some (Rejected "pairs: these are not the pairs that piles lead to" None)
      else match (if descending k then states_right else fun _ _ => pairs_cover (question_ k) (states p) T P)
                   (states p) (piles_ (says_ p)) with
      | Some failure => Some failure
      | None =>
      if closed k {| machine_ := states p; nodes_ := T; pairs_ := P |} then None
      else Some (Rejected "a state or an arrow is wrong" None)
      end
    end
  end.

Definition groups (p : proof) : list number :=
  let n := players_ (says_ p) in
  if uses_first (claim_ (says_ p)) then map (fun i => exact (Z.of_nat i)) (seq 0 n)
  else [between 0 (Z.of_nat n - 1)].

Definition names_winner (c : claim) : bool :=
  existsb (fun c => match kind_ c with IsWinner => true | _ => false end) (cases c).

(** For each group its lists of pairs: one for each first player if the claim depends on that, else one for all. *)
Definition group_pairs (p : proof) : option (list (list (list (Z * Z)))) :=
  let c := claim_ (says_ p) in
  let firsts := if uses_first c || names_winner c then players_ (says_ p) else 1 in
  match listed_pairs p, recurrence_ c, piles_ (says_ p) with
  | None, _, _ => Some (map (fun _ => []) (groups p))
  | Some ls, Some _, None =>
    if length ls =? firsts then Some (if uses_first c then map (fun l => [l]) ls else [ls]) else None
  | _, _, _ => None
  end.

Fixpoint check_groups (p : proof) (gs : list number) (ls : list (list (list (Z * Z)))) : option failure :=
  match gs, ls with
  | [], _ => None
  | g :: gs, l :: ls => match check_group p g l with None => check_groups p gs ls | failure => failure end
  | _ :: _, [] => Some (Rejected "pairs: too few lists" None)
  end.

Definition same_shift (a b : option Z) : bool :=
  match a, b with Some a, Some b => (a =? b)%Z | None, None => true | _, _ => false end.

Definition check_proof (p : proof) : option failure :=
  let a := says_ p in
  let n := players_ a in
  if negb ((1 <=? n) && match piles_ a with Some N => (1 <=? N)%Z | None => true end)
  then Some (Rejected "expected players and piles" None)
  else if negb (is_matrix_of n (matrix_ a))
  then Some (Rejected "matrix: a row is not a permutation, or there is not one row for each player" None)
  else if negb (same_shift (shift_ p) (shift_of n (matrix_ a))) then Some (Rejected "shift: the matrix says otherwise" None)
  else if negb ((1 <=? arrows_ p) && (Z.of_nat (arrows_ p) <=? bound p)%Z)
  then Some (Rejected "expected letters from 1 to bound" None)
  else if negb (small_enough (bound p)) then Some (NotUnderstood "the bound is too large")
  else if is_small (game_ a) && negb (passes_ a =? 0) then Some (NotUnderstood "Small Nim with passes")
  else match group_pairs p with
       | None => Some (Rejected "pairs: expected lists for a recurrence and every number of piles" None)
       | Some ls => check_groups p (groups p) ls
       end.

(** ** Soundness *)

Local Opaque find_nodes find_pairs states_right pairs_cover closed levels indices_in.

Lemma check_groups_each p : forall gs ls g, check_groups p gs ls = None -> In g gs ->
  exists k t, closed k t = true /\ exists l, k = task_of p g l.
Proof.
  induction gs as [|g' gs IH]; intros ls g H Hin; [contradiction|]. destruct ls as [|l ls]; [discriminate|].
  cbn [check_groups] in H. destruct (check_group p g' l) eqn:E; [discriminate|]. destruct Hin as [->|Hin]; [|eauto].
  clear H IH. unfold check_group in E.
  destruct (first_level p g (levels p (first_view p g))) as [[k T]|] eqn:F; [|discriminate].
  destruct (find_pairs k (states p) T) as [P|]; [|discriminate].
  destruct (negb (is_about_some k T)); [discriminate|].
  destruct (negb (forallb _ l)); [discriminate|].
  match type of E with match ?r with _ => _ end = _ => destruct r; [discriminate|] end.
  destruct (closed k _) eqn:C; [|discriminate]. exists k. eexists. split; [exact C|].
  clear C E. revert F. generalize (levels p (first_view p g)). intros levels.
  induction levels as [|lv ls' IH]; [discriminate|].
  cbn [first_level]. destruct (find_nodes _) as [T'|[]]; try discriminate.
  - intros [= <- _]. eauto.
  - destruct ls'; [discriminate|]. exact IH.
Qed.

Lemma groups_cover p i : i < players_ (says_ p) -> exists g, In g (groups p) /\ fits (Z.of_nat i) g.
Proof.
  intros Hi. unfold groups. destruct (uses_first _).
  - exists (exact (Z.of_nat i)). split; [|apply fits_exact]. apply in_map_iff. exists i. split; [auto|]. apply in_seq. lia.
  - eexists. split; [now left|]. apply fits_between. lia.
Qed.

Theorem check_sound p : check_proof p = None -> proved (says_ p).
Proof.
  unfold check_proof. set (a := says_ p).
  destruct (negb (_ && _)); [discriminate|]. destruct (is_matrix_of _ _) eqn:HA; [|discriminate]. cbn [negb].
  destruct (same_shift _ _) eqn:Hs; [|discriminate]. cbn [negb].
  destruct (negb (_ && _)); [discriminate|]. destruct (small_enough (bound p)); [|discriminate]. cbn [negb].
  destruct (is_small (game_ a) && negb (passes_ a =? 0)) eqn:Hp; [discriminate|].
  destruct (group_pairs p) as [ls|]; [|discriminate].
  intros H. split; [now apply is_matrix_of_right|]. intros x i Hx Hne Hi HN.
  apply is_matrix_of_right in HA.
  destruct (groups_cover p i Hi) as [g [Hg Fg]].
  destruct (check_groups_each p _ _ g H Hg) as [k [t [C [l ->]]]].
  assert (S : shift_ p = shift_of (players_ a) (matrix_ a)).
  { unfold same_shift in Hs. destruct (shift_ p), (shift_of _ _); try discriminate; auto.
    now apply Z.eqb_eq in Hs; subst. }
  assert (R : (descending (task_of p g l) = true -> StronglySorted ge x) ->
    right (players_ a) (matrix_ a) (claim_ a) x i
      (outcome last_nim_with_passes (players_ a) (of_rows (matrix_ a)) (x, passes_ a) i)).
  { intros D. pose proof (closed_sound (task_of p g l) t C x i Hx D) as Sound.
    unfold task_of in D, Sound. destruct (indices_in _ _).
    cbn [n rows passes question_ descending asked wide question_of] in D, Sound.
    apply Sound; auto.
    constructor; cbn; auto.
    unfold number_of_piles. cbn. rewrite map_length. fold a. destruct (piles_ a) as [N|].
    - rewrite HN. apply fits_exact.
    - apply fits_from. destruct x; [congruence|cbn; lia]. }
  assert (D : descending (task_of p g l) = is_small (game_ a)) by (unfold task_of; now destruct (indices_in _ _)).
  rewrite D in R. destruct (game_ a).
  - apply R. discriminate.
  - cbn in Hp. apply negb_false_iff, Nat.eqb_eq in Hp. split; [auto|]. intros Hsorted q Hq.
    rewrite Hp, no_passes in R. rewrite (small_nim_is_last_nim _ _ q x i HA Hi Hq Hsorted). auto.
Qed.
