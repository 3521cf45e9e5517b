import { demoCast } from './market.ts'
import { DEMO_MARKET_SQL, demoWaveSql } from './wave-sql.ts'

/**
 * SQL of a demo price at `atSec`: waves of several lengths around a base, some shared by the whole
 * market, and a little noise. A function of time alone, so that the balances of one domain and the
 * prices of another meet without being joined. `coin` is the coin that carries the price, `base`
 * and `volatility` its character.
 */
export function demoPriceSql(coin: string, base: string, volatility: string): string {
  const phase = (salt: number) => `(6.2832 * (cityHash64(${coin}, ${salt}) % 1000) / 1000)`
  const own = [
    demoWaveSql(133, 0.35, phase(1)),
    demoWaveSql(29, 0.16, phase(2)),
    demoWaveSql(6.3, 0.05, phase(3)),
    demoWaveSql(0.9, 0.015, phase(4)),
  ].join(' + ')
  const noise = `0.008 * ((cityHash64(${coin}, atSec) % 2001) / 1000 - 1)`
  return `(${base}) * exp((${volatility}) * (${DEMO_MARKET_SQL} + ${own} + ${noise}))`
}

/**
 * Coins of the demo market that have a price of their own and a supply; a protocol's token is
 * called `<protocol> Token`.
 */
export function listDemoMarketCoins(): {
  coin: string
  name: string
  priceUsd: number
  volatility: number
  supply: number
}[] {
  return demoCast().coins.filter(({ redirect, supply }) => redirect === null && supply > 0)
}
