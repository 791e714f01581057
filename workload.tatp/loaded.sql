select count(*) / 100000 as scale from tatp_subscriber
