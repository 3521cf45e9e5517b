import { at } from '../../lib/at.ts'
import {
  columnOf,
  columnsOfRow,
  keyColumn,
  mergeColumns,
  type RowColumn,
  type TableColumn,
} from './column.ts'
import { type NamedColumn, ONWARDS, parsePaths, type Step } from './path.ts'
import {
  choicesOf,
  fixedMembersOf,
  itemsOf,
  type JsonSchema,
  mapValueOf,
  placesOf,
} from './schema.ts'

/** A column of the row, by its place in `columns`, and the members that lead to its value. */
export interface Part {
  readonly slot: number
  readonly path: readonly string[]
}

/** A step of the walk from a response to its rows; the last one fills a row. */
export type WalkStep =
  | { readonly do: 'member'; readonly name: string }
  | { readonly do: 'items' }
  | {
      readonly do: 'entries'
      readonly slot: number
      /** Only these members, or all if there are none here. */
      readonly of: readonly string[]
      readonly except: readonly string[]
    }
  | { readonly do: 'zip'; readonly slot: number; readonly parts: readonly Part[] }
  | { readonly do: 'take'; readonly parts: readonly Part[] }
  | { readonly do: 'tuple'; readonly places: readonly TuplePlace[]; readonly onwards: number }
  | { readonly do: 'value'; readonly slot: number }

export interface TuplePlace {
  readonly slot: number
  readonly index: number
}

/** No place of a tuple leads on: its places are the row. */
export const NOWHERE = -1

/** The flat table of a response: its columns, and the ways to its rows. */
export interface Table {
  readonly path: string
  readonly columns: readonly TableColumn[]
  /** One for each form of the response: the first whose first step fits is taken. */
  readonly walks: readonly (readonly WalkStep[])[]
}

/** Reads the columns of a table off the schema of its response; throws where the path leads nowhere. */
export function compileTable(path: string, schema: JsonSchema): Table {
  const columns: TableColumn[] = []
  const walks = parsePaths(path).map((steps) => {
    const compiler = new WalkCompiler(columns, schema)
    try {
      for (const step of steps) compiler.add(step)
      return compiler.finish()
    } catch (error) {
      throw new Error(`Table ${path}: ${(error as Error).message}`)
    }
  })
  return { path, columns, walks }
}

class WalkCompiler {
  readonly #columns: TableColumn[]
  readonly #walk: WalkStep[] = []
  readonly #names = new Set<string>()
  /** What the response may be at the place reached so far; empty once a row is complete. */
  #here: readonly JsonSchema[]
  /** Members of this place that are columns already. */
  #taken: readonly string[] = []

  constructor(columns: TableColumn[], schema: JsonSchema) {
    this.#columns = columns
    this.#here = choicesOf(schema)
  }

  add(step: Step): void {
    if (this.#here.length === 0) throw new Error(`nothing lies at ${JSON.stringify(step)}.`)
    const taken = this.#taken
    this.#taken = []
    if (step.do === 'member') this.#go(step, this.#membersOf(step.name))
    else if (step.do === 'items')
      this.#go(
        step,
        this.#here.flatMap((schema) => itemsOf(schema) ?? []),
      )
    else if (step.do === 'entries') this.#addEntries(step.key, step.of, taken)
    else if (step.do === 'zip') this.#addZip(step.key, taken)
    else if (step.do === 'take') this.#addTaken(step.members)
    else if (step.do === 'tuple') this.#addTuple(step.places)
    else this.#go({ do: 'value', slot: this.#slotOf(columnOf(step.name, this.#scalars())) }, [])
  }

  /** Where the path ends at an object, its members are the row. */
  finish(): readonly WalkStep[] {
    if (this.#here.length === 0 || this.#taken.length > 0) return this.#walk
    return [...this.#walk, { do: 'take', parts: columnsOfRow(this.#here, []).map(this.#partOf) }]
  }

  #go(step: WalkStep, next: readonly JsonSchema[]): void {
    this.#walk.push(step)
    this.#here = next.flatMap(choicesOf)
  }

  #addEntries(key: NamedColumn, of: readonly string[], except: readonly string[]): void {
    const slot = this.#slotOf(keyColumn(key.name, key.isTime))
    const next = this.#here.flatMap((schema) => {
      if (of.length > 0) return of.flatMap((name) => schema.properties?.[name] ?? [])
      const members = Object.entries(schema.properties ?? {})
      // A total in the place of a map, as some responses have, is the row of no key.
      if (isScalar(schema)) return [schema]
      return (
        mapValueOf(schema) ??
        members.flatMap(([name, value]) => (except.includes(name) ? [] : value))
      )
    })
    this.#go({ do: 'entries', slot, of, except }, next)
  }

  #addZip(key: NamedColumn, except: readonly string[]): void {
    const slot = this.#slotOf(keyColumn(key.name, key.isTime))
    const maps = this.#here.flatMap((schema) => fixedMembersOf(schema) ?? [])
    const parts = maps.flatMap(([name, schema]) => {
      if (except.includes(name)) return []
      const values = choicesOf(schema).flatMap((choice) => mapValueOf(choice) ?? [])
      return { slot: this.#slotOf(columnOf(name, values), 'again'), path: [name] }
    })
    this.#go({ do: 'zip', slot, parts }, [])
  }

  #addTaken(members: readonly NamedColumn[]): void {
    const columns = members.flatMap(({ name, isTime }): RowColumn[] =>
      isTime
        ? [{ column: columnOf(name, [TIME]), path: [name] }]
        : columnsOfRow(this.#membersOf(name), [name]),
    )
    this.#walk.push({ do: 'take', parts: columns.map(this.#partOf) })
    this.#taken = members.map(({ name }) => name)
  }

  #addTuple(names: readonly string[]): void {
    const tuples = this.#here.flatMap((schema) => [placesOf(schema) ?? []])
    if (tuples.some((tuple) => tuple.length !== names.length))
      throw new Error(`a tuple has not ${names.length} places.`)
    const onwards = names.indexOf(ONWARDS)
    const schemasAt = (index: number) => tuples.map((tuple) => at(tuple, index))
    const places = names.flatMap((name, index) =>
      index === onwards ? [] : { index, slot: this.#slotOf(columnOf(name, schemasAt(index))) },
    )
    this.#go({ do: 'tuple', places, onwards }, onwards === NOWHERE ? [] : schemasAt(onwards))
  }

  #membersOf(name: string): JsonSchema[] {
    const found = this.#here.flatMap(
      (schema) => schema.properties?.[name] ?? mapValueOf(schema) ?? [],
    )
    if (found.length === 0) throw new Error(`there is no member ${name}.`)
    return found
  }

  #scalars(): readonly JsonSchema[] {
    const scalars = this.#here.filter(isScalar)
    return scalars.length === 0 ? this.#here : scalars
  }

  readonly #partOf = ({ column, path }: RowColumn): Part => ({ slot: this.#slotOf(column), path })

  /** The place of a column in the table. */
  #slotOf(column: TableColumn, twice: 'never' | 'again' = 'never'): number {
    if (this.#names.has(column.name) && twice === 'never')
      throw new Error(`two columns are called ${column.name}.`)
    this.#names.add(column.name)
    const slot = this.#columns.findIndex(({ name }) => name === column.name)
    const known = this.#columns[slot]
    if (known === undefined) return this.#columns.push(column) - 1
    this.#columns[slot] = mergeColumns(known, column)
    return slot
  }
}

const TIME: JsonSchema = { type: 'integer', description: 'Unix seconds' }

function isScalar({ type }: JsonSchema): boolean {
  return type === 'string' || type === 'number' || type === 'integer' || type === 'boolean'
}
