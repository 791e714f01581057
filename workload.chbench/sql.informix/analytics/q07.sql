-- CH-benCHmark, query 7, with Informix's words. Trade between two nations, by year.
SELECT su_nationkey AS supp_nation,
       substr(c_state, 1, 1) AS cust_nation,
       year(o_entry_d) AS l_year,
       sum(ol_amount) AS revenue
FROM bmsql_supplier, bmsql_stock, bmsql_order_line, bmsql_oorder, bmsql_customer, bmsql_nation n1, bmsql_nation n2
WHERE ol_supply_w_id = s_w_id
    AND ol_i_id = s_i_id
    AND mod(s_w_id * s_i_id, 10000) = su_suppkey
    AND ol_w_id = o_w_id
    AND ol_d_id = o_d_id
    AND ol_o_id = o_id
    AND c_id = o_c_id
    AND c_w_id = o_w_id
    AND c_d_id = o_d_id
    AND su_nationkey = n1.n_nationkey
    AND ascii(substr(c_state, 1, 1)) = n2.n_nationkey
    AND ((n1.n_name = 'Germany' AND n2.n_name = 'Cambodia') OR (n1.n_name = 'Cambodia' AND n2.n_name = 'Germany'))
    AND ol_delivery_d BETWEEN DATETIME (2007-01-02 00:00:00) YEAR TO SECOND AND DATETIME (2100-01-01 00:00:00) YEAR TO SECOND
GROUP BY 1, 2, 3
ORDER BY su_nationkey, cust_nation, l_year;
