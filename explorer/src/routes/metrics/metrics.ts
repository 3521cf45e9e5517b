export interface MetricPage {
  readonly name: string
  /** Address of the table of its protocols; null where the contract has none. */
  readonly overview: string | null
  /** A level is drawn as a line and never added over days. */
  readonly isLevel: boolean
  readonly isMoney: boolean
}

const METRICS: Readonly<Record<string, MetricPage>> = {
  dexs: { name: 'DEX volume', overview: '/overview/dexs', isLevel: false, isMoney: true },
  fees: { name: 'Fees', overview: '/overview/fees', isLevel: false, isMoney: true },
  options: { name: 'Options volume', overview: '/overview/options', isLevel: false, isMoney: true },
  derivatives: {
    name: 'Perpetuals volume',
    overview: '/api/overview/derivatives',
    isLevel: false,
    isMoney: true,
  },
  'open-interest': {
    name: 'Open interest',
    overview: '/overview/open-interest',
    isLevel: true,
    isMoney: true,
  },
  aggregators: { name: 'Aggregator volume', overview: null, isLevel: false, isMoney: true },
  'bridge-aggregators': {
    name: 'Bridge aggregator volume',
    overview: null,
    isLevel: false,
    isMoney: true,
  },
  'normalized-volume': { name: 'Normalised volume', overview: null, isLevel: false, isMoney: true },
  liquidations: { name: 'Liquidations', overview: null, isLevel: false, isMoney: true },
  'active-users': { name: 'Active users', overview: null, isLevel: false, isMoney: false },
}

export function metricOf(id: string): MetricPage {
  return METRICS[id] ?? { name: id, overview: null, isLevel: false, isMoney: true }
}
