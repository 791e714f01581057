package io.bmsql.workload.procedure;

/** Whole numbers with commas between them, the one form of a list that every database can take apart. */
final class NumberList {
    private final StringBuilder text = new StringBuilder();

    NumberList clear() {
        text.setLength(0);
        return this;
    }

    NumberList add(int number) {
        if (text.length() > 0) {
            text.append(',');
        }
        text.append(number);
        return this;
    }

    /** The list as a parameter. */
    String text() {
        return text.toString();
    }

    /** The number at a place, from 0. */
    static int at(String list, int place) {
        int start = 0;
        for (int comma = 0; comma < place; comma++) {
            start = list.indexOf(',', start) + 1;
        }
        int end = list.indexOf(',', start);
        return Integer.parseInt(list, start, end < 0 ? list.length() : end, 10);
    }
}
