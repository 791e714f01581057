-- What 'bmsql destroy' sends; a table that is not there is no error.
drop table NAME_history;
drop table NAME_account;
