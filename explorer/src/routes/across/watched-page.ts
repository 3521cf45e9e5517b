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
