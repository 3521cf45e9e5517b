import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { use, useMemo } from 'react'
import { backoffMs } from '../../../packages/client/src/index.ts'
import type { Search } from '../lib/view-state.ts'
import { DAY_SEC, dayStart, toSec } from '../lib/writing.ts'
import { ask, pathFor, type Query } from './ask.ts'
import type { AlmanacError } from './client.ts'
import {
  type OperationId,
  operationPath,
  type ParametersOf,
  type ResponseOf,
} from './operations.ts'
import { type ApiResponse, type QueryResult, ResponsePath, type ResponseState } from './response.ts'

declare const BODY: unique symbol

/** Says at compile time what the response is; there is no such member when the page runs. */
export interface Answering<T> {
  readonly [BODY]?: T
}

/** A path whose response has a shape that the service declares. */
export interface ApiRequest<T> extends Answering<T> {
  readonly path: string
  readonly query: Query
}

export type BodyOf<R> = R extends ApiRequest<infer T> ? T : never

/** Parameters by name. Their values come from URLs of pages, too: the service checks them. */
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
  const [path = '', query] = operationPath(id, parameters).split('?', 2)
  return { path, query: Object.fromEntries(new URLSearchParams(query)) }
}

/** A request with what is made of its response, so that a list may hold several kinds. */
export interface ReadRequest<R> {
  readonly path: string
  readonly query: Query
  read(body: unknown): R
}

export function readBy<T, R>(asked: ApiRequest<T>, read: (body: T) => R): ReadRequest<R> {
  return { path: asked.path, query: asked.query, read: (body) => read(body as T) }
}

/** The part of an OpenAPI document that forms are made from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The service's own description; no operation of the contract. */
export const API_DOCUMENT: ApiRequest<ApiDocument> = { path: '/openapi.json', query: {} }

/** Members that rows only have at times, whether or not `fields` asks for them. */
type Occasional =
  | 'auditLinks'
  | 'chainVolumes'
  | 'lastDay'
  | 'mintRedeemDescription'
  | 'parentProtocolSlug'
  | 'pool2'
  | 'socialHandle'
  | 'spark'
  | 'staking'
  | 'tokens'
  | 'tokensInUsd'
  | 'wiki'

/** The body of a response to these parameters: `fields` says which members its rows have. */
export type Body<Id extends OperationId, P = unknown> = Id extends OperationId
  ? Whole<Settled<Id, P>, FieldsOf<P>>
  : never

/** What is declared as one of several shapes, where the parameters settle which. */
type Settled<Id extends OperationId, P> = Id extends keyof Shapes<P>
  ? Shapes<P>[Id]
  : ResponseOf<Id>

interface Shapes<P> {
  getEmission: { body: Exclude<ResponseOf<'getEmission'>['body'], string> }
  getPriceChanges: Exclude<ResponseOf<'getPriceChanges'>, { coins: Record<string, number> }>
  getRevisions: With<
    ResponseOf<'getRevisions'>[number],
    P extends { groupBy: 'run' } ? 'figures' : 'old'
  >[]
  getRwaChainBreakdown: Numbers<ResponseOf<'getRwaChainBreakdown'>[number]>[]
  listLsdRates: Extract<ResponseOf<'listLsdRates'>, readonly unknown[]>
  listProtocols: With<ResponseOf<'listProtocols'>[number], 'mcap'>[]
}

type With<T, Member extends string> = T extends unknown
  ? Member extends keyof T
    ? T
    : never
  : never

type Numbers<T> = { [Name in keyof T]: Extract<T[Name], number> }

/**
 * A row that `fields` may cut has no member that is required: it has those that were requested, or
 * all of them.
 */
type Whole<T, Fields extends string = string> = T extends readonly (infer Row)[]
  ? number extends T['length']
    ? Whole<Row, Fields>[]
    : T
  : T extends object
    ? string extends keyof T
      ? T
      : Partial<T> extends T
        ? Cut<T, Fields>
        : { [Name in keyof T]: Whole<T[Name], Fields> }
    : T

type Cut<T, Fields extends string> = {
  [Name in Exclude<keyof T & Fields, Occasional>]-?: Exclude<T[Name], undefined>
} & { [Name in keyof T & Fields & Occasional]?: T[Name] }

/** A line is added by a parameter of its own. */
type FieldsOf<P> = P extends { readonly fields: infer Names extends string }
  ? string extends Names
    ? string
    : Listed<Names> | (P extends { readonly spark: unknown } ? 'spark' : never)
  : string

type Listed<Names extends string> = Names extends `${infer First},${infer Rest}`
  ? First | Listed<Rest>
  : Names

const MAX_RETRIES = 2
const RETRY = { baseDelayMs: 800 }

export interface AskOptions {
  /** False for responses that know no timestamp of the past. */
  readonly knowsPast?: boolean
  /** Asked again this often, for what changes without a commit, such as ages. */
  readonly refreshSec?: number
}

/** Asks an operation by its id; the response has the type that the service declares for it. */
export function useOperation<Id extends OperationId, const P extends Parameters<Id>>(
  id: Id,
  parameters: (P & Known<Id, P>) | null,
  options?: AskOptions,
): QueryResult<Body<Id, P>> {
  return useRequest(parameters === null ? null : request<Id, P>(id, parameters), options)
}

/** Asks as of that time that the page shows. Without a request nothing is asked. */
export function useRequest<T>(
  asked: ApiRequest<T> | null,
  { knowsPast = true, refreshSec }: AskOptions = {},
): QueryResult<T> {
  const asOf = useAsOf()
  return useQuery({
    ...responseQuery(asked, knowsPast ? asOf : null),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    refetchInterval: refreshSec === undefined ? false : refreshSec * 1000,
  })
}

/** How a request is asked and stored, also before its page is drawn. */
export function responseQuery<T>(asked: ApiRequest<T> | null, asOf: string | null) {
  const path = asked && pathFor(asked.path, asOf === null ? asked.query : { ...asked.query, asOf })
  return queryOptions<ApiResponse<T>, AlmanacError>({
    queryKey: ['response', path],
    queryFn: ({ signal }) => ask<T>(path ?? '', signal),
    retry: (count, error) => count < MAX_RETRIES && isPassing(error),
    retryDelay: (count) => backoffMs(count, RETRY),
  })
}

/** The response that the surrounding section is made from; undefined outside of one. */
export function useBlockResponse(): ApiResponse<unknown> | undefined {
  const path = use(ResponsePath)
  return useQueryClient().getQueryData(['response', path])
}

/** Refusals that the next try may not meet; a 429 says itself when. */
function isPassing({ status }: AlmanacError): boolean {
  return status === 0 || status === 502 || status === 503 || status === 504
}

/** The timestamp that the URL asks to read everything as of; null is now. */
export function useAsOf(): string | null {
  const { asOf = '' }: Search = useSearch({ strict: false })
  return asOf === '' ? null : asOf
}

/** The start of the day that lies some days before the timestamp that is shown, in seconds. */
export function useDaysAgo(days: number): number {
  const atSec = toSec(useAsOf()) ?? Date.now() / 1000
  return dayStart(atSec) - days * DAY_SEC
}

export interface Pages<T> {
  /** All pages that were asked as one response. */
  readonly asked: ResponseState<T>
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  loadMore(): void
}

/** A list that is asked page by page; `join` puts the next page behind those before. */
export function usePages<T>(
  { path, query }: ApiRequest<T>,
  join: (all: T, next: T) => T,
): Pages<T> {
  const asOf = useAsOf()
  const firstPath = pathFor(path, asOf === null ? query : { ...query, asOf })
  const pages = useInfiniteQuery<
    ApiResponse<T>,
    AlmanacError,
    InfiniteData<ApiResponse<T>>,
    QueryKey,
    string
  >({
    queryKey: ['response', firstPath, 'pages'],
    queryFn: ({ pageParam, signal }) => ask<T>(pageParam, signal),
    initialPageParam: firstPath,
    getNextPageParam: ({ nextPath }) => nextPath,
  })
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = pages
  const { isPending, isPlaceholderData } = pages
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages declare how they are joined once
  const joined = useMemo((): ApiResponse<T> | undefined => {
    const [first, ...rest] = data?.pages ?? []
    if (first === undefined) return undefined
    return { ...first, body: rest.map(({ body }) => body).reduce(join, first.body) }
  }, [data])
  return {
    asked: {
      data: joined,
      error,
      isPending,
      isPlaceholderData,
      refetch,
    },
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (!isFetchingNextPage) void pages.fetchNextPage()
    },
  }
}
