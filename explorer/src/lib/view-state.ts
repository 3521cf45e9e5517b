/**
 * The URL is the state: what a page shows is in its query, in one order, without defaults, so
 * that one view has one URL.
 */

export interface Key<T> {
  readonly byDefault: T
  /** `undefined` for a text that means nothing here. */
  parse(text: string): T | undefined
  format(value: T): string
}

export type Keys = Record<string, Key<unknown>>
export type StateOf<K extends Keys> = { [N in keyof K]: K[N] extends Key<infer T> ? T : never }

/** From a value to another, both included; `null` is open. */
export interface Bounds {
  readonly from: number | null
  readonly to: number | null
}

/** What a part of a page is given: some keys of its URL, and how they are set. */
export interface ViewWith<State> {
  readonly state: State
  set(changes: Partial<State>): void
}

export function text(byDefault = ''): Key<string> {
  return { byDefault, parse: (value) => value, format: (value) => value }
}

/** One of a few, with what a page calls them. */
export interface Choice<C extends string> extends Key<C>, ChoiceWords<C> {
  readonly options: readonly C[]
}

interface ChoiceWords<C extends string> {
  /** Name of the control, for readers. */
  readonly label: string
  /** Options whose names are not what the URL says. */
  readonly names?: Partial<Record<C, string>>
}

export function choice<const C extends string>(
  options: readonly C[],
  byDefault: C,
  words: ChoiceWords<C> = { label: '' },
): Choice<C> {
  return {
    options,
    ...words,
    byDefault,
    parse: (value) => options.find((option) => option === value),
    format: (value) => value,
  }
}

export function flag(byDefault = false): Key<boolean> {
  return {
    byDefault,
    parse: (value) => (value === '1' ? true : value === '0' ? false : undefined),
    format: (value) => (value ? '1' : '0'),
  }
}

/** Names, comma-separated; a comma within a name is written as %2C. */
export function names(byDefault: readonly string[] = []): Key<readonly string[]> {
  return {
    byDefault,
    parse: (value) =>
      value
        .split(',')
        .filter((name) => name !== '')
        .map((name) => name.replaceAll('%2C', ',').replaceAll('%25', '%')),
    format: (value) =>
      value.map((name) => name.replaceAll('%', '%25').replaceAll(',', '%2C')).join(','),
  }
}

/** `1e6..`, `..50` or `1e6..5e7`. */
export function bounds(): Key<Bounds> {
  return {
    byDefault: { from: null, to: null },
    parse: (value) => {
      const [from, to, ...rest] = value.split('..')
      if (from === undefined || to === undefined || rest.length > 0) return undefined
      const limits = { from: toLimit(from), to: toLimit(to) }
      return Number.isNaN(limits.from) || Number.isNaN(limits.to) ? undefined : limits
    },
    format: ({ from, to }) => `${from ?? ''}..${to ?? ''}`,
  }
}

export function isLimited({ from, to }: Bounds): boolean {
  return from !== null || to !== null
}

/** Whether a figure is within bounds; one that is missing is in none but open ones. */
export function isWithin(value: number | null | undefined, { from, to }: Bounds): boolean {
  if (!isLimited({ from, to })) return true
  return value != null && (from === null || value >= from) && (to === null || value <= to)
}

/** A column and its direction: `-tvl` is largest first. */
export interface Sort {
  readonly column: string
  readonly isDescending: boolean
}

export function sorting(byDefault: string): Key<Sort> {
  return { byDefault: toSort(byDefault), parse: toSort, format: sortText }
}

/** What the URL says of a table: its columns and its order. */
export function tableKeys(sort: string) {
  return { cols: names(), sort: sorting(sort) }
}

export function readState<K extends Keys>(
  keys: K,
  search: Readonly<Record<string, string>>,
): { state: StateOf<K>; ignored: string[] } {
  const state: Record<string, unknown> = {}
  const ignored = Object.keys(search).filter((name) => !(name in keys))
  for (const [name, key] of Object.entries(keys)) {
    const given = search[name]
    const parsed = given === undefined ? undefined : key.parse(given)
    if (given !== undefined && parsed === undefined) ignored.push(name)
    state[name] = parsed ?? key.byDefault
  }
  return { state: state as StateOf<K>, ignored }
}

/** The query of a state: keys in their declared order, defaults left out. */
export function writeState<K extends Keys>(
  keys: K,
  state: Partial<StateOf<K>>,
): Record<string, string> {
  const search: Record<string, string> = {}
  for (const [name, key] of Object.entries(keys)) {
    if (!(name in state)) continue
    const value = key.format(state[name])
    if (value !== key.format(key.byDefault)) search[name] = value
  }
  return search
}

function toLimit(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

function toSort(text: string): Sort {
  return text.startsWith('-')
    ? { column: text.slice(1), isDescending: true }
    : { column: text, isDescending: false }
}

function sortText({ column, isDescending }: Sort): string {
  return `${isDescending ? '-' : ''}${column}`
}

/** What the URL says after its question mark: plain texts that each page reads by its keys. */
export type Search = Readonly<Record<string, string>>

export function validateSearch(given: Readonly<Record<string, unknown>>): Search {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
}
