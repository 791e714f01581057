# Prints what the kernel counts: facts of the host once, then a sample every $interval seconds until its reader is gone.
# Needs a POSIX shell, cat, grep, ls, sleep and tr; works out nothing, so that one program reads hosts of every age.
export LC_ALL=C
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
listening=$(listeners)
echo "$listening"
echo "@running"
cat /proc/[0-9]*/comm 2>/dev/null
# The counters of the control groups that the server is in, each of which may have a limit of processors: of who listens, or of all servers.
processes=$(echo "$listening" | grep '^/proc/')
[ -n "$processes" ] || processes=$(for name in $(echo "$server" | tr ',' ' ' | tr -d '+'); do
    grep -ls "^$name" /proc/[0-9]*/comm 2>/dev/null
done)
counters=$(for process in $processes; do
    grep -E '^[0-9]+:(([a-z_,]*,)?cpu(,[a-z_,]*)?)?:/' "${process%/*}/cgroup" 2>/dev/null
done | while IFS=: read -r _ controllers group; do
    while :; do
        file=${groups:-/sys/fs/cgroup}/$controllers$group/cpu.stat
        case $seen in *"|$file|"*) ;; *) [ -r "$file" ] && echo "$file" ;; esac
        seen="$seen|$file|"
        [ -n "$group" ] || break
        group=${group%/*}
    done
done)
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
    if [ -n "$counters" ]; then
        echo "@throttling"
        # With another file the name of each is printed.
        grep -E '^nr_(periods|throttled) ' $counters /dev/null
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
