import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEngineDir } from '../../test/support/worker-engine.ts'
import type { JobState } from '../live/model/job-state.ts'
import { Store } from '../store/store.ts'
import { Metrics } from './metrics.ts'

const WAITING: JobState = {
  id: 'reader:my-dex',
  sources: ['reader:my-dex'],
  cadence: '7 * * * *',
  isRunning: false,
  progress: null,
  newestSec: 1_768_388_400,
  nextSec: null,
  lastRun: null,
  lastError: null,
  lastErrorSec: null,
}
const READING: JobState = {
  ...WAITING,
  id: 'reader:new',
  isRunning: true,
  progress: { done: 2, total: 7 },
  newestSec: null,
  lastError: 'node down',
}

let folder: string
let store: Store
beforeAll(async () => {
  folder = await makeEngineDir()
  store = await Store.open({ facts: [], path: folder })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

async function linesOf(jobs: JobState[]): Promise<string[]> {
  const text = await new Metrics(store, () => jobs).text()
  return text.split('\n').filter((line) => line.startsWith('almanac_source_'))
}

test('default: how new each live source is, whether it is read or fails, and what is left of its turn', async () => {
  // Of seven periods two are done. What was never read has no newest period, and what is not being
  // read has none left.
  expect(await linesOf([WAITING, READING])).toEqual([
    'almanac_source_newest_seconds{source="reader:my-dex"} 1768388400',
    'almanac_source_running{source="reader:my-dex"} 0',
    'almanac_source_running{source="reader:new"} 1',
    'almanac_source_failing{source="reader:my-dex"} 0',
    'almanac_source_failing{source="reader:new"} 1',
    'almanac_source_periods_left{source="reader:new"} 5',
  ])
})

test('behavior: without live sources there are no figures of them', async () => {
  expect(await linesOf([])).toEqual([])
})
