import type { ResponseOf } from '../../api/operations.ts'
import { cellOf, type ExportRows } from '../../lib/csv.ts'
import { isoText } from '../../lib/writing.ts'

export type Dataset = ResponseOf<'getDatasets'>[number]

interface ShapeColumn {
  readonly name: string
  readonly part: 'key' | 'time' | 'value'
  readonly type: string
  readonly nullable: boolean
  readonly describe: string
}

/** Columns of a fact: those of its key, its time, those of its values. */
export function shapeOf({ key, time, values }: Dataset): ShapeColumn[] {
  const valid = { type: 'time', nullable: false, describe: 'Valid time' }
  return [
    ...Object.entries(key).map(([name, shape]) => ({ name, part: 'key' as const, ...shape })),
    ...(time === null ? [] : [{ name: time, part: 'time' as const, ...valid }]),
    ...Object.entries(values).map(([name, shape]) => ({ name, part: 'value' as const, ...shape })),
  ]
}

export function shapeRows(dataset: Dataset): ExportRows {
  return {
    head: ['column', 'part', 'type', 'nullable', 'describe'],
    rows: shapeOf(dataset).map(({ name, part, type, nullable, describe }) => [
      ...[name, part, type, nullable, describe],
    ]),
  }
}

export type FactRow = ResponseOf<'listFactRows'>['rows'][number]

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
        atSec === null ? null : isoText(atSec),
        ...values.map((name) => cellOf(version.values[name])),
        ...[version.quality, version.isCurrent, version.run, version.source, version.recordedAt],
      ]),
    ),
  }
}

function namesOf(parts: readonly Readonly<Record<string, unknown>>[]): string[] {
  return [...new Set(parts.flatMap((part) => Object.keys(part)))]
}
