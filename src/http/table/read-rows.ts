import { at } from '../../lib/at.ts'
import { RecordRow } from '../render/cells.ts'
import { Rows } from '../render/rows.ts'
import { NOWHERE, type Part, type Table, type WalkStep } from './table.ts'

/** The values of one row, by column; `undefined` and `null` are both unknown. */
export type Row = readonly unknown[]

// As many as a slice of time may take.
const VALUES_PER_BATCH = 2_000

/** Gives out the rows one by one, reusing one array, and stops after each batch for other work. */
export function* readRows(
  { columns, walks }: Table,
  response: unknown,
  add: (row: Row) => void,
): Generator<void> {
  const steps = walks.find(([first]) => fits(first, response))
  if (steps === undefined) return
  const walk = new Walk(steps, add, Math.ceil(VALUES_PER_BATCH / columns.length))
  yield* walk.from(response, 0, Array(columns.length).fill(undefined))
}

class Walk {
  readonly #steps: readonly WalkStep[]
  readonly #lastLoop: number
  readonly #add: (row: Row) => void
  readonly #batchSize: number
  #rows = 0

  constructor(steps: readonly WalkStep[], add: (row: Row) => void, batchSize: number) {
    this.#steps = steps
    this.#lastLoop = steps.findLastIndex(isLoop)
    this.#add = add
    this.#batchSize = batchSize
  }

  /** Walks from a step on; stops whenever a batch is full. */
  *from(value: unknown, index: number, row: unknown[]): Generator<void> {
    const found = this.#goOn(value, index, row)
    if (found === undefined) return
    const isLast = found.index === this.#lastLoop
    for (const element of elementsOf(found, row)) {
      if (isLast) this.#goOn(element, found.index + 1, row)
      else yield* this.from(element, found.index + 1, row)
      if (this.#rows < this.#batchSize) continue
      this.#rows = 0
      yield
    }
  }

  /** Takes all steps up to the next loop, which is returned, or up to a row, which is added. */
  #goOn(start: unknown, from: number, row: unknown[]): Loop | undefined {
    let value = start
    for (let index = from; index < this.#steps.length; index++) {
      const step = at(this.#steps, index)
      if (step.do === 'items' || step.do === 'entries') return { step, index, value }
      if (step.do === 'zip') return void this.#addZipped(step, value, row)
      value = advance(step, value, row)
      if (value === NOTHING) return undefined
    }
    this.#give(row)
    return undefined
  }

  /** A row for each name that any of the maps has; one without a name if they have none. */
  #addZipped({ slot, parts }: WalkStep & { do: 'zip' }, value: unknown, row: unknown[]): void {
    const maps = parts.map(({ path }) => memberOf(value, at(path, 0)))
    const names = new Set<string | undefined>(maps.flatMap(namesOf))
    if (names.size === 0) names.add(undefined)
    for (const name of names) {
      row[slot] = name
      for (const [index, part] of parts.entries())
        row[part.slot] = name === undefined ? undefined : memberOf(maps[index], name)
      this.#give(row)
    }
  }

  #give(row: Row): void {
    this.#add(row)
    this.#rows++
  }
}

// There is nothing at the place that a path leads to.
const NOTHING = Symbol('nothing')

/** Takes one step: puts its columns into the row and returns the place it leads to. */
function advance(step: PlainStep, value: unknown, row: unknown[]): unknown {
  if (step.do === 'member') return memberOf(value, step.name) ?? NOTHING
  if (step.do === 'value') row[step.slot] = value
  else if (step.do === 'take') fill(row, step.parts, value)
  else {
    const places = value as readonly unknown[]
    for (const { slot, index } of step.places) row[slot] = places[index]
    return step.onwards === NOWHERE ? undefined : places[step.onwards]
  }
  return value
}

type PlainStep = Exclude<WalkStep, { do: 'items' | 'entries' | 'zip' }>

interface Loop {
  readonly step: WalkStep & { do: 'items' | 'entries' }
  readonly index: number
  readonly value: unknown
}

function isLoop({ do: what }: WalkStep): boolean {
  return what === 'items' || what === 'entries'
}

/** Whether a response has the form that a way to its rows begins with. */
function fits(first: WalkStep | undefined, response: unknown): boolean {
  if (first?.do === 'items') return Array.isArray(response) || response instanceof Rows
  return first?.do !== 'member' || memberOf(response, first.name) !== undefined
}

/** The elements that a loop visits; the name of each is put into the row before it is given out. */
function elementsOf({ step, value }: Loop, row: unknown[]): Iterable<unknown> {
  if (value instanceof Rows) return rowsOf(value, step, row)
  if (step.do === 'items') return value as readonly unknown[]
  return value instanceof RecordRow ? recordMembers(step, value, row) : membersOf(step, value, row)
}

function* rowsOf(rows: Rows, step: Loop['step'], row: unknown[]): Generator<unknown> {
  for (let index = 0; index < rows.length; index++) {
    const element = rows.valueAt(index)
    if (element === undefined) continue
    if (step.do === 'entries') row[step.slot] = rows.nameAt(index)
    yield element
  }
}

function* membersOf(step: EntriesStep, value: unknown, row: unknown[]): Generator<unknown> {
  if (typeof value !== 'object' || value === null) {
    row[step.slot] = undefined
    if (value !== null && value !== undefined) yield value
    return
  }
  for (const [name, element] of Object.entries(value)) {
    if (element === undefined || isLeftOut(step, name)) continue
    row[step.slot] = name
    yield element
  }
}

function* recordMembers(step: EntriesStep, record: RecordRow, row: unknown[]): Generator<unknown> {
  const { names } = record
  for (let index = 0; index < names.length; index++) {
    const element = record.valueAt(index)
    if (element === undefined || isLeftOut(step, at(names, index))) continue
    row[step.slot] = names[index]
    yield element
  }
}

type EntriesStep = WalkStep & { do: 'entries' }

function isLeftOut({ of, except }: EntriesStep, name: string): boolean {
  return except.includes(name) || (of.length > 0 && !of.includes(name))
}

function namesOf(value: unknown): readonly string[] {
  if (value instanceof RecordRow)
    return value.names.filter((_, index) => value.valueAt(index) !== undefined)
  return value === null || value === undefined ? [] : Object.keys(value)
}

function memberOf(value: unknown, name: string): unknown {
  if (value instanceof RecordRow) return value.get(name)
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
}

function fill(row: unknown[], parts: readonly Part[], value: unknown): void {
  for (const { slot, path } of parts) {
    let part = value
    for (const name of path) part = memberOf(part, name)
    row[slot] = part
  }
}
