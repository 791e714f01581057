-- read-only
\set a CASE WHEN random(1, 100) <= :hot_percent THEN random(1, :hot) ELSE random(1, 100000 * :scale) END
BEGIN;
SELECT bal FROM sb_savings WHERE custid = :a;
SELECT bal FROM sb_checking WHERE custid = :a;
END;
