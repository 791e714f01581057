-- Keys of its own for each client and seed.
\set n :n + 1
\set base :records + abs(hash_fnv1a(:client_id, :random_seed) % 1000000000) * 1000000
\set key :base + :n
\set value pattern('@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@')
INSERT INTO usertable (ycsb_key, field0, field1, field2, field3, field4, field5, field6, field7, field8, field9) VALUES (:key, :value, :value, :value, :value, :value, :value, :value, :value, :value, :value);
