-- CH-benCHmark, query 4, with Informix's words. Orders of which a line was delivered no earlier than ordered, by their number of lines.
SELECT o_ol_cnt, count(*) AS order_count
FROM bmsql_oorder
WHERE o_entry_d >= DATETIME (2007-01-02 00:00:00) YEAR TO SECOND
    AND o_entry_d < DATETIME (2100-01-01 00:00:00) YEAR TO SECOND
    AND EXISTS (SELECT 1
                FROM bmsql_order_line
                WHERE ol_w_id = o_w_id
                    AND ol_d_id = o_d_id
                    AND ol_o_id = o_id
                    AND ol_delivery_d >= o_entry_d)
GROUP BY o_ol_cnt
ORDER BY o_ol_cnt;
