import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { sql } from '../../lib/sql.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { CATEGORIES, narrativeMembers } from './facts.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Imports lines of CSV as the command line does. */
async function importCsv(lines: readonly string[]) {
  const path = join(app.dataDir, 'members.csv')
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, {
    fact: narrativeMembers.name,
    files: [path],
    rejectsDir: app.dataDir,
  })
}

test('behavior: there are 22 categories, each once, in any case', () => {
  expect(CATEGORIES.length).toBe(22)
  expect(new Set(CATEGORIES.map((name) => name.toLowerCase())).size).toBe(22)
  // They stand in SQL between quotes.
  expect(CATEGORIES.filter((name) => !/^[\w ()]+$/.test(name))).toEqual([])
})

test('default: categories and coins are brought into one spelling', async () => {
  const lines = [
    'category,coin,fromSec,toSec',
    ' depin ,Ethereum:0xABC,,',
    'DEFI,base:0x1,,',
    'real world assets (rwa),Aggregator:Gold,1700000000,',
  ]
  // `DEFI` is none of the names, so nobody can ask for it: kept, not served.
  expect(await importCsv(lines)).toMatchObject({ accepted: 2, held: 1, rejected: 0 })
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query(
    sql`SELECT category, coin, fromSec, toSec FROM ${snapshot.current(narrativeMembers)} ORDER BY category`,
  )
  expect(rows).toEqual([
    { category: 'DePIN', coin: 'ethereum:0xabc', fromSec: null, toSec: null },
    {
      category: 'Real World Assets (RWA)',
      coin: 'aggregator:gold',
      fromSec: 1_700_000_000,
      toSec: null,
    },
  ])
})

test('behavior: what is no time is rejected', async () => {
  const lines = [
    'category,coin,fromSec,toSec',
    'Meme,base:0x1,-1,',
    'Meme,base:0x2,,4294967296',
    'Meme,base:0x3,soon,',
    'Meme,,,',
    ',base:0x4,,',
  ]
  expect(await importCsv([...lines, 'Meme,base:0x5,0,4294967295'])).toMatchObject({
    accepted: 1,
    rejected: 5,
  })
})
