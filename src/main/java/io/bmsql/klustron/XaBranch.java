package io.bmsql.klustron;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prepared branch of a distributed transaction, as {@code XA RECOVER} shows it.
 *
 * @param formatId of the transaction's name; 1 unless its maker says otherwise
 * @param gtrid global part of the name, 1 to 64 bytes shown as characters 0 to 255
 * @param bqual the branch's own part, up to 64 bytes, often empty
 */
public record XaBranch(long formatId, String gtrid, String bqual) {
    /** Klustron's names: compute node, seconds since 1970, number of the transaction. */
    private static final Pattern KLUSTRON = Pattern.compile(".+-([0-9]{9,11})-[0-9]+");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.:-]*");
    private static final long USUAL_FORMAT = 1;

    /** Splits the column {@code data} by the two lengths beside it, both in bytes. */
    static XaBranch of(long formatId, int gtridLength, int bqualLength, byte[] data) {
        String name = new String(data, StandardCharsets.ISO_8859_1);
        return new XaBranch(
                formatId, name.substring(0, gtridLength), name.substring(gtridLength, gtridLength + bqualLength));
    }

    /**
     * How long ago its transaction began, by the time inside its name.
     *
     * @return nothing when the name is not one of Klustron's
     */
    public OptionalLong ageSecs(long epochMillis) {
        Matcher name = KLUSTRON.matcher(gtrid);
        return name.matches()
                ? OptionalLong.of(Math.floorDiv(epochMillis, 1000) - Long.parseLong(name.group(1)))
                : OptionalLong.empty();
    }

    /** The name as {@code XA ROLLBACK} wants it: both parts quoted, and the format where it is not the usual one. */
    public String xid() {
        return quoted(gtrid) + "," + quoted(bqual) + (formatId == USUAL_FORMAT ? "" : "," + formatId);
    }

    /** Anything but plain letters as hexadecimal bytes, so that no name can end its quotes. */
    private static String quoted(String part) {
        return PLAIN.matcher(part).matches()
                ? "'" + part + "'"
                : "X'" + HexFormat.of().formatHex(part.getBytes(StandardCharsets.ISO_8859_1)) + "'";
    }
}
