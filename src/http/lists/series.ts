import { oneOf, optionalStartTime, optionalUnixTime, type Parameters } from '../parameters.ts'
import type { Table } from '../table/table.ts'
import type { Rule } from './combine.ts'
import { groupPoints, type Point } from './group-points.ts'
import { changeLists, listPlaces, type PlacedColumn, valueAt } from './list-place.ts'
import { GRANULARITIES, type Granularity, secOf } from './times.ts'

/** What a route says of its series besides where the points are. */
export interface SeriesDeclaration {
  /** What the values of a week or month become: levels and prices take the last, flows add up. */
  readonly rule: Rule | ((request: SeriesRequest) => Rule)
  /** Columns with a rule of their own. */
  readonly rules?: Readonly<Record<string, Rule>>
  /** Columns that tell several points of one time apart. */
  readonly by?: readonly string[]
  /** Where the points are if not in the table: members, `*` for each one of a map. */
  readonly at?: readonly string[]
}

export interface SeriesRequest {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
}

/** A series that can be cut by time and grouped. */
export interface Series extends SeriesDeclaration {
  /** Members that lead to each list of points. */
  readonly places: readonly (readonly string[])[]
  readonly columns: readonly PlacedColumn[]
  /** Whether the handler cuts by `start` and `end` itself. */
  readonly isCut: boolean
}

export function makeSeries(table: Table, declared: SeriesDeclaration, query: Parameters): Series {
  const [place] = declared.at === undefined ? listPlaces(table) : []
  const columns = place?.columns ?? []
  const places = declared.at?.map((path) => path.split('.')) ?? [place?.members ?? []]
  if (declared.at === undefined && !columns.some(({ column }) => column.kind === 'time'))
    throw new Error(`Table ${table.path} has no list of points with a time.`)
  return { ...declared, places, columns, isCut: 'start' in query }
}

interface SeriesQuery {
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly granularity?: Granularity | undefined
}

/** Parameters of a series; a handler that cuts by time itself declares its own `start` and `end`. */
export function seriesParameters(series: SeriesDeclaration): Parameters {
  return {
    start: optionalStartTime('Earliest point, Unix seconds or ISO 8601.'),
    end: optionalUnixTime('Latest point, Unix seconds or ISO 8601.'),
    granularity: oneOf(
      `One point for each UTC day, week (from Monday) or month, at its start; the last one may not be over. ${describeRules(series)} Absent: all points.`,
      GRANULARITIES,
      undefined,
      'week',
    ),
  }
}

/** The response with the points that were requested. Without any wish it stays as it is. */
export function cutSeries(value: unknown, series: Series, request: SeriesRequest): unknown {
  const { start, end, granularity } = request.query as SeriesQuery
  if ([start, end, granularity].every((part) => part === undefined)) return value
  const rule = typeof series.rule === 'function' ? series.rule(request) : series.rule
  const cut = (points: readonly unknown[]) => {
    const time = timeMember(series, points[0])
    const within = series.isCut ? points : points.filter((point) => isWithin(point, time))
    if (granularity === undefined) return within
    return groupPoints(within as readonly Point[], {
      granularity,
      time,
      by: (series.by ?? []).map((name) => memberOf(series, name)),
      ruleOf: (member) => rules.get(member) ?? rule,
    })
  }
  const isWithin = (point: unknown, time: string) => {
    const sec = secOf(valueAt(point, [time]))
    return sec !== undefined && sec >= (start ?? 0) && sec <= (end ?? Number.POSITIVE_INFINITY)
  }
  const rules = new Map(
    Object.entries(series.rules ?? {}).map(([name, own]) => [memberOf(series, name), own]),
  )
  return series.places.reduce((response, place) => changeLists(response, place, cut), value)
}

/** The member of a point that is its time: the first of a tuple, else the table's, else `date`. */
function timeMember({ columns }: Series, point: unknown): string {
  if (Array.isArray(point)) return '0'
  return columns.find(({ column }) => column.kind === 'time')?.path[0] ?? 'date'
}

/** The member of a point that a column is: of a tuple its place. */
function memberOf({ columns }: Series, name: string): string {
  return columns.find(({ column }) => column.name === name)?.path[0] ?? name
}

const WORDS: Record<Rule, string> = {
  last: 'the last one known',
  sum: 'their sum',
  first: 'the first one',
  max: 'the largest',
  min: 'the smallest',
}

function describeRules({ rule, rules = {} }: SeriesDeclaration): string {
  const main =
    typeof rule === 'function'
      ? 'Flows add up, levels take the last value of the period.'
      : `Of the values of a period it has ${WORDS[rule]}.`
  const others = Object.entries(rules).map(([column, own]) => `${column}: ${WORDS[own]}`)
  return others.length === 0 ? main : `${main} ${others.join(', ')}.`
}
