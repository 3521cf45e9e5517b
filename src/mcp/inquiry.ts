import {
  AlmanacApiError,
  type AnswerOf,
  type Client,
  type OperationId,
  type ParametersOf,
} from '../../packages/client/src/index.ts'

/** Where a part of an answer came from: ask the same address again for the same figures. */
export interface CitedSource {
  readonly operation: OperationId
  readonly address: string
  /** Newest run that was taken into account; null where an operation has no past. */
  readonly run: number | null
}

/** The rows of a list that a tool asked for, and how many there were. */
interface Cut {
  readonly shown: number
  readonly of: number
}

/**
 * One question of an agent: every call it takes is about one moment, so that the parts of an answer
 * fit together, and each is noted to be cited.
 */
export class Inquiry {
  readonly asOf: string
  readonly nowSec: number
  readonly sources: CitedSource[] = []
  readonly cuts = new Map<string, Cut>()
  readonly #client: Client
  readonly #signal: AbortSignal

  constructor(client: Client, moment: { asOf: string; nowSec: number }, signal: AbortSignal) {
    this.#client = client
    this.#signal = signal
    this.asOf = moment.asOf
    this.nowSec = moment.nowSec
  }

  async ask<Id extends OperationId>(
    id: Id,
    parameters: Omit<ParametersOf<Id>, 'asOf'>,
  ): Promise<AnswerOf<Id>> {
    const given = { ...parameters, asOf: this.asOf } as unknown as ParametersOf<Id>
    const ask = this.#client.answer<Id>
    const { data, url, headers } = await ask(id, given, { signal: this.#signal })
    const { pathname, search } = new URL(url)
    const run = headers.get('x-as-of-run')
    const cited = { operation: id, address: pathname + search }
    this.sources.push({ ...cited, run: run === null ? null : Number(run) })
    return data
  }

  /** The same, with null where the service knows nothing under that name. */
  async find<Id extends OperationId>(
    id: Id,
    parameters: Omit<ParametersOf<Id>, 'asOf'>,
  ): Promise<AnswerOf<Id> | null> {
    try {
      return await this.ask(id, parameters)
    } catch (error) {
      if (error instanceof AlmanacApiError && error.status === 404) return null
      throw error
    }
  }

  /** The first rows of a list, under its name in the answer. */
  list<Name extends string, Row>(
    name: Name,
    rows: readonly Row[],
    limit: number,
  ): Record<Name, Row[]> {
    this.cuts.set(name, { shown: Math.min(limit, rows.length), of: rows.length })
    return { [name]: rows.slice(0, limit) } as Record<Name, Row[]>
  }
}
