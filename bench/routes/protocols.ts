import { DAY_SEC } from '../../src/lib/clock.ts'
import { literal, type Sql, sql } from '../../src/lib/sql.ts'
import { measured } from './measured.ts'
import { among, daysOf, is, keysOf, revised, rowsOf, since, table } from './route.ts'

const WITHOUT_PARTS = 'excludeTotalDataChartBreakdown=true'
const SLUG = sql`lower(replaceAll(name, ' ', '-'))`

const figures = (metric: string, type: string, where = sql`1`) =>
  sql`${is('metric', metric)} AND ${is('dataType', type)} AND ${where}`
const series = (metric: string, type: string, where?: Sql) =>
  sql`SELECT protocol, version, chain, groupArray(intDiv(atSec, ${DAY_SEC})) AS days, groupArray(round(valueUsd)) AS usd
   FROM ${table('dimension_days')} WHERE ${figures(metric, type, where)} GROUP BY protocol, version, chain`
const points = (metric: string, by: readonly string[]) =>
  daysOf('dimension_days', by, figures(metric, 'dailyVolume'))
const dexs = (where?: Sql) => series('dexs', 'dailyVolume', where)
const fees = (where?: Sql) => series('fees', 'dailyFees', where)
const derivatives = series('derivatives', 'dailyVolume')
const onEthereum = is('chain', 'ethereum')
const inDexs = among('protocol', 'protocols', sql`id`, is('category', 'Dexs'))
const ofSlug = (key: string) =>
  among('protocol', 'protocols', sql`id`, sql`${SLUG} = ${literal(key)}`)
const slugsWith = (metric: string, count: number) => {
  const hasFigures = among('id', 'dimension_days', sql`protocol`, is('metric', metric))
  return keysOf('protocols', SLUG, count, sql`${hasFigures} AND match(name, '^[A-Za-z0-9 ]+$')`)
}

export const dimensions = measured({
  name: 'Daily figures of protocols in 10 metrics',
  facts: ['dimension_days'],
  first: ['/api/v2/metrics/dexs'],
  routes: [
    { path: `/api/overview/dexs?${WITHOUT_PARTS}`, rows: dexs() },
    { path: `/api/overview/fees?${WITHOUT_PARTS}`, rows: fees() },
    {
      path: `/api/overview/open-interest?${WITHOUT_PARTS}`,
      rows: series('open-interest', 'openInterestAtEnd'),
    },
    { path: '/api/v2/metrics/fees/category/dexs', rows: fees() },
    { path: '/api/v2/chart/derivatives', rows: derivatives },
    { path: '/api/v2/chart/fees/chain-breakdown', rows: fees() },
    { path: `/api/overview/dexs/ethereum?${WITHOUT_PARTS}`, rows: dexs(onEthereum) },
    { path: '/api/v2/metrics/dexs/chain/ethereum', rows: dexs(onEthereum) },
    { path: '/api/v2/chart/dexs/chain/ethereum', rows: dexs(onEthereum) },
    { path: '/api/v2/chart/dexs/chain/ethereum/protocol-breakdown', rows: dexs(onEthereum) },
    { path: '/api/v2/chart/dexs/category/dexs/chain-breakdown', rows: dexs(inDexs) },
    {
      path: '/api/v2/chart/fees/protocol/{key}/label-breakdown',
      rows: (key) => fees(ofSlug(key)),
      keys: slugsWith('fees', 5),
    },
    {
      path: '/api/summary/dexs/{key}',
      rows: (key) => dexs(ofSlug(key)),
      keys: slugsWith('dexs', 5),
    },
    // The longest responses, and how long other requests wait for them.
    { path: '/api/overview/dexs', rows: points('dexs', ['chain', 'protocol']), maxBlockMs: 50 },
    {
      path: '/api/v2/chart/derivatives/protocol-breakdown',
      rows: points('derivatives', ['protocol']),
      maxBlockMs: 50,
    },
    {
      path: '/api/v2/chart/dexs/protocol/{key}',
      rows: (key) => dexs(ofSlug(key)),
      keys: slugsWith('dexs', 30),
      isFixed: true,
    },
  ],
  commits: [
    {
      what: 'a new day',
      fact: 'dimension_days',
      columns: revised('valueUsd'),
      responses: [{ path: `/api/overview/fees?${WITHOUT_PARTS}`, rows: fees() }],
    },
  ],
})

const isPlain = is('section', 'tvl')
/** What the protocols had on each day, and what says to whom they belong. */
const tvlDays = (links: string, by: readonly string[] = [], where = isPlain) => [
  rowsOf(links),
  daysOf('tvl', by, sql`${where} AND atSec % ${DAY_SEC} = 0`),
]
const tvlNow = (links: string) => [
  rowsOf(links),
  daysOf('tvl', ['protocol', 'chain'], sql`${isPlain} AND ${since(1)}`),
]
const ofFirst = sql`${isPlain} AND ${among('protocol', 'oracle_links', sql`protocol`, is('oracle', 'Beacon Feeds'))}`
const onFirst = sql`${isPlain} AND ${onEthereum}`
const ofFork = sql`${isPlain} AND ${among('protocol', 'fork_links', sql`protocol`, is('original', '1'))}`
const oracleDays = tvlDays('oracle_links')
const ORACLES = '/api/v2/chart/oracle'
const OF_ONE_ORACLE = `${ORACLES}/protocol/beacon-feeds`

export const attribution = measured({
  name: 'Attribution of protocols to categories, oracles and forks',
  facts: ['tvl'],
  first: [ORACLES],
  routes: [
    { path: '/api/categories', rows: tvlDays('protocols', ['section'], sql`1`) },
    { path: '/api/forks', rows: tvlDays('fork_links', ['section'], sql`1`) },
    { path: '/api/oracles', rows: tvlDays('oracle_links', ['section'], sql`1`) },
    { path: '/api/v2/metrics/oracle', rows: tvlNow('oracle_links') },
    { path: '/api/v2/metrics/fork', rows: tvlNow('fork_links') },
    { path: ORACLES, rows: oracleDays },
    { path: `${ORACLES}/chain-breakdown`, rows: tvlDays('oracle_links', ['chain']) },
    { path: `${ORACLES}/protocol-breakdown`, rows: oracleDays },
    { path: OF_ONE_ORACLE, rows: tvlDays('oracle_links', [], ofFirst), isFixed: true },
    { path: `${OF_ONE_ORACLE}/chain-breakdown`, rows: tvlDays('oracle_links', ['chain'], ofFirst) },
    { path: `${ORACLES}/chain/ethereum`, rows: tvlDays('oracle_links', [], onFirst) },
    {
      path: `${ORACLES}/chain/ethereum/protocol-breakdown`,
      rows: tvlDays('oracle_links', [], onFirst),
    },
    { path: '/api/v2/chart/fork/protocol-breakdown', rows: tvlDays('fork_links') },
    {
      path: '/api/v2/chart/fork/protocol/{key}',
      rows: tvlDays('fork_links', [], ofFork),
      keys: keysOf('protocols', SLUG, 1, is('id', '1')),
    },
  ],
  commits: [
    {
      what: 'a new record of all protocols',
      fact: 'tvl',
      columns: revised('tvlUsd'),
      responses: [{ path: ORACLES, rows: oracleDays }],
    },
  ],
})
