-- Every statement of the program, in a form that most databases understand. A dialect's own statements.sql holds only
-- those that differ. Parameters are written :name and may be used in any order; the columns of a query are read by their
-- position, so a dialect must keep their order.

-- ---------------------------------------------------------------- New-Order, clause 2.4

-- name: NewOrder.district
-- Columns: d_tax, d_next_o_id. The lock keeps the order numbers of the district without gaps.
SELECT d_tax, d_next_o_id
    FROM bmsql_district
    WHERE d_w_id = :w_id AND d_id = :d_id
    FOR UPDATE;

-- name: NewOrder.customer
-- Columns: c_discount, c_last, c_credit, w_tax.
SELECT c_discount, c_last, c_credit, w_tax
    FROM bmsql_customer
    JOIN bmsql_warehouse ON (w_id = c_w_id)
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id;

-- name: NewOrder.nextOrderId
UPDATE bmsql_district
    SET d_next_o_id = d_next_o_id + 1
    WHERE d_w_id = :w_id AND d_id = :d_id;

-- name: NewOrder.insertOrder
INSERT INTO bmsql_oorder (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
    VALUES (:o_id, :d_id, :w_id, :c_id, :entry_d, :ol_cnt, :all_local);

-- name: NewOrder.insertNewOrder
INSERT INTO bmsql_new_order (no_o_id, no_d_id, no_w_id)
    VALUES (:o_id, :d_id, :w_id);

-- name: NewOrder.item
-- Columns: i_price, i_name, i_data.
SELECT i_price, i_name, i_data
    FROM bmsql_item
    WHERE i_id = :i_id;

-- name: NewOrder.stock
-- Columns: s_quantity, s_data, s_dist_01 .. s_dist_10.
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08,
        s_dist_09, s_dist_10
    FROM bmsql_stock
    WHERE s_w_id = :w_id AND s_i_id = :i_id
    FOR UPDATE;

-- name: NewOrder.updateStock
-- The program computes the new quantity; remote is 1 for a line of another warehouse, else 0.
UPDATE bmsql_stock
    SET s_quantity = :quantity, s_ytd = s_ytd + :ol_quantity, s_order_cnt = s_order_cnt + 1,
        s_remote_cnt = s_remote_cnt + :remote
    WHERE s_w_id = :w_id AND s_i_id = :i_id;

-- name: NewOrder.insertOrderLine
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount,
        ol_dist_info)
    VALUES (:o_id, :d_id, :w_id, :ol_number, :i_id, :supply_w_id, :ol_quantity, :amount, :dist_info);

-- ---------------------------------------------------------------- Payment, clause 2.5

-- name: Payment.updateDistrict
UPDATE bmsql_district
    SET d_ytd = d_ytd + :amount
    WHERE d_w_id = :w_id AND d_id = :d_id;

-- name: Payment.district
-- Columns: d_name, d_street_1, d_street_2, d_city, d_state, d_zip.
SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip
    FROM bmsql_district
    WHERE d_w_id = :w_id AND d_id = :d_id;

-- name: Payment.updateWarehouse
UPDATE bmsql_warehouse
    SET w_ytd = w_ytd + :amount
    WHERE w_id = :w_id;

-- name: Payment.warehouse
-- Columns: w_name, w_street_1, w_street_2, w_city, w_state, w_zip.
SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip
    FROM bmsql_warehouse
    WHERE w_id = :w_id;

-- name: Payment.customersByName
-- Columns: c_id; the program takes the row in the middle.
SELECT c_id
    FROM bmsql_customer
    WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_last = :c_last
    ORDER BY c_first;

-- name: Payment.customer
-- Columns: c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
-- c_credit_lim, c_discount, c_balance.
SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
        c_credit_lim, c_discount, c_balance
    FROM bmsql_customer
    WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_id = :c_id
    FOR UPDATE;

-- name: Payment.customerData
-- Columns: c_data.
SELECT c_data
    FROM bmsql_customer
    WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_id = :c_id;

-- name: Payment.updateCustomer
UPDATE bmsql_customer
    SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount, c_payment_cnt = c_payment_cnt + 1
    WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_id = :c_id;

-- name: Payment.updateBadCreditCustomer
UPDATE bmsql_customer
    SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount, c_payment_cnt = c_payment_cnt + 1,
        c_data = :c_data
    WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_id = :c_id;

-- name: Payment.insertHistory
-- hist_id comes from the database itself.
INSERT INTO bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (:c_id, :c_d_id, :c_w_id, :d_id, :w_id, :h_date, :amount, :h_data);

-- ---------------------------------------------------------------- Order-Status, clause 2.6

-- name: OrderStatus.customersByName
-- Columns: c_id; the program takes the row in the middle.
SELECT c_id
    FROM bmsql_customer
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_last = :c_last
    ORDER BY c_first;

-- name: OrderStatus.customer
-- Columns: c_first, c_middle, c_last, c_balance.
SELECT c_first, c_middle, c_last, c_balance
    FROM bmsql_customer
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id;

-- name: OrderStatus.lastOrder
-- Columns: o_id, o_entry_d, o_carrier_id.
SELECT o_id, o_entry_d, o_carrier_id
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_c_id = :c_id
    ORDER BY o_id DESC
    FETCH FIRST 1 ROWS ONLY;

-- name: OrderStatus.orderLines
-- Columns: ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d.
SELECT ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivery_d
    FROM bmsql_order_line
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id = :o_id
    ORDER BY ol_w_id, ol_d_id, ol_o_id, ol_number;

-- ---------------------------------------------------------------- Delivery, clause 2.7

-- name: Delivery.oldestNewOrder
-- Columns: no_o_id. Without a lock here, the row count of the delete below shows who came first.
SELECT no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id
    ORDER BY no_o_id
    FETCH FIRST 1 ROWS ONLY;

-- name: Delivery.deleteNewOrder
DELETE FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id AND no_o_id = :o_id;

-- name: Delivery.updateOrder
UPDATE bmsql_oorder
    SET o_carrier_id = :carrier_id
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_id = :o_id;

-- name: Delivery.customerOfOrder
-- Columns: o_c_id.
SELECT o_c_id
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_id = :o_id;

-- name: Delivery.updateOrderLines
UPDATE bmsql_order_line
    SET ol_delivery_d = :delivery_d
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id = :o_id;

-- name: Delivery.sumOrderLines
-- Columns: the sum of ol_amount.
SELECT sum(ol_amount)
    FROM bmsql_order_line
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id = :o_id;

-- name: Delivery.updateCustomer
UPDATE bmsql_customer
    SET c_balance = c_balance + :amount, c_delivery_cnt = c_delivery_cnt + 1
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id;

-- ---------------------------------------------------------------- Stock-Level, clause 2.8

-- name: StockLevel.nextOrderId
-- Columns: d_next_o_id. A dialect may leave the text out when its countLow does not use :next_o_id.
SELECT d_next_o_id
    FROM bmsql_district
    WHERE d_w_id = :w_id AND d_id = :d_id;

-- name: StockLevel.countLow
-- Columns: the number of different items of the last 20 orders with less stock than the threshold. :first_o_id is :next_o_id less 20:
-- not every database takes a parameter in arithmetic.
SELECT count(DISTINCT ol_i_id)
    FROM bmsql_order_line
    JOIN bmsql_stock ON (s_i_id = ol_i_id)
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id >= :first_o_id AND ol_o_id < :next_o_id
        AND s_w_id = :w_id AND s_quantity < :threshold;

-- ---------------------------------------------------------------- batchStatements=true: not common
-- A dialect that has this form gives every text but openOrder, updateStocks, pay and payCustomer. Parameters that no line needs repeat those
-- of another line; a district without an open order has order 0.

-- name: Batch.openOrder
-- Columns: d_tax, the order's number, c_discount, w_tax. Takes the district's next order number and inserts the order and
-- the new order; where it is empty, the statements of NewOrder do.

-- name: Batch.stocks
-- Columns: s_w_id, s_i_id, s_quantity, s_dist_xx of :d_id, i_price; stock locked, sorted by s_w_id and s_i_id.

-- name: Batch.updateStocks
-- Sets the stock of lines of different items to :quantity_1 and so on, and counts what was :ordered_1. Where it is empty, or two lines are
-- of one item, a batch of NewOrder.updateStock does.

-- name: Batch.pay
-- Columns: d_name, w_name. Adds :amount to the district, then to the warehouse; where it is empty, the statements of Payment do.

-- name: Batch.payCustomer
-- Columns: c_id. Takes :amount from the customer, whose :c_last counts unless it is empty, and inserts the row of history.

-- name: Batch.oldestNewOrders
-- Columns: no_d_id, no_o_id; one row at most for each district of the warehouse.

-- name: Batch.customersOfOrders
-- Columns: o_d_id, o_c_id. :o_1 is the order of district 1.

-- name: Batch.sumOrderLines
-- Columns: ol_d_id, the sum of ol_amount.

-- name: Batch.closeOrder
-- The lines' stock, which nobody else changes since Batch.stocks, and the lines: lists of numbers with commas between them, in the order
-- of the lines. left_over is the stock's new quantity, amounts are in cents. All items differ.

-- name: Batch.charge
-- The customers of districts 1 to 10 and what their orders amount to, in cents, as such lists; customer 0 for none.

-- name: Batch.commit
-- Goes in one message with the last statement where the driver sends "a; commit" so and stops at the first error.

-- ---------------------------------------------------------------- useStoredProcedures=true: not common
-- One row each; or a {call ...} that has every value as an output parameter instead, by the name behind its column. Lists are texts
-- of numbers with commas between them, line 1 first; :line_order holds the numbers of the lines in the order in which their stock is
-- to be locked. An empty :c_last means the customer by number.

-- name: Procedure.newOrder
-- Columns: the order's number (:out_o_id), its total amount (:out_total_amount). An item that does not exist is the error that
-- "unusedItem" of dialect.properties describes.

-- name: Procedure.payment
-- Columns: c_id (:out_c_id).

-- name: Procedure.orderStatus
-- Columns: c_id (:out_c_id), o_id (:out_o_id).

-- name: Procedure.stockLevel
-- Columns: the number of different items (:out_low_stock).

-- name: Procedure.delivery
-- Columns: a list of ten order numbers, 0 for a district without an open order (:out_delivered_o_id).

-- ---------------------------------------------------------------- The configuration table

-- name: Server.clock
-- Columns: the server's clock in seconds since 1970. Where it is empty, the program's own clock counts.

-- name: Lock.take
-- Columns: 1 when this session has the lock of the tables from now on, until it ends, else 0. Several sessions may have it with
-- :shared 1, and then none with 0. :holder is who takes it, in at most 50 characters. Empty where the server has no locks that all
-- its nodes know: a row of bmsql_config, renewed every five seconds, does instead.

-- name: Lock.release
-- Sent by the session that has it.

-- name: Lock.holder
-- Columns: the :holder of each session that has the lock, or other words for it.

-- name: Lock.renew
UPDATE bmsql_config
    SET cfg_value = :cfg_value
    WHERE cfg_name = 'lock' AND cfg_value = :old_value;

-- name: Config.read
-- Columns: cfg_value.
SELECT cfg_value
    FROM bmsql_config
    WHERE cfg_name = :cfg_name;

-- name: Config.all
-- Columns: cfg_name, cfg_value.
SELECT cfg_name, cfg_value
    FROM bmsql_config;

-- name: Config.write
INSERT INTO bmsql_config (cfg_name, cfg_value)
    VALUES (:cfg_name, :cfg_value);

-- name: Config.update
UPDATE bmsql_config
    SET cfg_value = :cfg_value
    WHERE cfg_name = :cfg_name;

-- name: Config.delete
DELETE FROM bmsql_config
    WHERE cfg_name = :cfg_name;

-- ---------------------------------------------------------------- Load through batches, columns as in the CSV files

-- name: Load.config
INSERT INTO bmsql_config (cfg_name, cfg_value)
    VALUES (:cfg_name, :cfg_value);

-- name: Load.item
INSERT INTO bmsql_item (i_id, i_name, i_price, i_data, i_im_id)
    VALUES (:i_id, :i_name, :i_price, :i_data, :i_im_id);

-- name: Load.warehouse
INSERT INTO bmsql_warehouse (w_id, w_ytd, w_tax, w_name, w_street_1, w_street_2, w_city, w_state, w_zip)
    VALUES (:w_id, :w_ytd, :w_tax, :w_name, :w_street_1, :w_street_2, :w_city, :w_state, :w_zip);

-- name: Load.stock
INSERT INTO bmsql_stock (s_i_id, s_w_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data, s_dist_01, s_dist_02,
        s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10)
    VALUES (:s_i_id, :s_w_id, :s_quantity, :s_ytd, :s_order_cnt, :s_remote_cnt, :s_data, :s_dist_01, :s_dist_02,
        :s_dist_03, :s_dist_04, :s_dist_05, :s_dist_06, :s_dist_07, :s_dist_08, :s_dist_09, :s_dist_10);

-- name: Load.district
INSERT INTO bmsql_district (d_id, d_w_id, d_ytd, d_tax, d_next_o_id, d_name, d_street_1, d_street_2, d_city, d_state,
        d_zip)
    VALUES (:d_id, :d_w_id, :d_ytd, :d_tax, :d_next_o_id, :d_name, :d_street_1, :d_street_2, :d_city, :d_state,
        :d_zip);

-- name: Load.customer
INSERT INTO bmsql_customer (c_id, c_d_id, c_w_id, c_discount, c_credit, c_last, c_first, c_credit_lim, c_balance,
        c_ytd_payment, c_payment_cnt, c_delivery_cnt, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
        c_since, c_middle, c_data)
    VALUES (:c_id, :c_d_id, :c_w_id, :c_discount, :c_credit, :c_last, :c_first, :c_credit_lim, :c_balance,
        :c_ytd_payment, :c_payment_cnt, :c_delivery_cnt, :c_street_1, :c_street_2, :c_city, :c_state, :c_zip,
        :c_phone, :c_since, :c_middle, :c_data);

-- name: Load.history
INSERT INTO bmsql_history (hist_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (:hist_id, :h_c_id, :h_c_d_id, :h_c_w_id, :h_d_id, :h_w_id, :h_date, :h_amount, :h_data);

-- name: Load.order
INSERT INTO bmsql_oorder (o_id, o_w_id, o_d_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local, o_entry_d)
    VALUES (:o_id, :o_w_id, :o_d_id, :o_c_id, :o_carrier_id, :o_ol_cnt, :o_all_local, :o_entry_d);

-- name: Load.orderLine
INSERT INTO bmsql_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_delivery_d, ol_amount, ol_supply_w_id,
        ol_quantity, ol_dist_info)
    VALUES (:ol_w_id, :ol_d_id, :ol_o_id, :ol_number, :ol_i_id, :ol_delivery_d, :ol_amount, :ol_supply_w_id,
        :ol_quantity, :ol_dist_info);

-- name: Load.newOrder
INSERT INTO bmsql_new_order (no_w_id, no_d_id, no_o_id)
    VALUES (:no_w_id, :no_d_id, :no_o_id);

-- ---------------------------------------------------------------- Load through a bulk protocol: not common

-- name: Copy.table

-- ---------------------------------------------------------------- Tables of a workload folder (docs/workloads.md)

-- name: Insert.row
-- {table}, {columns} and {values} are replaced.
INSERT INTO {table} ({columns}) VALUES ({values});

-- name: Analyze.table
-- Statistics after the load of a workload's table; {table} is replaced, and {columns} by those that have values.

-- ---------------------------------------------------------------- What is there before a load; the journal of a build or load

-- name: Filled.table
-- Only the first row is fetched. {table} is replaced by the name of a table.
SELECT 1 FROM {table};

-- name: Count.table
-- {table} is replaced by the name of a table of a workload folder.
SELECT count(*) FROM {table};

-- name: History.moveOn
-- For an own tableCreates.sql whose hist_id is an identity, a serial or the like: sent after the load where the table gives new rows the numbers
-- of loaded ones. {next} is replaced by the first free number.
ALTER TABLE bmsql_history ALTER COLUMN hist_id RESTART WITH {next};

-- name: Sequence.find
-- A row when there is such a sequence. Empty where the database has none, or does not say it.

-- name: Progress.read
-- Columns: lp_name, lp_value.
SELECT lp_name, lp_value FROM bmsql_load_progress;

-- name: Progress.write
-- The primary key makes a second insert of a name wait for the transaction of the first one, and then fail.
INSERT INTO bmsql_load_progress (lp_name, lp_value)
    VALUES (:lp_name, :lp_value);

-- ---------------------------------------------------------------- Sessions and snapshots: not common

-- name: Session.load
-- Sent once on each connection of the load.

-- name: Session.build
-- Sent once on each connection that runs build scripts.

-- name: Session.reset
-- Sent once on each connection that resets rows; no error when it is refused. The order of its statements keeps the foreign keys, so
-- they need not be checked.

-- name: Session.own
-- Sent once on each connection that is no worker's of a run, with auto-commit on: takes back what URL, role
-- or server set for sessions and builds and checks cannot live with.

-- name: Session.number
-- Tells the server's sessions apart, where a pooler may stand between: behind one that hands a session on after each transaction
-- no lock of a session is taken.

-- name: Tables.withoutRollback
-- The tables of TPC-C, with their engine, that stay changed when a transaction is rolled back. Empty where a database has none such.

-- name: Session.schemas
-- The schemas where a name is looked for, first the one where tables are made.

-- name: Session.oneSchema
-- Sent on each connection of a destroy where there are several: from now on names are looked for in the first alone.

-- name: Server.identity
-- Tells servers apart, where the driver knows its session by a number: equal numbers of two servers are two sessions.

-- name: Session.check
-- Sent at the start of each transaction of the consistency check.

-- name: Snapshot.begin
-- The first statement of a transaction, which from now on looks at one moment. Where it is missing the driver sets the level of the
-- session, which a pooler may hand on to others.

-- name: Snapshot.hold
-- Where sessions cannot join each other's snapshot: keeps the tables as they are until its connection is closed, which is as soon as all
-- sessions have begun.

-- name: Snapshot.export
-- Columns: a name under which other connections can see the same snapshot.

-- name: Snapshot.import
-- {snapshot} is replaced by that name.

-- ---------------------------------------------------------------- The ledger of a run

-- name: Ledger.marks
-- Columns: cfg_name, cfg_value of the last runs, one row for each range of warehouses.
SELECT cfg_name, cfg_value
    FROM bmsql_config
    WHERE cfg_name LIKE 'ledger %';

-- name: Ledger.warehouses
-- Columns: w_id, w_ytd.
SELECT w_id, w_ytd
    FROM bmsql_warehouse
    WHERE w_id BETWEEN :w_from AND :w_to
    ORDER BY w_id;

-- name: Ledger.districts
-- Columns: d_w_id, d_id, d_next_o_id, d_ytd.
SELECT d_w_id, d_id, d_next_o_id, d_ytd
    FROM bmsql_district
    WHERE d_w_id BETWEEN :w_from AND :w_to
    ORDER BY d_w_id, d_id;

-- name: Ledger.oldestNewOrders
-- Columns: no_w_id, no_d_id, the oldest open order of the district.
SELECT no_w_id, no_d_id, min(no_o_id)
    FROM bmsql_new_order
    WHERE no_w_id BETWEEN :w_from AND :w_to
    GROUP BY no_w_id, no_d_id;

-- name: Ledger.historyMark
-- Columns: the highest number of a row of history.
SELECT max(hist_id)
    FROM bmsql_history;

-- name: Ledger.historyDate
-- Columns: the latest date of the rows that runs made: those that are not numbered like the loaded ones, up to :loaded.
SELECT max(h_date)
    FROM bmsql_history
    WHERE (hist_id > :loaded OR hist_id IS NULL) AND h_w_id BETWEEN :w_from AND :w_to;

-- name: Ledger.orders
-- Columns: o_id, o_c_id, o_ol_cnt, o_carrier_id, c_discount, d_tax + w_tax.
SELECT o_id, o_c_id, o_ol_cnt, o_carrier_id, c_discount, d_tax + w_tax
    FROM bmsql_oorder
    JOIN bmsql_warehouse ON (w_id = o_w_id)
    JOIN bmsql_district ON (d_w_id = o_w_id AND d_id = o_d_id)
    LEFT JOIN bmsql_customer ON (c_w_id = o_w_id AND c_d_id = o_d_id AND c_id = o_c_id)
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_id BETWEEN :o_from AND :o_to
    ORDER BY o_id;

-- name: Ledger.orderLines
-- Columns: ol_o_id, the number of its lines, the sum of ol_amount, how many lines are delivered.
SELECT ol_o_id, count(*), sum(ol_amount), count(ol_delivery_d)
    FROM bmsql_order_line
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id BETWEEN :o_from AND :o_to
    GROUP BY ol_o_id
    ORDER BY ol_o_id;

-- name: Ledger.newOrders
-- Columns: no_o_id.
SELECT no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id AND no_o_id BETWEEN :o_from AND :o_to
    ORDER BY no_o_id;

-- name: Ledger.history
-- Columns: h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_amount of the payments since the start of the run. :mark was the highest
-- number then, :loaded is that of the load, and :since is a date after those of all older rows where numbers do not tell. Where
-- numbers come without order a dialect compares them with :loaded. A run tries before it begins whether a new row is found.
SELECT h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_amount
    FROM bmsql_history
    WHERE (hist_id > :mark OR hist_id IS NULL) AND h_date >= :since AND h_w_id BETWEEN :w_from AND :w_to;

-- name: Ledger.balances
-- Columns: c_w_id, the sum of c_balance.
SELECT c_w_id, sum(c_balance)
    FROM bmsql_customer
    WHERE c_w_id BETWEEN :w_from AND :w_to
    GROUP BY c_w_id;

-- name: Ledger.delivered
-- Columns: ol_w_id, the sum of ol_amount of delivered lines.
SELECT ol_w_id, sum(ol_amount)
    FROM bmsql_order_line
    WHERE ol_w_id BETWEEN :w_from AND :w_to AND ol_delivery_d IS NOT NULL
    GROUP BY ol_w_id;

-- name: Ledger.paid
-- Columns: h_c_w_id, the sum of h_amount of its customers.
SELECT h_c_w_id, sum(h_amount)
    FROM bmsql_history
    WHERE h_c_w_id BETWEEN :w_from AND :w_to
    GROUP BY h_c_w_id;

-- ---------------------------------------------------------------- `bmsql reset`: back to the loaded state
-- Each statement may be sent again: it changes only what differs from the loaded state, so that an interrupted reset can be repeated. The constants
-- are those of clause 4.3.3.1.

-- name: Reset.warehouse
UPDATE bmsql_warehouse
    SET w_ytd = 300000.00
    WHERE w_id = :w_id AND w_ytd <> 300000.00;

-- name: Reset.district
UPDATE bmsql_district
    SET d_ytd = 30000.00, d_next_o_id = 3001
    WHERE d_w_id = :w_id AND d_id = :d_id AND (d_ytd <> 30000.00 OR d_next_o_id <> 3001);

-- name: Reset.stock
-- At most 1,000 items, :first the first of a thousand. :quantities holds the loaded s_quantity of each of them, less ten, in two
-- digits: the rows need no table to come from.
UPDATE bmsql_stock
    SET s_quantity = 10 + CAST(substr(:quantities, 2 * mod(s_i_id - 1, 1000) + 1, 2) AS integer), s_ytd = 0, s_order_cnt = 0,
        s_remote_cnt = 0
    WHERE s_w_id = :w_id AND s_i_id BETWEEN :first AND :last AND (s_ytd <> 0 OR s_order_cnt <> 0 OR s_remote_cnt <> 0);

-- name: Reset.changedStock
-- Columns: how many rows of the warehouse changed; 0 where rewriteStock would not fit the table.

-- name: Reset.rewriteStock
-- Sent in the place of Reset.stock when a third of the rows changed: gives all rows of the table their loaded values at once. {quantities}
-- is replaced by the loaded s_quantity of all rows by warehouse and item, each two hexadecimal digits. Empty where the
-- database has no such way; if it fails, Reset.stock follows.

-- name: Reset.changedData
-- Columns: c_id of the customers whose c_data payments may have changed.
SELECT c_id
    FROM bmsql_customer
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_credit = 'BC' AND c_payment_cnt <> 1;

-- name: Reset.customerData
UPDATE bmsql_customer
    SET c_balance = -10.00, c_ytd_payment = 10.00, c_payment_cnt = 1, c_delivery_cnt = 0, c_data = :c_data
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id;

-- name: Reset.customers
-- After customerData.
UPDATE bmsql_customer
    SET c_balance = -10.00, c_ytd_payment = 10.00, c_payment_cnt = 1, c_delivery_cnt = 0
    WHERE c_w_id = :w_id AND c_d_id = :d_id
        AND (c_balance <> -10.00 OR c_ytd_payment <> 10.00 OR c_payment_cnt <> 1 OR c_delivery_cnt <> 0);

-- name: Reset.customersPart
-- In the place of customers, for databases that write a new version of a row where its page has free space: sent :parts times for each district,
-- with :part from 0. Each part changes a share of the rows. Where it is empty, customers does all at once.

-- name: Reset.newestOrder
-- Columns: the highest o_id of the district.
SELECT max(o_id)
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id;

-- name: Reset.deleteNewOrders
-- Sent before the two that follow, for the foreign keys.
DELETE FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id AND no_o_id BETWEEN :first AND :last;

-- name: Reset.deleteOrderLines
DELETE FROM bmsql_order_line
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id BETWEEN :first AND :last;

-- name: Reset.deleteOrders
DELETE FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_id BETWEEN :first AND :last;

-- name: Reset.orders
UPDATE bmsql_oorder
    SET o_carrier_id = NULL
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_id BETWEEN 2101 AND 3000 AND o_carrier_id IS NOT NULL;

-- name: Reset.orderLines
UPDATE bmsql_order_line
    SET ol_delivery_d = NULL
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id BETWEEN 2101 AND 3000 AND ol_delivery_d IS NOT NULL;

-- name: Reset.orderLinesPart
-- In the place of orderLines, as customersPart.

-- name: Reset.newOrders
INSERT INTO bmsql_new_order (no_w_id, no_d_id, no_o_id)
    SELECT o_w_id, o_d_id, o_id
        FROM bmsql_oorder
        WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_id BETWEEN 2101 AND 3000
            AND NOT EXISTS (
                SELECT no_o_id FROM bmsql_new_order WHERE no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id);

-- name: Reset.history
DELETE FROM bmsql_history
    WHERE hist_id BETWEEN :first AND :last;

-- name: Reset.unnumberedHistory
-- Where the database does not number the rows of a run.
DELETE FROM bmsql_history
    WHERE hist_id IS NULL;

-- name: Reset.rewrite
-- Writes a table again without the space of its deleted rows; sent when more rows were deleted than kept. {table} is replaced.

-- ---------------------------------------------------------------- `bmsql reset --way template`: not common
-- Sent through another database of the server. {name}, {from} and {to} are replaced by names of databases.

-- name: Template.databases
-- Columns: the name of each database of the server.

-- name: Template.copy
-- Makes a copy of a database that has no sessions.

-- name: Template.clone
-- Sent before copyFast, for files that the disk may share; no error when it is refused.

-- name: Template.copyFast
-- The same in a way that not every version has; empty where there is none.

-- name: Template.sessions
-- Columns: the database and the program of each session of {from} and {to}. Empty where the database cannot tell.

-- name: Template.carry
-- Columns: why it cannot be done, or NULL; a statement that sets on the database {to} what is set on {from} itself, which a copy does not
-- have. Sent in this order, in one transaction.

-- name: Template.rename
-- In the transaction of carry.

-- name: Template.drop

-- ---------------------------------------------------------------- `bmsql fingerprint`: the rows of each table in parts
-- Columns as in the CSV files. Of a moment only: 1 that of the load, 0 another one, NULL none. Nothing changes
-- c_since, so it is that of the load.

-- name: Fingerprint.sum
-- Columns: the number of rows, the sum of the first 60 bits of each row's MD5, of the text "(column,column,...)". {rows} is replaced by
-- one of the statements below. Empty where the database cannot make that text: then the program reads the rows and sums.

-- name: Rows.otherWarehouses
-- Columns: the number of each warehouse that has rows and was not loaded.
SELECT w_id FROM bmsql_warehouse WHERE w_id < 1 OR w_id > :warehouses
UNION SELECT d_w_id FROM bmsql_district WHERE d_w_id < 1 OR d_w_id > :warehouses
UNION SELECT c_w_id FROM bmsql_customer WHERE c_w_id < 1 OR c_w_id > :warehouses
UNION SELECT s_w_id FROM bmsql_stock WHERE s_w_id < 1 OR s_w_id > :warehouses
UNION SELECT o_w_id FROM bmsql_oorder WHERE o_w_id < 1 OR o_w_id > :warehouses
UNION SELECT ol_w_id FROM bmsql_order_line WHERE ol_w_id < 1 OR ol_w_id > :warehouses
UNION SELECT no_w_id FROM bmsql_new_order WHERE no_w_id < 1 OR no_w_id > :warehouses;

-- name: Rows.item
SELECT i_id, i_name, i_price, i_data, i_im_id
    FROM bmsql_item
    WHERE i_id BETWEEN :first AND :last;

-- name: Rows.warehouse
SELECT w_id, w_ytd, w_tax, w_name, w_street_1, w_street_2, w_city, w_state, w_zip
    FROM bmsql_warehouse
    WHERE w_id = :w_id;

-- name: Rows.stock
SELECT s_i_id, s_w_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04,
        s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10
    FROM bmsql_stock
    WHERE s_w_id = :w_id AND s_i_id BETWEEN :first AND :last;

-- name: Rows.district
SELECT d_id, d_w_id, d_ytd, d_tax, d_next_o_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip
    FROM bmsql_district
    WHERE d_w_id = :w_id AND d_id BETWEEN :first AND :last;

-- name: Rows.customer
SELECT c_id, c_d_id, c_w_id, c_discount, c_credit, c_last, c_first, c_credit_lim, c_balance, c_ytd_payment, c_payment_cnt,
        c_delivery_cnt, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
        CASE WHEN c_since = (SELECT c_since FROM bmsql_customer WHERE c_w_id = 1 AND c_d_id = 1 AND c_id = 1) THEN 1
            WHEN c_since IS NOT NULL THEN 0 END,
        c_middle, c_data
    FROM bmsql_customer
    WHERE c_w_id = :w_id AND c_d_id BETWEEN :first AND :last;

-- name: Rows.history
SELECT hist_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id,
        CASE WHEN h_date = (SELECT c_since FROM bmsql_customer WHERE c_w_id = 1 AND c_d_id = 1 AND c_id = 1) THEN 1
            WHEN h_date IS NOT NULL THEN 0 END,
        h_amount, h_data
    FROM bmsql_history
    WHERE hist_id BETWEEN :first AND :last;

-- name: Rows.unnumberedHistory
SELECT hist_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id,
        CASE WHEN h_date = (SELECT c_since FROM bmsql_customer WHERE c_w_id = 1 AND c_d_id = 1 AND c_id = 1) THEN 1
            WHEN h_date IS NOT NULL THEN 0 END,
        h_amount, h_data
    FROM bmsql_history
    WHERE hist_id IS NULL;

-- name: Rows.order
SELECT o_id, o_w_id, o_d_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local,
        CASE WHEN o_entry_d = (SELECT c_since FROM bmsql_customer WHERE c_w_id = 1 AND c_d_id = 1 AND c_id = 1) THEN 1
            WHEN o_entry_d IS NOT NULL THEN 0 END
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id BETWEEN :first AND :last;

-- name: Rows.orderLine
SELECT ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id,
        CASE WHEN ol_delivery_d = (SELECT c_since FROM bmsql_customer WHERE c_w_id = 1 AND c_d_id = 1 AND c_id = 1) THEN 1
            WHEN ol_delivery_d IS NOT NULL THEN 0 END,
        ol_amount, ol_supply_w_id, ol_quantity, ol_dist_info
    FROM bmsql_order_line
    WHERE ol_w_id = :w_id AND ol_d_id BETWEEN :first AND :last;

-- name: Rows.newOrder
SELECT no_w_id, no_d_id, no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id BETWEEN :first AND :last;

-- ---------------------------------------------------------------- The ACID tests of clause 3

-- name: Acid.district
-- Columns: d_ytd, d_next_o_id.
SELECT d_ytd, d_next_o_id
    FROM bmsql_district
    WHERE d_w_id = :w_id AND d_id = :d_id;

-- name: Acid.warehouse
-- Columns: w_ytd.
SELECT w_ytd
    FROM bmsql_warehouse
    WHERE w_id = :w_id;

-- name: Acid.customer
-- Columns: c_balance, c_ytd_payment, c_payment_cnt.
SELECT c_balance, c_ytd_payment, c_payment_cnt
    FROM bmsql_customer
    WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id;

-- name: Acid.payments
-- Columns: the rows of history of a customer.
SELECT count(*)
    FROM bmsql_history
    WHERE h_c_w_id = :w_id AND h_c_d_id = :d_id AND h_c_id = :c_id;

-- name: Acid.updatePrice
UPDATE bmsql_item
    SET i_price = :price
    WHERE i_id = :i_id;

-- name: Acid.deleteNewOrders
-- Rolled back afterwards.
DELETE FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id;

-- ---------------------------------------------------------------- Storage nodes behind a database: not common

-- name: Shard.ids
-- Column: the id of a shard, one row each, in the order in which partitions are dealt out.

-- name: Xa.nodes
-- Columns: host and port of each storage node that takes writes.

-- name: Xa.runs
-- Column: how many other sessions there are that may be at work in storage: of this program, or in a transaction.

-- name: Xa.recover
-- On a storage node. Columns: formatID, gtrid_length, bqual_length, data of each prepared branch.

-- name: Xa.rollback
-- On a storage node. {xid} is replaced by the branch.

-- ---------------------------------------------------------------- For `bmsql dialect test`: how errors are provoked, not common

-- name: Conformance.impatience
-- Lets the session wait for a lock a second at most.

-- name: Conformance.lockNoWait
-- Columns: d_id. Locks a district or fails at once; for databases whose statements say how long they wait.

-- name: Conformance.sessionId
-- Columns: what names the session to others.

-- name: Conformance.killSession
-- Ends another session: {session} is what Conformance.sessionId gave it.
