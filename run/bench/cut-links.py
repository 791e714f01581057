#!/usr/bin/env python3
"""A proxy before a server that cuts links at chosen moments of a request. Prints its port, then at the end how often it cut where.

  cut-links.py SERVER_PORT SEED CUTS

A link is cut before its request is sent on, once it is sent on, or once the server has answered and the client does not know. A link's first 30
requests pass, so that each is set up; the cut is drawn among the 80 that follow. After CUTS cuts all pass. Ends with its standard input.
"""
import collections
import random
import socket
import sys
import threading

server_port, seed, cuts = (int(word) for word in sys.argv[1:4])
random = random.Random(seed)
lock = threading.Lock()
done = collections.Counter()


def draw():
    return 30 + random.randrange(80)


def close(*sockets):
    for one in sockets:
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The other side closed it.
        one.close()


def answers(server, client, state):
    """Hands the server's answers on, until one is to be swallowed."""
    try:
        while data := server.recv(65536):
            if state["swallow"]:
                break
            client.sendall(data)
    except OSError:
        pass  # The link was cut, or one of them is gone.
    close(server, client)


def requests(client):
    server = socket.create_connection(("127.0.0.1", server_port))
    for one in (client, server):
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    state = {"swallow": False}
    threading.Thread(target=answers, args=(server, client, state), daemon=True).start()
    left = draw()
    try:
        while data := client.recv(65536):
            left -= 1
            with lock:
                if left == 0 and sum(done.values()) < cuts:
                    where = random.choice(("before", "in", "after"))
                    done[where] += 1
                else:
                    where = ""
            if where == "before":
                break
            if where == "after":
                state["swallow"] = True
            server.sendall(data)
            if where == "in":
                break
            if where == "after":
                return
    except OSError:
        pass  # The link was cut, or one of them is gone.
    close(server, client)


listener = socket.create_server(("127.0.0.1", 0))


def accept():
    while True:
        threading.Thread(target=requests, args=(listener.accept()[0],), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
print(*(f"{done[where]}" for where in ("before", "in", "after")), flush=True)
