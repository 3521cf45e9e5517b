import { useAnswer } from '../../api/use-answer.ts'
import { type FoundName, foundHits, type Hit, otherHits, pageHits, searchText } from './hit.ts'
import { readRecent } from './recent.ts'

const MAX_PAGES = 4
const MAX_HITS = 12

/** What was opened last; then pages, everything the service knows by name, and operations. */
export function useHits(text: string): { hits: readonly Hit[]; isLoading: boolean } {
  const wanted = text.trim()
  const found = useAnswer<{ hits: readonly FoundName[] }>(wanted === '' ? null : '/meta/search', {
    q: searchText(wanted),
    limit: MAX_HITS,
  })
  if (wanted === '') {
    const recent = readRecent()
    const known = new Set(recent.map(({ key }) => key))
    const pages = pageHits('').filter(({ key }) => !known.has(key))
    return { hits: [...recent, ...pages].slice(0, MAX_HITS), isLoading: false }
  }
  // Until the answer comes, only those of the one before that fit what is typed now.
  const fits = ({ name }: FoundName) =>
    !found.isPlaceholderData || name.toLowerCase().includes(wanted.toLowerCase())
  const hits = [
    ...pageHits(wanted).slice(0, MAX_PAGES),
    ...foundHits((found.data?.body.hits ?? []).filter(fits)),
    ...otherHits(wanted),
  ]
  return { hits, isLoading: found.isFetching }
}
