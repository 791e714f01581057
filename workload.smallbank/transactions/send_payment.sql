\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, least(:hot, :customers * :scale)) ELSE random(1, :customers * :scale) END
\set b CASE WHEN random(1, 100) <= :hot_percent THEN random(1, least(:hot, :customers * :scale)) ELSE random(1, :customers * :scale) END
\set b CASE WHEN :b = :a THEN :a % (:customers * :scale) + 1 ELSE :b END
BEGIN;
SELECT bal AS checked FROM sb_checking WHERE custid = :a FOR UPDATE \gset
\if :checked >= 5
UPDATE sb_checking SET bal = bal - 5 WHERE custid = :a;
UPDATE sb_checking SET bal = bal + 5 WHERE custid = :b;
\endif
END;
