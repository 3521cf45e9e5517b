import { useNavigate } from '@tanstack/react-router'
import { useAsOf } from '../api/request.ts'
import { names } from '../lib/view-state.ts'

// Pages of things that have a series to compare, and the figure that is compared.
const FIGURES: Readonly<Record<string, string>> = {
  protocols: 'tvl',
  chains: 'chain',
  coins: 'price',
  stablecoins: 'supply',
  yields: 'apy',
  bridges: 'bridge',
  oracles: 'oracle',
  forks: 'forks',
  categories: 'category',
  rwa: 'rwa',
  dat: 'holdings',
  'pre-ipo': 'valuation',
}
// Lists that lie where the id of one thing would.
const LISTS = new Set([
  '/yields/borrow',
  '/yields/perps',
  '/yields/staking',
  '/yields/old-keys',
  '/bridges/day',
])
const list = names()
let last: readonly string[] = []

/** What a page can be compared by, such as tvl:wren-lend; null where it has no series. */
export function comparedAs(page: string): string | null {
  const [, folder = '', id = '', more] = page.split(/[?#]/)[0]?.split('/') ?? []
  if (id === '' || LISTS.has(`/${folder}/${id}`)) return null
  if (folder === 'equities' && more !== undefined && id !== 'sectors')
    return `stock:${id}/${decodeURIComponent(more)}`
  const figure = FIGURES[folder]
  return figure === undefined || more !== undefined ? null : `${figure}:${decodeURIComponent(id)}`
}

/** What is compared now, so that more can be added from other pages. */
export function rememberCompared(series: readonly string[]): void {
  last = series
}

/** The key of the comparison with more series in it. */
export function withCompared(added: readonly string[]): string {
  return list.format([...new Set([...last, ...added])])
}

/** Adds pages to the comparison and opens it; those without a series are left out. */
export function useCompare(): (pages: readonly string[]) => boolean {
  const navigate = useNavigate()
  const asOf = useAsOf()
  return (pages) => {
    const added = pages.flatMap((page) => comparedAs(page) ?? [])
    if (added.length === 0) return false
    const s = withCompared(added)
    void navigate({
      to: '/compare',
      search: asOf === null ? { s } : { s, asOf },
    })
    return true
  }
}
