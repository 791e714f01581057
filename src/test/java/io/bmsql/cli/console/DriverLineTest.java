package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.measure.LiveView;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriverLineTest {
    private static final LiveView.Figures FIGURES = new LiveView.Figures(
            new LiveView.Speed(4115.4, 9000), new LiveView.Speed(4000, 9000), 5.25, 11.31, 0, 2, 12, List.of());

    @Test
    void oneLineSaysWhatADriverDoesOrThatItIsLost() {
        assertThat(new DriverLine("driver 2 (c2)", false, FIGURES, 3))
                .hasToString("driver 2 (c2)   tpmC  4,115 now   errors 2   backlog 3");
        assertThat(new DriverLine("driver 2 (c2)", true, FIGURES, 3)).hasToString("driver 2 (c2)   lost");
    }
}
