package io.bmsql.terminal;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.bmsql.config.AgentShare;
import io.bmsql.config.RunConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.stub.StubDialect;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.TpccWorkload;
import io.bmsql.workload.TpccWorkload.HomeDistricts;
import io.bmsql.workload.TransactionInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One seed gives the same inputs at the same moments, however many agents share the run. */
class SharesTest {
    private static final int TURNS = 40;
    private static final int TERMINALS = 37;

    private static List<AgentShare> shares(int agents) {
        return agents == 1
                ? List.of(AgentShare.WHOLE)
                : IntStream.rangeClosed(1, agents)
                        .mapToObj(number -> new AgentShare(number, agents, "test"))
                        .toList();
    }

    private static TerminalScheduler scheduler(RunConfig config, AgentShare share) {
        return Terminals.scheduler(
                new ManualClock(),
                config,
                share,
                Terminals.MIX,
                () -> {
                    throw new IllegalStateException("nothing is opened");
                },
                StubDialect.load().errors());
    }

    /** What each terminal of all these agents asks for, and when, by its number. */
    private static Map<Integer, List<String>> asked(RunConfig config, int agents) {
        Map<Integer, List<String>> asked = new TreeMap<>();
        for (AgentShare share : shares(agents)) {
            RunWindow window = new RunWindow(0, 0, 5 * Terminals.SECOND_NANOS, 600 * Terminals.SECOND_NANOS);
            Pacing pacing = Pacing.of(config, TpccWorkload.percents(Terminals.MIX), window);
            for (Terminal terminal : scheduler(config, share).terminals) {
                List<String> texts = asked.put(terminal.number, new ArrayList<>());
                assertThat(texts)
                        .as("terminal " + terminal.number + " is only one agent's")
                        .isNull();
                terminal.start(pacing, 0);
                for (int turn = 0; turn < TURNS; turn++) {
                    asked.get(terminal.number).add(text(terminal));
                    terminal.drawNext(pacing, terminal.dueNanos + 1_000_000);
                }
            }
        }
        return asked;
    }

    private static String text(Terminal terminal) {
        TransactionInput input = (TransactionInput) terminal.request;
        String lines = input.type == TpccTransaction.NEW_ORDER
                ? input.lineCount
                        + Arrays.toString(input.itemIds)
                        + Arrays.toString(input.supplyWarehouseIds)
                        + Arrays.toString(input.quantities)
                : "";
        return terminal.dueNanos + " " + terminal.thinkNanos + " " + input.type + " " + input.warehouseId + "/"
                + input.districtId + " " + input.customerWarehouseId + "/" + input.customerDistrictId + "/"
                + input.customerId + input.lastName + input.byLastName + " " + input.paymentCents + " "
                + input.carrierId + " " + input.threshold + lines;
    }

    private static Terminals.Run settings() {
        return Terminals.run().withTerminals(TERMINALS, 12);
    }

    @Test
    void tenAgentsAskForWhatOneAsksForAtTheSameMoments() {
        List<Terminals.Run> paces = List.of(
                settings(),
                settings().withThinkTimes(),
                settings().withArrivals(1_234),
                settings().withLimit(777),
                settings().withProfile("0 600/min, ramp 5m 4000/min"),
                settings().withProfile("0 5 terminals, 2m 30 terminals"));
        for (Terminals.Run pace : paces) {
            Map<Integer, List<String>> alone = asked(pace.config(), 1);
            assertThat(alone).hasSize(TERMINALS);
            assertThat(asked(pace.config(), 10)).isEqualTo(alone);
            assertThat(asked(pace.config(), 3)).isEqualTo(alone);
        }
    }

    @Test
    void terminalsThatDoNotStayAtHomeUseAllWarehouses() {
        RunConfig roaming = with(settings().config(), "inputs", new RunConfig.Inputs(9, 2, 8, false, 1, 42));
        assertThat(asked(roaming, 4)).isEqualTo(asked(roaming, 1));
        for (AgentShare share : shares(4)) {
            assertThat(scheduler(roaming, share).inputs()).isEqualTo(roaming.inputs());
        }
    }

    @Test
    void homeWarehousesAreDealtOutInOneRowAndEachIsSomebodys() {
        RunConfig.Inputs all = new RunConfig.Inputs(120, 3, 102, true, 1, 7);
        for (int terminals : new int[] {1_000, 997, 30, 2_500}) {
            for (int agents : new int[] {1, 3, 10}) {
                HomeDistricts homes = new HomeDistricts(3, 102, new RandomStream(5));
                int next = 3;
                int least = 3;
                for (AgentShare share : shares(agents)) {
                    RunConfig.Inputs own = homes.inputs(share, terminals, all);
                    assertThat(own.firstWarehouse()).isBetween(least, next);
                    int[] numbers = homes.terminals(share, terminals);
                    assertThat(numbers).hasSize(share.of(terminals)).isSorted();
                    assertThat(IntStream.of(numbers).map(homes::warehouse).boxed())
                            .allMatch(home -> home >= own.firstWarehouse() && home <= own.lastWarehouse());
                    // Two neighbours may have terminals in one warehouse, where it does not divide.
                    least = own.lastWarehouse();
                    next = own.lastWarehouse() + 1;
                }
                assertThat(next).isEqualTo(103);
            }
        }
    }

    @Test
    void tenTerminalsAWarehouseGiveEachAgentWarehousesOfItsOwn() {
        RunConfig.Inputs all = new RunConfig.Inputs(100, 1, 100, true, 1, 7);
        HomeDistricts homes = new HomeDistricts(1, 100, new RandomStream(5));
        assertThat(shares(4).stream().map(share -> homes.inputs(share, 1_000, all)))
                .extracting(RunConfig.Inputs::firstWarehouse, RunConfig.Inputs::lastWarehouse)
                .containsExactly(tuple(1, 25), tuple(26, 50), tuple(51, 75), tuple(76, 100));
    }

    @Test
    void remoteLinesAndPaymentsGoToTheWarehousesOfOtherAgents() {
        RunConfig config = with(
                settings().withTerminals(1_000, 10).config(), "inputs", new RunConfig.Inputs(100, 1, 100, true, 1, 42));
        TerminalScheduler first = scheduler(config, new AgentShare(1, 10, "test"));
        assertThat(first.inputs().lastWarehouse()).isEqualTo(10);
        List<Integer> customers = new ArrayList<>();
        Pacing pacing = new Pacing.ClosedLoop();
        for (Terminal terminal : first.terminals) {
            for (int turn = 0; turn < TURNS; turn++) {
                TransactionInput input = (TransactionInput) terminal.request;
                assertThat(input.warehouseId).isBetween(1, 10);
                if (input.type == TpccTransaction.PAYMENT && input.isRemotePayment()) {
                    customers.add(input.customerWarehouseId);
                }
                terminal.drawNext(pacing, 0);
            }
        }
        assertThat(customers).contains(1, 50, 100).hasSizeGreaterThan(100);
    }

    @Test
    void eachAgentHasItsConnectionsAndWaitsForItsTerminalsOnly() throws Exception {
        RunConfig config = settings().withTransactions(3).config();
        int done = 0;
        for (AgentShare share : shares(3)) {
            try (StubRun run = new StubRun(config, share, Terminals.MIX)) {
                assertThat(run.scheduler.connectedWorkers()).isEqualTo(4);
                assertThat(run.run().reason()).isEqualTo(RunEnd.Reason.PLANNED);
                done += run.foreground().size();
            }
        }
        assertThat(done).isEqualTo(3 * TERMINALS);
    }
}
