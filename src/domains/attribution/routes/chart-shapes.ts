import Type from 'typebox'
import { integer, number } from '../../../http/described.ts'
import { oneOf, optionalStartTime, optionalUnixTime } from '../../../http/parameters.ts'
import { nullable, shape } from '../../../http/schemas.ts'
import { SECTIONS } from '../../tvl/public.ts'
import { CHART_KEYS } from '../derive/columns.ts'

const key = oneOf(
  'What is counted: `tvl` (without sections), one section, or `all` of it.',
  CHART_KEYS,
  'tvl',
)

export const rangeQuery = {
  start: optionalStartTime('Earliest point, Unix seconds.'),
  end: optionalUnixTime('Latest point, Unix seconds.'),
}
export const chartQuery = { key, ...rangeQuery }

export const pointsSchema = Type.Array(Type.Tuple([integer('Unix seconds'), number('USD')]))
export const pointsExample = [
  [1_760_054_400, 1_250_000],
  [1_760_140_800, 1_310_000.5],
]

/** A row of a breakdown: USD by name, for the names that have a value at that time. */
export const breakdownSchema = Type.Array(
  Type.Intersect([
    Type.Object({ timestamp: integer('Unix seconds') }),
    Type.Record(Type.String(), number('USD')),
  ]),
)

const usd = number('USD')
const sections = Object.fromEntries(SECTIONS.map((section) => [section, Type.Optional(usd)]))

/** `{timestamp: {name: {tvl, …}}}`: sections and parts are there where they have a value. */
export function overviewSchema(more: Record<string, Type.TSchema>, parts: readonly string[]) {
  const shown = Object.fromEntries(parts.map((part) => [part, Type.Optional(usd)]))
  const figures = shape({ tvl: nullable(usd), ...more, ...sections, ...shown })
  return Type.Record(Type.String({ pattern: '^\\d+$' }), Type.Record(Type.String(), figures), {
    description: 'By time, Unix seconds as text, and by name.',
  })
}

export const CHART_DESCRIBE =
  'One point a day at 00:00 UTC, then the newest record under its own time. Protocols are counted by the days of /v2/historicalChainTvl.'
