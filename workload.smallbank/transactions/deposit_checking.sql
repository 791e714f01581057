\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, :hot) ELSE random(1, 100000 * :scale) END
UPDATE sb_checking SET bal = bal + 1.3 WHERE custid = :a;
