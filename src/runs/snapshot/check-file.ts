import { shown } from '../../lib/shown.ts'
import type { Sql } from '../../lib/sql.ts'
import { FIRST_COLUMNS, LATER_COLUMNS } from '../../store/runs-table.ts'
import { RUNS, type SnapshotFile } from './manifest.ts'
import { columnsOf, parquetType } from './parquet-columns.ts'
import { ParquetFault, readFooter } from './parquet-footer.ts'

/** What is known of a file whose bytes were read. */
export interface ReadBytes {
  bytes: number
  sha256: string
  /** Its last bytes, which hold the footer. */
  tail: Buffer
}

/** Columns that the rows of every fact have besides their own, as snapshots hold them. */
const COMMON_COLUMNS = { recordedAt: 'DateTime64(3)', run: 'UInt32', quality: 'String' }

/** How a file is not the one that its manifest describes; follows its path in a message. */
export function findProblem(expected: SnapshotFile, found: ReadBytes): string | undefined {
  return findDamage(expected, found) ?? findParquetProblem(expected, found.tail)
}

/** How bytes are not those that were written. */
export function findDamage(
  expected: Pick<SnapshotFile, 'bytes' | 'sha256'>,
  found: ReadBytes,
): string | undefined {
  if (found.bytes > expected.bytes) return `has more than ${expected.bytes} bytes`
  if (found.bytes < expected.bytes) return `has ${found.bytes} bytes instead of ${expected.bytes}`
  return found.sha256 === expected.sha256 ? undefined : 'is damaged: its SHA-256 is another'
}

function findParquetProblem({ fact, columns, rows }: SnapshotFile, tail: Buffer) {
  const isRuns = fact === RUNS
  const needed = isRuns ? textsOf(FIRST_COLUMNS) : { ...columns, ...COMMON_COLUMNS }
  const later = isRuns ? textsOf(LATER_COLUMNS) : {}
  const allowed = new Map(Object.entries({ ...needed, ...later }))
  try {
    const footer = readFooter(tail)
    const found = columnsOf(footer)
    for (const [name, type] of found) {
      const declared = allowed.get(name)
      if (declared === undefined) return `has a column ${shown(name)}, which ${fact} lacks`
      const expected = parquetType(declared)
      if (type !== expected) return `has ${name} as ${shown(String(type))} instead of ${expected}`
    }
    const lacking = Object.keys(needed).find((name) => !found.has(name))
    if (lacking !== undefined) return `lacks the column ${lacking}`
    const inGroups = footer.row_groups.reduce((sum, group) => sum + group.num_rows, 0n)
    const isCounted = footer.num_rows === BigInt(rows) && inGroups === footer.num_rows
    return isCounted ? undefined : `has ${footer.num_rows} rows instead of ${rows}`
  } catch (error) {
    if (error instanceof ParquetFault) return error.message
    throw error
  }
}

function textsOf(types: Readonly<Record<string, Sql>>): Record<string, string> {
  return Object.fromEntries(Object.entries(types).map(([name, { text }]) => [name, text]))
}
