import type { ChartName } from './metric-charts.ts'

/** An operation on any metric. Its path names what it is narrowed to. */
export interface MetricOperation {
  readonly id: string
  readonly summary: string
  readonly describe: string
  readonly path: string
  readonly shows: ChartName | 'totals' | 'protocolTotals'
}

const POINTS =
  'One point a day up to the last complete one; a day without any record has no point, and nothing is filled.'
const PARTS =
  'The parts of a day add up to the point of the chart; a part without a record that day is left out.'

type Part = 'chain' | 'protocol' | 'version' | 'label'

/** What operations are narrowed to, and which parts their chart is shown by. */
interface Target {
  readonly name: string
  readonly path: string
  /** Completes the summaries. */
  readonly words: string
  readonly totals: string
  readonly chart?: string
  readonly parts: Partial<Record<Part, string>>
}

const TARGETS: readonly Target[] = [
  {
    name: '',
    path: '',
    words: '',
    totals: 'All windows and changes over all protocols that count, without charts.',
    parts: { chain: PARTS, protocol: `${PARTS} \`start\` and \`end\` keep a long response short.` },
  },
  {
    name: 'Chain',
    path: '/chain/{chain}',
    words: ' on one chain',
    totals: 'All windows and changes of what lies on one chain.',
    parts: { protocol: PARTS },
  },
  {
    name: 'Category',
    path: '/category/{category}',
    words: ' in one category',
    totals:
      'The same rules as for the whole, so that categories add up to it. A tag counts as a category.',
    parts: { chain: PARTS, protocol: PARTS },
  },
  {
    name: 'CategoryChain',
    path: '/category/{category}/chain/{chain}',
    words: ' in one category on one chain',
    totals: 'What lies on one chain of a category.',
    parts: { protocol: PARTS },
  },
  {
    name: 'Protocol',
    path: '/protocol/{protocol}',
    words: ' of one protocol',
    totals:
      'All windows and changes, in total and by chain, and what is said of the protocol. A parent is the sum of its children.',
    chart: `${POINTS} A parent is the sum of its children.`,
    parts: {
      chain: PARTS,
      version: `By child of a parent, or by version within a protocol; one without versions is its own only one. ${PARTS}`,
      label:
        'Only fees have labels. What has none, or was derived, stands under Other, so that the labels of a day add up to the point of the chart.',
    },
  },
]

function totalsOf({ name, path, words, totals }: Target): MetricOperation {
  return {
    id: `getMetric${name}`,
    summary: `Totals of a metric${words}`,
    describe: totals,
    path: `/api/v2/metrics/{metric}${path}`,
    shows: name === 'Protocol' ? 'protocolTotals' : 'totals',
  }
}

function chartsOf({ name, path, words, chart, parts }: Target): MetricOperation[] {
  const over = `A metric${words} over time`
  const ofChart = `/api/v2/chart/{metric}${path}`
  const breakdowns = Object.entries(parts).map(([part, describe]): MetricOperation => {
    const title = part.slice(0, 1).toUpperCase() + part.slice(1)
    return {
      id: `getMetric${name}${title}Breakdown`,
      summary:
        part === 'label' ? 'Fees of one protocol over time by their source' : `${over} by ${part}`,
      describe,
      path: `${ofChart}/${part}-breakdown`,
      shows: `${part as Part}Breakdown`,
    }
  })
  return [
    {
      id: `getMetric${name}Chart`,
      summary: over,
      describe: chart ?? POINTS,
      path: ofChart,
      shows: 'chart',
    },
    ...breakdowns,
  ]
}

/** Totals and charts of any metric: a new target, or a new part of one, is a row above. */
export const METRIC_OPERATIONS: readonly MetricOperation[] = [
  ...TARGETS.map(totalsOf),
  ...TARGETS.flatMap(chartsOf),
]
