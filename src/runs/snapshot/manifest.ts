import Type from 'typebox'
import { UsageError } from '../../lib/errors.ts'
import { findMismatch, memberName } from '../../lib/find-mismatch.ts'
import { shown } from '../../lib/shown.ts'
import { parseStrictJson, StrictJsonError } from '../../lib/strict-json.ts'
import { strictObject } from '../../lib/strict-object.ts'
import type { Fact } from '../../store/fact.ts'
import { identityColumns } from '../../store/fact.ts'
import { COMMON_MIGRATIONS } from '../../store/migrations/migration.ts'

/** Rises when files of an older form cannot be read any more. */
const FORMAT = 1
export const MANIFEST_NAME = 'manifest.json'
/** Stands for a fact in the file that has the runs themselves. */
export const RUNS = 'runs'
/** About 200,000 files. */
export const MAX_MANIFEST_BYTES = 128 << 20
export const MAX_RUN = 4_294_967_295
// The smallest Parquet file has its magic bytes twice, and the length of its footer.
const MIN_PARQUET_BYTES = 12

const strict = { additionalProperties: false }
const run = Type.Integer({ minimum: 0, maximum: MAX_RUN })
export const safeCount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
/** What tells runs from those of another store; empty where there is no run. */
export const historyText = Type.String({ pattern: '^([0-9a-f]{16})?$' })
export const isoTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
})
const factName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' })
const columns = Type.Record(
  Type.String({ maxLength: 200 }),
  Type.String({ pattern: '^[A-Za-z0-9(), ]{1,100}$' }),
  { ...strict, maxProperties: 1_000 },
)
const file = strictObject({
  path: Type.String({ maxLength: 100 }),
  fact: factName,
  columns,
  rows: safeCount,
  bytes: Type.Integer({ minimum: MIN_PARQUET_BYTES, maximum: Number.MAX_SAFE_INTEGER }),
  sha256,
})
const part = strictObject({
  fromRun: run,
  toRun: run,
  /** What tells the runs up to `toRun` from those of another store. */
  history: historyText,
  files: Type.Array(file, { maxItems: 1_000 }),
})
const manifest = strictObject({
  format: Type.Literal(FORMAT),
  run,
  history: historyText,
  /** When its newest run was committed. */
  at: isoTime,
  /** Columns of every fact, as the service that wrote it declares them. */
  facts: Type.Record(factName, columns, { ...strict, maxProperties: 1_000 }),
  parts: Type.Array(part, { maxItems: 100_000 }),
})

/** What a snapshot consists of. It is written last, so whatever it lists is there. */
export type Manifest = Type.Static<typeof manifest>
export type SnapshotPart = Type.Static<typeof part>
export type SnapshotFile = Type.Static<typeof file>
/** The facts that this version declares, by name. */
export type DeclaredFacts = ReadonlyMap<string, Fact>

const FIRST = { format: FORMAT, run: 0, history: '', at: '' } as const
export const EMPTY_MANIFEST: Manifest = { ...FIRST, facts: {}, parts: [] }

/** Reads a manifest, which may be anybody's, against what this version declares. */
export function parseManifest(text: string, place: string, facts: DeclaredFacts): Manifest {
  const value = readListing<Manifest>(text, place, { schema: manifest, format: FORMAT })
  requireOrder(value, place)
  for (const [index, one] of value.parts.entries())
    requireFiles(one, facts, `${place}: parts[${index}]`)
  return value
}

/** Reads a file that lists others; `format` is the newest that can be read. */
export function readListing<T>(
  text: string,
  place: string,
  { schema, format }: { schema: Type.TSchema; format: number },
): T {
  const value = parsePlain(text, place)
  const found = (value as { format?: unknown } | null)?.format
  if (typeof found === 'number' && found !== format)
    throw new UsageError(
      `${place} has format ${found}; this version of the service reads format ${format}. Use the version that wrote it.`,
    )
  requireForm(schema, value, place)
  return value as T
}

/** Refuses what was not written so. */
export function requireForm(schema: Type.TSchema, value: unknown, place: string): void {
  const problem = findMismatch(schema, value)
  if (problem !== undefined) throw new UsageError(`${place} is damaged: ${problem}.`)
}

/** Reads JSON that may be anybody's. */
export function parsePlain(text: string, place: string): unknown {
  try {
    return parseStrictJson(text)
  } catch (error) {
    if (error instanceof StrictJsonError) throw new UsageError(`${place} ${error.message}.`)
    throw error
  }
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

/** Every file is of a known fact, with its columns, at the one path that such a file has. */
function requireFiles(
  { fromRun, toRun, files }: SnapshotPart,
  facts: DeclaredFacts,
  place: string,
) {
  const seen = new Set<string>()
  for (const [index, { path, fact, columns: stated, rows }] of files.entries()) {
    const refuse = (member: string, problem: string) => {
      throw new UsageError(`${place}.${memberName(['files', index, member])} ${problem}.`)
    }
    const expected = `${fromRun}-${toRun}/${fact}.parquet`
    if (path !== expected) refuse('path', `must be ${expected}, not ${shown(path)}`)
    if (seen.has(fact)) refuse('fact', `is ${fact}, as that of a file before`)
    seen.add(fact)
    if (fact === RUNS && rows > toRun - fromRun + 1)
      refuse('rows', 'is more than the part has runs')
    const declared = facts.get(fact)
    if (declared === undefined && fact !== RUNS)
      refuse('fact', `is ${fact}, which this version does not know`)
    const problem = findColumnsProblem(declared, stated)
    if (problem !== undefined) refuse('columns', `is not that of ${fact}: ${problem}`)
  }
  if (!seen.has(RUNS)) throw new UsageError(`${place} is damaged: it has no file of its runs.`)
}

/** Columns of the fact; earlier parts may lack some, or have them as before a migration. */
function findColumnsProblem(
  fact: Fact | undefined,
  stated: Record<string, string>,
): string | undefined {
  const declared = new Map(fact === undefined ? [] : Object.entries(describeColumns(fact)))
  const needed = fact === undefined ? [] : identityColumns(fact)
  const lacking = needed.find((name) => !Object.hasOwn(stated, name))
  const isMigrated = fact !== undefined && fact.migrations.length + COMMON_MIGRATIONS.length > 0
  for (const [name, type] of Object.entries(stated)) {
    const own = declared.get(name)
    if (own === undefined) return `it has ${shown(name)}`
    if (own !== type && !(isMigrated && COLUMN_TYPES.has(type)))
      return `its ${name} is ${shown(type)} instead of ${own}`
  }
  return lacking === undefined ? undefined : `it lacks ${lacking}`
}

const PLAIN_TYPES = ['String', 'Float64', 'Int64', 'Bool', 'UInt32']
const COLUMN_TYPES = new Set([
  ...PLAIN_TYPES.flatMap((type) => [type, `Nullable(${type})`]),
  ...['LowCardinality(String)', 'LowCardinality(Nullable(String))', 'Array(String)'],
])

/** Refuses what a version with other facts wrote. */
export function requireSameFacts(own: DeclaredFacts, { facts }: Manifest, place: string): void {
  const names = new Set([...own.keys(), ...Object.keys(facts)])
  const other = [...names].filter((name) => {
    const fact = own.get(name)
    const stated = Object.hasOwn(facts, name) ? facts[name] : undefined
    return fact === undefined || stated === undefined || !isSame(describeColumns(fact), stated)
  })
  if (other.length > 0)
    throw new UsageError(
      `${place} is of another version: ${other.slice(0, 10).join(', ')} have other columns there. Use the same version here.`,
    )
}

function isSame(a: Record<string, string>, b: Record<string, string>): boolean {
  const text = (columns: Record<string, string>) => JSON.stringify(Object.entries(columns).sort())
  return text(a) === text(b)
}

/** Columns of facts with their types, as manifests state them. */
export function describeFacts(facts: Iterable<Fact>): Manifest['facts'] {
  return Object.fromEntries([...facts].map((fact) => [fact.name, describeColumns(fact)]))
}

export function describeColumns(fact: Fact): Record<string, string> {
  const declared = { ...fact.key, ...fact.values }
  const types = Object.entries(declared).map(([name, { sqlType }]) => [name, sqlType.text] as const)
  const time = fact.time === undefined ? {} : { [fact.time]: 'UInt32' }
  return { ...Object.fromEntries(types), ...time }
}
