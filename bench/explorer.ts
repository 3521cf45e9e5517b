import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Route } from 'playwright-core'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { EXPLORER_PAGES } from '../test/support/browser/explorer-pages.ts'
import type { View } from '../test/support/browser/view.ts'
import { enlarge } from '../test/support/full-size/enlarge.ts'
import { median, repeat } from './support/measure.ts'
import { withFolder, withService } from './support/processes.ts'
import type { Report } from './support/report.ts'
import { type Bench, numbers, timeChange, visit } from './support/visit.ts'
import { inStore } from './support/world.ts'

const DAY_SEC = 86_400

/** The pages of the explorer in a browser, over the demo world and over full lists. */
export async function explorer(report: Report): Promise<void> {
  const build = [join(import.meta.dirname, '../scripts/build-explorer.mjs')]
  const folder = execFileSync(process.execPath, build, { encoding: 'utf8' })
  const settings = { ALMANAC_EXPLORER_DIR: folder }
  const browser = await launchBrowser()
  const measure = (work: (bench: Bench) => Promise<void>, dataDir: string) =>
    withService(settings, ({ url }) => work({ browser, folder, app: `${url}/app` }), dataDir)
  await withFolder(async (dataDir) => {
    await measure(async (bench) => {
      await firstPage(report, bench)
      await layoutShift(report, bench)
      await pageChanges(report, bench)
      await longTable(report, bench)
      await largeChart(report, bench)
    }, dataDir)
    await inStore(dataDir, enlarge)
    await measure((bench) => fullSize(report, bench), dataDir)
  })
  await browser.close()
}

/** What a browser that was never here before loads, and when the page stands. */
async function firstPage(report: Report, bench: Bench): Promise<void> {
  report.section('The first page of the explorer, empty cache, demo world on this machine')
  // The first one has the service compute its responses.
  await visit(bench, '/', async ({ page }) => {
    const paths = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)
        .filter((path) => /\\.(js|css)$/.test(path))`,
    )
    addSizes(report, bench, paths)
  })
  const paints = await repeat(5, () => visit(bench, '/', (view) => numbers(view, 'window.paints')))
  const paintMs = median(paints.map((all) => all.at(-1) ?? Number.NaN))
  report.limited('largest paint', paintMs, 1_200, 'ms', '; by design 1,000')
}

/** Sizes as sent with brotli; what draws charts comes after the page stands. */
function addSizes(report: Report, { folder }: Bench, paths: readonly string[]): void {
  const loaded = paths.map((path) =>
    join(folder, path.slice(path.indexOf('/app/') + '/app/'.length)),
  )
  const files = loaded.filter((file) => file.endsWith('.js'))
  const isOfCharts = (file: string) => readFileSync(file, 'utf8').includes('u-over')
  const kb = (chosen: readonly string[]) =>
    chosen.reduce((sum, file) => sum + statSync(`${file}.br`).size, 0) / 1000
  const scripts = `JavaScript of the first page, ${files.length} files, brotli`
  const pageKb = kb(files.filter((file) => !isOfCharts(file)))
  const chartKb = kb(files.filter(isOfCharts)).toFixed(1)
  report.limited(scripts, pageKb, 170, 'kB', `, and ${chartKb} kB of charts`)
  const styleKb = kb(loaded.filter((file) => file.endsWith('.css')))
  report.limited('its styles, brotli', styleKb, 12, 'kB')
}

const MAX_SHIFT = 0.02
const RESPONSE_MS = 200
// Moves that come with the last response are told a frame later.
const REST_MS = 100

/** Every page opened anew while each response comes at a time of its own: what moved meanwhile. */
async function layoutShift(report: Report, bench: Bench): Promise<void> {
  report.section('Layout shift of every page, answers between 0.2 and 0.4 s')
  const answerLate = (context: BrowserContext) =>
    context.route(
      ({ pathname }) => !pathname.startsWith('/app'),
      async (route) => {
        await sleep(RESPONSE_MS + ((route.request().url().length * 37) % RESPONSE_MS))
        await route.continue().catch(() => undefined)
      },
    )
  const look = async (view: View) => {
    await sleep(REST_MS)
    return view.shift()
  }
  for (const width of [1440, 390]) {
    const shifts = await repeat(EXPLORER_PAGES.length, async (index) => {
      const path = EXPLORER_PAGES[index] ?? '/'
      return { path, shift: await visit(bench, path, look, { width, answer: answerLate }) }
    })
    const [largest] = shifts.toSorted((a, b) => b.shift - a.shift)
    const over = shifts.filter(({ shift }) => !(shift <= MAX_SHIFT)).length
    report.add(
      `largest of ${EXPLORER_PAGES.length} pages at ${width} px`,
      `${largest?.shift.toFixed(4)} (${largest?.path}), ${over} over the limit`,
      `≤ ${MAX_SHIFT}`,
      over === 0,
    )
  }
}

const PAGES = ['/', '/protocols', '/chains', '/stablecoins', '/yields', '/metrics/fees', '/unlocks']
const CHANGES = 200
const WARM_CHANGES = 50
const MAX_GROWTH = 1.1
const MAX_MB = 150

/** Changes between pages whose responses are cached, and what stays in memory after many. */
async function pageChanges(report: Report, bench: Bench): Promise<void> {
  report.section('From page to page, answers cached')
  await visit(bench, '/', async (view) => {
    const change = (count: number) =>
      repeat(count, (index) => view.follow(PAGES[index % PAGES.length] ?? '/'))
    await change(PAGES.length)
    const rounds = await repeat(5, () =>
      repeat(PAGES.length, (at) => timeChange(view, PAGES[at] ?? '/')),
    )
    for (const [index, path] of PAGES.entries())
      report.limited(`to ${path}`, median(rounds.map((round) => round[index] ?? Number.NaN)), 150)
    const devtools = await view.page.context().newCDPSession(view.page)
    /** In use by scripts, after all that can be freed was freed. */
    const heapMb = async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1e6
    }
    await change(WARM_CHANGES)
    const before = await heapMb()
    await change(CHANGES - WARM_CHANGES)
    const after = await heapMb()
    report.add(
      `memory of scripts after ${CHANGES} changes`,
      `${after.toFixed(1)} MB, after ${WARM_CHANGES} it was ${before.toFixed(1)} MB`,
      `≤ ${MAX_GROWTH} times, ≤ ${MAX_MB} MB`,
      after <= before * MAX_GROWTH && after <= MAX_MB,
    )
  })
}

const ROWS = 10_000
const FRAMES = 300
const MAX_FRAME_MS = 50
const SCROLL = `new Promise((done) => {
  const frames = []
  let last = performance.now()
  const step = (now) => {
    frames.push(now - last)
    last = now
    window.scrollBy(0, 400)
    if (frames.length < ${FRAMES}) requestAnimationFrame(step)
    else done(frames.slice(1))
  }
  requestAnimationFrame(step)
})`

/** A table of 10,000 pools, those of the demo world several times over, scrolled for 300 frames. */
async function longTable(report: Report, bench: Bench): Promise<void> {
  report.section(`A table of ${ROWS.toLocaleString('en')} rows`)
  const manyPools = async (route: Route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { pool: string }[] }
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const row = data[index % data.length]
      return { ...row, pool: `${row?.pool}-${index}` }
    })
    await route.fulfill({ response, json: { status: 'success', data: rows } })
  }
  const frames = await visit(bench, '/yields', (view) => numbers(view, SCROLL), {
    answer: (context) => context.route(({ pathname }) => pathname === '/pools', manyPools),
  })
  const longest = Math.max(...frames)
  const over = frames.filter((ms) => ms > MAX_FRAME_MS).length
  report.add(
    `longest of ${FRAMES} frames while scrolling`,
    `${longest.toFixed(0)} ms, ${over} over the limit`,
    `≤ ${MAX_FRAME_MS} ms; by design 25 for half the rows`,
    longest <= MAX_FRAME_MS,
  )
}

const CHAINS = Array.from({ length: 50 }, (_, index) => `Chain ${index + 1}`)
const DAYS = 5 * 365 + 1
const MOVES = 100

/** Value locked by chain, every chain shown: from the choice to the painted chart; then a pointer. */
async function largeChart(report: Report, bench: Bench): Promise<void> {
  report.section(`A chart of ${CHAINS.length} series × 5 years of days`)
  const split = `/?${new URLSearchParams({ by: 'chain', only: CHAINS.join(','), range: 'all' })}`
  const answer = (context: BrowserContext) =>
    context.route('**/v2/historicalChainTvl?breakdown=true*', (route) =>
      route.fulfill({ json: daysOfChains() }),
    )
  const look = async (view: View) => {
    await view.follow(split)
    await view.page.waitForSelector('.u-over')
    const draws = await repeat(5, async () => {
      await view.follow('/hacks')
      const ms = await timeChange(view, split)
      await view.settled()
      return ms
    })
    const byDesign = (ms: number) => `; by design ${ms}`
    report.limited('page with the chart drawn', median(draws), 250, 'ms', byDesign(150))
    report.limited('move of the pointer', await busyMsOfMove(view), 30, 'ms', byDesign(8))
  }
  await visit(bench, '/', look, { answer })
}

/** Milliseconds in which the page was busy for each move over the chart. */
async function busyMsOfMove({ page }: View): Promise<number> {
  const box = await page.locator('.u-over').first().boundingBox()
  if (box === null) return Number.NaN
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const busySec = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const before = await busySec()
  for (let move = 0; move < MOVES; move++)
    await page.mouse.move(box.x + (box.width * move) / MOVES, box.y + box.height / 2)
  return ((await busySec()) - before) * (1_000 / MOVES)
}

function daysOfChains(): { date: number; tvl: Record<string, number> }[] {
  const lastSec = Math.floor(Date.now() / 1000 / DAY_SEC) * DAY_SEC
  const usd = (index: number, day: number) => 1e9 * (index + 2 + Math.sin(day / (20 + index)))
  return Array.from({ length: DAYS }, (_, day) => ({
    date: lastSec - (DAYS - 1 - day) * DAY_SEC,
    tvl: Object.fromEntries(CHAINS.map((name, index) => [name, usd(index, day)])),
  }))
}

const MAX_CONTENT_MS = 5_000
const MAX_TASK_MS = 500

/** Every page over lists of full length: when it stands, and how long it was busy. */
async function fullSize(report: Report, bench: Bench): Promise<void> {
  report.section('Pages over 5,000 protocols, 20,000 pools, 8,000 companies, 7,000 raises')
  for (const path of EXPLORER_PAGES) {
    // The first one has the service compute its responses.
    await visit(bench, path, async () => {})
    await visit(bench, path, async (view) => {
      const [contentMs = 0, ...tasks] = await numbers(view, '[performance.now(), ...window.tasks]')
      const taskMs = Math.max(0, ...tasks)
      // That there is no such thing is no error: pages leave such parts out.
      const refusals = view.refusals.filter((refusal) => !refusal.startsWith('404 '))
      const errors = view.errors.length + refusals.length
      report.add(
        path,
        `${contentMs.toFixed(0)} ms, longest task ${taskMs.toFixed(0)} ms, ${errors} errors`,
        `≤ ${MAX_CONTENT_MS} ms, ≤ ${MAX_TASK_MS} ms, none`,
        contentMs <= MAX_CONTENT_MS && taskMs <= MAX_TASK_MS && errors === 0,
      )
    })
  }
}
