package io.bmsql.schema;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * A program that builds, as the journal notes it, so that a second one can be told from one that goes on after an interruption.
 * Immutable.
 *
 * @param begun of the process, in seconds since 1970: another process may get its number later
 */
record Builder(String host, long pid, long begun) {
    private static final String ROW = "builder ";
    private static final int LONGEST_HOST = 150;

    static Builder here() {
        ProcessHandle self = ProcessHandle.current();
        return new Builder(hostName(), self.pid(), begun(self));
    }

    private static long begun(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH).getEpochSecond();
    }

    private static String hostName() {
        try {
            String name = InetAddress.getLocalHost().getHostName();
            return name.substring(0, Math.min(LONGEST_HOST, name.length()));
        } catch (UnknownHostException e) {
            return "a host without a name";
        }
    }

    /** The one that builds; nobody after an end in good order, and where an earlier version began. */
    static Optional<Builder> last(Map<String, String> rows) {
        String row = rows.get(ROW + count(rows));
        String[] parts = row == null ? new String[0] : row.split(" ", 3);
        return parts.length == 3
                ? Optional.of(new Builder(parts[2], Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                : Optional.empty();
    }

    /** The row of one that builds after these. */
    Map<String, String> row(Map<String, String> rows) {
        return Map.of(ROW + (count(rows) + 1), pid + " " + begun + " " + host);
    }

    /** The row of an end in good order after these. */
    static Map<String, String> nobody(Map<String, String> rows) {
        return Map.of(ROW + (count(rows) + 1), "nobody");
    }

    private static long count(Map<String, String> rows) {
        return rows.keySet().stream().filter(name -> name.startsWith(ROW)).count();
    }

    boolean isOn(Builder other) {
        return host.equals(other.host);
    }

    /** True when this is another process of this host that still lives. */
    boolean isAtWorkHere() {
        Builder self = here();
        return isOn(self)
                && pid != self.pid
                && ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .filter(process -> begun(process) == begun)
                        .isPresent();
    }

    /** For messages. */
    @Override
    public String toString() {
        String since = DateTimeFormatter.ISO_LOCAL_DATE_TIME
                .format(Instant.ofEpochSecond(begun)
                        .atZone(ZoneId.systemDefault())
                        .truncatedTo(ChronoUnit.SECONDS))
                .replace('T', ' ');
        return "process " + pid + " on " + host + ", started " + since;
    }
}
