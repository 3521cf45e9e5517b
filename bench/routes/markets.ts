import { DAY_SEC } from '../../src/lib/clock.ts'
import { literal, type Sql, sql } from '../../src/lib/sql.ts'
import { measured } from './measured.ts'
import {
  among,
  daysOf,
  is,
  keysOf,
  newestRowsOf,
  renewed,
  revised,
  rowsOf,
  since,
  TODAY_SEC,
  table,
} from './route.ts'

const YEAR_DAYS = 365
const MONTH_SEC = 30 * DAY_SEC

// The engine has no calendar, so that a month has 30 days and every unlock is a straight line.
const sections = (where: Sql) =>
  sql`SELECT id, section, JSONExtractString(section, 'label') AS label, JSONExtractString(section, 'category') AS category
   FROM ${table('unlock_schedules')} ARRAY JOIN JSONExtractArrayRaw(assumeNotNull(schedule), 'sections') AS section WHERE ${where}`
const time = (name: string) =>
  sql`toInt64(toUnixTimestamp(parseDateTimeBestEffortOrZero(JSONExtractString(unlock, ${literal(name)}), 'UTC')))`
const announced = (where: Sql) =>
  sql`SELECT id, label, category, JSONExtractString(unlock, 'type') AS type, greatest(${time('at')}, ${time('from')}) AS fromSec,
     multiIf(type = 'step', JSONExtractInt(unlock, 'steps'), type = 'decay', intDiv(${time('to')} - fromSec, ${MONTH_SEC}), 1) AS steps,
     greatest(${time('to')}, fromSec + steps * ${MONTH_SEC}) AS toSec,
     JSONExtractFloat(unlock, 'amount') + steps * JSONExtractFloat(unlock, 'amountPerStep') AS amount
   FROM (${sections(where)}) ARRAY JOIN JSONExtractArrayRaw(section, 'unlocks') AS unlock`
const emissions = {
  path: '/api/emissions',
  rows: sql`SELECT id, concat(label, ': {tokens[0]} tokens unlock at once on {timestamp}') AS description, fromSec + step * ${MONTH_SEC} AS timestamp,
      [amount / steps] AS noOfTokens, category, type AS unlockType, NULL AS rateDurationDays
    FROM (${announced(sql`1`)}) ARRAY JOIN range(assumeNotNull(toUInt32(greatest(0, steps)))) AS step ORDER BY id, timestamp`,
}
const emission = {
  path: '/api/emission/{key}',
  rows: (
    key: string,
  ) => sql`SELECT label, timestamp, sum(amount * greatest(0, least(1, (timestamp - fromSec) / (toSec - fromSec)))) AS unlocked, unlocked AS rawEmission, 0 AS burned
    FROM (${announced(sql`id = ${literal(key)}`)}) ARRAY JOIN range(toInt64(${TODAY_SEC - 1_800 * DAY_SEC}), toInt64(${TODAY_SEC + 1_850 * DAY_SEC}), ${DAY_SEC}) AS timestamp
    GROUP BY label, timestamp ORDER BY label, timestamp
    UNION ALL SELECT section AS label, atSec AS timestamp, unlocked, unlocked AS rawEmission, 0 AS burned
    FROM ${table('unlock_records')} WHERE schedule = ${literal(key)} ORDER BY timestamp`,
  keys: keysOf('unlock_records', sql`schedule`, 40),
}

export const unlocks = measured({
  name: 'Unlock schedules, some with records',
  facts: ['unlock_schedules', 'unlock_records'],
  first: [emissions.path],
  routes: [emissions, { ...emission, isFixed: true }],
  commits: [
    { what: 'new prices', fact: 'prices', columns: renewed('priceUsd'), responses: [emissions] },
    {
      what: 'a new record',
      fact: 'unlock_records',
      columns: renewed('unlocked'),
      responses: [emission],
    },
  ],
})

const closes = daysOf('prices', ['coin'], among('coin', 'etfs', sql`concat('aggregator:', asset)`))
const fundDays = (where?: Sql) => [rowsOf('etfs'), rowsOf('etf_days', where)]
const newest = (where?: Sql) => [rowsOf('etfs'), newestRowsOf('etf_days', where)]
const ofEth = among('ticker', 'etfs', sql`ticker`, is('asset', 'ethereum'))
const firstOfYearSec = Date.UTC(new Date(TODAY_SEC * 1000).getUTCFullYear(), 0) / 1000
const ofMembers = among('coin', 'narrative_members', sql`coin`)
const performance = (fromSec: number) =>
  ['prices', 'supplies'].map((fact) =>
    daysOf(fact, ['coin'], sql`atSec >= ${fromSec} AND ${ofMembers}`),
  )
const fundCharts = [
  { path: '/etfs/history', rows: [...fundDays(), closes] },
  { path: '/etfs/overview', rows: [...newest(), closes] },
  { path: '/etfs/overviewEth', rows: [...newest(ofEth), closes] },
  { path: '/etfs/historyEth', rows: [...fundDays(ofEth), closes] },
  { path: '/etfs/snapshot', rows: newest() },
  { path: '/etfs/flows', rows: fundDays() },
]
const narrativeCharts = [
  { path: '/fdv/performance/365', rows: performance(TODAY_SEC - YEAR_DAYS * DAY_SEC) },
  { path: '/fdv/performance/30', rows: performance(TODAY_SEC - 30 * DAY_SEC) },
  { path: '/fdv/performance/7', rows: performance(TODAY_SEC - 7 * DAY_SEC) },
  { path: '/fdv/performance/ytd', rows: performance(firstOfYearSec) },
]

export const etfsNarratives = measured({
  name: 'Charts of funds, and of coins in narratives',
  facts: ['etf_days', 'prices', 'supplies'],
  first: ['/etfs/flows', '/fdv/performance/365'],
  routes: [...fundCharts, ...narrativeCharts],
  commits: [
    {
      what: 'the newest day of every fund',
      fact: 'etf_days',
      columns: revised('shares'),
      responses: fundCharts,
    },
    {
      what: 'a price of every coin',
      fact: 'prices',
      columns: renewed('priceUsd'),
      responses: narrativeCharts,
    },
  ],
})

const samples = table('yield_samples')
const pools = {
  path: '/pools',
  // Mean and deviation of all days are part of the list.
  rows: [
    sql`SELECT pool, count() AS days, avg(log1p(apyPct / 100)) AS mu, stddevSamp(exp(log1p(apyPct / 100) / 365) - 1) AS sigma FROM ${samples} GROUP BY pool`,
    newestRowsOf('yield_samples', since(32)),
    rowsOf('yield_pools'),
  ],
  minBytes: 100_000,
}

export const yields = measured({
  name: 'Yields of pools, daily for four years',
  facts: ['yield_pools', 'yield_samples'],
  first: [pools.path],
  routes: [
    {
      path: '/chart/{key}',
      rows: (key) => rowsOf('yield_samples', is('pool', key)),
      keys: sql`SELECT pool AS key FROM ${samples} GROUP BY pool HAVING count() > 1400 ORDER BY cityHash64(key) LIMIT 100`,
      what: 'one pool’s chart',
      minBytes: 1_400 * 100,
      isFixed: true,
    },
    pools,
  ],
  commits: [
    {
      what: 'a new sample of every pool',
      fact: 'yield_samples',
      columns: renewed('tvlUsd'),
      responses: [pools],
    },
  ],
})

/** One coin’s daily points out of all prices: the whole response against the bare query. */
export const coldChart = measured({
  name: 'A year of one coin, never requested before',
  facts: ['prices'],
  first: [],
  routes: [
    {
      path: `/chart/{key}?span=${YEAR_DAYS}`,
      rows: (key) =>
        rowsOf('prices', sql`${is('coin', key)} AND ${since(YEAR_DAYS + 1)}`, [
          'atSec',
          'priceUsd',
        ]),
      keys: sql`SELECT coin AS key FROM ${table('prices')} WHERE atSec % ${DAY_SEC} = 0 GROUP BY coin HAVING count() > ${YEAR_DAYS} ORDER BY cityHash64(key) LIMIT 400`,
      minBytes: YEAR_DAYS * 30,
      p95Times: 2,
    },
  ],
  commits: [],
})
