package io.bmsql.common;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The transaction types of a workload, in the order in which files and reports have them.
 *
 * @param workload its name for people
 */
public record TransactionTypes(String workload, List<TransactionType> list, Metric metric)
        implements Iterable<TransactionType> {
    public TransactionTypes {
        list = List.copyOf(list);
        for (int place = 0; place < list.size(); place++) {
            if (list.get(place).ordinal() != place) {
                throw new IllegalArgumentException(list.get(place) + " is not at its place in " + list);
            }
        }
    }

    /** A type of another workload than TPC-C. */
    public record Named(String name, int ordinal, boolean isWriting, double keyingSeconds, double thinkSeconds)
            implements TransactionType {
        /** As enum constants do, for files. */
        @Override
        public String toString() {
            return name;
        }
    }

    /** An empty map that keeps types in their order. */
    public static <V> Map<TransactionType, V> map() {
        return new TreeMap<>(Comparator.comparingInt(TransactionType::ordinal));
    }

    @Override
    public Iterator<TransactionType> iterator() {
        return list.iterator();
    }

    public Stream<TransactionType> stream() {
        return list.stream();
    }

    public int size() {
        return list.size();
    }

    /** The type of this name; an {@link IllegalArgumentException} where there is none. */
    public TransactionType named(String name) {
        return stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " is no transaction of " + workload));
    }

    /** Those that terminals wait for. */
    public Stream<TransactionType> foreground() {
        return stream().filter(TransactionType::isForeground);
    }

    /** The one that the metric counts; null for all of the foreground. */
    public @Nullable TransactionType counted() {
        return metric.counted();
    }

    /** The one that pages show in detail: the counted one, or the first. */
    public TransactionType leading() {
        return Objects.requireNonNullElse(counted(), list.get(0));
    }

    public Stream<TransactionType> inMetric() {
        TransactionType counted = counted();
        return counted == null ? foreground() : Stream.of(counted);
    }
}
