package io.bmsql.config;

import java.util.Arrays;
import java.util.Optional;

/** What can be switched on or off in the schema: by a property, by a line of {@code dialect.properties}, in templates. */
public enum SchemaOption {
    /** An index on the customer of an order, for Order-Status (clause 2.6.2.2: the customer's newest order). */
    ORDER_CUSTOMER_INDEX("orderCustomerIndex"),
    FOREIGN_KEYS("foreignKeys"),
    /** Room in the pages for rows that are updated. */
    FILL_FACTORS("fillFactors"),
    /** Klustron: the partitions of one shard form a group. */
    TABLEGROUPS("tablegroups");

    private final String word;

    SchemaOption(String word) {
        this.word = word;
    }

    /** The word of props files, {@code dialect.properties} and templates. */
    public String word() {
        return word;
    }

    /** The option of that word; the case counts. */
    public static Optional<SchemaOption> find(String word) {
        return Arrays.stream(values())
                .filter(option -> option.word.equals(word))
                .findFirst();
    }
}
