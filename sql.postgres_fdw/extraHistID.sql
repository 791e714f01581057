-- New rows of bmsql_history are numbered by the coordinator, from above the loaded ones.

select setval('bmsql_hist_id_seq', (select coalesce(max(hist_id), 0) + 1 from bmsql_history), false);

alter sequence bmsql_hist_id_seq cache 100;

-- A row is inserted through the leaf's own default, not the parent's, when a statement names the leaf; so both have it.
alter table bmsql_history alter column hist_id set default nextval('bmsql_hist_id_seq');

-- for each partition
select dblink_exec('shard_{shard}', 'alter table bmsql.bmsql_history_{remainder} add primary key (hist_id)');
-- end
