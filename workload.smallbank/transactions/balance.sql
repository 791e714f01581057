-- read-only
\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, least(:hot, :customers * :scale)) ELSE random(1, :customers * :scale) END
BEGIN;
SELECT bal FROM sb_savings WHERE custid = :a;
SELECT bal FROM sb_checking WHERE custid = :a;
END;
