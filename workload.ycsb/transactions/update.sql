\set key permute(random_zipfian(1, :records, 1.001) - 1, :records) + 1
\set value pattern('@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@')
UPDATE usertable SET field0 = :value WHERE ycsb_key = :key;
