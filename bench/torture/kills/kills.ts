import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { folderFiles } from '../../../src/runs/backup/backup-files.ts'
import { verifyBackup } from '../../../src/runs/backup/verify-backup.ts'
import type { Found } from '../../../test/support/kill/found.ts'
import { killLater, type Life, said } from '../../../test/support/kill/kill-later.ts'
import { twoSides } from '../../../test/support/kill/two-sides.ts'
import { withFolder } from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'
import type { TortureOptions } from '../options.ts'
import { Random } from '../random.ts'
import { type Acks, problemsOf } from './check-found.ts'
import { type Acknowledged, WORKS, type Work } from './place.ts'

/** A directory grows with every run, so that after some kills a new one is taken. */
const LIVES_PER_DIRECTORY = 48
const MAX_LIFE_MS = 700
const MAX_OPENING_MS = 250
const MIN_PER_MS = 60_000
const WORKER = join(import.meta.dirname, 'worker.ts')

interface Tally {
  readonly kills: Map<Work, number>
  acknowledged: number
  readonly problems: string[]
  left: string[]
}

/** SIGKILL at any moment of every kind of work; after each the store is looked at. */
export async function tortureKills(report: Report, options: TortureOptions): Promise<void> {
  const tally: Tally = { kills: new Map(), acknowledged: 0, problems: [], left: [] }
  const startedMs = performance.now()
  const endMs = startedMs + options.minutes * MIN_PER_MS
  // Work that ends before its kill does not count.
  const isOver = () => total(tally) >= options.kills || performance.now() >= endMs
  let rounds = 0
  const lane = async () => {
    while (!isOver()) {
      const random = new Random(options.seed * 100_000 + rounds++)
      await withFolder((folder) => new Round(folder, random, tally).run(isOver))
      console.log(`  … ${total(tally)} kills, ${tally.problems.length} problems`)
    }
  }
  await Promise.all(Array.from({ length: options.lanes }, lane))
  write(report, tally, options, (performance.now() - startedMs) / 1000)
}

/** Kills on one data directory, its backup and what is restored from it. */
class Round {
  readonly #folder: string
  readonly #random: Random
  readonly #tally: Tally
  readonly #acks: Acks = { runs: new Map(), kills: 0 }
  #backedUpRun = 0
  #version = 0

  constructor(folder: string, random: Random, tally: Tally) {
    this.#folder = folder
    this.#random = random
    this.#tally = tally
    for (const name of ['data', 'restored', 'tmp']) mkdirSync(join(folder, name))
  }

  async run(isOver: () => boolean): Promise<void> {
    for (let life = 0; life < LIVES_PER_DIRECTORY && !isOver(); life++) {
      const work = WORKS[life % WORKS.length] ?? 'commit'
      if (work === 'restore') await this.#restore()
      else await this.#work(work)
    }
    await this.#work('look')
    this.#tally.left.push(...this.#listLeft())
  }

  async #work(work: Work): Promise<void> {
    const isOpening = work === 'opening' || work === 'migration'
    if (work === 'migration') this.#version++
    const life = await this.#live(work, 'data', isOpening)
    const [found] = said<Found>(life, 'found')
    if (found !== undefined) this.#note(work, problemsOf(found, this.#acks))
    for (const ack of said<Acknowledged & { work: Work }>(life, 'ack')) this.#acknowledge(ack)
    if (work === 'backup') await this.#checkBackup()
  }

  #acknowledge({ work, ...ack }: Acknowledged & { work: Work }): void {
    if (work === 'look') return
    this.#tally.acknowledged++
    if (work === 'backup') this.#backedUpRun = ack.run
    else this.#acks.runs.set(ack.run, ack)
  }

  async #checkBackup(): Promise<void> {
    const folder = join(this.#folder, 'backup')
    if (this.#backedUpRun === 0) return
    try {
      const facts = new Map(Object.values(twoSides()).map((fact) => [fact.name, fact]))
      const { manifest } = await verifyBackup(folderFiles(folder), facts)
      if (manifest.run < this.#backedUpRun)
        this.#note('backup', [`the backup is at ${manifest.run}, not ${this.#backedUpRun}`])
    } catch (error) {
      this.#note('backup', [(error as Error).message])
    }
  }

  /** Into a directory of its own; cut off, the next one goes on there. */
  async #restore(): Promise<void> {
    if (this.#backedUpRun === 0) return this.#work('commit')
    const life = await this.#live('restore', 'restored', false)
    if (said<Acknowledged>(life, 'ack').length === 0) return
    this.#tally.acknowledged++
    const target = join(this.#folder, 'restored')
    const found = said<Found>(life, 'found').at(-1)
    if (found !== undefined && life.code === 0) {
      const runs = new Map<number, Acknowledged>()
      for (const [id, ack] of this.#acks.runs) if (id <= this.#backedUpRun) runs.set(id, ack)
      this.#note('restore', problemsOf(found, { runs, kills: Number.POSITIVE_INFINITY }))
    }
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target)
  }

  async #live(work: Work, name: string, isOpening: boolean): Promise<Life> {
    const place = {
      dataDir: join(this.#folder, name),
      backupDir: join(this.#folder, 'backup'),
      work,
      version: this.#version,
    }
    const death = {
      // In half of the lives something is acknowledged first, however slow the machine is.
      afterLine: isOpening ? 'opening' : this.#random.pick(['found', `ack {"work":"${work}"`]),
      afterMs: this.#random.next() * (isOpening ? MAX_OPENING_MS : MAX_LIFE_MS),
    }
    const life = await killLater(WORKER, [JSON.stringify(place)], {
      ...(work === 'look' ? {} : { death }),
      environment: { TMPDIR: join(this.#folder, 'tmp') },
    })
    const isExpected = life.signal === 'SIGKILL' || (life.code === 0 && isOnce(work))
    if (!isExpected) this.#note(work, [`it ended with ${life.code ?? life.signal}`])
    if (life.signal === 'SIGKILL') {
      this.#acks.kills++
      this.#tally.kills.set(work, (this.#tally.kills.get(work) ?? 0) + 1)
    }
    return life
  }

  #note(work: Work, problems: readonly string[]): void {
    for (const problem of problems) console.log(`  ${work}: ${problem}`)
    this.#tally.problems.push(...problems)
  }

  /** What no process needs any more after an orderly end. */
  #listLeft(): string[] {
    const stages = list(join(this.#folder, 'data/facts/data/almanac')).filter((name) =>
      name.startsWith('stage_'),
    )
    return [...stages, ...list(join(this.#folder, 'tmp'))]
  }
}

function isOnce(work: Work): boolean {
  return work === 'look' || work === 'restore'
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function total({ kills }: Tally): number {
  return [...kills.values()].reduce((sum, one) => sum + one, 0)
}

function write(
  report: Report,
  tally: Tally,
  { kills, lanes, seed }: TortureOptions,
  seconds: number,
) {
  const { problems, left } = tally
  const ofKind = (pattern: RegExp) => problems.filter((problem) => pattern.test(problem)).length
  const none = (what: string, found: number) => report.add(what, String(found), '0', found === 0)
  report.section('Torture: SIGKILL at any moment')
  report.add(
    'kills',
    `${total(tally)} of ${kills} in ${Math.round(seconds)} s, ${lanes} at once, seed ${seed}`,
  )
  report.add('during', [...tally.kills].map(([work, times]) => `${work}: ${times}`).join(', '))
  report.add('pieces of work acknowledged in between', tally.acknowledged.toLocaleString('en'))
  none(
    'acknowledged runs lost or changed',
    ofKind(/acknowledged and is gone|instead of \d+$|undoes/),
  )
  none('rows, runs or undos that are visible and should not be', ofKind(/_side has|visible|nobody/))
  none('runs or stages left unfinished', ofKind(/unfinished|stages left/))
  none('backups that lost what was acknowledged', ofKind(/backup|restored/))
  none('problems of any kind', problems.length)
  none('files left after an orderly end', left.length)
}
