import { type Answer, type Mirrored, readItems, rowsOf } from '../../../sources/mirror/answer.ts'
import {
  type Members,
  readMembers,
  readNumber,
  readOptionalMembers,
  readSec,
} from '../../../sources/mirror/read-value.ts'
import { protocolIds, readRegistry } from '../../registry/public.ts'
import { ALL_CHAINS, userWindows } from '../facts.ts'

const OPERATION = 'users.listActiveUsers'
const FIGURES = ['users', 'newUsers', 'txs', 'gasUsd'] as const
const NOTHING = { users: null, newUsers: null, txs: null, gasUsd: null }

/** `/api/activeUsers`: the newest 24 hours of each protocol, by slug. */
const listActiveUsers: Answer = {
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
    const entries = Object.entries(readMembers(body, 'body'))
    const rows = readItems(entries, 'body', context, (entry) => {
      const [slug, value] = entry as [string, unknown]
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

export const userMirror: Mirrored = { answers: [listActiveUsers] }
