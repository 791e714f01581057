-- CH-benCHmark, query 17. What orders of less than the average quantity bring.
SELECT sum(ol_amount) / 2.0 AS avg_yearly
FROM bmsql_order_line,
     (SELECT i_id, avg(ol_quantity) AS a
      FROM bmsql_item, bmsql_order_line
      WHERE i_data LIKE '%b' AND ol_i_id = i_id
      GROUP BY i_id) t
WHERE ol_i_id = t.i_id
    AND ol_quantity < t.a;
