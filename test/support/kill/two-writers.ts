import { type Accounts, openAccounts } from '../../../src/accounts/accounts.ts'
import { createClock } from '../../../src/lib/clock.ts'
import { commitRun, type RunResult } from '../../../src/runs/run.ts'
import { t } from '../../../src/store/columns.ts'
import { defineFact } from '../../../src/store/fact.ts'
import { Store } from '../../../src/store/store.ts'

/** Written by two processes in turn. */
export const weights = defineFact({
  name: 'weights',
  describe: 'Weights',
  key: { id: t.text('its id') },
  time: 'atSec',
  values: { grams: t.float('its weight') },
})

export interface WriterPlace {
  storeUrl: string
  accountsUrl: string | undefined
  dataDir: string
  leaseMs?: number
}

export interface Writer {
  accounts: Accounts
  store: Store
}

export async function openWriter(
  place: WriterPlace,
  session: string,
  isReader = false,
): Promise<Writer> {
  const accounts = await openAccounts({
    url: place.accountsUrl,
    dataDir: place.dataDir,
    clock: createClock(),
    defaults: { ratePerMinute: 1, creditsPerMonth: 1 },
    refreshMs: 3_600_000,
    ...(place.leaseMs === undefined ? {} : { leaseMs: place.leaseMs }),
  })
  const store = await Store.open({
    facts: [weights],
    path: '',
    url: place.storeUrl,
    session,
    isReader,
    alone: (work) => accounts.alone('writer', work, session),
  })
  return { accounts, store }
}

/** Three rows: one that every run revises, and two of the writer's own. */
export function writeWeights({ store }: Writer, name: string, grams: number): Promise<RunResult> {
  const options = { source: name, note: String(grams), clock: createClock() }
  return commitRun(store, options, async (stage) => {
    await stage.insertRows(weights, [
      { id: 'shared', atSec: 100, grams },
      { id: name, atSec: grams, grams },
      { id: name, atSec: grams + 1_000_000, grams },
    ])
    return { accepted: 3, rejected: 0, held: 0 }
  })
}
