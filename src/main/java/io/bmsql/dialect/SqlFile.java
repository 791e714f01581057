package io.bmsql.dialect;

/**
 * A file of an SQL folder, read.
 *
 * @param name without folder, such as {@code tableCreates.sql}
 * @param path as shown to the user
 * @param folder the dialect folder that it was found in, such as {@code sql.common}; empty for a file named by its path
 */
public record SqlFile(String name, String path, String folder, String text) {

    /** The statements of this script. */
    public SqlScript script() {
        return SqlScript.parse(path, text);
    }
}
