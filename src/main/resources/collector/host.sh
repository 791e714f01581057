# Prints raw what decides a database's speed on its host, once, each file or answer under a line @name: two frames a second apart, that
# end with @end. Changes nothing. $data and $log are what the database names its files; both may be empty.
# Needs a POSIX shell, cat, date, df, grep, id, ls, readlink and sleep; where a thing is missing its section is.
export LC_ALL=C

first_lines() {
    for file in "$@"; do
        [ -r "$file" ] && read -r text 2>/dev/null <"$file" && echo "@${file#/}" && echo "$text"
    done
}

whole_files() {
    for file in "$@"; do
        [ -r "$file" ] && echo "@${file#/}" && cat "$file" 2>/dev/null
    done
}

counters() {
    whole_files /proc/uptime /proc/stat
    echo "@processes"
    cat /proc/[0-9]*/stat 2>/dev/null
}

# The disks below a block device: a partition is on its disk, a logical volume or an array on those it is made of.
disks() {
    if [ -e "/sys/class/block/$1/partition" ]; then
        above=$(readlink -f "/sys/class/block/$1/..")
        disks "${above##*/}"
    elif [ -n "$(ls "/sys/class/block/$1/slaves" 2>/dev/null)" ]; then
        for below in "/sys/class/block/$1/slaves"/*; do
            disks "${below##*/}"
        done
    else
        echo "$1"
    fi
}

# The nearest folder above the disk that knows its NUMA node.
disk_node() {
    folder=$(readlink -f "/sys/block/$1")
    while [ "${folder#/sys/devices/}" != "$folder" ] && [ ! -r "$folder/numa_node" ]; do
        folder=${folder%/*}
    done
    [ -r "$folder/numa_node" ] && echo "@sys/block/$1/numa_node" && cat "$folder/numa_node"
}

place() {
    [ -n "$2" ] || return
    echo "@place/$1"
    echo "path $2"
    if ! problem=$(ls -d "$2" 2>&1 >/dev/null); then
        echo "problem $problem"
        return
    fi
    df -P "$(readlink -f "$2")" 2>/dev/null | {
        read -r heading
        read -r device rest
        mount=${rest##*% }
        number=
        while read -r id parent numbers root at options; do
            [ "$at" = "$mount" ] && number=$numbers && mounted=$options
        done </proc/self/mountinfo
        echo "device $device"
        echo "mounted $mounted"
        block=$(readlink -f "/sys/dev/block/$number" 2>/dev/null)
        [ -e "$block" ] || block=$(readlink -f "$device")
        block=${block##*/}
        if [ -e "/sys/class/block/$block" ]; then
            names=$(disks "$block")
            for disk in $names; do
                echo "disk $disk"
            done
            for disk in $names; do
                first_lines "/sys/block/$disk/queue/scheduler" "/sys/block/$disk/queue/write_cache" \
                    "/sys/block/$disk/queue/rotational"
                disk_node "$disk"
            done
        fi
    }
}

echo "@now"
date +%s.%N
echo "@host"
uname -srm
echo "@user"
id -un
echo "@clock"
# Each in its own words; a daemon that does not answer must not hold up the rest.
patience=
command -v timeout >/dev/null && patience="timeout 1"
$patience timedatectl show --property=NTPSynchronized 2>/dev/null
$patience chronyc -n tracking 2>/dev/null

first_lines /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor /sys/devices/system/cpu/cpu[0-9]*/topology/core_id \
    /sys/devices/system/cpu/intel_pstate/no_turbo /sys/devices/system/cpu/cpufreq/boost \
    /sys/devices/system/node/node[0-9]*/cpulist /proc/sys/kernel/numa_balancing /proc/sys/vm/swappiness \
    /sys/kernel/mm/transparent_hugepage/enabled
whole_files /proc/meminfo

listeners
echo "@cards"
for card in /sys/class/net/*; do
    state=
    [ -e "$card/device" ] && read -r state 2>/dev/null <"$card/operstate"
    case $state in up | unknown) ;; *) continue ;; esac
    node=-1
    [ -r "$card/device/numa_node" ] && read -r node 2>/dev/null <"$card/device/numa_node"
    echo "card ${card##*/} $node"
    # A paravirtual card has them one folder higher.
    for interrupt in "$card"/device/msi_irqs/* "$card"/device/../msi_irqs/*; do
        cpus=
        read -r cpus 2>/dev/null <"/proc/irq/${interrupt##*/}/effective_affinity_list"
        [ -n "$cpus" ] || read -r cpus 2>/dev/null <"/proc/irq/${interrupt##*/}/smp_affinity_list"
        [ -n "$cpus" ] && echo "interrupt ${card##*/} $cpus"
    done
done

place data "$data"
place log "$log"
counters
echo "@end" || exit 0
sleep 1
counters
echo "@end"
