package io.bmsql.datagen;

import io.bmsql.spec.LastName;
import io.bmsql.spec.NURand;
import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * bmsql_customer: c_id, c_d_id, c_w_id, c_discount, c_credit, c_last, c_first, c_credit_lim, c_balance, c_ytd_payment,
 * c_payment_cnt, c_delivery_cnt, street, city, state, zip, c_phone, c_since, c_middle, c_data.
 */
final class CustomerGenerator extends RandomRows {
    private static final byte[] GOOD_CREDIT = ascii("GC");
    private static final byte[] BAD_CREDIT = ascii("BC");
    private static final byte[] MIDDLE = ascii("OE");
    private static final double BAD_CREDIT_PERCENT = 10;
    private static final long CREDIT_LIMIT_CENTS = 50_000_00;
    private static final long BALANCE_CENTS = -10_00;
    private static final long YTD_PAYMENT_CENTS = 10_00;
    private static final int PHONE_DIGITS = 16;

    private final long sinceEpochMillis;
    private final NURand constants;

    CustomerGenerator(long seed, long loadEpochMillis, NURand constants) {
        super(seed, Table.CUSTOMER);
        this.sinceEpochMillis = loadEpochMillis;
        this.constants = constants;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
            seek(slice.warehouse(), districtId);
            for (int customerId = 1; customerId <= Scale.CUSTOMERS_PER_DISTRICT; customerId++) {
                random.seekRow(customerId);
                row(slice.warehouse(), districtId, customerId, sink);
            }
        }
    }

    private void row(int warehouseId, int districtId, int customerId, RowSink sink) throws IOException {
        sink.integer(customerId);
        sink.integer(districtId);
        sink.integer(warehouseId);
        sink.decimal(random.uniform(0, 5_000), 4);
        whole(sink, random.percent(BAD_CREDIT_PERCENT) ? BAD_CREDIT : GOOD_CREDIT);
        whole(sink, LastName.ascii(lastNameNumber(customerId)));
        alphanumeric(sink, 8, 16);
        sink.decimal(CREDIT_LIMIT_CENTS, 2);
        sink.decimal(BALANCE_CENTS, 2);
        sink.decimal(YTD_PAYMENT_CENTS, 2);
        sink.integer(1);
        sink.integer(0);
        address(sink);
        digits(sink, PHONE_DIGITS);
        sink.timestamp(sinceEpochMillis);
        whole(sink, MIDDLE);
        alphanumeric(sink, 300, 500);
        sink.endRow();
    }

    private int lastNameNumber(int customerId) {
        return customerId <= Scale.CUSTOMERS_WITH_NAME_IN_ORDER ? customerId - 1 : constants.lastNameNumber(random);
    }

    private static void whole(RowSink sink, byte[] text) throws IOException {
        sink.text(text, 0, text.length);
    }
}
