-- Procedures of storedProcedureCreates.sql.

drop procedure if exists bmsql_proc_new_order;
drop procedure if exists bmsql_proc_payment;
drop procedure if exists bmsql_proc_order_status;
drop procedure if exists bmsql_proc_stock_level;
drop procedure if exists bmsql_proc_delivery_bg;
drop procedure if exists bmsql_cid_from_clast;
