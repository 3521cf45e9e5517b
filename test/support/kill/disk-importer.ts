// Imports a file on a small disk that is full from one statement on; then, with room again, another.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClock } from '../../../src/lib/clock.ts'
import { importFiles } from '../../../src/runs/import/import-files.ts'
import { Store } from '../../../src/store/store.ts'
import { fillDisk, makeRoom } from './small-disk.ts'
import { watchSteps } from './steps.ts'
import { look, twoSides } from './two-sides.ts'

export interface DiskPlace {
  readonly mount: string
  readonly outside: string
  /** The statement before which the disk is filled; 0: never. */
  readonly fullAtStep: number
  /** Whether it is killed while the disk is still full. */
  readonly isKilled: boolean
}

const ROWS = 5_000
const place = JSON.parse(process.argv[2] ?? '{}') as DiskPlace
const { mount, outside, fullAtStep, isKilled } = place
const say = (word: string, what: object): void =>
  void process.stdout.write(`${word} ${JSON.stringify(what)}\n`)

const sides = twoSides()
const store = await Store.open({ facts: [sides.left, sides.right], path: join(mount, 'facts') })
// The disk may be full from the life before.
say('found', await look(store, sides))
if (fullAtStep === 0) makeRoom(mount)
let steps = 0
let isCounting = true
watchSteps(store.engine, (what) => {
  if (isCounting) steps++
  if (!isCounting || steps !== fullAtStep) return
  fillDisk(mount)
  say('full', { step: steps, what: what.slice(0, 80) })
})
const isDone = await importOnce('first')
isCounting = false
// Reading goes on, full or not.
say('read', await look(store, sides))
if (isKilled) process.kill(process.pid, 'SIGKILL')
makeRoom(mount)
if (!isDone) await importOnce('second')
say('after', await look(store, sides))
await store.close()

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
