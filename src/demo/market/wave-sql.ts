import { type Sql, sql } from '../../lib/sql.ts'
/** SQL of a wave at `atSec` with a period in days. */
export function waveSql(days: number, size: number, shift: Sql): Sql {
  return sql`${size} * sin(6.2832 * atSec / ${days * 86_400} + ${shift})`
}

/**
 * SQL of the mood of the whole demo market at `atSec`, as a logarithm: prices and activity follow
 * it.
 */
export const MARKET_MOOD_SQL = sql`${waveSql(340, 0.45, sql`0.8`)} + ${waveSql(61, 0.2, sql`2.1`)}`

/** SQL of how a protocol grows and shrinks on a chain at `atSec`, around 1. */
export function growthSql(protocol: Sql, chain: Sql): Sql {
  const phase = (of: Sql) => sql`(cityHash64(${of}) % 628) / 100`
  return sql`exp(${waveSql(190, 0.35, phase(protocol))} + ${waveSql(3, 0.03, phase(sql`${protocol}, ${chain}`))})`
}
