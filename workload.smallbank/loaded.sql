-- The customers of one unit of scale are those of the build, or the tables do not fit.
select cast(floor(max(custid) / :customers) as integer) as scale from sb_accounts having floor(max(custid) / :customers) * :customers = max(custid)
