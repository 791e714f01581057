-- All of a goes to the checking account of b.
\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, least(:hot, :customers * :scale)) ELSE random(1, :customers * :scale) END
\set b CASE WHEN random(1, 100) <= :hot_percent THEN random(1, least(:hot, :customers * :scale)) ELSE random(1, :customers * :scale) END
\set b CASE WHEN :b = :a THEN :a % (:customers * :scale) + 1 ELSE :b END
BEGIN;
SELECT bal AS saved FROM sb_savings WHERE custid = :a FOR UPDATE \gset
SELECT bal AS checked FROM sb_checking WHERE custid = :a FOR UPDATE \gset
UPDATE sb_savings SET bal = 0 WHERE custid = :a;
UPDATE sb_checking SET bal = 0 WHERE custid = :a;
UPDATE sb_checking SET bal = bal + :saved + :checked WHERE custid = :b;
END;
