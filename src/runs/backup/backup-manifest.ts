import Type from 'typebox'
import Value from 'typebox/value'
import { UsageError } from '../../lib/errors.ts'
import type { BackupFiles } from './backup-files.ts'

/** Rises when files of an older form cannot be read any more. */
export const FORMAT = 1
export const BACKUP_NAME = 'backup.json'
/** The folder of the snapshot within a backup. */
export const FACTS = 'facts'
export const ACCOUNTS_FILE = /^accounts-[0-9a-f]{16}\.ndjson$/

const manifest = Type.Object({
  format: Type.Literal(FORMAT),
  /** Version of the program that wrote it. */
  version: Type.String(),
  /** When it was written. */
  at: Type.String(),
  run: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
  /** What tells the runs up to `run` from those of another store. */
  history: Type.String(),
  accounts: Type.Object({
    path: Type.String({ pattern: ACCOUNTS_FILE.source }),
    rows: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  }),
})

/** What a backup consists of besides its snapshot. It is written last. */
export type BackupManifest = Type.Static<typeof manifest>

/** Undefined where there is none. */
export async function readBackupManifest(files: BackupFiles): Promise<BackupManifest | undefined> {
  const text = await files.readText(BACKUP_NAME)
  return text === undefined ? undefined : parse(text, `${files.name}/${BACKUP_NAME}`)
}

function parse(text: string, path: string): BackupManifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is damaged: it is not valid JSON.`)
  }
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > FORMAT)
    throw new UsageError(
      `${path} has format ${format}; this version of the service reads up to ${FORMAT}. Use the version that wrote it.`,
    )
  if (!Value.Check(manifest, value))
    throw new UsageError(`${path} is damaged: it is not the list of a backup.`)
  return value
}
