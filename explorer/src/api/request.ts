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

type Loose<T> = T extends string | number
  ? string | number
  : T extends Readonly<Record<string, string>>
    ? Query
    : T

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

/** A request with what is made of its answer, so that a list may hold several kinds. */
export interface ReadRequest<R> {
  readonly path: string
  readonly query: Query
  read(body: unknown): R
}

export function readBy<T, R>(asked: ApiRequest<T>, read: (body: T) => R): ReadRequest<R> {
  return { path: asked.path, query: asked.query, read: (body) => read(body as T) }
}
