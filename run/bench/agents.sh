#!/usr/bin/env bash
# What the coordinator of many agents has to do each second: messages, bytes, and CPU for adding up and decrypting. One agent's
# second is made for real and counted so many times; nothing goes over a network.
#   run/bench/agents.sh [AGENTS [TERMINALS]]   (100 1000000)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"

build_program
cd "$scratch"
java -Xmx1g -cp "$bench_classpath" io.bmsql.measure.CoordinatorBench "${1:-100}" "${2:-1000000}"
