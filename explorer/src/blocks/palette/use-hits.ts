import { useOperation } from '../../api/use-operation.ts'
import { usePaused } from '../../page/use-paused.ts'
import { type FoundName, foundHits, type Hit, otherHits, pageHits, searchText } from './hit.ts'
import { readRecent } from './recent.ts'

// One search for a word that is typed at once, not one for each letter of it.
const PAUSE_MS = 80
const MAX_PAGES = 4
const MAX_HITS = 12

/** What was opened last; then pages, everything the service knows by name, and operations. */
export function useHits(text: string): { hits: readonly Hit[]; isLoading: boolean } {
  const wanted = text.trim()
  const asked = usePaused(wanted, PAUSE_MS)
  const found = useOperation(
    'getSearch',
    asked === '' ? null : { q: searchText(asked), limit: MAX_HITS },
    { knowsPast: false },
  )
  if (wanted === '') {
    const recent = readRecent()
    const known = new Set(recent.map(({ key }) => key))
    const pages = pageHits('').filter(({ key }) => !known.has(key))
    return { hits: [...recent, ...pages].slice(0, MAX_HITS), isLoading: false }
  }
  // Until the answer comes, only those of the one before that fit what is typed now.
  const fits = ({ name }: FoundName) =>
    (!found.isPlaceholderData && asked === wanted) ||
    name.toLowerCase().includes(wanted.toLowerCase())
  const hits = [
    ...pageHits(wanted).slice(0, MAX_PAGES),
    ...foundHits((found.data?.body.hits ?? []).filter(fits)),
    ...otherHits(wanted),
  ]
  return { hits, isLoading: found.isFetching || asked !== wanted }
}
