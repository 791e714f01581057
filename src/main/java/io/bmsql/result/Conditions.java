package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Whether everything stayed the same while a window was measured. Older summaries have none of it.
 *
 * @param steadiness null when it was not judged: an outage or a profile of the load decides, or the run is not over
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Conditions(@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Steadiness steadiness) {
    /** Nothing was looked at. */
    public static final Conditions NONE = new Conditions(null);

    public Conditions with(@Nullable Steadiness judged) {
        return new Conditions(judged);
    }
}
