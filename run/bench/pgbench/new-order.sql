-- New-Order with 10 lines, statement by statement as bmsql sends it; see ../drive.sh.
\set w_id random(1, :warehouses)
\set d_id random(1, 10)
\set c_id random(1, 3000)
\set i1 random(1, 100000)
\set q1 random(1, 10)
\set i2 random(1, 100000)
\set q2 random(1, 10)
\set i3 random(1, 100000)
\set q3 random(1, 10)
\set i4 random(1, 100000)
\set q4 random(1, 10)
\set i5 random(1, 100000)
\set q5 random(1, 10)
\set i6 random(1, 100000)
\set q6 random(1, 10)
\set i7 random(1, 100000)
\set q7 random(1, 10)
\set i8 random(1, 100000)
\set q8 random(1, 10)
\set i9 random(1, 100000)
\set q9 random(1, 10)
\set i10 random(1, 100000)
\set q10 random(1, 10)
BEGIN;
SELECT d_tax, d_next_o_id FROM bmsql_district WHERE d_w_id = :w_id AND d_id = :d_id FOR UPDATE \gset
SELECT c_discount, c_last, c_credit, w_tax FROM bmsql_customer JOIN bmsql_warehouse ON (w_id = c_w_id) WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id \gset
UPDATE bmsql_district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = :w_id AND d_id = :d_id;
INSERT INTO bmsql_oorder (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local) VALUES (:d_next_o_id, :d_id, :w_id, :c_id, now(), 10, 1);
INSERT INTO bmsql_new_order (no_o_id, no_d_id, no_w_id) VALUES (:d_next_o_id, :d_id, :w_id);
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i1 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i1 FOR UPDATE \gset
\set quantity1 case when :s_quantity >= :q1 + 10 then :s_quantity - :q1 else :s_quantity - :q1 + 91 end
\set amount1 :q1 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i2 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i2 FOR UPDATE \gset
\set quantity2 case when :s_quantity >= :q2 + 10 then :s_quantity - :q2 else :s_quantity - :q2 + 91 end
\set amount2 :q2 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i3 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i3 FOR UPDATE \gset
\set quantity3 case when :s_quantity >= :q3 + 10 then :s_quantity - :q3 else :s_quantity - :q3 + 91 end
\set amount3 :q3 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i4 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i4 FOR UPDATE \gset
\set quantity4 case when :s_quantity >= :q4 + 10 then :s_quantity - :q4 else :s_quantity - :q4 + 91 end
\set amount4 :q4 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i5 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i5 FOR UPDATE \gset
\set quantity5 case when :s_quantity >= :q5 + 10 then :s_quantity - :q5 else :s_quantity - :q5 + 91 end
\set amount5 :q5 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i6 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i6 FOR UPDATE \gset
\set quantity6 case when :s_quantity >= :q6 + 10 then :s_quantity - :q6 else :s_quantity - :q6 + 91 end
\set amount6 :q6 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i7 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i7 FOR UPDATE \gset
\set quantity7 case when :s_quantity >= :q7 + 10 then :s_quantity - :q7 else :s_quantity - :q7 + 91 end
\set amount7 :q7 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i8 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i8 FOR UPDATE \gset
\set quantity8 case when :s_quantity >= :q8 + 10 then :s_quantity - :q8 else :s_quantity - :q8 + 91 end
\set amount8 :q8 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i9 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i9 FOR UPDATE \gset
\set quantity9 case when :s_quantity >= :q9 + 10 then :s_quantity - :q9 else :s_quantity - :q9 + 91 end
\set amount9 :q9 * :i_price
SELECT i_price, i_name, i_data FROM bmsql_item WHERE i_id = :i10 \gset
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10 FROM bmsql_stock WHERE s_w_id = :w_id AND s_i_id = :i10 FOR UPDATE \gset
\set quantity10 case when :s_quantity >= :q10 + 10 then :s_quantity - :q10 else :s_quantity - :q10 + 91 end
\set amount10 :q10 * :i_price
UPDATE bmsql_stock SET s_quantity = :quantity1, s_ytd = s_ytd + :q1, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i1;
UPDATE bmsql_stock SET s_quantity = :quantity2, s_ytd = s_ytd + :q2, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i2;
UPDATE bmsql_stock SET s_quantity = :quantity3, s_ytd = s_ytd + :q3, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i3;
UPDATE bmsql_stock SET s_quantity = :quantity4, s_ytd = s_ytd + :q4, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i4;
UPDATE bmsql_stock SET s_quantity = :quantity5, s_ytd = s_ytd + :q5, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i5;
UPDATE bmsql_stock SET s_quantity = :quantity6, s_ytd = s_ytd + :q6, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i6;
UPDATE bmsql_stock SET s_quantity = :quantity7, s_ytd = s_ytd + :q7, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i7;
UPDATE bmsql_stock SET s_quantity = :quantity8, s_ytd = s_ytd + :q8, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i8;
UPDATE bmsql_stock SET s_quantity = :quantity9, s_ytd = s_ytd + :q9, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i9;
UPDATE bmsql_stock SET s_quantity = :quantity10, s_ytd = s_ytd + :q10, s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + 0 WHERE s_w_id = :w_id AND s_i_id = :i10;
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 1, :i1, :w_id, :q1, :amount1, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 2, :i2, :w_id, :q2, :amount2, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 3, :i3, :w_id, :q3, :amount3, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 4, :i4, :w_id, :q4, :amount4, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 5, :i5, :w_id, :q5, :amount5, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 6, :i6, :w_id, :q6, :amount6, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 7, :i7, :w_id, :q7, :amount7, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 8, :i8, :w_id, :q8, :amount8, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 9, :i9, :w_id, :q9, :amount9, :s_dist_01);
INSERT INTO bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (:d_next_o_id, :d_id, :w_id, 10, :i10, :w_id, :q10, :amount10, :s_dist_01);
COMMIT;
