package io.bmsql.evidence;

import io.bmsql.dialect.ErrorClass;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The vendor codes of a folder's {@code dialect.properties}, as a user reads them. */
final class ErrorLists {
    private static final Map<String, ErrorClass> KINDS = Map.of(
            "deadlock", ErrorClass.DEADLOCK,
            "serialization", ErrorClass.SERIALIZATION,
            "locktimeout", ErrorClass.LOCK_TIMEOUT,
            "connection", ErrorClass.CONNECTION,
            "constraint", ErrorClass.CONSTRAINT,
            "timeout", ErrorClass.TIMEOUT,
            "missingrow", ErrorClass.MISSING_ROW);

    private ErrorLists() {}

    /** Code and kind. */
    static Map<Integer, ErrorClass> vendorCodes(String db) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("sql." + db, "dialect.properties"))) {
            properties.load(reader);
        }
        Map<Integer, ErrorClass> codes = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (!key.startsWith("errors.") || key.equals("errors.other")) {
                continue;
            }
            ErrorClass kind = KINDS.get(key.substring("errors.".length()).toLowerCase(Locale.ROOT));
            for (String entry : properties.getProperty(key).split(",")) {
                if (entry.strip().startsWith("vendor:")) {
                    int code = Integer.parseInt(entry.strip().substring("vendor:".length()));
                    if (codes.put(code, kind) != null) {
                        throw new IllegalStateException("sql." + db + " names " + code + " twice");
                    }
                }
            }
        }
        return codes;
    }
}
