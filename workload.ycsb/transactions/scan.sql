-- read-only
\set key permute(random_zipfian(1, :records, 1.001) - 1, :records) + 1
\set last :key + random(1, :scan_length) - 1
SELECT ycsb_key, field0, field1, field2, field3, field4, field5, field6, field7, field8, field9 FROM usertable WHERE ycsb_key BETWEEN :key AND :last;
