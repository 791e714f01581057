-- Room in the pages of the updated tables, so that a new row version can stay beside the old one and no index is touched.

alter table bmsql_warehouse set (fillfactor = 50);
alter table bmsql_district set (fillfactor = 79);
alter table bmsql_customer set (fillfactor = 90);
alter table bmsql_stock set (fillfactor = 95);
