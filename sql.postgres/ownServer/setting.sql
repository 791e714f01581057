-- The value in force of a setting of a server that the program starts itself.
SELECT current_setting(?)
