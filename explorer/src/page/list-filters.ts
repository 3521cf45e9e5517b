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
    const chosen = (state[id] ?? []) as readonly string[]
    return chosen.length === 0 || namesOf(row).some((name) => name != null && chosen.includes(name))
  })
}

/** The names that rows have, in the order of the alphabet. */
export function optionsOf<Row>(rows: readonly Row[], { namesOf }: RowChoice<Row>): string[] {
  const found = new Set(rows.flatMap((row) => namesOf(row).filter((name) => name != null)))
  return [...found].sort((a, b) => a.localeCompare(b, 'en'))
}

/** A filter that is set, and how many rows would fit without it. */
export interface Drop {
  readonly id: string
  /** The filter in words. */
  readonly name: string
  /** Its value when it is not set. */
  readonly empty: string | readonly string[]
  readonly fitting: number
}

/** The filters that are set, the one that excludes most first. */
export function dropsOf<Row>(
  rows: readonly Row[],
  state: Readonly<Record<string, unknown>>,
  searchIn: (row: Row) => readonly (string | null | undefined)[],
  choices: readonly RowChoice<Row>[],
): Drop[] {
  const text = String(state.q ?? '').trim()
  const set = [
    ...(text === '' ? [] : [{ id: 'q', name: `“${text.slice(0, 40)}”`, empty: '' }]),
    ...choices.flatMap(({ id, name }) => {
      const chosen = (state[id] ?? []) as readonly string[]
      return chosen.length === 0 ? [] : [{ id, name: `${name}: ${chosen.join(', ')}`, empty: [] }]
    }),
  ]
  return set
    .map((filter) => {
      const without = { ...state, [filter.id]: filter.empty }
      const fitting = rows.filter((row) => fitsFilters(row, without, searchIn, choices)).length
      return { ...filter, fitting }
    })
    .sort((a, b) => b.fitting - a.fitting)
}
