import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { computed, record, tuple } from '../src/http/render/cells.ts'
import { renderJson } from '../src/http/render/render-json.ts'
import { list } from '../src/http/render/rows.ts'
import { alternately, median, threadMs } from './support/measure.ts'
import type { Report } from './support/report.ts'

const ROUNDS = 41
const DAYS = 2_000
const SERIES = 50
const PROTOCOLS = 7_000
const DAY_SEC = 86_400

/** Renders what it is sent and gives the bytes back without a copy. */
const RENDERER = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (value) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value))
    parentPort.postMessage(bytes, [bytes.buffer])
  })`

/** Long responses as handlers return them: rows of members, and columns. */
const VALUES: Record<string, () => unknown> = {
  [`a list of ${PROTOCOLS} protocols`]: () =>
    Array.from({ length: PROTOCOLS }, (_, index) => ({
      ...{ id: String(index), name: `Protocol ${index}`, slug: `protocol-${index}` },
      ...{ category: 'Lending', chains: ['Ethereum', 'Base', 'Arbitrum'], tvl: index * 1234.567 },
      chainTvls: { Ethereum: index / 3, Base: index / 7, Arbitrum: index / 11 },
      ...{ change_1h: 0.12, change_1d: -1.5, change_7d: index / 13, mcap: null },
    })),
  [`a chart of ${SERIES} series × ${DAYS} days`]: () => {
    const series = Array.from({ length: SERIES }, (_, index) => {
      const values = new Float64Array(DAYS).map((_, day) => (day * index) / 7)
      return [`Series ${index}`, values] as const
    })
    const days = computed(DAYS, (row) => row * DAY_SEC)
    return list(tuple(days, record(new Map(series))))
  },
}

/** Time of this thread to render a long response, against handing it to another thread. */
export async function rendering(report: Report): Promise<void> {
  report.section('Rendering of long responses: time of the main thread')
  const worker = new Worker(RENDERER, { eval: true })
  for (const [what, make] of Object.entries(VALUES)) {
    const value = make()
    const bytes = await renderJson(value)
    // Columns are functions, which no thread can be given: their values would have to be made first.
    const plain = JSON.parse(bytes.toString()) as unknown
    const times = await alternately(ROUNDS, {
      own: () => threadMs(() => renderJson(value)),
      handed: () =>
        threadMs(async () => {
          worker.postMessage(plain)
          await once(worker, 'message')
        }),
      engine: () => threadMs(() => JSON.stringify(plain)),
    })
    const typical = (kind: keyof typeof times) => `${median(times[kind]).toFixed(1)} ms`
    const mb = (bytes.length / 1e6).toFixed(1)
    report.add(`${what}, ${mb} MB: rendered here, in slices`, typical('own'))
    report.add(`${what}: JSON.stringify at once`, typical('engine'))
    report.add(`${what}: its values handed to a thread`, typical('handed'))
  }
  await worker.terminate()
}
