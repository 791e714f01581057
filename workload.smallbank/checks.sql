-- check: savings without account | expect: no rows
select s.custid from sb_savings s left join sb_accounts a on a.custid = s.custid where a.custid is null;

-- check: checking without account | expect: no rows
select c.custid from sb_checking c left join sb_accounts a on a.custid = c.custid where a.custid is null;
