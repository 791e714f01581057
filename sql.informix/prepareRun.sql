-- Between load and run, after the statistics: buffers go to disk, without blocking others. By default only the user informix may
-- connect to sysadmin (administrator's reference, checkpoint argument of the SQL administration API).

execute function sysadmin:task('checkpoint', 'norm');
