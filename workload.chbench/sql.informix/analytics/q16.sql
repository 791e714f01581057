-- CH-benCHmark, query 16, with Informix's words. By item, how many suppliers without complaints there are.
SELECT i_name, substr(i_data, 1, 3) AS brand, i_price, count(DISTINCT mod(s_w_id * s_i_id, 10000)) AS supplier_cnt
FROM bmsql_stock, bmsql_item
WHERE i_id = s_i_id
    AND i_data NOT LIKE 'zz%'
    AND mod(s_w_id * s_i_id, 10000) NOT IN (SELECT su_suppkey FROM bmsql_supplier WHERE su_comment LIKE '%bad%')
GROUP BY 1, 2, 3
ORDER BY supplier_cnt DESC;
