import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import operations from '../spec/operations.json' with { type: 'json' }
import { mirrored, routes } from '../src/app.ts'
import { mirrorOperations } from '../src/commands/mirror-operations.ts'
import {
  type ComparedOperation,
  comparePath,
  describeComparison,
  examplePath,
} from './support/mirror/compare-operations.ts'
import { DemoOrigin, REWRITTEN_FACTS } from './support/mirror/demo-origin.ts'
import { ROOT } from './support/source-files.ts'
import { TestApp } from './support/test-app.ts'

const MIN_EQUAL_SHARE = 0.999
/** Each of the figures of DemoOrigin is rewritten once; mirror-cycles adds days. */
const CYCLES = 3
/** What a caller has used differs from caller to caller. */
const OF_THE_CALLER = ['account.getUsage']

let origin: DemoOrigin
let mirror: TestApp

beforeAll(async () => {
  origin = await DemoOrigin.start()
  mirror = await TestApp.start()
})
afterAll(async () => {
  await mirror?.stop()
  await origin?.program.stop()
})

const mirroring = () => mirrorOperations(mirror.app.store, mirror.app.clock, { mirrored, routes })
const cycle = () =>
  mirroring().mirrorCycle({
    base: origin.url,
    key: origin.key,
    domains: [],
    sinceSec: 0,
    ratePerSec: 100_000,
    concurrency: 4,
    isDryRun: false,
    workDir: join(mirror.dataDir, 'spool'),
  })
const WITHOUT_PROBLEMS = {
  problems: [],
  unavailable: [],
  rejected: 0,
  outcomes: { failed: 0, unknown: 0, refused: 0 },
}

/** Compares the example of every operation. Returns those that differ. */
async function listDifferent(): Promise<string[]> {
  const compared: ComparedOperation[] = []
  for (const { id } of operations) {
    const route = routes.find((one) => one.id === id)
    if (route === undefined) throw new Error(`Nothing serves ${id}.`)
    if (OF_THE_CALLER.includes(id)) continue
    const path = examplePath(route)
    const pro = route.paths.pro !== undefined
    const comparison = await comparePath(origin, mirror, path, { pro })
    compared.push({ operation: id, path, ...comparison })
  }
  expect(compared.filter(({ leaves }) => leaves === 0)).toEqual([])
  const different = compared.filter(({ leaves, equal }) => equal < MIN_EQUAL_SHARE * leaves)
  const explained = listExplained()
  const unexplained = different.filter(({ operation }) => !explained.includes(operation))
  expect(unexplained.map(describeComparison)).toEqual([])
  return different.map(({ operation }) => operation)
}

/** Operations whose responses differ, by what docs/mirror.md says. */
function listExplained(): string[] {
  const text = readFileSync(join(ROOT, 'docs/mirror.md'), 'utf8')
  const [, table = ''] = text.split('## What differs')
  return [...table.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name = '']) => name)
}

test('default: after one cycle a mirror of the demo world says what its origin says, in every operation', async () => {
  expect(await cycle()).toMatchObject(WITHOUT_PROBLEMS)
  // Each that differs has its reason there, and nothing is excused that is equal.
  expect(listExplained().toSorted()).toEqual((await listDifferent()).toSorted())
})

test('behavior: a second cycle of an origin that did not change writes nothing and reads little', async () => {
  const summary = await cycle()
  expect(summary.accepted).toBe(0)
  // Lists return 304; only prices of the newest days are looked at again, in a few large calls.
  expect(summary.outcomes.read).toBeLessThan(50)
})

test('behavior: the same after further cycles with new and rewritten figures, which are shown', async () => {
  for (let number = 1; number <= CYCLES; number++) {
    await origin.change(number)
    const summary = await cycle()
    expect(summary).toMatchObject(WITHOUT_PROBLEMS)
    expect(summary.accepted).toBeGreaterThan(0)
  }
  const explained = new Set(listExplained())
  expect((await listDifferent()).filter((operation) => !explained.has(operation))).toEqual([])
  const diff = await mirroring().mirrorDiff({ sinceMs: 0, limit: 10_000 })
  expect(diff.map(({ fact }) => fact)).toEqual(expect.arrayContaining(REWRITTEN_FACTS))
})
