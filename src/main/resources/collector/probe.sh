# Prints what the kernel counts: facts of the host once, then a sample every $interval seconds until its reader is gone.
# Needs a POSIX shell, cat, grep, ls, sleep and tr; works out nothing, so that one program reads hosts of every age.
export LC_ALL=C
echo "@host"
uname -srm
echo "@blocks"
ls /sys/block 2>/dev/null
echo "@numa"
for node in /sys/devices/system/node/node[0-9]*; do
    [ -r "$node/cpulist" ] && echo "${node##*/} $(cat "$node/cpulist")"
done
# With what the names of the server's processes begin, the load generators' processes, and the names of all.
echo "@server"
echo "$server" | tr ',' '\n'
echo "@generators"
echo "$own"
grep -ls io.bmsql.cli.Main /proc/[0-9]*/cmdline 2>/dev/null
listeners
echo "@running"
cat /proc/[0-9]*/comm 2>/dev/null
echo "@end" || exit 0
while :; do
    echo "@uptime"
    cat /proc/uptime
    echo "@stat"
    grep -E '^(cpu|ctxt |procs_running )' /proc/stat
    if [ -n "$server" ]; then
        echo "@processes"
        # Threads of the kernel are children of process 2.
        cat /proc/[0-9]*/stat 2>/dev/null | grep -v ') [A-Za-z] 2 '
    fi
    echo "@frequency"
    cat /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_cur_freq 2>/dev/null || grep '^cpu MHz' /proc/cpuinfo
    echo "@memory"
    grep -E '^(MemTotal|MemFree|MemAvailable|Buffers|Cached|Dirty|Writeback):' /proc/meminfo
    echo "@vmstat"
    grep '^nr_dirty ' /proc/vmstat
    echo "@disks"
    cat /proc/diskstats
    echo "@net"
    cat /proc/net/dev
    echo "@end" || exit 0
    sleep "$interval" || exit 0
done
