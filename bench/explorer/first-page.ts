import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../support/engine-limits.ts'
import type { Report } from '../support/report.ts'
import { type ExplorerBench, Tab } from './tab.ts'

const LOADS = 5
const MAX_SCRIPT_KB = 170
const MAX_PAINT_MS = 1_200
const MAX_STYLE_KB = 12

/** What a browser that was never here before loads, and when the page stands. */
export async function firstPage(report: Report, bench: ExplorerBench): Promise<void> {
  report.section('The first page of the explorer, empty cache, demo world on this machine')
  const paints: number[] = []
  for (let load = 0; load <= LOADS; load++) {
    const tab = await Tab.open(bench)
    await tab.load(`${bench.app}/`)
    // The first one has the service compute its answers.
    if (load > 0) paints.push((await tab.evaluate<number[]>('window.paints')).at(-1) ?? Number.NaN)
    else addSizes(report, bench, await filesOf(tab))
    await tab.close()
  }
  const paintMs = median(paints)
  const limit = `≤ ${MAX_PAINT_MS} ms; by design 1,000`
  report.add('largest paint', `${paintMs.toFixed(0)} ms`, limit, paintMs <= MAX_PAINT_MS)
}

async function filesOf(tab: Tab): Promise<string[]> {
  return tab.evaluate<string[]>(
    `performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)
      .filter((path) => /\\.(js|css)$/.test(path))`,
  )
}

/** Sizes as sent with brotli; what draws charts comes after the page stands. */
function addSizes(report: Report, { folder }: ExplorerBench, paths: readonly string[]): void {
  const loaded = paths.map((path) =>
    join(folder, path.slice(path.indexOf('/app/') + '/app/'.length)),
  )
  const files = loaded.filter((file) => file.endsWith('.js'))
  const isOfCharts = (file: string) => readFileSync(file, 'utf8').includes('u-over')
  const kb = (chosen: readonly string[]) =>
    chosen.reduce((sum, file) => sum + statSync(`${file}.br`).size, 0) / 1000
  const pageKb = kb(files.filter((file) => !isOfCharts(file)))
  report.add(
    `JavaScript of the first page, ${files.length} files, brotli`,
    `${pageKb.toFixed(1)} kB, and ${kb(files.filter(isOfCharts)).toFixed(1)} kB of charts`,
    `≤ ${MAX_SCRIPT_KB} kB`,
    pageKb <= MAX_SCRIPT_KB,
  )
  const styleKb = kb(loaded.filter((file) => file.endsWith('.css')))
  const limit = `≤ ${MAX_STYLE_KB} kB`
  report.add('its styles, brotli', `${styleKb.toFixed(1)} kB`, limit, styleKb <= MAX_STYLE_KB)
}
