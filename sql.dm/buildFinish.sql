-- Statistics for the optimizer, from all rows of the user's schema. Say its name instead of USER when tables lie in another one.

-- {
begin
    dbms_stats.gather_schema_stats(user, 100, true, 'FOR ALL COLUMNS SIZE AUTO');
end;
-- }
