-- read-only
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
COMMIT;
