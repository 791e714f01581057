#!/usr/bin/env bash
# What it costs a load generator to be an agent: plain runs and runs with --agents 1 in turn, on one server, without waits. CPU of the program for
# each New-Order from its own load_generator.csv, tpmC, and what its agent and the coordinator send each other each second.
#   run/bench/agents-one.sh [ROUNDS [SECONDS]]   (5 10)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
rounds=${1:-5}
seconds=${2:-10}

build_program
start_server
bmsql=$root/run/bmsql
cd "$scratch"
props run.props warehouses=2 terminals=4 loadWorkers=2 seed=1 rampupMins=0.05 runMins="$(awk "BEGIN {print $seconds / 60}")" agentsKey="$scratch/.bmsql/agents.p12"
"$bmsql" build run.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }
cat >debug.xml <<'END'
<configuration>
    <appender name="C" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%msg%n</pattern></encoder></appender>
    <logger name="io.bmsql" level="INFO"/><logger name="io.bmsql.agents.GroupChannel" level="DEBUG"/><logger name="org.jgroups" level="OFF"/>
    <root level="WARN"><appender-ref ref="C"/></root>
</configuration>
END
BMSQL_JAVA_OPTS="-Duser.home=$scratch" "$bmsql" agent >agent.log 2>&1 &
agent=$!
trap 'kill $agent 2>/dev/null; cleanup' EXIT

# cost DIRECTORY: CPU microseconds a New-Order, and New-Orders a minute.
cost() {
    cpu_seconds=$(awk -F, '
        NR == 1 {for (i = 1; i <= NF; i++) column[$i] = i; next}
        {sum += $column["cpu_pct"] / 100 * ($column["elapsed_s"] - last); last = $column["elapsed_s"]}
        END {printf "%.2f", sum}' "$1/data/load_generator.csv")
    awk -F, -v cpu="$cpu_seconds" -v seconds="$seconds" '
        NR == 1 {for (i = 1; i <= NF; i++) column[$i] = i; next}
        $column["type"] == "NEW_ORDER" {all += $column["completed"]; if ($column["phase"] == "MEASURE") n += $column["completed"]}
        END {printf "%.1f %.0f\n", cpu * 1e6 / all, n * 60 / seconds}' "$1/data/series.csv"
}

# middle FILE COLUMN: the median.
middle() {
    awk -v c="$2" '{print $c}' "$1" | sort -n | awk '{v[NR] = $1} END {print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2}'
}

for ((i = 1; i <= rounds; i++)); do
    "$bmsql" run run.props --progress=none -D resultDirectory="plain$i" >plain.log 2>&1 || { tail -20 plain.log >&2; exit 1; }
    cost "plain$i" >>plain
    BMSQL_JAVA_OPTS="-Dlogback.configurationFile=$scratch/debug.xml" "$bmsql" run run.props --progress=none --agents 1 \
        -D resultDirectory="shared$i" >shared.log 2>&1 || { tail -20 shared.log >&2; exit 1; }
    cost "shared${i}_agent1" >>shared
    sed -nE 's/.*came: ([0-9]+) messages, ([0-9]+) bytes.*/\1 \2/p' shared.log |
        awk -v s="$((seconds + 3))" '{printf "%.1f %.0f\n", $1 / s, $2 / s}' >>wire
done
echo "round: plain us/New-Order, tpmC; --agents 1 us/New-Order, tpmC; messages/s, bytes/s"
paste plain shared wire
a=$(middle plain 1)
b=$(middle shared 1)
echo "load generator CPU a New-Order: $a us plain, $b us as an agent, ratio $(ratio "$b" "$a") (goal 1.00, medians of $rounds)"
echo "tpmC: $(middle plain 2) plain, $(middle shared 2) as an agent"
echo "to the coordinator: $(middle wire 1) messages a second, $(middle wire 2) bytes a second"
