-- After the rows of runs are gone: the next row is numbered as after the build.

select setval('bmsql_hist_id_seq', (select coalesce(max(hist_id), 0) + 1 from bmsql_history), false);
