import { join } from 'node:path'
import { facts } from '../../src/app.ts'
import { createClock } from '../../src/lib/clock.ts'
import { Store } from '../../src/store/store.ts'
import { EXPLORER_PAGES } from '../../test/support/browser/explorer-pages.ts'
import { enlarge } from '../../test/support/full-size/enlarge.ts'
import { startAlmanac } from '../support/processes.ts'
import type { Report } from '../support/report.ts'
import { type ExplorerBench, Tab } from './tab.ts'

const MAX_CONTENT_MS = 5_000
const MAX_TASK_MS = 500

/**
 * Every page over lists of full length, those of the demo world many times over: when it stands,
 * and how long it was busy.
 */
export async function fullSize(
  report: Report,
  bench: ExplorerBench,
  dataDir: string,
): Promise<void> {
  report.section('Pages over 5,000 protocols, 20,000 pools, 8,000 companies, 7,000 raises')
  const store = await Store.open({ facts, path: join(dataDir, 'facts') })
  await enlarge(store, createClock())
  await store.close()
  const almanac = await startAlmanac(dataDir, { ALMANAC_EXPLORER_DIR: bench.folder })
  for (const path of EXPLORER_PAGES)
    await addPage(report, { ...bench, app: `${almanac.url}/app` }, path)
  await almanac.stop()
}

async function addPage(report: Report, bench: ExplorerBench, path: string): Promise<void> {
  // The first one has the service compute its answers.
  const first = await Tab.open(bench)
  await first.load(bench.app + path)
  await first.close()
  const tab = await Tab.open(bench)
  const startedMs = performance.now()
  await tab.load(bench.app + path)
  const contentMs = performance.now() - startedMs
  const taskMs = Math.max(0, ...(await tab.evaluate<number[]>('window.tasks')))
  const { errors } = tab
  await tab.close()
  report.add(
    path,
    `${contentMs.toFixed(0)} ms, longest task ${taskMs.toFixed(0)} ms, ${errors.length} errors`,
    `≤ ${MAX_CONTENT_MS} ms, ≤ ${MAX_TASK_MS} ms, none`,
    contentMs <= MAX_CONTENT_MS && taskMs <= MAX_TASK_MS && errors.length === 0,
  )
}
