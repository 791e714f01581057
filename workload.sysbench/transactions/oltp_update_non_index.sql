\set t random(1, :tables)
\set id CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
\set c pattern('###########-###########-###########-###########-###########-###########-###########-###########-###########-###########')
UPDATE sbtest:t SET c = :c WHERE id = :id;
