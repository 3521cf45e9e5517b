import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DiskPlace } from '../../../test/support/kill/disk-importer.ts'
import type { Found } from '../../../test/support/kill/found.ts'
import { killLater, type Life, said } from '../../../test/support/kill/kill-later.ts'
import { mountSmallDisk, unmount } from '../../../test/support/kill/small-disk.ts'
import { withFolder } from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'
import { problemsOf } from '../kills/check-found.ts'
import type { Acknowledged } from '../kills/place.ts'

const MAX_STEPS = 80
const IMPORTER = join(import.meta.dirname, '../../../test/support/kill/disk-importer.ts')

type Folders = Pick<DiskPlace, 'mount' | 'outside'>

interface Tally {
  steps: number
  refused: string[]
  done: number
  restarts: number
  problems: string[]
}

/** The disk is full from one statement of an import on, for every statement in turn. */
export async function tortureDisk(report: Report): Promise<void> {
  report.section('Torture: a full disk at every statement of an import')
  await withFolder(async (folder) => {
    const mount = join(folder, 'disk')
    const outside = join(folder, 'outside')
    for (const path of [mount, outside]) mkdirSync(path)
    const reason = mountSmallDisk(mount)
    if (reason !== undefined) return report.add('full disk', `not run: ${reason}`)
    const leave = () => unmount(mount)
    // Before the folder is removed, however this ends.
    process.prependListener('exit', leave)
    const startedMs = performance.now()
    try {
      const tally = await fillAtEveryStep({ mount, outside })
      write(report, tally, (performance.now() - startedMs) / 1000)
    } finally {
      process.off('exit', leave)
      leave()
    }
  })
}

async function fillAtEveryStep(folders: Folders): Promise<Tally> {
  const tally: Tally = { steps: 0, refused: [], done: 0, restarts: 0, problems: [] }
  const prepared = join(folders.outside, 'prepared')
  const first = await live({ ...folders, fullAtStep: 0, isKilled: false })
  const acks = acksOf(first)
  cpSync(join(folders.mount, 'facts'), prepared, { recursive: true })
  for (let step = 1; step <= MAX_STEPS; step++) {
    const turn = new Turn(folders, step, { tally, acks })
    for (const isKilled of [false, true]) {
      for (const name of readdirSync(folders.mount))
        rmSync(join(folders.mount, name), { recursive: true, force: true })
      cpSync(prepared, join(folders.mount, 'facts'), { recursive: true })
      if (!(await turn.fill(isKilled))) return tally
    }
    tally.steps++
    console.log(`  … step ${step}, ${tally.problems.length} problems`)
  }
  throw new Error('an import has more statements than expected')
}

function live(place: DiskPlace): Promise<Life> {
  return killLater(IMPORTER, [JSON.stringify(place)])
}

function acksOf(life: Life): Map<number, Acknowledged> {
  return new Map(said<Acknowledged>(life, 'ack').map((ack) => [ack.run, ack]))
}

/** The disk is full from one statement on: of a process that goes on, or of one that is killed. */
class Turn {
  readonly #folders: Folders
  readonly #step: number
  readonly #tally: Tally
  readonly #before: ReadonlyMap<number, Acknowledged>

  constructor(
    folders: Folders,
    step: number,
    known: { tally: Tally; acks: ReadonlyMap<number, Acknowledged> },
  ) {
    this.#folders = folders
    this.#step = step
    this.#tally = known.tally
    this.#before = known.acks
  }

  /** False when the import has fewer statements. */
  async fill(isKilled: boolean): Promise<boolean> {
    const life = await live({ ...this.#folders, fullAtStep: this.#step, isKilled })
    if (said(life, 'full').length === 0) return false
    const isExpected = isKilled ? life.signal === 'SIGKILL' : life.code === 0
    if (!isExpected) this.#note(`the process ended with ${life.code ?? life.signal}`)
    const isRefused = this.#checkRefusals(life)
    const runs = new Map([...this.#before, ...acksOf(life)])
    this.#checkRead(said<Found>(life, 'read').at(-1), isRefused ? this.#before : runs)
    if (isKilled) this.#tally.restarts++
    await this.#checkNext(runs, isKilled ? 1 : 0)
    return true
  }

  /** Whether the import was refused. */
  #checkRefusals(life: Life): boolean {
    const refused = said<{ name: string; message: string }>(life, 'refused')
    for (const { name, message } of refused) {
      if (name === 'first') this.#tally.refused.push(message)
      else this.#note(`with room again, an import failed: ${message}`)
    }
    if (refused.length === 0) this.#tally.done++
    return refused.length > 0
  }

  /** Where the last process was killed, the next one finds the disk as full as it was. */
  async #checkNext(runs: ReadonlyMap<number, Acknowledged>, kills: number): Promise<void> {
    const next = await live({ ...this.#folders, fullAtStep: 0, isKilled: false })
    this.#checkRead(said<Found>(next, 'found').at(-1), runs)
    const after = said<Found>(next, 'after').at(-1)
    const all = new Map([...runs, ...acksOf(next)])
    if (after === undefined || next.code !== 0 || all.size === runs.size)
      return this.#note('with room again, an import failed after a start')
    for (const problem of problemsOf(after, { runs: all, kills })) this.#note(problem)
  }

  /** Acknowledged runs are served, whatever was refused. */
  #checkRead(found: Found | undefined, runs: ReadonlyMap<number, Acknowledged>): void {
    const wanted = [...runs.keys()].join()
    if (found === undefined) this.#note('reading stopped')
    else if (found.visible.join() !== wanted)
      this.#note(`visible are ${found.visible.join()} instead of ${wanted}`)
  }

  #note(problem: string): void {
    console.log(`  step ${this.#step}: ${problem}`)
    this.#tally.problems.push(problem)
  }
}

function write(report: Report, tally: Tally, seconds: number): void {
  const { steps, refused, done, restarts, problems } = tally
  const none = (what: string, found: number) => report.add(what, String(found), '0', found === 0)
  const ofKind = (pattern: RegExp) => problems.filter((problem) => pattern.test(problem)).length
  report.add(
    'statements of an import, each with a full disk',
    `${steps}, twice each, in ${Math.round(seconds)} s`,
  )
  report.add('imports refused, imports done all the same', `${refused.length}, ${done}`)
  report.add('kills and starts while the disk was full', String(restarts))
  const unclear = refused.filter((message) => !/space|disk|room/i.test(message))
  for (const message of new Set(unclear)) console.log(`  ${message}`)
  none('refusals that do not speak of room on the disk', unclear.length)
  none('acknowledged rows lost, or others visible', ofKind(/acknowledged|_side|visible|instead of/))
  none('imports that failed although there was room again', ofKind(/with room again/))
  none('reads that failed', ofKind(/reading/))
  none('problems of any kind', problems.length)
}
