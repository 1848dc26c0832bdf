From Coq Require Import QArith Qminmax List Arith Bool Lia Lqa.
Import ListNotations.
Open Scope Q_scope.
Arguments Qred : simpl never.
Arguments Qplus : simpl never.
Arguments Qmult : simpl never.
Arguments Qopp : simpl never.

(** * Games as trees

    A node is an end with its payment to row, a move of chance, or a choice of a player. A player cannot tell the nodes of
    one information set apart; each set of a player has a number. *)

Inductive side := Row | Col.

Inductive tree :=
  | End (payment : Q)
  | Chance (all : outcomes)
  | Choice (who : side) (set : nat) (all : moves)
with outcomes := NoOutcome | Outcome (p : Q) (after : tree) (others : outcomes)
with moves := NoMove | Move (after : tree) (others : moves).

Scheme tree_ind' := Induction for tree Sort Prop
  with outcomes_ind' := Induction for outcomes Sort Prop
  with moves_ind' := Induction for moves Sort Prop.
Combined Scheme tree_mutind from tree_ind', outcomes_ind', moves_ind'.

(** A matrix game: row picks a line, and col, who has not seen which, a column. *)
Definition line (payments : list Q) : moves := fold_right (fun a others => Move (End a) others) NoMove payments.
Definition matrix (lines : list (list Q)) : tree :=
  Choice Row 0 (fold_right (fun payments others => Move (Choice Col 0 (line payments)) others) NoMove lines).

(** A behaviour strategy: the probability of each move, by its place, at each information set. *)
Definition plan := nat -> nat -> Q.

(** What row expects if both follow their plans. *)
Fixpoint expected (x y : plan) (t : tree) : Q :=
  match t with
  | End payment => payment
  | Chance all => expected_chance x y all
  | Choice Row set all => expected_moves x y (x set) 0 all
  | Choice Col set all => expected_moves x y (y set) 0 all
  end
with expected_chance (x y : plan) (all : outcomes) : Q :=
  match all with
  | NoOutcome => 0
  | Outcome p after others => p * expected x y after + expected_chance x y others
  end
with expected_moves (x y : plan) (chance : nat -> Q) (k : nat) (all : moves) : Q :=
  match all with
  | NoMove => 0
  | Move after others => chance k * expected x y after + expected_moves x y chance (S k) others
  end.

(** The information sets of a player that occur in a tree, each with its number of moves. *)
Fixpoint count (all : moves) : nat :=
  match all with NoMove => 0%nat | Move _ others => S (count others) end.

Definition same (a b : side) : bool :=
  match a, b with Row, Row | Col, Col => true | _, _ => false end.

Fixpoint decisions (me : side) (t : tree) : list (nat * nat) :=
  match t with
  | End _ => []
  | Chance all => decisions_chance me all
  | Choice who set all => (if same who me then [(set, count all)] else []) ++ decisions_moves me all
  end
with decisions_chance (me : side) (all : outcomes) : list (nat * nat) :=
  match all with NoOutcome => [] | Outcome _ after others => decisions me after ++ decisions_chance me others end
with decisions_moves (me : side) (all : moves) : list (nat * nat) :=
  match all with NoMove => [] | Move after others => decisions me after ++ decisions_moves me others end.

Fixpoint sum (f : nat -> Q) (n : nat) : Q :=
  match n with O => 0 | S m => sum f m + f m end.

(** A plan is a strategy if its numbers are probabilities wherever the player moves. *)
Definition proper (x : plan) (decision : nat * nat) : Prop :=
  let (set, n) := decision in (forall k, (k < n)%nat -> 0 <= x set k) /\ sum (x set) n == 1.

Definition strategy (me : side) (game : tree) (x : plan) : Prop := Forall (proper x) (decisions me game).

(** A number is the value of a game if row can get it, and col can hold row to it, but for as little as one likes. *)
Definition is_value (game : tree) (v : Q) : Prop :=
  (forall e, 0 < e -> exists x, strategy Row game x /\ forall y, strategy Col game y -> v - e <= expected x y game) /\
  (forall e, 0 < e -> exists y, strategy Col game y /\ forall x, strategy Row game x -> expected x y game <= v + e).

(** * Best responses

    The way of a player to an end is the list of its moves, the last one first. *)

Definition way := list (nat * nat).

Fixpoint reach (x : plan) (w : way) : Q :=
  match w with [] => 1 | (set, k) :: before => x set k * reach x before end.

Fixpoint leaves (t : tree) (p : Q) (r c : way) : list (Q * way * way) :=
  match t with
  | End payment => [(p * payment, r, c)]
  | Chance all => leaves_chance all p r c
  | Choice who set all => leaves_moves who set 0 all p r c
  end
with leaves_chance (all : outcomes) (p : Q) (r c : way) : list (Q * way * way) :=
  match all with
  | NoOutcome => []
  | Outcome q after others => leaves after (p * q) r c ++ leaves_chance others p r c
  end
with leaves_moves (who : side) (set k : nat) (all : moves) (p : Q) (r c : way) : list (Q * way * way) :=
  match all with
  | NoMove => []
  | Move after others =>
      match who with
      | Row => leaves after p ((set, k) :: r) c
      | Col => leaves after p r ((set, k) :: c)
      end ++ leaves_moves who set (S k) others p r c
  end.

Fixpoint total (x y : plan) (l : list (Q * way * way)) : Q :=
  match l with [] => 0 | (a, r, c) :: others => a * reach x r * reach y c + total x y others end.

Lemma total_app x y l m : total x y (l ++ m) == total x y l + total x y m.
Proof. induction l as [|[[a r] c] l IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma leaves_total x y :
  (forall t p r c, total x y (leaves t p r c) == p * reach x r * reach y c * expected x y t) /\
  (forall o p r c, total x y (leaves_chance o p r c) == p * reach x r * reach y c * expected_chance x y o) /\
  (forall m who set k p r c,
      total x y (leaves_moves who set k m p r c)
      == p * reach x r * reach y c * expected_moves x y (match who with Row => x set | Col => y set end) k m).
Proof.
  apply tree_mutind; intros; simpl.
  - ring.
  - apply H.
  - rewrite H. destruct who; reflexivity.
  - ring.
  - rewrite total_app, H, H0. ring.
  - ring.
  - rewrite total_app, H0. destruct who; rewrite H; simpl; ring.
Qed.

(** A linear function of a player's ways: numbers, each times the reach of a way. *)
Definition terms := list (Q * way).

Fixpoint worth (x : plan) (l : terms) : Q :=
  match l with [] => 0 | (a, w) :: others => a * reach x w + worth x others end.

Definition against_row (x : plan) (l : list (Q * way * way)) : terms :=
  map (fun e => match e with (a, r, c) => (Qred (a * reach x r), c) end) l.

Definition against_col (y : plan) (l : list (Q * way * way)) : terms :=
  map (fun e => match e with (a, r, c) => (Qred (- (a * reach y c)), r) end) l.

Lemma worth_against_row x y l : worth y (against_row x l) == total x y l.
Proof.
  induction l as [|[[a r] c] l IH]; simpl; [reflexivity|]. rewrite IH, Qred_correct. ring.
Qed.

Lemma worth_against_col x y l : worth x (against_col y l) == - total x y l.
Proof.
  induction l as [|[[a r] c] l IH]; simpl; [reflexivity|]. rewrite IH, Qred_correct. ring.
Qed.

Fixpoint way_eqb (v w : way) : bool :=
  match v, w with
  | [], [] => true
  | (i, k) :: v', (j, l) :: w' => (i =? j)%nat && (k =? l)%nat && way_eqb v' w'
  | _, _ => false
  end.

Lemma way_eqb_eq v : forall w, way_eqb v w = true -> v = w.
Proof.
  induction v as [|[i k] v IH]; intros [|[j l] w]; simpl; try discriminate; auto.
  rewrite !andb_true_iff, !Nat.eqb_eq. intros [[-> ->] E]. f_equal. auto.
Qed.

(** The place of a term at an information set that is reached by `before`. *)
Definition place (set n : nat) (before w : way) : option nat :=
  match w with
  | (i, k) :: w' => if (i =? set)%nat && (k <? n)%nat && way_eqb w' before then Some k else None
  | [] => None
  end.

Fixpoint gathered (set n : nat) (before : way) (k : nat) (l : terms) : Q :=
  match l with
  | [] => 0
  | (a, w) :: others =>
      match place set n before w with
      | Some j => if (j =? k)%nat then Qred (a + gathered set n before k others) else gathered set n before k others
      | None => gathered set n before k others
      end
  end.

Fixpoint kept (set n : nat) (before : way) (l : terms) : terms :=
  match l with
  | [] => []
  | (a, w) :: others =>
      match place set n before w with
      | Some _ => kept set n before others
      | None => (a, w) :: kept set n before others
      end
  end.

Fixpoint least (f : nat -> Q) (n : nat) : Q :=
  match n with
  | O => 0
  | S O => f O
  | S m => let rest := least f m in if Qle_bool rest (f m) then rest else f m
  end.

Lemma sum_ext f g n : (forall k, (k < n)%nat -> f k == g k) -> sum f n == sum g n.
Proof. induction n; simpl; intros H; [reflexivity|]. rewrite IHn, H by (intros; auto with arith). reflexivity. Qed.

Lemma sum_plus f g n : sum (fun k => f k + g k) n == sum f n + sum g n.
Proof. induction n; simpl; [ring | rewrite IHn; ring]. Qed.

Lemma sum_scale a f n : sum (fun k => a * f k) n == a * sum f n.
Proof. induction n; simpl; [ring | rewrite IHn; ring]. Qed.

Lemma sum_zero n : sum (fun _ => 0) n == 0.
Proof. induction n; simpl; [ring | rewrite IHn; ring]. Qed.

Lemma sum_one f n j : (j < n)%nat -> sum (fun k => if (j =? k)%nat then f k else 0) n == f j.
Proof.
  induction n; intros H; [lia|]. simpl. destruct (Nat.eq_dec j n) as [->|N].
  - rewrite Nat.eqb_refl.
    rewrite (sum_ext _ (fun _ => 0)).
    + rewrite sum_zero. ring.
    + intros k Hk. destruct (Nat.eqb_spec n k); [lia | reflexivity].
  - rewrite IHn by lia. destruct (Nat.eqb_spec j n); [lia|]. ring.
Qed.

Lemma worth_split x set n before l :
  worth x l == sum (fun k => gathered set n before k l * (x set k * reach x before)) n + worth x (kept set n before l).
Proof.
  induction l as [|[a w] l IH]; simpl.
  - rewrite (sum_ext _ (fun _ => 0)) by (intros; ring). rewrite sum_zero. ring.
  - destruct (place set n before w) as [j|] eqn:P.
    + destruct w as [|[i k] w]; simpl in P; [discriminate|].
      destruct ((i =? set)%nat && (k <? n)%nat && way_eqb w before) eqn:E; [|discriminate].
      injection P as <-. rewrite !andb_true_iff in E. destruct E as [[E1 E2] E3].
      apply Nat.eqb_eq in E1. apply Nat.ltb_lt in E2. apply way_eqb_eq in E3. subst.
      rewrite (sum_ext _ (fun k0 => (if (k =? k0)%nat then a * (x set k0 * reach x before) else 0)
                                    + gathered set n before k0 l * (x set k0 * reach x before))).
      * rewrite sum_plus, (sum_one (fun k0 => a * (x set k0 * reach x before))) by assumption.
        rewrite IH. simpl. ring.
      * intros k0 _. destruct (k =? k0)%nat; [rewrite Qred_correct|]; ring.
    + simpl. rewrite IH. ring.
Qed.

Lemma least_le f n k : (k < n)%nat -> least f n <= f k.
Proof.
  induction n as [|[|n] IH]; intros H; [lia | assert (k = 0)%nat as -> by lia; apply Qle_refl |].
  change (least f (S (S n))) with
    (let rest := least f (S n) in if Qle_bool rest (f (S n)) then rest else f (S n)).
  cbv zeta. destruct (Qle_bool (least f (S n)) (f (S n))) eqn:E.
  - destruct (Nat.eq_dec k (S n)) as [->|]; [apply Qle_bool_iff; exact E | apply IH; lia].
  - destruct (Nat.eq_dec k (S n)) as [->|]; [apply Qle_refl|].
    apply Qle_trans with (least f (S n)); [|apply IH; lia].
    destruct (Qlt_le_dec (f (S n)) (least f (S n))) as [L|L]; [apply Qlt_le_weak, L|].
    apply Qle_bool_iff in L. congruence.
Qed.

Lemma sum_least f x n r :
  (forall k, (k < n)%nat -> 0 <= x k) -> 0 <= r -> sum (fun k => f k * (x k * r)) n >= least f n * r * sum x n.
Proof.
  intros X R.
  assert (forall m, (m <= n)%nat -> sum (fun k => f k * (x k * r)) m >= least f n * r * sum x m) as G.
  { induction m; intros M; simpl; [lra|].
    assert (0 <= x m * r) by (apply Qmult_le_0_compat; [apply X; lia | exact R]).
    pose proof (least_le f n m ltac:(lia)) as L.
    pose proof (IHm ltac:(lia)) as I.
    assert (least f n * (x m * r) <= f m * (x m * r)) by (apply Qmult_le_compat_r; assumption).
    lra. }
  apply G; lia.
Qed.

(** Leave an information set: all moves there become the best one for the player who wants little. *)
Definition left (set n : nat) (before : way) (l : terms) : terms :=
  (least (fun k => gathered set n before k l) n, before) :: kept set n before l.

(** The sets, the last ones first, each with its number of moves and the way to it. *)
Definition order := list (nat * nat * way).

Fixpoint leave_all (o : order) (l : terms) : terms :=
  match o with [] => l | (set, n, before) :: others => leave_all others (left set n before l) end.

Fixpoint done (l : terms) : option Q :=
  match l with
  | [] => Some 0
  | (a, []) :: others => match done others with Some s => Some (Qred (a + s)) | None => None end
  | _ => None
  end.

Definition known (decisions : list (nat * nat)) (o : order) : bool :=
  forallb (fun e => match e with (set, n, _) => existsb (fun d => (fst d =? set)%nat && (snd d =? n)%nat) decisions end) o.

(** Ways on which only moves of strategies occur have a reach of 0 or more. *)
Definition good_way (decisions : list (nat * nat)) (w : way) : bool :=
  forallb (fun m => existsb (fun d => (fst d =? fst m)%nat && (snd m <? snd d)%nat) decisions) w.

Lemma found_proper x ds set n :
  Forall (proper x) ds -> existsb (fun d => (fst d =? set)%nat && (snd d =? n)%nat) ds = true -> proper x (set, n).
Proof.
  intros F E. apply existsb_exists in E. destruct E as [[i m] [I E]]. simpl in E.
  apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1. apply Nat.eqb_eq in E2. subst.
  rewrite Forall_forall in F. exact (F _ I).
Qed.

Lemma reach_good x ds w : Forall (proper x) ds -> good_way ds w = true -> 0 <= reach x w.
Proof.
  intros F. induction w as [|[i k] w IH]; simpl; [lra|].
  rewrite andb_true_iff. intros [E G]. apply Qmult_le_0_compat; [|auto].
  apply existsb_exists in E. destruct E as [[j n] [I E]]. simpl in E.
  apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1. apply Nat.ltb_lt in E2. subst.
  rewrite Forall_forall in F. destruct (F _ I) as [P _]. apply P, E2.
Qed.

Lemma left_worth x ds set n before l :
  Forall (proper x) ds -> proper x (set, n) -> good_way ds before = true ->
  worth x (left set n before l) <= worth x l.
Proof.
  intros F [P S] G. rewrite (worth_split x set n before l). unfold left. simpl.
  pose proof (sum_least (fun k => gathered set n before k l) (x set) n (reach x before) P (reach_good x ds before F G)) as L.
  rewrite S in L. lra.
Qed.

Lemma leave_all_worth x ds o : Forall (proper x) ds -> known ds o = true ->
  forallb (fun e => match e with (_, _, before) => good_way ds before end) o = true ->
  forall l, worth x (leave_all o l) <= worth x l.
Proof.
  intros F. induction o as [|[[set n] before] o IH]; simpl; intros K G l; [apply Qle_refl|].
  apply andb_true_iff in K. destruct K as [K1 K2]. apply andb_true_iff in G. destruct G as [G1 G2].
  eapply Qle_trans; [apply IH; assumption|].
  apply (left_worth x ds); auto. eapply found_proper; eauto.
Qed.

Lemma done_worth x l : forall s, done l = Some s -> worth x l == s.
Proof.
  induction l as [|[a [|m w]] l IH]; simpl; intros s D; try discriminate.
  - injection D as <-. reflexivity.
  - destruct (done l) as [t|]; [|discriminate]. injection D as <-. rewrite (IH t eq_refl), Qred_correct. ring.
Qed.

Definition at_least (ds : list (nat * nat)) (o : order) (l : terms) (bound : Q) : bool :=
  known ds o && forallb (fun e => match e with (_, _, before) => good_way ds before end) o &&
  match done (leave_all o l) with Some s => Qle_bool bound s | None => false end.

Lemma at_least_worth x ds o l bound : Forall (proper x) ds -> at_least ds o l bound = true -> bound <= worth x l.
Proof.
  unfold at_least. rewrite !andb_true_iff. intros F [[K G] B].
  destruct (done (leave_all o l)) as [s|] eqn:D; [|discriminate]. apply Qle_bool_iff in B.
  pose proof (leave_all_worth x ds o F K G l). pose proof (done_worth x _ s D). lra.
Qed.

Fixpoint proper_b (x : plan) (ds : list (nat * nat)) : bool :=
  match ds with
  | [] => true
  | (set, n) :: others =>
      forallb (fun k => Qle_bool 0 (x set k)) (seq 0 n) && Qeq_bool (sum (x set) n) 1 && proper_b x others
  end.

Lemma proper_b_strategy x ds : proper_b x ds = true -> Forall (proper x) ds.
Proof.
  induction ds as [|[set n] ds IH]; simpl; [constructor|]. rewrite !andb_true_iff. intros [[N S] R].
  constructor; [|auto]. split; [|apply Qeq_bool_iff; exact S].
  intros k K. rewrite forallb_forall in N. apply Qle_bool_iff, N, in_seq. lia.
Qed.

(** * The theorem, for any game: what a computation shows *)

(** Everything that is computed about a game, two plans, two orders of information sets and two bounds. *)
Definition checks (game : tree) (x y : plan) (rows cols : order) (lo hi : Q) : bool :=
  let all := leaves game 1 [] [] in
  proper_b x (decisions Row game) && proper_b y (decisions Col game) &&
  at_least (decisions Col game) cols (against_row x all) lo &&
  at_least (decisions Row game) rows (against_col y all) (- hi).

Definition bounded (game : tree) (lo hi : Q) : Prop :=
  (exists x, strategy Row game x /\ forall y, strategy Col game y -> lo <= expected x y game) /\
  (exists y, strategy Col game y /\ forall x, strategy Row game x -> expected x y game <= hi).

Lemma checked game x y rows cols lo hi : checks game x y rows cols lo hi = true -> bounded game lo hi.
Proof.
  unfold checks. cbv zeta. rewrite !andb_true_iff. intros [[[X Y] L] H]. split.
  - exists x. split; [apply proper_b_strategy, X|]. intros y' S.
    pose proof (at_least_worth y' _ _ _ _ S L) as B. rewrite worth_against_row in B.
    destruct (leaves_total x y') as [T _]. rewrite T in B. simpl in B. lra.
  - exists y. split; [apply proper_b_strategy, Y|]. intros x' S.
    pose proof (at_least_worth x' _ _ _ _ S H) as B. rewrite worth_against_col in B.
    destruct (leaves_total x' y) as [T _]. rewrite T in B. simpl in B. lra.
Qed.

Lemma bounded_value game lo hi : bounded game lo hi -> forall v, is_value game v -> lo <= v <= hi.
Proof.
  intros [[x [X L]] [y [Y H]]] v [R C]. split.
  - apply Qnot_lt_le. intros D. destruct (C ((lo - v) * (1 # 2))) as [y' [Y' B]]; [lra|].
    pose proof (L y' Y'). pose proof (B x X). lra.
  - apply Qnot_lt_le. intros D. destruct (R ((v - hi) * (1 # 2))) as [x' [X' B]]; [lra|].
    pose proof (H x' X'). pose proof (B y Y). lra.
Qed.

(** Plans as data: for each information set the probability of each move. *)
Definition planned (mixes : list (list Q)) : plan := fun set k => nth k (nth set mixes []) 0.
