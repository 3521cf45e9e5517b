import { type Bounds, isLimited, isWithin } from '../lib/view-state.ts'
/** A filter by one of the names that rows have. */
export interface RowChoice<Row> {
  readonly id: string
  readonly name: string
  /** What stands for no filter, such as All chains. */
  readonly all: string
  namesOf(row: Row): readonly (string | null | undefined)[]
}

/** A filter by a figure that rows have, from one value to another. */
export interface RowLimit<Row> {
  readonly id: string
  /** What is bounded, with its unit, such as TVL $M. */
  readonly name: string
  /** 1e6 where figures are typed in millions. */
  readonly unitSize?: number
  of(row: Row): number | null | undefined
}

export const UNLIMITED: Bounds = { from: null, to: null }

/** The rules by which a list is narrowed. */
export interface RowFilters<Row> {
  /** Texts that the search field looks in. */
  searchIn(row: Row): readonly (string | null | undefined)[]
  readonly choices?: readonly RowChoice<Row>[]
  readonly limits?: readonly RowLimit<Row>[]
}

type State = Readonly<Record<string, unknown>>

/**
 * Whether a row holds the text that is looked for and one of each kind of chosen names, and its
 * figures are within their bounds.
 */
export function fitsFilters<Row>(
  row: Row,
  state: State,
  { searchIn, choices = [], limits = [] }: RowFilters<Row>,
): boolean {
  const wanted = String(state.q ?? '')
    .trim()
    .toLowerCase()
  if (wanted !== '' && !searchIn(row).some((text) => text?.toLowerCase().includes(wanted)))
    return false
  if (!limits.every(({ id, of }) => isWithin(of(row), boundsIn(state, id)))) return false
  return choices.every(({ id, namesOf }) => {
    const [chosen, excluded] = [namesIn(state, id), namesIn(state, notId(id))]
    const isOneOf = (wantedNames: readonly string[]) =>
      namesOf(row).some((name) => name != null && wantedNames.includes(name))
    return (chosen.length === 0 || isOneOf(chosen)) && !isOneOf(excluded)
  })
}

/** The key of the names that no row may have: `not.chain`. */
export function notId<Id extends string>(id: Id): `not.${Id}` {
  return `not.${id}`
}

export function boundsIn(state: State, id: string): Bounds {
  return (state[id] ?? UNLIMITED) as Bounds
}

export function namesIn(state: State, id: string): readonly string[] {
  return (state[id] ?? []) as readonly string[]
}

/** The names that rows have, in the order of the alphabet. */
export function optionsOf<Row>(rows: readonly Row[], { namesOf }: RowChoice<Row>): string[] {
  const found = new Set(rows.flatMap((row) => namesOf(row).filter((name) => name != null)))
  return [...found].sort((a, b) => a.localeCompare(b, 'en'))
}

/** A filter that is set. */
export interface SetFilter {
  readonly id: string
  /** The filter in words. */
  readonly name: string
  /** Its value when it is not set. */
  readonly empty: unknown
}

/** A filter that is set, and how many rows would fit without it. */
export interface Drop extends SetFilter {
  readonly fitting: number
}

/** The filters that are set, the one that excludes most first. */
export function dropsOf<Row>(
  rows: readonly Row[],
  filters: readonly SetFilter[],
  fitsWithout: (row: Row, filter: SetFilter) => boolean,
): Drop[] {
  return filters
    .map((filter) => ({
      ...filter,
      fitting: rows.filter((row) => fitsWithout(row, filter)).length,
    }))
    .sort((a, b) => b.fitting - a.fitting)
}

/** What is looked for, the names that are chosen or excluded, and the bounds. */
export function setFilters<Row>(
  state: State,
  { choices = [], limits = [] }: Omit<RowFilters<Row>, 'searchIn'>,
): SetFilter[] {
  const text = String(state.q ?? '').trim()
  return [
    ...(text === '' ? [] : [{ id: 'q', name: `“${text.slice(0, 40)}”`, empty: '' }]),
    ...choices.flatMap(({ id, name }) => [
      ...named(id, `${name}: `, namesIn(state, id)),
      ...named(notId(id), `${name}: not `, namesIn(state, notId(id))),
    ]),
    ...limits
      .filter(({ id }) => isLimited(boundsIn(state, id)))
      .map(({ id, name }) => ({ id, name: name.replace(/ \$?M$/, ''), empty: UNLIMITED })),
  ]
}

function named(id: string, begin: string, chosen: readonly string[]): SetFilter[] {
  return chosen.length === 0 ? [] : [{ id, name: `${begin}${chosen.join(', ')}`, empty: [] }]
}

type Names = string | null | undefined | readonly (string | null | undefined)[]

/** Members of a row that hold a name or several. */
type Naming<Row> = { [Name in keyof Row]-?: Row[Name] extends Names ? Name : never }[keyof Row]

/** A filter by a member of the rows, or by the names that are made of it. */
export function by<Row>(
  id: string,
  name: string,
  all: string,
  of: Naming<Row> | ((row: Row) => readonly (string | null | undefined)[]),
): RowChoice<Row> {
  if (typeof of === 'function') return { id, name, all, namesOf: of }
  return { id, name, all, namesOf: (row) => [row[of] as Names].flat() }
}
