package io.bmsql.agents;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Addresses behind the names of hosts. */
final class Hosts {
    private Hosts() {}

    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            // Not a name of this host at any rate.
            return false;
        }
    }

    /** The address as digits, so that two names of one host are the same; the name itself when nobody knows it. */
    static String digits(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            return host;
        }
    }
}
