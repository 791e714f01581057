-- After the rows of runs are gone. The sequence is made again, because only 18c and later can restart one; after an
-- interruption between drop and create there is none (ORA-02289).

-- {
declare
    next_id number(19);
begin
    select nvl(max(hist_id), 0) + 1 into next_id from bmsql_history;
    begin
        execute immediate 'drop sequence bmsql_hist_id_seq';
    exception
        when others then
            if sqlcode <> -2289 then
                raise;
            end if;
    end;
    execute immediate 'create sequence bmsql_hist_id_seq start with ' || next_id || ' cache 1000';
end;
-- }
