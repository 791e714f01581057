-- read-only
-- One of the client's newest rows; before its first insert, one of the loaded.
\set base greatest(:newest, 1000000000000) + :client_id * 1000000
\set back random_zipfian(1, greatest(:n, 1), 1.001) - 1
\set key CASE WHEN :n > 0 THEN :base + :n - :back ELSE random(1, :records) END
SELECT field0, field1, field2, field3, field4, field5, field6, field7, field8, field9 FROM usertable WHERE ycsb_key = :key;
