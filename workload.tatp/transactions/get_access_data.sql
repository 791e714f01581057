-- read-only
\set s random(1, :subscribers * :scale)
\set type random(1, 4)
SELECT data1, data2, data3, data4 FROM tatp_access_info WHERE s_id = :s AND ai_type = :type;
