package io.bmsql.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the clauses out of a CREATE TABLE that only DM has: exactly those that the folder uses, each in its exact form. */
public final class DmClauses {
    private static final Pattern CLUSTER = Pattern.compile("(?<=,\\s{1,9})cluster\\s+(?=primary key \\()");
    private static final Pattern STORAGE = Pattern.compile("(?<=\\))\\s+storage\\s*\\((.*)\\)\\s*$");
    private static final Pattern OPTION = Pattern.compile(
            "without counter|fillfactor (?:100|[1-9]?[0-9])|branch \\((?:6[0-4]|[1-5]?[0-9]), (?:6[0-4]|[1-5]?[0-9])\\)");

    private final List<String> removed = new ArrayList<>();

    /**
     * The statement without them.
     *
     * @throws IllegalArgumentException when a storage option is not one of DM's
     */
    public String remove(String sql) {
        Matcher storage = STORAGE.matcher(sql);
        String rest = sql;
        if (storage.find()) {
            String options = storage.group(1);
            for (String option : options.split(",(?![^(]*\\))")) {
                if (!OPTION.matcher(option.strip()).matches()) {
                    throw new IllegalArgumentException("not a storage option of DM: " + option.strip());
                }
                removed.add(option.strip());
            }
            rest = sql.substring(0, storage.start());
        }
        Matcher cluster = CLUSTER.matcher(rest);
        while (cluster.find()) {
            removed.add("cluster");
        }
        return cluster.replaceAll("");
    }

    public List<String> removed() {
        return List.copyOf(removed);
    }
}
