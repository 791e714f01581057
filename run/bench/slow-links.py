#!/usr/bin/env python3
"""Slow and lossy links between hosts in network namespaces, where the kernel has no netem. Needs root.

  slow-links.py DELAY_MS LOSS HOST...     each HOST a network namespace bmsqlHOST with the address 10.77.0.HOST; this one is 10.77.0.1

Each packet arrives DELAY_MS later, or with the probability LOSS not at all. SIGUSR1 cuts the last host off, and the next one heals its link.
"""
import collections
import fcntl
import os
import random
import select
import signal
import struct
import subprocess
import sys
import time

delay, loss, hosts = float(sys.argv[1]) / 1000, float(sys.argv[2]), [1] + [int(host) for host in sys.argv[3:]]
cut = False


def toggle(*_):
    global cut
    cut = not cut


def link(host):
    """A TUN device: what the host sends can be read here, what is written here reaches it."""
    device = f"bmsqlt{host}"
    file = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(file, 0x400454CA, struct.pack("16sH", device.encode(), 0x1001))  # TUNSETIFF: IFF_TUN | IFF_NO_PI
    inside = []
    if host != 1:
        inside = ["ip", "netns", "exec", f"bmsql{host}"]
        subprocess.run(["ip", "link", "set", device, "netns", f"bmsql{host}"], check=True)
    for words in (["addr", "add", f"10.77.0.{host}/24", "dev"], ["link", "set", "up", "dev"]):
        subprocess.run([*inside, "ip", *words, device], check=True)
    return file


signal.signal(signal.SIGUSR1, toggle)
links = {host: link(host) for host in hosts}
under_way = collections.deque()
print("ready", flush=True)
while True:
    wait = max(0, under_way[0][0] - time.monotonic()) if under_way else None
    for file in select.select(list(links.values()), [], [], wait)[0]:
        packet = os.read(file, 65536)
        if packet[0] >> 4 != 4 or packet[19] not in links or random.random() < loss:
            continue
        if cut and hosts[-1] in (packet[15], packet[19]):
            continue
        under_way.append((time.monotonic() + delay, links[packet[19]], packet))
    while under_way and under_way[0][0] <= time.monotonic():
        _, file, packet = under_way.popleft()
        os.write(file, packet)
