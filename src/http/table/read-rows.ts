import { at } from '../../lib/at.ts'
import { RecordRow } from '../render/cells.ts'
import { Rows } from '../render/rows.ts'
import { NOWHERE, type Part, type Table, type WalkStep } from './table.ts'

/** The values of one row, by column; `undefined` and `null` are both unknown. */
export type Row = readonly unknown[]

// As many as a slice of time may take.
const VALUES_PER_BATCH = 2_000

/** The rows of an answer's table, in batches: other work may go on between two of them. */
export function* readRows({ columns, walks }: Table, answer: unknown): Generator<Row[]> {
  const steps = walks.find(([first]) => fits(first, answer))
  if (steps === undefined) return
  const walk = new Walk(steps, Math.ceil(VALUES_PER_BATCH / columns.length))
  for (const _ of walk.from(answer, 0, Array(columns.length).fill(undefined))) yield walk.take()
  yield walk.take()
}

class Walk {
  readonly #steps: readonly WalkStep[]
  readonly #lastLoop: number
  readonly #batchSize: number
  #rows: Row[] = []

  constructor(steps: readonly WalkStep[], batchSize: number) {
    this.#steps = steps
    this.#lastLoop = steps.findLastIndex(isLoop)
    this.#batchSize = batchSize
  }

  take(): Row[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  /** Walks from a step on; stops whenever a batch is full. */
  *from(value: unknown, index: number, row: unknown[]): Generator<void> {
    const found = this.#goOn(value, index, row)
    if (found === undefined) return
    const isLast = found.index === this.#lastLoop
    for (const element of elementsOf(found, row)) {
      if (isLast) this.#goOn(element, found.index + 1, row)
      else yield* this.from(element, found.index + 1, row)
      if (this.#rows.length >= this.#batchSize) yield
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
    this.#rows.push(row.slice())
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
      this.#rows.push(row.slice())
    }
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

/** Whether an answer has the form that a way to its rows begins with. */
function fits(first: WalkStep | undefined, answer: unknown): boolean {
  if (first?.do === 'items') return Array.isArray(answer) || answer instanceof Rows
  return first?.do !== 'member' || memberOf(answer, first.name) !== undefined
}

/** The elements that a loop visits; the name of each is put into the row before it is given out. */
function* elementsOf({ step, value }: Loop, row: unknown[]): Generator<unknown> {
  if (value instanceof Rows) {
    for (let index = 0; index < value.length; index++) {
      const element = value.valueAt(index)
      if (element === undefined) continue
      if (step.do === 'entries') row[step.slot] = value.nameAt(index)
      yield element
    }
  } else if (step.do === 'items') yield* value as readonly unknown[]
  else yield* membersOf(step, value, row)
}

function* membersOf(
  { slot, of, except }: WalkStep & { do: 'entries' },
  value: unknown,
  row: unknown[],
): Generator<unknown> {
  if (typeof value !== 'object' || value === null) {
    row[slot] = undefined
    if (value !== null && value !== undefined) yield value
    return
  }
  for (const name of of.length > 0 ? of : namesOf(value)) {
    if (except.includes(name)) continue
    const element = memberOf(value, name)
    if (element === undefined) continue
    row[slot] = name
    yield element
  }
}

function namesOf(value: unknown): string[] {
  if (value instanceof RecordRow) return value.names
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
