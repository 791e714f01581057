-- A query for 'bmsql check' and checkAfterRun=true; each row that it gives is a violation.
-- check: balances follow from the history | expect: no rows
select a.id from NAME_account a left join NAME_history h on h.account_id = a.id
group by a.id, a.opened, a.balance having a.balance <> a.opened + coalesce(sum(h.amount), 0);
