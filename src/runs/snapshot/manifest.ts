import Type from 'typebox'
import Value from 'typebox/value'
import { UsageError } from '../../lib/errors.ts'
import type { Fact } from '../../store/fact.ts'

/** Rises when files of an older form cannot be read any more. */
const FORMAT = 1
export const MANIFEST_NAME = 'manifest.json'
/** Stands for a fact in the file that has the runs themselves. */
export const RUNS = 'runs'

const run = Type.Integer({ minimum: 0, maximum: 4_294_967_295 })
const columns = Type.Record(Type.String(), Type.String())
const file = Type.Object({
  path: Type.String({ pattern: '^\\d+-\\d+/[a-z0-9_]+\\.parquet$' }),
  fact: Type.String({ pattern: '^[a-z0-9_]+$' }),
  columns,
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
const part = Type.Object({
  fromRun: run,
  toRun: run,
  /** What tells the runs up to `toRun` from those of another store. */
  history: Type.String(),
  files: Type.Array(file),
})
const manifest = Type.Object({
  format: Type.Literal(FORMAT),
  run,
  history: Type.String(),
  /** When its newest run was committed. */
  at: Type.String(),
  /** Columns of every fact, as the service that wrote it declares them. */
  facts: Type.Record(Type.String(), columns),
  parts: Type.Array(part),
})

/** What a snapshot consists of. It is written last, so whatever it lists is there. */
export type Manifest = Type.Static<typeof manifest>
export type SnapshotPart = Type.Static<typeof part>
export type SnapshotFile = Type.Static<typeof file>

export const EMPTY_MANIFEST: Manifest = {
  format: FORMAT,
  run: 0,
  history: '',
  at: '',
  facts: {},
  parts: [],
}

/** Reads a manifest; `place` names it in messages. */
export function parseManifest(text: string, place: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError(`${place} is damaged: it is not valid JSON.`)
  }
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format !== FORMAT)
    throw new UsageError(
      `${place} has format ${format}; this version of the service reads format ${FORMAT}. Use the version that wrote it.`,
    )
  if (!Value.Check(manifest, value))
    throw new UsageError(`${place} is damaged: it is not a manifest of a snapshot.`)
  requireOrder(value, place)
  return value
}

/** Each part begins where the one before ends. */
function requireOrder({ parts, run: newest, history }: Manifest, place: string): void {
  let end = 0
  for (const { fromRun, toRun } of parts) {
    if (fromRun !== end + 1 || toRun < fromRun)
      throw new UsageError(`${place} is damaged: its parts do not follow each other.`)
    end = toRun
  }
  if (end !== newest || (parts.at(-1)?.history ?? '') !== history)
    throw new UsageError(`${place} is damaged: its newest run is not that of its parts.`)
}

/** Columns of facts with their types, as manifests state them. */
export function describeFacts(facts: Iterable<Fact>): Manifest['facts'] {
  return Object.fromEntries([...facts].map((fact) => [fact.name, describeColumns(fact)]))
}

export function describeColumns(fact: Fact): Record<string, string> {
  const declared = { ...fact.key, ...fact.values }
  const types = Object.entries(declared).map(([name, { sqlType }]) => [name, sqlType.text] as const)
  return Object.fromEntries([
    ...types,
    ...(fact.time === undefined ? [] : [[fact.time, 'UInt32'] as const]),
  ])
}
