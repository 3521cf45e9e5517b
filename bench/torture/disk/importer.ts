// Imports a file on a small disk that is full from one statement on; then, with room again, another.

import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createClock } from '../../../src/lib/clock.ts'
import { importFiles } from '../../../src/runs/import/import-files.ts'
import { Store } from '../../../src/store/store.ts'
import { watchSteps } from '../../../test/support/kill/steps.ts'
import { look, twoSides } from '../../../test/support/kill/two-sides.ts'
import type { DiskPlace } from './disk.ts'

const ROWS = 5_000
const BLOCK_SIZES = [1 << 20, 1 << 12, 1]
const { mount, outside, fullAtStep } = JSON.parse(process.argv[2] ?? '{}') as DiskPlace
const ballast = join(mount, 'ballast')
const say = (word: string, what: object): void =>
  void process.stdout.write(`${word} ${JSON.stringify(what)}\n`)

const sides = twoSides()
const store = await Store.open({ facts: [sides.left, sides.right], path: join(mount, 'facts') })
say('found', await look(store, sides))
let steps = 0
watchSteps(store.engine, (what) => {
  steps++
  if (steps !== fullAtStep) return
  fill()
  say('full', { step: steps, what: what.slice(0, 80) })
})
const isDone = await importOnce('first')
// Reading goes on, full or not.
say('read', { runs: (await look(store, sides)).visible.length })
rmSync(ballast, { force: true })
if (!isDone) await importOnce('second')
await store.close()
say('end', { steps })

async function importOnce(name: string): Promise<boolean> {
  const file = join(outside, 'rows.csv')
  const lines = Array.from({ length: ROWS }, (_, index) => `${name} ${index},${index},${index},x`)
  writeFileSync(file, `id,atSec,amount,note\n${lines.join('\n')}\n`)
  const rejectsDir = join(outside, 'rejects')
  mkdirSync(rejectsDir, { recursive: true })
  const options = { fact: sides.left.name, files: [file], again: true, trusted: true, rejectsDir }
  try {
    const { run, accepted } = await importFiles(store, createClock(), options)
    say('ack', { run: run ?? 0, rows: accepted })
    return true
  } catch (error) {
    say('refused', { name, message: (error as Error).message })
    return false
  }
}

/** Leaves not a byte. */
function fill(): void {
  const file = openSync(ballast, 'w')
  for (const size of BLOCK_SIZES) {
    const block = Buffer.alloc(size)
    try {
      for (;;) writeSync(file, block)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
}
