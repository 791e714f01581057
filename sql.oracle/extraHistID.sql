-- New rows of bmsql_history are numbered by the sequence, from above the loaded ones. The sequence is made again, because
-- only 18c and later can restart one; after an interruption between drop and create there is none (ORA-02289). The column's
-- default does what BenchmarkSQL's trigger bmsql_history_before_insert does, without a call of PL/SQL for each row.

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

alter table bmsql_history modify (hist_id default bmsql_hist_id_seq.nextval);

alter table bmsql_history add primary key (hist_id);
