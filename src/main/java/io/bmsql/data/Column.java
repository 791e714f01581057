package io.bmsql.data;

import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.RowSink;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a column is read.
 *
 * @param scale places of a decimal; {@link #WHOLE} or {@link #TEXT}
 */
record Column(int scale) {
    static final int WHOLE = 0;
    static final int TEXT = -1;

    /** The columns of all tables, as the generator writes them. */
    static Map<Table, List<Column>> ofTables(Population population) {
        Map<Table, List<Column>> columns = new TreeMap<>();
        for (Table table : Table.values()) {
            if (table != Table.CONFIG) {
                FirstRow first = new FirstRow();
                int warehouse = table == Table.ITEM ? 0 : 1;
                population.write(new Slice(table, warehouse, 1, 1), first);
                columns.put(table, List.copyOf(first.columns));
            }
        }
        return columns;
    }

    void digest(ResultSet rows, int column, RowDigest digest) throws SQLException {
        if (scale == TEXT) {
            String text = rows.getString(column);
            if (text == null) {
                digest.nullValue();
            } else {
                // Some databases pad char columns, some do not.
                byte[] bytes = text.stripTrailing().getBytes(StandardCharsets.UTF_8);
                digest.text(bytes, 0, bytes.length);
            }
            return;
        }
        BigDecimal number = rows.getBigDecimal(column);
        if (number == null) {
            digest.nullValue();
        } else if (scale == WHOLE) {
            digest.integer(number.longValueExact());
        } else {
            digest.decimal(number.movePointRight(scale).longValueExact(), scale);
        }
    }

    /** Learns the columns from the first row of a table, which has no NULL. */
    private static final class FirstRow implements RowSink<RuntimeException> {
        final List<Column> columns = new ArrayList<>();
        private boolean ended;

        private void add(int scale) {
            if (!ended) {
                columns.add(new Column(scale));
            }
        }

        @Override
        public void integer(long value) {
            add(Column.WHOLE);
        }

        @Override
        public void decimal(long unscaled, int scale) {
            add(scale);
        }

        @Override
        public void text(byte[] ascii, int offset, int length) {
            add(Column.TEXT);
        }

        /** The statements give a number for it. */
        @Override
        public void timestamp(long epochMillis) {
            add(Column.WHOLE);
        }

        @Override
        public void nullValue() {
            add(Column.WHOLE);
        }

        @Override
        public void endRow() {
            ended = true;
        }
    }
}
