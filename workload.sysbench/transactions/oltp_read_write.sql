-- Another client may put the row back between delete and insert: sysbench ignores that error and sends the transaction again.
-- retry: constraint
BEGIN;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
SELECT c FROM sbtest:t WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set last :id + :range_size - 1
SELECT c FROM sbtest:t WHERE id BETWEEN :id AND :last;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set last :id + :range_size - 1
SELECT SUM(k) FROM sbtest:t WHERE id BETWEEN :id AND :last;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set last :id + :range_size - 1
SELECT c FROM sbtest:t WHERE id BETWEEN :id AND :last ORDER BY c;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set last :id + :range_size - 1
SELECT DISTINCT c FROM sbtest:t WHERE id BETWEEN :id AND :last ORDER BY c;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
UPDATE sbtest:t SET k = k + 1 WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set c pattern('###########-###########-###########-###########-###########-###########-###########-###########-###########-###########')
UPDATE sbtest:t SET c = :c WHERE id = :id;
\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set k CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set c pattern('###########-###########-###########-###########-###########-###########-###########-###########-###########-###########')
\set pad pattern('###########-###########-###########-###########-###########')
DELETE FROM sbtest:t WHERE id = :id;
INSERT INTO sbtest:t (id, k, c, pad) VALUES (:id, :k, :c, :pad);
COMMIT;
