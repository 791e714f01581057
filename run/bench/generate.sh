#!/usr/bin/env bash
# How fast rows are made, as COPY text, by one thread with no database behind it.
#   run/bench/generate.sh
set -euo pipefail
. "$(dirname "$0")/funcs.sh"

build_program
cd "$scratch"
java -cp "$bench_classpath" io.bmsql.bench.GenerateBench
