\set s random(1, :subscribers * :scale)
\set nbr 100000000000000 + :s
\set vlr random(1, 4294967295)
UPDATE tatp_subscriber SET vlr_location = :vlr WHERE sub_nbr = ':nbr';
