import Type from 'typebox'
import { unixSec } from '../../src/http/described.ts'
import { computed, tuple } from '../../src/http/render/cells.ts'
import { renderJson } from '../../src/http/render/render-json.ts'
import { list } from '../../src/http/render/rows.ts'
import type { TableFormat } from '../../src/http/table/formats.ts'
import { compileTable } from '../../src/http/table/table.ts'
import { writeTable } from '../../src/http/table/write-table.ts'
import { median } from '../support/engine-limits.ts'
import type { Report } from '../support/report.ts'

const POINTS = 1_000_000
const FIRST_SEC = 1_700_000_000
const STEP_SEC = 60
const ROUNDS = 7
const MAX_CSV_RATIO = 1.5

const table = compileTable('[](date,value)', Type.Array(Type.Tuple([unixSec(), Type.Number()])))

/** A series of a million points: each format against the JSON, in turns, by processor time. */
export async function formatSpeed(report: Report): Promise<void> {
  report.section(`A series of ${POINTS.toLocaleString('en')} points in other formats than JSON`)
  const values = new Float64Array(POINTS).map((_, index) => 1e6 * Math.sin(index) + index / 7)
  const times = computed(POINTS, (row) => FIRST_SEC + row * STEP_SEC)
  const series = () => list(tuple(times, values))
  const formats: TableFormat[] = ['csv', 'ndjson', 'arrow', 'parquet']
  const json: number[] = []
  const others = new Map(formats.map((format) => [format, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    json.push(await processorMs(() => renderJson(series())))
    for (const [format, times] of others)
      times.push(await processorMs(() => writeTable(table, series(), { format })))
  }
  for (const [format, times] of others) {
    const ratio = median(times) / median(json)
    const measured = `${ratio.toFixed(2)} (${Math.round(median(times))} ms against ${Math.round(median(json))} ms)`
    if (format !== 'csv') report.add(`${format} over JSON`, measured)
    else report.add('csv over JSON', measured, `≤ ${MAX_CSV_RATIO}`, ratio <= MAX_CSV_RATIO)
  }
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
