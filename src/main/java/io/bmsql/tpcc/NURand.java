package io.bmsql.tpcc;

/** The non-uniform random numbers of clause 2.1.6, with the constants C: up to 255, 1023 and 8191. */
public record NURand(int cLast, int cCustomerId, int cItemId) {
    /** The highest C for last names, too. */
    public static final int A_LAST = 255;

    private static final int A_CUSTOMER_ID = 1023;
    private static final int A_ITEM_ID = 8191;

    public static NURand forLoad(RandomStream random) {
        return new NURand(random.uniform(0, A_LAST), random.uniform(0, A_CUSTOMER_ID), random.uniform(0, A_ITEM_ID));
    }

    /** Draws the constants of a run; the one for last names keeps the distance to the load's that clause 2.1.6.1 asks for. */
    public static NURand forRun(RandomStream random, int loadedCLast) {
        int cLast = random.uniform(0, A_LAST);
        while (!isAllowedDistance(Math.abs(cLast - loadedCLast))) {
            cLast = random.uniform(0, A_LAST);
        }
        return new NURand(cLast, random.uniform(0, A_CUSTOMER_ID), random.uniform(0, A_ITEM_ID));
    }

    private static boolean isAllowedDistance(int distance) {
        return distance >= 65 && distance <= 119 && distance != 96 && distance != 112;
    }

    /** Draws a customer number, 1..3000. */
    public int customerId(RandomStream random) {
        return draw(random, A_CUSTOMER_ID, 1, Scale.CUSTOMERS_PER_DISTRICT, cCustomerId);
    }

    /** Draws an item number, 1..100000. */
    public int itemId(RandomStream random) {
        return draw(random, A_ITEM_ID, 1, Scale.ITEMS, cItemId);
    }

    /** Draws the number of a last name, 0..999; see {@link LastName}. */
    public int lastNameNumber(RandomStream random) {
        return draw(random, A_LAST, 0, LastName.COUNT - 1, cLast);
    }

    private static int draw(RandomStream random, int a, int x, int y, int c) {
        int either = random.uniform(0, a) | random.uniform(x, y);
        return (either + c) % (y - x + 1) + x;
    }
}
