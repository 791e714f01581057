-- Free space in the pages of the updated tables, so that a new row version can stay in the page of the old one and no index changes.
-- bmsql_order_line: each line is updated once, by Delivery, and the space of the dead version is used by the next ones. Measured
-- on PostgreSQL 15 over runs of 2 and 3 minutes: 85 of 100 updates stay beside the old version, with full pages 66. bmsql_oorder
-- gets none: the unique index holds the carrier, so that no update of it can stay.

-- when fillFactors and not partitions
alter table bmsql_warehouse set (fillfactor = 50);
alter table bmsql_district set (fillfactor = 79);
alter table bmsql_customer set (fillfactor = 90);
alter table bmsql_stock set (fillfactor = 95);
alter table bmsql_order_line set (fillfactor = 85);
-- end

-- Partitions have pages, their parents have none.
-- for each partition with fillFactors
alter table bmsql_warehouse_{remainder} set (fillfactor = 50);
alter table bmsql_district_{remainder} set (fillfactor = 79);
alter table bmsql_customer_{remainder} set (fillfactor = 90);
alter table bmsql_stock_{remainder} set (fillfactor = 95);
alter table bmsql_order_line_{remainder} set (fillfactor = 85);
-- end
