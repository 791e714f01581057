\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, least(:hot, :customers * :scale)) ELSE random(1, :customers * :scale) END
UPDATE sb_savings SET bal = bal + 20.20 WHERE custid = :a;
