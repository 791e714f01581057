\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, least(:hot, :customers * :scale)) ELSE random(1, :customers * :scale) END
UPDATE sb_checking SET bal = bal + 1.3 WHERE custid = :a;
