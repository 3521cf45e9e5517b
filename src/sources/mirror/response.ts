import type { Sql } from '../../lib/sql.ts'
import type { Fact, Quality, RowOf } from '../../store/fact.ts'
import type { Snapshot } from '../../store/snapshot.ts'
import { type Members, readList, readMembers, UnknownShape } from './read-value.ts'

type Row = Readonly<Record<string, unknown>>

/** How far a response carries a fact: all of it, its days, its present, or a state at each read. */
export type Refill = 'whole' | 'daily' | 'current only' | 'from now on'

export interface CarriedFact {
  fact: Fact
  refill: Refill
  /** What is missing, and why; empty where nothing is. */
  note: string
  /** Key columns whose stored rows a response is compared with; absent: the first one. */
  scope?: readonly string[]
  /**
   * The response lists everything of its scope: stored rows that are no longer listed get these
   * values. `range`: only between the oldest and the newest row listed.
   */
  takesBack?: {
    values: Row
    within: 'scope' | 'range'
    /** SQL of the rows that may be taken back; absent: all. */
    where?: Sql
  }
  /** Rows of keys that nothing is known of yet; what is known stays. */
  onlyNew?: true
}

export interface FactRows {
  fact: Fact
  rows: readonly Row[]
}

/** One request of an operation. */
export interface Call {
  operation: string
  /** Those of its path, and what else is to be known when it is read. */
  params: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** What a list says of it: it is requested again only when this changes, or after a day. */
  mark: string
  /** What the store knows that the response is read with, such as ids by name. */
  known?: unknown
}

export interface ResponseContext {
  call: Call
  /** When it was fetched, Unix seconds. */
  atSec: number
  /** A part of the response that cannot be read; the rest goes on. */
  problem(message: string): void
}

/** What an operation of the contract says about our facts. Declared by domains; pure. */
export interface ResponseReader {
  /** Id of the operation. */
  operation: string
  carries: readonly CarriedFact[]
  /**
   * `once`: it has no parameters. `listed`: other responses list its calls. Else the calls
   * themselves, or what says which by what the store knows then.
   */
  calls:
    | 'once'
    | 'listed'
    | readonly Omit<Call, 'mark' | 'operation'>[]
    | ((snapshot: Snapshot, known: KnownByStore) => Promise<Call[]>)
  /** It is asked for what all other responses of a cycle have named. */
  isLast?: boolean
  /** Calls that this response leads to. */
  details?(body: unknown, context: ResponseContext): Call[]
  rows(body: unknown, context: ResponseContext): FactRows[]
  /** Raise it when more is read from the same response, so that it is fetched again. */
  version?: number
}

/** What calls may be made of besides the store itself. */
export interface KnownByStore {
  nowSec: number
  /** Older rows are not wanted. */
  sinceSec: number
  /** Ids of all coins that facts of mirrored domains name. */
  coins: readonly string[]
}

/** What a domain has to say about mirroring. */
export interface Mirrored {
  responses: readonly ResponseReader[]
  /** Ids of the coins that its facts name; no response lists all coins. */
  listCoins?(snapshot: Snapshot): Promise<string[]>
  /** Facts that no response carries, and why. */
  leftOut?: readonly { fact: Fact; why: string }[]
}

export interface MirroredDomain extends Mirrored {
  domain: string
}

/** The calls that a response begins with, without a look at the store. */
export function firstCalls({ operation, calls }: ResponseReader): Call[] {
  if (calls === 'once') return [{ operation, params: {}, mark: '' }]
  if (calls === 'listed' || typeof calls === 'function') return []
  return calls.map((call) => ({ operation, ...call, mark: '' }))
}

/** Rows of a fact with all its columns. */
export function rowsOf<F extends Fact>(
  fact: F,
  rows: readonly (Omit<RowOf<F>, 'atSec'> & { atSec?: number; quality?: Quality })[],
): FactRows {
  return { fact, rows }
}

/** Reads a list item by item: one that cannot be read is reported, and the others go on. */
export function readItems<Result>(
  items: readonly unknown[],
  member: string,
  context: Pick<ResponseContext, 'problem'>,
  read: (item: unknown, member: string) => Result | undefined,
): Result[] {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    try {
      const result = read(item, `${member}[${index}]`)
      if (result !== undefined) results.push(result)
    } catch (error) {
      if (!(error instanceof UnknownShape)) throw error
      context.problem(error.message)
    }
  }
  return results
}

/** The same for a list of objects; one that is missing is empty. */
export function readObjects<Result>(
  list: unknown,
  member: string,
  context: Pick<ResponseContext, 'problem'>,
  read: (item: Members, member: string) => Result | undefined,
): Result[] {
  return readItems(readList(list, member), member, context, (item, place) =>
    read(readMembers(item, place), place),
  )
}

/** The place of each among those of the same key: what tells two of one name and day apart. */
export function placesByKey(): (key: string) => number {
  const seen = new Map<string, number>()
  return (key) => {
    const place = seen.get(key) ?? 0
    seen.set(key, place + 1)
    return place
  }
}

/** The coins that a statement names in its column `coin`. */
export async function listCoinsOf(snapshot: Snapshot, statement: Sql): Promise<string[]> {
  const rows = await snapshot.query<{ coin: string }>(statement)
  return rows.map(({ coin }) => coin)
}

/** The same for an object whose members are named by what they are about, such as coins. */
export function readEntries<Result>(
  members: Members,
  member: string,
  context: Pick<ResponseContext, 'problem'>,
  read: (name: string, value: unknown, member: string) => Result | undefined,
): Result[] {
  return readItems(Object.entries(members), member, context, (entry) => {
    const [name, value] = entry as [string, unknown]
    return read(name, value, `${member}.${name}`)
  })
}
