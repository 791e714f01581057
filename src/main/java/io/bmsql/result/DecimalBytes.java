package io.bmsql.result;

/** A byte buffer that takes whole numbers as ASCII digits without making strings. */
final class DecimalBytes {
    private static final int LONGEST_NUMBER = 20;

    private final byte[] bytes;
    private final byte[] digits = new byte[LONGEST_NUMBER];
    private int size;

    DecimalBytes(int capacity) {
        bytes = new byte[capacity];
    }

    void clear() {
        size = 0;
    }

    DecimalBytes put(byte[] text) {
        System.arraycopy(text, 0, bytes, size, text.length);
        size += text.length;
        return this;
    }

    DecimalBytes put(long number) {
        long rest = number;
        if (rest < 0) {
            bytes[size++] = '-';
            rest = -rest;
        }
        int at = LONGEST_NUMBER;
        do {
            digits[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        System.arraycopy(digits, at, bytes, size, LONGEST_NUMBER - at);
        size += LONGEST_NUMBER - at;
        return this;
    }

    void comma() {
        bytes[size++] = ',';
    }

    void newLine() {
        bytes[size++] = '\n';
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }
}
