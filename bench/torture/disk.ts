import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { problemsOf } from '../../test/support/kill/check-found.ts'
import type { DiskPlace } from '../../test/support/kill/disk-importer.ts'
import type { Found } from '../../test/support/kill/found.ts'
import { killLater, type Life, said } from '../../test/support/kill/kill-later.ts'
import type { Acknowledged } from '../../test/support/kill/place.ts'
import { mountSmallDisk, unmount } from '../../test/support/kill/small-disk.ts'
import { withFolder } from '../support/processes.ts'
import type { Report } from '../support/report.ts'
import { ANY_PROBLEM, Problems } from './part.ts'

const MAX_STEPS = 80
const IMPORTER = join(import.meta.dirname, '../../test/support/kill/disk-importer.ts')

/** Runs that were acknowledged, by their number. */
type Runs = ReadonlyMap<number, Acknowledged>

interface Turns {
  readonly folders: Pick<DiskPlace, 'mount' | 'outside'>
  /** Acknowledged before the disk was full. */
  readonly before: Runs
  readonly problems: Problems
  readonly refused: string[]
  done: number
  restarts: number
}

/** The disk is full from one statement of an import on, for every statement in turn. */
export async function tortureDisk(report: Report): Promise<void> {
  report.section('Torture: a full disk at every statement of an import')
  await withFolder(async (folder) => {
    const folders = { mount: join(folder, 'disk'), outside: join(folder, 'outside') }
    for (const path of Object.values(folders)) mkdirSync(path)
    const reason = mountSmallDisk(folders.mount)
    if (reason !== undefined) return report.add('full disk', `not run: ${reason}`)
    const leave = () => unmount(folders.mount)
    // Before the folder is removed, however this ends.
    process.prependListener('exit', leave)
    try {
      await fillAtEveryStep(report, folders)
    } finally {
      process.off('exit', leave)
      leave()
    }
  })
}

async function fillAtEveryStep(report: Report, folders: Turns['folders']): Promise<void> {
  const startedMs = performance.now()
  const [facts, prepared] = [join(folders.mount, 'facts'), join(folders.outside, 'prepared')]
  const before = acksOf(await live({ ...folders, fullAtStep: 0, isKilled: false }))
  cpSync(facts, prepared, { recursive: true })
  const problems = new Problems()
  const turns: Turns = { folders, before, problems, refused: [], done: 0, restarts: 0 }
  const fill = (step: number, isKilled: boolean) => {
    for (const name of readdirSync(folders.mount))
      rmSync(join(folders.mount, name), { recursive: true, force: true })
    cpSync(prepared, facts, { recursive: true })
    return fillAt(step, isKilled, turns)
  }
  let steps = 0
  while ((await fill(steps + 1, false)) && (await fill(steps + 1, true))) {
    steps++
    console.log(`  … step ${steps}, ${problems.count} problems`)
    if (steps === MAX_STEPS) throw new Error('an import has more statements than expected')
  }
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  const { refused, done, restarts } = turns
  report.add(
    'statements of an import, each with a full disk',
    `${steps}, twice each, in ${seconds} s`,
  )
  report.add('imports refused, imports done all the same', `${refused.length}, ${done}`)
  report.add('kills and starts while the disk was full', String(restarts))
  const unclear = refused.filter((message) => !/space|disk|room/i.test(message))
  for (const message of new Set(unclear)) console.log(`  ${message}`)
  report.none('refusals that do not speak of room on the disk', unclear.length)
  problems.write(report, {
    'acknowledged rows lost, or others visible': /acknowledged|_side|visible|instead of/,
    'imports that failed although there was room again': /with room again/,
    'reads that failed': /reading/,
    ...ANY_PROBLEM,
  })
}

function live(place: DiskPlace): Promise<Life> {
  return killLater(IMPORTER, [JSON.stringify(place)])
}

function acksOf(life: Life): Runs {
  return new Map(said<Acknowledged>(life, 'ack').map((ack) => [ack.run, ack]))
}

/**
 * The disk is full from one statement on: of a process that goes on, or of one that is killed.
 * False when the import has fewer statements.
 */
async function fillAt(step: number, isKilled: boolean, turns: Turns): Promise<boolean> {
  const { folders, before } = turns
  const note = (problem: string) => turns.problems.note(problem, `step ${step}`)
  const life = await live({ ...folders, fullAtStep: step, isKilled })
  if (said(life, 'full').length === 0) return false
  const end = life.code ?? life.signal
  if (end !== (isKilled ? 'SIGKILL' : 0)) note(`the process ended with ${end}`)
  const refusals = said<{ name: string; message: string }>(life, 'refused')
  for (const { name, message } of refusals)
    if (name === 'first') turns.refused.push(message)
    else note(`with room again, an import failed: ${message}`)
  if (refusals.length === 0) turns.done++
  const runs = new Map([...before, ...acksOf(life)])
  checkRead(said<Found>(life, 'read').at(-1), refusals.length > 0 ? before : runs, note)
  if (isKilled) turns.restarts++
  // Where the last process was killed, the next one finds the disk as full as it was.
  const next = await live({ ...folders, fullAtStep: 0, isKilled: false })
  checkRead(said<Found>(next, 'found').at(-1), runs, note)
  for (const problem of problemsOfNext(next, runs, isKilled ? 1 : 0)) note(problem)
  return true
}

/** Acknowledged runs are served, whatever was refused. */
function checkRead(found: Found | undefined, runs: Runs, note: (problem: string) => void): void {
  const wanted = [...runs.keys()].join()
  if (found === undefined) note('reading stopped')
  else if (found.visible.join() !== wanted)
    note(`visible are ${found.visible.join()} instead of ${wanted}`)
}

function problemsOfNext(next: Life, runs: Runs, kills: number): string[] {
  const after = said<Found>(next, 'after').at(-1)
  const all = new Map([...runs, ...acksOf(next)])
  if (after === undefined || next.code !== 0 || all.size === runs.size)
    return ['with room again, an import failed after a start']
  return problemsOf(after, { runs: all, kills })
}
