import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { appPath } from '../../api/origin.ts'
import { useAsOf } from '../../page/use-as-of.ts'
import { useCompare } from '../../page/use-compare.ts'
import { useCopy } from '../../page/use-copy.ts'
import { toggleWatched } from '../watch/watched.ts'
import type { Hit } from './hit.ts'
import { type ActionId, linkOf } from './hit-actions.ts'
import { rememberHit } from './recent.ts'

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
    void navigate({ to: hit.to as never, search: search as never })
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
