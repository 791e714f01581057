-- CH-benCHmark, query 15, with Informix's words. The supplier that sold most.
WITH revenue (supplier_no, total_revenue) AS (
    SELECT mod(s_w_id * s_i_id, 10000), sum(ol_amount)
    FROM bmsql_order_line, bmsql_stock
    WHERE ol_i_id = s_i_id
        AND ol_supply_w_id = s_w_id
        AND ol_delivery_d >= DATETIME (2007-01-02 00:00:00) YEAR TO SECOND
    GROUP BY 1)
SELECT su_suppkey, su_name, su_address, su_phone, total_revenue
FROM bmsql_supplier, revenue
WHERE su_suppkey = supplier_no
    AND total_revenue = (SELECT max(total_revenue) FROM revenue)
ORDER BY su_suppkey;
