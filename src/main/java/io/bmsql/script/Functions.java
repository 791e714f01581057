package io.bmsql.script;

import io.bmsql.common.NearestWord;
import io.bmsql.common.UsageException;
import io.bmsql.tpcc.RandomStream;
import java.util.Map;
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

    private record Arity(int min, int max) {}

    private static final Map<String, Arity> ARITIES = Map.ofEntries(
            Map.entry("abs", new Arity(1, 1)),
            Map.entry("debug", new Arity(1, 1)),
            Map.entry("double", new Arity(1, 1)),
            Map.entry("exp", new Arity(1, 1)),
            Map.entry("greatest", new Arity(1, Integer.MAX_VALUE)),
            Map.entry("hash", new Arity(1, 2)),
            Map.entry("hash_fnv1a", new Arity(1, 2)),
            Map.entry("hash_murmur2", new Arity(1, 2)),
            Map.entry("int", new Arity(1, 1)),
            Map.entry("least", new Arity(1, Integer.MAX_VALUE)),
            Map.entry("ln", new Arity(1, 1)),
            Map.entry("mod", new Arity(2, 2)),
            Map.entry("nurand", new Arity(3, 3)),
            Map.entry("pattern", new Arity(1, 1)),
            Map.entry("permute", new Arity(2, 3)),
            Map.entry("pi", new Arity(0, 0)),
            Map.entry("pow", new Arity(2, 2)),
            Map.entry("power", new Arity(2, 2)),
            Map.entry("random", new Arity(2, 2)),
            Map.entry("random_exponential", new Arity(3, 3)),
            Map.entry("random_gaussian", new Arity(3, 3)),
            Map.entry("random_zipfian", new Arity(3, 3)),
            Map.entry("sqrt", new Arity(1, 1)));

    private Functions() {}

    static boolean isKnown(String name) {
        return ARITIES.containsKey(name);
    }

    static String question(String name) {
        return NearestWord.question(name, ARITIES.keySet().stream());
    }

    /** Its arguments are worked out one after the other in the same register. */
    static boolean isFolded(String name) {
        return name.equals("greatest") || name.equals("least");
    }

    private static Arity arity(String name) {
        return ARITIES.getOrDefault(name, new Arity(0, 0));
    }

    static void checkCount(String name, int count, Place place) throws UsageException {
        Arity arity = arity(name);
        if (count < arity.min || count > arity.max) {
            String needed = arity.max == arity.min
                    ? String.valueOf(arity.min)
                    : arity.max == Integer.MAX_VALUE ? "at least " + arity.min : arity.min + " or " + arity.max;
            throw place.error(name + " takes " + needed + " argument" + (needed.endsWith("1") ? "" : "s") + ", not "
                    + count + "; correct the call");
        }
    }

    /** Its last argument is {@code :default_seed} when there are only so many. */
    static boolean isSeeded(String name, int count) {
        return name.equals("nurand") || (name.startsWith("hash") || name.equals("permute")) && count < arity(name).max;
    }

    /** What a function does with its arguments, none of them NULL; the first one's register takes the value. */
    private interface Body {
        void apply(ScriptClient client, Values values) throws UsageException;
    }

    static Expression compile(String name, Expression[] arguments, int at, Place place) {
        if (name.equals("debug")) {
            return client -> {
                arguments[0].evaluate(client);
                LOG.info("{}, debug: {}", place.file(), SqlText.valueText(client.registers, at));
            };
        }
        if (isFolded(name)) {
            return fold(arguments, at, name.equals("greatest") ? 1 : -1, place);
        }
        Body body = body(name, at, place);
        return client -> {
            Values values = client.registers;
            boolean isNull = false;
            for (int i = 0; i < arguments.length; i++) {
                arguments[i].evaluate(client);
                isNull |= values.isNull(at + i);
            }
            if (isNull) {
                values.setNull(at);
            } else {
                body.apply(client, values);
            }
        };
    }

    private static Expression fold(Expression[] arguments, int at, int sign, Place place) {
        return client -> {
            Values values = client.registers;
            arguments[0].evaluate(client);
            boolean isNull = values.isNull(at);
            if (!isNull) {
                values.asDouble(at, place);
            }
            for (int i = 1; i < arguments.length; i++) {
                arguments[i].evaluate(client);
                if (isNull || values.isNull(at + 1)) {
                    isNull = true;
                } else if (values.isDouble(at) || values.isDouble(at + 1)) {
                    double a = values.asDouble(at, place);
                    double b = values.asDouble(at + 1, place);
                    values.set(at, sign > 0 ? Math.max(a, b) : Math.min(a, b));
                } else {
                    long a = values.asLong(at, place);
                    long b = values.asLong(at + 1, place);
                    values.set(at, sign > 0 ? Math.max(a, b) : Math.min(a, b));
                }
            }
            if (isNull) {
                values.setNull(at);
            }
        };
    }

    private static Body body(String name, int at, Place place) {
        return switch (name) {
            case "abs" ->
                (client, values) -> {
                    if (values.isDouble(at)) {
                        values.set(at, Math.abs(values.real(at)));
                    } else {
                        values.set(at, Math.abs(values.asLong(at, place)));
                    }
                };
            case "double" -> (client, values) -> values.set(at, values.asDouble(at, place));
            case "exp" -> (client, values) -> values.set(at, Math.exp(values.asDouble(at, place)));
            case "ln" -> (client, values) -> values.set(at, Math.log(values.asDouble(at, place)));
            case "sqrt" -> (client, values) -> values.set(at, Math.sqrt(values.asDouble(at, place)));
            case "int" -> (client, values) -> values.set(at, values.asLong(at, place));
            case "pi" -> (client, values) -> values.set(at, Math.PI);
            case "pow", "power" ->
                (client, values) ->
                        values.set(at, Math.pow(values.asDouble(at, place), values.asDouble(at + 1, place)));
            case "mod" ->
                (client, values) -> {
                    long divisor = values.asLong(at + 1, place);
                    if (divisor == 0) {
                        throw place.error("division by zero; let a CASE see to that value");
                    }
                    values.set(at, values.asLong(at, place) % divisor);
                };
            case "hash", "hash_murmur2" ->
                (client, values) -> values.set(at, murmur2(values.asLong(at, place), values.asLong(at + 1, place)));
            case "hash_fnv1a" ->
                (client, values) -> values.set(at, fnv1a(values.asLong(at, place), values.asLong(at + 1, place)));
            case "permute" ->
                (client, values) -> {
                    long size = values.asLong(at + 1, place);
                    if (size <= 0) {
                        throw place.error("permute needs a size above 0, not " + size + "; correct it");
                    }
                    long seed = values.asLong(at + 2, place);
                    values.set(at, permute(Math.floorMod(values.asLong(at, place), size), size, seed));
                };
            case "nurand" ->
                (client, values) -> {
                    long a = values.asLong(at, place);
                    long x = values.asLong(at + 1, place);
                    long y = values.asLong(at + 2, place);
                    long c = Math.floorMod(murmur2(a, values.asLong(at + 3, place)), checkedSize(0, a, place));
                    long either = client.random.uniformLong(0, a)
                            | client.random.uniformLong(x, x - 1 + checkedSize(x, y, place));
                    values.set(at, Math.floorMod(either + c, y - x + 1) + x);
                };
            case "pattern" ->
                (client, values) -> {
                    if (values.kind(at) != Values.TEXT) {
                        throw place.error("pattern takes a text; write it in quotes, such as pattern('###-@@@')");
                    }
                    values.set(at, pattern(client.random, values.text(at)));
                };
            default -> random(name, at, place);
        };
    }

    private static Body random(String name, int at, Place place) {
        return (client, values) -> {
            long low = values.asLong(at, place);
            long high = values.asLong(at + 1, place);
            long size = checkedSize(low, high, place);
            RandomStream random = client.random;
            if (name.equals("random")) {
                values.set(at, random.uniformLong(low, high));
                return;
            }
            double parameter = values.asDouble(at + 2, place);
            values.set(
                    at,
                    low
                            + switch (name) {
                                case "random_exponential" -> exponential(random, size, parameter, place);
                                case "random_gaussian" -> gaussian(random, size, parameter, place);
                                default -> zipfian(random, size, parameter, place);
                            });
        };
    }

    /** How many numbers there are from low to high. */
    private static long checkedSize(long low, long high, Place place) throws UsageException {
        if (high < low) {
            throw place.error("the range " + low + " to " + high + " is empty; put the smaller number first");
        }
        long size = high - low + 1;
        if (size <= 0) {
            throw place.error("the range " + low + " to " + high + " is too large; make it smaller");
        }
        return size;
    }

    /** f(i) - f(i + 1) of pgbench's manual: an exponential distribution, cut at the parameter and spread over the range. */
    private static long exponential(RandomStream random, long size, double parameter, Place place)
            throws UsageException {
        if (!(parameter > 0)) {
            throw place.error("random_exponential needs a parameter above 0, not " + parameter + "; correct it");
        }
        double cut = Math.exp(-parameter);
        double uniform = 1 - random.nextDouble();
        double share = -Math.log(cut + (1 - cut) * uniform) / parameter;
        return Math.min(size - 1, (long) (size * share));
    }

    /** A normal distribution cut at the parameter on both sides (Box and Muller's transform). */
    private static long gaussian(RandomStream random, long size, double parameter, Place place) throws UsageException {
        if (!(parameter >= 2)) {
            throw place.error("random_gaussian needs a parameter of 2 or more, not " + parameter + "; correct it");
        }
        double deviations;
        do {
            deviations =
                    Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.sin(2 * Math.PI * random.nextDouble());
        } while (deviations < -parameter || deviations >= parameter);
        return Math.min(size - 1, (long) (size * ((deviations + parameter) / (2 * parameter))));
    }

    /** By rejection: Luc Devroye, "Non-Uniform Random Variate Generation", 1986, p. 550 and 551, the source that pgbench names. */
    private static long zipfian(RandomStream random, long size, double parameter, Place place) throws UsageException {
        if (!(parameter >= 1.001 && parameter <= 1000)) {
            throw place.error("random_zipfian needs a parameter from 1.001 to 1000, not " + parameter + "; correct it");
        }
        if (size == 1) {
            return 0;
        }
        double b = Math.pow(2, parameter - 1);
        while (true) {
            double x = Math.floor(Math.pow(1 - random.nextDouble(), -1 / (parameter - 1)));
            double t = Math.pow(1 + 1 / x, parameter - 1);
            if (random.nextDouble() * x * (t - 1) / (b - 1) <= t / b && x <= size) {
                return (long) x - 1;
            }
        }
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
        int bits = Long.SIZE - Long.numberOfLeadingZeros(size - 1);
        if (bits == 0) {
            return 0;
        }
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
