import { at } from '../../lib/at.ts'
import { Rows } from '../render/rows.ts'
import type { TableColumn } from '../table/column.ts'
import type { Table, TuplePlace, WalkStep } from '../table/table.ts'

/** A column within each element of a list, and the members that lead to it. */
export interface PlacedColumn {
  readonly column: TableColumn
  readonly path: readonly string[]
}

/** The outermost list of one form of a response. */
export interface ListPlace {
  /** The members that lead to it. */
  readonly members: readonly string[]
  readonly columns: readonly PlacedColumn[]
}

/** Where the lists are that a table is made of, one for each form of the response. */
export function listPlaces({ walks, columns }: Table): ListPlace[] {
  return walks.flatMap((walk) => {
    const index = walk.findIndex((step) => step.do === 'items')
    const before = walk.slice(0, Math.max(0, index)).filter((step) => step.do !== 'take')
    const members = before.flatMap((step) => (step.do === 'member' ? step.name : []))
    if (index < 0 || members.length < before.length) return []
    return { members, columns: columnsOfElement(walk.slice(index + 1), columns) }
  })
}

/** The columns that an element has itself: what is deeper is several rows. */
function columnsOfElement(
  steps: readonly WalkStep[],
  columns: readonly TableColumn[],
): PlacedColumn[] {
  const [first] = steps
  if (first?.do === 'tuple')
    return first.places.map(({ slot, index }: TuplePlace) => ({
      column: at(columns, slot),
      path: [String(index)],
    }))
  if (first?.do !== 'take') return []
  return first.parts.map(({ slot, path }) => ({ column: at(columns, slot), path }))
}

/** The list at a place of a response, if the response has one there. */
export function findList(
  value: unknown,
  members: readonly string[],
): readonly unknown[] | undefined {
  const [name, ...rest] = members
  if (name !== undefined) return isObject(value) ? findList(value[name], rest) : undefined
  const list = value instanceof Rows ? value.toJSON() : value
  return Array.isArray(list) ? list : undefined
}

/** The same response with another list at a place. */
export function withList(
  value: unknown,
  members: readonly string[],
  list: readonly unknown[],
): unknown {
  return changeLists(value, members, () => list)
}

/** Stands for every member of a map in the way to lists. */
const EVERY = '*'

/** The same response with its lists at a place changed; `*` goes through all members of a map. */
export function changeLists(
  value: unknown,
  members: readonly string[],
  change: (list: readonly unknown[]) => readonly unknown[],
): unknown {
  const [name, ...rest] = members
  if (name === undefined) {
    const list = findList(value, [])
    return list === undefined ? value : change(list)
  }
  if (!isObject(value)) return value
  const names = name === EVERY ? Object.keys(value) : [name].filter((member) => member in value)
  const changed = names.map((member) => [member, changeLists(value[member], rest, change)])
  return { ...value, ...Object.fromEntries(changed) }
}

/** The value at some members inside of an element. */
export function valueAt(element: unknown, path: readonly string[]): unknown {
  let value = element
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
