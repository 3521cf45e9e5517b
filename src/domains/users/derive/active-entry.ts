import { at } from '../../../lib/at.ts'

/** One row of a window of 24 hours, of one chain or of all. */
export interface WindowRow {
  chain: string
  endSec: number
  users: number | null
  newUsers: number | null
  txs: number | null
  gasUsd: number | null
}

// users.md: an older window says nothing about today.
const MAX_AGE_SEC = 8 * 3_600

/** From rows of eight hours; people over several chains only where they were counted once. */
export function activeEntry(newest: readonly WindowRow[], nowSec: number, allChains: string) {
  const fresh = newest.filter(({ endSec }) => endSec <= nowSec && endSec >= nowSec - MAX_AGE_SEC)
  const whole = fresh.find(({ chain }) => chain === allChains)
  const parts = fresh.filter(({ chain }) => chain !== allChains)
  if (fresh.length === 0) return undefined
  const end = whole?.endSec ?? Math.max(...parts.map(({ endSec }) => endSec))
  const summed = (name: 'txs' | 'gasUsd') => ({
    value: whole?.[name] ?? sum(parts.map((part) => part[name])),
    end,
  })
  const distinct = (name: 'users' | 'newUsers') => ({
    value: whole?.[name] ?? (parts.length === 1 ? at(parts, 0)[name] : null),
    end,
  })
  return {
    users: distinct('users'),
    txs: summed('txs'),
    gasUsd: summed('gasUsd'),
    newUsers: distinct('newUsers'),
    chainBreakdown: new Map(parts.map(({ chain, users, txs }) => [chain, { users, txs }])),
  }
}

/** The sum of what is known; of nothing nothing is known. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? [])
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}
