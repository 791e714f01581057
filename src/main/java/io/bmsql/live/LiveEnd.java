package io.bmsql.live;

import io.bmsql.result.RunSummary;
import io.bmsql.result.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the run ended, the last thing that its page says. The figures are null when nothing was summed up. */
public record LiveEnd(Verdict verdict, List<String> sentences, RunSummary.@Nullable Figures figures) {}
