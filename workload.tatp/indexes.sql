alter table tatp_call_forwarding add foreign key (s_id, sf_type) references tatp_special_facility (s_id, sf_type);
