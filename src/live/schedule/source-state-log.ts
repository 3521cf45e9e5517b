import { sql } from '../../lib/sql.ts'
import { commitRows } from '../../runs/run.ts'
import { orNull, t } from '../../store/columns.ts'
import { defineFact } from '../../store/fact.ts'
import type { LiveContext } from '../run/live-context.ts'

export const SOURCE_STATES = ['failing', 'recovered'] as const
type SourceState = (typeof SOURCE_STATES)[number]

/** When live sources began to fail and when they recovered: a row per change. */
export const sourceStates = defineFact({
  name: 'source_states',
  isLog: true,
  describe: 'Live sources that began to fail, and those that recovered.',
  key: { source: t.text('What its runs are called', { max: 200 }) },
  values: {
    state: t.word(`One of ${SOURCE_STATES.join(', ')}`),
    reason: orNull(t.text('What went wrong; empty once it recovered', { max: 2_000 })),
  },
})

/** What the runs that record states of sources are called. */
export const SOURCE_STATE_RUNS = 'live'
const MAX_REASON = 1_000

/** Records when sources begin to fail and when they recover: a run per change, none in between. */
export class SourceStateLog {
  readonly #context: LiveContext
  /** What the store says, so that a restart neither repeats nor loses a change. */
  #recorded: Map<string, string> | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(context: LiveContext) {
    this.#context = context
  }

  /** Records changes one after another; one that cannot be is tried again at the next cycle. */
  note(source: string, state: SourceState, reason: string | null = null): void {
    this.#last = this.#last
      .then(() => this.#record(source, state, reason))
      .catch((error: unknown) => {
        if (this.#context.stopping?.aborted !== true)
          this.#context.log.error({ err: error, job: source }, 'state of a source not recorded')
      })
  }

  idle(): Promise<void> {
    return this.#last
  }

  async #record(source: string, state: SourceState, reason: string | null): Promise<void> {
    this.#recorded ??= await this.#load()
    // A source that nothing is known of works.
    if ((this.#recorded.get(source) ?? 'recovered') === state) return
    const { store, clock } = this.#context
    const row = { source, state, reason: reason?.slice(0, MAX_REASON) ?? null }
    await commitRows(store, { source: SOURCE_STATE_RUNS, clock }, async () => ({
      rows: [{ fact: sourceStates, rows: [row] }],
      counts: { accepted: 1, rejected: 0, held: 0 },
    }))
    this.#recorded.set(source, state)
  }

  async #load(): Promise<Map<string, string>> {
    const snapshot = this.#context.store.snapshot()
    const rows = await snapshot.query<{ source: string; state: string }>(
      sql`SELECT source, state FROM ${snapshot.current(sourceStates)}`,
    )
    return new Map(rows.map(({ source, state }) => [source, state]))
  }
}
