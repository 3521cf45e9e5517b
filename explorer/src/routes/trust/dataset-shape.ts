import type { AnswerOf } from '../../api/operations.ts'
import type { ExportRows } from '../../lib/export-rows.ts'

export type Dataset = AnswerOf<'getDatasets'>[number]

export interface ShapeColumn {
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
