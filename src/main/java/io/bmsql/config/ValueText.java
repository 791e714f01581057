package io.bmsql.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a value as its type reads it: old files carry trailing blanks and notes behind numbers, booleans and words.
 *
 * @param text without what does not belong to it
 * @param noteDropped a note behind the value was left out
 * @param noteKept the value looks as if it had a note behind it, which is part of it all the same
 */
record ValueText(String text, boolean noteDropped, boolean noteKept) {
    /** A number or a boolean cannot hold these characters, so a blank before them is not needed. */
    private static final Pattern NOTE = Pattern.compile("#|//");

    private static final Pattern NOTE_AFTER_BLANK = Pattern.compile("(?:^|(?<=[\\s\\u00a0\\u3000]))(?:#|//)");

    static ValueText of(PropertyType type, String value) {
        boolean noteBehindBlank = NOTE_AFTER_BLANK.matcher(value).find();
        if (type.isFreeText()) {
            return new ValueText(type == PropertyType.PATH ? trim(value) : value, false, noteBehindBlank);
        }
        boolean word = type == PropertyType.WORD || type == PropertyType.WORDS;
        Matcher note = (word ? NOTE_AFTER_BLANK : NOTE).matcher(value);
        boolean found = note.find();
        return new ValueText(trim(found ? value.substring(0, note.start()) : value), found, false);
    }

    /** The text as its writer saw it: UTF-8 when the bytes behind the ISO-8859-1 characters are that, else unchanged. */
    static String readable(String latin1) {
        boolean bytes =
                latin1.chars().allMatch(c -> c <= 0xff) && latin1.chars().anyMatch(c -> c > 0x7f);
        if (!bytes) {
            return latin1;
        }
        try {
            ByteBuffer buffer = ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1));
            return StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
        } catch (CharacterCodingException notUtf8) {
            // A file in ISO-8859-1, GBK or the like: the characters stay as Properties reads them.
            return latin1;
        }
    }

    /** Blanks of any kind, the ones of Chinese text included. */
    private static String trim(String text) {
        return text.replaceAll("^[\\s\\u00a0\\u3000]+|[\\s\\u00a0\\u3000]+$", "");
    }
}
