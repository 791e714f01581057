\set t random(1, :tables)
\set k CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set c pattern('###########-###########-###########-###########-###########-###########-###########-###########-###########-###########')
\set pad pattern('###########-###########-###########-###########-###########')
INSERT INTO sbtest:t (k, c, pad) VALUES (:k, :c, :pad);
