import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { appPath } from '../../api/origin.ts'
import { useAsOf, useOperation } from '../../api/request.ts'
import { useCompare } from '../../page/comparing.ts'
import { useCopy } from '../../page/use-copy.ts'
import { usePaused } from '../../page/use-paused.ts'
import { toggleWatched } from '../watch/watched.ts'
import {
  type ActionId,
  type FoundName,
  foundHits,
  type Hit,
  linkOf,
  otherHits,
  pageHits,
  readRecent,
  rememberHit,
  searchText,
} from './hit.ts'

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
  // Until the response comes, only those of the one before that fit what is typed now.
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

export interface HitActions {
  /** What was done without leaving, in words. */
  readonly said: string
  run(hit: Hit, action: ActionId): void
}

/** Does something with a hit; what leads to another page closes the palette. */
export function useHitActions(onClose: () => void): HitActions {
  const navigate = useNavigate()
  const asOf = useAsOf()
  const compare = useCompare()
  const { copy } = useCopy()
  const [said, setSaid] = useState('')
  const open = (hit: Hit) => {
    onClose()
    rememberHit(hit)
    const search = asOf === null ? { ...hit.search } : { ...hit.search, asOf }
    void navigate({ to: hit.to, search: search })
  }
  const run = (hit: Hit, action: ActionId) => {
    if (action === 'open') open(hit)
    // What has no series to compare is opened.
    else if (action === 'compare') compare([hit.to]) ? onClose() : open(hit)
    else if (action === 'copy') {
      copy(linkOf(hit, `${window.location.origin}${appPath}`, asOf))
      setSaid(`The link to ${hit.name} is copied.`)
    } else if (hit.watched !== undefined) {
      toggleWatched(hit.watched)
      setSaid('')
    }
  }
  return { said, run }
}
