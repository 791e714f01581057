-- What the tables hold decides the scale of a run; a run that asks for another one is refused.
select cast(floor(max(id) / :rows) as integer) as scale from NAME_account having floor(max(id) / :rows) * :rows = max(id)
