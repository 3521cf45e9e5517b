import type { TSchema } from 'typebox'
import type { AccountKey, Accounts, Usage } from '../accounts/accounts.ts'
import type { States } from '../cache/states.ts'
import type { ErrorCode } from '../lib/errors.ts'
import type { JobState } from '../live/model/live-job.ts'
import type { UserSql } from '../sql/sql.ts'
import type { Fact } from '../store/fact.ts'
import type { Snapshot } from '../store/snapshot.ts'
import type { Store } from '../store/store.ts'
import { type List, type ListDeclaration, listParameters, makeList } from './lists/list.ts'
import { withPartialRows } from './lists/partial-rows.ts'
import {
  makeSeries,
  type Series,
  type SeriesDeclaration,
  seriesParameters,
} from './lists/series.ts'
import type { Parameter, Parameters, ValuesOf } from './parameters.ts'
import type { TracedOperation } from './provenance.ts'
import type { Searchable } from './searchable.ts'
import { compileTable, type Table } from './table/table.ts'

export const ROOTS = ['free', 'pro', 'bridge'] as const
export type Root = (typeof ROOTS)[number]
export type Method = 'GET' | 'POST' | 'DELETE'

/** Rendered, followed as Server-Sent Events (`stream/`), a browser's pass, or sent as a file. */
export type RouteKind = 'response' | 'stream' | 'session' | 'file'

/** What every handler is given besides its parameters; it can change nothing. */
export interface RequestContext {
  readonly root: Root
  /** "Now", cut down to the route's step: a response depends on it, the data and the request. */
  readonly nowSec: number
  readonly snapshot: Snapshot
  /** `?asOf=`, for routes that are not cached: a cached body serves many timestamps. */
  readonly asOfMs: number | undefined
  readonly states: States
  /** The key of the call and what is left of its credits; absent on the free and bridge roots. */
  readonly account: { readonly key: AccountKey; usage(): Usage } | undefined
  /** The key or the network that calls: what is limited for each caller is counted by it. */
  readonly caller: string
  /** responses.md#client-shapes: the forms that older clients read. */
  readonly clientShapes: boolean
  /** Aborted when the client leaves. A cached body has many clients: not for its handler. */
  clientGone(): AbortSignal
}

/** What the routes about the data itself (`meta/`) and for operators are given besides. */
export interface MetaServices {
  readonly store: Pick<Store, 'facts' | 'journal' | 'snapshotOf'>
  /** The operations of the domains, by their ids. */
  readonly operations: ReadonlyMap<string, TracedOperation>
  readonly accounts: Pick<
    Accounts,
    'createKey' | 'listKeys' | 'listUse' | 'revokeKey' | 'rotateKey' | 'usage'
  >
  /** What people look for by name. */
  readonly searchables: readonly Searchable[]
  readonly sql: UserSql
  /** How the live sources are doing. */
  liveJobs(): JobState[]
}

export interface RouteRequest<P extends Parameters, Q extends Parameters> {
  readonly params: ValuesOf<P>
  readonly query: ValuesOf<Q>
  readonly body: unknown
  /** The whole query as it was written, for links to next pages and for `otherQuery`. */
  readonly given: Readonly<Record<string, string>>
}

/** One operation: paths, schemas, facts it reads, handler. Everything else is made from this. */
export interface Route<P extends Parameters = Parameters, Q extends Parameters = Parameters> {
  readonly id: string
  /** Name of the method in generated clients: unique and stable. */
  readonly operationId: string
  readonly summary: string
  readonly describe: string
  readonly paths: Partial<Record<Root, string>>
  readonly methods: Partial<Record<Root, readonly Method[]>>
  readonly params: P
  /** Patterns of parameters where two operations share a path: the one that fits is meant. */
  readonly only: Partial<Record<Root, Readonly<Record<string, string>>>>
  readonly query: Q
  /** What parameters mean that are not in `query`, where their names depend on the others. */
  readonly otherQuery: OtherQuery | undefined
  /** Schema and example of the body of a POST. */
  readonly body: RequestBody | undefined
  readonly response: TSchema
  /** Where roots answer in different forms: each one's own, all of which `response` covers. */
  readonly responseOf: Partial<Record<Root, { schema: TSchema; example: unknown }>>
  /** The flat table of a list or series, for other formats than JSON. */
  readonly table: Table | undefined
  /** Its rows can be filtered, sorted and cut into pages. */
  readonly list: List<RequestContext> | undefined
  /** Its points can be cut by time and grouped by week or month. */
  readonly series: Series | undefined
  /** Headers of the response besides those of every response: name → what it says. */
  readonly headers: Readonly<Record<string, string>>
  /** Errors besides those that any operation may have. */
  readonly errors: readonly ErrorCode[]
  /** Types of the response besides JSON that its request may choose. */
  readonly otherMediaTypes: readonly string[]
  readonly example: unknown
  readonly reads: readonly string[]
  /** It may change with every run, whatever facts that touched. */
  readonly versionedByRun: boolean
  readonly nowStepSec: number
  /** `false` for responses that are cheap to make, or that belong to one caller. */
  readonly cached: boolean
  /** `false` for calls that cost no credit. */
  readonly costs: boolean
  readonly kind: RouteKind
  /** Only keys that were made for operators may call it, shown as keys and not as a pass. */
  readonly forOperators: boolean
  handler(
    request: RouteRequest<P, Q>,
    context: RequestContext,
    services: MetaServices,
  ): Promise<unknown>
}

/** Parameters of any name: what they mean, and some of them. */
export interface OtherQuery {
  readonly describe: string
  readonly example: Readonly<Record<string, string>>
}

/** A parameter of its own: `exampleAt` as there. */
export interface RequestBody extends Pick<Parameter<unknown>, 'example' | 'exampleAt'> {
  readonly schema: TSchema
}

/** Members of a route that have a default. */
const DEFAULTS = {
  methods: {},
  only: {},
  responseOf: {},
  errors: [],
  otherMediaTypes: [],
  otherQuery: undefined,
  body: undefined,
  versionedByRun: false,
  nowStepSec: 0,
  cached: true,
  costs: true,
  kind: 'response',
  forOperators: false,
} satisfies Partial<Route>

type Declared = Pick<Route, 'id' | 'summary' | 'describe' | 'paths' | 'response' | 'example'> &
  Partial<Pick<Route, keyof typeof DEFAULTS | 'operationId' | 'headers'>>

/** A route as it is declared; `operationId` where the id says too little behind its point. */
export interface RouteDeclaration<P extends Parameters, Q extends Parameters> extends Declared {
  params?: P
  query?: Q
  /** Where the rows of a list or series are in the response: a path of table/README.md. */
  table?: string
  /** The rows of the table take filters, `limit`, `cursor`, `sort`, `order` and `fields`. */
  list?: ListDeclaration<RequestContext>
  /** The points of the table take `start`, `end` and `granularity`. */
  series?: SeriesDeclaration
  reads: readonly Fact[]
  handler(request: RouteRequest<P, Q>, context: RequestContext): Promise<unknown>
}

/** A route of a domain. */
export function defineRoute<
  const P extends Parameters = Record<never, never>,
  const Q extends Parameters = Record<never, never>,
>(declared: RouteDeclaration<P, Q>): Route {
  return defineMetaRoute(declared)
}

/** A route about the data itself, which may look at facts, runs and live sources. */
export function defineMetaRoute<
  const P extends Parameters = Record<never, never>,
  const Q extends Parameters = Record<never, never>,
>(declared: Omit<RouteDeclaration<P, Q>, 'handler'> & { handler: Route<P, Q>['handler'] }): Route {
  const shape = shapeOf(declared)
  const route: Route<P, Q> = {
    operationId: declared.id.slice(tagOf(declared).length + 1),
    ...DEFAULTS,
    ...declared,
    ...shape,
    params: declared.params ?? ({} as P),
    query: { ...declared.query, ...shape.query, ...declared.query } as Q,
    headers: { ...declared.headers, ...(shape.list === undefined ? {} : LINK_HEADER) },
    reads: declared.reads.map((fact) => fact.name),
  }
  return route as Route
}

const LINK_HEADER = {
  Link: 'Where the next page is (`rel="next"`), relative to this URL; absent on the last one.',
}

/** What follows from where the rows of a response are. */
function shapeOf({ id, table: path, query: given = {}, ...declared }: Shaped) {
  const table = path === undefined ? undefined : compileTable(path, declared.response)
  const need = (): Table => {
    if (table === undefined) throw new Error(`${id} declares a list or series without a table.`)
    return table
  }
  const list = declared.list && makeList(need(), declared.response, declared.list)
  const series = declared.series && makeSeries(need(), declared.series, given)
  const response = (list?.places ?? []).reduce(
    (schema, { members }) => withPartialRows(schema, members),
    declared.response,
  )
  const own = series === undefined ? {} : seriesParameters(series)
  const query = { ...own, ...(list === undefined ? {} : listParameters(list)) }
  return { table, list, series, response, query }
}

type Shaped = Pick<
  RouteDeclaration<Parameters, Parameters>,
  'id' | 'table' | 'list' | 'series' | 'response' | 'query'
>

export function methodsOf(route: Route, root: Root): readonly Method[] {
  return route.methods[root] ?? ['GET']
}

/** The group that an operation belongs to: its domain. */
export function tagOf({ id }: Pick<Route, 'id'>): string {
  return id.slice(0, id.indexOf('.'))
}
