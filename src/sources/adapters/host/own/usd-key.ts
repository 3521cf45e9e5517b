/** The key of dollars without a token in a ledger. */
export const USD_KEY = 'usd'
