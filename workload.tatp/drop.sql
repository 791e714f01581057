drop table tatp_call_forwarding;
drop table tatp_special_facility;
drop table tatp_access_info;
drop table tatp_subscriber;
