#!/usr/bin/env bash
# How late terminals are served when nothing else is to be waited for: many terminals with the think times of clause 5.2.5
# in a heap of 512 MB, or 4 GB for more than 100,000 terminals, on a stub driver that answers at once.
#   run/bench/schedule.sh [TERMINALS [WORKERS [SECONDS]]]   (100000 4 40)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
terminals=${1:-100000}
workers=${2:-4}
seconds=${3:-40}
rampup_seconds=20
heap=512m
[ "$terminals" -le 100000 ] || heap=4g rampup_seconds=60

build_program
cd "$scratch"
java -Xmx$heap -cp "$bench_classpath" io.bmsql.terminal.ScheduleBench "$terminals" "$workers" "$rampup_seconds" "$seconds"
