-- The key (hist_id, h_c_w_id) and the default are made with the table. Here the sequence moves above the loaded rows.

select setval('bmsql_hist_id_seq', (select coalesce(max(hist_id), 0) + 1 from bmsql_history), false);
