-- rollback: constraint
-- Most are refused by the keys of the table, as the description has it.
\set s random(1, :subscribers * :scale)
\set nbr 100000000000000 + :s
\set type random(1, 4)
\set start 8 * random(0, 2)
\set until random(1, 24)
\set number pattern('###############')
BEGIN;
SELECT s_id AS found FROM tatp_subscriber WHERE sub_nbr = ':nbr' \gset
SELECT sf_type FROM tatp_special_facility WHERE s_id = :found;
-- There are no foreign keys: without the facility no row is written, which is no rollback here.
INSERT INTO tatp_call_forwarding (s_id, sf_type, start_time, end_time, numberx)
SELECT s_id, sf_type, :start, :until, :number FROM tatp_special_facility WHERE s_id = :found AND sf_type = :type;
END;
