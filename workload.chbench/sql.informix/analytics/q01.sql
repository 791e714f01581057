-- CH-benCHmark, query 1, with Informix's words. Amounts of the delivered order lines, by their number in the order.
SELECT ol_number,
       sum(ol_quantity) AS sum_qty,
       sum(ol_amount) AS sum_amount,
       avg(ol_quantity) AS avg_qty,
       avg(ol_amount) AS avg_amount,
       count(*) AS count_order
FROM bmsql_order_line
WHERE ol_delivery_d > DATETIME (2007-01-02 00:00:00) YEAR TO SECOND
GROUP BY ol_number
ORDER BY ol_number;
