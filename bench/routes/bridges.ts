import { DAY_SQL, partySql, SUMS_SQL } from '../../src/domains/bridges/facts.ts'
import { DAY_SEC } from '../../src/lib/clock.ts'
import { identifier, joinSql, literal, type Sql, sql } from '../../src/lib/sql.ts'
import { hashed } from '../../test/support/full-size/copies.ts'
import { measured } from './measured.ts'
import { keysOf, later, type Route, TODAY_SEC, table } from './route.ts'

const TABLE = table('bridge_transfers')
// On the pro root; on the other one the bridge's own figures come with the list.
const TRANSACTIONS = '/bridges/transactions'
const LIMIT = 'limit=6000'
const daysAgo = (days: number) => TODAY_SEC - days * DAY_SEC
const sums = joinSql(Object.values(SUMS_SQL))
const byDay = (where: Sql) =>
  sql`SELECT bridge, chain, ${DAY_SQL} AS day, ${sums} FROM ${TABLE} WHERE ${where} GROUP BY bridge, chain, day`
const month = sql`atSec >= ${daysAgo(31)}`
const topOf = (where: Sql) =>
  sql`SELECT isDeposit, token, ${sums} FROM ${TABLE} WHERE atSec BETWEEN ${daysAgo(54)} AND ${daysAgo(53) - 1} AND ${where} GROUP BY isDeposit, token`
const newest = (where: Sql) =>
  sql`SELECT * FROM ${TABLE} WHERE ${where} ORDER BY atSec DESC LIMIT 6000`
// Each side in the projection of its own that is sorted by it.
const newestOf = (party: string) => {
  const [chain = '', address = ''] = party.split(':')
  const sides = ['fromAddress', 'toAddress'].map((side) => {
    const isParty = sql`${partySql(sql`chain`, identifier(side))} = ${partySql(sql`${literal(chain)}`, sql`${literal(address)}`)} AND ${identifier(side)} = ${literal(address)}`
    return sql`(${newest(sql`${isParty} AND chain = ${literal(chain)}`)})`
  })
  return sql`SELECT * FROM (${joinSql(sides, sql` UNION ALL `)}) ORDER BY atSec DESC LIMIT 6000`
}
/** Parties by how many transfers they have: the busiest ones, or those of a single one. */
const parties = (order: Sql, count: number) =>
  sql`SELECT concat(chain, ':', if(isDeposit, toAddress, fromAddress)) AS key FROM ${TABLE} GROUP BY key ORDER BY count() ${order}, cityHash64(key) LIMIT ${count}`
const ids = keysOf('bridges', sql`toString(id)`, 20)
const busiest = '1 2 3 4 5 6 7 8 9 10'.split(' ')
const chains = ['ethereum', 'arbitrum', 'optimism', 'base', 'polygon', 'bsc', 'avax', 'linea']
const bridge = (key: string) => sql`bridge = ${Number(key)}`
const days = (count: number, step: number) =>
  Array.from({ length: count }, (_, index) => String(daysAgo(1 + index * step)))
const everyBridge = { path: '/bridges?includeChains=true', rows: byDay(month) }

const routes: Route[] = [
  everyBridge,
  { path: '/bridge/{key}', rows: (key) => byDay(sql`${bridge(key)} AND ${month}`), keys: ids },
  ...['', '?id=1'].map((query) => ({
    path: `/bridgevolume/{key}${query}`,
    rows: byDay(sql`chain = 'base'`),
    keys: ['all', ...chains],
  })),
  { path: '/bridgedaystats/{key}/base', rows: topOf(sql`chain = 'base'`), keys: days(20, 33) },
  { path: '/bridgedaystats/{key}/all', rows: topOf(sql`1`), keys: days(10, 67) },
  {
    what: 'the newest 6,000 transactions of a bridge',
    path: `${TRANSACTIONS}/{key}?${LIMIT}`,
    rows: (key) => newest(sql`${bridge(key)} AND atSec >= ${daysAgo(7)}`),
    keys: busiest,
  },
  {
    what: 'the newest 6,000 of a bridge of all time before some day',
    path: `${TRANSACTIONS}/{key}?${LIMIT}&startTimestamp=0&endTimestamp=${daysAgo(205)}`,
    rows: (key) => newest(sql`${bridge(key)} AND atSec <= ${daysAgo(205)}`),
    keys: busiest,
    isFixed: true,
  },
  {
    what: 'the newest 6,000 of all bridges',
    path: `${TRANSACTIONS}/all?${LIMIT}&endTimestamp={key}`,
    rows: (key) => newest(sql`atSec BETWEEN ${Number(key) - 7 * DAY_SEC} AND ${Number(key)}`),
    keys: days(5, 130),
  },
  {
    what: 'the newest 6,000 of all bridges of all time',
    path: `${TRANSACTIONS}/all?${LIMIT}&startTimestamp=0&endTimestamp={key}`,
    rows: (key) => newest(sql`atSec <= ${Number(key)}`),
    keys: days(3, 1),
  },
  {
    what: '6,000 from a source chain',
    path: `${TRANSACTIONS}/1?${LIMIT}&sourceChain={key}&startTimestamp=0`,
    rows: (key) => newest(sql`bridge = 1 AND sourceChain = ${literal(key)}`),
    keys: chains,
  },
  {
    what: 'a source chain without transfers',
    path: `${TRANSACTIONS}/{key}?sourceChain=bitcoin&startTimestamp=0`,
    rows: (key) => newest(sql`${bridge(key)} AND sourceChain = 'bitcoin'`),
    keys: busiest.slice(0, 3),
  },
  {
    what: 'the newest of the address that has most transfers',
    path: `${TRANSACTIONS}/all?${LIMIT}&address={key}`,
    rows: newestOf,
    keys: parties(sql`DESC`, 5),
  },
  {
    what: 'an address of a single transfer',
    path: `${TRANSACTIONS}/all?address={key}`,
    rows: newestOf,
    keys: parties(sql`ASC`, 10),
  },
]

export const bridges = measured({
  name: 'Bridges and their transfers over two years',
  facts: ['bridge_transfers'],
  first: ['/bridges'],
  routes,
  commits: [
    {
      what: 'a transfer of every bridge',
      fact: 'bridge_transfers',
      columns: (round) => ({ ...later(round), txHash: hashed('txHash', 64) }),
      where: sql`atSec >= ${daysAgo(7)}`,
      limit: 30,
      responses: [everyBridge],
    },
  ],
})
