select count(*) / 100000 as scale from sb_accounts
