import type { FoundName } from './hit.ts'

const FOLDERS: Readonly<Record<string, string>> = {
  protocol: '/protocols',
  chain: '/chains',
  coin: '/coins',
  stablecoin: '/stablecoins',
  pool: '/yields',
  bridge: '/bridges',
  institution: '/dat',
}

/** The page of something the service found; null where it has none. */
export function pageOf({ kind, path }: Pick<FoundName, 'kind' | 'path'>): string | null {
  const { pathname, searchParams } = new URL(path, 'http://service')
  const folder = FOLDERS[kind]
  if (folder !== undefined) return `${folder}/${pathname.split('/').at(-1) ?? ''}`
  if (kind === 'company')
    return `/equities/${part(searchParams, 'country')}/${part(searchParams, 'ticker')}`
  if (kind === 'privateCompany') return `/pre-ipo/${part(searchParams, 'company')}`
  if (kind === 'fund') return '/etfs'
  return kind === 'realWorldAsset' ? '/rwa' : null
}

function part(search: URLSearchParams, name: string): string {
  return encodeURIComponent(search.get(name) ?? '')
}
