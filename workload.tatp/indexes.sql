create unique index tatp_subscriber_nbr on tatp_subscriber (sub_nbr);
alter table tatp_access_info add primary key (s_id, ai_type);
alter table tatp_special_facility add primary key (s_id, sf_type);
alter table tatp_call_forwarding add primary key (s_id, sf_type, start_time);
alter table tatp_call_forwarding add foreign key (s_id, sf_type) references tatp_special_facility (s_id, sf_type);
