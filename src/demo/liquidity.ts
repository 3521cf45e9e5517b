import { liquidity } from '../domains/liquidity/facts.ts'
import { PLAIN, tvlTokens } from '../domains/tvl/public.ts'
import { DAY_SEC } from '../lib/clock.ts'
import { joinSql, literal, sql } from '../lib/sql.ts'
import { endsStep } from './demo-range.ts'
import type { DemoPart } from './demo-world.ts'
import { tvlDemo } from './tvl/index.ts'

const EXCHANGES = 6
/** The part of an exchange's tokens that is in pools; the other side of a pool is worth as much. */
const POOLED = 0.62

/** Pools made from the TVL rows of the same run, so that they are part of what is locked. */
export const liquidityDemo: DemoPart = {
  name: 'liquidity',
  after: [tvlDemo],
  write: async ({ stage, range, market }) => {
    // One sample a day, at midnight.
    if (!endsStep(range, DAY_SEC)) return
    const exchanges = market.protocols.filter(
      ({ category, deadDay }) => category === 'Dexs' && deadDay === null,
    )
    const ids = exchanges.slice(0, EXCHANGES).map(({ id }) => sql`${literal(id)}`)
    const usd = sql`(2 * ${POOLED} * valueUsd)`
    const chance = (salt: number) => sql`((cityHash64(pool, atSec, ${salt}) % 1000) / 1000)`
    // Half is on each side; the price moves by p when the other side grows by √(1 + p) − 1.
    const depth = (pct: number) =>
      sql`toNullable(0.5 * ${usd} * (sqrt(1 + ${pct} / 100) - 1) * if(match(symbol, 'USD|DAI|EUR'), 30, 3))`
    await stage.insertSelect(
      liquidity,
      sql`SELECT token, concat('pool-', protocol, '-', chain, '-', lower(symbol)) AS pool, atSec, toNullable(${POOLED} * amount) AS liquidityTokens,
         ${usd} AS liquidityUsd, toNullable(${usd} * (0.05 + 0.3 * ${chance(1)})) AS volumeUsd, ${depth(1)} AS depth1PctUsd, ${depth(2)} AS depth2PctUsd
       FROM ${await stage.table(tvlTokens)}
       WHERE atSec % ${DAY_SEC} = 0 AND ((section = ${literal(PLAIN)} AND protocol IN (${joinSql(ids)})) OR section = 'pool2')
         AND ${chance(2)} >= 0.01`,
    )
  },
}
