package io.bmsql.testing;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Wide records of which a test says only what matters to it: each value behind the name of its component. */
public final class Records {
    private Records() {}

    /** What is not given is 0, false, empty or, where it may be, null. */
    public static <R extends Record> R made(Class<R> type, Object... namesAndValues) {
        return copy(type, null, namesAndValues);
    }

    /** What is not given stays as it is. */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R with(R record, Object... namesAndValues) {
        return copy((Class<R>) record.getClass(), record, namesAndValues);
    }

    private static <R extends Record> R copy(Class<R> type, @Nullable R from, Object... namesAndValues) {
        Map<String, Object> given = new HashMap<>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            given.put((String) namesAndValues[at], namesAndValues[at + 1]);
        }
        RecordComponent[] parts = type.getRecordComponents();
        Object[] values = new Object[parts.length];
        try {
            for (int at = 0; at < parts.length; at++) {
                String name = parts[at].getName();
                Object other = from == null
                        ? nothing(parts[at])
                        : parts[at].getAccessor().invoke(from);
                values[at] = given.containsKey(name) ? given.remove(name) : other;
            }
            if (!given.isEmpty()) {
                throw new IllegalArgumentException(type + " has no " + given.keySet());
            }
            Class<?>[] types =
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot make a " + type, e);
        }
    }

    private static @Nullable Object nothing(RecordComponent part) {
        Class<?> type = part.getType();
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        }
        if (type == List.class || type == Map.class) {
            return type == List.class ? List.of() : Map.of();
        }
        boolean isNullable = part.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return isNullable || !type.isRecord() ? null : made(type.asSubclass(Record.class));
    }
}
