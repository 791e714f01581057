#!/usr/bin/env bash
# Firebird 3.0 of Debian, its own server with the machine's SYSDBA, through the driver Jaybird.
. "$(dirname "$0")/funcs.sh"
need firebird firebird3.0-server
need isql-fb firebird3.0-utils
need mvn maven
passwords=/etc/firebird/3.0/SYSDBA.password
[ -r "$passwords" ] || skip "$passwords, with the password of SYSDBA, can be read by root alone."
driver=jaybird-6.0.5
mkdir -p "$cache" "$scratch/lib/firebird" "$scratch/data"
[ -f "$cache/$driver.jar" ] ||
    mvn -q -B -ntp dependency:copy -Dartifact=org.firebirdsql.jdbc:jaybird:6.0.5 "-DoutputDirectory=$cache" >&2 ||
    skip "the driver Jaybird cannot be fetched from Maven Central."
cp "$cache/$driver.jar" "$scratch/lib/firebird/"

port=$(free_port)
password=$(sed -n 's/^ISC_PASSWORD="\(.*\)"/\1/p' "$passwords")
chown firebird: "$scratch/data"
setpriv --reuid=firebird --regid=firebird --clear-groups env "FIREBIRD_LOCK=$scratch/data" "FIREBIRD_TMP=$scratch/data" \
    /usr/sbin/firebird -p "$port" >"$scratch/server.log" 2>&1 &
at_end stop_pid $!
create_database() {
    echo "create database '127.0.0.1/$port:$scratch/data/bmsql.fdb' user 'sysdba' password '$password' page_size 16384 default character set utf8;" |
        isql-fb -q -bail
}
wait_until 20 "firebird" create_database || exit 1
# The driver is looked for in lib/ of the working directory.
cd "$scratch" || exit 1
try_server "Firebird $(dpkg-query -W -f '${Version}' firebird3.0-server)" db=firebird driver=org.firebirdsql.jdbc.FBDriver \
    "conn=jdbc:firebirdsql://127.0.0.1:$port/$scratch/data/bmsql.fdb" user=sysdba "password=$password"
exit $status
