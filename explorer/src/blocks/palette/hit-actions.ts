import { comparedAs } from '../../page/comparing.ts'
import type { Hit } from './hit.ts'

export type ActionId = 'open' | 'compare' | 'star' | 'copy'

/** Something that can be done with a hit. */
export interface HitAction {
  readonly id: ActionId
  readonly name: string
  /** The keys that do it from the list of hits. */
  readonly keys: string
}

/** What can be done with a hit: only what has a series is compared, only names are starred. */
export function actionsOf({ to, watched }: Hit, isStarred: boolean): readonly HitAction[] {
  return [
    { id: 'open', name: 'Open', keys: '↵' },
    ...(comparedAs(to) === null
      ? []
      : [{ id: 'compare', name: 'Add to compare', keys: '⌘↵' } as const]),
    ...(watched === undefined
      ? []
      : [{ id: 'star', name: isStarred ? 'Take off the watchlist' : 'Star', keys: '*' } as const]),
    { id: 'copy', name: 'Copy link', keys: '' },
  ]
}

/** The address of a hit for others, at the moment that is looked at. */
export function linkOf({ to, search }: Hit, app: string, asOf: string | null): string {
  const query = new URLSearchParams({ ...search, ...(asOf === null ? {} : { asOf }) }).toString()
  return query === '' ? `${app}${to}` : `${app}${to}?${query}`
}
