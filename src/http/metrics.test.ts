import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readExpression } from '../../test/support/prometheus-expression.ts'
import { servicesOf } from '../../test/support/services.ts'
import { ROOT } from '../../test/support/source-files.ts'
import { NOW_SEC, TestApp } from '../../test/support/test-app.ts'
import { sql } from '../lib/sql.ts'
import { qualityHolds } from '../live/guards/holds/facts.ts'
import type { JobState } from '../live/model/live-job.ts'
import { StatementCounts } from '../store/statement-counts.ts'
import { type Measured, measuredMetrics } from './measured.ts'
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

const NODE = { host: 'node.example.org', lastError: null, requests: 12, failures: 2 }

let app: TestApp
beforeAll(async () => {
  app = await TestApp.start({ ALMANAC_PRO_CREDITS: '2' })
})
afterAll(() => app.stop())

/** The lines of metrics that begin so, of a service with these sources and nodes. */
async function linesOf(
  start: string,
  { jobs = [], nodes = [] }: { jobs?: JobState[]; nodes?: ReturnType<Measured['nodes']> } = {},
): Promise<string[]> {
  const { store, accounts } = app.app
  const metrics = new Metrics({
    ...{ store, accounts, dataDir: app.dataDir, access: servicesOf(app.app).access },
    statements: new StatementCounts(),
    jobs: () => jobs,
    nodes: () => nodes,
  })
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(start))
}

/** The same as the service itself says. */
async function servedLines(start: string): Promise<string[]> {
  const { body } = await app.get('/metrics')
  return String(body)
    .split('\n')
    .filter((line) => line.startsWith(start))
}

test('default: how new each live source is, whether it is read or fails, and what is left of its turn', async () => {
  // Of seven periods two are done. What was never read has no newest period, and what is not being
  // read has none left.
  expect(await linesOf('almanac_source_', { jobs: [WAITING, READING] })).toEqual([
    'almanac_source_newest_seconds{source="reader:my-dex"} 1768388400',
    'almanac_source_running{source="reader:my-dex"} 0',
    'almanac_source_running{source="reader:new"} 1',
    'almanac_source_failing{source="reader:my-dex"} 0',
    'almanac_source_failing{source="reader:new"} 1',
    'almanac_source_periods_left{source="reader:new"} 5',
  ])
})

test('behavior: without live sources there are no figures of them', async () => {
  expect(await linesOf('almanac_source_')).toEqual([])
})

test('behavior: what each node was asked, how often it failed, and whether it is good', async () => {
  const nodes = [
    { ...NODE, chain: 'ethereum', state: 'good' as const },
    { ...NODE, chain: 'base', state: 'resting' as const, failures: 3 },
  ]
  expect(await linesOf('almanac_node_', { nodes })).toEqual([
    'almanac_node_requests_total{chain="ethereum",host="node.example.org"} 12',
    'almanac_node_requests_total{chain="base",host="node.example.org"} 12',
    'almanac_node_failures_total{chain="ethereum",host="node.example.org"} 2',
    'almanac_node_failures_total{chain="base",host="node.example.org"} 3',
    'almanac_node_good{chain="ethereum",host="node.example.org"} 1',
    'almanac_node_good{chain="base",host="node.example.org"} 0',
  ])
})

test('behavior: readings that are held now, by fact', async () => {
  const hold = {
    ...{ id: 'a', guard: 'jump', reason: 'jumped', release: 'agreement', figures: '{}' },
    ...{ value: null, servedValue: null, decidedBy: null, decisionReason: null, heldRun: null },
    atSec: NOW_SEC,
  }
  const rows = [
    { ...hold, fact: 'tvl', series: '{"protocol":"1"}', state: 'held' },
    { ...hold, fact: 'tvl', series: '{"protocol":"2"}', state: 'held' },
    { ...hold, fact: 'prices', series: '{"coin":"a"}', state: 'held' },
    { ...hold, fact: 'prices', series: '{"coin":"b"}', state: 'released' },
    { ...hold, fact: 'pools', series: '{"pool":"a"}', state: 'flagged' },
  ]
  await app.put(qualityHolds, rows)
  expect(await servedLines('almanac_holds')).toEqual([
    'almanac_holds{fact="prices"} 1',
    'almanac_holds{fact="tvl"} 2',
  ])
})

test('behavior: credits that were spent, and calls refused because none were left', async () => {
  // Two credits a month: of three calls two are answered; usage is free.
  for (const path of ['/api/protocols', '/usage/APIKEY', '/api/v2/chains', '/api/hacks'])
    await app.get(path, { pro: true })
  expect(await servedLines('almanac_credits_')).toEqual([
    'almanac_credits_spent_total 2',
    'almanac_credits_refused_total 1',
  ])
})

test('behavior: whether a lease is held; one that nobody ever held has no figure', async () => {
  // Hooks have a lease of their own.
  const lines = () => linesOf('almanac_lease_held{lease="writer"}')
  expect(await lines()).toEqual([])
  expect(await app.app.accounts.alone('writer', lines)).toEqual([
    'almanac_lease_held{lease="writer"} 1',
  ])
})

test('behavior: the clock of the database tells whether a lease is held, not that of this process', async () => {
  const lines = () => linesOf('almanac_lease_held{lease="writer"}')
  const nowMs = Date.now()
  const aMinuteAhead = vi.spyOn(Date, 'now').mockReturnValue(nowMs + 60_000)
  try {
    expect(await app.app.accounts.alone('writer', lines)).toEqual([
      'almanac_lease_held{lease="writer"} 1',
    ])
    expect(await lines()).toEqual(['almanac_lease_held{lease="writer"} 0'])
  } finally {
    aMinuteAhead.mockRestore()
  }
})

test('behavior: free and total space of the disk with the data', async () => {
  const [free = '', total = ''] = await linesOf('almanac_disk_')
  expect([free, total].map((line) => line.split(' ')[0])).toEqual([
    'almanac_disk_free_bytes{disk="data"}',
    'almanac_disk_total_bytes{disk="data"}',
  ])
  expect(Number(free.split(' ')[1])).toBeGreaterThan(0)
  expect(Number(total.split(' ')[1])).toBeGreaterThanOrEqual(Number(free.split(' ')[1]))
})

test('behavior: a figure that cannot be read is missing, and the others are not', async () => {
  const { store, accounts } = app.app
  const metrics = new Metrics({
    ...{ store, accounts, access: servicesOf(app.app).access, dataDir: '/no/such/folder' },
    statements: new StatementCounts(),
    jobs: () => [],
    nodes: () => [],
  })
  const text = await metrics.text()
  expect(text).not.toMatch(/^almanac_disk_/m)
  expect(text).toMatch(/^almanac_data_version \d+$/m)
})

test('behavior: statements of the engine by kind, those that fail apart', async () => {
  const { engine } = app.app.store
  const readValue = async (line: string) =>
    Number((await servedLines(line))[0]?.slice(line.length) ?? Number.NaN)
  const done = 'almanac_statements_total{kind="write"} '
  const failed = 'almanac_statement_failures_total{kind="write"} '
  const before = [await readValue(done), await readValue(failed)] as const
  await engine.writerQuery(sql`SELECT 1`)
  await engine.writerQuery(sql`SELECT 2`)
  await expect(engine.writerQuery(sql`SELECT nothing`)).rejects.toThrow()
  expect([await readValue(done), await readValue(failed)]).toEqual([before[0] + 2, before[1] + 1])
  expect(await servedLines('almanac_statements_running{kind="write"}')).toEqual([
    'almanac_statements_running{kind="write"} 0',
  ])
})

describe('files of ops/', () => {
  interface Rule {
    alert: string
    expr: string
    labels: { severity: string }
    annotations: { summary: string; runbook: string }
  }
  interface Panel {
    title: string
    targets?: { expr: string }[]
  }
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
  const { groups } = parseYaml(read('ops/alerts.yml')) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  const { panels } = JSON.parse(read('ops/grafana.json')) as { panels: Panel[] }
  const expressions: [string, string][] = [
    ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }): [string, string] => [title, expr]),
    ),
  ]
  const LABELS = [
    ...measuredMetrics.flatMap(({ labels }) => labels),
    ...['operation', 'status', 'from', 'le'],
    // Prometheus adds them.
    ...['job', 'instance'],
  ]

  /** Names that a server would find at /metrics, and `up`, which it makes itself. */
  async function listNames(): Promise<Set<string>> {
    const types = (await servedLines('# TYPE ')).map((line) => line.split(' '))
    const names = types.flatMap(([, , name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    )
    return new Set(['up', ...names])
  }

  test('behavior: every expression of a rule or panel names metrics and labels that exist', async () => {
    const names = await listNames()
    expect(expressions.length).toBeGreaterThan(35)
    const unknown = expressions.flatMap(([title, expr]) => {
      const { metrics, labels } = readExpression(expr)
      return [
        ...metrics.filter((name) => !names.has(name)),
        ...labels.filter((label) => !LABELS.includes(label)),
      ].map((name) => `${title}: ${name}`)
    })
    expect(unknown).toEqual([])
  })

  test('behavior: every figure of ours is in a panel or a rule', () => {
    const named = new Set(expressions.flatMap(([, expr]) => readExpression(expr).metrics))
    const missing = measuredMetrics.filter(({ name }) => !named.has(name))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test('behavior: every rule says what happened, how bad it is and where to read on', () => {
    const headings = [...read('docs/operate.md').matchAll(/^#+ (.*)$/gm)].map(
      ([, title = '']) => `docs/operate.md#${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
    )
    for (const { alert, annotations, labels } of rules) {
      expect(headings, alert).toContain(annotations.runbook)
      expect(annotations.summary, alert).toMatch(/\w/)
      expect(['critical', 'warning', 'info'], alert).toContain(labels.severity)
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  test.each([
    'rate(almanac_requests_total[5m]',
    'sum by (instance (almanac_holds)',
    'almanac_holds{fact=tvl}',
    'almanac_holds >',
    'derive(almanac_holds)',
    'almanac_holds almanac_runs',
  ])('error: %s is not an expression', (expr) => {
    expect(() => readExpression(expr)).toThrow()
  })
})
