import { DAY_SEC, HOUR_SEC } from '../../lib/clock.ts'
import { current, type Snapshot } from '../../store/store.ts'
import { type Reading, TOTAL } from './guard.ts'
import type { History } from './judge.ts'
import { partName } from './readings.ts'
import { SeriesPast } from './series-past.ts'
import { nameOf, type Watch } from './watch.ts'

const MOST_AT_ONCE = 1_000
/** How far back guards look: a month for flows, a week and a day for what stands. */
const DAYS_BACK = { flow: 31, level: 8, price: 8, rate: 8 } as const

/** What the store knows of the series that the readings touch: one query for each watch. */
export async function loadHistory(snapshot: Snapshot, readings: readonly Reading[]): Promise<Pick<History, 'pastOf'>> {
  const pasts = new Map<string, SeriesPast>()
  const pastOf = (watch: Watch, series: string): SeriesPast => {
    const name = JSON.stringify([nameOf(watch), series])
    const past = pasts.get(name) ?? new SeriesPast()
    pasts.set(name, past)
    return past
  }
  const byWatch = Map.groupBy(readings, ({ watch }) => watch)
  // Side by side: the engine takes longer to plan such a question than to answer it.
  await Promise.all([...byWatch].map(([watch, own]) => loadWatch(snapshot, watch, { own, pastOf })))
  return { pastOf }
}

async function loadWatch(
  snapshot: Snapshot,
  watch: Watch,
  { own, pastOf }: { own: readonly Reading[]; pastOf: (watch: Watch, series: string) => SeriesPast },
): Promise<void> {
  const all = [...new Set(own.map(({ series }) => series))]
  const stretch = { firstSec: Number.POSITIVE_INFINITY, lastSec: 0 }
  for (const { atSec } of own) {
    stretch.firstSec = Math.min(stretch.firstSec, atSec)
    stretch.lastSec = Math.max(stretch.lastSec, atSec)
  }
  for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
    const series = all.slice(from, from + MOST_AT_ONCE)
    const wanted = new Set(series)
    const columns = watch.series.map((name) => series.map((text) => (JSON.parse(text) as Record<string, string>)[name] ?? ''))
    const params = Object.fromEntries(columns.map((values, index) => [`series${index}`, [...new Set(values)]]))
    const fromSec = stretch.firstSec - DAYS_BACK[watch.nature] * DAY_SEC
    for (const point of await snapshot.query<Point>(historySql(watch), { ...params, ...stretch, fromSec })) {
      const name = JSON.stringify(Object.fromEntries(watch.series.map((column, index) => [column, point.series[index] ?? ''])))
      if (wanted.has(name)) remember(pastOf(watch, name), point)
    }
  }
}

interface Point {
  series: string[]
  atSec: number
  carried: boolean | number
  total: number
  lines: [string, number][]
  parts: [string[], number][]
}

function remember(past: SeriesPast, point: Point): void {
  past.load(point.atSec, [[TOTAL, point.total], ...point.lines], Boolean(point.carried))
  if (point.parts.length > 0) past.parts = new Map(point.parts.map(([names, value]) => [partName(names), value]))
}

/** Of every hour the last reading, line by line; of the last one before the run its parts as well. */
function historySql(watch: Watch): string {
  const { fact, series, parts, split, value } = watch
  const time = fact.time ?? 'atSec'
  const texts = (columns: readonly string[]) => `[${columns.map((name) => `toString(${name})`).join(', ')}]`
  const where = [
    ...series.map((name, index) => `${name} IN {series${index}:Array(String)}`),
    `${time} >= {fromSec:Int64} AND ${time} <= {lastSec:UInt32}`,
  ].join(' AND ')
  const lines =
    split === undefined
      ? "CAST([], 'Array(Tuple(String, Float64))')"
      : `arrayZip(sumMap([toString(${split})], [figure]).1, sumMap([toString(${split})], [figure]).2)`
  const rows =
    `SELECT ${texts(series)} AS series, ${texts(parts)} AS part, ${split === undefined ? '' : `${split}, `}${time} AS atSec, quality, assumeNotNull(${value}) AS figure, ` +
    `max(if(${time} <= {firstSec:UInt32}, ${time}, 0)) OVER (PARTITION BY ${series.join(', ')}) AS newestSec ` +
    `FROM ${current(fact, where)} WHERE isNotNull(${value})`
  const readings =
    `SELECT series, atSec, min(quality = 'carried') AS carried, sum(figure) AS total, ${lines} AS lines, ` +
    `groupArrayIf((${parts.length === 0 ? "CAST([], 'Array(String)')" : 'part'}, figure), atSec = newestSec) AS parts FROM (${rows}) GROUP BY series, atSec`
  return `SELECT * FROM (${readings}) ORDER BY series, atSec DESC LIMIT 1 BY series, intDiv(atSec, ${HOUR_SEC})`
}
