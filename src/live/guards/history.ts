import { DAY_SEC, HOUR_SEC, LATEST_UNIX_SEC } from '../../lib/clock.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { type Reading, TOTAL } from './guard.ts'
import type { History } from './judge.ts'
import type { GuardMemory } from './memory.ts'
import { partName } from './readings.ts'
import { type Point, SeriesPast } from './series-past.ts'
import { nameOf, type Watch } from './watch.ts'

const MOST_AT_ONCE = 1_000
/** How far back guards look: a month for flows, a week and a day for what stands. */
const DAYS_BACK = { flow: 31, level: 8, price: 8, rate: 8 } as const

/** Readings of so long ago are made again or late, and not worth remembering. */
const REMEMBERED_SEC = 2 * DAY_SEC

interface HistoryOptions {
  nowSec: number
  memory: GuardMemory
}

/**
 * What the store knows of the series that the readings touch: remembered, or one query for each
 * watch.
 */
export async function loadHistory(
  snapshot: Snapshot,
  readings: readonly Reading[],
  options: HistoryOptions,
): Promise<Pick<History, 'pastOf'>> {
  const pasts = new Map<string, SeriesPast>()
  const pastOf = (watch: Watch, series: string): SeriesPast => {
    const name = JSON.stringify([nameOf(watch), series])
    const past = pasts.get(name) ?? new SeriesPast()
    pasts.set(name, past)
    return past
  }
  const byWatch = Map.groupBy(readings, ({ watch }) => watch)
  // Side by side: the engine takes longer to plan such a question than to answer it.
  await Promise.all(
    [...byWatch].map(([watch, own]) => loadWatch(snapshot, watch, { own, pastOf, ...options })),
  )
  return { pastOf }
}

async function loadWatch(
  snapshot: Snapshot,
  watch: Watch,
  {
    own,
    pastOf,
    nowSec,
    memory,
  }: HistoryOptions & {
    own: readonly Reading[]
    pastOf: (watch: Watch, series: string) => SeriesPast
  },
): Promise<void> {
  const stretch = stretchOf(watch, own, nowSec)
  const { fromSec, firstSec, lastSec } = stretch
  const unknown: string[] = []
  for (const series of new Set(own.map((reading) => reading.series))) {
    const points = memory.recall(snapshot, watch, { series, fromSec, beforeSec: firstSec })
    if (points === undefined) unknown.push(series)
    else pastOf(watch, series).loadAll(points)
  }
  for (const [series, points] of await readPoints(snapshot, watch, unknown, stretch)) {
    pastOf(watch, series).loadAll(points.filter(({ atSec }) => atSec <= lastSec))
    const isAll = stretch.toSec === LATEST_UNIX_SEC && (points.at(-1)?.atSec ?? 0) < firstSec
    if (isAll) memory.keep(snapshot, watch, { series, fromSec, points })
  }
}

interface Stretch {
  fromSec: number
  firstSec: number
  lastSec: number
  toSec: number
}

function stretchOf({ nature }: Watch, own: readonly Reading[], nowSec: number): Stretch {
  let [firstSec, lastSec] = [Number.POSITIVE_INFINITY, 0]
  for (const { atSec } of own) {
    firstSec = Math.min(firstSec, atSec)
    lastSec = Math.max(lastSec, atSec)
  }
  // What is remembered must be all there is, also after the readings: of old ones nobody asks for
  // that.
  const toSec = lastSec >= nowSec - REMEMBERED_SEC ? LATEST_UNIX_SEC : lastSec
  return { fromSec: firstSec - DAYS_BACK[nature] * DAY_SEC, firstSec, lastSec, toSec }
}

interface PointRow {
  series: string[]
  atSec: number
  carried: boolean | number
  total: number
  lines: [string, number][]
  parts: [string[], number][]
}

/** The points of some series, each oldest first. */
async function readPoints(
  snapshot: Snapshot,
  watch: Watch,
  all: readonly string[],
  stretch: Stretch,
): Promise<ReadonlyMap<string, readonly Point[]>> {
  const found = new Map<string, Point[]>(all.map((series) => [series, []]))
  for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
    const series = all.slice(from, from + MOST_AT_ONCE)
    const columns = watch.series.map((name) =>
      series.map((text) => (JSON.parse(text) as Record<string, string>)[name] ?? ''),
    )
    const params = Object.fromEntries(
      columns.map((values, index) => [`series${index}`, [...new Set(values)]]),
    )
    for (const row of await snapshot.query<PointRow>(historySql(snapshot, watch), {
      ...params,
      ...stretch,
    })) {
      const name = JSON.stringify(
        Object.fromEntries(watch.series.map((column, index) => [column, row.series[index] ?? ''])),
      )
      found.get(name)?.push(toPoint(row))
    }
  }
  return found
}

function toPoint({ atSec, carried, total, lines, parts }: PointRow): Point {
  return {
    atSec,
    isCarried: Boolean(carried),
    lines: [[TOTAL, total], ...lines],
    parts:
      parts.length === 0
        ? undefined
        : new Map(parts.map(([names, value]) => [partName(names), value])),
  }
}

/**
 * Of every hour the last reading, line by line; of the last one before the run its parts as well.
 */
function historySql(snapshot: Snapshot, watch: Watch): string {
  const { fact, series, parts, split, value } = watch
  const time = fact.time ?? 'atSec'
  const texts = (columns: readonly string[]) =>
    `[${columns.map((name) => `toString(${name})`).join(', ')}]`
  const where = [
    ...series.map((name, index) => `${name} IN {series${index}:Array(String)}`),
    `${time} >= {fromSec:Int64} AND ${time} <= {toSec:UInt32}`,
  ].join(' AND ')
  const lines =
    split === undefined
      ? "CAST([], 'Array(Tuple(String, Float64))')"
      : `arrayZip(sumMap([toString(${split})], [figure]).1, sumMap([toString(${split})], [figure]).2)`
  const rows =
    `SELECT ${texts(series)} AS series, ${texts(parts)} AS part, ${split === undefined ? '' : `${split}, `}${time} AS atSec, quality, assumeNotNull(${value}) AS figure, ` +
    `max(if(${time} <= {firstSec:UInt32}, ${time}, 0)) OVER (PARTITION BY ${series.join(', ')}) AS newestSec ` +
    // In order, so that the same figures always add up to the same total.
    `FROM ${snapshot.current(fact, where)} WHERE isNotNull(${value}) ORDER BY ${fact.order.join(', ')}`
  const readings =
    `SELECT series, atSec, min(quality = 'carried') AS carried, sum(figure) AS total, ${lines} AS lines, ` +
    `groupArrayIf((${parts.length === 0 ? "CAST([], 'Array(String)')" : 'part'}, figure), atSec = newestSec) AS parts FROM (${rows}) GROUP BY series, atSec`
  // What lies after the readings is not to stand for what lies before them in the same hour.
  const lastOfHours = `SELECT * FROM (${readings}) ORDER BY atSec DESC LIMIT 1 BY series, intDiv(atSec, ${HOUR_SEC}), atSec > {lastSec:UInt32}`
  return `SELECT * FROM (${lastOfHours}) ORDER BY atSec`
}
