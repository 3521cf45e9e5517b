import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../../test/support/test-app.ts'
import { sql } from '../../lib/sql.ts'
import { importFiles } from '../../runs/import/import-files.ts'
import { forkLinks, oracleLinks } from './facts.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app.stop())

/** Imports lines of CSV as the command line does. */
async function importCsv(fact: string, lines: readonly string[]) {
  const path = join(app.dataDir, `${fact}.csv`)
  await writeFile(path, `${lines.join('\n')}\n`)
  return importFiles(app.app.store, app.app.clock, { fact, files: [path], rejectsDir: app.dataDir })
}

test('default: oracle links are brought into one spelling; times may be dates', async () => {
  const summary = await importCsv('oracle_links', [
    'protocol,oracle,type,chain,atSec,untilSec,proofs',
    '1, Beacon Feeds ,PRIMARY,OP Mainnet,2025-06-01,1760000000,https://example.org/a|https://example.org/b',
    '1,Beacon Feeds,por,All,0,,',
  ])
  expect(summary).toMatchObject({ accepted: 2, rejected: 0, held: 0 })
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query(
    sql`SELECT oracle, type, chain, atSec, untilSec, proofs FROM ${snapshot.current(oracleLinks)} ORDER BY chain`,
  )
  expect(rows).toEqual([
    { oracle: 'Beacon Feeds', type: 'PoR', chain: 'all', atSec: 0, untilSec: null, proofs: [] },
    {
      oracle: 'Beacon Feeds',
      type: 'Primary',
      chain: 'optimism',
      atSec: Date.parse('2025-06-01') / 1000,
      untilSec: 1_760_000_000,
      proofs: ['https://example.org/a', 'https://example.org/b'],
    },
  ])
})

test('behavior: an unknown type, and an end before the beginning, are kept but never served; an end at the beginning is served', async () => {
  const summary = await importCsv('oracle_links', [
    'protocol,oracle,type,chain,atSec,untilSec,proofs',
    '2,Bell,Main,all,0,,',
    '2,Bell,Primary,all,200,100,',
    '2,Bell,Aggregator,all,200,200,',
  ])
  expect(summary).toMatchObject({ accepted: 1, held: 2, rejected: 0 })
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query(
    sql`SELECT type FROM ${snapshot.current(oracleLinks, sql`protocol = '2'`)}`,
  )
  expect(rows).toEqual([{ type: 'Aggregator' }])
})

test('behavior: a row without an oracle or with a bad time is rejected, with the reason', async () => {
  const summary = await importCsv('oracle_links', [
    'protocol,oracle,type,chain,atSec,untilSec,proofs',
    '3,,Primary,all,0,,',
    '3,Bell,Primary,all,soon,,',
    '3,Bell,Primary,all,0,-5,',
    '3,Bell,Primary,base,0,5,',
  ])
  expect(summary).toMatchObject({ accepted: 1, rejected: 3 })
  const reasons = await readFile(summary.rejectsFile ?? '', 'utf8')
  for (const reason of ['oracle: missing', 'atSec: not a time', 'untilSec: below 0'])
    expect(reasons).toContain(reason)
})

test('behavior: fork links; a protocol is no fork of itself, and a link can be taken back', async () => {
  expect(
    await importCsv('fork_links', ['protocol,original,proofs', '2,1,', '3,3,', '4,1,']),
  ).toMatchObject({ accepted: 2, held: 1 })
  await importCsv('fork_links', ['protocol,original,withdrawn,proofs', '4,1,true,'])
  const snapshot = app.app.store.snapshot()
  const rows = await snapshot.query(
    sql`SELECT protocol, withdrawn FROM ${snapshot.current(forkLinks)} ORDER BY protocol`,
  )
  expect(rows).toEqual([
    { protocol: '2', withdrawn: null },
    { protocol: '4', withdrawn: true },
  ])
})
