package io.bmsql.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.shardingsphere.sql.parser.api.CacheOption;
import org.apache.shardingsphere.sql.parser.api.SQLParserEngine;
import org.apache.shardingsphere.sql.parser.exception.SQLParsingException;

/** ShardingSphere's grammar of Oracle's SQL, and what of PL/SQL it can be asked about. */
final class OracleSql {
    private static final SQLParserEngine GRAMMAR = new SQLParserEngine("Oracle", new CacheOption(1, 1));

    /** A statement on lines of its own, up to its semicolon or to the end of a cursor loop's query. */
    private static final Pattern STATEMENT =
            Pattern.compile("(?ms)^ +(?:select|insert into|update|delete from)\\s.*?(?=;|\\n *\\) loop\\n)");

    /** Where the values go is PL/SQL's part of a query. */
    private static final Pattern INTO = Pattern.compile("\\s+into\\s[\\w,\\s]+?(?=\\s+from\\s)");

    private OracleSql() {}

    static boolean accepts(String sql) {
        try {
            GRAMMAR.parse(sql, false);
            return true;
        } catch (SQLParsingException refused) {
            return false;
        }
    }

    /** A JDBC call as the block that a driver makes of it, with PL/SQL's own binds. */
    static String block(String call) {
        return call.replaceFirst("^\\{call ", "begin ")
                .replaceFirst("}$", "; end;")
                .replace("?", ":b1");
    }

    /** The SQL of a procedure, as a client would send it. */
    static List<String> inside(String block) {
        List<String> found = new ArrayList<>();
        Matcher matcher = STATEMENT.matcher(block.replaceAll("(?m)^ *--.*$", ""));
        while (matcher.find()) {
            String sql = matcher.group().strip();
            found.add(sql.startsWith("select") ? INTO.matcher(sql).replaceFirst("") : sql);
        }
        return found;
    }
}
