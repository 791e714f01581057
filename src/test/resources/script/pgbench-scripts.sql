-- Manual: the default transaction.
-- digest: select concat_ws(' ', (select count(*) from pgbench_history), (select sum(delta) from pgbench_history) = (select sum(abalance) from pgbench_accounts), (select sum(tbalance) from pgbench_tellers) = (select sum(bbalance) from pgbench_branches))
\set aid random(1, 20 * :scale)
\set bid random(1, 1 * :scale)
\set tid random(1, 10 * :scale)
\set delta random(-5000, 5000)
BEGIN;
UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;
INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
END;
==========
-- Manual: the same with fixed numbers, so that all rows can be compared.
\set aid 7
\set delta -4999
BEGIN;
UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (1, 1, :aid, :delta, CURRENT_TIMESTAMP);
END;
insert into results select count(*), sum(delta), 'history' from pgbench_history;
==========
-- Manual: gset and aset.
\set delta 3
\set aid 5
UPDATE pgbench_accounts
  SET abalance = abalance + :delta
  WHERE aid = :aid
  RETURNING abalance \gset
-- compound of two queries
SELECT 1 \;
SELECT 2 AS two, 3 AS three \gset p_
SELECT 4 AS four \; SELECT 5 AS five \aset
insert into results values (:abalance), (:p_two), (:p_three), (:four + :five);
==========
-- Manual: expressions over two lines, and CASE.
\set ntellers 10 * :scale
\set aid (1021 * random(1, 100000 * :scale)) % \
           (100000 * :scale) + 1
\set x 4
\set y 22
\set divx CASE WHEN :x <> 0 THEN :y/:x ELSE NULL END
\set x 0
\set none CASE WHEN :x <> 0 THEN :y/:x ELSE NULL END
insert into results values (:ntellers), (:divx), (:none), ((:aid between 1 and 100001)::int);
==========
-- Manual: sleep and programs.
\sleep 1 ms
\set pause 5
\sleep :pause us
\setshell answer echo 17
\setshell second expr :answer + 4
\shell true literal_argument :answer ::literal_starting_with_colon
insert into results values (:answer), (:second);
==========
-- Manual: scattered draws.
\set size 1000000
\set r random_zipfian(1, :size, 1.07)
\set k 1 + permute(:r, :size)
\set k1 1 + permute(:r, :size, :default_seed + 123)
\set size 1000
\set r 77
\set h 1 + abs(hash(:r)) % :size
insert into results values ((:k between 1 and 1000000)::int), ((:k1 between 1 and 1000000)::int), (:h);
==========
-- Manual: a pipeline.
\set n 5
\startpipeline
insert into results values (:n);
update pgbench_accounts set abalance = abalance + :n;
\syncpipeline
insert into results select count(*) from results where n > :n - 1;
\endpipeline
==========
-- 1: nested conditions, and what is not run is not worked out.
\set i 5
\if :i < 3
  insert into results values (1);
  \if 1/0
  \endif
\elif null
  insert into results values (2);
\elif 0.5
  \if false
    insert into results values (3);
  \else
    \if not (:i = 5)
    \else
      insert into results values (4);
    \endif
    insert into results values (5);
  \endif
\else
  insert into results values (6);
\endif
==========
-- 2: quotes, comments, casts, and variables in each of them.
\set n 7
insert into results values (:n::int, '1.5'::float, 'a:b :n ''quoted'' ::n "x"') /* a comment; with :n */; -- :n ;
insert into results values (1, 2, $$ ; "text" \; $$), (2, 3, $q$ $$ ; $q$), (3, 4, E'\'; ');
insert into results select :n as "a;b", array_length(('{1,2,3}'::int[])[1:2], 1), 'x' || /* nested /* ; */ */ 'y';
==========
-- 3: names with variables.
\set n 7
\set one 1
create table if not exists made_:n (a int, b varchar(:n));
insert into made_:n values (:n, ':word');
insert into results_:n select :n + a from made_:n m where m.a = :n;
insert into results select sum(n), :n from results_:n group by n order by :one;
drop table made_:n;
==========
-- 4: a transaction that is rolled back, savepoints, isolation levels.
begin isolation level serializable;
insert into results values (1);
rollback;
start transaction read write;
insert into results values (2);
savepoint s;
insert into results values (3);
rollback to savepoint s;
commit work;
begin;
insert into results values (4);
abort;
==========
-- 5: the types of values in SQL.
\set whole 9223372036854775807
\set third 1.0 / 3
\set yes 5 = 5
\set none null
\set large 1e15
\set small double(1) / 3000000
insert into results values (:whole, :third, :yes::text), (:none, :large, null), (1, :small, :none), (2, :half * 2, 'x');
insert into results select length(':word'), round(:third, 2), case when :yes then 'true' else 'false' end;
==========
-- 6: aset without a row leaves the variable, of several rows the last one counts.
\set one 1
select 5 as one where false \aset
select n as two from generate_series(1, 3) n \aset
select 1.50 as price, 12345678901 as big, true as flag, 'abc' as name \gset it_
\set more :it_price * 2 + :it_big
insert into results values (:one, :two, ':it_name'), (:it_big, :it_price, ':it_flag'::boolean::text), (:more, null, '');
==========
-- 7: all hashes, bits and functions that are not random.
\set a hash_fnv1a(10, 5432) # hash_murmur2(10, 5432)
\set b (12 & 10 | 1) << 3 >> 1
\set c ~5 + mod(17, 5) - abs(-3)
\set d exp(1) + ln(2) + sqrt(2) + pi() + pow(2, 0.5) + power(2, 3)
\set e greatest(1, 2, 3) * least(4, 5.5) + int(2.5) + double(1)
\set f debug(hash(:c))
insert into results values (:a, :d), (:b, :e), (:c, :f);
==========
-- 8: variables last from one transaction to the next.
\set count :n + 1
\set n :count
insert into results values (:count)
\set twice :count * 2
insert into results values (:twice)
==========
-- 9: statements that begin with other words, and combined ones.
with moved as (update pgbench_accounts set abalance = :n where aid < 3 returning aid) insert into results select aid from moved;
set work_mem = '1:n.0MB';
select 1 \; insert into results values (8) \; insert into results values (9);
do $$ begin insert into results values (10); end $$;
explain select * from results where n = :n;
truncate pgbench_history;
values (:n);
create or replace function f(i int) returns int language sql as 'select i + :n';
insert into results values (f(:n), f(:n + 1));
==========
-- 10: random numbers from one value, and draws that must be in their ranges.
\set a random(5, 5) + random_gaussian(6, 6, 2) + random_exponential(7, 7, 1) + random_zipfian(8, 8, 2)
\set r random(-5, 5)
\set ok :r >= -5 and :r <= 5
\set p permute(:r, 1) + permute(3, 1, 9)
insert into results values (:a, :p, :ok::text);
==========
-- Commands in any case, and times too.
\set aid random(1, 10)
\SET lim random(1, 20)
\Set x :aid + :lim
\IF :x > 0
SELECT 5 AS five \GSET
SELECT 6 AS six \gSet P_
\EndIf
\Sleep 1 MS
insert into results values (:five), (:P_six);
==========
-- Values of columns inside quotes, and what has none.
SELECT bid, 'abc' AS txt, 5 AS five, 'it''s' AS quoted, NULL AS nix, 1.50 AS dec, true AS yes, date '2020-02-03' AS t FROM pgbench_accounts WHERE aid = 3 \gset
SELECT ':txt' || 'x' = 'abcx' AS same, length(':bid') = 1 AS b, ':t'::date AS day, ':none' AS colon, ':aid:t' AS two \gset
\if not :same
SELECT 1/0;
\endif
\if :yes
SELECT 2 AS two \gset r_
\endif
insert into results (n, d, t) values (:five + :r_two, :dec * 2, ':txt :same :b :day'), (7, 0, ':five:txt'), (2, 2, '<:nix> :colon');
==========
-- Blocks, functions and cursors.
\set k random(4, 4)
CREATE TEMP TABLE IF NOT EXISTS "w_:client_id" (k int);
INSERT INTO "w_:client_id" VALUES (:k);
DO $$ BEGIN PERFORM count(*) FROM pgbench_accounts WHERE aid = :k; END $$;
DO $body$
BEGIN
  IF :k > 1000 THEN RAISE EXCEPTION 'too large: %', :k; END IF;
  INSERT INTO results VALUES (:k, NULL, ':k');
END
$body$;
CREATE OR REPLACE FUNCTION f_:client_id() RETURNS int LANGUAGE sql AS $fn$ SELECT :k + 1; $fn$;
INSERT INTO results SELECT f_:client_id();
PREPARE p_:client_id (int) AS SELECT aid FROM pgbench_accounts WHERE aid = $1;
EXECUTE p_:client_id (:k);
DEALLOCATE p_:client_id;
DECLARE c1 CURSOR WITH HOLD FOR SELECT * FROM pgbench_accounts WHERE aid > :k;
FETCH 3 FROM c1;
CLOSE c1;
CREATE TABLE copy_:client_id AS SELECT * FROM pgbench_accounts WHERE aid < :scale * 10;
INSERT INTO results SELECT count(*) FROM copy_:client_id;
DROP TABLE copy_:client_id;
COPY (SELECT * FROM results WHERE n < :k) TO '/dev/null';
==========
-- Transactions that are rolled back, in part, and chained.
\set id (1021 * random(1, 1))
BEGIN;
INSERT INTO results VALUES (:id, 1, 'gone') RETURNING *;
SELECT * FROM results WHERE n = :id AND t = 'gone';
ROLLBACK;
INSERT INTO results VALUES (:id, 2, 'stays') RETURNING *;
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT count(*) FROM results;
COMMIT;
START TRANSACTION ISOLATION LEVEL SERIALIZABLE;
SAVEPOINT s1;
INSERT INTO results VALUES (:id, 3, 'gone');
ROLLBACK TO SAVEPOINT s1;
RELEASE SAVEPOINT s1;
INSERT INTO results VALUES (:id, 4, 'stays');
COMMIT AND CHAIN;
INSERT INTO results VALUES (:id, 5, current_setting('transaction_isolation'));
ROLLBACK AND CHAIN;
INSERT INTO results VALUES (:id, 6, current_setting('transaction_isolation'));
END TRANSACTION;
