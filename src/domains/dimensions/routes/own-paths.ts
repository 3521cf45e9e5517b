/** A metric with paths of its own: what its operations are called, and how they are summarized. */
interface OwnPaths {
  readonly metric: string
  readonly name: string
  readonly overview: string
  /** What is said of the overview; absent: how totals are counted. */
  readonly describe?: string
  readonly chainOverview?: string
  readonly summary?: string
  readonly proOnly?: true
  /** A category and a protocol of the demo world that have the metric. */
  readonly category: string
  readonly protocol?: string
}

export const COUNTED =
  'Totals leave out double-counted protocols. D is the last complete UTC day; a protocol that is late for D counts with the day before.'

export const OWN_PATHS: readonly OwnPaths[] = [
  {
    metric: 'dexs',
    name: 'Dexs',
    overview: 'Volume of all exchanges',
    chainOverview: 'Volume of the exchanges on one chain',
    summary: 'Volume of one exchange',
    category: 'Dexs',
  },
  {
    metric: 'options',
    name: 'Options',
    overview: 'Volume of all options exchanges',
    describe: `Notional volume unless premiums are asked for. ${COUNTED}`,
    chainOverview: 'Volume of the options exchanges on one chain',
    summary: 'Volume of one options exchange',
    category: 'Options',
    protocol: 'kestrel-options',
  },
  {
    metric: 'fees',
    name: 'Fees',
    overview: 'Fees and revenue of all protocols',
    describe: `Chains have rows of their own and are not part of the totals. What was not reported but follows from other figures is derived, and the methodology says so. ${COUNTED}`,
    chainOverview: 'Fees and revenue on one chain',
    summary: 'Fees and revenue of one protocol',
    category: 'Dexs',
  },
  {
    metric: 'open-interest',
    name: 'OpenInterest',
    overview: 'Open interest of all exchanges',
    describe:
      'A level, not a flow: total24h is the end of the day, longer windows are averages, there is no total of all time.',
    category: 'Derivatives',
  },
  {
    metric: 'derivatives',
    name: 'Derivatives',
    overview: 'Volume of all derivatives exchanges',
    summary: 'Volume of one derivatives exchange',
    proOnly: true,
    category: 'Derivatives',
    protocol: 'laurel-perps',
  },
]

/** The operation behind each path of its own, and its metric. */
export const metricOfOperation: ReadonlyMap<string, string> = new Map(
  OWN_PATHS.flatMap(({ metric, name }) =>
    ['Overview', 'ChainOverview', 'Summary'].map((what) => [operationOf(name, what), metric]),
  ),
)

export function operationOf(name: string, what: string): string {
  return `dimensions.get${name}${what}`
}

export function pathsOf(path: string, { proOnly }: Pick<OwnPaths, 'proOnly'>) {
  return { ...(proOnly ? {} : { free: path }), pro: `/api${path}` }
}
