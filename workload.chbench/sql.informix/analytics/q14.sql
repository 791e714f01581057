-- CH-benCHmark, query 14, with Informix's words. Share of some items in the amount delivered.
SELECT 100.00 * sum(CASE WHEN i_data LIKE 'PR%' THEN ol_amount ELSE 0 END) / (1 + sum(ol_amount)) AS promo_revenue
FROM bmsql_order_line, bmsql_item
WHERE ol_i_id = i_id
    AND ol_delivery_d >= DATETIME (2007-01-02 00:00:00) YEAR TO SECOND
    AND ol_delivery_d < DATETIME (2100-01-01 00:00:00) YEAR TO SECOND;
