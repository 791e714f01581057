-- check: forwardings without facility | expect: no rows
select c.s_id from tatp_call_forwarding c
    left join tatp_special_facility f on f.s_id = c.s_id and f.sf_type = c.sf_type
where f.s_id is null;
