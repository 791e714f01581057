-- Informix locks pages unless a table says otherwise.
alter table sb_accounts lock mode (row);
alter table sb_savings lock mode (row);
alter table sb_checking lock mode (row);
