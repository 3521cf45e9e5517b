import type { Body } from '../../api/answers.ts'
import type { NamedPoints } from '../../blocks/chart/series-block.tsx'

/** `/api/userData/{type}/{protocolId}`. */
type UserDays = Body<'getUserData'>

/** A series for each chain; distinct users are of all chains at once. */
export function byChain(days: UserDays): readonly NamedPoints[] {
  const groups = Map.groupBy(days, ({ chain }) => chain ?? 'all')
  const named = groups.size > 1 ? [...groups].filter(([chain]) => chain !== 'all') : [...groups]
  return named.map(([name, points]) => ({
    name: name === 'all' ? 'All chains' : name,
    points: points.map(({ date, value }) => [date, value]),
  }))
}
