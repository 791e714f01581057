#!/usr/bin/env bash
# Puts into a release that brings its own Java an archive of the classes that that Java loads in a short run, so that it starts warm.
#   run/release/warm.sh bmsql-VERSION-linux-ARCH.tar.gz
# The archive and its .sha256 are written anew. It trains with a quickstart, which builds, runs and reports.
set -euo pipefail
[ $# = 1 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
archive=$(readlink -f "$1")
work=$(mktemp -d /var/tmp/bmsql-warm.XXXXXX)
trap 'rm -rf "$work"' EXIT
mkdir "$work/unpacked" "$work/here"
tar -xf "$archive" -C "$work/unpacked"
name=$(ls "$work/unpacked")
(cd "$work/here" && BMSQL_TRAIN=true "$work/unpacked/$name/bin/quickstart.sh" --warehouses 1 --minutes 0.5 >"$work/log" 2>&1) ||
    { tail -20 "$work/log" >&2; exit 1; }
share=$(cd "$work/unpacked" && ls "$name"/share/java-*)
gunzip -c "$archive" >"$work/release.tar"
tar -rf "$work/release.tar" -C "$work/unpacked" --owner=0 --group=0 --numeric-owner --mode=644 "$share"
gzip -9n <"$work/release.tar" >"$work/release.tar.gz"
mv "$work/release.tar.gz" "$archive"
(cd "$(dirname "$archive")" && sha256sum "$(basename "$archive")" >"$(basename "$archive").sha256")
du -h --apparent-size "$work/unpacked/$share" "$archive" | sed "s:$work/unpacked/::"
