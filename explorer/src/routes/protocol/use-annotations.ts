import { useMemo } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import type { Annotation } from '../../blocks/chart/notes.ts'
import { annotationsOf } from './annotations.ts'
import type { ProtocolDetail } from './protocol-detail.ts'
import { type Hack, useUnlock } from './protocol-events.tsx'

/** What happened to a protocol, for all of its charts. */
export function useAnnotations(
  slug: string,
  protocol: ProtocolDetail | undefined,
  hacks: readonly Hack[],
): readonly Annotation[] {
  const hasUnlocks = useUnlock(slug) !== undefined
  const schedule = useOperation('getEmission', hasUnlocks ? { protocol: slug } : null)
  const unlocks = schedule.data?.body.body.metadata.events
  return useMemo(
    () =>
      annotationsOf({
        hallmarks: protocol?.hallmarks ?? [],
        hacks,
        raises: protocol?.raises ?? [],
        unlocks: unlocks ?? [],
      }),
    [protocol, hacks, unlocks],
  )
}
