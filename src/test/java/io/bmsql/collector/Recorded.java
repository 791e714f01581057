package io.bmsql.collector;

import io.bmsql.collector.HostSample.HostFacts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A probe's text from the test resources: the host's facts and the samples behind them. */
record Recorded(HostFacts facts, List<HostSample> samples) {

    static Recorded read(String name) throws IOException {
        try (InputStream text = Objects.requireNonNull(Recorded.class.getResourceAsStream("/collector/" + name));
                BufferedReader lines = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8))) {
            HostFacts facts = Objects.requireNonNull(ProbeFrame.next(lines)).facts();
            List<HostSample> samples = new ArrayList<>();
            for (ProbeFrame frame = ProbeFrame.next(lines); frame != null; frame = ProbeFrame.next(lines)) {
                samples.add(frame.sample().orElseThrow());
            }
            return new Recorded(facts, samples);
        }
    }

    HostSample first() {
        return samples.get(0);
    }

    HostSample second() {
        return samples.get(1);
    }

    HostRates rates() {
        return new HostRates(first(), second());
    }
}
