-- New rows of bmsql_history are numbered by the sequence, from above the loaded ones. openGauss does not change a sequence's cache.

select setval('bmsql_hist_id_seq', (select coalesce(max(hist_id), 0) + 1 from bmsql_history), false);

alter table bmsql_history alter column hist_id set default nextval('bmsql_hist_id_seq');

alter table bmsql_history add primary key (hist_id);
