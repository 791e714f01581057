alter table tatp_call_forwarding add constraint foreign key (s_id, sf_type) references tatp_special_facility (s_id, sf_type);
-- Informix locks pages unless a table says otherwise.
alter table tatp_subscriber lock mode (row);
alter table tatp_access_info lock mode (row);
alter table tatp_special_facility lock mode (row);
alter table tatp_call_forwarding lock mode (row);
