-- After the rows of runs are gone: the next row is numbered as after the build.

-- {
execute block as
    declare next_id bigint;
begin
    select coalesce(max(hist_id), 0) + 1 from bmsql_history into next_id;
    execute statement 'alter sequence bmsql_hist_id_seq restart with ' || next_id;
end
-- }
