package io.bmsql.script;

import io.bmsql.common.NearestWord;
import io.bmsql.common.UsageException;
import io.bmsql.tpcc.RandomStream;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The functions of expressions: those of pgbench 17, and two of ours: {@code pattern('###-@@@')} makes a text of random
 * digits (#) and letters (@), and {@code nurand(A, x, y)} is the NURand of TPC-C's clause 2.1.6, whose C depends on A and
 * on {@code :default_seed}.
 *
 * <p>Hashes are those of pgbench to the bit. Random numbers have its distributions, but not its sequence; {@code permute}
 * is a permutation for each seed, as its manual asks, but not the same one, which its manual does not define.
 */
final class Functions {
    private static final Logger LOG = LoggerFactory.getLogger(Functions.class);

    /** By their number of arguments, from none on; a seed at the end may be left out, some take any number. */
    private static final List<List<String>> BY_ARGUMENTS = List.of(
            List.of("pi"),
            List.of("abs", "debug", "double", "exp", "greatest", "int", "least", "ln", "pattern", "sqrt"),
            List.of("hash", "hash_fnv1a", "hash_murmur2", "mod", "pow", "power", "random"),
            List.of("nurand", "permute", "random_exponential", "random_gaussian", "random_zipfian"));

    private Functions() {}

    static boolean isKnown(String name) {
        return BY_ARGUMENTS.stream().anyMatch(names -> names.contains(name));
    }

    static String question(String name) {
        return NearestWord.question(name, BY_ARGUMENTS.stream().flatMap(List::stream));
    }

    /** Takes any number of arguments, which are worked out one after the other in the second register. */
    static boolean isFolded(String name) {
        return name.equals("greatest") || name.equals("least");
    }

    /** Another result, or another line of the log, with each call. */
    static boolean isDrawn(String name) {
        return name.startsWith("random")
                || List.of("debug", "nurand", "pattern").contains(name);
    }

    private static boolean hasSeed(String name) {
        return name.startsWith("hash") || name.equals("permute");
    }

    private static int arguments(String name) {
        int count = 0;
        while (!BY_ARGUMENTS.get(count).contains(name)) {
            count++;
        }
        return count;
    }

    /** How many it works on; when that is one more than there are, the last one is {@code :default_seed}. */
    static int checkedCount(String name, int count, Place place) throws UsageException {
        int most = arguments(name);
        boolean isRight = count == most || hasSeed(name) && count == most - 1 || isFolded(name) && count > 0;
        String takes = isFolded(name) ? "at least 1" : hasSeed(name) ? most - 1 + " or " + most : String.valueOf(most);
        String noun = takes.endsWith("1") ? " argument" : " arguments";
        place.check(isRight, name + " takes " + takes + noun + ", not " + count + "; correct the call");
        return isFolded(name) ? count : name.equals("nurand") ? most + 1 : most;
    }

    static Expression compile(String name, int at, Place place, Expression... arguments) {
        if (name.equals("debug")) {
            return client -> {
                arguments[0].evaluate(client);
                LOG.info("{}, debug: {}", place.file(), SqlText.valueText(client.registers, at));
            };
        } else if (isFolded(name)) {
            Expression first = Expression.strict((c, v, r, p) -> v.asDouble(r, p), at, place, arguments[0]);
            int kept = name.equals("greatest") ? 1 : -1;
            return Arrays.stream(arguments)
                    .skip(1)
                    .reduce(
                            first,
                            (left, right) -> Expression.strict(
                                    (client, values, r, p) -> fold(values, r, kept, p), at, place, left, right));
        }
        return Expression.strict(body(name), at, place, arguments);
    }

    /** The one of two that is in this order to the other; a double if one of the two is one. */
    private static void fold(Values values, int at, int kept, Place place) throws UsageException {
        boolean isDouble = values.isDouble(at) || values.isDouble(at + 1);
        if (Operators.order(values, at, place) != kept) {
            values.copy(at, values, at + 1);
        }
        if (isDouble) {
            values.set(at, values.asDouble(at, place));
        }
    }

    private static Expression.Body body(String name) {
        return switch (name) {
            case "abs" ->
                (client, values, at, place) -> {
                    if (values.isDouble(at)) {
                        values.set(at, Math.abs(values.real(at)));
                    } else {
                        values.set(at, Math.abs(values.asLong(at, place)));
                    }
                };
            case "double" -> (client, values, at, place) -> values.set(at, values.asDouble(at, place));
            case "exp" -> (client, values, at, place) -> values.set(at, Math.exp(values.asDouble(at, place)));
            case "ln" -> (client, values, at, place) -> values.set(at, Math.log(values.asDouble(at, place)));
            case "sqrt" -> (client, values, at, place) -> values.set(at, Math.sqrt(values.asDouble(at, place)));
            case "int" -> (client, values, at, place) -> values.set(at, values.asLong(at, place));
            case "pi" -> (client, values, at, place) -> values.set(at, Math.PI);
            case "pow", "power" ->
                (client, values, at, place) ->
                        values.set(at, Math.pow(values.asDouble(at, place), values.asDouble(at + 1, place)));
            case "mod" -> Operators.of("%");
            case "hash", "hash_murmur2" ->
                (client, values, at, place) ->
                        values.set(at, murmur2(values.asLong(at, place), values.asLong(at + 1, place)));
            case "hash_fnv1a" ->
                (client, values, at, place) ->
                        values.set(at, fnv1a(values.asLong(at, place), values.asLong(at + 1, place)));
            case "permute" ->
                (client, values, at, place) -> {
                    long size = values.asLong(at + 1, place);
                    if (size <= 0) {
                        throw place.error("permute needs a size above 0, not " + size + "; correct it");
                    }
                    long seed = values.asLong(at + 2, place);
                    values.set(at, permute(Math.floorMod(values.asLong(at, place), size), size, seed));
                };
            case "nurand" ->
                (client, values, at, place) -> {
                    long a = values.asLong(at, place);
                    long x = values.asLong(at + 1, place);
                    long size = size(x, values.asLong(at + 2, place), place);
                    long c = Math.floorMod(murmur2(a, values.asLong(at + 3, place)), size(0, a, place));
                    long either = client.random.uniformLong(0, a) | client.random.uniformLong(x, x + size - 1);
                    values.set(at, Math.floorMod(either + c, size) + x);
                };
            case "pattern" ->
                (client, values, at, place) -> {
                    if (values.kind(at) != Values.TEXT) {
                        throw place.error("pattern takes a text; write it in quotes, such as pattern('###-@@@')");
                    }
                    values.set(at, pattern(client.random, values.text(at)));
                };
            default -> (client, values, at, place) -> random(name, client.random, values, at, place);
        };
    }

    private static void random(String name, RandomStream random, Values values, int at, Place place)
            throws UsageException {
        long low = values.asLong(at, place);
        long size = size(low, values.asLong(at + 1, place), place);
        if (name.equals("random")) {
            values.set(at, random.uniformLong(low, low + size - 1));
            return;
        }
        double parameter = values.asDouble(at + 2, place);
        boolean isExponential = name.equals("random_exponential");
        boolean isGaussian = name.equals("random_gaussian");
        boolean isRight =
                isExponential ? parameter > 0 : isGaussian ? parameter >= 2 : parameter >= 1.001 && parameter <= 1000;
        if (!isRight) {
            String range = isExponential ? "above 0" : isGaussian ? "of 2 or more" : "from 1.001 to 1000";
            throw place.error(name + " needs a parameter " + range + ", not " + parameter + "; correct it");
        }
        long drawn = isExponential
                ? (long) (size * exponential(random, parameter))
                : isGaussian ? (long) (size * gaussian(random, parameter)) : zipfian(random, size, parameter);
        values.set(at, low + Math.min(size - 1, drawn));
    }

    private static long size(long low, long high, Place place) throws UsageException {
        long size = high - low + 1;
        if (high < low || size <= 0) {
            throw place.error("the range " + low + " to " + high
                    + (high < low ? " is empty; put the smaller number first" : " is too large; make it smaller"));
        }
        return size;
    }

    /** From 0 to 1, as f of pgbench's manual: an exponential distribution that is cut at the parameter. */
    private static double exponential(RandomStream random, double parameter) {
        double cut = Math.exp(-parameter);
        return -Math.log(cut + (1 - cut) * (1 - random.nextDouble())) / parameter;
    }

    /** From 0 to 1: a normal distribution that is cut at the parameter on both sides (Box and Muller's transform). */
    private static double gaussian(RandomStream random, double parameter) {
        double deviations;
        do {
            double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
            deviations = radius * Math.sin(2 * Math.PI * random.nextDouble());
        } while (deviations < -parameter || deviations >= parameter);
        return (deviations + parameter) / (2 * parameter);
    }

    /** From 0 on, by rejection: Luc Devroye, "Non-Uniform Random Variate Generation", 1986, p. 550 f., which pgbench names. */
    private static long zipfian(RandomStream random, long size, double parameter) {
        double b = Math.pow(2, parameter - 1);
        while (size > 1) {
            double x = Math.floor(Math.pow(1 - random.nextDouble(), -1 / (parameter - 1)));
            double t = Math.pow(1 + 1 / x, parameter - 1);
            if (random.nextDouble() * x * (t - 1) / (b - 1) <= t / b && x <= size) {
                return (long) x - 1;
            }
        }
        return 0;
    }

    /** FNV-1a of the eight bytes, the lowest first; the seed goes into the offset basis. */
    private static long fnv1a(long value, long seed) {
        long hash = 0xcbf29ce484222325L ^ seed;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            hash = (hash ^ (value >>> shift & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    /** MurmurHash64A of the eight bytes. */
    private static long murmur2(long value, long seed) {
        long multiplier = 0xc6a4a7935bd1e995L;
        long k = value * multiplier;
        k = (k ^ k >>> 47) * multiplier;
        long hash = (seed ^ Long.BYTES * multiplier ^ k) * multiplier;
        hash = (hash ^ hash >>> 47) * multiplier;
        return hash ^ hash >>> 47;
    }

    /**
     * Steps that can be undone, on the numbers of as many bits as the size needs, until one below the size comes out: so no
     * two numbers meet. Fewer than two rounds on average.
     */
    private static long permute(long value, long size, long seed) {
        if (size == 1) {
            return 0;
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(size - 1);
        long mask = -1L >>> Long.SIZE - bits;
        long x = value;
        do {
            long key = seed;
            for (int round = 0; round < 4; round++) {
                key = murmur2(round, key);
                x = (x ^ key) * (key >>> 7 | 1) & mask;
                x ^= x >>> bits / 2 + 1;
            }
        } while (x >= size);
        return x;
    }

    private static String pattern(RandomStream random, String pattern) {
        char[] text = pattern.toCharArray();
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '#') {
                text[i] = (char) ('0' + random.uniform(0, 9));
            } else if (text[i] == '@') {
                text[i] = (char) ('a' + random.uniform(0, 25));
            }
        }
        return new String(text);
    }
}
