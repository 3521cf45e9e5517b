import type { Run } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import { KIND, newSpanId, newTraceId } from './span.ts'
import type { Tracer } from './tracer.ts'

/** A span for each run that ends from now on, out of the journal. */
export function traceRuns(store: Store, tracer: Tracer): void {
  let known = store.journal.latest
  store.onCommit(async () => {
    const count = store.journal.latest - known
    const ids = Array.from({ length: Math.max(0, count) }, (_, index) => known + 1 + index)
    known += ids.length
    // They are recent, so that nothing is read.
    const runs = await store.journal.findAll(ids)
    for (const run of runs.values()) tracer.add(spanOf(run))
  })
}

function spanOf({ id, source, state, facts, accepted, startedAtMs, atMs }: Run) {
  return {
    traceId: newTraceId(),
    spanId: newSpanId(),
    parentSpanId: undefined,
    // Runs are few, and each is of interest.
    isSampled: true,
    kind: KIND.internal,
    name: `run ${source}`,
    startedMs: startedAtMs,
    endedMs: atMs,
    attributes: {
      'almanac.run': id,
      'almanac.run.state': state,
      'almanac.run.facts': facts.join(','),
      'almanac.run.accepted': accepted,
    },
    error: state === 'failed' ? 'failed' : undefined,
  }
}
