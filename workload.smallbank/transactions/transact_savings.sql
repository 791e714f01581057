\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, :hot) ELSE random(1, 100000 * :scale) END
UPDATE sb_savings SET bal = bal + 20.2 WHERE custid = :a;
