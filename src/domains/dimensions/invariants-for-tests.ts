import { expect } from 'vitest'
import type { TestApp } from '../../../test/support/test-app.ts'
import { day, proBody } from './facts-for-tests.ts'

type Figures = Record<string, number | null>
type Points = [number, number][]
type Parts = [number, Record<string, number>][]
type Nested = [number, Record<string, Record<string, number>>][]

const SINGLE_DAYS = ['total24h', 'total48hto24h', 'total7DaysAgo', 'total30DaysAgo']
/** Days back from the last complete one, the end excluded. */
const LONG_WINDOWS: Readonly<Record<string, readonly [from: number, end: number]>> = {
  total7d: [0, 7],
  total14dto7d: [7, 14],
  total30d: [0, 30],
  total60dto30d: [30, 60],
  total1y: [0, 365],
}
const WINDOWS = [...SINGLE_DAYS, ...Object.keys(LONG_WINDOWS)]

export interface Asked {
  metric: string
  dataType: string
  /** Paths of the overview on the free and the pro root, where there are any. */
  overview?: { free: string; pro: string }
  isLevel?: boolean
}

/**
 * What must hold of a metric whatever rows are missing: parts add up to wholes, and every view of a
 * figure is the same.
 */
export async function expectToAddUp(app: TestApp, asked: Asked): Promise<void> {
  const { metric, dataType, isLevel = false } = asked
  const type = `dataType=${dataType}`
  const get = (path: string) =>
    proBody(app, `/api/v2/${path}${path.includes('?') ? '&' : '?'}${type}`)
  const total = (await get(`metrics/${metric}`)) as Figures & { allChains: string[] }
  const chains = await Promise.all(
    total.allChains.map(
      async (chain) =>
        (await get(`metrics/${metric}/chain/${encodeURIComponent(chain)}`)) as Figures,
    ),
  )
  expectSums(chains, total, isLevel, 'chains')

  const chart = (await get(`chart/${metric}`)) as Points
  if (isLevel) expectMeans(chart, total)
  expectParts((await get(`chart/${metric}/chain-breakdown`)) as Parts, chart)
  expectParts((await get(`chart/${metric}/protocol-breakdown`)) as Parts, chart)
  if (asked.overview !== undefined)
    await expectOverview(app, asked.overview, type, total, chart, isLevel)
}

async function expectOverview(
  app: TestApp,
  { free, pro }: { free: string; pro: string },
  type: string,
  total: Figures,
  chart: Points,
  isLevel: boolean,
) {
  const body = (await proBody(app, `${pro}?${type}`)) as Figures & {
    totalDataChart: Points
    totalDataChartBreakdown: Nested
    protocols: Row[]
  }
  expect((await app.get(`${free}?${type}`)).body).toEqual(body)
  for (const name of WINDOWS) expect(body[name], name).toBe(total[name])
  expect(body.totalDataChart).toEqual(chart)
  const flat = body.totalDataChartBreakdown.map(
    ([date, byChain]): [number, Record<string, number>] => [
      date,
      Object.fromEntries(
        Object.entries(byChain).flatMap(([chain, parts]) =>
          Object.entries(parts).map(([name, value]) => [`${chain} ${name}`, value]),
        ),
      ),
    ],
  )
  expectParts(flat, chart)
  const counted = body.protocols.filter(
    ({ doublecounted, protocolType }) => !doublecounted && protocolType === 'protocol',
  )
  expectSums(counted, total, isLevel, 'rows')
  for (const row of counted) {
    const parts = Object.values(row.breakdown24h).flatMap((byName) => Object.values(byName))
    if (!isLevel) expect(parts.reduce((sum, value) => sum + value, 0)).toBe(row.total24h ?? 0)
  }
}

type Row = Figures & {
  doublecounted: boolean
  protocolType: string
  breakdown24h: Record<string, Record<string, number>>
}

/** Members of a family add up to the parent. */
export async function expectFamily(
  app: TestApp,
  metric: string,
  parent: string,
  children: readonly string[],
): Promise<void> {
  const whole = await app.get(`/api/v2/metrics/${metric}/protocol/${parent}`, { pro: true })
  const parts = await Promise.all(
    children.map((child) => app.get(`/api/v2/metrics/${metric}/protocol/${child}`, { pro: true })),
  )
  const known = parts.filter(({ status }) => status === 200).map(({ body }) => body as Figures)
  expect(whole.status).toBe(known.length === 0 ? 404 : 200)
  if (known.length > 0) expectSums(known, whole.body as Figures, false, parent)
}

/**
 * Of a level only single days add up: windows are means over days that differ
 * (dimensions.md#levels).
 */
function expectSums(
  parts: readonly Figures[],
  whole: Figures,
  isLevel: boolean,
  what: string,
): void {
  for (const name of isLevel ? SINGLE_DAYS : WINDOWS) {
    const known = parts.flatMap((part) => part[name] ?? [])
    const sum = known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
    expect(sum, `${what} ${name}`).toBe(whole[name])
  }
}

/** The windows of a level are the means of its chart. */
function expectMeans(chart: Points, total: Figures): void {
  for (const [name, [from, end]] of Object.entries(LONG_WINDOWS)) {
    const values = chart.flatMap(([daySec, value]) =>
      daySec <= day(from) && daySec > day(end) ? value : [],
    )
    const sum = values.reduce((all, value) => all + value, 0)
    expect(total[name], name).toBe(values.length === 0 ? null : Math.round(sum / values.length))
  }
}

function expectParts(parts: Parts, chart: Points): void {
  expect(
    parts.map(([date, byName]) => [
      date,
      Object.values(byName).reduce((sum, value) => sum + value, 0),
    ]),
  ).toEqual(chart)
}
