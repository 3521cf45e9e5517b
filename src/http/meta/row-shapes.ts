import Type from 'typebox'
import { receipts } from '../../live/receipts/receipt.ts'
import { QUALITIES } from '../../store/fact.ts'
import type { VersionedRow } from '../../store/row-versions.ts'
import { boolean, integer, nullableText, timeText } from '../described.ts'
import type { MetaServices } from '../route.ts'
import { mapOf, namedShape, nullable } from '../schemas.ts'

const versionShape = namedShape('RowVersion', {
  values: mapOf(Type.Unknown(), 'Columns of the values'),
  quality: Type.String({ description: 'How sure it is', enum: [...QUALITIES] }),
  isCurrent: boolean('It is the version that is served'),
  run: integer('Run that brought it'),
  source: nullableText('What brought it; null when the run is not in the journal'),
  recordedAt: nullable(timeText('When its run was committed')),
  receipt: nullableText(
    'Path of the run that shows the code, blocks and prices behind it; null when its run has no receipt',
  ),
})

/** A row with its versions, as several operations give it. */
export const rowShape = namedShape('VersionedRow', {
  key: mapOf(Type.Union([Type.String(), Type.Number()]), 'Columns of the key'),
  atSec: nullable(integer('Valid time, Unix seconds; null when rows have no time')),
  versionCount: integer('Number of versions; the newest 100 are listed'),
  versions: Type.Array(versionShape, { description: 'Newest first' }),
})

export const rowExample = {
  key: { protocol: '1', chain: 'ethereum', section: 'tvl' },
  atSec: 1_760_000_000,
  versionCount: 1,
  versions: [
    {
      values: { tvlUsd: 4_200_000_000 },
      quality: 'ok',
      isCurrent: true,
      run: 12,
      source: 'import',
      recordedAt: '2026-01-31T00:00:01.000Z',
      receipt: null,
    },
  ],
}

/** Rows with what the journal knows about the runs of their versions. */
export async function describeRows(
  rows: readonly VersionedRow[],
  { store }: Pick<MetaServices, 'store'>,
) {
  const runs = await store.journal.findAll(
    rows.flatMap(({ versions }) => versions.map(({ run }) => run)),
  )
  return rows.map((row) => ({
    ...row,
    versions: row.versions.map((version) => {
      const run = runs.get(version.run)
      return {
        ...version,
        source: run?.source ?? null,
        recordedAt: run === undefined ? null : new Date(run.atMs).toISOString(),
        receipt: run?.facts.includes(receipts.name) === true ? `/meta/runs/${run.id}` : null,
      }
    }),
  }))
}
