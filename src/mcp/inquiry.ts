import {
  AlmanacApiError,
  type ApiResponse,
  type Client,
  type Endpoint,
  type OperationId,
  type ParametersOf,
  type ResponseOf,
  type Root,
} from '../../packages/client/src/index.ts'

/** Where a part of a response came from: ask the same path again for the same figures. */
export interface CitedSource {
  readonly operation: string
  readonly address: string
  /** What was sent to the path, with POST. */
  readonly body?: unknown
  /** Newest run that was taken into account; null where an operation has no past. */
  readonly run: number | null
}

/** The rows of a list that a tool asked for, and how many there were. */
interface Cut {
  readonly shown: number
  readonly of: number
}

/** One request of an agent: its calls are about one timestamp, and each is noted to be cited. */
export class Inquiry {
  readonly asOf: string
  readonly nowSec: number
  readonly sources: CitedSource[] = []
  readonly cuts = new Map<string, Cut>()
  readonly #client: Client
  readonly #signal: AbortSignal

  constructor(client: Client, timestamp: { asOf: string; nowSec: number }, signal: AbortSignal) {
    this.#client = client
    this.#signal = signal
    this.asOf = timestamp.asOf
    this.nowSec = timestamp.nowSec
  }

  async ask<Id extends OperationId>(
    id: Id,
    parameters: Omit<ParametersOf<Id>, 'asOf'>,
  ): Promise<ResponseOf<Id>> {
    const given = { ...parameters, asOf: this.asOf } as unknown as ParametersOf<Id>
    const ask = this.#client.answer<Id>
    const answer = await ask(id, given, { signal: this.#signal })
    this.#cite({ operation: id }, answer)
    return answer.data
  }

  /** The same for an endpoint whose parameters or answer have no fixed types. */
  async askEndpoint<T>(operation: string, endpoint: Endpoint, root: Root): Promise<T> {
    const query = { ...endpoint.query, asOf: this.asOf }
    const options = { signal: this.#signal, root }
    const answer = await this.#client.ask({ ...endpoint, query }, options)
    const { body } = endpoint
    this.#cite({ operation, ...(body === undefined ? {} : { body }) }, answer)
    return answer.data as T
  }

  #cite(
    cited: Pick<CitedSource, 'operation' | 'body'>,
    { url, headers }: ApiResponse<unknown>,
  ): void {
    const { pathname, search } = new URL(url)
    const run = headers.get('x-as-of-run')
    const address = pathname + search
    this.sources.push({ ...cited, address, run: run === null ? null : Number(run) })
  }

  /** The same, with null where the service knows nothing under that name. */
  async find<Id extends OperationId>(
    id: Id,
    parameters: Omit<ParametersOf<Id>, 'asOf'>,
  ): Promise<ResponseOf<Id> | null> {
    try {
      return await this.ask(id, parameters)
    } catch (error) {
      if (error instanceof AlmanacApiError && error.status === 404) return null
      throw error
    }
  }

  /** The first rows of a list, under its name in the response. */
  list<Name extends string, Row>(
    name: Name,
    rows: readonly Row[],
    limit: number,
  ): Record<Name, Row[]> {
    this.cuts.set(name, { shown: Math.min(limit, rows.length), of: rows.length })
    return { [name]: rows.slice(0, limit) } as Record<Name, Row[]>
  }
}
