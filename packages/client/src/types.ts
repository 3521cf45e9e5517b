import type { components, operations } from './generated/api.ts'
import type { OPERATIONS } from './generated/operations.ts'
import type { ApiResponse, CallOptions } from './transport.ts'
import type { OperationId, Root } from './urls.ts'

/** The named shapes of responses, such as `Schemas['Protocol']`. */
export type Schemas = components['schemas']

type None = Record<never, never>
type Given<T> = [NonNullable<T>] extends [never] ? None : NonNullable<T>

/** What an operation takes: parameters of path and query by name, and `body` for a POST. */
export type ParametersOf<Id extends OperationId> = Given<operations[Id]['parameters']['path']> &
  Given<operations[Id]['parameters']['query']> &
  (operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? { body: Body }
    : None)

/** What an operation answers; unknown where that is never JSON, such as a stream. */
export type ResponseOf<Id extends OperationId> =
  operations[Id]['responses'][200]['content'] extends {
    'application/json': infer Body
  }
    ? Body
    : unknown

export interface Options extends CallOptions {
  /** Ask this root where the operation has it; else the pro one with a key, the free one without. */
  readonly root?: Root
}

/** Parameters may be left out where none is required. */
export type Arguments<Id extends OperationId, O = Options> =
  None extends ParametersOf<Id>
    ? [parameters?: ParametersOf<Id>, options?: O]
    : [parameters: ParametersOf<Id>, options?: O]

type IdsOf<Group> = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]['group'] extends Group ? Id : never
}[OperationId]

/** One method for each operation, grouped by domain: `client.tvl.listProtocols()`. */
export type Groups = {
  readonly [Group in (typeof OPERATIONS)[OperationId]['group']]: {
    readonly [Id in IdsOf<Group>]: (...given: Arguments<Id>) => Promise<ResponseOf<Id>>
  }
}

/** Operations whose response is a list. */
export type ListId = {
  [Id in OperationId]: ResponseOf<Id> extends readonly unknown[] ? Id : never
}[OperationId]

type RowOf<T> = T extends readonly (infer Row)[] ? Row : never

/** An endpoint that the client was not generated with, as of a newer service. */
export interface Endpoint {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Client extends Groups {
  /** The response with its URL and headers: what is left of limits, the run, the ETag. */
  answer<Id extends OperationId>(
    id: Id,
    ...given: Arguments<Id>
  ): Promise<ApiResponse<ResponseOf<Id>>>
  /** The response of any endpoint; `root: 'pro'` sends the key. A POST repeats only after a 429. */
  ask(endpoint: Endpoint, options?: Options): Promise<ApiResponse<unknown>>
  /** The response as it is, for other formats than JSON. */
  response<Id extends OperationId>(id: Id, ...given: Arguments<Id>): Promise<Response>
  /** Every page of a response, following `Link: rel="next"`. */
  pages<Id extends OperationId>(id: Id, ...given: Arguments<Id>): AsyncGenerator<ResponseOf<Id>>
  /** Every row of all pages of a list. */
  rows<Id extends ListId>(id: Id, ...given: Arguments<Id>): AsyncGenerator<RowOf<ResponseOf<Id>>>
}
