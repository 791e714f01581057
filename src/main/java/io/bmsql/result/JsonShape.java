package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks over records that came out of JSON: nothing may be missing but what is marked {@code @Nullable}, and no number may
 * be so large that it can only be damage. Without this a hand-edited file would fail somewhere in the middle of a report.
 */
final class JsonShape {
    /** More than any count, time stamp or time of a run. */
    private static final double MOST = 1e16;

    private JsonShape() {}

    /**
     * What is wrong, a phrase.
     *
     * @param name of the value, for the phrase
     * @return null when all is well
     */
    static @Nullable String damage(String name, @Nullable Object value) {
        if (value == null) {
            return name + " is missing";
        }
        if (value instanceof Number number) {
            return isSensible(name, number) ? null : name + " is " + number;
        }
        if (value instanceof List<?> list) {
            return firstDamage(name, list.iterator());
        }
        if (value instanceof Map<?, ?> map) {
            return firstDamage(name, map.values().iterator());
        }
        return value instanceof Record record ? damageIn(name, record) : null;
    }

    /** A seed is any 64-bit number. */
    private static boolean isSensible(String name, Number number) {
        return name.endsWith("seed") || Math.abs(number.doubleValue()) <= MOST;
    }

    private static @Nullable String firstDamage(String name, Iterator<?> values) {
        String damage = null;
        while (damage == null && values.hasNext()) {
            damage = damage("an entry of " + name, values.next());
        }
        return damage;
    }

    private static @Nullable String damageIn(String name, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = valueOf(record, component);
            boolean mayBeMissing = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            String damage = value == null && mayBeMissing ? null : damage(name(name, component), value);
            if (damage != null) {
                return damage;
            }
        }
        return null;
    }

    /** As the file has it, without unwrapped parts. */
    private static String name(String record, RecordComponent component) {
        if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
            return record;
        }
        return record.isEmpty() ? component.getName() : record + "." + component.getName();
    }

    static @Nullable Object valueOf(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot look at " + component, e);
        }
    }
}
