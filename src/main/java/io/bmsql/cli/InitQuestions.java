package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.cli.InitCommand.Flags;
import io.bmsql.cli.console.Dialogue;
import io.bmsql.cli.console.Paragraph;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsDraft;
import io.bmsql.dialect.Dialect;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.tpcc.Scale;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the flags of {@code bmsql init} say, and the questions for what they leave open. */
record InitQuestions(Flags flags, Optional<Dialogue> terminal) {
    private static final long BYTES_A_MEGABYTE = 1_000_000;
    private static final String DEFAULT_VARIABLE = "BMSQL_PASSWORD";

    /** Refuses what contradicts itself, and what is missing where nobody can be asked. */
    void requireFlags(@Nullable String db) throws UsageException {
        if (waysToPassword() > 1) {
            throw new UsageException(
                    "give only one of --password-env, --password-file, --password-in-clear and" + " --no-password");
        }
        if (terminal.isPresent()) {
            return;
        }
        List<String> missing = new ArrayList<>();
        if (db == null) {
            missing.add("DB");
        }
        if (flags.conn == null) {
            missing.add("--conn");
        }
        if (flags.user == null) {
            missing.add("--user");
        }
        if (!saysPassword()) {
            missing.add("one of --password-env, --password-file and --no-password");
        } else if (flags.isPasswordInClear) {
            throw new UsageException(
                    "--password-in-clear asks for the password, for which there is no terminal here: use"
                            + " --password-env or --password-file");
        }
        if (!missing.isEmpty()) {
            throw new UsageException(
                    "there is no terminal to ask in, so these must be given: " + String.join(", ", missing));
        }
    }

    private boolean saysPassword() {
        return waysToPassword() > 0;
    }

    private long waysToPassword() {
        return Stream.of(
                        flags.passwordEnv != null,
                        flags.passwordFile != null,
                        flags.isPasswordInClear,
                        flags.isWithoutPassword)
                .filter(isGiven -> isGiven)
                .count();
    }

    String database(List<String> known) throws UsageException {
        say("Databases: " + String.join(", ", known));
        return ask("Database", "postgres", answer -> known.contains(answer) ? null : "there is no sql." + answer);
    }

    /**
     * Puts the answers into the draft, and into the flags, so that they can be given again.
     *
     * @param mistake what is wrong with this key of the draft as it is
     */
    void fillIn(PropsDraft draft, Dialect dialect, Function<PropertyKey, @Nullable String> mistake)
            throws UsageException {
        if (flags.conn == null) {
            say("The database must be there already, best one for nothing else: bmsql makes and drops tables in it.");
            flags.conn = ask(
                    "JDBC URL, without a password",
                    draft.value(PropertyKey.CONN),
                    url -> put(draft, PropertyKey.CONN, url, urlMistake(url, dialect), mistake));
        } else {
            require("--conn", put(draft, PropertyKey.CONN, flags.conn, urlMistake(flags.conn, dialect), mistake));
        }
        if (flags.user == null) {
            String usual = draft.value(PropertyKey.USER);
            flags.user = ask("User", usual.isEmpty() ? "benchmarksql" : usual, InitQuestions::userMistake);
        } else {
            require("--user", userMistake(flags.user));
        }
        draft.put(PropertyKey.USER, flags.user);
        password(draft, mistake);
        sizes(draft, dialect, mistake);
    }

    /** What is wrong with a value by itself, or else with the file that has it. */
    private static @Nullable String put(
            PropsDraft draft,
            PropertyKey key,
            String value,
            @Nullable String own,
            Function<PropertyKey, @Nullable String> mistake) {
        if (own != null) {
            return own;
        }
        draft.put(key, value);
        return mistake.apply(key);
    }

    private static void require(String flag, @Nullable String mistake) throws UsageException {
        if (mistake != null) {
            throw new UsageException(flag + ": " + mistake);
        }
    }

    private static @Nullable String urlMistake(String url, Dialect dialect) {
        if (!SecretText.findIn(url).isEmpty()) {
            return "it holds a password; leave it out, it is given in another way";
        }
        return url.startsWith("jdbc:")
                ? null
                : "a JDBC URL begins with jdbc: and looks like "
                        + dialect.access().urlExample();
    }

    private static @Nullable String userMistake(String user) {
        return user.startsWith("jdbc:") || user.contains("://")
                ? "this is a URL; write the name of the database user"
                : null;
    }

    private void password(PropsDraft draft, Function<PropertyKey, @Nullable String> mistake) throws UsageException {
        draft.leaveOut(PropertyKey.PASSWORD);
        draft.leaveOut(PropertyKey.PASSWORD_FILE);
        if (!saysPassword()) {
            say("The password does not stand in the file, unless you want that.");
            String way = ask(
                    "Password from an environment variable (e), a file (f), none at all (n), or written into the file (w)",
                    "e",
                    answer -> answer.matches("[efnw]") ? null : "write e, f, n or w");
            switch (way) {
                case "e" -> flags.passwordEnv = ask("Its name", DEFAULT_VARIABLE, InitQuestions::variableMistake);
                case "f" ->
                    flags.passwordFile = ask(
                            "Path of the file",
                            "",
                            path -> put(
                                    draft,
                                    PropertyKey.PASSWORD_FILE,
                                    path,
                                    path.isEmpty() ? "give a path" : null,
                                    mistake));
                case "w" -> flags.isPasswordInClear = true;
                default -> flags.isWithoutPassword = true;
            }
        }
        if (flags.passwordEnv != null) {
            require("--password-env", variableMistake(flags.passwordEnv));
            draft.put(PropertyKey.PASSWORD, "${" + flags.passwordEnv + "}");
        } else if (flags.passwordFile != null) {
            draft.put(PropertyKey.PASSWORD_FILE, flags.passwordFile);
        } else if (flags.isPasswordInClear) {
            draft.put(PropertyKey.PASSWORD, answer(dialogue().askHidden("Password (is not shown): ")));
        }
    }

    private static @Nullable String variableMistake(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*")
                ? null
                : "this is no name of an environment variable, such as " + DEFAULT_VARIABLE;
    }

    private void sizes(PropsDraft draft, Dialect dialect, Function<PropertyKey, @Nullable String> mistake)
            throws UsageException {
        if (flags.warehouses == null || flags.terminals == null) {
            terminal.ifPresent(unused -> advise(dialect));
        }
        int warehouses = number(draft, PropertyKey.WAREHOUSES, flags.warehouses, "Warehouses", mistake);
        flags.warehouses = warehouses;
        if (flags.hasThinkTimes == null) {
            flags.hasThinkTimes = terminal.isPresent()
                    && ask(
                                    "Users who wait, as TPC-C asks (y), or none (n)",
                                    "n",
                                    answer -> answer.matches("[yn]") ? null : "write y or n")
                            .equals("y");
        }
        draft.put(PropertyKey.KEYING_TIME_MULTIPLIER, flags.hasThinkTimes ? "1" : "0");
        draft.put(PropertyKey.THINK_TIME_MULTIPLIER, flags.hasThinkTimes ? "1" : "0");
        int most = (int) Math.min(Integer.MAX_VALUE, (long) Scale.TERMINALS_PER_WAREHOUSE * warehouses);
        int usual = flags.hasThinkTimes ? most : Math.min(defaultNumber(draft, PropertyKey.TERMINALS), most);
        draft.put(PropertyKey.TERMINALS, Integer.toString(usual));
        flags.terminals = number(draft, PropertyKey.TERMINALS, flags.terminals, "Terminals", mistake);
        if (flags.minutes == null && terminal.isPresent()) {
            flags.minutes = new BigDecimal(ask(
                    "Minutes to measure",
                    draft.value(PropertyKey.RUN_MINS),
                    answer -> put(
                            draft,
                            PropertyKey.RUN_MINS,
                            answer,
                            answer.matches("[0-9]{1,6}([.][0-9]{1,4})?") && new BigDecimal(answer).signum() > 0
                                    ? null
                                    : "write a number above 0, such as 10 or 0.5",
                            mistake)));
        } else if (flags.minutes != null) {
            draft.put(PropertyKey.RUN_MINS, flags.minutes.toPlainString());
        }
    }

    /** The flag, or in a terminal the answer, or else what the draft has; which the draft has then. */
    private int number(
            PropsDraft draft,
            PropertyKey key,
            @Nullable Integer flag,
            String question,
            Function<PropertyKey, @Nullable String> mistake)
            throws UsageException {
        int usual = defaultNumber(draft, key);
        if (flag != null || terminal.isEmpty()) {
            int chosen = flag == null ? usual : flag;
            draft.put(key, Integer.toString(chosen));
            return chosen;
        }
        return Integer.parseInt(ask(
                question,
                Integer.toString(usual),
                answer -> put(
                        draft,
                        key,
                        answer,
                        answer.matches("[1-9][0-9]{0,6}") ? null : "write a whole number from 1 on",
                        mistake)));
    }

    private static int defaultNumber(PropsDraft draft, PropertyKey key) {
        String sample = draft.value(key);
        return sample.matches("[1-9][0-9]{0,6}") ? Integer.parseInt(sample) : 10;
    }

    private void advise(Dialect dialect) {
        say(String.format(
                Locale.ROOT,
                "A warehouse takes %s on disk. With waits TPC-C gives it %d terminals (clause 4.2.2) and at most %.2f"
                        + " tpmC.",
                size(1, dialect),
                Scale.TERMINALS_PER_WAREHOUSE,
                Scale.MAX_TPMC_PER_WAREHOUSE));
        say("Without waits, BenchmarkSQL's habit, a few terminals load a server; such a number is not comparable with"
                + " published results.");
    }

    /** What so many warehouses take on disk. */
    static String size(int warehouses, Dialect dialect) {
        return "about "
                + NumberText.bytes(
                        BYTES_A_MEGABYTE * warehouses * dialect.building().megabytesPerWarehouse());
    }

    /** Asks until there is an answer without a mistake; Enter alone takes the usual one. */
    private String ask(String question, String usual, Function<String, @Nullable String> mistake)
            throws UsageException {
        while (true) {
            String typed = answer(dialogue().ask(question + (usual.isEmpty() ? ": " : " [" + usual + "]: ")))
                    .strip();
            String chosen = typed.isEmpty() ? usual : typed;
            String why = mistake.apply(chosen);
            if (why == null) {
                return chosen;
            }
            say("- " + why);
        }
    }

    private String answer(@Nullable String typed) throws UsageException {
        if (typed == null) {
            say("");
            throw new UsageException("there was no answer, so nothing was written");
        }
        return typed;
    }

    private Dialogue dialogue() {
        return terminal.orElseThrow();
    }

    private void say(String line) {
        Paragraph.lines("", line, dialogue().columns()).forEach(dialogue()::say);
    }
}
