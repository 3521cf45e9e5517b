import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Found } from '../../../test/support/kill/found.ts'
import { killLater, said } from '../../../test/support/kill/kill-later.ts'
import { withFolder } from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'
import { type Acks, problemsOf } from '../kills/check-found.ts'
import type { Acknowledged } from '../kills/place.ts'

export interface DiskPlace {
  readonly mount: string
  readonly outside: string
  /** The statement before which the disk is filled; 0: never. */
  readonly fullAtStep: number
}

const SIZE = '96m'
const MAX_STEPS = 80
const IMPORTER = join(import.meta.dirname, 'importer.ts')

interface Tally {
  steps: number
  refused: string[]
  done: number
  problems: string[]
}

/** The disk is full from one statement of an import on, for every statement in turn. */
export async function tortureDisk(report: Report): Promise<void> {
  report.section('Torture: a full disk at every statement of an import')
  await withFolder(async (folder) => {
    const mount = join(folder, 'disk')
    const outside = join(folder, 'outside')
    for (const path of [mount, outside]) mkdirSync(path)
    const reason = mountSmall(mount)
    if (reason !== undefined) return report.add('full disk', `not run: ${reason}`)
    const unmount = () => execFileSync('umount', [mount])
    // Before the folder is removed, however this ends.
    process.prependListener('exit', unmount)
    try {
      write(report, await fillAtEveryStep({ mount, outside }))
    } finally {
      process.off('exit', unmount)
      unmount()
    }
  })
}

/** Undefined when it is there, else why not. */
function mountSmall(path: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', path], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `a small disk cannot be mounted (${(error as Error).message.split('\n')[0]})`
  }
}

async function fillAtEveryStep(place: Omit<DiskPlace, 'fullAtStep'>): Promise<Tally> {
  const tally: Tally = { steps: 0, refused: [], done: 0, problems: [] }
  for (let step = 1; step <= MAX_STEPS; step++) {
    for (const name of readdirSync(place.mount))
      rmSync(join(place.mount, name), { recursive: true, force: true })
    const isReached = await fillAtStep({ ...place, fullAtStep: step }, tally)
    if (!isReached) return tally
    tally.steps++
    console.log(`  … step ${step}, ${tally.problems.length} problems`)
  }
  throw new Error('an import has more statements than expected')
}

/** False when the import has fewer statements. */
async function fillAtStep(place: DiskPlace, tally: Tally): Promise<boolean> {
  const life = await killLater(IMPORTER, [JSON.stringify(place)])
  const note = (problem: string) => {
    console.log(`  step ${place.fullAtStep}: ${problem}`)
    tally.problems.push(problem)
  }
  const isReached = said(life, 'full').length > 0
  if (life.code !== 0) note(`the process ended with ${life.code ?? life.signal}`)
  if (said(life, 'read').length === 0) note('reading stopped')
  const refused = said<{ name: string; message: string }>(life, 'refused')
  for (const { name, message } of refused) {
    if (name === 'first') tally.refused.push(message)
    else note(`with room again, an import failed: ${message}`)
  }
  const acks: Acks = { runs: new Map(), kills: 0 }
  for (const ack of said<Acknowledged>(life, 'ack')) acks.runs.set(ack.run, ack)
  if (refused.length === 0 && isReached) tally.done++
  const again = await killLater(IMPORTER, [JSON.stringify({ ...place, fullAtStep: 0 })])
  const [found] = said<Found>(again, 'found')
  if (found === undefined) note('the store does not open again')
  else for (const problem of problemsOf(found, acks)) note(problem)
  return isReached
}

function write(report: Report, { steps, refused, done, problems }: Tally): void {
  const none = (what: string, found: number) => report.add(what, String(found), '0', found === 0)
  const ofKind = (pattern: RegExp) => problems.filter((problem) => pattern.test(problem)).length
  report.add('statements of an import, each with a full disk', String(steps))
  report.add('imports refused, imports done all the same', `${refused.length}, ${done}`)
  const unclear = refused.filter((message) => !/space|disk|room/i.test(message))
  for (const message of new Set(unclear)) console.log(`  ${message}`)
  none('refusals that do not speak of room on the disk', unclear.length)
  none('acknowledged rows lost, or others visible', ofKind(/acknowledged|_side|visible|instead of/))
  none('imports that failed although there was room again', ofKind(/with room again/))
  none('reads that failed', ofKind(/reading/))
  none('problems of any kind', problems.length)
}
