import { expect, test } from 'vitest'
import type { JobState } from '../live/model/live-job.ts'
import type { Status } from './operations.ts'
import { runLine } from './run-for-tests.ts'

const JOB: JobState = {
  id: 'reader:my-dex',
  sources: ['reader:my-dex'],
  cadence: '7 * * * *',
  isRunning: false,
  progress: null,
  newestSec: Date.parse('2026-01-14T11:00:00Z') / 1000,
  nextSec: Date.parse('2026-01-14T12:07:00Z') / 1000,
  lastRun: 3,
  lastError: null,
  lastErrorSec: null,
}
const STATUS: Status = {
  pid: 7,
  engine: 'embedded',
  dataVersion: 3,
  damages: [],
  facts: [{ fact: 'tvl', rows: 1_200, newestSec: JOB.newestSec, version: 3 }],
  live: { jobs: [], nodes: [], problems: [] },
  lastRuns: [],
}

async function printed(live: Partial<Status['live']>, isServing = true): Promise<string[]> {
  const status = async () => ({ ...STATUS, live: { ...STATUS.live, ...live } })
  const { lines } = await runLine(['status'], { operations: { status }, isServing })
  return lines
}

test('default: the service and its facts', async () => {
  expect(await printed({})).toEqual([
    'A server is running (process 7), engine embedded, data version 3.',
    '',
    'fact  rows   newest point          last run',
    'tvl   1,200  2026-01-14T11:00:00Z  3',
  ])
  expect((await printed({}, false))[0]).toBe(
    'No server is running here. Engine embedded, data version 3.',
  )
})

test('behavior: live sources with what they are doing, how new they are, when they are due and what went wrong last', async () => {
  const reading = {
    ...JOB,
    id: 'reader:new',
    isRunning: true,
    progress: { done: 2, total: 7 },
    newestSec: null,
    nextSec: null,
    lastError: 'node down',
  }
  const lines = (await printed({ jobs: [JOB, reading] })).slice(-3)
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['live source', 'state', 'newest', 'next', 'last error'],
    ['reader:my-dex', 'waiting', '2026-01-14T11:00:00Z', '2026-01-14T12:07:00Z', '-'],
    ['reader:new', 'reading 2 of 7', '-', '-', 'node down'],
  ])
})

test('behavior: nodes, and files of protocols that are not right', async () => {
  const node = {
    chain: 'base',
    host: 'node.example',
    state: 'resting' as const,
    lastError: 'asked to wait',
    requests: 12,
    failures: 1,
  }
  const lines = await printed({ nodes: [node], problems: ['my-dex.json:3: chain is missing'] })
  expect(lines).toContain('my-dex.json:3: chain is missing')
  expect(lines.at(-1)?.split(/ {2,}/)).toEqual([
    'base',
    'node.example',
    'resting',
    '12',
    '1',
    'asked to wait',
  ])
})
