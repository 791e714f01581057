-- Drops the journal of a build or load, if there is one: DROP TABLE IF EXISTS is version 6's.

-- {
execute block as
begin
    if (exists (select 1 from rdb$relations where rdb$relation_name = 'BMSQL_LOAD_PROGRESS')) then
        execute statement 'drop table bmsql_load_progress';
end
-- }
