/** How many times longer than usual something may take: for machines that are known to be slow. */
export const PATIENCE = Number(process.env.ALMANAC_TEST_PATIENCE ?? 1)
