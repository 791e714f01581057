#!/bin/sh
# From nothing to a report: builds the program when needed, then builds, runs, checks and reports against a PostgreSQL of
# its own under run/quickstart/.   quickstart.sh [--warehouses N] [--terminals N] [--minutes N] [-D KEY=VALUE]
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd -P) || exit 1

if [ -f "$root/pom.xml" ]; then
    jar=$root/target/bmsql.jar
    if [ ! -f "$jar" ] || [ -n "$(find "$root/src/main" "$root/pom.xml" "$root"/sql.* "$root"/workload.* -newer "$jar" -type f | head -n 1)" ]; then
        if ! command -v mvn >/dev/null; then
            echo "quickstart.sh has to build the program first and needs Maven for it: install Maven and a JDK 17 or newer." >&2
            exit 1
        fi
        echo "Building bmsql with Maven; the first time takes a few minutes, because it fetches the libraries ..." >&2
        (cd "$root" && mvn -q -B -ntp -Dmaven.test.skip=true package && touch target/bmsql.jar) || exit 1
    fi
fi
exec "$root/run/bmsql" quickstart "$@"
