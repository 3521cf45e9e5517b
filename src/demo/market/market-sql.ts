import parts from '../../../data/demo-parts.json' with { type: 'json' }
import { chains } from '../../domains/registry/public.ts'
import { joinSql, type Sql, sql } from '../../lib/sql.ts'

/**
 * SQL of a demo price at `atSec`: waves of `coin` around `base`, as large as `volatility`, and
 * noise. It depends on time alone, so balances of one domain meet prices of another without a join.
 */
export function priceSql(coin: Sql, base: Sql, volatility: Sql): Sql {
  const phase = (salt: number) => sql`(6.2832 * (cityHash64(${coin}, ${salt}) % 1000) / 1000)`
  const own = joinSql(
    [
      waveSql(133, 0.35, phase(1)),
      waveSql(29, 0.16, phase(2)),
      waveSql(6.3, 0.05, phase(3)),
      waveSql(0.9, 0.015, phase(4)),
    ],
    sql` + `,
  )
  const noise = sql`0.008 * ((cityHash64(${coin}, atSec) % 2001) / 1000 - 1)`
  return sql`(${base}) * exp((${volatility}) * (${MARKET_MOOD_SQL} + ${own} + ${noise}))`
}

/** SQL of a wave at `atSec` with a period in days. */
export function waveSql(days: number, size: number, shift: Sql): Sql {
  return sql`${size} * sin(6.2832 * atSec / ${days * 86_400} + ${shift})`
}

/** SQL of the demo market's mood at `atSec`, as a logarithm: prices and activity follow it. */
export const MARKET_MOOD_SQL = sql`${waveSql(340, 0.45, sql`0.8`)} + ${waveSql(61, 0.2, sql`2.1`)}`

/** SQL of how a protocol grows and shrinks on a chain at `atSec`, around 1. */
export function growthSql(protocol: Sql, chain: Sql): Sql {
  const phase = (of: Sql) => sql`(cityHash64(${of}) % 628) / 100`
  return sql`exp(${waveSql(190, 0.35, phase(protocol))} + ${waveSql(3, 0.03, phase(sql`${protocol}, ${chain}`))})`
}

const SECONDS_PER_BLOCK: Readonly<Record<string, number>> = parts.secondsPerBlock
const FIRST_BLOCK_SEC = 1_600_000_000

/** Seconds from one block of a chain of the demo world to the next. */
export function blockSecOf(chain: string): number {
  return SECONDS_PER_BLOCK[chain] ?? (chains.byKey(chain)?.chainId === null ? 1 : 2)
}

/** SQL of the number of the block at a timestamp on a chain whose blocks are `blockSec` apart. */
export function blockSql(blockSec: Sql, atSec = sql`atSec`): Sql {
  return sql`toInt64(intDiv(${atSec} - ${FIRST_BLOCK_SEC}, ${blockSec}))`
}
