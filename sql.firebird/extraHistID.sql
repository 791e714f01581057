-- New rows of bmsql_history are numbered by the sequence, from above the loaded ones, through a trigger as in BenchmarkSQL.

-- {
execute block as
    declare next_id bigint;
begin
    select coalesce(max(hist_id), 0) + 1 from bmsql_history into next_id;
    execute statement 'alter sequence bmsql_hist_id_seq restart with ' || next_id;
end
-- }

-- {
create or alter trigger bmsql_hist_id_gen for bmsql_history
    active before insert position 0 as
begin
    if (new.hist_id is null) then
        new.hist_id = next value for bmsql_hist_id_seq;
end
-- }

create unique index bmsql_history_idx1 on bmsql_history (hist_id);
