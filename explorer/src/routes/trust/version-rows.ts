import type { AnswerOf } from '../../api/operations.ts'
import type { Cell } from '../../lib/csv.ts'
import type { ExportRows } from '../../lib/export-rows.ts'

export type FactRow = AnswerOf<'listFactRows'>['rows'][number]

/** Every version as a row with all columns of its key and values, none of them cut. */
export function versionRows(rows: readonly FactRow[]): ExportRows {
  const keys = namesOf(rows.map(({ key }) => key))
  const values = namesOf(rows.flatMap(({ versions }) => versions.map((version) => version.values)))
  return {
    // A fact may have a column `source` of its own.
    head: [...keys, 'time', ...values, 'quality', 'isCurrent', 'run', 'runSource', 'recordedAt'],
    rows: rows.flatMap(({ key, atSec, versions }) =>
      versions.map((version) => [
        ...keys.map((name) => cellOf(key[name])),
        atSec === null ? null : new Date(atSec * 1000).toISOString(),
        ...values.map((name) => cellOf(version.values[name])),
        ...[version.quality, version.isCurrent, version.run, version.source, version.recordedAt],
      ]),
    ),
  }
}

function namesOf(parts: readonly Readonly<Record<string, unknown>>[]): string[] {
  return [...new Set(parts.flatMap((part) => Object.keys(part)))]
}

/** Lists and maps are written as JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}
