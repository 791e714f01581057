package io.bmsql.check;

import io.bmsql.check.ModelTables.HistoryRow;
import io.bmsql.check.ModelTables.Order;
import io.bmsql.check.ModelTables.Place;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.db.Database;
import io.bmsql.result.LedgerEntry;
import io.bmsql.result.LedgerFile;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.ViolationsFile;
import io.bmsql.schema.RunTime;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.Records;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs that never were, drawn from a seed: what they did is known, so that the verdict on their ledgers can be compared with the
 * truth. They write real ledgers, their starts are real, and so is the verification; then somebody changes rows, or nobody does.
 */
final class LedgerHistory {
    private static final int DISTRICTS = 2;
    private static final int CUSTOMERS = 4;
    /** The first of four loaded orders of a district: soon the next part of a district begins, at 10,000. */
    private static final int LOADED = 9_995;

    private static final int UNREACHED = LOADED + 60;
    private static final List<String> ZONES =
            List.of("UTC", "UTC", "Asia/Shanghai", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati");
    /** Halves and quarters of hours, and summer time of half an hour. */
    private static final List<String> ODD_ZONES = List.of(
            "UTC",
            "Asia/Kathmandu",
            "America/St_Johns",
            "Australia/Lord_Howe",
            "Australia/Adelaide",
            "Pacific/Chatham",
            "America/New_York");

    /** Before midnight, and before summer time ends or begins in one of them. */
    private static final List<String> ODD_BEGINNINGS = List.of(
            "2026-07-31T23:59:50Z",
            "2026-12-31T23:59:30Z",
            "2026-04-04T14:40:00Z",
            "2026-04-04T16:10:00Z",
            "2026-11-01T04:10:00Z",
            "2026-10-03T15:10:00Z",
            "2026-03-08T06:40:00Z");

    private static final List<ChronoUnit> ODD_RESOLUTIONS =
            List.of(ChronoUnit.MILLIS, ChronoUnit.SECONDS, ChronoUnit.MINUTES, ChronoUnit.DAYS);

    enum Kind {
        USUAL,
        /** All is in New York in the last half hour of summer time, and rows are told by their dates alone. */
        SUMMERS_END,
        /** Moments are equal, clocks are set back, dates are coarse, zones are odd. */
        ODD
    }

    /** Within them summer time ends in New York, or nothing does. */
    private static final List<String> BEGINNINGS = List.of("2026-11-01T04:40:00Z", "2026-08-01T12:00:00Z");

    /** How the table numbers the rows of its history. */
    enum Numbering {
        IN_ORDER,
        WITHOUT_ORDER,
        NONE
    }

    /** Where the tables are. */
    interface Server {
        /** From now on the column of dates keeps no more than this. */
        default void keep(ChronoUnit resolution) {}

        /** From now on the program is in this zone. */
        void enter(ZoneId zone);

        /** @param numbering without order is said by the folder, so it is that of all runs of a history */
        Database database(Numbering numbering);

        /** Makes the tables hold this; a new row of the history is numbered so. */
        void show(ModelTables tables, Numbering numbering) throws Exception;

        /** What a run's start changed. */
        void readConfig(ModelTables tables) throws Exception;
    }

    private static final class Agent {
        LedgerHeader header;
        String id;
        ZoneId zone;
        /** Of the clock that nobody sets. */
        long startNanos;

        final List<LedgerEntry> entries = new ArrayList<>();
        final List<Boolean> happened = new ArrayList<>();
        /** The entries as an answer would have made them. */
        final List<LedgerEntry> did = new ArrayList<>();

        boolean isCut;
    }

    private static final class Run {
        final List<Agent> agents = new ArrayList<>();
        ModelTables before;
        boolean isGiven;
        boolean isBeside;
        boolean isKilled;

        boolean isUnknown() {
            return agents.stream().anyMatch(agent -> agent.header == null || agent.isCut);
        }
    }

    private static final class ZonedClock extends ManualClock {
        ZoneId zone = ZoneOffset.UTC;
        long setBackMillis;

        ZonedClock(long epochMillis) {
            super(epochMillis);
        }

        @Override
        public long epochMillis() {
            return super.epochMillis() - setBackMillis;
        }

        @Override
        public ZonedDateTime now() {
            return Instant.ofEpochMilli(epochMillis()).atZone(zone);
        }
    }

    private final Random random;
    /** Apart, so that a seed is the same history with and without blind entries. */
    private final Random blindness;

    /** Apart for the same reason: what another program adds. */
    private final Random others;

    private final Random oddness;

    private final int blindPercent;
    private final Kind kind;
    private final Server server;
    private final Path folder;
    private final List<Run> runs = new ArrayList<>();
    private final ZonedClock clock;
    private final Numbering usual;
    private final ChronoUnit resolution;
    private ModelTables now;
    private boolean isTouched;
    /** Nothing that was there was changed or taken away, and nothing that came looks like a part of what is unknown. */
    private boolean isOnlyMore = true;

    private boolean isRestored;
    private boolean isReset;
    private Numbering numbering = Numbering.NONE;
    private int rows;
    private String story = "";

    /**
     * @param blindPercent of unknown transactions of which the ledger has only what was keyed in
     */
    LedgerHistory(long seed, int blindPercent, Kind kind, Server server, Path folder) {
        this.kind = kind;
        this.oddness = new Random(seed ^ 0x5DEECE66DL);
        this.blindness = new Random(seed);
        this.others = new Random(~seed);
        this.blindPercent = blindPercent;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.server = server;
        this.folder = folder;
        random.nextInt();
        int beginning = kind == Kind.SUMMERS_END ? 0 : random.nextInt(2);
        clock = new ZonedClock(
                Instant.parse(kind == Kind.ODD ? drawn(ODD_BEGINNINGS, oddness) : BEGINNINGS.get(beginning))
                        .toEpochMilli());
        usual = kind == Kind.SUMMERS_END ? Numbering.NONE : Numbering.values()[random.nextInt(3)];
        ChronoUnit resolution = chance(70) ? ChronoUnit.MILLIS : ChronoUnit.SECONDS;
        this.resolution = kind == Kind.ODD ? drawn(ODD_RESOLUTIONS, oddness) : resolution;
        server.keep(this.resolution);
    }

    private static <E> E drawn(List<E> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private boolean oddChance(int percent) {
        return kind == Kind.ODD && oddness.nextInt(100) < percent;
    }

    /** The next load generator is behind, or its clock was put right. */
    private void setBack() {
        clock.setBackMillis += 1 + oddness.nextInt(oddness.nextInt(100) < 50 ? 2_000 : 7_200_000);
        story += " back";
    }

    /** Null when the verdict is right, otherwise what is wrong with it. */
    String play() throws Exception {
        if (kind == Kind.SUMMERS_END) {
            pass(Duration.ofMinutes(50));
        }
        load();
        int count = 1 + random.nextInt(3);
        for (int number = 0; number < count; number++) {
            if (oddChance(20)) {
                setBack();
            }
            run(number);
            pass(chance(30) ? Duration.ofHours(1 + random.nextInt(14)) : Duration.ofMillis(1 + random.nextInt(5_000)));
        }
        if (chance(8)) {
            now = runs.get(runs.size() - 1).before.copy();
            isRestored = true;
            story += " restored";
        }
        for (int change = random.nextInt(5) / 2; change > 0; change--) {
            touch();
        }
        if (others.nextInt(100) < 20) {
            addWhole();
        }
        // When a reset was can only be said by clocks.
        if (others.nextInt(100) < 8 && clock.setBackMillis == 0) {
            reset();
        }
        try {
            LedgerResult result = verify();
            return isReset && result != null ? "not refused after a reset" : judge(result);
        } catch (UsageException e) {
            // Neither right nor wrong: it cannot be compared.
            boolean isBehind = clock.setBackMillis > 0 && e.getMessage().contains("unless the clock");
            return isReset || isBehind ? null : "refused: " + e.getMessage();
        }
    }

    /** As bmsql does: the rows of the load, no marks, and when. */
    private void reset() {
        story += " reset";
        isReset = true;
        // Nobody resets within the second in which a run began, and moments are kept to the second.
        clock.advance(Duration.ofSeconds(1).toNanos());
        ModelTables loaded = runs.get(0).before.copy();
        loaded.config.clear();
        now.config.forEach((name, value) -> {
            if (!name.startsWith("ledger ")) {
                loaded.config.put(name, value);
            }
        });
        loaded.config.put("data resetAt", clock.moment());
        now = loaded;
    }

    String story() {
        return story;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void enter(ZoneId zone) {
        server.enter(zone);
        clock.zone = zone;
    }

    private void pass(Duration time) {
        // Where no time passes by the wall clock, the other one moves: no two runs begin at one moment of it.
        clock.advance(oddChance(40) ? 1 : time.toNanos());
    }

    private void load() {
        now = new ModelTables(1 + random.nextInt(2));
        now.config.put("loadEpochMillis", Long.toString(clock.epochMillis()));
        if (others.nextInt(2) == 0) {
            now.config.put("data resetAt", clock.moment());
        }
        LocalDateTime date = date(ZoneId.of(zone()));
        for (int w = 1; w <= now.warehouses; w++) {
            now.warehouseCents.put(w, 1_000_00L);
            now.balanceCents.put(w, 0L);
            for (int d = 1; d <= DISTRICTS; d++) {
                Place place = new Place(w, d);
                now.nextOrders.put(place, LOADED + 4);
                now.districtCents.put(place, 500_00L);
                for (int o = LOADED; o < LOADED + 4; o++) {
                    Order order = order(place, o);
                    order.open = true;
                    now.orders.add(order);
                    if (o < LOADED + 2) {
                        now.deliver(order, 1 + random.nextInt(2));
                    }
                }
                pay(
                        new LedgerEntry.Payment(Outcome.COMMITTED, 0, w, d, w, d, 1, 1000),
                        (long) now.history.size() + 1,
                        date);
            }
        }
        if (oddChance(30)) {
            // As a run without numbers leaves it: only dates tell what comes after it.
            pay(new LedgerEntry.Payment(Outcome.COMMITTED, 0, 1, 1, 1, 1, 1, 1000), null, date);
        }
    }

    private String zone() {
        String zone = kind == Kind.SUMMERS_END ? "America/New_York" : ZONES.get(random.nextInt(ZONES.size()));
        return kind == Kind.ODD ? drawn(ODD_ZONES, oddness) : zone;
    }

    private LocalDateTime date(ZoneId zone) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(clock.epochMillis()), zone)
                .truncatedTo(resolution);
    }

    private Order order(Place place, int number) {
        Order order = new Order();
        order.place = place;
        order.number = number;
        order.customer = 1 + random.nextInt(CUSTOMERS);
        order.lines = 1 + random.nextInt(2);
        order.count = order.lines;
        order.lineCents = 100L * order.lines + 100 * random.nextInt(2);
        return order;
    }

    private void pay(LedgerEntry.Payment paid, Long number, LocalDateTime date) {
        now.pay(new HistoryRow(
                ++rows,
                number,
                new Place(paid.warehouse(), paid.district()),
                paid.customerWarehouse(),
                paid.customerDistrict(),
                paid.customer(),
                paid.cents(),
                date));
    }

    private Long number(Numbering numbering) {
        long loaded = now.warehouses * ModelTables.LOADED_OF_A_WAREHOUSE;
        return switch (numbering) {
            case NONE -> null;
            case WITHOUT_ORDER -> loaded + 1 + random.nextInt(1_000_000);
            case IN_ORDER ->
                Math.max(
                                loaded,
                                now.history.stream()
                                        .map(HistoryRow::number)
                                        .filter(one -> one != null)
                                        .mapToLong(one -> one)
                                        .max()
                                        .orElse(0))
                        + 1;
        };
    }

    private void run(int count) throws Exception {
        numbering = usual == Numbering.WITHOUT_ORDER || chance(90) ? usual : Numbering.values()[2 * random.nextInt(2)];
        story += " " + numbering;
        List<Run> active = new ArrayList<>(List.of(begin(count, chance(70) ? 1 : 2)));
        int steps = random.nextInt(25);
        int second = chance(15) ? random.nextInt(25) : Integer.MAX_VALUE;
        int back = chance(15) ? random.nextInt(25) : Integer.MAX_VALUE;
        ModelTables kept = null;
        for (int step = 0; step < steps; step++) {
            if (step == second) {
                story += " beside";
                active.add(begin(count, 1));
                active.forEach(run -> run.isBeside = true);
            }
            if (step == back && active.size() == 1) {
                kept = now.copy();
            } else if (kept != null && active.size() == 1 && chance(20)) {
                // A copy that was behind takes over.
                now = kept;
                kept = null;
                server.show(now, numbering);
                isTouched = true;
                isOnlyMore = false;
                story += " fell-back";
            }
            pass(Duration.ofMillis(1 + random.nextInt(chance(10) ? 3_000_000 : 900)));
            if (oddChance(5)) {
                setBack();
                // Dates behind those of the rows before its run tell no row of it: beside changed rows nobody knows
                // why.
                isOnlyMore &= usual == Numbering.IN_ORDER && numbering == usual;
            }
            List<Agent> agents = active.get(random.nextInt(active.size())).agents;
            step(agents.get(random.nextInt(agents.size())));
        }
        for (Run run : active) {
            pass(Duration.ofMillis(1));
            run.isKilled = chance(8);
            story += run.isKilled ? " killed" : "";
            for (Agent agent : run.isKilled ? List.<Agent>of() : run.agents) {
                RunTime.end(server.database(usual), clock, agent.id);
            }
        }
        server.readConfig(now);
    }

    private Run begin(int count, int agents) throws Exception {
        Run run = new Run();
        runs.add(run);
        run.before = now.copy();
        run.isGiven = chance(80);
        String group = "g" + count;
        boolean isOneZone = chance(60);
        String zone = zone();
        server.show(now, numbering);
        for (int number = 1; number <= agents; number++) {
            Agent agent = new Agent();
            run.agents.add(agent);
            agent.zone = ZoneId.of(isOneZone ? zone : zone());
            pass(Duration.ofMillis(1 + random.nextInt(50)));
            AgentShare share = agents == 1 ? AgentShare.WHOLE : new AgentShare(number, agents, group);
            RunStart start = new RunStart(server.database(usual), clock, 1, now.warehouses, share);
            enter(agent.zone);
            agent.startNanos = clock.nanoTime();
            if (run.isGiven || chance(50)) {
                agent.header = start.begin(count, 42);
                agent.id = agent.header.runMark().id();
            } else {
                agent.id = start.beginWithoutLedger();
            }
            story += " " + agent.zone;
        }
        server.readConfig(now);
        return run;
    }

    private Outcome outcome() {
        int drawn = random.nextInt(100);
        return drawn < 60
                ? Outcome.COMMITTED
                : drawn < 85 ? Outcome.UNKNOWN : drawn < 92 ? Outcome.FAILED : Outcome.ROLLED_BACK;
    }

    private void step(Agent agent) {
        Outcome outcome = outcome();
        boolean happens = outcome == Outcome.COMMITTED || outcome == Outcome.UNKNOWN && chance(50);
        int w = 1 + random.nextInt(now.warehouses);
        Place place = new Place(w, 1 + random.nextInt(DISTRICTS));
        long start = agent.header == null ? 0 : agent.header.startEpochMillis();
        long ended = start + (clock.nanoTime() - agent.startNanos) / 1_000_000 + random.nextInt(2);
        LedgerEntry entry;
        switch (random.nextInt(3)) {
            case 0 -> {
                Order order = order(place, now.nextOrders.get(place));
                order.open = true;
                if (happens) {
                    now.orders.add(order);
                    now.nextOrders.merge(place, 1, Integer::sum);
                }
                boolean isNumbered = outcome != Outcome.FAILED || chance(50);
                entry = new LedgerEntry.NewOrder(
                        outcome,
                        ended,
                        w,
                        place.district(),
                        isNumbered ? order.number : 0,
                        order.customer,
                        order.lines,
                        (int) ModelTables.total(order));
            }
            case 1 -> {
                LedgerEntry.Payment paid = new LedgerEntry.Payment(
                        outcome == Outcome.ROLLED_BACK ? Outcome.FAILED : outcome,
                        ended,
                        w,
                        place.district(),
                        1 + random.nextInt(now.warehouses),
                        1,
                        1 + random.nextInt(2),
                        100 * (1 + random.nextInt(2)));
                if (happens) {
                    pay(paid, number(numbering), date(agent.zone));
                }
                entry = paid;
            }
            default -> {
                int carrier = 1 + random.nextInt(2);
                Integer[] numbers = new Integer[10];
                Arrays.fill(numbers, 0);
                for (int d = 1; d <= DISTRICTS; d++) {
                    Place at = new Place(w, d);
                    Order oldest = now.orders.stream()
                            .filter(order -> order.open && order.place.equals(at))
                            .min((one, other) -> Integer.compare(one.number, other.number))
                            .orElse(null);
                    if (oldest != null) {
                        numbers[d - 1] = oldest.number;
                        if (happens) {
                            now.deliver(oldest, carrier);
                        }
                    }
                }
                entry = new LedgerEntry.Delivery(
                        outcome == Outcome.ROLLED_BACK ? Outcome.FAILED : outcome, ended, w, carrier, List.of(numbers));
            }
        }
        boolean isBlind = outcome == Outcome.UNKNOWN && blindness.nextInt(100) < blindPercent;
        agent.entries.add(isBlind ? blind(entry) : entry);
        agent.happened.add(happens);
        agent.did.add(entry);
    }

    /** What the load generator knows when the answer to the only message of a transaction did not come. */
    private LedgerEntry blind(LedgerEntry entry) {
        if (entry instanceof LedgerEntry.NewOrder made) {
            return Records.with(made, "order", 0, "totalCents", 0);
        } else if (entry instanceof LedgerEntry.Payment paid) {
            return Records.with(paid, "customer", blindness.nextBoolean() ? 0 : paid.customer());
        }
        return Records.with((LedgerEntry.Delivery) entry, "orders", Collections.nCopies(10, -1));
    }

    /** Does what a transaction of another program does, or what one did once more. */
    private void addWhole() {
        isTouched = true;
        int what = others.nextInt(3);
        story += " whole" + what;
        Place place = new Place(1 + others.nextInt(now.warehouses), 1 + others.nextInt(DISTRICTS));
        if (what == 0 || what == 1 && now.history.isEmpty()) {
            int w = place.warehouse();
            pay(
                    new LedgerEntry.Payment(Outcome.COMMITTED, 0, w, place.district(), w, 1, 1, 555),
                    number(numbering),
                    date(lastZone()));
        } else if (what == 1) {
            HistoryRow row = now.history.get(others.nextInt(now.history.size()));
            now.pay(Records.with(row, "id", ++rows, "number", number(numbering), "date", date(lastZone())));
        } else {
            now.orders.stream()
                    .filter(order -> order.open && order.place.equals(place))
                    .filter(order -> unknown(LedgerEntry.Delivery.class)
                            .noneMatch(entry -> entry.warehouse() == place.warehouse()
                                    && entry.orders().get(place.district() - 1) == order.number))
                    .findFirst()
                    .ifPresent(order -> now.deliver(order, 3));
        }
    }

    private <E extends LedgerEntry> Stream<E> unknown(Class<E> type) {
        return runs.stream()
                .flatMap(run -> run.agents.stream())
                .flatMap(agent -> agent.did.stream())
                .filter(entry -> entry.outcome() == Outcome.UNKNOWN && type.isInstance(entry))
                .map(type::cast);
    }

    private ZoneId lastZone() {
        return runs.get(runs.size() - 1).agents.get(0).zone;
    }

    /** Changes a row, or all that a transaction did. */
    private void touch() {
        isTouched = true;
        int what = random.nextInt(17);
        story += " touch" + what;
        long wasMoney = money();
        boolean mayTakeNumber = unknown(LedgerEntry.NewOrder.class).findAny().isEmpty();
        isOnlyMore &= what == 4
                || List.of(9, 10, 11).contains(what)
                || List.of(14, 15).contains(what) && mayTakeNumber;
        Place place = new Place(1 + random.nextInt(now.warehouses), 1 + random.nextInt(DISTRICTS));
        Order order = now.orders.isEmpty() ? null : now.orders.get(random.nextInt(now.orders.size()));
        int at = now.history.size() - 1 - random.nextInt(Math.max(1, now.history.size() / 2));
        HistoryRow row = now.history.isEmpty() ? null : now.history.get(at);
        if (order == null && List.of(0, 5, 6, 7, 8, 13).contains(what)
                || row == null && List.of(1, 2, 3, 16).contains(what)) {
            return;
        }
        switch (what) {
            case 0 -> now.orders.remove(order);
            case 1 -> now.history.remove(at);
            case 2 -> {
                now.history.remove(at);
                now.unpay(row);
            }
            case 3 -> insert(row.place(), row.customerWarehouse(), row.customer(), row.cents());
            case 4 -> insert(place, place.warehouse(), CUSTOMERS, 777);
            case 5 -> order.customer = order.customer % CUSTOMERS + 1;
            case 6 -> order.carrier = order.carrier % 3 + 1;
            case 7 -> {
                order.carrier = 0;
                order.open = true;
                order.deliveredLines = 0;
            }
            case 8 -> {
                order.carrier = 2;
                order.open = false;
                order.deliveredLines = order.lines;
            }
            case 9 -> now.districtCents.merge(place, chance(50) ? 100L : -100L, Long::sum);
            case 10 -> now.warehouseCents.merge(place.warehouse(), chance(50) ? 100L : -100L, Long::sum);
            case 11 -> now.nextOrders.merge(place, chance(50) ? 1 : -1, Integer::sum);
            case 12 -> now.balanceCents.merge(place.warehouse(), 100L, Long::sum);
            case 13 -> {
                if (order.lines > 1) {
                    order.lines--;
                    order.lineCents -= 100;
                    order.deliveredLines = Math.min(order.deliveredLines, order.lines);
                }
            }
            case 14, 15 -> {
                Order phantom = order(place, now.nextOrders.get(place));
                phantom.open = true;
                now.orders.add(phantom);
                now.nextOrders.merge(place, what - 14, Integer::sum);
            }
            default -> now.history.set(at, Records.with(row, "cents", row.cents() + 1));
        }
        isOnlyMore &= money() >= wasMoney;
    }

    /** What only touches of sums change. */
    private long money() {
        return Stream.of(now.districtCents, now.warehouseCents)
                        .flatMap(cents -> cents.values().stream())
                        .mapToLong(Long::longValue)
                        .sum()
                + now.nextOrders.values().stream().mapToInt(next -> next).sum();
    }

    /** A row that looks as new as those of the last run. */
    private void insert(Place place, int customerWarehouse, int customer, int cents) {
        LocalDateTime date = date(lastZone());
        now.history.add(new HistoryRow(++rows, number(numbering), place, customerWarehouse, 1, customer, cents, date));
    }

    private LedgerResult verify() throws Exception {
        List<LedgerFile> files = new ArrayList<>();
        for (Run run : runs) {
            for (Agent agent : run.agents) {
                if (run.isGiven && (run.agents.size() == 1 || chance(90))) {
                    Path path = folder.resolve("ledger" + files.size() + ".bin");
                    Files.write(path, written(agent));
                    files.add(LedgerFile.open(path));
                } else {
                    agent.header = null;
                }
            }
        }
        if (files.isEmpty()) {
            return null;
        }
        server.show(now, usual);
        enter(ZoneId.of(zone()));
        try (ViolationsFile all = new ViolationsFile(null)) {
            LedgerVerifier verifier = new LedgerVerifier(server.database(usual), files, clock, folder, all);
            verifier.partBytes = chance(50) ? 200 : LedgerParts.PART_BYTES;
            return verifier.verify();
        }
    }

    /** As its file, which a killed writer left without its end. Leaves the entries that are in it. */
    private byte[] written(Agent agent) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(LedgerFile.block(LedgerFile.HEADER, agent.header.bytes()));
        int cut = chance(15) ? random.nextInt(agent.entries.size() + 1) : Integer.MAX_VALUE;
        agent.isCut = cut != Integer.MAX_VALUE;
        if (agent.isCut) {
            story += " cut";
        }
        int at = 0;
        int size = Math.min(cut, agent.entries.size());
        while (at < size) {
            int until = Math.min(size, at + 1 + random.nextInt(8));
            file.writeBytes(block(agent.header, agent.entries.subList(at, until)));
            at = until;
        }
        if (agent.isCut) {
            byte[] next = cut < agent.entries.size()
                    ? block(agent.header, agent.entries.subList(cut, cut + 1))
                    : LedgerFile.block(LedgerFile.END, ByteBuffer.allocate(12));
            file.write(next, 0, random.nextInt(next.length));
            agent.entries.subList(size, agent.entries.size()).clear();
        } else {
            file.writeBytes(LedgerFile.block(LedgerFile.END, ByteBuffer.allocate(12)));
        }
        return file.toByteArray();
    }

    static byte[] block(LedgerHeader header, List<LedgerEntry> entries) {
        ByteBuffer content = ByteBuffer.allocate(64 * entries.size());
        for (LedgerEntry entry : entries) {
            TpccTransaction type = entry instanceof LedgerEntry.NewOrder
                    ? TpccTransaction.NEW_ORDER
                    : entry instanceof LedgerEntry.Payment ? TpccTransaction.PAYMENT : TpccTransaction.DELIVERY_BG;
            content.put(LedgerFile.tag(type, entry.outcome()))
                    .putInt((int) (entry.endedEpochMillis() - header.startEpochMillis()))
                    .putInt(entry.warehouse());
            if (entry instanceof LedgerEntry.NewOrder order) {
                content.put((byte) order.district()).putInt(order.order());
                content.putShort((short) order.customer())
                        .put((byte) order.lines())
                        .putInt(order.totalCents());
            } else if (entry instanceof LedgerEntry.Payment paid) {
                content.put((byte) paid.district()).putInt(paid.customerWarehouse());
                content.put((byte) paid.customerDistrict()).putShort((short) paid.customer());
                content.putInt(paid.cents());
            } else if (entry instanceof LedgerEntry.Delivery delivery) {
                content.put((byte) delivery.carrier());
                delivery.orders().forEach(content::putInt);
            }
        }
        return LedgerFile.block(LedgerFile.ENTRIES, content.flip());
    }

    /** Compares the verdict with the truth; null when it is right. */
    private String judge(LedgerResult result) {
        if (result == null) {
            return null;
        }
        int first = 0;
        while (runs.get(first).agents.stream().allMatch(agent -> agent.header == null)) {
            first++;
        }
        List<Agent> agents = runs.subList(first, runs.size()).stream()
                .flatMap(run -> run.agents.stream())
                .toList();
        // A last run that was restored away left nothing, not even its mark.
        boolean isGone =
                isRestored && runs.get(runs.size() - 1).agents.stream().allMatch(agent -> agent.header == null);
        List<Run> left = runs.subList(0, runs.size() - (isGone ? 1 : 0));
        int from = first;
        boolean isWhole = IntStream.range(0, left.size())
                .noneMatch(at ->
                        left.get(at).isUnknown() && (at >= from || left.get(at).isBeside || left.get(at).isKilled));
        boolean isCompared = result.standing().stream().noneMatch(sentence -> sentence.startsWith("Payments are not"));
        Truth truth = new Truth(runs.get(first).before, now, agents, isCompared);
        boolean isMarkLost =
                isRestored && runs.get(runs.size() - 1).agents.stream().anyMatch(agent -> agent.header != null);
        String failed = result.checks().stream()
                .filter(check -> check.state() == State.FAILED)
                .map(check -> check.name() + " " + check.samples())
                .toList()
                .toString();
        String wrong = null;
        boolean isCertainlyWrong = isMarkLost || truth.misses();
        if (isWhole && isCompared) {
            isCertainlyWrong |= !truth.isExplained();
            if (!isCertainlyWrong && !result.passed()) {
                wrong = "false alarm (all known)";
            }
        }
        if (wrong == null && !isTouched && !isRestored) {
            if (!result.passed()) {
                wrong = "false alarm";
            } else if (isWhole && isCompared) {
                long happened = truth.happened();
                if (result.checks().stream().anyMatch(check -> check.state() != State.OK)) {
                    wrong = "open though all is known";
                } else if (!truth.isOneForAnother() && result.counts().unknownHappened() != happened) {
                    wrong = "unknown that happened: " + happened;
                }
            }
        }
        if (wrong == null && isCertainlyWrong && result.passed()) {
            wrong = "miss";
        }
        if (wrong == null && (isMarkLost || truth.lacks()) && !result.hasLosses()) {
            wrong = "a loss that is called surplus";
        }
        if (wrong == null && isOnlyMore && isWhole && isCompared && !isRestored && result.hasLosses()) {
            wrong = "a surplus that is called a loss";
        }
        if (wrong == null && !isCompared && mustCompare(first)) {
            wrong = "Payments not compared";
        }
        return wrong == null
                ? null
                : wrong + ", happened " + result.counts().unknownHappened() + ", failed " + failed + ", standing "
                        + result.standing() + ", open "
                        + result.checks().stream()
                                .filter(check -> check.state() == State.OPEN)
                                .map(LedgerResult.Check::name)
                                .toList();
    }

    /** Numbers that come in order, and the first run after the load, tell new rows without a date. */
    private boolean mustCompare(int first) {
        boolean isNumbered = runs.subList(0, first + 1).stream()
                .flatMap(run -> run.before.history.stream())
                .allMatch(row -> row.number() != null);
        return usual != Numbering.WITHOUT_ORDER && isNumbered
                || runs.get(first).before.history.size() == now.warehouses * DISTRICTS;
    }

    /** What must hold between tables before and after, and the readable entries in between, worked out as slowly as it is plain. */
    private record Truth(ModelTables before, ModelTables after, List<Agent> agents, boolean isCompared) {
        private <E extends LedgerEntry> List<E> entries(Class<E> type, Outcome outcome, Predicate<E> which) {
            return agents.stream()
                    .filter(agent -> agent.header != null)
                    .flatMap(agent -> agent.entries.stream())
                    .filter(entry -> type.isInstance(entry) && entry.outcome() == outcome)
                    .map(type::cast)
                    .filter(which)
                    .toList();
        }

        private List<LedgerEntry.NewOrder> newOrders(Outcome outcome, Predicate<LedgerEntry.NewOrder> which) {
            return entries(LedgerEntry.NewOrder.class, outcome, which);
        }

        private List<LedgerEntry.Payment> payments(Outcome outcome, Predicate<LedgerEntry.Payment> which) {
            return entries(LedgerEntry.Payment.class, outcome, which);
        }

        private List<LedgerEntry.Delivery> deliveries(Outcome outcome, Predicate<LedgerEntry.Delivery> which) {
            return entries(LedgerEntry.Delivery.class, outcome, which);
        }

        long happened() {
            long count = 0;
            for (Agent agent : agents) {
                for (int at = 0; at < agent.entries.size(); at++) {
                    boolean isUnknown = agent.entries.get(at).outcome() == Outcome.UNKNOWN;
                    boolean isNoneOrBlind = agent.entries.get(at) instanceof LedgerEntry.Delivery delivery
                            && delivery.orders().stream().allMatch(order -> order <= 0);
                    count += isUnknown && agent.happened.get(at) && !isNoneOrBlind ? 1 : 0;
                }
            }
            return count + blindHappened();
        }

        /** As few as can have delivered in each district what blind ones did deliver there. */
        private long blindHappened() {
            Map<List<Integer>, Integer> ofDistrict = new HashMap<>();
            Map<List<Integer>, Integer> most = new HashMap<>();
            for (Agent agent : agents) {
                for (int at = 0; at < agent.entries.size(); at++) {
                    if (agent.entries.get(at) instanceof LedgerEntry.Delivery delivery
                            && delivery.isBlind()
                            && agent.happened.get(at)) {
                        List<Integer> orders = ((LedgerEntry.Delivery) agent.did.get(at)).orders();
                        for (int d = 1; d <= DISTRICTS; d++) {
                            if (orders.get(d - 1) != 0) {
                                int count = ofDistrict.merge(
                                        List.of(delivery.warehouse(), delivery.carrier(), d), 1, Integer::sum);
                                most.merge(List.of(delivery.warehouse(), delivery.carrier()), count, Math::max);
                            }
                        }
                    }
                }
            }
            return most.values().stream().mapToInt(one -> one).sum();
        }

        /** Whether a Delivery that names its orders may have done what a blind one did, so that either may be the one that happened. */
        boolean isOneForAnother() {
            List<LedgerEntry.Delivery> unknown = deliveries(Outcome.UNKNOWN, entry -> true);
            return unknown.stream()
                    .anyMatch(one -> one.isBlind()
                            && unknown.stream()
                                    .anyMatch(other -> !other.isBlind()
                                            && one.warehouse() == other.warehouse()
                                            && one.carrier() == other.carrier()));
        }

        private Map<List<Integer>, Integer> newRows() {
            Set<Integer> old = before.history.stream().map(HistoryRow::id).collect(Collectors.toSet());
            return after.history.stream()
                    .filter(row -> !old.contains(row.id()))
                    .collect(Collectors.toMap(HistoryRow::content, row -> 1, Integer::sum));
        }

        private static List<Integer> content(LedgerEntry.Payment paid) {
            return List.of(
                    paid.warehouse(),
                    paid.district(),
                    paid.customerWarehouse(),
                    paid.customerDistrict(),
                    paid.customer(),
                    paid.cents());
        }

        private int firstOpen(Place place) {
            return before.orders.stream()
                    .filter(order -> order.open && order.place.equals(place))
                    .mapToInt(order -> order.number)
                    .min()
                    .orElse(before.nextOrders.get(place));
        }

        private List<Order> stored(Place place, int number) {
            return after.orders.stream()
                    .filter(order -> order.number == number && order.place.equals(place))
                    .toList();
        }

        private static boolean isOf(Order order, LedgerEntry.NewOrder entry) {
            return order.customer == entry.customer()
                    && order.count == entry.lines()
                    && order.lines == entry.lines()
                    && Math.abs(ModelTables.total(order) - entry.totalCents()) <= 1;
        }

        private static boolean isDelivered(Order order, int carrier) {
            return order.carrier == carrier && !order.open && order.deliveredLines == order.lines;
        }

        private static boolean isUntouched(Order order) {
            return order.carrier == 0 && order.open && order.deliveredLines == 0;
        }

        private boolean areBalancesWrong() {
            for (int w = 1; w <= after.warehouses; w++) {
                int id = w;
                long delivered = after.orders.stream()
                        .filter(order -> order.place.warehouse() == id)
                        .mapToLong(order ->
                                order.deliveredLines == order.lines ? order.lineCents : 100L * order.deliveredLines)
                        .sum();
                long paid = after.history.stream()
                        .filter(row -> row.customerWarehouse() == id)
                        .mapToLong(HistoryRow::cents)
                        .sum();
                if (after.balanceCents.get(w) != delivered - paid) {
                    return true;
                }
            }
            return false;
        }

        /** Something committed is not there, or something is there that can never be, whatever the ledgers leave out. */
        boolean misses() {
            return lacks()
                    || areBalancesWrong()
                    || after.orders.stream()
                            .anyMatch(order -> stored(order.place, order.number).size() > 1);
        }

        /** Something committed is not there, or less or another. */
        boolean lacks() {
            Map<List<Integer>, Integer> there = newRows();
            Map<List<Integer>, Integer> paid = new HashMap<>();
            payments(Outcome.COMMITTED, entry -> true).forEach(entry -> paid.merge(content(entry), 1, Integer::sum));
            boolean isPaymentLost = isCompared
                    && paid.entrySet().stream().anyMatch(one -> there.getOrDefault(one.getKey(), 0) < one.getValue());
            return isPaymentLost
                    || before.nextOrders.keySet().stream().anyMatch(this::isDistrictWrong)
                    || before.warehouseCents.entrySet().stream()
                            .anyMatch(was -> after.warehouseCents.get(was.getKey())
                                    < was.getValue() + cents(entry -> entry.warehouse() == was.getKey()));
        }

        private long cents(Predicate<LedgerEntry.Payment> which) {
            return payments(Outcome.COMMITTED, which).stream()
                    .mapToLong(LedgerEntry.Payment::cents)
                    .sum();
        }

        private static boolean isAt(Place place, LedgerEntry entry, int district) {
            return entry.warehouse() == place.warehouse() && district == place.district();
        }

        private boolean isDistrictWrong(Place place) {
            int was = before.nextOrders.get(place);
            List<LedgerEntry.NewOrder> made =
                    newOrders(Outcome.COMMITTED, entry -> isAt(place, entry, entry.district()));
            long paid = cents(entry -> isAt(place, entry, entry.district()));
            if (after.nextOrders.get(place) < was + made.size()
                    || after.districtCents.get(place) < before.districtCents.get(place) + paid) {
                return true;
            }
            for (int number = firstOpen(place); number < UNREACHED; number++) {
                int of = number;
                List<Order> stored = stored(place, number);
                List<LedgerEntry.NewOrder> ofNumber =
                        made.stream().filter(entry -> entry.order() == of).toList();
                List<LedgerEntry.Delivery> delivered = deliveries(
                        Outcome.COMMITTED,
                        entry -> entry.warehouse() == place.warehouse()
                                && entry.orders().get(place.district() - 1) == of);
                boolean isOrderWrong = !ofNumber.isEmpty()
                        && (ofNumber.size() > 1
                                || number < was
                                || stored.isEmpty()
                                || !isOf(stored.get(0), ofNumber.get(0)));
                boolean isDeliveryWrong = !delivered.isEmpty()
                        && (delivered.size() > 1
                                || stored.isEmpty()
                                || !isDelivered(stored.get(0), delivered.get(0).carrier()));
                if (isOrderWrong || isDeliveryWrong) {
                    return true;
                }
            }
            return false;
        }

        /** Whether committed transactions, and some of those of unknown outcome, make the tables of before those of after. */
        boolean isExplained() {
            return !areBalancesWrong()
                    && arePaymentsExplained()
                    && before.nextOrders.keySet().stream().allMatch(this::areOrdersExplained)
                    && areDeliveriesExplained();
        }

        private boolean arePaymentsExplained() {
            Map<List<Integer>, Integer> there = newRows();
            Map<Place, Long> districts = new HashMap<>();
            Map<Integer, Long> warehouses = new HashMap<>();
            Map<List<Integer>, Integer> blindly = new HashMap<>();
            for (Map.Entry<List<Integer>, Integer> row : there.entrySet()) {
                int committed = payments(
                                Outcome.COMMITTED, entry -> content(entry).equals(row.getKey()))
                        .size();
                int unknown = payments(Outcome.UNKNOWN, entry -> content(entry).equals(row.getKey()))
                        .size();
                if (row.getValue() < committed) {
                    return false;
                }
                List<Integer> nobody = new ArrayList<>(row.getKey());
                nobody.set(4, 0);
                blindly.merge(nobody, Math.max(0, row.getValue() - committed - unknown), Integer::sum);
                long cents = (long) row.getKey().get(5) * row.getValue();
                districts.merge(new Place(row.getKey().get(0), row.getKey().get(1)), cents, Long::sum);
                warehouses.merge(row.getKey().get(0), cents, Long::sum);
            }
            boolean isBlindlyPaid = blindly.entrySet().stream()
                    .allMatch(one -> one.getValue()
                            <= payments(Outcome.UNKNOWN, entry -> content(entry).equals(one.getKey()))
                                    .size());
            return isBlindlyPaid
                    && payments(Outcome.COMMITTED, entry -> !there.containsKey(content(entry)))
                            .isEmpty()
                    && after.districtCents.equals(sum(before.districtCents, districts))
                    && after.warehouseCents.equals(sum(before.warehouseCents, warehouses));
        }

        private static <K> Map<K, Long> sum(Map<K, Long> one, Map<K, Long> other) {
            Map<K, Long> sum = new HashMap<>(one);
            other.forEach((key, cents) -> sum.merge(key, cents, Long::sum));
            return sum;
        }

        private boolean areOrdersExplained(Place place) {
            int next = before.nextOrders.get(place);
            int count = 0;
            List<LedgerEntry.NewOrder> blind = new ArrayList<>(
                    newOrders(Outcome.UNKNOWN, entry -> entry.isBlind() && isAt(place, entry, entry.district())));
            for (int number = next; number < UNREACHED; number++) {
                int of = number;
                Predicate<LedgerEntry.NewOrder> isOfNumber =
                        entry -> entry.order() == of && isAt(place, entry, entry.district());
                List<LedgerEntry.NewOrder> committed = newOrders(Outcome.COMMITTED, isOfNumber);
                List<LedgerEntry.NewOrder> unknown = newOrders(Outcome.UNKNOWN, isOfNumber);
                List<Order> stored = stored(place, number);
                count += stored.size();
                boolean isExplained = stored.isEmpty()
                        ? committed.isEmpty()
                        : stored.size() == 1
                                && committed.size() <= 1
                                && ((committed.isEmpty() ? unknown : committed)
                                                .stream().anyMatch(entry -> isOf(stored.get(0), entry))
                                        || committed.isEmpty() && isTaken(blind, stored.get(0)));
                if (!isExplained) {
                    return false;
                }
            }
            return after.nextOrders.get(place) == next + count;
        }

        /** Each makes one order. */
        private static boolean isTaken(List<LedgerEntry.NewOrder> blind, Order order) {
            return blind.stream()
                    .filter(entry -> entry.customer() == order.customer
                            && entry.lines() == order.count
                            && entry.lines() == order.lines)
                    .findFirst()
                    .map(blind::remove)
                    .orElse(false);
        }

        private boolean areDeliveriesExplained() {
            for (int w = 1; w <= after.warehouses; w++) {
                int id = w;
                List<LedgerEntry.Delivery> unknown =
                        deliveries(Outcome.UNKNOWN, entry -> entry.warehouse() == id && !entry.isBlind());
                boolean isExplained = false;
                for (int choice = 0; choice < 1 << unknown.size() && !isExplained; choice++) {
                    isExplained = isDeliveredBy(w, unknown, choice);
                }
                if (!isExplained) {
                    return false;
                }
            }
            return true;
        }

        private boolean isDeliveredBy(int w, List<LedgerEntry.Delivery> unknown, int choice) {
            Map<Place, Map<Integer, List<Integer>>> carriers = new HashMap<>();
            for (LedgerEntry.Delivery entry : deliveries(Outcome.COMMITTED, committed -> committed.warehouse() == w)) {
                add(carriers, entry);
            }
            for (int at = 0; at < unknown.size(); at++) {
                if ((choice & 1 << at) != 0) {
                    add(carriers, unknown.get(at));
                }
            }
            int[][] blindly = new int[11][DISTRICTS + 1];
            boolean[] hadAlwaysOpen = new boolean[DISTRICTS + 1];
            for (int d = 1; d <= DISTRICTS; d++) {
                Place place = new Place(w, d);
                Map<Integer, List<Integer>> ofDistrict = carriers.getOrDefault(place, Map.of());
                for (int number = firstOpen(place); number < UNREACHED; number++) {
                    List<Integer> by = ofDistrict.getOrDefault(number, List.of());
                    List<Order> stored = stored(place, number);
                    boolean isBlindly = by.isEmpty()
                            && !stored.isEmpty()
                            && stored.get(0).carrier != 0
                            && isDelivered(stored.get(0), stored.get(0).carrier);
                    boolean isRight = stored.isEmpty()
                            ? by.isEmpty()
                            : by.isEmpty()
                                    ? isBlindly || isUntouched(stored.get(0))
                                    : by.size() == 1 && isDelivered(stored.get(0), by.get(0));
                    if (!isRight) {
                        return false;
                    }
                    blindly[isBlindly ? stored.get(0).carrier : 0][d]++;
                    hadAlwaysOpen[d] |=
                            !stored.isEmpty() && isUntouched(stored.get(0)) && number < before.nextOrders.get(place);
                }
            }
            return IntStream.rangeClosed(1, 10).allMatch(carrier -> {
                int most = IntStream.of(blindly[carrier]).max().orElse(0);
                int blind = deliveries(
                                Outcome.UNKNOWN,
                                entry -> entry.warehouse() == w && entry.carrier() == carrier && entry.isBlind())
                        .size();
                return most <= blind
                        && IntStream.rangeClosed(1, DISTRICTS)
                                .allMatch(d -> blindly[carrier][d] == most || !hadAlwaysOpen[d]);
            });
        }

        private static void add(Map<Place, Map<Integer, List<Integer>>> carriers, LedgerEntry.Delivery entry) {
            for (int d = 1; d <= DISTRICTS; d++) {
                int order = entry.orders().get(d - 1);
                if (order != 0) {
                    carriers.computeIfAbsent(new Place(entry.warehouse(), d), unseen -> new HashMap<>())
                            .computeIfAbsent(order, unseen -> new ArrayList<>())
                            .add(entry.carrier());
                }
            }
        }
    }
}
