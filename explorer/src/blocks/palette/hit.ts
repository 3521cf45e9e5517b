import { type OperationId, operationIds } from '../../api/operations.ts'
import type { Body } from '../../api/request.ts'
import { parsedJson, readStored, store } from '../../lib/stored.ts'
import { comparedAs } from '../../page/comparing.ts'
import { PAGE_GROUPS } from '../../page/pages.ts'

/** Something that can be opened from the palette. */
export interface Hit {
  readonly key: string
  readonly name: string
  readonly symbol: string | null
  readonly kind: string
  /** Path below the explorer. */
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  /** What the watch list calls it; absent for what cannot be watched. */
  readonly watched?: { readonly kind: string; readonly id: string; readonly name: string }
}

/** A hit of the service's search. */
export type FoundName = Pick<Found, 'kind' | 'id' | 'name' | 'symbol' | 'path'>

type Found = Body<'getSearch'>['hits'][number]

const MAX_OPERATIONS = 3

/** Pages whose name holds a text. */
export function pageHits(wanted: string): Hit[] {
  const text = wanted.toLowerCase()
  return PAGE_GROUPS.flatMap((group) =>
    group.pages.map(({ to, name }) => ({ key: to, name, symbol: null, kind: group.name, to })),
  ).filter(({ name }) => name.toLowerCase().includes(text))
}

/** Operations whose id holds a text, opened on the query page; a run by its number. */
export function otherHits(wanted: string): Hit[] {
  const run = /^(?:run )?#?(\d{1,9})$/i.exec(wanted)?.[1]
  const runs =
    run === undefined
      ? []
      : [{ key: `run-${run}`, name: `Run ${run}`, symbol: null, kind: 'run', to: `/runs/${run}` }]
  const text = wanted.toLowerCase()
  const operations = operationIds()
    .filter((id) => text.length > 2 && id.toLowerCase().includes(text))
    .slice(0, MAX_OPERATIONS)
  return [...runs, ...operations.map(operationHit)]
}

function operationHit(id: OperationId): Hit {
  const search = { op: id }
  return { key: `operation-${id}`, name: id, symbol: null, kind: 'operation', to: '/query', search }
}

/** What the service found, as far as it has a page. */
export function foundHits(found: readonly FoundName[]): Hit[] {
  return found.flatMap((one): Hit[] => {
    const to = pageOf(one)
    if (to === null) return []
    const { kind, id, name, symbol } = one
    const last = decodeURIComponent(to.split('/').at(-1) ?? '')
    const watchedId = kind === 'company' ? to.split('/').slice(-2).join(':') : last
    const watched = { kind, id: decodeURIComponent(watchedId), name }
    return [{ key: `${kind}-${id}`, name, symbol, kind, to, watched }]
  })
}

/** What to look for: of a coin id with its chain, the address on that chain. */
export function searchText(wanted: string): string {
  return /^[\w-]+:(0x[0-9a-f]{6,})$/i.exec(wanted)?.[1] ?? wanted
}

/** Pages of things by their kind, each below the folder by its id. */
export const FOLDERS: Readonly<Record<string, string>> = {
  protocol: '/protocols',
  chain: '/chains',
  coin: '/coins',
  stablecoin: '/stablecoins',
  pool: '/yields',
  bridge: '/bridges',
  institution: '/dat',
  privateCompany: '/pre-ipo',
}

/** The page of something the service found; null where it has none. */
export function pageOf({ kind, path }: Pick<FoundName, 'kind' | 'path'>): string | null {
  const { pathname, searchParams } = new URL(path, 'http://service')
  if (kind === 'company')
    return `/equities/${part(searchParams, 'country')}/${part(searchParams, 'ticker')}`
  if (kind === 'privateCompany') return `/pre-ipo/${part(searchParams, 'company')}`
  const folder = FOLDERS[kind]
  if (folder !== undefined) return `${folder}/${pathname.split('/').at(-1) ?? ''}`
  if (kind === 'fund') return '/etfs'
  return kind === 'realWorldAsset' ? '/rwa' : null
}

function part(search: URLSearchParams, name: string): string {
  return encodeURIComponent(search.get(name) ?? '')
}

const KEY = 'almanac.recent'
const MAX_RECENT = 6

/** What was opened from here last, in this browser only; the newest first. */
export function readRecent(): readonly Hit[] {
  return parseRecent(readStored(KEY))
}

export function rememberHit(hit: Hit): void {
  store(KEY, JSON.stringify(withHit(readRecent(), hit)))
}

export function withHit(recent: readonly Hit[], hit: Hit): readonly Hit[] {
  return [hit, ...recent.filter(({ key }) => key !== hit.key)].slice(0, MAX_RECENT)
}

/** Only whole hits: others may have written there. */
export function parseRecent(text: string | null): readonly Hit[] {
  const parsed = parsedJson(text)
  return Array.isArray(parsed) ? parsed.filter(isHit) : []
}

function isHit(value: unknown): value is Hit {
  const { key, name, kind, to } = Object(value) as Partial<Record<keyof Hit, unknown>>
  return [key, name, kind, to].every((text) => typeof text === 'string')
}

export type ActionId = 'open' | 'compare' | 'star' | 'copy'

/** Something that can be done with a hit. */
export interface HitAction {
  readonly id: ActionId
  readonly name: string
  /** The keys that do it from the list of hits. */
  readonly keys: string
}

/** What can be done with a hit: only what has a series is compared, only names are starred. */
export function actionsOf({ to, watched }: Hit, isStarred: boolean): readonly HitAction[] {
  const all: readonly HitAction[] = [
    { id: 'open', name: 'Open', keys: '↵' },
    { id: 'compare', name: 'Add to compare', keys: '⌘↵' },
    { id: 'star', name: isStarred ? 'Remove from the watchlist' : 'Star', keys: '*' },
    { id: 'copy', name: 'Copy link', keys: '' },
  ]
  const left: Readonly<Partial<Record<ActionId, boolean>>> = {
    compare: comparedAs(to) === null,
    star: watched === undefined,
  }
  return all.filter(({ id }) => left[id] !== true)
}

/** The URL of a hit for others, at the timestamp that is looked at. */
export function linkOf({ to, search }: Hit, app: string, asOf: string | null): string {
  const query = new URLSearchParams({ ...search, ...(asOf === null ? {} : { asOf }) }).toString()
  return query === '' ? `${app}${to}` : `${app}${to}?${query}`
}
