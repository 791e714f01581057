package io.bmsql.report;

import io.bmsql.spec.TransactionType;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Function;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link Words} in the template: {@code t("key", value, value)}, {@code type(row.type)} and {@code own(text)}. */
final class WordFunctions extends AbstractExtension {
    /** A text has at most this many places. */
    private static final List<String> VALUES = List.of("a", "b", "c", "d");

    private final Words words;

    WordFunctions(Words words) {
        this.words = words;
    }

    @Override
    public Map<String, Function> getFunctions() {
        return Map.of("t", new Text(), "type", new TypeName(), "own", new Translated());
    }

    private final class Text implements Function {
        @Override
        public List<String> getArgumentNames() {
            return List.of("key", "a", "b", "c", "d");
        }

        @Override
        public Object execute(
                Map<String, Object> arguments, PebbleTemplate self, EvaluationContext context, int lineNumber) {
            Object[] values =
                    VALUES.stream().map(name -> text(arguments.get(name))).toArray();
            return words.text(String.valueOf(arguments.get("key")), values);
        }

        private String text(@Nullable Object value) {
            return value == null ? "" : value.toString();
        }
    }

    private final class Translated implements Function {
        @Override
        public List<String> getArgumentNames() {
            return List.of("text");
        }

        @Override
        public Object execute(
                Map<String, Object> arguments, PebbleTemplate self, EvaluationContext context, int lineNumber) {
            return words.translated(String.valueOf(arguments.get("text")));
        }
    }

    private final class TypeName implements Function {
        @Override
        public List<String> getArgumentNames() {
            return List.of("of");
        }

        @Override
        public Object execute(
                Map<String, Object> arguments, PebbleTemplate self, EvaluationContext context, int lineNumber) {
            return arguments.get("of") instanceof TransactionType type ? words.type(type) : "";
        }
    }
}
