package io.bmsql.common;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads text files that users write, whose editors may begin them with a byte order mark or save them in another encoding. */
public final class UserText {
    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    /** So far a zero byte is looked for, which no text in UTF-8 has, and each second one in UTF-16 is. */
    private static final int LOOKED_AT = 100;

    private static final Pattern TIME = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(ms|s|m|min|h)");
    private static final Map<String, Double> UNIT_SECONDS =
            Map.of("ms", 0.001, "s", 1.0, "m", 60.0, "min", 60.0, "h", 3600.0);

    private UserText() {}

    /** The beginning of a text, without half a character at its end. */
    public static String cut(String text, int most) {
        int end = Math.min(most, text.length());
        boolean isHalf = end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, isHalf ? end - 1 : end);
    }

    /** The text of a file in UTF-8; an IOException says in a phrase what else it is. */
    public static String read(Path file) throws IOException {
        byte[] bytes = bytes(file);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it has bytes that are no UTF-8", e);
        }
    }

    /** The text in this encoding; bytes that it has not are replaced. */
    public static String read(Path file, Charset encoding) throws IOException {
        return new String(bytes(file), encoding);
    }

    private static byte[] bytes(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        boolean isMarked = bytes.length >= 2 && (bytes[0] & 0xff) + (bytes[1] & 0xff) == 0xff + 0xfe;
        for (int i = 0; i < Math.min(LOOKED_AT, bytes.length) && !isMarked; i++) {
            isMarked = bytes[i] == 0;
        }
        if (isMarked) {
            throw new IOException("it is in UTF-16: save it as UTF-8");
        }
        boolean hasMark = bytes.length >= MARK.length
                && ByteBuffer.wrap(bytes, 0, MARK.length).equals(ByteBuffer.wrap(MARK));
        return hasMark ? Arrays.copyOfRange(bytes, MARK.length, bytes.length) : bytes;
    }

    /** Reads {@code 500ms}, {@code 120s}, {@code 1.5min} or {@code 1.5m}, {@code 2h}; {@link Double#NaN} for all else. */
    public static double seconds(String text) {
        Matcher form = TIME.matcher(text);
        return form.matches()
                ? Double.parseDouble(form.group(1)) * UNIT_SECONDS.getOrDefault(form.group(2), Double.NaN)
                : Double.NaN;
    }
}
