-- Informix locks pages unless a table says otherwise.
alter table usertable lock mode (row);
