#!/usr/bin/env bash
# What a transaction allocates in our own code, from taking a terminal to recording: JMH on a stub driver, -prof gc.
#   run/bench/hotpath.sh
set -euo pipefail
. "$(dirname "$0")/funcs.sh"

build_program
cd "$scratch"
java -cp "$bench_classpath" io.bmsql.terminal.HotPathBench
