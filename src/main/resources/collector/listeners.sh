# Who listens on $port, which is in hexadecimal, may be empty, and of which only root sees other users' processes.
listeners() {
    echo "@listeners"
    [ -n "$port" ] || return
    sockets=$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null | grep ":$port [0-9A-F]*:0000 0A " | while read -r _ _ _ _ _ _ _ _ _ inode _; do
        printf '|%s' "$inode"
    done)
    [ -n "$sockets" ] || return
    # One look at all processes, however many sockets there are, and at no names of users.
    ls -ln /proc/[0-9]*/fd 2>/dev/null | grep -E "^/proc/|socket:\[(${sockets#|})\]" | while read -r line; do
        case $line in /proc/*) process=$line ;; *) echo "$process" ;; esac
    done
}
