/** A row of `/pools`; the lists of lending pools and of old keys have it too. */
export interface PoolRow {
  readonly pool: string
  readonly chain: string
  readonly project: string
  readonly symbol: string
  readonly poolMeta: string | null
  readonly tvlUsd: number | null
  readonly apy: number | null
  readonly apyBase: number | null
  readonly apyReward: number | null
  readonly apyMean30d: number | null
  readonly apyPct1D: number | null
  readonly apyPct7D: number | null
  readonly apyPct30D: number | null
  readonly volumeUsd1d: number | null
  readonly il7d: number | null
  readonly sigma: number | null
  readonly exposure: string
  readonly ilRisk: string
  readonly stablecoin: boolean
  readonly outlier: boolean
  readonly rewardTokens: readonly string[] | null
}

export type Pools<Row> = { readonly data: readonly Row[] }

export const poolsOf = <Row>({ data }: Pools<Row>): readonly Row[] => data

export const poolHref = ({ pool }: { pool: string }) => `/yields/${encodeURIComponent(pool)}`

/** Filters that every list of pools has. */
export const placeChoices = [
  {
    id: 'chain',
    name: 'Chain',
    all: 'All chains',
    namesOf: ({ chain }: Pick<PoolRow, 'chain'>) => [chain],
  },
  {
    id: 'project',
    name: 'Project',
    all: 'All projects',
    namesOf: ({ project }: Pick<PoolRow, 'project'>) => [project],
  },
]

/** Whether a pool is one of the wanted tokens; one after a minus is not wanted. */
export function hasTokens(symbol: string, wanted: string): boolean {
  const tokens = new Set(symbol.toUpperCase().split(/[^A-Z0-9.]+/))
  return wanted
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '' && word !== '-')
    .every((word) => (word.startsWith('-') ? !tokens.has(word.slice(1)) : tokens.has(word)))
}
