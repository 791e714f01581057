-- CH-benCHmark, query 6, with Informix's words. Amount of the delivered order lines within bounds.
SELECT sum(ol_amount) AS revenue
FROM bmsql_order_line
WHERE ol_delivery_d >= DATETIME (1999-01-01 00:00:00) YEAR TO SECOND
    AND ol_delivery_d < DATETIME (2100-01-01 00:00:00) YEAR TO SECOND
    AND ol_quantity BETWEEN 1 AND 100000;
