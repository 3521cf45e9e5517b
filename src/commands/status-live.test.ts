import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '../../test/support/test-app.ts'
import { receipts } from '../live/receipts/receipt.ts'
import { localOperations } from './operations.ts'
import { runLine } from './run-for-tests.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const HOUR_SEC = 3_600
let app: TestApp
let protocolsDir: string

function receipt(source: string, atSec: number, lengthSec = HOUR_SEC) {
  return {
    ...{
      source,
      atSec,
      fromSec: atSec - lengthSec,
      codeHash: 'abc',
      methodology: 'What it holds.',
      methodologyVersion: 1,
    },
    ...{ blocks: '[]', roundTrips: 1, prices: '[]', unpriced: [], knownRun: 0 },
  }
}

/**
 * Two readers of one protocol, which are one job; one that is alone; and one that was never read.
 */
beforeAll(async () => {
  protocolsDir = mkdtempSync(join(tmpdir(), 'almanac-status-'))
  const owner = '0x0000000000000000000000000000000000001001'
  const readers = {
    one: ['1', 'Ethereum'],
    two: ['1', 'Base'],
    alone: ['2', 'Base'],
    never: ['3', 'Base'],
  }
  for (const [name, [protocol, chain]] of Object.entries(readers)) {
    const reader = { kind: 'token-balances', protocol, chain, start: '2024-01-31' }
    writeFileSync(
      join(protocolsDir, `${name}.json`),
      JSON.stringify({ ...reader, holdings: [{ owners: [owner], tokens: ['native'] }] }),
    )
  }
  // Nothing is started, so nothing asks the nodes.
  const nodes = {
    ALMANAC_RPC_ETHEREUM: 'http://127.0.0.1:9',
    ALMANAC_RPC_BASE: 'http://127.0.0.1:9',
  }
  app = await TestApp.open({ ALMANAC_PROTOCOLS_DIR: protocolsDir, ...nodes })
  await app.put(receipts, [
    receipt('reader:one', at('2026-01-14T10:00:00Z')),
    receipt('reader:one', at('2026-01-14T11:00:00Z')),
    receipt('reader:two', at('2026-01-14T10:00:00Z')),
    receipt('reader:alone', at('2026-01-14T09:00:00Z')),
    // A run by hand over half an hour is no period of the job.
    receipt('reader:alone', at('2026-01-14T11:30:00Z'), 1_800),
  ])
})
afterAll(async () => {
  await app.stop()
  rmSync(protocolsDir, { recursive: true })
})

test('behavior: without a server the receipts say how new each live source is, of several read together the oldest', async () => {
  const { store, clock, live, sql } = app.app
  const mirror = { mirrored: [], routes: [] }
  const operations = localOperations({ store, clock, sources: [], live, sql, mirror })
  const { lines } = await runLine(['status'], { operations, isServing: false })
  expect(lines[0]).toMatch('No server is running here.')
  const rows = lines
    .map((line) => line.split(/ {2,}/))
    .filter(([id]) => id?.startsWith('reader:') || id?.startsWith('live:'))
  expect(Object.fromEntries(rows.map(([id, , newest]) => [id, newest]))).toEqual({
    'live:1 hour 7 * * * *': '2026-01-14T10:00:00Z',
    'reader:alone': '2026-01-14T09:00:00Z',
    'reader:never': '-',
  })
})
