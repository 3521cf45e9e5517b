import type { OperationId } from '../../api/operations.ts'
import type { Source } from '../../blocks/figure/source.ts'
import type { Watched } from '../../blocks/watch/watched.ts'

const FOLDERS: Readonly<Record<string, string>> = {
  protocol: '/protocols',
  chain: '/chains',
  coin: '/coins',
  stablecoin: '/stablecoins',
  pool: '/yields',
  bridge: '/bridges',
  institution: '/dat',
  privateCompany: '/pre-ipo',
}

/** The page of something that is watched; null where it has none. */
export function watchedPage({ kind, id }: Pick<Watched, 'kind' | 'id'>): string | null {
  if (kind === 'company') {
    const [country = '', ticker = ''] = id.split(':')
    return `/equities/${country}/${encodeURIComponent(ticker)}`
  }
  const folder = FOLDERS[kind]
  return folder === undefined ? null : `${folder}/${encodeURIComponent(id)}`
}

// Operation that tells the main figure of one thing, and the parameter that names it.
const SOURCES: Readonly<Record<string, readonly [operation: OperationId, parameter: string]>> = {
  protocol: ['getCurrentTvl', 'protocol'],
  chain: ['getHistoricalChainTvl', 'chain'],
  coin: ['getCurrentPrices', 'coins'],
  stablecoin: ['getStablecoin', 'asset'],
  pool: ['getPoolChart', 'pool'],
}

/** Where the figure of something that is watched comes from. */
export function watchedSource({ kind, id }: Pick<Watched, 'kind' | 'id'>): Source | null {
  const found = SOURCES[kind]
  return found === undefined ? null : { operation: found[0], parameters: { [found[1]]: id } }
}
