-- CH-benCHmark, query 11. The items of one nation's suppliers that are ordered most.
SELECT s_i_id, sum(s_order_cnt) AS ordercount
FROM bmsql_stock, bmsql_supplier, bmsql_nation
WHERE mod(s_w_id * s_i_id, 10000) = su_suppkey
    AND su_nationkey = n_nationkey
    AND n_name = 'Germany'
GROUP BY s_i_id
HAVING sum(s_order_cnt) > (SELECT sum(s_order_cnt) * .005
                           FROM bmsql_stock, bmsql_supplier, bmsql_nation
                           WHERE mod(s_w_id * s_i_id, 10000) = su_suppkey
                               AND su_nationkey = n_nationkey
                               AND n_name = 'Germany')
ORDER BY ordercount DESC;
