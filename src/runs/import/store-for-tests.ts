import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeEngineDir } from '../../../test/support/worker-engine.ts'
import { createClock } from '../../lib/clock.ts'
import { sql } from '../../lib/sql.ts'
import { orFalse, orNull, t, withDefault } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import { Store } from '../../store/store.ts'
import { type ImportOptions, importFiles } from './import-files.ts'
import type { ImportSummary } from './import-summary.ts'

const prices = defineFact({
  name: 'prices',
  describe: 'A price at a time',
  key: { coin: t.text('the coin') },
  time: 'atSec',
  values: {
    priceUsd: t.float('its price', { min: 0 }),
    confidence: orNull(t.float('how sure', { min: 0, max: 1 })),
  },
  hold: [{ reason: 'a price over a billion', when: sql`priceUsd > 1000000000` }],
})

const CHAINS = {
  what: 'chain',
  values: ['eth', 'base', 'sol', 'n'],
  names: ['Eth', 'Base', 'Sol', 'n'],
}

const pools = defineFact({
  name: 'pools',
  describe: 'A pool at a time, with a column of every kind',
  key: { chain: t.word('its chain'), pool: t.text('its id', { max: 8 }) },
  time: 'atSec',
  values: {
    users: t.int('how many', { min: 0, max: 1000 }),
    stable: t.bool('whether it is stable'),
    tags: t.texts('its tags'),
    apyPct: orNull(t.float('its yield')),
    rank: orNull(t.int('its rank')),
    open: orNull(t.bool('whether it is open')),
    symbol: orNull(t.word('its symbol')),
    note: orNull(t.text('a note')),
  },
  normalize: { chain: sql`lower(chain)`, symbol: sql`upper(symbol)` },
  known: { chain: CHAINS },
})

const names = defineFact({
  name: 'names',
  describe: 'Without a time',
  key: { slug: t.text('the slug') },
  values: { name: t.text('the name') },
})

const amounts = defineFact({
  name: 'amounts',
  describe: 'Whole numbers of any size',
  key: { id: t.text('the id') },
  values: { amount: t.digits('how much'), fee: orNull(t.digits('what it cost')) },
})

const incidents = defineFact({
  name: 'incidents',
  describe: 'With an id that may be left out',
  key: {
    id: withDefault(t.text('the id'), sql`concat(lower(name), ' ', toString(toDate(atSec)))`),
  },
  time: 'atSec',
  values: {
    name: t.text('who'),
    lossUsd: t.float('how much'),
    known: orFalse(t.bool('whether it is known')),
    chains: t.texts('where'),
  },
  known: { chains: CHAINS },
})

const TEST_FACTS = [prices, pools, names, amounts, incidents]

/** A store in a folder of its own, with short ways to import into it and to read it. */
export async function openTestStore(url?: string) {
  const folder = await makeEngineDir()
  const store = await Store.open({ facts: TEST_FACTS, path: join(folder, 'store'), url })
  const rejectsDir = join(folder, 'rejects')
  return {
    store,
    folder,
    rejectsDir,
    /** Writes a file and returns its path. */
    file: async (name: string, content: string | Uint8Array): Promise<string> => {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    },
    import: (
      fact: string,
      files: string | string[],
      more: Partial<ImportOptions> = {},
    ): Promise<ImportSummary> =>
      importFiles(store, createClock(), { fact, files: [files].flat(), rejectsDir, ...more }),
    /** The current view of a fact, without what differs from run to run. */
    rows: async (fact: string, order = sql`ALL`): Promise<unknown[]> => {
      const declared = store.facts.get(fact)
      if (declared === undefined) throw new Error(`no fact ${fact}`)
      const snapshot = store.snapshot()
      return snapshot.query(
        sql`SELECT * EXCEPT (run, recordedAt) FROM ${snapshot.current(declared)} ORDER BY ${order}`,
      )
    },
    rejects: async (summary: ImportSummary): Promise<Record<string, unknown>[]> => {
      if (summary.rejectsFile === undefined) return []
      const text = await readFile(summary.rejectsFile, 'utf8')
      // biome-ignore format: one step a line says no more
      return text.trim().split('\n').map((line) => JSON.parse(line))
    },
    close: async (): Promise<void> => {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestStore = Awaited<ReturnType<typeof openTestStore>>
