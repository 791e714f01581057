\set s random(1, :subscribers * :scale)
\set type random(1, 4)
\set bit random(0, 1)
\set data random(0, 255)
BEGIN;
UPDATE tatp_subscriber SET bit_1 = :bit WHERE s_id = :s;
UPDATE tatp_special_facility SET data_a = :data WHERE s_id = :s AND sf_type = :type;
END;
