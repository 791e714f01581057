package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** The number formats of {@link NumberText} as words of the template. */
final class NumberFilters extends AbstractExtension {
    @Override
    public Map<String, Filter> getFilters() {
        return Map.of(
                "count",
                filter(Known::count),
                "rate",
                filter(NumberText::brief),
                "ms",
                filter(Known::millis),
                "percent",
                filter(Known::percent),
                "clock",
                filter(NumberText::clock),
                "duration",
                filter(NumberText::duration),
                "seconds",
                filter(value -> NumberText.trimmed(value, 3)),
                "figure",
                filter(value -> Double.isNaN(value) ? Known.DASH : NumberText.millis(value)),
                "known",
                filter(value -> Double.isNaN(value) ? Known.DASH : NumberText.brief(value)));
    }

    private static Filter filter(DoubleFunction<String> format) {
        return new Filter() {
            @Override
            public List<String> getArgumentNames() {
                return List.of();
            }

            @Override
            public Object apply(
                    Object input,
                    Map<String, Object> arguments,
                    PebbleTemplate self,
                    EvaluationContext context,
                    int lineNumber) {
                return input instanceof Number number ? format.apply(number.doubleValue()) : "";
            }
        };
    }
}
