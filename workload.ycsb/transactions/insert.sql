-- Keys of its own for each client, behind those of earlier runs.
\set n :n + 1
\set base greatest(:newest, 1000000000000) + :client_id * 1000000
\set key :base + :n
\set value pattern('@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@')
INSERT INTO usertable (ycsb_key, field0, field1, field2, field3, field4, field5, field6, field7, field8, field9) VALUES (:key, :value, :value, :value, :value, :value, :value, :value, :value, :value, :value);
