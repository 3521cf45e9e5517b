import { type Fact, identityColumns } from '../../store/fact.ts'

/** Prices and rounding may move the last digits of a figure. */
const TOLERANCE = 0.001

export interface FigureDifference {
  fact: string
  /** Key and time of the row, as JSON. */
  row: string
  column: string
  stored: unknown
  again: unknown
}

type Row = Readonly<Record<string, unknown>>

/** Compares rows by key; numbers may differ by a thousandth, everything else must be equal. */
export function compareFigures(
  fact: Fact,
  stored: readonly Row[],
  again: readonly Row[],
): FigureDifference[] {
  const identity = identityColumns(fact)
  const nameOf = (row: Row) =>
    JSON.stringify(Object.fromEntries(identity.map((column) => [column, row[column]])))
  const made = new Map(again.map((row) => [nameOf(row), row]))
  const differences: FigureDifference[] = []
  for (const row of stored) {
    const name = nameOf(row)
    const other = made.get(name)
    made.delete(name)
    if (other === undefined)
      differences.push({ fact: fact.name, row: name, column: '', stored: 'is there', again: null })
    else differences.push(...compareRow(fact, name, row, other))
  }
  for (const name of made.keys())
    differences.push({ fact: fact.name, row: name, column: '', stored: null, again: 'is there' })
  return differences
}

function compareRow(fact: Fact, name: string, stored: Row, again: Row): FigureDifference[] {
  return Object.keys(fact.values).flatMap((column) => {
    const [a, b] = [stored[column] ?? null, again[column] ?? null]
    return isSame(a, b) ? [] : [{ fact: fact.name, row: name, column, stored: a, again: b }]
  })
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
  return JSON.stringify(a) === JSON.stringify(b)
}
