import { DAY_SEC, dayStart } from '../../../lib/clock.ts'
import { type Sql, sql } from '../../../lib/sql.ts'
import {
  type Members,
  readMembers,
  readNumber,
  readOptionalMembers,
  readSec,
  requireSec,
  requireText,
} from '../../../sources/mirror/read-value.ts'
import {
  type Mirrored,
  type ResponseReader,
  readEntries,
  readObjects,
  rowsOf,
} from '../../../sources/mirror/response.ts'
import { dimensionDays } from '../../dimensions/public.ts'
import { protocolIds, readRegistry } from '../../registry/public.ts'
import { ALL_CHAINS, userWindows } from '../facts.ts'
import { TYPES } from '../routes/get-user-data.ts'

const OPERATION = 'users.listActiveUsers'
const USER_DATA = 'users.getUserData'
const METRIC = 'active-users'
const FIGURES = ['users', 'newUsers', 'txs', 'gasUsd'] as const
const { uniqueActiveUsers: _, ...READ_TYPES } = TYPES
const NOTHING = { users: null, newUsers: null, txs: null, gasUsd: null }

/** `/api/activeUsers`: the newest 24 hours of each protocol, by slug. */
const listActiveUsers: ResponseReader = {
  operation: OPERATION,
  calls: async (snapshot) => [
    { operation: OPERATION, params: {}, mark: '', known: await readRegistry(snapshot) },
  ],
  carries: [
    {
      fact: userWindows,
      refill: 'from now on',
      note: 'Of single chains users and transactions only. Protocols must be known.',
    },
  ],
  rows: (body, context) => {
    const ids = protocolIds(context)
    const entries = readMembers(body, 'body')
    const rows = readEntries(entries, 'body', context, (slug, value) => {
      const protocol = ids.find(slug)
      if (protocol === undefined) return undefined
      return readWindows(readMembers(value, slug), slug, protocol)
    })
    ids.report()
    return [rowsOf(userWindows, rows.flat())]
  },
}

function readWindows(entry: Members, member: string, protocol: string) {
  const figures = FIGURES.flatMap((name) => {
    const { value, end } = readOptionalMembers(entry[name], `${member}.${name}`)
    const count = readNumber(value, `${member}.${name}.value`)
    const endSec = readSec(end, `${member}.${name}.end`)
    return endSec === null ? [] : [{ name, count, endSec }]
  })
  const whole = [...Map.groupBy(figures, ({ endSec }) => endSec)].map(([atSec, known]) => ({
    protocol,
    chain: ALL_CHAINS,
    atSec,
    ...NOTHING,
    ...Object.fromEntries(known.map(({ name, count }) => [name, count])),
  }))
  if (whole.length === 0) return []
  const atSec = Math.max(...whole.map((row) => row.atSec))
  const byChain = readOptionalMembers(entry.chainBreakdown, `${member}.chainBreakdown`)
  const parts = Object.entries(byChain).map(([chain, value]) => {
    const place = `${member}.chainBreakdown.${chain}`
    const part = readMembers(value, place)
    const users = readNumber(part.users, `${place}.users`)
    return { ...NOTHING, protocol, chain, atSec, users, txs: readNumber(part.txs, `${place}.txs`) }
  })
  return [...whole, ...parts]
}

/** `/api/userData/{type}/{id}`: where no metric brings the last full day of users. */
const getUserData: ResponseReader = {
  operation: USER_DATA,
  calls: async (snapshot) => {
    const newest = (from: Sql) =>
      sql`SELECT toString(protocol) AS protocol, toUInt32(max(atSec)) AS newestSec FROM ${from} GROUP BY protocol`
    const days = snapshot.current(dimensionDays, sql`metric = {metric:String}`)
    const rows = await snapshot.query<{ protocol: string; newestSec: number }>(
      sql`SELECT protocol, windows.newestSec AS newestSec FROM (${newest(snapshot.current(userWindows))}) AS windows
       LEFT JOIN (${newest(days)}) AS days USING (protocol)
       WHERE days.newestSec + 2 * ${DAY_SEC} <= windows.newestSec ORDER BY protocol`,
      { metric: METRIC },
    )
    return rows.flatMap(({ protocol, newestSec }) =>
      Object.keys(READ_TYPES).map((type) => ({
        operation: USER_DATA,
        params: { type, protocolId: protocol },
        mark: String(dayStart(newestSec)),
      })),
    )
  },
  carries: [
    {
      fact: dimensionDays,
      refill: 'daily',
      note: 'Users, transactions and gas, only from services without metrics of users.',
      scope: ['metric', 'protocol', 'dataType'],
    },
  ],
  rows: (body, context) => {
    const { type = '', protocolId: protocol = '' } = context.call.params
    const dataType = requireText(TYPES[type], 'type')
    const figure = { metric: METRIC, protocol, dataType, version: '', label: '' }
    const rows = readObjects(body, 'body', context, ({ date, value, chain }, member) => {
      const valueUsd = readNumber(value, `${member}.value`)
      if (valueUsd === null) return undefined
      const atSec = dayStart(requireSec(date, `${member}.date`))
      return { ...figure, chain: requireText(chain, `${member}.chain`), atSec, valueUsd }
    })
    // Only people are not the sum of the chains.
    const isSum = (chain: string) => chain.toLowerCase() === ALL_CHAINS && type !== 'activeUsers'
    const counted = rows.filter(({ chain }) => !isSum(chain))
    return [rowsOf(dimensionDays, counted)]
  },
}

export const userMirror: Mirrored = { responses: [listActiveUsers, getUserData] }
