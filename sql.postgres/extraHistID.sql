-- New rows of bmsql_history are numbered by the sequence, from above the loaded ones. The key of a partitioned table must hold the
-- column that its partitions go by.

select setval('bmsql_hist_id_seq', (select coalesce(max(hist_id), 0) + 1 from bmsql_history), false);

alter sequence bmsql_hist_id_seq cache 100;

alter table bmsql_history alter column hist_id set default nextval('bmsql_hist_id_seq');

alter table bmsql_history
    add primary key (hist_id); -- when not partitions
    add primary key (hist_id, h_c_w_id); -- when partitions
