import type { LiveSource, Step } from '../../sources/model/live-source.ts'

/** Sources that are read together, so that a protocol's record of a moment is whole. */
export interface LiveJob {
  /** What its runs are called. */
  readonly id: string
  readonly cadence: string
  readonly step: Step
  readonly sources: readonly LiveSource[]
}

/** Groups sources that belong to the same thing and are due at the same times. */
export function groupJobs(sources: readonly LiveSource[]): LiveJob[] {
  const groups = new Map<string, LiveSource[]>()
  for (const source of sources) {
    const group = JSON.stringify([source.belongsTo, source.step, source.cadence])
    groups.set(group, [...(groups.get(group) ?? []), source])
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    if (first === undefined) return []
    const { id, belongsTo, cadence, step } = first
    return [
      {
        id: members.length === 1 ? id : `live:${belongsTo} ${step} ${cadence}`,
        cadence,
        step,
        sources: members,
      },
    ]
  })
}
