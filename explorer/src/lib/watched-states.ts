import type { RowState } from './row-states.ts'

/** States of one kind, as far as they are known. */
export interface KindStates {
  readonly states: ReadonlyMap<string, RowState> | null
  /** Whether what is not in the map is fresh; else only holds are known. */
  readonly knowsLate: boolean
  /** Ids of the list as the facts have them, where these differ; null until they are known. */
  readonly ids?: ReadonlyMap<string, string> | null
}

/** The state of something that is watched: null is fresh, undefined is not known. */
export function watchedState(
  { states, knowsLate, ids }: KindStates,
  id: string,
): RowState | null | undefined {
  const key = ids === undefined ? id : ids?.get(id)
  if (states === null || key === undefined) return undefined
  return states.get(key) ?? (knowsLate ? null : undefined)
}
