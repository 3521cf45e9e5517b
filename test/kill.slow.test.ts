import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Found } from './support/kill/found.ts'
import { killLater, said } from './support/kill/kill-later.ts'
import { PATIENCE } from './support/patience.ts'

const KILLS = 24
const LONGEST_LIFE_MS = 1_600 * PATIENCE
const WRITER = join(import.meta.dirname, 'support', 'kill', 'writer.ts')
const DEMO_REMOVER = join(import.meta.dirname, 'support', 'kill', 'demo-remover.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-kill-'))
const demoDir = mkdtempSync(join(tmpdir(), 'almanac-kill-'))
afterAll(() => {
  for (const folder of [dataDir, demoDir]) rmSync(folder, { recursive: true, force: true })
})

interface WriterLife {
  found: Found | undefined
  acknowledged: Map<number, number>
}

/** Lets a writer live until `untilLine` and some time more, kills it, and tells what it said. */
async function live(
  mode: 'write' | 'look',
  untilLine: 'opening' | 'found' | 'ack',
  moreMs: number,
): Promise<WriterLife> {
  const isKilled = mode === 'write'
  const life = await killLater(
    WRITER,
    [dataDir, mode],
    isKilled ? { death: { afterLine: untilLine, afterMs: moreMs } } : {},
  )
  expect([life.code, life.signal], 'it was still at work when it was killed').toEqual(
    isKilled ? [null, 'SIGKILL'] : [0, null],
  )
  const acks = life.lines.flatMap((line) => {
    const ack = /^ack (\d+) (\d+)$/.exec(line)
    return ack === null ? [] : [[Number(ack[1]), Number(ack[2])] as const]
  })
  return { found: said<Found>(life, 'found').at(-1), acknowledged: new Map(acks) }
}

function expectWhole(found: Found, acknowledged: ReadonlyMap<number, number>, kills: number): void {
  const committed = new Map(found.committed.map(({ id, accepted }) => [id, accepted / 2]))
  const rowsOf = (side: Found['left']) => new Map(side.map(({ run, rows }) => [run, rows]))
  for (const [run, rows] of acknowledged)
    expect(committed.get(run), `run ${run} was acknowledged`).toBe(rows)
  // Nothing is there but whole, committed runs: the same rows on both sides, all that were
  // accepted.
  expect(rowsOf(found.left)).toEqual(committed)
  expect(rowsOf(found.right)).toEqual(committed)
  // A process may die between the commit and its word about it; it can do so once in its life.
  expect(committed.size - acknowledged.size).toBeLessThanOrEqual(kills)
  expect(found.unfinished).toEqual([])
  expect(found.stages).toEqual([])
}

test(`behavior: after ${KILLS} kills every acknowledged run is there in full and nothing else is`, async () => {
  const acknowledged = new Map<number, number>()
  for (let kills = 0; kills < KILLS; kills++) {
    // Every fifth one dies while it opens the store, so that clearing up is cut off as well.
    const isEarly = kills % 5 === 4
    // Every second one has acknowledged a run, however slow the machine is.
    const isWitness = kills % 2 === 1
    const life = await live(
      'write',
      isEarly ? 'opening' : isWitness ? 'ack' : 'found',
      isEarly ? Math.random() * 150 : 5 + Math.random() * (LONGEST_LIFE_MS - 5),
    )
    if (life.found !== undefined) expectWhole(life.found, acknowledged, kills)
    for (const [run, rows] of life.acknowledged) acknowledged.set(run, rows)
  }
  const { found } = await live('look', 'found', 0)
  expect(found).toBeDefined()
  if (found !== undefined) expectWhole(found, acknowledged, KILLS)
  expect(
    acknowledged.size,
    'enough runs were committed for the kills to mean something',
  ).toBeGreaterThan(5)
})

test('behavior: the removal of the demo world, killed in the middle, goes on', async () => {
  // Statements of the undo, and of marking and deleting the rows; the last life is not cut off.
  for (const [turn, dieAt] of [2, 5, 8, 0].entries()) {
    const life = await killLater(DEMO_REMOVER, [demoDir, String(dieAt)])
    expect([life.code, life.signal]).toEqual(dieAt === 0 ? [0, null] : [null, 'SIGKILL'])
    const [opened] = said<Found & { demo: number }>(life, 'opened')
    const [removed] = said<Found & { damages: number }>(life, 'removed')
    // Before the removal is decided both runs of the demo world are served, after it neither is.
    expect([0, 2]).toContain(opened?.demo)
    expect(opened?.visible.length).toBe(turn === 0 ? 0 : 1 + (opened?.demo ?? 0))
    // Then only the 50 rows of the run that was there before are left, on both sides.
    const whole = turn === 0 ? [] : [{ run: 1, rows: 50 }]
    expect([removed?.left, removed?.right, removed?.damages]).toEqual([whole, whole, 0])
    expect([removed?.unfinished, removed?.stages]).toEqual([[], []])
  }
})
