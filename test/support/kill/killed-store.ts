import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { folderFiles } from '../../../src/runs/backup/backup-files.ts'
import { verifyBackup } from '../../../src/runs/backup/verify-backup.ts'
import { PATIENCE } from '../patience.ts'
import { problemsOf } from './check-found.ts'
import type { Found } from './found.ts'
import { killLater, type Life, said } from './kill-later.ts'
import type { Acknowledged, Work, WorkPlace } from './place.ts'
import { twoSides } from './two-sides.ts'

const MAX_LIFE_MS = 700 * PATIENCE
const MAX_OPENING_MS = 250 * PATIENCE
const WORKER = join(import.meta.dirname, 'worker.ts')

/** A data directory, its backup and what is restored from it, whose workers are killed. */
export class KilledStore {
  /** Runs that were acknowledged. */
  readonly runs = new Map<number, Acknowledged>()
  /** Pieces of work of any kind that were acknowledged. */
  acknowledged = 0
  readonly #folder: string
  readonly #note: (work: Work, problem: string) => void
  /** At least 0 and below 1, another one each time. */
  readonly #random: () => number
  #kills = 0
  #backedUpRun = 0
  #version = 0

  constructor(
    folder: string,
    note: (work: Work, problem: string) => void,
    random: () => number = Math.random,
  ) {
    this.#folder = folder
    this.#note = note
    this.#random = random
    for (const name of ['data', 'restored', 'tmp']) mkdirSync(join(folder, name))
  }

  /**
   * Lets a worker live, kills it, and notes what is wrong with what it found. In half of the lives
   * something is acknowledged first, however slow the machine is. The work that was cut off.
   */
  async work(work: Work, isWitness = this.#random() >= 0.5): Promise<Work | undefined> {
    if (work === 'restore' && this.#backedUpRun === 0) return this.work('commit', isWitness)
    if (work === 'migration') this.#version++
    const life = await this.#live(work, isWitness)
    const found = said<Found>(life, 'found')
    if (work === 'restore') this.#checkRestored(life, found.at(-1))
    else if (found[0] !== undefined) this.#noteAll(work, found[0], this.runs, this.#kills)
    for (const { work: done, ...ack } of said<Acknowledged & { work: Work }>(life, 'ack')) {
      if (done === 'look') continue
      this.acknowledged++
      if (done === 'backup') this.#backedUpRun = ack.run
      else if (done !== 'restore') this.runs.set(ack.run, ack)
    }
    if (work === 'backup') await this.#checkBackup()
    return life.signal === 'SIGKILL' ? work : undefined
  }

  /** What no process needs any more after an orderly end. */
  countLeft(): number {
    const tables = list(join(this.#folder, 'data/facts/data/almanac'))
    const stages = tables.filter((name) => name.startsWith('stage_'))
    return stages.length + list(join(this.#folder, 'tmp')).length
  }

  async #live(work: Work, isWitness: boolean): Promise<Life> {
    const isOpening = work === 'opening' || work === 'migration'
    const place: WorkPlace = {
      dataDir: join(this.#folder, work === 'restore' ? 'restored' : 'data'),
      backupDir: join(this.#folder, 'backup'),
      ...{ work, version: this.#version },
    }
    const afterLine = isWitness ? `ack {"work":"${work}"` : 'found'
    const death = {
      afterLine: isOpening ? 'opening' : afterLine,
      afterMs: this.#random() * (isOpening ? MAX_OPENING_MS : MAX_LIFE_MS),
    }
    const life = await killLater(WORKER, [JSON.stringify(place)], {
      ...(work === 'look' ? {} : { death }),
      environment: { TMPDIR: join(this.#folder, 'tmp') },
    })
    const mayEnd = work === 'look' || work === 'restore'
    if (life.signal === 'SIGKILL') this.#kills++
    else if (!mayEnd || life.code !== 0)
      this.#note(work, `it ended with ${life.code ?? life.signal}`)
    return life
  }

  #noteAll(
    work: Work,
    found: Found,
    runs: Map<number, Acknowledged>,
    kills = Number.POSITIVE_INFINITY,
  ): void {
    for (const problem of problemsOf(found, { runs, kills })) this.#note(work, problem)
  }

  async #checkBackup(): Promise<void> {
    if (this.#backedUpRun === 0) return
    try {
      const facts = new Map(Object.values(twoSides()).map((fact) => [fact.name, fact]))
      const { manifest } = await verifyBackup(folderFiles(join(this.#folder, 'backup')), facts)
      if (manifest.run < this.#backedUpRun)
        this.#note('backup', `the backup is at ${manifest.run}, not ${this.#backedUpRun}`)
    } catch (error) {
      this.#note('backup', (error as Error).message)
    }
  }

  /** Restored into a directory of its own; cut off, the next one goes on there. */
  #checkRestored(life: Life, found: Found | undefined): void {
    if (said(life, 'ack').length === 0) return
    if (found !== undefined && life.code === 0) {
      const runs = new Map([...this.runs].filter(([id]) => id <= this.#backedUpRun))
      this.#noteAll('restore', found, runs)
    }
    const target = join(this.#folder, 'restored')
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target)
  }
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
