-- check: savings without account | expect: no rows
select s.custid from sb_savings s left join sb_accounts a on a.custid = s.custid where a.custid is null;

-- check: checking without account | expect: no rows
select c.custid from sb_checking c left join sb_accounts a on a.custid = c.custid where a.custid is null;

-- check: customers without accounts | expect: no rows
select a.custid from sb_accounts a left join sb_savings s on s.custid = a.custid left join sb_checking c on c.custid = a.custid
where s.custid is null or c.custid is null;

-- Savings began at 10000 + custid * 7919 % 40001, checking accounts with 6581: in two steps, as an integer may not hold the product.
-- Deposits to savings are 20.20 each; only an amalgamation takes from them, and takes all.
-- check: savings are what was loaded, or nothing, and whole deposits | expect: no rows
select custid, bal from sb_savings
where bal < 0 or mod(bal * 100, 2020) <> 0 and mod(100 * (bal - 10000 - mod(mod(custid, 40001) * 7919, 40001)), 2020) <> 0;

-- Holds after runs of the mix transfers alone, which are checked with closed=1.
-- check: money with closed=1 | expect: no rows
select sum(s.bal + c.bal) as found, sum(20000 + mod(mod(s.custid, 40001) * 7919, 40001) + mod(mod(s.custid, 40001) * 6581, 40001)) as loaded
from sb_savings s join sb_checking c on c.custid = s.custid
having :closed = 1 and sum(s.bal + c.bal) <> sum(20000 + mod(mod(s.custid, 40001) * 7919, 40001) + mod(mod(s.custid, 40001) * 6581, 40001));
