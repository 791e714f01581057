drop table if exists tatp_call_forwarding;
drop table if exists tatp_special_facility;
drop table if exists tatp_access_info;
drop table if exists tatp_subscriber;
