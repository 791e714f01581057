-- read-only
\set s random(1, :subscribers * :scale)
\set type random(1, 4)
\set start 8 * random(0, 2)
\set until random(1, 24)
SELECT cf.numberx FROM tatp_special_facility sf, tatp_call_forwarding cf
WHERE sf.s_id = :s AND sf.sf_type = :type AND sf.is_active = 1
    AND cf.s_id = sf.s_id AND cf.sf_type = sf.sf_type AND cf.start_time <= :start AND cf.end_time > :until;
