import { median } from '../support/engine-limits.ts'
import type { Report } from '../support/report.ts'
import { type ExplorerBench, Tab } from './tab.ts'

const PAGES = ['/', '/protocols', '/chains', '/stablecoins', '/yields', '/metrics/fees', '/unlocks']
const ROUNDS = 5
const MAX_CHANGE_MS = 150
const CHANGES = 200
const WARM_CHANGES = 50
const MAX_GROWTH = 1.1
const MAX_MB = 150

/** Changes between pages whose answers are cached, and what stays in memory after many. */
export async function pageChanges(report: Report, bench: ExplorerBench): Promise<void> {
  report.section('From page to page, answers cached')
  const tab = await Tab.open(bench)
  await tab.load(`${bench.app}/`)
  for (const path of PAGES) {
    await tab.follow(path)
    await tab.settled()
  }
  const times = new Map<string, number[]>(PAGES.map((path) => [path, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [path, ms] of times) ms.push(await tab.follow(path))
  for (const [path, ms] of times) {
    const took = median(ms)
    report.add(
      `to ${path}`,
      `${took.toFixed(0)} ms`,
      `≤ ${MAX_CHANGE_MS} ms`,
      took <= MAX_CHANGE_MS,
    )
  }
  await change(tab, WARM_CHANGES)
  const before = await tab.heapMb()
  await change(tab, CHANGES - WARM_CHANGES)
  const after = await tab.heapMb()
  report.add(
    `memory of scripts after ${CHANGES} changes`,
    `${after.toFixed(1)} MB, after ${WARM_CHANGES} it was ${before.toFixed(1)} MB`,
    `≤ ${MAX_GROWTH} times, ≤ ${MAX_MB} MB`,
    after <= before * MAX_GROWTH && after <= MAX_MB,
  )
  await tab.close()
}

async function change(tab: Tab, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await tab.follow(PAGES[index % PAGES.length] ?? '/')
    await tab.settled()
  }
}
