-- For a server that the program starts itself.
CREATE DATABASE {database}
