import { useAnswer } from '../../api/use-answer.ts'
import { PAGE_GROUPS } from '../../page/pages.ts'
import { pageOf } from './page-of.ts'

export interface Hit {
  readonly key: string
  readonly name: string
  readonly symbol: string | null
  readonly kind: string
  /** Address below the explorer. */
  readonly to: string
}

/** A hit of the service's search. */
export interface FoundName {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly symbol: string | null
  /** Address of its details. */
  readonly path: string
}

const MAX_PAGES = 4
const MAX_HITS = 12

/** Pages of the explorer and everything the service knows by name. */
export function useHits(text: string): readonly Hit[] {
  const wanted = text.trim()
  const found = useAnswer<{ hits: readonly FoundName[] }>(wanted === '' ? null : '/meta/search', {
    q: wanted,
    limit: MAX_HITS,
  })
  const pages = PAGE_GROUPS.flatMap((group) =>
    group.pages.map(({ to, name }) => ({ key: to, name, symbol: null, kind: group.name, to })),
  ).filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  if (wanted === '') return pages.slice(0, MAX_HITS)
  const hits = (found.data?.body.hits ?? []).flatMap((hit): Hit[] => {
    const to = pageOf(hit)
    if (to === null) return []
    const { kind, id, name, symbol } = hit
    return [{ key: `${kind}-${id}`, name, symbol, kind, to }]
  })
  return [...pages.slice(0, MAX_PAGES), ...hits]
}
