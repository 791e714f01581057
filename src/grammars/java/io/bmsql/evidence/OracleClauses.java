package io.bmsql.evidence;

/** Takes the physical clauses of the Oracle folder out of its DDL: those that it uses, each in its exact form. */
public final class OracleClauses {
    private OracleClauses() {}

    /** The text of one or several statements without them. */
    public static String withoutPhysical(String sql) {
        return sql.replaceAll(
                "\\s+(?:using index|pctfree [0-9]{1,2}(?: pctused [0-9]{1,2})?|initrans [0-9]{1,3})(?=\\s|;|$)", "");
    }
}
