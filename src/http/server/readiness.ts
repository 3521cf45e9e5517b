import type { Store } from '../../store/store.ts'

/** What `/ready` answers: whether this process can answer calls, and if not, why. */
export function readinessOf(store: Store, isLoaded: boolean): { status: number; body: object } {
  const { damages, isReachable, journal, room, upgrade } = store
  const dataVersion = journal.latest
  if (!isLoaded) return { status: 503, body: { status: 'loading', dataVersion } }
  if (!isReachable) {
    const reason = 'Not every shard of the store answers.'
    return { status: 503, body: { status: 'unreachable', dataVersion, reason } }
  }
  // Who only reads need not go elsewhere.
  const ingestion = room.shortage === undefined ? {} : { ingestion: room.shortage }
  const outdated =
    upgrade === undefined ? {} : { upgrade: `${upgrade} Responses are of run ${dataVersion}.` }
  if (damages.length === 0)
    return { status: 200, body: { status: 'ready', dataVersion, ...ingestion, ...outdated } }
  const damagedFacts = damages.map(({ fact }) => fact)
  return { status: 503, body: { status: 'damaged', dataVersion, damagedFacts } }
}
