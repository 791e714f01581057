-- Payment by customer number, statement by statement as bmsql sends it; see ../drive.sh.
\set w_id random(1, :warehouses)
\set d_id random(1, 10)
\set c_id random(1, 3000)
\set amount random(100, 500000) / 100.0
BEGIN;
UPDATE bmsql_district SET d_ytd = d_ytd + :amount WHERE d_w_id = :w_id AND d_id = :d_id;
SELECT d_name, d_street_1, d_street_2, d_city, d_state, d_zip FROM bmsql_district WHERE d_w_id = :w_id AND d_id = :d_id \gset
UPDATE bmsql_warehouse SET w_ytd = w_ytd + :amount WHERE w_id = :w_id;
SELECT w_name, w_street_1, w_street_2, w_city, w_state, w_zip FROM bmsql_warehouse WHERE w_id = :w_id \gset
SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit, c_credit_lim, c_discount, c_balance FROM bmsql_customer WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id FOR UPDATE \gset
UPDATE bmsql_customer SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount, c_payment_cnt = c_payment_cnt + 1 WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id;
INSERT INTO bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data) VALUES (:c_id, :d_id, :w_id, :d_id, :w_id, now(), :amount, :w_name || '    ' || :d_name);
COMMIT;
