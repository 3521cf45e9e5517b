import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Found } from './support/kill/found.ts'
import { killLater, said } from './support/kill/kill-later.ts'
import { killWriters } from './support/kill/kill-writers.ts'

const DEMO_REMOVER = join(import.meta.dirname, 'support', 'kill', 'demo-remover.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'almanac-kill-'))
const demoDir = mkdtempSync(join(tmpdir(), 'almanac-kill-'))
afterAll(() => {
  for (const folder of [dataDir, demoDir]) rmSync(folder, { recursive: true, force: true })
})

test('behavior: after 20 kills every acknowledged run is there in full and nothing else is', () =>
  killWriters(dataDir, 20))

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
