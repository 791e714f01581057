#!/usr/bin/env bash
# Makes a release of the commit that is checked out and proves it. It is built twice, in other folders, with another umask, time
# zone and language, and must be equal to the byte. Then it is used as by somebody who has just fetched it: unpacked into a path
# with blanks where its user may not write, without a network, fonts, a home or an environment, on each Java given here, and with
# its own Java where there is none.
#   run/release/prove.sh OUT RUNTIME_JDK JAVA_HOME...
#     OUT          where the archives go; a new folder
#     RUNTIME_JDK  the JDK whose parts become the release's own Java, for instance a Temurin 25
#     JAVA_HOME    each Java to try
# Needs root, to become nobody and to hide parts of the machine, and a network while it builds. Some ten minutes on two cores.
set -euo pipefail
unset CDPATH # with it cd may go elsewhere, and prints where
[ $# -ge 2 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$1 jdk=$2
shift 2
mkdir "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d /var/tmp/bmsql-release.XXXXXX)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

fail() { echo "FAILED: $1" >&2; exit 1; }

# The version is that of the tag, the time that of the commit.
version=$(git -C "$root" describe --tags --match 'v[0-9]*' 2>/dev/null || echo v1.0.0-SNAPSHOT)
version=${version#v}
time=$(TZ=UTC0 git -C "$root" log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)

# build FOLDER PROFILES UMASK TIME_ZONE LANGUAGE
build() {
    echo "== building bmsql $version of $time in $1"
    mkdir -p "$1"
    git -C "$root" archive HEAD | tar -x -C "$1"
    (
        cd "$1"
        umask "$3"
        TZ=$4 LC_ALL=$5 ${MAVEN:-mvn} -B -ntp -q "-P$2" "-Drevision=$version" "-Dproject.build.outputTimestamp=$time" \
            "-Druntime.jdk=$jdk" -Dmaven.test.skip=true package
    )
}

# What is not the same in two tarballs, file by file.
differences() {
    for side in 1 2; do
        mkdir -p "$work/side$side"
        tar -xf "${!side}" -C "$work/side$side"
        tar -tvf "${!side}" >"$work/list$side"
    done
    diff "$work/list1" "$work/list2" | head -20 || true
    diff -rq "$work/side1" "$work/side2" | head -20 || true
}

build "$work/first" release,runtime 022 UTC C.UTF-8
build "$work/second place" release 077 Asia/Shanghai C
for file in "bmsql-$version.tar.gz" "bmsql-$version.cdx.json"; do
    if ! cmp "$work/first/target/$file" "$work/second place/target/$file"; then
        differences "$work/first/target/bmsql-$version.tar.gz" "$work/second place/target/bmsql-$version.tar.gz"
        fail "$file is not the same in two builds"
    fi
    echo "equal in both builds: $file"
done
echo "== a warm start for the release with its own Java"
"$root/run/release/warm.sh" "$work"/first/target/bmsql-"$version"-linux-*.tar.gz
cp "$work"/first/target/bmsql-"$version"*.{tar.gz,cdx.json,sha256} "$out"
(cd "$out" && sha256sum -c ./*.sha256)
own=$(cd "$out" && ls bmsql-"$version"-linux-*.tar.gz)

unpack() {
    mkdir -p "$work/$2/opt with blanks" "$work/$2/here"
    tar -xf "$out/$1" -C "$work/$2/opt with blanks"
    chown -R root:root "$work/$2/opt with blanks"
    chmod -R a-w "$work/$2/opt with blanks"
    chown nobody "$work/$2/here"
    chmod 755 "$work" "$work/$2"
}
unpack "bmsql-$version.tar.gz" plain
unpack "$own" own

# Each library has a folder or a file in licenses/.
program="$work/plain/opt with blanks/bmsql-$version"
for jar in "$program"/lib/*.jar; do
    name=$(basename "$jar" .jar)
    for text in "$program"/licenses/*; do
        text=$(basename "$text" .txt)
        [[ $name != "$text"* ]] || continue 2
    done
    [ "$name" = bmsql ] || fail "licenses/ has nothing for $name"
done

# try FOLDER JAVA_HOME: as nobody, in its own namespace; without JAVA_HOME there is no Java on this machine.
try() {
    fail() { echo "FAILED: $1" >&2; exit 1; }
    mount -t tmpfs tmpfs /tmp
    hidden="/usr/share/fonts /etc/fonts"
    [ -n "$2" ] || hidden="$hidden /usr/lib/jvm"
    for folder in $hidden; do
        [ ! -d "$folder" ] || mount -t tmpfs tmpfs "$folder"
    done
    ip link set lo up
    program=$(echo "$1/opt with blanks"/bmsql-*)
    path=${2:+$2/bin:}/usr/bin:/bin
    as() { setpriv --reuid=nobody "--regid=$(id -g nobody)" --clear-groups env -i "PATH=$path" "$@"; }
    cd "$1/here"
    ! as touch "$program/run/x" 2>/dev/null || fail "nobody may write in $program"

    as "$program/bin/bmsql" --version
    # Its driver is of sealed packages: a warm start with half of it would keep out the rest.
    printf '%s\n' db=oracle driver=oracle.jdbc.OracleDriver conn=jdbc:oracle:thin:@localhost:1/x user=a password=b warehouses=1 terminals=1 runMins=1 | as tee oracle.props >/dev/null
    as "$program/bin/bmsql" doctor oracle.props >doctor.log 2>&1 || true
    grep -q "a run would fail by: connect" doctor.log || { cat doctor.log; fail "Oracle's driver"; }
    as "$program/bin/quickstart.sh" --warehouses 1 --minutes 0.2 >quickstart.log 2>&1 || { cat quickstart.log; fail "quickstart"; }
    tail -2 quickstart.log
    result=$(ls -d quickstart/result_*)
    rm "$result/report.html"
    as "$program/run/generateReport.sh" "$result" >report.log 2>&1 || { cat report.log; fail "report"; }
    grep -q '<svg' "$result/report.html" || fail "a report without charts"

    # The quickstart's server again, for a run by the old scripts from the folder in which nobody may write.
    server=$(ls -d "$PWD"/quickstart/postgres.programs/PG-*/bin)
    as "$server/pg_ctl" -w -s -D "$PWD/quickstart/postgres" -l "$PWD/server.log" -o "-p 54329" start
    sed -e 's/^conn=.*/conn=jdbc:postgresql:\/\/127.0.0.1:54329\/bmsql/' -e 's/^runMins=.*/runMins=0.1/' quickstart/props.quickstart |
        as tee props.mine >/dev/null
    as "$program/run/runBenchmark.sh" props.mine >run.log 2>&1 || { cat run.log; fail "runBenchmark.sh"; }
    grep -o 'Measured tpmC.*' run.log
    (
        cd "$program/run"
        status=0
        as ./runBenchmark.sh "$OLDPWD/props.mine" >"$OLDPWD/readonly.log" 2>&1 || status=$?
        [ $status = 2 ] || fail "a result directory that cannot be made: exit status $status"
    )
    tail -1 readonly.log
    as "$server/pg_ctl" -w -s -D "$PWD/quickstart/postgres" stop
}

run() {
    unshare --mount --net --fork bash -euo pipefail -c "$(declare -f try); try \"\$@\"" bash "$@"
}
for java in "$@"; do
    echo "== on $java"
    rm -rf "$work"/plain/here/*
    run "$work/plain" "$java"
done
echo "== with its own Java"
run "$work/own" ""
echo "== without any"
none=$(unshare --mount bash -c "mount -t tmpfs tmpfs /usr/lib/jvm; env -i PATH=/usr/bin:/bin \"\$0\" --version 2>&1; echo status \$?" \
    "$program/bin/bmsql")
echo "$none"
[[ $none = *"there is no java on the PATH"*"status 1" ]] || fail "no sentence on a machine without Java"

echo "== sizes"
(cd "$out" && du -h --apparent-size ./*.tar.gz)
du -sh --apparent-size "$program" "$work/own/opt with blanks/bmsql-$version" "$work/own/opt with blanks/bmsql-$version/runtime" | sed "s:$work/::"
