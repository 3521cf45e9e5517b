/** A filter by one of the names that rows have. */
export interface RowChoice<Row> {
  readonly id: string
  readonly name: string
  /** What stands for no filter, such as All chains. */
  readonly all: string
  namesOf(row: Row): readonly (string | null | undefined)[]
}

/** Whether a row holds the text that is looked for and one of each kind of chosen names. */
export function fitsFilters<Row>(
  row: Row,
  state: Readonly<Record<string, unknown>>,
  searchIn: (row: Row) => readonly (string | null | undefined)[],
  choices: readonly RowChoice<Row>[],
): boolean {
  const wanted = String(state.q ?? '')
    .trim()
    .toLowerCase()
  if (wanted !== '' && !searchIn(row).some((text) => text?.toLowerCase().includes(wanted)))
    return false
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

function namesIn(state: Readonly<Record<string, unknown>>, id: string): readonly string[] {
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

/** What is looked for, and the names that are chosen or excluded. */
export function setFilters<Row>(
  state: Readonly<Record<string, unknown>>,
  choices: readonly RowChoice<Row>[],
): SetFilter[] {
  const text = String(state.q ?? '').trim()
  return [
    ...(text === '' ? [] : [{ id: 'q', name: `“${text.slice(0, 40)}”`, empty: '' }]),
    ...choices.flatMap(({ id, name }) => [
      ...named(id, `${name}: `, namesIn(state, id)),
      ...named(notId(id), `${name}: not `, namesIn(state, notId(id))),
    ]),
  ]
}

function named(id: string, begin: string, chosen: readonly string[]): SetFilter[] {
  return chosen.length === 0 ? [] : [{ id, name: `${begin}${chosen.join(', ')}`, empty: [] }]
}
