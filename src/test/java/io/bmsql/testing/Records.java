package io.bmsql.testing;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Wide records of which a test says only what matters to it: each value behind the name of its component. */
public final class Records {
    /** To find these out takes long. */
    private record Shape(RecordComponent[] parts, Constructor<?> constructor) {}

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            RecordComponent[] parts = type.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                // Records of tests are their packages' own.
                constructor.setAccessible(true);
                Arrays.stream(parts).forEach(part -> part.getAccessor().setAccessible(true));
                return new Shape(parts, constructor);
            } catch (NoSuchMethodException e) {
                throw new IllegalArgumentException("cannot make a " + type, e);
            }
        }
    };

    private static final ClassValue<Object[]> NOTHING = new ClassValue<>() {
        @Override
        protected Object[] computeValue(Class<?> type) {
            return Arrays.stream(type.getRecordComponents())
                    .map(Records::nothing)
                    .toArray();
        }
    };

    private Records() {}

    /** What is not given is 0, false, empty or, where it may be, null. */
    public static <R extends Record> R made(Class<R> type, Object... namesAndValues) {
        return copy(type, null, namesAndValues);
    }

    /** What is not given stays as it is; {@code run.pace} is the pace of the run. */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R with(R record, Object... namesAndValues) {
        return copy((Class<R>) record.getClass(), record, namesAndValues);
    }

    private static <R extends Record> R copy(Class<R> type, @Nullable R from, Object... namesAndValues) {
        Map<String, Object> given = new HashMap<>();
        Map<String, List<Object>> within = new HashMap<>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            String[] path = ((String) namesAndValues[at]).split("\\.", 2);
            if (path.length == 1) {
                given.put(path[0], namesAndValues[at + 1]);
            } else {
                within.computeIfAbsent(path[0], any -> new ArrayList<>())
                        .addAll(Arrays.asList(path[1], namesAndValues[at + 1]));
            }
        }
        Shape shape = SHAPES.get(type);
        Object[] values = from == null ? NOTHING.get(type).clone() : new Object[shape.parts.length];
        try {
            for (int at = 0; at < values.length; at++) {
                String name = shape.parts[at].getName();
                if (given.containsKey(name)) {
                    values[at] = given.remove(name);
                } else if (from != null) {
                    values[at] = shape.parts[at].getAccessor().invoke(from);
                }
                if (within.containsKey(name)) {
                    values[at] = with((Record) values[at], within.remove(name).toArray());
                }
            }
            if (!given.isEmpty() || !within.isEmpty()) {
                throw new IllegalArgumentException(type + " has no " + given.keySet() + within.keySet());
            }
            return type.cast(shape.constructor.newInstance(values));
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
