import type { Body } from './answers.ts'
import type { Query } from './ask.ts'
import { type OperationId, operationAddress, type ParametersOf } from './operations.ts'

declare const BODY: unique symbol

/** Says at compile time what the answer is; there is no such member when the page runs. */
export interface Answering<T> {
  readonly [BODY]?: T
}

/** An address whose answer has a shape that the service declares. */
export interface ApiRequest<T> extends Answering<T> {
  readonly path: string
  readonly query: Query
}

export type BodyOf<R> = R extends ApiRequest<infer T> ? T : never

/** Parameters by name. Their values come from addresses of pages, too: the service checks them. */
export type Parameters<Id extends OperationId> = {
  readonly [Name in keyof ParametersOf<Id>]?: Loose<ParametersOf<Id>[Name]> | undefined
}

type Loose<T> = T extends string | number ? string | number : T

/** No name but those of the operation's parameters. */
export type Known<Id extends OperationId, P> = {
  readonly [Name in Exclude<keyof P, keyof ParametersOf<Id>>]: never
}

/** How an operation is asked with these parameters. */
export function request<Id extends OperationId, const P extends Parameters<Id>>(
  id: Id,
  parameters: P & Known<Id, P>,
): ApiRequest<Body<Id, P>> {
  const [path = '', query] = operationAddress(id, parameters).split('?', 2)
  return { path, query: Object.fromEntries(new URLSearchParams(query)) }
}
