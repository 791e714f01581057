#!/usr/bin/env bash
# How often each judge of noisy figures errs, and what it finds, on made-up figures whose truth is known. Seeded.
#   run/bench/error-rates.sh [EXPERIMENTS]   (40,000 a line)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"

build_program
java -cp "$bench_classpath" io.bmsql.analysis.ErrorRatesBench "$@"
