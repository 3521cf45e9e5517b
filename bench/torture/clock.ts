import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_SEC } from '../../src/lib/clock.ts'
import { runAlmanac, withFolder, withService } from '../support/processes.ts'
import type { Report } from '../support/report.ts'
import { ANY_PROBLEM, Problems, Random, type TortureOptions } from './part.ts'

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
)
/** Seconds by which the clock is off, one after another and then again. */
const OFFSETS_SEC = [61, -61, 3_600, -3_600, 86_400, -86_400, 40 * 86_400, -86_400 * 400, 0]
/** The library reads its file once a second. */
const NOTICE_MS = 1_500
const FIRST_DAY_SEC = 1_700_006_400
const COIN = 'test:clock'

/** A service whose clock jumps while it imports and answers; in the middle it starts again. */
export async function tortureClock(report: Report, options: TortureOptions): Promise<void> {
  report.section('Torture: a clock that jumps')
  const library = LIBRARIES.find(existsSync)
  if (library === undefined)
    return report.add('jumps', 'not run: no libfaketime (Debian: apt-get install faketime)')
  const problems = new Problems()
  const random = new Random(options.seed)
  await withFolder(async (folder) => {
    const [dataDir, offset] = [join(folder, 'data'), join(folder, 'offset')]
    writeFileSync(offset, '+0\n')
    const environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_CACHE_DURATION: '1',
      // What measures durations is not a clock that anyone can set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      ALMANAC_DEMO: 'off',
    }
    let jumps = 0
    let lastAtMs = 0
    for (const half of [0, 1])
      await withService(
        environment,
        async ({ url }) => {
          for (let jump = half; jump < options.jumps; jump += 2) {
            const sec = random.pick(OFFSETS_SEC)
            writeFileSync(offset, `${sec < 0 ? '' : '+'}${sec}\n`)
            await sleep(NOTICE_MS)
            await importRow(folder, jumps++).catch((error: Error) =>
              problems.note(`${error.message} at ${sec} s`),
            )
            lastAtMs = await checkRun(url, { count: jumps, lastAtMs, problems })
          }
          await checkRows(url, jumps, problems)
        },
        dataDir,
      )
    report.add('jumps between +40 and −400 days, each with an import', String(jumps))
  })
  problems.write(report, {
    'imports that failed': /left with|answers/,
    'acknowledged rows lost or changed': /^row/,
    'run times that go back': /goes back/,
    ...ANY_PROBLEM,
  })
}

/** By a command, as a person would. */
function importRow(folder: string, row: number): Promise<void> {
  const csv = join(folder, 'rows.csv')
  writeFileSync(csv, `coin,atSec,priceUsd\n${COIN},${FIRST_DAY_SEC + row * DAY_SEC},${row + 1}\n`)
  return runAlmanac(join(folder, 'data'), 'import', 'prices', csv)
}

/** The newest run is the import, and its time is not before that of the one before; that time. */
async function checkRun(
  url: string,
  { count, lastAtMs, problems }: { count: number; lastAtMs: number; problems: Problems },
): Promise<number> {
  const response = await fetch(`${url}/meta/runs?source=import&state=committed&limit=1000`)
  if (response.status !== 200) {
    problems.note(`/meta/runs answers ${response.status}`)
    return lastAtMs
  }
  const runs = (await response.json()) as { at: string }[]
  const atMs = Date.parse(runs[0]?.at ?? '')
  if (runs.length !== count) problems.note(`rows of ${runs.length} imports are there, not ${count}`)
  if (!(atMs >= lastAtMs)) problems.note(`the time of import ${count} goes back`)
  return atMs
}

async function checkRows(url: string, count: number, problems: Problems): Promise<void> {
  for (let row = 0; row < count; row++) {
    const response = await fetch(
      `${url}/prices/historical/${FIRST_DAY_SEC + row * DAY_SEC}/${COIN}`,
    )
    const body = (await response.json()) as { coins?: Record<string, { price: number }> }
    const price = body.coins?.[COIN]?.price
    if (price !== row + 1) problems.note(`row ${row} is ${price}, not ${row + 1}`)
  }
}
