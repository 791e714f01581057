#!/usr/bin/env bash
# Does what is in this folder fit the program? A run on the embedded server is watched by a real Prometheus: promtool must accept
# /metrics and prometheus.yml, and each query of the dashboard must be answered with figures.
#   run/grafana/check.sh [SECONDS]     (40)
# Needs prometheus and promtool (Debian: apt-get install prometheus), curl and python3. Exit status 1 when something does not fit.
set -euo pipefail
. "$(dirname "$0")/../bench/funcs.sh"
folder=$root/run/grafana
seconds=${1:-40}
for tool in prometheus promtool; do need $tool prometheus; done
need curl curl
need python3 python3

build_program
start_server fsync=off
cd "$scratch"
props run.props warehouses=1 terminals=2 livePort=9180 "runMins=$(awk "BEGIN {print $seconds / 60}")"
"$root/run/bmsql" build run.props --progress=none >build.log

promtool check config "$folder/prometheus.yml"
"$root/run/bmsql" run run.props --progress=none >run.log 2>&1 &
run_job=$!
prometheus --config.file="$folder/prometheus.yml" --web.listen-address=127.0.0.1:9190 --storage.tsdb.path=tsdb >prometheus.log 2>&1 &
prometheus_job=$!
trap 'kill $prometheus_job $run_job 2>/dev/null; wait $prometheus_job $run_job 2>/dev/null; cleanup' EXIT

until curl -fs http://127.0.0.1:9180/metrics >/dev/null; do
    kill -0 $run_job 2>/dev/null || { cat run.log >&2; exit 1; }
    sleep 0.5
done
sleep $((seconds / 2))
curl -fsS http://127.0.0.1:9180/metrics | promtool check metrics
python3 - "$folder/bmsql-dashboard.json" <<'END'
import json, sys, urllib.parse, urllib.request

# Quiet in a run without trouble or without a load profile.
MAY_BE_EMPTY = ("bmsql_errors_total", "bmsql_load_level")
failed = 0
for panel in json.load(open(sys.argv[1]))["panels"]:
    for target in panel.get("targets", []):
        query = target["expr"].replace("$job", "bmsql").replace("$instance", ".*").replace("$__rate_interval", "10s")
        url = "http://127.0.0.1:9190/api/v1/query?" + urllib.parse.urlencode({"query": query})
        found = json.load(urllib.request.urlopen(url))["data"]["result"]
        fits = bool(found) or any(name in query for name in MAY_BE_EMPTY)
        failed += not fits
        value = found[0]["value"][1] if found else "nothing"
        print(f"{'ok' if fits else 'EMPTY':6}{panel['title']}: {value}")
print(f"dashboard: {failed} queries without an answer (goal 0)")
sys.exit(failed > 0)
END
wait $run_job
