import { type Sql, sql } from '../../lib/sql.ts'
/**
 * SQL of a sample's total yield (semantics 5.2), over the columns of the fact `yield_samples` as a
 * file gives them: the sum of its parts where at least one is given, else the total; below 0 only
 * for options.
 */
export function totalApySql(): Sql {
  const given = sql`if(isNull(apyBasePct) AND isNull(apyRewardPct), apyPct, ifNull(apyBasePct, 0.) + ifNull(apyRewardPct, 0.))`
  // An array of one gives the sum a name.
  return sql`arrayMap(total -> if(total < 0 AND ifNull(lower(kind), '') != 'options', 0., total), [${given}])[1]`
}
