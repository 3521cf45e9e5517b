import { AlmanacError } from '../lib/errors.ts'
import type { SqlLimits } from './limits.ts'

/** One running statement. */
export interface RunningStatement {
  readonly caller: string
  /** It could not be stopped in time: it keeps its caller waiting, but fewer of the others. */
  isOverdue: boolean
}

/** Who runs statements: as many as the limits say, and no queue behind them. */
export class RunningStatements {
  readonly #limits: SqlLimits
  readonly #running = new Set<RunningStatement>()

  constructor(limits: SqlLimits) {
    this.#limits = limits
  }

  begin(caller: string): RunningStatement {
    const running = [...this.#running]
    const own = running.filter((statement) => statement.caller === caller).length
    const inTime = running.filter(({ isOverdue }) => !isOverdue).length
    const { maxPerCaller, maxConcurrent } = this.#limits
    if (own >= maxPerCaller)
      throw this.#refuse('rate_limited', 'This key runs a statement already. Wait for its end.')
    if (inTime >= maxConcurrent || running.length >= 2 * maxConcurrent)
      throw this.#refuse('overloaded', 'All places for statements are taken. Try again shortly.')
    const statement = { caller, isOverdue: false }
    this.#running.add(statement)
    return statement
  }

  end(statement: RunningStatement): void {
    this.#running.delete(statement)
  }

  #refuse(code: 'rate_limited' | 'overloaded', message: string): AlmanacError {
    const retrySec = Math.ceil(this.#limits.maxSec / 2)
    return new AlmanacError(code, message, { headers: { 'Retry-After': String(retrySec) } })
  }
}
