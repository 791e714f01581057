#!/usr/bin/env bash
# How long the report of a long run takes in a heap of 512 MB: half an hour with one row for each of 30 million transactions
# (about 1.1 GB in a scratch folder, removed afterwards).
#   run/bench/report.sh [MILLIONS_OF_ROWS]
set -euo pipefail
. "$(dirname "$0")/funcs.sh"

millions=${1:-30}
build_program
bytes=$(java -cp "$bench_classpath" io.bmsql.bench.ReportBench "$scratch/result" "${millions}000000")
timed "$scratch/times" java -Xmx512m -cp "$bench_classpath" io.bmsql.cli.Main report "$scratch/result" >&2
read -r wall cpu <"$scratch/times"
page=$(stat -c %s "$scratch/result/report.html")
awk "BEGIN {
    printf \"report: %s million rows, %.2f GB, %.2f s of CPU, a page of %.2f MB (goal < 2)\n\", $millions, $bytes / 1e9, $cpu, $page / 1e6
    printf \"report: %.2f s (goal <= 30 for 30 million rows on two idle cores, %.2f of it)\n\", $wall, $wall / 30 * 30 / $millions
}"
