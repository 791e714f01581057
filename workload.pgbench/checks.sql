-- check: balances of accounts | expect: no rows
select 'history has ' || h.total || ', accounts ' || a.total
from (select coalesce(sum(delta), 0) as total from pgbench_history) h,
    (select coalesce(sum(abalance), 0) as total from pgbench_accounts) a
where h.total <> a.total;
