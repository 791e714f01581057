-- CH-benCHmark, query 20, with Informix's words. Suppliers of one nation whose stock of some items is large against its sales.
SELECT su_name, su_address
FROM bmsql_supplier, bmsql_nation
WHERE su_suppkey IN (SELECT mod(s_w_id * s_i_id, 10000)
                     FROM bmsql_stock, bmsql_order_line
                     WHERE s_i_id IN (SELECT i_id FROM bmsql_item WHERE i_data LIKE 'co%')
                         AND ol_i_id = s_i_id
                         AND ol_delivery_d > DATETIME (2010-05-23 12:00:00) YEAR TO SECOND
                     GROUP BY s_i_id, s_w_id, s_quantity
                     HAVING 2 * s_quantity > sum(ol_quantity))
    AND su_nationkey = n_nationkey
    AND n_name = 'Germany'
ORDER BY su_name;
