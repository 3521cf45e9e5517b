import { joinSql, type Sql, sql } from '../../lib/sql.ts'
import { MARKET_MOOD_SQL, waveSql } from './wave-sql.ts'

/**
 * SQL of a demo price at `atSec`: waves around a base and a little noise. It depends on time alone,
 * so balances of one domain meet prices of another without a join.
 * `coin` is the coin whose waves these are, `base` and `volatility` their level and size.
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
