package io.bmsql.analysis;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * One of several comparisons that belong together, such as that of two databases at one number of terminals.
 *
 * @param name empty when there is only one
 */
public record ComparedPoint(
        @JsonProperty("point") String name,
        @JsonUnwrapped Comparison found,
        @JsonIgnore List<ComparedRun> base,
        @JsonIgnore List<ComparedRun> fresh) {}
