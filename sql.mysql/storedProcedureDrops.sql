-- Procedures of storedProcedureCreates.sql, and those of older versions.

drop procedure if exists bmsql_proc_new_order_trx;
drop procedure if exists bmsql_proc_new_order;
drop procedure if exists bmsql_proc_payment_trx;
drop procedure if exists bmsql_proc_payment;
drop procedure if exists bmsql_proc_order_status_trx;
drop procedure if exists bmsql_proc_order_status;
drop procedure if exists bmsql_proc_stock_level_trx;
drop procedure if exists bmsql_proc_stock_level;
drop procedure if exists bmsql_proc_delivery_bg_trx;
drop procedure if exists bmsql_proc_delivery_bg;
drop procedure if exists bmsql_cid_from_clast;
