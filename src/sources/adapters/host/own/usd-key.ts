/** Dollars that have no token, as a ledger keeps them. */
export const USD_KEY = 'usd'
