-- Functions of storedProcedureCreates.sql, also those that BenchmarkSQL 5.1 or later made.

drop function if exists bmsql_proc_new_order(integer, integer, integer, integer[], integer[], integer[]);
drop function if exists bmsql_proc_payment(integer, integer, integer, integer, integer, varchar, decimal);
drop function if exists bmsql_proc_order_status(integer, integer, integer, varchar);
drop function if exists bmsql_proc_stock_level(integer, integer, integer);
drop function if exists bmsql_proc_delivery_bg(integer, integer, timestamp);
drop function if exists bmsql_cid_from_clast(integer, integer, varchar);
