-- After the rows of runs are gone. The sequence is made again, because only 18c and later can restart one.

-- {
declare
    next_id number(19);
begin
    select nvl(max(hist_id), 0) + 1 into next_id from bmsql_history;
    execute immediate 'drop sequence bmsql_hist_id_seq';
    execute immediate 'create sequence bmsql_hist_id_seq start with ' || next_id || ' cache 1000';
end;
-- }
