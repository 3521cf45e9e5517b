import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { makeEngineDir } from '../../test/support/worker-engine.ts'
import { createClock } from '../lib/clock.ts'
import { sql } from '../lib/sql.ts'
import { commitRun } from '../runs/run.ts'
import { t } from './columns.ts'
import { defineFact } from './fact.ts'
import { Store } from './store.ts'

const declared = {
  name: 'sizes',
  describe: 'Sizes over time',
  key: { id: t.text('its id') },
  time: 'atSec' as const,
  values: { size: t.float('its size') },
}
const older = defineFact(declared)
const newer = defineFact({
  ...declared,
  projections: { largest: sql`SELECT id, max(size) GROUP BY id` },
})
const path = await makeEngineDir()
afterAll(() => rmSync(path, { recursive: true, force: true }))

test('behavior: an older store is brought up to date before it serves, and says how far it is', async () => {
  const before = await Store.open({ facts: [older], path })
  for (const offset of [0, 400_000])
    await commitRun(before, { source: 'test', clock: createClock() }, async (stage) => {
      await stage.insertSelect(
        older,
        sql`SELECT toString(number % 100) AS id, toUInt32(number + ${offset}) AS atSec, toFloat64(number) AS size FROM numbers(400000)`,
      )
      return { accepted: 400_000, rejected: 0, held: 0 }
    })
  await before.close()

  const lines: string[] = []
  const store = await Store.open({ facts: [newer], path, log: (line) => lines.push(line) })
  expect(lines[0]).toBe('Preparing 800,000 rows of sizes; this happens once.')
  const [parts] = await store.engine.query<{ all: number; prepared: number }>(
    sql`SELECT count() AS all, countIf(has(projections, 'largest')) AS prepared
     FROM system.parts WHERE table = 'fact_sizes' AND active`,
  )
  expect(parts?.all).toBeGreaterThan(0)
  expect(parts?.prepared).toBe(parts?.all)
  await store.close()

  lines.length = 0
  const again = await Store.open({ facts: [newer], path, log: (line) => lines.push(line) })
  expect(lines).toEqual([])
  await again.close()
})

test('behavior: what earlier runs brought is counted once', async () => {
  const store = await Store.open({ facts: [newer], path })
  const expected = { rows: 800_000, newestSec: 799_999 }
  expect((await store.journal.totalsAt(store.journal.latest)).of('sizes')).toMatchObject(expected)
  await store.engine.ddl(sql`ALTER TABLE almanac.runs DROP COLUMN newestSec`)
  await store.close()

  const lines: string[] = []
  const again = await Store.open({ facts: [newer], path, log: (line) => lines.push(line) })
  expect(lines).toEqual(['Counting the rows of sizes (1 of 1); this happens once.'])
  expect((await again.journal.totalsAt(1)).of('sizes')).toMatchObject({
    rows: 400_000,
    newestSec: 399_999,
  })
  expect((await again.journal.totalsAt(again.journal.latest)).of('sizes')).toMatchObject(expected)
  await again.close()
})
