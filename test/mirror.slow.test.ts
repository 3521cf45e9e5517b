import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mirrored, routes } from '../src/app.ts'
import { mirrorOperations } from '../src/commands/mirror-operations.ts'
import { tagOf } from '../src/http/route.ts'
import {
  type ComparedOperation,
  compareAddress,
  describeComparison,
  exampleAddress,
} from './support/mirror/compare-operations.ts'
import { Program } from './support/program.ts'
import { ROOT } from './support/source-files.ts'
import { NOW_ISO, TEST_KEY, TestApp } from './support/test-app.ts'

const MIN_EQUAL_SHARE = 0.999

let program: Program
let origin: { url: string; key: string }
let mirror: TestApp

beforeAll(async () => {
  program = new Program({
    ALMANAC_CLOCK: NOW_ISO,
    ALMANAC_BOOTSTRAP_KEY: TEST_KEY,
    ALMANAC_FREE_RATE: '1000000',
    ALMANAC_PRO_RATE: '1000000',
    ALMANAC_PRO_CREDITS: '100000000',
  })
  const server = await program.serve()
  origin = { url: server.origin, key: TEST_KEY }
  mirror = await TestApp.start()
}, 300_000)
afterAll(async () => {
  await mirror.stop()
  await program.stop()
})

function turn() {
  const { store, clock } = mirror.app
  return mirrorOperations(store, clock, { mirrored, routes }).mirrorTurn({
    base: origin.url,
    key: origin.key,
    domains: [],
    sinceSec: 0,
    ratePerSec: 100_000,
    concurrency: 4,
    isDryRun: false,
    workDir: join(mirror.dataDir, 'spool'),
  })
}

/** Operations whose answers differ, by what docs/mirror.md says. */
function listExplained(): Set<string> {
  const text = readFileSync(join(ROOT, 'docs/mirror.md'), 'utf8')
  const [, table = ''] = text.split('## What differs')
  return new Set([...table.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name = '']) => name))
}

test('default: a mirror of the demo world says what its origin says, in every operation', async () => {
  const summary = await turn()
  expect(summary.problems).toEqual([])
  expect(summary.outcomes).toMatchObject({ failed: 0, unknown: 0, refused: 0 })
  const domains = new Set(
    mirrored.flatMap(({ domain, answers }) => (answers.length > 0 ? domain : [])),
  )
  const compared: ComparedOperation[] = []
  for (const route of routes) {
    if (route.id.startsWith('meta.') || route.id.startsWith('account.')) continue
    const tag = tagOf(route).replace('preIpo', 'pre-ipo')
    if (!domains.has(tag) && tag !== 'financials' && tag !== 'narratives') continue
    const address = exampleAddress(route)
    const comparison = await compareAddress(origin, mirror, address, {
      pro: route.paths.pro !== undefined,
    })
    compared.push({ operation: route.id, address, ...comparison })
  }
  process.stdout.write(`${compared.map(describeComparison).join('\n')}\n`)
  const explained = listExplained()
  const unexplained = compared
    .filter(({ leaves, equal }) => equal < MIN_EQUAL_SHARE * leaves)
    .filter(({ operation }) => !explained.has(operation))
  expect(unexplained.map(({ operation }) => operation)).toEqual([])
}, 1_800_000)

test('behavior: a second turn of an origin that did not change writes nothing and reads little', async () => {
  const summary = await turn()
  expect(summary.accepted).toBe(0)
  // Lists answer 304; only prices of the newest days are looked at again, in a few large calls.
  expect(summary.outcomes.read).toBeLessThan(50)
}, 600_000)
