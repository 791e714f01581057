\set s random(1, :subscribers * :scale)
\set nbr 100000000000000 + :s
\set type random(1, 4)
\set start 8 * random(0, 2)
BEGIN;
SELECT s_id AS found FROM tatp_subscriber WHERE sub_nbr = ':nbr' \gset
DELETE FROM tatp_call_forwarding WHERE s_id = :found AND sf_type = :type AND start_time = :start;
END;
