-- check: forwardings without facility | expect: no rows
select c.s_id from tatp_call_forwarding c
    left join tatp_special_facility f on f.s_id = c.s_id and f.sf_type = c.sf_type
where f.s_id is null;

-- check: facilities and access infos of a subscriber, two or three | expect: no rows
select s_id, count(*) as found from (select s_id, 1 as kind from tatp_access_info union all select s_id, 2 from tatp_special_facility) o
group by s_id, kind having count(*) not in (2, 3);

-- check: subscribers | expect: no rows
select count(*) as found from tatp_subscriber having count(*) <> :subscribers * :scale;
