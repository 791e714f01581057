-- Conditions for which MariaDB's planner would build a product of tables, when sums over the lines are joined to another table: here
-- the lines are looked up order by order, and everything is added up at the end. By warehouse, so that the tables of sums stay in the
-- server's memory: on disk it takes twenty times as long. Conditions that read the same rows are one query, so the lines are read
-- twice and not four times.

-- name: Check.3.3.2.5
-- about: O_CARRIER_ID is null exactly where a row of NEW-ORDER exists
-- Reads only the orders without a carrier and the rows of NEW-ORDER, a tenth of the time that all orders would take.
SELECT o_w_id AS w_id, o_d_id AS d_id, o_id, o_carrier_id, no_o_id
    FROM bmsql_oorder
    LEFT JOIN bmsql_new_order ON (no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id)
    WHERE o_w_id BETWEEN :first_w_id AND :last_w_id AND o_carrier_id IS NULL AND no_o_id IS NULL
UNION ALL
SELECT no_w_id, no_d_id, o_id, o_carrier_id, no_o_id
    FROM bmsql_new_order
    LEFT JOIN bmsql_oorder ON (o_w_id = no_w_id AND o_d_id = no_d_id AND o_id = no_o_id)
    WHERE no_w_id BETWEEN :first_w_id AND :last_w_id AND (o_id IS NULL OR o_carrier_id IS NOT NULL);

-- name: Check.3.3.2.6
-- about: O_OL_CNT = rows of ORDER-LINE of the order
-- Both tables are read once, in the order of their keys.
SELECT o_w_id, o_d_id, o_id,
        concat_ws(' ',
            CASE WHEN coalesce(max(o_ol_cnt), -1) <> count(ol_number) THEN '3.3.2.6' END,
            CASE WHEN count(ol_delivery_d) <> CASE WHEN max(o_carrier_id) IS NULL THEN 0 ELSE count(ol_number) END
                THEN '3.3.2.7' END) AS clauses,
        max(o_ol_cnt) AS o_ol_cnt, count(ol_number) AS order_lines, count(ol_delivery_d) AS delivered_lines,
        max(o_carrier_id) AS o_carrier_id
    FROM bmsql_oorder
    LEFT JOIN bmsql_order_line ON (ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)
    WHERE o_w_id BETWEEN :first_w_id AND :last_w_id
    GROUP BY o_w_id, o_d_id, o_id
    HAVING clauses <> '';

-- name: Check.3.3.2.7
-- about: OL_DELIVERY_D is null exactly where O_CARRIER_ID of the order is null
-- with: Check.3.3.2.6

-- name: Check.3.3.2.10
-- about: C_BALANCE = sum(OL_AMOUNT) delivered - sum(H_AMOUNT) of the customer
SELECT c_w_id, c_d_id, c_id,
        concat_ws(' ',
            CASE WHEN sum(balance) <> sum(delivered) - sum(paid) THEN '3.3.2.10' END,
            CASE WHEN sum(balance) + sum(ytd_payment) <> sum(delivered) THEN '3.3.2.12' END) AS clauses,
        sum(balance) AS c_balance, sum(ytd_payment) AS c_ytd_payment, sum(delivered) AS sum_ol_amount,
        sum(paid) AS sum_h_amount
    FROM (
            SELECT c_w_id, c_d_id, c_id, c_balance AS balance, c_ytd_payment AS ytd_payment, 0 AS delivered, 0 AS paid
                FROM bmsql_customer
                WHERE c_w_id BETWEEN :first_w_id AND :last_w_id
            UNION ALL
            SELECT o_w_id, o_d_id, o_c_id, 0, 0, (
                        SELECT sum(ol_amount)
                            FROM bmsql_order_line
                            WHERE ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id AND ol_delivery_d IS NOT NULL
                    ), 0
                FROM bmsql_oorder
                WHERE o_w_id BETWEEN :first_w_id AND :last_w_id
            UNION ALL
            SELECT h_c_w_id, h_c_d_id, h_c_id, 0, 0, 0, h_amount
                FROM bmsql_history
                WHERE h_c_w_id BETWEEN :first_w_id AND :last_w_id
    ) amounts
    GROUP BY c_w_id, c_d_id, c_id
    HAVING clauses <> '';

-- name: Check.3.3.2.12
-- about: C_BALANCE + C_YTD_PAYMENT = sum(OL_AMOUNT) delivered of the customer
-- with: Check.3.3.2.10
