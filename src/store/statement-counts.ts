import type { Statement } from './observed-engine.ts'

export const STATEMENT_KINDS = ['read', 'write', 'sql'] as const

/** Statements of one kind since the start. */
export interface StatementCount {
  running: number
  done: number
  failed: number
  /** Time of those that ended, waiting for a connection included. */
  seconds: number
}

/** Counts what the engine is asked. */
export class StatementCounts {
  readonly #counts = new Map<Statement['kind'], StatementCount>(
    STATEMENT_KINDS.map((kind) => [kind, { running: 0, done: 0, failed: 0, seconds: 0 }]),
  )

  get(kind: Statement['kind']): StatementCount {
    const count = this.#counts.get(kind)
    if (count === undefined) throw new Error(`statements of the kind ${kind} are not counted`)
    return count
  }

  async observe<T>({ kind }: Statement, work: () => Promise<T>): Promise<T> {
    const count = this.get(kind)
    const startedMs = performance.now()
    count.running++
    try {
      const result = await work()
      count.done++
      return result
    } catch (error) {
      count.failed++
      throw error
    } finally {
      count.running--
      count.seconds += (performance.now() - startedMs) / 1000
    }
  }
}
