-- A check that both accounts together do not cover costs a penalty of 1.
\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, least(:hot, :customers * :scale)) ELSE random(1, :customers * :scale) END
BEGIN;
SELECT bal AS saved FROM sb_savings WHERE custid = :a \gset
SELECT bal AS checked FROM sb_checking WHERE custid = :a \gset
\set amount CASE WHEN :saved + :checked < 5 THEN 6 ELSE 5 END
UPDATE sb_checking SET bal = bal - :amount WHERE custid = :a;
END;
