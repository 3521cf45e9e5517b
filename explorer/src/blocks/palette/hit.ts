import type { Body } from '../../api/answers.ts'
import { type OperationId, operationIds } from '../../api/operations.ts'
import { PAGE_GROUPS } from '../../page/pages.ts'
import { pageOf } from './page-of.ts'

/** Something that can be opened from the palette. */
export interface Hit {
  readonly key: string
  readonly name: string
  readonly symbol: string | null
  readonly kind: string
  /** Address below the explorer. */
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
