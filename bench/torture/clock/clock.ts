import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killLater } from '../../../test/support/kill/kill-later.ts'
import { type Peer, startAlmanac, withFolder } from '../../support/processes.ts'
import type { Report } from '../../support/report.ts'
import type { TortureOptions } from '../options.ts'
import { Random } from '../random.ts'

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
)
const MAIN = join(import.meta.dirname, '../../../src/main.ts')
/** Seconds by which the clock is off, one after another and then again. */
const OFFSETS_SEC = [61, -61, 3_600, -3_600, 86_400, -86_400, 40 * 86_400, -86_400 * 400, 0]
/** The library reads its file once a second. */
const NOTICE_MS = 1_500
const FIRST_DAY_SEC = 1_700_006_400
const DAY_SEC = 86_400
const COIN = 'test:clock'

interface Tally {
  jumps: number
  problems: string[]
  lastAtMs: number
}

/** A service whose clock jumps while it imports and answers; in the middle it starts again. */
export async function tortureClock(report: Report, options: TortureOptions): Promise<void> {
  report.section('Torture: a clock that jumps')
  const library = LIBRARIES.find(existsSync)
  if (library === undefined)
    return report.add('jumps', 'not run: no libfaketime (Debian: apt-get install faketime)')
  const tally: Tally = { jumps: 0, problems: [], lastAtMs: 0 }
  await withFolder(async (folder) => {
    const jumps = new Jumps(folder, library, tally)
    const random = new Random(options.seed)
    for (const half of [0, 1]) {
      const service = await jumps.start()
      try {
        for (let jump = half; jump < options.jumps; jump += 2)
          await jumps.jump(service, random.pick(OFFSETS_SEC))
        await jumps.checkRows(service)
      } finally {
        await service.stop()
      }
    }
  })
  write(report, tally)
}

class Jumps {
  readonly #folder: string
  readonly #environment: Record<string, string>
  readonly #tally: Tally

  constructor(folder: string, library: string, tally: Tally) {
    this.#folder = folder
    this.#tally = tally
    const file = join(folder, 'offset')
    writeFileSync(file, '+0\n')
    this.#environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // What measures durations is not a clock that anyone can set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      ALMANAC_DEMO: 'off',
    }
  }

  start(): Promise<Peer> {
    return startAlmanac(join(this.#folder, 'data'), this.#environment)
  }

  async jump(service: Peer, offsetSec: number): Promise<void> {
    const file = join(this.#folder, 'offset')
    writeFileSync(file, `${offsetSec < 0 ? '' : '+'}${offsetSec}\n`)
    await sleep(NOTICE_MS)
    const row = this.#tally.jumps++
    const csv = join(this.#folder, 'rows.csv')
    writeFileSync(csv, `coin,atSec,priceUsd\n${COIN},${FIRST_DAY_SEC + row * DAY_SEC},${row + 1}\n`)
    const environment = { ALMANAC_DATA_DIR: join(this.#folder, 'data'), LOG_LEVEL: 'warn' }
    const { code } = await killLater(MAIN, ['import', 'prices', csv], { environment })
    if (code !== 0) this.#note(`an import ended with ${code} at ${offsetSec} s`)
    await this.#checkRun(service, row + 1)
  }

  /** The newest run is the import, and its time is not before that of the one before. */
  async #checkRun({ url }: Peer, count: number): Promise<void> {
    const response = await fetch(`${url}/meta/runs?source=import&state=committed&limit=1000`)
    if (response.status !== 200) return this.#note(`/meta/runs answers ${response.status}`)
    const runs = (await response.json()) as { at: string }[]
    const atMs = Date.parse(runs[0]?.at ?? '')
    if (runs.length !== count) this.#note(`rows of ${runs.length} imports are there, not ${count}`)
    if (!(atMs >= this.#tally.lastAtMs)) this.#note(`the time of import ${count} goes back`)
    this.#tally.lastAtMs = atMs
  }

  async checkRows({ url }: Peer): Promise<void> {
    for (let row = 0; row < this.#tally.jumps; row++) {
      const response = await fetch(
        `${url}/prices/historical/${FIRST_DAY_SEC + row * DAY_SEC}/${COIN}`,
      )
      const body = (await response.json()) as { coins?: Record<string, { price: number }> }
      const price = body.coins?.[COIN]?.price
      if (price !== row + 1) this.#note(`row ${row} is ${price}, not ${row + 1}`)
    }
  }

  #note(problem: string): void {
    console.log(`  ${problem}`)
    this.#tally.problems.push(problem)
  }
}

function write(report: Report, { jumps, problems }: Tally): void {
  const none = (what: string, pattern: RegExp) => {
    const found = problems.filter((problem) => pattern.test(problem)).length
    report.add(what, String(found), '0', found === 0)
  }
  report.add('jumps between +40 and −400 days, each with an import', String(jumps))
  none('imports that failed', /ended|answers/)
  none('acknowledged rows lost or changed', /^row/)
  none('run times that go back', /goes back/)
  none('problems of any kind', /./)
}
