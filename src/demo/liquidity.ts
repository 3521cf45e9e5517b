import { liquidity } from '../domains/liquidity/facts.ts'
import { PLAIN, tvlTokens } from '../domains/tvl/public.ts'
import { DAY_SEC } from '../lib/clock.ts'
import type { DemoPart } from './demo-world.ts'
import { demoCast } from './market/market.ts'

const EXCHANGES = 6
/**
 * The part of what an exchange holds of a token that stands in pools; the other side of a pool is
 * worth as much again.
 */
const POOLED = 0.62

/**
 * Liquidity of the demo world: the tokens that some exchanges hold, and the own tokens in `pool2`,
 * stand in pools. It is made from the token rows that TVL has brought in the same run, so that what
 * lies in pools is part of what is locked.
 */
export const liquidityDemo: DemoPart = {
  // Pools are cut out of what the TVL of exchanges is made of.
  isDerived: true,
  generate: async (stage, range) => {
    // One sample a day, at midnight: most stretches bring none.
    if (Math.floor(range.toSec / DAY_SEC) === Math.floor(range.fromSec / DAY_SEC)) return
    const exchanges = demoCast().protocols.filter(
      ({ category, deadDay }) => category === 'Dexs' && deadDay === null,
    )
    const ids = exchanges.slice(0, EXCHANGES).map(({ id }) => `'${id}'`)
    const usd = `(2 * ${POOLED} * valueUsd)`
    const chance = (salt: number) => `((cityHash64(pool, atSec, ${salt}) % 1000) / 1000)`
    // Half of a pool lies on each side; the price moves by p when the other side grows by √(1 + p)
    // − 1.
    const depth = (pct: number) =>
      `toNullable(0.5 * ${usd} * (sqrt(1 + ${pct} / 100) - 1) * if(match(symbol, 'USD|DAI|EUR'), 30, 3))`
    await stage.insertSelect(
      liquidity,
      `SELECT token, concat('pool-', protocol, '-', chain, '-', lower(symbol)) AS pool, atSec, toNullable(${POOLED} * amount) AS liquidityTokens,
         ${usd} AS liquidityUsd, toNullable(${usd} * (0.05 + 0.3 * ${chance(1)})) AS volumeUsd, ${depth(1)} AS depth1PctUsd, ${depth(2)} AS depth2PctUsd
       FROM ${await stage.table(tvlTokens)}
       WHERE atSec % ${DAY_SEC} = 0 AND ((section = '${PLAIN}' AND protocol IN (${ids.join(', ')})) OR section = 'pool2')
         AND ${chance(2)} >= 0.01`,
    )
  },
}
