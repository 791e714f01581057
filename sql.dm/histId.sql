-- Not a step of the build: numbers new rows of bmsql_history from above the loaded ones, without a key. Each Payment then calls
-- the trigger.

-- {
declare
    next_id bigint;
begin
    select nvl(max(hist_id), 0) + 1 into next_id from bmsql_history;
    execute immediate 'drop sequence bmsql_hist_id_seq';
    execute immediate 'create sequence bmsql_hist_id_seq start with ' || next_id || ' cache 1000';
end;
-- }

-- {
create or replace trigger bmsql_history_before_insert
    before insert on bmsql_history
    for each row
begin
    if :new.hist_id is null then
        :new.hist_id := bmsql_hist_id_seq.nextval;
    end if;
end;
-- }
