import { setTimeout as sleep } from 'node:timers/promises'
import { EXPLORER_PAGES } from '../../test/support/browser/explorer-pages.ts'
import type { Report } from '../support/report.ts'
import { type ExplorerBench, Tab } from './tab.ts'

const WIDTHS = [1440, 390]
const MAX_SHIFT = 0.02
const ANSWER_MS = 200
// Moves that come with the last answer are told a frame later.
const REST_MS = 100

/** Every page opened anew while each answer comes at a time of its own: what moved meanwhile. */
export async function layoutShift(report: Report, bench: ExplorerBench): Promise<void> {
  report.section('Layout shift of every page, answers between 0.2 and 0.4 s')
  for (const width of WIDTHS) {
    const shifts: (readonly [shift: number, path: string])[] = []
    for (const path of EXPLORER_PAGES) shifts.push([await shiftOf(bench, path, width), path])
    const [largest = [Number.NaN, ''], ...others] = shifts.toSorted((a, b) => b[0] - a[0])
    const over = [largest, ...others].filter(([shift]) => !(shift <= MAX_SHIFT))
    report.add(
      `largest of ${EXPLORER_PAGES.length} pages at ${width} px`,
      `${largest[0].toFixed(4)} (${largest[1]}), ${over.length} over the limit`,
      `≤ ${MAX_SHIFT}`,
      over.length === 0,
    )
  }
}

async function shiftOf(bench: ExplorerBench, path: string, width: number): Promise<number> {
  const tab = await Tab.open(bench, width)
  await tab.page.route(
    ({ pathname }) => !pathname.startsWith('/app'),
    async (route) => {
      await sleep(ANSWER_MS + ((route.request().url().length * 37) % ANSWER_MS))
      await route.continue().catch(() => undefined)
    },
  )
  await tab.load(bench.app + path)
  await sleep(REST_MS)
  const shifts = await tab.evaluate<number[]>('window.shifts')
  await tab.close()
  return shifts.reduce((sum, shift) => sum + shift, 0)
}
