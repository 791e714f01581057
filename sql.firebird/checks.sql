-- Two conditions in another form: version 3 would add up all order lines again for each customer. Sorted and grouped once, the rows
-- of a customer are next to each other.

-- name: Check.3.3.2.10
-- about: C_BALANCE = sum(OL_AMOUNT) delivered - sum(H_AMOUNT) of the customer
SELECT w_id, d_id, c_id, sum(balance) AS c_balance, sum(delivered) AS sum_ol_amount, sum(paid) AS sum_h_amount
    FROM (
        SELECT c_w_id AS w_id, c_d_id AS d_id, c_id, c_balance AS balance, CAST(0 AS decimal(12,2)) AS delivered,
                CAST(0 AS decimal(12,2)) AS paid
            FROM bmsql_customer
        UNION ALL
        SELECT o_w_id, o_d_id, o_c_id, 0, ol_amount, 0
            FROM bmsql_oorder
            JOIN bmsql_order_line ON (ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)
            WHERE ol_delivery_d IS NOT NULL
        UNION ALL
        SELECT h_c_w_id, h_c_d_id, h_c_id, 0, 0, h_amount
            FROM bmsql_history
    ) c
    GROUP BY w_id, d_id, c_id
    HAVING sum(balance) <> sum(delivered) - sum(paid);

-- name: Check.3.3.2.12
-- about: C_BALANCE + C_YTD_PAYMENT = sum(OL_AMOUNT) delivered of the customer
SELECT w_id, d_id, c_id, sum(balance) AS c_balance, sum(ytd_payment) AS c_ytd_payment, sum(delivered) AS sum_ol_amount
    FROM (
        SELECT c_w_id AS w_id, c_d_id AS d_id, c_id, c_balance AS balance, c_ytd_payment AS ytd_payment,
                CAST(0 AS decimal(12,2)) AS delivered
            FROM bmsql_customer
        UNION ALL
        SELECT o_w_id, o_d_id, o_c_id, 0, 0, ol_amount
            FROM bmsql_oorder
            JOIN bmsql_order_line ON (ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id)
            WHERE ol_delivery_d IS NOT NULL
    ) c
    GROUP BY w_id, d_id, c_id
    HAVING sum(balance) + sum(ytd_payment) <> sum(delivered);
