-- The consistency conditions of clause 3.3.2. Each query gives the rows that break its condition, so none when it holds; their
-- columns are shown as a sample. A column that became NULL breaks it too: SQL would find it different from nothing. A query that
-- uses :first_w_id and :last_w_id is sent once for each warehouse (from 1,000 warehouses on for each range of some), which keeps
-- the server's tables of sums small; one without is sent once. Without foreign keys no index finds a warehouse's history, so a
-- query that reads it is sent for eight ranges at most. Ranges begin and end beyond the numbers of the warehouses, so that rows of
-- others are seen as well.
-- A query may answer several conditions. The others then have no text, only a line "with:" that names the query. Each row of it has a
-- column "clauses": the clauses that it breaks, with a blank between them.

-- name: Check.3.3.2.1
-- about: W_YTD = sum(D_YTD) of the warehouse
SELECT w_id, w_ytd, sum(d_ytd) AS sum_d_ytd
    FROM bmsql_warehouse
    LEFT JOIN bmsql_district ON (d_w_id = w_id)
    GROUP BY w_id, w_ytd
    HAVING w_ytd IS NULL OR w_ytd <> coalesce(sum(d_ytd), 0);

-- name: Check.3.3.2.2
-- about: D_NEXT_O_ID - 1 = max(O_ID) = max(NO_O_ID) of the district
SELECT d_w_id, d_id, d_next_o_id, max_o_id, max_no_o_id
    FROM bmsql_district
    LEFT JOIN (SELECT o_w_id, o_d_id, max(o_id) AS max_o_id FROM bmsql_oorder GROUP BY o_w_id, o_d_id) o
        ON (o_w_id = d_w_id AND o_d_id = d_id)
    LEFT JOIN (SELECT no_w_id, no_d_id, max(no_o_id) AS max_no_o_id FROM bmsql_new_order GROUP BY no_w_id, no_d_id) n
        ON (no_w_id = d_w_id AND no_d_id = d_id)
    WHERE max_o_id IS NULL OR d_next_o_id IS NULL OR max_o_id <> d_next_o_id - 1 OR max_no_o_id <> d_next_o_id - 1;

-- name: Check.3.3.2.3
-- about: max(NO_O_ID) - min(NO_O_ID) + 1 = rows of NEW-ORDER of the district
SELECT no_w_id, no_d_id, min(no_o_id) AS min_no_o_id, max(no_o_id) AS max_no_o_id, count(*) AS new_orders
    FROM bmsql_new_order
    GROUP BY no_w_id, no_d_id
    HAVING max(no_o_id) - min(no_o_id) + 1 <> count(*);

-- name: Check.3.3.2.4
-- about: sum(O_OL_CNT) = rows of ORDER-LINE of the district
SELECT d_w_id, d_id, sum_ol_cnt, order_lines
    FROM bmsql_district
    LEFT JOIN (SELECT o_w_id, o_d_id, sum(o_ol_cnt) AS sum_ol_cnt FROM bmsql_oorder GROUP BY o_w_id, o_d_id) o
        ON (o_w_id = d_w_id AND o_d_id = d_id)
    LEFT JOIN (SELECT ol_w_id, ol_d_id, count(*) AS order_lines FROM bmsql_order_line GROUP BY ol_w_id, ol_d_id) l
        ON (ol_w_id = d_w_id AND ol_d_id = d_id)
    WHERE coalesce(sum_ol_cnt, 0) <> coalesce(order_lines, 0);

-- name: Check.3.3.2.5
-- about: O_CARRIER_ID is null exactly where a row of NEW-ORDER exists
SELECT o_w_id AS w_id, o_d_id AS d_id, o_id, o_carrier_id, no_o_id
    FROM bmsql_oorder
    LEFT JOIN bmsql_new_order ON (no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id)
    WHERE (o_carrier_id IS NULL AND no_o_id IS NULL) OR (o_carrier_id IS NOT NULL AND no_o_id IS NOT NULL)
UNION ALL
SELECT no_w_id, no_d_id, o_id, o_carrier_id, no_o_id
    FROM bmsql_new_order
    LEFT JOIN bmsql_oorder ON (o_w_id = no_w_id AND o_d_id = no_d_id AND o_id = no_o_id)
    WHERE o_id IS NULL;

-- name: Check.3.3.2.6
-- about: O_OL_CNT = rows of ORDER-LINE of the order
SELECT o_w_id, o_d_id, o_id, o_ol_cnt, order_lines
    FROM bmsql_oorder
    LEFT JOIN (
        SELECT ol_w_id, ol_d_id, ol_o_id, count(*) AS order_lines
            FROM bmsql_order_line
            GROUP BY ol_w_id, ol_d_id, ol_o_id
    ) l ON (ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)
    WHERE o_ol_cnt IS NULL OR o_ol_cnt <> coalesce(order_lines, 0);

-- name: Check.3.3.2.7
-- about: OL_DELIVERY_D is null exactly where O_CARRIER_ID of the order is null
SELECT ol_w_id, ol_d_id, ol_o_id, ol_number, ol_delivery_d, o_carrier_id
    FROM bmsql_order_line
    JOIN bmsql_oorder ON (o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id)
    WHERE (ol_delivery_d IS NULL AND o_carrier_id IS NOT NULL) OR (ol_delivery_d IS NOT NULL AND o_carrier_id IS NULL);

-- name: Check.3.3.2.8
-- about: W_YTD = sum(H_AMOUNT) of what was paid at the warehouse
SELECT w_id, w_ytd, sum_h_amount
    FROM bmsql_warehouse
    LEFT JOIN (SELECT h_w_id, sum(h_amount) AS sum_h_amount FROM bmsql_history GROUP BY h_w_id) h ON (h_w_id = w_id)
    WHERE w_ytd IS NULL OR w_ytd <> coalesce(sum_h_amount, 0);

-- name: Check.3.3.2.9
-- about: D_YTD = sum(H_AMOUNT) of what was paid at the district
SELECT d_w_id, d_id, d_ytd, sum_h_amount
    FROM bmsql_district
    LEFT JOIN (SELECT h_w_id, h_d_id, sum(h_amount) AS sum_h_amount FROM bmsql_history GROUP BY h_w_id, h_d_id) h
        ON (h_w_id = d_w_id AND h_d_id = d_id)
    WHERE d_ytd IS NULL OR d_ytd <> coalesce(sum_h_amount, 0);

-- name: Check.3.3.2.10
-- about: C_BALANCE = sum(OL_AMOUNT) delivered - sum(H_AMOUNT) of the customer
SELECT c_w_id, c_d_id, c_id, c_balance, sum_ol_amount, sum_h_amount
    FROM bmsql_customer
    LEFT JOIN (
        SELECT o_w_id, o_d_id, o_c_id, sum(order_amount) AS sum_ol_amount
            FROM bmsql_oorder
            JOIN (
                SELECT ol_w_id, ol_d_id, ol_o_id, sum(ol_amount) AS order_amount
                    FROM bmsql_order_line
                    WHERE ol_delivery_d IS NOT NULL
                    GROUP BY ol_w_id, ol_d_id, ol_o_id
            ) l ON (ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)
            GROUP BY o_w_id, o_d_id, o_c_id
    ) o ON (o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id)
    LEFT JOIN (
        SELECT h_c_w_id, h_c_d_id, h_c_id, sum(h_amount) AS sum_h_amount
            FROM bmsql_history
            GROUP BY h_c_w_id, h_c_d_id, h_c_id
    ) h ON (h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id)
    WHERE c_balance IS NULL OR c_balance <> coalesce(sum_ol_amount, 0) - coalesce(sum_h_amount, 0);

-- name: Check.3.3.2.11
-- about: rows of ORDER - rows of NEW-ORDER = 2100 in each district (after the load only)
SELECT d_w_id, d_id, orders, new_orders
    FROM bmsql_district
    LEFT JOIN (SELECT o_w_id, o_d_id, count(*) AS orders FROM bmsql_oorder GROUP BY o_w_id, o_d_id) o
        ON (o_w_id = d_w_id AND o_d_id = d_id)
    LEFT JOIN (SELECT no_w_id, no_d_id, count(*) AS new_orders FROM bmsql_new_order GROUP BY no_w_id, no_d_id) n
        ON (no_w_id = d_w_id AND no_d_id = d_id)
    WHERE coalesce(orders, 0) - coalesce(new_orders, 0) <> 2100;

-- name: Check.3.3.2.12
-- about: C_BALANCE + C_YTD_PAYMENT = sum(OL_AMOUNT) delivered of the customer
SELECT c_w_id, c_d_id, c_id, c_balance, c_ytd_payment, sum_ol_amount
    FROM bmsql_customer
    LEFT JOIN (
        SELECT o_w_id, o_d_id, o_c_id, sum(order_amount) AS sum_ol_amount
            FROM bmsql_oorder
            JOIN (
                SELECT ol_w_id, ol_d_id, ol_o_id, sum(ol_amount) AS order_amount
                    FROM bmsql_order_line
                    WHERE ol_delivery_d IS NOT NULL
                    GROUP BY ol_w_id, ol_d_id, ol_o_id
            ) l ON (ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)
            GROUP BY o_w_id, o_d_id, o_c_id
    ) o ON (o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id)
    WHERE c_balance IS NULL OR c_ytd_payment IS NULL OR c_balance + c_ytd_payment <> coalesce(sum_ol_amount, 0);
